"""Events: facts that happened, immutable, chained by a digest.

A kind of event is a subclass of `Payload`. Events hold no floats, because their text goes into the digest: times are
milliseconds, shares are per mille, money is decimal text.
"""

from __future__ import annotations

import typing
from hashlib import blake2b
from typing import Any, ClassVar, Final, NamedTuple, Self

from pydantic import BaseModel, ConfigDict
from pydantic_core import from_json

GENESIS: Final = bytes(16)
DIGEST_SIZE: Final = 16


class JournalError(Exception):
    """A run file can't be read or written as asked; the message says what is wrong and what to do."""


class UnknownKind(JournalError):
    """The journal holds an event kind, or a version of one, that this installation does not know."""


class Payload(BaseModel):
    """What an event of one kind says. Subclasses set ``kind`` and, after an incompatible change, ``revision``."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_bytes="hex", val_json_bytes="hex")

    kind: ClassVar[str] = ""
    revision: ClassVar[int] = 1

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "kind" not in cls.__dict__:
            return
        known = _kinds.get(cls.kind)
        if known is not None and (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
            raise TypeError(
                f"event kind {cls.kind!r} is defined twice: {known.__qualname__}, {cls.__qualname__}"
            )
        for name, field in cls.model_fields.items():
            if _has_float(field.annotation):
                raise TypeError(f"{cls.__qualname__}.{name}: events hold no floats; use int or decimal text")
        _kinds[cls.kind] = cls

    @classmethod
    def upgrade(cls, version: int, data: dict[str, Any]) -> dict[str, Any]:
        """Bring the stored fields of an older ``version`` up to this one. Override after an incompatible change."""
        raise UnknownKind(f"event kind {cls.kind!r}: no upgrade from version {version} to {cls.revision}")

    @classmethod
    def read(cls, version: int, text: bytes) -> Self:
        """The payload stored as ``text``, upgraded if it is of an older version."""
        if version == cls.revision:
            return cls.model_validate_json(text)
        if version > cls.revision:
            raise UnknownKind(
                f"event kind {cls.kind!r} has version {version}; this installation knows {cls.revision}"
            )
        return cls.model_validate(cls.upgrade(version, from_json(text)))


_kinds: dict[str, type[Payload]] = {}


def kind_named(kind: str) -> type[Payload]:
    """The payload class of an event kind.

    Raises:
        UnknownKind: Nothing imported so far defines it.
    """
    try:
        return _kinds[kind]
    except KeyError:
        raise UnknownKind(
            f"event kind {kind!r} is unknown: the run was made with an app or package that is not installed here"
        ) from None


def _has_float(annotation: object) -> bool:
    if annotation is float:
        return True
    return any(_has_float(part) for part in typing.get_args(annotation))


class Entry(NamedTuple):
    """One future thing on the agenda, totally ordered by ``(at, priority, seq)``."""

    at: int
    priority: int
    seq: int
    id: str
    """Unique among live entries; its maker names it, e.g. ``look/maria``."""
    kind: str
    target: str
    payload: str
    """Canonical JSON, or empty."""


class Event:
    """One fact that happened. Treat it as immutable: only the step that makes it fills in timers and digest."""

    __slots__ = ("actor", "at", "cancels", "cause", "digest", "fired", "payload", "seq", "sets", "step")

    def __init__(
        self,
        seq: int,
        step: int,
        at: int,
        actor: str,
        payload: Payload,
        cause: int | None = None,
        fired: str | None = None,
        sets: tuple[Entry, ...] = (),
        cancels: tuple[str, ...] = (),
        digest: bytes = GENESIS,
    ) -> None:
        self.seq = seq
        self.step = step
        self.at = at
        self.actor = actor
        self.payload = payload
        self.cause = cause
        """Sequence number of the event that led to this one."""
        self.fired = fired
        """Id of the agenda entry that this step consumed (on the step's first event)."""
        self.sets = sets
        self.cancels = cancels
        self.digest = digest

    @property
    def kind(self) -> str:
        return self.payload.kind

    def __repr__(self) -> str:
        return f"Event({self.seq}, at={self.at}, {self.actor or '-'}, {self.kind}, {self.payload})"


def chain(previous: bytes, event: Event, payload: bytes, timers: bytes) -> bytes:
    """The digest of ``event`` after ``previous``: covers instant, actor, kind, version, cause, payload and timers."""
    kind = event.payload
    return link(previous, (event.at, event.actor, kind.kind, kind.revision, event.cause), payload, timers)


def link(
    previous: bytes, head: tuple[int, str, str, int, int | None], payload: bytes, timers: bytes
) -> bytes:
    """The digest after ``previous`` of an event as stored: instant, actor, kind, version, cause; payload; timers."""
    at, actor, kind, version, cause = head
    text = f"{at}\x1f{actor}\x1f{kind}\x1f{version}\x1f{cause}\x1f"
    return blake2b(b"\x1e".join((previous, text.encode(), payload, timers)), digest_size=DIGEST_SIZE).digest()


class Lapsed(Payload):
    """An agenda entry came due and changed nothing."""

    kind: ClassVar[str] = "lapsed"

    why: str = ""
