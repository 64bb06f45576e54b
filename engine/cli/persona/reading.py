"""Commands that read personas: what there is, what one is like and why, how two differ."""

from __future__ import annotations

from typing import Any

import typer

from ..console import console, emit, paged
from ..failures import Unusable
from ..options import AsJson
from .places import meant, readable, search


def listed(
    family: str | None = typer.Option(
        None, "--family", help="List only people of this field: law, finance, hr, …"
    ),
    as_json: bool = AsJson,
) -> None:
    """List the personas that a cast can be made of.

    Those in ./personas come first, then those on TENURE_PATH, from installed packages, and those that come with Tenure.

    Example:
        tenure persona list
    """
    from ..authoring import list_personas

    list_personas(search(), family, as_json=as_json)


def show(
    persona: str = typer.Argument(help="An id, or a file.", show_default=False),
    everything: bool = typer.Option(False, "--values", help="Every single value and where it comes from."),
    as_json: bool = AsJson,
) -> None:
    """Read a persona back in plain sentences, each with the file and line, or the fragment, that it comes from.

    Examples:
        tenure persona show customs_broker

        tenure persona show personas/mirjam.yaml --values
    """
    from ....personas.portrait import portrait, values
    from ....personas.whole import Whole

    whole = loaded(persona, Whole)
    lines = portrait(whole)
    if as_json:
        data: dict[str, Any] = {
            "id": whole.persona.id,
            "name": whole.persona.name,
            "file": whole.file,
            "sentences": [
                {"part": one.part, "text": one.text, "values": list(one.paths), "from": list(one.sources)}
                for one in lines
            ],
        }
        if everything:
            data["values"] = [{"path": path, "value": value, "from": at} for path, value, at in values(whole)]
        emit(data)
        return
    with paged() as out:
        out.print(f"[bold]{whole.persona.name}[/]  {whole.persona.id}  [dim]{whole.file}[/]")
        part = ""
        for one in lines:
            if one.part != part:
                part = one.part
                out.print(f"\n[bold]{part}[/]")
            out.print(one.text, markup=False)
            out.print(f"[dim]    {', '.join(one.sources)}[/]")
        if everything:
            out.print("\n[bold]values[/]")
            for path, value, at in values(whole):
                out.print(f"  {path:38} {_short(value):40} [dim]{at}[/]", markup=True)


def _short(value: Any) -> str:
    from rich.markup import escape

    text = ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)  # pyright: ignore
    return escape(text if len(text) <= 40 else f"{text[:39]}…")


def loaded(name: str, whole: Any) -> Any:
    """A persona by id or file, with its sources."""
    which = meant(name)
    if not isinstance(which, str):
        readable(which)
    return whole.load(which, search())


def diff(
    one: str = typer.Argument(help="A persona: an id, or a file.", show_default=False),
    other: str = typer.Argument(help="Another, or another version of it.", show_default=False),
    as_json: bool = AsJson,
) -> None:
    """Say in plain words how two people differ, and how far apart they are.

    Examples:
        tenure persona diff customs_broker billing_analyst

        tenure persona diff personas/mirjam.yaml old/mirjam.yaml --json
    """
    from ....personas.differences import differences
    from ....personas.whole import Whole

    if one == other:
        raise Unusable("name two personas, or two files")
    found = differences(loaded(one, Whole), loaded(other, Whole))
    if as_json:
        emit(found.record())
        return
    out = console()
    like = found.likeness
    out.print(
        f"[bold]{found.one}[/] and [bold]{found.other}[/]: traits {like.traits} of 100 apart, writing "
        f"{like.writing} of "
        f"100, voices share {like.voices}%"
    )
    if not found.rows:
        out.print("Nothing differs.")
    part = ""
    for row in found.rows:
        if row.part != part:
            part = row.part
            out.print(f"\n[bold]{part}[/]")
        out.print(f"  {row.text}", markup=False)
