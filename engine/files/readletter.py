"""What a reader sees in a saved mail: its headers, its text, and the names of what came with it."""

from __future__ import annotations

import importlib
import re
from base64 import b64encode
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from typing import Any, Final

from .normal import DamagedFileError

HEADERS: Final = ("From", "To", "Cc", "Date", "Subject")
MAX_HEADER: Final = 20_000
"""Characters of one header; longer ones are no mail's, and take the library for ever."""
_SILENT: Final = ("head", "script", "style", "title")
_LINES: Final = ("br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote")
_BLANK: Final = re.compile(rb"\r?\n\r?\n")
_WIDE: Final = rb"[^\s<>\",;:@()]{0,60}[\x80-\xff][^\s<>\",;:@()]*"
# blanks between two encoded words would be dropped
_WIDE_WORD: Final = re.compile(rb"(?<=[\s\"])" + _WIDE + rb"(?: " + _WIDE + rb")*")
_TAG: Final = re.compile(r"<[^>]{0,2000}>")


def open_letter(data: bytes) -> EmailMessage:
    """A mail as RFC 5322 has it, or as people write one by hand: headers in plain UTF-8 are taken too.

    Raises:
        DamagedFileError: It has headers that no mail has.
    """
    found = _BLANK.search(data)
    head, rest = (data[: found.start()], data[found.start() :]) if found else (data, b"")
    if not head.isascii() and len(head) <= 10 * MAX_HEADER:
        head = _WIDE_WORD.sub(_encoded, head)
    message = message_from_bytes(head + rest, policy=policy.default)
    for part in message.walk():
        if any(len(str(value)) > MAX_HEADER for _, value in part.raw_items()):
            raise DamagedFileError(f"a header of the mail is longer than {MAX_HEADER:,} characters")
    return message


def text_of(part: MIMEPart) -> str:
    """A part's text, in the character set that it names or else in the one that it is written in."""
    if (part.get_content_charset() or "us-ascii") != "us-ascii":
        try:
            return str(part.get_content())
        except (LookupError, UnicodeError):
            pass
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def letter_lines(data: bytes) -> Iterator[str]:
    """The mail's text, line by line."""
    message = open_letter(data)
    for header in HEADERS:
        value = message.get(header)
        if value is not None:
            yield f"{header}: {' '.join(str(value).split())}"
    yield ""
    body = message.get_body(("plain", "html"))
    if body is not None:
        text = text_of(body).replace("\r\n", "\n").replace("\r", "\n")
        yield _unmarked(text) if body.get_content_subtype() == "html" else text.rstrip("\n")
    names = [part.get_filename() or "a file without a name" for part in message.iter_attachments()]
    if names:
        yield ""
        yield f"Attachments: {', '.join(names)}"


def _encoded(match: re.Match[bytes]) -> bytes:
    return b"=?utf-8?b?" + b64encode(match[0]) + b"?="


def _unmarked(text: str) -> str:
    """The text of HTML, its blocks as lines."""
    etree: Any = importlib.import_module("lxml.etree")  # it has no types
    parser = etree.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    out: list[str] = []
    silent = 0
    for event, one in etree.iterwalk(root, events=("start", "end")) if root is not None else ():
        name = str(one.tag)
        if event == "start":
            silent += name in _SILENT
            if not silent and one.text:
                out.append(one.text)
        else:
            silent -= name in _SILENT
            if name in _LINES:
                out.append("\n")
            if not silent and one.tail:
                out.append(one.tail)
    lines = (" ".join(line.split()) for line in "".join(out).replace("\r", "").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
