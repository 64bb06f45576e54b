"""Configs and pages of apps are read with the pack, and what is wrong in them is told with its line."""

import pytest

from tenure.scenarios.loader import load_pack
from tenure.scenarios.source import PackSource

from .edits import changed, edited, faults

PAGE = b"""---
title: Limits at {{ rate }} euros
kind: statute
date: 2019-05-01
---
Free for {{ rate }} euros.
"""


def test_pages_of_apps_are_read_with_params(example: PackSource) -> None:
    pack = load_pack(changed(example, {"world/library/acts/free.md": PAGE}), seed=7)
    page, other = pack.pages["library"]
    assert other.path == "demurrage_rules.md"
    rate = pack.params["rate"]
    assert page.path == "acts/free.md"
    assert page.front.model_dump(exclude_defaults=True) == {
        "title": f"Limits at {rate} euros",
        "kind": "statute",
        "date": "2019-05-01",
    }
    assert page.text == f"Free for {rate} euros.\n"
    (fault,) = faults(changed(example, {"world/library/a.md": PAGE.replace(b"statute", b"statue")}))
    assert fault.startswith("world/library/a.md:3:7: kind: `statue` is not one of the allowed values.")
    assert faults(changed(example, {"world/library/a.md": b"x"}))[0].startswith("world/library/a.md:1:1: ")


def test_a_page_of_an_app_that_the_pack_has_not_is_not_ignored(example: PackSource) -> None:
    without = edited(example, "scenario.yaml", "tickets, crm, library]", "crm]")
    assert faults(without) == [
        f"world/{file}:1:1: nothing reads this file. Add `{file[:7]}` to `apps:` in scenario.yaml."
        for file in ("library/demurrage_rules.md", "tickets.yaml")
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (
            "tickets",
            "reporter: joost",
            "reporter: joosts",
            "46:15: tickets[0].reporter: there is no person `joosts`.",
        ),
        (
            "tickets",
            "by: [assignee, reporter]}",
            "by: [asignee]}",
            "there is no person, title, department or assignee",
        ),
        ("tickets", "calendar: rotterdam", "calendar: rome", "there is no calendar `rome`"),
        (
            "tickets",
            "checked_by: tomas",
            "checked_by: tom",
            "there is no person `tom`. Did you mean `tomas`?",
        ),
        ("tickets", "carrier: Northway,", "carrier: Nrthway,", "`Nrthway` is not one of Northway, Calder"),
        ("tickets", "pauses_in: [waiting]", "pauses_in: [wating]", "there is no state `wating`"),
        (
            "tickets",
            "to: working}\n    comments",
            "to: review}\n    comments",
            "no move leads from new to review",
        ),
        (
            "tickets",
            "needs: [payment]",
            "needs: [paymnt]",
            "there is no approval `paymnt`. Did you mean `payment`?",
        ),
        ("tickets", "within: 24 work hours", "within: 2 work days", "is no length for a clock that can stop"),
        (
            "tickets",
            "urgent: 1 work hours",
            "urgent: 1h",
            "a clock counts either business hours or round the clock",
        ),
        (
            "tickets",
            "required: [carrier]",
            "required: [carier]",
            "there is no field `carier`. Did you mean `carrier`?",
        ),
        ("tickets", "key: CLAIM-1\n", "key: CLAIM-2\n", "there are two tickets CLAIM-2"),
        (
            "crm",
            "about: northway,",
            "about: nrthway,",
            "there is no record `nrthway`. Did you mean `northway`?",
        ),
        ("crm", "against: [northway]", "against: [e_audit]", "there is no account or contact `e_audit`"),
        (
            "crm",
            "stage: proposal",
            "stage: proposals",
            "there is no stage `proposals`. Did you mean `proposal`?",
        ),
        ("crm", "tier: gold,", "tier: golden,", "`golden` is not one of gold, silver"),
        ("crm", "lead: dewi", "lead: dewy", "there is no person `dewy`. Did you mean `dewi`?"),
        ("crm", "covers: [e_audit]", "covers: [e_audi]", "there is no record `e_audi`"),
        (
            "crm",
            "of: [account, contact]",
            "of: [acount]",
            "there is no object `acount`. Did you mean `account`?",
        ),
        ("crm", "kind: call", "kind: cal", "is not one of the allowed values"),
    ],
)
def test_what_is_wrong_in_the_config_of_an_app_is_told_with_its_line(
    example: PackSource, file: str, old: str, new: str, says: str
) -> None:
    found = faults(edited(example, f"world/{file}.yaml", old, new))
    assert found
    assert found[0].startswith(f"world/{file}.yaml:")
    assert any(says in line for line in found), found


def test_an_overlay_replaces_the_config_of_an_app(example: PackSource) -> None:
    pack = load_pack(changed(example, {"tasks/price_check/overlay/world/tickets.yaml": b"queues: {}\n"}))
    assert pack.configs["tickets"].model_dump()["tickets"] == ()
    assert len(load_pack(example).configs["tickets"].model_dump()["tickets"]) == 2


def test_a_file_of_the_world_that_nothing_reads_is_not_ignored(example: PackSource) -> None:
    assert faults(changed(example, {"world/calendar.ics": b"BEGIN:VCALENDAR\n"})) == [
        (
            "world/calendar.ics:1:1: nothing reads this file. The past goes into world/drive, world/mail, world/chat; "
            "meetings into cast/ and storyline.yaml."
        )
    ]
