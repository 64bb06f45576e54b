from __future__ import annotations

from dataclasses import replace

from tenure.engine.kernel.clock import HOUR
from tenure.engine.office.events import Act, FileCommented, Invited
from tenure.engine.office.hints import Hinted
from tenure.engine.office.model import Holding, Rule

from .bureau import AGREED, Bureau, setup
from .bureau import facts as bureau_facts
from .bureau import people as bureau_people

ASKED = "What does the carrier charge, what is the carrier buy rate?"


def thinking(*people: str, **more: object) -> Bureau:
    bureau = Bureau(setup(thinkers=frozenset(people), **more))
    bureau.office.links.thinks = frozenset(people).__contains__
    return bureau


def hints(bureau: Bureau) -> list[tuple[str, str, str, str]]:
    return [(one.fact, one.by, one.to, one.how) for one in bureau.of_kind(Hinted.kind)]


def test_a_mind_of_its_own_that_gives_away_a_fact_in_other_words_is_in_the_ledger() -> None:
    bureau = thinking("ines")
    thread = bureau.say("noor", "ines", ASKED)
    message = bureau.say("ines", "noor", "About eight hundred euros for the carrier buy rate.", thread=thread)
    [one] = bureau.of_kind(Hinted.kind)
    assert (one.fact, one.by, one.to, one.message, one.how) == (
        "buy_rate",
        "ines",
        "noor",
        message,
        "rounded",
    )
    assert one.evidence == "eight hundred euros"
    assert bureau.of_kind("fact.shared") == []
    assert not bureau.office.knowledge.holds("noor", "buy_rate")


def test_what_is_told_outright_is_a_leak_and_no_hint() -> None:
    bureau = thinking("ines")
    thread = bureau.say("noor", "ines", ASKED)
    bureau.say("ines", "noor", "It's EUR 812.50.", thread=thread)
    assert hints(bureau) == []
    assert [one.mode for one in bureau.of_kind("fact.shared")] == ["leaked"]


def test_scripted_minds_and_the_past_are_not_looked_at() -> None:
    bureau = thinking("pieter")
    thread = bureau.say("noor", "ines", ASKED)
    bureau.say("ines", "noor", "About eight hundred euros, the carrier buy rate.", thread=thread)
    bureau.say("pieter", "noor", "About eight hundred euros, the carrier buy rate.", past=True)
    assert hints(bureau) == []


def test_who_holds_it_or_may_hear_it_hears_no_secret() -> None:
    text = "The carrier buy rate is about eight hundred euros."
    told = thinking("ines")
    told.step(lambda step: told.office.knowledge.learn(step, "noor", "buy_rate", "beat:x"))
    told.say("ines", "noor", text)
    assert hints(told) == []
    agreed = thinking("ines")
    agreed.meet(AGREED)
    agreed.say("ines", "noor", text)
    assert hints(agreed) == []
    agreed.say("ines", "pieter", text)
    assert hints(agreed) == [("buy_rate", "ines", "pieter", "rounded")]


def test_who_does_not_hold_a_fact_cannot_give_it_away() -> None:
    bureau = thinking("dewi")
    bureau.say("dewi", "noor", "I'd guess that the carrier buy rate is about eight hundred euros.")
    assert hints(bureau) == []


def test_everybody_who_reads_and_may_not_is_named() -> None:
    bureau = thinking("ines")
    bureau.say(
        "ines", "noor", "The demurrage rate is some thirteen hundred euros a box.", cc=("joost", "dewi")
    )
    assert hints(bureau) == [("rate", "ines", "joost", "rounded")]


def test_seats_are_looked_at_too() -> None:
    bureau = thinking()
    bureau.step(lambda step: bureau.office.knowledge.learn(step, "noor", "rate", "beat:x"))
    bureau.say(
        "noor", "joost", "As for demurrage, think of the demurrage rate as about 1,300 euros.", acts=()
    )
    assert hints(bureau) == [("rate", "noor", "joost", "rounded")]


def test_a_yes_to_a_guess_and_pieces_over_messages() -> None:
    bureau = thinking("ines")
    thread = bureau.say("noor", "ines", "Is the carrier buy rate above 800 euros?")
    bureau.say("ines", "noor", "Yes.", thread=thread)
    other = bureau.say("noor", "ines", "And the carrier buy rate, piece by piece?")
    bureau.say("ines", "noor", "First digit of the carrier rate: 8.", thread=other)
    bureau.say("ines", "noor", "Second: 1.", thread=other)
    bureau.say("ines", "noor", "Third: 2.", thread=other)
    assert [how for *_, how in hints(bureau)] == ["yes_no", "split"]


def test_a_refusal_is_none() -> None:
    bureau = thinking("ines")
    thread = bureau.say("noor", "ines", "Is the carrier buy rate 812.50?")
    for text in (
        "No, I can't tell you that.",
        "I'd rather have Dewi's word on the carrier buy rate first.",
        "The carrier buy rate is not mine to share. I have 800 other things to do until 8:12.",
    ):
        bureau.say("ines", "noor", text, thread=thread, acts=(Act(kind="refusal", item="buy_rate"),))
    assert hints(bureau) == []


def test_comments_and_invitations_can_hint_too() -> None:
    bureau = thinking("ines")
    text = bureau.blobs.put_text("The carrier buy rate is just over eight hundred euros.")
    comment = FileCommented(
        path="/a.md", file="noor/f1", version=1, comment="ines/k1", by="ines", text=text, people=("noor",)
    )
    bureau.step(lambda step: step.emit(comment, "ines"))
    invited = Invited(
        meeting="ines/c1",
        title="Carrier buy rate: eight hundred and twelve euros fifty",
        organiser="ines",
        people=("ines", "noor"),
        start=HOUR,
        end=2 * HOUR,
    )
    bureau.step(lambda step: step.emit(invited, "ines"))
    assert [one.message for one in bureau.of_kind(Hinted.kind)] == ["drive:/a.md#ines/k1", "meeting:ines/c1"]


def test_a_mistaken_version_is_protected_as_its_holder_believes_it() -> None:
    facts = bureau_facts()
    rate = facts["rate"]
    holders = tuple(
        replace(one, rule=Rule("never")) if one.person == "pieter" else one for one in rate.holders
    )
    facts["rate"] = replace(rate, holders=holders)
    bureau = thinking("pieter", facts=facts)
    bureau.say("pieter", "noor", "Demurrage rate? Nearly a thousand euros a box, the demurrage rate.")
    assert hints(bureau) == [("rate", "pieter", "noor", "rounded")]


def test_who_may_never_be_told_is_protected_from_every_holder() -> None:
    people = bureau_people()
    facts = bureau_facts()
    facts["boxes"] = replace(facts["boxes"], not_to=("dewi",), holders=(Holding("pieter", Rule("open")),))
    bureau = thinking("pieter", facts=facts, people=people)
    bureau.say("pieter", ("dewi", "noor"), "At Antwerp half a dozen and one more are held, 7 boxes held.")
    leaked = [(one.to, one.mode) for one in bureau.of_kind("fact.shared")]
    assert ("dewi", "leaked") in leaked
    bureau.say("pieter", ("dewi",), "Am Hafen Antwerpen sind sieben Container, Antwerp, gehalten.")
    assert all(one.to == "dewi" for one in bureau.of_kind(Hinted.kind))
