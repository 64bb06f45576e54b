"""What a reader sees of every kind of file, and that no file, however made, does harm."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from decimal import Decimal
from functools import cache

import docx
import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from reportlab.pdfgen.canvas import Canvas

from tenure.engine.files.plain import MAX_CHARACTERS, plain
from tenure.engine.files.shown import is_date, shown

from .foreign import deck, saved

DECK = deck(("Board", "one"), ("Exposure", "two"), notes="say it slowly")
KINDS = ("docx", "xlsx", "pptx", "pdf", "eml", "csv", "md", "bin")


def document() -> bytes:
    made = docx.Document()
    made.add_heading("Charter party", 1)
    paragraph = made.add_paragraph("The owner is liable.")
    made.add_comment(paragraph.runs, "Up to what?", author="Ines")
    made.add_paragraph("first", style="List Number")
    made.add_paragraph("second", style="List Number")
    table = made.add_table(2, 2)
    for place, text in enumerate(("Port", "Rate", "Arden", "41.50")):
        table.cell(place // 2, place % 2).text = text
    return saved(made)


def workbook() -> bytes:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = "Model"
    sheet.append(["Tonnage", 42_000])
    sheet["B1"].number_format = "#,##0"
    sheet["B1"].comment = Comment("as surveyed?", "Ines")
    sheet["A3"] = "Share"
    sheet["B3"] = 0.6
    sheet["B3"].number_format = "0%"
    sheet["C3"] = datetime(2031, 3, 4)
    sheet["C3"].number_format = "d mmm yyyy"
    made.create_sheet("Old").sheet_state = "hidden"
    return saved(made)


def paper() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(100, 700, "Date")
    canvas.drawString(300, 700, "1,250.00")
    canvas.showPage()
    canvas.drawString(100, 700, "Second page")
    canvas.save()
    return out.getvalue()


LETTER = (
    b"From: Joost <j@lines.example>\r\nTo: noor@office.example\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n"
    b"Date: Mon, 2 Mar 2026 09:00:00 +0100\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    b"<html><head><style>p{}</style></head><body><p>Rates &amp; dates</p><script>evil()</script><p>by Friday</p></body>"
)

MAKERS = {"docx": document, "xlsx": workbook, "pptx": deck, "pdf": paper, "eml": lambda: LETTER}


@cache
def made(kind: str) -> bytes:
    return MAKERS[kind]()


def test_a_document_is_read_with_its_structure_and_remarks() -> None:
    text = plain("a.docx", document())
    assert text is not None
    assert "# Charter party\n" in text
    assert "The owner is liable." in text
    assert "Ines: Up to what?" in text
    assert "1. first\n2. second" in text
    assert "| Port | Rate |\n| --- | --- |\n| Arden | 41.50 |" in text


def test_a_workbook_is_read_as_it_is_shown() -> None:
    text = plain("a.xlsx", workbook())
    assert text is not None
    assert "## Model\n1 | Tonnage | 42,000\n3 | Share | 60% | 4 Mar 2031\n" in text
    assert "[comment on B1 by Ines: as surveyed?]" in text
    assert "## Old (hidden)" in text


def test_formulas_that_a_program_wrote_are_computed_when_they_are_read() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Rate", 41.5, "=B1*2", "=C1/0"])
    sheet["C1"].number_format = "#,##0.00"
    assert plain("a.xlsx", saved(book)) == "## Sheet\n1 | Rate | 41.5 | 83.00 | #DIV/0!\n"
    sheet["A2"] = "=TODAY()"
    assert plain("a.xlsx", saved(book)) == "## Sheet\n1 | Rate | 41.5 | =B1*2 | =C1/0\n2 | =TODAY()\n"


def test_a_deck_is_read_slide_by_slide() -> None:
    assert plain("a.pptx", DECK) == (
        "## Slide 1: Board\n- one\n\n## Slide 2: Exposure\n- two\nNotes: say it slowly\n"
    )


def test_a_paper_is_read_by_lines_of_its_pages() -> None:
    assert plain("a.pdf", paper()) == "## Page 1\nDate   1,250.00\n\n## Page 2\nSecond page\n"


def test_a_mail_is_read_without_its_markup() -> None:
    text = plain("a.eml", LETTER)
    assert text is not None
    assert "Subject: Grüße" in text
    assert "Rates & dates\nby Friday" in text
    assert "evil" not in text


def test_a_mail_written_by_hand_keeps_its_signs() -> None:
    by_hand = "From: Åse Ødegård <ase@lines.example>\nSubject: Fees – “all”\n\nThe fee – 41 € – is due.\n"
    assert plain("a.eml", by_hand.encode()) == by_hand
    old = "From: a@b.example\nSubject: x\n\nThe fee – 41 €.\n"
    assert plain("a.eml", old.encode("cp1252")) == old
    odd = b"From: a@b.example\nContent-Type: text/plain; charset=klingon\n\nnuqneH\n"
    assert plain("a.eml", odd) == "From: a@b.example\n\nnuqneH\n"


def test_texts_are_whole_and_other_kinds_none() -> None:
    assert plain("a.csv", b"\xef\xbb\xbfa,b\r\n") == "a,b\r\n"
    assert plain("a.md", b"\xff\xfe") is None
    assert plain("a.bin", b"text") is None
    assert plain("noending", b"text") is None


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_file_under_another_ending_is_no_text_and_no_error(kind: str) -> None:
    for other in sorted(MAKERS):
        if other not in (kind, "eml"):
            assert plain(f"x.{other}", MAKERS[kind]()) is None
    # a mail may hold anything
    assert isinstance(plain("x.eml", MAKERS[kind]()), str)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    kind=st.sampled_from(sorted(MAKERS)),
    cut=st.integers(0, 1000),
    noise=st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), max_size=12),
)
def test_damaged_files_are_read_or_are_none(kind: str, cut: int, noise: list[tuple[int, int]]) -> None:
    data = bytearray(made(kind))
    for place, value in noise:
        data[place % len(data)] = value
    text = plain(f"x.{kind}", bytes(data[: max(0, len(data) - cut)]))
    assert text is None or len(text) <= MAX_CHARACTERS + 200


def package(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


RELATIONS = (
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    b'<Relationship Id="a" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>'
)


def word(body: bytes, before: bytes = b"") -> bytes:
    start = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    return package(
        {"_rels/.rels": RELATIONS, "word/document.xml": before + start + body + b"</w:body></w:document>"}
    )


def test_a_zip_bomb_is_refused() -> None:
    zeros = b"<w:p><w:r><w:t>" + b" " * 300_000_000 + b"</w:t></w:r></w:p>"
    bomb = word(zeros)
    assert len(bomb) < 1_000_000
    assert plain("x.docx", bomb) is None
    assert plain("x.docx", package({f"p{n}": b"" for n in range(6_000)})) is None


def test_entities_reach_nothing_and_do_not_grow() -> None:
    outside = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    text = plain("x.docx", word(b"<w:p><w:r><w:t>seen &e; here</w:t></w:r></w:p>", outside))
    assert text is None or "root:" not in text
    lol = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10 if n else b"lol") for n in range(10))
    laughs = b"<!DOCTYPE x [" + lol + b"]>"
    text = plain("x.docx", word(b"<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>", laughs))
    assert text is None or len(text) < 1_000


def test_depth_and_circles_end() -> None:
    deep = b"<w:tbl><w:tr><w:tc>" * 3_000 + b"<w:p/>" + b"</w:tc></w:tr></w:tbl>" * 3_000
    plain("x.docx", word(deep))
    styles = (
        b'<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        b'<w:style w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>'
        b'<w:style w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style></w:styles>'
    )
    relations = RELATIONS.replace(b"officeDocument", b"styles").replace(b"word/document.xml", b"styles.xml")
    data = word(b'<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>round</w:t></w:r></w:p>')
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts |= {"word/_rels/document.xml.rels": relations, "word/styles.xml": styles}
    assert plain("x.docx", package(parts)) == "round\n"


def test_a_paper_that_refers_to_itself_ends() -> None:
    pages = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 1>>endobj\n"
    plain("x.pdf", pages + b"trailer<</Root 1 0 R>>\n%%EOF")
    plain("x.pdf", b"%PDF-1.4\n" + b"[" * 100_000)
    plain("x.pdf", b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]>>endobj\nstartxref\n9\n%%EOF")


def test_papers_of_endless_instructions_are_not_followed() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pageCompression=1)
    for page in range(3):
        canvas.drawString(100, 700, f"start {page}")
        for place in range(70_000 if page == 1 else 1):
            canvas.drawString(place % 500, place % 700, "a")
        canvas.showPage()
    canvas.save()
    text = plain("x.pdf", out.getvalue())
    assert text is not None
    assert "## Page 2\n[this page can't be read as text]" in text
    assert "start 2" in text


@pytest.mark.parametrize(
    "body", ["<style" * 500_000, "<" * 3_000_000, "<div>" * 300_000, "<p>a</p>" * 200_000, "&lt;" * 400_000]
)
def test_mails_of_endless_markup_are_read_to_their_end(body: str) -> None:
    assert isinstance(plain("x.eml", f"Subject: x\nContent-Type: text/html\n\n{body}".encode()), str | None)


def test_mails_of_endless_headers_are_none() -> None:
    assert plain("x.eml", b"To: " + b"a@b.example, " * 200_000 + b"\n\nx") is None
    assert plain("x.eml", b"To: " + "å@b.example, ".encode() * 200_000) is None
    many = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(2_000))
    plain("x.eml", many)


def test_what_is_long_is_cut_and_says_so() -> None:
    made = docx.Document()
    made.add_paragraph("word " * (MAX_CHARACTERS // 4))
    made.add_paragraph("the end")
    text = plain("x.docx", saved(made))
    assert text is not None
    assert text.endswith("… the rest is not shown\n")
    assert len(text) < MAX_CHARACTERS + 200


@pytest.mark.parametrize(
    ("value", "code", "seen"),
    [
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"),
        (0.125, "0.0%", "12.5%"),
        (46000, "yyyy-mm-dd", "2025-12-09"),
        (46000.5, "d mmm yyyy h:mm", "9 Dec 2025 12:00"),
        (12.5, '"EUR" #,##0.00', "EUR 12.50"),
        (-0.2, "[$€-407] #,##0.00", "-€ 0.20"),
        (1_500_000, '#,##0.0,,"m"', "1.5m"),
        (0, '0.00;-0.00;"nil"', "nil"),
        (Decimal("0.1") + Decimal("0.2"), "General", "0.3"),
        (1 / 3, "General", "0.3333333333"),
        (123456789012, "General", "1.23457E+11"),
        (1.5, "[h]:mm", "36:00"),
        (0.75, "h:mm AM/PM", "6:00 PM"),
        (2.5, "0", "3"),
        (True, "General", "TRUE"),
        ("text", "0.00", "text"),
        (None, "0", ""),
    ],
)
def test_values_are_shown_in_their_format(value: object, code: str, seen: str) -> None:
    assert shown(value, code) == seen


def test_dates_are_told_from_numbers() -> None:
    assert is_date("d mmm yyyy")
    assert is_date("[h]:mm")
    assert not is_date('#,##0.00 "days"')
    assert not is_date("General")


@settings(max_examples=300)
@given(
    st.decimals(allow_nan=True, allow_infinity=True) | st.floats() | st.integers(),
    st.text(alphabet='0#?.,%;$-[]"\\yYmMdDhHsSaAeE+/@_* ', max_size=14),
)
def test_any_format_shows_something(value: object, code: str) -> None:
    assert isinstance(shown(value, code), str)
