"""Edits of Word documents: exact, reversible as suggestions, and without loss of what is around."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import Any, cast

import docx
import pytest
from docx.shared import Pt
from docx.text.paragraph import Paragraph
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.files import wordedit, wordformat, wordtables
from tenure.engine.files.opening import FileError
from tenure.engine.files.plain import plain
from tenure.engine.files.worddiff import compare
from tenure.engine.files.wordfile import WordFile
from tenure.engine.files.wordlines import Line
from tenure.engine.files.wordremarks import Remarks
from tenure.engine.files.wordrevise import accept, reject, suggestions

from .words import AT, INES, LATER, NOOR, again, made, paragraphs, texts

# Passages ------------------------------------------------------------------------------------------------------------


def test_a_passage_keeps_the_format_around_it() -> None:
    file = made()
    wordedit.replace_passage(file, "Berth 7 at 2.4 knots", "Berth 9 at 3.1 knots")
    file = again(file)
    line = next(Line(block) for block in file.blocks() if "Berth" in Line(block).text)
    assert line.text.startswith("The vessel struck Berth 9 at 3.1 knots. It lost")
    bold = [run.text for run in Paragraph(line.paragraph, cast("Any", None)).runs if run.bold]
    assert "".join(bold) == "Berth 9"
    assert "[^1]" in "\n".join(file.texts()), "the footnote stays"


def test_runs_that_are_cut_inside_words() -> None:
    file = paragraphs(["The ow", "ner sh", "all p", "ay."])
    wordedit.replace_passage(file, "owner shall", "charterer will")
    assert texts(again(file)) == ["The charterer will pay."]


def test_quotes_spaces_and_markdown_of_a_passage_do_not_matter() -> None:
    file = paragraphs(["He said “no” to\u00a0it, twice."])
    wordedit.replace_passage(file, 'said "no"  to it', "agreed to it")
    assert texts(file) == ["He agreed to it, twice."]
    file = made()
    wordedit.replace_passage(file, "struck **Berth 7** at", "hit Berth 7 at")
    assert "The vessel hit Berth 7 at" in texts(file)[2]


def test_passages_that_are_not_there_once() -> None:
    file = made("The cat. The cat.\n\nAnother dog here.")
    with pytest.raises(FileError, match="stands 2 times"):
        wordedit.replace_passage(file, "The cat", "x")
    with pytest.raises(FileError, match="does not stand") as caught:
        wordedit.replace_passage(file, "Another dig here.", "x")
    assert "Another dog here" in caught.value.hint
    with pytest.raises(FileError, match="several paragraphs"):
        wordedit.replace_passage(file, "The cat.\nAnother dog", "x")
    with pytest.raises(FileError, match="empty"):
        wordedit.replace_passage(file, "  ", "x")


def test_a_whole_paragraph_may_become_several() -> None:
    file = made()
    wordedit.replace_passage(file, "The limit follows the tonnage.", "It follows:\n\n- tonnage\n- hull")
    shown = "\n".join(again(file).texts())
    assert "It follows:" in shown
    assert "- hull" in shown
    assert "The limit" not in shown
    with pytest.raises(FileError, match="part of one"):
        wordedit.replace_passage(file, "It lost", "a\n\nb")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("First", "1. One more", "1. One more\n2. Second"),
        ("- First", "Third", "1. Third\n2. Second"),
        ("## Law", "## The law", "## The law\nThe limit"),
        ("The limit follows the tonnage.", "### A heading now", "## Law\n### A heading now\n1. First"),
        ("follows", " - ", "The limit  -  the tonnage."),
        ("follows", "# is", "The limit # is the tonnage."),
        ("follows the ", "", "The limit tonnage."),
        ("Second", "", "1. First\n| Item"),
    ],
)
def test_signs_of_markdown_in_what_is_replaced(old: str, new: str, says: str) -> None:
    file = made()
    wordedit.replace_passage(file, old, new)
    assert says in "\n".join(text for text in again(file).texts() if text)


def test_sections() -> None:
    file = made()
    assert [(one.number, one.title, one.rank) for one in file.sections()] == [
        (1, "Opinion", 0),
        (2, "Facts", 1),
        (3, "Law", 1),
    ]
    wordedit.replace_section(file, "Facts", "Nothing happened.")
    wordedit.insert(file, "## Costs\n\nNone.", after="Facts")
    wordedit.insert(file, "Before all.", before="Opinion")
    file = again(file)
    assert [one.title for one in file.sections()] == ["Opinion", "Facts", "Costs", "Law"]
    assert [one.rank for one in file.sections()] == [0, 1, 1, 1]
    assert texts(file)[:4] == ["Before all.", "Opinion", "Facts", "Nothing happened."]
    wordedit.delete(file, section="Law")
    assert [one.title for one in again(file).sections()] == ["Opinion", "Facts", "Costs"]
    with pytest.raises(FileError, match="no section 'Fcats'") as caught:
        file.section("Fcats")
    assert "Facts" in caught.value.hint


def test_items_go_on_with_the_list() -> None:
    file = made()
    wordedit.insert(file, "3. Third", after="Second")
    assert "3. Third" in "\n".join(again(file).texts())


def test_new_paragraphs_look_like_their_neighbours() -> None:
    document = docx.Document()
    run = document.add_paragraph().add_run(
        "A paragraph of another hand, long enough to be one of running text."
    )
    run.font.name, run.font.size = "Garamond", Pt(13)
    out = io.BytesIO()
    document.save(out)
    file = WordFile(out.getvalue())
    wordedit.insert(file, "Added.")
    added = docx.Document(io.BytesIO(file.save(AT))).paragraphs[-1].runs[0]
    assert (added.font.name, added.font.size) == ("Garamond", Pt(13))


# Suggestions ---------------------------------------------------------------------------------------------------------


def test_suggestions_are_tracked_changes_of_their_author() -> None:
    file = made()
    wordedit.replace_passage(file, "2.4 knots", "3.1 knots", editor=INES)
    file = again(file)
    xml = zipfile.ZipFile(io.BytesIO(file.save(LATER))).read("word/document.xml").decode()
    assert xml.count("<w:ins ") == 1
    assert xml.count("<w:del ") == 1
    assert 'w:author="Ines Marchetti" w:date="2031-05-14T10:30:00Z"' in xml
    [one] = suggestions(file)
    assert (one.author, one.kind, one.deleted, one.inserted) == ("Ines Marchetti", "replace", "2.4", "3.1")


def test_another_editor_inside_a_suggestion() -> None:
    file = made()
    wordedit.replace_passage(file, "It lost 412 m³ of oil.", "It lost a very great deal of oil.", editor=INES)
    file = again(file)
    wordedit.replace_passage(file, "very great deal", "lot", editor=NOOR)
    file = again(file, LATER + timedelta(hours=1))
    assert {one.author for one in suggestions(file)} == {INES.name, NOOR.name}
    mine = [one for one in suggestions(file) if one.author == NOOR.name]
    reject(file, mine)
    assert "It lost a very great deal of oil." in texts(file)[2]
    reject(file, suggestions(file))
    assert "It lost 412 m³ of oil." in texts(file)[2]


def test_what_one_suggested_oneself_just_changes() -> None:
    file = made()
    wordedit.replace_passage(file, "2.4 knots", "3.1 knots", editor=INES)
    wordedit.replace_passage(file, "3.1 knots", "3.5 knots", editor=INES)
    file = again(file)
    assert [(one.deleted, one.inserted) for one in suggestions(file)] == [("2.4", "3.5")]


def test_suggested_paragraphs_and_tables_come_and_go_whole() -> None:
    before = made().texts()
    new = "## Costs\n\nNew words.\n\n- an item\n\n| x | y |\n|---|---|\n| 1 | 2 |"
    file = made()
    wordedit.insert(file, new, after="Facts", editor=INES)
    file = again(file)
    assert len(suggestions(file)) == 1
    accepted, rejected = again(file), again(file)
    accept(accepted, suggestions(accepted))
    outright = made()
    wordedit.insert(outright, new, after="Facts")
    assert again(accepted).texts() == again(outright).texts()
    reject(rejected, suggestions(rejected))
    assert again(rejected).texts() == before


def test_suggested_deletions() -> None:
    file = made()
    wordedit.delete(file, section="Facts", editor=INES)
    wordedit.delete(file, table=1, row=3, editor=INES)
    file = again(file)
    kept, gone = again(file), again(file)
    reject(kept, suggestions(kept))
    assert kept.texts() == made().texts()
    accept(gone, suggestions(gone))
    outright = made()
    wordedit.delete(outright, section="Facts")
    wordedit.delete(outright, table=1, row=3)
    assert [text for text in gone.texts() if text] == [text for text in outright.texts() if text]


def test_changes_of_format_by_others_can_be_decided() -> None:
    file = made("Some plain words.")
    from tenure.engine.files.wordxml import parsed

    run = next(iter(file.body.iter("{http://schemas.openxmlformats.org/wordprocessingml/2006/main}r")))
    run.insert(
        0,
        parsed(
            '<w:rPr {ns}><w:b/><w:rPrChange w:id="5" w:author="Ada" w:date="2031-01-01T00:00:00Z"><w:rPr><w:i/></w:rPr>'
            "</w:rPrChange></w:rPr>"
        ),
    )
    file = again(file)
    [one] = suggestions(file)
    assert (one.kind, one.author, one.date) == ("format", "Ada", "2031-05-14T10:30:00Z")
    reject(file, [one])
    run = docx.Document(io.BytesIO(file.save(LATER))).paragraphs[0].runs[0]
    assert (run.bold, run.italic) == (None, True)


PIECES = st.lists(st.text("ab c.é", min_size=1, max_size=6), min_size=1, max_size=5)


@st.composite
def replaced(draw):
    pieces = draw(PIECES)
    text = "".join(pieces)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return pieces, start, end, draw(st.text("ab d!", max_size=8))


@settings(max_examples=60, deadline=None)
@given(replaced(), replaced())
def test_accepted_is_replaced_and_rejected_is_as_before(first, second) -> None:
    from tenure.engine.files.markup import Run

    pieces, start, end, new = first
    text = "".join(pieces)
    wanted = text[:start] + new + text[end:]
    outright, tracked = paragraphs(pieces), paragraphs(pieces)
    Line(outright.blocks()[0]).replace(start, end, [Run(new)])
    assert texts(again(outright)) == [wanted]
    line = Line(tracked.blocks()[0])
    line.replace(start, end, [Run(new)], INES)
    assert line.text == wanted
    # somebody else changes it once more
    _, start, end, more = second
    start, end = min(start, len(wanted)), min(end, len(wanted))
    both = again(tracked)
    Line(both.blocks()[0]).replace(start, end, [Run(more)], NOOR)
    accepted, rejected = again(both), again(both)
    accept(accepted, suggestions(accepted))
    assert texts(accepted) == [wanted[:start] + more + wanted[end:]]
    assert not suggestions(accepted)
    reject(rejected, suggestions(rejected))
    assert "".join(texts(rejected)) == text
    assert not suggestions(rejected)


# Comparing -----------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text("ab c", max_size=9), max_size=5),
    st.lists(st.text("ab c", max_size=9), max_size=5),
)
def test_a_comparison_is_empty_only_for_equal_texts(one: list[str], other: list[str]) -> None:
    a, b = paragraphs(*([text] for text in one)), paragraphs(*([text] for text in other))
    found = compare(a, b)
    same = [text.strip() for text in one if text.strip()] == [text.strip() for text in other if text.strip()]
    assert (found.changes == 0) == (found.text == "") == same


def test_a_comparison_reads_well() -> None:
    file = made()
    wordedit.replace_passage(file, "412 m³", "512 m³")
    wordedit.insert(file, "A new thought.", after="Facts", editor=INES)
    found = compare(made(), again(file))
    assert found.changes == 2
    assert found.text.startswith("[in Facts]\n\nThe vessel struck")
    assert "{--412--}{++512++} m³" in found.text
    assert "{++A new thought.++}" in found.text


# Comments ------------------------------------------------------------------------------------------------------------


def test_comments_are_threads_in_the_file() -> None:
    file = made()
    runs = wordedit.anchor(file, "Berth 7")
    assert Remarks(file).add(runs, "Which side?", INES.name) == "c1"
    file = again(file)
    thread = Remarks(file).get("c1")
    assert (thread.author, thread.about, thread.date) == (INES.name, "Berth 7", "2031-05-14T10:30:00Z")
    assert Remarks(file).reply(thread, "Port.", NOOR.name) == "c2"
    Remarks(file).resolve(thread)
    file = again(file)
    [thread] = Remarks(file).all()
    assert thread.resolved
    assert [(one.author, one.text) for one in thread.replies] == [(NOOR.name, "Port.")]
    parts = zipfile.ZipFile(io.BytesIO(file.save(LATER))).namelist()
    assert "word/comments.xml" in parts
    assert "word/commentsExtended.xml" in parts
    with pytest.raises(FileError, match="no comment 'c9'"):
        Remarks(file).get("c9")
    shown = plain("a.docx", file.save(LATER)) or ""
    assert "{>>Ines Marchetti: Which side?<<}" in shown


# Tables and formats --------------------------------------------------------------------------------------------------


def test_tables() -> None:
    file = made()
    table = file.table(1)
    assert wordtables.grid(table) == [["Item", "Amount"], ["Base", "10"], ["More", "20"]]
    wordtables.set_cells(file, 1, {"B2": "**11**", "a3": "Less"})
    wordtables.add_rows(file, 1, [["x", "1"], ["y"]], after=1)
    wordtables.add_rows(file, 1, [["end", "9"]])
    file = again(file)
    assert wordtables.grid(file.table(1)) == [
        *(["Item", "Amount"], ["x", "1"], ["y", ""], ["Base", "11"], ["Less", "20"], ["end", "9"])
    ]
    heads = [row for row in file.table(1).iter() if row.tag.endswith("}tblHeader")]
    assert len(heads) == 1, "only the head is repeated"
    for cells, says in (({"C1": "x"}, "no C1"), ({"B9": "x"}, "no B9"), ({"?": "x"}, "no cell")):
        with pytest.raises(FileError, match=says):
            wordtables.set_cells(file, 1, cells)
    with pytest.raises(FileError, match="has 3 cells"):
        wordtables.add_rows(file, 1, [["a", "b", "c"]])
    with pytest.raises(FileError, match="1 tables"):
        file.table(2)
    wordedit.delete(file, table=1)
    assert file.tables() == []


def test_rows_added_to_a_suggested_table_are_no_suggestion() -> None:
    file = made("Text.")
    wordedit.insert(file, "| a | b |\n|---|---|\n| 1 | 2 |", editor=INES)
    wordtables.add_rows(file, 1, [["x", "y"]])
    file = again(file)
    reject(file, suggestions(file))
    assert wordtables.grid(again(file).table(1)) == [["x", "y"]]


def test_formats() -> None:
    file = made()
    wordformat.apply_format(file, passage="follows", switches={"bold": True, "highlight": True})
    wordformat.apply_format(file, passage="It lost", style="Quote", switches={}, align="justify")
    wordformat.apply_format(file, section="Law", switches={"italic": False})
    document: Any = docx.Document(io.BytesIO(file.save(LATER)))
    law = next(one for one in document.paragraphs if "follows" in one.text)
    assert [run.text for run in law.runs if run.bold] == ["follows"]
    assert not any(run.italic for run in law.runs)
    assert next(one for one in document.paragraphs if "lost" in one.text).style.name == "Quote"
    with pytest.raises(FileError, match="no style 'Fancy'"):
        wordformat.apply_format(file, passage="It lost", style="Fancy", switches={})
    with pytest.raises(FileError, match="no alignment"):
        wordformat.apply_format(file, passage="It lost", switches={}, align="middle")
