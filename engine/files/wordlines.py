"""A paragraph as the text that a reader sees, whatever runs it is cut into; edited without losing what is around.

Producers cut runs anywhere, even inside words. Here a paragraph is one text; an edit cuts runs where it must, and new
words look like those that they replace. In suggestion mode nothing goes: words are marked as inserted or deleted.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, Final

from .markup import Run
from .packages import local
from .wordxml import new, q

NO_DATE: Final = "1970-01-01T00:00:00Z"
"""Stands for now until the file is normalised."""

_INSERTED: Final = ("ins", "moveTo")
_DELETED: Final = ("del", "moveFrom")
_AROUND: Final = (
    "hyperlink",
    "smartTag",
    "sdt",
    "sdtContent",
    "fldSimple",
    "customXml",
    "dir",
    "bdo",
    *_INSERTED,
)
TOKENS: Final = re.compile(r"\d[\d.,]*\d|\w+|\s+|[^\w\s]")
"""Words, numbers whole, spaces and signs: the units of a change."""


@dataclass(frozen=True)
class Editor:
    """Who suggests: their changes are marked instead of made."""

    name: str


@dataclass
class Span:
    """A piece of text in a run."""

    run: Any
    node: Any
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Line:
    """A paragraph's text and its edits. Deleted words that are still shown as suggestions aren't part of the text."""

    def __init__(self, paragraph: Any) -> None:
        self.paragraph = paragraph
        self._spans: list[Span] = []
        self._read()

    @property
    def text(self) -> str:
        """What the paragraph says if all suggestions are accepted."""
        return "".join(span.text for span in self._spans)

    def _read(self) -> None:
        self._spans = []
        start = 0
        for run, node, text in _pieces(self.paragraph):
            self._spans.append(Span(run, node, text, start))
            start += len(text)

    # Editing ---------------------------------------------------------------------------------------------------------

    def replace(self, start: int, end: int, runs: Sequence[Run], editor: Editor | None = None) -> None:
        """Put runs in the place of the text from ``start`` to ``end``; only words that differ are touched.

        Args:
            start: Of what is replaced.
            end: After it; the same as ``start`` to insert.
            runs: What is put there. It looks like what it replaces, with the bold and italic of its own besides.
            editor: Who suggests it; ``None``: it is done.
        """
        old = self.text[start:end]
        text = "".join(run.text for run in runs)
        for a1, a2, b1, b2 in reversed(changes(old, text)):
            self._change(start + a1, start + a2, list(_cut(runs, b1, b2)), editor)

    def runs(self, start: int, end: int) -> list[Any]:
        """The runs that hold exactly the text from ``start`` to ``end``, cut out if need be."""
        self._split(end)
        self._split(start)
        found: list[Any] = []
        for span in self._spans:
            if (
                span.start >= start
                and span.end <= end
                and span.text
                and (not found or span.run is not found[-1])
            ):
                found.append(span.run)
        return [part for run in found for part in self._isolated(run)]

    def _change(self, start: int, end: int, runs: list[Run], editor: Editor | None) -> None:
        gone = self.runs(start, end) if end > start else []
        if not gone:
            self._split(start)
        at = gone[-1] if gone else self._before(start)
        look = gone[0] if gone else at
        base = None if look is None else look.find(q("rPr"))
        made = [element for run in runs for element in _made(run, base)]
        ahead = not gone and at is not None and not self._ends_at(at, start)
        if editor is None:
            self._place(made, at, ahead=ahead, within=bool(gone))
            for run in gone:
                _remove(run)
        else:
            if made:
                if at is not None and _suggested(at, editor):
                    # it joins what they have suggested already
                    self._place(made, at, ahead=ahead, within=True)
                else:
                    inserted = mark("ins", editor)
                    for element in made:
                        inserted.append(element)
                    self._place([inserted], at, ahead=ahead, within=False)
            for run in gone:
                strike(run, editor)
        self._read()

    def _before(self, offset: int) -> Any:
        """The run before an offset; at the start of the text the one after it."""
        before = [span.run for span in self._spans if span.end <= offset and span.text]
        if before:
            return before[-1]
        return next((span.run for span in self._spans if span.text), None)

    def _place(self, elements: Sequence[Any], at: Any, *, ahead: bool, within: bool) -> None:
        """Put elements behind or before a run; within or outside of what marks it as a change."""
        if not elements:
            return
        if at is None:
            for element in elements:
                self.paragraph.append(element)
            return
        anchor = at
        if not within:
            above = anchor.getparent()
            if local(above) in (*_INSERTED, *_DELETED):
                anchor = _apart(anchor, ahead=ahead)
        if ahead:
            for element in elements:
                anchor.addprevious(element)
            return
        for element in reversed(elements):
            anchor.addnext(element)

    def _ends_at(self, run: Any, offset: int) -> bool:
        return any(span.run is run and span.end <= offset and span.text for span in self._spans)

    def _split(self, offset: int) -> None:
        """Cut a run so that one begins at an offset."""
        for number, span in enumerate(self._spans):
            if span.start < offset < span.end:
                _cut_node(span.node, span.text, offset - span.start)
                _cut_run(span.run, span.node)
                self._read()
                return
            if (
                span.end == offset
                and number + 1 < len(self._spans)
                and self._spans[number + 1].run is span.run
            ):
                _cut_run(span.run, span.node)
                self._read()
                return

    def _isolated(self, run: Any) -> Iterator[Any]:
        """The parts of a run that hold text only: marks of notes and pictures between them stay apart."""
        kinds = [is_text(node) for node in run if local(node) != "rPr"]
        if all(kinds):
            yield run
            return
        current = run
        while current is not None:
            nodes = [node for node in current if local(node) != "rPr"]
            rest = None
            for place, node in enumerate(nodes[:-1]):
                if is_text(node) != is_text(nodes[place + 1]):
                    rest = _cut_run(current, node)
                    break
            if any(is_text(node) for node in current if local(node) != "rPr"):
                yield current
            current = rest
        self._read()


def mark(kind: str, editor: Editor) -> Any:
    """An element that marks what it encloses as inserted (``ins``) or deleted (``del``)."""
    return new(kind, id=0, author=editor.name, date=NO_DATE)


def is_text(node: Any) -> bool:
    """Whether a child of a run is text that a reader sees."""
    kind = local(node)
    return kind in ("t", "delText", "tab", "cr", "noBreakHyphen") or (
        kind == "br" and node.get(q("type")) is None
    )


def text_of(node: Any) -> str:
    """What a child of a run says."""
    kind = local(node)
    if kind in ("t", "delText"):
        return str(node.text or "")
    if kind == "tab":
        return "\t"
    if kind == "noBreakHyphen":
        return "-"
    return "\n" if kind == "cr" or (kind == "br" and node.get(q("type")) is None) else ""


def rename(run: Any, to: str) -> None:
    """Turn a run's texts into deleted ones (``delText``) or back (``t``)."""
    other = "t" if to == "delText" else "delText"
    for node in run.findall(q(other)):
        made = new(to)
        made.text = node.text
        made.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        node.getparent().replace(node, made)


def switch(look: Any, name: str, *, on: bool) -> None:
    """Turn a property of runs (``b``, ``i``, ``strike``) on or off."""
    element = getattr(look, f"get_or_add_{name}")()
    element.attrib.pop(q("val"), None)
    if not on:
        element.set(q("val"), "0")


def unwrap(element: Any) -> None:
    """Put what an element encloses in its place."""
    for child in list(element):
        element.addprevious(child)
    element.getparent().remove(element)


def _pieces(parent: Any, depth: int = 0) -> Iterator[tuple[Any, Any, str]]:
    if depth > 30:
        return
    for one in parent:
        kind = local(one)
        if kind == "r":
            for node in one:
                if is_text(node):
                    yield one, node, text_of(node)
        elif kind in _AROUND:
            yield from _pieces(one, depth + 1)


def _cut_node(node: Any, text: str, at: int) -> None:
    """Cut a text node in two."""
    rest = new(local(node))
    rest.text = text[at:]
    node.text = text[:at]
    for one in (node, rest):
        one.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    node.addnext(rest)


def _cut_run(run: Any, node: Any) -> Any:
    """Move what stands behind a node of a run into a run of its own; that run."""
    rest = new("r")
    for name, value in run.attrib.items():
        rest.set(name, value)
    look = run.find(q("rPr"))
    if look is not None:
        rest.append(copy.deepcopy(look))
    following = list(node.itersiblings())
    for one in following:
        rest.append(one)
    run.addnext(rest)
    return rest


def _apart(run: Any, *, ahead: bool) -> Any:
    """Cut the element around a run behind it (or before it); the element after (before) which to put something."""
    above = run.getparent()
    if ahead:
        return above
    following = list(run.itersiblings())
    if following:
        rest = new(local(above))
        for name, value in above.attrib.items():
            rest.set(name, value)
        for one in following:
            rest.append(one)
        above.addnext(rest)
    return above


def _suggested(run: Any, editor: Editor) -> bool:
    """Whether a run is marked as inserted by the editor themself."""
    above = run.getparent()
    return local(above) == "ins" and above.get(q("author")) == editor.name


def strike(run: Any, editor: Editor) -> None:
    """Mark a run as deleted; what the editor themself had inserted goes."""
    above = run.getparent()
    if _suggested(run, editor):
        _remove(run)
        return
    before = run.getprevious()
    if (
        before is not None
        and local(before) == "del"
        and before.get(q("author")) == editor.name
        and before.get(q("date")) == NO_DATE
    ):
        before.append(run)
    else:
        deleted = mark("del", editor)
        above.replace(run, deleted)
        deleted.append(run)
    rename(run, "delText")


def _remove(run: Any) -> None:
    """Take a run out, and what enclosed nothing else."""
    above = run.getparent()
    above.remove(run)
    while local(above) in ("ins", "moveTo", "hyperlink", "smartTag") and len(above) == 0:
        outer = above.getparent()
        outer.remove(above)
        above = outer


def _made(run: Run, base: Any) -> Iterator[Any]:
    element = new("r")
    look = None
    if base is not None:
        look = copy.deepcopy(base)
        for old in [one for one in look if local(one) in ("rPrChange", "ins", "del")]:
            look.remove(old)
        element.append(look)
    if run.bold or run.italic or run.strike:
        look = element.get_or_add_rPr()
        for wanted, name in ((run.bold, "b"), (run.italic, "i"), (run.strike, "strike")):
            if wanted:
                switch(look, name, on=True)
    element.text = run.text
    yield element


def _cut(runs: Sequence[Run], start: int, end: int) -> Iterator[Run]:
    """The part of runs from one place of their text to another."""
    at = 0
    for run in runs:
        piece = run.text[max(0, start - at) : max(0, end - at)]
        if piece:
            yield replace(run, text=piece)
        at += len(run.text)


def changes(old: str, text: str) -> list[tuple[int, int, int, int]]:
    """What must change to make one text of the other: places in both, by words; near changes are one."""
    a, b = TOKENS.findall(old), TOKENS.findall(text)
    if len(a) * len(b) > 4_000_000:
        return [(0, len(old), 0, len(text))]
    found: list[tuple[int, int, int, int]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        # with nothing but a space between them, two changes are one
        if found and all(token.isspace() for token in a[found[-1][1] : i1]):
            i0, _, j0, _ = found.pop()
            i1, j1 = i0, j0
        found.append((i1, i2, j1, j2))
    a_at, b_at = _offsets(a), _offsets(b)
    return [(a_at[i1], a_at[i2], b_at[j1], b_at[j2]) for i1, i2, j1, j2 in found]


def _offsets(tokens: Sequence[str]) -> list[int]:
    offsets = [0]
    for token in tokens:
        offsets.append(offsets[-1] + len(token))
    return offsets
