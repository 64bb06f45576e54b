"""The saver keeps what langgraph's own suite asks of a checkpoint saver."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.conformance.capabilities import ALL_CAPABILITIES

from tenure.engine.minds.saver import ScratchSaver


@checkpointer_test(name="ScratchSaver")
async def scratch_saver() -> AsyncGenerator[ScratchSaver, None]:
    yield ScratchSaver()


def test_conformance() -> None:
    report = asyncio.run(validate(scratch_saver))
    failed = {name: one.failures for name, one in report.results.items() if one.failures}
    assert not failed
    assert report.conformance_level() == "FULL"
    assert {one.value for one in ALL_CAPABILITIES} == {
        name for name, one in report.results.items() if one.detected and one.tests_passed
    }
