"""A set of conditions and when each was met: folded from events, joined on demand.

Only single-event conditions keep state of their own. What joins them (`all`, `any`, `not`) is computed from that,
and where time decides (`at`, `after`, `no`) the instant it will be decided is computed from that too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, Final, NamedTuple, Protocol

from ...kernel.events import Event
from . import model
from .leaves import Leaf, Surroundings, leaf_of
from .model import Condition

LASTING: Final = (
    model.At,
    model.Agreed,
    model.Known,
    model.Heard,
    model.Finished,
    model.Beat,
    model.Promise,
    model.Attended,
)
"""What stays true when a repeating watch starts anew; all else (sent, told, asked …) must happen again."""


class Times(Protocol):
    """Places what authors write about time in the run."""

    def at(self, text: str) -> int:
        """Milliseconds since the run's start of a time such as "Tue 09:30"."""
        ...

    def after(self, at: int, span: str) -> int:
        """The instant a duration after another."""
        ...


class Mark(NamedTuple):
    """When a condition became true.

    Attributes:
        at: Milliseconds since the run's start.
        seq: The event that settled it; 0 if it holds from the start.
    """

    at: int
    seq: int


START: Final = Mark(0, 0)


def key_of(condition: Condition) -> str:
    """A short name for what a condition says; equal conditions have equal keys."""
    text = condition.model_dump_json(by_alias=True, exclude_defaults=True)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def word_of(condition: Condition) -> str:
    """The word a condition starts with: `told`, `no`, `all`."""
    return next(word for word, kind in model.KINDS.items() if isinstance(condition, kind))


class Scope:
    """Conditions that share their marks.

    Args:
        around: What leaves need to know.
        times: Places times and durations.
        knows: Fact to the people who hold its truth from the start.
    """

    def __init__(self, around: Surroundings, times: Times, knows: Mapping[str, frozenset[str]]) -> None:
        self._around = around
        self._times = times
        self._knows = knows
        self._keys: dict[Condition, str] = {}
        self._by_key: dict[str, Condition] = {}
        self._leaves: dict[str, Leaf] = {}
        self._users: dict[str, list[str]] = {}
        self._marks: dict[str, Mark] = {}
        self._counts: dict[str, int] = {}
        self.routes: dict[str, list[str]] = {}
        """Event kind to the keys of the conditions that listen to it."""
        self.timed: list[str] = []
        """Keys of the conditions that time decides."""
        self.base = START
        """Where the scope last started anew."""

    def add(self, condition: Condition) -> str:
        """Track a condition with all its parts, and return its key."""
        for part in model.parts(condition):
            if part in self._keys:
                continue
            key = self._keys[part] = key_of(part)
            self._by_key[key] = part
            leaf = leaf_of(part, self._around)
            if leaf is not None:
                self._leaves[key] = leaf
                for kind in leaf.tests:
                    self.routes.setdefault(kind, []).append(key)
                if self._holds_from_the_start(part):
                    self._marks[key] = START
            elif isinstance(part, model.At | model.No | model.After):
                self.timed.append(key)
                for inner in model.parts(part):
                    if inner is not part:
                        self._let_follow(key, inner)
        return self._keys[condition]

    def let_follow(self, key: str, condition: Condition) -> None:
        """Let `key` be reviewed whenever a part of the condition becomes true."""
        for part in model.parts(condition):
            self._let_follow(key, part)

    def _let_follow(self, key: str, part: Condition) -> None:
        users = self._users.setdefault(key_of(part), [])
        if key not in users:
            users.append(key)

    def followers(self, key: str) -> Iterable[str]:
        """The keys to review when `key` has become true."""
        return self._users.get(key, ())

    def condition(self, key: str) -> Condition:
        """The condition of a key."""
        return self._by_key[key]

    def _holds_from_the_start(self, condition: Condition) -> bool:
        if isinstance(condition, model.Known):
            of = condition.known
        elif isinstance(condition, model.Heard):
            of = condition.heard
        else:
            return False
        return any(person in self._knows.get(of.fact, ()) for person in self._around.named(of.by))

    def mark(self, condition: Condition) -> Mark | None:
        """When a condition that holds became true; None if it doesn't hold."""
        match condition:
            case model.All():
                marks = [self.mark(part) for part in condition.all]
                return None if None in marks else max(mark for mark in marks if mark is not None)
            case model.Either():
                found = [mark for part in condition.any if (mark := self.mark(part)) is not None]
                return min(found, default=None)
            case model.Not():
                return START if self.mark(condition.not_) is None else None
            case _:
                return self._marks.get(self._keys[condition])

    def due(self, key: str) -> int | None:
        """When time will have decided a condition, as things stand; None if it won't, or has already."""
        if key in self._marks:
            return None
        match self._by_key[key]:
            case model.At(at=text):
                return self._times.at(text)
            case model.After(after=of):
                since = self.mark(of.condition)
                return None if since is None else self._times.after(since.at, of.delay)
            case model.No(no=of):
                since = self.base if of.after is None else self.mark(of.after)
                if since is None or self.mark(of.condition) is not None:
                    return None
                return self._times.after(max(since.at, self.base.at), of.within)
            case _:
                return None

    def fold(self, event: Event) -> list[str]:
        """Fold one event in; the keys of the conditions that it met."""
        kind = event.payload.kind
        return [
            key
            for key in self.routes.get(kind, ())
            if key not in self._marks
            and self._leaves[key].tests[kind](event.payload)
            and self._enough(key)
            and self.set(key, Mark(event.at, event.seq))
        ]

    def _enough(self, key: str) -> bool:
        need = self._leaves[key].need
        if need > 1:
            self._counts[key] = self._counts.get(key, 0) + 1
            if self._counts[key] < need:
                return False
            del self._counts[key]
        return True

    def set(self, key: str, mark: Mark) -> bool:
        """Mark a condition as met; False if it was already."""
        if key in self._marks:
            return False
        self._marks[key] = mark
        return True

    def is_set(self, key: str) -> bool:
        """Whether a condition was marked."""
        return key in self._marks

    def restart(self, base: Mark) -> None:
        """Forget what has to happen again."""
        self.base = base
        self._counts = {}
        self._marks = {key: mark for key, mark in self._marks.items() if _lasts(self._by_key[key])}

    def dump(self) -> Any:
        """Marks, counts and base."""
        return {
            "marks": {key: list(mark) for key, mark in self._marks.items()},
            "counts": dict(self._counts),
            "base": list(self.base),
        }

    def load(self, data: Any) -> None:
        """Replace them."""
        self._marks = {key: Mark(*mark) for key, mark in data["marks"].items()}
        self._counts = dict(data["counts"])
        self.base = Mark(*data["base"])


def _lasts(condition: Condition) -> bool:
    if isinstance(condition, model.After):
        return all(isinstance(part, (model.After, *LASTING)) for part in model.parts(condition))
    return isinstance(condition, LASTING)
