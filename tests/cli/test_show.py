"""A person can read a run, and a tool can read the same."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Here


def test_the_overview_tells_every_day(here: Here, demo: Path) -> None:
    told = here("show", demo)
    days = json.loads(here("show", demo, "--json"))
    assert [day["day"] for day in days][:3] == ["Mon 02 Mar", "Tue 03 Mar", "Wed 04 Mar"]
    for day in days:
        assert day["day"] in told
    assert max(map(len, told.splitlines())) <= 100
    monday = days[0]
    assert any("Marek (mail)" in line for line in monday["got"])
    assert monday["sent"]
    assert monday["meetings"]
    assert any("/Reports/" in one for day in days for one in day["files"])


def test_one_day_shows_every_message_of_the_seat_in_full(here: Here, demo: Path) -> None:
    told = here("show", demo, "--day", "Mon")
    events = json.loads(here("show", demo, "--day", "1", "--json"))
    assert {one["at"][:10] for one in events} == {"2026-03-02"}
    brief = next(
        one
        for one in events
        if one["kind"] == "message.sent" and one["payload"]["subject"] == "Corvane invoice CVL-26-0417"
    )
    assert f"#{brief['seq']}" in told
    assert "welcome. Your first one is a fat one." in told


def test_a_window_of_time_holds_only_what_lies_in_it(here: Here, demo: Path) -> None:
    events = json.loads(here("show", demo, "--from", "Tue 10:00", "--to", "Tue 11:00", "--json"))
    assert events
    assert all("2026-03-03T10:00" <= one["at"] <= "2026-03-03T11:00:00" for one in events)
    raw = here("show", demo, "--events", "--from", "Tue 10:00", "--to", "Tue 11:00").splitlines()
    assert [json.loads(line) for line in raw] == events


def test_facts_say_when_they_could_be_had_and_when_they_were(here: Here, demo: Path) -> None:
    facts = {one["fact"]: one for one in json.loads(here("show", demo, "--facts", "--json"))}
    rates = facts["contract_rates"]
    assert rates["holders"]["ines"] == "on request"
    assert rates["holders"]["naomi"].startswith("has it wrong: ")
    assert rates["could"]["from"] == "ines"
    assert rates["got"]["person"] == "ines"
    assert rates["got"]["at"] >= 0
    assert [stop["what"] for stop in rates["stops"]][:2] == ["asked", "told"]
    late = facts["closure_days"]
    assert late["could"]["when"].startswith("Thu")
    text = here("show", demo, "--facts")
    assert "could be had" in text
    assert f"{sum(one['got'] is not None for one in facts.values())} of {len(facts)} facts obtained" in text


def test_a_missed_criterion_is_traced_to_its_facts(here: Here, tmp_path: Path) -> None:
    here("run", "first_week", "--agent", "null", "--limit", "work_hours=4", "--out", tmp_path, "--json")
    told = here("show", tmp_path, "--criterion", "net")
    assert "✗ not met" in told
    assert "never, and never asked for" in told
    found = json.loads(here("show", tmp_path, "--criterion", "net", "--json"))
    assert found["criterion"]["met"] is False
    assert "rebate" in {one["fact"] for one in found["facts"]}


def test_threads_people_and_minds(here: Here, demo: Path) -> None:
    thread = json.loads(here("show", demo, "--thread", "noor/m1", "--json"))
    assert next(one["from"] for one in thread) == "noor"
    told = here("show", demo, "--thread", "noor/m1")
    assert all(one["text"].split("\n")[0] in told for one in thread)
    person = json.loads(here("show", demo, "--person", "Ines", "--json"))
    assert person["holds"]["contract_rates"] == "truth"
    assert {"ines", "noor"} <= {one["from"] for one in person["messages"]}
    minds = json.loads(here("show", demo, "--minds", "--person", "ines", "--json"))
    assert {one["person"] for one in minds} == {"ines"}
    assert all(one["why"] for one in minds)
    assert "contract_rates" in here("show", demo, "--minds", "--person", "ines")


def test_scores_over_time_end_at_the_score(here: Here, demo: Path) -> None:
    card = json.loads(here("score", demo, "--json"))
    curve = json.loads(here("score", demo, "--curve", "--json"))["curve"]
    assert curve[0]["score"] == 0
    assert curve[-1]["score"] == card["score"]
    half = curve[len(curve) // 2]
    assert json.loads(here("score", demo, "--at", half["seq"], "--json"))["score"] == half["score"]
    assert "criterion" in here("score", demo)


def test_realism_has_targets_and_nulls(here: Here, demo: Path) -> None:
    report = json.loads(here("realism", demo, "--json"))
    figures = {one["name"]: one for one in report["figures"]}
    assert figures["reply_median"]["low"] is not None
    assert figures["reply_median"]["null"] is not None
    assert "redrawn times" in here("realism", demo)
