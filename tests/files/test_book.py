"""Workbooks as authors write them, and computed under changed inputs."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.files.book import BadWorkbook, CellError, InputError, from_yaml, recalculate
from tenure.engine.files.bookmake import number_in
from tenure.engine.files.plain import plain
from tenure.personas.problems import AuthoringErrors

from .libre import convert

AT = datetime(2025, 3, 14, 9, 30, tzinfo=UTC)
LIABILITY = """
title: Limits of liability, MT Alder
names: {tonnage: "Inputs!$B$2", rate: "0.05", cap: "=Inputs!$B$3*1000"}
sheets:
  - name: Inputs
    columns: [Item, {title: Value, format: "#,##0"}, Source]
    rows:
      - [Gross tonnage, "84,000", Survey of March]
      - [Per ton, 1900, "§ 12"]
      - [Incident, 2025-01-15, Log]
      - [As written, "1,250.00", "1,250.00"]
    names: {barrels: B5}
    comments: {B2: Per the March survey, B3: {text: See the statute, author: Inês}}
    validations: [{range: B2, whole: [1, 500000], message: Gross tons}]
    highlights: [{range: "B2:B5", when: "> 1,000,000"}]
  - name: Model
    columns:
      - {title: Line, width: 30}
      - {title: Amount, format: dollars, total: sum}
      - {title: Share, format: percent, formula: "=B{row}/SUM($B$2:$B$3)"}
    rows:
      - [Limit, "=MAX(tonnage*Inputs!B3,22000000)"]
      - [Interest, "=B2*rate"]
    cells:
      E2: '=IF(B2>cap,"above","below")'
      E3: {value: "=XLOOKUP(\\"Incident\\",Inputs!A2:A5,Inputs!B2:B5)", format: date, bold: true, fill: yellow}
    charts: [{type: bar, title: Split, data: "B1:B3", labels: "A2:A3", at: G2}]
    notes: Prepared from the ship's papers.
"""


def loaded(data: bytes, **more: Any) -> Any:
    openpyxl: Any = __import__("openpyxl")
    return openpyxl.load_workbook(io.BytesIO(data), **more)


def errors(text: str) -> list[str]:
    with pytest.raises(AuthoringErrors) as caught:
        from_yaml(text, at=AT, file="model.xlsx.yaml")
    return [str(one) for one in caught.value.errors]


def test_a_model_is_written_computed_and_remembered() -> None:
    data = from_yaml(LIABILITY, at=AT, author="Noor de Vries")
    values = loaded(data, data_only=True)
    assert values["Model"]["B2"].value == 84000 * 1900
    assert values["Model"]["B4"].value == 84000 * 1900 * 1.05
    assert values["Model"]["E2"].value == "above"
    assert values["Model"]["E3"].value == datetime(2025, 1, 15)
    assert loaded(data)["Model"]["B4"].value == "=SUM(B2:B3)"
    assert loaded(data)["Model"]["C3"].value == "=B3/SUM($B$2:$B$3)"
    assert values.properties.creator == "Noor de Vries"
    assert values.properties.created == datetime(2025, 3, 14, 9, 30)


def test_it_looks_like_a_professionals() -> None:
    book = loaded(from_yaml(LIABILITY, at=AT))
    inputs, model = book["Inputs"], book["Model"]
    assert (inputs["A1"].font.bold, inputs["A1"].fill.start_color.rgb) == (True, "001F3864")
    assert (inputs.freeze_panes, model.freeze_panes) == ("A2", "A2")
    assert inputs["B2"].number_format == "#,##0"
    assert inputs["B2"].comment.text == "Per the March survey"
    assert inputs["B3"].comment.author == "Inês"
    assert model.column_dimensions["A"].width == 30
    assert (model.page_setup.fitToWidth, model.page_setup.fitToHeight) == (1, 0)
    assert model.print_title_rows == "$1:$1"
    assert model["A6"].value == "Prepared from the ship's papers."
    assert len(model._charts) == 1
    assert str(inputs.data_validations.dataValidation[0].sqref) == "B2"


@pytest.mark.parametrize(
    ("written", "form", "value"),
    [
        ('"1,250.00"', "", "1,250.00"),
        ("'1,250.00'", "money", 1250),
        ('"$1,250"', "dollars", 1250),
        ('"(1,250)"', "money", -1250),
        ('"12.5%"', "percent", 0.125),
        ('"n/a"', "money", "n/a"),
        ("1250", "", 1250),
        ("0012", "", 12),
        ('"0012"', "", "0012"),
        ('"0012"', "text", "0012"),
        ("12.50", "text", "12.50"),
        ("2025-01-15", "", 45672),
        ("2025-01-15", "money", 45672),
        ('"\'2025-01-15"', "", "2025-01-15"),
        ("2025-01-15", "text", "2025-01-15"),
        ('"\'=A1"', "", "=A1"),
        ("true", "", True),
        ("yes", "", "yes"),
        ("2025-13-15", "", "2025-13-15"),
    ],
)
def test_values_are_what_their_author_means(written: str, form: str, value: object) -> None:
    column = f"{{title: X, format: {form}}}" if form else "X"
    data = from_yaml(f"sheets:\n- name: S\n  columns: [{column}]\n  rows:\n  - [{written}]\n", at=AT)
    found = recalculate(data, at=AT).value("S!A2")
    assert found == (value if form != "text" or written != "12.50" else "12.5")
    assert type(found) is type(value)


@settings(max_examples=200, deadline=None)
@given(st.integers(-(10**12), 10**12), st.integers(0, 99))
def test_any_amount_written_as_text_is_that_amount(whole: int, cents: int) -> None:
    exact = Decimal(whole) + Decimal(cents) / 100 * (-1 if whole < 0 else 1)
    assert number_in(f"{exact:,.2f}") == pytest.approx(float(exact))
    assert number_in(f"({abs(exact):,.2f})") == pytest.approx(-float(abs(exact)))


def test_every_fault_is_named_with_its_line_and_fix() -> None:
    found = errors(
        """sheets:
- name: A
  columns: [Item, {title: Amount, format: mony}]
  rows:
  - [Hull, 1,250.00]
- name: a
  fredze: A2
"""
    )
    assert [one.split(": ")[0] for one in found] == [
        "model.xlsx.yaml:3:43",
        "model.xlsx.yaml:7:3",
    ]
    assert "Did you mean `money`?" in found[0]
    assert "freeze" in found[1]
    found = errors("sheets:\n- name: A\n  columns: [Item, Amount]\n  rows:\n  - [Hull, 1,250.00]\n")
    assert found[0].startswith("model.xlsx.yaml:5:5: sheets[0].rows[0]: the row has 3 values for 2 columns")


def test_formulas_that_cannot_be_are_faults_at_their_lines() -> None:
    found = errors(
        """sheets:
- name: A
  names: {tonnage: B9}
  columns: [X, {title: Y, formula: "=A{row}*tonage"}]
  rows:
  - [1]
  cells:
    C2: =FOO(1)
    C3: =SUM(A1
    C4: =C5
    C5: =C4
    C6: =Inpts!B2
"""
    )
    lines = [one.removeprefix("model.xlsx.yaml:").split(":")[0] for one in found]
    assert lines == ["4", "8", "9", "10", "11", "12"]
    for message, says in zip(
        found,
        [
            "Did you mean `tonnage`?",
            "FOO",
            "is no formula",
            "refers to itself",
            "refers to itself",
            "`Inpts`",
        ],
        strict=True,
    ):
        assert says in message


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("sheets: []\n", "no sheets"),
        ("sheets:\n- name: a/b\n", "can't name a sheet"),
        ("sheets:\n- name: A\n- name: a\n", "two sheets are called"),
        ("sheets:\n- name: A\n  cells: {BB: 1}\n", "is no cell"),
        ("sheets:\n- name: A\n  merge: [A1-B2]\n", "is no range"),
        ("sheets:\n- name: A\n  styles: {A1: {fill: reddish}}\n", "is no colour"),
        ("sheets:\n- name: A\n  table: T\n  rows: [[1]]\n", "titles"),
        ("sheets:\n- name: A\n  validations: [{range: A1}]\n", "exactly one rule"),
    ],
)
def test_what_no_workbook_can_be_is_refused(text: str, says: str) -> None:
    assert says in " ".join(errors(text))


def test_inputs_are_set_by_cell_and_by_name() -> None:
    data = from_yaml(LIABILITY, at=AT)
    assert recalculate(data, at=AT).value("Model!B2") == 159_600_000
    assert recalculate(data, {"tonnage": 5000}, at=AT).value("Model!B2") == 22_000_000
    assert (
        recalculate(data, {"Inputs!B2": Decimal("100000"), "inputs!b3": 2000}, at=AT).value("Model!B2")
        == 200_000_000
    )
    assert recalculate(data, {"RATE": 0.1}, at=AT).value("Model!B3") == 15_960_000
    assert recalculate(data, {"B2": "=10*9000"}, at=AT).value("Model!B2") == 171_000_000
    assert recalculate(data, {"B4": date(2025, 2, 1)}, at=AT).cell("Model!E3").shown == "1 Feb 2025"
    assert recalculate(data, {"tonnage": "unknown"}, at=AT).value("Model!B2") == CellError("#VALUE!")
    assert recalculate(data, {"tonnage": None}, at=AT).value("Model!B2") == 22_000_000
    assert recalculate(data, {"tonnage": 1}, at=AT).value("barrels") == 1250


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("tonage", "did you mean the name 'tonnage'"),
        ("Inputz!B2", "no sheet 'Inputz'"),
        ("Inputs!B2:B3", "2 cells"),
        ("B", "defined names are"),
    ],
)
def test_inputs_that_are_nowhere_say_what_there_is(name: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        recalculate(from_yaml(LIABILITY, at=AT), {name: 1}, at=AT)


def test_a_dead_model_stays_what_it_was() -> None:
    dead = from_yaml("sheets:\n- name: S\n  rows: [[84000], [159600000]]\n", at=AT)
    book = recalculate(dead, {"A1": 1}, at=AT)
    assert book.value("A2") == 159_600_000
    assert list(book.formulas()) == []
    live = recalculate(from_yaml(LIABILITY, at=AT), at=AT)
    assert ("Model!B2", "=MAX(tonnage*Inputs!B3,22000000)") in list(live.formulas())


def test_a_book_tells_errors_ranges_and_what_is_shown() -> None:
    book = recalculate(
        from_yaml("sheets:\n- name: S\n  rows: [[1, '=A1/0'], [2, '=A2*0.5']]\n", at=AT), at=AT
    )
    assert list(book.errors()) == [("S!B1", "#DIV/0!")]
    assert book.rows("A1:B2") == [[1, CellError("#DIV/0!")], [2, 1]]
    assert book.rows("S!C1:C1") == [[None]]
    assert book.cell("B9").value is None
    assert recalculate(from_yaml(LIABILITY, at=AT), at=AT).cell("Model!B2").shown == "$159,600,000.00"


def test_circles_of_others_are_told_and_do_not_stop_the_rest() -> None:
    from tenure.engine.files.bookedit import Typed, Workbook, blank

    book = Workbook(blank("S"))
    book.write(
        book.sheets[0],
        {(1, 1): Typed(formula="=B1"), (1, 2): Typed(formula="=A1+1"), (1, 3): Typed(formula="=1+1")},
    )
    computed = recalculate(book.package.pack(), at=AT)
    assert computed.circular == ("S!A1", "S!B1")
    assert computed.value("C1") == 2


def test_volatile_functions_know_simulated_time_and_the_seed_only() -> None:
    volatile = "['=TODAY()', '=RAND()', '=RAND()', '=RANDBETWEEN(5,7)', '=ROUND(NOW()-TODAY(),6)']"
    data = from_yaml(
        f"sheets:\n- name: S\n  rows: [{volatile}]\n",
        at=AT,
    )
    one, two = recalculate(data, at=AT, seed=3), recalculate(data, at=AT, seed=3)
    assert one.rows("A1:E1") == two.rows("A1:E1")
    assert one.value("A1") == 45730
    assert one.value("E1") == pytest.approx(9.5 / 24, abs=1e-6)
    assert recalculate(data, at=AT + timedelta(days=1)).value("A1") == 45731
    draws = [recalculate(data, at=AT, seed=seed).rows("B1:D1")[0] for seed in range(40)]
    assert len({str(one) for one in draws}) > 35
    assert {one[2] for one in draws} == {5, 6, 7}
    assert all(isinstance(one[0], float) and 0 <= one[0] < 1 and one[0] != one[1] for one in draws)


def test_the_same_text_gives_the_same_bytes() -> None:
    assert from_yaml(LIABILITY, at=AT) == from_yaml(LIABILITY, at=AT)
    assert from_yaml(LIABILITY, at=AT) != from_yaml(LIABILITY, at=AT + timedelta(seconds=5))


def test_damaged_workbooks_say_so() -> None:
    with pytest.raises(BadWorkbook):
        recalculate(b"", at=AT)
    with pytest.raises(BadWorkbook):
        recalculate(from_yaml(LIABILITY, at=AT)[:3000], at=AT)


def test_readers_see_what_is_in_it() -> None:
    text = plain("model.xlsx", from_yaml(LIABILITY, at=AT))
    assert text is not None
    for words in ("## Inputs", "84,000", "$159,600,000.00", "Per the March survey"):
        assert words in text


def test_libreoffice_opens_it_and_prints_it(tmp_path: Path) -> None:
    made = convert(tmp_path, {"model.xlsx": from_yaml(LIABILITY, at=AT)}, "pdf")["model.xlsx"]
    from pypdf import PdfReader

    pages = [page.extract_text() for page in PdfReader(made).pages]
    assert len(pages) == 2
    assert "84,000" in pages[0]
    assert "$159,600,000.00" in pages[1]
    assert "###" not in "".join(pages)


def written(cells: dict[str, Any], array: str = "") -> bytes:
    openpyxl: Any = __import__("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "S"
    for name, value in cells.items():
        book.active[name] = value
    if array:
        formulas: Any = __import__("openpyxl.worksheet.formula", fromlist=["ArrayFormula"])
        book.active["A1"] = formulas.ArrayFormula(array, "=ROW(A1:A9)")
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_brackets_alone_are_counted_too() -> None:
    for deep in (200, 3_000, 50_000):
        book = recalculate(written({"A1": "=" + "(" * deep + "1" + ")" * deep, "B1": "=1+1"}), at=AT)
        assert book.cells["S"]["B1"].value == 2
        assert isinstance(book.cells["S"]["A1"].value, CellError)


@pytest.mark.parametrize("doubled", ["=A{0}&A{0}", "=CONCATENATE(A{0},A{0})", '=TEXTJOIN("",TRUE,A{0},A{0})'])
def test_texts_that_double_end_at_what_a_cell_holds(doubled: str) -> None:
    cells = {"A1": "x" * 100, **{f"A{row}": doubled.format(row - 1) for row in range(2, 60)}}
    book = recalculate(written({**cells, "B1": "=LEN(A9)"}), at=AT)
    assert book.cells["S"]["B1"].value == 25_600
    assert book.cells["S"]["A59"].value == CellError("#VALUE!")


def test_a_formula_over_a_whole_sheet_is_refused() -> None:
    with pytest.raises(BadWorkbook, match=r"fills 17,179,869,184 cells"):
        recalculate(written({"B1": 1}, array="A1:XFD1048576"), at=AT)


def test_names_within_names_end() -> None:
    openpyxl: Any = __import__("openpyxl")
    named: Any = __import__("openpyxl.workbook.defined_name", fromlist=["DefinedName"])
    book = openpyxl.Workbook()
    book.active.title = "S"
    book.active["A1"], book.active["B1"] = "=link_0", "=1+1"
    for number in range(14):
        meaning = "+".join([f"link_{number + 1}"] * 20)
        book.defined_names[f"link_{number}"] = named.DefinedName(f"link_{number}", attr_text=meaning)
    out = io.BytesIO()
    book.save(out)
    computed = recalculate(out.getvalue(), at=AT).cells["S"]
    assert computed["B1"].value == 2
    assert isinstance(computed["A1"].value, CellError)
