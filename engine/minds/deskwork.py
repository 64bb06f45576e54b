"""Coworkers at their apps: what they do there takes them the time it takes anybody, and is made against what they saw.

An edit names the version that its maker opened. If somebody else was faster, the world refuses it; the maker looks
again and does it on the newest version, or gives up after a few times. What somebody looks up for a thing that waits
for them is before them when they turn to it again, as soon as they have it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast

from pydantic import Field

from ..apps.base import Result, ToolError
from ..apps.using import Using
from ..kernel.blobs import Blobs
from ..kernel.clock import MINUTE
from ..kernel.events import Entry
from ..kernel.minds import Value
from ..kernel.state import Component
from ..kernel.step import Step
from ..office.attention import Attention
from ..office.desktops import Findings, Found
from ..office.events import CommandRefused
from ..office.percept import Percept
from ..office.queues import AtWork, Item, item_from, item_text
from ..office.work import USE

ACT: Final = "desk.act"
"""Agenda kind: what somebody did with a tool is finished and takes effect."""
LOOKS_AGAIN: Final = 3 * MINUTE
"""From a refused edit to the next try (no measurement known)."""
_TRIES: Final = 4
_SHOWN: Final = 1_500
"""Characters of a result that somebody takes in."""


def _empty(value: str) -> bool:
    return not value


class Doing(Value):
    """A tool on its way."""

    id: str
    tool: str
    arguments: str
    seen: str = ""
    """The arguments with the version that was seen."""
    tries: int = 1
    item: str = Field(default="", exclude_if=_empty)
    """The thing that it is looked up for, as `queues.item_text`; empty if it is done for its own sake."""


class DeskWork:
    """Lets coworkers use apps, with the time that takes.

    Args:
        attention: Who is free when.
        using: The apps' tools.
        blobs: Where texts are.
    """

    def __init__(self, attention: Attention, using: Using, blobs: Blobs) -> None:
        self._attention = attention
        self._using = using
        self.findings = Findings(blobs)

    def components(self) -> Iterable[Component]:
        """The state it owns."""
        return (self.findings,)

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

    def is_look_up(self, tool: str) -> bool:
        """Whether a tool only brings something to know."""
        one = self._using.tools.get(tool)
        return one is not None and one.kind == "read"

    def look_up(self, step: Step, person: str, item: Item, tool: str, arguments: str, name: str) -> None:
        """Let somebody look something up for what they have in hand, which they turn to again when they have it."""
        doing = Doing(id=name, tool=tool, arguments=arguments, item=item_text(item))
        self._start(step, person, doing)

    def found(self, percept: Percept, item: Item) -> Percept:
        """A percept with what the person looked up for that thing."""
        findings = self.findings.of(percept.me, item.key, about(item))
        return percept.model_copy(update={"findings": findings}) if findings else percept

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
            if doing.item:
                self._brought(step, person, doing, _why(error), ok=False)
            return
        begun = max(step.at, self._attention.queues.busy.get(person, step.at))
        step.emit(AtWork(person=person, tool=doing.tool, until=begun + takes), person)
        done = doing.model_copy(update={"seen": seen})
        step.set(f"{ACT}/{person}/{doing.id}", begun + takes, ACT, person, done.model_dump_json())

    def _finish(self, step: Step, entry: Entry) -> None:
        doing = Doing.model_validate_json(entry.payload)
        person = entry.target
        try:
            result = self._using.run(step, person, doing.tool, doing.seen)
        except ToolError as error:
            self._refused(step, person, doing, error)
            if doing.item:
                self._brought(step, person, doing, _why(error), ok=False)
                return
            if error.code == "conflict" and doing.tries < _TRIES:
                again = doing.model_copy(update={"seen": "", "tries": doing.tries + 1})
                at = step.at + LOOKS_AGAIN * doing.tries
                step.set(f"{USE}/{person}/{doing.id}", at, USE, person, again.model_dump_json())
                return
        else:
            if doing.item:
                self._brought(step, person, doing, in_words(result), ok=True)
                return
        self._attention.book(step, person)

    def _brought(self, step: Step, person: str, doing: Doing, text: str, *, ok: bool) -> None:
        """They have it, and turn to what it was for again."""
        item = item_from(doing.item)
        step.emit(
            Found(
                person=person,
                key=item.key,
                about=about(item),
                tool=doing.tool,
                arguments=doing.arguments,
                text=step.blobs.put_text(text),
                ok=ok,
            ),
            person,
        )
        self._attention.defer(step, person, item, step.at)

    def _refused(self, step: Step, person: str, doing: Doing, error: ToolError) -> None:
        refused = CommandRefused(person=person, intent=doing.tool, code=error.code, message=error.message)
        step.emit(refused, person)


def about(item: Item) -> str:
    """What tells one matter of a thread from the next: the first message that waits, or the errand."""
    return item.messages[0] if item.messages else item.errand.errand if item.errand is not None else item.key


def _why(error: ToolError) -> str:
    return f"{error.message} {error.hint}".strip()


def in_words(result: Result) -> str:
    """A result as somebody takes it in: its values line by line, cut."""
    lines: list[str] = []
    _lines(result.record(), "", lines)
    text = "\n".join(lines)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rstrip()} …"


def _lines(value: Any, name: str, lines: list[str]) -> None:
    if isinstance(value, dict):
        held = cast("dict[str, Any]", value)
        plain = {
            k: v for k, v in held.items() if not isinstance(v, dict | list) and v not in (None, "", False)
        }
        if name or len(plain) > 1:
            lines.append("; ".join(f"{k}: {v}" for k, v in plain.items()))
        else:
            lines += [str(v) if k in ("text", "body") else f"{k}: {v}" for k, v in plain.items()]
        for key, one in held.items():
            if isinstance(one, dict | list) and one:
                _lines(one, key, lines)
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            if isinstance(one, dict | list):
                _lines(one, name, lines)
            else:
                lines.append(f"{name}: {one}")
    else:
        lines.append(str(value))
