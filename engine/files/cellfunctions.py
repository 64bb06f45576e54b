"""How the file format names functions: those added since 2010 are stored under prefixes that nobody types or sees."""

from __future__ import annotations

import re
from typing import Final

from .cellrefs import plain_function, tokens

_PREFIXED: Final = re.compile(r"_xl(?:fn|ws|pm|udf)\.", re.IGNORECASE)

# Functions added since 2010 are stored under a prefix (Microsoft, "Issue: an _xlfn. prefix is displayed").
_NEWER: Final = frozenset(
    """ACOT ACOTH ARABIC BASE BITAND BITOR BITXOR CEILING.MATH COMBINA CONCAT COT COTH CSC CSCH DAYS DECIMAL FILTERXML
    FLOOR.MATH FORMULATEXT GAMMA GAUSS IFNA IFS ISFORMULA MAXIFS MINIFS MUNIT NUMBERVALUE PDURATION RRI SEC SECH
    SHEET SHEETS SWITCH TEXTJOIN UNICHAR UNICODE XOR XLOOKUP XMATCH LET LAMBDA SEQUENCE UNIQUE RANDARRAY SORTBY
    TEXTSPLIT TEXTBEFORE TEXTAFTER VSTACK HSTACK TAKE DROP CHOOSECOLS CHOOSEROWS EXPAND TOCOL TOROW WRAPCOLS WRAPROWS
    MAP REDUCE SCAN BYROW BYCOL MAKEARRAY ISOMITTED STDEV.S STDEV.P VAR.S VAR.P MODE.SNGL MODE.MULT RANK.EQ RANK.AVG
    PERCENTILE.INC PERCENTILE.EXC QUARTILE.INC QUARTILE.EXC PERCENTRANK.INC PERCENTRANK.EXC NORM.DIST NORM.INV
    NORM.S.DIST NORM.S.INV T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T CHISQ.DIST CHISQ.INV F.DIST F.INV BINOM.DIST
    BINOM.INV POISSON.DIST EXPON.DIST GAMMA.DIST LOGNORM.DIST WEIBULL.DIST BETA.DIST CONFIDENCE.NORM CONFIDENCE.T
    COVARIANCE.P COVARIANCE.S FORECAST.LINEAR NETWORKDAYS.INTL WORKDAY.INTL AGGREGATE""".split()
)
_OFFICE_2010: Final = frozenset("NETWORKDAYS.INTL WORKDAY.INTL AGGREGATE".split())
_SHEETWISE: Final = frozenset("FILTER SORT".split())


def plain(formula: str) -> str:
    """A formula without the file format's prefixes."""
    return _PREFIXED.sub("", formula) if "_xl" in formula else formula


def prefixed(formula: str) -> str:
    """A formula with the file format's prefixes for newer functions."""
    pieces = list(tokens(formula))
    calls = {plain_function(one.body.upper()) for one in pieces if one.kind == "function"}
    if not calls & (_NEWER | _SHEETWISE):
        return formula
    bound = _bound([one.written for one in pieces]) if calls & {"LET", "LAMBDA"} else set[str]()
    out: list[str] = []
    for piece in pieces:
        name = piece.body.upper()
        if piece.kind == "function" and name in _NEWER - _OFFICE_2010:
            out.append("_xlfn." + name)
        elif piece.kind == "function" and name in _SHEETWISE:
            out.append("_xlfn._xlws." + name)
        elif piece.kind in ("name", "function") and not piece.sheet and name in bound:
            out.append("_xlpm." + piece.body)
        else:
            out.append(piece.written)
    return "".join(out)


def calls_parameters(formula: str) -> bool:
    """Whether a LAMBDA calls what it is given as a function."""
    words = [one.written for one in tokens(formula)]
    given = _bound(words, "LAMBDA")
    calls = {one.body.upper() for one in tokens(formula) if one.kind == "function"}
    return bool(given & calls)


def _bound(words: list[str], of: str = "") -> set[str]:
    """The names that LET and LAMBDA of a formula bind, or one of the two, in capitals."""
    words = [word for word in words if not word.isspace()]
    names: set[str] = set()
    opened: list[tuple[str, int]] = []
    for at, word in enumerate(words):
        if word == "(":
            opened.append((words[at - 1].upper() if at else "", 0))
        elif word == ")" and opened:
            opened.pop()
        elif word == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        elif opened and at + 1 < len(words) and words[at + 1] == "," and words[at - 1] in ("(", ","):
            call, number = opened[-1]
            if of and call != of:
                continue
            if (call == "LAMBDA" or (call == "LET" and number % 2 == 0)) and word[:1].isalpha():
                names.add(word.upper())
    return names
