"""Customer relations: accounts, contacts, opportunities and objects of the pack's own, with walls that hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..kernel.state import Component
from ..kernel.step import Step
from ..office.events import Notice
from . import effort
from .base import Acting, App, ToolError, tool
from .crmcalls import (
    ActivitiesArguments,
    ActivityDone,
    ActivityRow,
    ActivityRows,
    CompleteArguments,
    Counts,
    CreateArguments,
    GetArguments,
    HistoryArguments,
    Lines,
    LogArguments,
    MergeArguments,
    MoveArguments,
    ObjectRow,
    Objects,
    ObjectsArguments,
    Parties,
    PartiesArguments,
    RecordCard,
    RecordDone,
    RecordRows,
    ReportArguments,
    SearchArguments,
    UpdateArguments,
    filling,
)
from .crmconfig import CrmConfig
from .crmdesk import CrmDesk
from .crmreports import by_person, find_parties, pipeline, table_rows
from .crmstate import (
    Activity,
    ActivityLogged,
    Record,
    RecordChange,
    RecordChanged,
    RecordCreated,
    RecordMoved,
    Records,
    RecordsMerged,
    TaskDone,
)
from .crmwork import field_words, lay_out, of_task, read_filters, stage_for, stage_words
from .pages import page_of, shorten
from .partynames import words_of
from .premises import Premises
from .readings import content
from .search import Document, Index
from .walltime import read_time


class Crm(App):
    """Whom the organisation deals with, and how it stands with them."""

    name = "crm"
    config = CrmConfig

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._config = premises.config(self.name, CrmConfig)
        kinds = self._config.kinds
        self._records = Records(
            {
                kind: tuple(name for name, field in spec.fields.items() if field.names_records)
                for kind, spec in kinds.items()
            }
        )
        self._desk = CrmDesk(premises, self._config, self._records)
        self._indices: dict[str, Index] = {}

    def components(self) -> Iterable[Component]:
        return (self._records,)

    def start(self, step: Step) -> None:
        lay_out(step, self._config, self._records, self._premises.instant)

    def newest(self, arguments: Mapping[str, Any]) -> int | None:
        record = self._records.get(str(arguments.get("record", "")).strip())
        return None if record is None else record.version

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        return table_rows(table, self._desk)

    # Reading ---------------------------------------------------------------------------------------------------------

    @tool("read", effort=effort.listing, cause="searching")
    async def objects(self, acting: Acting, args: ObjectsArguments) -> Objects:
        """List the kinds of records, or show one's fields and stages."""
        me, desk = acting.person, self._desk
        known = desk.objects(me)
        if args.object is not None:
            known = {name: known[name] for name in [desk.find_object(me, args.object)]}
        rows = [
            ObjectRow(object=name, title=spec.title or name, records=len(desk.visible(me, name)))
            for name, spec in known.items()
        ]
        if args.object is None:
            return Objects(objects=rows)
        (spec,) = known.values()
        return Objects(objects=rows, fields=field_words(spec), stages=stage_words(desk, spec))

    @tool("read", effort=effort.opening, cause="reading")
    async def get(self, acting: Acting, args: GetArguments) -> RecordCard:
        """Open a record: fields, who names it, tasks, and what was done about it, in parts."""
        return self._desk.card(acting, self._desk.find(acting.person, args.record), args.part)

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> RecordRows:
        """List or search records of all kinds."""
        me, desk = acting.person, self._desk
        object_ = None if args.object is None else desk.find_object(me, args.object)
        owner = None if args.owner is None else self._person(me, args.owner)
        known = {one.id: one for one in desk.visible(me, object_)}
        filters = read_filters(desk, me, object_, args.stage, args.fields)

        def fits(one: Record) -> bool:
            return (
                (owner is None or one.owner == owner)
                and (args.stage is None or one.stage == args.stage.casefold())
                and all(self._holds(me, one, name, value) for name, value in filters.items())
            )

        if args.query.strip():
            every = {one.id: one for one in desk.visible(me)}
            index = self._indices.setdefault(me, Index())
            count = Counter(one.about for one in self._records.activities.values())
            editions = {
                id_: f"{count[id_]}\n{self._names(one)}\n{self._shown(me, one)}" for id_, one in every.items()
            }
            index.sync(editions, lambda id_: self._document(me, every[id_]))
            hits = [(known[hit.id], hit.snippet) for hit in index.find(args.query) if hit.id in known]
        else:
            hits = [
                (one, "") for one in sorted(known.values(), key=lambda one: (one.name.casefold(), one.id))
            ]
        hits = [(one, snippet) for one, snippet in hits if fits(one)]
        rows, more = page_of(hits, args.page)
        return RecordRows(
            records=[desk.row(one, snippet) for one, snippet in rows], found=len(hits), more=more
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def activities(self, acting: Acting, args: ActivitiesArguments) -> ActivityRows:
        """List activities, the newest first; by who did them or has to."""
        me, desk = acting.person, self._desk
        record = None if args.record is None else desk.find(me, args.record).id
        person = None if args.person is None else self._person(me, args.person)
        found = [
            one
            for one in desk.activities(me)
            if (record is None or one.about == record)
            and (args.kind is None or one.kind == args.kind)
            and (person is None or person in (one.by, one.owner))
            and (not args.open or (one.kind == "task" and not one.done))
        ]
        rows, more = page_of(found, args.page)
        return ActivityRows(activities=[self._activity(me, one) for one in rows], found=len(found), more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def parties(self, acting: Acting, args: PartiesArguments) -> Parties:
        """Check names against all records, with aliases, former and similar names."""
        found, nothing = find_parties(self._desk, acting.person, args.names)
        rows, more = page_of(found, args.page)
        return Parties(parties=[*rows], nothing_for=nothing, found=len(found), more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def report(self, acting: Acting, args: ReportArguments) -> Counts:
        """Pipeline by stage, activities by person, or open tasks."""
        if args.of == "pipeline":
            return pipeline(self._desk, acting.person, self._desk.find_object(acting.person, args.object))
        return by_person(self._desk, acting.person, acting.at, tasks=args.of == "tasks")

    @tool("read", effort=effort.listing, cause="searching")
    async def history(self, acting: Acting, args: HistoryArguments) -> Lines:
        """See who changed what in a record, the newest first."""
        record = self._desk.find(acting.person, args.record)
        rows, more = page_of(self._desk.lines(acting.person, record), args.page)
        return Lines(id=record.id, history=[*rows], more=more)

    # Writing ---------------------------------------------------------------------------------------------------------

    @tool("write", effort=filling, cause="writing")
    async def create(self, acting: Acting, args: CreateArguments) -> RecordDone:
        """Create a record."""
        me, desk = acting.person, self._desk
        object_ = desk.find_object(me, args.object)
        spec = desk.kinds[object_]
        if not desk.edits(me, object_):
            who = desk.circles.wording(spec.edit or ())
            raise ToolError(
                "forbidden", f"you may read records of {object_} but not create one", f"May: {who}."
            )
        fields = {
            name: value for name, value in desk.read_fields(acting, object_, args.fields).items() if value
        }
        if lacking := [name for name in spec.required if name not in fields]:
            hint = f"See crm.objects object={object_}."
            raise ToolError("invalid", f"{object_} wants {', '.join(lacking)}", hint)
        owner = me if args.owner is None else self._person(me, args.owner)
        words = words_of(args.name)
        twins = [one for one in desk.visible(me, object_) if words_of(one.name) == words]
        created = RecordCreated(
            record=self._records.next_record(me),
            by=me,
            object=object_,
            name=args.name,
            aliases=tuple(args.aliases),
            owner=owner,
            stage=next(iter(spec.stages), ""),
            fields=fields,
        )
        acting.step.emit(created, me)
        record = self._of(created.record)
        self._tell(acting, record, [owner], "is yours now")
        known = ", ".join(desk.label(one) for one in twins[:3])
        return self._done(record, f"There is one of that name already: {known}." if twins else "")

    @tool("write", effort=filling, cause="writing")
    async def update(self, acting: Acting, args: UpdateArguments) -> RecordDone:
        """Change a record; an old name is kept as a former one."""
        me, desk = acting.person, self._desk
        record = desk.current(me, args.record, args.version)
        new: dict[str, str] = {}
        if args.name is not None and args.name != record.name:
            new |= {"name": args.name, "former": "\n".join(dict.fromkeys((*record.former, record.name)))}
        if args.aliases is not None:
            new["aliases"] = "\n".join(args.aliases)
        if args.owner is not None:
            new["owner"] = self._person(me, args.owner)
        old = {name: getattr(record, name) for name in new}
        old = {name: value if isinstance(value, str) else "\n".join(value) for name, value in old.items()}
        fields = {
            name: desk.keeping(me, record, name, value)
            for name, value in desk.read_fields(acting, record.object, args.fields).items()
        }
        if emptied := [name for name in desk.kinds[record.object].required if fields.get(name) == ""]:
            raise ToolError("invalid", f"{record.object} wants {', '.join(emptied)}", "Give another value.")
        old |= {name: record.fields.get(name, "") for name in fields}
        changes = tuple(
            RecordChange(name=name, old=old[name], new=value)
            for name, value in {**new, **fields}.items()
            if old[name] != value
        )
        if not changes:
            raise ToolError("invalid", f"{record.id} stands so already", "Give what is to be changed.")
        acting.step.emit(RecordChanged(record=record.id, by=me, changes=changes), me)
        if any(change.name == "owner" for change in changes):
            self._tell(acting, record, [record.owner], "is yours now")
        return self._done(record)

    @tool("write", effort=effort.handling)
    async def move(self, acting: Acting, args: MoveArguments) -> RecordDone:
        """Move a record to another stage."""
        me, desk = acting.person, self._desk
        record = desk.current(me, args.record, args.version)
        stage = stage_for(desk, me, record, args.stage)
        moved = RecordMoved(record=record.id, by=me, was=record.stage, to=stage)
        acting.step.emit(moved, me)
        self._tell(acting, record, [record.owner], f"moved from {moved.was or 'nowhere'} to {stage}")
        return self._done(record)

    @tool("write", effort=effort.wording, cause="writing")
    async def log(self, acting: Acting, args: LogArguments) -> ActivityDone:
        """Log a call, mail, meeting or note about a record, or set a task."""
        me = acting.person
        record = self._desk.find(me, args.record)
        owner, due = "", None
        if args.kind == "task":
            owner = me if args.owner is None else self._person(me, args.owner)
            if owner and not self._desk.sees(owner, record):
                raise ToolError(
                    "invalid", f"{self._premises.people.name(owner)} can't do that", "Name another."
                )
            due = None if args.due is None else read_time(args.due, self._premises.calendar(me), acting.at)
        elif args.owner is not None or args.due is not None:
            raise ToolError("invalid", f"a {args.kind} has no owner and is not due", "Only a task is.")
        text = acting.step.blobs.put_text(args.text)
        self._premises.readings.read(acting, [content(text)])
        logged = ActivityLogged(
            activity=self._records.next_activity(me),
            by=me,
            activity_kind=args.kind,
            record=record.id,
            text=text,
            owner=owner,
            due=due,
        )
        acting.step.emit(logged, me)
        if owner:
            self._tell(acting, record, [owner], "has a task for you", text)
        return ActivityDone(activity=logged.activity, about=record.id)

    @tool("write", effort=effort.handling)
    async def complete(self, acting: Acting, args: CompleteArguments) -> ActivityDone:
        """Mark a task as done, or not."""
        me = acting.person
        task = of_task(self._desk, me, args.task)
        if task.done is args.done:
            raise ToolError("invalid", f"{task.id} is {'done' if task.done else 'open'} already", "")
        if me not in (task.owner, task.by) and not self._desk.edits(me, self._of(task.about).object):
            raise ToolError("forbidden", f"{task.id} is {self._premises.people.name(task.owner)}'s", "")
        acting.step.emit(TaskDone(activity=task.id, by=me, done=args.done), me)
        return ActivityDone(activity=task.id, about=task.about)

    @tool("write", effort=effort.handling)
    async def merge(self, acting: Acting, args: MergeArguments) -> RecordDone:
        """Merge a duplicate into a record, with its names, values and activities."""
        me, desk = acting.person, self._desk
        keep = desk.current(me, args.record, args.version)
        drop = desk.current(me, args.duplicate, args.duplicate_version)
        if keep is drop or keep.object != drop.object:
            what = "that is the same record" if keep is drop else f"{drop.id} is of {drop.object}"
            raise ToolError("invalid", what, f"Name another record of {keep.object}.")
        if desk.guards(keep) != desk.guards(drop):
            hint = "Make their parents equal first, or leave them apart."
            raise ToolError("forbidden", "they are not open to the same people", hint)
        acting.step.emit(RecordsMerged(record=keep.id, by=me, drop=drop.id), me)
        return self._done(keep)

    # Shared ----------------------------------------------------------------------------------------------------------

    def _of(self, id_: str) -> Record:
        record = self._records.get(id_)
        assert record is not None
        return record

    def _done(self, record: Record, note: str = "") -> RecordDone:
        return RecordDone(id=record.id, version=record.version, stage=record.stage, note=note)

    def _person(self, me: str, text: str) -> str:
        fold = text.strip().casefold()
        if fold in ("", "nobody"):
            return ""
        return me if fold == "me" else self._premises.people.resolve(text).id

    def _holds(self, me: str, record: Record, word: str, value: Any) -> bool:
        specs = self._desk.kinds[record.object].fields
        if word not in specs:
            return False
        kept, text = record.fields.get(word, ""), str(value).strip().casefold()
        shown = self._desk.show(me, record.object, word, kept)
        if specs[word].names_records:
            return any(text in part.casefold() for part in shown.split(", ")) if text else not shown
        return text in (kept.casefold(), shown.casefold())

    def _document(self, person: str, record: Record) -> Document:
        texts = [text for _, text, _ in self._desk.pieces(person, record)]
        return Document(self._names(record), "\n".join((self._shown(person, record), *texts)))

    @staticmethod
    def _names(record: Record) -> str:
        return " ".join((*(name for _, name in record.names), record.id))

    def _shown(self, person: str, record: Record) -> str:
        show = self._desk.show
        return "\n".join(show(person, record.object, name, value) for name, value in record.fields.items())

    def _activity(self, me: str, one: Activity) -> ActivityRow:
        premises, task = self._premises, one.kind == "task"
        return ActivityRow(
            activity=one.id,
            kind=one.kind,
            about=self._desk.label(self._of(one.about)),
            by=one.by,
            at=premises.stamp(me, one.at),
            text=shorten(premises.blobs.text(one.text), 160),
            owner=one.owner,
            due="" if one.due is None else premises.stamp(me, one.due),
            done=one.done if task else None,
        )

    def _tell(
        self, acting: Acting, record: Record, people: Iterable[str], what: str, text: str | None = None
    ) -> None:
        told = [one for one in people if one and one != acting.person and self._desk.sees(one, record)]
        if told:
            notice = Notice(
                people=tuple(told), app=self.name, item=record.id, title=record.name, what=what, text=text
            )
            acting.step.emit(notice, acting.person)
