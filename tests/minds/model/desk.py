"""A person of the small office with a model mind, and a client that answers from a list, for the tests beside it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from tenure.engine.kernel.ledger import Calls
from tenure.engine.kernel.run import Run
from tenure.engine.minds.client import Outcome, Request
from tenure.engine.minds.model.facts import Colleague, LookUp, WorldFacts
from tenure.engine.minds.model.finish import Finished, Finisher
from tenure.engine.minds.model.mind import ModelMind
from tenure.engine.minds.model.shape import Reaction
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.office.percept import Decision, Percept, Reply
from tests.agents.lamps import lamps, new
from tests.minds.scripted.office import COLLEAGUES, person, persona

WHO = "pricing_specialist"
FACTS = WorldFacts(
    organisation="Halyard Lane Forwarding",
    about="A freight forwarder with desks in Rotterdam and Singapore.",
    title="Pricing Specialist",
    department="Pricing",
    colleagues=tuple(Colleague(id=id_, name=name, title=title) for id_, name, title in COLLEAGUES),
    work=("Rate sheet for April",),
    tools=(
        LookUp(tool="drive.search", about="files on the drive", arguments=("query",)),
        LookUp(tool="directory.search", about="people", optional="query"),
        LookUp(tool="calendar.free_busy", about="when people are free", arguments=("people",), many=True),
    ),
)


class Answers:
    """Answers requests from a list, the last one for good; an outcome goes out as it is."""

    def __init__(self, *answers: dict[str, Any] | str | Outcome) -> None:
        self.answers: Sequence[dict[str, Any] | str | Outcome] = answers
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Outcome:
        self.requests.append(request)
        made = self.answers[min(len(self.requests), len(self.answers)) - 1]
        if isinstance(made, Outcome):
            return made
        return Outcome(status="ok", text=made if isinstance(made, str) else json.dumps(made))


def finisher(who: str = WHO) -> Finisher:
    return Finisher(persona(who), person(who), FACTS)


def finished(percept: Percept, who: str = WHO, **answer: Any) -> Finished:
    """What becomes of an answer."""
    return finisher(who).finish(percept, Reaction.model_validate(answer))


def reply_of(decision: Decision) -> Reply:
    """The one reply of a decision."""
    found = [one for one in decision.intents if isinstance(one, Reply)]
    assert len(found) == 1, decision
    return found[0]


def mind(client: Any, who: str = WHO, **spec: Any) -> ModelMind:
    given: dict[str, Any] = {"model": "openai/x", **spec}
    return ModelMind(persona(who), person(who), MindSpec(**given), client, FACTS)


class Desk:
    """A run's ledger, in which decisions of one person are made."""

    def __init__(self) -> None:
        self.run: Run = new(lamps())
        self.decision = 0

    def calls(self, decision: int | None = None) -> Calls:
        """The calls of the person's next decision, or of one again."""
        if decision is None:
            self.decision += 1
            decision = self.decision
        return Calls(self.run.ledger, "me", decision)

    def decide(
        self, percept: Percept, *answers: dict[str, Any] | str | Outcome, who: str = WHO, **spec: Any
    ) -> tuple[Decision, Answers]:
        """What the person decides when the model answers so, and what it was asked."""
        client = Answers(*answers)
        return asyncio.run(mind(client, who, **spec).decide(percept, self.calls())), client


def told(decision: Decision) -> list[str]:
    return [one.fact for one in reply_of(decision).told]


def troubled(decision: Decision, words: str) -> bool:
    return any(words in one for one in decision.trouble)
