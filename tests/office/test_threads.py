from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.office import threads as module
from tenure.engine.office.events import FactAsked

from .bureau import Bureau


def test_a_thread_knows_its_people_its_messages_and_what_waits() -> None:
    bureau = Bureau()
    threads = bureau.office.threads
    first = bureau.say("noor", ("ines",), "One?", cc=("dewi",))
    second = bureau.say("noor", "ines", "Two?", thread=first)
    thread = threads.get(first)
    assert thread is not None
    assert tuple(thread.people) == ("noor", "ines", "dewi")
    assert [one.id for one in threads.unanswered("ines", first)] == [first, second]
    assert [one.id for one in threads.unanswered("dewi", first)] == [first]
    third = bureau.say("ines", "noor", "Both.", thread=first)
    assert threads.unanswered("ines", first) == ()
    assert [one.id for one in threads.last(first, 2)] == [second, third]
    assert [one.id for one in threads.unanswered("noor", first)] == [third]
    other = bureau.say("dewi", "ines", "Hello")
    assert [one.id for one in threads.of_person("ines")] == [other, first]
    assert threads.next_id("noor") == "noor/m3"


def test_the_past_waits_for_nobody_and_has_its_date() -> None:
    bureau = Bureau()
    old = bureau.say("dewi", "ines", "Last week", past=True)
    message = bureau.office.threads.message(old)
    assert message is not None
    assert message.at < 0
    assert bureau.office.threads.unanswered("ines", old) == ()


def test_what_a_thread_was_about_most_recent_first() -> None:
    bureau = Bureau()
    first = bureau.say("noor", "ines", "The rate?")
    for fact in ("rate", "boxes", "rate"):
        asked = FactAsked(fact=fact, asker="noor", holder="ines", message=first)
        bureau.step(lambda step, asked=asked: step.emit(asked, "noor"))
    thread = bureau.office.threads.get(first)
    assert thread is not None
    assert thread.topics == ["rate", "boxes"]


def test_talk_that_no_seat_can_read_is_bounded_and_the_rest_is_kept() -> None:
    bureau = Bureau()
    shared = bureau.say("noor", "ines", "Hi")
    closed = bureau.say("dewi", "ines", "Hi")
    for _ in range(20):
        bureau.say("ines", "noor", "Hi", thread=shared)
        bureau.say("ines", "dewi", "Hi", thread=closed)
    threads = bureau.office.threads
    assert len(threads.last(shared, 99)) == 21
    assert len(threads.last(closed, 99)) == module.KEPT_MESSAGES
    assert threads.message(closed) is None
    one = threads.get(closed)
    assert one is not None
    assert one.count == 21
    assert threads.next_id("ines") == "ines/m41"


@given(st.lists(st.tuples(st.sampled_from(["ines", "dewi", "noor"]), st.integers(0, 5)), max_size=40))
def test_old_threads_of_coworkers_are_forgotten_first(posts: list[tuple[str, int]]) -> None:
    kept = module.KEPT_THREADS
    module.KEPT_THREADS = 3  # pyright: ignore[reportAttributeAccessIssue]
    try:
        bureau = Bureau()
        for sender, number in posts:
            thread = f"t{number}"
            bureau.say(sender, "pieter", "Hi", thread=thread)
        threads = bureau.office.threads
        with_seat = {f"t{number}" for sender, number in posts if sender == "noor"}
        others = [one.id for one in threads if not one.open]
        assert len(others) <= 3
        # A thread that a seat has joined is kept unless it had been forgotten before; then it begins anew.
        assert with_seat <= {one.id for one in threads}
        if posts:
            assert f"t{posts[-1][1]}" in threads
    finally:
        module.KEPT_THREADS = kept  # pyright: ignore[reportAttributeAccessIssue]
