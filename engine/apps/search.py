"""Full-text search over what one person may see, on SQLite's FTS5 in memory.

An index is a cache and no state: it belongs to one person of one app, holds only what that person may see (so neither
hits nor ranks tell anything of what is hidden), and is brought up to date by comparing versions at each search, which
also fills it again after a run was resumed.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

MAX_TEXT: Final = 200_000
"""Characters of one document that are searched."""
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


class Index:
    """One person's documents of one app."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._db.execute(
            'CREATE VIRTUAL TABLE documents USING fts5(title, text, tokenize = "unicode61 remove_diacritics 2")'
        )
        self._rows: dict[str, tuple[int, str]] = {}
        self._ids: dict[int, str] = {}
        self._next = 1

    def sync(self, current: Mapping[str, str], load: Callable[[str], Document]) -> None:
        """Make the index hold exactly ``current``.

        Args:
            current: Ids of the documents that the person may see now, each with its version.
            load: Gives the document of an id; called for new and changed ones only.
        """
        gone = [one for one, (_, version) in self._rows.items() if current.get(one) != version]
        for one in gone:
            row, _ = self._rows.pop(one)
            del self._ids[row]
            self._db.execute("DELETE FROM documents WHERE rowid = ?", (row,))
        fresh: list[tuple[int, str, str]] = []
        for one, version in current.items():
            if one in self._rows:
                continue
            document = load(one)
            self._rows[one] = (self._next, version)
            self._ids[self._next] = one
            fresh.append((self._next, _clean(document.title), _clean(document.text[:MAX_TEXT])))
            self._next += 1
        self._db.executemany("INSERT INTO documents(rowid, title, text) VALUES (?, ?, ?)", fresh)

    def find(self, query: str) -> list[Hit]:
        """The documents that hold all words of the query, else any, else its characters in a row; best first.

        Every word may be the beginning of a longer one; ``"words in quotes"`` must stand in that order.
        Equal scores are in order of id.
        """
        terms = _terms(query)
        for joint in (" AND ", " OR "):
            hits = self._match(joint.join(terms)) if terms else []
            if hits:
                return hits
        return self._contains(query.strip().strip('"'))

    def _match(self, expression: str) -> list[Hit]:
        rows = self._db.execute(
            "SELECT rowid, CAST(ROUND(-1000 * bm25(documents, 3.0, 1.0)) AS INTEGER),"
            " snippet(documents, -1, '[', ']', '…', 16) FROM documents WHERE documents MATCH ?",
            (expression,),
        )
        hits = [Hit(self._ids[row], score, _line(snippet)) for row, score, snippet in rows]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))

    def _contains(self, text: str) -> list[Hit]:
        # scripts without spaces are one token a sentence to FTS5
        if not text:
            return []
        rows = self._db.execute(
            "SELECT rowid, substr(text, max(1, instr(lower(text), lower(?1)) - 40), 120) FROM documents"
            " WHERE instr(lower(title || ' ' || text), lower(?1)) > 0",
            (text,),
        )
        return sorted(
            (Hit(self._ids[row], 0, _line(snippet)) for row, snippet in rows), key=lambda hit: hit.id
        )


def _terms(query: str) -> list[str]:
    terms: list[str] = []
    for phrase, word in _TOKEN.findall(_clean(query)):
        tokens = re.findall(r"\w+", phrase or word)
        if phrase and tokens:
            terms.append('"' + " ".join(tokens) + '"')
        elif tokens:
            terms.append('"' + " ".join(tokens) + '"*')
    return terms


def _clean(text: str) -> str:
    return text.replace("\x00", " ")


def _line(text: str) -> str:
    return " ".join(text.split())
