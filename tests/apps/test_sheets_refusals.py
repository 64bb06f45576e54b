"""What sheets refuse and why, and that nobody loses another's change."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tenure.engine.office.events import Notice

from .conftest import Office
from .fleet import BOOK, data, lay, made, rows


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("write", {"at": "Fleet!ZZZZ1", "rows": [[1]]}, "no range"),
        ("write", {"at": "Nope!A1", "rows": [[1]]}, "no sheet 'Nope'"),
        ("write", {"at": "Fleet!A1", "rows": []}, "no cells"),
        ("write", {"at": "Fleet!A1", "rows": [["x" * 40_000]]}, "at most 32,767"),
        ("write", {"at": "Fleet!XFD1", "rows": [[1, 2]]}, "ends at row"),
        ("write", {"at": "Fleet!A1", "rows": [[1] * 5_001]}, "too many"),
        ("insert", {"lines": "Fleet!B3"}, "names no rows"),
        ("insert", {"lines": "Fleet!1:9000"}, "too many"),
        ("delete", {"lines": "Fleet!0:2"}, "rows go from 1"),
        ("sort", {"range": "Fleet!A1:A1048576", "by": ["A"]}, "cells"),
        ("sort", {"range": "Fleet!A1:E4", "by": []}, "give 1 to 5"),
        ("format", {"range": "Fleet!A1"}, "nothing to change"),
        ("format", {"range": "Fleet!A1", "fill": "reddish"}, "no colour"),
        ("format", {"range": "Fleet!A1", "number_format": "x"}, "no number format"),
        ("format", {"range": "Fleet!A1", "width": 900}, "1 to 200"),
        ("format", {"range": "Fleet!A1:XFD9", "bold": True}, "At most 100,000"),
        ("name", {"name": "B2", "range": "Fleet!A1"}, "can't be a name"),
        ("name", {"name": "two words", "range": "Fleet!A1"}, "can't be a name"),
        ("name", {"name": "gone"}, "no name"),
        ("comment", {"cell": "Fleet!A1:B2", "text": "x"}, "4 cells"),
        ("comment", {"cell": "Fleet!A1", "text": "x" * 9_000}, "at most 8,000"),
        ("validate", {"range": "Fleet!A1", "allow": "list"}, "choices"),
        ("validate", {"range": "Fleet!A1", "allow": "whole", "values": ["a", "b"]}, "no bounds"),
        ("validate", {"range": "Fleet!A1", "allow": "date", "values": ["soon", "later"]}, "no bounds"),
        ("validate", {"range": "Fleet!A1", "allow": "whole", "values": ["1"]}, "lowest and highest"),
        ("chart", {"kind": "pie", "data": "Fleet!A1", "at": "G1"}, "can't be drawn"),
        (
            "chart",
            {"kind": "pie", "data": "Fleet!A1:B4", "labels": "A1:B2", "at": "G1"},
            "labels are one row",
        ),
        ("chart", {"kind": "pie", "data": "Fleet!A1:B4", "at": "here"}, "no cell"),
        ("sheet", {"action": "add"}, "needs a name"),
        ("sheet", {"action": "add", "name": "FLEET"}, "already"),
        ("sheet", {"action": "delete"}, "which sheet"),
        ("sheet", {"action": "delete", "sheet": "Fleet"}, "only visible"),
        ("sheet", {"action": "copy", "sheet": "Flet", "name": "x"}, "no sheet 'Flet'"),
    ],
)
def test_what_cannot_be_done_says_why(
    office: Office, tool: str, arguments: dict[str, Any], says: str
) -> None:
    version = made(office)
    refused = office.refused("noor", f"sheets.{tool}", path=BOOK, version=version, **arguments)
    assert refused.code in ("invalid", "not_found")
    assert says in f"{refused.message} {refused.hint}"
    assert len(refused.message) < 300


EDITS: dict[str, dict[str, Any]] = {
    "write": {"at": "Fleet!A9", "rows": [["late"]]},
    "insert": {"lines": "Fleet!2"},
    "delete": {"lines": "Fleet!2"},
    "sort": {"range": "Fleet!A1:E4", "by": ["Vessel"]},
    "format": {"range": "Fleet!A1", "bold": True},
    "name": {"name": "here", "range": "Fleet!A1"},
    "comment": {"cell": "Fleet!A1", "text": "late"},
    "validate": {"range": "Fleet!A1", "allow": "length", "values": ["1", "9"]},
    "chart": {"kind": "bar", "data": "Fleet!B1:B4", "at": "H1"},
    "sheet": {"action": "add", "name": "Late"},
}


@pytest.mark.parametrize("tool", EDITS)
def test_two_editors_never_lose_each_others_change(office: Office, tool: str) -> None:
    version = made(office)
    office.use("dewi", "sheets.write", path=BOOK, version=version, at="Fleet!A8", rows=[["Dewi was here"]])
    before = data(office)
    refused = office.refused("noor", f"sheets.{tool}", path=BOOK, version=version, **EDITS[tool])
    assert refused.code == "conflict"
    assert "Dewi Santoso" in refused.message
    assert data(office) == before
    edited = office.use("noor", f"sheets.{tool}", path=BOOK, version=version + 1, **EDITS[tool])
    assert edited.version == version + 2
    assert "Dewi was here" in str(office.use("noor", "sheets.find", path=BOOK, text="Dewi was here").cells)


def test_every_edit_has_a_version_and_every_edit_is_tested(office: Office) -> None:
    tools = [one for name, one in office.world.tools.items() if name.startswith("sheets.")]
    edits = {one.name.partition(".")[2] for one in tools if one.kind == "write"} - {"create"}
    assert edits == set(EDITS)
    assert all(
        one.arguments.model_fields["version"].is_required()
        for one in tools
        if one.name.partition(".")[2] in edits
    )


@pytest.mark.parametrize("tool", EDITS)
def test_the_same_edit_gives_the_same_bytes_seconds_apart(tool: str) -> None:
    def edited(later: int) -> bytes:
        office = Office()
        version = made(office)
        office.at += later
        office.use("noor", f"sheets.{tool}", path=BOOK, version=version, **EDITS[tool])
        result = data(office)
        office.run.close()
        return result

    assert edited(60_000) == edited(60_000)
    parts = [__import__("zipfile").ZipFile(io.BytesIO(edited(later))) for later in (60_000, 67_000)]
    differ = [name for name in parts[0].namelist() if parts[0].read(name) != parts[1].read(name)]
    assert differ == ["docProps/core.xml"]


def test_permissions_of_the_drive_hold(office: Office) -> None:
    office.use("pieter", "sheets.create", path="/Finance/secret.xlsx", rows=[["x"]])
    assert office.refused("noor", "sheets.read", path="/Finance/secret.xlsx").code == "not_found"
    assert (
        office.refused(
            "noor", "sheets.write", path="/Finance/secret.xlsx", version=1, at="A1", rows=[[1]]
        ).code
        == "not_found"
    )
    assert office.refused("noor", "sheets.create", path="/Finance/other.xlsx").code == "not_found"
    assert (
        office.refused("noor", "sheets.create", path="/Claims/x.xlsx", csv="/Finance/secret.xlsx").code
        == "not_found"
    )
    office.use("pieter", "drive.share", path="/Finance/secret.xlsx", people=["noor"])
    assert office.use("noor", "sheets.read", path="/Finance/secret.xlsx").text
    assert (
        office.refused(
            "noor", "sheets.write", path="/Finance/secret.xlsx", version=1, at="A1", rows=[[1]]
        ).code
        == "forbidden"
    )


@pytest.mark.parametrize("text", ["not a workbook", ""])
def test_damaged_files_are_refused(office: Office, text: str) -> None:
    lay(office, text.encode())
    assert "can't be opened" in office.refused("noor", "sheets.read", path=BOOK).message
    assert office.refused("noor", "sheets.write", path=BOOK, version=1, at="A1", rows=[[1]]).code == "invalid"


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("=" + "(" * 3000 + "1" + ")" * 3000, "no formula"),
        ("=LET(f,LAMBDA(f,x,f(f,x+1)),f(f,1))", "LAMBDA that calls what it is given"),
        ("=EDATE(1,1E300)", "can't be computed"),
    ],
)
def test_formulas_that_would_bring_the_engine_down_are_refused(
    office: Office, formula: str, says: str
) -> None:
    version = made(office)
    refused = office.refused(
        "noor", "sheets.write", path=BOOK, version=version, at="Fleet!G9", rows=[[formula]]
    )
    assert says in refused.message
    assert rows(office)[1].startswith("1: Vessel")


def test_what_a_rule_forbids_is_not_typed(office: Office) -> None:
    version = made(office)
    use = lambda **more: office.use("noor", "sheets.validate", path=BOOK, **more).version  # noqa: E731
    version = use(version=version, range="Fleet!F2:F9", allow="list", values=["open", "closed"])
    version = use(version=version, range="Fleet!G2:G9", allow="list", values=["=Fleet!$A$2:$A$4"])
    version = use(
        version=version, range="Fleet!B2:B9", allow="whole", values=["0", "500000"], message="Whole tons"
    )
    version = use(version=version, range="Fleet!E2:E9", allow="date", values=["2026-01-01", "2026-12-31"])
    version = use(version=version, range="Fleet!H2:H9", allow="length", values=["2", "4"])
    for at, entry, says in (
        ("F2", "opened", "F2 takes one of open, closed, not 'opened'"),
        ("G3", "Elm", "G3 takes one of Alder, Birch, Cedar"),
        ("B2", 1.5, "B2 takes a whole number between 0 and 500000, not '1.5' (Whole tons)"),
        ("B2", "many", "B2 takes a whole number"),
        ("E2", "2025-12-31", "E2 takes a date between 1 Jan 2026 and 31 Dec 2026, not '2025-12-31'"),
        ("H2", "abcde", "H2 takes a text whose length is between 2 and 4"),
    ):
        refused = office.refused(
            "noor", "sheets.write", path=BOOK, version=version, at=f"Fleet!{at}", rows=[[entry]]
        )
        assert says in refused.message
    allowed = [[90, None, "=C2", "2026-05-05", "Open", "birch", "abc"]]
    office.use("noor", "sheets.write", path=BOOK, version=version, at="Fleet!B2", rows=allowed)


def test_mentions_reach_those_only_who_may_open_the_file(office: Office) -> None:
    office.use("pieter", "sheets.create", path="/Finance/secret.xlsx", rows=[["x"]])
    given = {"path": "/Finance/secret.xlsx", "version": 1, "cell": "A1"}
    refused = office.refused("pieter", "sheets.comment", **given, text="@noor @dewi look")
    assert refused.message == "Noor de Vries may not open /Finance/secret.xlsx"
    office.use("pieter", "sheets.comment", **given, text="@dewi look")
    assert [event.payload.people for event in office.events(Notice.kind)] == [("dewi",)]  # type: ignore[attr-defined]
