"""Where the sentences of a text stand, in prose, lists and tables."""

from __future__ import annotations

import re
from typing import Final

_BLOCK: Final = re.compile(r"[ \t]*(?:[-*+\u2022]|\d{1,3}[.)]|\(?[a-z]\))[ \t]+|#{1,6} |>|Notes:")
_GAP: Final = re.compile(r"\S {3,}\S")
_END: Final = re.compile(
    r"(?<![\s(][A-Za-z])(?<!\bNo)(?<!\bv)(?<!\bvs)(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bLtd)(?<!\bInc)(?<!\bCo)(?<!\bCf)"
    r"(?<!\bcf)(?<!\bca)(?<!\bapprox)(?<!\bArt)(?<!\bSec)(?<!\bpara)(?<!\be\.g)(?<!\bi\.e)(?<!\bMio)(?<!\bSt)"
    r"[.!?][\"')\]]*\s+(?=[\"'(\[]?[A-Z0-9\u00c0-\u00de])"
)


def sentences_of(text: str, lines: list[str], starts: list[int]) -> list[tuple[int, int]]:
    """Where the sentences of a text stand. A bullet ends one, a row of a table is one, a line's end alone is none.

    Args:
        text: The text.
        lines: Its lines.
        starts: Where each of them starts.
    """
    found: list[tuple[int, int]] = []
    block: tuple[int, int] | None = None

    def close() -> None:
        nonlocal block
        if block is not None:
            at, end = block
            for match in _END.finditer(text, at, end):
                found.append((at, match.end()))
                at = match.end()
            found.append((at, end))
        block = None

    for line, start in zip(lines, starts, strict=True):
        end = start + len(line)
        if not line.strip():
            close()
        elif "|" in line or _GAP.search(line.strip()):
            close()
            found.append((start, end))
        elif block is None or _BLOCK.match(line):
            close()
            block = (start, end)
        else:
            block = (block[0], end)
    close()
    return found
