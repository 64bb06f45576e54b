"""How the decks that we write look: a wide page, one family of fonts, few colours, real masters and layouts."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from typing import Any, Final

import pptx
import pptx.oxml
from pptx.oxml.ns import qn
from pptx.util import Inches

from .prefixes import xml_library

xml_library()
NAVY: Final = "1F2F4A"
GOLD: Final = "B08D57"
FONT: Final = "Arial"
"""Has a metric-compatible substitute (Liberation Sans) wherever LibreOffice is installed."""

_COLOURS: Final = {
    "dk2": NAVY,
    "lt2": "EEF1F5",
    "accent1": "2F5D8A",
    "accent2": GOLD,
    "accent3": "6C8EA4",
    "accent4": "8C3B3B",
    "accent5": "5F7A4E",
    "accent6": "7A7A7A",
    "hlink": "1F4E9A",
    "folHlink": "5B4A86",
}
WIDTH: Final = 13.333
HEIGHT: Final = 7.5
"""Inches."""
TITLE: Final = (0.6, 0.42, 12.13, 0.95)
BODY: Final = (0.6, 1.7, 12.13, 4.95)
"""Left, top, width and height of a slide's title and content, in inches."""
TITLE_SIZE: Final = 30
BODY_SIZES: Final = (22, 20, 18, 16, 16)
"""Points by level."""
_EDGE: Final = 6.92
_LAYOUTS: Final = ("Title Slide", "Title and Content", "Section Header", "Two Content", "Title Only")

_NS: Final = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
_oxml: Any = pptx.oxml


def new_presentation() -> Any:
    """An empty presentation in the theme, with its layouts."""
    return pptx.Presentation(io.BytesIO(_template()))


@lru_cache(maxsize=1)
def _template() -> bytes:
    """The library's template made ours: that takes longer than most decks take to write."""
    presentation: Any = pptx.Presentation()
    presentation.slide_width, presentation.slide_height = Inches(WIDTH), Inches(HEIGHT)
    for layout in list(presentation.slide_layouts):
        if layout.name not in _LAYOUTS:
            presentation.slide_layouts.remove(layout)
    master = presentation.slide_master
    _theme(master)
    _master(master)
    for layout in presentation.slide_layouts:
        _layout(layout)
    out = io.BytesIO()
    presentation.save(out)
    return out.getvalue()


def parsed(xml: str | bytes) -> Any:
    """An element from XML; in a text the first tag may have a place ``{ns}`` for the name spaces."""
    if isinstance(xml, bytes):
        return _oxml.parse_xml(xml)
    return _oxml.parse_xml(xml.replace("{ns}", _NS, 1))


def place(shape: Any, left: float, top: float, width: float, height: float) -> None:
    """Put a shape, in inches."""
    shape.left, shape.top, shape.width, shape.height = (Inches(one) for one in (left, top, width, height))


def _theme(master: Any) -> None:
    part = next(one.target_part for one in master.part.rels.values() if one.reltype.endswith("/theme"))
    blob: bytes = part.blob
    for name, colour in _COLOURS.items():
        made = f'<a:{name}><a:srgbClr val="{colour}"/></a:{name}>'.encode()
        blob = re.sub(rb"<a:%s>.*?</a:%s>" % (name.encode(), name.encode()), made, blob, count=1)
    blob = blob.replace(b'<a:latin typeface="Calibri"/>', f'<a:latin typeface="{FONT}"/>'.encode())
    part._blob = blob.replace(b'name="Office Theme"', b'name="Chambers"')


def _master(master: Any) -> None:
    for shape in master.placeholders:
        kind = int(shape.placeholder_format.type)
        if kind == 1:
            place(shape, *TITLE)
            shape._element.txBody.bodyPr.set("anchor", "b")
        elif kind == 2:
            place(shape, *BODY)
            body = shape._element.txBody.bodyPr
            for child in list(body):
                body.remove(child)
            body.append(parsed("<a:normAutofit {ns}/>"))
        else:
            _edge(shape, kind)
    styles = master._element.find(qn("p:txStyles"))
    title = styles.find(qn("p:titleStyle")).find(qn("a:lvl1pPr"))
    title.set("algn", "l")
    _font(title, TITLE_SIZE, "tx2", bold=True)
    for level, size in enumerate(BODY_SIZES, 1):
        form = styles.find(qn("p:bodyStyle")).find(qn(f"a:lvl{level}pPr"))
        indent = 285_750
        form.set("marL", str(indent * level))
        form.set("indent", str(-indent))
        form.find(qn("a:spcBef")).find(qn("a:spcPct")).set("val", "35000")
        form.insert(1, parsed('<a:buClr {ns}><a:schemeClr val="accent2"/></a:buClr>'))
        form.find(qn("a:buChar")).set("char", "•–•–•"[level - 1])
        _font(form, size, "tx1")
    # a thin line under the title, on every slide that shows the master's shapes
    _behind(master, _box(20, "Rule", TITLE[0] + 0.1, 1.47, 1.1, 0.045, "accent2"))


def _layout(layout: Any) -> None:
    lead = layout.name in ("Title Slide", "Section Header")
    for shape in layout.placeholders:
        kind = int(shape.placeholder_format.type)
        if kind in (13, 15, 16):
            _edge(shape, kind)
            if lead:
                shape._element.getparent().remove(shape._element)
            continue
        if lead:
            first = shape.placeholder_format.idx == 0
            top = 2.1 if layout.name == "Title Slide" else 2.4
            place(shape, 0.95, top if first else top + 1.95, 11.2, 1.75 if first else 1.7)
            body = shape._element.txBody
            body.bodyPr.set("anchor", "b" if first else "t")
            styles = body.find(qn("a:lstStyle"))
            for child in list(styles):
                styles.remove(child)
            size, colour = (
                ((3_800 if layout.name == "Title Slide" else 3_200), "bg1") if first else (2_000, "bg2")
            )
            styles.append(
                parsed(
                    f'<a:lvl1pPr {{ns}} marL="0" indent="0" algn="l"><a:buNone/><a:defRPr sz="{size}" b="{int(first)}"'
                    f' cap="none"><a:solidFill><a:schemeClr val="{colour}"/></a:solidFill>'
                    "</a:defRPr></a:lvl1pPr>"
                )
            )
        elif shape.placeholder_format.idx == 0:
            _inherit(shape)
        elif layout.name == "Two Content":
            left, top, width, height = BODY
            half = (width - 0.4) / 2
            place(shape, left + (half + 0.4) * (shape.placeholder_format.idx - 1), top, half, height)
            styles = shape._element.txBody.find(qn("a:lstStyle"))
            for child in list(styles):
                styles.remove(child)
        else:
            _inherit(shape)
    if lead:
        layout._element.set("showMasterSp", "0")
        common = layout._element.find(qn("p:cSld"))
        common.insert(
            0,
            parsed(
                '<p:bg {ns}><p:bgPr><a:solidFill><a:schemeClr val="tx2"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>'
            ),
        )
        _behind(layout, _box(21, "Band", 0, 0, 0.28, HEIGHT, "accent2"))
        _behind(
            layout,
            _box(22, "Rule", 1.05, 3.95 if layout.name == "Title Slide" else 4.25, 1.6, 0.045, "accent2"),
        )


def _inherit(shape: Any) -> None:
    properties = shape._element.spPr
    for old in properties.findall(qn("a:xfrm")):
        properties.remove(old)


def _edge(shape: Any, kind: int) -> None:
    """Date (16), footer (15) and number (13) at the lower edge."""
    left, width, how = {16: (9.0, 1.6, "r"), 15: (0.6, 8.2, "l"), 13: (11.73, 1.0, "r")}[kind]
    place(shape, left, _EDGE, width, 0.35)
    styles = shape._element.txBody.find(qn("a:lstStyle"))
    for child in list(styles):
        styles.remove(child)
    styles.append(
        parsed(
            f'<a:lvl1pPr {{ns}} algn="{how}"><a:defRPr sz="1000"><a:solidFill><a:schemeClr val="accent6"/>'
            "</a:solidFill></a:defRPr></a:lvl1pPr>"
        )
    )


def _font(form: Any, size: int, colour: str, *, bold: bool = False) -> None:
    run = form.find(qn("a:defRPr"))
    run.set("sz", str(size * 100))
    if bold:
        run.set("b", "1")
    run.find(qn("a:solidFill")).find(qn("a:schemeClr")).set("val", colour)


def _box(id_: int, name: str, left: float, top: float, width: float, height: float, colour: str) -> Any:
    x, y, cx, cy = (int(Inches(one)) for one in (left, top, width, height))
    return parsed(
        f'<p:sp {{ns}}><p:nvSpPr><p:cNvPr id="{id_}" name="{name}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>'
        f'<p:spPr><a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{cx}" cy="{cy}"/></a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill><a:schemeClr val="{colour}"/></a:solidFill>'
        "<a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>"
    )


def _behind(owner: Any, element: Any) -> None:
    tree = owner._element.find(qn("p:cSld")).find(qn("p:spTree"))
    tree.insert(2, element)
