"""Service levels in business hours, and long lists and discussions of tickets."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tenure.engine.kernel.clock import HOUR, MINUTE

from .claims import move, notices, opened, row, tickets, version
from .conftest import Office


@pytest.fixture
def office() -> Iterator[Office]:
    one = tickets()
    yield one
    one.check_dump()
    one.run.close()


def test_clocks_run_in_business_hours_stand_still_and_tell_when_they_are_missed(office: Office) -> None:
    key = opened(office, assignee="ines", priority="urgent")
    office.advance(1 * HOUR)  # 09:30; business opens at 09:00
    assert row(office, key)["missed"] == []
    office.advance(2 * HOUR)
    assert row(office, key)["missed"] == ["first_answer"]
    (missed,) = [event for event in office.events("tickets.breached") if event.payload.ticket == key]  # type: ignore[attr-defined]
    assert missed.at == 90 * MINUTE
    assert notices(office)[-1] == (("ines",), key, "First answer missed")
    move(office, "ines", key, "take")
    move(office, "ines", key, "ask")
    assert office.use("ines", "tickets.get", ticket=key).service_levels == [
        "First answer: missed, met late",
        "Solved: paused, 10h 30m left",
    ]
    office.advance(26 * HOUR)
    move(office, "noor", key, "resume")
    office.use("noor", "tickets.update", ticket=key, version=version(office, key), priority="low")
    assert office.run.agenda.get(f"tickets.breach/{key}/solved") is not None
    move(office, "noor", key, "drop")
    assert office.run.agenda.get(f"tickets.breach/{key}/solved") is None
    office.advance(120 * HOUR)
    assert row(office, key)["missed"] == ["first_answer"]
    move(office, "mei", key, "reopen")
    assert (
        office.use("ines", "tickets.get", ticket=key)
        .service_levels[1]
        .startswith("Solved: running, 10h 30m left")
    )


def test_a_target_that_shrinks_below_what_has_run_is_missed_at_once(office: Office) -> None:
    key = opened(office)
    office.advance(5 * HOUR)
    office.use("noor", "tickets.update", ticket=key, version=1, priority="high")
    assert row(office, key)["missed"] == ["first_answer"]


def test_a_clock_that_goes_on_under_a_shorter_promise_has_run_out_at_once(office: Office) -> None:
    key = opened(office)
    office.advance(5 * HOUR)
    office.use("noor", "tickets.update", ticket=key, version=1, priority="low")
    assert row(office, key)["missed"] == []
    office.use("noor", "tickets.update", ticket=key, version=2, priority="high", assignee="ines")
    assert row(office, key)["missed"] == ["first_answer"]
    assert notices(office) == [
        (("ines",), key, "First answer missed"),
        (("ines",), key, "assigned to you"),
    ]


def test_lists_are_filtered_and_bounded(office: Office) -> None:
    for number in range(40):
        opened(
            office,
            title=f"{'long title ' * 15}{number}",
            text="word " * 900,
            assignee="mei" if number % 2 else None,
        )
    pages = [office.use("noor", "tickets.search", page=page) for page in (1, 2, 3)]
    assert [len(page.tickets) for page in pages] == [15, 15, 11]
    assert all(len(json.dumps(page.record())) <= 6_000 for page in pages)
    assert office.use("noor", "tickets.search", assignee="nobody", state="open").found == 20
    assert office.use("mei", "tickets.search", assignee="me", state="new").found == 20
    assert office.use("noor", "tickets.search", reporter="joost").found == 1
    assert office.use("noor", "tickets.search", state="done").found == 0
    assert office.use("noor", "tickets.search", missed=True).found == 1
    assert office.use("noor", "tickets.search", priority="high", queue="claim").found == 1
    assert office.use("noor", "tickets.search", query="antwerp").tickets[0].ticket == "CLAIM-7"
    assert office.refused("noor", "tickets.search", queue="X").code == "not_found"
    assert office.refused("noor", "tickets.search", state="nww").hint == "Did you mean new?"
    assert office.refused("noor", "tickets.search", fields={"bxes": 1}).hint == "Did you mean boxes?"
    assert office.use("noor", "tickets.search", state="All done").found == 0
    assert office.refused("noor", "tickets.search", page=0).code == "invalid"
    assert [(one.name, one.open) for one in office.use("noor", "tickets.report", by="assignee").rows] == [
        ("mei", 20),
        ("nobody", 20),
        ("ines", 1),
    ]
    assert [one.name for one in office.use("noor", "tickets.report", by="missed").rows] == ["solved"]


def test_a_long_discussion_is_read_in_parts_and_paid_for_once(office: Office) -> None:
    key = opened(office, "dewi", text="w " * 3_000, fields={"carrier": "Calder", "story": "tale " * 300})
    for number in range(30):
        office.use("dewi", "tickets.comment", ticket=key, text=f"{number} " + "y " * 200)
    words, part, text = 0, 1, ""
    while True:
        card = office.use("noor", "tickets.get", ticket=key, part=part)
        assert len(json.dumps(card.record())) <= 6_000
        words, text = words + card.words, text + card.text
        if not card.more:
            break
        part += 1
    assert words == 3_000 + 300 + 30 * 201
    assert text.count("tale") == 300
    assert all(office.use("noor", "tickets.get", ticket=key, part=one).words == 0 for one in range(2, part))
    office.use("noor", "tickets.comment", ticket=key, text="One more.")
    assert office.use("noor", "tickets.get", ticket=key).words == 0
    assert office.refused("noor", "tickets.get", ticket=key, part=99).code == "invalid"
    assert len(office.use("noor", "tickets.history", ticket=key).history) == 15
