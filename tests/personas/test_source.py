"""Typical slips of an author, each with the line it must be shown at and the fix it must be given."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from tenure.personas.problems import AuthoringError, AuthoringErrors, Misfit
from tenure.personas.schema import Persona
from tenure.personas.source import parse, parse_located

MINIMAL = "id: jo\nname: Jo Smit\nrole:\n  profession: dispatcher\n"


def faults(text: str, model: type[BaseModel] = Persona) -> list[str]:
    with pytest.raises(AuthoringErrors) as raised:
        parse(model, text, "jo.yaml")
    return str(raised.value).splitlines()


def test_ten_lines_are_enough() -> None:
    persona = parse(Persona, MINIMAL, "jo.yaml")
    assert (persona.title, persona.short_name, persona.pronoun_forms) == (
        "Dispatcher",
        "Jo",
        ("they", "them", "their"),
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "relability: {}\n",
            "jo.yaml:5:1: relability: `relability` is not a known key. Did you mean `reliability`?",
        ),
        (
            "patience: {tolerates: 3}\n",
            (
                "jo.yaml:5:12: patience.tolerates: `tolerates` is not a known key. Did you mean `tolerates_repeats`? "
                "Allowed here: at_threshold, recovers_per_day, tolerates_repeats."
            ),
        ),
        (
            "time_zone: Europe/Paris\n",
            "jo.yaml:5:1: time_zone: `time_zone` is not a known key. It belongs at `home.time_zone`.",
        ),
        (
            "home: {time_zone: Europe/Amsterdm}\n",
            (
                "jo.yaml:5:19: home.time_zone: `Europe/Amsterdm` is not a known time zone. "
                "Did you mean `Europe/Amsterdam`?"
            ),
        ),
        (
            "patience:\n  at_threshold: escalate\n",
            (
                "jo.yaml:6:17: patience.at_threshold: `escalate` is not one of the allowed values. "
                "Did you mean `escalates`? Allowed: terse, escalates, ignores."
            ),
        ),
        (
            "reliability:\n  keeps_promises: 1200\n",
            (
                "jo.yaml:6:19: reliability.keeps_promises: 1200 is out of range. "
                "Give 0 to 1000 (share of promises kept on time, per mille)."
            ),
        ),
        (
            "reliability:\n  keeps_promises: 0.7\n",
            (
                "jo.yaml:6:19: reliability.keeps_promises: expected a whole number, found 0.7. "
                "Share of promises kept on time, per mille."
            ),
        ),
        (
            "reliability:\n  keeps_promises: true\n",
            (
                "jo.yaml:6:19: reliability.keeps_promises: expected a whole number, found `true`. "
                "Share of promises kept on time, per mille."
            ),
        ),
        (
            "values: fairness\n",
            (
                "jo.yaml:5:9: values: expected a list (`- item` lines, or `[a, b]`), found the text `fairness`. "
                "What matters to them at work, the most important first."
            ),
        ),
        (
            "memory:\n  - fades_after_days: 3\n",
            "jo.yaml:6:3: memory: expected `key: value` lines, found a list. How long they remember.",
        ),
        (
            "home:\n  time_zone:\n",
            (
                "jo.yaml:6:3: home.time_zone: expected text, found nothing. "
                "IANA time zone: Europe/Amsterdam, Asia/Singapore."
            ),
        ),
        (
            "hours: {start: 9h}\n",
            "jo.yaml:5:16: hours.start: `9h` is not written as needed. Begins work, HH:MM local time.",
        ),
        (
            "hours:\n  start: 18:00\n  end: 09:00\n",
            (
                "jo.yaml:7:8: hours.end: the day ends at 09:00, not after it starts at 18:00. Give a later end. A "
                "night shift is written in a pack's `calendars:`, in two parts: 22:00-23:59 and, the day after, "
                "00:00-06:00."
            ),
        ),
        (
            "style:\n  words:\n    mail: {min: 50, typical: 20, max: 90}\n",
            (
                "jo.yaml:7:11: style.words.mail: min 50, typical 20, max 90 are out of order. "
                "They must not fall from min over typical to max."
            ),
        ),
        (
            "pressures:\n  - who: the bank\n",
            "jo.yaml:6:5: pressures[0].about: `about` is missing. Add `about: …` (what it is about, as a clause).",
        ),
        (
            "voice:\n  promises: ['by {when}', 'ok', 'fine']\n",
            (
                "jo.yaml:6:13: voice.promises: 3 given, at least 4 needed. "
                "Undertaking to do something by a time. At least 4 phrases."
            ),
        ),
        (
            "voice:\n  promises:\n    - by {wen}\n    - a\n    - b\n    - c\n",
            (
                "jo.yaml:7:7: voice.promises[0]: `{wen}` is not a slot of promises. "
                "Did you mean `when`? Allowed here: {asker}, {topic}, {when}."
            ),
        ),
        (
            "voice:\n  busy: ['till {when}', '{when}?', 'no, {when}', 'busy']\n",
            (
                "jo.yaml:6:9: voice.busy: too few phrases can be used when nothing more is known. "
                "Write at least 2 that hold no slots other than {asker}."
            ),
        ),
        (
            "expertise:\n  expert: [tariffs]\n  aware: [claims, Tariffs]\n",
            (
                "jo.yaml:7:19: expertise.aware[1]: `Tariffs` is listed under expert and under aware. "
                "Keep the one that is true."
            ),
        ),
        (
            "pronouns: she\n",
            (
                "jo.yaml:5:11: pronouns: `she` is not written as needed. "
                "she/her, he/him, they/them, or three words such as ze/zir/zirs."
            ),
        ),
    ],
)
def test_a_slip_is_shown_at_its_line_with_its_fix(more: str, said: str) -> None:
    assert faults(MINIMAL + more) == [said]


def test_all_faults_are_reported_in_the_order_of_the_file() -> None:
    found = faults("id: Jo\nnaem: Jo\nrole: {profession: x, seniority: boss}\nage: old\n")
    assert [line.split(": ")[1] for line in found] == ["id", "naem", "role.seniority", "age"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "jo.yaml:1:1: the file is empty. It must hold at least `id`, `name`, `role`."),
        ("# only a note\n", "jo.yaml:1:1: the file is empty. It must hold at least `id`, `name`, `role`."),
        (
            "- id: jo\n",
            (
                "jo.yaml:1:1: the file holds a list where `key: value` lines are expected. "
                "Start with keys at the left margin: `key: value`."
            ),
        ),
        (
            "just text\n",
            (
                "jo.yaml:1:1: the file holds a single value where `key: value` lines are expected. "
                "Start with keys at the left margin: `key: value`."
            ),
        ),
    ],
)
def test_a_file_of_the_wrong_kind(text: str, said: str) -> None:
    assert faults(text) == [said]


class Wait(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["wait"]
    minutes: int


class Post(BaseModel):
    model_config = ConfigDict(extra="forbid")
    kind: Literal["post"]
    text: str
    to: str = "all"


class Other(BaseModel):
    model_config = ConfigDict(extra="forbid")
    code: str
    amount: Decimal = Decimal(0)


class Script(BaseModel):
    model_config = ConfigDict(extra="forbid")
    version: str = ""
    flag: bool = False
    steps: list[Annotated[Wait | Post, Field(discriminator="kind")]] = []
    loose: list[Post | Other | str] = []
    named: dict[str, Post] = {}


def test_text_keeps_the_authors_spelling() -> None:
    script = parse(Script, "version: 1.10\nflag: yes\nloose: [{code: 007, amount: 1.5}]\n", "s.yaml")
    assert (script.version, script.flag) == ("1.10", True)
    assert script.loose == [Other(code="007", amount=Decimal("1.5"))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "steps:\n  - {kind: pots, text: hi}\n",
            (
                "jo.yaml:2:5: steps[0]: `kind: pots` is not one of the allowed kinds. "
                "Did you mean `post`? Allowed for `kind`: wait, post."
            ),
        ),
        (
            "steps:\n  - {kind: post, txt: hi}\n",
            (
                "jo.yaml:2:18: steps[0].txt: `txt` is not a known key. "
                "Did you mean `text`? Allowed here: kind, text, to."
            ),
        ),
        (
            "loose:\n  - {code: x, amont: 3}\n",
            (
                "jo.yaml:2:15: loose[0].amont: `amont` is not a known key. "
                "Did you mean `amount`? Allowed here: amount, code."
            ),
        ),
        (
            "named:\n  first: {kind: post, text: hi, t: x}\n",
            (
                "jo.yaml:2:33: named.first.t: `t` is not a known key. "
                "Did you mean `to`? Allowed here: kind, text, to."
            ),
        ),
    ],
)
def test_alternatives_are_judged_by_the_nearest(text: str, said: str) -> None:
    assert faults(text, Script) == [said]


def test_later_checks_can_point_at_lines() -> None:
    _, lines = parse_located(Persona, MINIMAL, "jo.yaml")
    assert (
        str(lines.error("role.profession", "is unknown here"))
        == "jo.yaml:4:3: role.profession: is unknown here"
    )


def test_a_misfit_carries_its_fix() -> None:
    fault = Misfit("too late", "Start earlier.", ("start",))
    assert (str(fault), fault.fix, fault.at) == ("too late", "Start earlier.", ("start",))


JUNK = st.recursive(
    st.sampled_from(["x", "7", "-1", "2000", "true", "~", "09:30", "{when}", "''", "she/her", "escalates"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        st.dictionaries(
            st.sampled_from(["mail", "start", "min", "who", "kind", "about", "days", "zzz"]),
            inner,
            max_size=3,
        ).map(lambda d: "{" + ", ".join(f"{k}: {v}" for k, v in d.items()) + "}"),
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*Persona.model_fields, "nmae", "colour"]), JUNK, max_size=5))
def test_whatever_stands_in_a_persona_is_accepted_or_explained(fields: dict[str, str]) -> None:
    text = "".join(f"{key}: {value}\n" for key, value in fields.items())
    refused: tuple[AuthoringError, ...] = ()
    try:
        parse(Persona, text, "jo.yaml")
    except AuthoringErrors as fault:
        refused = fault.errors
    assert all(1 <= error.line <= max(text.count("\n"), 1) and error.message for error in refused)
