"""What differs between two documents, as a person reads it: the changed paragraphs, with the words marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from .wordfile import WordFile
from .wordlines import TOKENS, changes
from .wordrevise import accept, suggestions

_SIMILAR: Final = 0.4
"""Share of equal words from which a paragraph is taken for a changed one, not for another."""


@dataclass(frozen=True)
class Difference:
    """Two documents compared."""

    changes: int
    """Blocks that were added, deleted or changed."""
    text: str
    """Empty if nothing differs. Deleted words stand as ``{--…--}``, added ones as ``{++…++}``."""


def compare(old: WordFile, later: WordFile) -> Difference:
    """What was changed from one document to another, under the headings where it stands.

    Suggestions count as accepted, in both documents, which this does to them; comments are left aside.
    """
    a, b = _texts(old), _texts(later)
    heads = _heads(b)
    out: list[str] = []
    changes = 0
    shown = ""
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        head = heads[min(j1, len(heads) - 1)] if heads else ""
        if head and head != shown and b[j1 : j1 + 1] != [head]:
            out.append(f"[in {head.lstrip('# ')}]")
        shown = head
        for before, after in _pairs(a[i1:i2], b[j1:j2]):
            changes += 1
            out.append(_marked(before, after))
        if j2 - j1:
            shown = heads[j2 - 1]
    return Difference(changes, "\n\n".join(out))


def _texts(file: WordFile) -> list[str]:
    accept(file, suggestions(file))
    texts = [text for text in file.texts(comments=False) if text]
    return [*texts, *file.notes(texts)]


def _heads(texts: Sequence[str]) -> list[str]:
    """For each block the heading above it."""
    heads: list[str] = []
    current = ""
    for text in texts:
        if text.startswith("#"):
            current = text
        heads.append(current)
    return heads


def _pairs(old: Sequence[str], later: Sequence[str]) -> list[tuple[str, str]]:
    """Which blocks became which; an empty text stands for none."""
    pairs: list[tuple[str, str]] = []
    rest = list(old)
    for text in later:
        words = TOKENS.findall(text)
        match = next(
            (
                place
                for place, one in enumerate(rest[:20])
                if SequenceMatcher(None, TOKENS.findall(one), words, autojunk=False).ratio() >= _SIMILAR
            ),
            None,
        )
        if match is None:
            pairs.append(("", text))
        else:
            pairs += [(one, "") for one in rest[:match]]
            pairs.append((rest[match], text))
            del rest[: match + 1]
    return [*pairs, *((one, "") for one in rest)]


def _marked(before: str, after: str) -> str:
    if not before:
        return f"{{++{after}++}}"
    if not after:
        return f"{{--{before}--}}"
    out: list[str] = []
    at = 0
    for a1, a2, b1, b2 in changes(before, after):
        out.append(before[at:a1])
        if a2 > a1:
            out.append(f"{{--{before[a1:a2]}--}}")
        if b2 > b1:
            out.append(f"{{++{after[b1:b2]}++}}")
        at = a2
    out.append(before[at:])
    return "".join(out)
