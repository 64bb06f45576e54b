"""What typing into a cell means, as a spreadsheet takes it; and what it costs in time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time

from ..files.bookcalc import MAX_TEXT
from ..files.bookedit import Typed
from ..files.bookformulas import readable, unsupported
from ..files.cellrefs import Place, a1, column_number, tokens
from ..files.cellvalues import Value, serial
from . import effort
from .base import ToolError
from .sheetscalls import Entry

_NUMBER = re.compile(
    r"(?P<open>\()?(?P<sign>[-+−])?(?P<currency>[$€£¥])?(?P<sign2>[-+−])?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)?(?P<part>\.\d*)?(?P<power>[eE][-+]?\d{1,3})?(?P<percent>\s?%)?(?P<close>\))?"
)
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?")
_WORDY = re.compile(r"(\d{1,2})[ -]([A-Za-z]{3,9})[ -](\d{4})")
_MONTHS: Sequence[str] = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def typed(entry: Entry, place: Place, sheets: Sequence[str]) -> Typed:
    """What a cell holds after that was typed into it.

    Args:
        entry: A text is read as a spreadsheet reads it: formulas, numbers, percentages, amounts, dates, truth values.
        place: The cell.
        sheets: The names of the sheets that formulas may speak of.

    Raises:
        ToolError: A formula can't be read or computed, or the text is too long.
    """
    if entry is None or entry == "":
        return Typed()
    if not isinstance(entry, str):
        if isinstance(entry, float) and not -1e308 < entry < 1e308:
            raise ToolError("invalid", f"{a1(place)}: {entry} is no number that a cell can hold")
        return Typed(entry)
    if len(entry) > MAX_TEXT:
        raise ToolError("invalid", f"{a1(place)}: a cell holds at most {MAX_TEXT:,} characters")
    if entry.startswith("'"):
        return Typed(entry[1:])
    text = entry.strip()
    if text.startswith("=") and len(text) > 1:
        return Typed(formula=checked(text, place, sheets))
    if text.upper() in ("TRUE", "FALSE"):
        return Typed(text.upper() == "TRUE")
    return _number(text) or _date(text) or Typed(entry)


def _number(text: str) -> Typed | None:
    found = _NUMBER.fullmatch(text)
    if found is None or not (found["whole"] or (found["part"] or "").strip(".")):
        return None
    if bool(found["open"]) != bool(found["close"]) or (found["sign"] and found["sign2"]):
        return None
    whole = found["whole"] or "0"
    if len(whole) > 1 and whole[0] == "0" and not found["part"] and not found["percent"]:
        return None  # 007 is a code, not a number
    written = whole.replace(",", "") + (found["part"] or "") + (found["power"] or "")
    number: int | float = float(written) if found["part"] or found["power"] else int(written)
    if isinstance(number, int) and number >= 10**15:
        return None  # card and account numbers: a spreadsheet would lose their last digits
    negative = bool(found["open"]) or (found["sign"] or found["sign2"] or "") in ("-", "−")
    places = len((found["part"] or ".")[1:])
    form = ""
    if found["percent"]:
        # the nearest number to the decimal text, not a hundredth of one that is already rounded
        number = float(f"{written}e-2")
        form = f"0.{'0' * places}%" if places else "0%"
    elif found["currency"]:
        form = f'"{found["currency"]}"#,##0{".00" if places else ""}'
    elif "," in whole:
        form = "#,##0.00" if places else "#,##0"
    return Typed(-number if negative else number, format=form)


def _date(text: str) -> Typed | None:
    found = _DATE.fullmatch(text)
    try:
        if found:
            day = date(int(found[1]), int(found[2]), int(found[3]))
            if found[4]:
                moment = datetime.combine(day, time(int(found[4]), int(found[5]), int(found[6] or 0)))
                return Typed(serial(moment), format="yyyy-mm-dd hh:mm")
            return Typed(serial(day), format="yyyy-mm-dd")
        found = _WORDY.fullmatch(text)
        if found and found[2][:3].lower() in _MONTHS:
            day = date(int(found[3]), _MONTHS.index(found[2][:3].lower()) + 1, int(found[1]))
            return Typed(serial(day), format="d mmm yyyy")
    except ValueError:
        pass
    return None


def constant(text: str) -> Value:
    """The number, date or truth value that a text reads as, else the text."""
    if text.upper() in ("TRUE", "FALSE"):
        return text.upper() == "TRUE"
    found = _number(text) or _date(text)
    return found.value if found is not None else text


def checked(formula: str, place: Place, sheets: Sequence[str]) -> str:
    """A formula, once it is known that it can be computed.

    Raises:
        ToolError: It can't be read, calls a function that isn't known, or speaks of a sheet that isn't there.
    """
    where = a1(place)
    if not readable(formula):
        hint = "Check its brackets and commas; text stands in double quotes; ' in front keeps it text."
        raise ToolError("invalid", f"{where}: {formula[:120]} is no formula", hint)
    missing = unsupported(formula)
    if missing:
        names = ", ".join(missing)
        hint = "Write it with others, such as SUM, SUMIFS, SUMPRODUCT, INDEX, MATCH, XLOOKUP, IF, ROUND."
        raise ToolError("invalid", f"{where}: the function {names} is not supported", hint)
    known = {one.casefold() for one in sheets}
    for token in tokens(formula):
        if token.sheet and "[" not in token.written:
            for name in token.sheet.split(":"):
                if name.casefold() not in known:
                    raise ToolError(
                        "invalid", f"{where}: there is no sheet {name!r}", f"There are {', '.join(sheets)}."
                    )
    return formula


def entering(rows: Sequence[Sequence[Entry]], start: Place = (1, 1)) -> int:
    """The time that typing rows takes: figures and codes are copied, texts and formulas thought up.

    A formula that only repeats another one in the next cell is filled down, which costs nothing more.
    """
    copied, composed = 0, 0
    patterns: set[str] = set()
    for down, row in enumerate(rows):
        for across, entry in enumerate(row):
            if entry is None or entry == "":
                continue
            if isinstance(entry, str) and entry.lstrip().startswith("="):
                pattern = relative(entry, (start[0] + down, start[1] + across))
                if pattern not in patterns:
                    patterns.add(pattern)
                    composed += sum(token.kind != "other" for token in tokens(entry))
            elif isinstance(entry, str) and _number(entry.strip()) is None and _date(entry.strip()) is None:
                composed += effort.count_words(entry)
            else:
                copied += 1
    return effort.entering(copied, composed)


def relative(formula: str, place: Place) -> str:
    """A formula with its references as distances, the same for all cells that it was filled into."""
    out: list[str] = []
    for token in tokens(formula):
        if token.kind == "area":
            ends: list[str] = []
            for end in token.body.split(":"):
                found = re.fullmatch(r"(\$?)([A-Za-z]+)(\$?)(\d+)", end)
                assert found is not None, end
                column, row = column_number(found[2]), int(found[4])
                ends.append(
                    f"R{row if found[3] else [row - place[0]]}C{column if found[1] else [column - place[1]]}"
                )
            out.append(f"{token.sheet}!{':'.join(ends)}")
        else:
            out.append(token.written)
    return "".join(out)
