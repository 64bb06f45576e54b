"""Word documents of other hands, odd, poor and hostile ones: edited without loss, or refused with a reason."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import docx
import pytest
from docx.shared import Pt

from tenure.engine.files import wordedit
from tenure.engine.files.opening import FileError
from tenure.engine.files.plain import plain
from tenure.engine.files.word import from_markdown
from tenure.engine.files.wordfile import WordFile
from tenure.engine.files.wordlines import Editor
from tenure.engine.files.wordremarks import Remarks
from tenure.engine.files.wordrevise import accept, reject, suggestions

from .libre import convert
from .words import AT, INES, LATER, NOOR, again, made, texts

# What stays ----------------------------------------------------------------------------------------------------------


def foreign() -> bytes:
    """A document of another hand with a picture, a header, a content control and somebody's tracked change."""
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Their header"
    document.add_heading("Their heading", 1)
    paragraph = document.add_paragraph("Look at ")
    from PIL import Image

    picture = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(picture, "PNG")
    picture.seek(0)
    paragraph.add_run().add_picture(picture, width=Pt(20))
    paragraph.add_run(" and read on.")
    document.add_paragraph("Untouched words.")
    out = io.BytesIO()
    document.save(out)
    file = WordFile(out.getvalue())
    wordedit.replace_passage(file, "Untouched", "Unmoved", editor=Editor("Ada"))
    return file.save(AT)


def test_what_is_not_touched_stays() -> None:
    data = foreign()
    file = WordFile(data)
    wordedit.replace_passage(file, "Look at and read on", "Look there and read on")
    later = file.save(LATER)
    old, new = zipfile.ZipFile(io.BytesIO(data)), zipfile.ZipFile(io.BytesIO(later))
    assert old.namelist() == new.namelist()
    changed = {name for name in old.namelist() if old.read(name) != new.read(name)}
    assert changed <= {"word/document.xml", "docProps/core.xml"}
    xml = new.read("word/document.xml").decode()
    assert "<w:drawing>" in xml
    assert 'w:author="Ada" w:date="2031-05-14T09:30:00Z"' in xml


def test_the_same_edit_gives_the_same_bytes() -> None:
    done: list[bytes] = []
    for _ in range(2):
        file = WordFile(foreign())
        wordedit.insert(file, "More.\n\n- a\n- b", editor=INES)
        Remarks(file).add(wordedit.anchor(file, "Unmoved"), "Why?", NOOR.name)
        done.append(file.save(LATER))
    assert done[0] == done[1]


# Hostile and poor documents ------------------------------------------------------------------------------------------


def packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_hostile_documents_are_refused_with_a_reason() -> None:
    good = from_markdown("Text", at=AT)
    parts = {
        one: zipfile.ZipFile(io.BytesIO(good)).read(one)
        for one in zipfile.ZipFile(io.BytesIO(good)).namelist()
    }
    bomb = {**parts, "word/document.xml": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'}
    cases = [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "password"),
        (b"", "damaged"),
        (b"not a zip at all", "damaged"),
        (good[: len(good) // 2], "damaged"),
        (packed({**parts, "word/vbaProject.bin": b"x"}), "macros"),
        (packed({"a.txt": b"x"}), "damaged"),
        (packed({**parts, "word/document.xml": b"<w:document"}), "damaged"),
        (packed({**parts, "word/big.bin": b"\0" * 70_000_000}), "too large"),
        (packed(bomb), "damaged"),
        (packed({**parts, "word/document.xml": b"<a>" + b" " * 33_000_000 + b"</a>"}), "too large"),
    ]
    for data, says in cases:
        with pytest.raises(FileError, match=says):
            WordFile(data, "bad.docx")


def test_a_document_without_styles_or_numbering_works() -> None:
    good = from_markdown("First words of a document that has no styles.", at=AT)
    archive = zipfile.ZipFile(io.BytesIO(good))
    kept = {one: archive.read(one) for one in archive.namelist()}
    ns = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    kept["word/styles.xml"] = f'<w:styles xmlns:w="{ns}"/>'.encode()
    file = WordFile(packed(kept))
    wordedit.insert(file, "# Head\n\nText **bold**.\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n> q")
    Remarks(file).add(wordedit.anchor(file, "First words"), "Hm.", "Ada")
    file = again(file)
    assert [one.title for one in file.sections()] == ["Head"]
    assert "- b" in "\n".join(file.texts())


def bare(body: str) -> bytes:
    """A document of nothing but its text."""
    kinds = "application/vnd.openxmlformats-"
    ns = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return packed(
        {
            "[Content_Types].xml": (
                '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                f'<Default Extension="rels" ContentType="{kinds}package.relationships+xml"/>'
                '<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml"'
                f' ContentType="{kinds}officedocument.wordprocessingml.document.main+xml"/></Types>'
            ).encode(),
            "_rels/.rels": (
                b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship'
                b' Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"'
                b' Target="word/document.xml"/></Relationships>'
            ),
            "word/document.xml": f'<w:document xmlns:w="{ns}"><w:body>{body}</w:body></w:document>'.encode(),
        }
    )


def test_a_document_of_nothing_but_text_works() -> None:
    file = WordFile(bare("<w:p><w:r><w:t>Bare words here.</w:t></w:r></w:p>"))
    wordedit.insert(file, "# Head\n\n1. a\n2. b\n\nNote[^n].\n\n[^n]: At the foot.", editor=INES)
    wordedit.replace_passage(file, "Bare", "Naked", editor=INES)
    Remarks(file).add(wordedit.anchor(file, "words"), "Hm.", "Ada")
    file = again(file)
    shown = "\n".join(file.texts())
    assert "{--Bare--}{++Naked++} words{>>Ada: Hm.<<} here." in shown
    assert "2. {++b++}" in shown
    assert file.notes([shown]) == ["[^1]: At the foot."]
    reject(file, suggestions(file))
    assert [one for one in texts(again(file)) if one] == ["Bare words here."]
    assert WordFile(bare("")).sections() == []
    empty = WordFile(bare(""))
    wordedit.insert(empty, "First.")
    assert texts(again(empty)) == ["First."]


def test_text_in_content_controls_and_links_is_found() -> None:
    control = (
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>Inside a control.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
        '<w:p><w:hyperlink w:anchor="x"><w:r><w:t>A link</w:t></w:r></w:hyperlink>'
        "<w:r><w:t> and more.</w:t></w:r></w:p>"
    )
    file = WordFile(bare(control))
    wordedit.replace_passage(file, "Inside a", "Within the", editor=INES)
    wordedit.replace_passage(file, "A link and more", "One link and less")
    file = again(file)
    assert texts(file) == ["Within the control.", "One link and less."]
    accept(file, suggestions(file))
    data = file.save(LATER)
    assert b"<w:sdtContent>" in zipfile.ZipFile(io.BytesIO(data)).read("word/document.xml")


def test_libreoffice_opens_what_was_edited(tmp_path: Path) -> None:
    file = made()
    wordedit.replace_passage(file, "2.4 knots", "3.1 knots", editor=INES)
    wordedit.insert(file, "## Costs\n\nNone.\n\n1. one", after="Facts", editor=INES)
    wordedit.delete(file, table=1, row=2, editor=NOOR)
    thread = Remarks(file)
    thread.add(wordedit.anchor(file, "tonnage"), "Which?", NOOR.name)
    thread.reply(thread.get("c1"), "Gross.", INES.name)
    made_ = convert(tmp_path, {"edited.docx": file.save(LATER), "foreign.docx": foreign()}, "pdf")
    text = " ".join((plain("a.pdf", made_["edited.docx"].read_bytes()) or "").split())
    assert "knots" in text
    assert "Costs" in text
