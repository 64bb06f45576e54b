"""A mind that has one answer to everything."""

from __future__ import annotations

from typing import Any

from tenure.engine.office.percept import Decision, Ignore, Percept, Reply


class Curt:
    name = "curt"
    instant = True
    recorded = False

    def __init__(self, persona: Any, person: Any) -> None:
        self._person = person

    async def decide(self, percept: Percept, calls: Any = None) -> Decision:
        if not any(one.new for one in percept.said):
            return Decision(intents=(Ignore(reason="nothing new"),))
        return Decision(intents=(Reply(text=f"Ask Lotte. {self._person.first}"),), why="curt")
