"""Never asks the superintendent and follows the survey that yard list, piping plan and oil record book contradict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.session import Session

from ._days import Habits, Matter
from ._weeks import six_weeks

EXPECTED = ("0.5", "0.7")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Trusts a report for its letterhead."""
    matter = Matter(session, Habits(asks_tanabe=False))
    matter.known.trusts_label = True
    await six_weeks(matter)
    await session.finish(summary="The pack is out.")
