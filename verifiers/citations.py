"""Whether a document refers to documents that exist, and to none that does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field, model_validator

from ..engine.office.conditions.model import Alternatives, Written
from ..personas.problems import Misfit
from .figures import dates
from .finding import Checking, Finding
from .plaintext import Text, flat
from .shelf import Entry, Shelf

_ENDINGS: Final = "docx|xlsx|pptx|pdf|eml|csv|tsv|md|txt|html|msg"
_FILE: Final = re.compile(rf"(?<![\w.&()+-])[\w&(][\w.&()+-]{{0,120}}\.(?:{_ENDINGS})\b", re.IGNORECASE)
_WORDS: Final = r"[\w.&()+-]{1,80}(?: [\w.&()+-]{1,80}){0,8}"
_PATH: Final = re.compile(rf"(?<![\w/])/(?:{_WORDS}/){{1,8}}{_WORDS}\.(?:{_ENDINGS})\b", re.IGNORECASE)
_PARTY: Final = (
    r"[A-Z][\w'&-]{0,40}(?:\.(?= ))?(?: (?:(?:of|and|the|de|du|van|von)\b|&|[A-Z][\w'&-]{0,40})){0,6}"
)
_CASE: Final = re.compile(rf"\b({_PARTY}) v\.? ({_PARTY})")
_DULL: Final = frozenset(
    "final draft signed scan copy rev revised version executed the of a and for to in on".split()
)
_MIN_LETTERS: Final = 8
LISTED: Final = 3
"""A document that carries more numbers than this is a list of others."""
_DATED: Final = re.compile(r"^(\d{4})-(\d\d)-(\d\d)\b")
_BESIDE: Final = 80
"""Characters between a document's date and a word of its name, where it is cited by author or subject and date."""
_SHORT: Final = 3
"""Letters of a word that tells nothing."""
_SLACK: Final = 2
"""Words that may stand between those of a name."""


def _regex(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise Misfit(f"`{value}` is no regular expression: {error}", 'Write `"ABC-\\\\d{6}"`.') from None
    return value


class CitesOf(Written):
    """What must be cited, and how much may be cited that does not exist."""

    min: int = Field(default=1, ge=0, description="Different documents that exist.")
    kinds: dict[Literal["drive", "library"], Annotated[int, Field(ge=1)]] = Field(
        default={}, description="At least so many of each kind."
    )
    each: tuple[Alternatives, ...] = Field(
        default=(),
        description="Each of these is cited, by one of its alternatives: path, file name, number or title.",
    )
    numbers: Annotated[str, AfterValidator(_regex)] | None = Field(
        default=None,
        description="What a document's number looks like in this world, as a regular expression.",
    )
    unknown: int = Field(
        default=0,
        ge=0,
        description="At most so many that look like citations and point to nothing that exists.",
    )

    @model_validator(mode="after")
    def _asks(self) -> CitesOf:
        if not self.min and not self.kinds and not self.each:
            raise Misfit(
                "it need cite nothing", "Write `cites: {min: 5}` or name what it must cite in `each`."
            )
        return self


class Cites(Checking):
    """It refers to documents that exist."""

    uses_shelf: ClassVar[bool] = True

    cites: CitesOf

    @cached_property
    def _number(self) -> re.Pattern[str] | None:
        return re.compile(self.cites.numbers) if self.cites.numbers else None

    def finding(self, text: Text) -> Finding:
        of = self.cites
        if text.shelf is None:
            return Finding(False, "there is nothing that could be cited")
        said = _Said(text.plain)
        cited = self._cited(text, said, text.shelf)
        unknown = list(self._unknown(text, text.shelf))
        for alternatives in of.each:
            if not any(_is_cited(one, cited, said) for one in alternatives):
                return Finding(False, f"it doesn't cite {' / '.join(alternatives[:3])}")
        for kind, least in of.kinds.items():
            count = sum(one.kind == kind for one in cited)
            if count < least:
                return Finding(False, f"it cites {count} documents of the {kind}, {least} are wanted")
        if len(cited) < of.min:
            return Finding(False, f"it cites {len(cited)} documents that exist, {of.min} are wanted")
        if len(unknown) > of.unknown:
            return Finding(False, f"it cites what doesn't exist: {', '.join(unknown[:3])}")
        return Finding(True, f"it cites {len(cited)} documents")

    def _cited(self, text: Text, said: _Said, shelf: Shelf) -> dict[Entry, None]:
        entries = list(shelf.entries())
        found = {one: None for one in entries if _named(one, said)}
        found.update(dict.fromkeys(self._by_number(text, shelf, entries)))
        least = max([self.cites.min, *self.cites.kinds.values()])
        if len(found) < least:  # by the titles that stand in the files
            for one in entries:
                if one.kind == "drive" and one not in found and said.holds(shelf.heading(one.key)):
                    found[one] = None
        return found

    def _by_number(self, text: Text, shelf: Shelf, entries: list[Entry]) -> Iterator[Entry]:
        """The documents that carry one of the numbers in the text."""
        if self._number is None:
            return
        wanted = {match.group() for match in self._number.finditer(text.plain)}
        for one in entries:
            if any(number in one.key for number in wanted):
                wanted -= {number for number in wanted if number in one.key}
                yield one
        if not wanted:
            return
        carried = {
            one: {match.group() for match in self._number.finditer(other)} for one, other in shelf.texts()
        }
        titled = {one.key: one for one in entries}
        for number in sorted(wanted):
            carriers = sorted(
                (len(numbers), one.key) for one, numbers in carried.items() if number in numbers
            )
            if carriers:  # a list of documents carries many numbers: each stands for a document of its own
                listed = carriers[0][0] > LISTED
                yield Entry("drive", number, ()) if listed else titled[carriers[0][1]]

    def _unknown(self, text: Text, shelf: Shelf) -> Iterator[str]:
        """What looks like a citation and points to nothing."""
        known = {flat(one.rpartition("/")[2]) for one in shelf.file_names()}
        known_tails = known | {flat(one) for one in shelf.file_names()}
        paths = [match.group() for match in _PATH.finditer(text.plain)]
        rest = _PATH.sub(" ", text.plain)
        for found in dict.fromkeys([*paths, *(match.group() for match in _FILE.finditer(rest))]):
            name = flat(found.rpartition("/")[2])
            if name not in known and not any(f" {one}".endswith(f" {name}") for one in known_tails):
                yield found.strip()
        titles = [f" {flat(title)} " for one in shelf.entries() for title in one.titles]
        cases: list[tuple[str, str, str]] = []
        for match in _CASE.finditer(text.plain):
            first, second = flat(match[1]).split(), flat(match[2]).split()
            if first and second and not any(f" {first[-1]} " in t and f" {second[0]} " in t for t in titles):
                cases.append((f"{match[1]} v. {match[2]}", first[-1], second[0]))
        names = " ".join(shelf.file_names())
        numbers = (
            [one.group() for one in self._number.finditer(text.plain)] if self._number is not None else []
        )
        numbers = [one for one in dict.fromkeys(numbers) if one not in names]
        if cases or numbers:
            every = shelf.said
            words = _words(every) if cases else frozenset[str]()
            yield from (one for one in numbers if one not in every)
            # two names that the documents know are the parties of the matter itself, or of a case told in them
            yield from dict.fromkeys(name for name, a, b in cases if a not in words or b not in words)


@lru_cache(maxsize=4)
def _words(text: str) -> frozenset[str]:
    return frozenset(flat(text).split())


class _Said:
    """A text's words with their places."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.words = flat(text).split()
        self.plain = f" {' '.join(self.words)} "
        self._places: dict[str, list[int]] = {}
        for number, word in enumerate(self.words):
            self._places.setdefault(word, []).append(number)

    @cached_property
    def _around_dates(self) -> dict[tuple[int, int, int], list[frozenset[str]]]:
        """The words that stand beside each full date."""
        found: dict[tuple[int, int, int], list[frozenset[str]]] = {}
        for one in dates(self._text):
            beside = self._text[max(0, one.start - _BESIDE) : one.end + _BESIDE]
            for year, month, day in one.readings:
                if year is not None:
                    found.setdefault((year, month, day), []).append(frozenset(flat(beside).split()))
        return found

    def dated(self, day: tuple[int, int, int], words: Iterable[str]) -> bool:
        """Whether that date stands there beside one of these words: ``Norlund (3 February 2025)``."""
        return any(not beside.isdisjoint(words) for beside in self._around_dates.get(day, ()))

    def holds(self, phrase: str) -> bool:
        """Whether a title stands in it: at least two words, or one long one."""
        words = flat(phrase)
        return (" " in words or len(words) >= _MIN_LETTERS) and f" {words} " in self.plain

    def together(self, words: list[str]) -> bool:
        """Whether these words stand close together, in any order."""
        rarest = min(words, key=lambda word: len(self._places.get(word, ())))
        span = len(words) + _SLACK
        for at in self._places.get(rarest, ()):
            if set(words) <= set(self.words[max(0, at - span + 1) : at + span]):
                return True
        return False


def _named(entry: Entry, said: _Said) -> bool:
    """Whether a document is named by its path, its file's name, or its title."""
    if entry.kind == "library":
        titles = {part for title in entry.titles for part in (title, re.split(r"[:(\[,]", title)[0])}
        return any(said.holds(title) for title in titles)
    name = entry.key.rpartition("/")[2]
    stem = name.rpartition(".")[0] or name
    if f" {flat(name)} " in said.plain or said.holds(stem):
        return True
    telling = [word for word in flat(stem).split() if not word.isdigit() and word not in _DULL]
    day = _DATED.match(name)
    if day is not None:
        year, month, of_month = (int(part) for part in day.groups())
        if said.dated((year, month, of_month), [word for word in telling if len(word) > _SHORT]):
            return True
    return len(telling) >= 2 and sum(map(len, telling)) >= _MIN_LETTERS and said.together(telling)


def _is_cited(wanted: str, cited: Iterable[Entry], said: _Said) -> bool:
    name = flat(wanted.rpartition("/")[2])
    for one in cited:
        if one.key == wanted or flat(one.key.rpartition("/")[2]) == name:
            return True
        if any(f" {flat(wanted)} " in f" {flat(title)} " for title in one.titles):
            return True
    return f" {flat(wanted)} " in said.plain
