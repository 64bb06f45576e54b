"""Notes: a person's own memory on paper. Nobody else ever sees them, unless they are sent along with a message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pydantic import ConfigDict, Field

from ..kernel.blobs import BlobRef
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from ..office.events import Attached
from . import effort
from .base import Acting, App, Arguments, Result, ToolError, tool
from .pages import page_of, part_of, shorten
from .people import did_you_mean
from .premises import Premises
from .readings import content
from .search import Document, Index

MAX_NOTE = 100_000


class NoteWritten(Payload):
    """Somebody wrote a note, or wrote it anew."""

    kind: ClassVar[str] = "note.written"

    person: str
    name: str
    blob: BlobRef
    size: int


class NoteDeleted(Payload):
    kind: ClassVar[str] = "note.deleted"

    person: str
    name: str


class NoteBooks(Component):
    """Everybody's notes by name."""

    name = "notes"

    def __init__(self) -> None:
        self._books: dict[str, dict[str, tuple[BlobRef, int, int]]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {NoteWritten.kind: self._apply, NoteDeleted.kind: self._apply}

    def book(self, person: str) -> Mapping[str, tuple[BlobRef, int, int]]:
        """The person's notes: name to (text, size, when written), the one written last at the end."""
        return self._books.get(person, {})

    def _apply(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, NoteWritten | NoteDeleted)
        book = self._books.setdefault(payload.person, {})
        book.pop(payload.name, None)
        if isinstance(payload, NoteWritten):
            book[payload.name] = (payload.blob, payload.size, event.at)

    def dump(self) -> Any:
        return {
            person: {name: list(note) for name, note in book.items()} for person, book in self._books.items()
        }

    def load(self, data: Any) -> None:
        self._books = {
            person: {name: (note[0], note[1], note[2]) for name, note in book.items()}
            for person, book in data.items()
        }


class WriteArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    name: str = Field(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f]*\S[^\x00-\x1f]*$")
    text: str = Field(max_length=MAX_NOTE)


class NameArguments(Arguments):
    name: str


class ReadArguments(Arguments):
    name: str
    part: int = 1


class ListArguments(Arguments):
    page: int = 1


class SearchArguments(Arguments):
    query: str = Field(min_length=1)
    page: int = 1


class Kept(Result):
    name: str
    size: int
    """Characters."""


class Deleted(Result):
    name: str


class Note(Result):
    name: str
    at: str
    text: str
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)


class Row(Result):
    name: str
    at: str
    size: int
    text: str = ""


class Rows(Result):
    notes: list[Row] = []
    found: int
    more: str = ""


class Notes(App):
    """One's own notes."""

    name = "notes"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._books = NoteBooks()
        self._indices: dict[str, Index] = {}
        premises.file_sources.append(self)

    def components(self) -> Iterable[Component]:
        return (self._books,)

    @tool("write", effort=effort.wording, cause="writing")
    async def write(self, acting: Acting, args: WriteArguments) -> Kept:
        """Write a note; one of the same name is replaced."""
        return self._write(acting, args.name.strip(), args.text)

    @tool("write", effort=effort.wording, cause="writing")
    async def append(self, acting: Acting, args: WriteArguments) -> Kept:
        """Add to the end of a note, on a new line; it is created if there is none."""
        name = args.name.strip()
        known = self._books.book(acting.person).get(name)
        before = self._premises.blobs.text(known[0]) if known else ""
        joint = "\n" if before and not before.endswith("\n") else ""
        text = before + joint + args.text
        if len(text) > MAX_NOTE:
            raise ToolError(
                "invalid", f"{name!r} would grow beyond {MAX_NOTE} characters", "Begin another note."
            )
        return self._write(acting, name, text)

    @tool("read", effort=effort.opening, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> Note:
        """Read a note."""
        blob, _, at = self._note(acting.person, args.name)
        shown, _, more = part_of(self._premises.blobs.text(blob), args.part)
        new = self._premises.readings.read(acting, [content(blob, args.part)])
        return Note(
            name=args.name,
            at=self._premises.stamp(acting.person, at),
            text=shown,
            more=more,
            seen=not new,
            words=effort.count_words(shown) if new else 0,
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def list(self, acting: Acting, args: ListArguments) -> Rows:
        """List your notes, the one written last first."""
        names = [*self._books.book(acting.person)][::-1]
        rows, more = page_of(names, args.page)
        return Rows(notes=[self._row(acting.person, name) for name in rows], found=len(names), more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> Rows:
        """Search your notes."""
        me = acting.person
        book = self._books.book(me)
        index = self._indices.setdefault(me, Index())
        current = {name: note[0] for name, note in book.items()}
        index.sync(current, lambda name: Document(name, self._premises.blobs.text(book[name][0])))
        hits = index.find(args.query)
        rows, more = page_of(hits, args.page)
        return Rows(notes=[self._row(me, hit.id, hit.snippet) for hit in rows], found=len(hits), more=more)

    @tool("write", effort=effort.handling)
    async def delete(self, acting: Acting, args: NameArguments) -> Deleted:
        """Throw a note away."""
        self._note(acting.person, args.name)
        acting.step.emit(NoteDeleted(person=acting.person, name=args.name), acting.person)
        return Deleted(name=args.name)

    def attachment(self, person: str, name: str) -> Attached | None:
        """A note as a file to send along."""
        known = self._books.book(person).get(name)
        if known is None:
            return None
        return Attached(
            name=name if "." in name else f"{name}.md",
            blob=known[0],
            size=len(self._premises.blobs.get(known[0])),
        )

    def _write(self, acting: Acting, name: str, text: str) -> Kept:
        blob = acting.step.blobs.put_text(text)
        # one knows what one wrote
        self._premises.readings.read(acting, [content(blob)])
        acting.step.emit(
            NoteWritten(person=acting.person, name=name, blob=blob, size=len(text)), acting.person
        )
        return Kept(name=name, size=len(text))

    def _note(self, person: str, name: str) -> tuple[BlobRef, int, int]:
        book = self._books.book(person)
        if name not in book:
            raise ToolError(
                "not_found", f"you have no note {name!r}", did_you_mean(name, book) or "See notes.list."
            )
        return book[name]

    def _row(self, person: str, name: str, snippet: str | None = None) -> Row:
        blob, size, at = self._books.book(person)[name]
        text = self._premises.blobs.text(blob)[:400] if snippet is None else snippet
        return Row(name=name, at=self._premises.stamp(person, at), size=size, text=shorten(text, 100))
