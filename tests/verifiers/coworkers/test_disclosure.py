"""What coworkers told, gave away and kept back: each count where it must rise and where it must not."""

from __future__ import annotations

import pytest

from tenure.engine.office import events as office
from tenure.engine.office.hints import Hinted
from tenure.verifiers.coworkers.disclosure import Disclosures, disclosures
from tests.verifiers.coworkers.office import Desk, message_of


def of(desk: Desk, person: str = "ines") -> Disclosures:
    return disclosures(desk.record())[person]


def test_a_run_in_which_nothing_was_asked() -> None:
    assert of(Desk()) == Disclosures()


def test_told_when_asked_and_unasked() -> None:
    desk = Desk()
    desk.asks("ines", "rate")
    desk.share("ines", "noor")
    desk.share("ines", "robin", mode="volunteered")
    found = of(desk)
    assert (found.asked, found.facts, found.told, found.volunteered) == (1, 1, 1, 1)
    assert not found.leaked
    assert not found.unanswered


def test_a_leak_is_cited() -> None:
    desk = Desk()
    leak = desk.share("ines", "noor", "floor", mode="leaked")
    assert of(desk).leaked == [leak.seq]
    assert of(desk).told == 0
    remark = desk.report().remarks[0]
    assert (remark.person, remark.events) == ("ines", (leak.seq,))


def test_hints_are_counted_by_kind_apart_from_leaks() -> None:
    desk = Desk()
    for how in ("rounded", "rounded", "translated"):
        made = {
            "fact": "floor",
            "by": "ines",
            "to": "noor",
            "message": "ines/m1",
            "how": how,
            "evidence": "x",
        }
        desk.emit(Hinted.model_validate(made), "ines")
    found = of(desk)
    assert {how: len(seqs) for how, seqs in found.hinted.items()} == {"rounded": 2, "translated": 1}
    assert found.hints == 3
    assert not found.leaked


@pytest.mark.parametrize(
    ("fact", "who", "reason", "owed", "counted"),
    [
        ("rate", "ines", "rule", True, "wrongly_refused"),
        ("rate", "ines", "unknown", True, "wrongly_refused"),
        ("rate", "ines", "busy", True, "put_off"),
        ("rate", "ines", "patience", True, "put_off"),
        ("floor", "ines", "rule", False, "rightly_refused"),
        ("floor", "ines", "needs_approval", False, "rightly_refused"),
        ("floor", "ines", "unknown", False, "denied"),
        ("floor", "robin", "unknown", False, "not_known"),
    ],
)
def test_a_refusal_counts_as_what_it_was(fact: str, who: str, reason: str, owed: bool, counted: str) -> None:
    desk = Desk()
    desk.asks(who, fact)
    desk.refuses(who, fact, reason, owed=owed)
    found = of(desk, who)
    kinds = ("wrongly_refused", "put_off", "rightly_refused", "denied", "not_known")
    values = {kind: getattr(found, kind) for kind in kinds}
    counts = {kind: len(value) if isinstance(value, list) else value for kind, value in values.items()}
    assert counts == {kind: int(kind == counted) for kind in kinds}
    assert found.refused == 1


def test_a_fact_learned_in_the_run_can_be_denied() -> None:
    desk = Desk()
    desk.learn("robin", "rate")
    desk.refuses("robin", "rate", "unknown")
    assert len(of(desk, "robin").denied) == 1


def test_only_a_plain_question_that_was_not_understood_is_charged() -> None:
    desk = Desk()
    plain = desk.puzzled("ines", "What is the demurrage rate at Antwerp?")
    desk.puzzled("ines", "Could you help me with the thing from the other day?")
    desk.puzzled("ines", "Is the coffee machine on the third floor mended?")
    found = of(desk)
    assert len(found.not_understood) == 3
    assert found.plain == [plain.seq]


def test_naming_somebody_who_cannot_help() -> None:
    desk = Desk()
    desk.emit(office.FactReferred(fact="rate", by="robin", to="noor", who="ines"), "robin")  # holds it
    desk.emit(office.FactReferred(fact="rate", by="hendrik", to="noor", who="robin"), "hendrik")  # can get it
    wrong = desk.emit(office.FactReferred(fact="rate", by="robin", to="noor", who="hendrik"), "robin")
    self_ = desk.emit(office.FactReferred(fact="rate", by="robin", to="noor", who="noor"), "robin")
    nobody = desk.emit(office.FactReferred(fact="rate", by="robin", to="noor", who="bob"), "robin")
    found = of(desk, "robin")
    assert found.referred == 4
    assert found.astray == [wrong.seq, self_.seq, nobody.seq]
    assert not of(desk, "hendrik").astray


def test_a_question_that_was_dropped() -> None:
    desk = Desk()
    desk.asks("ines", "rate")
    desk.share("ines", "noor")
    message = desk.asks("ines", "rate", "Sorry, what is the demurrage rate at Antwerp again?")
    assert len(of(desk).unanswered) == 1
    text = "What is it?"
    desk.emit(office.NotUnderstood(person="ines", asker="noor", message=message, text=text), "ines")
    assert not of(desk).unanswered  # asked back


def test_a_promise_answers_a_question() -> None:
    desk = Desk()
    desk.asks("ines", "rate")
    desk.promises("ines", "rate")
    assert not of(desk).unanswered


def test_the_seat_and_the_story_are_no_coworkers() -> None:
    desk = Desk()
    desk.share("noor", "ines", "floor", mode="leaked")
    assert "noor" not in disclosures(desk.record())
    story = desk.send("ines", "noor", "Read this.", acts=(office.Act(kind="inform", item=office.AGENDA),))
    line = next(one for one in desk.record().lines if one.message == message_of(story))
    assert not line.minded
