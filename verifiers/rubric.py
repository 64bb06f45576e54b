"""How a task is scored, as its author writes it: criteria with weights, gates that cap, penalties, a mark to pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any, TypeAlias, cast

from pydantic import AfterValidator, BeforeValidator, Field, SerializeAsAny, model_validator

from ..engine.office.conditions.model import Condition, Written
from ..personas.problems import Misfit, did_you_mean
from .conduct import Conduct
from .criterion import Criterion, some
from .document import Document
from .kinds import kinds
from .opinion import Opinion
from .pytests import Tests
from .state import State


def _of_its_kind(value: Any) -> Any:
    """The criterion as its kind's class reads it."""
    if isinstance(value, Criterion):
        return value
    if not isinstance(value, Mapping):
        raise Misfit("a criterion is written as `key: value` lines", "Start it with `- id: its_name`.")
    given = cast("Mapping[str, Any]", value)
    known = kinds()
    word = given.get("kind")
    if word is None:
        raise Misfit("a criterion needs `kind`", f"There are: {', '.join(known)}.")
    if word not in known:
        fix = did_you_mean(str(word), known) or f"There are: {', '.join(known)}."
        raise Misfit(f"there is no kind of criterion `{word}`", fix, at=("kind",))
    return known[word].model_validate(given)


def _share(value: Decimal) -> Decimal:
    if not value.is_finite() or not 0 <= value <= 1:
        raise Misfit(f"{value} is not a share of the score", 'Write a number from 0 to 1, such as "0.4".')
    return value


Share = Annotated[Decimal, AfterValidator(_share)]
AnyCriterion: TypeAlias = Annotated[
    SerializeAsAny[Document | State | Conduct | Tests | Opinion | Criterion], BeforeValidator(_of_its_kind)
]


class Gate(Written):
    """Without this criterion the score can't be more than so much."""

    criterion: str = Field(description="The id of a criterion.")
    cap: Share = Field(description="The most that can be scored if it is not met, 0 to 1.")


class Penalty(Written):
    """What takes away from the score when it happens."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")
    title: str = Field(min_length=1)
    when: Condition
    minus: Share = Field(description="How much of the score it costs, 0 to 1.")


class Rubric(Written):
    """A task's rubric.yaml.

    The score is the weighted mean of what the criteria score, over those that were judged: one that waits for a judge,
    or that a coworker made impossible, counts neither way. Gates whose criterion is not met cap it; penalties come
    off after that; it never falls below 0.
    """

    pass_mark: Share = Field(Decimal("0.7"), description="The score from which the task counts as passed.")
    criteria: Annotated[tuple[AnyCriterion, ...], AfterValidator(some)]
    gates: tuple[Gate, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    @model_validator(mode="after")
    def _sound(self) -> Rubric:
        self._unique()
        ids = [one.id for one in self.criteria]
        for number, gate in enumerate(self.gates):
            if gate.criterion not in ids:
                fix = did_you_mean(gate.criterion, ids) or f"There are: {', '.join(ids)}."
                raise Misfit(
                    f"there is no criterion `{gate.criterion}`", fix, at=("gates", number, "criterion")
                )
            if not self.criterion(gate.criterion).exact:
                raise Misfit(
                    f"`{gate.criterion}` waits for a judge: a gate must be settled exactly",
                    "Cap the score by a criterion of another kind.",
                    at=("gates", number, "criterion"),
                )
        gated = {gate.criterion for gate in self.gates}
        for number, one in enumerate(self.criteria):
            if one.pays_for_nothing and (one.weight or one.id not in gated):
                raise Misfit(
                    f"`{one.id}` would be met by doing nothing at all",
                    "Add `needs:` with what must be done first, make it a penalty, or give it `weight: 0` and a gate.",
                    at=("criteria", number, "id"),
                )
            if not one.weight and one.id not in gated:
                raise Misfit(
                    f"`{one.id}` has no weight and no gate: it changes nothing",
                    "Give it a weight or name it in a gate.",
                    at=("criteria", number, "id"),
                )
        if not any(one.weight for one in self.criteria if one.rewards_outcome and one.exact):
            raise Misfit(
                "all weight is on conduct or waits for a judge: nothing that can be settled asks for a result",
                "Add a criterion of kind document, test or state.",
                at=("criteria",),
            )
        return self

    def _unique(self) -> None:
        seen: set[str] = set()
        for section, items in (("criteria", self.criteria), ("penalties", self.penalties)):
            for number, item in enumerate(items):
                if item.id in seen:
                    raise Misfit(
                        f"`{item.id}` is used twice", "Rename one of the two.", at=(section, number, "id")
                    )
                seen.add(item.id)

    def criterion(self, criterion: str) -> Criterion:
        """The criterion of that id.

        Raises:
            KeyError: There is none.
        """
        for one in self.criteria:
            if one.id == criterion:
                return one
        raise KeyError(criterion)

    def conditions(self) -> Iterator[Condition]:
        """Every condition that criteria and penalties ask about."""
        for one in self.criteria:
            yield from one.conditions()
        for penalty in self.penalties:
            yield penalty.when
