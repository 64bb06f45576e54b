"""What the office's modules need of modules that are built after them, as protocols, tied together once all exist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from ..kernel.step import Step
from .conditions.model import Condition
from .events import Channel
from .percept import Band, Errand

Tell = Callable[[Step], None]


class Conditions(Protocol):
    """Whether conditions hold now; folded as events happen."""

    def holds(self, condition: Condition) -> bool:
        """Whether the condition is met now."""
        ...

    def watch(self, condition: Condition, tell: Tell) -> None:
        """Call ``tell`` inside the step in which the condition first becomes true. Registered when a world is built."""
        ...


class Errands(Protocol):
    """Takes what people mean to do on their own account."""

    def add_errand(
        self,
        step: Step,
        person: str,
        errand: Errand,
        at: int,
        *,
        app: Channel | None = None,
        thread: str = "",
    ) -> None:
        """Let ``person`` get to ``errand`` from the instant ``at`` on, when they next have a moment.

        Args:
            step: The open step.
            person: Who means to do it.
            errand: What it is about.
            at: Not before that instant.
            app: Mail or chat; theirs to choose if not given.
            thread: The thread that it goes on with.
        """
        ...


class Loads(Protocol):
    """How much waits for a person."""

    def load(self, person: str, at: int) -> Band:
        """The person's load, in four coarse steps."""
        ...


class _Nothing:
    """Stands in for what an office does without: no condition is met, no errand is run, nobody is busy."""

    def holds(self, condition: Condition) -> bool:
        return False

    def watch(self, condition: Condition, tell: Tell) -> None:
        return

    def add_errand(
        self,
        step: Step,
        person: str,
        errand: Errand,
        at: int,
        *,
        app: Channel | None = None,
        thread: str = "",
    ) -> None:
        return

    def load(self, person: str, at: int) -> Band:
        return 1


def _nobody(person: str) -> bool:
    return False


@dataclass
class Links:
    """The later modules, shared by the earlier ones."""

    conditions: Conditions = field(default_factory=_Nothing)
    errands: Errands = field(default_factory=_Nothing)
    loads: Loads = field(default_factory=_Nothing)
    thinks: Callable[[str], bool] = _nobody
    """Whether another mind than the scripted one decides for that person just now."""
