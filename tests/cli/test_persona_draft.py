"""A model drafts a persona part by part; only what its author approves counts, and a stopped draft goes on."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tenure.personas import load_persona
from tenure.personas.voice import BANKS
from tenure.scenarios.drafting import PARTS, Draft, messages, shape_of
from tests.minds.coworker_server import CoworkerServer, Failures

from .conftest import Here

PERSON = {
    "name": "Mirjam Oosterhuis",
    "pronouns": "she/her",
    "age": 44,
    "role": {"profession": "fleet planner", "seniority": "lead", "years": 12},
    "background": "Drove lorries for nine years before a shoulder put her behind the board.",
    "values": ["a full trailer"],
}
TRAITS = {
    "big_five": {
        "openness": 41,
        "conscientiousness": 72,
        "extraversion": 58,
        "agreeableness": 36,
        "neuroticism": 47,
    },
    "patience": {"tolerates_repeats": 2, "recovers_per_day": 1, "at_threshold": "terse"},
}
STYLE = {
    "style": {
        "formality": 22,
        "tone": ["dry", "quick"],
        "words": {"mail": {"min": 2, "typical": 18, "max": 70}},
    }
}
BEHAVIOUR = {
    "hours": {"start": "06:30", "end": "15:00", "lunch": "11:30"},
    "responses": {"chat": {"median_minutes": 9, "never_answered": 120, "checks_per_day": 40}},
    "help": {"will": ["ring a driver"], "will_not": ["promise a slot before the driver agrees"]},
}


def rule(body: dict[str, Any]) -> dict[str, Any]:
    """The part that is asked for; other phrases after a remark."""
    asked = "\n".join(one["content"] for one in body["messages"] if one["role"] == "user")
    title = re.findall(r"Draft this part: (.+)\.$", asked, re.MULTILINE)[-1]
    part = next(one for one in PARTS if one.title == title)
    again = "shorter" if "The author says: shorter" in asked else "plain"
    if part.banks:
        return {
            bank: [f"{bank} {again} {number}" for number in ("one", "two", "three", "four")]
            for bank in part.banks
        }
    return {"person": PERSON, "traits": TRAITS, "style": STYLE, "behaviour": BEHAVIOUR}[part.id]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)
    Path("fleet_planner.md").write_text(
        "# Mirjam\n\nPlans lorries, was a driver, hates empty trailers.\n", "utf-8"
    )


def drafted(here: Here, given: str, *, failures: Failures | None = None, code: int = 0) -> CoworkerServer:
    with CoworkerServer(rule, failures) as server:
        here("persona", "draft", "fleet_planner.md", "--model", "openai/rules", "--model-option",
             f"api_base={server.address}", "--model-option", "retries=0", given=given, code=code)  # fmt: skip
    return server


FINAL = Path("personas/fleet_planner.yaml")
DRAFT = Path("personas/fleet_planner.draft.yaml")


def test_approving_everything_makes_a_persona(here: Here) -> None:
    server = drafted(here, "a\n" * len(PARTS))
    assert len(server.requests) == len(PARTS)
    person = load_persona(FINAL)
    assert (person.name, person.age, person.style.formality) == ("Mirjam Oosterhuis", 44, 22)
    assert person.hours.start == "06:30"
    assert person.voice.model_fields_set == set(BANKS)
    assert person.voice.refusals[0] == "refusals plain one"
    assert not DRAFT.exists()


def test_what_was_approved_is_kept_at_once_and_gone_on_with(here: Here) -> None:
    drafted(here, "a\na\ns\nq\n")
    text = DRAFT.read_text("utf-8")
    assert "# approved: person, traits" in text
    assert "# skipped: style" in text
    assert "formality" not in text
    assert not FINAL.exists()
    server = drafted(here, "a\n" * (len(PARTS) - 3))
    assert len(server.requests) == len(PARTS) - 3
    assert load_persona(FINAL).style.formality == 50, "a skipped part keeps its default"


def test_nothing_counts_until_it_is_approved(here: Here) -> None:
    drafted(here, "")
    assert not DRAFT.exists()
    drafted(here, "q\n")
    assert not DRAFT.exists()


def test_input_that_never_decides_anything_stops_and_the_draft_is_kept(here: Here) -> None:
    server = drafted(here, "a\n" + "what?\n" * 10_000)
    assert len(server.requests) == 2
    assert "# approved: person\n" in DRAFT.read_text("utf-8")


def test_a_part_is_redone_with_a_remark(here: Here) -> None:
    server = drafted(here, "a\na\na\na\nr\nshorter\na\nq\n")
    assert "openings shorter one" in DRAFT.read_text("utf-8")
    last = server.requests[-2]["messages"]
    assert last[-2]["role"] == "assistant"
    assert "openings plain one" in last[-2]["content"]


def test_a_part_is_edited_in_the_authors_editor(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = Path("edit.py").resolve()
    code = (
        "import sys, pathlib\np = pathlib.Path(sys.argv[1])\n"
        "p.write_text(p.read_text('utf-8').replace('age: 44', 'age: 51'), 'utf-8')\n"
    )
    editor.write_text(code, "utf-8")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    monkeypatch.delenv("VISUAL", raising=False)
    drafted(here, "e\nq\n")
    assert "age: 51" in DRAFT.read_text("utf-8")


def test_an_edit_that_does_not_fit_is_told_and_not_taken(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = Path("edit.py").resolve()
    editor.write_text(
        "import sys, pathlib\npathlib.Path(sys.argv[1]).write_text('age: 300\\nbig_five: {openness: 3}\\n', 'utf-8')\n",
        "utf-8",
    )
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    monkeypatch.delenv("VISUAL", raising=False)
    drafted(here, "e\ns\nq\n")
    assert "approved" not in DRAFT.read_text("utf-8")


def test_a_model_that_fails_or_writes_nonsense_costs_nothing_that_was_approved(here: Here) -> None:
    drafted(here, "a\nr\na\ns\nq\n", failures={1: "500"})
    assert "# approved: person, traits" in DRAFT.read_text("utf-8")
    DRAFT.unlink()
    drafted(here, "a\nq\n", failures={0: "fenced"})
    assert "# approved: person" in DRAFT.read_text("utf-8")


def test_a_proposal_that_would_not_load_is_asked_for_again() -> None:
    shape = shape_of(PARTS[0])
    with pytest.raises(ValueError, match="not a known time zone"):
        shape.model_validate({**PERSON, "home": {"time_zone": "Mars/Olympus"}})
    voice = shape_of(next(part for part in PARTS if part.id == "refusing"))
    phrases = {bank: ["One {slot}.", "Two.", "Three.", "Four."] for bank in voice.model_fields}
    with pytest.raises(ValueError, match="is not a slot of"):
        voice.model_validate(phrases)


def test_the_prompt_puts_what_never_changes_first_and_the_parts_cover_the_voice() -> None:
    one, other = (messages(Draft("x", "An outline."), part) for part in PARTS[:2])
    assert one[:2] == other[:2]
    assert sorted(bank for part in PARTS for bank in part.banks) == sorted(BANKS)
    assert "- big_five.openness: " in other[2]["content"]


BAD = {
    "empty": b"",
    "binary": b"\xff\x00",
    "long": b"word " * 10_000,
}


@pytest.mark.parametrize("kind", BAD)
def test_outlines_that_can_not_be_used(here: Here, kind: str) -> None:
    Path("fleet_planner.md").write_bytes(BAD[kind])
    server = drafted(here, "a\n", code=2)
    assert server.requests == []


def test_a_persona_is_not_drafted_over(here: Here) -> None:
    FINAL.parent.mkdir()
    FINAL.write_text("id: fleet_planner\nname: Jo\nrole: {profession: x}\n", "utf-8")
    assert drafted(here, "a\n", code=2).requests == []
    assert "name: Jo" in FINAL.read_text("utf-8")
