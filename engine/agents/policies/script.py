"""Policies made of a function: a pack's reference solutions, and anybody's own."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ..session import Session


class Script:
    """Plays an async function over the session.

    Args:
        name: The policy's name.
        solve: ``async def solve(session)`` or ``async def solve(session, params)``.
        params: The run's params, for functions that take them.
    """

    def __init__(
        self, name: str, solve: Callable[..., Awaitable[None]], params: Mapping[str, Any] | None = None
    ) -> None:
        self.name = name
        self._solve = solve
        self._params = dict(params or {})

    async def play(self, session: Session) -> None:
        """Run the function to its end."""
        if len(inspect.signature(self._solve).parameters) > 1:
            await self._solve(session, self._params)
        else:
            await self._solve(session)
