"""`tasks/<id>/task.md`: who hands the work over, where and when, and what limits it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from ...engine.office.conditions.model import Ref
from ...engine.office.conditions.timewords import TimeText
from .common import Attachment, Id, Line, PersonId, Written


class Limits(Written):
    """What ends the work if the seat doesn't."""

    work_hours: int = Field(ge=1, le=5000, description="Hours of the seat's calendar from the brief on.")
    calls: int | None = Field(None, ge=1, description="Tool calls.")
    tokens: int | None = Field(None, ge=1, description="Tokens of the policy's model.")
    cost: Decimal | None = Field(None, gt=0, description="Cost of the policy's model, US dollars.")
    idle_calls: int | None = Field(None, ge=1, description="Calls in a row without progress.")


class TaskHeader(Attachment):
    """The front matter of a brief."""

    title: Line
    from_: PersonId = Field(alias="from", description="Who hands the work over.")
    to: Annotated[Id, Ref("seat")] = Field(description="The seat that gets it.")
    app: Literal["mail", "chat"] = "mail"
    at: TimeText
    subject: str = ""
    limits: Limits
    briefs: Mapping[Annotated[Id, Ref("seat")], str] = Field(
        default={}, description="What the other seats are told of their part in this task, by seat."
    )
    split: Literal["train", "dev", "test"]
