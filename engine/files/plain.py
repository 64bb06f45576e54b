"""Every known kind of file as the text that a reader sees: what drives show and search and what facts are found in."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from hashlib import blake2b
from threading import Lock
from typing import Final

from .kinds import Kind, kind_of

MAX_CHARACTERS: Final = 1_000_000
"""Of the text of one office file; the rest is cut, and the text says so."""
CACHE_CHARACTERS: Final = 48_000_000
"""Of all texts that are kept."""


def plain(name: str, data: bytes) -> str | None:
    """What a reader sees as text.

    Args:
        name: The file's name, whose ending tells its kind.
        data: The file whole.

    Returns:
        The text (of office files like markdown), or ``None`` if the kind has none or the file is damaged.
    """
    kind = kind_of(name)
    if kind == "other":
        return None
    if kind in ("text", "table"):
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return None
    key = (kind, blake2b(data, digest_size=20).digest())
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    text = _read(kind, data)
    with _lock:
        global _size
        if key not in _kept:
            _kept[key] = text
            _size += len(text or "") + 100
            while _size > CACHE_CHARACTERS and len(_kept) > 1:
                _, old = _kept.popitem(last=False)
                _size -= len(old or "") + 100
    return text


_kept: OrderedDict[tuple[Kind, bytes], str | None] = OrderedDict()
_size = 0
_lock = Lock()


def _read(kind: Kind, data: bytes) -> str | None:
    lines: list[str] = []
    left = MAX_CHARACTERS
    blank = True
    try:
        for line in _lines(kind)(data):
            # one empty line parts blocks, however many are empty
            if not line and blank:
                continue
            blank = not line
            lines.append(line[:left])
            left -= len(line) + 1
            if left <= 0:
                lines.append("… the rest is not shown")
                break
    except Exception:  # noqa: BLE001  a hostile file can make the libraries raise anything; it is no text then
        return None
    except BaseException as error:
        # what a library in Rust raises when it gives up
        if type(error).__name__ != "PanicException":
            raise
        return None
    return "\n".join(lines).strip("\n") + "\n"


def _lines(kind: Kind) -> Callable[[bytes], Iterator[str]]:
    # each reader brings a library that is heavy to import
    if kind == "docx":
        from .readword import word_lines

        return word_lines
    if kind == "xlsx":
        from .readbook import book_lines

        return book_lines
    if kind == "pptx":
        from .readdeck import deck_lines

        return deck_lines
    if kind == "pdf":
        from .readpaper import paper_lines

        return paper_lines
    from .readletter import letter_lines

    return letter_lines
