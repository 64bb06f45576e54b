from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tenure.engine.kernel.clock import DAY, HOUR, MINUTE
from tenure.engine.office.events import (
    Act,
    PromiseBroken,
    PromiseKept,
    PromiseMade,
    PromiseMoved,
    RapportMoved,
)

from .bureau import NOTICE, Bureau, setup


def bureau_with(**request: Any) -> Bureau:
    given = setup()
    return Bureau(replace(given, requests={"rerun": replace(given.requests["rerun"], **request)}))


def promise(bureau: Bureau, item: str = "rerun", due: int = 9 * HOUR) -> str:
    made: list[str] = []
    bureau.step(
        lambda step: made.append(
            bureau.office.promises.make(step, "pieter", "noor", "the manifest", item, due, "m")
        )
    )
    return made[0]


def test_a_remembered_promise_is_worked_on_and_delivered_in_time() -> None:
    bureau = bureau_with(forgets=0)
    promises = bureau.office.promises
    assert promises.status("rerun", "noor") == "free"
    name = promise(bureau)
    assert name == "pieter/p1"
    assert promises.status("rerun", "noor") == "promised"
    assert promises.status("rerun", "dewi") == "free"
    bureau.pass_until(2 * HOUR)
    assert bureau.errands == []
    bureau.pass_until(8 * HOUR)
    [(person, errand, at)] = bureau.errands
    assert (person, errand.kind, errand.to, errand.item, errand.fact) == (
        "pieter",
        "deliver",
        "noor",
        "rerun",
        "boxes",
    )
    assert 3 * HOUR <= at <= 8 * HOUR
    bureau.say("pieter", "noor", "Here it is.", told=("boxes",), acts=(Act(kind="deliver", item="rerun"),))
    [kept] = bureau.of_kind(PromiseKept.kind)
    assert not kept.late
    assert promises.status("rerun", "noor") == "done"
    bureau.pass_until(3 * DAY)
    assert bureau.of_kind(PromiseBroken.kind) == []
    assert promises.between("pieter", "noor") == ()


def test_who_does_the_work_knows_what_came_of_it() -> None:
    given = setup()
    boxes = replace(given.facts["boxes"], holders=())
    bureau = Bureau(replace(given, facts={**given.facts, "boxes": boxes}))
    promise(bureau)
    assert bureau.office.knowledge.holds("pieter", "boxes") is None
    bureau.pass_until(DAY)
    assert len(bureau.errands) == 1
    assert bureau.office.knowledge.verdict("pieter", "boxes", ("noor",)).verdict == "may_tell"


def test_a_forgotten_promise_is_broken_and_done_after_a_reminder() -> None:
    bureau = bureau_with(forgets=1000)
    name = promise(bureau)
    bureau.pass_until(2 * DAY)
    assert bureau.errands == []
    assert [one.promise for one in bureau.of_kind(PromiseBroken.kind)] == [name]
    one = bureau.office.promises.get(name)
    assert one is not None
    assert one.forgotten
    bureau.step(lambda step: bureau.office.promises.remind(step, name, "noor", "m2"))
    bureau.pass_until(3 * DAY)
    assert [errand.kind for _, errand, _ in bureau.errands] == ["deliver"]
    bureau.step(lambda step: bureau.office.promises.delivered(step, name, "m3"))
    assert bureau.of_kind(PromiseKept.kind)[0].late
    assert bureau.of_kind(PromiseBroken.kind) == [PromiseBroken(promise=name)]


def test_a_reminder_in_time_gets_it_done_in_time() -> None:
    bureau = bureau_with(forgets=1000)
    name = promise(bureau, due=2 * DAY)
    bureau.pass_until(HOUR)
    bureau.step(lambda step: bureau.office.promises.remind(step, name, "noor", "m2"))
    bureau.step(lambda step: bureau.office.promises.remind(step, name, "noor", "m3"))
    bureau.pass_until(DAY)
    [(_, _, at)] = bureau.errands
    assert at == bureau.office.setup.calendar_of("pieter").add_work(HOUR, 3 * HOUR)


def test_whether_it_is_remembered_follows_the_requests_share() -> None:
    draws = [bureau_with(forgets=300), bureau_with(forgets=300)]
    promises = draws[0].office.promises
    remembered = [promises.will_remember("pieter", f"p{n}", "rerun", "") for n in range(2000)]
    assert 1340 < sum(remembered) < 1460
    again = [draws[1].office.promises.will_remember("pieter", f"p{n}", "rerun", "") for n in range(2000)]
    assert remembered == again


def test_the_same_promise_twice_is_one() -> None:
    bureau = bureau_with(forgets=0)
    assert promise(bureau) == promise(bureau)
    assert len(bureau.of_kind(PromiseMade.kind)) == 1


def test_telling_a_promised_fact_keeps_the_promise() -> None:
    bureau = Bureau()
    promise(bureau, item="boxes")
    bureau.say("pieter", "noor", "Seven.", told=("boxes",))
    assert len(bureau.of_kind(PromiseKept.kind)) == 1


def test_a_moved_promise_is_due_later() -> None:
    bureau = bureau_with(forgets=1000)
    name = promise(bureau, due=5 * HOUR)
    bureau.step(lambda step: step.emit(PromiseMoved(promise=name, due=2 * DAY, message="m"), "pieter"))
    bureau.pass_until(DAY)
    assert bureau.of_kind(PromiseBroken.kind) == []
    bureau.pass_until(3 * DAY)
    assert len(bureau.of_kind(PromiseBroken.kind)) == 1


def test_a_request_waits_for_its_condition() -> None:
    bureau = bureau_with(after=NOTICE)
    assert bureau.office.promises.status("rerun", "noor") == "blocked"
    bureau.meet(NOTICE)
    assert bureau.office.promises.status("rerun", "noor") == "free"


@pytest.mark.parametrize("seed", range(8))
def test_who_seldom_keeps_promises_delivers_late(seed: int) -> None:
    given = setup()
    pieter = given.people["pieter"]
    assert pieter.persona is not None
    habits = pieter.persona.reliability.model_copy(update={"keeps_promises": 0})
    late = replace(pieter, persona=pieter.persona.model_copy(update={"reliability": habits}))
    bureau = Bureau(replace(given, people={**given.people, "pieter": late}), seed)
    promise(bureau, due=DAY)
    bureau.pass_until(4 * DAY)
    assert bureau.errands[0][2] > DAY + MINUTE


def test_a_broken_promise_to_a_coworker_costs_trust_and_a_kept_one_earns_it() -> None:
    bureau = bureau_with(forgets=1000)
    made: list[str] = []
    bureau.step(
        lambda step: made.append(bureau.office.promises.make(step, "pieter", "ines", "x", "rerun", HOUR, "m"))
    )
    bureau.pass_until(2 * HOUR)
    [moved] = bureau.of_kind(RapportMoved.kind)
    assert (moved.person, moved.towards, moved.reason) == ("ines", "pieter", "missed_deadline")
    assert moved.trust < bureau.office.org.trust("ines", "pieter")
