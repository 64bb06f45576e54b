"""The command that brings personas over from other systems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ..console import emit, say
from ..failures import Unusable
from ..options import AsJson
from .places import HOME, write


def bring(
    files: list[Path] = typer.Argument(help="JSON files of TinyTroupe or Sotopia.", show_default=False),
    format_: str = typer.Option("auto", "--format", "-f", help="tinytroupe, sotopia, or auto."),
    out: Path = typer.Option(
        HOME, "--out", "-o", help="Where the personas go; nothing there is overwritten."
    ),
    as_json: bool = AsJson,
) -> None:
    """Bring people over from TinyTroupe agent files or Sotopia profiles, and say what could not be brought over.

    Nothing is invented: what was guessed from a word is listed as a guess, what has no place here is listed too, on
    screen and in a comment at the end of each file. Secrets and ties belong into a pack; the comment shows how.

    Examples:
        tenure persona import lisa.agent.json

        tenure persona import profiles.json relationships.json --format sotopia --out my_pack/personas
    """
    from ....personas.importers import FORMATS
    from ....personas.importers import bring as read

    if format_ not in FORMATS:
        raise Unusable(f"--format {format_}: there is no such format; there are {', '.join(FORMATS)}")
    found = read(files, format_=format_)  # pyright: ignore[reportArgumentType]  checked above
    taken = [out / one.file for one in found if (out / one.file).exists()]
    if taken:
        raise Unusable(
            f"{', '.join(map(str, taken))} exist{'s' if len(taken) == 1 else ''} already and nothing is overwritten. "
            "Give another --out."
        )
    for one in found:
        write(out / one.file, one.text)
    if as_json:
        emit([_record(one, out) for one in found])
        return
    for one in found:
        _show(one, out / one.file)
    say(f"Read {_count(found)}. Check each: tenure persona lint {out}/*.yaml")


def _count(found: list[Any]) -> str:
    kinds = {
        kind: sum(one.kind == kind for one in found) for kind in ("persona", "draft", "fragment", "notes")
    }
    return ", ".join(
        f"{count} {kind}{'s' if count > 1 and kind != 'notes' else ''}"
        for kind, count in kinds.items()
        if count
    )


def _show(one: Any, path: Path) -> None:
    from ....personas.importers.report import WORDS

    typer.echo(f"{one.source} → {path}")
    if one.problem:
        typer.echo(f"  a draft only: {one.problem}")
    for fate, words in WORDS.items():
        rows = [row for row in one.rows if row.fate == fate]
        if fate == "mapped":
            if rows:
                typer.echo(f"  {words}: {', '.join(dict.fromkeys(row.source for row in rows))}")
            continue
        for index, row in enumerate(rows):
            typer.echo(f"  {words + ':' if index == 0 else ' ' * (len(words) + 1)} {row}")


def _record(one: Any, out: Path) -> dict[str, Any]:
    return {
        "id": one.id,
        "kind": one.kind,
        "file": str(out / one.file),
        "source": one.source,
        "problem": one.problem,
        "fields": [
            {"fate": row.fate, "source": row.source, "to": row.to, "note": row.note} for row in one.rows
        ],
    }
