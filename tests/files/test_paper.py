"""PDFs that authors get from markdown."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import pypdf
import pytest

from tenure.engine.files.markup import MarkupError
from tenure.engine.files.paper import STYLES, from_markdown
from tenure.engine.files.paperlook import ink
from tenure.engine.files.plain import plain

AT = datetime(2031, 3, 4, 9, 30, tzinfo=UTC)

BODY = """
# Oil record book

Kept aboard *Aldersund* under **Annex I**.[^a] Łódź, ☐ none.

| Date | Item | Quantity (m3) |
|:--|:--|--:|
| 2 Mar 2031 | 55 | 1,250.00 |
| 3 Mar 2031 | 56 | 90.5 |

1. First item
2. Second
   - nested

4.2 The owner shall be liable.

> A quotation.

[^a]: See the transcript.

___

Master

---pagebreak---

## Next page
"""


@pytest.mark.parametrize("style", ["", *STYLES])
def test_every_style_keeps_every_word(style: str) -> None:
    front = f"---\nstyle: {style}\ndate: 2031-03-04\nletterhead: [Hallam Quay LLP]\nTo: Noor\nRe: The claim\n---\n"
    data = from_markdown(front + BODY, at=AT, author="N. Falk")
    text = plain("x.pdf", data)
    assert text is not None
    for words in (
        "Oil record book",
        "Kept aboard Aldersund under Annex I.[1]",
        "2 Mar 2031   55   1,250.00",
        "First item",
        "The owner shall be liable.",
        "[1] See the transcript.",
        "Hallam Quay LLP",
        "Noor",
        "The claim",
        "4 March 2031",
    ):
        assert words in text, words
    assert "## Page 2\nNext page" in text
    assert len(pypdf.PdfReader(io.BytesIO(data)).pages) == 2


def test_dates_in_the_file_are_simulated_ones() -> None:
    reader = pypdf.PdfReader(io.BytesIO(from_markdown(BODY, at=AT, author="N. Falk")))
    assert reader.metadata is not None
    assert reader.metadata.creation_date == AT
    assert reader.metadata.modification_date == AT
    assert reader.metadata.author == "N. Falk"
    assert reader.metadata.title == "Oil record book"


def test_the_same_text_gives_the_same_scan_and_another_text_another() -> None:
    scan = "---\nstyle: scan\nstamp: RECEIVED; 4 MAR 2031\n---\n"
    assert from_markdown(scan + BODY, at=AT) == from_markdown(scan + BODY, at=AT)
    text = plain("x.pdf", from_markdown(scan + BODY, at=AT))
    assert text is not None
    assert "RECEIVED" in text
    assert "4 MAR 2031" in text


def test_a_long_table_goes_over_pages_with_its_head() -> None:
    rows = "\n".join(f"| {n} | entry number {n} {'with many words ' * 8} |" for n in range(80))
    text = plain("x.pdf", from_markdown(f"| No | Entry |\n|--|--|\n{rows}\n", at=AT))
    assert text is not None
    assert text.count("No   Entry") == text.count("## Page") > 1
    assert all(f"entry number {n} " in text for n in range(80))


@pytest.mark.parametrize(
    "text", ["", "\n\n", "word " * 5, "x" * 3_000, "| a |\n|--|\n", "| a |\n|--|\n| " + "y" * 5_000 + " |\n"]
)
def test_any_text_can_be_printed(text: str) -> None:
    assert from_markdown(text, at=AT).startswith(b"%PDF")


def test_unknown_styles_are_told_with_their_line() -> None:
    with pytest.raises(MarkupError, match="line 2"):
        from_markdown("---\nstyle: papyrus\n---\n", at=AT)


def test_signs_that_the_fonts_lack_become_the_nearest() -> None:
    assert ink("Łódź ≤ 5 — “so” €") == "Lódz <= 5 — “so” €"
    assert ink("☒ 船") == "[x] ?"
