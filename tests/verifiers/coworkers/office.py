"""An office with personas whose journal is written by hand, to measure coworkers in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tenure.engine.kernel.events import Event
from tenure.engine.kernel.minds import Decided, Looked
from tenure.engine.office import events as office
from tenure.engine.office.events import Act, MessageSent
from tenure.engine.office.model import Fact, Gift, Holding, Mistake, Person, Request, Rule, Setup
from tenure.engine.office.queues import Item, item_text
from tenure.personas import load_persona
from tenure.verifiers.coworkers.record import Record
from tenure.verifiers.coworkers.report import Report, report_on
from tests.verifiers.journal import CALENDAR, HOUR, Paper


def person(name: str, persona: str = "", **more: Any) -> Person:
    made = load_persona(persona) if persona else None
    full = made.name if made is not None else name.title()
    return Person(name, full, full.split()[0], "clerk", made, "home", f"{name}@office.example", **more)


SETUP = Setup(
    people={
        one.id: one
        for one in (
            person("noor", seat="analyst"),
            person("ines", "pricing_specialist"),
            person("yusuf", "warehouse_coordinator"),
            person("robin", "it_support"),
            person("hendrik", "customs_broker"),
        )
    },
    calendars={"home": CALENDAR},
    zone_calendar="home",
    domain="office.example",
    facts={
        "rate": Fact(
            "rate",
            "The demurrage rate at Antwerp is EUR 310 a day.",
            "the demurrage rate at Antwerp",
            ("What is the demurrage rate at Antwerp?", "How much is demurrage at Antwerp a day?"),
            (("310",),),
            holders=(
                Holding("ines", Rule()),
                Holding("yusuf", Rule(), mistake=Mistake("The demurrage rate at Antwerp is EUR 290.")),
            ),
        ),
        "floor": Fact(
            "floor",
            "The margin floor is 11 percent.",
            "the margin floor",
            ("What is the margin floor?", "How low may our margin go?"),
            (("11 percent",),),
            holders=(Holding("ines", Rule(kind="never")),),
        ),
    },
    requests={
        "export": Request(
            "export",
            "robin",
            "the export of the log",
            ("Can you export the log?",),
            HOUR,
            8 * HOUR,
            0,
            Gift(fact="rate"),
        )
    },
)
THINKING = replace(SETUP, thinkers=("ines", "yusuf", "robin", "hendrik"))


class Desk(Paper):
    """Writes what coworkers do."""

    def says(self, who: str, text: str, to: str = "noor", *, act: str = "answer", **more: Any) -> Event:
        """A text that somebody's mind worded."""
        return self.send(who, to, text, acts=(Act(kind=act),), **more)

    def asks(self, whom: str, fact: str, text: str = "") -> str:
        """The seat asks somebody for a fact, who understands it; the message."""
        message = message_of(self.send("noor", whom, text or f"What is {SETUP.facts[fact].topic}?"))
        self.emit(office.FactAsked(fact=fact, asker="noor", holder=whom, message=message), "noor")
        return message

    def refuses(self, who: str, fact: str, reason: Any = "rule", *, owed: bool = False) -> Event:
        message = message_of(self.says(who, "Sorry, no.", act="refusal"))
        return self.emit(
            office.FactRefused(fact=fact, by=who, to="noor", message=message, reason=reason, owed=owed), who
        )

    def puzzled(self, who: str, text: str) -> Event:
        message = message_of(self.send("noor", who, text))
        return self.emit(office.NotUnderstood(person=who, asker="noor", message=message, text=text), who)

    def promises(self, who: str, item: str = "", *, remembers: bool = True, hours: int = 4) -> str:
        self._count[f"{who}p"] = self._count.get(f"{who}p", 0) + 1
        promise = f"{who}/p{self._count[f'{who}p']}"
        self.emit(
            office.PromiseMade(
                promise=promise,
                by=who,
                to="noor",
                what="the export",
                item=item,
                due=self.now + hours * HOUR,
                remembers=remembers,
            ),
            who,
        )
        return promise

    def decides(
        self,
        who: str,
        *messages: str,
        failure: str = "",
        trouble: tuple[str, ...] = (),
        scripted: bool = False,
    ) -> Event:
        """Somebody looks at messages of the seat's and decides."""
        self._count[f"{who}d"] = number = self._count.get(f"{who}d", 0) + 1
        item = Item("t:x", "thread", "mail", "x", "noor", messages, 5, 0, 0, 0, 0, False)
        outcome = json.dumps({"intents": [], "trouble": trouble})
        self.emit(
            Looked(
                actor=who,
                decision=number,
                commit_at=self.now,
                hash="h",
                subject=item_text(item),
                outcome=outcome if scripted else None,
            ),
            who,
        )
        return self.emit(
            Decided(
                actor=who, decision=number, outcome=None if scripted else outcome, failure=failure or None
            ),
            who,
        )

    def record(self, setup: Setup = SETUP) -> Record:
        return Record.of(self.run, setup)

    def report(self, setup: Setup = SETUP) -> Report:
        return report_on(self.record(setup), times=40)


def message_of(event: Event) -> str:
    assert isinstance(event.payload, MessageSent)
    return event.payload.message
