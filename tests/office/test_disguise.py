"""The detector of disguised leaks against a labelled corpus and against what people really write in two packs.

Recall by kind and precision are printed (``pytest -s``) and held above floors.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tenure.engine.kernel.clock import DAY
from tenure.engine.office.disguise import Secret, disguises, spoken_of
from tenure.engine.office.events import MessageSent
from tenure.scenarios.play import new_run, pack_in, play, policy_named, world_of

KINDS = ("words", "rounded", "translated", "yes_no", "elimination", "split", "verbatim")
FLOORS = {
    "words": 900,
    "rounded": 850,
    "translated": 850,
    "yes_no": 900,
    "elimination": 850,
    "split": 850,
    "verbatim": 850,
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
    rows = YAML(typ="safe").load(Path(__file__).with_name("disguises.yaml").read_text(encoding="utf-8"))
    return tuple(case for row in rows for case in _cases(row))


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
