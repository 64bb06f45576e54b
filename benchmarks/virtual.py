"""An event loop whose clock jumps: waiting for a slow model takes no time, and is measured exactly.

Seconds are those that a run would have taken if computing took none, so figures don't depend on the machine; what
computing took is measured beside them as processor time.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


class _Jumping(selectors.DefaultSelector):
    """Selects without waiting, and tells how long it would have waited."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0 if timeout is None or timeout > 0 else timeout)
        if not ready and timeout is not None and timeout > 0:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on simulated seconds; nothing in it may wait for another process or thread."""

    def __init__(self) -> None:
        self._clock = _Jumping()
        super().__init__(self._clock)

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._clock.now


def seconds_of(work: Coroutine[Any, Any, Any]) -> float:
    """Do something on a loop of its own; the virtual seconds that it took."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(work)
        return runner.get_loop().time()
