"""What a workbook computes from: cells, names and tables, apart from the file that holds them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .cellrefs import Area, Place
from .cellvalues import Value


@dataclass(slots=True)
class RawCell:
    """A cell as the file holds it.

    Attributes:
        value: What was typed, or the value that the file remembers for a formula.
        formula: With ``=`` and without the file format's prefixes; empty if it has none.
        style: Index of its style.
        array: The range that a formula fills, if it is an array formula.
        dynamic: Whether that range follows from what the formula gives.
    """

    value: Value = None
    formula: str = ""
    style: int = 0
    array: Area | None = None
    dynamic: bool = False


@dataclass(slots=True)
class Table:
    """A named table of a sheet, for structured references.

    Attributes:
        name: As formulas call it.
        sheet: The sheet it lies on.
        area: All of it, with header and totals.
        columns: The titles, in order.
        header: Rows of the header, 0 or 1.
        totals: Rows of totals, 0 or 1.
    """

    name: str
    sheet: str
    area: Area
    columns: list[str]
    header: int = 1
    totals: int = 0


@dataclass(slots=True)
class Contents:
    """All that a workbook computes from.

    Attributes:
        sheets: Sheet name to its cells, in the order of the workbook.
        names: (name, the sheet it holds on or empty, formula without ``=``).
        tables: Its tables.
    """

    sheets: dict[str, dict[Place, RawCell]] = field(default_factory=dict[str, "dict[Place, RawCell]"])
    names: list[tuple[str, str, str]] = field(default_factory=list["tuple[str, str, str]"])
    tables: list[Table] = field(default_factory=list[Table])

    def filled(self, sheet: str) -> dict[Place, Place]:
        """The cells that array formulas fill, their own left out, to the formula's cell."""
        found: dict[Place, Place] = {}
        for place, cell in self.sheets[sheet].items():
            if cell.array is not None and cell.formula and cell.array.size > 1:
                found.update((one, place) for one in cell.array.places() if one != place)
        return found
