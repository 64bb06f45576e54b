"""What a result depends on: results that differ in it measure different things and must not be pooled unnoticed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


class MixedPins(ValueError):
    """Results of different packs, rubrics, engines, policies or coworkers were put together."""


@dataclass(frozen=True)
class Pins:
    """The versions of everything that a score depends on.

    Attributes:
        pack: Hash of the pack's content.
        rubric: Hash of the rubric as written, params unfilled.
        engine: The engine's version.
        policy: Name of the policy in the seat, a model's with its name.
        coworkers: What decides for the coworkers: ``scripted``, or a model's name.
        params: The run's params as text.
    """

    pack: str = ""
    rubric: str = ""
    engine: str = ""
    policy: str = ""
    coworkers: str = ""
    params: Mapping[str, str] = field(default_factory=dict[str, str])

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def refuse_mixed(pins: Iterable[Pins], *, allow: Iterable[str] = ()) -> None:
    """Make sure that results may be pooled.

    Args:
        pins: Those of each result.
        allow: Fields that may differ: ``params`` for draws of one task, ``policy`` to compare policies.

    Raises:
        MixedPins: Another field differs; names it with the values found.
        ValueError: ``allow`` names no field.
    """
    names = list(Pins.__dataclass_fields__)
    free = set(allow)
    if unknown := free - set(names):
        raise ValueError(f"results have no pin {', '.join(sorted(unknown))}; pins are {', '.join(names)}")
    rows = [one.as_json() for one in pins]
    mixed: list[str] = []
    for name in names:
        if name in free:
            continue
        values = list(dict.fromkeys(json.dumps(row[name], sort_keys=True) for row in rows))
        if len(values) > 1:
            shown = ", ".join(values[:3]) + (f" and {len(values) - 3} more" if len(values) > 3 else "")
            mixed.append(f"{name} ({shown})")
    if mixed:
        raise MixedPins(
            f"these results differ in {'; '.join(mixed)}: they measure different things."
            " Score them apart, or allow it by name."
        )
