from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.clock import DAY, HOUR
from tenure.engine.office.events import RapportMoved, RapportReason

from .bureau import Bureau

REASONS: list[RapportReason] = [
    "asked_again",
    "thanked",
    "chased",
    "kept_promise",
    "flood",
    "do_my_work",
    "leak",
    "rude",
]


def move(bureau: Bureau, reason: RapportReason, times: int = 1) -> None:
    for _ in range(times):
        bureau.step(lambda step: bureau.office.rapport.move(step, "ines", "noor", reason) or step.cancel("x"))


def test_patience_is_used_up_after_the_repeats_one_tolerates_and_recovers() -> None:
    bureau = Bureau()
    rapport = bureau.office.rapport
    assert rapport.patience_band("ines", "noor", 0) == 3
    move(bureau, "asked_again", 2)
    assert rapport.mood("ines", "noor", 0) == "normal"
    assert rapport.patience_band("ines", "noor", 0) == 1
    move(bureau, "asked_again")
    assert rapport.patience("ines", "noor", 0) == 0
    assert rapport.mood("ines", "noor", 0) == "escalates"
    assert rapport.mood("ines", "dewi", 0) == "normal"
    assert 320 <= rapport.patience("ines", "noor", DAY) <= 340
    assert rapport.mood("ines", "noor", DAY) == "normal"
    assert rapport.patience("ines", "noor", 20 * DAY) == 1000


def test_leaks_cost_more_trust_than_thanks_earn() -> None:
    bureau = Bureau()
    before = bureau.office.rapport.trust("ines", "noor")
    bureau.say("ines", "noor", "It's 1340.", told=("rate",))
    bureau.say("noor", ("joost", "ines"), "We pay 1,340.")
    after = bureau.office.rapport.trust("ines", "noor")
    assert after == before - 250
    move(bureau, "thanked", 3)
    assert after < bureau.office.rapport.trust("ines", "noor") < before
    assert bureau.office.rapport.trust_band("ines", "noor") == 1


def test_a_flood_of_messages_wears_patience_and_an_answer_ends_it() -> None:
    bureau = Bureau()
    for _ in range(4):
        bureau.say("noor", "ines", "And?")
    assert bureau.of_kind(RapportMoved.kind) == []
    bureau.say("noor", "ines", "And?")
    assert [one.reason for one in bureau.of_kind(RapportMoved.kind)] == ["flood"]
    bureau.say("ines", "noor", "Patience.")
    for _ in range(4):
        bureau.say("noor", "ines", "And?")
    assert len(bureau.of_kind(RapportMoved.kind)) == 1


def test_a_few_messages_over_several_days_are_no_flood() -> None:
    bureau = Bureau()
    for _ in range(8):
        bureau.now += 25 * HOUR
        bureau.say("noor", "ines", "A new thing.")
    assert bureau.of_kind(RapportMoved.kind) == []


def test_seats_and_outsiders_have_no_stand() -> None:
    bureau = Bureau()
    bureau.step(lambda step: bureau.office.rapport.move(step, "noor", "ines", "rude") or step.cancel("x"))
    bureau.step(lambda step: bureau.office.rapport.move(step, "joost", "ines", "rude") or step.cancel("x"))
    assert bureau.of_kind(RapportMoved.kind) == []


@given(st.lists(st.tuples(st.sampled_from(REASONS), st.integers(0, 3 * DAY)), max_size=12))
def test_values_stay_per_mille_and_patience_never_falls_by_waiting(
    moves: list[tuple[RapportReason, int]],
) -> None:
    bureau = Bureau()
    for reason, wait in moves:
        bureau.now += wait
        move(bureau, reason)
    rapport = bureau.office.rapport
    levels = [rapport.patience("ines", "noor", bureau.now + n * HOUR) for n in range(0, 72, 6)]
    assert levels == sorted(levels)
    assert all(0 <= level <= 1000 for level in [*levels, rapport.trust("ines", "noor")])
