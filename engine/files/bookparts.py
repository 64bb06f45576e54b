"""A workbook as the package of parts that it is on disk, so that an edit touches only the parts it changes.

Libraries that load a whole workbook and write it anew lose what they don't know: shapes, pivot tables, slicers,
sparklines, threaded comments, rich text in cells. Here every part that nobody edits stays as it was, byte for byte.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from .bookxml import PACKAGE, RELATIONS, TYPES, etree, main

MAX_UNPACKED: Final = 200_000_000
"""Bytes that a workbook may unpack to."""
MAX_PARTS: Final = 5_000

_STRICT: Final = "http://purl.oclc.org/ooxml/spreadsheetml/main"


class BadWorkbook(ValueError):
    """A file that is no workbook, or is damaged; the message says what is wrong."""


class Relation(NamedTuple):
    """A part's link to another.

    Attributes:
        id: Its name within the part.
        type: The last word of the relation's type, such as ``worksheet``.
        target: The other part's name, or an address outside.
        outside: Whether the target lies outside the package.
    """

    id: str
    type: str
    target: str
    outside: bool


class Package:
    """The parts of one workbook: read, changed and written again."""

    def __init__(self, data: bytes) -> None:
        """Unpack a workbook.

        Raises:
            BadWorkbook: It is none, or too large.
        """
        self._parts: dict[str, bytes] = {}
        self._trees: dict[str, Any] = {}
        self._touched: set[str] = set()
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                entries = [entry for entry in packed.infolist() if not entry.is_dir()]
                if len(entries) > MAX_PARTS or sum(entry.file_size for entry in entries) > MAX_UNPACKED:
                    raise BadWorkbook("the workbook is too large to be opened")
                for entry in entries:
                    self._parts[entry.filename.lstrip("/")] = packed.read(entry)
        except (
            zipfile.BadZipFile,
            OSError,
            EOFError,
            RuntimeError,
            NotImplementedError,
            ValueError,
        ) as error:
            if isinstance(error, BadWorkbook):
                raise
            raise BadWorkbook(f"the file is damaged or no .xlsx workbook ({error})") from None
        except Exception as error:  # zlib raises an error of its own
            if type(error).__module__ != "zlib":
                raise
            raise BadWorkbook(f"the file is damaged ({error})") from None
        roots = [one.target for one in self.relations("") if one.type == "officeDocument"]
        if not roots or roots[0] not in self._parts:
            raise BadWorkbook("the file is damaged or no .xlsx workbook (it has no workbook part)")
        self.workbook = roots[0]
        """The name of the part that lists the sheets."""
        if self.tree(self.workbook).tag == f"{{{_STRICT}}}workbook":
            raise BadWorkbook(
                "the workbook is in the strict form of the format: save it as an ordinary .xlsx"
            )
        if self.tree(self.workbook).tag != main("workbook"):
            raise BadWorkbook("the file is no .xlsx workbook")

    def __contains__(self, name: str) -> bool:
        return name in self._parts

    def names(self) -> Iterator[str]:
        """The names of all parts."""
        yield from self._parts

    def read(self, name: str) -> bytes:
        """A part's bytes as they would be saved.

        Raises:
            BadWorkbook: There is no such part.
        """
        if name in self._touched:
            return etree.tostring(self._trees[name], xml_declaration=True, encoding="UTF-8", standalone=True)
        try:
            return self._parts[name]
        except KeyError:
            raise BadWorkbook(f"the file is damaged: its part {name} is missing") from None

    def raw(self, name: str) -> bytes:
        """A part's bytes as they were packed; none if there is no such part, or it was changed since."""
        return b"" if name in self._touched else self._parts.get(name, b"")

    def tree(self, name: str) -> Any:
        """A part's root element. Who changes it says so with `touch`.

        Raises:
            BadWorkbook: The part is missing or no XML.
        """
        tree = self._trees.get(name)
        if tree is None:
            parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
            try:
                tree = etree.fromstring(self.read(name), parser)
            except etree.XMLSyntaxError as error:
                raise BadWorkbook(f"the file is damaged: its part {name} can't be read ({error})") from None
            self._trees[name] = tree
        return tree

    def touch(self, name: str) -> Any:
        """A part's root element, to be changed."""
        tree = self.tree(name)
        self._touched.add(name)
        return tree

    def put(self, name: str, data: bytes) -> None:
        """Replace a part, or add one."""
        self._parts[name] = data
        self._trees.pop(name, None)
        self._touched.discard(name)

    def drop(self, name: str) -> None:
        """Remove a part, the relations it has, and its content type."""
        for one in (name, self._relations_of(name)):
            self._parts.pop(one, None)
            self._trees.pop(one, None)
            self._touched.discard(one)
        types = self.touch("[Content_Types].xml")
        for override in types.findall(f"{{{TYPES}}}Override"):
            if override.get("PartName") == f"/{name}":
                types.remove(override)

    def free_name(self, pattern: str) -> str:
        """The first unused name of a pattern such as ``xl/charts/chart{}.xml``."""
        number = 1
        while pattern.format(number) in self._parts:
            number += 1
        return pattern.format(number)

    def relations(self, name: str) -> list[Relation]:
        """A part's links; of the package itself if ``name`` is empty."""
        path = self._relations_of(name)
        if path not in self._parts:
            return []
        found: list[Relation] = []
        for one in self.tree(path):
            if not isinstance(one.tag, str):
                continue
            outside = one.get("TargetMode") == "External"
            target = str(one.get("Target", ""))
            if not outside:
                base = posixpath.dirname(name)
                target = (
                    target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"{base}/{target}")
                )
                target = target.lstrip("/")
            found.append(
                Relation(str(one.get("Id")), str(one.get("Type")).rpartition("/")[2], target, outside)
            )
        return found

    def relate(self, name: str, kind: str, target: str) -> str:
        """Link a part to another of the package; returns the link's id.

        Args:
            name: The part that links.
            kind: The last word of the relation's type, or a whole type.
            target: The other part's name.
        """
        path = self._relations_of(name)
        if path not in self._parts:
            self.put(path, f'<Relationships xmlns="{PACKAGE}"/>'.encode())
        root = self.touch(path)
        used = {one.get("Id") for one in root}
        number = 1
        while f"rId{number}" in used:
            number += 1
        link = etree.SubElement(root, f"{{{PACKAGE}}}Relationship")
        link.set("Id", f"rId{number}")
        link.set("Type", kind if "/" in kind else f"{RELATIONS}/{kind}")
        link.set("Target", f"/{target}")
        return f"rId{number}"

    def unrelate(self, name: str, link: str) -> None:
        """Remove one of a part's links."""
        root = self.touch(self._relations_of(name))
        for one in list(root):
            if one.get("Id") == link:
                root.remove(one)

    def describe(self, name: str, content_type: str) -> None:
        """Say of what type a part is."""
        types = self.touch("[Content_Types].xml")
        if any(one.get("PartName") == f"/{name}" for one in types):
            return
        override = etree.SubElement(types, f"{{{TYPES}}}Override")
        override.set("PartName", f"/{name}")
        override.set("ContentType", content_type)

    def describe_ending(self, ending: str, content_type: str) -> None:
        """Say of what type all parts with an ending are."""
        types = self.touch("[Content_Types].xml")
        if any(one.get("Extension") == ending for one in types):
            return
        default = etree.Element(f"{{{TYPES}}}Default")
        default.set("Extension", ending)
        default.set("ContentType", content_type)
        types.insert(0, default)

    def content_type(self, name: str) -> str:
        """A part's type, as described."""
        for one in self.tree("[Content_Types].xml"):
            if one.get("PartName") == f"/{name}":
                return str(one.get("ContentType"))
        return ""

    def pack(self) -> bytes:
        """The workbook's bytes; `normalise` gives them their one form."""
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as packed:
            for name in sorted(self._parts):
                packed.writestr(zipfile.ZipInfo(name), self.read(name))
        return whole.getvalue()

    @staticmethod
    def _relations_of(name: str) -> str:
        folder, file = posixpath.split(name)
        return f"{folder}/_rels/{file}.rels".lstrip("/")
