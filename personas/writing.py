"""Writing a persona file that its author can read: in the order of the schema, with a comment at what needs one.

What is written loads again as it was: texts that YAML would read as something else are quoted.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from .document import plain_scalar
from .schema import Persona

WIDTH: Final = 116
_PLAIN: Final = re.compile(r"[^\W\d_][\w ./()+'’&%€-]*", re.UNICODE)
_WORDS: Final = frozenset({"yes", "no", "on", "off", "y", "n", "true", "false", "null"})
_FIRST: Final = ("format", "id", "name", "called", "pronouns", "age", "include")
_SHORT: Final = frozenset(
    {"languages", "include", "days", "emoji", "tone", "values", "hedges", "expert", "working"}
)


def scalar(value: Any) -> str:
    """A single value as YAML, quoted if it needs to be."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    text = str(value)
    plain = (
        bool(_PLAIN.fullmatch(text))
        and text == text.strip()
        and text.casefold() not in _WORDS
        and isinstance(plain_scalar(text), str)
    )
    return text if plain else json.dumps(text, ensure_ascii=False)


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return "{" + ", ".join(f"{key}: {flow(one)}" for key, one in pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(one) for one in cast("Sequence[Any]", value)) + "]"
    return scalar(value)


def persona_text(data: Mapping[str, Any], *, head: Sequence[str] = (), tail: Sequence[str] = ()) -> str:
    """A persona, or part of one, as the text of its file.

    Args:
        data: Keys and values as in the file; what is left out keeps its default.
        head: Lines of the comment at the top.
        tail: Lines of comment at the end, such as what could not be brought over.

    Returns:
        YAML in the order of the schema, with the schema's words beside what they explain.
    """
    lines = [f"# {line}".rstrip() for line in head]
    known = [*_FIRST, *(name for name in Persona.model_fields if name not in _FIRST)]
    for name in sorted(data, key=lambda key: known.index(key) if key in known else len(known)):
        value = data[name]
        if value in (None, "", [], (), {}):
            continue
        lines += _entry(name, value, Persona.model_fields.get(name), 0)
    if tail:
        lines += ["", *(f"# {line}".rstrip() for line in tail)]
    return "\n".join(lines) + "\n"


def _entry(name: str, value: Any, field: FieldInfo | None, depth: int) -> list[str]:
    pad = "  " * depth
    about = _about(field)
    if isinstance(value, Mapping):
        inner = _model(field)
        mapping = cast("Mapping[str, Any]", value)
        line = f"{pad}{name}: {flow(mapping)}"
        if (
            depth >= 1
            and len(line) <= WIDTH
            and all(not isinstance(one, Mapping | list) for one in mapping.values())
        ):
            return _commented(line, about)
        lines = _commented(f"{pad}{name}:", about)
        for key, one in mapping.items():
            lines += _entry(key, one, inner.model_fields.get(key) if inner is not None else None, depth + 1)
        return lines
    if isinstance(value, list | tuple):
        items = list(cast("Sequence[Any]", value))
        line = f"{pad}{name}: {flow(items)}"
        if (
            len(line) <= WIDTH
            and (name in _SHORT or all(len(str(one)) <= 30 for one in items))
            and not (items and isinstance(items[0], Mapping))
        ):
            return _commented(line, about)
        return [*_commented(f"{pad}{name}:", about), *(f"{pad}  - {flow(one)}" for one in items)]
    if isinstance(value, str) and (len(value) + len(pad) + len(name) > WIDTH - 4 or "\n" in value):
        return _long(name, value, pad)
    return _commented(f"{pad}{name}: {scalar(value)}", about)


def _long(name: str, text: str, pad: str) -> list[str]:
    """A long text: folded if its line breaks are only breaks of paragraphs, else kept as it stands."""
    clean = "".join(char for char in text if char == "\n" or char.isprintable() or char == "\t").replace(
        "\t", " "
    )
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", clean.strip())]
    lines = [f"{pad}{name}: >"]
    for index, paragraph in enumerate(paragraphs):
        if index:
            lines.append("")
        lines += textwrap.wrap(
            paragraph, WIDTH, initial_indent=f"{pad}  ", subsequent_indent=f"{pad}  ", break_long_words=False
        )
    return lines


def _commented(line: str, about: str) -> list[str]:
    if not about:
        return [line]
    whole = f"{line}  # {about}"
    return [whole] if len(whole) <= WIDTH else [f"{line[: len(line) - len(line.lstrip())]}# {about}", line]


def _about(field: FieldInfo | None) -> str:
    whole = (field.description or "") if field is not None else ""
    text = re.split(r"(?<=[a-z)])\. ", whole, maxsplit=1)[0].rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _model(field: FieldInfo | None) -> type[BaseModel] | None:
    kind = field.annotation if field is not None else None
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None
