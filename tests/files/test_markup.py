"""Markdown as authors write it becomes blocks without losing a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.files.markup import (
    Heading,
    Item,
    MarkupError,
    PageBreak,
    Paragraph,
    Rule,
    Table,
    inline,
    parse,
    plain,
    runs_of,
)


def words(text: str) -> str:
    return " ".join(" ".join(plain(list(runs_of(block))) for block in parse(text).blocks).split())


def test_blocks_of_every_kind() -> None:
    text = (
        "# One\n\nText with **bold** and *slanted*[^a].\n\n- x\n  1. y\n     more\n\n> said\n\n---\n\n___\n\n"
        "---pagebreak---\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\ncode  here\n```\n\n[^a]: A note.\n"
    )
    markup = parse(text)
    kinds = [type(block).__name__ for block in markup.blocks]
    assert kinds == [
        *(
            "Heading",
            "Paragraph",
            "Item",
            "Item",
            "Paragraph",
            "Rule",
            "Rule",
            "PageBreak",
            "Table",
            "Paragraph",
        )
    ]
    assert plain(markup.notes["a"]) == "A note."
    paragraph = markup.blocks[1]
    assert isinstance(paragraph, Paragraph)
    assert [run.text for run in paragraph.runs if run.bold] == ["bold"]
    assert [run.text for run in paragraph.runs if run.italic] == ["slanted"]
    nested = markup.blocks[3]
    assert isinstance(nested, Item)
    assert (nested.depth, nested.ordered, nested.number) == (1, True, 1)
    assert isinstance(markup.blocks[6], Rule)
    assert markup.blocks[6].signature
    table = markup.blocks[8]
    assert isinstance(table, Table)
    assert table.aligns == ("", "right")


def test_short_lines_stay_lines_and_long_ones_are_wrapped() -> None:
    address = parse("Ms Ines Marchetti\n3 Quay Street\nPort Merrow").blocks[0]
    assert isinstance(address, Paragraph)
    assert plain(address.runs).count("\n") == 2
    long = "word " * 14
    prose = parse(f"{long}\n{long}\nend").blocks[0]
    assert isinstance(prose, Paragraph)
    assert "\n" not in plain(prose.runs)


def test_lines_with_clause_numbers_and_boxes_are_paragraphs() -> None:
    blocks = parse("1.1 The owner pays.\n1.2 The charterer too.\n(a) at once\n[x] yes\n[ ] no").blocks
    clauses = [block.clause for block in blocks if isinstance(block, Paragraph)]
    assert clauses == ["1.1", "1.2", "(a)", "", ""]
    assert [plain(list(runs_of(block)))[0] for block in blocks[3:]] == ["☒", "☐"]


@pytest.mark.parametrize(
    "text",
    [
        "Text\n---\nmore",
        "<div>kept</div>",
        "[ref]: kept as text",
        "    indented stays text",
        "![alt words](x.png)",
        "[^gone] has no note",
        "a * b _ c ~ d",
        "Signature: ________ Date: ____",
        "$100 and 50% & <b>",
    ],
)
def test_unknown_syntax_stays_text(text: str) -> None:
    shown = words(text)
    for word in ("kept", "Text", "more", "alt", "gone", "Signature", "stays", "100", "50%"):
        assert (word in text) <= (word in shown), shown


def test_a_note_that_nobody_marks_is_not_lost() -> None:
    assert "An orphan" in words("Text\n\n[^1]: An orphan")


def test_front_matter() -> None:
    front = parse("---\ntitle: T\ndate: 2031-05-04\nTo: Ines\nstyle: memo\n---\nx", styles=["memo"]).front
    assert (front.title, front.date, front.style, dict(front.fields)) == (
        "T",
        "4 May 2031",
        "memo",
        {"To": "Ines"},
    )
    # two rules with text between are no front matter
    assert words("---\nJust text.\n---\n\nMore") == "Just text. More"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("---\ntitle: a: b\n---\nx", "line 2"),
        ("---\nstyle: poem\n---\nx", "line 2: there is no style 'poem'; known: memo"),
        ("---\ntitle: T\nsytle: memo\n---\nx", "line 3: 'sytle' is unknown; did you mean 'style'?"),
        ("---\ntitle:\n  a: 1\n---\nx", "line 2: title must be a text"),
        ("# H\n\n| a | b |\n|--|--|\n| 1 | 2 | 3 |", "line 5: the row has 3 cells, the table's head 2"),
        ("---\ntitle: T\n---\n| a |\n|--|\n| 1 | 2 |", "line 6"),
    ],
)
def test_errors_name_the_line(text: str, says: str) -> None:
    with pytest.raises(MarkupError, match=says.replace("?", r"\?")):
        parse(text, styles=["memo"])


def test_a_page_break_needs_no_empty_lines() -> None:
    assert [type(one) for one in parse("before\n---pagebreak---\nafter").blocks] == [
        Paragraph,
        PageBreak,
        Paragraph,
    ]


@given(
    st.lists(st.text("abc ÄÖ.,;:'\"()-", min_size=1).filter(lambda one: one.strip()), min_size=1, max_size=5)
)
def test_words_survive(lines: list[str]) -> None:
    text = "\n\n".join(f"x{line.strip()}" for line in lines)
    assert words(text).replace(" ", "") == "".join(text.split())


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    try:
        markup = parse(text)
    except MarkupError:
        return
    assert all(isinstance(run.text, str) for block in markup.blocks for run in runs_of(block))
    assert isinstance(inline(text), tuple)


def test_headings_have_levels() -> None:
    assert [one.level for one in parse("# a\n### b\n###### c").blocks if isinstance(one, Heading)] == [
        1,
        3,
        6,
    ]
