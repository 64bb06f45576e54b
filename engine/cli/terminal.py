"""The terminal as whoever plays a seat or a coworker uses it."""

from __future__ import annotations

import asyncio
import os
import select
import sys
from threading import Lock
from typing import Protocol

from .console import say


class Stops(Protocol):
    """What can stop a run."""

    pulled: bool
    """The run is to stop."""

    def pull(self) -> None:
        """Stop after the step under way."""
        ...


class Terminal:
    """Reads lines without getting stuck: once the run is to stop, the input is at its end."""

    def __init__(self, brake: Stops) -> None:
        self._brake = brake
        self._held = b""
        self._reading = Lock()
        self._left = 0

    def leave(self) -> None:
        """Whoever waits for a line gives up: nobody wants it any more."""
        self._left += 1

    def read(self, prompt: str) -> str:
        """The next line.

        Raises:
            EOFError: The input has ended, or the run is to stop.
        """
        with self._reading:
            return self._line(prompt)

    def _line(self, prompt: str) -> str:
        sys.stderr.write(prompt)
        sys.stderr.flush()
        handle = sys.stdin.fileno()
        left = self._left
        while b"\n" not in self._held:
            if self._brake.pulled or self._left != left:
                raise EOFError
            if not select.select([handle], [], [], 0.1)[0]:
                continue
            more = os.read(handle, 65_536)
            if not more:
                if not self._held:
                    raise EOFError
                self._held += b"\n"
            self._held += more
        line, _, self._held = self._held.partition(b"\n")
        if not sys.stdin.isatty():
            say(line.decode(errors="replace"))
        return line.decode(errors="replace")


class AtTerminal:
    """The terminal, for people who play coworkers."""

    def __init__(self, terminal: Terminal, brake: Stops) -> None:
        self._terminal = terminal
        self._brake = brake
        self.turn = asyncio.Lock()

    async def ask(self, prompt: str) -> str:
        """The next line."""
        try:
            return await asyncio.to_thread(self._terminal.read, prompt)
        except asyncio.CancelledError:
            self._terminal.leave()
            raise

    def show(self, text: str) -> None:
        """Show a text."""
        say(f"\n{text}")

    def pause(self) -> None:
        """Stop the run."""
        self._brake.pull()
