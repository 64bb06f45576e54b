"""Formulas made ready for the calculation engine, and checked before it is asked.

What the engine can't know is put into the formulas it gets: today's date and the time in simulated time, random numbers
drawn from a seed, names and structured references as the ranges they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from ..kernel.streams import Streams
from .bookmodel import Contents, Table
from .cellfunctions import calls_parameters
from .cellrefs import Area, Place, Token, a1, functions, plain_function, quote, tokens
from .cellvalues import serial

MAX_FORMULA: Final = 8_192
"""Characters of a formula (Microsoft, "Excel specifications and limits")."""

MAX_NESTING: Final = 128
"""Brackets within brackets; twice what spreadsheets allow, and far from where the engine would run out of stack."""

_VOLATILE: Final = re.compile(r"\b(?:NOW|TODAY|RAND|RANDBETWEEN)\(", re.IGNORECASE)
_NAMES_DEPTH: Final = 16
MAX_NAMES: Final = 1_000
"""Names that are put into one formula, those within names counted: each may stand for several others."""
MAX_READY: Final = 400_000
"""Characters of a formula with all that its names stand for."""
_GROWING: Final = re.compile(r"&|\b(?:CONCAT|CONCATENATE|TEXTJOIN|SUBSTITUTE|REPLACE)\(", re.IGNORECASE)
_SHORT: Final = "LET(_t,{},IF(LEN(_t)>32767,#VALUE!,_t))"
"""A text too long for a cell is an error at once: forty cells that each join the one above twice fill no memory."""


def supports(name: str) -> bool:
    """Whether formulas may call a function."""
    name = plain_function(name.upper())
    return name in ("NOW", "TODAY", "RAND", "RANDBETWEEN") or _known(name)


@lru_cache(maxsize=1024)
def _known(name: str) -> bool:
    import ironcalc

    if not re.fullmatch(r"[A-Z][A-Z0-9.]*", name):
        return False
    model = ironcalc.create("book", "en", "UTC", "en")
    model.update_cell_with_formula(0, 1, 1, f"={name}()")
    model.evaluate()
    return model.get_cell_value(0, 1, 1) != "#NAME?"


def unsupported(formula: str) -> list[str]:
    """The functions a formula calls that can't be computed."""
    called = functions(formula)
    if "LET" in called or "LAMBDA" in called:
        bound = {token.body.upper() for token in tokens(formula) if token.kind == "name"}
        called = [one for one in called if one not in bound]
    missing = [one for one in called if not supports(one)]
    if "LAMBDA" in called and calls_parameters(formula):
        missing.append("LAMBDA that calls what it is given")  # it could call itself for ever
    return missing


def nesting(formula: str) -> int:
    """How deep the brackets of a formula go, quoted ones counted too."""
    depth = deepest = 0
    for char in formula:
        depth += (char == "(") - (char == ")")
        deepest = max(deepest, depth)
    return deepest


def readable(formula: str) -> bool:
    """Whether a text is a formula at all: what stands in it may still give an error."""
    import ironcalc

    if len(formula) > MAX_FORMULA or nesting(formula) > MAX_NESTING or not _balanced(formula):
        return False
    if unsupported(formula):
        return True  # it must not be tried: what can't be computed is another fault
    bare = "".join("1" if token.kind == "table" else token.written for token in tokens(formula))
    model = ironcalc.create("book", "en", "UTC", "en")
    model.update_cell_with_formula(0, MAX_PROBE, 1, bare)
    try:
        model.evaluate()
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what the engine raises, and exports no name for
            raise
        return True
    return model.get_cell_value(0, MAX_PROBE, 1) != "#ERROR!"


MAX_PROBE: Final = 1_048_576
"""The row on which formulas are tried: the last, which they hardly refer to."""


def _balanced(formula: str) -> bool:
    depth = 0
    before = "="
    for token in tokens(formula[1:]):
        body = token.written
        if body.isspace():
            continue
        depth += (body == "(") - (body == ")")
        depth_of_braces = body in ";"  # separates arguments in other languages than the file's
        if depth < 0 or (depth_of_braces and "{" not in formula) or (body == '"'):
            return False
        if body == ")" and before in ("+", "-", "*", "/", "^", "&", "="):
            return False
        before = body
    return depth == 0 and before not in ("+", "-", "*", "/", "^", "&", "=", "<", ">", ",", "(")


def joined_texts(formula: str) -> str:
    """A formula, without ``=``, whose ``&`` joins numbers as 15 digits.

    Spreadsheets keep 15 significant digits when a number becomes text, the engine all 17: ``0.1+0.2`` would end in …04.
    """
    return _joined(list(tokens(formula)))


def _joined(pieces: Sequence[Token]) -> str:
    out: list[str] = []
    operands: list[tuple[str, bool]] = []
    here: list[str] = []
    literal = True

    def end_operand() -> None:
        nonlocal here, literal
        operands.append(("".join(here), literal))
        here, literal = [], True

    def end_expression(mark: str) -> None:
        end_operand()
        alone = len(operands) == 1
        out.append(
            "&".join(
                text if alone or plain or not text.strip() else _FIFTEEN.format(text)
                for text, plain in operands
            )
        )
        operands.clear()
        out.append(mark)

    at = 0
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        word = piece.written
        if word in ("(", "{"):
            close, depth, start = {"(": ")", "{": "}"}[word], 1, at
            while at < len(pieces) and depth:
                depth += (pieces[at].written == word) - (pieces[at].written == close)
                at += 1
            inside = pieces[start : at - 1]
            here.append(
                word + ("".join(one.written for one in inside) if word == "{" else _joined(inside)) + close
            )
            literal = False
        elif word == "&":
            end_operand()
        elif word in ",;=<>":
            end_expression(word)
        else:
            here.append(word)
            literal = literal and (piece.kind == "text" or word.isspace())
    end_expression("")
    return "".join(out)


_FIFTEEN: Final = "LET(_n,{},IF(ISNUMBER(_n),IF(_n=0,0,ROUND(_n,14-INT(LOG10(ABS(_n))))),_n))"


class Preparer:
    """Turns a formula of the file into one the engine can compute alone."""

    def __init__(self, contents: Contents, at: datetime, streams: Streams) -> None:
        self._names: dict[tuple[str, str], str] = {}
        for name, scope, formula in contents.names:
            self._names.setdefault((scope.casefold(), name.casefold()), formula)
        self._tables = {table.name.casefold(): table for table in contents.tables}
        self._at = at
        self._streams = streams
        known = sorted({re.escape(name) for _, name in self._names}, key=len, reverse=True)
        self._named = (
            re.compile(rf"(?<![\w.])(?:{'|'.join(known)})(?![\w.(])", re.IGNORECASE) if known else None
        )
        self._missing: dict[tuple[str, ...], list[str]] = {}
        self._names_left = 0

    def missing(self, formula: str) -> list[str]:
        """The functions that can't be computed."""
        if len(formula) > MAX_FORMULA or (
            formula.count("(") > MAX_NESTING and nesting(formula) > MAX_NESTING
        ):
            return ["too many brackets"]
        calls = tuple(dict.fromkeys(re.findall(r"([^\W\d][\w.]*)\(", formula)))
        if not calls:
            return []
        found = self._missing.get(calls)
        if found is None:
            found = [one for one in calls if not supports(one) or one.upper() == "LAMBDA"]
            self._missing[calls] = found
        return unsupported(formula) if found else found

    def ready(self, formula: str, sheet: str, place: Place) -> str:
        """The formula to compute."""
        changed = (self._named is not None and self._named.search(formula)) or "[" in formula
        self._names_left = MAX_NAMES
        if changed or _VOLATILE.search(formula):
            formula = "=" + self._rewritten(formula[1:], sheet, place, 0, [0])
        grows = _GROWING.search(formula) is not None
        if "&" in formula:
            formula = "=" + joined_texts(formula[1:])
        if len(formula) > MAX_READY or nesting(formula) > 2 * MAX_NESTING:
            return "=#REF!"
        return f"={_SHORT.format(formula[1:])}" if grows and not self._is_array(formula) else formula

    @staticmethod
    def _is_array(formula: str) -> bool:
        """Whether a formula may give more than one value: a range stands in it outside all calls."""
        depth = 0
        for piece in tokens(formula[1:]):
            depth += (piece.written == "(") - (piece.written == ")")
            if depth == 0 and (piece.kind in ("columns", "rows") or ":" in piece.body):
                return True
        return "{" in formula

    def _rewritten(self, formula: str, sheet: str, place: Place, depth: int, draws: list[int]) -> str:
        out: list[str] = []
        pieces = list(tokens(formula))
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            at += 1
            call = piece.body.upper() if piece.kind == "function" else ""
            if call in ("NOW", "TODAY", "RAND", "RANDBETWEEN"):
                inside, at = _arguments(pieces, at)
                out.append(self._volatile(call, inside, sheet, place, depth, draws))
            elif piece.kind == "name" and depth < _NAMES_DEPTH and self._names_left > 0:
                meaning = self._meaning(piece, sheet)
                self._names_left -= meaning is not None
                rewritten = (
                    None if meaning is None else self._rewritten(meaning, sheet, place, depth + 1, draws)
                )
                out.append(piece.written if rewritten is None else _wrapped(rewritten))
            elif piece.kind == "table":
                out.append(self._structured(piece.body, sheet, place) or piece.written)
            else:
                out.append(piece.written)
        return "".join(out)

    def _meaning(self, piece: Token, sheet: str) -> str | None:
        name = piece.body.casefold()
        table = self._tables.get(name)
        if table is not None:
            return self._structured(f"{table.name}[]", sheet, (0, 0))
        return self._names.get(((piece.sheet or sheet).casefold(), name)) or self._names.get(("", name))

    def _volatile(
        self, call: str, inside: Sequence[Token], sheet: str, place: Place, depth: int, draws: list[int]
    ) -> str:
        if call == "TODAY":
            return str(serial(self._at.date()))
        if call == "NOW":
            return repr(serial(self._at))
        draws[0] += 1
        draw = self._streams.stream("rand", sheet, a1(place), draws[0]).uniform()
        if call == "RAND":
            return f"{draw:.16f}"
        low, high = (
            self._rewritten("".join(one.written for one in part), sheet, place, depth, draws)
            for part in _split(inside)
        )
        return f"(ROUNDUP({low},0)+INT({draw:.16f}*(INT({high})-ROUNDUP({low},0)+1)))"

    def _structured(self, text: str, sheet: str, place: Place) -> str | None:
        """A structured reference as a range."""
        name, _, inside = text.partition("[")
        inside = inside.removesuffix("]")
        table = self._tables.get(name.casefold()) if name else self._around(sheet, place)
        if table is None:
            return None
        parts = re.findall(r"\[([^\[\]]*)\]", inside) or [inside]
        if inside.startswith("@") and parts != [inside]:
            parts = ["#This Row", *parts]
        area, (top, left, bottom, right) = table.area, table.area
        first, last = top + table.header, bottom - table.totals
        titles = [title.casefold() for title in table.columns]
        columns: list[int] = []
        for part in parts:
            word = part.strip().casefold()
            if word == "#all":
                first, last = top, bottom
            elif word == "#headers":
                first = last = top
            elif word == "#totals":
                first = last = bottom
            elif word == "#this row" or (word.startswith("@") and word):
                first = last = place[0]
                word = word.removeprefix("@").removeprefix("#this row")
            if word and not word.startswith("#"):
                if word not in titles:
                    return "#REF!"
                columns.append(left + titles.index(word))
        if columns:
            left, right = min(columns), max(columns)
        inner = Area(first, left, last, right)
        return f"{quote(table.sheet)}!{inner}" if area.size else None

    def _around(self, sheet: str, place: Place) -> Table | None:
        return next(
            (one for one in self._tables.values() if one.sheet == sheet and one.area.holds(place)), None
        )


def _wrapped(text: str) -> str:
    """A name's meaning in brackets, unless it is one reference."""
    return text if [one.kind for one in tokens(text)] in (["area"], ["columns"], ["rows"]) else f"({text})"


def _arguments(pieces: Sequence[Token], at: int) -> tuple[list[Token], int]:
    """What stands between the brackets that open at ``at``, and where it goes on after them."""
    depth, inside = 0, list[Token]()
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        depth += (piece.written == "(") - (piece.written == ")")
        if depth == 0:
            break
        if depth > 1 or piece.written != "(":
            inside.append(piece)
    return inside, at


def _split(pieces: Iterable[Token]) -> tuple[list[Token], list[Token]]:
    """The two arguments of a call."""
    first, second, depth = list[Token](), list[Token](), 0
    here = first
    for piece in pieces:
        depth += (piece.written == "(") - (piece.written == ")")
        if depth == 0 and piece.written == "," and here is first:
            here = second
        else:
            here.append(piece)
    return first, second
