"""What comes to somebody's mind when they turn to one thing: episodes by relevance, importance and recency.

Memory is consolidated overnight. Ranked is what happened before today, as it stood at midnight; of today only the last
exchanges with the same person in other threads come to mind. So a percept that was foreseen stays what it is when
something unrelated happens, and decisions begun early are not wasted.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from ..kernel.blobs import BlobRef, Blobs
from .ledger import Promise
from .matching import words
from .memory import Episode, Memories
from .model import Setup
from .percept import Memory

MOST: Final = 8
"""Memories from before today that come to mind for one thing."""
MOST_TODAY: Final = 3
"""Exchanges of today with the same person in other threads."""
DECAY: Final = 0.887
"""Of recency, a day: 0.995 an hour (Park et al. 2023, section 4.1)."""
RELEVANCE, IMPORTANCE, RECENCY = 1.0, 1.0, 1.0
"""Weights of the three parts after each is brought to 0 … 1 among what is ranked (Park et al. 2023, section 4.1)."""
GIST: Final = 180
"""Characters of a text that somebody remembers."""
_ENOUGH: Final = 60
"""Characters after which a gist may end with a sentence."""
_TERMS: Final = 24
"""Words of what was said that are looked for."""
_PROMISED: Final = 6
_GREETING: Final = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|morning|hallo|moin|bonjour|hola|ciao|guten tag)\b"
    r"(?:[^\S\n]+[^\s.,!?]+){0,3}[^\S\n]*(?:[,!.\n]|$)\s*",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+(?=\S)")


class Recollection(NamedTuple):
    """What a person brings to one look."""

    memories: tuple[Memory, ...]
    about_other: str
    reflect: bool


class _Trace(NamedTuple):
    """What can be ranked: an episode or a promise."""

    key: str
    day: int
    importance: int
    number: int
    source: Episode | Promise


def gist(text: str) -> str:
    """What somebody remembers of a text: its first sentence or two, without greeting and quotations."""
    lines = [line.strip() for line in text.splitlines()]
    kept_lines = "\n".join(line for line in lines if line and not line.startswith(">"))
    flat = " ".join(_GREETING.sub("", kept_lines, count=1).split())
    kept = ""
    for sentence in _SENTENCE.split(flat):
        if kept and (len(kept) >= _ENOUGH or len(kept) + len(sentence) >= GIST):
            break
        kept = f"{kept} {sentence}".strip()
    if len(kept) <= GIST:
        return kept
    cut = kept.rfind(" ", 0, GIST - 1)
    return kept[: cut if cut > GIST // 2 else GIST - 1] + "…"


def normalised(values: Sequence[float]) -> list[float]:
    """Each value between the least (0) and the greatest (1) of them; all 0 if they are the same."""
    least, most = min(values, default=0.0), max(values, default=0.0)
    if most == least:
        return [0.0] * len(values)
    return [(value - least) / (most - least) for value in values]


def scores(
    days: Sequence[int], importance: Sequence[int], relevance: Sequence[float], today: int
) -> list[float]:
    """How much each of some memories comes to mind; the newer, the weightier and the more fitting, the more.

    Args:
        days: The day of each, as an ordinal.
        importance: 1 to 10 each.
        relevance: BM25 of each against what was said; 0 for none.
        today: The day on which it is asked.
    """
    recency = normalised([DECAY ** (today - day) for day in days])
    weight = normalised([float(one) for one in importance])
    fit = normalised(relevance)
    return [
        round(RELEVANCE * a + IMPORTANCE * b + RECENCY * c, 9)
        for a, b, c in zip(fit, weight, recency, strict=True)
    ]


class Bank:
    """Full-text indexes of what people remember, one a person. A cache, made again from state whenever it differs."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        self._tables: dict[str, str] = {}
        self._rows: dict[str, dict[str, tuple[int, str]]] = {}
        """Person to key to row and text."""
        self._next: dict[str, int] = {}

    def sync(self, person: str, texts: Mapping[str, str]) -> None:
        """Let the person's index hold exactly those texts, by key."""
        table = self._tables.get(person)
        if table is None:
            table = self._tables[person] = f"memory{len(self._tables)}"
            self._db.execute(
                f"CREATE VIRTUAL TABLE {table} USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')"
            )
        held = self._rows.setdefault(person, {})
        gone = [key for key, (_, text) in held.items() if texts.get(key) != text]
        self._db.executemany(f"DELETE FROM {table} WHERE rowid = ?", [(held.pop(key)[0],) for key in gone])
        new: list[tuple[int, str]] = []
        row = self._next.get(person, 1)
        for key, text in texts.items():
            if key not in held:
                held[key] = (row, text)
                new.append((row, text))
                row += 1
        self._next[person] = row
        self._db.executemany(f"INSERT INTO {table}(rowid, text) VALUES (?, ?)", new)

    def relevance(self, person: str, terms: Iterable[str]) -> dict[str, float]:
        """BM25 of the person's texts that hold any of the terms, by key; the higher the better."""
        query = " OR ".join(f'"{term}"' for term in terms)
        table = self._tables.get(person)
        if not query or table is None:
            return {}
        found = dict(
            self._db.execute(f"SELECT rowid, -bm25({table}) FROM {table} WHERE {table} MATCH ?", (query,))
        )
        return {key: found[row] for key, (row, _) in self._rows[person].items() if row in found}


class Recollecting:
    """Recalls what bears on one thing.

    Args:
        setup: The office.
        blobs: The texts that episodes refer to.
        memories: What people remember.
        promises: The promises that a person made or was made, from the ledger.
        carried: The facts that a stored text gives away.
    """

    def __init__(
        self,
        setup: Setup,
        blobs: Blobs,
        memories: Memories,
        promises: Callable[[str], Iterable[Promise]],
        carried: Callable[[BlobRef], Iterable[str]],
    ) -> None:
        self._setup = setup
        self._blobs = blobs
        self._memories = memories
        self._promises = promises
        self._carried = carried
        self._bank = Bank()
        self._synced: dict[str, tuple[int, tuple[_Trace, ...]]] = {}

    def recall(
        self,
        me: str,
        other: str | None,
        thread: str,
        said: str,
        at: int,
        shown: Collection[str],
        closed: Callable[[str], bool],
    ) -> Recollection:
        """What comes to the person's mind.

        Args:
            me: Who looks.
            other: Who wants something.
            thread: The thread that they look at.
            said: What is being said there, for what fits it.
            at: The instant; only its date matters.
            shown: Ids of messages that they see anyhow.
            closed: Whether a fact may not be told to whoever reads the answer. What carries one comes to mind as
                what it was about, without its words.
        """
        memories = self._memories
        day = memories.day(me, at)
        traces = self._traces(me, day)
        chosen = self._chosen(me, other, traces, said, day, shown)
        near = [
            one
            for one in memories.today(me, day)
            if one.kind in ("heard", "said")
            and other is not None
            and other in one.people
            and one.thread != thread
            and one.message not in shown
        ][-MOST_TODAY:]
        ref = memories.about(me, other, day) if other is not None else ""
        return Recollection(
            tuple(self._memory(me, one, closed) for one in (*reversed(near), *chosen)),
            self._spoken(ref, (), closed) if ref else "",
            memories.reflects(me, day),
        )

    def _traces(self, me: str, day: int) -> list[_Trace]:
        """What can come to mind, as it stood at midnight."""
        traces = [
            _Trace(f"e{one.number}", one.day, one.importance, one.number, one)
            for one in self._memories.before(me, day)
        ]
        for one in self._promises(me):
            made = self._memories.day(me, one.made)
            if made < day and (one.open or self._memories.day(me, one.kept_at) >= day):
                traces.append(_Trace(one.id, made, _PROMISED, 0, one))
        return traces

    def _chosen(
        self,
        me: str,
        other: str | None,
        traces: list[_Trace],
        said: str,
        day: int,
        shown: Collection[str],
    ) -> list[Episode | Promise]:
        known = self._synced.get(me)
        if known is None or known[0] != day or known[1] != tuple(traces):
            self._bank.sync(me, {one.key: self._searched(me, one.source) for one in traces})
            self._synced[me] = (day, tuple(traces))
        fits = self._bank.relevance(me, _terms(said))
        able = [
            one
            for one in traces
            if not (isinstance(one.source, Episode) and one.source.message and one.source.message in shown)
            # What stands open with the other person is perceived anyhow.
            and not (isinstance(one.source, Promise) and other in (one.source.by, one.source.to))
        ]
        ranked = scores(
            [one.day for one in able],
            [one.importance for one in able],
            [fits.get(one.key, 0.0) for one in able],
            day,
        )
        order = sorted(
            range(len(able)), key=lambda i: (-ranked[i], -able[i].day, -able[i].number, able[i].key)
        )
        return [able[i].source for i in order[:MOST]]

    # Words ------------------------------------------------------------------------------------------------

    def _searched(self, me: str, source: Episode | Promise) -> str:
        names = source.people if isinstance(source, Episode) else (source.by, source.to)
        about = ""
        if isinstance(source, Episode) and source.kind == "learned" and source.item in self._setup.facts:
            fact = self._setup.facts[source.item]
            about = f"{fact.topic} {fact.statement}"
        return " ".join((self._text(me, source), about, *(self._name(one) for one in names if one != me)))

    def _memory(self, me: str, source: Episode | Promise, closed: Callable[[str], bool]) -> Memory:
        if isinstance(source, Promise):
            day, kind = self._memories.day(me, source.made), "promised"
            people: tuple[str, ...] = (source.to if source.by == me else source.by,)
            text = self._text(me, source)
        else:
            day, kind, people = source.day, source.kind, source.people
            text = self._spoken(source.ref, source.facts, closed) if source.ref else self._text(me, source)
        names = tuple(self._name(person) for person in people[:_NAMED])
        return Memory(day=_date(day), kind=kind, text=text, people=names)

    def _spoken(self, ref: BlobRef, facts: Iterable[str], closed: Callable[[str], bool]) -> str:
        """A remembered text; if it holds what may not be told here, what it was about."""
        held = dict.fromkeys((*facts, *self._carried(ref)))
        kept = [fact for fact in held if fact in self._setup.facts and closed(fact)]
        if kept:
            return f"something about {' and '.join(self._setup.facts[fact].topic for fact in kept)}"
        return gist(self._blobs.text(ref))

    def _text(self, me: str, source: Episode | Promise) -> str:
        if isinstance(source, Promise):
            whose = "I promised" if source.by == me else "was promised to me"
            return f"{whose}: {source.what}"
        if source.kind == "learned":
            fact = self._setup.facts.get(source.item)
            return fact.topic if fact is not None else source.item
        if source.kind == "met":
            return source.item
        return gist(self._blobs.text(source.ref))

    def _name(self, person: str) -> str:
        one = self._setup.people.get(person)
        return one.name if one is not None else person


_NAMED: Final = 6
"""People that are named with a memory."""


def _date(day: int) -> str:
    on = date.fromordinal(day)
    return f"{on:%a} {on.day} {on:%b}"


def _terms(text: str) -> list[str]:
    """The words of a text that are worth looking for, in its order."""
    found = dict.fromkeys(one.text for one in words(text) if len(one.text) > 2 and one.text not in _COMMON)
    return list(found)[:_TERMS]


_COMMON: Final = frozenset(
    "about after all also and any are been before but can could did does for from get give had has have hello her here"
    " him his how its just know let like may more need not now our out please said say she should some tell than thank"
    " thanks that the their them then there these they this those was were what when where which who why will with"
    " would you your".split()
)
