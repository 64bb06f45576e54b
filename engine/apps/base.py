"""Tools: one declaration each, from which every surface (schema, MCP, shell, form) and the cost in time come."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict

from ..kernel.state import Component
from ..kernel.step import React, Step
from ..office.events import EffortCause
from .rehearsal import Rehearsal, Rehearsed


class Arguments(BaseModel):
    """Base of a tool's arguments. Field descriptions become the tool's documentation."""

    # `with`, `from` and `as` can't be written as Python keywords: `with_` is taken too
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True, populate_by_name=True)


class Result(BaseModel):
    """Base of a tool's result. Bounded: what is cut says how to get the rest."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def record(self) -> dict[str, Any]:
        """The result as JSON values for an observation."""
        return self.model_dump(mode="json", exclude_none=True)


class NoArguments(Arguments):
    """For tools that take none."""


LONGEST: Final = 1_500
"""Characters of a refusal's message, and of its hint: one that quotes what was given stays readable."""


class ToolError(Exception):
    """A refused call: journaled and returned as an observation, never an exception out of the run.

    Raise it before anything is emitted.
    """

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        message = _readable(message)
        super().__init__(message)
        self.code = code
        """not_found, forbidden, conflict, invalid, unavailable, malformed_arguments, unknown_tool …"""
        self.message = message
        self.hint = _readable(hint)


def _readable(text: str) -> str:
    """Without its middle if it is very long: what is wrong is said first, and what is right last."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 503]} … {text[-500:]}"


@dataclass(frozen=True)
class Acting:
    """One person's act inside one step: who acts is supplied by the seat or coworker, never by an argument."""

    step: Step
    person: str
    told: tuple[Any, ...] = ()
    """What a coworker's mind says its text tells (`office.events.Told`); seats leave it empty."""
    acts: tuple[Any, ...] = ()
    expects_reply: bool = False

    @property
    def at(self) -> int:
        return self.step.at


Effort: TypeAlias = Callable[[Any, Any], int]
"""(arguments, result or None) to milliseconds. For a read or a wait the result is known; for a write it is ``None``."""


Until: TypeAlias = Callable[[Any, Acting, Any], int]
"""(app, acting, arguments) to the instant at which a call ends."""


@dataclass(frozen=True)
class Tool:
    """One tool of one app."""

    name: str
    """``app.verb``."""
    app: App
    method: Callable[[Any, Acting, Any], Coroutine[Any, Any, Result]]
    arguments: type[Arguments]
    result: type[Result]
    kind: Literal["read", "write", "wait"]
    effort: Effort
    cause: EffortCause
    document: str
    """First paragraph of the method's docstring: what a model or person reads."""
    until: Until | None = None
    """When it ends, if not after its effort."""
    woken: bool = False
    """A wait that ends when what it waits for has come, at the latest at `until`."""
    heard: Effort | None = None
    """What taking its result in costs besides, as listening."""

    def schema(self) -> dict[str, Any]:
        """The arguments as JSON Schema."""
        return self.arguments.model_json_schema()

    def ends(self, acting: Acting, arguments: Arguments) -> int:
        """When a call that acts at its end will end: after its effort, or when what it waits for is due.

        A write is rehearsed first, so that what can't be done is refused before any time is spent on it.

        Raises:
            ToolError: The call is refused at once.
        """
        if self.kind == "write":
            with contextlib.suppress(Rehearsed):
                self.run(dataclasses.replace(acting, step=Rehearsal(acting.step)), arguments)
        if self.until is not None:
            return max(acting.at, self.until(self.app, acting, arguments))
        return acting.at + self.effort(arguments, None)

    def run(self, acting: Acting, arguments: Arguments) -> Result:
        """Run the tool inside the open step; it is a coroutine that must not wait.

        Raises:
            ToolError: The call is refused; nothing was emitted.
        """
        coroutine = self.method(self.app, acting, arguments)
        try:
            coroutine.send(None)
        except StopIteration as done:
            return done.value
        raise RuntimeError(f"tool {self.name} waited inside a step")


M = TypeVar("M", bound=Callable[..., Coroutine[Any, Any, Result]])


def tool(
    kind: Literal["read", "write", "wait"],
    *,
    effort: Effort,
    cause: EffortCause = "handling",
    until: Until | None = None,
    woken: bool = False,
    heard: Effort | None = None,
) -> Callable[[M], M]:
    """Declare an app's method as a tool.

    The method is ``async def verb(self, acting: Acting, args: SomeArguments) -> SomeResult``. A *read* takes
    its result at the start of the call and then costs its time; a *write* costs its time, then acts. Reads may emit
    only that something was read.

    Args:
        kind: ``read``, ``write``, or ``wait`` (ends when the world says so).
        effort: Time charged, in milliseconds.
        cause: What the time is charged as.
        until: When it ends, if not after its effort. The effort of a wait is asked for with its result. For a
            wait it may emit: it is where something begins that the call waits for.
        woken: The wait ends when what it waits for has come, at the latest at `until`.
        heard: Time charged besides, as listening, once the result of a wait is known.
    """

    def mark(method: M) -> M:
        method.__tool__ = (kind, effort, cause, until, woken, heard)  # pyright: ignore[reportFunctionMemberAccess]
        return method

    return mark


class App:
    """An application: tools over components. Constructed with what it needs by the world builder."""

    name: ClassVar[str]
    config: ClassVar[type[BaseModel] | None] = None
    """What a pack may write in `world/<app>.yaml`; the premises hold it under the app's name."""
    front: ClassVar[type[BaseModel] | None] = None
    """The front matter of the pages that a pack may put into `world/<app>/` as `.md` files, if it may."""

    def components(self) -> Iterable[Component]:
        """The state the app owns."""
        return ()

    def reactors(self) -> Mapping[str, React]:
        """Event kind to a reaction inside the same step."""
        return {}

    def handlers(self) -> Mapping[str, Callable[[Step, Any], None]]:
        """Agenda entry kind to its handler; kinds start with the app's name."""
        return {}

    def start(self, step: Step) -> None:
        """The run's first step, after files and mail of the past were laid out: put in what the pack says is there."""

    def newest(self, arguments: Mapping[str, Any]) -> int | None:
        """The version that a storyline's call means which names none: the newest of what its arguments name."""
        return None

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        """The app's records as flat rows, for `state` criteria and reports.

        Args:
            table: One of the app's tables; empty: its main one.

        Raises:
            KeyError: The app has no such table.
        """
        raise KeyError(table)

    def tools(self) -> dict[str, Tool]:
        """The app's tools by name, in the order of definition."""
        found: dict[str, Tool] = {}
        for verb, method in vars(type(self)).items():
            marked = getattr(method, "__tool__", None)
            if marked is None:
                continue
            kind, effort, cause, until, woken, heard = marked
            hints = get_type_hints(method)
            name = f"{self.name}.{verb.rstrip('_')}"
            document = (inspect.getdoc(method) or "").split("\n\n")[0].replace("\n", " ")
            found[name] = Tool(
                name,
                self,
                method,
                hints["args"],
                hints["return"],
                kind,
                effort,
                cause,
                document,
                until,
                woken,
                heard,
            )
        return found
