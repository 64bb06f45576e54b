"""Workbooks as people use them: what is typed, computed, seen and refused, and that nobody loses another's change."""

from __future__ import annotations

import io
import json
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.apps import effort
from tenure.engine.apps.sheetscalls import WriteArguments
from tenure.engine.apps.sheetstyping import constant, entering
from tenure.engine.apps.surface import functions
from tenure.engine.files.book import recalculate
from tenure.engine.files.cellvalues import serial
from tenure.engine.office.events import FileRead, Notice

from .conftest import Office
from .fleet import AT, BOOK, ROWS, data, loaded, made, put, rows


def test_what_is_typed_is_computed_and_shown(office: Office) -> None:
    created = office.use("noor", "sheets.create", path=BOOK, sheet="Fleet", rows=ROWS)
    assert created.cells == ["Fleet!D2 = 10500", "Fleet!D3 = 625", "Fleet!D4 = #DIV/0!"]
    assert rows(office) == [
        "   A | B | C | D | E",
        "1: Vessel | Tonnage | Rate | Limit | Date",
        "2: Alder | 84000 | 12.5% | 10500 | 2026-01-15",
        "3: Birch | 1,250 | 0.5 | 625 | 3 Feb 2026",
        "4: Cedar | 0 | 0.1 | #DIV/0!",
    ]
    assert rows(office, range="Fleet!D2:D3", formulas=True) == [
        "   D",
        "2: 10500 {=B2*C2}",
        "3: 625 {=B3*C3}",
    ]


def test_values_stand_in_the_file_for_readers_without_an_engine(office: Office) -> None:
    made(office)
    openpyxl: Any = __import__("openpyxl")
    ws = openpyxl.load_workbook(io.BytesIO(data(office)), data_only=True)["Fleet"]
    assert [ws["D2"].value, ws["D4"].value, ws["E2"].value.date().isoformat()] == [
        10500,
        "#DIV/0!",
        "2026-01-15",
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,250.00", 1250.0),
        ("(1,250)", -1250),
        ("-3", -3),
        ("$7", 7),
        ("12%", 0.12),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("2026-03-02", serial(datetime(2026, 3, 2))),
        ("2 March 2026", serial(datetime(2026, 3, 2))),
        ("true", True),
        ("007", "007"),
        ("1,25", "1,25"),
        ("4111111111111111", "4111111111111111"),
        ("2026-02-30", "2026-02-30"),
        ("1/2", "1/2"),
        ("(5", "(5"),
        ("n/a", "n/a"),
    ],
)
def test_texts_are_read_as_a_spreadsheet_reads_them(text: str, value: object) -> None:
    assert constant(text) == value
    assert type(constant(text)) is type(value)


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.integers(-(10**14), 10**14), st.floats(-1e9, 1e9, allow_nan=False).map(lambda one: round(one, 4))
    )
)
def test_any_number_typed_with_commas_is_that_number(number: float) -> None:
    assert constant(f"{number:,.4f}") == pytest.approx(number)


def test_an_apostrophe_keeps_text_and_null_empties(office: Office) -> None:
    version = made(office)
    office.use(
        "noor",
        "sheets.write",
        path=BOOK,
        version=version,
        at="Fleet!A5",
        rows=[["'=B2", "'2026-01-01", "  two  "]],
    )
    assert loaded(office)["Fleet"]["A5"].value == "=B2"
    assert loaded(office)["Fleet"]["B5"].value == "2026-01-01"
    assert loaded(office)["Fleet"]["C5"].value == "  two  "
    office.use(
        "noor", "sheets.write", path=BOOK, version=version + 1, at="Fleet!A5", rows=[[None, None, None]]
    )
    assert rows(office)[-1].startswith("4:")


def test_rows_are_appended_below_the_last(office: Office) -> None:
    version = made(office)
    edited = office.use(
        "noor", "sheets.write", path=BOOK, version=version, at="Fleet", rows=[["Sum", "=SUM(B2:B4)"], ["x"]]
    )
    assert (edited.range, edited.cells) == ("Fleet!A5:B6", ["Fleet!B5 = 85250"])


@pytest.mark.parametrize(
    ("formula", "says"),
    [
        ("=SUM(B2:B4", "no formula"),
        ("=B2+", "no formula"),
        ("=B2 B3 B4)", "no formula"),
        ("=NOSUCH(B2)", "the function NOSUCH is not supported"),
        ("=SUM(Missing!B2)", "no sheet 'Missing'"),
        ("=G9+1", "circular"),
        ("=" + "+".join(["B2"] * 4000), "no formula"),
    ],
)
def test_formulas_that_cannot_be_are_refused(office: Office, formula: str, says: str) -> None:
    version = made(office)
    refused = office.refused(
        "noor", "sheets.write", path=BOOK, version=version, at="Fleet!G9", rows=[[formula]]
    )
    assert refused.code == "invalid"
    assert says in refused.message
    assert "\n" not in refused.message


def test_circles_over_other_cells_are_named(office: Office) -> None:
    version = made(office)
    refused = office.refused(
        "noor", "sheets.write", path=BOOK, version=version, at="Fleet!G1", rows=[["=H1", "=I1", "=G1*2"]]
    )
    assert "Fleet!G1, Fleet!H1, Fleet!I1" in refused.message


def test_names_that_nobody_defined_show_as_such(office: Office) -> None:
    version = made(office)
    edited = office.use(
        "noor", "sheets.write", path=BOOK, version=version, at="Fleet!G1", rows=[["=tonage*2"]]
    )
    assert edited.cells == ["Fleet!G1 = #NAME?"]


def test_errors_that_come_up_elsewhere_are_told(office: Office) -> None:
    version = made(office)
    version = office.use("noor", "sheets.sheet", path=BOOK, version=version, action="add", name="Sum").version
    version = office.use(
        "noor", "sheets.write", path=BOOK, version=version, at="Sum!A1", rows=[["=Fleet!B3"]]
    ).version
    edited = office.use("noor", "sheets.delete", path=BOOK, version=version, lines="Fleet!3")
    assert edited.cells == ["Sum!A1 = #REF!"]
    assert edited.note == "1 other cells show new errors"


def test_rows_and_columns_shift(office: Office) -> None:
    version = made(office)
    version = office.use("noor", "sheets.insert", path=BOOK, version=version, lines="Fleet!3:4").version
    version = office.use("noor", "sheets.insert", path=BOOK, version=version, lines="Fleet!B").version
    assert loaded(office)["Fleet"]["E5"].value == "=C5*D5"
    version = office.use("noor", "sheets.delete", path=BOOK, version=version, lines="Fleet!B").version
    office.use("noor", "sheets.delete", path=BOOK, version=version, lines="Fleet!3:4")
    assert rows(office)[3] == "3: Birch | 1,250 | 0.5 | 625 | 3 Feb 2026"


def test_sorting_takes_formulas_along(office: Office) -> None:
    version = made(office)
    office.use("noor", "sheets.sort", path=BOOK, version=version, range="Fleet!A1:E4", by=["-Vessel"])
    assert [line.split(" | ")[0] for line in rows(office)[2:]] == ["2: Cedar", "3: Birch", "4: Alder"]
    assert loaded(office)["Fleet"]["D4"].value == "=B4*C4"
    refused = office.refused(
        "noor", "sheets.sort", path=BOOK, version=version + 1, range="Fleet!A1:E4", by=["Tons"]
    )
    assert refused.hint == "Its titles are Vessel, Tonnage, Rate, Limit, Date."


@settings(max_examples=25, deadline=None)
@given(
    column=st.lists(
        st.one_of(st.none(), st.integers(-5, 5), st.sampled_from(["b", "A", "10", "true"])),
        min_size=2,
        max_size=12,
    )
)
def test_sorting_keeps_every_row(column: list[Any]) -> None:
    office = Office()
    body = [[one, number] for number, one in enumerate(column)]
    version = made(office, [["Key", "Row"], *body])
    office.use("noor", "sheets.sort", path=BOOK, version=version, range=f"A1:B{len(body) + 1}", by=["Key"])
    cells = recalculate(data(office), at=AT)
    after: list[list[Any]] = [*cells.rows(f"Fleet!A2:B{len(body) + 1}")]
    assert sorted(row[1] for row in after) == list(range(len(body)))
    for key, number in after:
        typed = constant(column[number]) if isinstance(column[number], str) else column[number]
        assert key == typed
    ranks = [
        (4 if key is None else 2 if isinstance(key, bool) else 1 if isinstance(key, str) else 0)
        for key, _ in after
    ]
    assert ranks == sorted(ranks)
    office.run.close()


def test_filters_show_and_change_nothing(office: Office) -> None:
    made(office)
    before = data(office)
    view = office.use(
        "noor", "sheets.filter", path=BOOK, range="Fleet", where=["Tonnage > 1000", "Date < 2026-02-01"]
    )
    assert view.text.splitlines() == [
        "1: Vessel | Tonnage | Rate | Limit | Date",
        "2: Alder | 84000 | 12.5% | 10500 | 2026-01-15",
    ]
    assert view.note == "1 of 3 rows"
    for where, found in (
        ("Vessel contains ED", ["4: Cedar"]),
        ("Vessel starts with b", ["3: Birch"]),
        ("Vessel <> Alder", ["3: Birch", "4: Cedar"]),
        ("Date is empty", ["4: Cedar"]),
        ("Rate = 0.5", ["3: Birch"]),
        ("Rate >= 12.5%", ["2: Alder", "3: Birch"]),
        ("Limit = #DIV/0!", ["4: Cedar"]),
        ("Vessel not contains e", ["3: Birch"]),
    ):
        lines = office.use(
            "noor", "sheets.filter", path=BOOK, range="Fleet", where=[where], columns=["Vessel"]
        ).text.splitlines()
        assert lines[1:] == found, where
    assert data(office) == before
    assert (
        "no condition"
        in office.refused("noor", "sheets.filter", path=BOOK, range="Fleet", where=["Tonnage"]).message
    )
    assert (
        "no column"
        in office.refused("noor", "sheets.filter", path=BOOK, range="Fleet", where=["Tons > 1"]).message
    )


def test_find_looks_into_all_sheets(office: Office) -> None:
    version = made(office)
    version = office.use(
        "noor", "sheets.sheet", path=BOOK, version=version, action="copy", sheet="fleet", name="Old fleet"
    ).version
    hits = office.use("noor", "sheets.find", path=BOOK, text="birch")
    assert hits.cells == ["Fleet!A3: Birch", "'Old fleet'!A3: Birch"]
    assert office.use("noor", "sheets.find", path=BOOK, text="c4/b4").found == 0
    assert office.use("noor", "sheets.find", path=BOOK, text="c4/b4", formulas=True).found == 2


def test_looks_names_comments_rules_and_charts(office: Office) -> None:
    version = made(office)
    use = lambda tool, **more: office.use("noor", f"sheets.{tool}", path=BOOK, **more).version  # noqa: E731
    version = use(
        "format",
        version=version,
        range="Fleet!D2:D4",
        number_format="dollars",
        bold=True,
        fill="#FFF2CC",
        width=18,
    )
    version = use("name", version=version, name="tonnage", range="Fleet!B2")
    version = use("write", version=version, at="Fleet!G1", rows=[["=tonnage*2"]])
    version = use("comment", version=version, cell="tonnage", text="From the survey")
    version = use(
        "validate",
        version=version,
        range="Fleet!B2:B9",
        allow="whole",
        values=["0", "500000"],
        message="Whole tons",
    )
    version = use(
        "chart", version=version, kind="column", data="Fleet!B1:B4", labels="A2:A4", title="Tonnage", at="G3"
    )
    ws = loaded(office)["Fleet"]
    assert (ws["D2"].number_format, ws["D2"].font.bold, ws["D2"].fill.start_color.rgb) == (
        '"$"#,##0.00;("$"#,##0.00)',
        True,
        "FFFFF2CC",
    )
    assert ws.column_dimensions["D"].width == 18
    assert ws["B2"].comment.text == "From the survey"
    rule = ws.data_validations.dataValidation[0]
    assert (str(rule.sqref), rule.type, rule.formula1, rule.error) == ("B2:B9", "whole", "0", "Whole tons")
    assert len(ws._charts) == 1
    listed = office.use("noor", "sheets.list", path=BOOK)
    assert listed.names == ["tonnage = Fleet!$B$2"]
    assert listed.sheets[0].comments == 1
    assert listed.sheets[0].charts == [
        "bar of Fleet!B1, Fleet!$A$2:$A$4, Fleet!$B$2:$B$4".replace("Fleet!B1", "'Fleet'!B1").replace(
            "Fleet!$", "'Fleet'!$"
        )
    ]
    view = office.use("noor", "sheets.read", path=BOOK, range="tonnage")
    assert (view.range, view.comments) == ("Fleet!B2", ["Fleet!B2 Noor de Vries: From the survey"])
    version = use("validate", version=version, range="Fleet!B4:B5", allow="any")
    assert str(loaded(office)["Fleet"].data_validations.dataValidation[0].sqref) == "B2:B3 B6:B9"
    version = use("name", version=version, name="Tonnage")
    assert rows(office, range="Fleet!G1")[-1] == "1: #NAME?"
    office.use("noor", "sheets.comment", path=BOOK, version=version, cell="Fleet!B2")
    assert loaded(office)["Fleet"]["B2"].comment is None


def test_a_comment_answers_and_mentions(office: Office) -> None:
    version = made(office)
    version = office.use(
        "noor", "sheets.comment", path=BOOK, version=version, cell="Fleet!B2", text="Is that net? @ines"
    ).version
    office.use("ines", "sheets.comment", path=BOOK, version=version, cell="Fleet!B2", text="Gross.")
    assert loaded(office)["Fleet"]["B2"].comment.text == "Is that net? @ines\nInês Marchetti: Gross."
    notices = [event.payload for event in office.events(Notice.kind)]
    assert [(one.people, one.app, one.item) for one in notices] == [(("ines",), "sheets", BOOK)]  # type: ignore[attr-defined]


def test_csv_files_are_read_and_made_workbooks(office: Office) -> None:
    office.use("noor", "drive.write", path="/Claims/log.csv", text="Day;Tons\nMon;12.5\nTue;007\n")
    view = office.use("noor", "sheets.read", path="/Claims/log.csv")
    assert view.text.splitlines() == ["   A | B", "1: Day | Tons", "2: Mon | 12.5", "3: Tue | 007"]
    refused = office.refused("noor", "sheets.write", path="/Claims/log.csv", version=1, at="A1", rows=[[1]])
    assert "sheets.create" in refused.hint
    office.use("noor", "sheets.create", path=BOOK, csv="/Claims/log.csv")
    assert recalculate(data(office), at=AT).rows("A1:B3") == [["Day", "Tons"], ["Mon", 12.5], ["Tue", "007"]]


def test_long_sheets_are_read_in_parts(office: Office) -> None:
    put(
        office,
        "sheets:\n- name: Log\n  rows:\n"
        + "".join(f"  - [{n}, 'entry number {n} of the log', {n * 3}]\n" for n in range(600)),
    )
    seen: list[str] = []
    where = "Log"
    while where:
        view = office.use("noor", "sheets.read", path=BOOK, range=where)
        assert len(json.dumps(view.record())) < 6_000
        seen += view.text.splitlines()[1:]
        where = view.more.removeprefix("range=")
    assert len(seen) == 600
    assert seen[-1].endswith("| 1797")


def test_reading_costs_what_is_new_to_the_reader(office: Office) -> None:
    put(office, "sheets:\n- name: Log\n  rows:\n" + "".join(f"  - [{n}, {n * 3}]\n" for n in range(1, 41)))
    first = office.effort("noor", "sheets.read", path=BOOK)
    assert first == effort.HANDLING + effort.studying(80)
    assert office.effort("noor", "sheets.read", path=BOOK) == effort.HANDLING
    assert office.use("noor", "sheets.read", path=BOOK).seen
    office.use("dewi", "sheets.write", path=BOOK, version=1, at="Log!B5", rows=[[99]])
    assert office.effort("noor", "sheets.read", path=BOOK) == effort.HANDLING + effort.studying(20)
    office.use("noor", "sheets.write", path=BOOK, version=2, at="Log!B25", rows=[[99]])
    assert office.effort("noor", "sheets.read", path=BOOK) == effort.HANDLING
    assert {event.payload.person for event in office.events(FileRead.kind)} == {"noor"}  # type: ignore[attr-defined]


def test_typing_costs_copying_or_thinking() -> None:
    minute = 60_000
    figures = entering([[1, 2, "3,000"]])
    assert figures == effort.HANDLING + 3 * minute // effort.COPYING_WPM
    assert entering([["two words"]]) == effort.HANDLING + 2 * minute // effort.COMPOSING_WPM
    once = entering([["=A1*2"]])
    assert once == effort.HANDLING + 2 * minute // effort.COMPOSING_WPM
    assert entering([[f"=A{row}*2"] for row in range(1, 50)]) == once, "filling down costs nothing more"
    args = WriteArguments(path=BOOK, version=1, at="B2", rows=[["=A2*2"], ["=A3*3"]])
    assert entering(args.rows, (2, 2)) > once


def test_the_clock_is_the_simulations(office: Office) -> None:
    version = made(office, [["=TODAY()", "=NOW()", "=RANDBETWEEN(1,1000)"]])
    cells = recalculate(data(office), at=datetime(2026, 3, 2, 8, 30)).cells["Fleet"]
    assert (cells["A1"].value, cells["B1"].value) == (
        serial(datetime(2026, 3, 2)),
        serial(datetime(2026, 3, 2, 8, 30)),
    )
    drawn = rows(office, range="C1")[-1]
    assert rows(office, range="C1")[-1] == drawn
    office.at += 26 * 3_600_000
    assert recalculate(data(office), at=datetime(2026, 3, 3, 10, 30)).value("A1") == serial(
        datetime(2026, 3, 3)
    )
    assert office.use("noor", "sheets.read", path=BOOK, range="A1").text.endswith("46084")
    assert version == 1


def test_the_list_of_tools_stays_small(office: Office) -> None:
    tools = {name: one for name, one in office.world.tools.items() if name.startswith("sheets.")}
    assert len(json.dumps(functions(tools), separators=(",", ":"), ensure_ascii=False)) <= 6_200


def test_lambdas_that_end_are_computed(office: Office) -> None:
    version = made(office)
    formula = "=LET(double,LAMBDA(x,x*2),double(B2)+SUM(MAP(B2:B3,LAMBDA(y,y+1))))"
    edited = office.use("noor", "sheets.write", path=BOOK, version=version, at="Fleet!G1", rows=[[formula]])
    assert edited.cells == ["Fleet!G1 = 253252"]


def test_long_cells_and_many_comments_stay_within_what_one_takes_in(office: Office) -> None:
    version = made(office, [["word " * 6_000, "next"], ["below"]])
    for row in range(1, 9):
        comment = office.use(
            "noor", "sheets.comment", path=BOOK, version=version, cell=f"B{row}", text="said " * 400
        )
        version = comment.version
    for where in ("", "A1", "B1", "A1:B2"):
        view = office.use("noor", "sheets.read", path=BOOK, range=where)
        assert len(json.dumps(view.record())) < 6_000, where
    assert "below" in office.use("noor", "sheets.read", path=BOOK).text
    assert (
        office.use("noor", "sheets.read", path=BOOK).comments[-1] == "More comments: read their cells alone."
    )


def test_a_sheet_called_like_a_cell_is_meant_by_its_name(office: Office) -> None:
    version = made(office)
    version = office.use("noor", "sheets.sheet", path=BOOK, version=version, action="add", name="Q1").version
    office.use("noor", "sheets.write", path=BOOK, version=version, at="Q1", rows=[["first quarter"]])
    assert office.use("noor", "sheets.read", path=BOOK, range="Q1").text.endswith("1: first quarter")
    assert office.use("noor", "sheets.read", path=BOOK, range="Fleet!Q1").note


def test_figures_fit_their_columns(office: Office) -> None:
    version = made(office)
    office.use(
        "noor", "sheets.write", path=BOOK, version=version, at="Fleet!D5", rows=[["$123,456,789,012.50"]]
    )
    assert loaded(office)["Fleet"].column_dimensions["D"].width >= 19
