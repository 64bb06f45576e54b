"""What the tools of tickets take and give."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from . import effort
from .base import Arguments, Result

MAX_TEXT = 20_000
MAX_COMMENT = 4_000
Link = Literal["blocks", "blocked by", "relates to", "duplicates", "duplicated by"]


class QueuesArguments(Arguments):
    queue: str | None = Field(None, description="One, with its workflow and fields.")


class CreateArguments(Arguments):
    queue: str
    title: str = Field(min_length=1, max_length=200)
    text: str = Field("", max_length=MAX_TEXT)
    priority: str | None = None
    assignee: str | None = None
    fields: dict[str, Any] = {}


class GetArguments(Arguments):
    ticket: str
    part: int = 1


class SearchArguments(Arguments):
    query: str = ""
    queue: str | None = None
    state: str | None = Field(None, description="A state, open or done.")
    assignee: str | None = Field(None, description="A person, me or nobody.")
    reporter: str | None = None
    priority: str | None = None
    missed: bool | None = Field(None, description="Whether a service level was missed.")
    fields: dict[str, Any] = {}
    page: int = 1


class UpdateArguments(Arguments):
    ticket: str
    version: int
    title: str | None = Field(None, min_length=1, max_length=200)
    text: str | None = Field(None, max_length=MAX_TEXT)
    priority: str | None = None
    assignee: str | None = Field(None, description="Empty: nobody.")
    fields: dict[str, Any] = Field({}, description="An empty value clears.")


class MoveArguments(Arguments):
    ticket: str
    version: int
    to: str = Field(description="A state or a move's name.")


class CommentArguments(Arguments):
    ticket: str
    text: str = Field(min_length=1, max_length=MAX_COMMENT)
    internal: bool = Field(False, description="Only for the team.")


class LinkArguments(Arguments):
    ticket: str
    link: Link
    other: str
    remove: bool = False


class DecideArguments(Arguments):
    ticket: str
    version: int
    approve: bool
    note: str = Field("", max_length=500)
    approval: str | None = Field(None, description="If several wait.")


class WatchArguments(Arguments):
    ticket: str
    watching: bool = True
    person: str | None = Field(None, description="Somebody else.")


class HistoryArguments(Arguments):
    ticket: str
    page: int = 1


class ReportArguments(Arguments):
    by: Literal["state", "priority", "assignee", "missed"] = "state"
    queue: str | None = None


class QueueRow(Result):
    queue: str
    title: str
    about: str = ""
    open: int


class Queues(Result):
    queues: list[QueueRow] = []
    workflow: list[str] = []
    """Moves: ``submit: working → review (by assignee; requires amount; needs approval payment)``."""
    fields: list[str] = []
    service_levels: list[str] = []
    priorities: list[str] = []


class TicketDone(Result):
    ticket: str
    version: int
    state: str
    note: str = ""


class TicketCard(Result):
    ticket: str
    version: int
    title: str
    state: str
    priority: str
    reporter: str
    assignee: str = ""
    created: str
    updated: str
    fields: dict[str, str] = {}
    service_levels: list[str] = []
    approvals: list[str] = []
    moves: list[str] = []
    """What the reader may do now."""
    links: list[str] = []
    watchers: list[str] = []
    text: str
    """The description, long fields, and comments, the newest first."""
    more: str = ""
    words: int = Field(default=0, exclude=True)
    """New to the reader."""


class TicketRow(Result):
    ticket: str
    title: str
    state: str
    priority: str
    assignee: str = ""
    updated: str
    missed: list[str] = []
    text: str = ""


class TicketRows(Result):
    tickets: list[TicketRow] = []
    found: int
    more: str = ""


class HistoryRow(Result):
    at: str
    by: str = ""
    what: str
    version: int


class History(Result):
    ticket: str
    history: list[HistoryRow]
    more: str = ""


class ReportRow(Result):
    name: str
    open: int
    done: int
    missed: int


class Report(Result):
    rows: list[ReportRow]
    more: str = ""


def filling(args: Any, result: Any) -> int:
    """The effort of a form: its texts, and an operation for each field."""
    texts = " ".join(text for text in (args.title, args.text) if text)
    others = [args.priority, args.assignee, *args.fields.values()]
    return effort.filling(texts, sum(one is not None for one in others))


def deciding(args: Any, result: Any) -> int:
    """The effort of a decision and its note."""
    return effort.composing(args.note)
