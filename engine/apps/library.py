"""The library: statutes, cases, manuals, treatises and web pages, good ones and bad ones, as a search brings them up.

A document shows what it says of itself (title, kind, source, date); whether it is right, current or worth anything,
its reader must judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from ..kernel.blobs import blob_ref
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from ..office.conditions.model import Written
from . import effort
from .base import Acting, App, Arguments, Result, ToolError, tool
from .pages import page_of, part_of
from .people import did_you_mean
from .premises import Premises
from .readings import content
from .search import Document, Index

Kind = Literal["statute", "case", "manual", "treatise", "web"]


class LibraryFront(Written):
    """The front matter of a document in `world/library/`."""

    title: str = Field(min_length=1, max_length=200)
    kind: Kind
    source: str = Field(
        "", max_length=120, description="Court, publisher, agency or site, as the document shows it."
    )
    date: str = Field("", max_length=40, description="As the document shows it: `2019-05-01`, `1984`.")
    url: str = Field("", max_length=200)
    tags: tuple[str, ...] = Field((), description="Words that it is found by besides its text; never shown.")
    id: str = Field(
        "",
        pattern=r"^([a-z0-9][a-z0-9-]{0,79})?$",
        description="How it is called for; made from the title if not given. Whoever plays sees it.",
    )
    quality: str = Field("", description="A note for authors; never shown.")


class LibraryOpened(Payload):
    """Somebody opened a document of the library."""

    kind: ClassVar[str] = "library.opened"

    person: str
    document: str


class Opened(Component):
    """Who opened which documents first when."""

    name = "library"

    def __init__(self) -> None:
        self._opened: dict[str, dict[str, int]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {LibraryOpened.kind: self._apply}

    def _apply(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, LibraryOpened)
        self._opened.setdefault(payload.person, {}).setdefault(payload.document, event.at)

    def has(self, person: str, document: str) -> bool:
        """Whether the person opened it before."""
        return document in self._opened.get(person, {})

    def rows(self) -> list[dict[str, Any]]:
        """Person, document, and when it was first opened."""
        return [
            {"person": person, "document": document, "at": at}
            for person, opened in self._opened.items()
            for document, at in opened.items()
        ]

    def dump(self) -> Any:
        return self._opened

    def load(self, data: Any) -> None:
        self._opened = {person: dict(opened) for person, opened in data.items()}


class Work(NamedTuple):
    """A document of the library."""

    id: str
    front: LibraryFront
    text: str


class SearchArguments(Arguments):
    query: str = Field(min_length=1)
    kind: Kind | None = None
    page: int = 1


class ListArguments(Arguments):
    kind: Kind | None = None
    page: int = 1


class ReadArguments(Arguments):
    document: str = Field(description="Id or title.")
    part: int = 1


class WorkRow(Result):
    document: str
    title: str
    kind: str
    source: str = ""
    date: str = ""
    text: str = ""
    """Where a search found something."""


class Works(Result):
    documents: list[WorkRow] = []
    found: int
    more: str = ""


class WorkText(Result):
    document: str
    title: str
    kind: str
    source: str = ""
    date: str = ""
    url: str = ""
    text: str
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)


class Library(App):
    """What the organisation can look up."""

    name = "library"
    front = LibraryFront

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._opened = Opened()
        self._works = works_of([(page.front, page.text) for page in premises.pages.get(self.name, ())])
        self._titles = {work.front.title.casefold(): work.id for work in reversed(self._works.values())}
        self._index: Index | None = None

    def components(self) -> Iterable[Component]:
        return (self._opened,)

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table in ("", "documents"):
            return [
                {"document": one.id, **one.front.model_dump(include={"title", "kind", "source", "date"})}
                for one in self._works.values()
            ]
        if table == "opened":
            return self._opened.rows()
        if table == "texts":
            return [{"document": one.id, "text": one.text} for one in self._works.values()]
        raise KeyError(table)

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> Works:
        """Search titles and texts of statutes, cases, manuals, treatises and web pages."""
        if self._index is None:
            self._index = Index()
            self._index.sync({id_: id_ for id_ in self._works}, self._document)
        hits = [
            hit
            for hit in self._index.find(args.query, widely=True)
            if args.kind in (None, self._works[hit.id].front.kind)
        ]
        rows, more = page_of(hits, args.page)
        return Works(
            documents=[_row(self._works[hit.id], hit.snippet) for hit in rows], found=len(hits), more=more
        )

    @tool("read", effort=effort.opening, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> WorkText:
        """Read a document, in parts."""
        work = self._work(args.document)
        shown, _, more = part_of(work.text, args.part)
        new = self._premises.readings.read(acting, [content(blob_ref(work.text.encode()), args.part)])
        if not self._opened.has(acting.person, work.id):
            acting.step.emit(LibraryOpened(person=acting.person, document=work.id), acting.person)
        return WorkText(
            **_shown(work),
            url=work.front.url,
            text=shown,
            more=more,
            seen=not new,
            words=effort.count_words(shown) if new else 0,
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def list(self, acting: Acting, args: ListArguments) -> Works:
        """List the documents by title."""
        works = [work for work in self._works.values() if args.kind in (None, work.front.kind)]
        works.sort(key=lambda work: (work.front.title.casefold(), work.id))
        rows, more = page_of(works, args.page)
        return Works(documents=[_row(work) for work in rows], found=len(works), more=more)

    def _work(self, text: str) -> Work:
        fold = text.strip().casefold()
        id_ = fold if fold in self._works else self._titles.get(fold, "")
        if not id_:
            hint = did_you_mean(fold, [*self._works, *self._titles]) or "See library.search."
            raise ToolError("not_found", f"the library has no document {text!r}", hint)
        return self._works[id_]

    def _document(self, id_: str) -> Document:
        front = self._works[id_].front
        title = " ".join((front.title, front.source, front.date, *front.tags))
        return Document(title, self._works[id_].text)


def works_of(pages: Sequence[tuple[Any, str]]) -> dict[str, Work]:
    """The documents by id, which is what the pack says, else made from the title, and the date where titles agree."""
    titles = [slug(front.title) for front, _ in pages]
    works: dict[str, Work] = {}
    for (front, text), title in zip(pages, titles, strict=True):
        base = front.id or (title if titles.count(title) == 1 else slug(f"{title} {front.date}"))
        id_, number = base, 2
        while id_ in works:
            id_, number = f"{base}-{number}", number + 1
        works[id_] = Work(id_, front, text)
    return works


def slug(text: str) -> str:
    """A title as an id: lower-case words joined by dashes, at most 80 characters."""
    words = re.findall(r"\w+", text.casefold().replace("'", "").replace("’", ""))
    return "-".join(words)[:80].strip("-") or "document"


def _shown(work: Work) -> dict[str, str]:
    front = work.front
    return {
        "document": work.id,
        "title": front.title,
        "kind": front.kind,
        "source": front.source,
        "date": front.date,
    }


def _row(work: Work, snippet: str = "") -> WorkRow:
    return WorkRow(**_shown(work), text=snippet)
