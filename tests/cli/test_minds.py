"""Who plays the coworkers is said on the command line: models, budgets, what they cost, policies in their seats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.access.doors import serve
from tests.agents.lamps import lamps
from tests.cli.conftest import Here, call
from tests.minds.coworker_server import FAILURES, CoworkerServer
from tests.minds.rules import cooperative

AGENT = """
async def solve(session):
    questions = ("What price did we agree for the lamps?", "How much does a lamp cost us?", "Which price applies?")
    for question in questions:
        for who in ("ines", "annelies"):
            await session.call("chat.send", to=who, text=question)
        await session.wait(minutes=150)
    await session.wait(until="Tue 12:00")
    await session.finish()
"""
COLLEAGUE = """
import re

async def solve(session):
    price = re.search(r"EUR ([0-9.,]+)", session.brief)[1]
    while True:
        seen = await session.wait(minutes=480, notification=True)
        for note in seen.notifications:
            if note.get("from") == "sam" and note["app"] == "chat":
                await session.call("chat.send", to="sam", text=f"The agreed price of a lamp is EUR {price}.")
"""
PRICE = 'price=["1000","1000","1000"]'
"""Dollars for a million tokens: a tenth of a cent each."""


@pytest.fixture
def server() -> Iterator[CoworkerServer]:
    with CoworkerServer(cooperative) as running:
        yield running


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small office, `lamps`, and an agent."""
    for path, data in lamps().files.items():
        file = tmp_path / "lamps" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (tmp_path / "asker.py").write_text(AGENT, "utf-8")
    (tmp_path / "buyer.py").write_text(COLLEAGUE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def models(server: CoworkerServer, name: str = "openai/small") -> tuple[str, ...]:
    """Options that bind a model that decides nothing early: every call is one that counts."""
    options = (f"api_base={server.address}", "early=false")
    return ("--coworkers", name, *(part for one in options for part in ("--coworker-option", one)))


def run(here: Here, server: CoworkerServer, out: str, *more: str, code: int = 0) -> Any:
    told = here(*BEGIN, "--out", out, *models(server), *more, code=code)
    return json.loads(told) if code == 0 else told


BEGIN = ("run", "./lamps", "--agent", "asker.py", "--no-ambient", "--seed", "1", "--json")


def test_a_model_plays_the_coworkers_and_the_run_says_so(
    here: Here, server: CoworkerServer, office: Path
) -> None:
    result = run(here, server, "kept")
    assert result["coworkers"] == "model=openai/small"
    assert result["models"]["calls"] == len(server.requests) > 0
    shown = json.loads(here("show", "kept", "--coworkers", "--json"))
    assert shown["models"]["model"]["model"] == "openai/small"
    assert set(shown["people"]) == {"annelies", "ines"}
    ines = shown["people"]["ines"]
    assert [one["mind"] for one in ines["minds"]] == ["model"]
    assert ines["used"]["calls"] >= 1
    assert sum(one["used"]["input"] for one in shown["people"].values()) == shown["coworkers"]["input"] > 0
    assert shown["failures"] == {}
    told = here("show", "kept")
    assert "mind model: openai/small" in told
    assert "all models together" in told
    assert max(map(len, told.splitlines())) <= 100
    assert here("replay", "kept").startswith("The same ")
    assert len(server.requests) == result["models"]["calls"]


def test_everybody_is_scripted_unless_asked_for_and_nothing_of_it_is_shown(here: Here, office: Path) -> None:
    result = json.loads(here(*BEGIN, "--out", "kept"))
    assert (result["coworkers"], result["models"]["calls"]) == ("scripted", 0)
    assert "coworker " not in here("show", "kept")
    assert json.loads(here("show", "kept", "--coworkers", "--json"))["people"] == {}


@pytest.mark.parametrize("failure", sorted(set(FAILURES) - {"timeout", "hang"}))
def test_no_failure_ends_a_run_and_each_is_shown(here: Here, office: Path, failure: Any) -> None:
    with CoworkerServer(cooperative, lambda number, body: failure) as failing:
        result = run(here, failing, "kept", "--coworker-option", "retries=0")
    assert result["end"] == {"how": "terminated", "why": "finished"}
    shown = json.loads(here("show", "kept", "--coworkers", "--json"))
    told = here("show", "kept", "--minds")
    if failure == "injection":  # an answer like any other: the guard has nothing against it
        return
    kinds = {**shown["failures"], **shown["mended"]}
    assert kinds
    assert any(kind in told for kind in kinds)
    rows = json.loads(here("show", "kept", "--minds", "--json"))
    assert any(row["failure"] or row["mended"] for row in rows)


def test_a_model_that_hangs_is_given_up(here: Here, office: Path) -> None:
    with CoworkerServer(cooperative, {0: "hang"}) as failing:
        options = ("--coworker-option", "timeout=0.3", "--coworker-option", "retries=0")
        result = run(here, failing, "kept", *options)
    assert result["end"]["how"] == "terminated"
    assert json.loads(here("show", "kept", "--coworkers", "--json"))["failures"] == {"timeout": 1}


# Money ---------------------------------------------------------------------------------------------------------------


def test_what_models_may_cost_stops_the_run_and_resuming_gives_the_whole_one(
    here: Here, server: CoworkerServer, office: Path
) -> None:
    whole = run(here, server, "whole", "--coworker-option", PRICE)
    cost = float(whole["models"]["cost"])
    assert cost > 0
    limit = f"{cost / 2:.6f}"
    asked = len(server.requests)
    stopped = run(
        here,
        server,
        "part",
        *("--coworker-option", PRICE, "--max-cost", limit),
    )
    assert stopped["end"]["how"] == "paused"
    spent = float(stopped["models"]["cost"])
    assert float(limit) <= spent < cost
    again = json.loads(here("resume", "part", "--max-cost", limit, "--json"))
    assert (again["end"]["how"], float(again["models"]["cost"])) == ("paused", spent)
    done = json.loads(here("resume", "part", "--json"))
    assert done["digest"] == whole["digest"]
    assert len(server.requests) - asked == whole["models"]["calls"]  # nothing was paid twice


def test_how_to_go_on_is_said(here: Here, server: CoworkerServer, office: Path) -> None:
    from tests.cli.conftest import call

    arguments = (*BEGIN, "--out", "part", "--coworkers", "openai/small", "--max-cost", "0.000001")
    options = ("--coworker-option", f"api_base={server.address}", "--coworker-option", PRICE)
    said = call([*arguments, *options], office).stderr
    assert "the run's models have cost $" in said
    assert "Go on with: tenure resume part --max-cost " in said


def test_names_without_a_model_are_told_to_whoever_wants_minds(here: Here, office: Path) -> None:
    from tests.cli.conftest import call

    marks = "minds: {people: {ines: careful, annelies: quick}}\n"
    file = office / "lamps" / "scenario.yaml"
    file.write_text(file.read_text("utf-8") + marks, "utf-8")
    begin = ("run", "./lamps", "--agent", "null", "--no-ambient", "--until", "Mon 08:50")
    plain = call([*begin, "--out", "plain"], office)
    assert plain.returncode == 0, plain.stderr
    assert "stands behind" not in plain.stderr
    asked = call([*begin, "--out", "asked", "--mind", "quick=openai/x"], office).stderr
    assert "No model stands behind `careful`" in asked


def test_models_whose_price_nobody_knows_are_named_before_anything_is_spent(
    here: Here, server: CoworkerServer, office: Path
) -> None:
    from tests.cli.conftest import call

    arguments = (
        *BEGIN,
        "--out",
        "x",
        "--coworkers",
        "openai/of-my-own",
        "--max-cost",
        "1",
        "--until",
        "Mon 08:50",
    )
    said = call(arguments, office).stderr
    assert "Nobody knows what openai/of-my-own costs: --max-cost does not count it." in said


def test_a_budget_runs_out_and_the_scripted_minds_take_over(
    here: Here, server: CoworkerServer, office: Path
) -> None:
    run(here, server, "kept", "--coworker-budget", "tokens=100")
    shown = json.loads(here("show", "kept", "--coworkers", "--json"))
    assert shown["failures"]["over_budget"] >= 1
    assert "over_budget" in here("show", "kept")
    assert here("replay", "kept").startswith("The same ")


# Stopping, resuming, branching ---------------------------------------------------------------------------------------


def test_a_run_with_models_is_stopped_and_resumed(here: Here, server: CoworkerServer, office: Path) -> None:
    whole = run(here, server, "whole")
    assert run(here, server, "part", "--until", "Mon 10:30")["end"]["how"] == "paused"
    assert json.loads(here("resume", "part", "--json"))["digest"] == whole["digest"]


def test_another_model_takes_over_and_is_part_of_what_the_result_depends_on(
    here: Here, server: CoworkerServer, office: Path
) -> None:
    run(here, server, "part", "--until", "Mon 10:30")
    large = models(server, "openai/large")
    asked = len(server.requests)
    done = json.loads(here("resume", "part", *large, "--json"))
    assert done["coworkers"] == "model=openai/large, before model=openai/small"
    assert "large" in {one["model"] for one in server.requests[asked:]}
    asked = len(server.requests)
    assert here("replay", "part").startswith("The same ")
    assert len(server.requests) == asked


def test_a_fork_with_another_model_samples_anew(here: Here, server: CoworkerServer, office: Path) -> None:
    result = run(here, server, "whole")
    middle = result["events"] // 3
    asked = len(server.requests)
    same = json.loads(here("fork", "whole", "--at", middle, "--play", "--out", "same", "--json"))
    assert (same["digest"], len(server.requests)) == (result["digest"], asked)
    large = models(server, "openai/large")
    other = json.loads(here("fork", "whole", "--at", middle, *large, "--play", "--out", "other", "--json"))
    assert other["end"]["how"] == "terminated"
    assert {one["model"] for one in server.requests[asked:]} == {"large"}
    assert here("replay", "other").startswith("The same ")


def test_a_scripted_run_gets_no_models_afterwards(here: Here, office: Path) -> None:
    here(*BEGIN, "--out", "kept", "--until", "Mon 09:30")
    told = here("resume", "kept", "--coworkers", "openai/small", code=2)
    assert "the run has no mind `model` (its coworkers are scripted)" in told


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--coworker-option", "guard=false"), "say which with --coworkers or --mind"),
        (("--coworkers", "x/y", "--coworker-option", "temprature=1"), "Did you mean `temperature`?"),
        (("--coworkers", "x/y", "--coworker-option", "temperature=hot"), "--coworker-option temperature"),
        (("--coworkers", "x/y", "--coworker-option", "api_key=abc"), "keys are never kept"),
        (("--coworkers", "x/y", "--coworker-option", "careful.guard=false"), "say --mind careful=MODEL"),
        (("--mind", "careful"), "write it as name=value"),
        (("--mind", "scripted=x/y"), "--mind scripted=x/y: that name is taken"),
        (("--mind", "human=x/y"), "--mind human=x/y: that name is taken"),
        (("--mind-of", "ines="), "--mind-of ines=: write it as PERSON=NAME"),
        (("--mind-of", "ines"), "--mind-of ines: write it as PERSON=NAME"),
        (("--mind-of", "ines=scripted", "--mind-of", "ines=human"), "ines has the mind scripted already"),
        (("--coworkers", "x/y", "--coworker-option", "api_base=foo"), "'foo' is no address"),
        (("--coworkers", "x/y", "--coworker-option", "api_base=http://"), "'http://' is no address"),
        (("--coworker-budget", "cost=1e999"), "write an amount in dollars"),
        (("--coworker-budget", "cost=inf"), "write an amount in dollars"),
        (("--max-cost", "1e999"), "write an amount in dollars"),
        (("--agent", "nobody=null"), "and the coworkers annelies, ines"),
        (("--mind-of", "ines=careful"), "Bind it: --mind careful=MODEL."),
        (("--mind-of", "inez=scripted"), "Did you mean `ines`?"),
        (("--human", "nobody"), "there is no person `nobody`"),
        (("--coworker-budget", "hours=3"), "write tokens=200000 or cost=1.50"),
        (("--max-cost", "much"), "write an amount in dollars"),
        (("--agent", "inez=null"), "the pack has no seat 'inez'"),
        (("--limit", "inez.calls=3"), "there is no seat 'inez'"),
    ],
)
def test_what_cannot_be_done_is_told_before_a_run_is_made(
    here: Here, office: Path, given: tuple[str, ...], said: str
) -> None:
    assert said in here(*BEGIN, "--out", "kept", *given, code=2)
    assert not (office / "kept" / "run.db").exists()


def test_a_model_bound_to_a_name_that_nobody_has_is_told(here: Here, office: Path) -> None:
    begin = ("run", "./lamps", "--agent", "null", "--until", "Mon 08:35", "--out", "other")
    result = call([*begin, "--mind", "carefull=openai/x"], office)
    assert "Nobody in the pack has the mind `carefull`" in result.stderr
    assert "Nobody in the pack" not in result.stdout


# Colleagues ----------------------------------------------------------------------------------------------------------


def test_a_policy_holds_a_coworkers_job(here: Here, office: Path) -> None:
    result = json.loads(here(*BEGIN, "--agent", "ines=buyer.py", "--limit", "ines.calls=50", "--out", "kept"))
    assert result["policies"] == {"analyst": "asker.py", "ines": "buyer.py"}
    assert result["coworkers"] == "scripted"
    assert (result["end"]["how"], result["seat"]) == ("terminated", "analyst")
    told = json.loads(here("show", "kept", "--facts", "--json"))
    (price,) = (one for one in told if one["fact"] == "lamp_price")
    assert price["got"]["person"] == "ines"
    decided = json.loads(here("show", "kept", "--minds", "--json"))
    assert "ines" not in {row["person"] for row in decided}
    assert here("replay", "kept").startswith("The same ")
    stopped = here(
        *BEGIN, "--agent", "ines=buyer.py", "--limit", "ines.calls=50", "--out", "p", "--until", "Mon 09:30"
    )
    assert json.loads(stopped)["end"]["how"] == "paused"
    assert json.loads(here("resume", "p", "--json"))["digest"] == result["digest"]


# Groups --------------------------------------------------------------------------------------------------------------


def test_a_group_pins_its_coworkers(here: Here, server: CoworkerServer, office: Path) -> None:
    begin = (
        "rollouts",
        "./lamps",
        "--agent",
        "asker.py",
        "-n",
        "2",
        "--no-ambient",
        "--out",
        "group",
        "--json",
    )
    found = json.loads(here(*begin, *models(server)))
    assert found["counted"] == 2
    rows = [
        json.loads(line) for line in (office / "group" / "rollouts.jsonl").read_text("utf-8").splitlines()
    ]
    assert {row["pins"]["coworkers"] for row in rows} == {"model=openai/small"}
    assert all(row["models"]["calls"] > 0 for row in rows)
    told = here(*begin, code=2)
    assert "coworkers was model=openai/small and is now scripted" in told
    told = here(*begin, *models(server), "--coworker-budget", "tokens=5000", code=2)
    assert "coworker_budget was null and is now" in told


def test_money_stops_a_group_and_a_larger_sum_goes_on(
    here: Here, server: CoworkerServer, office: Path
) -> None:
    begin = (
        "rollouts",
        "./lamps",
        "--agent",
        "asker.py",
        "-n",
        "2",
        "-j",
        "1",
        "--no-ambient",
        "--out",
        "group",
    )
    priced = (*begin, *models(server), "--coworker-option", PRICE, "--json")
    assert json.loads(here(*priced, "--max-cost", "0.001"))["counted"] < 2
    rows = (office / "group" / "rollouts.jsonl").read_text("utf-8").splitlines()
    assert len(rows) < 2
    assert json.loads(here(*priced, "--max-cost", "10000"))["counted"] == 2


# From outside --------------------------------------------------------------------------------------------------------


def test_an_agent_from_outside_has_coworkers_with_models(
    here: Here, server: CoworkerServer, office: Path
) -> None:
    options = ("--seed", "1", "--out", office / "kept", "--seat-file", office / "seat.json", "--until-over")
    with serve("./lamps", *options, *models(server), cwd=office):
        do = ("do", "--seat-file", "seat.json", "--json")
        here(*do, "chat", "send", "--to", "ines", "--text", "What price did we agree for the lamps?")
        here(*do, "wait", "--minutes", "150")
        here(*do, "finish")
    shown = json.loads(here("show", "kept", "--coworkers", "--json"))
    assert shown["people"]["ines"]["used"]["calls"] >= 1
    assert "are for a new run" in here("serve", "kept", "--coworkers", "openai/small", code=2)
