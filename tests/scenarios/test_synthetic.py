from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tenure.engine.kernel.run import Run
from tenure.engine.office.events import CommandRefused, MessageSent
from tenure.scenarios.report import message_log
from tenure.scenarios.synthetic import build_synthetic, synthetic_run, synthetic_setup


@pytest.mark.parametrize(("people", "teams"), [(4, 2), (50, 4), (70, 5)])
def test_an_office_has_teams_managers_and_ties_that_go_both_ways(people: int, teams: int) -> None:
    setup = synthetic_setup(people, weeks=2, seed=3)
    everybody = setup.people
    assert len(everybody) == people
    assert len({one.department for one in everybody.values()}) == teams
    assert [one.id for one in everybody.values() if one.manager is None] == ["p00"]
    assert all(one.is_coworker and one.ties and one.work for one in everybody.values())
    for one in everybody.values():
        assert one.manager is None or one.manager in everybody
        assert all(any(back.to == one.id for back in everybody[tie.to].ties) for tie in one.ties)
    personas = [one.persona for one in everybody.values() if one.persona is not None]
    assert len({one.responses.mail.median_minutes for one in personas}) > min(people, 20) // 2


def test_an_office_depends_on_its_seed_alone() -> None:
    assert synthetic_setup(20, 2, seed=1) == synthetic_setup(20, 2, seed=1)
    assert synthetic_setup(20, 2, seed=1).people != synthetic_setup(20, 2, seed=2).people
    with pytest.raises(ValueError, match="at least four"):
        synthetic_setup(3)


def play(path: Path | None = None) -> tuple[str, list[MessageSent], int]:
    with synthetic_run(people=10, weeks=1, seed=4, path=path) as run:
        asyncio.run(run.play())
        sent = [event.payload for event in run.events((MessageSent.kind,))]
        texts = [run.blobs.text(one.body) for one in sent if isinstance(one, MessageSent)]
        assert all(len(text.split()) > 0 for text in texts)
        assert not list(run.events((CommandRefused.kind,)))
        assert len(list(message_log(run))) == len(sent)
        return run.digest, [one for one in sent if isinstance(one, MessageSent)], run.now


def test_a_run_is_the_same_again_and_opens_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    digest, sent, now = play(path)
    assert len(sent) > 20
    assert play()[0] == digest
    with Run.open(path, build_synthetic) as again:
        assert (again.digest, again.now) == (digest, now)


def test_a_run_whose_state_is_dumped_and_loaded_after_every_step_is_the_same() -> None:
    digests: list[str] = []
    for reload in (False, True):
        with synthetic_run(people=6, weeks=1, seed=8) as run:
            if reload:
                run.loop.after_step.append(
                    lambda _, run=run: run.state.load(json.loads(json.dumps(run.state.dump())))
                )
            asyncio.run(run.play())
            digests.append(run.digest)
    assert digests[0] == digests[1]
