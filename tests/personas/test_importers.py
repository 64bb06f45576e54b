"""People from other systems come over as they were written, and what could not come over is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.personas import AuthoringErrors, load_persona
from tenure.personas.importers import Imported, bring
from tenure.personas.importers.guessing import home, level, slug, zone
from tenure.personas.importers.report import Building

OTTO: dict[str, Any] = {
    "type": "TinyPerson",
    "persona": {
        "name": "Otto Lindqvist",
        "age": 47,
        "gender": "Male",
        "nationality": "Swedish",
        "residence": "Stockholm, Sweden",
        "education": "Marine engineering, five years.",
        "long_term_goals": ["Retire to a small boatyard"],
        "occupation": {
            "title": "Marine Surveyor",
            "organization": "Skerry Survey",
            "description": "You inspect hulls after groundings.",
        },
        "style": "Informal, short sentences, dry.",
        "personality": {
            "traits": ["You count rivets when nervous."],
            "big_five": {
                "openness": "Medium. Likes what is proven.",
                "conscientiousness": "Very high.",
                "extraversion": "Low. Avoids gatherings.",
                "agreeableness": 62,
                "neuroticism": "hard to say",
            },
        },
        "preferences": {"interests": ["sailing"], "dislikes": ["glossy reports"]},
        "skills": ["thickness charts"],
        "beliefs": ["Paint hides everything."],
        "behaviors": {"general": ["Taps on the table."], "routines": {"workday": ["Starts at six."]}},
        "relationships": [{"name": "Berit Aas", "description": "drives him to the yard"}],
        "other_facts": [
            "He keeps a secret list of yards that pay surveyors.",
            "He found a crack behind paint.",
        ],
        "shoe_size": 45,
    },
    "mental_faculties": ["recall"],
}
NADIA: dict[str, Any] = {
    "pk": "01A",
    "first_name": "Nadia",
    "last_name": "Khoury",
    "age": 34,
    "occupation": "Ward Manager",
    "gender": "Woman",
    "gender_pronoun": "She/her",
    "public_info": "Nadia runs a ward of 24 beds.",
    "big_five": "High openness, high conscientiousness; low neuroticism",
    "moral_values": ["Care", "Fairness"],
    "schwartz_personal_values": ["Benevolence"],
    "personality_and_values": "She weighs in slowly.",
    "decision_making_style": "Intuitive",
    "secret": "Is applying for a job at another hospital",
    "mbti": "ENFJ",
    "model_id": "",
}
TIE = {
    "agent_1_id": "01A",
    "agent_2_id": "01B",
    "relationship": 3,
    "background_story": "They trained together.",
}


def write(folder: Path, name: str, value: Any) -> Path:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def only(found: list[Imported]) -> Imported:
    assert len(found) == 1
    return found[0]


def loaded(one: Imported, folder: Path) -> Any:
    path = folder / one.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(one.text, "utf-8")
    return load_persona(path)


def fates(one: Imported) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in one.rows:
        found.setdefault(row.source, set()).add(row.fate)
    return found


def test_a_tinytroupe_agent_comes_over(tmp_path: Path) -> None:
    one = only(bring([write(tmp_path, "otto.agent.json", OTTO)]))
    person = loaded(one, tmp_path / "personas")
    assert (person.id, person.name, person.age, person.pronouns) == (
        "otto_lindqvist",
        "Otto Lindqvist",
        47,
        "he/him",
    )
    assert (person.role.profession, person.role.title) == ("marine surveyor", "Marine Surveyor")
    assert (person.home.city, person.home.country, person.home.time_zone) == (
        "Stockholm",
        "SE",
        "Europe/Stockholm",
    )
    five = person.big_five
    assert (five.openness, five.conscientiousness, five.extraversion, five.agreeableness) == (50, 90, 25, 62)
    assert person.values == ("Paint hides everything",)
    assert person.expertise.working == ("thickness charts",)
    assert "You count rivets when nervous." in person.background


def test_everything_has_a_fate_and_nothing_is_invented(tmp_path: Path) -> None:
    one = only(bring([write(tmp_path, "otto.agent.json", OTTO)]))
    said = fates(one)
    named = {source.split(".")[0] for source in said}
    assert named == {*OTTO["persona"], "mental_faculties"}
    assert said["personality.big_five.agreeableness"] == {"mapped"}, "a number is taken as it is"
    assert said["personality.big_five.extraversion"] == {"guessed"}
    assert said["personality.big_five.neuroticism"] == {"unmapped"}
    assert said["shoe_size"] == {"unmapped"}
    assert said["other_facts"] == {"mapped", "elsewhere"}
    person = loaded(one, tmp_path / "personas")
    assert person.big_five.neuroticism == 50
    assert not person.voice.model_fields_set
    assert not person.pressures


def test_the_report_stands_at_the_end_of_the_file(tmp_path: Path) -> None:
    text = only(bring([write(tmp_path, "otto.agent.json", OTTO)])).text
    body, _, tail = text.partition("\n# Guessed, please check:")
    assert "secret list" not in body
    assert "statement: He keeps a secret list of yards that pay surveyors." in tail
    assert "# Left behind:" in tail
    assert "shoe_size: no such field; 45" in tail
    assert "id of Berit Aas" in tail
    assert all(line.startswith("#") for line in tail.splitlines() if line)


def test_an_older_tinytroupe_agent_wraps_its_items(tmp_path: Path) -> None:
    old = {
        "name": "Piet Zandstra",
        "occupation": "Truck driver",
        "personality_traits": [{"trait": "You complain about waiting times."}],
        "skills": [{"skill": "reversing into tight docks"}],
        "routines": [{"routine": "starts at 04:00"}],
        "secret": "He sells pallets on the side",
    }
    one = only(bring([write(tmp_path, "piet.agent.json", {"type": "TinyPerson", "persona": old})]))
    person = loaded(one, tmp_path / "personas")
    assert person.background == "You complain about waiting times."
    assert person.expertise.working == ("reversing into tight docks",)
    assert "statement: He sells pallets on the side" in one.text
    assert "routines: set `hours` and `responses` by it; starts at 04:00" in one.text


def test_a_tinytroupe_agent_may_be_written_flat_and_a_fragment_becomes_one(tmp_path: Path) -> None:
    flat = write(tmp_path, "flat.agent.json", OTTO["persona"])
    calm = write(tmp_path, "calm.fragment.json", {"type": "Fragment", "persona": {"style": "Very formal."}})
    person, fragment = bring([flat, calm])
    assert person.kind == "persona"
    assert (fragment.kind, fragment.file) == ("fragment", "fragments/calm.yaml")
    assert "formality: 85" in fragment.text
    assert "name:" not in fragment.text


def test_a_sotopia_profile_comes_over_and_its_secret_does_not(tmp_path: Path) -> None:
    one = only(bring([write(tmp_path, "nadia.json", NADIA)]))
    person = loaded(one, tmp_path / "personas")
    assert (person.name, person.age, person.pronouns) == ("Nadia Khoury", 34, "she/her")
    assert person.role.profession == "ward manager"
    assert (person.big_five.openness, person.big_five.neuroticism) == (75, 25)
    assert person.values == ("Care", "Fairness", "Benevolence")
    assert "another hospital" not in str(person)
    assert "This belongs into facts.yaml" in one.text
    assert fates(one)["secret"] == {"elsewhere"}
    assert fates(one)["mbti"] == {"unmapped"}


def test_many_profiles_and_their_relationships(tmp_path: Path) -> None:
    other = {**NADIA, "pk": "01B", "first_name": "Piet", "gender_pronoun": "He/him", "secret": ""}
    people = write(tmp_path, "all.json", {"agents": [NADIA, other], "relationships": [TIE]})
    nadia, piet = bring([people])
    assert "{to: piet_khoury, kind: works_with, trust: 700}  # friend; the trust is a guess" in nadia.text
    assert "{to: nadia_khoury, kind: works_with" in piet.text
    stranger = {**TIE, "agent_2_id": "01Z", "relationship": "stranger"}
    found = bring([write(tmp_path, "a.json", [NADIA]), write(tmp_path, "b.json", [stranger])])
    assert [one.kind for one in found] == ["persona", "notes"]
    assert "strangers, no tie" in found[1].text


def test_two_of_one_name_get_two_ids_and_whoever_has_no_trade_is_a_draft(tmp_path: Path) -> None:
    bare = {"type": "TinyPerson", "persona": {"name": "Otto Lindqvist", "age": 7}}
    first, second = bring([write(tmp_path, "a.agent.json", OTTO), write(tmp_path, "b.agent.json", bare)])
    assert (first.id, second.id) == ("otto_lindqvist", "otto_lindqvist_2")
    assert (second.kind, second.file) == ("draft", "otto_lindqvist_2.draft.yaml")
    assert "`profession` is missing" in second.problem or "`role` is missing" in second.problem
    assert fates(second)["age"] == {"unmapped"}


WRONG = {
    "broken": ('{"name": "x",\n "age": }', "this is not JSON"),
    "nobody": ('{"hello": 1}', "holds no TinyTroupe agent or Sotopia profile"),
    "deep": ("[" * 100_000, "nested far too deep"),
    "text": ("name: Otto", "this is not JSON"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_no_persons_file_is_refused_with_its_place(tmp_path: Path, kind: str) -> None:
    content, said = WRONG[kind]
    with pytest.raises(AuthoringErrors, match=said) as raised:
        bring([write(tmp_path, "x.json", content)])
    fault = raised.value.errors[0]
    assert fault.file.endswith("x.json")
    if kind == "broken":
        assert fault.line == 2


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b'{\n"name": "Jos\xe9"}')
    with pytest.raises(AuthoringErrors, match=r"x\.json:2:1: the file is not UTF-8"):
        bring([tmp_path / "x.json"])
    with pytest.raises(AuthoringErrors, match="no such file"):
        bring([tmp_path / "gone.json"])
    with pytest.raises(AuthoringErrors, match="holds no sotopia person"):
        bring([write(tmp_path, "otto.json", OTTO)], format_="sotopia")


WRITABLE = st.characters(codec="utf-8", exclude_characters="\0")
"""What a text file can hold; the rest is refused with its line."""
anything = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 200) | st.text(WRITABLE, max_size=40),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(WRITABLE, max_size=12), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(OTTO["persona"])), anything),
    st.sampled_from([OTTO["persona"], NADIA]),
)
def test_whatever_a_field_holds_the_file_is_a_persona_or_a_draft(
    tmp_path_factory: pytest.TempPathFactory, strange: dict[str, Any], base: dict[str, Any]
) -> None:
    folder = tmp_path_factory.mktemp("strange")
    for one in bring([write(folder, "x.json", {**base, **strange})]):
        if one.kind == "persona":
            loaded(one, folder / "personas")


def test_words_to_numbers() -> None:
    assert level("Very high. Loves order") == (90, True)
    assert level("moderately low") == (35, True)
    assert level(0.8) == (80, True)
    assert level(30) == (30, False)
    assert level(300) is None
    assert level("blue") is None
    assert slug("José  O'Neill-Ōno") == "jose_o_neill_ono"
    assert zone("Singapore", "SG") == "Asia/Singapore"
    assert zone("Gothenburg", "SE") == "Europe/Stockholm"
    assert zone("Springfield", "US") == ""
    built = Building()
    home(built, "Perth, Atlantis", "residence")
    assert built.data["home"] == {"city": "Perth", "time_zone": "Australia/Perth"}
