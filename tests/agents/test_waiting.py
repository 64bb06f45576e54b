"""Waiting: what ends it early, and that a weekday just past means no day a week away."""

from __future__ import annotations

import pytest

from tenure.engine.agents.session import Session
from tenure.scenarios.play import main_seat, new_run, play


class Waiter:
    name = "waiter"

    def __init__(self, *waits: str) -> None:
        self._waits = waits
        self.seen: list[tuple[str, str]] = []

    async def play(self, session: Session) -> None:
        for until in self._waits:
            seen = await session.wait(until=until)
            self.seen.append((seen.now, seen.error.message if seen.error else ""))
        await session.finish()


@pytest.mark.parametrize(
    ("until", "now"),
    [
        ("Mon 09:00", "2026-03-02T09:00"),
        ("Tue 09:00", "2026-03-03T09:00"),
        ("next Mon 08:30", "2026-03-09T08:30"),
    ],
)
async def test_a_moment_to_come_is_waited_for(until: str, now: str) -> None:
    policy = Waiter(until)
    run = new_run("first_week")
    await play(run, {main_seat(run): policy})
    assert policy.seen == [(now, "")]


async def test_a_weekday_just_past_is_refused_with_the_date_of_the_next() -> None:
    policy = Waiter("Mon 09:57", "Mon 09:50", "2026-03-06 09:50")
    run = new_run("first_week")
    await play(run, {main_seat(run): policy})
    (first, _), (second, refusal), (third, _) = policy.seen
    assert first == second == "2026-03-02T09:57"
    assert "a week from now" in refusal
    assert third == "2026-03-06T09:50"
