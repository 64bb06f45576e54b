"""What reached a seat since it last looked: headlines, never contents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ..kernel.blobs import Blobs
from ..kernel.events import Event
from ..kernel.loop import wake
from ..kernel.seats import Returned, Seats
from ..kernel.state import Apply, Component
from ..kernel.step import React, Step
from ..office.calls import VOICEMAIL, HungUp, PickedUp, Rang, is_live
from ..office.events import (
    Cancelled,
    FileShared,
    InvitationAnswered,
    Invited,
    MeetingStarted,
    MessageSent,
    Moved,
    Notice,
)
from ..office.model import Setup

SHOWN: Final = 12
"""Headlines in one observation; the rest is counted."""
_WORDS: Final = 12


class Notifications(Component):
    """Unseen headlines of every seat. The reactor writes them, so that they stand in the state by seat."""

    name = "notifications"
    version = 2

    def __init__(self, setup: Setup, blobs: Blobs) -> None:
        self._seat_of = {person.id: person.seat for person in setup.people.values() if person.seat}
        self._names = {person.id: person.name for person in setup.people.values()}
        self._blobs = blobs
        self._seats: Seats | None = None
        self.unseen: dict[str, list[dict[str, Any]]] = {seat: [] for seat in self._seat_of.values()}
        self._meetings: dict[str, tuple[str, str, tuple[str, ...]]] = {}
        """Meetings that a seat is invited to: title, organiser, the people of seats."""

    def bind(self, seats: Seats) -> None:
        """Take the seats, to wake those that wait."""
        self._seats = seats

    def listens(self) -> Mapping[str, Apply]:
        return dict.fromkeys(_ARRIVALS, self._note) | {Returned.kind: self._returned}

    def reactors(self) -> Mapping[str, React]:
        """Wake a seat that waits for news."""
        return dict.fromkeys((*_ARRIVALS, PickedUp.kind), self._wake)

    def _people(self, event: Event) -> list[str]:
        payload = event.payload
        if isinstance(payload, MessageSent):
            unseen = payload.past or payload.app == "comment" or is_live(payload.app, payload.thread)
            people = () if unseen else (*payload.to, *payload.cc)
        elif isinstance(payload, Rang):
            people = (payload.callee,)
        elif isinstance(payload, HungUp):
            people = (payload.callee,) if payload.why in ("unanswered", "busy") else ()
        elif isinstance(payload, Invited):
            people = () if payload.past else payload.people
        elif isinstance(payload, FileShared | Notice):
            people = payload.people
        elif isinstance(payload, InvitationAnswered):
            people = (
                self._meetings.get(payload.meeting, ("", "", ()))[1],
            )  # how others answer is the organiser's
        elif isinstance(payload, Moved | Cancelled | MeetingStarted):
            people = self._meetings.get(payload.meeting, ("", "", ()))[2]
        else:
            people = ()
        actor = event.actor
        return [person for person in people if person in self._seat_of and person != actor]

    def _note(self, event: Event) -> None:
        payload = event.payload
        if isinstance(payload, Invited):
            mine = tuple(person for person in payload.people if person in self._seat_of)
            if mine:
                self._meetings[payload.meeting] = (payload.title, payload.organiser, mine)
        for person in self._people(event):
            headline = self._headline(event, person)
            if headline:
                self.unseen[self._seat_of[person]].append(headline)

    def _headline(self, event: Event, person: str) -> dict[str, Any] | None:
        payload = event.payload
        who = self._names.get(event.actor, event.actor)
        call = self._of_phone(payload)
        if call is not None:
            caller, id_, what = call
            name = self._names.get(caller, caller)
            return {"app": "phone", "from": caller, "name": name, "call": id_, "what": what, "at": event.at}
        if isinstance(payload, MessageSent):
            text = self._blobs.text(payload.body).split()
            opening = " ".join(text[:_WORDS]) + (" …" if len(text) > _WORDS else "")
            line: dict[str, Any] = {
                "app": payload.app,
                "from": payload.sender,
                "name": who,
                "message": payload.message,
            }
            if payload.app == "mail":
                line |= {"thread": payload.thread, "subject": payload.subject}
            else:
                line |= {"thread": payload.thread}
            return line | {"opening": opening, "at": event.at}
        if isinstance(payload, Invited):
            return {
                "app": "calendar",
                "from": payload.organiser,
                "meeting": payload.meeting,
                "title": payload.title,
                "at": event.at,
            }
        if isinstance(payload, FileShared):
            return {"app": "drive", "from": payload.by, "path": payload.path, "at": event.at}
        if isinstance(payload, Notice):
            line = {"app": payload.app, "item": payload.item, "title": payload.title, "what": payload.what}
            if event.actor:
                line["from"] = event.actor
            return line | {"at": event.at}
        if isinstance(payload, Moved | Cancelled | InvitationAnswered | MeetingStarted):
            what = payload.answer if isinstance(payload, InvitationAnswered) else payload.kind.split(".")[1]
            line = {
                "app": "calendar",
                "meeting": payload.meeting,
                "title": self._meetings[payload.meeting][0],
            }
            if event.actor:
                line["from"] = event.actor
            return line | {"what": what, "at": event.at}
        return None

    def _of_phone(self, payload: object) -> tuple[str, str, str] | None:
        """Who rang, the call, and what became of it: what somebody says there is heard by listening."""
        if isinstance(payload, Rang):
            return payload.caller, payload.call, "rings"
        if isinstance(payload, HungUp):
            return payload.caller, payload.call, "missed call"
        if isinstance(payload, MessageSent) and payload.app == "phone":
            return payload.sender, payload.thread.removeprefix(VOICEMAIL), "voicemail"
        return None

    def _wake(self, step: Step, event: Event) -> None:
        if self._seats is None:
            return
        told = self._people(event)
        rings = isinstance(event.payload, Rang)
        for person in told:
            seat = self._seat_of[person]
            if not self._telephones(seat) and (rings or self._wants_news(seat)):
                wake(step, self._seats, seat)
        for person in self._on_the_line(event):
            if person not in told:
                wake(step, self._seats, self._seat_of[person])

    def _wants_news(self, seat: str) -> bool:
        """Whether whatever the seat waits for may be anything that arrives, and not only the phone."""
        one = self._seats.seats.get(seat) if self._seats is not None else None
        if one is None or one.busy is None or one.busy[0] != "wait":
            return True
        return bool(json.loads(one.busy[1] or "{}").get("notification"))

    def _telephones(self, seat: str) -> bool:
        """Whether the seat waits for somebody's words on the phone, which nothing else interrupts."""
        one = self._seats.seats.get(seat) if self._seats is not None else None
        return one is not None and one.busy is not None and one.busy[0].startswith(("phone.", "phone_"))

    def _on_the_line(self, event: Event) -> list[str]:
        """Whose wait on the phone this ends."""
        payload = event.payload
        if isinstance(payload, MessageSent):
            live = payload.app == "phone" and is_live(payload.app, payload.thread)
            people = payload.to if live else ()
        elif isinstance(payload, PickedUp):
            people = (payload.caller,) if payload.callee in self._seat_of else ()
        elif isinstance(payload, HungUp):
            people = tuple(one for one in (payload.caller, payload.callee) if one != payload.by)
        else:
            people = ()
        return [person for person in people if person in self._seat_of]

    def _returned(self, event: Event) -> None:
        assert isinstance(event.payload, Returned)
        self.unseen[event.payload.seat] = []

    def dump(self) -> Any:
        return {"unseen": self.unseen, "meetings": {id_: list(row) for id_, row in self._meetings.items()}}

    def load(self, data: Any) -> None:
        self.unseen = {seat: [dict(line) for line in lines] for seat, lines in data["unseen"].items()}
        self._meetings = {id_: (row[0], row[1], tuple(row[2])) for id_, row in data["meetings"].items()}


_ARRIVALS: Final = (
    MessageSent.kind,
    Invited.kind,
    FileShared.kind,
    Notice.kind,
    Moved.kind,
    Cancelled.kind,
    InvitationAnswered.kind,
    MeetingStarted.kind,
    Rang.kind,
    HungUp.kind,
)
