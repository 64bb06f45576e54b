"""Rendering what authors wrote: params go into every string before a schema sees it, and lines stay known."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar, cast

from pydantic import BaseModel

from ..engine.files.authored import AuthoredError, Shelf, made_name
from ..personas.problems import AuthoringError, AuthoringErrors, Misfit, Path
from ..personas.source import LineMap, load_document, validate
from .source import PackSource
from .templates import TemplateFault, Templates

M = TypeVar("M", bound=BaseModel)

TEXT_SUFFIXES = (".md", ".csv", ".eml", ".txt")
"""Files of the data room whose text takes params; all others are kept byte for byte."""


class Problems:
    """Everything wrong in a pack, gathered so that an author sees it all at once."""

    def __init__(self) -> None:
        self.errors: list[AuthoringError] = []

    def take(self, fault: AuthoringErrors) -> None:
        """Keep what a reader raised."""
        self.errors.extend(fault.errors)

    def add(self, error: AuthoringError) -> None:
        """Keep one problem."""
        self.errors.append(error)

    def check(self) -> None:
        """Raise what was gathered.

        Raises:
            AuthoringErrors: If there is anything.
        """
        if self.errors:
            raise AuthoringErrors(self.errors)


def render_data(
    data: Any, lines: LineMap, templates: Templates, *, skip: tuple[str, ...] = ()
) -> tuple[Any, LineMap]:
    """Fill params into every string of a document.

    Args:
        data: What `load_document` read.
        lines: Where it stands.
        templates: The params.
        skip: Top-level keys that are left alone.

    Returns:
        The rendered data, and its lines under the rendered keys.

    Raises:
        AuthoringErrors: Every text that can't be rendered.
    """
    errors: list[AuthoringError] = []
    placed = LineMap(lines.file)

    def fill(text: str, source: Path, *, value: bool) -> str:
        try:
            return templates.render(text)
        except Misfit as fault:
            errors.append(lines.error(source, str(fault), fault.fix, value=value))
            return text

    def visit(node: Any, source: Path, target: Path) -> Any:
        for table, kept in (
            (lines.keys, placed.keys),
            (lines.values, placed.values),
            (lines.spelled, placed.spelled),
        ):
            if source in table:
                cast("dict[Path, Any]", kept)[target] = table[source]
        if isinstance(node, str):
            return fill(node, source, value=True)
        if isinstance(node, list):
            items = cast("list[Any]", node)
            return [visit(item, (*source, i), (*target, i)) for i, item in enumerate(items)]
        if isinstance(node, Mapping):
            result: dict[str, Any] = {}
            for key, item in cast("Mapping[str, Any]", node).items():
                name = fill(key, (*source, key), value=False)
                if name in result:
                    fix = "Keep one of the two, or make the params differ."
                    errors.append(lines.error((*source, key), f"`{name}` is given twice", fix))
                result[name] = visit(item, (*source, key), (*target, name))
            return result
        return node

    if isinstance(data, Mapping) and skip:
        whole = cast("Mapping[str, Any]", data)
        kept = {key: whole[key] for key in whole if key in skip}
        rendered = visit({key: whole[key] for key in whole if key not in skip}, (), ())
        rendered.update(kept)
        for path in lines.keys:
            if path and path[0] in skip:
                placed.keys[path] = lines.keys[path]
                placed.values[path] = lines.values.get(path, lines.keys[path])
                if path in lines.spelled:
                    placed.spelled[path] = lines.spelled[path]
    else:
        rendered = visit(data, (), ())
    if errors:
        raise AuthoringErrors(errors)
    return rendered, placed


def read_document(
    model: type[M],
    source: PackSource,
    path: str,
    templates: Templates,
    *,
    root: str = "",
    skip: tuple[str, ...] = (),
) -> tuple[M, LineMap]:
    """Read, render and validate a YAML file of a pack.

    Args:
        model: The schema.
        source: The pack.
        path: The file in it.
        templates: The params.
        root: If the file is a list or a free mapping: the field of `model` that it stands for.
        skip: Top-level keys whose text is left alone.

    Raises:
        AuthoringErrors: Every fault found.
    """
    data, lines = load_document(source.text(path), path)
    if data is not None:
        data, lines = render_data(data, lines, templates, skip=skip)
    if root:
        data, lines = cast("Any", {root: data if data is not None else []}), under(lines, root)
    elif data is None and not any(f.is_required() for f in model.model_fields.values()):
        data = {}
    return validate(model, data, lines), lines


def under(lines: LineMap, root: str) -> LineMap:
    """The line map of a document that was put under a key."""
    moved = LineMap(lines.file)
    moved.keys = {(root, *path): place for path, place in lines.keys.items()}
    moved.values = {(root, *path): place for path, place in lines.values.items()}
    moved.spelled = {(root, *path): text for path, text in lines.spelled.items()}
    start = lines.where(())
    moved.keys[()] = moved.values[()] = start
    return moved


def render_file(source: PackSource, path: str, templates: Templates) -> bytes:
    """A file of the pack with params filled in, if it is text.

    Raises:
        AuthoringErrors: The text can't be rendered; at the line at fault.
    """
    if not path.endswith(TEXT_SUFFIXES) and made_name(path) is None:
        return source.files[path]
    text = source.text(path)
    try:
        return templates.render(text).encode()
    except TemplateFault as fault:
        raise AuthoringErrors([AuthoringError(path, fault.line, 1, "", str(fault), fault.fix)]) from None


def shelf_of(rendered: Mapping[str, bytes], at: datetime, problems: Problems) -> Shelf:
    """The pack's files by path; authored ones stand there under their real names and are made when asked for.

    Args:
        rendered: Path as written to content, params filled in.
        at: When the authored files are said to have been made.
        problems: Takes files that would lie at one place.
    """
    ready: dict[str, bytes] = {}
    written: dict[str, str] = {}
    for path, content in rendered.items():
        real = made_name(path)
        if real is None:
            ready[path] = content
        elif real in rendered:
            fix = "Keep one of the two."
            problems.add(AuthoringError(path, 1, 1, "", f"{real} lies in the pack as a real file too", fix))
        else:
            written[path] = content.decode()
    return Shelf(ready, written, at)


def made_faults(*shelves: Shelf) -> list[AuthoringError]:
    """Make every authored file; what is wrong with those that can't be made."""
    faults: list[AuthoringError] = []
    for shelf in shelves:
        for real, path in shelf.written.items():
            try:
                shelf[real]
            except AuthoredError as fault:
                faults.append(AuthoringError(path, fault.line, 1, "", fault.message, "Correct the text."))
    return faults


def front_matter(text: str, path: str) -> tuple[str, str, int]:
    """Split a file into its front matter, the text after it, and the line on which that text starts.

    The front matter keeps its line numbers: an empty line stands where the first `---` was.

    Raises:
        AuthoringErrors: There is no front matter.
    """
    lines = text.split("\n")
    ends = [i for i, line in enumerate(lines) if line.rstrip() == "---"]
    if len(ends) < 2 or ends[0] != 0:
        fix = "Start the file with `---`, the keys, and `---` again; the text of the brief follows."
        raise AuthoringErrors([AuthoringError(path, 1, 1, "", "the file has no front matter", fix)])
    end = ends[1]
    return "\n".join(["", *lines[1:end]]), "\n".join(lines[end + 1 :]).strip() + "\n", end + 2
