"""Comments in a Word document as threads: read, added, answered and resolved in the file's own parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from docx.opc.packuri import PackURI
from docx.opc.part import Part

from .opening import FileError
from .packages import local
from .wordfile import WordFile
from .wordlines import NO_DATE
from .wordxml import bare, new, parsed, q, serialized

_W14: Final = "http://schemas.microsoft.com/office/word/2010/wordml"
_W15: Final = "http://schemas.microsoft.com/office/word/2012/wordml"
_EXTENDED: Final = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"
_EXTENDED_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml"
_PARAGRAPH: Final = f"{{{_W14}}}paraId"


@dataclass
class Remark:
    """A comment and what was answered."""

    id: str
    """``c3``: the third comment of the file."""
    number: str
    """As the file itself counts it."""
    author: str
    date: str
    text: str
    about: str = ""
    """The words that it is about."""
    resolved: bool = False
    replies: list[Remark] = field(default_factory=list["Remark"])


class Remarks:
    """The comments of one document."""

    def __init__(self, file: WordFile) -> None:
        self._file = file

    def all(self) -> list[Remark]:
        """All threads in the order in which they were begun."""
        root = self._root()
        if root is None:
            return []
        extended = {one.get(f"{{{_W15}}}paraId", ""): one for one in self._extended(make=False)}
        made: list[Remark] = []
        keys: dict[str, Remark] = {}
        abouts = self._abouts()
        for place, element in enumerate(_comments(root), 1):
            number = element.get(q("id"), "")
            remark = Remark(
                f"c{place}",
                number,
                element.get(q("author"), ""),
                element.get(q("date"), ""),
                _text(element),
                abouts.get(number, ""),
            )
            paragraphs = element.findall(q("p"))
            key = paragraphs[-1].get(_PARAGRAPH, "") if paragraphs else ""
            entry = extended.get(key) if key else None
            if key:
                keys[key] = remark
            parent = None if entry is None else keys.get(entry.get(f"{{{_W15}}}paraIdParent", ""))
            remark.resolved = entry is not None and entry.get(f"{{{_W15}}}done") in ("1", "true")
            if parent is not None and parent is not remark:
                parent.replies.append(remark)
            else:
                made.append(remark)
        return made

    def get(self, id_: str) -> Remark:
        """The thread that a comment of that id belongs to.

        Raises:
            FileError: There is none.
        """
        threads = self.all()
        for thread in threads:
            if id_ == thread.id or any(reply.id == id_ for reply in thread.replies):
                return thread
        known = ", ".join(thread.id for thread in threads[:20])
        raise FileError(
            f"there is no comment {id_!r} in {self._file.name}",
            f"There are {known}." if known else "It has no comments.",
            missing=True,
        )

    def add(self, runs: list[Any], text: str, author: str) -> str:
        """Comment on runs; the comment's id."""
        from docx.text.run import Run

        paragraph: Any = None
        made = self._file.document.add_comment(
            [Run(one, paragraph) for one in (runs[0], runs[-1])], text, author, initials(author)
        )
        element = made._comment_elm
        element.set(q("date"), NO_DATE)
        self._key(element)
        root = self._root()
        assert root is not None
        return f"c{len(_comments(root))}"

    def reply(self, thread: Remark, text: str, author: str) -> str:
        """Answer a comment; the answer's id."""
        root = self._root()
        assert root is not None
        parent = next(one for one in _comments(root) if one.get(q("id"), "") == thread.number)
        number = str(1 + max(int(one.get(q("id"), "0")) for one in _comments(root)))
        element = new("comment", id=number, author=author, date=NO_DATE, initials=initials(author))
        for line in text.split("\n"):
            paragraph = new("p")
            run = new("r")
            run.text = line
            paragraph.append(run)
            element.append(paragraph)
        root.append(element)
        self._entry(element)
        self._entry(element).set(f"{{{_W15}}}paraIdParent", self._key(parent))
        self._entry(parent)
        self._beside(thread.number, number)
        return f"c{len(_comments(root))}"

    def resolve(self, thread: Remark, *, done: bool = True) -> None:
        """Mark a thread as settled, or as open again."""
        root = self._root()
        assert root is not None
        element = next(one for one in _comments(root) if one.get(q("id"), "") == thread.number)
        self._entry(element).set(f"{{{_W15}}}done", "1" if done else "0")
        self._write()

    # Parts -----------------------------------------------------------------------------------------------------------

    def _root(self) -> Any:
        part = self._file.document.part
        for relation in part.rels.values():
            if not relation.is_external and relation.reltype.endswith("/comments"):
                return part._comments_part.element
        return None

    def _key(self, comment: Any) -> str:
        """The id of a comment's last paragraph, by which answers refer to it."""
        paragraphs = comment.findall(q("p"))
        if not paragraphs:
            paragraphs = [new("p")]
            comment.append(paragraphs[0])
        key = paragraphs[-1].get(_PARAGRAPH)
        if not key:
            root = comment.getparent()
            taken = {one.get(_PARAGRAPH) for one in root.iter(q("p"))}
            taken |= {one.get(_PARAGRAPH) for one in self._file.body.iter(q("p"))}
            count = 0x1000_0000 + int(comment.get(q("id"), "0"))
            while f"{count:08X}" in taken:
                count += 0x1_0000
            key = f"{count:08X}"
            paragraphs[-1].set(_PARAGRAPH, key)
        return str(key)

    def _entry(self, comment: Any) -> Any:
        key = self._key(comment)
        for one in self._extended(make=True):
            if one.get(f"{{{_W15}}}paraId") == key:
                return one
        entry = bare(_W15, "w15", "commentEx")
        entry.set(f"{{{_W15}}}paraId", key)
        entry.set(f"{{{_W15}}}done", "0")
        self._tree.append(entry)
        self._write()
        return entry

    _part: Any = None
    _tree: Any = None

    def _extended(self, *, make: bool) -> list[Any]:
        if self._tree is None:
            owner = self._file.document.part
            for relation in owner.rels.values():
                if relation.reltype == _EXTENDED and not relation.is_external:
                    self._part = relation.target_part
            if self._part is None and make:
                empty = f'<w15:commentsEx xmlns:w15="{_W15}"/>'
                self._part = Part(
                    PackURI("/word/commentsExtended.xml"), _EXTENDED_TYPE, empty.encode(), owner.package
                )
                owner.relate_to(self._part, _EXTENDED)
            if self._part is None:
                return []
            self._tree = parsed(self._part.blob)
        return [one for one in self._tree if local(one) == "commentEx"]

    def _write(self) -> None:
        self._part._blob = serialized(self._tree)

    # The text --------------------------------------------------------------------------------------------------------

    def _abouts(self) -> dict[str, str]:
        """The words between the marks of each comment."""
        found: dict[str, list[str]] = {}
        inside: list[str] = []
        for node in self._file.body.iter():
            kind = local(node)
            if kind == "commentRangeStart":
                inside.append(node.get(q("id"), ""))
            elif kind == "commentRangeEnd":
                inside = [one for one in inside if one != node.get(q("id"), "")]
            elif kind in ("t", "tab") and inside:
                for one in inside:
                    found.setdefault(one, []).append(str(node.text or "") if kind == "t" else " ")
        return {number: " ".join("".join(words).split()) for number, words in found.items()}

    def _beside(self, thread: str, number: str) -> None:
        """Set an answer's marks beside those of the comment."""
        for node in list(self._file.body.iter()):
            kind = local(node)
            if kind in ("commentRangeStart", "commentRangeEnd") and node.get(q("id"), "") == thread:
                node.addnext(new(kind, id=number))
            elif kind == "commentReference" and node.get(q("id"), "") == thread:
                run = new("r")
                run.append(new("commentReference", id=number))
                node.getparent().addnext(run)


def initials(name: str) -> str:
    """``IM`` for Ines Marchetti."""
    return "".join(word[0] for word in name.split() if word[:1].isalpha())[:3].upper() or "X"


def _comments(root: Any) -> list[Any]:
    return [one for one in root if local(one) == "comment"]


def _text(comment: Any) -> str:
    paragraphs = [
        "".join(str(node.text or "") for node in paragraph.iter(q("t"))) for paragraph in comment.iter(q("p"))
    ]
    return "\n".join(one for one in paragraphs if one.strip())
