"""A policy's side of a seat: restoring, taking over, ending, repeating, waiting, and what it is charged for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tenure.engine.agents.session import Observation, Session
from tenure.engine.kernel.events import JournalError
from tenure.engine.kernel.ledger import ReplayDivergence
from tenure.engine.kernel.run import Run
from tenure.scenarios.play import ending, open_run
from tenure.scenarios.report import score_run
from tests.agents.lamps import HOUR, MINUTE, SEAT, calls_of, effort_of, new, played


async def working(session: Session) -> None:
    """Some calls over a few hours."""
    await session.call("mail.inbox")
    for query in ("ines", "annelies"):
        await session.call("directory.search", query=query)
    await session.call("chat.send", to="ines", text="What price did we agree for the lamps?")
    for _ in range(4):
        await session.wait(minutes=60, notification=True)
    await session.finish(summary="done")


# Restoring and taking over --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [0, 1, 2, 3])
async def test_a_policy_is_restored_wherever_it_was_stopped(hours: int, tmp_path: Path) -> None:
    whole = await played(new(), working)
    path = tmp_path / "run.db"
    (await played(new(path=path), working, until=hours * HOUR + 20 * MINUTE)).close()
    run = await played(open_run(path, writable=True), working)
    assert run.digest == whole.digest
    run.close()


async def other_argument(session: Session) -> None:
    await session.call("mail.inbox")
    await session.call("directory.search", query="sam")


async def other_tool(session: Session) -> None:
    await session.call("mail.inbox")
    await session.call("drive.list", path="/")


async def a_note_instead(session: Session) -> None:
    await session.call("mail.inbox")
    await session.note("text", "I think")


async def keeps_going(session: Session) -> None:
    """Swallows whatever is raised, as careless code does."""
    await session.call("mail.inbox")
    for query in ("sam", "annelies"):
        try:
            await session.call("directory.search", query=query)
        except JournalError:
            continue
    await session.finish()


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (other_argument, r'seat analyst, move 2: arguments\.query \("ines" became "sam"\)'),
        (other_tool, r"seat analyst, move 2: arguments\.path"),
        (a_note_instead, r"seat analyst, move 2: "),
        (keeps_going, r'seat analyst, move 2: arguments\.query \("ines" became "sam"\)'),
    ],
)
async def test_a_restored_policy_that_moves_otherwise_diverges(
    policy: object, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "run.db"
    (await played(new(path=path), working, until=HOUR)).close()
    run = open_run(path, writable=True)
    with pytest.raises(ReplayDivergence, match=said):
        await played(run, policy)  # type: ignore[arg-type]
    run.close()
    again = await played(open_run(path, writable=True), working)
    assert again.digest == (await played(new(), working)).digest
    again.close()


async def test_another_policy_takes_over_at_a_fork_and_is_restored_from_there(tmp_path: Path) -> None:
    run = await played(new(path=tmp_path / "run.db"), working)
    at = [event.seq for event in run.events(("seat.returned",))][3]
    saw: list[tuple[int, bool, str]] = []

    async def successor(session: Session) -> None:
        saw.append((len(session.transcript), session.handed_over, session.now))
        last, observed = session.transcript[-1]
        assert last.tool == "chat.send"  # type: ignore[union-attr]
        assert observed is not None
        assert observed["ok"]
        await session.call(
            "notes.write", name="handed over", text=f"{len(session.transcript)} moves before me"
        )
        await session.wait(minutes=300)
        await session.finish()

    whole = await played(run.fork(at, changed=True), successor, name="successor")
    assert saw == [(4, True, saw[0][2])]
    assert [tool for tool, _ in calls_of(whole)][4:] == ["notes.write", "wait", "finish"]
    assert [e.digest for e in whole.events(until=at)] == [e.digest for e in run.events(until=at)]

    fork = run.fork(at, changed=True, path=tmp_path / "fork.db")
    (await played(fork, successor, name="successor", until=2 * HOUR)).close()
    resumed = await played(open_run(tmp_path / "fork.db", writable=True), successor, name="successor")
    assert resumed.digest == whole.digest
    assert len(set(saw)) == 1
    resumed.close()
    run.close()


async def test_taking_over_while_a_call_is_under_way(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    (await played(new(path=path), working, until=50 * MINUTE)).close()
    run = open_run(path, writable=True)
    assert run.moves(SEAT)[-1].observation is None

    async def successor(session: Session) -> None:
        move, observed = session.transcript[-1]
        assert move.tool == "wait"  # type: ignore[union-attr]
        assert observed is not None
        await session.finish(summary=str(observed["now"]))

    await played(run, successor, name="successor")
    assert ending(run) == {"how": "terminated", "why": "finished"}
    run.close()


# Ends -----------------------------------------------------------------------------------------------------------------


async def test_a_policy_that_raises_is_an_agent_error_and_the_run_stays_valid(
    tmp_path: Path,
) -> None:
    async def broken(session: Session) -> None:
        await session.call("drive.write", path="/Reports/lamps.md", text="# Lamps")
        raise ZeroDivisionError("my own fault")

    run = await played(new(path=tmp_path / "run.db"), broken)
    assert ending(run) == {
        "how": "truncated",
        "why": "agent error: ZeroDivisionError: my own fault",
    }
    assert (await run.replay()).digest == run.digest
    run.close()
    run = open_run(tmp_path / "run.db")
    run.journal.verify()
    assert score_run(run).score == 0
    run.close()


async def test_returning_without_finishing_ends_the_episode() -> None:
    async def idle(session: Session) -> None:
        await session.call("mail.inbox")

    run = await played(new(), idle)
    assert ending(run) == {"how": "terminated", "why": "the policy returned without finishing"}


async def test_nothing_happens_after_finish() -> None:
    async def eager(session: Session) -> None:
        await session.finish(summary="done")
        await session.call("mail.inbox")

    run = await played(new(), eager)
    assert [tool for tool, _ in calls_of(run)] == ["finish"]
    assert ending(run) == {"how": "terminated", "why": "finished"}


# Calls ----------------------------------------------------------------------------------------------------------------


async def test_repeating_a_call_id_gives_the_stored_result_at_no_cost() -> None:
    sent = '{"to": "ines", "text": "Good morning!"}'
    seen: list[Observation] = []

    async def named(session: Session) -> None:
        seen.extend([await session.call_json("chat.send", sent, "greeting") for _ in range(3)])
        await session.finish()

    async def plain(session: Session) -> None:
        await session.call_json("chat.send", sent)
        await session.finish()

    run = await played(new(), named)
    assert [tool for tool, _ in calls_of(run)] == ["chat.send", "finish"]
    assert seen[0].raw == seen[1].raw == seen[2].raw
    assert run.digest == (await played(new(), plain)).digest  # ids stand outside the digest


async def test_a_call_id_given_to_another_call_is_refused_without_acting() -> None:
    seen: list[Observation] = []

    async def mixed(session: Session) -> None:
        await session.call_json("mail.inbox", "{}", "one")
        seen.append(await session.call_json("drive.list", '{"path": "/"}', "one"))
        await session.finish()

    run = await played(new(), mixed)
    (refused,) = seen
    assert refused.error is not None
    assert (refused.ok, refused.error.code) == (False, "conflict")
    assert [tool for tool, _ in calls_of(run)] == ["mail.inbox", "finish"]


class Outside:
    """A client outside the process: it can't be played again, and repeats by name what it is not sure of."""

    name = "outside"
    external = True

    def __init__(self, *calls: tuple[str, str, str]) -> None:
        self.calls = calls
        self.seen: list[Observation] = []

    async def play(self, session: Session) -> None:
        while (recorded := session.recorded_call()) is not None:
            await session.call_json(*recorded)
        for tool, arguments, name in self.calls:
            self.seen.append(await session.call_json(tool, arguments, name))


SEND = ("chat.send", '{"to": "ines", "text": "Good morning!"}', "a")
NOTE = ("notes.write", '{"name": "n", "text": "Said hello."}', "b")
WAIT = ("wait", '{"minutes": 120}', "c")
FINISH = ("finish", "{}", "d")


async def test_a_call_id_is_known_after_a_stop_a_fork_and_in_a_flattened_run(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    first = Outside(SEND, NOTE, WAIT)
    (await played(new(path=path), first, until=HOUR)).close()
    second = Outside(SEND, NOTE, WAIT, FINISH)
    run = await played(open_run(path, writable=True), second)
    assert [tool for tool, _ in calls_of(run)] == ["chat.send", "notes.write", "wait", "finish"]
    assert [one.raw for one in second.seen[:2]] == [one.raw for one in first.seen]

    at = next(event.seq for event in run.events(("seat.called",)) if "notes" in event.payload.tool) - 1  # type: ignore[attr-defined]
    fork = run.fork(at, path=tmp_path / "fork.db", changed=True)
    elsewhere = ("notes.write", '{"name": "n", "text": "Something else."}', "b")
    await played(fork, Outside(SEND, elsewhere, FINISH))
    assert [tool for tool, _ in calls_of(fork)] == ["chat.send", "notes.write", "finish"]
    assert "Something else" in calls_of(fork)[1][1]
    fork.flatten(tmp_path / "flat.db")
    flat = open_run(tmp_path / "flat.db")
    assert [one.move.call_id for one in flat.moves(SEAT)] == ["a", "b", "d"]  # type: ignore[union-attr]
    for one in (flat, fork, run):
        one.close()


async def test_one_who_gave_up_waiting_gets_the_result_by_the_call_s_name() -> None:
    seen: list[Observation] = []

    async def impatient(session: Session) -> None:
        first = asyncio.create_task(session.call_json(*SEND))
        await asyncio.sleep(0)  # it is on its way, and not back
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        seen.append(await session.call_json(*SEND))
        await session.finish()

    run = new()
    await played(run, impatient)
    assert seen[0].ok
    assert [tool for tool, _ in calls_of(run)] == ["chat.send", "finish"]


async def test_several_calls_of_a_turn_run_in_order() -> None:
    tools = ["mail.inbox", "directory.search", "drive.list", "notes.list"]
    times: list[str] = []

    async def turn(session: Session) -> None:
        given = [{}, {"query": "ines"}, {"path": "/"}, {}]
        found = await asyncio.gather(*(session.call(t, **a) for t, a in zip(tools, given, strict=True)))
        times.extend(one.raw["now"] for one in found)
        assert [one.tool for one in found] == tools
        await session.finish()

    run = await played(new(), turn)
    assert [tool for tool, _ in calls_of(run)] == [*tools, "finish"]
    assert times == sorted(times)
    ends = [event.at for event in run.events(("seat.returned",))]
    begins = [event.at for event in run.events(("seat.called",))]
    assert all(begin >= end for begin, end in zip(begins[1:], ends, strict=False))


# Waiting, notifications, effort ---------------------------------------------------------------------------------------


async def waited(**given: object) -> tuple[Run, Observation, int]:
    """A wait as the seat's first call, and the minutes it took."""
    seen: list[Observation] = []

    async def waits(session: Session) -> None:
        await session.call("mail.inbox")
        seen.append(await session.call("wait", **given))
        await session.finish()

    run = await played(new(), waits)
    moves = run.moves(SEAT)
    assert moves[1].ended_at is not None
    return run, seen[0], (moves[1].ended_at - moves[1].at) // MINUTE


async def test_the_forms_of_waiting() -> None:
    _, for_long, minutes = await waited(minutes=90)
    assert (for_long.ok, minutes) == (True, 90)
    _, until, _ = await waited(until="Tue 09:30")
    assert until.now == "2026-03-03T09:30"
    _, dated, _ = await waited(until="2026-03-03 10:00")
    assert dated.now == "2026-03-03T10:00"
    _, _, minutes = await waited(until="Tue 09:30", minutes=15)
    assert minutes == 15
    _, nothing, minutes = await waited(minutes=30, notification=True)
    assert (nothing.notifications, minutes) == ([], 30)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "invalid"),
        ({"until": "2026-03-02 08:00"}, "invalid"),
        ({"until": "soon"}, None),
        ({"minutes": 0}, None),
    ],
)
async def test_a_wait_for_nothing_or_for_the_past_is_refused_at_once(
    given: dict[str, object], code: str | None
) -> None:
    _, refused, minutes = await waited(**given)
    assert refused.error is not None
    assert minutes == 0
    assert code in (None, refused.error.code)
    assert refused.error.hint or refused.error.message


async def test_a_notification_ends_a_wait_and_is_told_once() -> None:
    seen: list[Observation] = []

    async def asks(session: Session) -> None:
        for _ in range(6):  # she may overlook one, as people do
            seen.append(
                await session.call("chat.send", to="ines", text="What price did we agree for a lamp?")
            )
            seen.append(await session.wait(minutes=150, notification=True))
            if seen[-1].notifications:
                break
        seen.append(await session.call("directory.search", query="ines"))
        await session.finish()

    run = await played(new(), asks)
    sent, woken, after = seen[0], seen[-2], seen[-1]
    assert [one["app"] for one in sent.notifications] == ["mail"]  # the brief
    assert [(one["app"], one["from"]) for one in woken.notifications] == [("chat", "ines")]
    assert "opening" in woken.notifications[0]
    assert list(after.notifications) == []
    waits = [one for one in run.moves(SEAT) if one.move[0] == "wait"]
    assert waits[-1].ended_at is not None
    assert waits[-1].ended_at < waits[-1].at + 150 * MINUTE


async def test_what_arrived_before_the_wait_began_ends_it_at_once() -> None:
    async def stays(session: Session) -> None:
        found = await session.wait(notification=True)
        assert [one["app"] for one in found.notifications] == ["mail"]
        await session.finish()

    run = await played(new(), stays)
    assert ending(run) == {"how": "terminated", "why": "finished"}
    assert run.moves(SEAT)[0].ended_at == run.moves(SEAT)[0].at


async def test_effort_is_charged_by_cause_and_waiting_and_reading_again_are_free() -> None:
    path = "/Data/delivery.csv"

    async def reads(session: Session) -> None:
        await session.call("drive.read", path=path)
        await session.wait(minutes=300)
        await session.finish()

    async def reads_again(session: Session) -> None:
        for _ in range(5):
            await session.call("drive.read", path=path)
        await session.wait(minutes=300)
        await session.finish()

    once, often = effort_of(await played(new(), reads)), effort_of(await played(new(), reads_again))
    assert set(once) == {"reading"}
    handling = (often["reading"] - once["reading"]) / 4
    assert handling < once["reading"]  # opening it again costs the opening, not the reading

    async def writes(session: Session) -> None:
        await session.call("chat.send", to="ines", text="Good morning Ines, how are you doing today?")
        await session.call("directory.search", query="ines")
        await session.call("mail.send", to=["nobody@nowhere"], subject="x", body="word " * 300)
        await session.finish()

    spent = effort_of(await played(new(), writes))
    assert set(spent) == {"writing", "searching"}
    assert spent["writing"] < 2 * MINUTE  # the refused mail cost nothing
