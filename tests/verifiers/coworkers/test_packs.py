"""The report on runs of the packs: figures that people who know offices would believe."""

from __future__ import annotations

import asyncio
import json

import pytest

from tenure.scenarios.play import main_seat, new_run, pack_in, play, policy_named, world_of
from tenure.verifiers.coworkers.report import Report, report

FAULTS = ("leaked", "hinted", "wrongly_refused", "contradictions", "slips", "failures")


def played(pack: str, policy: str = "reference", until: str = "") -> Report:
    with new_run(pack, seed=3, policies={}) as run:
        loaded = pack_in(run)
        end = loaded.clock.at(until) if until else None
        asyncio.run(play(run, {main_seat(run): policy_named(policy, loaded)}, until=end))
        return report(run, world_of(run).setup, times=40)


@pytest.fixture(scope="module")
def week() -> Report:
    return played("first_week")


def test_a_week_with_the_reference(week: Report) -> None:
    totals = week.totals()
    assert totals["asked"] >= 5
    assert totals["told"] >= 5
    for fault in (
        "leaked",
        "hinted",
        "wrongly_refused",
        "contradictions",
        "slips",
        "failures",
        "mended",
        "plainly_asked",
    ):
        assert totals[fault] == 0, fault
    assert 0.5 < totals["answered_share"] <= 1
    assert 8 < totals["words"] < 60
    assert week.styles.guessed is not None
    assert week.styles.chance is not None
    assert week.styles.guessed > 1.8 * week.styles.chance
    assert all(
        one.trouble is None or one.trouble.by_rule == one.trouble.decisions for one in week.people.values()
    )
    json.dumps(week.as_json())


def test_every_remark_names_what_it_is_about(week: Report) -> None:
    assert [one.weight for one in week.remarks] == sorted((one.weight for one in week.remarks), reverse=True)
    assert all(one.what for one in week.remarks)
    assert not [one for one in week.remarks if one.weight >= 70]


def test_harbor_spill_for_two_weeks() -> None:
    """More people and more of what they write: nobody slips, and each is known by their manner."""
    found = played("harbor_spill", "null", until="2026-09-18 17:00")
    totals = found.totals()
    assert len(found.people) > 15
    assert totals["messages"] > 300
    for fault in FAULTS:
        assert totals[fault] == 0, fault
    assert found.styles.guessed is not None
    assert found.styles.guessed > 0.4
    assert found.styles.guessed_p is not None
    assert found.styles.guessed_p < 1e-6
    by_name = {one.name: one for one in found.figures}
    assert 0.5 < by_name["answered"].value < 1
    assert 5 < by_name["mail_minutes"].value < 250
