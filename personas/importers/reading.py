"""Reading other systems' files: what format they are in, whom they hold, and what each becomes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from ..compose import SourceText, check_fragment, compose
from ..document import MAX_CHARACTERS
from ..library import fragments
from ..problems import AuthoringError, AuthoringErrors
from ..writing import persona_text
from . import sotopia, tinytroupe
from .guessing import slug
from .report import WORDS, Building, Fate, Row

Format: TypeAlias = Literal["auto", "tinytroupe", "sotopia"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)
_WRAPPERS: Final = (
    "profiles",
    "agents",
    "agent_profiles",
    "personas",
    "relationships",
    "relationship_profiles",
    "data",
)
"""Keys under which a file may hold a list of people."""
_ESCAPES: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u0000|u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)
"""Escapes in JSON; the group is one that no text file can hold: NUL, or half of a pair of surrogates."""


@dataclass(frozen=True)
class Imported:
    """One person brought over.

    Attributes:
        id: Their id here.
        kind: persona; fragment; draft if something required is missing; notes about ties of people not among them.
        text: The file to write.
        rows: What became of each field.
        source: The file it came from.
        problem: What is missing in a draft.
    """

    id: str
    kind: Literal["persona", "fragment", "draft", "notes"]
    text: str
    rows: tuple[Row, ...]
    source: str
    problem: str = ""

    @property
    def file(self) -> str:
        """Its name below the folder it is written to."""
        return {
            "persona": f"{self.id}.yaml",
            "fragment": f"fragments/{self.id}.yaml",
            "draft": f"{self.id}.draft.yaml",
            "notes": f"{self.id}.md",
        }[self.kind]


def bring(paths: Iterable[Path], *, format_: Format = "auto") -> list[Imported]:
    """Read files of another system and say what becomes of each person.

    Args:
        paths: JSON files.
        format_: Whose they are; told from their fields if `auto`.

    Returns:
        What to write, nothing written yet; files loads as personas, unless they are drafts.

    Raises:
        AuthoringErrors: A file is not JSON text, or holds nobody in that format.
    """
    people: list[tuple[str, str, Mapping[str, Any]]] = []
    relations: list[Mapping[str, Any]] = []
    for path in paths:
        found = 0
        for data in _objects(_loaded(path)):
            kind = _format_of(data, format_)
            if kind == "relationship":
                relations.append(data)
            elif kind:
                people.append((kind, str(path), data))
            else:
                continue
            found += 1
        if not found:
            wanted = "TinyTroupe agent or Sotopia profile" if format_ == "auto" else f"{format_} person"
            fix = "Give --format, or a file whose objects have the fields of one of these."
            raise AuthoringErrors([AuthoringError(str(path), 1, 1, "", f"the file holds no {wanted}", fix)])
    return _finished(people, relations)


def _finished(
    people: list[tuple[str, str, Mapping[str, Any]]], relations: list[Mapping[str, Any]]
) -> list[Imported]:
    built: list[tuple[str, str, str, Building, Mapping[str, Any]]] = []
    taken: set[str] = set()
    ids: dict[str, str] = {}
    for kind, source, data in people:
        one = tinytroupe.read(data) if kind != "sotopia" else sotopia.read(data)
        name = str(one.data.get("name", "")) if kind != "fragment" else ""
        stem = slug(name) or slug(Path(source).name.split(".")[0]) or "somebody"
        unique, number = stem, 2
        while unique in taken:
            unique, number = f"{stem}_{number}", number + 1
        taken.add(unique)
        for key in ("pk", "id"):
            if data.get(key):
                ids[str(data[key])] = unique
        if name:
            ids.setdefault(name, unique)
        built.append((unique, kind, source, one, data))
    ties = sotopia.tie_notes(relations, ids) if relations else {}
    found = [
        _written(unique, kind, source, one, ties.get(unique, [])) for unique, kind, source, one, _ in built
    ]
    if "" in ties:
        text = "# Ties of people who were not imported\n\nFor `ties:` in their cast files:\n\n" + "\n".join(
            ties[""]
        )
        rows = (Row("elsewhere", "relationship profiles", "cast", f"{len(relations)} of them"),)
        found.append(Imported("cast_notes", "notes", text + "\n", rows, "relationship profiles"))
    return found


def _written(unique: str, kind: str, source: str, one: Building, ties: list[str]) -> Imported:
    if ties:
        one.elsewhere("relationship profiles", "cast", f"{len(ties)} lines", [
            "cast/<person>.yaml, once they have a job in a pack:",
            "  ties:",
            *ties,
        ])  # fmt: skip
    data = one.finished()
    fragment = kind == "fragment"
    if fragment:
        data.pop("name", None)
    else:
        data = {"id": unique, **data}
    origin = "Sotopia" if kind == "sotopia" else "TinyTroupe"
    head = [
        f"Brought over from {origin} ({Path(source).name}). What was guessed and left behind stands at the end.",
        "Texts are as they were written there. Phrases of their own are still to be written: see `voice` in the guide.",
    ]
    text = persona_text(data, head=head, tail=_told(one))
    if fragment:
        check_fragment(text, f"fragments/{unique}.yaml", _known())
        return Imported(unique, "fragment", text, tuple(one.rows), source)
    try:
        compose(text, f"{unique}.yaml")
    except AuthoringErrors as errors:
        return Imported(unique, "draft", text, tuple(one.rows), source, "; ".join(map(str, errors.errors)))
    return Imported(unique, "persona", text, tuple(one.rows), source)


def _known() -> dict[str, SourceText]:
    return fragments()


def _told(one: Building) -> list[str]:
    """The report as lines of comment."""
    lines: list[str] = []
    fates: tuple[Fate, ...] = ("guessed", "elsewhere", "unmapped")
    for fate in fates:
        rows = [row for row in one.rows if row.fate == fate]
        if rows:
            lines += ["", f"{WORDS[fate][:1].upper()}{WORDS[fate][1:]}:", *(f"  {row}" for row in rows)]
    lines += one.snippets
    return [" ".join(line.split("\n")) for line in lines[1:]] if lines else []


def _format_of(data: Mapping[str, Any], wanted: Format) -> str:
    if wanted != "tinytroupe" and sotopia.is_relationship(data):
        return "relationship"
    if wanted != "tinytroupe" and sotopia.is_profile(data):
        return "sotopia"
    if wanted == "sotopia":
        return ""
    if tinytroupe.is_agent(data):
        return "fragment" if tinytroupe.is_fragment(data) else "tinytroupe"
    return ""


def _objects(data: Any) -> Iterator[Mapping[str, Any]]:
    """The people in a file: it may hold one, a list, or lists under some key."""
    if isinstance(data, list):
        for one in cast("list[Any]", data):
            yield from _objects(one) if isinstance(one, list | dict) else ()
    elif isinstance(data, dict):
        fields = cast("dict[str, Any]", data)
        lists = [fields[key] for key in _WRAPPERS if isinstance(fields.get(key), list)]
        if lists and not (sotopia.is_profile(fields) or tinytroupe.is_agent(fields)):
            for one in lists:
                yield from _objects(one)
        else:
            yield fields


def _loaded(path: Path) -> Any:
    """A JSON file.

    Raises:
        AuthoringErrors: It is missing, too large, not UTF-8, not JSON, or has texts that no file can hold.
    """
    file = str(path)

    def wrong(line: int, column: int, message: str, fix: str) -> AuthoringErrors:
        return AuthoringErrors([AuthoringError(file, line, column, "", message, fix)])

    if not path.is_file():
        raise wrong(1, 1, "there is no such file", "Give a JSON file.")
    if path.stat().st_size > 4 * MAX_CHARACTERS:
        raise wrong(1, 1, f"the file has {path.stat().st_size:,} bytes", "Split it into smaller files.")
    content = path.read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise wrong(line, 1, "the file is not UTF-8 text", "Save it as UTF-8.") from None
    broken = next((one for one in _ESCAPES.finditer(text) if one[1]), None)
    if broken is not None:
        line = text.count("\n", 0, broken.start()) + 1
        column = broken.start() - text.rfind("\n", 0, broken.start())
        raise wrong(line, column, f"`{broken[0]}` is no character that a text can hold", "Take it out.")
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        raise wrong(
            fault.lineno, fault.colno, f"this is not JSON: {fault.msg}", "Export it again as JSON."
        ) from None
    except RecursionError:
        raise wrong(1, 1, "the values are nested far too deep", "Export it again.") from None
