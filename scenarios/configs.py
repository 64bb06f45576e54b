"""What a pack writes for its apps: `world/<app>.yaml`, and the pages of `world/<app>/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from pydantic import BaseModel

from ..engine.apps.base import App
from ..engine.apps.premises import Page
from ..engine.apps.registry import BUILT_IN, UnknownAppError, find_app
from ..personas.problems import AuthoringError, AuthoringErrors, Path, did_you_mean
from ..personas.source import LineMap, load_document, validate
from .documents import Problems, front_matter, read_document
from .merging import Placed
from .references import Names
from .source import PackSource
from .templates import Templates

M = TypeVar("M", bound=BaseModel)


@runtime_checkable
class NamesPeople(Protocol):
    """A config in which fields that the pack defined name people."""

    def people(self) -> Iterator[tuple[Path, str]]:
        """Where they do, and whom they name."""
        ...


class Configured:
    """Which of a pack's apps take something from it, and the models of that.

    Args:
        apps: The pack's apps.
        files: The pack's content; it may hold apps of its own.
    """

    def __init__(self, apps: Sequence[str], files: Mapping[str, bytes]) -> None:
        self.models: dict[str, type[BaseModel]] = {}
        self.fronts: dict[str, type[BaseModel]] = {}
        for name in apps:
            app = _app(name, files)
            if app is not None and app.config is not None:
                self.models[name] = app.config
            if app is not None and app.front is not None:
                self.fronts[name] = app.front

    def reads(self, inside: Sequence[str]) -> bool:
        """Whether an app reads the file of that path below `world/`, given by its parts."""
        if len(inside) == 1:
            return inside[0].removesuffix(".yaml") in self.models and inside[0].endswith(".yaml")
        return inside[0] in self.fronts and inside[-1].endswith(".md")

    def advice(self, name: str) -> str:
        """What is to be done about a file or folder of that name in `world/` that no app reads; empty: no idea."""
        stem = name.removesuffix(".yaml")
        app = _app(stem, {}) if stem in BUILT_IN else None
        if app is not None and stem not in (self.models if name.endswith(".yaml") else self.fronts):
            if (app.config if name.endswith(".yaml") else app.front) is not None:
                return f"Add `{stem}` to `apps:` in scenario.yaml."
            return ""
        if stem in self.fronts:
            return f"Pages of {stem} end with .md."
        return did_you_mean(name, [f"{one}.yaml" for one in self.models])


def read_configs(
    configured: Configured,
    source: PackSource,
    overlay: str,
    templates: Templates,
    names: Names,
    problems: Problems,
) -> dict[str, BaseModel]:
    """The pack's configs by app; a task's overlay replaces a file whole."""
    configs: dict[str, BaseModel] = {}
    for name, model in configured.models.items():
        path = f"world/{name}.yaml"
        if f"{overlay}/{path}" in source.files:
            path = f"{overlay}/{path}"
        if path not in source.files:
            continue
        try:
            read = Placed(*read_document(model, source, path, templates))
        except AuthoringErrors as fault:
            problems.take(fault)
            continue
        problems.errors.extend(names.check(read.model, read.locate))
        if isinstance(read.model, NamesPeople):
            problems.errors.extend(_strangers(read.model, read, names))
        configs[name] = read.model
    return configs


def _strangers(model: NamesPeople, placed: Placed[Any], names: Names) -> Iterator[AuthoringError]:
    known = names.of("person")
    for path, person in model.people():
        if person not in known:
            lines, place = placed.locate(path)
            fix = did_you_mean(person, known) or f"People: {', '.join(known)}."
            yield lines.error(place, f"there is no person `{person}`", fix, value=True)


def read_pages(
    configured: Configured, files: Mapping[str, bytes], names: Names, problems: Problems
) -> dict[str, tuple[Page, ...]]:
    """The pack's pages by app, in order of their paths.

    Args:
        configured: The apps.
        files: Every file of `world/`, rendered.
        names: What may be named.
        problems: Where faults go.
    """
    found: dict[str, tuple[Page, ...]] = {}
    for name, model in configured.fronts.items():
        folder = f"world/{name}/"
        pages: list[Page] = []
        for path in sorted(path for path in files if path.startswith(folder) and path.endswith(".md")):
            try:
                front, text, _ = front_matter(files[path].decode(), path)
                read = Placed(*_front(model, front, path))
            except AuthoringErrors as fault:
                problems.take(fault)
                continue
            problems.errors.extend(names.check(read.model, read.locate))
            pages.append(Page(path.removeprefix(folder), read.model, text))
        found[name] = tuple(pages)
    return found


def _front(model: type[M], front: str, path: str) -> tuple[M, LineMap]:
    data, lines = load_document(front, path)
    return validate(model, data, lines), lines


def _app(name: str, files: Mapping[str, bytes]) -> type[App] | None:
    try:
        found = find_app(name, files)
    except UnknownAppError:
        return None  # told when the world is built
    return cast("type[App]", found) if isinstance(found, type) else None
