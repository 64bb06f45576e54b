"""Finding a cell of a workbook by what stands beside it, in whatever layout its maker chose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple, TypeAlias, cast

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ..engine.files.cellrefs import split_sheet
from ..engine.office.conditions.model import Written
from ..personas.problems import Misfit
from .plaintext import flat
from .workbook import Spot, Workbook, number_of, place_of

if TYPE_CHECKING:
    from ..engine.files.book import Cell

Want: TypeAlias = Literal["number", "text", "any"]

MOST: Final = 40
"""Cells that may fit a label; with more it names nothing."""
_EMPTY: Final = frozenset("the a an of for to in on at per by and s".split())
_NO_WORDS: Final = frozenset[str]()


@lru_cache(maxsize=20_000)
def stems(text: str) -> frozenset[str]:
    """The words of a label as they are compared: no articles, no plural, no possessive."""
    words = (word for word in flat(text).split() if word not in _EMPTY)
    return frozenset(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
        for word in words
    )


def _labels(value: tuple[str, ...]) -> tuple[str, ...]:
    for one in value:
        if not stems(one):
            raise Misfit(f"`{one}` is no label: every cell would have it", "Name a word.")
    return value


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str | int | float | Decimal) else value


Labels = Annotated[
    tuple[Annotated[str, Field(min_length=1)], ...],
    AfterValidator(_labels),
    BeforeValidator(_listed, json_schema_input_type=str | tuple[str, ...]),
]


class Place(Written):
    """A cell, named by what stands beside or above it."""

    label: Labels = Field(
        default=(),
        description="Alternatives; all words of one stand in the label to the left of the cell or above it, in any "
        "order, among others. Row, column, section and sheet may each hold some of them.",
    )
    across: Labels = Field(
        default=(),
        description="What the column says if the label is a row's, or the row if it is a column's.",
    )
    names: tuple[str, ...] = Field(default=(), description="Defined names that mean this cell.")
    sheet: Labels = Field(
        default=(), description="Only sheets with all words of one of these in their names."
    )
    was: Annotated[
        tuple[str, ...], BeforeValidator(_listed, json_schema_input_type=str | tuple[str, ...])
    ] = Field(
        default=(),
        description="What a right workbook holds there: one number, or alternatives of a text. It tells which of "
        "several cells is meant, and in which unit it counts.",
    )

    @model_validator(mode="after")
    def _some(self) -> Place:
        if not self.label and not self.names:
            raise Misfit(
                "a place needs a label or defined names", "Write `label: [words that stand beside it]`."
            )
        return self

    @property
    def called(self) -> str:
        """How messages name it."""
        text = " / ".join((self.label or self.names)[:3])
        return f"“{text}”" + (f" across “{' / '.join(self.across[:2])}”" if self.across else "")


class Candidate(NamedTuple):
    """A cell that may be meant; the smallest is the likeliest."""

    tier: int
    """1: labelled by itself; 2: by row and column, or further along; 3: by section or sheet as well."""
    extra: int
    """Words of the label that were not asked for."""
    away: int
    """Numbers between it and its label."""
    spot: Spot


class _Context(NamedTuple):
    spot: Spot
    left: frozenset[str]
    """The label right beside it."""
    head: frozenset[str]
    """The first texts of its row."""
    top: frozenset[str]
    """The nearest text above it, with the one atop its block."""
    around: frozenset[str]
    """The section's title and the sheet's name."""
    away: int
    below: int
    """Numbers between it and the text above."""
    row_wide: int
    top_wide: int
    words: frozenset[str]
    """Those of its row and column together."""


def find(book: Workbook, place: Place, want: Want = "number") -> list[Candidate]:
    """The cells that a place may mean, the likeliest first; where its maker named a cell so, that one alone."""
    known = list(named(book, place))
    if known:
        return [Candidate(0, 0, 0, spot) for spot in known if _wanted(book.cells[spot], want)]
    found: list[Candidate] = []
    labels = [stems(one) for one in place.label]
    across = [stems(one) for one in place.across] or [_NO_WORDS]
    common = frozenset[str]().union(*labels)
    for context in _contexts(book):
        if common.isdisjoint(context.words):
            continue
        if not _wanted(book.cells[context.spot], want) or not _on_sheet(context.spot.sheet, place):
            continue
        fit = _fit(context, labels, across)
        if fit is not None:
            found.append(Candidate(*fit, context.spot))
    return sorted(found)[:MOST]


def _wanted(cell: Cell, want: Want) -> bool:
    is_number = number_of(cell.value) is not None
    if want == "any":
        return True
    return is_number if want == "number" else not is_number


def _on_sheet(sheet: str, place: Place) -> bool:
    return not place.sheet or any(stems(one) <= stems(sheet) for one in place.sheet)


def named(book: Workbook, place: Place) -> Iterator[Spot]:
    """The filled cells to which a place's defined names point."""
    if not place.names:
        return
    wanted = {flat(name.replace("_", " ")).replace(" ", "") for name in place.names}
    for name, meaning in book.names.items():
        sheet, cell = split_sheet(meaning.lstrip("="))
        if sheet and ":" not in cell and flat(name.replace("_", " ")).replace(" ", "") in wanted:
            spot = Spot(sheet, *place_of(cell))
            if spot in book.cells and (book.looked_at is None or spot.sheet in book.looked_at):
                yield spot


def _fit(
    context: _Context, labels: Sequence[frozenset[str]], across: Sequence[frozenset[str]]
) -> tuple[int, int, int] | None:
    """How well a cell's surroundings fit: tier, extra words, distance."""
    fits = [_fitting(context, words, other) for words in labels for other in across]
    return min((fit for fit in fits if fit is not None), default=None)


def _fitting(context: _Context, words: frozenset[str], across: frozenset[str]) -> tuple[int, int, int] | None:
    left, head, top = context.left, context.head, context.top
    row = left | head
    if across:
        for one, other in ((row, top), (top, row)):
            if words <= one and across <= other:
                return 1, len(one | other) - len(words | across), 0
        if (
            (words | across) <= row | top | context.around
            and (words & (row | top))
            and (across & (row | top))
        ):
            return 3, len(row | top) - len(words | across), 0
        return None
    if words <= left:
        return 1, context.row_wide - len(words), 0
    if words <= top and not context.below:
        return 1, context.top_wide - len(words), 0
    if words <= row:
        return 2, context.row_wide - len(words), context.away
    if words <= top:
        return 2, context.top_wide - len(words), context.below
    if words <= row | top:
        return 2, len(row | top) - len(words), 0
    if words <= row | top | context.around and words & (row | top):
        return 3, len(row | top) - len(words & (row | top)), 0
    return None


@lru_cache(maxsize=64)
def _contexts(book: Workbook) -> list[_Context]:
    """The surroundings of every cell."""
    return [context for sheet in book.looked_at or book.sheets for context in _of_sheet(book, sheet)]


def _of_sheet(book: Workbook, sheet: str) -> Iterator[_Context]:
    named = stems(sheet)
    section = _NO_WORDS
    above: dict[int, tuple[frozenset[str], int]] = {}
    crown: dict[int, frozenset[str]] = {}
    last = 0
    for number, row in book.rows(sheet):
        if number != last + 1:
            crown = {}
        fresh = not crown
        last = number
        texts = {column: stems(cast("str", cell.value)) for column, cell in row.items() if _is_label(cell)}
        if len(row) == 1 and texts:
            section = next(iter(texts.values()))
        if fresh:
            crown = dict(texts) if len(row) > 1 else {}
        head = left = _NO_WORDS
        away = 0
        for column in sorted(row):
            words = texts.get(column)
            seen, below = above.get(column, (_NO_WORDS, 0))
            top = seen | crown.get(column, _NO_WORDS) if not fresh else seen
            yield _Context(
                Spot(sheet, number, column),
                left,
                head,
                top,
                section | named,
                away,
                below,
                len(left or head),
                len(top),
                left | head | top,
            )
            if words is None:
                left = _NO_WORDS
                away += 1
                above[column] = (seen, below + 1)
            else:
                left |= words
                if not away:
                    head |= words
        above.update({column: (words, 0) for column, words in texts.items() if words})


def _is_label(cell: Cell) -> bool:
    return isinstance(cell.value, str) and not cell.value.startswith("#") and len(cell.value) <= 200
