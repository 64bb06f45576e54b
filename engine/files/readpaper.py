"""What a reader sees in a PDF: the text of its pages. Pictures of text say nothing."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Final

from .normal import DamagedFileError

MAX_PAGES: Final = 400
MAX_BYTES: Final = 30_000_000
"""Of the whole file."""
MAX_CONTENT: Final = 1_000_000
"""Of one page's instructions, unpacked; real pages stay below 100,000."""
MAX_CONTENTS: Final = 5_000_000
"""Of all pages' instructions: a million takes about two seconds."""

_GAP: Final = re.compile(r" {3,}")


def paper_lines(data: bytes) -> Iterator[str]:
    """The pages' text, line by line, each page under ``## Page 2``.

    Raises:
        DamagedFileError: It can't be read, or only with a password.
    """
    from pypdf import PdfReader

    # pypdf tells of everything odd in a file on its logger; here that would be noise in a run
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    if len(data) > MAX_BYTES:
        raise DamagedFileError("the file is too large to be read as text")
    reader = PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise DamagedFileError("the file is locked with a password")
    pages = len(reader.pages)
    left = MAX_CONTENTS
    for number in range(min(pages, MAX_PAGES)):
        page = reader.pages[number]
        yield f"## Page {number + 1}"
        content = page.get_contents()
        if content is None:
            continue
        size = len(content.get_data())
        left -= size
        if left < 0:
            yield f"… {pages - number} pages are not shown"
            return
        if size > MAX_CONTENT:
            yield "[this page can't be read as text]"
        else:
            # the rows of tables stay together
            text = page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False)
            for line in text.replace("\x7f", "\u2022").split("\n"):
                yield _GAP.sub("   ", line.strip())
        yield ""
    if pages > MAX_PAGES:
        yield f"… {pages - MAX_PAGES} more pages"
