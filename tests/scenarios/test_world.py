"""A world with two seats, and coworkers with minds of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Seats
from tenure.engine.minds.registry import UnknownMindError
from tenure.scenarios.play import new_run
from tenure.scenarios.source import PackSource
from tests.agents.lamps import HOUR, MINUTE, calls_of, effort_of, lamps, new, play_seats, played


def with_(**changed: str) -> PackSource:
    """The small office with some files added or replaced; `__` stands for a slash, `_dot_` for a dot."""
    files = dict(lamps().files)
    for name, text in changed.items():
        files[name.replace("__", "/").replace("_dot_", ".")] = text.encode()
    return PackSource(files, lamps().personas)


def two_seats() -> PackSource:
    scenario = (
        lamps()
        .text("scenario.yaml")
        .replace("analyst: {person: sam}", "analyst: {person: sam}\n  clerk: {person: kim}")
    )
    kim = "name: Kim Lund\ntitle: Clerk\nseat: true\nmanager: annelies\n"
    return with_(scenario_dot_yaml=scenario, cast__kim_dot_yaml=kim)


def run_of_two(**more: Any) -> Run:
    return new(two_seats(), **more)


# Two seats -----------------------------------------------------------------------------------------------------------


async def analyst(session: Session) -> None:
    await session.call("chat.send", to="kim", text="Good morning Kim, could you count the lamps?")
    answer = await session.wait(minutes=300, notification=True)
    while not any(one.get("from") == "kim" for one in answer.notifications):
        answer = await session.wait(minutes=300, notification=True)
    await session.call("notes.write", name="kim", text=str(answer.notifications[-1]["opening"]))
    await session.finish()


async def clerk(session: Session) -> None:
    seen = await session.wait(minutes=300, notification=True)
    while not any(one.get("from") == "sam" for one in seen.notifications):
        seen = await session.wait(minutes=300, notification=True)
    await session.call("chat.send", to="sam", text="There are eleven.")
    await session.finish()


async def test_two_seats_talk_to_each_other_and_each_is_charged_its_own() -> None:
    run = await play_seats(run_of_two(), {"analyst": analyst, "clerk": clerk})
    assert [tool for tool, _ in calls_of(run)][-2:] == ["notes.write", "finish"]
    assert "eleven" in dict(calls_of(run))["notes.write"]
    assert run.state.get(Seats).over
    assert 0 < effort_of(run, "clerk")["writing"] < effort_of(run, "analyst")["writing"]
    assert (await run.replay()).digest == run.digest


async def test_a_run_of_two_goes_on_until_both_are_over_and_pauses_without_one_of_them() -> None:
    async def leaves(session: Session) -> None:
        await session.finish()

    run = await play_seats(run_of_two(), {"analyst": leaves})
    assert not run.over
    assert run.now < HOUR
    await play_seats(run, {"analyst": leaves, "clerk": leaves})
    assert run.over


async def test_a_seat_that_ends_before_the_brief_arrives_ends_nothing_else() -> None:
    async def leaves(session: Session) -> None:
        await session.finish()

    async def works(session: Session) -> None:
        assert (await session.call("mail.inbox")).ok
        await session.finish()

    run = await play_seats(run_of_two(), {"clerk": leaves, "analyst": works})
    assert run.over
    assert "mail.inbox" in dict(calls_of(run))


def slow(turns: int, then: Callable[[Session], Any]) -> Callable[[Session], Any]:
    """The same policy after so many turns of the event loop."""

    async def play(session: Session) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
        await then(session)

    return play


@pytest.mark.parametrize(("first", "second"), [(0, 0), (40, 0), (0, 40)])
async def test_calls_at_one_instant_act_in_order_of_seat_name_whatever_their_arrival(
    first: int, second: int
) -> None:
    async def together(session: Session) -> None:
        if session.seat == "clerk":
            await session.wait(until="Mon 08:45")
        for number in range(3):
            await session.call("notes.list", page=number + 1)
            await session.wait(minutes=10)
        await session.finish()

    run = await play_seats(run_of_two(), {"analyst": slow(first, together), "clerk": slow(second, together)})
    calls = [(event.at, event.payload.seat, event.payload.tool) for event in run.events(("seat.called",))]  # type: ignore[attr-defined]
    shared = [one for one in calls if one[0] == 15 * MINUTE]
    assert [seat for _, seat, tool in shared if tool == "notes.list"] == ["analyst", "clerk"]
    assert run.digest == (await play_seats(run_of_two(), {"analyst": together, "clerk": together})).digest


async def test_the_clock_never_passes_a_seat_that_is_to_move() -> None:
    """While one seat thinks, nothing else happens, however long it takes."""
    stamps: list[tuple[int, int]] = []

    async def thinker(session: Session) -> None:
        for _ in range(4):
            before = run.last_seq, run.now
            for _ in range(50):
                await asyncio.sleep(0)
            stamps.append((run.now - before[1], run.last_seq - before[0]))
            await session.wait(minutes=90)
        await session.finish()

    async def waiter(session: Session) -> None:
        for _ in range(5):
            await session.wait(minutes=60)
        await session.finish()

    run = run_of_two()
    await play_seats(run, {"analyst": thinker, "clerk": waiter})
    assert [moved for moved, _ in stamps] == [0] * 4


# Minds ---------------------------------------------------------------------------------------------------------------

PARROT = """
from tenure.engine.office.percept import Decision, Ignore, Reply

class Parrot:
    name = "parrot"
    instant = True
    recorded = False

    def __init__(self, persona, person):
        self.person = person

    async def decide(self, percept, calls=None):
        new = [one for one in percept.said if one.new]
        if not new:
            return Decision(intents=(Ignore(),))
        return Decision(intents=(Reply(text=f"{self.person.first} says: {new[-1].text}"),))
"""


async def test_a_coworker_with_a_mind_of_the_pack_s_own() -> None:
    ines = lamps().text("cast/ines.yaml") + "mind: parrot\n"
    source = with_(cast__ines_dot_yaml=ines, minds__birds_dot_py=PARROT)

    async def asks(session: Session) -> None:
        for _ in range(6):
            await session.call("chat.send", to="ines", text="Polly?")
            if (await session.wait(minutes=150, notification=True)).notifications:
                break
        await session.finish()

    run = await played(new(source), asks)
    said = [run.blobs.text(e.payload.body) for e in run.events(("message.sent",)) if e.actor == "ines"]  # type: ignore[attr-defined]
    assert said == ["Ines says: Polly?"]
    assert (await run.replay()).digest == run.digest


@pytest.mark.parametrize(
    ("minds", "said"),
    [
        ({}, "Did you mean `scripted`?"),
        ({"minds__bad_dot_py": "1 / 0"}, "minds/bad.py can't be imported: ZeroDivisionError"),
    ],
)
def test_a_missing_mind_is_told_before_anything_is_played(minds: dict[str, str], said: str) -> None:
    ines = lamps().text("cast/ines.yaml") + "mind: script\n"
    with pytest.raises(UnknownMindError, match=said.replace("?", r"\?")):
        new_run(with_(cast__ines_dot_yaml=ines, **minds))
