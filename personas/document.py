"""Reading YAML into plain data without losing where each value stood.

YAML 1.2's core schema is applied here rather than by the library's constructor: `no`, `on`, `09:30` and
`2026-01-02` stay the text the author wrote, and what looks like a number keeps its spelling for fields that
are text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from .problems import AuthoringError, AuthoringErrors, Path, Position, dotted

if TYPE_CHECKING:
    from ruamel.yaml.nodes import Node

MAX_CHARACTERS = 4_000_000
"""Longest file read; a data room belongs in `world/`, not in YAML."""
MAX_VALUES = 200_000
"""Most values in one document, an alias counted at each use: keeps nested aliases from exploding."""

_NULL = re.compile(r"~|null|Null|NULL|")
_BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]{1,400}|0o[0-7]{1,400}|0x[0-9a-fA-F]{1,400}")
_FLOAT = re.compile(
    r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"
)
_CORE = "tag:yaml.org,2002:"
_SCALAR_TAGS = ("str", "int", "float", "bool", "null", "timestamp", "value", "merge")


@dataclass(slots=True)
class LineMap:
    """Where each value of a document stands, by path.

    Attributes:
        file: The document's file.
        keys: The position of the key (or of the list item) at a path.
        values: The position of the value at a path.
        spelled: The author's spelling of values that YAML reads as something other than text.
    """

    file: str
    keys: dict[Path, Position] = field(default_factory=dict[Path, Position])
    values: dict[Path, Position] = field(default_factory=dict[Path, Position])
    spelled: dict[Path, str] = field(default_factory=dict[Path, str])

    def at(self, path: str | Path = ()) -> tuple[int, int]:
        """Line and column, from 1, of the key at `path` (dotted or in parts), or of its nearest parent."""
        position = self.where(path)
        return position.line, position.column

    def where(self, path: str | Path = (), *, value: bool = False) -> Position:
        """As `at`, with the file; with `value`, the position of the value and not of its key."""
        parts = split_path(path) if isinstance(path, str) else tuple(path)
        table = self.values if value else self.keys
        while True:
            found = table.get(parts) or self.keys.get(parts)
            if found is not None:
                return found
            if not parts:
                return Position(self.file, 1, 1)
            parts = parts[:-1]

    def error(self, path: str | Path, message: str, fix: str = "", *, value: bool = False) -> AuthoringError:
        """An `AuthoringError` at a path, for checks that come after the schema's."""
        parts = split_path(path) if isinstance(path, str) else tuple(path)
        position = self.where(parts, value=value)
        return AuthoringError(position.file, position.line, position.column, dotted(parts), message, fix)


def split_path(text: str) -> Path:
    """The parts of a dotted path: `pressures[2].about` gives `("pressures", 2, "about")`."""
    parts: list[str | int] = []
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", text):
        parts.append(int(index) if index else name)
    return tuple(parts)


def load_document(text: str, file: str) -> tuple[Any, LineMap]:
    """Read one YAML document.

    Args:
        text: The file's content.
        file: Its name, used in errors.

    Returns:
        Plain data (`dict` with text keys, `list`, `str`, `int`, `float`, `bool`, `None`; `None` for an empty
        file), and where each value stands.

    Raises: AuthoringErrors: The text is not YAML, is too large, repeats a key, or has tags or keys that
    aren't plain.
    """
    lines = LineMap(file)
    root = _compose(text, file)
    if root is None:
        return None, lines
    reader = _Reader(lines)
    data = reader.value(root, ())
    if reader.errors:
        raise AuthoringErrors(reader.errors)
    return data, lines


@lru_cache(maxsize=256)  # a process that plays one pack with many seeds reads the same texts again and again
def _compose(text: str, file: str) -> Node | None:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.reader import ReaderError

    if len(text) > MAX_CHARACTERS:
        fix = f"Split it, or move material to other files; at most {MAX_CHARACTERS:,} characters are read."
        raise AuthoringErrors([AuthoringError(file, 1, 1, "", f"the file has {len(text):,} characters", fix)])
    text = text.removeprefix("\ufeff")
    # The pure parser is used so that marks and messages are the same wherever this is installed.
    yaml = YAML(typ="safe", pure=True)
    try:
        return cast("Node | None", yaml.compose(text))  # pyright: ignore[reportUnknownMemberType]
    except MarkedYAMLError as fault:
        raise AuthoringErrors([_syntax_error(fault, text, file)]) from None
    except ReaderError as fault:
        # The library's own annotations leave these two open.
        at, character = cast("int", fault.position), cast("str | int", fault.character)
        code = ord(character) if isinstance(character, str) else character
        message = f"the character U+{code:04X} is not allowed in YAML"
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise AuthoringErrors([AuthoringError(file, line, column, "", message, "Remove it.")]) from None
    except RecursionError:
        fix = "Nest less deeply."
        raise AuthoringErrors(
            [AuthoringError(file, 1, 1, "", "the file is nested too deeply", fix)]
        ) from None


def _syntax_error(fault: Any, text: str, file: str) -> AuthoringError:
    mark = fault.problem_mark or fault.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    problem = str(fault.problem or fault.context or "not valid YAML")
    source = text.splitlines()
    here = source[line - 1] if line <= len(source) else ""
    fix = "Check the indentation and the punctuation of this line and the one before."
    if "\t" in here[: len(here) - len(here.lstrip())] or "'\\t'" in problem:
        problem, fix = "a tab is used for indentation", "Indent with spaces."
    elif "mapping values are not allowed" in problem:
        problem = "a second `: ` stands in a value"
        fix = 'Put text that contains ": " in quotes, or start the next key on a line of its own.'
    elif "expected a single document" in problem or "but found another document" in problem:
        problem, fix = (
            "the file holds more than one document",
            "Remove the `---` line and keep one document a file.",
        )
    elif "quoted scalar" in str(fault.context) and "end of stream" in problem:
        mark = fault.context_mark
        line, column = mark.line + 1, mark.column + 1
        problem, fix = (
            "a quoted text is not closed",
            "Close the quote; a quote within '…' is written twice: ''.",
        )
    elif "undefined alias" in problem:
        fix = "Define the anchor (`&name`) above its first use, or put text that starts with * in quotes."
    elif "cannot start any token" in problem:
        fix = "Put the text in quotes: it starts with a character that means something in YAML."
    elif "expected ',' or" in problem:
        problem = "a list in brackets is not closed, or a text in it needs quotes"
        fix = "Close it with ] or }; put text that contains braces, brackets or quotes in quotes."
    elif re.search(r"(^|[:-] )\s*[{\[].*[}\]]\s*\S", here) and "expected" in problem:
        problem, fix = "text stands after a closing brace or bracket", "Put the whole text in quotes."
    elif "expected <block end>" in problem:
        problem = "this line is indented differently from the lines it belongs to"
        fix = "Line up keys and list dashes that belong together; quote text that goes on after a quote."
    elif "could not find expected ':'" in problem:
        problem, fix = "a key has no `:`", "Write `key: value`, or indent text that continues the line above."
    opened = _open_quote(source[:line])
    if opened and opened != line and problem != "a quoted text is not closed":
        fix = f"Line {opened} opens a quote that it doesn't close: if that isn't meant, close it. Or: {fix}"
    return AuthoringError(file, line, column, "", problem, fix)


def _open_quote(source: list[str]) -> int | None:
    """The first line whose value starts a double-quoted text and doesn't end it, from 1."""
    for number, text in enumerate(source, 1):
        if not text.lstrip().startswith("#") and re.search(r'(?:[:\[{,-] +|[\[{])"(?:[^"\\]|\\.)*$', text):
            return number
    return None


class _Reader:
    """Turns nodes into data, filling a `LineMap` and collecting what is wrong on the way."""

    def __init__(self, lines: LineMap) -> None:
        self.lines = lines
        self.errors: list[AuthoringError] = []
        self._open: list[Any] = []
        self._count = 0

    def value(self, node: Any, path: Path, *, at: Any = None) -> Any:
        self._count += 1
        if self._count > MAX_VALUES:
            self.fail(node, path, f"the document holds more than {MAX_VALUES:,} values", "Use fewer aliases.")
            raise AuthoringErrors(self.errors)
        self.lines.keys[path] = self.position(at or node)
        empty = str(node.id) == "scalar" and not node.value and node.style is None
        self.lines.values[path] = self.position(at if empty and at is not None else node)
        if any(node is parent for parent in self._open):
            self.fail(node, path, "an alias stands inside the value it names", "Write the value out.")
            return None
        kind = str(node.id)
        if kind == "scalar":
            return self.scalar(node, path)
        if str(node.tag) not in (f"{_CORE}map", f"{_CORE}seq"):
            self.fail(node, path, f"the tag `{node.tag}` is not supported", "Remove the tag.")
            return None
        self._open.append(node)
        try:
            if kind == "sequence":
                return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
            return self.mapping(node, path)
        finally:
            self._open.pop()

    def mapping(self, node: Any, path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        seen: dict[str, int] = {}
        for key, child in self.pairs(node, path):
            name = str(key.value)
            if name in seen:
                fix = "Keep one of the two."
                self.fail(key, (*path, name), f"`{name}` is already given on line {seen[name]}", fix)
                continue
            seen[name] = key.start_mark.line + 1
            data[name] = self.value(child, (*path, name), at=key)
        for inherited in self.inherited(node, path):
            for key, child in self.pairs(inherited, path):
                name = str(key.value)
                if name not in data:
                    data[name] = self.value(child, (*path, name), at=key)
        return data

    def pairs(self, node: Any, path: Path) -> Iterator[tuple[Any, Any]]:
        for key, child in cast("Iterable[tuple[Any, Any]]", node.value):
            if str(key.id) != "scalar" or (not key.value and not key.style):
                self.fail(
                    key, path, "a key must be plain text", "Write `key: value`; quote what is in brackets."
                )
            elif not _is_merge(key):
                yield key, child

    def inherited(self, node: Any, path: Path) -> Iterator[Any]:
        for key, child in cast("Iterable[tuple[Any, Any]]", node.value):
            if not _is_merge(key):
                continue
            sources: list[Any] = list(child.value) if str(child.id) == "sequence" else [child]
            for source in sources:
                if str(source.id) == "mapping":
                    yield source
                else:
                    self.fail(
                        child, path, "`<<` needs a mapping", "Give it an alias of a mapping: `<<: *name`."
                    )

    def scalar(self, node: Any, path: Path) -> Any:
        text, tag = str(node.value), str(node.tag)
        name = tag.removeprefix(_CORE)
        if not tag.startswith(_CORE) or name not in _SCALAR_TAGS:
            self.fail(
                node,
                path,
                f"the tag `{tag}` is not supported",
                "Remove the tag, or quote text that starts with !.",
            )
            return None
        if node.style in ("'", '"', "|", ">") or name == "str":
            return text
        value = plain_scalar(text)
        if not isinstance(value, str):
            self.lines.spelled[path] = text
        return value

    def position(self, node: Any) -> Position:
        return Position(self.lines.file, node.start_mark.line + 1, node.start_mark.column + 1)

    def fail(self, node: Any, path: Path, message: str, fix: str) -> None:
        position = self.position(node)
        error = AuthoringError(position.file, position.line, position.column, dotted(path), message, fix)
        self.errors.append(error)


def _is_merge(key: Any) -> bool:
    return str(key.id) == "scalar" and key.value == "<<" and key.style not in ("'", '"')


def plain_scalar(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar by YAML 1.2's core schema (§10.3.2)."""
    if _NULL.fullmatch(text):
        return None
    if _BOOL.fullmatch(text):
        return text.lower() == "true"
    if _INT.fullmatch(text):
        base = {"0o": 8, "0x": 16}.get(text[:2], 10)
        return int(text[2:] if base != 10 else text, base)
    if _FLOAT.fullmatch(text):
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return text


def replaced(data: Any, path: Path, value: Any) -> Any:
    """A copy of `data` with the value at `path` replaced; only what lies on the path is copied."""
    if not path:
        return value
    head, rest = path[0], path[1:]
    if isinstance(data, Mapping):
        mapping = dict(cast("Mapping[Any, Any]", data))
        mapping[head] = replaced(mapping[head], rest, value)
        return mapping
    items = list(cast("list[Any]", data))
    items[cast("int", head)] = replaced(items[cast("int", head)], rest, value)
    return items
