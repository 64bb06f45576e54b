"""Lint finds what contradicts itself, says nothing or is somebody else already; the built-in people are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenure import scenarios
from tenure.personas.library import available
from tenure.personas.lint import Checked, Finding, lint

HEAD = "id: jo\nname: Jo Verhaeghe\nrole: {profession: dispatcher}\n"
GROUND = (
    "background: Drove the night mail for nine years and still counts gates aloud.\n"
    "big_five: {openness: 61, conscientiousness: 55, extraversion: 40, agreeableness: 45, neuroticism: 64}\n"
    "responses: {mail: {median_minutes: 130, never_answered: 380, checks_per_day: 4}}\n"
)


def check(folder: Path, text: str, *, ground: bool = True) -> Checked:
    """One persona, checked; with enough around it that only what the test writes is found."""
    file = folder / "jo.yaml"
    lines = [line for line in GROUND.splitlines() if line.split(":")[0] + ":" not in text] if ground else []
    file.write_text(HEAD + text + "\n".join(lines) + "\n", "utf-8")
    return lint([file])[0]


def one(checked: Checked, code: str, path: str) -> Finding:
    """The finding of that kind at that place."""
    found = [each for each in checked.findings if each.code == code and each.path == path]
    assert len(found) == 1, [str(each) for each in checked.findings]
    return found[0]


def codes(checked: Checked) -> set[str]:
    return {each.code for each in checked.findings if each.severity != "note"}


def test_the_built_in_people_come_out_clean() -> None:
    packs = Path(scenarios.__file__).parent / "packs"
    names = [*available(), *sorted(packs.glob("*/personas/*.yaml"))]
    found = [each for checked in lint(names) for each in checked.findings]
    assert [str(each) for each in found if each.severity != "note"] == []


CONTRADICTIONS = [
    ("patience: {tolerates_repeats: 1}\nbig_five: {agreeableness: 90}\n", "patience.tolerates_repeats"),
    ("patience: {tolerates_repeats: 9}\nbig_five: {agreeableness: 12}\n", "patience.tolerates_repeats"),
    (
        "pressures: [{who: the yard, about: slots are gone by noon, weight: 95}]\npatience: {tolerates_repeats: 8}\n",
        "patience.tolerates_repeats",
    ),
    ("patience: {at_threshold: ignores}\nbig_five: {conscientiousness: 92}\n", "patience.at_threshold"),
    ("big_five: {agreeableness: 15}\nhelp: {takes_over_work: gladly}\n", "help.takes_over_work"),
    ("big_five: {extraversion: 12}\nhelp: {volunteers: 700}\n", "help.volunteers"),
    ("big_five: {conscientiousness: 90}\nreliability: {keeps_promises: 300}\n", "reliability.keeps_promises"),
    (
        "big_five: {conscientiousness: 85}\nreliability: {overrun_percent: 320}\n",
        "reliability.overrun_percent",
    ),
    ("reliability: {keeps_promises: 950, remembers_unprompted: 200}\n", "reliability.remembers_unprompted"),
    ("style: {formality: 90, habits: {emoji: ['🙂'], emoji_use: 400}}\n", "style.habits.emoji_use"),
    (
        "style: {formality: 88, greetings: {mail: {colleague: ['Hey {asker}']}}}\n",
        "style.greetings.mail.colleague[0]",
    ),
    (
        "style: {formality: 10, greetings: {mail: {colleague: ['Dear {asker},']}}}\n",
        "style.greetings.mail.colleague[0]",
    ),
    ("style: {habits: {emoji_use: 200}}\n", "style.habits.emoji_use"),
    ("style: {habits: {hedging: 300, hedges: []}}\n", "style.habits.hedges"),
    ("style: {tone: [blunt], habits: {hedging: 500}}\n", "style.habits.hedging"),
    ("style: {tone: [hesitant], habits: {hedging: 5}}\n", "style.habits.hedging"),
    ("style: {tone: [warm, icy]}\n", "style.tone[1]"),
    ("style: {tone: [terse], words: {mail: {min: 20, typical: 140, max: 300}}}\n", "style.words.mail"),
    (
        (
            "big_five: {extraversion: 92}\nstyle: {words: {mail: {min: 1, typical: 6, max: 20}, "
            "chat: {min: 1, typical: 3, max: 9}}}\n"
        ),
        "style.words",
    ),
    ("responses: {chat: {median_minutes: 3, checks_per_day: 4}}\n", "responses.chat.median_minutes"),
    (
        "attention: {batch_minutes: 240}\nresponses: {mail: {median_minutes: 20, checks_per_day: 20}}\n",
        "responses.mail.median_minutes",
    ),
    ("responses: {mail: {checks_per_day: 0}}\n", "responses.mail.checks_per_day"),
    (
        "attention: {interrupts: [{kind: any, sender: anyone}], focus: [{start: '09:30', end: '11:00'}]}\n",
        "attention.focus",
    ),
    ("hours: {lunch: '20:00'}\n", "hours.lunch"),
    ("hours: {start: '06:00', end: '22:00', lunch: '12:00'}\n", "hours.end"),
    ("hours: {end: '21:30'}\nresponses: {works_evenings: 700}\n", "responses.works_evenings"),
    ("attention: {focus: [{start: '19:00', end: '20:00'}]}\n", "attention.focus[0]"),
    ("home: {country: NL, time_zone: Asia/Singapore}\n", "home.time_zone"),
    (
        (
            "languages: [{code: nl, level: native}, {code: en, level: basic}]\nstyle: "
            "{words: {mail: {typical: 90, max: 200}}}\n"
        ),
        "style.words.mail",
    ),
    ("age: 24\nrole: {profession: dispatcher, years: 30}\n", "role.years"),
    ("role: {profession: dispatcher, seniority: lead, years: 1}\n", "role.years"),
    ("security: {verifies_by_call_back: 950, shares_password: 400}\n", "security.shares_password"),
    ("security: {reports: 900, clicks_links: 600}\n", "security.clicks_links"),
    ("security: {enters_credentials: 100, shares_password: 300}\n", "security.shares_password"),
    ("expertise: {expert: [information security]}\nsecurity: {clicks_links: 500}\n", "security.clicks_links"),
    ("help: {will: [read a draft claim], will_not: [read a draft claim]}\n", "help.will_not[0]"),
    ("expertise: {expert: [gate slots]}\nhelp: {will_not: [book gate slots]}\n", "help.will_not[0]"),
]


@pytest.mark.parametrize(("text", "path"), CONTRADICTIONS, ids=[path for _, path in CONTRADICTIONS])
def test_what_can_not_both_be_meant_is_found_at_its_place(tmp_path: Path, text: str, path: str) -> None:
    if text.startswith(("role:", "age:")):
        file = tmp_path / "jo.yaml"
        role = "" if "role:" in text else "role: {profession: x}\n"
        file.write_text(f"id: jo\nname: Jo Verhaeghe\n{text}{role}{GROUND}", "utf-8")
        checked = lint([file])[0]
    else:
        checked = check(tmp_path, text)
    found = one(checked, "contradiction", path)
    assert found.severity == "warning"
    assert found.why
    assert found.fix
    line = (tmp_path / "jo.yaml").read_text("utf-8").splitlines()[found.line - 1]
    assert path.split(".")[0].split("[")[0] in line


def test_what_fits_is_not_found(tmp_path: Path) -> None:
    checked = check(
        tmp_path,
        "patience: {tolerates_repeats: 5}\nstyle: {formality: 80, tone: [calm, exact], greetings: {mail: {colleague: "
        "['Dear {asker},']}}}\nhelp: {will: [check a route], will_not: [release a route before the driver agrees]}\n"
        "home: {city: Perth, country: AU, time_zone: Australia/Perth}\n",
    )
    assert codes(checked) == set()


def test_a_value_of_a_fragment_is_mended_in_the_persona(tmp_path: Path) -> None:
    checked = check(tmp_path, "include: [early_bird]\nattention: {focus: [{start: '17:00', end: '18:00'}]}\n")
    found = one(checked, "contradiction", "attention.focus[1]")
    assert found.file == str(tmp_path / "jo.yaml")
    assert "07:00 to 15:30" in found.message


VAGUE = [
    ("background: She is a good communicator and a real team player.\n", "good communicator"),
    ("background: A dedicated and reliable professional with excellent skills.\n", "not one concrete thing"),
    ("values: [integrity]\n", "valued by everybody"),
    ("style: {tone: [professional]}\n", "is no tone"),
    ("help: {will: [go the extra mile]}\n", "extra mile"),
]


@pytest.mark.parametrize(("text", "said"), VAGUE, ids=[said for _, said in VAGUE])
def test_words_that_say_nothing_are_found(tmp_path: Path, text: str, said: str) -> None:
    checked = check(tmp_path, text)
    assert any(each.code == "vague" and said in each.message for each in checked.findings), checked.findings


@pytest.mark.parametrize(
    "text",
    [
        "Drove lorries for nine years before an accident put her behind a desk.",
        "Came from the quay at Velsen and never left the radio off again.",
        "Keeps a paper map of every loading bay, coloured in by how the gatekeepers treat drivers.",
    ],
)
def test_a_background_with_something_in_it_passes(tmp_path: Path, text: str) -> None:
    assert "vague" not in codes(check(tmp_path, f"background: {text}\n"))


def bank(name: str, *phrases: str) -> str:
    return f"  {name}:\n" + "".join(f'    - "{phrase}"\n' for phrase in phrases)


def test_phrases_that_repeat_themselves_are_found(tmp_path: Path) -> None:
    text = "voice:\n" + bank(
        "refusals", "Not mine to give.", "No chance.", "Not mine to give!", "Ask elsewhere."
    )
    text += bank("terse", "No chance.", "Read it again.", "As before.", "Done with that.")
    found = [each for each in check(tmp_path, text).findings if each.code == "repeats"]
    assert {each.path for each in found} == {"voice.refusals[2]", "voice.terse[0]"}
    same = "voice:\n" + bank(
        "busy", "Can not do this now.", "Can not do that.", "Can not do more.", "Wait, please."
    )
    assert any("3 of 4 busy begin with `can not`" in each.message for each in check(tmp_path, same).findings)


def test_phrases_that_do_not_fit_their_person_are_found(tmp_path: Path) -> None:
    words = "{mail: {min: 1, typical: 5, max: 8}, chat: {min: 1, typical: 4, max: 8}}"
    text = f"style: {{habits: {{contractions: false}}, words: {words}}}\n"
    text += "voice:\n" + bank(
        "openings", "I'm on it.", "Good morning to you.", "Hoi, bedankt.",
        "This is a phrase of eleven words which is never said whole.",
    )  # fmt: skip
    found = {(each.code, each.path) for each in check(tmp_path, text).findings}
    assert ("contradiction", "voice.openings[0]") in found
    assert ("time", "voice.openings[1]") in found
    assert ("contradiction", "voice.openings[2]") in found
    assert ("length", "voice.openings[3]") in found


def test_somebody_elses_name_is_found(tmp_path: Path) -> None:
    checked = check(tmp_path, "style: {sign_offs: {mail: {colleague: ['Kind regards, Hendrik Postma']}}}\n")
    found = one(checked, "name", "style.sign_offs.mail.colleague[0]")
    assert "customs_broker" in found.message


def test_a_copy_is_found_and_the_nearest_is_named_with_the_distance(tmp_path: Path) -> None:
    from tenure.personas.whole import Whole

    text = Whole.load("customs_broker").text
    (tmp_path / "twin.yaml").write_text(text.replace("id: customs_broker", "id: twin"), "utf-8")
    checked = lint([tmp_path / "twin.yaml"])[0]
    found = next(each for each in checked.findings if each.code == "near-duplicate")
    assert "`customs_broker`" in found.message
    assert "0 of 100 apart" in found.message
    assert "voices share 100%" in found.message
    assert checked.nearest is not None
    assert checked.nearest[0] == "customs_broker"


def test_two_files_are_compared_with_each_other_too(tmp_path: Path) -> None:
    for name in ("ann", "bea"):
        (tmp_path / f"{name}.yaml").write_text(HEAD.replace("jo", name) + GROUND, "utf-8")
    ann, _ = lint([tmp_path / "ann.yaml", tmp_path / "bea.yaml"])
    assert ann.nearest is not None
    assert ann.nearest[0] == "bea"
    assert "near-duplicate" in codes(ann)


BAD = {
    "binary": (b"\x89PNG\r\n\x1a\n\x00\x00", "not UTF-8"),
    "latin": (b"id: jo\nname: Jos\xe9\n", "not UTF-8"),
    "bomb": (b"a: &a [x,x,x,x,x,x,x,x,x,x]\n" + b"".join(
        b"%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n" % (k, k, *([k - 1] * 10)) for k in range(98, 106)
    ), "more than 200,000 values"),
    "tag": (b"id: !!python/object:os.system jo\n", "not supported"),
    "control": (b"id: jo\nname: a\x00b\n", ""),
    "list": (b"- id: jo\n", "`key: value` lines are expected"),
    "empty": (b"", "the file is empty"),
    "unknown": (b"id: jo\nname: Jo\nrole: {profession: x}\ncolour: red\n", "`colour` is not a known key"),
    "huge number": (b"id: jo\nname: Jo\nage: " + b"9" * 500 + b"\nrole: {profession: x}\n", ""),
}  # fmt: skip


@pytest.mark.parametrize("kind", BAD)
def test_what_can_not_be_read_is_one_finding_with_its_line(tmp_path: Path, kind: str) -> None:
    content, said = BAD[kind]
    (tmp_path / "jo.yaml").write_bytes(content)
    checked = lint([tmp_path / "jo.yaml"])[0]
    assert checked.worst("error")
    assert all(each.line >= 1 and each.file.endswith("jo.yaml") for each in checked.findings)
    assert said in checked.findings[0].message
    if kind == "unknown":
        assert checked.findings[0].line == 4
