"""By chat and telephone where a call is natural; findings in tables; the rest as different from the reference as good work can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.session import Session

from ._days import Matter
from ._otherweeks import six_weeks

EXPECTED = ("0.9", "1.0")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Another good way."""
    await six_weeks(Matter(session), spoken=True)
    await session.finish(summary="The board pack is with Odile.")
