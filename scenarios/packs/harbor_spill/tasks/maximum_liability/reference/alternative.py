"""People first, papers after them; a model on one sheet, a memorandum in other words and another order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.session import Session

from ._days import Matter
from ._otherweeks import six_weeks

EXPECTED = ("0.9", "1.0")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Another good way."""
    await six_weeks(Matter(session), spoken=False)
    await session.finish(summary="The board pack is with Odile.")
