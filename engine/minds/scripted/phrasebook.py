"""Reads the plain wordings for what a persona's own phrases don't cover; `phrasebook.txt` says how a line is written.

They are data, so that an author can mend them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal, TypeAlias, cast, get_args

Register: TypeAlias = Literal["low", "mid", "high"]
"""How formal a wording is."""
Wordings: TypeAlias = Mapping[Register, Sequence[str]]

_SECTION: Final = re.compile(r"^\[(?:(%)|([a-z_]+) (\w+))\]$")
_MACRO: Final = re.compile(r"%([a-z_]+)%")


def parse(text: str) -> dict[str, dict[Register, list[str]]]:
    """Name → register → patterns.

    Raises:
        ValueError: a line stands in no section, or a section or macro is unknown; the message names the line.
    """
    found: dict[str, dict[Register, list[str]]] = {}
    macros: dict[str, str] = {}
    patterns: list[str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if section := _SECTION.match(line):
            if section[1]:
                patterns = None
            elif section[3] not in get_args(Register):
                raise ValueError(f"phrasebook.txt:{number}: no register {section[3]!r}; use low, mid or high")
            else:
                patterns = found.setdefault(section[2], {}).setdefault(cast("Register", section[3]), [])
        elif patterns is None:
            name, equals, meant = line.partition(" = ")
            if not equals:
                raise ValueError(f"phrasebook.txt:{number}: a line outside any section")
            macros[name] = meant
        else:
            try:
                patterns.append(_MACRO.sub(lambda macro: macros[macro[1]], line))
            except KeyError as error:
                raise ValueError(f"phrasebook.txt:{number}: nothing stands for %{error.args[0]}%") from None
    return found


@cache
def plain() -> Mapping[str, Wordings]:
    """All plain wordings, read once a process."""
    return parse(files(__package__ or "").joinpath("phrasebook.txt").read_text(encoding="utf-8"))


@cache
def patterns(name: str, register: Register, known: frozenset[str]) -> tuple[str, ...]:
    """The patterns that can be filled, in that register or else in the next that has any.

    Raises:
        KeyError: there are no wordings of that name.
    """
    wordings = plain()[name]
    order: tuple[Register, ...] = (register, "mid", "low", "high")
    for one in order:
        usable = tuple(pattern for pattern in wordings.get(one, ()) if _slots(pattern) <= known)
        if usable:
            return usable
    return ()


def _slots(pattern: str) -> set[str]:
    return {piece.split("}", 1)[0] for piece in pattern.split("{")[1:]}
