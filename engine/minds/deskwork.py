"""Coworkers at their apps: what they do there takes them the time it takes anybody, and is made against what they saw.

An edit names the version that its maker opened. If somebody else was faster, the world refuses it; the maker looks
again and does it on the newest version, or gives up after a few times.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..apps.base import ToolError
from ..apps.using import Using
from ..kernel.clock import MINUTE
from ..kernel.events import Entry
from ..kernel.minds import Value
from ..kernel.step import Step
from ..office.attention import Attention
from ..office.events import CommandRefused
from ..office.queues import AtWork
from ..office.work import USE

ACT: Final = "desk.act"
"""Agenda kind: what somebody did with a tool is finished and takes effect."""
LOOKS_AGAIN: Final = 3 * MINUTE
"""From a refused edit to the next try (no measurement known)."""
_TRIES: Final = 4


class Doing(Value):
    """A tool on its way."""

    id: str
    tool: str
    arguments: str
    seen: str = ""
    """The arguments with the version that was seen."""
    tries: int = 1


class DeskWork:
    """Lets coworkers use apps, with the time that takes."""

    def __init__(self, attention: Attention, using: Using) -> None:
        self._attention = attention
        self._using = using

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        """The agenda kinds it owns."""
        return {USE: self._begin, ACT: self._finish}

    def use(self, step: Step, person: str, tool: str, arguments: str, name: str) -> None:
        """Let somebody use a tool, beginning now.

        Args:
            step: The open step.
            person: Who.
            tool: ``app.verb``.
            arguments: JSON of an object; a version that is left out is the one they see when they begin.
            name: Tells this use from others of the person's under way.
        """
        self._start(step, person, Doing(id=name, tool=tool, arguments=arguments))

    def _begin(self, step: Step, entry: Entry) -> None:
        """Somebody's work has come to where they use a tool: as soon as they are free for it."""
        doing = Doing.model_validate_json(entry.payload)
        person = entry.target
        free = self._attention.free(person, step.at, pierces=True)
        if free > step.at:
            step.set(entry.id, free, USE, person, entry.payload)
        else:
            self._start(step, person, doing)

    def _start(self, step: Step, person: str, doing: Doing) -> None:
        try:
            seen, takes = self._using.prepare(doing.tool, doing.arguments)
        except ToolError as error:
            self._refused(step, person, doing, error)
            return
        begun = max(step.at, self._attention.queues.busy.get(person, step.at))
        step.emit(AtWork(person=person, tool=doing.tool, until=begun + takes), person)
        done = doing.model_copy(update={"seen": seen})
        step.set(f"{ACT}/{person}/{doing.id}", begun + takes, ACT, person, done.model_dump_json())

    def _finish(self, step: Step, entry: Entry) -> None:
        doing = Doing.model_validate_json(entry.payload)
        person = entry.target
        try:
            self._using.run(step, person, doing.tool, doing.seen)
        except ToolError as error:
            self._refused(step, person, doing, error)
            if error.code == "conflict" and doing.tries < _TRIES:
                again = doing.model_copy(update={"seen": "", "tries": doing.tries + 1})
                at = step.at + LOOKS_AGAIN * doing.tries
                step.set(f"{USE}/{person}/{doing.id}", at, USE, person, again.model_dump_json())
                return
        self._attention.book(step, person)

    def _refused(self, step: Step, person: str, doing: Doing, error: ToolError) -> None:
        refused = CommandRefused(person=person, intent=doing.tool, code=error.code, message=error.message)
        step.emit(refused, person)
