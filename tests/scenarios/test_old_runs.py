"""Run files of earlier versions still open, verify, and score what they scored.

`tests/data/first_week-1.db` was made with `tenure run first_week --agent reference --seed 7 --limit work_hours=12`.
Keep it as it is: when the format or an event kind changes, write the upgrade, and add a file of the new version
beside it.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tenure.scenarios.play import open_run
from tenure.scenarios.report import result_of

DATA = Path(__file__).parents[1] / "data"
OLD = sorted(path.stem for path in DATA.glob("*.db"))


def test_there_are_old_runs() -> None:
    assert "first_week-1" in OLD


@pytest.mark.parametrize("name", OLD)
def test_an_old_run_opens_and_scores(name: str, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    shutil.copy(DATA / f"{name}.db", path)
    told = json.loads((DATA / f"{name}.json").read_text())
    with open_run(path) as run:
        run.journal.verify()
        assert run.digest == told["digest"]
        result = result_of(run)
        assert result["score"] == told["score"]
        assert {row["id"]: row["score"] for row in result["criteria"]} == told["criteria"]
        assert result["calls"] == told["calls"]
    with open_run(path, writable=True) as run:
        assert run.over
