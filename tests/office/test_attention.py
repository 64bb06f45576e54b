from __future__ import annotations

import itertools
import json
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.kernel.clock import DAY, HOUR, MINUTE
from tenure.engine.kernel.events import Event
from tenure.engine.kernel.run import Run
from tenure.engine.office.events import Act, MessageSent
from tenure.engine.office.latency import CHASED
from tenure.engine.office.percept import Errand
from tenure.engine.office.queues import NEVER, Item, Queues, Turned, item_from, item_text
from tenure.personas.behaviour import Attention, Focus, Habit, Interrupt, Responses
from tenure.scenarios.synthetic import synthetic_setup
from tests.office.desks import Desks, office, person

SURE = Responses(
    mail=Habit(median_minutes=45, never_answered=0),
    chat=Habit(median_minutes=14, never_answered=0),
    meeting=Habit(median_minutes=60, never_answered=0),
    works_evenings=0,
    works_weekends=0,
)
OPEN = Attention(interrupts=())


def busy_office(seed: int = 5) -> Any:
    return synthetic_setup(people=8, weeks=2, seed=seed)


def test_a_run_is_the_same_again_and_after_every_dump_and_load() -> None:
    digests: list[str] = []
    for reload in (False, True):
        with Desks(busy_office(), weeks=1) as desks:
            state = desks.run.state

            def round_trip(_: list[Event], state: Any = state) -> None:
                state.load(json.loads(json.dumps(state.dump())))

            if reload:
                desks.run.loop.after_step.append(round_trip)
            desks.until()
            assert len(desks.of(MessageSent)) > 30
            digests.append(desks.run.digest)
    assert digests[0] == digests[1]


def test_the_state_folded_from_the_journal_is_the_state_that_was_lived(tmp_path: Any) -> None:
    with Desks(busy_office(), weeks=1, path=tmp_path / "run.db") as desks:
        desks.until()
        lived = desks.run.state.dump()
        with Run.open(tmp_path / "run.db", desks.build) as again:
            assert again.state.dump() == lived


def test_nobody_looks_outside_hours_without_an_evening_session() -> None:
    setup = office(person("ann", responses=SURE, attention=OPEN), person("noor", seat="analyst"))
    calendar = setup.calendars["office"]
    with Desks(setup) as desks:
        for number in range(40):
            desks.send(number * 97 * MINUTE, "noor", "ann")
        desks.until()
        looks = desks.when(Turned.kind, "ann")
        assert len(looks) >= 30
        assert all(calendar.is_open(at) for at in looks)


def test_evening_people_look_in_the_evening() -> None:
    evenings = SURE.model_copy(update={"works_evenings": 1000})
    setup = office(person("ann", responses=evenings, attention=OPEN), person("noor", seat="analyst"))
    calendar = setup.calendars["office"]
    with Desks(setup) as desks:
        for day in range(10):
            desks.send(day // 5 * 7 * DAY + day % 5 * DAY + 10 * HOUR, "noor", "ann")
        desks.until()
        hours = [calendar.local(at).hour for at in desks.when(Turned.kind, "ann")]
        assert any(20 <= hour <= 23 for hour in hours)


def delays(setup: Any, *, app: str = "mail", count: int = 150, **more: Any) -> list[int]:
    """Working time until the coworker turns to each of many messages that find them at nothing."""
    calendar = setup.calendars["office"]
    found: list[int] = []
    with Desks(setup, weeks=40) as desks:
        for number in range(count):
            at = calendar.add_work(0, number * 500 * MINUTE + 30 * MINUTE)
            desks.send(at, "noor", "ann", app=app, **more)
            desks.until(at + 3 * DAY if number % 20 == 19 else at)
        desks.until()
        sent = {
            one.message: event.at for event in desks.events if isinstance(one := event.payload, MessageSent)
        }
        for event in desks.events:
            if isinstance(event.payload, Turned):
                found += [calendar.work_between(sent[one], event.at) for one in event.payload.messages]
    return found


def test_delays_keep_to_the_habit_with_a_heavy_tail() -> None:
    setup = office(person("ann", responses=SURE, attention=OPEN), person("noor", seat="analyst"))
    waits = sorted(delays(setup))
    assert 25 * MINUTE < median(waits) < 65 * MINUTE
    assert waits[len(waits) * 9 // 10] > 3 * median(waits)


def test_an_urgent_word_and_a_quicker_habit_shorten_the_delay() -> None:
    setup = office(person("ann", responses=SURE, attention=OPEN), person("noor", seat="analyst"))
    ordinary = median(delays(setup, count=100))
    assert median(delays(setup, count=100, text="Urgent: could you help right away?")) < ordinary * 0.8
    assert median(delays(setup, count=100, app="chat", thread="dm:ann:noor")) < ordinary * 0.7


def answered(chases: int, load: int = 0, sender: str = "noor") -> int:
    """Of 200 coworkers, how many turn to a question within two weeks."""
    forgetful = SURE.model_copy(update={"mail": Habit(median_minutes=45, never_answered=400)})
    names = [f"p{number}" for number in range(200)]
    people = [person(name, responses=forgetful, attention=OPEN, manager="boss") for name in names]
    with Desks(
        office(
            *people, person("boss", seat="head"), person("eve", seat="other"), person("noor", seat="analyst")
        )
    ) as desks:
        desks.step(0, lambda step: [desks.put(step, "eve", name, "Could you?") for name in names * load])
        threads = desks.step(0, lambda step: [desks.put(step, sender, name, "Could you?") for name in names])

        def chase(step: Any) -> None:
            for name, thread in zip(names, threads, strict=True):
                desks.put(step, "noor", name, "Any news?", thread=thread)

        for number in range(chases):
            desks.step(DAY * (number + 1), chase)
        desks.until()
        turned = {message for one in desks.of(Turned) for message in one.messages}
        return sum(1 for thread in threads if thread in turned)


def test_some_questions_are_never_answered_fewer_if_chased_more_under_load() -> None:
    plain = answered(0)
    assert 110 <= plain <= 150
    chased = answered(1)
    assert chased > 200 - (200 - plain) * (CHASED + 250) // 1000
    assert answered(0, load=20) < plain - 20
    assert answered(0, sender="boss") > plain + 15


def test_focus_time_lets_only_interrupts_through() -> None:
    focused = Attention(
        interrupts=(Interrupt(kind="chat", sender="manager"),), focus=(Focus(start="09:00", end="12:00"),)
    )
    boss = person("boss", responses=SURE)
    setup = office(
        person("ann", responses=SURE, attention=focused, manager="boss"), boss, person("noor", seat="analyst")
    )
    with Desks(setup) as desks:
        desks.send(10 * MINUTE, "noor", "ann")
        desks.send(11 * MINUTE, "noor", "ann", app="chat", thread="dm:ann:noor")
        desks.send(12 * MINUTE, "boss", "ann", app="chat", thread="dm:ann:boss")
        desks.until(3 * HOUR - 1)
        assert [one.key for one in desks.of(Turned)] == ["t:dm:ann:boss"]
        desks.until(2 * DAY)
        assert {one.key for one in desks.of(Turned)} >= {"t:noor/m1", "t:dm:ann:noor"}


def test_batches_gather_what_arrives() -> None:
    batches = Attention(interrupts=(), batch_minutes=120)
    setup = office(person("ann", responses=SURE, attention=batches), person("noor", seat="analyst"))
    with Desks(setup, weeks=4) as desks:
        for number in range(60):
            desks.send(number % 5 * DAY + number // 5 * 20 * MINUTE + number // 30 * 7 * DAY, "noor", "ann")
        desks.until()
        first = [at % (120 * MINUTE) for at in desks.when(Turned.kind, "ann")]
        assert len(first) > 40
        assert sum(1 for rest in first if rest < 40 * MINUTE) > len(first) * 0.9


def test_people_in_copy_and_in_a_channel_seldom_react() -> None:
    people = [person(f"p{number}", responses=SURE, attention=OPEN) for number in range(60)]
    names = tuple(one.id for one in people)
    with Desks(office(*people, person("noor", seat="analyst"))) as desks:
        desks.send(0, "noor", names[0], cc=names[1:])
        desks.send(1, "noor", names, app="chat", thread="#all", mentions=(names[5],))
        desks.until()
        keys = [(one.person, one.key) for one in desks.of(Turned)]
        assert (names[0], "t:noor/m1") in keys
        assert (names[5], "t:#all") in keys
        assert len(keys) < 20


def test_a_person_takes_up_the_most_pressing_thing_first_and_one_at_a_time() -> None:
    setup = office(person("ann", responses=SURE, attention=OPEN), person("noor", seat="analyst"))
    with Desks(setup) as desks:
        for number in range(12):
            desks.send(number, "noor", "ann", text="Could you?" if number else "Urgent: could you?")
        desks.until(7 * DAY)
        assert len({message for one in desks.of(Turned) for message in one.messages}) == 12
        spans = sorted(
            (one.at, event_end(desks, one)) for one in desks.events if isinstance(one.payload, Turned)
        )
        assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


def event_end(desks: Desks, turned: Event) -> int:
    return next(one.at for one in desks.events if one.kind == "mind.decided" and one.seq > turned.seq)


def test_an_errand_waits_for_its_time_and_foreseeing_changes_nothing() -> None:
    setup = office(person("ann", responses=SURE, attention=OPEN), person("bob", responses=SURE))
    with Desks(setup) as desks:
        attention = desks.world.attention

        def mean(step: Any) -> None:
            errand = Errand(
                errand=attention.errand_id("ann"), kind="request", to="bob", to_name="Bob", topic="the plan"
            )
            attention.add_errand(step, "ann", errand, 2 * HOUR)

        desks.step(0, mean)
        entry = desks.run.agenda.get("look/ann")
        assert entry is not None
        assert entry.at >= 2 * HOUR
        before = desks.run.state.dump()
        item = attention.foresee(entry)
        assert item is not None
        assert item.errand is not None
        assert desks.run.state.dump() == before
        desks.until(DAY)
        assert next(one.sender for one in desks.of(MessageSent)) == "ann"


def test_what_is_deferred_comes_back_with_what_arrived_meanwhile() -> None:
    setup = office(person("ann", responses=SURE, attention=OPEN), person("noor", seat="analyst"))
    with Desks(setup) as desks:
        attention = desks.world.attention
        thread = desks.send(0, "noor", "ann")
        item = attention.queues.waiting["ann"].pop(f"t:{thread}")
        second = desks.send(1, "noor", "ann", thread=thread)
        desks.step(2, lambda step: attention.defer(step, "ann", item, 3 * HOUR))
        waiting = attention.queues.waiting["ann"][f"t:{thread}"]
        assert waiting.messages == (thread, second)
        assert desks.run.agenda.get("look/ann") is not None


errands = st.builds(
    Errand, errand=st.text(max_size=5), kind=st.sampled_from(["request", "chase"]), to=st.just("bob"),
    to_name=st.just("Bob"), topic=st.text(max_size=9), cc=st.tuples(st.just("eve")),
)  # fmt: skip
items = st.builds(
    Item, key=st.text(max_size=6), kind=st.sampled_from(["thread", "errand", "invitation"]),
    app=st.sampled_from(["mail", "chat"]), thread=st.text(max_size=6), sender=st.just("bob"),
    messages=st.lists(st.text(max_size=5), max_size=3).map(tuple), words=st.integers(0, 999),
    arrived=st.integers(0, 10**9), ready=st.one_of(st.just(NEVER), st.integers(0, 10**9)),
    urgency=st.integers(0, 3), chases=st.integers(0, 9), pierces=st.booleans(), errand=st.none() | errands,
    meeting=st.text(max_size=3), refused=st.integers(0, 3),
)  # fmt: skip


@given(item=items)
@settings(max_examples=60, deadline=None)
def test_items_and_queues_survive_json(item: Item) -> None:
    assert item_from(item_text(item)) == item
    queues = Queues()
    queues.waiting = {"ann": {item.key: item}}
    queues.hand = {"bob": item}
    again = Queues()
    again.load(json.loads(json.dumps(queues.dump())))
    assert (again.waiting, again.hand) == (queues.waiting, queues.hand)


@pytest.mark.parametrize("seed", [3, 4])
def test_who_is_away_sends_nothing(seed: int) -> None:
    from tenure.engine.office.events import Away

    setup = synthetic_setup(people=12, weeks=3, seed=seed)
    with Desks(setup, seed=seed, weeks=3) as desks:
        desks.until()
        spans = [
            (one.person, event.at, one.until)
            for event in desks.events
            if isinstance(one := event.payload, Away)
        ]
        assert spans
        for name, start, end in spans:
            looks = desks.when(Turned.kind, name)
            assert not [at for at in looks if start <= at < end]


def test_nobody_thanks_for_an_answer_days_later() -> None:
    people = [person(f"p{number}", responses=SURE, attention=OPEN) for number in range(150)]
    setup = office(*people, person("eve"))
    calendar = setup.calendars["office"]
    with Desks(setup) as desks:
        answer = (Act(kind="answer", topic="the plan"),)
        desks.step(
            0, lambda step: [desks.put(step, "eve", one.id, "On track.", acts=answer) for one in people]
        )
        desks.until()
        waits = [
            calendar.work_between(0, event.at) for event in desks.events if isinstance(event.payload, Turned)
        ]
        assert 25 < len(waits) < 90
        assert max(waits) < 5 * HOUR
