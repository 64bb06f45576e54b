"""The built-in people load, differ from each other, and can be rebuilt from bytes; others can be added anywhere."""

from __future__ import annotations

import pickle
import re
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from statistics import correlation, median
from typing import get_args

import jsonschema
import pytest

from tenure import personas
from tenure.personas import AuthoringErrors, Persona, UnknownPersonaError
from tenure.personas.compose import compose
from tenure.personas.document import load_document
from tenure.personas.library import available, fragments, load_persona, persona_from_files, resolve_source
from tenure.personas.schema import Family, json_schema
from tenure.personas.voice import BANKS, Voice

PEOPLE = available()
EXAMPLE = Path(personas.__file__).parent / "example.yaml"
MINIMAL = "id: {id}\nname: Jo Smit\nrole: {{profession: dispatcher}}\n"


def sentences(voice: Voice) -> set[str]:
    """What a voice says in whole sentences, without case, punctuation and lone slots."""
    found: set[str] = set()
    for bank in BANKS:
        for phrase in voice.bank(bank):
            for sentence in re.split(r"(?<=[.!?:])\s+", phrase):
                said = re.sub(r"[^\w{}' ]", "", sentence.casefold()).strip()
                if said not in {"", "which"} and not re.fullmatch(r"\{\w+\}", said):
                    found.add(said)
    return found


def words(voice: Voice) -> set[tuple[str, ...]]:
    """The three-word runs of a voice."""
    runs: set[tuple[str, ...]] = set()
    for sentence in sentences(voice):
        tokens = sentence.split()
        runs.update(tuple(tokens[i : i + 3]) for i in range(len(tokens) - 2))
    return runs


def everybody() -> dict[str, Persona]:
    return {name: load_persona(name) for name in PEOPLE}


def test_there_are_people_of_every_field_and_rank_in_many_places() -> None:
    people = everybody().values()
    assert len(people) >= 40
    assert len({person.role.profession for person in people}) == len(people)
    assert len({person.short_name for person in people}) == len(people)
    assert {person.role.family for person in people} == set(get_args(Family)), "everybody belongs to a field"
    assert {person.role.seniority for person in people} == {"junior", "mid", "senior", "lead", "executive"}
    assert len({person.home.time_zone for person in people}) >= 20
    assert len({person.languages[0].code for person in people}) >= 20
    assert len({person.pronouns for person in people}) >= 3


def test_people_hand_off_to_people_there_are() -> None:
    strangers = {name: set(one.help.hands_off_to) - set(PEOPLE) for name, one in everybody().items()}
    assert {name: ids for name, ids in strangers.items() if ids} == {}


def test_people_are_composed_from_fragments() -> None:
    people = everybody().values()
    assert all(1 <= len(person.include) <= 4 for person in people)
    used = Counter(name for person in people for name in person.include)
    assert set(used) == set(fragments()), "a fragment that nobody is made of"
    assert sum(count > 1 for count in used.values()) >= len(used) // 2


@pytest.mark.parametrize("name", PEOPLE)
def test_a_person_is_rich(name: str) -> None:
    person = load_persona(name)
    assert person.id == name
    assert set(person.voice.model_fields_set) == set(BANKS), "no bank is worded plainly"
    for bank in BANKS:
        assert len(set(person.voice.bank(bank))) == len(person.voice.bank(bank)), f"{bank} repeats itself"
    assert len(sentences(person.voice)) >= 100
    assert person.background
    assert person.pressures
    assert person.help.will
    assert person.help.will_not
    assert person.expertise.expert


@pytest.mark.parametrize("name", PEOPLE)
def test_phrases_hold_at_any_hour_and_in_the_persons_habits(name: str) -> None:
    person = load_persona(name)
    said = [phrase for bank in BANKS for phrase in person.voice.bank(bank)]
    said += [
        text
        for lists in (person.style.greetings.mail, person.style.greetings.chat)
        for text in lists.colleague
    ]
    clock = re.compile(
        r"\b(\w+day(?<!today)s?|morning|afternoon|evening|tonight|lunch|weekend)\b", re.IGNORECASE
    )
    allowed = {"workday", "someday", "birthday", "holiday", "everyday"}
    assert [text for text in said if (m := clock.search(text)) and m[0].lower() not in allowed] == []
    if not person.style.habits.contractions:
        assert [text for text in said if re.search(r"\w'(s|m|re|ve|ll|d|t)\b", text)] == []


def test_no_sentence_is_shared_by_two_people() -> None:
    said: dict[str, list[str]] = {}
    for name, voice in {"plain": Voice(), **{name: one.voice for name, one in everybody().items()}}.items():
        for sentence in sentences(voice):
            said.setdefault(sentence, []).append(name)
    assert {sentence: names for sentence, names in said.items() if len(names) > 1} == {}


def test_wordings_of_two_people_overlap_little() -> None:
    runs = {name: words(one.voice) for name, one in everybody().items()}
    alike = {
        f"{one}-{other}": round(share, 3)
        for one, other in combinations(runs, 2)
        if (share := len(runs[one] & runs[other]) / min(len(runs[one]), len(runs[other]))) >= 0.05
    }
    assert alike == {}


def test_two_people_behave_differently() -> None:
    def traits(person: Persona) -> list[int]:
        return [
            person.style.formality // 10,
            person.style.words.mail.typical // 10,
            person.style.words.chat.typical // 3,
            person.responses.mail.median_minutes // 15,
            person.responses.chat.median_minutes // 10,
            person.reliability.keeps_promises // 100,
            person.reliability.remembers_unprompted // 100,
            person.memory.fades_after_days // 10,
            person.patience.tolerates_repeats,
            person.security.verifies_by_call_back // 100,
            person.big_five.extraversion // 10,
            person.big_five.agreeableness // 10,
        ]

    found = {name: traits(one) for name, one in everybody().items()}
    unlike = {
        f"{one}-{other}": sum(a != b for a, b in zip(found[one], found[other], strict=True))
        for one, other in combinations(found, 2)
    }
    assert {pair: count for pair, count in unlike.items() if count < 6} == {}


def test_the_cast_spans_what_people_are_like() -> None:
    people = list(everybody().values())

    def span(values: list[int]) -> tuple[int, int]:
        return min(values), max(values)

    youngest, oldest = span([p.age for p in people])
    assert youngest <= 22
    assert oldest >= 66
    assert all(p.role.years <= p.age - 16 for p in people)
    least, most = span([p.style.formality for p in people])
    assert most - least >= 70
    least, most = span([p.reliability.keeps_promises for p in people])
    assert most - least >= 500
    assert 600 <= median([p.reliability.keeps_promises for p in people]) <= 850
    least, most = span([p.responses.mail.never_answered for p in people])
    assert most - least >= 350
    assert {p.patience.at_threshold for p in people} == {"terse", "escalates", "ignores"}


def test_some_answer_at_once_and_some_after_a_day() -> None:
    """Medians of mail around the 45 to 53 minutes of one firm (Michalski et al. 2011), and wide on both sides."""
    medians = sorted(person.responses.mail.median_minutes for person in everybody().values())
    assert medians[0] <= 10
    assert medians[-1] >= 400, "a working day"
    assert 45 <= median(medians) <= 120
    assert medians[3 * len(medians) // 4] >= 3 * medians[len(medians) // 4]


@pytest.mark.parametrize(
    ("one", "other", "sign"),
    [
        ("conscientiousness", "agreeableness", 1),
        ("conscientiousness", "neuroticism", -1),
        ("agreeableness", "neuroticism", -1),
        ("extraversion", "neuroticism", -1),
        ("openness", "extraversion", 1),
        ("conscientiousness", "extraversion", 1),
        ("agreeableness", "extraversion", 1),
        ("openness", "agreeableness", 1),
        ("openness", "conscientiousness", 1),
        ("openness", "neuroticism", -1),
    ],
)
def test_traits_go_together_as_they_do_in_people(one: str, other: str, sign: int) -> None:
    """The directions of the corrected correlations in van der Linden et al. 2010 (144,117 people)."""
    traits = [person.big_five.model_dump() for person in everybody().values()]
    assert sign * correlation([t[one] for t in traits], [t[other] for t in traits]) > 0.03


def test_few_people_make_most_of_the_incidents() -> None:
    """6% of users made 29% of incidents in one study, 4% made 80% in another; here 5% make about 30%."""
    risks = sorted(p.security.clicks_links * p.security.enters_credentials for p in everybody().values())
    few = len(risks) // 20
    assert sum(risks[-few:]) >= 0.25 * sum(risks)
    assert sum(risks[: len(risks) // 2]) <= 0.1 * sum(risks)


@pytest.mark.parametrize("name", PEOPLE)
def test_a_person_is_rebuilt_from_bytes_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load_persona(name)
    files = resolve_source(name)
    monkeypatch.setattr("tenure.personas.library.shelves", lambda search=(): iter(()))
    assert persona_from_files(files, name) == whole
    needed = {key for key in files if key.startswith("fragments/")}
    assert len(needed) >= len(whole.include)
    if needed:
        with pytest.raises(AuthoringErrors, match="there is no fragment"):
            persona_from_files({k: v for k, v in files.items() if k not in needed}, name)


def test_a_persona_is_a_value() -> None:
    person = load_persona("customs_broker")
    again = pickle.loads(pickle.dumps(person))
    assert again == person
    assert hash(again) == hash(person)
    assert Persona.model_validate_json(person.model_dump_json()) == person
    with pytest.raises(ValueError, match="frozen"):
        person.age = 3  # type: ignore[misc]


def test_the_example_explains_every_field_and_is_right() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    person = load_persona(EXAMPLE)
    assert person.id == "example"
    data, _ = load_document(text, "example.yaml")
    assert set(data) == set(Persona.model_fields), "a new field belongs in the example too"
    for section in (
        "home",
        "role",
        "big_five",
        "expertise",
        "reliability",
        "memory",
        "patience",
        "help",
        "security",
    ):
        model = Persona.model_fields[section].annotation
        assert set(data[section]) == set(model.model_fields), section  # type: ignore[union-attr]
    assert set(data["style"]["habits"]) == set(type(person.style.habits).model_fields)


def test_the_json_schema_accepts_what_the_loader_accepts() -> None:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    data, _ = load_document(EXAMPLE.read_text(encoding="utf-8"), "example.yaml")
    assert list(validator.iter_errors(data)) == []
    assert list(validator.iter_errors({**data, "colour": "red"}))
    assert list(validator.iter_errors({**data, "age": 7}))


def test_every_field_is_described() -> None:
    schema = json_schema()
    models = [schema, *schema["$defs"].values()]
    bare = [
        f"{model['title']}.{name}"
        for model in models
        for name, field in model.get("properties", {}).items()
        if not field.get("description")
    ]
    assert bare == []


def test_people_may_live_in_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack, other = tmp_path / "pack", tmp_path / "other"
    for root, age in ((pack, 30), (other, 60)):
        (root / "personas" / "fragments").mkdir(parents=True)
        text = MINIMAL.format(id="jo") + "include: [calm, night_owl]\n"
        (root / "personas" / "jo.yaml").write_text(text, encoding="utf-8")
        (root / "personas" / "fragments" / "calm.yaml").write_text(f"age: {age}\n", encoding="utf-8")
    with pytest.raises(UnknownPersonaError):
        load_persona("jo")
    monkeypatch.setenv("TENURE_PATH", str(other))
    assert load_persona("jo").age == 60
    assert load_persona("jo", [pack]).age == 30, "a given folder comes before TENURE_PATH"
    assert load_persona(pack / "personas" / "jo.yaml").age == 30, "fragments beside a file come first"
    assert "jo" in available()
    assert set(resolve_source("jo")) == {"jo.yaml", "fragments/calm.yaml", "fragments/night_owl.yaml"}
    assert load_persona("jo").hours.start == "10:30", "built-in fragments serve everywhere"


def test_people_may_come_in_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "quay_people"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "harbour_pilot.yaml").write_text(MINIMAL.format(id="harbour_pilot"), encoding="utf-8")
    info = tmp_path / "quay_people-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: quay-people\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text("[tenure.personas]\nquay = quay_people\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        assert "harbour_pilot" in available()
        assert load_persona("harbour_pilot").name == "Jo Smit"
    finally:
        sys.modules.pop("quay_people", None)


def test_an_unknown_id_names_the_nearest_and_where_was_looked(tmp_path: Path) -> None:
    with pytest.raises(
        UnknownPersonaError, match=r"there is no persona `custom_broker`. Did you mean `customs_broker`\?"
    ):
        load_persona("custom_broker")
    with pytest.raises(UnknownPersonaError, match=re.escape(f"Looked in: {tmp_path}, built in.")):
        load_persona("nobody_here", [tmp_path])
    with pytest.raises(UnknownPersonaError, match="there is no file"):
        load_persona(tmp_path / "gone.yaml")


def test_the_id_is_the_files_name(tmp_path: Path) -> None:
    file = tmp_path / "ann.yaml"
    file.write_text(MINIMAL.format(id="jo"), encoding="utf-8")
    with pytest.raises(AuthoringErrors) as raised:
        load_persona(file)
    said = "the id `jo` is not the file's name. Write `id: ann`, or rename the file to jo.yaml."
    assert str(raised.value) == f"{file}:1:5: id: {said}"


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "jo.yaml"
    file.write_bytes(b"id: jo\nname: Jos\xe9\n")
    with pytest.raises(AuthoringErrors) as raised:
        load_persona(file)
    assert str(raised.value) == f"{file}:2:10: the file is not UTF-8 text. Save it as UTF-8."


def test_fragments_are_found_by_id() -> None:
    found = fragments()
    assert len(found) >= 10
    person = compose(MINIMAL.format(id="jo") + "include: [chat_terse, security_careful]\n", "jo.yaml", found)
    assert person.style.habits.lowercase_chat
    assert person.security.shares_password == 0
