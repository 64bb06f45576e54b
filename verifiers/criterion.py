"""What every kind of criterion is: what an author writes of it, and how it is judged while a run's events pass by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from pydantic import AfterValidator, Field

from ..engine.kernel.events import Event
from ..engine.office.conditions.model import Condition, FactId, Written
from ..personas.problems import Misfit
from .coworkers.faults import CoworkerFault

if TYPE_CHECKING:
    from .evidence import Evidence
    from .scene import Scene

FULL = 1000
"""Per mille: a criterion met in full."""

T = TypeVar("T")

Status: TypeAlias = Literal["judged", "not_judged", "unknown", "coworker_fault"]
"""Only ``judged`` counts. ``not_judged``: nobody could judge it; ``unknown``: the judge could not tell;
``coworker_fault``: it was missed because a coworker did not do what they should have, and that alone is told from the
rules, or their mind was no scripted one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about one criterion.

    Attributes:
        met: Whether it is met in full.
        score: Per mille, for kinds that give parts; 0 or 1000 for others.
        events: Numbers of the events it rests on.
        documents: What it rests on beside events: ``drive:/Reports/x.md@2``, ``message:noor/m3``.
        explanation: What was found, in plain words.
        status: Whether it counts.
        faults: Coworkers' faults that stand in the way of a criterion that is not met, whether it counts or not.
    """

    met: bool
    score: int
    events: tuple[int, ...] = ()
    documents: tuple[str, ...] = ()
    explanation: str = ""
    status: Status = "judged"
    faults: tuple[CoworkerFault, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.score <= FULL:
            raise ValueError(f"a verdict's score is 0 to 1000 per mille, not {self.score}")
        if self.met != (self.score == FULL) and self.status == "judged":
            raise ValueError("a criterion is met exactly if its score is 1000 per mille")


def verdict(
    met: bool,
    explanation: str,
    *,
    events: Iterable[int] = (),
    documents: Iterable[str] = (),
) -> Verdict:
    """A verdict of all or nothing."""
    return Verdict(met, FULL if met else 0, tuple(events), tuple(documents), explanation)


class Judge(Protocol):
    """Judges one criterion during one scoring; keeps what it needs from the events that pass by."""

    def fold(self, event: Event, evidence: Evidence) -> bool:
        """See an event of a kind it listens to, already part of the evidence. True: the verdict may have changed."""
        ...

    def verdict(self, evidence: Evidence) -> Verdict:
        """The verdict as things stand."""
        ...


@runtime_checkable
class Deferring(Protocol):
    """A judge that costs something: what it would look at is kept, and judged only if it turns out to matter."""

    @property
    def costly(self) -> bool:
        """Whether it takes so long that nothing but the last state is judged."""
        ...

    @property
    def listens(self) -> tuple[str, ...]:
        """The kinds of events, of those that its criterion listens to, that can matter to it."""
        ...

    def fold(self, event: Event, evidence: Evidence) -> bool:
        """As for `Judge`."""
        ...

    def snapshot(self, evidence: Evidence) -> Any:
        """What it would judge as things stand; equal exactly if the verdict would be."""
        ...

    def verdict_on(self, snapshot: Any, evidence: Evidence) -> Verdict:
        """The verdict on what was kept."""
        ...

    def verdict(self, evidence: Evidence) -> Verdict:
        """The verdict as things stand."""
        ...


def weight_text(value: Decimal) -> Decimal:
    """Refuse weights that are no ordinary number."""
    if not value.is_finite() or value < 0:
        raise Misfit(f"a weight is a number of 0 or more, not {value}", "Write `weight: 1`.")
    return value


Weight = Annotated[Decimal, AfterValidator(weight_text)]


def some(items: tuple[T, ...]) -> tuple[T, ...]:
    """Refuse an empty list. A length limit would also complain of lists whose items are at fault."""
    if not items:
        raise Misfit("the list is empty", "Write at least one item.")
    return items


class Criterion(Written):
    """Base of all kinds. A kind of one's own sets ``kind: Literal["mine"]`` and defines `evaluate`.

    A kind that must remember events defines `judge` instead.
    """

    listens: ClassVar[tuple[str, ...]] = (
        "message.sent",
        "drive.written",
        "drive.moved",
        "calendar.invited",
        "calendar.moved",
        "calendar.cancelled",
        "seat.ended",
    )
    """Kinds of events after which it is judged again; an empty tuple: after every event."""
    uses_apps: ClassVar[bool] = False
    """Whether it looks at `Evidence.rows`, for which the whole state must be folded along."""
    exact: ClassVar[bool] = True
    """Whether whoever judges it again finds the same: not so if a model does."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,63}$", description="Unique in the rubric.")
    title: str = Field(min_length=1, description="What is right about the work if it is met, for people.")
    kind: str = Field(description="Which kind of criterion: document, state, conduct, or one of your own.")
    weight: Weight = Field(
        Decimal(1), description="Its share of the score is its weight over the sum of all weights."
    )
    facts: tuple[FactId, ...] = Field(
        (),
        description="Facts without which it can't be met. If a coworker wrongly refused one of them and "
        "never gave it, a miss is the coworker's fault and does not count.",
    )

    @property
    def uses_shelf(self) -> bool:
        """Whether it looks at `Evidence.shelf`, for which the apps as they were at the start are opened."""
        return False

    @property
    def rewards_outcome(self) -> bool:
        """Whether it is about what was achieved rather than how."""
        return True

    @property
    def pays_for_nothing(self) -> bool:
        """Whether somebody who does nothing at all could meet it."""
        return False

    def conditions(self) -> Iterator[Condition]:
        """The conditions it asks about; they are tracked while the events pass by."""
        return iter(())

    def needed_facts(self) -> tuple[str, ...]:
        """Facts that whoever meets it must have had from somebody."""
        return self.facts

    def judge(self, scene: Scene) -> Judge:
        """A judge for one scoring."""
        return _Evaluating(self)

    def evaluate(self, evidence: Evidence) -> Verdict:
        """Judge it from the evidence as it stands.

        Args:
            evidence: What was in the run so far: files, messages, conditions, rows of apps.
        """
        raise NotImplementedError(f"criterion kind {self.kind!r} defines neither `evaluate` nor `judge`")


class _Evaluating:
    """Judges by asking the criterion again."""

    def __init__(self, criterion: Criterion) -> None:
        self._criterion = criterion

    def fold(self, event: Event, evidence: Evidence) -> bool:
        return True

    def verdict(self, evidence: Evidence) -> Verdict:
        return self._criterion.evaluate(evidence)


def kind_of(criterion: type[Criterion]) -> str:
    """The word that a class answers to in ``kind:``.

    Raises:
        TypeError: It doesn't say.
    """
    words: tuple[Any, ...] = getattr(criterion.model_fields["kind"].annotation, "__args__", ())
    if len(words) != 1 or not isinstance(words[0], str):
        raise TypeError(f'{criterion.__qualname__} must say `kind: Literal["its_name"]`')
    return words[0]
