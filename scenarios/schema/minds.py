"""`minds:` of scenario.yaml: which people have which mind, and when somebody gets another one within a run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ...engine.office.conditions.model import Condition, Ref
from ...engine.office.conditions.timewords import read_span
from ...personas.problems import Misfit
from .common import Written

CROWD: Final = "crowd"
"""Word for every coworker whom `people` does not name."""
WRITTEN_TO: Final = "written_to_by_seat"
_SPAN_FIX: Final = 'Write "5 work days without contact", "6 work hours" or "2d".'

MindName = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_]{0,63}$",
        description="`scripted`, `model`, a mind of the pack's minds/ or of an installed package, or any name that "
        "whoever runs the pack binds to a model: --mind NAME=MODEL.",
    ),
]
Who = Annotated[
    str,
    Ref("minded"),
    Field(min_length=1, description=f"A person, or `{CROWD}`: every coworker whom `people` does not name."),
]


class Drawn(Written):
    """A mind that is drawn for each person from the run's seed."""

    draw: tuple[MindName, ...] = Field(
        min_length=2, description="All equally likely; name one twice to make it twice as likely."
    )


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def quiet_span(text: str) -> str:
    """The span in `5 work days without contact`.

    Raises:
        Misfit: It is not a duration.
    """
    span = re.sub(r"\s+without\s+contact$", "", text.strip())
    try:
        read_span(span)
    except Misfit as fault:
        raise Misfit(str(fault), _SPAN_FIX) from None
    return span


def _when(value: Any) -> Any:
    if isinstance(value, str) and value != WRITTEN_TO:
        raise Misfit(
            f"`{value}` is not when somebody moves",
            f"Write `{WRITTEN_TO}`, or a condition such as `{{known: {{fact: x, by: ines}}}}`.",
        )
    return value


class Move(Written):
    """When people get another mind in the course of a run, and when they fall back."""

    who: Annotated[
        tuple[Who, ...],
        Field(min_length=1),
        BeforeValidator(_listed, json_schema_input_type=Who | tuple[Who, ...]),
    ]
    to: MindName
    when: Annotated[Literal["written_to_by_seat"] | Condition, BeforeValidator(_when)] = Field(
        "written_to_by_seat", description=f"`{WRITTEN_TO}`, or a condition; once it is met, all of them move."
    )
    back_after: Annotated[str, AfterValidator(quiet_span)] | None = Field(
        None,
        description="How long without a message between the person and a seat until the person falls back to the "
        "mind they began with: 5 work days without contact. Never if not given.",
    )


class Minds(Written):
    """Who decides for whom. Whoever is not named has the scripted mind, or what `mind:` in the cast file says."""

    people: Mapping[Who, MindName | Drawn] = Field(default={}, description="Person to mind.")
    moves: tuple[Move, ...] = Field(default=(), description="When people get another mind within a run.")

    @model_validator(mode="after")
    def _once(self) -> Self:
        seen: dict[tuple[str, str], int] = {}
        for index, move in enumerate(self.moves):
            for who in move.who:
                before = seen.setdefault((who, str(move.when)), index)
                if before != index:
                    raise Misfit(
                        f"move {before + 1} and move {index + 1} both move `{who}` at the same time",
                        "Keep one of them.",
                        ("moves", index),
                    )
        return self
