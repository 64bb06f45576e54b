"""Formulas give what LibreOffice gives: every function that lawyers' models need, and generated sheets."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tenure.engine.files.book import recalculate
from tenure.engine.files.bookedit import Typed, Workbook, blank
from tenure.engine.files.booksheets import add_sheet
from tenure.engine.files.cellrefs import a1
from tenure.engine.files.cellvalues import CellError, Value

from .libre import convert

AT = datetime(2025, 3, 14, 9, 30, tzinfo=UTC)

# numbers, texts and dates that the formulas below work on: A numbers, B texts, C dates, D shares, E truth values
DATA: list[list[Value]] = [
    [120000, "tanker", 45000, 0.25, True],
    [84000.5, "barge", 45100, 0.5, False],
    [-300, "tanker", 45231, 0.125, True],
    [0, "Ferry", 45366, 0.0625, False],
    [17.335, "tug boat", 45400, 0.0625, True],
    [1000000, "barge", 44562, 0.4, False],
]

FORMULAS = """
=SUM(A1:A6)
=SUMIF(B1:B6,"barge",A1:A6)
=SUMIFS(A1:A6,B1:B6,"tanker",A1:A6,">0")
=SUMIFS(A1:A6,C1:C6,">="&DATE(2023,4,1))
=SUMIFS(A1:A6,B1:B6,"*boat")
=SUMPRODUCT(A1:A6,D1:D6)
=SUMPRODUCT((B1:B6="barge")*(A1:A6>1000)*D1:D6)
=SUMPRODUCT(--(B1:B6="tanker"))
=IF(A1>A2,"over","under")
=IF(A4,"yes","no")
=IF(AND(A1>0,OR(A2<0,D1=0.25)),1,2)
=IFS(A1<0,"neg",A1<50000,"small",TRUE,"large")
=IF(A3<0,,1)
=SWITCH(B2,"tanker",1,"barge",2,3)
=CHOOSE(2,A1,A2,A3)
=MIN(A1:A6)
=MAX(A1:A6,D1:D6)
=MINIFS(A1:A6,B1:B6,"tanker")
=MAXIFS(A1:A6,B1:B6,"tanker",E1:E6,TRUE)
=AVERAGE(A1:A6)
=AVERAGEIF(B1:B6,"barge",D1:D6)
=AVERAGEIFS(A1:A6,D1:D6,">0.1")
=MEDIAN(A1:A6)
=COUNT(A1:D6)
=COUNTA(A1:E7)
=COUNTBLANK(A1:A8)
=COUNTIF(B1:B6,"t*")
=COUNTIF(A1:A6,"<>0")
=COUNTIFS(B1:B6,"barge",A1:A6,">90000")
=LARGE(A1:A6,2)
=SMALL(A1:A6,2)
=RANK(A2,A1:A6)
=ROUND(A5,2)
=ROUND(A1,-4)
=ROUND(-2.5,0)
=ROUND(2.345,2)
=ROUNDUP(A5,1)
=ROUNDDOWN(-A5,1)
=MROUND(A1,7000)
=CEILING(A5,5)
=FLOOR(A5,5)
=INT(-A5)
=TRUNC(-A5)
=MOD(-7,3)
=MOD(A1,7)
=ABS(A3)
=SIGN(A3)
=SQRT(A1)
=POWER(A5,3)
=2^10
=-2^2
=A1^0.5
=EXP(D1)
=LN(A1)
=LOG(A1,10)
=LOG10(A1)
=PRODUCT(D1:D3)
=A1*D1+A2*D2-A3/D3
=A1/A4
=(A1+A2)*(1+D1)^3
=10%*A1
=A1&" "&B1
=A1=120000
=B1="TANKER"
=A1<>A2
=INDEX(A1:A6,3)
=INDEX(A1:D6,2,4)
=INDEX(B1:B6,MATCH(84000.5,A1:A6,0))
=MATCH("barge",B1:B6,0)
=MATCH("f*",B1:B6,0)
=INDEX(A1:A6,MATCH("none",B1:B6,0))
=VLOOKUP("barge",B1:D6,3,FALSE)
=VLOOKUP("x",B1:D6,3,FALSE)
=HLOOKUP(120000,A1:D6,3,FALSE)
=LOOKUP(2,D1:D1,A1:A1)
=OFFSET(A1,2,0)
=SUM(OFFSET(A1,0,0,3,1))
=INDIRECT("A2")
=ROW(A5)
=COLUMN(D1)
=ROWS(A1:A6)
=COLUMNS(A1:D1)
=ADDRESS(3,4)
=AND(E1,E3)
=OR(E2,E4)
=NOT(E1)
=XOR(E1,E2,E3)
=IFERROR(A1/A4,"no rate")
=IFERROR(A1/A2,0)
=IFNA(MATCH("none",B1:B6,0),"absent")
=ISERROR(A1/A4)
=ISNA(MATCH("none",B1:B6,0))
=ISNUMBER(A1)
=ISTEXT(B1)
=ISBLANK(A9)
=ISLOGICAL(E1)
=LEFT(B1,3)
=RIGHT(B1,2)
=MID(B5,3,4)
=LEN(B5)
=FIND("b",B5)
=SEARCH("BOAT",B5)
=SUBSTITUTE(B5," ","-")
=REPLACE(B1,1,1,"b")
=UPPER(B1)
=LOWER(B4)
=PROPER(B5)
=TRIM("  a  b ")
=REPT("ab",3)
=EXACT(B4,"ferry")
=CONCATENATE(B1,"/",B2)
=CONCAT(B1:B3)
=TEXTJOIN(", ",TRUE,B1:B3)
=TEXT(A1,"#,##0.00")
=TEXT(D1,"0.0%")
=TEXT(C1,"d mmmm yyyy")
=TEXT(C1,"yyyy-mm-dd")
=TEXT(A3,"0;(0)")
=VALUE("12.5")
=VALUE("1,250.75")
=CHAR(65)
=CODE("A")
=FIXED(A1,1)
=DATE(2025,2,30)
=DATE(2024,14,1)
=YEAR(C1)
=MONTH(C1)
=DAY(C1)
=WEEKDAY(C1)
=WEEKDAY(C1,2)
=WEEKNUM(C1)
=EDATE(C1,3)
=EDATE(DATE(2024,1,31),1)
=EOMONTH(C1,-1)
=DATEVALUE("2025-03-14")
=DATEDIF(C1,C4,"d")
=DATEDIF(C1,C4,"m")
=DATEDIF(C1,C4,"y")
=DAYS(C4,C1)
=C4-C1
=NETWORKDAYS(C1,C4)
=NETWORKDAYS(C1,C4,C2:C3)
=WORKDAY(C1,30)
=YEARFRAC(C1,C4)
=YEARFRAC(C1,C4,1)
=YEARFRAC(C1,C4,3)
=DAYS360(C1,C4)
=TIME(13,45,0)
=HOUR(0.75)
=MINUTE(0.7604)
=PMT(0.05/12,60,100000)
=PMT(0.05/12,60,100000,0,1)
=IPMT(0.06/12,3,36,8000)
=PPMT(0.06/12,3,36,8000)
=PV(0.04,10,-5000)
=FV(0.04,10,-5000)
=NPER(0.01,-500,10000)
=RATE(24,-500,10000)
=NPV(0.08,A3,A1,A2)
=IRR({-100000,30000,40000,50000})
=XNPV(0.09,{-10000,2750,4250},{39448,39508,39751})
=SLN(30000,7500,10)
=STDEV(A1:A6)
=VAR(D1:D6)
=PERCENTILE(A1:A6,0.9)
=QUARTILE(A1:A6,1)
=SUBTOTAL(9,A1:A6)
=N(E1)
=T(B1)
=TYPE(B1)
=SUM(A1:A6)*IF(MAX(D1:D6)>0.45,MIN(0.5,D2),1)
=MIN(A1*1200,MAX(22000000,A2*1900))
=ROUND(SUM(A1:A2)*D1/SUM(D1:D6),2)
=SUMPRODUCT(D1:D6/SUM(D1:D6),A1:A6)
=NOSUCHNAME+1
=A1+B1
=LEFT(B1,-1)
""".strip().splitlines()


# LibreOffice differs from what the format's own program gives, or has no such function yet
OTHERS: dict[str, Value] = {
    '=SUM(A1:A6,5,"3")': 1203725.835,
    "=COUNT(A1:E6)": 18,
    "=SQRT(-1)": "#NUM!",
    '=XLOOKUP("barge",B1:B6,A1:A6)': 84000.5,
    '=XLOOKUP("none",B1:B6,A1:A6,"absent")': "absent",
    "=XLOOKUP(90000,A1:A6,B1:B6,,1)": "tanker",
    '=XLOOKUP("barge",B1:B6,A1:A6,,0,-1)': 1000000,
    '=XMATCH("Ferry",B1:B6)': 4,
    "=LET(x,A1*D1,x+x)": 60000,
    '=SUM(FILTER(A1:A6,B1:B6="tanker"))': 119700,
    "=ROWS(UNIQUE(B1:B6))": 4,
    "=INDEX(SORT(A1:A6),1)": -300,
    "=TODAY()": 45730,
    "=NOW()": 45730 + 9.5 / 24,
}


def sheet_of(rows: Sequence[Sequence[Value]], formulas: Sequence[str]) -> bytes:
    """A workbook without remembered values, so that whoever opens it must compute."""
    book = Workbook(blank("S"))
    cells = {(r, c): Typed(one) for r, row in enumerate(rows, 1) for c, one in enumerate(row, 1)}
    cells |= {(r, 8): Typed(formula=one) for r, one in enumerate(formulas, 1)}
    book.write(book.sheets[0], cells)
    return book.package.pack()


def agree(ours: Value, theirs: Value) -> bool:
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return ours == theirs
    if isinstance(ours, int | float) and isinstance(theirs, int | float):
        return ours == pytest.approx(theirs, rel=1e-9, abs=1e-9)
    if isinstance(ours, str) and isinstance(theirs, str) and "|" in ours and ours != theirs:
        # the fifteenth digit of a number in a text may be rounded either way
        return all(map(_close, ours.split("|"), theirs.split("|")))
    return (ours or "") == (theirs or "")


def _close(ours: str, theirs: str) -> bool:
    try:
        return float(ours) == pytest.approx(float(theirs), rel=1e-13)
    except ValueError:
        return ours == theirs


def test_every_function_gives_what_libreoffice_gives(tmp_path: Path) -> None:
    data = sheet_of(DATA, FORMULAS)
    made = convert(tmp_path, {"functions.xlsx": data}, "xlsx")["functions.xlsx"]
    ours = recalculate(data, at=AT).cells["S"]
    theirs = _remembered(made.read_bytes())["S"]
    differ = [
        f"{formula}: {ours[f'H{row}'].value!r} here, {theirs.get(f'H{row}')!r} there"
        for row, formula in enumerate(FORMULAS, 1)
        if not agree(ours[f"H{row}"].value, theirs.get(f"H{row}"))
    ]
    assert not differ, "\n".join(differ)


def test_what_libreoffice_lacks_gives_what_the_format_says() -> None:
    ours = recalculate(sheet_of(DATA, list(OTHERS)), at=AT).cells["S"]
    for row, (formula, wanted) in enumerate(OTHERS.items(), 1):
        assert agree(ours[f"H{row}"].value, wanted), (formula, ours[f"H{row}"].value, wanted)


def generated(draw: random.Random, size: int) -> list[Typed]:
    """A column of figures and of formulas over the cells above them; errors and texts come up too."""
    cells: list[Typed] = []
    for row in range(1, size + 1):
        if row <= 6 or draw.random() < 0.25:
            figure = draw.choice([0, 1, -7, 12.5, 1e6, 0.1, 365, draw.randint(-1000, 1000), draw.random()])
            cells.append(Typed(figure))
            continue

        def at(row: int = row) -> str:
            dollars = draw.choice(["", "", "$"])
            return f"A{dollars}{draw.randint(1, row - 1)}"

        def span(row: int = row) -> str:
            low = draw.randint(1, row - 2)
            return f"A{low}:A{draw.randint(low, row - 1)}"

        number = draw.choice(["2", "0.5", "10", "100", "3"])
        formula = draw.choice(
            [
                f"={at()}+{at()}*{number}",
                f"=({at()}-{at()})/{at()}",
                f"=ROUND({at()}/{number},{draw.randint(-2, 4)})",
                f"=SUM({span()})",
                f"=MAX({span()},{at()})",
                f"=MIN({span()})-{number}",
                f"=AVERAGE({span()})",
                f'=IF({at()}>{at()},{at()},"less")',
                f"=IF(AND({at()}>0,{at()}<={number}),{at()},-{at()})",
                f'=SUMIF({span()},">{number}")',
                f"=COUNT({span()})",
                f'=COUNTIF({span()},"<={number}")',
                f"=IFERROR({at()}/{at()},{number})",
                f"=INT({at()})",
                f"=ABS({at()})^0.5",
                f"=SUMPRODUCT({(one := span())},{one})",
                f"=INDEX({span()},1)",
                f"=MATCH({at()},A1:A{row - 1},0)",
                f'=LEN({at()}&"x")',
                f'={at()}&"|"&{at()}',
                f"={number}%*{at()}",
                f"=-{at()}^2",
                f"=IF(ISNUMBER({at()}),1,0)",
                f"=IF(ISERROR({at()}),{number},1)",
                f"=VLOOKUP({at()},{span()},1,FALSE)",
            ]
        )
        cells.append(Typed(formula=formula))
    return cells


def test_generated_sheets_give_what_libreoffice_gives(tmp_path: Path) -> None:
    draw = random.Random(20250314)
    book = Workbook(blank("S0"))
    sheets = {f"S{number}": generated(draw, 60) for number in range(40)}
    for name, cells in sheets.items():
        if name != "S0":
            add_sheet(book.package, name)
            book.changed()
        book.write(book.sheet(name), {(row, 1): one for row, one in enumerate(cells, 1)})
    data = book.package.pack()
    made = convert(tmp_path, {"generated.xlsx": data}, "xlsx")["generated.xlsx"]
    ours, theirs = recalculate(data, at=AT), _remembered(made.read_bytes())
    computed, differ = 0, list[str]()
    for name, cells in sheets.items():
        for row, one in enumerate(cells, 1):
            here, there = ours.cells[name][f"A{row}"].value, theirs[name].get(f"A{row}")
            computed += bool(one.formula)
            both_errors = isinstance(here, CellError) and isinstance(there, CellError)
            # of several errors in a range each takes another; numbers beyond 1E+20 become different texts
            if not (both_errors or agree(here, there) or re.search(r"E\+|\d{20}", str(there))):
                differ.append(f"{name}!A{row} {one.formula or one.value}: {here!r} here, {there!r} there")
    assert not differ, "\n".join(differ[:40])
    assert computed > 1_000


def _remembered(data: bytes) -> dict[str, dict[str, Value]]:
    """The values that a file remembers."""
    return {
        sheet: {a1(place): cell.value for place, cell in cells.items()}
        for sheet, cells in Workbook(data).contents.sheets.items()
    }
