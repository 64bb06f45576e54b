"""Reads the committed wordings by which colleagues ask, chase, thank or refuse, and matches texts against them.

They are data, so that an author can mend them; `phrases.txt` says how a line is written. A pattern is compiled when it
is first needed.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_REFERENCE = re.compile(r"%([a-z_]+)%")


def parse_phrases(text: str) -> dict[str, tuple[str, ...]]:
    """Section → its alternatives, references not yet written out.

    Raises:
        ValueError: a line stands before the first section; the message names it.
    """
    sections: dict[str, list[str]] = {}
    current: list[str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("[") and line.rstrip().endswith("]") and line.strip("[] ").isidentifier():
            current = sections.setdefault(line.strip("[] "), [])
        elif current is None:
            raise ValueError(f"phrases.txt:{number}: a line before the first [section]")
        elif line.startswith("    ") and current:
            current[-1] += line[4:]
        else:
            current.append(line)
    return {name: tuple(lines) for name, lines in sections.items()}


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    return parse_phrases(files(__package__ or "").joinpath("phrases.txt").read_text(encoding="utf-8"))


def _source(name: str) -> str:
    sections = _sections()
    if name not in sections:
        raise ValueError(f"phrases.txt has no section [{name}]")
    lines = (_REFERENCE.sub(lambda found: _source(found[1]), line) for line in sections[name])
    return "(?:" + "|".join(f"(?:{line})" for line in lines) + ")"


@cache
def phrase(name: str) -> re.Pattern[str]:
    """The pattern of a section.

    Raises:
        ValueError: there is no such section.
    """
    return re.compile(_source(name), re.IGNORECASE | re.DOTALL)


def says(name: str, text: str) -> bool:
    """Whether a text contains a wording of a section."""
    return phrase(name).search(text) is not None
