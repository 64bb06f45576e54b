"""A mind by a name that a run binds to a model, whichever model that was when a decision was begun.

Which model stands behind a name may change when a run is resumed or forked. Decisions that were begun before are still
made by the model of then: their record can be replayed, and what was paid for is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...personas import Persona
from ..kernel.ledger import Calls
from ..kernel.minds import Mind, MindFailed
from ..office.model import Person
from ..office.percept import Decision, Percept
from .model.facts import WorldFacts
from .model.spec import MindSpec

MINDS: Final = "minds"
"""Key of a run's meta: name of a mind to the model behind it, as JSON values."""
EARLIER: Final = "earlier_minds"
"""Key of a run's meta: which models stood there before, oldest first, each with how many decisions everybody had begun
when it was replaced."""


def rebound(
    meta: Mapping[str, Any], bindings: Mapping[str, MindSpec], begun: Mapping[str, int]
) -> dict[str, Any]:
    """What a run's meta says once names of minds are bound otherwise.

    Args:
        meta: The run's, as it was.
        bindings: Names with the models behind them from now on; names that are not given keep theirs.
        begun: How many decisions everybody has begun.
    """
    before: Mapping[str, Any] = meta.get(MINDS, {})
    after = {**before, **{name: spec.model_dump(mode="json") for name, spec in sorted(bindings.items())}}
    if after == before:
        return {}
    if not before:
        return {MINDS: after}
    # a fork may stand before what its parent did: only what was begun by then is past
    earlier = [
        {
            MINDS: one[MINDS],
            "begun": {actor: min(count, begun.get(actor, 0)) for actor, count in one["begun"].items()},
        }
        for one in meta.get(EARLIER, ())
    ]
    return {MINDS: after, EARLIER: [*earlier, {MINDS: dict(before), "begun": dict(begun)}]}


class BoundMind:
    """Decides through the model that is bound to a name.

    Args:
        name: Of the mind.
        persona: Who the person is.
        person: What they are here.
        facts: Their place in the world.
        meta: The run's; read when a decision is made.
    """

    instant = False
    recorded = False

    def __init__(
        self, name: str, persona: Persona, person: Person, facts: WorldFacts, meta: Mapping[str, Any]
    ) -> None:
        self._name = name
        self._persona = persona
        self._person = person
        self._facts = facts
        self._meta = meta
        self._made: dict[str, Mind] = {}
        self._read: tuple[Any, MindSpec] | None = None
        """What was read last, with what it was read from: it is asked for at every booking."""

    @property
    def early(self) -> bool:
        """Whether decisions may be begun before the look."""
        spec = self._spec(None)
        return spec is not None and spec.begins_early

    @property
    def early_most(self) -> int | None:
        """Early decisions that may come to nothing."""
        spec = self._spec(None)
        return None if spec is None else spec.early_most

    async def decide(self, percept: Percept, calls: Calls) -> Decision:
        """What the model has the person do.

        Raises:
            MindFailed: The model can't be had.
        """
        spec = self._spec(calls.decision)
        if spec is None:
            raise MindFailed("unavailable", f"no model is bound to the mind {self._name}")
        key = spec.model_dump_json()
        mind: Any = self._made.get(key)
        if mind is None:
            mind = self._made[key] = self._mind(spec)
        return await mind.decide(percept, calls)

    def _spec(self, decision: int | None) -> MindSpec | None:
        """The model of a decision; of one that is yet to be begun if None."""
        bound: Mapping[str, Any] = self._meta.get(MINDS, {})
        for one in self._meta.get(EARLIER, ()) if decision is not None else ():
            if decision is not None and decision <= one["begun"].get(self._person.id, 0):
                bound = one[MINDS]
                break
        found = bound.get(self._name)
        if found is None:
            return None
        if self._read is None or self._read[0] is not found:
            self._read = (found, MindSpec.model_validate(found))
        return self._read[1]

    def _mind(self, spec: MindSpec) -> Mind:
        from .client import client_for
        from .model.mind import ModelMind

        return ModelMind(self._persona, self._person, spec, client_for(spec), self._facts)
