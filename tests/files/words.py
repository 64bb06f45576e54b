"""Word documents for the tests of what reads and edits them."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta

import docx

from tenure.engine.files.word import from_markdown
from tenure.engine.files.wordfile import WordFile, lines_of
from tenure.engine.files.wordlines import Editor

AT = datetime(2031, 5, 14, 9, 30, tzinfo=UTC)
LATER = AT + timedelta(hours=1)
INES = Editor("Ines Marchetti")
NOOR = Editor("Noor de Vries")
TEXT = """\
# Opinion

## Facts

The vessel struck **Berth 7** at 2.4 knots[^1]. It lost 412 m³ of oil.

## Law

The limit follows the *tonnage*.

1. First
2. Second

| Item | Amount |
|---|---|
| Base | 10 |
| More | 20 |

[^1]: By the log.
"""


EMPTY = from_markdown("", at=AT)


def made(text: str = TEXT) -> WordFile:
    return WordFile(from_markdown(text, at=AT), "a.docx")


def again(file: WordFile, at: datetime = LATER) -> WordFile:
    return WordFile(file.save(at), "a.docx")


def texts(file: WordFile) -> list[str]:
    return [line.text for block in file.blocks() for line in lines_of(block)]


def paragraphs(*pieces: list[str]) -> WordFile:
    """A document whose paragraphs are cut into these runs, as other producers cut them."""
    document = docx.Document(io.BytesIO(EMPTY))
    for runs in pieces:
        paragraph = document.add_paragraph()
        for number, text in enumerate(runs):
            run = paragraph.add_run(text)
            run.font.bold = number % 2 == 1 or None
    out = io.BytesIO()
    document.save(out)
    return WordFile(out.getvalue(), "odd.docx")
