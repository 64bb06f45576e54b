"""What a search in mail asks for: words, and filters such as ``from:ines before:2026-03-05``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from ..office.threads import Message
from .base import ToolError
from .mailbox import DELETED, FLAGGED, UNREAD, lies_in
from .people import did_you_mean
from .premises import Premises
from .walltime import read_day

_PIECE = re.compile(r'(?:([A-Za-z]+):)?("[^"]*"|\S+)')
_FILTERS = ("from", "to", "cc", "subject", "before", "after", "has", "in", "is")
_FOLDERS = ("inbox", "sent", "archive", "flagged", "bin")


@dataclass
class MailQuery:
    """A query that was read."""

    words: str = ""
    sender: str | None = None
    to: str | None = None
    subject: tuple[str, ...] = ()
    before: int | None = None
    after: int | None = None
    attachment: bool = False
    folder: str | None = None
    state: int = 0

    @classmethod
    def read(cls, text: str, me: str, premises: Premises, now: int) -> MailQuery:
        """Take a query apart. Days are days of the searcher's own calendar; ``before`` excludes its day.

        Raises:
            ToolError: A filter's name or value is wrong; the message says which.
        """
        query = cls()
        words: list[str] = []
        for name, raw in _PIECE.findall(text):
            value = raw.strip('"')
            key = name.casefold()
            if not key:
                words.append(raw)
            elif key not in _FILTERS:
                hint = did_you_mean(key, _FILTERS)
                if hint and len(key) > 2:
                    raise ToolError("invalid", f"there is no filter {name}:", hint)
                words.append(f"{name}:{raw}")
            elif key in ("from", "to", "cc"):
                person = me if value.casefold() == "me" else premises.people.resolve(value).id
                if key == "from":
                    query.sender = person
                else:
                    query.to = person
            elif key == "subject":
                query.subject += tuple(value.casefold().split())
            elif key in ("before", "after"):
                calendar = premises.calendar(me)
                day = datetime.combine(read_day(value, calendar, now), time())
                if key == "before":
                    query.before = calendar.at(day)
                else:
                    query.after = calendar.at(day + timedelta(days=1))
            else:
                query._switch(key, value.casefold())
        query.words = " ".join(words)
        return query

    def _switch(self, key: str, value: str) -> None:
        known = {"has": ("attachment",), "in": _FOLDERS, "is": ("unread", "flagged")}[key]
        if value not in known:
            hint = did_you_mean(value, known) or f"Known: {', '.join(f'{key}:{one}' for one in known)}."
            raise ToolError("invalid", f"{key}:{value} is no filter", hint)
        if key == "has":
            self.attachment = True
        elif key == "in":
            self.folder = value
        else:
            self.state |= UNREAD if value == "unread" else FLAGGED

    def fits(self, post: Message, state: int) -> bool:
        """Whether a mail passes the filters; the words are the index's business."""
        subject = post.subject.casefold()
        return (
            (self.sender is None or post.sender == self.sender)
            and (self.to is None or self.to in post.to or self.to in post.cc)
            and all(word in subject for word in self.subject)
            and (self.before is None or post.at < self.before)
            and (self.after is None or post.at >= self.after)
            and (not self.attachment or bool(post.attachments))
            and state & self.state == self.state
            and (lies_in(state, self.folder) if self.folder is not None else not state & DELETED)
        )
