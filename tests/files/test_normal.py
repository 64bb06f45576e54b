"""The same edit gives the same bytes: whatever the wall clock, the process and its hash seed."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tenure.engine.files.kinds import kind_of
from tenure.engine.files.normal import UNDATED, DamagedFileError, is_normal, normalise

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)

WRITER = """
import io, sys, random, time
from datetime import datetime, UTC
from tenure.engine.files.normal import normalise
at = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
out = io.BytesIO()
kind = sys.argv[1]
if kind == "docx":
    import docx
    document = docx.Document()
    paragraph = document.add_paragraph("The claim stands.")
    document.add_comment(paragraph.runs, "Is it?", author="Ines", initials="IM")
    document.save(out)
elif kind == "xlsx":
    import openpyxl
    from openpyxl.comments import Comment
    book = openpyxl.Workbook()
    book.active["A1"] = 4
    book.active["A1"].comment = Comment("why", "Ines")
    book.active["B1"].comment = Comment("why", "Pieter")
    book.save(out)
elif kind == "pptx":
    import pptx
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[1]).shapes.title.text = "Board"
    deck.save(out)
else:
    from reportlab.pdfgen.canvas import Canvas
    canvas = Canvas(out)
    canvas.drawString(100, 100, "x")
    canvas.save()
sys.stdout.buffer.write(normalise("x." + kind, out.getvalue(), at))
"""


def written(kind: str, seed: str, shift: str = "") -> bytes:
    # a process of its own, its hash seed and its wall clock its own
    script = WRITER
    if shift:
        script = f"import time; _t = time.time; time.time = lambda: _t() + {shift}\n" + script
    done = subprocess.run(
        [sys.executable, "-c", script, kind],
        env={"PYTHONHASHSEED": seed, "PATH": ""},
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


@pytest.mark.parametrize("kind", ["docx", "xlsx", "pptx", "pdf"])
def test_the_same_edit_gives_the_same_bytes_in_another_process_and_later(kind: str) -> None:
    import time

    first = written(kind, "1")
    time.sleep(1.1)  # the libraries stamp seconds
    assert first == written(kind, "2", "400000")
    assert normalise(f"x.{kind}", first, AT, before=first) == first


def test_a_second_edit_keeps_what_is_dated_and_dates_what_is_new() -> None:
    import docx

    first = written("docx", "1")
    document = docx.Document(io.BytesIO(first))
    document.add_comment(document.paragraphs[0].runs, "It does.", author="Noor", initials="NV")
    out = io.BytesIO()
    document.save(out)
    later = normalise("x.docx", out.getvalue(), AT + timedelta(hours=2), before=first)
    dates = [comment.timestamp for comment in docx.Document(io.BytesIO(later)).comments]
    assert dates == [AT, AT + timedelta(hours=2)]
    core = docx.Document(io.BytesIO(later)).core_properties
    assert (core.created, core.modified) == (AT, AT + timedelta(hours=2))
    assert core.author == ""


def test_a_file_that_only_begins_an_edit_is_created_by_it() -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.properties.created = UNDATED
    out = io.BytesIO()
    book.save(out)
    made = normalise("x.xlsx", out.getvalue(), AT, before=out.getvalue())
    assert openpyxl.load_workbook(io.BytesIO(made)).properties.created == AT.replace(tzinfo=None)
    assert is_normal(made)
    assert not is_normal(out.getvalue())
    assert not is_normal(b"PK")


def test_entries_are_sorted_and_dated_alike() -> None:
    with zipfile.ZipFile(io.BytesIO(written("xlsx", "3"))) as archive:
        entries = archive.infolist()
    assert entries[0].filename == "[Content_Types].xml"
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}


def test_a_package_that_is_none_is_told() -> None:
    with pytest.raises(DamagedFileError, match="not an office file"):
        normalise("x.docx", b"no zip at all", AT)
    with pytest.raises(DamagedFileError):
        normalise("x.docx", written("docx", "1")[:3000], AT)


def test_texts_stay_as_they_are() -> None:
    assert normalise("a.md", b"\xff\x00 text", AT) == b"\xff\x00 text"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("/A/b.DOCX", "docx"),
        ("x.csv", "table"),
        ("x.eml", "eml"),
        ("a.b/c", "other"),
        ("x.png", "other"),
        ("m.md", "text"),
    ],
)
def test_kinds_are_told_by_the_ending(name: str, kind: str) -> None:
    assert kind_of(name) == kind
