"""What a pack says of its CRM: objects and fields, stages, walls, and the records that are there already."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from ...personas.problems import Misfit, Path, did_you_mean
from ..office.conditions.model import Ref, Written
from ..office.conditions.timewords import TimeText
from .circles import ALL, Member
from .recordfields import FieldName, FieldSpec, FieldType, plain_value

Word = Annotated[
    str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$", description="Lower-case letters, digits and _.")
]
RecordId = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_-]{0,59}$",
        description="Lower-case letters, digits, - and _. Whoever plays sees it: it must give nothing away.",
    ),
]
PersonRef = Annotated[str, Field(min_length=1), Ref("person")]
ActivityKind = Literal["call", "mail", "meeting", "task", "note"]
Values = str | tuple[str, ...]


class CrmField(FieldSpec):
    """A field of an object; it may name other records."""

    type: FieldType | Literal["record", "records"] = "text"  # pyright: ignore[reportIncompatibleVariableOverride]
    of: tuple[Word, ...] = Field(
        (), description="For `type: record` and `records`: objects that it may name."
    )
    parent: bool = Field(
        False, description="Who may not see the record that it names doesn't see this one either."
    )

    @model_validator(mode="after")
    def _of(self) -> CrmField:
        if self.names_records != bool(self.of):
            fix = "Give `of: [account]` to a field of `type: record` or `records`, and to no other."
            raise Misfit("a field says whose records it names exactly if it names records", fix)
        return self

    @property
    def names_records(self) -> bool:
        return self.type in ("record", "records")

    def wording(self) -> str:
        if not self.names_records:
            return super().wording()
        return f"{'several' if self.type == 'records' else 'one'} of {' or '.join(self.of)}"


class Stage(Written):
    """A stage of an object's way."""

    title: str = ""
    probability: int | None = Field(None, ge=0, le=100, description="Per cent, for the weighted pipeline.")
    moves: tuple[Word, ...] | None = Field(
        None, description="Where it may go from here; anywhere if not given."
    )
    by: tuple[Member, ...] = Field((), description="Who may move it here; whoever may edit it if not given.")
    closed: bool = Field(False, description="It no longer counts as open.")


class ObjectSpec(Written):
    """A kind of record."""

    title: str = ""
    fields: Mapping[FieldName, CrmField] = {}
    required: tuple[FieldName, ...] = Field((), description="Fields that a new record must have.")
    stages: Mapping[Word, Stage] = Field({}, description="The first is where a new record starts.")
    see: tuple[Member, ...] = (ALL,)
    edit: tuple[Member, ...] | None = Field(
        None, description="Who may create and change it; whoever sees it if not given."
    )


class PastRecord(Written):
    """A record that is there when the run starts."""

    id: RecordId
    name: Annotated[str, Field(min_length=1, max_length=200)]
    aliases: tuple[str, ...] = Field((), description="Other names it goes by.")
    former: tuple[str, ...] = Field((), description="Names that it had.")
    owner: PersonRef | None = None
    stage: Word | None = None
    created: TimeText | None = None
    fields: Mapping[FieldName, Values] = {}
    restricted: tuple[Member, ...] = Field((), description="Nobody else sees that there is such a record.")


class PastActivity(Written):
    """Something that was done or is to be done about a record."""

    kind: ActivityKind
    about: str = Field(description="The id of a record.")
    by: PersonRef
    at: TimeText
    text: Annotated[str, Field(min_length=1, max_length=4_000)]
    owner: PersonRef | None = Field(None, description="Of a task: whose it is.")
    due: TimeText | None = Field(None, description="Of a task.")
    done: bool = False

    @model_validator(mode="after")
    def _task(self) -> PastActivity:
        if self.kind != "task" and (self.owner or self.due or self.done):
            raise Misfit(
                f"a {self.kind} has no owner, due time or end", "Only a task has; what is logged was done."
            )
        return self


class Wall(Written):
    """Keeps people from records, so that nothing shows them that there are such."""

    title: str = ""
    covers: tuple[str, ...] = Field(
        min_length=1, description="Ids of records; what hangs on them is covered too."
    )
    only: tuple[Member, ...] = Field(
        (), description="Who may see them; everybody who isn't `out` if not given."
    )
    out: tuple[Member, ...] = Field((), description="Who may not, whatever else they are.")


_ACCOUNT: Final[Mapping[str, Any]] = {"type": "record", "of": ["account"], "parent": True}
_BUILT_IN: Final[Mapping[str, Any]] = {
    "account": {
        "title": "Account",
        "fields": {
            "industry": {},
            "phone": {},
            "site": {},
            "parent": {"type": "record", "of": ["account"], "title": "Parent company"},
        },
    },
    "contact": {
        "title": "Contact",
        "fields": {"role": {}, "mail": {}, "phone": {}, "account": _ACCOUNT},
    },
    "opportunity": {
        "title": "Opportunity",
        "fields": {
            "account": _ACCOUNT,
            "amount": {"type": "money"},
            "closes": {"type": "date", "title": "Expected close"},
        },
        "stages": {
            "prospecting": {"probability": 10, "moves": ["qualification", "lost"]},
            "qualification": {"probability": 25, "moves": ["proposal", "lost"]},
            "proposal": {"probability": 50, "moves": ["negotiation", "qualification", "lost"]},
            "negotiation": {"probability": 75, "moves": ["won", "lost", "proposal"]},
            "won": {"probability": 100, "moves": [], "closed": True},
            "lost": {"probability": 0, "moves": ["prospecting"], "closed": True},
        },
    },
}
BUILT_IN: Final = {name: ObjectSpec.model_validate(spec) for name, spec in _BUILT_IN.items()}


class CrmConfig(Written):
    """`world/crm.yaml`."""

    currency: str = Field("", description="Of amounts whose field names none, such as USD.")
    objects: Mapping[Word, ObjectSpec] = Field(
        {}, description="Objects of your own, and what is added to account, contact and opportunity."
    )
    records: Mapping[Word, tuple[PastRecord, ...]] = Field({}, description="By object.")
    activities: tuple[PastActivity, ...] = ()
    walls: Mapping[Word, Wall] = {}

    @property
    def kinds(self) -> dict[str, ObjectSpec]:
        """All objects, the built-in ones first, whole."""
        whole = {**BUILT_IN}
        for name, given in self.objects.items():
            base = whole.get(name)
            if base is not None:
                update = {"fields": {**base.fields, **given.fields}, "stages": given.stages or base.stages}
                given = given.model_copy(update={**update, "title": given.title or base.title})
            whole[name] = given
        return {name: self._priced(spec) for name, spec in whole.items()}

    def _priced(self, spec: ObjectSpec) -> ObjectSpec:
        """With the common currency in amounts that have none."""
        fields = {
            name: field.model_copy(update={"currency": self.currency})
            if field.type == "money" and not field.currency
            else field
            for name, field in spec.fields.items()
        }
        return spec.model_copy(update={"fields": fields})

    @model_validator(mode="after")
    def _whole(self) -> CrmConfig:
        kinds = self.kinds
        if "activity" in self.objects:
            raise Misfit("`activity` is built in", "Call the object something else.", ("objects", "activity"))
        for name, spec in self.objects.items():
            at: Path = ("objects", name)
            for field, one in spec.fields.items():
                for index, kind in enumerate(one.of):
                    _check(kind, kinds, "object", (*at, "fields", field, "of", index))
            for index, field in enumerate(spec.required):
                _check(field, kinds[name].fields, "field", (*at, "required", index))
            for stage, one in spec.stages.items():
                for index, to in enumerate(one.moves or ()):
                    _check(to, spec.stages, "stage", (*at, "stages", stage, "moves", index))
        ids: dict[str, str] = {}
        for kind, records in self.records.items():
            _check(kind, kinds, "object", ("records", kind))
            for index, record in enumerate(records):
                if record.id in ids:
                    raise Misfit(
                        f"there are two records `{record.id}`", "Rename one.", ("records", kind, index, "id")
                    )
                ids[record.id] = kind
        for kind, records in self.records.items():
            for index, record in enumerate(records):
                _check_record(record, kinds[kind], ids, ("records", kind, index))
        for index, activity in enumerate(self.activities):
            _check(activity.about, ids, "record", ("activities", index, "about"))
        for name, wall in self.walls.items():
            for index, record in enumerate(wall.covers):
                _check(record, ids, "record", ("walls", name, "covers", index))
        return self

    def people(self) -> Iterator[tuple[Path, str]]:
        """Where fields of records name people."""
        kinds = self.kinds
        for kind, records in self.records.items():
            for index, record in enumerate(records):
                for name, value in record.fields.items():
                    if kinds[kind].fields[name].type == "person" and isinstance(value, str) and value:
                        yield ("records", kind, index, "fields", name), value


def listed(value: Values) -> tuple[str, ...]:
    """The records that a field of several names; one text with commas is taken too."""
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(part.strip() for part in parts if part.strip())


def _check_record(record: PastRecord, spec: ObjectSpec, ids: Mapping[str, str], at: Path) -> None:
    if record.stage is not None:
        _check(record.stage, spec.stages, "stage", (*at, "stage"))
    for name, value in record.fields.items():
        here = (*at, "fields", name)
        _check(name, spec.fields, "field", here)
        field = spec.fields[name]
        if field.names_records:
            for one in listed(value):
                _check(
                    one, [id_ for id_, kind in ids.items() if kind in field.of], " or ".join(field.of), here
                )
            if field.type == "record" and len(listed(value)) > 1:
                raise Misfit("it names one record", "Make the field `type: records`.", here)
        elif not isinstance(value, str) or plain_value(field, value) is None:
            raise Misfit(f"`{value}` is not {field.wording()}", "", here)


def _check(name: str, known: Collection[str], noun: str, at: Path) -> None:
    if name not in known:
        fix = did_you_mean(name, known) or f"There are: {', '.join(list(known)[:12]) or 'none'}."
        raise Misfit(f"there is no {noun} `{name}`", fix, at)
