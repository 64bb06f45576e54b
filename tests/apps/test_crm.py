from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tenure.engine.apps.crm import Crm
from tenure.engine.apps.crmconfig import CrmConfig
from tenure.engine.apps.partynames import alike, words_of
from tenure.engine.apps.surface import functions

from .conftest import Office
from .desk import furnished

RECORDS = """
currency: EUR
objects:
  account: {fields: {tier: {type: choice, choices: [gold, silver]}, profile: {}}}
  engagement:
    title: Engagement
    required: [client]
    fields:
      client: {type: record, of: [account], parent: true}
      against: {title: Adverse parties, type: records, of: [account, contact]}
      opened: {type: date}
      lead: {type: person}
    stages:
      intake: {moves: [open, declined]}
      open: {moves: [closed], by: [Head of operations]}
      closed: {closed: true}
      declined: {closed: true}
    edit: [Operations]
records:
  account:
    - id: northway
      name: Northway Lines B.V.
      aliases: [NWL]
      former: [Polar Feeder Services]
      owner: ines
      fields: {tier: gold}
    - {id: calder, name: Calder Shipping, owner: dewi}
    - {id: calder_two, name: Calder Shipping Ltd, fields: {phone: "12"}}
    - {id: secret, name: Umbra Tankers, restricted: [dewi, pieter]}
  contact:
    - {id: jo, name: Jo Northway, fields: {account: northway}}
    - {id: ghost, name: Ghost of Umbra, fields: {account: secret}}
  opportunity:
    - {id: spring, name: Spring volume, owner: ines, stage: proposal, fields: {account: northway, amount: "1,000"}}
    - {id: autumn, name: Autumn volume, owner: dewi, fields: {account: calder, amount: 500.5}}
    - {id: dark, name: Dark volume, owner: dewi, stage: proposal, fields: {account: secret, amount: 9000}}
  engagement:
    - {id: e1, name: Rate audit, stage: open, fields: {client: calder, against: [northway, secret], lead: dewi}}
    - {id: e2, name: Quiet matter, fields: {client: northway, against: [calder]}}
activities:
  - {kind: call, about: northway, by: ines, at: "2026-02-25T10:00", text: They hold on to the rate.}
  - {kind: task, about: e1, by: dewi, at: "2026-02-26T09:00", text: Collect the sheets, owner: mei, due: "Mon 12:00"}
  - {kind: note, about: e2, by: dewi, at: "2026-02-26T10:00", text: Hush about the settlement.}
walls:
  quiet: {covers: [e2], out: [ines]}
"""
HIDDEN = ("Umbra", "secret", "Ghost", "ghost", "dark", "Dark", "9,000", "9000")


@pytest.fixture
def office() -> Iterator[Office]:
    one = furnished(crm=(CrmConfig, RECORDS))
    yield one
    one.check_dump()
    one.run.close()


def row(office: Office, object_: str, id_: str) -> dict[str, Any]:
    return next(dict(one) for one in office.world.apps["crm"].rows(object_) if one["record"] == id_)


def notices(office: Office) -> list[tuple[tuple[str, ...], str, str]]:
    return [
        (event.payload.people, event.payload.item, event.payload.what)  # type: ignore[attr-defined]
        for event in office.events("app.notice")
    ]


def test_what_the_pack_holds_is_there(office: Office) -> None:
    card = office.use("noor", "crm.get", record="Northway")
    assert (card.id, card.version, card.owner) == ("northway", 1, "Inês Marchetti (ines)")
    assert (card.aliases, card.former) == (["NWL"], ["Polar Feeder Services"])
    assert card.fields == {"tier": "gold"}
    assert card.related == [
        "account of Jo Northway (jo)",
        "account of Spring volume (spring, proposal)",
        "Adverse parties of Rate audit (e1, open)",
        "client of Quiet matter (e2, intake)",
    ]
    assert card.text.endswith("They hold on to the rate.")
    engagement = office.use("dewi", "crm.get", record="Rate audit")
    assert engagement.fields == {
        "client": "Calder Shipping (calder)",
        "Adverse parties": "Northway Lines B.V. (northway), Umbra Tankers (secret)",
        "lead": "Dewi Santoso (dewi)",
    }
    assert engagement.tasks == ["dewi/a1: Collect the sheets (Mei Tan, due Mon 2026-03-02 12:00)"]
    assert engagement.stages == ["closed"]
    assert row(office, "engagement", "e1")["against"] == ["northway", "secret"]
    assert notices(office) == []


def test_records_are_created_changed_and_moved(office: Office) -> None:
    done = office.use(
        "noor", "crm.create", object="Opportunity", name="Summer", fields={"account": "NWL", "closes": "Thu"}
    )
    assert (done.id, done.stage) == ("noor/r1", "prospecting")
    assert row(office, "opportunity", "noor/r1")["account"] == "northway"
    assert row(office, "opportunity", "noor/r1")["closes"] == "2026-03-05"
    assert (
        office.use("noor", "crm.create", object="account", name="CALDER SHIPPING").note.count("calder") == 2
    )
    office.use(
        "noor", "crm.update", record="noor/r1", version=1, name="Summer volume", fields={"Expected close": ""}
    )
    card = office.use("dewi", "crm.get", record="summer")
    assert (card.name, card.former, card.version) == ("Summer volume", ["Summer"], 2)
    error = office.refused("dewi", "crm.move", record="noor/r1", version=2, stage="won")
    assert (error.code, error.hint) == ("invalid", "From prospecting: qualification, lost.")
    assert office.refused("dewi", "crm.move", record="noor/r1", version=2, stage="wonn").hint.startswith(
        "Did you mean won?"
    )
    office.use("dewi", "crm.move", record="noor/r1", version=2, stage="lost")
    history = [one.what for one in office.use("ines", "crm.history", record="noor/r1").history]
    assert history == [
        "moved it from prospecting to lost",
        "changed closes from 2026-03-05 to nothing",
        "changed former from nothing to Summer",
        "changed name from Summer to Summer volume",
        "created",
    ]
    assert notices(office) == [(("noor",), "noor/r1", "moved from prospecting to lost")]


def test_who_may_create_change_and_move(office: Office) -> None:
    assert (
        office.refused("ines", "crm.create", object="engagement", name="x", fields={"client": "calder"}).code
        == "forbidden"
    )
    error = office.refused("ines", "crm.update", record="e1", version=1, name="x")
    assert (error.code, error.hint) == ("forbidden", "May: Operations.")
    key = office.use("noor", "crm.create", object="engagement", name="x", fields={"client": "calder"}).id
    error = office.refused("noor", "crm.move", record=key, version=1, stage="open")
    assert (error.code, error.message) == ("forbidden", "Head of operations moves records to open")
    assert office.use("dewi", "crm.move", record=key, version=1, stage="open").stage == "open"
    for who, tool in (("joost", "crm.search"), ("joost", "crm.objects")):
        found = office.use(who, tool).record()
        assert "northway" not in json.dumps(found)
    assert office.refused("joost", "crm.create", object="account", name="x").code == "not_found"


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        ({"object": "engagment"}, "not_found", "Did you mean engagement?"),
        ({"object": "engagement"}, "invalid", "engagement wants client"),
        ({"fields": {"teir": "gold"}}, "invalid", "Did you mean tier?"),
        ({"fields": {"tier": "bronze"}}, "invalid", "one of gold, silver"),
        ({"fields": {"parent": "Nobody Ltd"}}, "not_found", "no account 'Nobody Ltd'"),
        ({"fields": {"parent": ["northway", "calder"]}}, "invalid", "parent takes one of account"),
        ({"object": "opportunity", "fields": {"account": "jo"}}, "not_found", "no account 'jo'"),
        ({"owner": "zzz"}, "not_found", "nobody is called"),
    ],
)
def test_what_cannot_be_created(office: Office, args: dict[str, Any], code: str, says: str) -> None:
    error = office.refused("noor", "crm.create", **{"object": "account", "name": "x", **args})
    assert error.code == code
    assert says in f"{error.message} {error.hint}"


def test_an_edit_of_an_older_version_is_a_conflict_that_says_who_changed_what(office: Office) -> None:
    office.use("dewi", "crm.update", record="northway", version=1, fields={"tier": "silver"}, owner="mei")
    for tool, args in (
        ("crm.update", {"name": "x"}),
        ("crm.move", {"stage": "x"}),
        ("crm.merge", {"duplicate": "calder", "duplicate_version": 1}),
    ):
        error = office.refused("noor", tool, record="northway", version=1, **args)
        assert error.code == "conflict"
        assert "Dewi Santoso changed tier from gold to silver" in error.message
        assert "changed owner from Inês Marchetti to Mei Tan" in error.message
        assert "version=2" in error.hint
    assert office.refused("noor", "crm.update", record="northway", version=7, name="x").code == "conflict"
    assert office.refused("noor", "crm.update", record="northway", version=2, owner="mei").code == "invalid"
    office.use("ines", "crm.log", record="northway", kind="call", text="Called.")
    assert office.use("noor", "crm.update", record="northway", version=2, aliases="NWL, NW").version == 3


def test_what_is_hidden_is_nowhere(office: Office) -> None:
    for person in ("noor", "ines", "mei"):
        answers = [
            office.use(person, "crm.search"),
            office.use(person, "crm.search", query="umbra"),
            office.use(person, "crm.search", object="opportunity"),
            office.use(person, "crm.objects"),
            office.use(person, "crm.get", record="e1"),
            office.use(person, "crm.history", record="e1"),
            office.use(person, "crm.activities"),
            office.use(person, "crm.parties", names=["Umbra Tankers", "Ghost"]),
            office.use(person, "crm.report", of="pipeline"),
            office.use(person, "crm.report", of="tasks"),
        ]
        text = json.dumps([answer.record() for answer in answers]).replace('"given": "Umbra Tankers"', "")
        text = text.replace('"nothing_for": ["Umbra Tankers", "Ghost"]', "")
        assert [word for word in HIDDEN if word in text] == []
        for tool, args in (
            ("crm.get", {}),
            ("crm.history", {}),
            ("crm.update", {"version": 1, "name": "x"}),
            ("crm.move", {"version": 1, "stage": "won"}),
            ("crm.log", {"kind": "note", "text": "x"}),
            ("crm.merge", {"version": 1, "duplicate": "calder", "duplicate_version": 1}),
        ):
            for hidden in ("secret", "ghost", "dark", "Umbra Tankers"):
                error = office.refused(person, tool, record=hidden, **args)
                none = office.refused(person, tool, record="zzzz", **args)
                assert (error.code, error.message.replace(hidden, "X")) == (
                    "not_found",
                    none.message.replace("zzzz", "X"),
                )
                assert [word for word in HIDDEN if word in error.hint] == []
    assert office.use("noor", "crm.objects", object="account").objects[0].records == 3
    shown = office.use("noor", "crm.objects", object="Engagement")
    assert "against (Adverse parties): several of account or contact" in shown.fields
    assert "client: one of account; required" in shown.fields
    assert shown.stages[:2] == ["intake → open, declined", "open → closed (by Head of operations)"]
    assert office.use("dewi", "crm.objects", object="account").objects[0].records == 4
    counts = {
        one.name: (one.count, one.amount) for one in office.use("noor", "crm.report", of="pipeline").rows
    }
    assert counts["proposal"] == (1, "EUR 1,000.00")
    assert office.use("noor", "crm.create", object="account", name="Umbra Tankers").note == ""


def test_a_wall_hides_what_hangs_on_the_record(office: Office) -> None:
    assert office.use("noor", "crm.search", query="settlement").records[0].id == "e2"
    assert office.use("ines", "crm.search", query="settlement").found == 0
    assert office.use("ines", "crm.activities").found == 2
    assert "e2" not in json.dumps(office.use("ines", "crm.get", record="northway").record())
    assert office.refused("ines", "crm.get", record="e2").code == "not_found"
    assert (
        office.refused("noor", "crm.log", record="e2", kind="task", text="x", owner="ines").code == "invalid"
    )
    office.use("noor", "crm.update", record="e2", version=1, owner="ines")
    assert notices(office) == []


def test_what_a_writer_does_not_see_is_not_lost(office: Office) -> None:
    office.use("noor", "crm.update", record="e1", version=1, fields={"against": ["jo"]})
    assert row(office, "engagement", "e1")["against"] == ["jo", "secret"]
    assert "secret" not in json.dumps(office.use("noor", "crm.history", record="e1").record())
    office.use("dewi", "crm.update", record="e1", version=2, fields={"against": "jo, secret, northway"})
    assert "Umbra" not in office.refused("noor", "crm.update", record="e1", version=1, name="x").message
    office.use("dewi", "crm.update", record="e1", version=3, fields={"against": ["jo"]})
    assert row(office, "engagement", "e1")["against"] == ["jo"]


def test_parties_are_found_under_all_their_names(office: Office) -> None:
    found = office.use(
        "noor", "crm.parties", names="NORTHWAY LINES, Polar Feeder Services Ltd., Norhtway Lines, Zenith"
    )
    assert [(one.given, one.likeness, one.id, one.known_as) for one in found.parties] == [
        ("NORTHWAY LINES", "same", "northway", ""),
        ("Polar Feeder Services Ltd.", "same", "northway", "former name Polar Feeder Services"),
        ("Norhtway Lines", "close", "northway", ""),
    ]
    assert "Adverse parties of Rate audit (e1, open)" in found.parties[0].appears
    assert found.nothing_for == ["Zenith"]
    assert office.use("noor", "crm.parties", names=["calder"]).found == 2


@pytest.mark.parametrize(
    ("one", "other", "likeness"),
    [
        ("Northway Lines B.V.", "northway lines bv", "same"),
        ("Société Générale S.A.", "societe generale", "same"),
        ("O'Neill & Co.", "ONeill", "same"),
        ("Northway", "Northway Lines", "close"),
        ("Calder Shippng", "Calder Shipping Inc", "close"),
        ("Ltd", "Ltd", "same"),
        ("NW", "NW Lines", None),
        ("Northway", "Southway", None),
        ("", "x", None),
    ],
)
def test_names_are_compared_as_a_conflict_check_does(one: str, other: str, likeness: str | None) -> None:
    assert alike(words_of(one), words_of(other)) == likeness
    assert alike(words_of(other), words_of(one)) == likeness


def test_tasks_and_activities(office: Office) -> None:
    task = office.use(
        "dewi", "crm.log", record="northway", kind="task", text="Ask again", owner="noor", due="12:00"
    ).activity
    assert notices(office) == [(("noor",), "northway", "has a task for you")]
    assert office.use("noor", "crm.activities", person="me", open=True).found == 1
    assert (
        office.refused("noor", "crm.log", record="northway", kind="call", text="x", due="12:00").code
        == "invalid"
    )
    assert office.refused("ines", "crm.complete", task="dewi/a99").code == "not_found"
    assert office.refused("ines", "crm.complete", task="dewi/a1").code == "forbidden"
    office.at = 5 * 3_600_000
    rows = {one.name: (one.count, one.overdue) for one in office.use("dewi", "crm.report", of="tasks").rows}
    assert rows == {"Mei Tan (mei)": (1, 1), "Noor de Vries (noor)": (1, 1)}
    office.use("noor", "crm.complete", task=task)
    assert office.refused("noor", "crm.complete", task=task).code == "invalid"
    office.use("noor", "crm.complete", task=task, done=False)
    counts = {one.name: one.count for one in office.use("dewi", "crm.report", of="activities").rows}
    assert counts == {"Dewi Santoso (dewi)": 1, "Inês Marchetti (ines)": 1}
    assert (
        office.use("dewi", "crm.activities", record="northway", kind="call").activities[0].at
        == "Wed 2026-02-25 10:00"
    )


def test_a_merge_keeps_everything(office: Office) -> None:
    office.use("dewi", "crm.log", record="calder_two", kind="note", text="On the duplicate.")
    office.use("dewi", "crm.create", object="opportunity", name="Late", fields={"account": "calder_two"})
    assert (
        office.refused(
            "dewi", "crm.merge", record="calder", version=1, duplicate="jo", duplicate_version=1
        ).code
        == "invalid"
    )
    assert (
        office.refused(
            "dewi", "crm.merge", record="calder", version=1, duplicate="secret", duplicate_version=1
        ).code
        == "forbidden"
    )
    office.use("dewi", "crm.merge", record="calder", version=1, duplicate="calder_two", duplicate_version=1)
    card = office.use("noor", "crm.get", record="calder_two")
    assert (card.id, card.version, card.aliases, card.fields) == (
        "calder",
        2,
        ["Calder Shipping Ltd"],
        {"phone": "12"},
    )
    assert "On the duplicate." in card.text
    assert "account of Late (dewi/r1, prospecting)" in card.related
    assert (
        office.refused("noor", "crm.update", record="calder", version=1, name="x").message.count(
            "merged Calder Shipping Ltd"
        )
        == 1
    )
    assert (
        office.refused(
            "noor", "crm.merge", record="calder", version=2, duplicate="calder_two", duplicate_version=2
        ).code
        == "invalid"
    )


def test_pipeline_counts_weighted_amounts(office: Office) -> None:
    report = office.use("dewi", "crm.report", of="pipeline")
    rows = {one.name: (one.count, one.amount, one.weighted) for one in report.rows}
    assert rows["prospecting"] == (1, "EUR 500.50", "EUR 50.05")
    assert rows["proposal"] == (2, "EUR 10,000.00", "EUR 5,000.00")
    assert report.total == "EUR 5,050.05 weighted, of what is open"
    assert office.use("dewi", "crm.report", of="pipeline", object="engagement").total == ""
    assert office.refused("dewi", "crm.report", of="pipeline", object="contact").code == "invalid"


def test_lists_are_filtered_and_bounded(office: Office) -> None:
    for number in range(35):
        fields = {"industry": f"trade {number % 2}", "profile": "p " * 150}
        office.use("noor", "crm.create", object="account", name=f"{'Name ' * 30}{number:02}", fields=fields)
        office.use("noor", "crm.log", record="northway", kind="note", text="word " * 300)
        office.use("noor", "crm.log", record="northway", kind="task", text="do " * 100)
        office.use(
            "noor",
            "crm.create",
            object="contact",
            name=f"{'Person ' * 20}{number}",
            fields={"account": "northway"},
        )
    pages = [office.use("noor", "crm.search", object="account", page=page) for page in (1, 2, 3)]
    assert [len(page.records) for page in pages] == [15, 15, 8]
    everything = [
        *pages,
        office.use("noor", "crm.activities"),
        office.use("noor", "crm.history", record="northway"),
    ]
    everything += [office.use("noor", "crm.parties", names=["Name", "Person"])]
    part = 1
    while True:
        card = office.use("mei", "crm.get", record="northway", part=part)
        everything.append(card)
        if not card.more:
            break
        part += 1
    assert max(len(json.dumps(one.record())) for one in everything) <= 6_500
    assert office.use("noor", "crm.search", fields={"industry": "trade 1"}).found == 17
    assert office.use("noor", "crm.search", owner="ines").found == 2
    assert office.use("noor", "crm.search", object="opportunity", stage="proposal").found == 1
    assert office.use("noor", "crm.search", fields={"account": "northway"}, object="opportunity").found == 1
    assert office.use("noor", "crm.search", query="polar").records[0].id == "northway"
    assert office.refused("noor", "crm.search", page=0).code == "invalid"
    assert office.refused("noor", "crm.search", stage="opne").hint == "Did you mean open?"
    assert office.refused("noor", "crm.search", fields={"industri": "x"}).hint == "Did you mean industry?"
    assert office.refused("noor", "crm.get", record="name").code == "not_found"


def test_reading_is_paid_for_once(office: Office) -> None:
    assert office.use("noor", "crm.get", record="northway").words == 6
    assert office.use("noor", "crm.get", record="northway").words == 0
    office.use("noor", "crm.log", record="northway", kind="note", text="My own words.")
    assert office.use("noor", "crm.get", record="northway").words == 0
    assert [event.payload.item for event in office.events("app.read")] == ["northway"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("tool", "args", "code"),
    [
        ("crm.objects", {"object": "planet"}, "not_found"),
        ("crm.search", {"object": "planet"}, "not_found"),
        ("crm.search", {"owner": "zzz"}, "not_found"),
        ("crm.activities", {"record": "zzz"}, "not_found"),
        ("crm.activities", {"person": "zzz"}, "not_found"),
        ("crm.activities", {"page": 0}, "invalid"),
        ("crm.parties", {"names": ["x"], "page": 0}, "invalid"),
        ("crm.report", {"of": "pipeline", "object": "planet"}, "not_found"),
        ("crm.history", {"record": "northway", "page": 0}, "invalid"),
        ("crm.get", {"record": "northway", "part": 2}, "invalid"),
        ("crm.log", {"record": "northway", "kind": "task", "text": "x", "due": "someday"}, "invalid"),
        ("crm.update", {"record": "e1", "version": 1, "fields": {"client": ""}}, "invalid"),
    ],
)
def test_what_is_refused(office: Office, tool: str, args: dict[str, Any], code: str) -> None:
    assert office.refused("noor", tool, **args).code == code


def test_writing_costs_what_the_form_costs(office: Office) -> None:
    declared = office.world.tools["crm.create"]
    args = declared.arguments.model_validate({"object": "account", "name": "A B", "fields": {"tier": "gold"}})
    # opening the form, three words typed at the rate of copying, and an operation for each of two values
    assert declared.effort(args, None) == 6_000 + 3 * 60_000 // 33 + 2 * 6_000
    before = office.run.state.dump()
    assert office.acting("noor", lambda acting: declared.ends(acting, args)) == declared.effort(args, None)
    assert office.run.state.dump() == before
    log = office.world.tools["crm.log"]
    text = log.arguments.model_validate({"record": "northway", "kind": "note", "text": "w " * 19})
    assert log.effort(text, None) == 66_000


def test_two_of_one_name_are_told_apart(office: Office) -> None:
    office.use("noor", "crm.create", object="account", name="Jo Northway")
    error = office.refused("noor", "crm.get", record="jo northway")
    assert (error.code, "noor/r1" in error.message, "jo" in error.message) == ("invalid", True, True)


def test_a_call_of_the_story_means_the_newest_version(office: Office) -> None:
    assert office.world.apps["crm"].newest({"record": "northway"}) == 1
    assert office.world.apps["crm"].newest({}) is None


def test_without_a_config_there_are_the_built_in_objects() -> None:
    office = Office()
    assert [one.object for one in office.use("noor", "crm.objects").objects] == [
        "account",
        "contact",
        "opportunity",
    ]
    office.run.close()


def test_its_tool_list_is_short(office: Office) -> None:
    tools = {name: tool for name, tool in office.world.tools.items() if isinstance(tool.app, Crm)}
    assert len(json.dumps(functions(tools), separators=(",", ":"))) <= 4_400
    with pytest.raises(KeyError):
        office.world.apps["crm"].rows("nothing")
    assert {one["kind"] for one in office.world.apps["crm"].rows("activity")} == {"call", "task", "note"}
    assert len(list(office.world.apps["crm"].rows())) == 11
