"""What the tools of the CRM do behind their doors: find a stage or a task, and lay out what a pack holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..kernel.step import Step
from .base import ToolError
from .crmconfig import CrmConfig, ObjectSpec, PastRecord, listed
from .crmdesk import CrmDesk
from .crmstate import Activity, ActivityLogged, Record, RecordCreated, Records
from .people import did_you_mean
from .recordfields import field_named, plain_value


def stage_for(desk: CrmDesk, person: str, record: Record, text: str) -> str:
    """The stage that is meant, if the record may come to it now.

    Raises:
        ToolError: There is none, it is not reached from here (says what is), or others move records there.
    """
    stages = desk.kinds[record.object].stages
    fold = text.strip().casefold()
    stage = next((name for name, one in stages.items() if fold in (name, one.title.casefold())), None)
    if stage is None:
        hint = did_you_mean(fold, stages) or f"There are: {', '.join(stages) or 'none'}."
        raise ToolError("invalid", f"{record.object} has no stage {text!r}", hint)
    ways = desk.next_stages(record)
    if stage not in ways:
        hint = f"From {record.stage}: {', '.join(ways) or 'nowhere'}."
        raise ToolError("invalid", f"{record.id} can't go from {record.stage} to {stage}", hint)
    by = stages[stage].by
    if by and not desk.circles.holds(by, person):
        raise ToolError("forbidden", f"{desk.circles.wording(by)} moves records to {stage}", "Ask for it.")
    return stage


def read_filters(
    desk: CrmDesk, person: str, object_: str | None, stage: str | None, fields: Mapping[str, Any]
) -> dict[str, Any]:
    """The fields that a search filters by, under their names.

    Raises:
        ToolError: No object that is searched has such a field or stage.
    """
    specs = [one for name, one in desk.objects(person).items() if object_ in (None, name)]
    stages = [name for one in specs for name in one.stages]
    if stage is not None and stage.casefold() not in stages:
        hint = did_you_mean(stage, stages) or f"There are: {', '.join(dict.fromkeys(stages)) or 'none'}."
        raise ToolError("invalid", f"there is no stage {stage!r}", hint)
    known = {name: field for one in specs for name, field in one.fields.items()}
    return {field_named(known, word): value for word, value in fields.items()}


def field_words(spec: ObjectSpec) -> list[str]:
    """An object's fields: ``client: one of account; required``."""
    return [
        f"{one.named(name)}: {one.wording()}{'; required' if name in spec.required else ''}"
        for name, one in spec.fields.items()
    ]


def stage_words(desk: CrmDesk, spec: ObjectSpec) -> list[str]:
    """An object's stages: ``proposal 50% → negotiation, lost``."""
    found: list[str] = []
    for name, one in spec.stages.items():
        chance = "" if one.probability is None else f" {one.probability}%"
        ways = "" if one.moves is None else f" → {', '.join(one.moves) or 'nowhere'}"
        by = f" (by {desk.circles.wording(one.by)})" if one.by else ""
        found.append(f"{name}{chance}{ways}{by}")
    return found


def of_task(desk: CrmDesk, person: str, text: str) -> Activity:
    """The task of that id.

    Raises:
        ToolError: For that person there is none.
    """
    seen = {one.id: one for one in desk.activities(person) if one.kind == "task"}
    word = text.strip()
    if word not in seen:
        hint = did_you_mean(word, seen) or "See crm.activities kind=task."
        raise ToolError("not_found", f"there is no task {text!r}", hint)
    return seen[word]


def lay_out(step: Step, config: CrmConfig, records: Records, instant: Callable[[str], int]) -> None:
    """Put the records of a pack into the first step, with what was done about them before it."""
    kinds = config.kinds
    for object_, given in config.records.items():
        for one in given:
            _create(step, one, object_, kinds[object_], instant)
    for one in sorted(config.activities, key=lambda one: instant(one.at)):
        at = min(instant(one.at), step.at)
        logged = ActivityLogged(
            activity=records.next_activity(one.by),
            by=one.by,
            activity_kind=one.kind,
            record=one.about,
            text=step.blobs.put_text(one.text.strip()),
            owner=(one.owner or one.by) if one.kind == "task" else "",
            due=None if one.due is None else instant(one.due),
            done=one.done,
            at=at,
        )
        step.emit(logged, one.by)


def _create(
    step: Step, one: PastRecord, object_: str, spec: ObjectSpec, instant: Callable[[str], int]
) -> None:
    fields: dict[str, str] = {}
    for name, value in one.fields.items():
        field = spec.fields[name]
        if field.names_records:
            fields[name] = ",".join(dict.fromkeys(listed(value)))
        else:
            fields[name] = plain_value(field, value) or ""
    created = RecordCreated(
        record=one.id,
        by=one.owner or "",
        object=object_,
        name=one.name,
        aliases=one.aliases,
        former=one.former,
        owner=one.owner or "",
        stage=one.stage or next(iter(spec.stages), ""),
        fields={name: value for name, value in fields.items() if value},
        restricted=one.restricted,
        at=step.at if one.created is None else min(instant(one.created), step.at),
    )
    step.emit(created, one.owner or "")
