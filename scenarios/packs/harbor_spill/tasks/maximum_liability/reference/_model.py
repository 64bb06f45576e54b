"""The liability model: inputs with their sources, a computation without typed numbers, both scenarios side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tenure.engine.agents.careful import Careful

from ._reading import MODEL
from ._sums import Answer, Inputs, Schedule

Row = Sequence[Any]

HEADS = {
    "1": ("Port of Averil Authority", "8(1)(a)"),
    "2": ("Averil and Sallow Fisheries Co-operative", "8(1)(c)"),
    "3": ("Tern Sand Oyster Growers", "8(1)(c)"),
    "4": ("Averil Yacht Haven and owners", "8(1)(b)"),
    "5": ("Hob's Ledge Cannery Ltd", "8(1)(b)"),
    "6": ("Department of Coasts", "8(1)(d)"),
    "7": ("Municipality of Port Averil", "8(1)(e)"),
    "8": ("Municipality of Sallow", "8(1)(e)"),
    "9": ("Sound Coast Hotels and Boats Association", "8(1)(c)"),
    "9a": ("Hotels and Boats Association, in the zone", "8(1)(c)"),
    "9b": ("Hotels and Boats Association, Whitsand", "8(1)(c)"),
}

NAMES = (
    "gross_tonnage",
    "double_hull",
    "limit_lost",
    "cargo_owner_knew",
    "share_charterer",
    "share_cargo_owner",
    "indemnity_cap",
    "barrels",
    "removal_costs",
    "admissible_claims",
)
"""The inputs that treasury links to, in the order of the sheet."""

AMOUNTS = (
    "limit_first",
    "rate_band_1",
    "rate_band_2",
    "rate_band_3",
    "hull_factor",
    "penalty_held",
    "penalty_lost",
)
FIRST_INPUT = 5
FIRST_AMOUNT = FIRST_INPUT + len(NAMES) + 3


def inputs_sheet(it: Inputs, law: Schedule, sources: Mapping[str, str], status: str) -> list[Row]:
    """Inputs, each with its source."""
    values: list[Any] = [
        it.tons,
        int(it.double_hull),
        int(it.lost),
        int(it.knew),
        it.charterer / 100,
        it.cargo / 100,
        it.cap,
        it.barrels,
        it.removal,
        0,
    ]
    labels = [
        ("Gross tonnage", "tons"),
        ("Double hull", "1 yes, 0 no"),
        ("Limit lost", "1 yes, 0 no"),
        ("Cargo owner knew", "1 yes, 0 no"),
        ("Share charterer", "of fault, by the Record"),
        ("Share cargo owner", "of fault, by the Record"),
        ("Indemnity cap", "$"),
        ("Barrels", "barrels"),
        ("Removal costs", "$, section 7"),
        ("Admissible claims", "$, section 8"),
    ]
    rows: list[Row] = [
        ["PRIVILEGED AND CONFIDENTIAL – LAWYER-CLIENT COMMUNICATION"],
        [f"Sound of Orrin: liability model. {status}"],
        ["Change the values in column B; everything else follows. Names are those of the workbook."],
        ["Input", "Value", "Unit", "Source"],
    ]
    rows += [
        [label, value, unit, sources.get(name, "")]
        for (label, unit), value, name in zip(labels, values, NAMES, strict=True)
    ]
    act = "Act, Schedule 1 as revised by the Limits Revision Regulations 2021"
    rows += [
        [],
        ["Amounts of the Act", "Value", "Unit", "Source"],
        [],
        ["Schedule 1: up to 5,000 tons", law.first, "$", f"{act}, para. 1"],
        ["Schedule 1: each ton from 5,001 to 30,000", law.bands[0][1], "$ a ton", f"{act}, para. 2"],
        ["Schedule 1: each ton from 30,001 to 60,000", law.bands[1][1], "$ a ton", f"{act}, para. 2"],
        ["Schedule 1: each ton above 60,000", law.bands[2][1], "$ a ton", f"{act}, para. 2"],
        ["Factor if not double-hulled", float(law.factor), "times", f"{act}, para. 3"],
        ["Civil penalty a barrel", law.rate, "$", "Act, section 23(1)"],
        ["Civil penalty a barrel, section 11", law.rate_lost, "$", "Act, section 23(2)"],
    ]
    return rows


def claims_sheet(it: Inputs, register: str) -> list[Row]:
    """Claims as presented, and what comes off."""
    rows: list[Row] = [
        [f"Claims under section 8, as presented ({register})"],
        ["No.", "Claimant", "Head", "Presented", "Comes off", "Admissible", "Why"],
    ]
    whole = "9b" not in it.claims
    for number, (key, amount) in enumerate(it.claims.items(), 3):
        name, head = HEADS.get(key, (f"Claim {key}", ""))
        off: Any = 0
        why = ""
        if key == "1" and it.twice:
            off, why = (
                it.twice,
                "Lodestar LT-2206: in the ledger under section 7 (section 10(2), The Brigid Moran)",
            )
        if it.outside and (key == "9b" or (whole and key == "9")):
            off, why = it.outside, "Whitsand: outside the zone (section 9(1), Sallow Point Hoteliers)"
        rows.append([key, name, head, amount, off, f"=D{number}-E{number}", why])
    last = len(rows)
    rows.append(["", "Total", "", f"=SUM(D3:D{last})", f"=SUM(E3:E{last})", f"=SUM(F3:F{last})", ""])
    return rows


def computation_sheet() -> list[Row]:
    """The computation in three columns: as selected, limit holds, limit lost."""
    base = (
        "=limit_first+MAX(0,MIN(gross_tonnage,30000)-5000)*rate_band_1"
        "+MAX(0,MIN(gross_tonnage,60000)-30000)*rate_band_2+MAX(0,gross_tonnage-60000)*rate_band_3"
    )
    each = "BCD"
    lost = {"B": "limit_lost", "C": "0", "D": "1"}

    def line(label: str, formula: str, why: str) -> Row:
        return [label, *(formula.replace("#", one).replace("@", lost[one]) for one in each), why]

    return [
        ["Computation: no typed amount stands here"],
        ["", "As selected", "Limit holds", "Limit falls away", "Rule"],
        line("Schedule 1 on the tonnage", base, "Schedule 1, paras. 1 and 2"),
        line("Limit", "=ROUND(#3*IF(double_hull=1,1,hull_factor),0)", "para. 3"),
        line(
            "Third-party claims payable",
            "=IF(@=1,admissible_claims,MIN(#4,admissible_claims))",
            "sections 6, 12",
        ),
        line("Removal costs", "=removal_costs", "section 7, outside the limit"),
        line("Sums to which others contribute", "=#5+#6", "section 15"),
        line(
            "Civil penalty",
            "=barrels*IF(@=1,penalty_lost,penalty_held)",
            "section 23; not shared, section 24",
        ),
        line("Gross exposure", "=#7+#8", ""),
        line(
            "Charterer's share",
            "=IF(cargo_owner_knew=1,share_charterer,share_charterer/(1-share_cargo_owner))",
            "section 14(2), (4)",
        ),
        line("Charterer's contribution before the cap", "=ROUND(#7*#10,0)", "section 15"),
        line("Charterer contributes", "=MIN(#11,indemnity_cap)", "section 14(6)"),
        line(
            "Cargo owner contributes",
            "=IF(cargo_owner_knew=1,ROUND(#7*share_cargo_owner,0),0)",
            "section 14(4), (7)",
        ),
        line("Net exposure", "=#9-#12-#13", ""),
    ]


def results_sheet() -> list[Row]:
    """What the reader looks at first."""
    return [
        ["Sound of Orrin: what Brackwater can be made to pay"],
        ["", "As selected", "Limit holds", "Limit falls away"],
        ["Limit", "=Computation!B4", "=Computation!C4", "=Computation!D4"],
        ["Third-party claims", "=Computation!B5", "=Computation!C5", "=Computation!D5"],
        ["Removal costs", "=Computation!B6", "=Computation!C6", "=Computation!D6"],
        ["Civil penalty", "=Computation!B8", "=Computation!C8", "=Computation!D8"],
        ["Gross exposure", "=SUM(B4:B6)", "=SUM(C4:C6)", "=SUM(D4:D6)"],
        ["Less: charterer", "=-Computation!B12", "=-Computation!C12", "=-Computation!D12"],
        ["Less: cargo owner", "=-Computation!B13", "=-Computation!C13", "=-Computation!D13"],
        ["Net exposure", "=SUM(B7:B9)", "=SUM(C7:C9)", "=SUM(D7:D9)"],
        [],
        [
            "Check: results agree with computation",
            '=IF(ROUND(B7-Computation!B9,0)+ROUND(B10-Computation!B14,0)=0,"ok","look")',
        ],
    ]


def sensitivity_sheet() -> list[Row]:
    """What single changes do to our case, live."""
    gross, base, full, paid, cargo, net = (f"Computation!B{row}" for row in (9, 7, 11, 12, 13, 14))
    return [
        ["What single changes do to the case selected"],
        ["Change", "Net exposure", "Difference", "Rule"],
        ["As it is", f"={net}", "=B3-$B$3", ""],
        ["Cap at 15,000,000 (clause 27)", f"={gross}-MIN({full},B12)-{cargo}", "=B4-$B$3", "section 14(6)"],
        ["No cap at all", f"={gross}-{full}-{cargo}", "=B5-$B$3", "section 14(6)"],
        [
            "Charterer one point more",
            f"={gross}-MIN({base}*(Computation!B10+0.01),indemnity_cap)-{cargo}",
            "=B6-$B$3",
            "section 14(3)",
        ],
        [
            "Cargo owner one point more",
            f"={gross}-{paid}-IF(cargo_owner_knew=1,{base}*(share_cargo_owner+0.01),0)",
            "=B7-$B$3",
            "section 14(3)",
        ],
        ["Cargo owner pays nothing, share not spread", f"={gross}-{paid}", "=B8-$B$3", "section 16"],
        [
            "1,000 barrels more",
            f"={net}+1000*IF(limit_lost=1,penalty_lost,penalty_held)",
            "=B9-$B$3",
            "section 23",
        ],
        [
            "Removal costs 1,000,000 more",
            f"={net}+1000000-IF({paid}<indemnity_cap,1000000*Computation!B10,0)-IF(cargo_owner_knew=1,1000000*share_cargo_owner,0)",
            "=B10-$B$3",
            "section 7",
        ],
        [],
        ["Cap in clause 27 of the Charter", 15000000, "", ""],
    ]


class Book:
    """A workbook that is being written: keeps its version."""

    def __init__(self, desk: Careful, path: str = MODEL) -> None:
        self.desk = desk
        self.path = path
        self.version = 0

    async def do(self, tool: str, **arguments: Any) -> None:
        """One edit against the version last seen."""
        seen = await self.desk.call(f"sheets.{tool}", path=self.path, version=self.version, **arguments)
        assert seen.ok, seen.error
        self.version = int(seen["version"])

    async def opened(self) -> None:
        """Learn the version that is there now."""
        self.version = int((await self.desk.call("sheets.list", path=self.path))["version"])


async def build(
    desk: Careful, it: Inputs, law: Schedule, sources: Mapping[str, str], status: str, register: str
) -> None:
    """Make the workbook from nothing."""
    book = Book(desk)
    rows = inputs_sheet(it, law, sources, status)
    seen = await desk.call("sheets.create", path=MODEL, sheet="Inputs", rows=[list(row) for row in rows])
    assert seen.ok, seen.error
    book.version = int(seen["version"])
    for name, line in zip(NAMES, range(FIRST_INPUT, 99)):  # noqa: B905
        await book.do("name", name=name, range=f"Inputs!B{line}")
    for name, line in zip(AMOUNTS, range(FIRST_AMOUNT, 99)):  # noqa: B905
        await book.do("name", name=name, range=f"Inputs!B{line}")
    await book.do("sheet", action="add", name="Claims")
    claims = claims_sheet(it, register)
    await book.do("write", at="Claims!A1", rows=[list(row) for row in claims])
    await book.do("name", name="claims_net", range=f"Claims!F{len(claims)}")
    await book.do("write", at=f"Inputs!B{FIRST_INPUT + 9}", rows=[["=claims_net"]])
    await book.do("sheet", action="add", name="Computation")
    await book.do("write", at="Computation!A1", rows=[list(row) for row in computation_sheet()])
    await book.do("sheet", action="add", name="Results")
    await book.do("write", at="Results!A1", rows=[list(row) for row in results_sheet()])
    for name, cell in (("limit", "B3"), ("gross_exposure", "B7"), ("net_exposure", "B10")):
        await book.do("name", name=name, range=f"Results!{cell}")
    await book.do("sheet", action="add", name="Sensitivity")
    await book.do("write", at="Sensitivity!A1", rows=[list(row) for row in sensitivity_sheet()])
    await book.do("format", range="Sensitivity!A2:D2", bold=True, fill="DCE6F1")
    await book.do("format", range="Sensitivity!A3:A12", width=46)
    await book.do("format", range="Sensitivity!B3:C10", number_format="#,##0", width=18)
    await book.do("format", range="Sensitivity!B12:B12", number_format="#,##0")
    await looks(book, len(claims))


async def looks(book: Book, claims: int) -> None:
    """Formats, widths, and what may be typed into the switches."""
    end = FIRST_INPUT + len(NAMES) - 1
    for sheet, head in (("Inputs", 4), ("Claims", 2), ("Computation", 2), ("Results", 2)):
        last = {"Inputs": "D", "Claims": "G", "Computation": "E", "Results": "D"}[sheet]
        await book.do("format", range=f"{sheet}!A{head}:{last}{head}", bold=True, fill="DCE6F1")
        await book.do("format", range=f"{sheet}!A1:A1", bold=True)
    await book.do("format", range=f"Inputs!A{FIRST_AMOUNT - 2}:D{FIRST_AMOUNT - 2}", bold=True, fill="DCE6F1")
    await book.do("format", range=f"Inputs!B{FIRST_INPUT}:B{end}", fill="FFF2CC")
    await book.do("format", range=f"Inputs!B{FIRST_INPUT}:B{FIRST_INPUT}", number_format="#,##0", width=18)
    await book.do("format", range=f"Inputs!B{FIRST_INPUT + 4}:B{FIRST_INPUT + 5}", number_format="0.00")
    await book.do("format", range=f"Inputs!B{FIRST_INPUT + 6}:B{end}", number_format="#,##0")
    await book.do("format", range=f"Inputs!B{FIRST_AMOUNT}:B{FIRST_AMOUNT + 3}", number_format="#,##0")
    await book.do("format", range=f"Inputs!B{FIRST_AMOUNT + 5}:B{FIRST_AMOUNT + 6}", number_format="#,##0")
    for columns, width in (("Inputs!A5:A5", 40), ("Inputs!C5:C5", 22), ("Inputs!D5:D5", 90)):
        await book.do("format", range=columns, width=width)
    for columns, width in (("Claims!B3:B3", 44), ("Claims!G3:G3", 70), ("Claims!D3:F3", 16)):
        await book.do("format", range=columns, width=width)
    await book.do("format", range=f"Claims!D3:F{claims}", number_format="#,##0")
    await book.do("format", range=f"Claims!A{claims}:G{claims}", bold=True)
    await book.do("format", range="Computation!A3:A14", width=42)
    await book.do("format", range="Computation!B3:D14", number_format="#,##0", width=18)
    await book.do("format", range="Computation!E3:E14", width=34)
    await book.do("format", range="Computation!B10:D10", number_format="0.00%")
    for row in (9, 14):
        await book.do("format", range=f"Computation!A{row}:E{row}", bold=True)
    await book.do("format", range="Results!A3:A12", width=40)
    await book.do("format", range="Results!B3:D10", number_format="#,##0", width=18)
    for row in (7, 10):
        await book.do("format", range=f"Results!A{row}:D{row}", bold=True, fill="E2EFDA")
    for row in (1, 2, 3):
        await book.do("validate", range=f"Inputs!B{FIRST_INPUT + row}", allow="list", values=["0", "1"])


async def revise(
    desk: Careful, it: Inputs, law: Schedule, sources: Mapping[str, str], status: str, register: str
) -> None:
    """Put later figures into the workbook that is there."""
    book = Book(desk)
    await book.opened()
    rows = inputs_sheet(it, law, sources, status)
    await book.do("write", at="Inputs!A2", rows=[[rows[1][0]]])
    block = [[row[1], row[2], row[3]] for row in rows[FIRST_INPUT - 1 : FIRST_INPUT - 1 + len(NAMES)]]
    block[-1][0] = "=claims_net"
    await book.do("write", at=f"Inputs!B{FIRST_INPUT}", rows=block)
    claims = claims_sheet(it, register)
    await book.do("write", at="Claims!A1", rows=[list(row) for row in claims])
    await book.do("name", name="claims_net", range=f"Claims!F{len(claims)}")
    await book.do("format", range=f"Claims!A{len(claims)}:G{len(claims)}", bold=True)
    await book.do("format", range=f"Claims!D3:F{len(claims)}", number_format="#,##0")


async def typed(desk: Careful, answer: Answer, *, first: bool) -> None:
    """The same figures typed in: it looks right, and nothing moves."""
    it, held, gone, ours = answer.it, answer.held, answer.gone, answer.ours
    inputs = [
        it.tons, int(it.double_hull), int(it.lost), int(it.knew), it.charterer / 100, it.cargo / 100, it.cap, it.barrels,
        it.removal, it.admissible,
    ]  # fmt: skip
    rows: list[list[Any]] = [["Sound of Orrin: liability"], ["Input", "Value"]]
    rows += [[name.replace("_", " "), value] for name, value in zip(NAMES, inputs, strict=True)]
    rows += [["", "As selected", "Limit holds", "Limit falls away"]]
    for label in ("limit", "third", "penalty", "gross", "charterer", "cargo", "net"):
        name = {"gross": "Gross exposure", "net": "Net exposure"}.get(label, label.capitalize())
        rows.append([name, *(getattr(one, label) for one in (ours, held, gone))])
    book = Book(desk)
    if first:
        book.version = int(
            (await desk.call("sheets.create", path=MODEL, sheet="Model", rows=rows))["version"]
        )
    else:
        await book.opened()
        await book.do("write", at="Model!A1", rows=rows)
    for line, name in enumerate(NAMES, 3):
        await book.do("name", name=name, range=f"Model!B{line}")
    for name, line in (("limit", 14), ("gross_exposure", 17), ("net_exposure", 20)):
        await book.do("name", name=name, range=f"Model!B{line}")
