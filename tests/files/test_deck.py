"""Presentations from outlines: real placeholders, tables, notes; edits that leave the rest; a look without programs."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pptx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pptx.util import Inches

from tenure.engine.files.deck import from_outline
from tenure.engine.files.deckcharts import add_chart, add_picture
from tenure.engine.files.deckdraw import draw
from tenure.engine.files.deckfile import DeckFile, slide_lines
from tenure.engine.files.markup import MarkupError
from tenure.engine.files.opening import FileError
from tenure.engine.files.plain import plain

from .libre import convert

AT = datetime(2031, 6, 2, 9, 0, tzinfo=UTC)
LATER = AT + timedelta(days=1)
TEXT = """\
---
title: Exposure and options
author: Nadia Mistry
date: 2031-06-02
footer: Confidential
---
# Exposure and options
For the board

Notes: Welcome.

## What happened
- The vessel struck the berth
  - at **2.4 knots**
1. first
2. second

Notes: Speak slowly.
And pause.

## Exposure

| Scenario | USD m |
|---|---:|
| Limit holds | 16.7 |
| Limit falls | 41.2 |

# Options

## Advice
Talk to the insurer.
"""


def made(text: str = TEXT) -> DeckFile:
    return DeckFile(from_outline(text, at=AT), "a.pptx")


def again(file: DeckFile) -> DeckFile:
    return DeckFile(file.save(LATER), "a.pptx")


def titles(file: DeckFile) -> list[str]:
    return [slide_lines(slide)[0].removeprefix("## ") for slide in file.slides]


def test_slides_are_built_of_placeholders() -> None:
    file = made()
    assert titles(file) == ["Exposure and options", "What happened", "Exposure", "Options", "Advice"]
    layouts = [slide.slide_layout.name for slide in file.slides]
    assert layouts == [
        "Title Slide",
        "Title and Content",
        "Title Only",
        "Section Header",
        "Title and Content",
    ]
    assert slide_lines(file.slide(2)) == [
        "## What happened",
        "- The vessel struck the berth",
        "  - at 2.4 knots",
        "1. first",
        "2. second",
        "Notes: Speak slowly. And pause.",
    ]
    assert "| Limit holds | 16.7 |" in slide_lines(file.slide(3))
    assert "Nadia Mistry · 2 June 2031" in slide_lines(file.slide(1))
    footers = [
        shape.text_frame.text for shape in file.slide(2).placeholders if shape.placeholder_format.idx == 11
    ]
    assert footers == ["Confidential"]
    assert (file.presentation.core_properties.title, file.presentation.core_properties.author) == (
        "Exposure and options",
        "Nadia Mistry",
    )


def test_an_outline_without_a_title_slide() -> None:
    assert titles(made("## One\n- a\n\n## Two\n- b")) == ["One", "Two"]
    assert titles(made("---\ntitle: T\n---\n## One\n- a")) == ["T", "One"]
    with pytest.raises(MarkupError, match="line 5"):
        from_outline("## a\n\n| a | b |\n|--|--|\n| 1 | 2 | 3 |", at=AT)


def test_much_text_is_made_to_fit() -> None:
    many = "## Much\n" + "\n".join(f"- a bullet with quite a few words in it, number {n}" for n in range(14))
    file = made(many)
    assert draw(file.presentation, file.slide(1)).faults == []
    sizes = {
        run.font.size.pt for one in file.slide(1).placeholders[1].text_frame.paragraphs for run in one.runs
    }
    assert max(sizes) < 22


def test_edits() -> None:
    file = made()
    assert file.add("## New one\n- x\n\n## New two\n\n| a |\n|---|\n| 1 |", 2) == [3, 4]
    file.move(1, 3)
    file.delete(5)
    file.edit(1, title="What *really* happened", text="- only this", notes="Brief.")
    assert file.replace("only this", "just that", None) == 1
    file = again(file)
    assert titles(file) == [
        "What really happened",
        "New one",
        "Exposure and options",
        "New two",
        "Options",
        "Advice",
    ]
    assert slide_lines(file.slide(1)) == ["## What really happened", "- just that", "Notes: Brief."]
    with pytest.raises(FileError, match="slides 1 to 6, not 9"):
        file.delete(9)
    with pytest.raises(FileError, match="does not stand"):
        file.replace("nowhere", "x", None)
    with pytest.raises(FileError, match="no slide 7"):
        file.add("## x", 7)
    with pytest.raises(FileError, match="no slide"):
        file.add("", None)
    with pytest.raises(FileError, match="no place for text"):
        file.edit(4, title=None, text="- words", notes=None)


def test_tables() -> None:
    file = made()
    before = [shape.width for shape in file.slide(3).shapes if shape.has_table]
    file.set_table(3, [["Scenario", "USD m"], ["A", "1.5"], ["B", "2.5"]])
    file = again(file)
    assert "| B | 2.5 |" in slide_lines(file.slide(3))
    assert [shape.width for shape in file.slide(3).shapes if shape.has_table] == before
    file.set_table(3, [["a", "b", "c"], ["1", "2"]])
    file.set_table(5, [["x", "y"], ["1", "2"]])
    file = again(file)
    assert [line for line in slide_lines(file.slide(3)) if line.startswith("| ")] == [
        "| a | b | c |",
        "| 1 | 2 |  |",
    ]
    assert "Talk to the insurer." in slide_lines(file.slide(5))
    assert draw(file.presentation, file.slide(5)).faults == []


def test_charts_and_pictures() -> None:
    file = made()
    add_chart(file.presentation, file.slide(5), "bar", ["a", "b"], {"x": [1, 2.5], "y": [0, 3]})
    picture = io.BytesIO()
    Image.new("RGB", (40, 20), "navy").save(picture, "PNG")
    add_picture(file.presentation, file.slide(2), picture.getvalue(), "/pics/berth.png")
    file = again(file)
    assert slide_lines(file.slide(5))[-1] == "[bar chart: x: a 1, b 2.5; y: a 0, b 3]"
    assert "[picture: berth.png]" in slide_lines(file.slide(2))
    for number in (2, 5):
        assert draw(file.presentation, file.slide(number)).faults == []
    for kind, labels, series in (
        ("donut", ["a"], {"x": [1]}),
        ("bar", ["a"], {"x": [1, 2]}),
        ("bar", [], {}),
    ):
        with pytest.raises(FileError):
            add_chart(file.presentation, file.slide(5), kind, labels, series)  # type: ignore[arg-type]
    with pytest.raises(FileError, match="no number"):
        add_chart(file.presentation, file.slide(5), "bar", ["a"], {"x": [float("nan")]})
    with pytest.raises(FileError, match="no picture"):
        add_picture(file.presentation, file.slide(2), b"text", "a.png")


def test_a_look_is_a_picture_and_finds_faults() -> None:
    file = made()
    look = draw(file.presentation, file.slide(2))
    with Image.open(io.BytesIO(look.picture)) as picture:
        assert picture.size == (960, 540)
        assert len(picture.getcolors(100_000) or []) > 3
    assert look.faults == []
    assert look.shapes[0].startswith("title 'What happened' in 30 points at 0.6, 0.4 in")
    slide: Any = file.slide(2)
    box = slide.shapes.add_textbox(Inches(0.7), Inches(1.8), Inches(3), Inches(0.4))
    box.text_frame.text = "Far too many words for so small a box, which overflows and lies over the bullets"
    slide.shapes.add_textbox(Inches(12.9), Inches(7), Inches(2), Inches(1)).text_frame.text = "Out"
    faults = draw(file.presentation, slide).faults
    assert any("runs over its box" in one for one in faults)
    assert any("overlap" in one for one in faults)
    assert any("leaves the slide" in one for one in faults)


def test_the_same_bytes_and_picture_in_another_process() -> None:
    script = (
        "from datetime import UTC, datetime\nimport sys, hashlib, time\n"
        "real = time.time\ntime.time = lambda: real() + float(sys.argv[2])\n"
        "from tenure.engine.files.deck import from_outline\n"
        "from tenure.engine.files.deckcharts import add_chart\n"
        "from tenure.engine.files.deckdraw import draw\n"
        "from tenure.engine.files.deckfile import DeckFile\n"
        "file = DeckFile(from_outline(sys.argv[1], at=datetime(2031, 6, 2, 9, tzinfo=UTC)))\n"
        "add_chart(file.presentation, file.slide(5), 'bar', ['a', 'b'], {'x': [1, 2.5]})\n"
        "print(hashlib.sha256(file.save(datetime(2031, 6, 3, 9, tzinfo=UTC))).hexdigest())\n"
        "print(hashlib.sha256(draw(file.presentation, file.slide(5)).picture).hexdigest())"
    )
    done = [
        subprocess.run(
            [sys.executable, "-c", script, TEXT, str(shift)],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": str(shift)},
        ).stdout
        for shift in (1, 4_000_000)
    ]
    assert done[0] == done[1] != ""


def test_what_is_not_touched_stays() -> None:
    presentation: Any = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text = "Theirs"
    slide.placeholders[1].text = "A bullet of theirs"
    other = presentation.slides.add_slide(presentation.slide_layouts[6])
    other.shapes.add_textbox(0, 0, Inches(2), Inches(1)).text_frame.text = "Free words"
    out = io.BytesIO()
    presentation.save(out)
    file = DeckFile(out.getvalue())
    file.replace("bullet", "point", None)
    file.add("## Ours\n- x", None)
    data = file.save(LATER)
    old, new = zipfile.ZipFile(io.BytesIO(out.getvalue())), zipfile.ZipFile(io.BytesIO(data))
    assert set(old.namelist()) <= set(new.namelist())
    same = {name for name in old.namelist() if old.read(name) == new.read(name)}
    assert {"ppt/slides/slide2.xml", "ppt/theme/theme1.xml", "ppt/slideMasters/slideMaster1.xml"} <= same
    assert titles(DeckFile(data)) == ["Theirs", "", "Ours"]


WORD = st.text("abcdefg", min_size=1, max_size=8)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(WORD, st.lists(WORD, max_size=4), WORD), min_size=1, max_size=4))
def test_all_words_come_through(slides: list[tuple[str, list[str], str]]) -> None:
    text = "\n\n".join(
        f"## {title}\n" + "\n".join(f"- {one}" for one in bullets) + f"\n\nNotes: {note}"
        for title, bullets, note in slides
    )
    file = made(text)
    assert [slide_lines(slide) for slide in file.slides] == [
        [f"## {title}", *(f"- {one}" for one in bullets), f"Notes: {note}"] for title, bullets, note in slides
    ]


def test_hostile_decks_are_refused() -> None:
    good = from_outline(TEXT, at=AT)
    for data, says in (
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "password"),
        (b"", "damaged"),
        (good[:3000], "damaged"),
    ):
        with pytest.raises(FileError, match=says):
            DeckFile(data, "bad.pptx")
    from tenure.engine.files.word import from_markdown

    with pytest.raises(FileError, match=r"damaged or no \.pptx"):
        DeckFile(from_markdown("Text", at=AT), "bad.pptx")


def test_libreoffice_opens_them(tmp_path: Path) -> None:
    file = made()
    add_chart(file.presentation, file.slide(5), "column", ["a", "b"], {"x": [1, 2]})
    paths = convert(tmp_path, {"a.pptx": from_outline(TEXT, at=AT), "b.pptx": file.save(LATER)}, "pdf")
    for path in paths.values():
        text = plain("a.pdf", path.read_bytes()) or ""
        assert "Limit holds" in " ".join(text.split())
