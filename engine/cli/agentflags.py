"""Which policies hold the seats, as the command line says it, and how their models are asked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .failures import Unusable
from .options import pairs

if TYPE_CHECKING:
    from ...scenarios.pack import Pack
    from ..kernel.run import Run


def colleagues_in(pack: Pack, given: Sequence[str]) -> tuple[str, ...]:
    """The coworkers whom ``--agent PERSON=POLICY`` gives to policies."""
    named = (text.partition("=")[0] for text in given if "=" in text)
    people = (name for name in named if name not in pack.seats and name in pack.people)
    return tuple(dict.fromkeys(people))


def agents_of(pack: Pack, given: Sequence[str]) -> dict[str, str]:
    """Seat to policy name from ``--agent`` options; seats that nobody was named for are played by `null`.

    Raises:
        Unusable: The pack has no such seat.
    """
    main = pack.task.header.to
    agents = {main: "reference"} | {seat: "null" for seat in pack.seats if seat != main}
    for text in given:
        seat, mark, name = text.partition("=")
        if not mark or ":" in seat or "/" in seat or seat.endswith(".py"):
            seat, name = main, text
        if seat not in pack.seats:
            there = f"it has {', '.join(pack.seats)}"
            if pack.coworkers:
                there += f", and the coworkers {', '.join(pack.coworkers)}"
            raise Unusable(f"--agent {text}: the pack has no seat {seat!r}; {there}")
        agents[seat] = name
    return agents


def model_options(given: Sequence[str]) -> dict[str, Any]:
    """Options of a model policy: JSON values where they read as such, else text."""
    found: dict[str, Any] = {}
    for name, value in pairs("--model-option", given).items():
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def shareable(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options without what must not be kept in a file."""
    from ..minds.model.spec import is_secret

    return {name: value for name, value in options.items() if not is_secret(name)}


def keep_options(run: Run, options: Mapping[str, Any]) -> None:
    """Keep the options of the policies with the run, keys left out."""
    if shareable(options) != run.meta.get("policy_options", {}):
        run.meta["policy_options"] = shareable(options)
        run.journal.set_meta("policy_options", run.meta["policy_options"])
