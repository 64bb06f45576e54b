"""Policies made of a function: a pack's reference solutions, and anybody's own."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Awaitable, Callable, Mapping
from types import ModuleType
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


def module_from(source: bytes, name: str, file: str) -> ModuleType:
    """A module from its source as kept in a run; not entered under a name that anything else could import.

    Raises:
        SyntaxError: The source is not Python.
    """
    module = ModuleType(name)
    module.__file__ = file
    code = compile(source, file, "exec")
    previous = sys.modules.get(name)
    sys.modules[name] = module  # dataclasses look their module up while the code runs
    try:
        exec(code, module.__dict__)  # a pack's own code, which the user chose to run
    finally:
        if previous is None:
            del sys.modules[name]
        else:
            sys.modules[name] = previous
    return module
