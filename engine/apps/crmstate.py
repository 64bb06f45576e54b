"""The state of the CRM: records of all objects, what was done about them, and their histories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict

from ..kernel.blobs import BlobRef
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from .crmconfig import ActivityKind


class RecordChange(BaseModel):
    """One thing that was changed: ``name``, ``owner``, ``aliases``, ``former`` (by line), or a field's name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    old: str
    new: str


class CrmPayload(Payload):
    """Something happened in the CRM."""

    by: str = ""
    at: int | None = None
    """Milliseconds since the run's start where it happened before the run; ``None``: when the event happened."""


class RecordCreated(CrmPayload):
    kind: ClassVar[str] = "crm.created"

    record: str
    """Id from its maker's own counter, ``ines/r2``, or the pack's."""
    object: str
    name: str
    aliases: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    owner: str = ""
    stage: str = ""
    fields: dict[str, str] = {}
    """Several records are parted by commas."""
    restricted: tuple[str, ...] = ()


class RecordChanged(CrmPayload):
    kind: ClassVar[str] = "crm.changed"

    record: str
    changes: tuple[RecordChange, ...]


class RecordMoved(CrmPayload):
    kind: ClassVar[str] = "crm.moved"

    record: str
    was: str
    to: str


class RecordsMerged(CrmPayload):
    """Two records of one thing became one: ``drop`` goes on as ``record``."""

    kind: ClassVar[str] = "crm.merged"

    record: str
    drop: str


class ActivityLogged(CrmPayload):
    kind: ClassVar[str] = "crm.logged"

    activity: str
    """Id from its maker's own counter, ``ines/a2``."""
    activity_kind: ActivityKind
    record: str
    text: BlobRef
    owner: str = ""
    due: int | None = None
    done: bool = False


class TaskDone(CrmPayload):
    kind: ClassVar[str] = "crm.done"

    activity: str
    done: bool


class Line(NamedTuple):
    """A line of a record's history."""

    at: int
    by: str
    what: str
    """created, changed, moved, merged."""
    detail: tuple[str, ...]
    version: int


class Activity:
    """A call, mail, meeting, note, or a task."""

    __slots__ = ("about", "at", "by", "done", "due", "id", "kind", "owner", "text")

    def __init__(
        self,
        id_: str,
        kind: str,
        about: str,
        by: str,
        at: int,
        text: BlobRef,
        owner: str = "",
        due: int | None = None,
        done: bool = False,
    ) -> None:
        self.id, self.kind, self.about, self.by, self.at, self.text = id_, kind, about, by, at, text
        self.owner, self.due, self.done = owner, due, done

    def dump(self) -> list[Any]:
        """As JSON values, in the order of the constructor."""
        return [self.id, self.kind, self.about, self.by, self.at, self.text, self.owner, self.due, self.done]


class Record:
    """A record with its history."""

    def __init__(self, id_: str, object_: str, created: int) -> None:
        self.id, self.object, self.created = id_, object_, created
        self.updated = created
        self.name = self.owner = self.stage = ""
        self.version = 1
        self.aliases: tuple[str, ...] = ()
        self.former: tuple[str, ...] = ()
        self.fields: dict[str, str] = {}
        self.restricted: tuple[str, ...] = ()
        self.history: list[Line] = []

    @property
    def names(self) -> list[tuple[str, str]]:
        """All names with what they are: ``name``, ``alias``, ``former name``."""
        rest = [("alias", one) for one in self.aliases] + [("former name", one) for one in self.former]
        return [("name", self.name), *rest]

    def dump(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "id": self.id,
            "object": self.object,
            "created": self.created,
            "updated": self.updated,
            "name": self.name,
            "owner": self.owner,
            "stage": self.stage,
            "version": self.version,
            "aliases": list(self.aliases),
            "former": list(self.former),
            "fields": dict(self.fields),
            "restricted": list(self.restricted),
            "history": [[*one[:3], list(one.detail), one.version] for one in self.history],
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Record:
        """What `dump` gave."""
        record = cls(data["id"], data["object"], data["created"])
        for name in ("updated", "name", "owner", "stage", "version"):
            setattr(record, name, data[name])
        record.aliases, record.former = tuple(data["aliases"]), tuple(data["former"])
        record.fields, record.restricted = dict(data["fields"]), tuple(data["restricted"])
        record.history = [Line(row[0], row[1], row[2], tuple(row[3]), row[4]) for row in data["history"]]
        return record


class Records(Component):
    """All records and activities by id."""

    name = "crm"

    def __init__(self, references: Mapping[str, tuple[str, ...]]) -> None:
        self._references = references
        """Object to its fields that name records."""
        self._records: dict[str, Record] = {}
        self.activities: dict[str, Activity] = {}
        self.merged: dict[str, str] = {}
        """A record that went on as another."""
        self._made: dict[str, list[int]] = {}

    def listens(self) -> Mapping[str, Apply]:
        kinds = (RecordCreated, RecordChanged, RecordMoved, RecordsMerged, ActivityLogged, TaskDone)
        return {kind.kind: self._apply for kind in kinds}

    def __iter__(self) -> Iterator[Record]:
        return iter(self._records.values())

    def get(self, record: str) -> Record | None:
        """The record of that id, or the one that it became part of."""
        while record in self.merged:
            record = self.merged[record]
        return self._records.get(record)

    def next_record(self, person: str) -> str:
        """The id of the next record that the person creates, ``ines/r2``."""
        return f"{person}/r{self._made.get(person, [0, 0])[0] + 1}"

    def next_activity(self, person: str) -> str:
        """The id of the next activity that the person logs, ``ines/a2``."""
        return f"{person}/a{self._made.get(person, [0, 0])[1] + 1}"

    def about(self, record: str) -> list[Activity]:
        """What was done about a record, in order."""
        return [one for one in self.activities.values() if one.about == record]

    def _apply(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, CrmPayload)
        at = event.at if payload.at is None else payload.at
        match payload:
            case RecordCreated():
                one = self._records[payload.record] = Record(payload.record, payload.object, at)
                one.name, one.owner, one.stage = payload.name, payload.owner, payload.stage
                one.aliases, one.former = payload.aliases, payload.former
                one.fields, one.restricted = dict(payload.fields), payload.restricted
                one.history.append(Line(at, payload.by, "created", (), 1))
                if payload.record == self.next_record(payload.by):
                    self._count(payload.by, 0)
            case RecordChanged():
                self._changed(self._records[payload.record], payload, at)
            case RecordMoved():
                one = self._records[payload.record]
                one.stage = payload.to
                self._note(one, at, payload.by, "moved", payload.was, payload.to)
            case RecordsMerged():
                self._merge(self._records[payload.record], self._records.pop(payload.drop), payload, at)
            case ActivityLogged():
                self.activities[payload.activity] = Activity(
                    payload.activity,
                    payload.activity_kind,
                    payload.record,
                    payload.by,
                    at,
                    payload.text,
                    payload.owner,
                    payload.due,
                    payload.done,
                )
                self._count(payload.by, 1)
            case TaskDone():
                self.activities[payload.activity].done = payload.done
            case _:
                raise AssertionError(event)

    def _count(self, person: str, which: int) -> None:
        self._made.setdefault(person, [0, 0])[which] += 1

    @staticmethod
    def _note(one: Record, at: int, by: str, what: str, *detail: str, bump: bool = True) -> None:
        one.version += bump
        one.updated = max(one.updated, at)
        one.history.append(Line(at, by, what, detail, one.version))

    def _changed(self, one: Record, payload: RecordChanged, at: int) -> None:
        one.version += 1
        for change in payload.changes:
            if change.name in ("name", "owner"):
                setattr(one, change.name, change.new)
            elif change.name in ("aliases", "former"):
                setattr(one, change.name, tuple(line for line in change.new.split("\n") if line))
            elif change.new:
                one.fields[change.name] = change.new
            else:
                one.fields.pop(change.name, None)
            self._note(one, at, payload.by, "changed", change.name, change.old, change.new, bump=False)

    def _merge(self, keep: Record, drop: Record, payload: RecordsMerged, at: int) -> None:
        self.merged[drop.id] = keep.id
        known = {name.casefold() for _, name in keep.names}
        keep.aliases += tuple(name for name in (drop.name, *drop.aliases) if name.casefold() not in known)
        keep.former += tuple(name for name in drop.former if name.casefold() not in known)
        keep.fields = {**drop.fields, **keep.fields}
        for activity in self.activities.values():
            if activity.about == drop.id:
                activity.about = keep.id
        for record in self._records.values():
            for name in self._references.get(record.object, ()):
                ids = record.fields.get(name, "").split(",")
                if drop.id in ids:
                    renamed = dict.fromkeys(keep.id if one == drop.id else one for one in ids)
                    record.fields[name] = ",".join(renamed)
        self._note(keep, at, payload.by, "merged", drop.id, drop.name)

    def dump(self) -> Any:
        return {
            "records": [one.dump() for one in self._records.values()],
            "activities": [one.dump() for one in self.activities.values()],
            "merged": dict(self.merged),
            "made": {person: list(made) for person, made in self._made.items()},
        }

    def load(self, data: Any) -> None:
        self._records = {row["id"]: Record.load(row) for row in data["records"]}
        self.activities = {row[0]: Activity(*row) for row in data["activities"]}
        self.merged = dict(data["merged"])
        self._made = {person: list(made) for person, made in data["made"].items()}
