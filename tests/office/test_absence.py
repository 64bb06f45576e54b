from __future__ import annotations

from tenure.engine.kernel.clock import DAY, HOUR
from tenure.engine.office.events import Away, Back
from tenure.engine.office.model import Absence
from tests.office.desks import Desks, office, person


def test_planned_leave_begins_and_ends() -> None:
    ann = person("ann", leave=(Absence(DAY + 2 * HOUR, 2 * DAY, "leave"),))
    with Desks(office(ann)) as desks:
        desks.until(DAY + 3 * HOUR)
        absence = desks.world.absence
        assert absence.is_away("ann", DAY + 3 * HOUR)
        assert absence.until("ann", DAY + 3 * HOUR) == 2 * DAY
        assert absence.why("ann") == "leave"
        desks.until(2 * DAY + HOUR)
        assert not absence.is_away("ann", 2 * DAY + HOUR)
        assert [one.why for one in desks.of(Away) if one.why == "leave"] == ["leave"]


def test_leave_that_the_story_gives_and_a_longer_one_over_it() -> None:
    with Desks(office(person("ann"))) as desks:
        absence = desks.world.absence
        desks.step(HOUR, lambda step: absence.leave(step, "ann", HOUR, 5 * HOUR, "travel"))
        desks.step(2 * HOUR, lambda step: absence.leave(step, "ann", 3 * HOUR, DAY, "sick"))
        desks.until(6 * HOUR)
        assert absence.until("ann", 6 * HOUR) == DAY
        desks.until(DAY + HOUR)
        assert [one.person for one in desks.of(Back)] == ["ann"]


def test_about_four_in_a_hundred_person_days_are_sick_days() -> None:
    people = [person(f"p{number}") for number in range(60)]
    setup = office(*people)
    calendar = setup.calendars["office"]
    weeks = 25
    with Desks(setup, weeks=weeks) as desks:
        desks.until()
        sick = 0
        for event in desks.events:
            if isinstance(event.payload, Away):
                sick += calendar.work_between(event.at, event.payload.until)
        share = sick / (len(people) * calendar.work_between(0, weeks * 7 * DAY))
        assert 0.025 < share < 0.055


def test_an_illness_depends_on_person_and_day_alone() -> None:
    def spells(*names: str) -> list[tuple[int, int]]:
        with Desks(office(*(person(name) for name in names)), weeks=20) as desks:
            desks.until()
            return [
                (event.at, one.until)
                for event in desks.events
                if isinstance(one := event.payload, Away) and one.person == "ann"
            ]

    assert spells("ann") == spells("ann", "bob", "eve")
    assert spells("ann")


def test_who_a_fact_depends_on_is_not_drawn_ill() -> None:
    from dataclasses import replace

    from tenure.engine.office.model import Fact, Holding, Rule

    fact = Fact(
        "rate", "It is 5.", "the rate", ("What is it?",), (("5",),), holders=(Holding("ann", Rule()),)
    )
    setup = replace(office(person("ann"), person("bob")), facts={"rate": fact})
    with Desks(setup, weeks=40) as desks:
        desks.until()
        assert {one.person for one in desks.of(Away)} == {"bob"}
