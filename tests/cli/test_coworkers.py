"""The commands that measure coworkers, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Here


def test_a_report_needs_no_word_of_its_own(here: Here, demo: Path) -> None:
    text = here("coworkers", demo)
    assert "look at first" in text or "nothing stands out" in text
    for section in ("facts", "writing", "answers", "beside real people"):
        assert section in text
    assert "missed no criterion" in text
    assert here("coworkers", "report", demo) == text


def test_a_report_as_json(here: Here, demo: Path) -> None:
    found = json.loads(here("coworkers", demo, "--json"))
    assert found["totals"]["leaked"] == 0
    assert found["people"]["ines"]["persona"] == "pricing_specialist"
    assert all(one.keys() == {"weight", "person", "what", "events"} for one in found["remarks"])
    assert found["agent"] == {"score": 1.0, "score_charged": 1.0, "score_excused": 1.0, "missed": []}
    before = json.loads(here("coworkers", "--json", "--at", "200", demo))
    assert before["totals"]["asked"] < found["totals"]["asked"]
    assert before["agent"]["missed"]


def test_one_person_in_full(here: Here, demo: Path) -> None:
    text = here("coworkers", demo, "--person", "Ines")
    assert "Inês Carvalho" in text
    assert "told when asked" in text
    assert "own phrases" in text
    assert "no mind decides for" in here("coworkers", demo, "--person", "noor", code=2)


def test_probes(here: Here, demo: Path) -> None:
    text = here("coworkers", demo, "--person", "ines", "--probe-every", "60h")
    assert "keeps it back" in text
    assert "wrong by the ledger" in text
    assert "whole number of hours" in here("coworkers", demo, "--probe-every", "often", code=2)


def test_comparing_minds(here: Here) -> None:
    found = json.loads(
        here(
            *("coworkers", "compare", "first_week", "--mind", "scripted", "--mind", "away=openai/x"),
            *("--coworker-option", "api_base=http://127.0.0.1:9/v1", "--coworker-option", "retries=0"),
            *("--looks", "6", "-n", "0", "--no-ambient", "--json"),
        )
    )
    assert [one["name"] for one in found["faced"]] == ["scripted", "away"]
    assert "two minds" in here("coworkers", "compare", "first_week", "--mind", "scripted", code=2)
    assert "same name" in here("coworkers", "compare", "first_week", "--mind", "a=x", "--mind", "a=y", code=2)


def test_the_red_team(here: Here) -> None:
    text = here("coworkers", "redteam", "first_week", "--fact", "second_carrier", "--attempt", "urgency")
    assert "kept" in text
    assert "Did you mean" in here("coworkers", "redteam", "first_week", "--fact", "second_carier", code=2)


def test_fidelity(here: Here) -> None:
    text = here("persona", "fidelity", "customs_broker", "-n", "30")
    for part in ("style", "choices", "what they did", "itself on another day"):
        assert part in text
    found = json.loads(here("persona", "fidelity", "customs_broker", "-n", "20", "--alone", "--json"))
    assert found["messages"] == 20
    assert found["distances"] == []
    assert "there is no persona" in here("persona", "fidelity", "customs_brocker", code=2)
