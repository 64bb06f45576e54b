"""A person played by a model: percept in, decision out; what the model does wrong is mended, or named as a failure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from ....personas.schema import Persona
from ...kernel.ledger import Calls
from ...kernel.minds import FAILURES, MindFailed
from ...kernel.thinking import percept_hash
from ...office.model import Person
from ...office.percept import Decision, Errand, Percept
from ..client import ModelClient, Request, ask
from ..guard import Guard
from ..scripted.mind import among_colleagues
from ..structured import response_format
from .facts import WorldFacts
from .finish import Finisher
from .lookup import may_look_up
from .prompt import Prompt, prompt_for, stable_part
from .shape import Reaction
from .spec import MindSpec

_OWN_ERRANDS: Final = ("request", "inform", "chase", "invite", "social")
"""Errands of a person's own work, which say what they do and are about nothing that has rules."""


class ModelMind:
    """Decides for one person through a model.

    Args:
        persona: Who they are.
        person: Who they are here.
        spec: Which model, and how it is asked.
        client: Answers requests; shared by everybody with that model.
        facts: Their place in the world.
    """

    instant = False
    recorded = False

    def __init__(
        self, persona: Persona, person: Person, spec: MindSpec, client: ModelClient, facts: WorldFacts
    ) -> None:
        self.spec = spec
        self._client = client
        self._facts = facts
        self._finisher = Finisher(persona, person, facts)
        self._stable = stable_part(persona, person, facts)
        self._guard = Guard() if spec.guard else None

    @property
    def early(self) -> bool:
        """Whether its decisions may be begun before the look."""
        return self.spec.begins_early

    @property
    def early_most(self) -> int:
        """Early decisions thrown away after which none is begun early."""
        return self.spec.early_most

    def prompt(self, percept: Percept) -> Prompt:
        """What the model is asked about a look."""
        return prompt_for(
            self._stable,
            percept,
            most_facts=self.spec.facts,
            characters=self.spec.characters,
            secrets=self.spec.secrets,
            tools=not may_look_up(percept, self._facts),
        )

    async def decide(self, percept: Percept, calls: Calls) -> Decision:
        """What the person does.

        Raises:
            MindFailed: The model can't be had, or gives nothing that can be used.
        """
        if not self.spec.ambient and is_ambient(percept):
            own = self._finisher.scripted.decision(percept)
            return own.model_copy(update={"why": f"{own.why} (scripted: talk about everyday work)"})
        if percept.errand is None and percept.invitation is None and not _new(percept):
            return self._finisher.scripted.decision(percept)
        found = await self._course(percept, calls)
        failed = found.get("failed")
        if failed:
            why: Any = failed if failed in FAILURES else "error"
            raise MindFailed(why, str(found.get("detail", "")))
        return Decision.model_validate(found["decision"])

    async def _course(self, percept: Percept, calls: Calls) -> dict[str, Any]:
        # importing langgraph takes a second, and a run without such minds never needs it
        from ..saver import ROWS, ScratchSaver
        from .graph import Course, graph_of

        course = Course(
            percept=percept,
            request=self._request(percept),
            ask=lambda request: ask(self._client, calls, request),
            finisher=self._finisher,
            guard=self._guard,
            keys=lambda: tuple(calls.requests),
        )
        graph = graph_of(saved=self.spec.saved)
        if not self.spec.saved:
            return await graph.ainvoke({}, context=course)
        text = percept.__pydantic_serializer__.to_json(percept)
        thread = f"{percept.me}/{calls.decision}/{percept_hash(text)}"
        config: dict[str, Any] = {"configurable": {"thread_id": thread, ROWS: calls.scratch}}
        begun = await graph.aget_state(config)
        if not begun.values:
            return await graph.ainvoke({}, config, context=course, durability="async")
        # what was asked before the process stopped counts as asked by this decision, in its order
        if not calls.take_up(begun.values.get("asked", ())):
            ScratchSaver(calls.scratch).delete_thread(thread)
            return await graph.ainvoke({}, config, context=course, durability="async")
        if not begun.next:
            return begun.values
        return await graph.ainvoke(None, config, context=course, durability="async")

    def _request(self, percept: Percept) -> Request:
        spec = self.spec
        return Request(
            model=spec.model,
            messages=self.prompt(percept).messages,
            temperature=spec.temperature,
            max_tokens=spec.max_tokens,
            response_format=_format(),
            extra=spec.extra,
        )


@cache
def _format() -> Mapping[str, Any]:
    """The shape of answers, for servers that can be held to one."""
    return response_format(Reaction)


def is_ambient(percept: Percept) -> bool:
    """Whether a look is about colleagues' talk of their own work, in which every message says what it does."""
    other = percept.other
    if other is None or other.seat or other.company:
        return False
    if percept.errand is not None:
        return _is_own(percept.errand, percept)
    if percept.invitation is not None and not _new(percept):
        return True
    return _new(percept) and among_colleagues(percept)


def _is_own(errand: Errand, percept: Percept) -> bool:
    ruled = {one.approval for one in percept.approvals} | {one.request for one in percept.requests}
    return errand.kind in _OWN_ERRANDS and not errand.fact and errand.item not in ruled


def _new(percept: Percept) -> bool:
    return any(one.new and one.sender != percept.me for one in percept.said)
