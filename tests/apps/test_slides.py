"""Presentations made and edited on the drive by several people."""

from __future__ import annotations

import base64
import io
import json

import pytest
from PIL import Image

from tenure.engine.apps.slides import Slides
from tenure.engine.apps.surface import functions

from .conftest import Office

PATH = "/Board/deck.pptx"
TEXT = """\
# Exposure
For the board

## What happened
- The vessel struck the berth

Notes: Speak slowly.

## Figures

| Scenario | USD m |
|---|---:|
| Limit holds | 16.7 |
"""


def made(office: Office, who: str = "noor") -> None:
    done = office.use(who, "slides.create", path=PATH, text=TEXT)
    assert (done.path, done.version, done.slides) == (PATH, 1, [1, 2, 3])


def test_a_deck_is_made_listed_and_read(office) -> None:
    made(office)
    outline = office.use("noor", "slides.outline", path=PATH)
    assert outline.slides == [
        "1 Exposure (2 lines)",
        "2 What happened (1 line, notes)",
        "3 Figures (0 lines, table)",
    ]
    text = office.use("noor", "slides.read", path=PATH).text
    assert "## Slide 2: What happened\n- The vessel struck the berth\nNotes: Speak slowly." in text
    assert office.use("noor", "slides.read", path=PATH, slide=3).text.startswith(
        "## Slide 3: Figures\n| Scenario"
    )


def test_edits(office) -> None:
    made(office)
    assert office.use(
        "noor", "slides.add", path=PATH, version=1, text="## Advice\n- Talk", after=1
    ).slides == [2]
    office.use("noor", "slides.edit", path=PATH, version=2, slide=2, title="Our advice", notes="Firmly.")
    office.use("noor", "slides.replace", path=PATH, version=3, passage="struck", text="hit")
    office.use("noor", "slides.move", path=PATH, version=4, slide=4, to=2)
    office.use(
        "noor", "slides.table", path=PATH, version=5, slide=2, rows=[["Scenario", "USD m"], ["Holds", "17.0"]]
    )
    office.use(
        "noor",
        "slides.chart",
        path=PATH,
        version=6,
        slide=3,
        labels=["a", "b"],
        series={"x": [1, 2.5]},
        kind="pie",
    )
    office.use("noor", "slides.delete", path=PATH, version=7, slide=1)
    text = office.use("noor", "slides.read", path=PATH).text
    assert text == (
        "## Slide 1: Figures\n| Scenario | USD m |\n|---|---|\n| Holds | 17.0 |\n\n"
        "## Slide 2: Our advice\n- Talk\n[pie chart: x: a 1, b 2.5]\nNotes: Firmly.\n\n"
        "## Slide 3: What happened\n- The vessel hit the berth\nNotes: Speak slowly."
    )


def test_pictures_and_looks(office) -> None:
    made(office)
    done = office.use("noor", "slides.render", path=PATH, slide=2, to="/Board/look.png")
    assert (done.path, done.version, done.faults) == ("/Board/look.png", 1, [])
    assert done.shapes[0].startswith("title 'What happened'")
    assert office.use("noor", "slides.render", path=PATH, slide=3, to="/Board/look.png").version == 2
    data = base64.b64decode("".join(office.use("noor", "drive.download", path="/Board/look.png").content))
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.width == 960
    office.use("noor", "slides.picture", path=PATH, version=1, slide=2, file="/Board/look.png")
    assert "[picture: look.png]" in office.use("noor", "slides.read", path=PATH, slide=2).text
    assert office.refused("noor", "slides.render", path=PATH, slide=2, to="/Board/look.jpg").code == "invalid"
    assert (
        office.refused("noor", "slides.picture", path=PATH, version=2, slide=2, file="/no.png").code
        == "not_found"
    )


def test_an_edit_of_what_has_moved_on_is_a_conflict(office) -> None:
    made(office)
    office.use("ines", "slides.replace", path=PATH, version=1, passage="struck", text="hit")
    for tool, arguments in (
        ("slides.add", {"text": "## x"}),
        ("slides.edit", {"slide": 1, "title": "x"}),
        ("slides.replace", {"passage": "hit", "text": "x"}),
        ("slides.move", {"slide": 1, "to": 2}),
        ("slides.delete", {"slide": 1}),
        ("slides.table", {"slide": 1, "rows": [["x"]]}),
        ("slides.chart", {"slide": 1, "labels": ["a"], "series": {"x": [1]}}),
        ("slides.picture", {"slide": 1, "file": PATH}),
    ):
        error = office.refused("noor", tool, path=PATH, version=1, **arguments)
        assert error.code == "conflict", tool
        assert "Inês Marchetti" in error.message
    assert "hit the berth" in office.use("noor", "slides.read", path=PATH).text


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "says"),
    [
        ("slides.create", {"path": "/a.docx", "text": "## x"}, "invalid", "no .pptx"),
        ("slides.create", {"path": PATH, "text": "## x"}, "conflict", ""),
        ("slides.create", {"path": "/b.pptx", "text": ""}, "invalid", "no slide"),
        ("slides.create", {"path": "/b.pptx", "text": "## x\n\n| a |\n|--|\n| 1 | 2 |"}, "invalid", "line 5"),
        ("slides.create", {"path": "/b.pptx", "text": "## x\n" * 301}, "invalid", "301 slides"),
        ("slides.read", {"path": PATH, "slide": 9}, "not_found", "slides 1 to 3"),
        ("slides.read", {"path": "/x.md"}, "invalid", "no .pptx"),
        (
            "slides.edit",
            {"path": PATH, "version": 1, "slide": 3, "text": "- x"},
            "invalid",
            "no place for text",
        ),
        ("slides.edit", {"path": PATH, "version": 1, "slide": 0, "title": "x"}, "not_found", ""),
        ("slides.replace", {"path": PATH, "version": 1, "passage": "zzz", "text": "x"}, "not_found", ""),
        ("slides.replace", {"path": PATH, "version": 1, "passage": "the", "text": "x"}, "invalid", "times"),
        ("slides.move", {"path": PATH, "version": 1, "slide": 1, "to": 9}, "not_found", ""),
        ("slides.table", {"path": PATH, "version": 1, "slide": 1, "rows": []}, "invalid", "no cells"),
        (
            "slides.chart",
            {"path": PATH, "version": 1, "slide": 1, "labels": [], "series": {}},
            "invalid",
            "no data",
        ),
        (
            "slides.picture",
            {"path": PATH, "version": 1, "slide": 1, "file": "/x.md"},
            "invalid",
            "no picture",
        ),
        ("slides.outline", {"path": "/Finance/none.pptx"}, "not_found", ""),
    ],
)
def test_errors(office, tool, arguments, code, says) -> None:
    made(office)
    office.use("noor", "drive.write", path="/x.md", text="x")
    error = office.refused("noor", tool, **arguments)
    assert error.code == code
    assert says in error.message


def test_damaged_decks_are_refused(office) -> None:
    office.use("noor", "drive.upload", path="/bad.pptx", content=base64.b64encode(b"junk").decode())
    assert office.refused("noor", "slides.read", path="/bad.pptx").code == "invalid"
    assert office.refused("noor", "slides.delete", path="/bad.pptx", version=1, slide=1).code == "invalid"


def test_reading_costs_what_is_new(office) -> None:
    made(office, who="ines")
    assert office.effort("noor", "slides.read", path=PATH) > office.effort("noor", "slides.read", path=PATH)
    assert office.use("noor", "drive.read", path=PATH).words == 0
    office.use("ines", "slides.replace", path=PATH, version=1, passage="struck", text="hit")
    assert 0 < office.use("noor", "slides.read", path=PATH).words <= 7
    office.use("noor", "slides.add", path=PATH, version=2, text="## Mine\n- words of mine")
    assert office.use("noor", "slides.read", path=PATH).words == 0


def test_bounds(office) -> None:
    text = "\n\n".join(
        f"## Slide title {n}\n" + "\n".join(f"- bullet {i} of {n}" for i in range(9)) for n in range(80)
    )
    office.use("noor", "slides.create", path="/long.pptx", text=text)
    outline = office.use("noor", "slides.outline", path="/long.pptx")
    assert (outline.found, len(outline.slides), outline.more) == (80, 40, "page=2 of 2")
    result = office.use("noor", "slides.read", path="/long.pptx")
    assert len(json.dumps(result.record())) < 6_000
    assert result.more.startswith("part=2 of")


def test_the_tool_list_is_short() -> None:
    tools = functions(Slides(None).tools())  # type: ignore[arg-type]
    assert len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False)) <= 3_800
