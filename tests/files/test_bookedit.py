"""An edit changes what it should and nothing else, in workbooks that hold everything a workbook can hold."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import warnings
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.files.bookcharts import add_chart
from tenure.engine.files.bookedit import Typed, Workbook, absolute, blank
from tenure.engine.files.booknotes import notes, write_note
from tenure.engine.files.bookparts import BadWorkbook
from tenure.engine.files.booksheets import add_sheet, copy_sheet, delete_sheet, rename_sheet
from tenure.engine.files.bookwrite import CellWriter
from tenure.engine.files.bookyaml import ChartSpec
from tenure.engine.files.cellrefs import BadReference, parse_area
from tenure.engine.files.cellshifts import Shift
from tenure.engine.files.cellvalues import CellError, Value

from .libre import convert
from .workbooks import rich

AT = datetime(2025, 3, 14, 9, 30, tzinfo=UTC)


def saved(book: Workbook, at: datetime = AT) -> bytes:
    return book.save(book.compute(at=at), at=at)


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def loaded(data: bytes) -> Any:
    openpyxl: Any = __import__("openpyxl")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the library says what it would lose
        return openpyxl.load_workbook(io.BytesIO(data), rich_text=True)


def values(data: bytes, sheet: str) -> dict[tuple[int, int], Value]:
    return {
        place: cell.value
        for place, cell in Workbook(data).contents.sheets[sheet].items()
        if cell.value is not None
    }


def text(data: bytes, part: str) -> str:
    return parts(data)[part].decode()


@pytest.fixture(scope="module")
def original() -> bytes:
    return saved(Workbook(rich()))


def test_writing_a_cell_changes_its_sheet_and_what_follows_from_it_only(original: bytes) -> None:
    book = Workbook(original)
    book.write(book.sheet("Model"), {(2, 2): Typed(0.1)})
    before, after = parts(original), parts(saved(book))
    assert {name for name in before if before[name] != after[name]} <= {
        "xl/worksheets/sheet2.xml",
        "docProps/core.xml",
    }
    assert values(saved(book), "Model")[3, 2] == pytest.approx(0.1 * 100.5 * 27)


def test_everything_survives_an_edit_of_the_sheet_it_is_on(original: bytes) -> None:
    book = Workbook(original)
    book.write(
        book.sheet("Data"), {(2, 2): Typed(999), (3, 4): Typed("closed"), (9, 1): Typed(formula="=B2*2")}
    )
    data = saved(book)
    ws = loaded(data)["Data"]
    assert len(ws._charts) == 1
    assert ws["B2"].comment.text == "As surveyed"
    assert [str(one.sqref) for one in ws.data_validations.dataValidation] == ["D2:D7"]
    assert sorted(str(one.sqref) for one in ws.conditional_formatting) == ["B2:B7", "C2:C7"]
    assert [str(one) for one in ws.merged_cells.ranges] == ["A10:C11"]
    assert ws.freeze_panes == "B2"
    assert ws.auto_filter.ref == "A1:D7"
    assert ws["A4"].hyperlink.target == "https://example.org/line"
    assert ws["B3"].number_format == "#,##0.00"
    assert ws.column_dimensions["A"].width == 25
    assert ws.row_dimensions[3].height == 33
    assert "<r><rPr><b/>" in text(data, "xl/worksheets/sheet1.xml").replace("<b></b>", "<b/>")
    assert "x14:sparkline>" in text(data, "xl/worksheets/sheet1.xml")
    assert "DRAFT" in text(data, "xl/drawings/drawing1.xml")
    for part in (
        "customXml/item1.xml",
        "xl/threadedComments/threadedComment1.xml",
        "xl/persons/person.xml",
        "xl/charts/chart1.xml",
    ):
        assert parts(data)[part] == parts(original)[part]
    assert set(loaded(data).defined_names) == {"rate", "amounts"}
    assert loaded(data)["Model"].tables["Costs"].ref == "D1:E4"


def test_inserted_rows_take_everything_along(original: bytes) -> None:
    book = Workbook(original)
    book.shift(book.sheet("Data"), Shift("Data", "rows", 3, 2))
    data = saved(book)
    whole = loaded(data)
    ws, model = whole["Data"], whole["Model"]
    assert ws["C5"].value == "=B5/SUM($B$2:$B$9)"
    assert model["B1"].value == "=SUM(Data!B2:B9)"
    assert model["B4"].value == "=Data!B6"
    assert whole.defined_names["amounts"].attr_text == "Data!$B$2:$B$9"
    assert whole.defined_names["rate"].attr_text == "Model!$B$2"
    assert [str(one) for one in ws.merged_cells.ranges] == ["A12:C13"]
    assert [str(one.sqref) for one in ws.data_validations.dataValidation] == ["D2:D9"]
    rules = {str(one.sqref): one.rules[0] for one in ws.conditional_formatting}
    assert rules["B2:B9"].formula == ["$B$5"]
    assert ws["A6"].hyperlink.ref == "A6"
    assert ws.auto_filter.ref == "A1:D9"
    assert ws.row_dimensions[5].height == 33
    assert ws["C9"].comment is not None
    assert "<xm:f>Data!B2:B9</xm:f><xm:sqref>F2</xm:sqref>" in text(data, "xl/worksheets/sheet1.xml")
    assert "'Data'!$B$2:$B$9" in text(data, "xl/charts/chart1.xml")
    assert 'ref="C9"' in text(data, "xl/threadedComments/threadedComment1.xml")
    assert [one.place for one in notes(Workbook(data).package, Workbook(data).sheet("Data"))] == [
        (2, 2),
        (9, 3),
    ]
    assert "<row>22</row>" in text(data, "xl/drawings/drawing1.xml").replace("xdr:", "")


def test_deleted_rows_leave_ref_errors_where_something_is_gone(original: bytes) -> None:
    book = Workbook(original)
    book.shift(book.sheet("Data"), Shift("Data", "rows", 4, 1, delete=True))
    data = saved(book)
    assert loaded(data)["Model"]["B4"].value == "=#REF!"
    assert values(data, "Model")[4, 2] == CellError("#REF!")
    assert loaded(data)["Model"]["B1"].value == "=SUM(Data!B2:B6)"
    assert loaded(data)["Data"]["A4"].hyperlink is None


def test_a_column_inserted_into_a_table_becomes_one_of_its_columns(original: bytes) -> None:
    book = Workbook(original)
    book.shift(book.sheet("Model"), Shift("Model", "columns", 5, 1))
    data = saved(book)
    table = loaded(data)["Model"].tables["Costs"]
    assert table.ref == "D1:F4"
    assert [one.name for one in table.tableColumns] == ["Head", "Column1", "Cost"]
    assert values(data, "Model")[1, 5] == "Column1"
    assert values(data, "Model")[5, 2] == 63


def everything(book: Workbook) -> dict[str, Any]:
    """What a workbook says, without empty cells and the order of entries in its style table."""
    found: dict[str, Any] = {"names": book.contents.names, "tables": book.contents.tables}
    for sheet in book.sheets:
        cells = book.cells(sheet)
        found[sheet.name] = (
            {
                place: (cell.value if not cell.formula else None, cell.formula, book.format(cell))
                for place, cell in cells.items()
                if cell.value is not None or cell.formula
            },
            notes(book.package, sheet),
            book.merged(sheet),
            sorted(
                (str(one.tag).rpartition("}")[2], str(one.get("sqref") or one.get("ref") or one.text))
                for one in book.package.tree(sheet.part).iter()
                if str(one.tag).rpartition("}")[2]
                in ("dataValidation", "conditionalFormatting", "hyperlink", "sqref", "f")
                and not str(one.getparent().tag).endswith("}c")
            ),
        )
    charts = [name for name in book.package.names() if "/charts/chart" in name]
    found["charts"] = [
        [one.text for one in book.package.tree(name).iter() if str(one.tag).endswith("}f")] for name in charts
    ]
    return found


@settings(max_examples=30, deadline=None)
@given(
    sheet=st.sampled_from(["Data", "Model"]),
    axis=st.sampled_from(["rows", "columns"]),
    first=st.integers(1, 14),
    count=st.integers(1, 5),
)
def test_inserting_and_deleting_again_is_no_change(sheet: str, axis: Any, first: int, count: int) -> None:
    book = Workbook(_ORIGINAL)
    before = everything(book)
    book.shift(book.sheet(sheet), Shift(sheet, axis, first, count))
    book = Workbook(saved(book))
    book.shift(book.sheet(sheet), Shift(sheet, axis, first, count, delete=True))
    assert everything(Workbook(saved(book))) == before


_ORIGINAL = saved(Workbook(rich()))


def test_what_would_fall_off_the_sheet_is_refused() -> None:
    book = Workbook(blank("S"))
    book.write(book.sheets[0], {(1_048_576, 1): Typed("last")})
    with pytest.raises(BadReference, match="pushed off"):
        book.shift(book.sheets[0], Shift("S", "rows", 1, 1))


@settings(max_examples=40, deadline=None)
@given(order=st.permutations(range(2, 8)))
def test_sorting_is_a_permutation(order: list[int]) -> None:
    book = Workbook(_ORIGINAL)
    sheet = book.sheet("Data")
    outcome = book.compute(at=AT)
    before = {
        row: [outcome.values["Data"].get((row, column)) for column in range(1, 5)] for row in range(2, 8)
    }
    said = {one.place: one.text for one in notes(book.package, sheet)}
    moves = dict(zip(range(2, 8), order, strict=True))
    book.sort(sheet, moves, 1, 4)
    again = Workbook(saved(book))
    after = again.compute(at=AT).values["Data"]
    for row, to in moves.items():
        assert [after.get((to, column)) for column in range(1, 5)] == pytest.approx(before[row]) or [
            after.get((to, column)) for column in (1, 2, 4)
        ] == [before[row][at] for at in (0, 1, 3)]
        assert again.format(again.cells(again.sheet("Data"))[to, 2]) == "#,##0.00"
    now = {one.place: one.text for one in notes(again.package, again.sheet("Data"))}
    assert now == {(moves[row], column): one for (row, column), one in said.items()}
    assert values(saved(again), "Model")[1, 2] == pytest.approx(100.5 * 27)


def test_sheets_renamed_copied_and_deleted(original: bytes) -> None:
    book = Workbook(original)
    rename_sheet(book.package, book.sheet("Data"), "Data & more")
    book.changed()
    copy_sheet(book.package, book.sheet("Model"), "Model (2)")
    copy_sheet(book.package, book.sheet("Data & more"), "Spare")
    add_sheet(book.package, "Empty")
    book.changed()
    data = saved(book)
    whole = loaded(data)
    assert whole.sheetnames == ["Data & more", "Model", "Model (2)", "Spare", "Empty"]
    assert whole["Model"]["B1"].value == "=SUM('Data & more'!B2:B7)"
    assert whole.defined_names["amounts"].attr_text == "'Data & more'!$B$2:$B$7"
    assert len(whole["Spare"]._charts) == 1
    assert whole["Spare"]["B2"].comment.text == "As surveyed"
    assert {table for ws in whole for table in ws.tables} == {"Costs", "Costs1"}
    assert any(
        "'Spare'!$B$2:$B$7" in body.decode() or "Spare!$B$2:$B$7" in body.decode()
        for name, body in parts(data).items()
        if "charts/" in name
    )
    assert values(data, "Model (2)")[1, 2] == pytest.approx(100.5 * 27)
    again = Workbook(data)
    delete_sheet(again.package, again.sheet("Data & more"))
    again.changed()
    data = saved(again)
    assert values(data, "Model")[1, 2] == CellError("#REF!")
    assert loaded(data).sheetnames == ["Model", "Model (2)", "Spare", "Empty"]
    assert "xl/threadedComments/threadedComment1.xml" not in parts(data)


def test_the_last_visible_sheet_stays() -> None:
    book = Workbook(blank("Only"))
    with pytest.raises(BadReference, match="only visible sheet"):
        delete_sheet(book.package, book.sheets[0])


@pytest.mark.parametrize("name", ["", "a/b", "x" * 32, "Data", "'quoted'", "Model"])
def test_names_that_no_sheet_can_have(original: bytes, name: str) -> None:
    with pytest.raises(BadReference):
        add_sheet(Workbook(original).package, name)


def test_comments_are_written_and_taken_away(original: bytes) -> None:
    book = Workbook(original)
    model = book.sheet("Model")
    write_note(book.package, model, (1, 2), "Noor de Vries", "Is <this> right & proper?")
    write_note(book.package, book.sheet("Data"), (2, 2), "", "")
    data = saved(book)
    whole = loaded(data)
    assert whole["Model"]["B1"].comment.text == "Is <this> right & proper?"
    assert whole["Model"]["B1"].comment.author == "Noor de Vries"
    assert whole["Data"]["B2"].comment is None
    assert len(whole["Data"]._charts) == 1


def test_formulas_that_fill_cells_are_filled_and_emptied_again() -> None:
    book = Workbook(blank("S"))
    sheet = book.sheets[0]
    book.write(sheet, {(1, 1): Typed(3), (1, 3): Typed(formula="=SEQUENCE(A1,2)")})
    data = saved(book)
    assert values(data, "S") == {(1, 1): 3, **{(r, c): 2 * r + c - 4 for r in (1, 2, 3) for c in (3, 4)}}
    book = Workbook(data)
    book.write(book.sheets[0], {(1, 1): Typed(1)})
    data = saved(book)
    assert values(data, "S") == {(1, 1): 1, (1, 3): 1, (1, 4): 2}
    book = Workbook(data)
    book.write(book.sheets[0], {(1, 4): Typed("in the way")})
    data = saved(book)
    assert values(data, "S") == {(1, 1): 1, (1, 3): CellError("#SPILL!"), (1, 4): "in the way"}
    book = Workbook(data)
    book.write(book.sheets[0], {(1, 4): Typed()})
    assert values(saved(book), "S") == {(1, 1): 1, (1, 3): 1, (1, 4): 2}


def test_array_formulas_are_overwritten_whole() -> None:
    book = Workbook(blank("S"))
    sheet = book.sheets[0]
    book.write(sheet, {(1, 1): Typed(1), (2, 1): Typed(2), (1, 3): Typed(formula="=A1:A2*10")})
    writer = CellWriter(book.package, sheet.part)
    writer.spill((1, 3), parse_area("C1:C2"), "")
    data = saved(Workbook(book.package.pack()))
    assert values(data, "S")[2, 3] == 20
    book = Workbook(data)
    with pytest.raises(BadReference, match="array formula C1:C2"):
        book.write(book.sheets[0], {(2, 3): Typed(5)})


def test_functions_that_nobody_here_knows_keep_their_values() -> None:
    book = Workbook(blank("S"))
    book.write(book.sheets[0], {(1, 1): Typed(2)})
    writer = CellWriter(book.package, book.sheets[0].part)
    writer.formula((1, 2), "=BAHTTEXT(A1)", "two")
    writer.formula((1, 3), '=B1&"!"', None)
    book.changed()
    outcome = book.compute(at=AT)
    assert outcome.unknown == [("S", (1, 2), "BAHTTEXT")]
    assert outcome.values["S"][1, 3] == "two!"
    assert values(saved(book), "S")[1, 2] == "two"


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not a zip", b"a,b\n1,2\n"])
def test_damaged_files_say_so(data: bytes) -> None:
    with pytest.raises(BadWorkbook, match=r"damaged|no \.xlsx"):
        Workbook(data)


def test_cut_off_files_say_so(original: bytes) -> None:
    for length in range(100, len(original), 997):
        with pytest.raises(BadWorkbook):
            Workbook(original[:length]).contents  # noqa: B018


def edited(at: datetime) -> bytes:
    book = Workbook(rich())
    sheet = book.sheet("Data")
    book.write(
        sheet,
        {
            (2, 2): Typed(7.25),
            (8, 2): Typed(formula="=SUM(B2:B7)"),
            (8, 6): Typed(formula="=RAND()+SEQUENCE(2)"),
        },
    )
    book.restyle(sheet, parse_area("A1:D2"), bold=True, fill="FFF2CC", number_format="0.00")
    write_note(book.package, sheet, (8, 2), "Noor", "Sum")
    book.shift(sheet, Shift("Data", "rows", 5, 1))
    copy_sheet(book.package, sheet, "Copy")
    book.define("total", "Data!$B$9")
    book.changed()
    return book.save(book.compute(at=AT, seed=4), at=at)


def test_the_same_edit_gives_the_same_bytes_in_any_process() -> None:
    here = edited(AT)
    assert edited(AT) == here
    later = parts(edited(AT + timedelta(seconds=7)))
    assert {name for name, body in parts(here).items() if later[name] != body} == {"docProps/core.xml"}
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tests.files.test_bookedit import AT, edited\n"
        "sys.stdout.buffer.write(edited(AT))\n"
    )
    root = str(Path(__file__).parents[2])
    for seed in ("1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", script, root], capture_output=True, env=env, check=True, timeout=60
        )
        assert done.stdout == here


def test_libreoffice_opens_what_was_edited(tmp_path: Path) -> None:
    made = convert(tmp_path, {"edited.xlsx": edited(AT)}, "xlsx")["edited.xlsx"].read_bytes()
    whole = loaded(made)
    assert whole.sheetnames == ["Data", "Model", "Copy"]
    assert [len(whole[name]._charts) for name in whole.sheetnames] == [1, 1, 1]
    assert whole["Data"]["B9"].comment is not None
    assert values(made, "Data")[9, 2] == pytest.approx(7.25 + 100.5 * 25)


def _edit(book: Workbook, draw: random.Random, step: int) -> None:
    """Some edit of some sheet; what can't be done is refused."""
    sheet = draw.choice(book.sheets)
    column, row = draw.randint(1, 6), draw.randint(1, 12)
    match draw.choice("write shift format note chart copy rename delete define sort".split()):
        case "write":
            typed = [
                Typed(draw.random()),
                Typed("x <&> \x07"),
                Typed(formula="=SUM(A1:C9)"),
                Typed(),
                Typed(formula="=SEQUENCE(2,2)"),
            ]
            book.write(sheet, {(row, column): draw.choice(typed), (row + 2, column): draw.choice(typed)})
        case "shift":
            axis = draw.choice(["rows", "columns"])
            book.shift(sheet, Shift(sheet.name, axis, row, draw.randint(1, 3), draw.random() < 0.5))  # type: ignore[arg-type]
        case "format":
            book.restyle(
                sheet,
                parse_area(f"A{row}:D{row + 3}"),
                bold=True,
                fill=draw.choice(["FFF2CC", ""]),
                wrap=True,
            )
            book.widen(sheet, column, column + 2, 12)
        case "note":
            write_note(book.package, sheet, (row, column), "Noor", draw.choice(["hi", "", "long " * 50]))
        case "chart":
            add_chart(
                book.package,
                sheet,
                ChartSpec(type=draw.choice(["bar", "line", "pie"]), data="B1:C5", at="K3"),
            )
        case "copy":
            copy_sheet(book.package, sheet, f"Copy {step}'s")
        case "rename":
            rename_sheet(book.package, sheet, f"R&{step}")
        case "delete":
            delete_sheet(book.package, sheet)
        case "define":
            book.define(draw.choice(["first", "rate"]), absolute(sheet.name, parse_area(f"B{row}")))
        case _:
            rows = list(range(2, 8))
            book.sort(sheet, dict(zip(rows, draw.sample(rows, len(rows)), strict=True)), 1, 4)
    book.changed()


@pytest.mark.parametrize("seed", range(8))
def test_any_row_of_edits_leaves_a_whole_workbook(seed: int) -> None:
    draw = random.Random(seed)
    data = _ORIGINAL
    for step in range(12):
        book = Workbook(data)
        try:
            _edit(book, draw, step)
        except BadReference:
            continue
        data = saved(book)
        assert loaded(data).sheetnames == [sheet.name for sheet in Workbook(data).sheets]
        assert saved(Workbook(data)) == data, "saving again changes nothing"
