"""The office with its real attention, absences and conditions: what one module causes, the others carry out."""

from __future__ import annotations

from collections.abc import Callable

from tenure.engine.kernel.clock import DAY, HOUR
from tenure.engine.kernel.events import Event
from tenure.engine.kernel.step import Step
from tenure.engine.office.absence import Absence
from tenure.engine.office.attention import Attention
from tenure.engine.office.conditions.tracker import ConditionTracker, conditions_of, holders_of
from tenure.engine.office.events import BeatFired, Told

from .bureau import Bureau, setup


class Hours:
    """Times of conditions as plain hours."""

    def at(self, text: str) -> int:
        return int(text) * HOUR

    def after(self, at: int, span: str) -> int:
        return at + int(span) * HOUR


def bureau() -> tuple[Bureau, Attention]:
    given = setup()

    def named(who: str) -> tuple[str, ...]:
        return tuple(person.id for person in given.people.values() if who in (person.id, person.seat))

    made = Bureau(given)
    core = made.office.core
    tracker = ConditionTracker(
        conditions_of(given), named=named, times=Hours(), text=made.blobs.text, knows=holders_of(given)
    )
    absence = Absence(given, core)
    attention = Attention(given, core, [absence])
    made.office.connect(conditions=tracker, errands=attention, loads=attention)
    made.join(attention, absence, tracker)
    return made, attention


def waiting(attention: Attention, person: str) -> list[tuple[str, str, str]]:
    items = attention.queues.waiting.get(person, {}).values()
    return [(one.errand.kind, one.errand.to, one.errand.fact) for one in items if one.errand is not None]


def do(made: Bureau, act: Callable[[Step], object]) -> list[Event]:
    return made.step(act)


def test_an_approval_opens_what_waits_for_it_and_is_passed_on() -> None:
    made, attention = bureau()
    office = made.office
    assert office.knowledge.verdict("ines", "buy_rate", ("noor",)) == ("needs_approval", "may_share")
    do(made, lambda step: office.approvals.decide(step, "may_share", "noor", granted=True))
    assert office.knowledge.verdict("ines", "buy_rate", ("noor",)).verdict == "may_tell"
    assert waiting(attention, "dewi") == [("inform", "ines", "")]


def test_a_correction_reaches_those_who_were_told_wrongly() -> None:
    made, attention = bureau()
    made.say("pieter", "noor", "It's 990.", told=(Told(fact="rate", version="pieter"),))
    do(made, lambda step: step.emit(BeatFired(beat="notice")))
    assert made.office.knowledge.holds("pieter", "rate") == "truth"
    assert waiting(attention, "pieter") == [("correct", "noor", "rate")]


def test_a_promise_becomes_an_errand_in_its_thread() -> None:
    made, attention = bureau()
    office = made.office
    thread = made.say("noor", "pieter", "Could you rerun the manifest?")
    answer = made.say("pieter", "noor", "By tomorrow.", thread=thread)
    do(made, lambda step: office.promises.make(step, "pieter", "noor", "it", "rerun", DAY, answer))
    made.pass_until(DAY, but=("look",))
    assert waiting(attention, "pieter") == [("deliver", "noor", "boxes")]
    [item] = [one for one in attention.queues.waiting["pieter"].values() if one.errand is not None]
    assert (item.app, item.thread) == ("mail", thread)
    percept = office.perceiver.percept(
        "pieter", item.errand or "", made.now, item.messages, app=item.app, thread=item.thread
    )
    assert [one.text for one in percept.said] == ["Could you rerun the manifest?", "By tomorrow."]
    assert percept.app == "mail"
