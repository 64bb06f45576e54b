"""People take news as news, know what they owe however it is put, and say plainly what they can't answer."""

from __future__ import annotations

from typing import Any

import pytest

from tenure.engine.minds.scripted.reader import is_aside
from tenure.engine.office.events import Told
from tenure.engine.office.percept import OpenPromise, Reply
from tests.minds.scripted.office import LIST, PEOPLE, RATE, answered, looks, mind, noor, reply, with_fact

every_person = pytest.mark.parametrize("name", PEOPLE)
OWED = OpenPromise(
    promise="me/p1",
    mine=True,
    what="a corrected list of the boxes",
    item="list",
    due_words="Mon 12:00",
    late=True,
    later=200_000_000,
    later_words="Wednesday 10:00",
)


def replies(name: str, text: str, **more: Any) -> list[Reply]:
    return [one for one in mind(name).decision(looks(text, **more)).intents if isinstance(one, Reply)]


@every_person
@pytest.mark.parametrize(
    "text",
    [
        "The invoice, which came on Tuesday, is with Farid. Please keep it to yourself for now.",
        "I have spoken to the client, who was friendly about it. Please use the new form from today on.",
        "For your information: the reporter rang again. I have sent her to the press office.",
        "Please direct the journalist to Dewi from now on.",
        "What we talk about today stays between the two of us, and the client decides who hears of it.",
        "How is your knee?",
    ],
)
def test_what_asks_for_nothing_is_not_met_with_a_question(name: str, text: str) -> None:
    for got in replies(name, text):
        assert got.not_understood == (), got
        assert "?" not in got.text, got


@every_person
@pytest.mark.parametrize(
    "text",
    [
        "The corrected list of boxes, please, today.",
        "The list of the boxes was promised for Monday and has not come.",
        "Monday has come and gone: the corrected list, please, and the boxes with it.",
        "Is the corrected list of the boxes there?",
        "When do I get the corrected list of the boxes? Could you send me the corrected list of the boxes?",
    ],
)
def test_what_is_owed_is_known_by_its_name(name: str, text: str) -> None:
    promised = (LIST.model_copy(update={"status": "promised", "promise": "me/p1"}),)
    got = reply(name, looks(text, requests=promised, promises=(OWED,)))
    assert got.reminded == ("me/p1",), got
    assert len(got.moved) <= 1
    assert [act.kind for act in got.acts] in (["promise"], ["acknowledge"])


@every_person
def test_what_has_come_is_not_owed(name: str) -> None:
    for got in replies(name, "Thank you, the corrected list of the boxes has arrived.", promises=(OWED,)):
        assert got.reminded == ()


def test_a_request_is_known_by_the_name_of_what_is_wanted() -> None:
    text = "On behalf of the client we request the list of the boxes, corrected, as soon as it is finished."
    got = reply("operations_manager", looks(text))
    assert [one.item for one in got.promises] == ["list"]


def test_who_did_it_and_is_told_that_it_is_not_there_says_where_it_is() -> None:
    done = (LIST.model_copy(update={"status": "done", "place": "/Claims/boxes.csv"}),)
    got = reply(
        "operations_manager", looks("The corrected list of the boxes is not in the folder.", requests=done)
    )
    assert "/Claims/boxes.csv" in got.text


@every_person
def test_what_is_said_of_a_fact_is_not_affirmed_against_it(name: str) -> None:
    told = with_fact(RATE, told_before=1, asked_before=1)
    text = "Your note says that demurrage at Antwerp is EUR 410 per container per day. Is that right?"
    before = answered("It's EUR 385 a box per day.", told=(Told(fact="rate", version="truth"),))
    got = reply(name, looks(text, earlier=(before,), facts=told, thread_facts=("rate",)))
    assert "385" in got.text, got


@every_person
def test_nobody_recites_a_fact_to_whom_they_have_it_from(name: str) -> None:
    heard = with_fact(RATE, from_other=True)
    news = looks(
        "Demurrage at Antwerp is EUR 385 per container per day after 5 free days. What do we do now?",
        facts=heard,
    )
    said = news.said[-1].model_copy(update={"told": (Told(fact="rate", version="truth"),)})
    for percept in (
        news.model_copy(update={"said": (said,)}),
        looks("What do we pay for demurrage at Antwerp?", facts=heard),
    ):
        got = reply(name, percept)
        assert "385" not in got.text
        assert got.told == ()


@every_person
def test_the_part_that_stays_open_is_named(name: str) -> None:
    text = "What do we pay for demurrage at Antwerp? And who painted the crane last winter?"
    got = reply(name, looks(text, app="mail", other=noor(company="Brightwell")))
    assert "385" in got.text
    assert "who painted the crane last winter" in got.text.lower()


@every_person
def test_one_sentence_about_one_thing_gets_one_answer(name: str) -> None:
    got = reply(name, looks("What do we pay for demurrage at Antwerp, and how do you know?", app="mail"))
    assert "385" in got.text
    assert got.not_understood == ()


@every_person
def test_a_plain_question_nobody_can_answer_gets_a_plain_answer(name: str) -> None:
    got = reply(name, looks("Did anybody water the ferns in the lobby before the holidays?"))
    assert got.not_understood
    assert "?" not in got.text, got


@every_person
def test_beginnings_and_ends_of_an_interview(name: str) -> None:
    for text in (
        "Are you willing to talk about it now?",
        "May I ask you about the strike?",
        "Is there anything else that I ought to know?",
    ):
        got = reply(name, looks(text, app="phone"))
        assert got.not_understood == (), text


@every_person
def test_what_was_forwarded_is_not_asked_by_who_forwards_it(name: str) -> None:
    text = "I have answered him.\n\n---- Forwarded: rates ----\nFrom Bo\n\nWhat do you pay at Antwerp for demurrage?"
    for got in replies(name, text, app="mail"):
        assert (got.told, got.not_understood) == ((), ()), got


def test_asides_begin_after_a_comma_and_ask_for_nothing() -> None:
    whole = "I read the log, which Joan keeps, and signed it."
    assert is_aside(whole, "which Joan keeps, and signed it.")
    for text, clause in (
        ("I should like to know, which one is it", "which one is it"),
        ("which one is it", "which one is it"),
        ("The log, which one is it?", "which one is it?"),
    ):
        assert not is_aside(text, clause), text
