"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import typer

from .failures import Unusable

if TYPE_CHECKING:
    from ..apps.surfaces import SurfaceName

RunArgument = typer.Argument(help="A run file, or the folder that holds run.db.", show_default=False)
AsJson = typer.Option(False, "--json", help="Print the result as JSON, alone and on one line.")


def pairs(option: str, given: Sequence[str]) -> dict[str, str]:
    """``name=value`` options.

    Raises:
        Unusable: One has no ``=``.
    """
    found: dict[str, str] = {}
    for text in given:
        name, mark, value = text.partition("=")
        if not mark or not name.strip():
            raise Unusable(f"{option} {text}: write it as name=value")
        found[name.strip()] = value.strip()
    return found


def surface_named(name: str) -> SurfaceName:
    """The surface of that name.

    Raises:
        Unusable: There is none.
    """
    from ..apps.surfaces import SURFACES

    if name not in SURFACES:
        raise Unusable(f"--surface {name}: there is no such surface; there are {', '.join(SURFACES)}")
    return cast("SurfaceName", name)
