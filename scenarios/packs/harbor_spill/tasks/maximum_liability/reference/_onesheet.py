"""Another model: everything on one sheet, scenarios in columns, bands of the Schedule as a table."""

from __future__ import annotations

from typing import Any

from tenure.engine.agents.careful import Careful

from ._learned import Learned
from ._model import HEADS, Book
from ._sums import dollars


def rows_of(known: Learned) -> tuple[list[list[Any]], dict[str, str]]:
    """The rows, and what to call which cell."""
    it, law, why = known.inputs(), known.law, known.sources()
    rows: list[list[Any]] = [
        ["Privileged and confidential. Exposure of Brackwater Tankers Ltd, MT Sound of Orrin"],
        ["Yellow cells may be changed."],
        [],
        ["A. What we put in", "Figure", "Where it comes from"],
    ]
    names: dict[str, str] = {}

    def put(name: str, label: str, value: Any, note: str = "") -> None:
        rows.append([label, value, note])
        names[name] = f"B{len(rows)}"

    put("gross_tonnage", "Gross tonnage of the ship", it.tons, why["gross_tonnage"])
    put("double_hull", "Double hull? (1 = yes)", int(it.double_hull), why["double_hull"])
    put("limit_lost", "Limit lost under section 11? (1 = yes)", int(it.lost), why["limit_lost"])
    put("cargo_owner_knew", "Cargo owner knew in time? (1 = yes)", int(it.knew), why["cargo_owner_knew"])
    put("share_charterer", "Share of the charterer", it.charterer / 100, why["share_charterer"])
    put("share_cargo_owner", "Share of the cargo owner", it.cargo / 100, why["share_cargo_owner"])
    put("indemnity_cap", "Indemnity cap, $", it.cap, why["indemnity_cap"])
    put("barrels", "Barrels discharged", it.barrels, why["barrels"])
    put("removal_costs", "Removal costs, $", it.removal, why["removal_costs"])
    put("admissible_claims", "Admissible claims, $", it.admissible, why["admissible_claims"])
    rows += [[], ["B. Claims", "Presented, $", "Remark"]]
    first = len(rows) + 1
    for key, amount in it.claims.items():
        rows.append([HEADS.get(key, (key, ""))[0], amount, ""])
    last = len(rows)
    rows.append(["less boom hire LT-2206, section 10", -it.twice, "also in the ledger"])
    rows.append(["less Whitsand, section 9", -it.outside, "outside the zone"])
    rows.append(["Claims that count", f"=SUM(B{first}:B{last + 2})", "must equal the input above"])
    rows += [[], ["C. Schedule 1", "From", "To", "$ a ton", "Amount"]]
    tons = names["gross_tonnage"]
    rows.append(["first 5,000 tons", 0, 5000, "", law.first])
    band = len(rows)
    for (high, each), low in zip(law.bands, (5000, 30000, 60000), strict=True):
        line = len(rows) + 1
        rows.append(
            [
                f"above {low:,} tons",
                low,
                high or 10_000_000,
                each,
                f"=MAX(0,MIN({tons},C{line})-B{line})*D{line}",
            ]
        )
    rows.append(["factor without a double hull", "", "", "", float(law.factor)])
    factor = f"E{len(rows)}"
    rows.append(["penalty a barrel", law.rate, law.rate_lost, "", "the second where section 11 applies"])
    rate = len(rows)
    rows += [[], ["D. Result", "Our case", "Limit stands", "Limit gone"]]

    def result(label: str, formula: str, name: str = "") -> int:
        line = len(rows) + 1
        cells = [
            formula.replace("~", column).replace("@", switch)
            for column, switch in (("B", names["limit_lost"]), ("C", "0"), ("D", "1"))
        ]
        rows.append([label, *cells])
        if name:
            names[name] = f"B{line}"
        return line

    n = {key: f"${cell[0]}${cell[1:]}" for key, cell in names.items()}
    limit = result(
        "Limit",
        f"=SUM($E${band}:$E${band + 3})*IF({n['double_hull']}=1,1,${factor[0]}${factor[1:]})",
        "limit",
    )
    third = result(
        "Third parties", f"=IF(@=1,{n['admissible_claims']},MIN(~{limit},{n['admissible_claims']}))"
    )
    removal = result("Removal", f"={n['removal_costs']}")
    penalty = result("Penalty", f"={n['barrels']}*IF(@=1,$C${rate},$B${rate})")
    gross = result("Gross exposure", f"=~{third}+~{removal}+~{penalty}", "gross_exposure")
    share = f"{n['share_charterer']}/IF({n['cargo_owner_knew']}=1,1,1-{n['share_cargo_owner']})"
    charterer = result("Charterer pays", f"=MIN((~{third}+~{removal})*{share},{n['indemnity_cap']})")
    cargo = result(
        "Cargo owner pays", f"=(~{third}+~{removal})*{n['share_cargo_owner']}*{n['cargo_owner_knew']}"
    )
    result("Net exposure", f"=~{gross}-~{charterer}-~{cargo}", "net_exposure")
    return rows, names


async def build(desk: Careful, known: Learned, path: str) -> None:
    """Write it."""
    rows, names = rows_of(known)
    book = Book(desk, path)
    seen = await desk.call("sheets.create", path=path, sheet="Exposure", rows=rows)
    assert seen.ok, seen.error
    book.version = int(seen["version"])
    for name, cell in names.items():
        await book.do("name", name=name, range=f"Exposure!{cell}")
    await book.do("format", range="Exposure!A1:A1", bold=True, width=44)
    await book.do("format", range="Exposure!B5:B14", fill="FFF2CC")
    await book.do("format", range=f"Exposure!B5:E{len(rows)}", number_format="#,##0", width=18)
    await book.do("format", range="Exposure!B9:B10", number_format="0.00")
    await book.do("format", range="Exposure!E5:E5", width=18)
    await book.do("comment", cell="Exposure!B11", text=f"Clause 27 said {dollars(known.charter_cap)}.")
