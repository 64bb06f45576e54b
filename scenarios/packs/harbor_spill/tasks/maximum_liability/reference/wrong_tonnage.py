"""Works like the reference, but takes the tonnage on which register, club, Charter and brochure agree: the surrendered certificate's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.session import Session

from ._days import Matter
from ._weeks import six_weeks

EXPECTED = ("0.5", "0.7")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Counts papers instead of reading the certificate."""
    matter = Matter(session)
    matter.known.trusts_register = True
    await six_weeks(matter)
    await session.finish(summary="The pack is out.")
