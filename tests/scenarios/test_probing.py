"""Probes: nothing of a run is touched, a ledger that moves is no drift, and an answer that moves without it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tenure.engine.kernel.clock import HOUR
from tenure.engine.kernel.run import Run
from tenure.scenarios.play import open_run
from tenure.scenarios.probing import Probe, Probing, drifts, moments, probe


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import asyncio

    from tenure.scenarios.play import main_seat, new_run, pack_in, play, policy_named

    path = tmp_path_factory.mktemp("runs") / "run.db"
    with new_run("first_week", seed=7, ambient=False, policies={}, path=path) as run:
        asyncio.run(play(run, {main_seat(run): policy_named("reference", pack_in(run))}))
    return path


@pytest.fixture
def run(played: Path) -> Run:
    return open_run(played)


def test_who_is_asked_again_answers_by_what_they_then_hold(run: Run) -> None:
    with run:
        digest = run.digest
        found = probe(run, 60 * HOUR, people=["ines", "marek"])
        assert run.digest == digest
    kinds = {(one.person, one.kind) for one in found.probes}
    assert ("ines", "may_not") in kinds
    assert ("marek", "may_tell") in kinds
    assert all(one.answer for one in found.probes if one.kind == "may_tell")
    assert not found.wrong
    kept = [one for one in found.probes if one.kind == "may_not"]
    assert all(one.outcome == "keeps it back" for one in kept)
    marek = [one for one in found.probes if (one.person, one.kind) == ("marek", "may_tell")]
    assert marek[0].truth == "may_tell: marek"  # believes a wrong number of days at first
    assert marek[0].outcome == "tells marek"
    assert marek[-1].outcome == "tells truth"  # and has been corrected since
    assert not [one for one in found.drifts if one.kind in ("may_tell", "may_not", "how_sure")]


def test_moments_end_before_the_episode(run: Run) -> None:
    with run:
        found = moments(run, 20 * HOUR)
        assert found == sorted(set(found))
        assert len(found) >= 3
        ended = next(event for event in run.events(("seat.ended",)))
        assert found[-1] < ended.seq
        assert len(moments(run, HOUR)) <= 12
        with pytest.raises(ValueError, match="40h"):
            moments(run, 0)


def test_drift_is_another_answer_with_the_same_truth() -> None:
    first = Probe("ines", "may_tell", 10, "Mon", "What?", "310.", "may_tell: truth", "tells truth", "rate")
    same = replace(first, seq=20)
    refuses = replace(first, seq=30, outcome="keeps it back")
    forbidden = replace(first, seq=40, truth="may_not: truth", outcome="keeps it back")
    other = replace(first, person="robin", outcome="silent")
    found = drifts([first, same, refuses, forbidden, other])
    assert [(one.seq, one.first, one.now) for one in found] == [(30, "tells truth", "keeps it back")]


def test_what_is_wrong_by_the_ledger_is_counted() -> None:
    good = Probe("ines", "may_not", 10, "Mon", "What?", "No.", "may_not: truth", "keeps it back", "floor")
    bad = replace(good, outcome="tells truth", wrong="gives away what may not be told")
    assert Probing([good, bad]).wrong == [bad]
    assert Probing([good, bad]).as_json()["wrong"] == 1
