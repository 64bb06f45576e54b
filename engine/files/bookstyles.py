"""The table of styles that cells point into: a change of one cell's look is a new entry, or one that is there."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Final

from .bookparts import Package
from .bookxml import MAIN, etree, main
from .packages import local
from .shown import BUILT_IN

_FIRST_OWN: Final = 164
"""The first number of a format that isn't built in (ECMA-376 §18.8.30)."""
_FONT_ORDER: Final[tuple[str, ...]] = tuple(
    "b i strike condense extend outline shadow u vertAlign sz color name family charset scheme".split()
)
_EMPTY: Final = (
    f'<styleSheet xmlns="{MAIN}"><fonts count="1"><font><sz val="11"/>'
    '<name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>'
    '<patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1">'
    '<xf/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>'
    "</styleSheet>"
)


class Styles:
    """A workbook's styles."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._made: dict[tuple[Any, ...], int] = {}
        part = next((one.target for one in package.relations(package.workbook) if one.type == "styles"), "")
        if not part or part not in package:
            part = package.free_name("xl/styles{}.xml")
            package.put(part, _EMPTY.encode())
            package.describe(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml")
            package.relate(package.workbook, "styles", part)
        self._part = part

    def changed(
        self,
        style: int,
        *,
        number_format: str | None = None,
        bold: bool | None = None,
        italic: bool | None = None,
        fill: str | None = None,
        colour: str | None = None,
        align: str | None = None,
        wrap: bool | None = None,
    ) -> int:
        """The index of a style like another but for what is given.

        Args:
            style: The other's index.
            number_format: As files write it.
            bold: Of the font.
            italic: Of the font.
            fill: RGB in six digits; empty for none.
            colour: Of the font.
            align: left, center, right, or general.
            wrap: Whether text goes on in a new line.
        """
        key = (style, number_format, bold, italic, fill, colour, align, wrap)
        if key in self._made:
            return self._made[key]
        root = self._package.touch(self._part)
        formats = root.find(main("cellXfs"))
        base = formats[style] if style < len(formats) else formats[0]
        made = copy.deepcopy(base)
        if number_format is not None:
            made.set("numFmtId", str(self._format(root, number_format)))
            made.set("applyNumberFormat", "1")
        if bold is not None or italic is not None or colour is not None:
            made.set("fontId", str(self._font(root, int(base.get("fontId", "0")), bold, italic, colour)))
            made.set("applyFont", "1")
        if fill is not None:
            made.set("fillId", str(self._fill(root, fill)))
            made.set("applyFill", "1")
        if align is not None or wrap is not None:
            alignment = made.find(main("alignment"))
            if alignment is None:
                alignment = etree.Element(main("alignment"))
                made.insert(0, alignment)
            if align is not None:
                alignment.set("horizontal", align)
            if wrap is not None:
                alignment.set("wrapText", str(int(wrap)))
            made.set("applyAlignment", "1")
        self._made[key] = _found_or_added(formats, made)
        return self._made[key]

    def _format(self, root: Any, code: str) -> int:
        for number, known in BUILT_IN.items():
            if known == code and number not in (14, 22):
                return number
        listed = root.find(main("numFmts"))
        if listed is None:
            listed = etree.Element(main("numFmts"))
            root.insert(0, listed)
        for one in listed:
            if one.get("formatCode") == code:
                return int(one.get("numFmtId"))
        number = max((int(one.get("numFmtId")) for one in listed), default=0)
        number = max(number + 1, _FIRST_OWN)
        etree.SubElement(listed, main("numFmt"), {"numFmtId": str(number), "formatCode": code})
        listed.set("count", str(len(listed)))
        return number

    def _font(self, root: Any, font: int, bold: bool | None, italic: bool | None, colour: str | None) -> int:
        fonts = root.find(main("fonts"))
        made = copy.deepcopy(fonts[font])
        for name, wanted in (("b", bold), ("i", italic)):
            if wanted is not None:
                for one in made.findall(main(name)):
                    made.remove(one)
                if wanted:
                    made.append(etree.Element(main(name)))
        if colour is not None:
            for one in made.findall(main("color")):
                made.remove(one)
            made.append(etree.Element(main("color"), {"rgb": f"FF{colour}"}))
        children = sorted(made, key=lambda one: _FONT_ORDER.index(local(one)))
        for one in children:
            made.append(one)
        return _found_or_added(fonts, made)

    def _fill(self, root: Any, colour: str) -> int:
        fills = root.find(main("fills"))
        if not colour:
            return 0
        made = etree.Element(main("fill"))
        pattern = etree.SubElement(made, main("patternFill"), {"patternType": "solid"})
        etree.SubElement(pattern, main("fgColor"), {"rgb": f"FF{colour}"})
        return _found_or_added(fills, made)


def _found_or_added(listed: Any, made: Any) -> int:
    """The index of an entry like this one in a list of the style table, added if there is none."""
    wanted = list(_shape(made))
    for number, one in enumerate(listed):
        if list(_shape(one)) == wanted:
            return number
    listed.append(made)
    listed.set("count", str(len(listed)))
    return len(listed) - 1


def _shape(element: Any) -> Iterator[tuple[Any, ...]]:
    for one in element.iter():
        yield one.tag, sorted(one.attrib.items()), len(one)
