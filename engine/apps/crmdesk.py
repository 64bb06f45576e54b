"""Who may see and change which record, and how records are found, read and put into words.

A record behind a wall doesn't exist for those it keeps out: in lists, counts, other records' fields, hints and errors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..office.events import RecordRead
from .base import Acting, ToolError
from .circles import Circles
from .conflicts import stale
from .crmcalls import LineRow, RecordCard, RecordRow
from .crmconfig import CrmConfig, CrmField, ObjectSpec
from .crmstate import Activity, Line, Record, Records
from .pages import bounded, shorten
from .people import did_you_mean
from .pieces import read_pieces
from .premises import Premises
from .recordfields import Values, field_named

_LONG: Final = 200
"""A field longer than that stands with the texts."""
_LISTED: Final = 10


class CrmDesk:
    """Reads the records as one person may see them."""

    def __init__(self, premises: Premises, config: CrmConfig, records: Records) -> None:
        self.premises = premises
        self.records = records
        self.kinds = config.kinds
        self.circles = Circles(premises.setup.people)
        self.values = Values(premises.people, premises.calendar)
        self._walls = tuple(config.walls.values())
        self._parents = {
            kind: [name for name, field in spec.fields.items() if field.parent]
            for kind, spec in self.kinds.items()
        }

    # Rights ----------------------------------------------------------------------------------------------------------

    def sees(self, person: str, record: Record) -> bool:
        """Whether there is such a record for that person."""
        return self._sees(person, record, frozenset())

    def _sees(self, person: str, record: Record, below: frozenset[str]) -> bool:
        holds = self.circles.holds
        if record.id in below or not holds(self.kinds[record.object].see, person):
            return record.id in below
        if record.restricted and not holds(record.restricted, person):
            return False
        for wall in self._walls:
            if record.id in wall.covers and (
                holds(wall.out, person) or (wall.only and not holds(wall.only, person))
            ):
                return False
        above = [
            self.records.get(id_) for name in self._parents[record.object] for id_ in ids_in(record, name)
        ]
        return all(one is None or self._sees(person, one, below | {record.id}) for one in above)

    def guards(self, record: Record) -> tuple[Any, ...]:
        """What keeps people from a record; equal for two that are open to the same people for the same reasons."""
        walls = [index for index, wall in enumerate(self._walls) if record.id in wall.covers]
        parents = [(name, record.fields.get(name, "")) for name in self._parents[record.object]]
        return record.restricted, walls, parents

    def edits(self, person: str, object_: str) -> bool:
        """Whether the person may create and change records of an object."""
        spec = self.kinds[object_]
        see = self.circles.holds(spec.see, person)
        return see and (spec.edit is None or self.circles.holds(spec.edit, person))

    def visible(self, person: str, object_: str | None = None) -> list[Record]:
        """The records that the person sees."""
        return [
            one
            for one in self.records
            if (object_ is None or one.object == object_) and self.sees(person, one)
        ]

    def activities(self, person: str) -> list[Activity]:
        """The activities that the person sees, the newest first."""
        seen = {one.id for one in self.visible(person)}
        return [one for one in reversed(self.records.activities.values()) if one.about in seen]

    # Finding ---------------------------------------------------------------------------------------------------------

    def objects(self, person: str) -> dict[str, ObjectSpec]:
        """The objects of which the person may see records."""
        return {name: one for name, one in self.kinds.items() if self.circles.holds(one.see, person)}

    def find_object(self, person: str, text: str) -> str:
        """The object that is meant.

        Raises:
            ToolError: For that person there is none.
        """
        known, fold = self.objects(person), text.strip().casefold()
        for name, spec in known.items():
            if fold in (name, spec.title.casefold(), f"{name}s"):
                return name
        hint = did_you_mean(fold, known) or f"There are: {', '.join(known) or 'none'}."
        raise ToolError("not_found", f"there is no object {text!r}", hint)

    def find(self, person: str, text: str, among: Sequence[str] = ()) -> Record:
        """The record that is meant by its id or its whole name.

        Args:
            person: Who means it.
            text: What they call it.
            among: Objects that it may be of; any if empty.

        Raises:
            ToolError: For that person there is none, or several.
        """
        word = text.strip()
        record = self.records.get(word) or self.records.get(word.casefold())
        if record is not None and self.sees(person, record) and (not among or record.object in among):
            return record
        seen = [one for one in self.visible(person) if not among or one.object in among]
        fold = word.casefold()
        named = [one for one in seen if any(fold == name.casefold() for _, name in one.names)]
        if len(named) == 1:
            return named[0]
        if named:
            which = ", ".join(self.label(one) for one in named[:_LISTED])
            raise ToolError("invalid", f"{text!r} could be {which}", "Use the id.")
        hint = did_you_mean(word, [name for one in seen for name in (one.id, one.name)])
        what = " or ".join(among) or "record"
        raise ToolError("not_found", f"there is no {what} {text!r}", hint or "See crm.search.")

    def current(self, person: str, text: str, version: int) -> Record:
        """The record that is meant, if it is still as the caller knows it and theirs to change.

        Raises:
            ToolError: ``conflict``: it was changed; says by whom and what.
        """
        record = self.find(person, text)
        if not self.edits(person, record.object):
            who = self.circles.wording(self.kinds[record.object].edit or ())
            raise ToolError("forbidden", f"you may read {record.id} but not change it", f"May: {who}.")
        if version != record.version:
            changes = self._changes(person, record, version)
            raise stale(record.id, version, record.version, changes, "crm.get")
        return record

    def _changes(self, person: str, record: Record, version: int) -> list[str]:
        """Who changed what after a version, as far as the person sees it."""
        return [
            f"{self.premises.people.name(one.by)} {words} ({self.premises.stamp(person, one.at)})"
            for one in record.history
            if one.version > version and (words := self.words(person, record, one))
        ]

    # Values ----------------------------------------------------------------------------------------------------------

    def read_fields(self, acting: Acting, object_: str, given: Mapping[str, Any]) -> dict[str, str]:
        """The fields of a call, each value in its one spelling; ``""`` clears.

        Raises:
            ToolError: There is no such field, or the value does not fit.
        """
        specs = self.kinds[object_].fields
        found: dict[str, str] = {}
        for word, value in given.items():
            name = field_named(specs, word)
            spec = specs[name]
            if spec.names_records:
                found[name] = self._references(acting.person, name, spec, value)
            else:
                found[name] = self.values.read(name, spec, value, acting.person, acting.at)
        return found

    def _references(self, person: str, name: str, spec: CrmField, value: Any) -> str:
        parts: list[str] = []
        for one in value if isinstance(value, list | tuple) else [value]:  # pyright: ignore[reportUnknownVariableType]
            text = str(one).strip() if one is not None else ""  # pyright: ignore[reportUnknownArgumentType]
            try:
                parts += [self.find(person, text, spec.of).id] if text else []
            except ToolError:
                if "," not in text:
                    raise
                parts += [self.find(person, part, spec.of).id for part in text.split(",") if part.strip()]
        if spec.type == "record" and len(parts) > 1:
            raise ToolError("invalid", f"{name} takes {spec.wording()}", "Give one.")
        return ",".join(dict.fromkeys(parts))

    def keeping(self, person: str, record: Record, name: str, value: str) -> str:
        """A new value of a field of several records, with those kept that the writer doesn't see."""
        if self.kinds[record.object].fields[name].type != "records":
            return value
        hidden = [id_ for id_ in ids_in(record, name) if self.shown_reference(person, id_) == ""]
        return ",".join(dict.fromkeys([*(value.split(",") if value else []), *hidden]))

    def shown_reference(self, person: str, id_: str) -> str:
        """Another record as a field names it; empty if the person doesn't see it."""
        other = self.records.get(id_)
        return self.label(other) if other is not None and self.sees(person, other) else ""

    def show(self, person: str, object_: str, name: str, value: str) -> str:
        """A field's value as the person may read it; empty for nothing."""
        spec = self.kinds[object_].fields.get(name)
        if spec is not None and spec.names_records:
            return ", ".join(filter(None, (self.shown_reference(person, id_) for id_ in value.split(","))))
        return self.values.show(spec, value) if spec is not None and value else value

    # Words -----------------------------------------------------------------------------------------------------------

    def label(self, record: Record) -> str:
        return f"{record.name} ({record.id})"

    def title(self, object_: str, name: str) -> str:
        """A field's name for people."""
        spec = self.kinds[object_].fields.get(name)
        return (spec.title if spec else "") or name

    def words(self, person: str, record: Record, one: Line) -> str:
        """A line of history as the person may read it; empty if it tells them nothing."""
        if one.what == "changed":
            name, old, new = one.detail
            if name == "owner":
                before, after = (self.premises.people.name(value) if value else "" for value in (old, new))
            elif name in ("name", "aliases", "former"):
                before, after = (value.replace("\n", ", ") for value in (old, new))
            else:
                before, after = (self.show(person, record.object, name, value) for value in (old, new))
            if before == after:
                return ""
            return (
                f"changed {name} from {shorten(before, 80) or 'nothing'} to {shorten(after, 80) or 'nothing'}"
            )
        if one.what == "moved":
            return f"moved it from {one.detail[0]} to {one.detail[1]}"
        if one.what == "merged":
            return f"merged {one.detail[1]} ({one.detail[0]}) into it"
        return one.what

    def lines(self, person: str, record: Record) -> list[LineRow]:
        """A record's history, the newest first."""
        return [
            LineRow(
                at=self.premises.stamp(person, one.at),
                by=self.premises.card(one.by),
                what=words,
                version=one.version,
            )
            for one in reversed(record.history)
            if (words := self.words(person, record, one))
        ]

    def row(self, record: Record, snippet: str = "") -> RecordRow:
        """A record as a line of a list."""
        return RecordRow(
            id=record.id,
            object=record.object,
            name=shorten(record.name, 100),
            owner=record.owner,
            stage=record.stage,
            text=snippet,
        )

    def appears(self, person: str, record: Record) -> list[str]:
        """Where other records name this one, as far as the person sees them."""
        found: list[str] = []
        for other in self.visible(person):
            for name, spec in self.kinds[other.object].fields.items():
                if spec.names_records and record.id in ids_in(other, name):
                    stage = f", {other.stage}" if other.stage else ""
                    found.append(f"{self.title(other.object, name)} of {other.name} ({other.id}{stage})")
        return found

    def pieces(self, person: str, record: Record) -> list[tuple[str, str, str]]:
        """Long fields, and what was done about it, the newest first: heading, text, who wrote it."""
        found = [
            (f"[{self.title(record.object, name)}]", value, "")
            for name, value in record.fields.items()
            if self._is_long(record, name)
        ]
        for one in sorted(self.records.about(record.id), key=lambda one: -one.at):
            head = (
                f"[{one.kind}, {self.premises.card(one.by)}, {self.premises.stamp(person, one.at)}, {one.id}]"
            )
            found.append((head, self.premises.blobs.text(one.text), one.by))
        return found

    def _is_long(self, record: Record, name: str) -> bool:
        spec = self.kinds[record.object].fields[name]
        return not spec.names_records and len(record.fields.get(name, "")) > _LONG

    def card(self, acting: Acting, record: Record, part: int) -> RecordCard:
        """A record with all that the acting person may see of it; what they read is noted."""
        me, premises, spec = acting.person, self.premises, self.kinds[record.object]
        text, words, more, finished = read_pieces(acting, premises, self.pieces(me, record), part)
        if finished:
            read = RecordRead(person=me, app="crm", item=record.id, texts=finished)
            acting.step.emit(read, me)
        fields = {
            self.title(record.object, name): shorten(shown, _LONG * 2)
            for name in spec.fields
            if not self._is_long(record, name)
            and (shown := self.show(me, record.object, name, record.fields.get(name, "")))
        }
        tasks = [
            self._task(me, one)
            for one in self.records.about(record.id)
            if one.kind == "task" and not one.done
        ]
        return RecordCard(
            id=record.id,
            object=record.object,
            version=record.version,
            name=record.name,
            aliases=bounded(record.aliases, _LISTED),
            former=bounded(record.former, _LISTED),
            owner=premises.card(record.owner),
            stage=record.stage,
            stages=self.next_stages(record),
            fields=fields,
            related=bounded(self.appears(me, record), _LISTED),
            tasks=bounded(tasks, _LISTED),
            created=premises.stamp(me, record.created),
            updated=premises.stamp(me, record.updated),
            text=text,
            more=more,
            words=words,
        )

    def _task(self, person: str, one: Activity) -> str:
        due = f", due {self.premises.stamp(person, one.due)}" if one.due is not None else ""
        text = shorten(self.premises.blobs.text(one.text), 80)
        return f"{one.id}: {text} ({self.premises.people.name(one.owner)}{due})"

    def next_stages(self, record: Record) -> list[str]:
        """The stages that a record may come to from where it stands."""
        stages = self.kinds[record.object].stages
        if record.stage not in stages:
            return []
        moves = stages[record.stage].moves
        return [name for name in stages if name != record.stage and (moves is None or name in moves)]


def ids_in(record: Record, name: str) -> list[str]:
    """The records that a field names."""
    return [one for one in record.fields.get(name, "").split(",") if one]
