"""One pass over a text that is nearly JSON.

The scanner keeps its own stack, so depth costs no recursion, and it never goes back: any text takes time in proportion
to its length.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple, TypeAlias, cast

MOST_DEPTH: Final = 64
"""Deeper nesting is no answer but noise."""

_SPACE: Final = re.compile(r"(?:\s+|//[^\n]*|/\*[\s\S]*?\*/)*")
_BLANK: Final = re.compile(r"\s*")
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WORD: Final = re.compile(r"[A-Za-z_$][\w$-]*")
_STOPS: Final = {'"': re.compile(r'[\\\n"]'), "'": re.compile(r"[\\\n']"), "”": re.compile(r"[\\\n”]")}
_QUOTES: Final = {'"': '"', "'": "'", "“": "”"}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/"}
_LITERALS: Final = {"true": True, "false": False, "null": None}
_PYTHON: Final = {"True": True, "False": False, "None": None, "undefined": None}
_DECODER: Final = json.JSONDecoder()

Container: TypeAlias = "dict[str, Any] | list[Any]"


class Open(NamedTuple):
    """How a text ended before its JSON did."""

    path: tuple[str | int, ...]
    """From the root to the innermost container that is open."""
    key: str | None
    """The key whose value is missing."""
    text: str | None
    """The string that was not closed, as far as it goes."""
    inside: bool
    """It ended inside an item, not just before a closing bracket."""


class Scan(NamedTuple):
    """A value that was read, and how."""

    value: Any
    end: int
    repaired: tuple[str, ...]
    open: Open | None


class _Frame:
    __slots__ = ("held", "key", "part")

    def __init__(self, held: Container, part: str | int) -> None:
        self.held = held
        self.part = part
        """Where the parent holds it."""
        self.key: str | None = None


def scan(text: str, start: int) -> Scan | None:
    """The object or list that begins at ``start``, or ``None`` if what stands there is none."""
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return _Scanner(text, start).run()
    return Scan(value, end, (), None)


class _Scanner:
    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.at = start
        self.repaired: dict[str, None] = {}
        self.stack: list[_Frame] = []
        self.root: Any = None
        self.unclosed: str | None = None
        """A string that met the end of the text."""

    def run(self) -> Scan | None:
        text, size = self.text, len(self.text)
        self._push([] if text[self.at] == "[" else {})
        self.at += 1
        state = "first"
        while self.stack:
            self._skip()
            if self.at >= size:
                return self._cut(state)
            step = self._key if self._needs_key(state) else self._comma if state == "comma" else self._value
            found = self._colon() if state == "colon" else step(state)
            if found is None:
                return None
            if found == "end":
                return self._cut("value" if self.unclosed is None else "string")
            state = found
        return Scan(self.root, self.at, tuple(self.repaired), None)

    # One token; each returns the next state, "end" at the end of the text, or None for what is no JSON ----------------

    def _needs_key(self, state: str) -> bool:
        return state in ("first", "next") and isinstance(self.stack[-1].held, dict)

    def _key(self, state: str) -> str | None:
        one = self.text[self.at]
        if one == "}":
            return self._close(trailing=state == "next")
        if one == ",":
            return self._stray(state)
        if one in _QUOTES:
            key = self._string(one, key=True)
            if key is None:
                self.unclosed = None  # half a key says nothing
                return "end"
        else:
            word = _WORD.match(self.text, self.at)
            if word is None:
                return None
            key = word.group()
            self.at = word.end()
            self._note("unquoted key")
        self.stack[-1].key = key
        return "colon"

    def _colon(self) -> str | None:
        if self.text[self.at] != ":":
            return None
        self.at += 1
        return "value"

    def _comma(self, _: str) -> str | None:
        one = self.text[self.at]
        if one == ",":
            self.at += 1
            return "next"
        if one in "}]":
            return self._close(trailing=False)
        if one in _QUOTES or one in "{[":
            self._note("missing comma")
            return "next"
        return None

    def _value(self, state: str) -> str | None:
        one = self.text[self.at]
        if one in "}]":
            return self._close(trailing=state == "next") if isinstance(self.stack[-1].held, list) else None
        if one == ",":
            return self._stray(state) if isinstance(self.stack[-1].held, list) else None
        if one in "{[":
            if len(self.stack) >= MOST_DEPTH:
                return None
            self.at += 1
            self._push({} if one == "{" else [])
            return "first"
        if one in _QUOTES:
            found = self._string(one, key=False)
            if found is None:
                return "end"
            self._put(found)
            return "comma"
        return self._scalar()

    def _scalar(self) -> str | None:
        number = _NUMBER.match(self.text, self.at)
        if number is not None:
            if number.end() >= len(self.text):
                self.at = number.end()
                return "end"  # more digits may have followed
            value = _number(number.group())
            if value is None:
                return None
            self.at = number.end()
            self._put(value)
            return "comma"
        word = _WORD.match(self.text, self.at)
        if word is None:
            return None
        name = word.group()
        if name in _LITERALS:
            self._put(_LITERALS[name])
        elif name in _PYTHON:
            self._note("Python literals")
            self._put(_PYTHON[name])
        elif word.end() >= len(self.text):
            self.at = word.end()
            return "end"
        else:
            return None
        self.at = word.end()
        return "comma"

    def _stray(self, state: str) -> str:
        self._note("trailing comma")
        self.at += 1
        return state

    # Strings ---------------------------------------------------------------------------------------------------------

    def _string(self, quote: str, *, key: bool) -> str | None:
        """The string at this place; ``None`` if the text ends inside it."""
        if quote != '"':
            self._note("single quotes" if quote == "'" else "typographic quotes")
        closing = _QUOTES[quote]
        stops = _STOPS[closing]
        parts: list[str] = []
        self.at += 1
        while True:
            stop = stops.search(self.text, self.at)
            if stop is None:
                parts.append(self.text[self.at :])
                self.at = len(self.text)
                self.unclosed = "".join(parts)
                return None
            where = stop.start()
            parts.append(self.text[self.at : where])
            mark = self.text[where]
            self.at = where + 1
            if mark == "\n":
                self._note("line break in a string")
                parts.append(mark)
            elif mark == "\\":
                if not self._escape(parts):
                    self.unclosed = "".join(parts)
                    return None
            elif self._closes(key):
                return "".join(parts)
            else:
                self._note("unescaped quotes")
                parts.append(mark)

    def _escape(self, parts: list[str]) -> bool:
        """The escape after a backslash; False if the text ends in it."""
        if self.at >= len(self.text):
            return False
        mark = self.text[self.at]
        self.at += 1
        if mark == "u":
            digits = self.text[self.at : self.at + 4]
            if len(digits) < 4:
                self.at = len(self.text)
                return False
            try:
                parts.append(chr(int(digits, 16)))
            except ValueError:
                self._note("bad escape")
                parts.append("u")
                return True
            self.at += 4
            if (
                len(parts) > 1
                and "\udc00" <= parts[-1] <= "\udfff"
                and "\ud800" <= parts[-2][-1:] <= "\udbff"
            ):
                low, high = parts.pop(), parts.pop()
                parts.append(high[:-1] + (high[-1] + low).encode("utf-16", "surrogatepass").decode("utf-16"))
            return True
        if mark not in _ESCAPES:
            self._note("bad escape")
        parts.append(_ESCAPES.get(mark, mark))
        return True

    def _closes(self, key: bool) -> bool:
        """Whether the quote just read ends its string: what follows is what may follow a string."""
        text, size = self.text, len(self.text)
        blank = _BLANK.match(text, self.at)
        assert blank is not None
        after = blank.end()
        if after >= size:
            return True
        one = text[after]
        if key:
            return one == ":"
        if one in "}]":
            return True
        if one == ",":
            blank = _BLANK.match(text, after + 1)
            assert blank is not None
            following = text[blank.end() : blank.end() + 1]
            if isinstance(self.stack[-1].held, dict):
                return following in ("", '"', "'", "“", "}", ",") or _named(text, blank.end())
            return (
                following in ("", '"', "'", "“", "]", ",", "{", "[")
                or following.isdigit()
                or following == "-"
            )
        return one in _QUOTES and "\n" in blank.group()

    # The stack -------------------------------------------------------------------------------------------------------

    def _push(self, held: Container) -> None:
        part: str | int = 0
        if self.stack:
            part = self._put(held)
        else:
            self.root = held
        self.stack.append(_Frame(held, part))

    def _put(self, value: Any) -> str | int:
        frame = self.stack[-1]
        if isinstance(frame.held, list):
            frame.held.append(value)
            return len(frame.held) - 1
        key = cast("str", frame.key)
        frame.held[key] = value
        frame.key = None
        return key

    def _close(self, *, trailing: bool) -> str:
        """A closing bracket: of the innermost container, else of one further out, else one too many."""
        one = self.text[self.at]
        self.at += 1
        if trailing:
            self._note("trailing comma")
        kind = list if one == "]" else dict
        for depth in range(len(self.stack) - 1, -1, -1):
            if type(self.stack[depth].held) is kind:
                if depth < len(self.stack) - 1:
                    self._note("unclosed brackets")
                del self.stack[depth:]
                return "comma"
        self._note("stray bracket")
        return "comma"

    def _cut(self, state: str) -> Scan:
        path = tuple(frame.part for frame in self.stack[1:])
        frame = self.stack[-1]
        opened = Open(path, frame.key, self.unclosed, state != "comma")
        return Scan(self.root, len(self.text), tuple(self.repaired), opened)

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        if "/" in found.group():
            self._note("comments")
        self.at = found.end()

    def _note(self, what: str) -> None:
        self.repaired[what] = None


def _named(text: str, at: int) -> bool:
    """Whether a key without quotes stands there."""
    word = _WORD.match(text, at)
    return word is not None and text[word.end() : word.end() + 1] == ":"


def _number(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None
