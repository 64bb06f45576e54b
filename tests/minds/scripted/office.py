"""A small office as percepts, for the tests beside it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from tenure.engine.minds.scripted import ScriptedMind
from tenure.engine.office.events import Act, Told
from tenure.engine.office.model import Person
from tenure.engine.office.percept import (
    Approvable,
    Doable,
    KnownFact,
    OpenPromise,
    Other,
    Percept,
    Pointer,
    Reply,
    Said,
)
from tenure.personas import Persona, available, load_persona

PEOPLE = available()


def some(count: int) -> list[str]:
    """So many people, always the same."""
    return sorted(Random(11).sample(PEOPLE, count))


RATE = KnownFact(
    fact="rate",
    version="truth",
    statement="Demurrage at Antwerp is EUR 385 per container per day after 5 free days.",
    topic="the demurrage rate at Antwerp",
    asks=("What do we pay for demurrage at Antwerp?", "How much is demurrage per box and day in Antwerp?"),
    says=(
        "It's EUR 385 a box per day once the 5 free days are up.",
        "We pay EUR 385 per box and day in Antwerp, after 5 free days.",
    ),
    verdict="may_tell",
)
MARGIN = KnownFact(
    fact="margin",
    version="truth",
    statement="The margin on the Venlo lane is 7.5% of what the carrier charges us for the barge.",
    topic="the margin on the Venlo lane",
    asks=("What margin do we make on Venlo?", "How much do we put on top for the Venlo lane?"),
    says=("It's 7.5% on what the carrier charges us.",),
    verdict="may_not",
    rule="never",
)
BUY = KnownFact(
    fact="buy",
    version="truth",
    statement="The ocean buy rate to Rotterdam is EUR 2140 per forty-foot box under the Corvane service contract.",
    topic="the ocean buy rates",
    asks=("What are our buy rates?", "What do we pay for ocean freight to Rotterdam?"),
    says=("EUR 2140 a forty-foot under the service contract.",),
    verdict="needs_approval",
    approval="may_share",
    approver="marek",
    approver_name="Marek Zielinski",
    rule="restricted",
)
RUN = KnownFact(
    fact="run",
    version="truth",
    statement="The weekly payment run closes on Friday at 10:00.",
    topic="the weekly payment run",
    asks=("When does the payment run close?", "When do suppliers get paid?"),
    says=("The run closes Friday at 10:00.", "It closes on Friday, 10:00 sharp."),
    verdict="may_tell",
    rule="open",
)
BOX = KnownFact(
    fact="box",
    version="yusuf",
    statement="The scanned box of Lumenfjord was TCLU 4821553.",
    topic="which box was really scanned",
    asks=("Which box was scanned?", "Which container did customs hold?"),
    says=("The scan was on TCLU 4821553, the register has it wrong.",),
    verdict="may_tell",
    sure=600,
)
FACTS = (RATE, MARGIN, BUY, RUN, BOX)
PAID = Pointer(
    fact="paid",
    topic="what we have already paid on the Corvane invoice",
    asks=("Have we paid anything on the Corvane invoice?",),
    statement_words="EUR 9000 was paid to Corvane on account.",
    who="farid",
    who_name="Farid Rahman",
)
TRANSIT = Pointer(
    fact="t1",
    topic="the cost of the transit document",
    asks=("What does a T1 cost?",),
    statement_words="The T1 costs EUR 45 per box.",
)
LIST = Doable(
    request="list",
    topic="a corrected list of the boxes",
    asks=("Could you rerun the box list?", "Can you send me a corrected list of the containers?"),
    says=("The corrected list is on the drive.",),
    due=100_000_000,
    due_words="Thursday 14:00",
)
SHARE = Approvable(
    approval="may_share",
    topic="giving the buy rates to the analyst",
    asks=("Is it OK if Ines gives me the buy rates?", "May Ines share the buy rates with me?"),
    says=("Yes, Ines may give them to you. They stay inside the company.",),
    refuses=("No, those stay with pricing.",),
    grants=True,
    given=False,
    tells=("ines",),
)
COLLEAGUES = (
    ("dewi", "Dewi Anggraini", "Operations Manager"),
    ("hendrik", "Hendrik Postma", "Customs Broker"),
    ("robin", "Robin Kuipers", "IT and Systems Support"),
)


@cache
def persona(name: str) -> Persona:
    return load_persona(name)


@cache
def mind(name: str) -> ScriptedMind:
    who = persona(name)
    return ScriptedMind(who, person(name))


def person(who_id: str, **more: Any) -> Person:
    who = persona(who_id)
    about: dict[str, Any] = {
        "id": "me",
        "name": who.name,
        "first": who.short_name,
        "title": who.title,
        "persona": who,
        "calendar": "rotterdam",
        "address": "me@example.org",
    }
    return Person(**(about | more))


def noor(**more: Any) -> Other:
    about: dict[str, Any] = {
        "person": "noor",
        "name": "Noor Haddad",
        "first": "Noor",
        "title": "Operations Analyst",
        "seat": True,
    }
    return Other(**(about | more))


def asked(text: str, number: int = 9, *, new: bool = True, **more: Any) -> Said:
    return Said(
        message=f"noor/m{number}",
        sender="noor",
        sender_name="Noor Haddad",
        day="Tue 10:15",
        text=text,
        new=new,
        **more,
    )


def answered(
    text: str, acts: tuple[Act, ...] = (), told: tuple[Told, ...] = (), day: str = "Mon 15:30"
) -> Said:
    return Said(
        message="me/m1", sender="me", sender_name="Me", day=day, text=text, new=False, acts=acts, told=told
    )


def looks(text: str = "", *, earlier: Iterable[Said] = (), salt: int = 1, **more: Any) -> Percept:
    """What somebody sees when Noor wrote them ``text``."""
    about: dict[str, Any] = {
        "me": "me",
        "first": "Ines",
        "day": "Tue morning",
        "app": "chat",
        "thread": "dm:me:noor",
        "said": (*earlier, asked(text)) if text else (),
        "other": noor(),
        "facts": FACTS,
        "pointers": (PAID, TRANSIT),
        "requests": (LIST,),
        "colleagues": COLLEAGUES,
        "manager": "dewi",
        "salt": salt,
    }
    return Percept(**(about | more))


def reply(name: str, percept: Percept) -> Reply:
    """The one reply somebody gives."""
    decision = mind(name).decision(percept)
    found = [one for one in decision.intents if isinstance(one, Reply)]
    assert len(found) == 1, decision
    return found[0]


def with_fact(fact: KnownFact, **changed: Any) -> tuple[KnownFact, ...]:
    """The office's facts, one of them changed."""
    return tuple(one.model_copy(update=changed) if one.fact == fact.fact else one for one in FACTS)


def promised(late: bool, **changed: Any) -> dict[str, Any]:
    """What a percept holds of the list of the boxes once it was promised."""
    promise = OpenPromise(
        promise="me/p1", mine=True, what=LIST.topic, item="list", due_words="today 16:00", late=late
    )
    doable = LIST.model_copy(
        update={"status": "promised", "promise": "me/p1", "due_words": "today 16:00", **changed}
    )
    return {"promises": (promise,), "requests": (doable,)}
