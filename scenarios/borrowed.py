"""Code from `TENURE_PATH` that a pack uses, taken along by content: a run never looks for it there again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, cast

from ..engine.apps import registry as apps
from ..engine.extensions import Own
from ..engine.minds import registry as minds
from ..personas.problems import AuthoringErrors
from ..personas.source import load_document
from ..verifiers.kinds import file_of as criterion_file


def borrowed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What a pack's apps, minds and kinds of criteria need beyond its own files: path within the pack to content.

    Args:
        files: The pack's files. Those that are at fault are left to the loader, which names the line.
    """
    found: dict[str, bytes] = {}

    def take(folder: str, own: Own | None) -> None:
        if own is not None and own.file not in files:
            found[f"{folder}/{PurePath(own.file).name}"] = own.source

    for path in sorted(files):
        parts = path.split("/")
        if path == "scenario.yaml":
            for name in _words(_read(files, path).get("apps")):
                take("apps", apps.file_of(name, files))
            for name in _minds(_read(files, path).get("minds")):
                take("minds", minds.file_of(name, files))
        elif parts[-2:-1] == ["cast"] and path.endswith(".yaml"):
            for name in _words([_read(files, path).get("mind")]):
                take("minds", minds.file_of(name, files))
        elif parts[0] == "tasks" and parts[-1] == "rubric.yaml":
            for one in _items(_read(files, path).get("criteria")):
                for name in _words([one.get("kind")]):
                    take("criteria", criterion_file(name, files))
    return found


def _read(files: Mapping[str, bytes], path: str) -> Mapping[str, Any]:
    try:
        data, _ = load_document(files[path].decode("utf-8-sig"), path)
    except (AuthoringErrors, UnicodeDecodeError):
        return {}
    return cast("Mapping[str, Any]", data) if isinstance(data, Mapping) else {}


def _minds(value: Any) -> Iterator[str]:
    """Names of minds in `minds:` of scenario.yaml."""
    if not isinstance(value, Mapping):
        return
    marked = cast("Mapping[str, Any]", value)
    people = marked.get("people")
    for mark in cast("Mapping[str, Any]", people).values() if isinstance(people, Mapping) else ():
        drawn = cast("Mapping[str, Any]", mark).get("draw") if isinstance(mark, Mapping) else [mark]
        yield from _words(drawn)
    for move in _items(marked.get("moves")):
        yield from _words([move.get("to")])


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        yield from (one for one in cast("list[Any]", value) if isinstance(one, str))


def _items(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        for one in cast("list[Any]", value):
            if isinstance(one, Mapping):
                yield cast("Mapping[str, Any]", one)
