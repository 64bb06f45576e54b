"""Full-text search over what one person may see, on SQLite's FTS5 in memory.

An index is a cache and no state. Contents are kept once, in passages, by a key that names their content, so that a
text is never read or indexed again for each person who searches; what a person finds, and in what order, follows only
from the documents that they may see, so neither hits nor ranks tell anything of what is hidden.
"""

from __future__ import annotations

import math
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

MAX_TEXT: Final = 25_000_000
"""Characters of one document that are searched."""
_PASSAGE: Final = 1_200
"""Characters of a passage, about a paragraph: how many passages hold a word says how much a document is about it."""
_OVERLAP: Final = 120
"""Characters that a passage repeats of the one before, so that phrases across the cut are found."""
_TITLE: Final = 3
"""How much more a word in the title weighs."""
_SATURATION: Final = 1.2
_LENGTH: Final = 0.75
"""BM25's k1 and b, as in FTS5."""
_SNIPPET: Final = 16
"""Words that a hit shows."""
_TELLING: Final = 7
"""Length of a term, quotes and star included, from which it says what a text is about: a word of four letters."""
_TOKEN = re.compile(r'"([^"]+)"|(\S+)')


class Hit(NamedTuple):
    """A document that fits a query."""

    id: str
    score: int
    """BM25, in thousandths; the higher the better."""
    snippet: str


class Document(NamedTuple):
    """What is searched: a title, which weighs three times, and a text."""

    title: str
    text: str


class Entry(NamedTuple):
    """A document that somebody may see."""

    title: str
    key: str
    """Names its content."""


class Corpus:
    """Contents by key, for everybody."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        for table in ("titles", "passages"):
            self._db.execute(
                f"CREATE VIRTUAL TABLE {table} USING fts5(text, tokenize = 'unicode61 remove_diacritics 2')"
            )
        self._contents: dict[str, tuple[int, int, int]] = {}
        """Key to the first passage's row, the row after the last, and the length in characters."""
        self._of_row: dict[int, str] = {}
        self._titles: dict[str, int] = {}
        self._next = 1

    def add(self, key: str, text: str) -> None:
        """Index a content, once."""
        if key in self._contents:
            return
        text = _clean(text[:MAX_TEXT])
        first = self._next
        rows: list[tuple[int, str]] = []
        for passage in _passages(text):
            rows.append((self._next, passage))
            self._of_row[self._next] = key
            self._next += 1
        self._db.executemany("INSERT INTO passages(rowid, text) VALUES (?, ?)", rows)
        self._contents[key] = (first, self._next, len(text))

    def keep(self, keys: Iterable[str]) -> None:
        """Forget contents that are no longer anybody's, if they have become many."""
        live = set(keys)
        if len(self._contents) <= 2 * len(live) + 64:
            return
        for key in [one for one in self._contents if one not in live]:
            first, end, _ = self._contents.pop(key)
            self._db.execute("DELETE FROM passages WHERE rowid >= ? AND rowid < ?", (first, end))
            for row in range(first, end):
                del self._of_row[row]

    def find(
        self,
        query: str,
        documents: Mapping[str, Entry],
        load: Callable[[str], str],
        *,
        widely: bool = False,
    ) -> list[Hit]:
        """The documents that hold all words of the query, else any, else its characters in a row; best first.

        Every word may be the beginning of a longer one; ``"words in quotes"`` must stand in that order. Equal scores
        are in order of id.

        Args:
            query: What to look for.
            documents: What may be found, by id.
            load: Gives the text of a document by id; called for contents that were never searched before.
            widely: Those that hold some of the longer words follow those that hold all.
        """
        by_key: dict[str, list[str]] = {}
        by_title: dict[str, list[str]] = {}
        for id_, entry in documents.items():
            if entry.key not in self._contents:
                self.add(entry.key, load(id_))
            if entry.title not in self._titles:
                self._titles[entry.title] = len(self._titles) + 1
                row = (self._titles[entry.title], _clean(entry.title))
                self._db.execute("INSERT INTO titles(rowid, text) VALUES (?, ?)", row)
            by_key.setdefault(entry.key, []).append(id_)
            by_title.setdefault(entry.title, []).append(id_)
        terms = list(dict.fromkeys(_terms(query)))
        found = [self._with(term, by_key, by_title) for term in terms]
        ids = set(documents)
        together = ids.intersection(*found) if found else set[str]()
        telling = found
        if widely:
            telling = [
                held for term, held in zip(terms, found, strict=True) if len(term) >= _TELLING
            ] or found
        some = set[str]().union(*telling)
        if not together | some:
            return self._contains(query.strip().strip('"'), by_key, by_title)
        more = some - together if widely or not together else set[str]()
        return [hit for ids in (together, more) for hit in self._ranked(ids, found, terms, documents)]

    def _with(
        self, term: str, by_key: Mapping[str, list[str]], by_title: Mapping[str, list[str]]
    ) -> dict[str, tuple[int, list[int]]]:
        """The documents that hold a term: whether in the title, and in which passages."""
        rows: dict[str, list[int]] = {}
        for (row,) in self._db.execute("SELECT rowid FROM passages WHERE passages MATCH ?", (term,)):
            key = self._of_row[row]
            if key in by_key:
                rows.setdefault(key, []).append(row)
        found = {id_: (0, places) for key, places in rows.items() for id_ in by_key[key]}
        titled = {
            row for (row,) in self._db.execute("SELECT rowid FROM titles WHERE titles MATCH ?", (term,))
        }
        for title, ids in by_title.items():
            if self._titles[title] in titled:
                for id_ in ids:
                    found[id_] = (1, found[id_][1] if id_ in found else [])
        return found

    def _ranked(
        self,
        chosen: Iterable[str],
        found: list[dict[str, tuple[int, list[int]]]],
        terms: list[str],
        documents: Mapping[str, Entry],
    ) -> list[Hit]:
        sizes = {id_: self._contents[entry.key][2] + len(entry.title) for id_, entry in documents.items()}
        mean = max(1.0, sum(sizes.values()) / max(1, len(sizes)))
        many = len(documents)
        # the form of the weight that stays positive for words that most documents hold
        weights = [math.log(1 + (many - len(having) + 0.5) / (len(having) + 0.5)) for having in found]
        hits: list[Hit] = []
        for id_ in chosen:
            score = 0.0
            places: dict[int, int] = {}
            for weight, having in zip(weights, found, strict=True):
                titled, rows = having.get(id_, (0, []))
                count = _TITLE * titled + len(rows)
                shortness = 1 - _LENGTH + _LENGTH * sizes[id_] / mean
                score += weight * count * (_SATURATION + 1) / (count + _SATURATION * shortness)
                for row in rows[:200]:
                    places[row] = places.get(row, 0) + 1
            best = min(places, key=lambda row: (-places[row], row), default=None)
            title = documents[id_].title
            hits.append(Hit(id_, round(1000 * score), self._snippet(best, terms) if best else _line(title)))
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))

    def _snippet(self, row: int, terms: list[str]) -> str:
        (text,) = self._db.execute("SELECT text FROM passages WHERE rowid = ?", (row,)).fetchone()
        words = text.split()
        folded = [_fold(word) for word in words]
        wanted = [_fold(part) for term in terms for part in re.findall(r"\w+", term)]
        marked = [any(_begins(word, part) for part in wanted) for word in folded]
        start = best = 0
        for place in (one for one, mark in enumerate(marked) if mark):
            count = len(
                {part for part in wanted if any(_begins(w, part) for w in folded[place : place + _SNIPPET])}
            )
            if count > best:
                best, start = count, place
        start = max(0, start - 3)
        shown = words[start : start + _SNIPPET]
        line = " ".join(f"[{word}]" if marked[start + place] else word for place, word in enumerate(shown))
        return f"{'…' if start else ''}{line}{'…' if start + len(shown) < len(words) else ''}"

    def _contains(
        self, text: str, by_key: Mapping[str, list[str]], by_title: Mapping[str, list[str]]
    ) -> list[Hit]:
        # scripts without spaces are one token a sentence to FTS5
        if not text:
            return []
        hits: dict[str, str] = {}
        for row, snippet in self._db.execute(
            "SELECT rowid, substr(text, max(1, instr(lower(text), lower(?1)) - 40), 120) FROM passages"
            " WHERE instr(lower(text), lower(?1)) > 0 ORDER BY rowid",
            (_clean(text),),
        ):
            for id_ in by_key.get(self._of_row[row], ()):
                hits.setdefault(id_, snippet)
        for title, ids in by_title.items():
            if _fold(text) in _fold(title):
                for id_ in ids:
                    hits.setdefault(id_, title)
        return sorted((Hit(id_, 0, _line(snippet)) for id_, snippet in hits.items()), key=lambda hit: hit.id)


class Index:
    """One person's documents of one app."""

    def __init__(self) -> None:
        self._corpus = Corpus()
        self._entries: dict[str, Entry] = {}

    def sync(self, current: Mapping[str, str], load: Callable[[str], Document]) -> None:
        """Make the index hold exactly ``current``.

        Args:
            current: Ids of the documents that the person may see now, each with its version.
            load: Gives the document of an id; called for new and changed ones only.
        """
        entries: dict[str, Entry] = {}
        for one, version in current.items():
            key = f"{one}\n{version}"
            known = self._entries.get(one)
            if known is None or known.key != key:
                document = load(one)
                self._corpus.add(key, document.text)
                known = Entry(document.title, key)
            entries[one] = known
        self._entries = entries
        self._corpus.keep(entry.key for entry in entries.values())

    def find(self, query: str, *, widely: bool = False) -> list[Hit]:
        """See `Corpus.find`."""
        return self._corpus.find(query, self._entries, lambda _: "", widely=widely)


def _passages(text: str) -> Iterable[str]:
    """The text in pieces that end between words where there are any, each with the end of the one before."""
    start = 0
    while True:
        end = start + _PASSAGE
        if end < len(text):
            cut = max(text.rfind(mark, start + _PASSAGE // 2, end) for mark in ("\n", " "))
            end = cut + 1 if cut >= 0 else end
        before = max(0, start - _OVERLAP)
        if before:
            # begin the repeated end with a whole word
            gap = re.search(r"\s", text[before:start])
            before = before + gap.end() if gap else before
        yield text[before:end]
        if end >= len(text):
            return
        start = end


def _terms(query: str) -> list[str]:
    terms: list[str] = []
    for phrase, word in _TOKEN.findall(_clean(query)):
        tokens = re.findall(r"\w+", phrase or word)
        if phrase and tokens:
            terms.append('"' + " ".join(tokens) + '"')
        elif tokens:
            terms.append('"' + " ".join(tokens) + '"*')
    return terms


def _fold(word: str) -> str:
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def _begins(word: str, part: str) -> bool:
    return any(piece.startswith(part) for piece in re.findall(r"\w+", word))


def _clean(text: str) -> str:
    return text.replace("\x00", " ")


def _line(text: str) -> str:
    return " ".join(text.split())
