from __future__ import annotations

from collections import Counter
from statistics import median

from tenure.engine.kernel.clock import DAY
from tenure.engine.office.events import MessageSent, WorkDone
from tenure.engine.office.model import OwnWork, Tie
from tenure.engine.office.queues import Meant
from tenure.engine.office.work import Working, subject
from tenure.personas.behaviour import Habit, Reliability, Responses
from tenure.scenarios.synthetic import synthetic_setup
from tests.office.desks import Desks, office, person


def test_work_is_done_in_working_hours_and_takes_what_it_takes() -> None:
    works = tuple(OwnWork(f"ann/w{n}", "Plan", "the plan", 300, n * DAY, (n + 2) * DAY) for n in range(5))
    with Desks(office(person("ann", work=works)), weeks=6) as desks:
        desks.until()
        ann = desks.world.setup.people["ann"]
        done = desks.of(WorkDone)
        assert {one.work for one in done if one.finished} == {one.id for one in works}
        for work in works:
            assert sum(one.minutes for one in done if one.work == work.id) == desks.world.working.takes(
                ann, work
            )


def test_overrun_has_the_personas_median_and_a_long_tail() -> None:
    slow = person("ann", reliability=Reliability(overrun_percent=150))
    with Desks(office(slow)) as desks:
        works = [OwnWork(f"w{number}", "", "", 100, 0, DAY) for number in range(400)]
        taken = [desks.world.working.takes(slow, work) for work in works]
        assert 125 < median(taken) < 175
        assert max(taken) > 500


def test_people_write_mostly_to_the_same_few_and_never_to_a_seat() -> None:
    setup = synthetic_setup(people=30, weeks=4, seed=9)
    with Desks(setup, seed=9, weeks=4) as desks:
        desks.until()
        errands = desks.of(Meant)
        per_person = {
            name: Counter(one.errand.to for one in errands if one.person == name) for name in setup.people
        }
        shares = [
            sum(n for _, n in mine.most_common(5)) / mine.total()
            for mine in per_person.values()
            if mine.total() > 15
        ]
        assert 0.4 < median(shares) < 0.85
    seated = office(
        person("ann", ties=(Tie("noor", "works_with", 900),)), person("noor", seat="x"), ambient=True
    )
    with Desks(seated) as desks:
        desks.until()
        assert not desks.of(MessageSent)


def test_no_ambient_traffic_unless_the_office_wants_it() -> None:
    tie = (Tie("bob", "works_with", 900),)
    for ambient in (False, True):
        with Desks(office(person("ann", ties=tie), person("bob"), ambient=ambient)) as desks:
            desks.until()
            assert bool(desks.of(MessageSent)) is ambient


def test_who_does_not_answer_is_chased_and_who_does_is_not() -> None:
    def chases(never: int) -> int:
        habits = Responses(mail=Habit(never_answered=never), chat=Habit(never_answered=never))
        people = [person(f"p{n}", ties=(Tie(f"q{n}", "works_with", 900),)) for n in range(20)]
        people += [person(f"q{n}", responses=habits) for n in range(20)]
        with Desks(office(*people, ambient=True), weeks=3) as desks:
            desks.until()
            return sum(1 for one in desks.of(Meant) if one.errand.kind == "chase")

    assert chases(1000) > 3 * max(1, chases(0))


def test_contacts_come_in_order_of_closeness() -> None:
    ann = person("ann", ties=(Tie("bob", "works_with", 300), Tie("eve", "works_with", 800)), manager="cat")
    with Desks(office(ann, person("bob"), person("eve"), person("cat"))) as desks:
        working: Working = desks.world.working
        assert working.contacts("ann") == ("eve", "cat", "bob")


def test_colleagues_call_a_piece_of_work_by_its_name_and_not_by_what_is_to_be_done() -> None:
    names = {
        "Rate sheet for April": "the rate sheet for April",
        "Close February": "the close",
        "Review of the roster": "the review of the roster",
        "Oakhurst tender": "the Oakhurst tender",
        "The yearly count": "the yearly count",
    }
    for title, called in names.items():
        assert subject(OwnWork("ann/w1", title, "the close", 60, 0, DAY)) == called


def test_news_of_work_say_how_far_it_is() -> None:
    setup = synthetic_setup(people=12, weeks=2, seed=4)
    with Desks(setup, weeks=2) as desks:
        desks.until()
        errands = [one.errand for one in desks.of(Meant)]
    news = [one for one in errands if one.kind == "inform" and one.item]
    assert news
    for one in news:
        _, part, day = one.detail.split("|")
        assert part.endswith(("started", "done"))
        assert not day or day.endswith("day")
