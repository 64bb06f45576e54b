"""What a reader sees in a saved mail: its headers, its text, and the names of what came with it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from typing import Final

HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")
_DROPPED: Final = re.compile(r"<(style|script|head)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_LINE: Final = re.compile(r"<(?:br|/p|/div|/tr|/h\d|/li)\b[^>]*>", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^>]{0,2000}>")


def letter_lines(data: bytes) -> Iterator[str]:
    """The mail's text, line by line."""
    message = message_from_bytes(data, policy=policy.default)
    for header in HEADERS:
        value = message.get(header)
        if value is not None:
            yield f"{header}: {' '.join(str(value).split())}"
    yield ""
    body = message.get_body(("plain", "html"))
    if body is not None:
        text = str(body.get_content()).replace("\r\n", "\n").replace("\r", "\n")
        yield _unmarked(text) if body.get_content_subtype() == "html" else text.rstrip("\n")
    names = [part.get_filename() or "a file without a name" for part in message.iter_attachments()]
    if names:
        yield ""
        yield f"Attachments: {', '.join(names)}"


def _unmarked(text: str) -> str:
    text = _TAG.sub("", _LINE.sub("\n", _DROPPED.sub("", text)))
    lines = (" ".join(line.split()) for line in html.unescape(text).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
