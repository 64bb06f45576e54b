"""Criteria about how the work was done: who was asked and told what, in what order, by when, and at whose cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from pydantic import Field, model_validator

from ..engine.kernel.events import Event
from ..engine.office.conditions import model
from ..engine.office.conditions.model import Condition, Person, Written
from ..engine.office.conditions.scope import Mark
from ..engine.office.conditions.timewords import TimeText
from ..engine.office.events import MessageSent
from ..personas.problems import Misfit
from .criterion import Criterion, Judge, Verdict, verdict
from .evidence import Evidence
from .scene import Scene


def comes_by_itself(condition: Condition) -> bool:
    """Whether a condition can hold although nobody in a seat does anything."""
    match condition:
        case model.At() | model.Not() | model.No() | model.Beat():
            return True
        case model.After(after=of):
            return comes_by_itself(of.condition)
        case model.All(all=inner):
            return all(comes_by_itself(part) for part in inner)
        case model.Either(any=inner):
            return any(comes_by_itself(part) for part in inner)
        case _:
            return False


class LoadOf(Written):
    """How much somebody may be written to."""

    on: Person
    by: Person
    max_messages: int = Field(ge=0, description="Mails and chat messages that they may get.")


class Conduct(Criterion):
    """Met when something happened, or when something did not although it was called for."""

    listens: ClassVar[tuple[str, ...]] = (MessageSent.kind,)

    kind: Literal["conduct"]  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    when: Condition | None = Field(None, description="Met when this has happened.")
    by: TimeText | None = Field(None, description="With `when`: it must have happened by then.")
    before: Condition | None = Field(
        None, description="With `when`: it must have happened before this, if this happens at all."
    )
    never: Condition | None = Field(None, description="Met as long as this has not happened.")
    load: LoadOf | None = Field(None, description="Met as long as somebody is not written to too often.")
    needs: Condition | None = Field(
        None, description="It counts only once this has happened, so that doing nothing earns nothing."
    )

    @model_validator(mode="after")
    def _one_question(self) -> Conduct:
        given = [name for name in ("when", "never", "load") if getattr(self, name) is not None]
        if len(given) != 1:
            raise Misfit(
                f"it asks for {' and '.join(given) or 'nothing'}: a conduct criterion has one of when, never, load",
                "Make several criteria of it." if given else "Add `when:` with a condition.",
                at=("id",),
            )
        if self.when is None and (self.by or self.before):
            raise Misfit("`by` and `before` say when `when` must happen", f"Remove them from `{given[0]}`.")
        return self

    @property
    def rewards_outcome(self) -> bool:
        return False

    @property
    def pays_for_nothing(self) -> bool:
        if self.needs is not None and not comes_by_itself(self.needs):
            return False
        return self.when is None or comes_by_itself(self.when)

    def conditions(self) -> Iterator[Condition]:
        for condition in (self.when, self.before, self.never, self.needs):
            if condition is not None:
                yield condition

    def needed_facts(self) -> tuple[str, ...]:
        found = list(self.facts)
        for condition in (self.when, self.needs):
            found += [] if condition is None else _wanted(condition)
        return tuple(dict.fromkeys(found))

    def judge(self, scene: Scene) -> Judge:
        return _ConductJudge(self, scene)


_BURDENS: Final = ("mail", "chat", "phone")
"""What asks for somebody's attention; meetings are agreed upon."""


def _wanted(condition: Condition) -> list[str]:
    """The facts that must be held for a condition to be met."""
    match condition:
        case model.Known(known=of) | model.Heard(heard=of):
            return [of.fact]
        case model.All(all=inner):
            return [fact for part in inner for fact in _wanted(part)]
        case _:
            return []


class _ConductJudge:
    def __init__(self, criterion: Conduct, scene: Scene) -> None:
        self._criterion = criterion
        self._by = None if criterion.by is None else scene.times.at(criterion.by)
        load = criterion.load
        self._to = frozenset(scene.named(load.on)) if load else frozenset[str]()
        self._from = frozenset(scene.named(load.by)) if load else frozenset[str]()
        self._messages: list[int] = []
        self._calls: set[str] = set()

    def fold(self, event: Event, evidence: Evidence) -> bool:
        payload = event.payload
        if self._criterion.load is None or not isinstance(payload, MessageSent):
            return False
        if payload.past or payload.app not in _BURDENS or payload.sender not in self._from:
            return False
        if self._to.isdisjoint((*payload.to, *payload.cc)):
            return False
        if payload.app == "phone":
            # a call is one burden, however much is said in it
            if payload.thread in self._calls:
                return False
            self._calls.add(payload.thread)
        self._messages.append(event.seq)
        return True

    def verdict(self, evidence: Evidence) -> Verdict:
        needs = self._criterion.needs
        first = evidence.conditions.mark(needs) if needs is not None else None
        if needs is not None and first is None:
            return verdict(False, "What has to be done first was not done.")
        cited = [first] if first is not None else []
        if self._criterion.when is not None:
            return self._happened(evidence, self._criterion.when, cited)
        if self._criterion.never is not None:
            return _stayed_away(evidence, self._criterion.never, cited)
        return self._spared(cited)

    def _happened(self, evidence: Evidence, when: Condition, cited: list[Mark]) -> Verdict:
        mark = evidence.conditions.mark(when)
        if mark is None:
            return verdict(False, "It has not happened.")
        cited = [*cited, mark]
        if self._by is not None and mark.at > self._by:
            late = f"It happened on {evidence.scene.wall(mark.at)}, after {evidence.scene.wall(self._by)}."
            return verdict(False, late, events=_seqs(cited))
        before = self._criterion.before
        end = evidence.conditions.mark(before) if before is not None else None
        if end is not None and end <= mark:
            late = (
                f"It happened on {evidence.scene.wall(mark.at)}, too late: what it had to precede came first."
            )
            return verdict(False, late, events=_seqs([*cited, end]))
        return verdict(True, f"It happened on {evidence.scene.wall(mark.at)}.", events=_seqs(cited))

    def _spared(self, cited: list[Mark]) -> Verdict:
        load = self._criterion.load
        assert load is not None
        count = len(self._messages)
        said = f"Messages from {load.by} to {load.on}: {count}; {load.max_messages} are allowed."
        over = self._messages[load.max_messages :][:1]
        return verdict(count <= load.max_messages, said, events=(*_seqs(cited), *over))


def _stayed_away(evidence: Evidence, never: Condition, cited: list[Mark]) -> Verdict:
    mark = evidence.conditions.mark(never)
    if mark is not None:
        return verdict(False, f"It happened on {evidence.scene.wall(mark.at)}.", events=_seqs([mark]))
    return verdict(True, "It never happened, as wanted.", events=_seqs(cited))


def _seqs(marks: list[Mark]) -> tuple[int, ...]:
    return tuple(mark.seq for mark in marks if mark.seq)
