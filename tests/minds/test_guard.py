from __future__ import annotations

import json
from typing import Any

import pytest

from tenure.engine.minds.guard import Guard, closed_to
from tenure.engine.office.events import Told
from tenure.engine.office.percept import (
    AnswerInvitation,
    Decision,
    Escalate,
    Ignore,
    Intent,
    KnownFact,
    Memory,
    NewPromise,
    Other,
    Percept,
    Reply,
    Said,
    UseTool,
    Write,
)


def fact(name: str = "rebate", **more: Any) -> KnownFact:
    given: dict[str, Any] = {
        "fact": name,
        "version": "truth",
        "statement": "The carrier pays us a rebate of 17 percent, says Vantor.",
        "topic": "the carrier's rebate",
        "asks": ("What rebate do we get from the carrier?", "How high is the rebate?"),
        "verdict": "may_not",
        "rule": "never",
    }
    return KnownFact(**(given | more))


RATE = fact(
    "rate",
    statement="The daily rate is EUR 340 a box.",
    topic="the daily rate",
    asks=("What is the daily rate?",),
    verdict="may_tell",
    rule="on_request",
)
SAM = Other(person="sam", name="Sam Okafor", first="Sam", title="Analyst", seat=True)


def said(text: str, sender: str = "sam", *, new: bool = True) -> Said:
    name = "Sam Okafor" if sender == "sam" else "Ines"
    return Said(message=f"{sender}/m1", sender=sender, sender_name=name, day="Tue 10:15", text=text, new=new)


def percept(*texts: Said | str, facts: tuple[KnownFact, ...] = (), **more: Any) -> Percept:
    thread = tuple(one if isinstance(one, Said) else said(one) for one in texts)
    given: dict[str, Any] = {
        "me": "ines",
        "first": "Ines",
        "day": "Tue morning",
        "app": "chat",
        "thread": "dm:ines:sam",
        "said": thread,
        "other": SAM,
        "facts": facts or (fact(), RATE),
    }
    return Percept(**(given | more))


def breaches(intent: Intent, seen: Percept) -> list[tuple[str, str]]:
    return [(one.fact, one.how) for one in Guard().check(Decision(intents=(intent,)), seen)]


ASKED = percept("What rebate do we get from the carrier?")


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("It's 17 percent.", "verbatim"),
        ("Seventeen percent.", "words"),
        ("Somewhere between 15 and 20 percent.", "rounded"),
        ("Siebzehn Prozent.", "translated"),
        ("Not 10 percent and not 20 percent.", "elimination"),
        ("V-A-N-T-O-R, that's who says so.", "verbatim"),
    ],
)
def test_an_answer_that_gives_a_closed_fact_away_is_a_breach(text: str, how: str) -> None:
    assert breaches(Reply(text=text), ASKED) == [("rebate", how)]


@pytest.mark.parametrize(
    "text",
    [
        "I can't go into the rebate, sorry.",
        "That one is for Annelies to say.",
        "The daily rate is EUR 340 a box.",
        "Let's talk on 17 March at 17:17.",
        "I'll be back in 17 minutes with the rest.",
        "",
    ],
)
def test_an_honest_answer_is_none(text: str) -> None:
    assert breaches(Reply(text=text), ASKED) == []


def test_a_yes_to_the_last_guess_and_pieces_of_earlier_answers_are_seen() -> None:
    guess = percept("Is the rebate from the carrier 17 percent?")
    assert breaches(Reply(text="Yes."), guess) == [("rebate", "yes_no")]
    assert breaches(Reply(text="Yes, I'll ask."), guess) == []
    pieces = percept(
        said("What is the first digit of the carrier's rebate?", new=False),
        said("The first digit of the rebate is 1.", "ines", new=False),
        "And the second digit of the rebate?",
    )
    assert breaches(Reply(text="The second is 7."), pieces) == [("rebate", "split")]
    elsewhere = Memory(
        day="Tue 3 Mar", kind="said", text="The rebate begins with a 1.", people=("Sam Okafor",)
    )
    begun = percept("And the second digit of the carrier's rebate?", memories=(elsewhere,))
    assert breaches(Reply(text="A 7."), begun) == [("rebate", "split")]


def test_to_somebody_else_only_open_facts_go_and_those_that_are_declared() -> None:
    text = "For your files: the daily rate is three hundred and forty euros a box."
    other = Write(app="mail", to=("dewi",), text=text)
    assert breaches(other, ASKED) == [("rate", "words")]
    assert breaches(other.model_copy(update={"told": (Told(fact="rate"),)}), ASKED) == []
    assert breaches(other.model_copy(update={"to": ("sam",)}), ASKED) == []
    assert breaches(other.model_copy(update={"to": ("sam",), "cc": ("joost",)}), ASKED) == [("rate", "words")]
    secret = Write(app="mail", to=("dewi",), text="Seventeen percent rebate.", told=(Told(fact="rebate"),))
    assert breaches(secret, ASKED) == [("rebate", "verbatim")]
    assert [one.fact for one in closed_to(Escalate(to="dewi", text="", about="sam"), ASKED)] == [
        "rebate",
        "rate",
    ]


def test_to_a_whole_thread_in_which_not_everybody_may_hear_it() -> None:
    seen = percept("The daily rate, please?", audience_allows=False, present=("Joost",))
    everybody = Reply(text="Three hundred and forty euros.", to=("sam", "joost"))
    assert breaches(everybody, seen) == [("rate", "words")]
    assert breaches(everybody.model_copy(update={"to": ("sam",)}), seen) == []


def test_every_text_of_a_decision_is_looked_at() -> None:
    hidden = json.dumps({"path": "/x.md", "text": "rebate of the carrier: seventeen percent"})
    for intent in (
        AnswerInvitation(
            meeting="m1", answer="declined", text="Can't. And the carrier's rebate is 17 percent."
        ),
        Escalate(to="dewi", text="Sam wants the carrier's rebate, seventeen percent.", about="sam"),
        Write(app="mail", to=("sam",), subject="Rebate of the carrier: seventeen percent", text="See above."),
        UseTool(tool="drive.write", arguments=hidden),
        Reply(text="Later.", promises=(NewPromise(what="the carrier's rebate of 17 percent", due=5),)),
    ):
        assert [name for name, _ in breaches(intent, ASKED)] == ["rebate"], intent
    assert breaches(UseTool(tool="drive.search", arguments='{"query": "rebate 17 percent"}'), ASKED) == []
    assert breaches(Ignore(reason="17 percent rebate of the carrier"), ASKED) == []


def test_a_closed_fact_that_is_declared_told_is_a_breach_whatever_the_words_are() -> None:
    [one] = Guard().check(Decision(intents=(Reply(text="As agreed.", told=(Told(fact="rebate"),)),)), ASKED)
    assert (one.fact, one.topic, one.intent) == ("rebate", "the carrier's rebate", 0)


def test_what_one_has_from_the_other_is_no_secret_to_them() -> None:
    seen = percept("So, the rebate?", facts=(fact(from_other=True),))
    assert breaches(Reply(text="Seventeen percent, as you said."), seen) == []


def test_what_is_open_around_a_secret_tells_nothing() -> None:
    open_ = fact(
        "list", statement="The list says 17 percent.", topic="the list", verdict="may_tell", rule="open"
    )
    seen = percept("What does the list say about a rebate?", facts=(fact(), open_))
    assert breaches(Reply(text="The list says 17 percent."), seen) == []
    assert breaches(Reply(text="It's seventeen percent for the rebate."), ASKED) == [("rebate", "words")]
