"""People move between minds in the course of a run, between two decisions, and the same way every time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.kernel.minds import Decided, Decisions, Looked, Pending
from tenure.engine.kernel.run import Run
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.tiers import MOVE, MindMoved
from tenure.engine.office.events import MessageSent
from tenure.scenarios.casting import Casting
from tenure.scenarios.play import open_run, play
from tests.agents.lamps import HOUR, new, played
from tests.minds.coworker_server import CoworkerServer
from tests.minds.rules import cooperative
from tests.scenarios.test_casting import source

MOVED = """
minds:
  moves:
    - {who: crowd, to: model, when: written_to_by_seat, back_after: 3 work hours without contact}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[CoworkerServer]:
    with CoworkerServer(cooperative) as running:
        yield running


def casting(server: CoworkerServer, **more: Any) -> Casting:
    spec = {"model": "openai/small", "api_base": server.address, **more}
    return Casting(coworkers=MindSpec.model_validate(spec))


async def writes(session: Session) -> None:
    """Two questions to Ines, a long silence, and one more; Annelies is left alone but for the last."""
    await session.call("chat.send", to="ines", text="What price did we agree for the lamps?")
    await session.wait(minutes=120)
    await session.call("chat.send", to="ines", text="And how much is a lamp, please?")
    await session.wait(minutes=8 * 60)
    await session.wait(until="Tue 10:00")
    await session.call("chat.send", to="annelies", text="Good morning! Who knows the price of the lamps?")
    await session.wait(minutes=60)
    await session.finish()


def moves(run: Run) -> list[tuple[str, str]]:
    found = [one.payload for one in run.events((MindMoved.kind,))]
    return [(one.person, one.to) for one in found if isinstance(one, MindMoved)]


def looks(run: Run) -> list[tuple[int, str, bool]]:
    """At, who, and whether a mind outside the process decided."""
    found = [(one.at, one.payload) for one in run.events((Looked.kind,))]
    return [(at, one.actor, one.percept is not None) for at, one in found if isinstance(one, Looked)]


@pytest.fixture(scope="module")
def whole(server: CoworkerServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    path = tmp_path_factory.mktemp("tiers") / "run.db"
    run = new(source(MOVED), path=path, casting=casting(server))
    asyncio.run(played(run, writes))
    yield run
    run.close()


def test_somebody_who_is_written_to_thinks_until_there_is_no_contact_for_long(whole: Run) -> None:
    assert moves(whole) == [("ines", "model"), ("ines", "scripted"), ("annelies", "model")]
    came, went, last = (one.at for one in whole.events((MindMoved.kind,)))
    for at, who, thinks in looks(whole):
        assert thinks == ((who == "ines" and came <= at < went) or (who == "annelies" and at >= last))
    assert any(thinks for _, _, thinks in looks(whole))
    contacts = [
        one.at
        for one in whole.events((MessageSent.kind,))
        if isinstance(one.payload, MessageSent) and {"sam", "ines"} <= {one.payload.sender, *one.payload.to}
    ]
    calendar = whole.world.setup.calendar_of("ines")  # type: ignore[attr-defined]
    assert calendar.work_between(max(at for at in contacts if at < went), went) == 3 * HOUR


def test_nobody_moves_while_they_decide(whole: Run) -> None:
    deciding: set[str] = set()
    for event in whole.events((Looked.kind, Decided.kind, MindMoved.kind)):
        match event.payload:
            case Looked(actor=actor):
                deciding.add(actor)
            case Decided(actor=actor):
                deciding.remove(actor)
            case MindMoved(person=person):
                assert person not in deciding
            case _:
                raise AssertionError(event.kind)


def test_whoever_is_deciding_moves_when_that_has_taken_effect(server: CoworkerServer) -> None:
    run = new(source(MOVED), casting=casting(server))
    world: Any = run.world
    pending = run.state.get(Decisions).pending
    pending["ines"] = Pending(1, 0, 9 * HOUR, "", None, "{}", "")
    step = run.loop.open_step(HOUR)
    sent = MessageSent(
        message="sam/m1",
        app="chat",
        thread="dm:ines:sam",
        sender="sam",
        to=("ines",),
        body=step.blobs.put_text("Hello"),
        words=1,
    )
    step.emit(sent, "sam")
    assert step.due(f"{MOVE}/ines") == 9 * HOUR
    run.loop.close_step(step)
    assert (moves(run), world.tiers.of("ines")) == ([], "scripted")
    entry = run.agenda.get(f"{MOVE}/ines")
    assert entry is not None
    del pending["ines"]
    run.agenda.drop(entry.id)
    later = run.loop.open_step(9 * HOUR, entry)
    world.handle(later, entry)
    assert [one.kind for one in later.events] == [MindMoved.kind]
    assert world.tiers.of("ines") == "model"


def test_resuming_gives_the_run_that_was_not_stopped(
    whole: Run, server: CoworkerServer, tmp_path: Path
) -> None:
    path = tmp_path / "run.db"
    with new(source(MOVED), path=path, casting=casting(server)) as begun:
        asyncio.run(played(begun, writes, until=2 * HOUR))
        assert moves(begun) == [("ines", "model")]
    with open_run(path, writable=True) as again:
        world: Any = again.world
        assert world.tiers.of("ines") == "model"
        asyncio.run(played(again, writes))
        assert again.digest == whole.digest


def test_replaying_and_forking_give_the_same_without_a_call(whole: Run, server: CoworkerServer) -> None:
    asked = len(server.requests)
    assert asyncio.run(whole.replay()).digest == whole.digest
    middle = next(event.seq for event in whole.events((MindMoved.kind,))) + 1
    fork = whole.fork(middle)
    asyncio.run(played(fork, writes))
    assert fork.digest == whole.digest
    assert len(server.requests) == asked


def test_deciding_early_changes_nothing(whole: Run, server: CoworkerServer) -> None:
    run = new(source(MOVED), casting=casting(server, early=False))
    asyncio.run(played(run, writes))
    assert run.loop.tally.early == 0 < whole.loop.tally.early
    assert run.digest == whole.digest


def test_a_condition_moves_all_whom_it_names(server: CoworkerServer) -> None:
    minds = "minds: {moves: [{who: [ines, annelies], to: model, when: {asked: {fact: lamp_price}}}]}"
    run = new(source(minds), casting=casting(server))
    asyncio.run(played(run, writes))
    assert moves(run) == [("annelies", "model"), ("ines", "model")]
    first = next(run.events((MindMoved.kind,)))
    assert [one.kind for one in run.events() if one.step == first.step].count("fact.asked") == 1
    assert asyncio.run(run.replay()).digest == run.digest


def test_an_early_decision_of_one_model_is_not_taken_for_that_of_another(server: CoworkerServer) -> None:
    minds = """
minds:
  people: {ines: model}
  moves: [{who: ines, to: careful_model, when: {asked: {fact: lamp_price}}}]
"""

    async def asks_again(session: Session) -> None:
        for _ in range(4):
            await session.call("chat.send", to="ines", text="What price did we agree for the lamps?")
            await session.wait(minutes=120)
        await session.finish()

    runs: list[Run] = []
    for early in (True, False):
        spec = {"api_base": server.address, "early": early}
        cast = Casting(
            coworkers=MindSpec.model_validate({"model": "openai/quick", **spec}),
            minds={"careful_model": MindSpec.model_validate({"model": "openai/careful", **spec})},
        )
        asked = len(server.requests)
        runs.append(new(source(minds), casting=cast))
        asyncio.run(played(runs[-1], asks_again))
        assert moves(runs[-1]) == [("ines", "careful_model")]
        models = [one["model"] for one in server.requests[asked:]]
        assert models.index("careful") == models.count("quick")
        assert asyncio.run(runs[-1].replay()).digest == runs[-1].digest
    assert runs[0].digest == runs[1].digest
    assert runs[0].loop.tally.early > 0


def test_a_post_in_a_channel_moves_those_whom_it_names(server: CoworkerServer) -> None:
    async def posts(session: Session) -> None:
        await session.call("chat.send", channel="office", text="Good morning all.")
        await session.wait(minutes=5)
        await session.call("chat.send", channel="office", text="@ines what price did we agree for the lamps?")
        await session.wait(minutes=60)
        await session.finish()

    channels = "channels: [{name: office, topic: All of us, members: [all]}]"
    run = new(source(MOVED + channels), casting=casting(server))
    asyncio.run(played(run, posts))
    assert moves(run) == [("ines", "model")]


def test_another_model_after_a_while_leaves_what_was_decided(
    whole: Run, server: CoworkerServer, tmp_path: Path
) -> None:
    """A rebound mind replays: decisions from before are still those of the model of then."""
    from tenure.engine.cli.coworkerflags import rebind

    path = tmp_path / "run.db"
    run = new(source(MOVED), path=path, casting=casting(server))
    asyncio.run(played(run, writes, until=2 * HOUR))
    before = len(server.requests)
    large = MindSpec.model_validate({"model": "openai/large", "api_base": server.address})
    rebind(run, {"model": large})
    run.close()
    with open_run(path, writable=True) as again:
        asyncio.run(played(again, writes))
        models = [one["model"] for one in server.requests[before:]]
        assert models
        assert models[-1] == "large"
        asked = len(server.requests)
        assert asyncio.run(again.replay()).digest == again.digest
        assert len(server.requests) == asked
    assert whole.digest  # the rule answers alike whatever the model is called


def test_a_seat_that_only_waits_moves_nobody(server: CoworkerServer) -> None:
    async def waits(session: Session) -> None:
        await session.wait(minutes=600)
        await session.finish()

    run = new(source(MOVED), casting=casting(server))
    asyncio.run(play(run, {}, until=HOUR))
    asyncio.run(played(run, waits))
    assert moves(run) == []
    assert not any(thinks for _, _, thinks in looks(run))
