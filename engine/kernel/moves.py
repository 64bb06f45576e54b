"""What a seat did, as the journal holds it: its moves with what they observed, and a port that makes them again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from .events import Event
from .journal import Journal
from .seats import Call, Called, Ended, Move, Note, Noted, Returned, Stop


class CallRecord(NamedTuple):
    """One move of a seat as journaled. ``observation`` is missing while the call is in flight."""

    seq: int
    at: int
    number: int
    """Of the call, counting from 1; 0 for a note."""
    move: Move
    observation: dict[str, Any] | None
    ended_at: int | None


class RecordedPort:
    """A seat's recorded moves, fed back in order."""

    external = False

    def __init__(self, records: Iterator[CallRecord]) -> None:
        self._records = records

    async def move(self) -> Move | None:
        record = next(self._records, None)
        return None if record is None else record.move

    def deliver(self, call: int, observation: dict[str, Any]) -> None:
        pass


def moves_of(journal: Journal, seat: str) -> Iterator[CallRecord]:
    """All moves of a seat, in order, the shared past included."""
    results: dict[int, Event] = {}
    names = journal.call_names()
    kinds = (Called.kind, Returned.kind, Noted.kind, Ended.kind)
    found: list[Event] = []
    for event in journal.events(kinds=kinds):
        payload = event.payload
        if getattr(payload, "seat", None) != seat:
            continue
        if isinstance(payload, Returned):
            results[payload.call] = event
        else:
            found.append(event)
    for event in found:
        payload = event.payload
        if isinstance(payload, Called):
            end = results.get(payload.call)
            observation = None
            if end is not None:
                assert isinstance(end.payload, Returned)
                observation = json.loads(journal.blobs.get(end.payload.observation))
            move = Call(payload.tool, payload.arguments, names.get(event.seq))
            yield CallRecord(event.seq, event.at, payload.call, move, observation, end.at if end else None)
        elif isinstance(payload, Noted):
            yield CallRecord(
                event.seq, event.at, 0, Note(payload.note, journal.blobs.text(payload.text)), None, None
            )
        elif isinstance(payload, Ended) and event.fired is None and event.cause is None:
            yield CallRecord(event.seq, event.at, 0, Stop(payload.how, payload.why), None, None)
