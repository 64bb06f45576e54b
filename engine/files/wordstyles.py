"""How the documents that we write look: fonts, margins and Word styles, one design for each kind of document."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Cm, Pt, RGBColor

from .wordxml import new, parsed, q

if TYPE_CHECKING:
    from docx.document import Document

Style = Literal["", "letter", "memo", "contract", "report", "form"]

SERIF: Final = "Times New Roman"
SANS: Final = "Arial"
"""Both have metric-compatible substitutes (Liberation) wherever LibreOffice is installed."""
MONO: Final = "Courier New"


_SPARE: Final = ("/stylesWithEffects", "/customXml", "/thumbnail", "/webSettings")


@dataclass(frozen=True)
class Design:
    """One kind of document."""

    body: str
    heading: str
    size: float
    """Points of running text."""
    spacing: float
    """Line spacing as a multiple."""
    after: float
    """Points after a paragraph."""
    accent: str
    """Colour of headings and rules, hexadecimal."""
    justified: bool = False
    margins: tuple[float, float, float, float] = (2.5, 2.5, 2.3, 2.5)
    """Top, right, bottom, left in centimetres."""
    sizes: tuple[float, float, float, float] = (14, 12, 11, 11)
    """Points of headings 1 to 4."""
    centred: bool = False
    """The title stands in the middle."""

    @property
    def width(self) -> int:
        """Of the text on A4, in twentieths of a point."""
        return round((21.0 - self.margins[1] - self.margins[3]) / 2.54 * 1440)


DESIGNS: Final[dict[str, Design]] = {
    "": Design(SERIF, SANS, 11.5, 1.12, 7, "1F3552"),
    "letter": Design(
        SERIF, SERIF, 11.5, 1.08, 8, "1F2A44", margins=(2.5, 2.6, 2.3, 2.6), sizes=(12.5, 12, 11.5, 11.5)
    ),
    "memo": Design(SERIF, SANS, 11.5, 1.12, 7, "1F2A44", sizes=(12.5, 11.5, 11, 11)),
    "contract": Design(
        SERIF, SERIF, 11.5, 1.1, 7, "000000", justified=True, sizes=(12, 11.5, 11.5, 11.5), centred=True
    ),
    "report": Design(SANS, SANS, 10.5, 1.2, 7, "17406D", sizes=(16, 13, 11.5, 10.5)),
    "form": Design(SANS, SANS, 10, 1.08, 5, "333333", margins=(1.9, 2, 1.8, 2), sizes=(12, 10.5, 10, 10)),
}


def set_font(style: Any, name: str) -> None:
    """Set a style's font for all scripts, and drop what its theme says."""
    properties = style.element.get_or_add_rPr()
    fonts = properties.find(q("rFonts"))
    if fonts is not None:
        properties.remove(fonts)
    properties.insert(0, new("rFonts", ascii=name, hAnsi=name, eastAsia=name, cs=name))


def apply_design(document: Document, design: Design) -> None:
    """Give a new document the design's page and styles."""
    section = document.sections[0]
    section.page_width, section.page_height = Cm(21.0), Cm(29.7)
    top, right, bottom, left = design.margins
    section.top_margin, section.bottom_margin = Cm(top), Cm(bottom)
    section.left_margin, section.right_margin = Cm(left), Cm(right)
    section.header_distance, section.footer_distance = Cm(1.2), Cm(1.1)

    styles: Any = document.styles
    normal: Any = styles["Normal"]
    set_font(normal, design.body)
    normal.font.size = Pt(design.size)
    normal.paragraph_format.space_after = Pt(design.after)
    normal.paragraph_format.line_spacing = design.spacing
    normal.paragraph_format.widow_control = True
    if design.justified:
        normal.paragraph_format.alignment = WD_ALIGN_PARAGRAPH.JUSTIFY
    _set_language(normal)

    color = RGBColor.from_string(design.accent)
    for level in range(1, 7):
        style: Any = styles[f"Heading {level}"]
        set_font(style, design.heading)
        style.font.size = Pt(design.sizes[min(level, 4) - 1])
        style.font.bold = True
        style.font.italic = level >= 4
        style.font.color.rgb = color
        form = style.paragraph_format
        form.space_before = Pt((16, 12, 10, 8, 8, 8)[level - 1] * (0.7 if design.size <= 10 else 1))
        form.space_after = Pt((6, 5, 4, 3, 3, 3)[level - 1])
        form.keep_with_next = True
        form.alignment = WD_ALIGN_PARAGRAPH.LEFT
        form.line_spacing = 1.05
    title: Any = styles["Title"]
    set_font(title, design.heading)
    title.font.size = Pt(design.sizes[0] + 6)
    title.font.bold = True
    title.font.color.rgb = color
    for old in title.element.pPr.findall(q("pBdr")):
        title.element.pPr.remove(old)
    title.paragraph_format.space_before, title.paragraph_format.space_after = Pt(0), Pt(10)
    title.paragraph_format.keep_with_next = True
    title.paragraph_format.alignment = (
        WD_ALIGN_PARAGRAPH.CENTER if design.centred else WD_ALIGN_PARAGRAPH.LEFT
    )
    subtitle: Any = styles["Subtitle"]
    set_font(subtitle, design.heading)
    subtitle.font.size, subtitle.font.italic, subtitle.font.bold = Pt(design.size), False, False
    subtitle.font.color.rgb = RGBColor.from_string("595959")
    subtitle.paragraph_format.alignment = title.paragraph_format.alignment
    subtitle.paragraph_format.space_after = Pt(14)
    for name in ("List Bullet", "List Number", "List Continue", "List Paragraph"):
        listed: Any = styles[name]
        listed.paragraph_format.space_after = Pt(max(2.0, design.after / 2))
    quote: Any = styles["Quote"]
    quote.paragraph_format.left_indent = quote.paragraph_format.right_indent = Cm(1)
    quote.font.color.rgb = RGBColor.from_string("333333")
    for name in ("Header", "Footer"):
        edge: Any = styles[name]
        set_font(edge, design.heading)
        edge.font.size = Pt(8.5)
        edge.font.color.rgb = RGBColor.from_string("595959")
        edge.paragraph_format.space_after = Pt(0)
        edge.paragraph_format.line_spacing = 1.0
        edge.paragraph_format.alignment = WD_ALIGN_PARAGRAPH.LEFT


def new_document() -> Document:
    """An empty document, without what the library's template brings along and nobody uses."""
    import docx

    return docx.Document(io.BytesIO(_template()))


@lru_cache(maxsize=1)
def _template() -> bytes:
    """The library's template slimmed: it takes as long to read and to slim as most documents take to write."""
    import docx

    document = docx.Document()
    _slim(document)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _slim(document: Document) -> None:
    """Drop a hundred table styles, a picture and spare parts."""
    styles: Any = document.styles.element
    for style in styles.findall(q("style")):
        if style.get(q("type")) == "table" and style.get(q("styleId")) not in ("TableNormal", "TableGrid"):
            styles.remove(style)
    package: Any = document.part.package
    for owner in (document.part.rels, package.rels):
        for id_, relation in list(owner.items()):
            if relation.reltype.endswith(_SPARE):
                del owner[id_]


def ensure_style(document: Document, name: str) -> str:
    """The id of a style; one of ours is added to a document that lacks it.

    What a document has stays as it is.

    Raises:
        KeyError: The document has no such style, and neither have we.
    """
    styles: Any = document.styles.element
    for known in styles.findall(q("style")):
        named = known.find(q("name"))
        if named is not None and named.get(q("val"), "").casefold() == name.casefold():
            return str(known.get(q("styleId")))
    if name not in _OWN:
        raise KeyError(name)
    element = parsed(_OWN[name])
    based = element.find(q("basedOn"))
    if based is not None:
        defaults = [
            one
            for one in styles.findall(q("style"))
            if one.get(q("default")) and one.get(q("type")) == "paragraph"
        ]
        based.set(q("val"), defaults[0].get(q("styleId")) if defaults else ensure_style(document, "Normal"))
    styles.append(element)
    return str(element.get(q("styleId")))


_OWN: Final = {
    **{
        f"Heading {level}": (
            f'<w:style {{ns}} w:type="paragraph" w:styleId="Heading{level}"><w:name w:val="heading {level}"/>'
            '<w:next w:val="Normal"/><w:qFormat/>'
            f'<w:pPr><w:keepNext/><w:spacing w:before="{280 - 40 * level}" w:after="80"/>'
            f'<w:outlineLvl w:val="{level - 1}"/></w:pPr>'
            f'<w:rPr><w:b/><w:sz w:val="{max(22, 34 - 4 * level)}"/></w:rPr></w:style>'
        )
        for level in range(1, 7)
    },
    "Normal": (
        '<w:style {ns} w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/>'
        "</w:style>"
    ),
    "Title": (
        '<w:style {ns} w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:qFormat/>'
        '<w:pPr><w:spacing w:after="200"/></w:pPr><w:rPr><w:b/><w:sz w:val="40"/></w:rPr></w:style>'
    ),
    "List Bullet": (
        '<w:style {ns} w:type="paragraph" w:styleId="ListBullet"><w:name w:val="List Bullet"/>'
        '<w:basedOn w:val="Normal"/>'
        '<w:pPr><w:spacing w:after="60"/></w:pPr></w:style>'
    ),
    "List Number": (
        '<w:style {ns} w:type="paragraph" w:styleId="ListNumber"><w:name w:val="List Number"/>'
        '<w:basedOn w:val="Normal"/>'
        '<w:pPr><w:spacing w:after="60"/></w:pPr></w:style>'
    ),
    "List Continue": (
        '<w:style {ns} w:type="paragraph" w:styleId="ListContinue"><w:name w:val="List Continue"/>'
        '<w:basedOn w:val="Normal"/>'
        '<w:pPr><w:spacing w:after="60"/></w:pPr></w:style>'
    ),
    "Quote": (
        '<w:style {ns} w:type="paragraph" w:styleId="Quote"><w:name w:val="Quote"/>'
        '<w:basedOn w:val="Normal"/><w:qFormat/>'
        '<w:pPr><w:ind w:left="567" w:right="567"/></w:pPr></w:style>'
    ),
    "Code": (
        '<w:style {ns} w:type="paragraph" w:customStyle="1" w:styleId="Code"><w:name w:val="Code"/><w:pPr>'
        '<w:shd w:val="clear" w:color="auto" w:fill="F4F4F4"/><w:spacing w:before="80" w:after="120"'
        ' w:line="240" w:lineRule="auto"/><w:jc w:val="left"/></w:pPr><w:rPr><w:rFonts w:ascii="Courier New"'
        ' w:hAnsi="Courier New" w:cs="Courier New"/><w:sz w:val="18"/></w:rPr></w:style>'
    ),
    "footnote text": (
        '<w:style {ns} w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/>'
        '<w:basedOn w:val="Normal"/><w:pPr>'
        '<w:spacing w:after="20" w:line="240" w:lineRule="auto"/></w:pPr><w:rPr><w:sz w:val="18"/></w:rPr></w:style>'
    ),
    "footnote reference": (
        '<w:style {ns} w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/>'
        '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>'
    ),
    "Hyperlink": (
        '<w:style {ns} w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/>'
        '<w:rPr><w:color w:val="1F4E9A"/><w:u w:val="single"/></w:rPr></w:style>'
    ),
    "Ruled Table": (
        '<w:style {ns} w:type="table" w:customStyle="1" w:styleId="RuledTable"><w:name w:val="Ruled Table"/>'
        '<w:pPr><w:spacing w:before="40" w:after="40" w:line="240" w:lineRule="auto"/><w:jc w:val="left"/></w:pPr>'
        '<w:tblPr><w:tblBorders><w:top w:val="single" w:sz="8" w:space="0" w:color="404040"/>'
        '<w:bottom w:val="single" w:sz="8" w:space="0" w:color="404040"/>'
        '<w:insideH w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/></w:tblBorders>'
        '<w:tblCellMar><w:top w:w="28" w:type="dxa"/><w:left w:w="96" w:type="dxa"/><w:bottom w:w="28" w:type="dxa"/>'
        '<w:right w:w="96" w:type="dxa"/></w:tblCellMar></w:tblPr>'
        '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr><w:tcBorders>'
        '<w:bottom w:val="single" w:sz="8" w:space="0" w:color="404040"/></w:tcBorders>'
        '<w:shd w:val="clear" w:color="auto" w:fill="E7ECF3"/></w:tcPr></w:tblStylePr></w:style>'
    ),
    "Form Table": (
        '<w:style {ns} w:type="table" w:customStyle="1" w:styleId="FormTable"><w:name w:val="Form Table"/>'
        '<w:pPr><w:spacing w:before="60" w:after="60" w:line="240" w:lineRule="auto"/><w:jc w:val="left"/></w:pPr>'
        "<w:tblPr><w:tblBorders>"
        + "".join(
            f'<w:{side} w:val="single" w:sz="6" w:space="0" w:color="595959"/>'
            for side in ("top", "left", "bottom", "right", "insideH", "insideV")
        )
        + '</w:tblBorders><w:tblCellMar><w:top w:w="40" w:type="dxa"/><w:left w:w="96" w:type="dxa"/>'
        '<w:bottom w:w="40" w:type="dxa"/><w:right w:w="96" w:type="dxa"/></w:tblCellMar></w:tblPr>'
        '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr><w:tcPr>'
        '<w:shd w:val="clear" w:color="auto" w:fill="E3E3E3"/></w:tcPr></w:tblStylePr></w:style>'
    ),
}
"""Styles we add where they are missing, ready to be parsed."""


def _set_language(style: Any) -> None:
    properties = style.element.get_or_add_rPr()
    for old in properties.findall(q("lang")):
        properties.remove(old)
    properties.append(new("lang", val="en-GB"))
