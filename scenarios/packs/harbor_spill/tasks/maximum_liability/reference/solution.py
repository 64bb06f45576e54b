"""Reads everything, asks each thing of whom it may, tells whom it must, decides the review, and writes it up to the dollar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.session import Session

from ._days import Matter
from ._weeks import six_weeks

EXPECTED = ("0.95", "1.0")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Six weeks of a careful associate."""
    await six_weeks(Matter(session))
    await session.finish(
        summary="Memo, model and deck are on the drive, released and with Odile; the review is settled and the list was served in time."
    )
