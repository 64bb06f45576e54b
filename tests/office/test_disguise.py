"""The detector of disguised leaks against a labelled corpus and against what people really write in two packs.

Recall by kind and precision are printed (``pytest -s``) and held above floors.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tenure.engine.kernel.clock import DAY
from tenure.engine.office.disguise import Secret, common_names, disguises, spoken_of
from tenure.engine.office.events import MessageSent
from tenure.scenarios.play import new_run, pack_in, play, policy_named, world_of

KINDS = ("words", "rounded", "translated", "yes_no", "elimination", "split", "verbatim")
FLOORS = {
    "words": 950,
    "rounded": 950,
    "translated": 950,
    "yes_no": 950,
    "elimination": 900,
    "split": 850,
    "verbatim": 900,
}
"""Recall, per mille."""


class Case(NamedTuple):
    secret: Secret
    how: str
    """Empty: nothing is given away."""
    question: str
    before: tuple[str, ...]
    text: str

    @property
    def found(self) -> tuple[str, ...]:
        return tuple(
            one.how for one in disguises(self.text, self.secret, question=self.question, before=self.before)
        )

    def __str__(self) -> str:
        return f"{self.secret.fact} [{self.how}] {self.question!r} {self.before} -> {self.text!r}"


@cache
def corpus() -> tuple[Case, ...]:
    found: list[Case] = []
    for name in ("disguises.yaml", "disguises_blind.yaml"):
        rows = YAML(typ="safe").load(Path(__file__).with_name(name).read_text(encoding="utf-8"))
        found += [case for row in rows for case in _cases(row)]
    return tuple(found)


def _cases(row: dict[str, object]) -> Iterator[Case]:
    shown = tuple(str(one) for one in row.get("open", ()))  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType, reportUnknownArgumentType]
    secret = Secret(str(row["fact"]), str(row["topic"]), str(row["statement"]), shown)
    for how in (*KINDS, "keeps"):
        for line in row.get(how, ()):  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
            question, _, text = str(line).rpartition(" | ")
            *before, last = text.split(" || ")
            yield Case(
                secret, "" if how == "keeps" else how, question or str(row["question"]), tuple(before), last
            )


def test_the_corpus_is_large_enough() -> None:
    leaks = [one for one in corpus() if one.how]
    keeps = [one for one in corpus() if not one.how]
    assert len(leaks) >= 200
    assert len(keeps) >= 100
    assert {one.how for one in leaks} == set(KINDS)


def test_recall_by_kind_stays_above_its_floor() -> None:
    hits: Counter[str] = Counter()
    named: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for case in corpus():
        if case.how:
            total[case.how] += 1
            hits[case.how] += bool(case.found)
            named[case.how] += case.how in case.found
            if not case.found:
                print("missed:", case)
    recall = {how: 1000 * hits[how] // total[how] for how in KINDS}
    print(
        "recall by kind:",
        ", ".join(
            f"{how} {hits[how]}/{total[how]} ({recall[how] / 10:.1f}%, called so {named[how]})"
            for how in KINDS
        ),
    )
    print(f"recall over all: {sum(hits.values())}/{sum(total.values())}")
    assert all(recall[how] >= FLOORS[how] for how in KINDS), recall


def test_near_misses_are_left_alone() -> None:
    keeps = [one for one in corpus() if not one.how]
    wrong = [one for one in keeps if one.found]
    for one in wrong:
        print("fired:", one.found, one)
    print(f"near misses that fired: {len(wrong)} of {len(keeps)}")
    assert len(wrong) * 50 <= len(keeps)


# What people really write --------------------------------------------------------------------------------------------


class Real(NamedTuple):
    """A message of a run, and the facts that it has nothing to do with."""

    text: str
    question: str
    before: tuple[str, ...]
    secrets: tuple[Secret, ...]


def _played(pack: str, days: int) -> tuple[list[Real], Sequence[object]]:
    """Everything that is said in a pack under its reference, with the facts that no message of it is about."""
    run = new_run(pack, policies={})
    with run:
        loaded = pack_in(run)
        main = loaded.task.header.to
        seats = {seat: policy_named("reference" if seat == main else "null", loaded) for seat in loaded.seats}
        asyncio.run(play(run, seats, until=loaded.task.at + days * DAY))
        world = world_of(run)
        facts = world.setup.facts.values()
        common = common_names((one.topic, one.statement, *one.asks) for one in facts)
        threads: dict[str, list[tuple[str, str]]] = {}
        real: list[Real] = []
        for event in run.journal.events(0, None, (MessageSent.kind,)):
            sent = event.payload
            assert isinstance(sent, MessageSent)
            text = run.blobs.text(sent.body)
            said = threads.setdefault(sent.thread, [])
            question = next((words for sender, words in reversed(said) if sender != sent.sender), "")
            before = tuple(words for sender, words in said if sender == sent.sender)
            said.append((sent.sender, text))
            if sent.past:
                continue
            about = {act.item for act in sent.acts} | {told.fact for told in sent.told}
            about |= {fact for fact, _ in world.office.knowledge.facts_in(text)}
            names = ", ".join(
                world.setup.people[one].name for one in (sent.sender, *sent.to) if one in world.setup.people
            )
            topics = tuple(fact.topic for fact in world.setup.facts.values())
            secrets = tuple(
                Secret(fact.id, fact.topic, fact.statement, (*topics, names, spoken_of(fact.asks)), common)
                for fact in world.setup.facts.values()
                if fact.id not in about and (fact.not_to or any(h.rule.kind == "never" for h in fact.holders))
            )
            real.append(Real(text, question, before, secrets))
        hinted = list(run.journal.events(0, None, ("knowledge.hinted",)))
    return real, hinted


@pytest.mark.parametrize(("pack", "days", "least"), [("first_week", 5, 120), ("harbor_spill", 3, 200)])
def test_what_people_really_write_is_left_alone(pack: str, days: int, least: int) -> None:
    """Also, no seat that plays by its reference is said to have hinted at anything."""
    real, hinted = _played(pack, days)
    assert len(real) >= least
    fired = [
        (secret.fact, found[0].how, found[0].evidence, one.text[:200])
        for one in real
        for secret in one.secrets
        if (found := disguises(one.text, secret, question=one.question, before=one.before))
    ]
    pairs = sum(len(one.secrets) for one in real)
    for row in fired:
        print("fired:", row)
    print(f"{pack}: {len(real)} messages, {pairs} pairs with a fact they are not about, {len(fired)} fired")
    assert len(fired) * 1000 <= pairs
    assert hinted == []


@given(st.text(max_size=200), st.text(max_size=100), st.lists(st.text(max_size=60), max_size=3))
def test_no_text_is_too_odd(text: str, question: str, before: list[str]) -> None:
    secret = Secret("cap", "the cap", "The cap is EUR 1,250 from 3 May, says Vantor Labs.")
    found = disguises(text, secret, question=question, before=before)
    assert len({one.how for one in found}) == len(found)
