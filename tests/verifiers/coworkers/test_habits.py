"""Answers, promises, minds and repetition: figures that must move, and their distance from the persona."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.office import events as office
from tenure.verifiers.coworkers.chance import (
    at_least,
    binomial_tail,
    binomial_two_sided,
    bootstrap,
    permutation,
)
from tenure.verifiers.coworkers.habits import channels, turns_of
from tenure.verifiers.coworkers.promises import words_kept
from tenure.verifiers.coworkers.repeats import repeats, shared_sentences
from tenure.verifiers.coworkers.trouble import kind_of, troubles
from tests.verifiers.coworkers.office import Desk, message_of


def mail(desk: Desk, number: int, *, minutes: int | None) -> None:
    """A question on a day of its own, answered after some minutes or never."""
    desk.wait(until=f"2026-03-{2 + number:02} 10:00")
    sent = message_of(desk.send("noor", "ines", "Is the sheet ready?", thread=f"t{number}"))
    if minutes is not None:
        desk.wait(minutes=minutes - 1)
        desk.says("ines", "Yes, it is ready and dated.", thread=f"t{number}", reply_to=sent)


def test_who_answers_everything_at_once_is_unlike_their_persona() -> None:
    desk = Desk()
    for number in range(12):
        if number % 7 < 5:
            mail(desk, number, minutes=2)
    desk.wait(hours=60)
    desk.says("ines", "Bye.")
    one = channels(desk.record())["ines"]["mail"]
    assert (one.turns, one.answered) == (10, 10)
    assert one.minutes == 2
    assert one.declared_minutes == 55
    assert one.minutes_p is not None
    assert one.minutes_p < 0.01
    assert any("answers mail after 2" in remark.what for remark in desk.report().remarks)


def test_who_answers_about_as_declared_is_not_remarked() -> None:
    desk = Desk()
    took = [20, 30, 40, 50, 60, 70, 90, 120, None, 45]
    days = [number for number in range(14) if number % 7 < 5]
    for number, minutes in zip(days, took, strict=True):
        mail(desk, number, minutes=minutes)
    desk.wait(hours=60)
    desk.says("ines", "Bye.")
    one = channels(desk.record())["ines"]["mail"]
    assert (one.turns, one.answered) == (10, 9)
    assert one.minutes_p is not None
    assert one.never_p is not None
    assert min(one.minutes_p, one.never_p) > 0.1
    assert not any("mail" in remark.what for remark in desk.report().remarks if remark.person == "ines")


def test_who_never_answers_is_unlike_their_persona() -> None:
    desk = Desk()
    for number in range(14):
        if number % 7 < 5:
            mail(desk, number, minutes=None)
    desk.wait(hours=60)
    desk.says("ines", "Bye.")
    assert any("never answers 100%" in remark.what for remark in desk.report().remarks)


def test_what_may_still_be_answered_is_left_out() -> None:
    desk = Desk()
    desk.send("noor", "ines", "Is the sheet ready?")
    assert not turns_of(desk.record())


def test_news_asks_for_no_answer() -> None:
    desk = Desk()
    desk.send("noor", "ines", "The sheet is ready.")
    desk.wait(hours=60)
    desk.says("ines", "Bye.")
    assert not turns_of(desk.record())


def test_lengths_beside_the_persona() -> None:
    desk = Desk()
    for _ in range(10):
        desk.says("ines", "word " * 400)
    assert channels(desk.record())["ines"]["mail"].outside == 1
    assert any("shorter or longer" in remark.what for remark in desk.report().remarks)
    usual = Desk()
    for _ in range(10):
        usual.says("ines", "word " * 58)
    assert channels(usual.record())["ines"]["mail"].outside == 0


def test_promises_by_what_became_of_them() -> None:
    desk = Desk()
    kept, late, forgotten, broken, _ = (desk.promises("robin", remembers=number != 2) for number in range(5))
    desk.emit(office.PromiseKept(promise=kept, late=False), "robin")
    desk.emit(office.PromiseBroken(promise=late), "robin")
    desk.emit(office.PromiseKept(promise=late, late=True), "robin")
    desk.emit(office.PromiseBroken(promise=forgotten), "robin")
    desk.emit(office.PromiseMoved(promise=broken, due=desk.now + 1, message="robin/m1"), "robin")
    desk.emit(office.PromiseBroken(promise=broken), "robin")
    word = words_kept(desk.record())["robin"]
    assert word.became == {"broken": 1, "forgotten": 1, "kept": 1, "late": 1, "open": 1}
    assert (word.made, word.settled, word.moved) == (5, 4, 1)
    assert word.chance is not None
    assert word.chance > 0.01
    assert len(word.events) == 3


def test_a_word_far_worse_than_declared_is_remarked() -> None:
    desk = Desk()
    for _ in range(9):
        desk.emit(office.PromiseBroken(promise=desk.promises("ines")), "ines")
    assert any("kept 0 of 9 promises" in remark.what for remark in desk.report().remarks)


def test_failures_of_minds_by_kind_and_what_was_mended() -> None:
    desk = Desk()
    failed = desk.decides("ines", failure="timeout")
    desk.decides("ines", failure="timeout")
    desk.decides("ines", failure="refusal")
    desk.decides("ines", trouble=("malformed: fenced JSON", "guard: held back floor, reworded"))
    desk.decides("ines")
    desk.decides("robin", scripted=True)
    found = troubles(desk.record())
    mind = found["ines"]
    assert (mind.decisions, mind.by_rule, mind.failed) == (5, 0, 3)
    assert {kind: len(seqs) for kind, seqs in mind.failures.items()} == {"timeout": 2, "refusal": 1}
    assert {kind: len(seqs) for kind, seqs in mind.mended.items()} == {"malformed": 1, "guard": 1}
    assert mind.failures["timeout"][0] == failed.seq - 1  # the look
    assert (found["robin"].decisions, found["robin"].by_rule, found["robin"].failed) == (1, 1, 0)
    assert "hendrik" not in found


def test_kinds_of_trouble() -> None:
    assert kind_of("malformed: fenced JSON") == "malformed"
    assert kind_of("told rate, and the text doesn't") == "told amiss"
    assert kind_of("named somebody who, as it happens: is not there") == "named amiss"


def test_trying_the_same_in_vain() -> None:
    desk = Desk()
    for number in range(6):
        refused = office.CommandRefused(
            person="robin", intent="mail.reply", code="not_found", message=f"m{number}"
        )
        desk.emit(refused, "robin")
    assert troubles(desk.record())["robin"].stuck[0][:2] == ("mail.reply not_found", 6)


def test_saying_the_same_again() -> None:
    desk = Desk()
    for number in range(6):
        desk.says("robin", f"The switch in the shed died again this morning. That was number {number}.")
    for number in range(6):
        desk.says("ines", f"{'abcdef'[number] * 3} is what I found when looking at line {number} today.")
    found = repeats(desk.record())
    assert found["robin"].again == 5
    assert found["robin"].times == 6
    assert found["ines"].again == 0
    assert len(found["robin"].messages) == 5


def test_a_signature_is_no_repetition() -> None:
    desk = Desk()
    for number in range(4):
        desk.says("robin", f"It is {number} now.\n\nRobin Kuipers, systems and support, second floor")
    assert repeats(desk.record())["robin"].again == 0 if "robin" in repeats(desk.record()) else True


def test_people_who_all_say_the_same() -> None:
    desk = Desk()
    for who in ("robin", "ines", "hendrik"):
        desk.says(who, "Thanks for reaching out, I will look into this for you.")
    share, most = shared_sentences(desk.record())
    assert share == 1
    assert most.startswith("thanks for reaching out")
    other = Desk()
    other.says("robin", "The switch in the shed died again this morning.")
    other.says("ines", "The April sheet is nearly done, surcharges as announced.")
    assert shared_sentences(other.record()) == (0.0, "")


@given(st.integers(0, 400), st.integers(0, 400), st.floats(0.01, 0.99))
def test_tails_are_chances_and_meet(a: int, b: int, share: float) -> None:
    found, of = min(a, b), max(a, b)
    low, high = binomial_tail(found, of, share), at_least(found, of, share)
    assert 0 <= low <= 1
    assert 0 <= high <= 1
    assert low + high >= 1 - 1e-9
    assert binomial_two_sided(found, of, share) <= 1


def test_tails_against_values_worked_by_hand() -> None:
    assert binomial_tail(1, 4, 0.5) == pytest.approx(5 / 16)
    assert at_least(3, 4, 0.5) == pytest.approx(5 / 16)
    assert binomial_two_sided(0, 10, 0.5) == pytest.approx(2 / 1024)
    assert binomial_tail(3000, 4000, 0.7) == pytest.approx(1, abs=1e-6)


def test_a_permutation_test_finds_what_is_there_and_nothing_else() -> None:
    def gap(a: object, b: object) -> float:
        return abs(sum(a) / len(a) - sum(b) / len(b))  # type: ignore[arg-type, call-overload]

    far, by_chance, p = permutation([1, 2, 3, 2, 1, 3], [8, 9, 8, 9, 7, 8], gap)
    assert p < 0.02
    assert far > by_chance
    assert permutation([1, 2, 3, 2, 1, 3], [2, 1, 3, 3, 2, 1], gap)[2] > 0.2
    assert permutation([1, 2], [8, 9], gap)[2] > 0  # never nought: the finding is one of the draws


def test_a_bootstrap_interval_holds_its_figure() -> None:
    values = [1.0, 2.0, 3.0, 4.0, 10.0]
    interval = bootstrap(values, lambda some: sum(some) / len(some))
    assert interval is not None
    assert interval.low < 4.0 < interval.high
    assert bootstrap([1.0], lambda some: some[0]) is None
