"""Records counted for people, and as rows for criteria; parties looked for under all their names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from .base import ToolError
from .crmcalls import CountRow, Counts, PartyRow
from .crmdesk import CrmDesk, ids_in
from .crmstate import Record
from .pages import bounded
from .partynames import alike, words_of
from .recordfields import row_values


def pipeline(desk: CrmDesk, person: str, object_: str) -> Counts:
    """Records by stage with the sum of their amounts, and that weighted by the stage's probability.

    Raises:
        ToolError: The object has no stages.
    """
    spec = desk.kinds[object_]
    if not spec.stages:
        staged = [name for name, one in desk.objects(person).items() if one.stages]
        raise ToolError("invalid", f"{object_} has no stages", f"These have: {', '.join(staged)}.")
    money = next((name for name, field in spec.fields.items() if field.type == "money"), None)
    rows: list[CountRow] = []
    total = Decimal(0)
    for stage, one in spec.stages.items():
        records = [record for record in desk.visible(person, object_) if record.stage == stage]
        if money is None:
            rows.append(CountRow(name=stage, count=len(records)))
            continue
        amount = sum((Decimal(record.fields.get(money) or 0) for record in records), Decimal(0))
        weighted = amount * (one.probability or 0) / 100
        total += Decimal(0) if one.closed else weighted

        def show(value: Decimal, field: str = money) -> str:
            return desk.values.show(spec.fields[field], f"{value:.2f}")

        rows.append(CountRow(name=stage, count=len(records), amount=show(amount), weighted=show(weighted)))
    shown = "" if money is None else desk.values.show(spec.fields[money], f"{total:.2f}")
    return Counts(rows=rows, total=f"{shown} weighted, of what is open" if shown else "")


def by_person(desk: CrmDesk, person: str, at: int, *, tasks: bool) -> Counts:
    """Activities by who did them, or open tasks by who has to; the most first."""
    counts: dict[str, list[int]] = {}
    for one in desk.activities(person):
        if tasks and one.kind == "task" and not one.done:
            row = counts.setdefault(one.owner, [0, 0])
            row[0] += 1
            row[1] += one.due is not None and one.due < at
        elif not tasks and one.kind != "task":
            counts.setdefault(one.by, [0, 0])[0] += 1
    order = sorted(counts, key=lambda who: (-counts[who][0], who))
    rows = [
        CountRow(
            name=desk.premises.card(who), count=counts[who][0], overdue=counts[who][1] if tasks else None
        )
        for who in order[:50]
    ]
    return Counts(rows=rows)


def find_parties(desk: CrmDesk, person: str, names: Iterable[str]) -> tuple[list[PartyRow], list[str]]:
    """Records whose names are like those given: each pair once, same names first; and the names with nothing."""
    seen = desk.visible(person)
    known = [(record, what, name, words_of(name)) for record in seen for what, name in record.names]
    found: list[PartyRow] = []
    nothing: list[str] = []
    for given in names:
        words = words_of(given)
        best: dict[str, tuple[int, str, str, Record]] = {}
        for record, what, name, theirs in known:
            likeness = alike(words, theirs)
            if likeness is not None:
                rank = (0 if likeness == "same" else 2) + (what != "name")
                if record.id not in best or rank < best[record.id][0]:
                    best[record.id] = (rank, likeness, "" if what == "name" else f"{what} {name}", record)
        if not best:
            nothing.append(given)
        for _, likeness, known_as, record in sorted(best.values(), key=lambda row: (row[0], row[3].id)):
            places = desk.appears(person, record)
            found.append(
                PartyRow(
                    given=given,
                    likeness=likeness,
                    id=record.id,
                    object=record.object,
                    name=record.name,
                    known_as=known_as,
                    appears=bounded(places, 5),
                )
            )
    return found, nothing


def table_rows(table: str, desk: CrmDesk) -> list[dict[str, Any]]:
    """All records (main table), those of one object with their fields, or all activities.

    Raises:
        KeyError: There is no such table.
    """
    if table == "":
        return [_row(record) for record in desk.records]
    if table == "activity":
        text = desk.premises.blobs.text
        return [
            {
                "activity": one.id,
                "kind": one.kind,
                "about": one.about,
                "by": one.by,
                "owner": one.owner,
                "text": text(one.text),
                "at": one.at,
                "due": "" if one.due is None else one.due,
                "done": one.done,
            }
            for one in desk.records.activities.values()
        ]
    specs = desk.kinds[table].fields
    rows: list[dict[str, Any]] = []
    for record in desk.records:
        if record.object == table:
            several: Mapping[str, Any] = {
                name: ids_in(record, name) for name, spec in specs.items() if spec.type == "records"
            }
            rows.append({**row_values(specs, record.fields), **several, **_row(record)})
    return rows


def _row(record: Record) -> dict[str, Any]:
    return {
        "record": record.id,
        "object": record.object,
        "name": record.name,
        "aliases": list(record.aliases),
        "former": list(record.former),
        "owner": record.owner,
        "stage": record.stage,
        "version": record.version,
        "created": record.created,
        "updated": record.updated,
    }
