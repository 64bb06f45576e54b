"""What people write on their own account, and their answers to invitations, in a model's words."""

from __future__ import annotations

from typing import Any

from tenure.engine.office.percept import AnswerInvitation, Errand, Ignore, Invitation, Percept, Write
from tests.minds.model.desk import WHO, finished, troubled
from tests.minds.scripted.office import RATE, looks, mind

QUESTION = "What do we pay for demurrage at Antwerp?"
TELLS = "EUR 385 per box and day, after 5 free days."


def errand(kind: str, **more: Any) -> Percept:
    about: dict[str, Any] = {
        "errand": f"e/{kind}",
        "kind": kind,
        "to": "noor",
        "to_name": "Noor Haddad",
        "topic": "the box list",
    }
    return looks(errand=Errand(**(about | more)), app="chat", thread="")


def test_an_errand_keeps_its_frame_around_the_models_words() -> None:
    percept = errand("inform", fact="rate", topic=RATE.topic)
    found = finished(percept, text=f"For your file: {TELLS}")
    (write,) = found.decision.intents
    frame = next(one for one in mind(WHO).decision(percept).intents if isinstance(one, Write))
    assert isinstance(write, Write)
    assert write.model_copy(update={"text": frame.text}) == frame
    assert TELLS in write.text


def test_an_errand_says_what_it_is_for_or_the_scripted_words_go() -> None:
    percept = errand("answer", fact="rate", item="rate", topic=RATE.topic)
    found = finished(percept, text="Here is what you asked for.")
    assert any("[rate]" in one for one in found.problems)
    lost = finished(errand("deliver", item="list", detail="/ops/boxes.xlsx"), text="It's done.")
    assert any("/ops/boxes.xlsx" in one for one in lost.problems)
    kept = finished(
        errand("deliver", item="list", detail="/ops/boxes.xlsx"), text="Done, see /ops/boxes.xlsx."
    )
    assert not kept.problems


def test_an_errand_that_has_settled_itself_is_dropped_but_not_one_that_is_owed() -> None:
    assert isinstance(finished(errand("social"), do="ignore").decision.intents[0], Ignore)
    assert isinstance(
        finished(errand("deliver", item="list"), do="ignore", text="").decision.intents[0], Write
    )


def test_an_invitation_gets_the_answer_and_a_word() -> None:
    invitation = Invitation(
        meeting="m1",
        title="Rates",
        organiser="noor",
        organiser_name="Noor",
        when_words="Friday 10:00",
        clash=False,
    )
    percept = looks(invitation=invitation, app="meeting")
    (given,) = finished(percept, invitation="declined", text="Can't make it.").decision.intents
    assert given == AnswerInvitation(meeting="m1", answer="declined", text="Can't make it.")
    (own,) = finished(percept, text="Hm.").decision.intents
    assert isinstance(own, AnswerInvitation)
    assert troubled(finished(percept, text="Hm.").decision, "without an answer")
