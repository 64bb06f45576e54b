"""Right in everything, but the workbook holds typed results: change an input and nothing moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.session import Session

from ._days import Habits, Matter
from ._weeks import six_weeks

EXPECTED = ("0.7", "0.75")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """A picture of a model."""
    await six_weeks(Matter(session, Habits(typed=True)))
    await session.finish(summary="The pack is out.")
