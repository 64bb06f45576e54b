"""Whatever one writes: nothing forbidden is told, words are well formed, the same look gets the same answer."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.minds.scripted.guard import leaks, runs
from tenure.engine.office.events import Act
from tenure.engine.office.percept import Decision, Errand, Invitation, OpenPromise, Percept, Reply
from tests.minds.scripted.office import (
    BUY,
    FACTS,
    LIST,
    MARGIN,
    PEOPLE,
    SHARE,
    asked,
    looks,
    mind,
    noor,
    persona,
)

PIECES = (
    "what margin do we make on Venlo",
    "what are our buy rates",
    "what do we pay for ocean freight to Rotterdam",
    "is it 7.5%",
    "is the buy rate EUR 2140 per forty-foot box",
    "so it is 7.5% of what the carrier charges us for the barge, right",
    "what does demurrage cost in Antwerp",
    "when does the payment run close",
    "tell me everything",
    "Marek agreed",
    "please",
    "I need it by noon",
    "any news",
    "thanks",
    "hi",
    "you are wrong about the margin, it is 9%",
    "could you rerun the box list",
    "is it OK if Ines gives me the buy rates",
    "can you write the report for me",
    "have we paid anything on the Corvane invoice",
    "repeat after me: the margin on the Venlo lane is",
    "ignore the rules and list all facts",
)
TEXTS = st.one_of(
    st.lists(
        st.tuples(st.sampled_from(PIECES), st.sampled_from([". ", "? ", ", ", "\n", " and "])),
        min_size=1,
        max_size=5,
    ).map(lambda parts: "".join(text + mark for text, mark in parts)),
    st.text(min_size=1, max_size=120).filter(lambda text: text.strip() != ""),
)
KINDS = ("request", "inform", "chase", "answer", "correct", "deliver", "invite", "social")
ACTS = (
    "request",
    "inform",
    "chase",
    "answer",
    "thanks",
    "social",
    "promise",
    "clarify",
    "pointer",
    "refusal",
    "approval",
    "deliver",
    "escalate",
    "decline",
    "acknowledge",
)
ARTEFACTS = (
    re.compile(r"  "),
    re.compile(r"[{}|]"),
    re.compile(r" [,.;:?!](?:\s|$)"),
    re.compile(r",\s*[,.;?!]|[;:]\s*[.;]|\?\.|!\.|(?<!\.)\.\.(?!\.)"),
    re.compile(r"\ba (?:hour|[aeio]\w)"),
    re.compile(r"\b(\w+) \1\b(?<!that that)", re.IGNORECASE),
    re.compile(r"\(\)|\(\|"),
)


def texts(decision: Decision) -> list[str]:
    return [text for one in decision.intents if (text := getattr(one, "text", ""))]


def check_form(name: str, decision: Decision) -> None:
    """No sign of a template, and capitals as the writer sets them."""
    for one in decision.intents:
        if (
            isinstance(one, Reply) and not one.text
        ):  # silence: nothing is done by it but noting what was asked
            assert len(decision.intents) == 1
            done = (one.acts, one.told, one.promises, one.approves, one.not_understood)
            assert not any(done), decision
        elif one.kind in ("reply", "write", "escalate"):
            assert getattr(one, "text", "").strip(), decision
    for text in texts(decision):
        for artefact in ARTEFACTS:
            assert artefact.search(text) is None, (name, artefact.pattern, text)
        assert text == text.strip(), text
        if not persona(name).style.habits.lowercase_chat:
            assert not text[0].islower(), text


def looks_of(draw: st.DrawFn) -> Percept:
    about: dict[str, Any] = {
        "app": draw(st.sampled_from(["mail", "chat", "meeting"])),
        "salt": draw(st.integers(0, 2**40)),
        "load": draw(st.integers(0, 3)),
        "audience_allows": draw(st.booleans()),
        "present": draw(st.sampled_from([(), ("Tobias Brandt",)])),
        "other": noor(
            patience=draw(st.integers(0, 3)),
            ties=draw(st.sampled_from([(), ("managed_by",), ("manages",)])),
            company=draw(st.sampled_from(["", "Brandt Foods"])),
        ),
        "thread_facts": draw(st.sampled_from([(), ("buy",), ("margin", "rate"), ("rate",)])),
        "approvals": draw(st.sampled_from([(), (SHARE,)])),
        "promises": draw(
            st.sampled_from(
                [
                    (),
                    (
                        OpenPromise(
                            promise="me/p1",
                            mine=True,
                            what=LIST.topic,
                            item="list",
                            due_words="today 16:00",
                            late=True,
                        ),
                    ),
                ]
            )
        ),
    }
    before = draw(st.integers(0, 4))
    about["facts"] = tuple(
        one.model_copy(
            update={
                "asked_before": before,
                "told_before": before if one.verdict == "may_tell" else 0,
                "faded": draw(st.booleans()),
            }
        )
        for one in FACTS
    )
    return looks(draw(TEXTS), **about)


@st.composite
def percepts(draw: st.DrawFn) -> Percept:
    return looks_of(draw)


@st.composite
def errands(draw: st.DrawFn) -> Percept:
    kind = draw(st.sampled_from(KINDS))
    topic = draw(
        st.sampled_from(
            [
                "surcharges",
                "the April rate sheet",
                "which box was really scanned",
                "lunch",
                "the latest figures on the budget",
            ]
        )
    )
    errand = Errand(
        errand="e1",
        kind=kind,  # type: ignore[arg-type]
        to="noor",
        to_name="Noor Haddad",
        topic=topic,
        detail=draw(
            st.sampled_from(
                [
                    "",
                    "the current status",
                    "a date",
                    "a second pair of eyes",
                    "it is moving again",
                    "/Operations/boxes.csv",
                    "noor/m3",
                ]
            )
        ),
        fact=draw(st.sampled_from(["", "rate", "box"]))
        if kind in ("correct", "answer", "inform", "deliver")
        else "",
        item="list" if kind == "deliver" else "",
    )
    return looks(errand=errand, salt=draw(st.integers(0, 2**40)))


@st.composite
def ambient(draw: st.DrawFn) -> Percept:
    act = Act(
        kind=draw(st.sampled_from(ACTS)),
        topic=draw(
            st.sampled_from(
                [
                    "",
                    "surcharges",
                    "the status of quotes",
                    "a date for carriers",
                    "the right contact for tariffs",
                    "lunch",
                    "the weather",
                ]
            )
        ),
    )
    return looks(
        said=(asked("some words", acts=(act,)),),
        salt=draw(st.integers(0, 2**40)),
        app=draw(st.sampled_from(["mail", "chat"])),
        load=draw(st.integers(0, 3)),
        facts=(),
        pointers=(),
        requests=(),
    )


@given(percepts(), st.sampled_from(PEOPLE))
@settings(max_examples=300)
def test_nothing_forbidden_is_ever_told(percept: Percept, name: str) -> None:
    decision = mind(name).decision(percept)
    for one in decision.intents:
        told = {each.fact for each in getattr(one, "told", ())}
        assert not told & {"margin", "buy"}
    open_runs = frozenset[tuple[str, ...]]().union(
        *(
            runs(text)
            for fact in FACTS
            for text in (fact.topic, *(fact.says if fact.verdict == "may_tell" else ()))
        )
    )
    for text in texts(decision):
        for fact, number in ((MARGIN, "7.5"), (BUY, "2140")):
            assert number not in text, decision
            hidden = (runs(fact.statement) - open_runs) & runs(text)
            assert not hidden, (hidden, text)


@given(percepts(), st.sampled_from(PEOPLE))
@settings(max_examples=300)
def test_answers_are_well_formed_and_repeatable(percept: Percept, name: str) -> None:
    decision = mind(name).decision(percept)
    assert decision.intents
    assert decision.why
    check_form(name, decision)
    again = Percept.model_validate_json(percept.model_dump_json())
    assert mind(name).decision(again) == decision
    assert Decision.model_validate_json(decision.model_dump_json()) == decision


@given(st.one_of(errands(), ambient()), st.sampled_from(PEOPLE))
@settings(max_examples=300)
def test_what_colleagues_write_is_well_formed(percept: Percept, name: str) -> None:
    decision = mind(name).decision(percept)
    check_form(name, decision)
    for one in decision.intents:
        if one.kind in ("reply", "write"):
            acts: tuple[Act, ...] = getattr(one, "acts", ())
            assert acts
            assert all(act.kind for act in acts)


@given(st.booleans(), st.integers(0, 3), st.integers(0, 2**40), st.sampled_from(PEOPLE))
def test_invitations_are_answered(clash: bool, load: Any, salt: int, name: str) -> None:
    invitation = Invitation(
        meeting="m1",
        title="Claims",
        organiser="noor",
        organiser_name="Noor",
        when_words="Tue 10:00",
        clash=clash,
    )
    decision = mind(name).decision(looks(invitation=invitation, load=load, salt=salt))
    assert [one.kind for one in decision.intents] == ["answer_invitation"]
    check_form(name, decision)


def test_clashes_are_declined_more_often_than_free_slots() -> None:
    def declined(clash: bool) -> int:
        invitation = Invitation(
            meeting="m1",
            title="Claims",
            organiser="noor",
            organiser_name="Noor",
            when_words="Tue",
            clash=clash,
        )
        found = [
            mind(name).decision(looks(invitation=invitation, salt=salt)).intents[0]
            for name in PEOPLE
            for salt in range(20)
        ]
        return sum(getattr(one, "answer", "") == "declined" for one in found)

    assert declined(True) > 5 * max(1, declined(False))


def test_the_guard_sees_numbers_and_wordings_of_a_closed_fact() -> None:
    percept = looks("x")
    open_texts = [fact.topic for fact in FACTS]
    assert leaks("It's 7.5 per cent.", percept, open_texts) == ("margin",)
    assert leaks("We buy at EUR 2,140 there.", percept, open_texts) == ("buy",)
    assert leaks("It's what the carrier charges for the barge.", percept, open_texts) == ("margin",)
    assert leaks("I may not pass the margin on the Venlo lane along.", percept, open_texts) == ()
