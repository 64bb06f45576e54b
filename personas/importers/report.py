"""What became of every field of somebody else's persona: mapped, guessed, for another file, or left behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, cast

Fate: TypeAlias = Literal["mapped", "guessed", "elsewhere", "unmapped"]
WORDS: Final[Mapping[Fate, str]] = {
    "mapped": "brought over",
    "guessed": "guessed, please check",
    "elsewhere": "belongs into another file",
    "unmapped": "left behind",
}


@dataclass(frozen=True)
class Row:
    """One field and what became of it.

    Attributes:
        fate: mapped as it stood; guessed: a number or a name stands for a word; elsewhere: it belongs into a pack's
            cast or facts; unmapped: there is no place for it.
        source: The field in the file that was read.
        to: The persona's field, or the file it belongs into.
        note: The value, shortened, or why.
    """

    fate: Fate
    source: str
    to: str = ""
    note: str = ""

    def __str__(self) -> str:
        arrow = f" → {self.to}" if self.to else ""
        return f"{self.source}{arrow}{f': {self.note}' if self.note else ''}"


@dataclass
class Building:
    """A persona under construction, and the fate of every field so far."""

    data: dict[str, Any] = field(default_factory=dict[str, Any])
    rows: list[Row] = field(default_factory=list[Row])
    background: list[str] = field(default_factory=list[str])
    snippets: list[str] = field(default_factory=list[str])
    """Lines for other files, shown in a comment."""

    def put(self, path: str, value: Any, source: str, *, guessed: bool = False, note: str = "") -> None:
        """Set a value at a dotted path, and say where it came from."""
        here = self.data
        *parents, last = path.split(".")
        for part in parents:
            here = cast("dict[str, Any]", here.setdefault(part, {}))
        here[last] = value
        self.rows.append(
            Row("guessed" if guessed else "mapped", source, path, note or (short(value) if guessed else ""))
        )

    def tell(self, text: str, source: str) -> None:
        """Add a sentence to the background, as it stood."""
        clean = " ".join(text.split())
        if clean:
            self.background.append(clean if clean[-1] in ".!?" else f"{clean}.")
            self.rows.append(Row("mapped", source, "background"))

    def leave(self, source: str, value: Any, why: str = "") -> None:
        """Leave a field behind, unless it is empty."""
        if value not in (None, "", [], {}):
            self.rows.append(Row("unmapped", source, "", f"{why + '; ' if why else ''}{short(value)}"))

    def elsewhere(self, source: str, to: str, value: Any, snippet: Sequence[str]) -> None:
        """A field that belongs into another file, with what to write there."""
        self.rows.append(Row("elsewhere", source, to, short(value)))
        self.snippets += ["", *snippet]

    def finished(self) -> dict[str, Any]:
        """The persona's data."""
        if self.background:
            self.data["background"] = " ".join(self.background)
        return self.data


def short(value: Any, most: int = 110) -> str:
    """A value on one line, shortened."""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        text = "; ".join(f"{key}: {short(one, 50)}" for key, one in pairs)
    elif isinstance(value, list):
        text = "; ".join(short(one, 60) for one in cast("list[Any]", value))
    else:
        text = str(value)
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
