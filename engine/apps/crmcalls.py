"""What the tools of the CRM take and give."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from . import effort
from .base import Arguments, Result
from .people import Names

MAX_TEXT = 4_000
ActivityKinds = Literal["call", "mail", "meeting", "task", "note"]


class ObjectsArguments(Arguments):
    object: str | None = Field(None, description="One, with its fields and stages.")


class CreateArguments(Arguments):
    object: str
    name: str = Field(min_length=1, max_length=200)
    aliases: Names = []
    owner: str | None = None
    fields: dict[str, Any] = {}


class GetArguments(Arguments):
    record: str = Field(description="Id or name.")
    part: int = 1


class SearchArguments(Arguments):
    query: str = ""
    object: str | None = None
    owner: str | None = None
    stage: str | None = None
    fields: dict[str, Any] = {}
    page: int = 1


class UpdateArguments(Arguments):
    record: str
    version: int
    name: str | None = Field(None, min_length=1, max_length=200)
    aliases: Names | None = None
    owner: str | None = None
    fields: dict[str, Any] = Field({}, description="An empty value clears.")


class MoveArguments(Arguments):
    record: str
    version: int
    stage: str


class LogArguments(Arguments):
    record: str
    kind: ActivityKinds
    text: str = Field(min_length=1, max_length=MAX_TEXT)
    owner: str | None = None
    due: str | None = Field(None, description="Of a task: Tue 14:00.")


class CompleteArguments(Arguments):
    task: str
    done: bool = True


class ActivitiesArguments(Arguments):
    record: str | None = None
    kind: ActivityKinds | None = None
    person: str | None = None
    open: bool = Field(False, description="Only tasks to be done.")
    page: int = 1


class PartiesArguments(Arguments):
    names: Names = Field(min_length=1, max_length=20)
    page: int = 1


class ReportArguments(Arguments):
    of: Literal["pipeline", "activities", "tasks"]
    object: str = "opportunity"


class MergeArguments(Arguments):
    record: str
    version: int
    duplicate: str
    duplicate_version: int


class HistoryArguments(Arguments):
    record: str
    page: int = 1


class ObjectRow(Result):
    object: str
    title: str
    records: int


class Objects(Result):
    objects: list[ObjectRow] = []
    fields: list[str] = []
    stages: list[str] = []


class RecordDone(Result):
    id: str
    version: int
    stage: str = ""
    note: str = ""


class RecordCard(Result):
    id: str
    object: str
    version: int
    name: str
    aliases: list[str] = []
    former: list[str] = []
    owner: str = ""
    stage: str = ""
    stages: list[str] = []
    """Where the reader may move it."""
    fields: dict[str, str] = {}
    related: list[str] = []
    """Records that name it."""
    tasks: list[str] = []
    """What is to be done."""
    created: str
    updated: str
    text: str = ""
    """Long fields and what was done about it, the newest first."""
    more: str = ""
    words: int = Field(default=0, exclude=True)
    """New to the reader."""


class RecordRow(Result):
    id: str
    object: str
    name: str
    owner: str = ""
    stage: str = ""
    text: str = ""


class RecordRows(Result):
    records: list[RecordRow] = []
    found: int
    more: str = ""


class ActivityRow(Result):
    activity: str
    kind: str
    about: str
    by: str
    at: str
    text: str
    owner: str = ""
    due: str = ""
    done: bool | None = None


class ActivityRows(Result):
    activities: list[ActivityRow] = []
    found: int
    more: str = ""


class ActivityDone(Result):
    activity: str
    about: str


class PartyRow(Result):
    given: str
    likeness: str
    id: str
    object: str
    name: str
    known_as: str = ""
    """The alias or former name that fits."""
    appears: list[str] = []
    """Where the record is named: ``Adverse parties of Rate audit (e_audit, open)``."""


class Parties(Result):
    parties: list[PartyRow] = []
    nothing_for: list[str] = []
    found: int
    more: str = ""


class CountRow(Result):
    name: str
    count: int
    amount: str = ""
    weighted: str = ""
    overdue: int | None = None


class Counts(Result):
    rows: list[CountRow]
    total: str = ""


class LineRow(Result):
    at: str
    by: str = ""
    what: str
    version: int


class Lines(Result):
    id: str
    history: list[LineRow]
    more: str = ""


def filling(args: Any, result: Any) -> int:
    """The effort of a form: an operation and the typing of each value."""
    values = [args.name, args.owner, *(args.aliases or ()), *args.fields.values()]
    given = [str(value) for value in values if value is not None]
    return effort.copying(" ".join(given)) + len(given) * effort.HANDLING
