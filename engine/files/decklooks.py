"""What a text on a slide inherits: from its layout, its master and the theme."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pptx.oxml.ns import qn

from .decktheme import parsed
from .packages import local

_COLOURS: Final = {
    "dk1": "000000",
    "lt1": "FFFFFF",
    "dk2": "1F497D",
    "lt2": "EEECE1",
    "accent1": "4F81BD",
    "accent2": "C0504D",
    "accent3": "9BBB59",
    "accent4": "8064A2",
    "accent5": "4BACC6",
    "accent6": "F79646",
    "hlink": "0000FF",
    "folHlink": "800080",
}
MAPPED: Final = {"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"}
"""What slides call the theme's colours."""


def kind_name(shape: Any) -> str:
    """What a person calls a shape."""
    if not shape.is_placeholder:
        return f"box {shape.name!r}"
    names = {1: "title", 3: "title", 4: "subtitle", 2: "text", 7: "text"}
    return names.get(int(shape.placeholder_format.type), "text")


def anchor_of(shape: Any) -> str:
    """Where text stands in its box: t, ctr or b."""
    for one in (shape, *_above(shape)):
        body = one._element.find(qn("p:txBody"))
        form = None if body is None else body.find(qn("a:bodyPr"))
        if form is not None and form.get("anchor"):
            return str(form.get("anchor"))
    return "t"


def _above(shape: Any) -> Iterator[Any]:
    """The placeholders of layout and master that a shape inherits from."""
    if not shape.is_placeholder:
        return
    layout = shape.part.slide_layout if hasattr(shape.part, "slide_layout") else None
    if layout is None:
        return
    form = shape.placeholder_format
    base = next((one for one in layout.placeholders if one.placeholder_format.idx == form.idx), None)
    if base is not None:
        yield base
    wanted = 1 if int(form.type) in (1, 3) else int(form.type) if int(form.type) in (13, 15, 16) else 2
    for one in layout.slide_master.placeholders:
        if int(one.placeholder_format.type) == wanted:
            yield one


def styles_of(shape: Any, level: int) -> Iterator[Any]:
    """The paragraph styles that apply to a level of a shape's text, the nearest first."""
    tag = qn(f"a:lvl{level + 1}pPr")
    for one in (shape, *_above(shape)):
        body = one._element.find(qn("p:txBody"))
        styles = None if body is None else body.find(qn("a:lstStyle"))
        if styles is not None and (found := styles.find(tag)) is not None:
            yield found
    if not shape.is_placeholder or int(shape.placeholder_format.type) in (13, 15, 16):
        return
    master = shape.part.slide_layout.slide_master
    styles = master._element.find(qn("p:txStyles"))
    if styles is None:
        return
    title = int(shape.placeholder_format.type) in (1, 3)
    group = styles.find(qn("p:titleStyle" if title else "p:bodyStyle"))
    if group is not None and (found := group.find(tag)) is not None:
        yield found


def first_of(forms: Sequence[Any], name: str) -> str | None:
    """The nearest value of an attribute."""
    for form in forms:
        if form is not None and form.get(name) is not None:
            value = str(form.get(name))
            return value if name not in ("marL", "sz") or value.lstrip("-").isdecimal() else None
    return None


def run_style(style: Any) -> Any:
    """What a paragraph style says of its runs."""
    return None if style is None else style.find(qn("a:defRPr"))


def fill_of(looks: Sequence[Any]) -> Any:
    """The nearest fill."""
    for look in looks:
        fill = None if look is None else look.find(qn("a:solidFill"))
        if fill is not None:
            return fill
    return None


def bullet_of(forms: Sequence[Any]) -> str:
    """The sign before a paragraph; ``1.`` for numbers, empty for none."""
    for form in forms:
        if form is None:
            continue
        for child in form:
            kind = local(child)
            if kind == "buNone":
                return ""
            if kind == "buAutoNum":
                return "1."
            if kind == "buChar":
                return str(child.get("char", "•"))[:1]
    return ""


def theme_colours(slide: Any) -> dict[str, str]:
    """The theme's colours by name."""
    colours = dict(_COLOURS)
    master = slide.slide_layout.slide_master
    for relation in master.part.rels.values():
        if not relation.reltype.endswith("/theme") or relation.is_external:
            continue
        root = parsed(relation.target_part.blob)
        for scheme in root.iter():
            if local(scheme) != "clrScheme":
                continue
            for one in scheme:
                for value in one:
                    text = str(value.get("lastClr") or value.get("val") or "")
                    if local(one) in colours and len(text) == 6:
                        colours[local(one)] = text
    return colours
