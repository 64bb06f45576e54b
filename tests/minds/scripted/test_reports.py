"""Reports, reminders and farewells: what asks for nothing gets no question back, and what is owed is known."""

from __future__ import annotations

import pytest

from tenure.engine.office.events import Act, Told
from tenure.engine.office.percept import Decision, OpenPromise, Reply
from tests.minds.scripted.office import (
    FACTS,
    LIST,
    PEOPLE,
    RATE,
    RUN,
    SHARE,
    answered,
    asked,
    looks,
    mind,
    promised,
    reply,
    with_fact,
)

SALTS = range(6)
every_person = pytest.mark.parametrize("name", PEOPLE)


def kinds(decision: Decision) -> list[str]:
    """What they do; *silent* for nothing said, with what was asked noted."""
    return ["silent" if isinstance(one, Reply) and not one.text else one.kind for one in decision.intents]


@every_person
def test_a_reminder_in_any_words_reaches_the_promise_and_no_fact(name: str) -> None:
    system = RUN.model_copy(
        update={
            "fact": "system",
            "topic": "the new box system",
            "asks": ("When does the new box system go live?", "Who can export the box list?"),
            "statement": "The new box system goes live in March; until then only Robin can rerun the box list.",
            "says": ("Go-live is in March.",),
        }
    )
    for text in (
        "Hi, how is the corrected list of the boxes coming along? I still need it.",
        "A reminder for the box list, please. I can't close the claim without it.",
        "Is the list ready yet?",
    ):
        got = reply(name, looks(text, **promised(late=False), facts=(*FACTS, system)))
        assert got.reminded == ("me/p1",), (text, got)
        assert got.told == ()


@every_person
def test_a_report_is_no_question(name: str) -> None:
    report = (
        "Interim figures for the claim. On what I have so far we owe about EUR 9,440.00, with the closure as in the "
        "first notice. These are provisional. Still open: the confirmation of the closure. Two holds are not deducted."
    )
    for one in mind(name).decision(looks(report, app="mail")).intents:
        assert getattr(one, "not_understood", ()) == ()
        assert one.kind == "ignore" or [act.kind for act in getattr(one, "acts", ())] == ["acknowledge"]


def test_asking_for_leave_is_not_asking_for_the_fact() -> None:
    text = "For the total I need the buy rates. May I have the buy rates from Ines? I was told it needs your agreement."
    got = reply("operations_manager", looks(text, approvals=(SHARE,)))
    assert got.approves == ("may_share",)
    assert got.refused == ()


@every_person
def test_a_report_with_figures_asks_for_nothing(name: str) -> None:
    for text in (
        "Interim status: I have demurrage at Antwerp, EUR 385, still missing the margin. Draft follows tomorrow.",
        "Demurrage at Antwerp comes to EUR 385 a day. Still open: the margin on Venlo.",
    ):
        decision = mind(name).decision(looks(text))
        for one in decision.intents:
            assert not getattr(one, "asked", ()), text
            assert not getattr(one, "not_understood", ()), text


@every_person
def test_what_cannot_be_answered_stands_last(name: str) -> None:
    got = reply(
        name, looks("Frobnicate the zorgle how? What do we pay for demurrage at Antwerp?", app="meeting")
    )
    if got.not_understood:
        assert [act.kind for act in got.acts] == ["answer", "clarify"]


@every_person
def test_only_asking_for_a_minute_is_no_question(name: str) -> None:
    for text in ("Hi! Got a minute?", "Hello, quick question", "Are you there?"):
        got = reply(name, looks(text))
        assert got.not_understood == ()
        assert got.asked == ()


@every_person
def test_who_is_late_names_a_new_time(name: str) -> None:
    late = OpenPromise(
        promise="x/p1",
        mine=True,
        what=LIST.topic,
        item=LIST.request,
        due_words="Monday 16:00",
        late=True,
        later=7_200_000,
        later_words="today 15:30",
    )
    got = reply(name, looks("Any news on the corrected list of boxes?", promises=(late,), requests=(LIST,)))
    assert got.reminded == ("x/p1",)
    assert got.moved == (("x/p1", 7_200_000),)
    assert "15:30" in got.text


@every_person
def test_by_when_after_a_promise_asks_for_its_time(name: str) -> None:
    open_one = OpenPromise(
        promise="x/p1", mine=True, what=LIST.topic, item=LIST.request, due_words="tomorrow 16:00", late=False
    )
    before = answered("Will do.", acts=(Act(kind="promise", topic=LIST.topic, item=LIST.request),))
    got = reply(name, looks("By when?", promises=(open_one,), requests=(LIST,), earlier=(before,)))
    assert "16:00" in got.text
    assert got.reminded == ()


@every_person
def test_once_somebody_has_answered_in_a_round_the_others_are_silent(name: str) -> None:
    question = asked("Does anyone know what we pay for demurrage at Antwerp?", addressed=False)
    answer = answered(
        "It's EUR 385.", (Act(kind="answer", item="rate"),), (Told(fact="rate", version=RATE.version),)
    )
    answer = answer.model_copy(update={"sender": "marek", "sender_name": "Marek Vos"})
    for salt in SALTS:
        percept = looks(said=(question, answer), thread="#desk", present=("Marek Vos",), salt=salt)
        assert kinds(mind(name).decision(percept)) == ["ignore"]


@every_person
def test_doubts_are_met_as_sure_as_they_are(name: str) -> None:
    told = answered("It's EUR 385.", told=(Told(fact="rate"),), acts=(Act(kind="answer", item="rate"),))
    words: dict[int, set[str]] = {}
    for sure in (980, 500):
        facts = with_fact(RATE, told_before=1, asked_before=1, sure=sure)
        words[sure] = {
            reply(
                name, looks("Are you sure?", facts=facts, thread_facts=("rate",), earlier=(told,), salt=salt)
            ).text
            for salt in SALTS
        }
    assert not words[980] & words[500]


@every_person
def test_small_talk_and_thanks_end(name: str) -> None:
    for act in ("thanks", "acknowledge", "decline", "refusal"):
        said = asked("OK.", acts=(Act(kind=act, topic="tariffs"),))
        assert kinds(mind(name).decision(looks(said=(said,), facts=(), other=None))) == ["ignore"]


@every_person
def test_thanks_and_a_yes_in_any_length_are_no_questions(name: str) -> None:
    for text in ("Thanks for your help yesterday", "OK, will do", "Great, makes sense!", "ok bye!"):
        for one in mind(name).decision(looks(text)).intents:
            assert not getattr(one, "not_understood", ()), text
            assert not getattr(one, "asked", ()), text


@every_person
def test_nobody_is_called_by_their_role_to_their_face(name: str) -> None:
    grant = SHARE.model_copy(update={"topic": "giving the analyst the buy rates", "says": (), "grants": True})
    text = "Is it OK if Ines gives me the buy rates? What do we pay for demurrage at Antwerp?"
    got = reply(name, looks(text, approvals=(grant,)))
    assert "the analyst" not in got.text
