"""A new pack loads, is clean, and its reference does the work on any draw."""

from decimal import Decimal
from pathlib import Path

import pytest

from tenure.scenarios import play
from tenure.scenarios.lint import lint_files
from tenure.scenarios.report import score_run
from tenure.scenarios.scaffold import ScaffoldError, scaffold
from tenure.scenarios.source import PackSource, find_pack

from .conftest import EXAMPLE


def test_a_new_pack_is_clean(tmp_path: Path) -> None:
    pack = scaffold("lamp_claims", tmp_path / "mine")
    source, _ = find_pack(str(pack))
    assert [str(finding) for finding in lint_files(source)] == []


def test_two_new_packs_have_canaries_of_their_own(tmp_path: Path) -> None:
    one, other = (scaffold(name, tmp_path) / "scenario.yaml" for name in ("one", "other"))
    assert one.read_text().split("canary: ")[1][:32] != other.read_text().split("canary: ")[1][:32]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    scaffold("mine", tmp_path)
    with pytest.raises(ScaffoldError, match="exists already"):
        scaffold("mine", tmp_path)
    with pytest.raises(ScaffoldError, match="no id"):
        scaffold("My Pack", tmp_path)


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_the_reference_of_a_new_pack_scores_in_full(tmp_path: Path, seed: int) -> None:
    assert await score_of(PackSource.read(scaffold("mine", tmp_path)), seed) == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_the_reference_of_the_example_scores_in_full(seed: int) -> None:
    assert await score_of(PackSource.read(EXAMPLE), seed) == 1


async def score_of(source: PackSource, seed: int) -> Decimal | None:
    run = play.new_run(source, seed=seed)
    await play.play(run, {play.main_seat(run): play.policy_named("reference", play.pack_in(run))})
    return score_run(run).score
