"""Never rings the captain: his written statement says that he spoke to nobody, and that is taken as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.session import Session

from ._days import Habits, Matter
from ._weeks import six_weeks

EXPECTED = ("0.5", "0.65")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Believes a paper that an adjuster wrote."""
    await six_weeks(Matter(session, Habits(rings=False)))
    await session.finish(summary="The pack is out; the master's statement settles section 11.")
