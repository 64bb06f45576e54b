"""A persona is made by answering questions, from answers in a file, or as a copy; nothing that was given is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenure.personas import load_persona

from .atterminal import typed
from .conftest import Here

NEEDED = "Mirjam Oosterhuis\nfleet_planner\nfleet planner\n"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)


def test_the_needed_answers_make_a_persona_that_loads(here: Here) -> None:
    here("persona", "new", given=NEEDED + "done\n")
    person = load_persona(Path("personas/fleet_planner.yaml"))
    assert (person.id, person.name, person.role.profession) == (
        "fleet_planner",
        "Mirjam Oosterhuis",
        "fleet planner",
    )


def test_answers_become_values_and_wrong_ones_are_asked_again(here: Here) -> None:
    answers = [
        "she/her", "forty", "300", "44", "", "lead", "12", "Rotterdam, NL", "dutch native, en fluent",
        "Drove lorries for nine years.", "starts early and checks twice", "1,2", "high", "low", "", "", "",
        "a full trailer; being asked first", "the drivers: hours are counted 70", "loading plans", "", "60",
        "dry, quick", "short", "Hi {asker},", "", "07:30 to 16:00", "1h", "5", "2", "esc", "ring a driver",
        "promise a slot before the driver agrees", "The board says so.", "Trucks first.", "Let me look.",
        "Right, one thing.", "", "done",
    ]  # fmt: skip
    here("persona", "new", given=NEEDED + "\n".join(answers) + "\n")
    person = load_persona(Path("personas/fleet_planner.yaml"))
    assert (person.pronouns, person.age, person.role.seniority, person.role.years) == (
        "she/her",
        44,
        "lead",
        12,
    )
    assert (person.home.country, person.home.time_zone) == ("NL", "Europe/Amsterdam")
    assert [one.code for one in person.languages] == ["nl", "en"]
    assert len(person.include) == 2
    assert (person.big_five.conscientiousness, person.big_five.agreeableness) == (75, 25)
    assert set(person.values) >= {"a full trailer", "being asked first"}
    assert person.pressures[-1].weight == 70
    assert person.style.words.chat.typical == 6
    assert person.style.sign_offs.mail.colleague == ("Mirjam",)
    assert (person.hours.start, person.responses.mail.median_minutes) == ("07:30", 60)
    assert person.responses.chat.checks_per_day == 30, (
        "the rest of a channel keeps the channel's own defaults"
    )
    assert person.patience.at_threshold == "escalates"
    assert person.voice.openings[:2] == ("The board says so.", "Trucks first.")


def test_everyday_words_are_understood(here: Here) -> None:
    answers = [
        "she",
        "41",
        "",
        "senior",
        "",
        "Hull, UK",
        "English native, some German, very good Dutch",
        "",
        "",
        "highish",
        "lowish",
    ]
    here(
        "persona",
        "new",
        given="Rosalind Achebe\nClaims Surveyor\ncargo claims surveyor\n" + "\n".join(answers) + "\ndone\n",
    )
    person = load_persona(Path("personas/claims_surveyor.yaml"))
    assert (person.pronouns, person.home.time_zone) == ("she/her", "Europe/London")
    assert [(one.code, one.level) for one in person.languages] == [
        ("en", "native"),
        ("de", "basic"),
        ("nl", "working"),
    ]
    assert (person.big_five.conscientiousness, person.big_five.agreeableness) == (62, 38)


def test_one_can_go_back_and_ask_for_more(here: Here) -> None:
    here("persona", "new", given=NEEDED + "she/her\nback\nthey/them\n?\n41\ndone\n")
    person = load_persona(Path("personas/fleet_planner.yaml"))
    assert (person.pronouns, person.age) == ("they/them", 41)


def test_an_input_that_ends_leaves_a_draft_that_is_gone_on_with(here: Here) -> None:
    here("persona", "new", given=NEEDED + "she/her\n44\n")
    draft = Path("personas/fleet_planner.draft.yaml")
    assert "age: 44" in draft.read_text("utf-8")
    assert not Path("personas/fleet_planner.yaml").exists()
    assert "fleet_planner" not in {one["id"] for one in json.loads(here("persona", "list", "--json"))}
    assert "is a draft" in here("persona", "show", draft, code=2)
    here("persona", "new", "fleet_planner", given="Fleet Planner\ndone\n")
    person = load_persona(Path("personas/fleet_planner.yaml"))
    assert (person.pronouns, person.age, person.title) == ("she/her", 44, "Fleet Planner")
    assert not draft.exists()


def test_an_input_without_an_answer_leaves_nothing(here: Here) -> None:
    here("persona", "new", given="")
    assert not Path("personas").exists()


def test_fragments_that_disagree_are_told_and_not_taken(here: Here) -> None:
    lines = NEEDED + "\n" * 8 + "early_bird, night_owl\nearly_bird\ndone\n"
    here("persona", "new", given=lines)
    assert load_persona(Path("personas/fleet_planner.yaml")).include == ("early_bird",)


def test_nothing_is_ever_overwritten(here: Here) -> None:
    here("persona", "new", given=NEEDED + "done\n")
    before = Path("personas/fleet_planner.yaml").read_bytes()
    assert "exists already" in here("persona", "new", given=NEEDED + "44\ndone\n", code=2)
    assert Path("personas/fleet_planner.yaml").read_bytes() == before


def test_a_copy_signs_with_its_own_name(here: Here) -> None:
    told = json.loads(
        here("persona", "new", "customs_clerk", "--from", "customs_broker", "--name", "Piet Groen", "--set", "age=24",
             "--no-questions", "--json")
    )  # fmt: skip
    person = load_persona(Path(told["file"]))
    assert (person.name, person.age, person.called) == ("Piet Groen", 24, "")
    assert "Piet Groen" in person.style.sign_offs.mail.colleague[0]
    assert told["warnings"] >= 1, "a copy is nearly the same person"


def test_answers_may_stand_in_a_file(here: Here) -> None:
    Path("a.yaml").write_text(
        "id: jo\nname: Jo Smit\nrole: {profession: dispatcher}\ninclude: [early_bird]\n", "utf-8"
    )
    here("persona", "new", "--answers", "a.yaml", "--out", "pack/personas", "--set", "style.formality=71")
    person = load_persona(Path("pack/personas/jo.yaml"))
    assert (person.style.formality, person.hours.start) == (71, "07:00")


BAD = {
    "binary": (b"\x00\xff\xfe", "not UTF-8"),
    "list": (b"- a\n", "`key: value` lines"),
    "unknown": (b"id: jo\nname: Jo\nrole: {profession: x}\ncolour: red\n", "`colour` is not a known key"),
    "missing": (b"age: 40\n", "id, name, role.profession are missing"),
    "yaml": (b"a: [1\n", "not closed"),
}


def test_faults_are_told_where_they_stand_in_the_answers(here: Here) -> None:
    Path("a.yaml").write_text(
        "# mine\nid: jo\nname: Jo\nsecrets: [x]\nrole: {profession: x, seniority: experienced}\n", "utf-8"
    )
    told = " ".join(here("persona", "new", "--answers", "a.yaml", code=2).split())
    assert (
        "a.yaml:4:1: secrets: `secrets` is not a known key. What somebody keeps to themselves is a fact"
        in told
    )
    assert "a.yaml:5:23: role.seniority" in told
    assert "personas/jo.yaml" not in told


@pytest.mark.parametrize("kind", BAD)
def test_answers_that_can_not_be_used_are_told(here: Here, kind: str) -> None:
    content, said = BAD[kind]
    Path("a.yaml").write_bytes(content)
    assert said in here("persona", "new", "--answers", "a.yaml", code=2)
    assert not Path("personas").exists()


def test_the_guide_speaks_at_a_terminal(tmp_path: Path) -> None:
    """At a terminal a person types, sees the next question, and Ctrl-D or Ctrl-C keeps what they gave."""
    shown = typed(["persona", "new"], [*NEEDED.splitlines(), "she/her", "\x04"], tmp_path)
    assert "What is their full name?" in shown
    assert "Pronouns" in shown
    assert "is kept in personas/fleet_planner.draft.yaml" in shown
    again = typed(["persona", "new", "fleet_planner"], ["41", "\x03"], tmp_path)
    assert "Going on with personas/fleet_planner.draft.yaml" in again
    text = (tmp_path / "personas" / "fleet_planner.draft.yaml").read_text("utf-8")
    assert "pronouns: she/her" in text
    assert "age: 41" in text


@pytest.mark.parametrize("more", [(), ("--no-questions", "--name", "Jo Smit", "--profession", "clerk")])
def test_a_folder_that_cannot_be_made_is_told_before_anything_is_asked(
    here: Here, more: tuple[str, ...]
) -> None:
    told = here("persona", "new", "jo", "--out", "/proc/x", *more, given="Jo Smit\n", code=2)
    assert "the folder /proc/x can't be made" in told
    assert "What is their" not in told


def test_a_text_that_no_file_can_hold_leaves_no_empty_file(here: Here) -> None:
    told = here(
        "persona", "new", "jo", "--no-questions", "--name", "Jo \udcff", "--profession", "clerk", code=2
    )
    assert told
    assert not list(Path().rglob("jo*.yaml"))
