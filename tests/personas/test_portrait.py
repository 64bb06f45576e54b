"""A persona is read back in sentences, each with where it comes from, and two are compared."""

from __future__ import annotations

from pathlib import Path

from tenure.personas.differences import differences
from tenure.personas.likeness import likeness
from tenure.personas.portrait import portrait, values
from tenure.personas.whole import Whole

HEAD = "id: jo\nname: Jo Verhaeghe\nage: 51\nrole: {profession: dispatcher}\ninclude: [early_bird]\n"


def person(folder: Path, text: str = "", name: str = "jo") -> Whole:
    file = folder / f"{name}.yaml"
    file.write_text(HEAD.replace("id: jo", f"id: {name}") + text, "utf-8")
    return Whole.load(file)


def test_sentences_name_the_file_the_fragment_or_the_default(tmp_path: Path) -> None:
    lines = portrait(person(tmp_path, "patience: {tolerates_repeats: 7}\n"))
    hours = next(one for one in lines if "07:00 to 15:30" in one.text)
    assert hours.sources[0].startswith("fragment early_bird:2")
    patience = next(one for one in lines if "7 repeats" in one.text)
    assert patience.sources == ("jo.yaml:6", "default")
    assert lines[0].text.startswith("Jo Verhaeghe, they/them, 51, is a dispatcher, mid")
    assert lines[0].sources[0].startswith("jo.yaml:2,3,4")


def test_every_value_has_an_origin(tmp_path: Path) -> None:
    whole = person(tmp_path)
    rows = {path: (value, at) for path, value, at in values(whole)}
    assert rows["hours.start"] == ("07:00", "fragment early_bird:2")
    assert rows["age"] == (51, "jo.yaml:3")
    assert rows["memory.mixed_up"] == (60, "default")
    assert not any(path.startswith("voice") for path in rows)


def test_differences_are_told_in_words_and_measured(tmp_path: Path) -> None:
    one = person(tmp_path, "big_five: {openness: 20}\nhelp: {will: [ring a driver]}\n")
    other = person(
        tmp_path,
        'big_five: {openness: 80}\nvoice: {busy: ["Not now.", "Trucks first.", "Ask me after.", "Full."]}\n',
        "bea",
    )
    found = differences(one, other)
    texts = {row.path: row.text for row in found.rows}
    assert texts["big_five.openness"] == "openness: 20 → 80 (+60)"
    assert "only the first: ring a driver" in texts["help.will"]
    assert "only the second has phrases of their own: “Not now.”" in texts["voice.busy"]
    assert found.likeness.traits > 0
    assert found.record()["differences"][0]["part"] == "person"


def test_a_person_does_not_differ_from_themselves(tmp_path: Path) -> None:
    one = person(tmp_path)
    found = differences(one, one)
    assert found.rows == ()
    assert (found.likeness.traits, found.likeness.writing, found.likeness.voices) == (0, 0, 0)


def test_likeness_is_symmetric_and_grows_with_what_differs() -> None:
    broker, billing, sales = (
        Whole.load(name).persona for name in ("customs_broker", "billing_analyst", "account_manager")
    )
    assert likeness(broker, billing).traits == likeness(billing, broker).traits
    assert likeness(broker, billing).traits < likeness(broker, sales).traits
    assert likeness(broker, broker).voices == 100


def test_one_is_said_as_one(tmp_path: Path) -> None:
    shown = "\n".join(one.text for one in portrait(person(tmp_path, "patience: {tolerates_repeats: 1}\n")))
    assert "Takes 1 repeat of a question" in shown
