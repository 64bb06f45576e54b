"""How things stand in an app."""

from __future__ import annotations

import pytest

from tenure.engine.office.events import Moved
from tests.verifiers.journal import CLOCK, HOUR, Paper


def met(paper: Paper, find: str, count: str = "{min: 1}") -> bool:
    text = f"criteria: [{{id: it, title: t, kind: state, app: calendar, find: {find}, count: {count}}}]"
    return paper.score(text).row("it").verdict.met


@pytest.fixture
def paper() -> Paper:
    paper = Paper()
    paper.invite("Carrier call", "Thu 14:00", people="dewi joost")
    paper.invite("Lunch", "Thu 12:30", organiser="ines", people="pieter")
    return paper


@pytest.mark.parametrize(
    ("find", "holds"),
    [
        ("{title: {contains: CARRIER}}", True),
        ("{title: carrier call}", True),
        ("{title: carrier}", False),
        ('{title: {regex: "^Carrier"}}', True),
        ("{organiser: analyst}", True),
        ("{organiser: noor, title: Lunch}", False),
        ("{organiser: {in: [dewi, ines]}}", True),
        ('{start: {after: "Thu 14:00", before: "Thu 14:01"}}', True),
        ('{start: {after: "Thu 14:01"}}', False),
        ('{start: {before: "2026-03-05T12:30"}}', False),
        ("{people: {contains: joost}}", True),
        ("{people: {contains: tomas}}", False),
        ("{people: {min: 3}}", True),
        ("{people: {min: 4}}", False),
    ],
)
def test_filters(paper: Paper, find: str, holds: bool) -> None:
    assert met(paper, find) is holds


def test_counts(paper: Paper) -> None:
    assert met(paper, "{status: booked}", "{min: 2, max: 2}")
    assert not met(paper, "{status: booked}", "{min: 1, max: 1}")
    assert not met(paper, "{status: booked}", "{min: 3}")


def test_moving_it_back_takes_the_reward_back(paper: Paper) -> None:
    after = '{title: {contains: carrier}, start: {after: "Fri 09:00"}}'
    assert not met(paper, after)
    friday, thursday = CLOCK.at("Fri 10:00"), CLOCK.at("Thu 14:00")
    paper.emit(Moved(meeting="noor/c1", by="noor", start=friday, end=friday + HOUR))
    assert met(paper, after)
    paper.emit(Moved(meeting="noor/c1", by="noor", start=thursday, end=thursday + HOUR))
    assert not met(paper, after)
    text = f"criteria: [{{id: it, title: t, kind: state, app: calendar, find: {after}}}]"
    assert [int(value) for _, value in paper.curve(text)] == [0, 1, 0]
