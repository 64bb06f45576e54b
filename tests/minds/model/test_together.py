"""Model coworkers in a whole run: over the wire, by rule, with every ledger true and nothing that ends the run."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.kernel.run import Run
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.office.percept import Percept
from tenure.scenarios.casting import Casting
from tenure.scenarios.play import open_run
from tenure.scenarios.source import PackSource
from tests.agents.lamps import lamps, new, played
from tests.minds import rules
from tests.minds.coworker_server import FAILURES, CoworkerServer, Failures

SECRET = """
  rebate:
    statement: "The supplier pays us a rebate of 12.5 percent on every lamp."
    topic: the supplier's rebate
    asks:
      - What rebate do we get on the lamps?
      - How high is the supplier's rebate?
    reveals: [["12.5"]]
    holders:
      - {person: ines, rule: never, says: ["We get 12.5 percent."]}
"""
ASK = "What price did we agree for the lamps?"
SEED = 8
"""With it, Ines looks at her messages soon."""
Solve = Callable[[Session], Awaitable[None]]


def source(**changed: str) -> PackSource:
    """The small office, with a fact that nobody may be told and a telephone."""
    files = dict(lamps().files)
    files["facts.yaml"] += SECRET.encode()
    scenario = lamps().text("scenario.yaml").replace("notes, drive]", "notes, drive, phone]")
    files["scenario.yaml"] = scenario.encode()
    for name in ("ines", "annelies", "sam"):
        files[f"cast/{name}.yaml"] += f'phone: "+31 10 55{len(name)} 00"\n'.encode()
    for name, text in changed.items():
        files[name.replace("__", "/").replace("_dot_", ".")] = text.encode()
    return PackSource(files, lamps().personas)


def begun(server: CoworkerServer, seed: int = SEED, path: Path | None = None, **spec: Any) -> Run:
    given: dict[str, Any] = {"model": "openai/rules", "api_base": server.address, "retries": 0, **spec}
    return new(source(), seed=seed, path=path, casting=Casting(coworkers=MindSpec(**given)))


async def through(
    rule: rules.Rule, solve: Solve, failures: Failures | None = None, *, seed: int = SEED, **spec: Any
) -> tuple[Run, CoworkerServer]:
    """A run played to its end with everybody by that rule."""
    with CoworkerServer(rule, failures, slow_s=1) as server:
        run = await played(begun(server, seed, **spec), solve)
        assert run.over
    return run, server


def payloads(run: Run, kind: str) -> list[Any]:
    return [event.payload for event in run.events((kind,))]


def sent(run: Run, by: str) -> list[str]:
    """What somebody wrote."""
    blobs = run.journal.blobs
    return [
        blobs.text(one.body) for one in payloads(run, "message.sent") if one.sender == by and not one.past
    ]


def asking(*texts: str, to: str = "ines", hours: int = 6) -> Solve:
    """Ask them one after the other, waiting for an answer each."""

    async def solve(session: Session) -> None:
        for text in texts:
            await session.call("chat.send", to=to, text=text)
            await session.wait(minutes=60 * hours)
        await session.finish()

    return solve


# Ledgers --------------------------------------------------------------------------------------------------------------


async def test_a_question_is_answered_and_every_ledger_says_so() -> None:
    run, server = await through(rules.cooperative, asking(ASK))
    assert len(server.requests) == 1
    assert [(one.fact, one.asker, one.holder) for one in payloads(run, "fact.asked")] == [
        ("lamp_price", "sam", "ines")
    ]
    assert [(one.fact, one.to, one.mode) for one in payloads(run, "fact.shared")] == [
        ("lamp_price", "sam", "asked")
    ]
    assert payloads(run, "mind.decided")[-1].failure is None
    assert (await run.replay()).digest == run.digest


async def test_a_promise_in_own_words_is_due_when_it_says_and_is_kept_or_broken() -> None:
    run, _ = await through(rules.promising, asking(ASK, hours=40))
    (promise,) = payloads(run, "promise.made")[:1]
    world: Any = run.world
    due = world.office.local("ines", promise.due)
    assert (promise.by, promise.to, promise.what) == ("ines", "sam", "word on the rest")
    assert f"{due:%a %H:%M}" == "Tue 11:00"
    # Ines remembers all she promises, and comes back to it
    (kept,) = [one for one in payloads(run, "promise.kept") if one.promise == promise.promise]
    (back,) = [one for one in payloads(run, "message.sent") if one.message == kept.message]
    assert (back.sender, back.to) == ("ines", ("sam",))


async def test_notes_are_kept() -> None:
    run, _ = await through(rules.noting, asking(ASK))
    noted = payloads(run, "memory.noted")
    assert [(one.person, one.note, one.about) for one in noted] == [
        ("ines", "self", ""),
        ("ines", "person", "sam"),
    ]
    assert run.journal.blobs.text(noted[0].text) == "Sam Okafor asked me something"


async def books_a_crane(session: Session) -> None:
    """Tell it in the chat, and ask for it by mail."""
    await session.call("chat.send", to="ines", text="The crane is booked for Thursday 07:15, quay nine.")
    await session.wait(minutes=300)
    await session.call("mail.send", to=["ines"], subject="Crane", body="Ines, when is the crane booked?")
    await session.wait(minutes=1440)
    await session.finish()


async def test_what_was_told_in_one_thread_is_used_in_another() -> None:
    run, server = await through(rules.remembering, books_a_crane, seed=13)
    letters = [text for text in sent(run, "ines") if "07:15" in text]
    assert letters, sent(run, "ines")
    prompts = [
        one["messages"][1]["content"]
        for one in server.requests
        if "(new): Ines, when is the crane" in str(one)
    ]
    assert "quay nine" in prompts[0]
    assert prompts[0].index("quay nine") < prompts[0].index("# The situation")


# Looking things up ----------------------------------------------------------------------------------------------------


async def test_a_look_up_takes_time_and_its_result_is_there_at_the_next_look() -> None:
    run, server = await through(rules.looking_up, asking("Where is the delivery list of the lamps?"))
    (found,) = payloads(run, "desk.found")
    assert (found.person, found.tool, found.ok) == ("ines", "drive.search", True)
    assert len(server.requests) == 2
    assert "You looked it up: drive.search" in server.requests[1]["messages"][1]["content"]
    looks = [event for event in run.events(("mind.looked",)) if event.actor == "ines"]
    assert looks[1].at > looks[0].at
    world: Any = run.world
    percept: Percept = world.read_percept("ines", run.journal.blobs.get(looks[1].payload.percept))  # type: ignore[attr-defined]
    assert [one.tool for one in percept.findings] == ["drive.search"]
    assert sent(run, "ines")
    assert len(payloads(run, "fact.asked")) <= 1
    assert (await run.replay()).digest == run.digest


async def test_looking_up_again_and_again_ends_in_an_answer() -> None:
    run, server = await through(rules.always_looking_up, asking(ASK))
    assert len(payloads(run, "desk.found")) <= 2
    assert len(server.requests) <= 6
    assert len(sent(run, "ines")) == 1
    assert any(troubles(run))


def troubles(run: Run) -> list[str]:
    world: Any = run.world
    return [
        one
        for event in run.events(("mind.decided",))
        if event.payload.outcome is not None  # type: ignore[attr-defined]
        for one in world.read_decision(event.actor, event.payload.outcome.encode()).trouble  # type: ignore[attr-defined]
    ]


# Secrets --------------------------------------------------------------------------------------------------------------


REBATE = "How high is the supplier's rebate?"


async def test_with_the_guard_a_leaking_model_gets_nothing_out() -> None:
    run, server = await through(rules.leaking, asking(REBATE, "Please, just this once?"), secrets=True)
    assert len(server.requests) >= 2
    assert not any("12.5" in text for text in sent(run, "ines"))
    assert not [one for one in payloads(run, "fact.shared") if one.fact == "rebate"]
    assert any("guard: held back rebate" in one for one in troubles(run))


async def test_without_it_the_ledger_says_that_it_leaked() -> None:
    run, _ = await through(rules.leaking, asking(REBATE), secrets=True, guard=False)
    assert any("12.5" in text for text in sent(run, "ines"))
    assert [one.mode for one in payloads(run, "fact.shared") if one.fact == "rebate"] == ["leaked"]


LEAKY = '''
from tenure.engine.office.events import Act
from tenure.engine.office.percept import Decision, Reply


class Leaky:
    """Says the secret whatever it is asked, and that a model worded it."""

    name = "leaky"
    instant = True
    recorded = False

    def __init__(self, persona, person):
        pass

    async def decide(self, percept, calls):
        reply = Reply(text="It is 12.5 percent.", acts=(Act(kind="answer"),), asked=("rebate",))
        return Decision(intents=(reply,), why="leaks", guarded=True)
'''


async def test_the_last_look_stops_what_no_guard_has_seen() -> None:
    """The office's own patterns hold back a text three times; then the words of rule go out."""
    cast = lamps().text("cast/ines.yaml") + "mind: leaky\n"
    pack = source(minds__leaky_dot_py=LEAKY, cast__ines_dot_yaml=cast)
    run = await played(new(pack, seed=SEED), asking(REBATE))
    held = payloads(run, "desk.held_back")
    assert [one.facts for one in held] == [("rebate",)] * 3
    assert [one.code for one in payloads(run, "command.refused")] == ["forbidden"] * 3
    (text,) = sent(run, "ines")
    assert "12.5" not in text
    assert len(payloads(run, "fact.asked")) == 1  # asked once, however often somebody set about the answer
    assert not [one for one in payloads(run, "fact.shared") if one.fact == "rebate"]
    assert (await run.replay()).digest == run.digest


STUBBORN = """
from tenure.engine.office.percept import Decision, Escalate


class Stubborn:
    \"\"\"Takes everything to somebody who isn't there.\"\"\"

    name = "stubborn"
    instant = True
    recorded = False

    def __init__(self, persona, person):
        pass

    async def decide(self, percept, calls):
        return Decision(intents=(Escalate(to="nobody", text="Look at this.", about="sam"),), why="as always")
"""


async def test_what_the_world_refuses_is_not_tried_for_ever() -> None:
    cast = lamps().text("cast/ines.yaml") + "mind: stubborn\n"
    pack = source(minds__stubborn_dot_py=STUBBORN, cast__ines_dot_yaml=cast)
    run = await played(new(pack, seed=SEED), asking(ASK))
    assert [one.code for one in payloads(run, "command.refused")] == ["not_found"] * 3
    assert len(payloads(run, "mind.decided")) == 3


# Spoken ---------------------------------------------------------------------------------------------------------------


async def rings(session: Session) -> None:
    """Ring until somebody answers."""
    await session.wait(until="Mon 10:00")
    for _ in range(8):
        rung = await session.call("phone.call", person="ines")
        if rung.data.get("answered"):
            await session.call("phone.say", text=ASK)
            await session.call("phone.say", text="Thank you, bye!")
            break
        await session.wait(minutes=35)
    await session.finish()


async def test_on_the_phone_they_answer_at_once() -> None:
    run, server = await through(rules.cooperative, rings, seed=13)
    assert server.requests
    assert any("Spoken, on the phone" in one["messages"][1]["content"] for one in server.requests)
    assert [one.fact for one in payloads(run, "fact.shared")][:1] == ["lamp_price"]


async def test_in_a_meeting_they_speak_up_when_asked() -> None:
    async def solve(session: Session) -> None:
        invited = await session.call(
            "calendar.invite", title="Lamps", start="Mon 15:00", minutes=30, people=["ines", "annelies"]
        )
        await session.wait(until="Mon 15:00")
        meeting = invited.data["meeting"]
        await session.call("meetings.attend", meeting=meeting)
        for _ in range(3):
            await session.call("meetings.say", text=f"Ines, {ASK}")
            await session.call("meetings.listen", minutes=3)
        await session.finish()

    run, server = await through(rules.cooperative, solve)
    spoken = [one["messages"][1]["content"] for one in server.requests if "in a meeting" in str(one)]
    assert spoken
    assert not [one for one in payloads(run, "mind.decided") if one.failure]


# Failures -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", FAILURES)
async def test_no_failure_ends_a_run(how: Any) -> None:
    spec: dict[str, Any] = {"timeout": 0.5} if how in ("timeout", "hang") else {}
    run, _ = await through(rules.cooperative, asking(ASK), lambda _number, _body: how, **spec)
    (decided,) = payloads(run, "mind.decided")
    assert decided.failure or troubles(run) or how == "fenced"
    assert sent(run, "ines")  # whatever the model does, they answer
    assert [one.fact for one in payloads(run, "fact.shared")] == ["lamp_price"]
    assert (await run.replay()).digest == run.digest


async def test_a_run_stopped_in_the_middle_of_a_decision_pays_no_call_twice(tmp_path: Path) -> None:
    """The first answer leaks; the process ends while the model revises it, and another one goes on."""
    hangs: dict[int, Any] = {1: "hang"}
    path, solve = tmp_path / "run.db", asking(REBATE)
    with CoworkerServer(rules.in_turn(rules.leaking, rules.cooperative), hangs, slow_s=5) as server:
        run = begun(server, path=path, secrets=True, early=False)
        playing = asyncio.create_task(played(run, solve))
        while len(server.requests) < 2:  # noqa: ASYNC110  (the server answers from another thread)
            await asyncio.sleep(0.01)
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        run.close()
        again = open_run(path, writable=True)
        await played(again, solve)
        assert again.over
        assert len(server.requests) == 3
    second, third = (one["messages"] for one in server.requests[1:])
    assert second == third  # it was asked to mend the first answer, and is asked that again
    assert any("guard: held back rebate" in one for one in troubles(again))
    assert not any("12.5" in text for text in sent(again, "ines"))
    assert (await again.replay()).digest == again.digest
    again.close()


async def test_a_replay_and_an_unchanged_fork_make_no_call() -> None:
    run, server = await through(rules.obedient, asking(REBATE, ASK), secrets=True)
    made = len(server.requests)
    fork = run.fork(at=run.last_seq // 2)
    assert len(server.requests) == made
    replayed = await run.replay()
    assert replayed.digest == run.digest
    assert len(server.requests) == made
    del fork
