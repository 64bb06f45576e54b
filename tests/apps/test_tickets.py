from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tenure.engine.apps.surface import functions
from tenure.engine.apps.tickets import TicketsApp

from .claims import move, notices, opened, row, tickets, version
from .conftest import Office


@pytest.fixture
def office() -> Iterator[Office]:
    one = tickets()
    yield one
    one.check_dump()
    one.run.close()


def test_what_the_pack_holds_is_there_with_its_past(office: Office) -> None:
    card = office.use("ines", "tickets.get", ticket="claim-7")
    assert (card.state, card.priority, card.assignee) == ("working", "high", "Inês Marchetti (ines)")
    assert card.fields == {
        "carrier": "Northway",
        "Contested amount": "EUR 1,250.50",
        "cutoff": "2026-03-12",
        "checked_by": "Pieter Bakker (pieter)",
    }
    assert (
        card.text.index("They charge twice.") < card.text.index("secret sheet") < card.text.index("We look")
    )
    assert card.links == ["blocks CLAIM-9"]
    assert card.moves == ["ask → waiting", "submit → review (requires amount)"]
    # answered within 1 h; from Thursday 10:00 to Friday 17:30 the calendar has 7 + 8 hours
    assert card.service_levels == [
        "First answer: met",
        "Solved: missed, running, -3h left, due Fri 2026-02-27 14:30",
    ]
    assert row(office, "CLAIM-7")["missed"] == ["solved"]
    history = [one.what for one in office.use("ines", "tickets.history", ticket="CLAIM-7").history]
    assert history == [
        "Solved missed",
        "commented noor/t1",
        "commented ines/t1",
        "moved it from new to working",
        "linked blocks CLAIM-9",
        "opened",
    ]
    assert notices(office) == []


def test_a_ticket_goes_its_way_and_nothing_else(office: Office) -> None:
    key = opened(office)
    assert key == "CLAIM-10"
    error = office.refused("noor", "tickets.move", ticket=key, to="review", version=1)
    assert error.code == "invalid"
    assert "can't go from new to 'review'" in error.message
    assert "take → working (by team); drop → closed (by reporter, Controller)" in error.hint
    assert (
        "there is no state or move 'fly'"
        in office.refused("noor", "tickets.move", ticket=key, to="fly", version=1).message
    )
    move(office, "noor", key, "take")
    error = office.refused("noor", "tickets.move", ticket=key, to="submit", version=2)
    assert (error.code, error.message) == ("forbidden", "submit (review) is for assignee (nobody)")
    assert error.hint == "You may: drop → closed."
    office.use("noor", "tickets.update", ticket=key, version=2, assignee="me")
    error = office.refused("noor", "tickets.move", ticket=key, to="review", version=3)
    assert (error.code, error.message) == ("invalid", "submit requires amount")
    office.use("noor", "tickets.update", ticket=key, version=3, fields={"Contested amount": "€ 80"})
    move(office, "noor", key, "review")
    error = office.refused("noor", "tickets.move", ticket=key, to="All done", version=5)
    assert error.code == "unavailable"
    assert "not given" in error.message
    assert "Dewi Santoso, Controller" in error.hint
    office.use("dewi", "tickets.decide", ticket=key, version=5, approve=False, note="Check the rate.")
    assert (
        "refused by Dewi Santoso"
        in office.refused("noor", "tickets.move", ticket=key, to="pay", version=6).message
    )
    office.use("dewi", "tickets.decide", ticket=key, version=6, approve=True)
    move(office, "noor", key, "pay")
    assert row(office, key)["done"] is True
    assert [one["granted"] for one in office.world.apps["tickets"].rows("decisions")] == [False, True]
    move(office, "mei", key, "reopen")
    move(office, "noor", key, "submit")
    # an approval is spent with the move that it was given for
    assert (
        office.refused("noor", "tickets.move", ticket=key, to="pay", version=version(office, key)).code
        == "unavailable"
    )


def test_a_change_takes_back_what_was_approved(office: Office) -> None:
    key = opened(office, assignee="noor", fields={"carrier": "Calder", "amount": 5})
    move(office, "noor", key, "take")
    move(office, "noor", key, "submit")
    office.use("dewi", "tickets.decide", ticket=key, version=3, approve=True)
    assert office.refused("dewi", "tickets.decide", ticket=key, version=4, approve=True).code == "invalid"
    office.use("noor", "tickets.update", ticket=key, version=4, priority="urgent")
    done = office.use("noor", "tickets.update", ticket=key, version=5, fields={"amount": 500})
    assert "no longer counts" in done.note
    assert office.refused("noor", "tickets.move", ticket=key, to="pay", version=6).code == "unavailable"


def test_who_decides(office: Office) -> None:
    key = opened(office, assignee="dewi", fields={"carrier": "Calder", "amount": 5})
    assert office.refused("dewi", "tickets.decide", ticket=key, version=1, approve=True).code == "invalid"
    move(office, "dewi", key, "take")
    move(office, "dewi", key, "submit")
    assert (
        "assigned to you"
        in office.refused("dewi", "tickets.decide", ticket=key, version=3, approve=True).message
    )
    error = office.refused("noor", "tickets.decide", ticket=key, version=3, approve=True)
    assert (error.code, error.hint) == ("forbidden", "Decided by: payment: Dewi Santoso, Controller.")
    # who decides sees the ticket, without being of the team
    assert (
        office.use("pieter", "tickets.get", ticket=key).approvals[0].startswith("payment (Payment): waiting")
    )
    office.use("pieter", "tickets.decide", ticket=key, version=3, approve=True)
    move(office, "dewi", key, "pay")


def test_an_edit_of_an_older_version_is_a_conflict_that_says_who_changed_what(office: Office) -> None:
    key = opened(office)
    office.use("dewi", "tickets.update", ticket=key, version=1, priority="high", fields={"boxes": "3"})
    move(office, "mei", key, "take")
    for tool, args in (
        ("tickets.update", {"title": "Mine"}),
        ("tickets.move", {"to": "drop"}),
        ("tickets.decide", {"approve": True}),
    ):
        error = office.refused("noor", tool, ticket=key, version=1, **args)
        assert error.code == "conflict"
        assert "Dewi Santoso changed priority from normal to high" in error.message
        assert "changed boxes from nothing to 3" in error.message
        assert "Mei Tan moved it from new to working" in error.message
        assert "version=3" in error.hint
    assert office.refused("noor", "tickets.update", ticket=key, version=9, title="x").code == "conflict"
    assert office.refused("noor", "tickets.update", ticket=key, version=3, priority="high").code == "invalid"
    # comments, links and watchers get in nobody's way
    office.use("dewi", "tickets.comment", ticket=key, text="Seen.")
    assert office.use("noor", "tickets.update", ticket=key, version=3, title="Mine").version == 4


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        ({"queue": "CLAIMS"}, "not_found", "Did you mean CLAIM?"),
        ({"fields": {}}, "invalid", "CLAIM wants carrier"),
        ({"fields": {"carrier": "Northwai"}}, "invalid", "one of Northway, Calder"),
        ({"fields": {"carrier": "Calder", "amont": 3}}, "invalid", "no field 'amont'"),
        ({"fields": {"carrier": "Calder", "amount": "12.345"}}, "invalid", "an amount in EUR"),
        ({"fields": {"carrier": "Calder", "amount": True}}, "invalid", "an amount in EUR"),
        ({"fields": {"carrier": "Calder", "boxes": float("nan")}}, "invalid", "a number"),
        ({"fields": {"carrier": "Calder", "cutoff": "someday"}}, "invalid", "can't be read as a day"),
        ({"fields": {"carrier": "Calder", "checked_by": "nobody"}}, "not_found", "nobody is called"),
        ({"fields": {"carrier": "Calder", "disputed": "maybe"}}, "invalid", "yes or no"),
        ({"fields": {"carrier": "Calder", "story": "x" * 2_001}}, "invalid", "takes text"),
        ({"priority": "hgh"}, "invalid", "Did you mean high?"),
        ({"assignee": "pieter"}, "invalid", "not of the team"),
    ],
)
def test_what_cannot_be_opened(office: Office, args: dict[str, Any], code: str, says: str) -> None:
    given: dict[str, Any] = {"queue": "CLAIM", "title": "A claim", "fields": {"carrier": "Calder"}, **args}
    error = office.refused("noor", "tickets.create", **given)
    assert error.code == code
    assert says in f"{error.message} {error.hint}"


def test_values_are_kept_in_one_spelling(office: Office) -> None:
    fields = {
        "carrier": "CALDER",
        "amount": "EUR 1,250",
        "cutoff": "Thu",
        "boxes": 3.50,
        "checked_by": "Pieter",
        "disputed": "yes",
    }
    key = opened(office, fields=fields)
    kept = row(office, key)
    assert {name: kept[name] for name in fields} == {
        "carrier": "Calder",
        "amount": "1250.00",
        "cutoff": "2026-03-05",
        "boxes": "3.5",
        "checked_by": "pieter",
        "disputed": True,
    }
    office.use(
        "noor", "tickets.update", ticket=key, version=1, fields={"boxes": 4, "cutoff": "", "disputed": None}
    )
    kept = row(office, key)
    assert (kept["boxes"], kept["cutoff"], kept["disputed"]) == (4, "", False)
    assert office.use("noor", "tickets.search", fields={"boxes": 4}).found == 1
    error = office.refused("noor", "tickets.update", ticket=key, version=2, fields={"carrier": ""})
    assert (error.code, error.message) == ("invalid", "CLAIM wants carrier")
    assert office.use("noor", "tickets.search", fields={"amount": "EUR 1,250.00"}).found == 1


def test_customers_see_their_own_and_nothing_internal(office: Office) -> None:
    assert office.use("joost", "tickets.search").found == 1
    card = office.use("joost", "tickets.get", ticket="CLAIM-7")
    whole = json.dumps(card.record())
    for hidden in ("secret", "CLAIM-9", "First answer", "dewi", "missed"):
        assert hidden not in whole
    assert "secret" not in json.dumps(office.use("joost", "tickets.history", ticket="CLAIM-7").record())
    assert office.use("joost", "tickets.search", query="secret").found == 0
    assert office.use("noor", "tickets.search", query="secret").found == 1
    key = opened(office)
    for tool, args in (
        ("tickets.get", {}),
        ("tickets.history", {}),
        ("tickets.comment", {"text": "x"}),
        ("tickets.watch", {}),
        ("tickets.move", {"to": "take", "version": 1}),
        ("tickets.update", {"title": "x", "version": 1}),
        ("tickets.link", {"link": "blocks", "other": "CLAIM-7"}),
        ("tickets.decide", {"approve": True, "version": 1}),
    ):
        error, none = (office.refused("joost", tool, ticket=one, **args) for one in (key, "CLAIM-99"))
        assert (error.code, error.message.replace(key, "X")) == (
            "not_found",
            none.message.replace("CLAIM-99", "X"),
        )
        assert key not in error.hint
    assert (
        office.refused("joost", "tickets.update", ticket="CLAIM-7", version=2, title="x").code == "forbidden"
    )
    assert (
        office.refused("joost", "tickets.comment", ticket="CLAIM-7", text="x", internal=True).code
        == "forbidden"
    )
    assert office.refused("joost", "tickets.watch", ticket="CLAIM-7", person="noor").code == "forbidden"
    office.use("joost", "tickets.comment", ticket="CLAIM-7", text="And now?")
    office.use("noor", "tickets.watch", ticket=key, person="joost")
    assert office.use("joost", "tickets.get", ticket=key).title == "A claim"
    assert [one.open for one in office.use("joost", "tickets.report").rows] == [1, 1]


def test_a_restricted_ticket_is_nowhere_for_others(office: Office) -> None:
    key = opened(office)
    for person in ("noor", "mei", "pieter", "joost"):
        assert "CLAIM-9" not in json.dumps(office.use(person, "tickets.search").record())
        assert office.use(person, "tickets.search", query="hidden").found == 0
        assert office.refused(person, "tickets.get", ticket="CLAIM-9").code == "not_found"
    assert office.use("noor", "tickets.queues").queues[0].open == 2
    assert office.use("ines", "tickets.queues").queues[0].open == 3
    assert sum(one.open for one in office.use("noor", "tickets.report").rows) == 2
    assert office.use("noor", "tickets.get", ticket="CLAIM-7").links == []
    assert "CLAIM-9" not in json.dumps(office.use("noor", "tickets.history", ticket="CLAIM-7").record())
    assert (
        office.refused("noor", "tickets.link", ticket=key, link="blocks", other="CLAIM-9").code == "not_found"
    )
    assert office.refused("noor", "tickets.get", ticket="CLAIM-8").hint.count("CLAIM-9") == 0
    assert office.refused("ines", "tickets.watch", ticket="CLAIM-9", person="noor").code == "forbidden"
    office.use("ines", "tickets.comment", ticket="CLAIM-9", text="@noor @dewi look")
    assert [people for people, item, _ in notices(office) if item == "CLAIM-9"] == [("dewi",)]


def test_links_stand_on_both_sides(office: Office) -> None:
    one, other = opened(office), opened(office)
    office.use("noor", "tickets.link", ticket=one, link="blocks", other=other)
    assert office.use("mei", "tickets.get", ticket=other).links == [f"blocked by {one}"]
    assert office.refused("noor", "tickets.link", ticket=one, link="blocks", other=other).code == "invalid"
    assert (
        office.refused("noor", "tickets.link", ticket=one, link="blocked by", other=other).code == "conflict"
    )
    assert office.refused("noor", "tickets.link", ticket=one, link="blocks", other=one).code == "invalid"
    assert (
        office.refused("noor", "tickets.link", ticket=one, link="duplicates", other=other, remove=True).code
        == "invalid"
    )
    office.use("mei", "tickets.link", ticket=other, link="blocked by", other=one, remove=True)
    assert row(office, one)["links"] == []


def test_people_hear_of_what_concerns_them(office: Office) -> None:
    key = opened(office, assignee="ines")
    office.use("dewi", "tickets.watch", ticket=key)
    move(office, "ines", key, "take")
    office.use("ines", "tickets.update", ticket=key, version=2, fields={"amount": 3})
    office.use("ines", "tickets.comment", ticket=key, text="@Mei, @nobody: is it so?", internal=True)
    move(office, "ines", key, "submit")
    office.use("pieter", "tickets.decide", ticket=key, version=4, approve=True)
    assert [(people, what) for people, item, what in notices(office) if item == key] == [
        (("ines",), "assigned to you"),
        (("noor", "dewi"), "moved from new to working"),
        (("mei",), "you were mentioned in a comment"),
        (("noor", "dewi"), "commented"),
        (("noor", "dewi"), "moved from working to review"),
        (("dewi", "pieter"), "waits for your approval: Payment"),
        (("ines", "dewi"), "payment approved"),
    ]


def test_without_queues_there_is_nothing() -> None:
    office = Office()
    assert office.use("noor", "tickets.queues").queues == []
    assert office.use("noor", "tickets.search").found == 0
    assert office.refused("noor", "tickets.create", queue="X", title="x").hint == "There are: none."
    office.run.close()


def test_a_queue_says_how_it_works(office: Office) -> None:
    shown = office.use("joost", "tickets.queues", queue="claim")
    assert shown.workflow[:2] == ["starts in new", "take: new → working (by team)"]
    assert "amount (Contested amount): an amount in EUR" in shown.fields
    assert "carrier: one of Northway, Calder; required" in shown.fields
    assert shown.service_levels[1] == "Solved: 12 work hours"
    assert office.use("mei", "tickets.queues").queues[0].queue == "CLAIM"


def test_writing_costs_what_the_form_costs(office: Office) -> None:
    declared = office.world.tools["tickets.create"]
    args = declared.arguments.model_validate(
        {
            "queue": "CLAIM",
            "title": "w " * 10,
            "text": "w " * 9,
            "fields": {"carrier": "Calder"},
            "priority": "high",
        }
    )
    assert declared.effort(args, None) == 6_000 + 60_000 + 2 * 6_000
    assert office.acting("noor", lambda acting: declared.ends(acting, args)) == 78_000
    assert office.use("noor", "tickets.search").found == 1
    refused = office.acting(
        "noor",
        lambda acting: office.world.tools["tickets.move"].ends(
            acting,
            office.world.tools["tickets.move"].arguments.model_validate(
                {"ticket": "CLAIM-7", "to": "x", "version": 1}
            ),
        ),
    )
    assert refused.code == "conflict"


def test_a_call_of_the_story_means_the_newest_version(office: Office) -> None:
    assert office.world.apps["tickets"].newest({"ticket": "claim-7"}) == 2
    assert office.world.apps["tickets"].newest({"ticket": "x"}) is None


def test_its_tool_list_is_short(office: Office) -> None:
    tools = {name: tool for name, tool in office.world.tools.items() if isinstance(tool.app, TicketsApp)}
    assert len(json.dumps(functions(tools), separators=(",", ":"))) <= 4_400


@pytest.mark.parametrize(
    ("tool", "args", "code"),
    [
        ("tickets.queues", {"queue": "X"}, "not_found"),
        ("tickets.report", {"queue": "X"}, "not_found"),
        ("tickets.search", {"assignee": "zzz"}, "not_found"),
        ("tickets.history", {"ticket": "CLAIM-7", "page": 0}, "invalid"),
        ("tickets.get", {"ticket": "CLAIM-7", "part": 2}, "invalid"),
        ("tickets.watch", {"ticket": "CLAIM-7", "person": "zzz"}, "not_found"),
        ("tickets.update", {"ticket": "CLAIM-7", "version": 2, "assignee": "joost"}, "invalid"),
        ("tickets.update", {"ticket": "CLAIM-7", "version": 2, "priority": "now"}, "invalid"),
        ("tickets.decide", {"ticket": "CLAIM-7", "version": 2, "approve": True, "approval": "x"}, "invalid"),
    ],
)
def test_what_is_refused(office: Office, tool: str, args: dict[str, Any], code: str) -> None:
    assert office.refused("noor", tool, **args).code == code


def test_rows_have_one_shape(office: Office) -> None:
    opened(office)
    app = office.world.apps["tickets"]
    assert len({tuple(one) for one in app.rows()}) == 1
    assert [one["internal"] for one in app.rows("comments")] == [False, True]
    assert {"ticket", "by", "what", "at"} == set(next(iter(app.rows("history"))))
    with pytest.raises(KeyError):
        app.rows("nothing")
