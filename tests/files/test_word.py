"""Word documents made from markdown: real structures, the same bytes, and LibreOffice opens them."""

from __future__ import annotations

import io
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.files.markup import MarkupError
from tenure.engine.files.plain import plain
from tenure.engine.files.word import STYLES, from_markdown

from .libre import convert

AT = datetime(2031, 5, 14, 9, 30, tzinfo=UTC)
TEXT = """\
---
title: Maximum liability of the owner
author: Tomas Eklund
date: 2031-05-20
To: Nadia Mistry
header: PRIVILEGED
footer: Chambers
style: {style}
---
## Question

What can the owner be made to pay[^1]?

1. first
2. second
   - nested

| Item | Amount |
|---|---:|
| Base | 4,510,000 |

> quoted

1.1 A clause.

[^1]: At most.
"""


def made(style: str = "memo", text: str = TEXT) -> bytes:
    return from_markdown(text.replace("{style}", style), at=AT)


def opened(data: bytes) -> Any:
    return docx.Document(io.BytesIO(data))


@pytest.mark.parametrize("style", ["", *STYLES])
def test_structures_are_words_own(style: str) -> None:
    document = opened(made(style or '""'))
    styles = [one.style.name for one in document.paragraphs]
    assert "Heading 1" in styles
    assert "List Number" in styles
    assert "List Bullet" in styles
    assert "Quote" in styles
    numbered = [one for one in document.paragraphs if one.style.name == "List Number"]
    assert all(one._p.pPr.numPr is not None for one in numbered)
    assert numbered[0]._p.pPr.numPr.numId.val == numbered[1]._p.pPr.numPr.numId.val
    table = document.tables[-1]
    assert table.rows[0]._tr.trPr.find(qn("w:tblHeader")) is not None
    assert table.style.name in ("Ruled Table", "Form Table")
    footer = document.sections[0].footer._element.xml
    assert "PAGE" in footer
    assert "NUMPAGES" in footer
    assert "Chambers" in footer
    assert (
        "PRIVILEGED"
        in document.sections[0].first_page_header._element.xml + document.sections[0].header._element.xml
    )
    assert "word/footnotes" in "".join(str(part.partname) for part in document.part.package.iter_parts())
    core = document.core_properties
    assert (core.author, core.title) == ("Tomas Eklund", "Maximum liability of the owner")


def test_a_memo_has_its_head() -> None:
    shown = plain("a.docx", made())
    assert shown is not None
    for line in (
        "# Memorandum",
        "| To: | Nadia Mistry |",
        "| From: | Tomas Eklund |",
        "| Date: | 20 May 2031 |",
    ):
        assert line in shown
    assert "| Re: | Maximum liability of the owner |" in shown


def test_a_letter_has_its_subject_after_the_salutation() -> None:
    text = "---\nstyle: letter\ntitle: The spill\nletterhead: [Chambers, Quay 1]\n---\nDear Ms Vane,\n\nWe write."
    shown = plain("a.docx", from_markdown(text, at=AT)) or ""
    assert shown.index("Dear") < shown.index("Re: The spill") < shown.index("We write")
    assert "[header: Chambers Quay 1]" in shown


def test_lists_count_anew() -> None:
    shown = plain("a.docx", from_markdown("1. a\n2. b\n\nText.\n\n1. c\n\nText.\n\n4. d\n5. e", at=AT)) or ""
    for line in ("1. a", "2. b", "1. c", "4. d", "5. e"):
        assert f"\n{line}" in f"\n{shown}"


def test_a_first_heading_is_the_title() -> None:
    document = opened(from_markdown("# The title\n\n## Facts\n\n### More", at=AT))
    assert [one.style.name for one in document.paragraphs] == ["Title", "Heading 1", "Heading 2"]
    document = opened(from_markdown("# One\n\n# Two", at=AT))
    assert [one.style.name for one in document.paragraphs] == ["Heading 1", "Heading 1"]


def test_errors_say_where() -> None:
    with pytest.raises(MarkupError, match="line 2: there is no style 'poem'"):
        from_markdown("---\nstyle: poem\n---\nx", at=AT)


WORDS = st.text("abcdefg", min_size=1, max_size=8)
BLOCK = st.one_of(
    WORDS.map(lambda one: f"## {one}"),
    st.lists(WORDS, min_size=1, max_size=9).map(" ".join),
    st.lists(WORDS, min_size=1, max_size=4).map(lambda some: "\n".join(f"- {one}" for one in some)),
    st.lists(WORDS, min_size=1, max_size=4).map(
        lambda some: "\n".join(f"{n}. {one}" for n, one in enumerate(some, 1))
    ),
    st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=3).map(
        lambda rows: "| h | i |\n|---|---|\n" + "\n".join(f"| {a} | **{b}** |" for a, b in rows)
    ),
    WORDS.map(lambda one: f"> *{one}*"),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(BLOCK, min_size=1, max_size=6), st.sampled_from(["", *STYLES]))
def test_all_words_come_through(blocks: list[str], style: str) -> None:
    text = "\n\n".join(blocks)
    data = from_markdown(f"---\nstyle: '{style}'\n---\n{text}", at=AT)
    shown = plain("a.docx", data) or ""
    kept = list("".join(char if char in "abcdefghi" else " " for char in shown).split())
    wanted = "".join(char if char in "abcdefghi" else " " for char in text).split()
    for word in wanted:
        assert word in kept


def test_the_same_bytes_in_another_process() -> None:
    script = (
        "from datetime import UTC, datetime\nimport sys, hashlib\n"
        "from tenure.engine.files.word import from_markdown\n"
        "print(hashlib.sha256(from_markdown(sys.argv[1], at=datetime(2031, 5, 14, 9, 30, tzinfo=UTC))).hexdigest())"
    )
    text = TEXT.replace("{style}", "report")
    done = [
        subprocess.run(
            [sys.executable, "-c", script, text],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert done[0] == done[1] != ""


def test_libreoffice_opens_them(tmp_path: Path) -> None:
    files = {f"{style or 'plain'}.docx": made(style or '""') for style in ("", *STYLES)}
    for path in convert(tmp_path, files, "pdf").values():
        text = plain("a.pdf", path.read_bytes()) or ""
        assert "What can the owner be made to pay" in " ".join(text.split())
