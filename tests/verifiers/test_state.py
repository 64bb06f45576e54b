"""How things stand in an app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tenure.engine.apps.base import App
from tenure.engine.kernel.world import Core
from tenure.engine.office.events import Moved
from tenure.personas.problems import AuthoringErrors
from tests.verifiers.journal import CLOCK, HOUR, Paper, PaperWorld, rubric_of


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


class Desk(App):
    """Tickets of two queues, with fields of their own."""

    name = "desk"

    def rows(self, table: str = "") -> list[Mapping[str, Any]]:
        return [
            {
                "key": "DISC-1",
                "state": "done",
                "paid": "1250.50",
                "fields": {"severity": "high"},
                "privileged": True,
            },
            {"key": "IT-1", "state": "open", "paid": "980", "fields": {}},
        ]


class WithDesk(PaperWorld):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.apps = {**self.apps, "desk": Desk()}


@pytest.mark.parametrize(
    ("find", "count"),
    [
        ("{fields.severity: high}", 1),
        ("{fields.severity: {ne: high}}", 1),
        ("{state: {ne: done}}", 1),
        ("{paid: {min: '1000.00'}}", 1),
        ("{paid: {min: 900, max: 1300}}", 2),
        ("{paid: {min: 1250.50, max: 1250.50}}", 1),
        ("{privileged: true}", 1),
        ("{key: {min: 1}}", 0),
    ],
)
def test_fields_of_any_apps_records(find: str, count: int) -> None:
    text = f"criteria: [{{id: it, title: t, kind: state, app: desk, find: {find}, count: {{min: 0, max: 9}}, needs: "
    paper = Paper(WithDesk)
    paper.open()
    paper.finish()
    card = paper.score(f"{text}{{finished: {{seat: analyst}}}}}}]")
    assert card.row("it").verdict.explanation.startswith(f"{count} such rows")


def test_a_field_that_no_record_has_is_a_fault() -> None:
    paper = Paper(WithDesk)
    with pytest.raises(LookupError, match="no field 'colour'; there are key, state"):
        paper.score("criteria: [{id: it, title: t, kind: state, app: desk, find: {colour: red}}]")


@pytest.mark.parametrize("one", ["{min: 3, max: 2}", "{eq: a, ne: a}"])
def test_filters_that_nothing_fits_are_refused(one: str) -> None:
    with pytest.raises(AuthoringErrors, match="nothing is"):
        rubric_of(f"criteria: [{{id: it, title: t, kind: state, app: desk, find: {{key: {one}}}}}]")
