"""Office files taken apart without trust: bounded however they were made, and no XML reaches beyond itself."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol

from .normal import DamagedFileError
from .prefixes import xml_library

MAX_PART: Final = 16_000_000
"""Bytes of one part, unpacked: a sheet of some 300,000 cells; even a tree of the smallest elements fits into memory."""
MAX_WHOLE: Final = 48_000_000
"""Bytes of all parts that are read, unpacked."""
MAX_PARTS: Final = 5_000

_RELATION: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


class Element(Protocol):
    """An element of a part, as far as it is read."""

    @property
    def tag(self) -> object: ...
    @property
    def text(self) -> str | None: ...
    @property
    def attrib(self) -> Mapping[Any, Any]: ...
    def get(self, key: str, default: str = "", /) -> str:
        """An attribute without namespace."""
        ...

    def iter(self, *tags: str) -> Iterator[Element]:
        """The element and all below it, in order."""
        ...

    def __iter__(self) -> Iterator[Element]: ...
    def getparent(self) -> Element | None:
        """The element that it stands in."""
        ...


class Relation(NamedTuple):
    """What one part says of another."""

    kind: str
    """The last word of the relation's type: ``worksheet``, ``comments``."""
    target: str
    """The other part's name, or an address outside."""


class Package:
    """The parts of a docx, xlsx or pptx.

    Raises:
        DamagedFileError: It is no zip, or far too large when unpacked.
    """

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
            raise DamagedFileError(f"not an office file: {error}") from error
        entries = self._zip.infolist()
        if len(entries) > MAX_PARTS:
            raise DamagedFileError(f"the file has more than {MAX_PARTS} parts")
        self._entries = {entry.filename: entry for entry in entries}
        self._left = MAX_WHOLE

    def __contains__(self, part: str) -> bool:
        return part in self._entries

    @cached_property
    def names(self) -> list[str]:
        """All parts, sorted."""
        return sorted(self._entries)

    def read(self, part: str) -> bytes:
        """A part's bytes.

        Raises:
            DamagedFileError: It is missing, damaged or too large.
        """
        entry = self._entries.get(part)
        if entry is None:
            raise DamagedFileError(f"the file lacks {part}")
        limit = min(MAX_PART, self._left)
        try:
            # what an entry says of its size is not believed
            with self._zip.open(entry) as stream:
                data = stream.read(limit + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            OSError,
            EOFError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise DamagedFileError(f"{part} can't be unpacked: {error}") from error
        if len(data) > limit:
            raise DamagedFileError(f"{part} is too large when unpacked")
        self._left -= len(data)
        return data

    def xml(self, part: str) -> Element:
        """A part's root element; entities are not expanded and nothing outside is fetched.

        Raises:
            DamagedFileError: It is missing or no XML.
        """
        etree = xml_library()
        parser = etree.XMLParser(
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        try:
            root = etree.fromstring(self.read(part), parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            raise DamagedFileError(f"{part} is no XML: {error}") from error
        if root is None:
            raise DamagedFileError(f"{part} is empty")
        return root

    def relations(self, part: str) -> dict[str, Relation]:
        """What a part refers to, by relation id."""
        folder, _, name = part.rpartition("/")
        file = f"{folder}/_rels/{name}.rels" if folder else f"_rels/{name}.rels"
        if file not in self:
            return {}
        found: dict[str, Relation] = {}
        for one in self.xml(file).iter(_RELATION):
            target = one.get("Target", "")
            if one.get("TargetMode") != "External":
                inside = target.startswith("/")
                target = target[1:] if inside else posixpath.normpath(posixpath.join(folder, target))
            found[one.get("Id", "")] = Relation(one.get("Type", "").rpartition("/")[2], target)
        return found

    def main(self) -> str:
        """The part that the package is about.

        Raises:
            DamagedFileError: It names none.
        """
        for relation in self.relations("").values():
            if relation.kind == "officeDocument":
                return relation.target
        raise DamagedFileError("the file does not say what it is")

    def whole(self, name: str) -> tuple[str, Element]:
        """The part that the package is about, and its root element.

        Args:
            name: What that element must be: ``document``, ``workbook``, ``presentation``.

        Raises:
            DamagedFileError: It names none, or is of another kind.
        """
        part = self.main()
        root = self.xml(part)
        if local(root) != name:
            raise DamagedFileError(f"the file holds a {local(root)}, not a {name}")
        return part, root


def targets(relations: dict[str, Relation], kind: str) -> list[str]:
    """The parts that are referred to as being of a kind, in order."""
    return [one.target for one in relations.values() if one.kind == kind]


def local(element: Element) -> str:
    """An element's name without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str) -> str | None:
    """An attribute by its name without namespace."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None
