"""The command that checks personas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from ..console import emit
from ..failures import FAILED, Unusable
from ..options import AsJson
from .places import meant, readable, search


def lint(
    personas: list[str] = typer.Argument(None, help="Ids or files.", show_default=False),
    everything: bool = typer.Option(False, "--all", help="Every persona that can be found by name."),
    strict: bool = typer.Option(False, "--strict", help="Warnings fail as well."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Leave notes out."),
    as_json: bool = AsJson,
) -> None:
    """Check personas: faults, contradictions, phrases that say nothing, and people who are somebody else already.

    An error keeps a persona from loading; a warning is a contradiction or something nobody can play; a note is worth a
    look. Exit code 1 if there is an error, with --strict also if there is a warning.

    Examples:
        tenure persona lint personas/mirjam.yaml

        tenure persona lint --all --strict
    """
    from ....personas.library import available
    from ....personas.lint import lint as check

    if bool(personas) == everything:
        raise Unusable("name personas or files, or write --all; not both")
    names: list[str | Path] = [meant(name) for name in personas] if personas else list(available(search()))
    for one in names:
        if isinstance(one, Path):
            readable(one)
    results = check(names, search())
    failed = [one for one in results if one.worst("error", *(["warning"] if strict else []))]
    if as_json:
        emit({"ok": not failed, "personas": [one.record() for one in results]})
    else:
        for one in results:
            _show(one, quiet=quiet)
        typer.echo(_counted(results))
    if failed:
        raise typer.Exit(FAILED)


def _show(one: Any, *, quiet: bool) -> None:
    for finding in one.findings:
        if quiet and finding.severity == "note":
            continue
        where = f"{finding.path}: " if finding.path else ""
        typer.echo(f"{_here(finding.file)}:{finding.line}: {finding.severity}: {where}{finding.message}")
        for text in (finding.why, finding.fix):
            if text:
                typer.echo(f"    {text}")
    if one.nearest is not None and not quiet:
        name, like = one.nearest
        typer.echo(
            f"{one.name}: nearest is {name}, traits {like.traits} of 100 apart, writing {like.writing}, voices share "
            f"{like.voices}%"
        )


def _here(file: str) -> str:
    """A file as seen from here, if it lies below."""
    path = Path(file)
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return file


def _counted(results: list[Any]) -> str:
    found = [finding for one in results for finding in one.findings]
    counts = {kind: sum(one.severity == kind for one in found) for kind in ("error", "warning", "note")}
    told = ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items())
    return f"{len(results)} persona{'' if len(results) == 1 else 's'}: {told}"
