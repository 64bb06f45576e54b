"""Ringing people: who picks up, what is said and heard, voicemail, being rung, and what it costs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tenure.engine.agents.session import Observation, Session
from tenure.engine.apps.phone import Phone
from tenure.engine.apps.surface import functions
from tenure.engine.kernel.run import Run
from tenure.scenarios.play import world_of
from tenure.scenarios.source import PackSource
from tests.agents.lamps import effort_of, lamps, new, play_seats, played

MOST = 1_000
"""Characters that the function schemas may take."""


def office(story: str = "", **changed: tuple[str, str]) -> PackSource:
    """The small office with telephones; `cast__ines` and the like name a file in which one text replaces another."""
    files = dict(lamps().files)
    files["scenario.yaml"] = files["scenario.yaml"].replace(b"notes, drive]", b"notes, drive, phone]")
    files["facts.yaml"] = files["facts.yaml"].replace(b"person: ines", b"person: annelies")
    for name, (old, text) in changed.items():
        path = f"{name.replace('__', '/')}.yaml"
        assert old in files[path].decode()
        files[path] = files[path].replace(old.encode(), text.encode())
    if story:
        files["storyline.yaml"] = f"beats:\n{story}".encode()
    return PackSource(files, lamps().personas)


def beat(name: str, at: str, do: str) -> str:
    return f'  - id: {name}\n    when: {{at: "{at}"}}\n    do:\n      - {do}\n'


def of(run: Run, *kinds: str) -> list[Any]:
    return [event.payload for event in run.events(kinds)]


async def reach(session: Session, person: str, tries: int = 12) -> Observation:
    """Ring until somebody picks up."""
    for _ in range(tries):
        rung = await session.call("phone.call", person=person)
        assert rung.ok, rung.error
        if rung.data["answered"]:
            return rung
        await session.wait(minutes=20)
    raise AssertionError(f"{person} never picks up")


async def solve(run: Run, policy: Any) -> Run:
    await played(run, policy)
    (ended,) = of(run, "seat.ended")
    assert ended.how == "terminated", ended.why
    assert (await run.replay()).digest == run.digest
    return run


def test_the_tools_are_told_in_few_words() -> None:
    tools = Phone.__new__(Phone).tools()
    assert len(json.dumps(functions(tools), separators=(",", ":"))) <= MOST


async def test_who_picks_up_answers_by_what_they_know_and_the_call_can_be_read_again() -> None:
    heard: list[str] = []
    calls: dict[str, Any] = {}

    async def asks(session: Session) -> None:
        await session.wait(until="Mon 10:00")
        rung = await reach(session, "annelies")
        assert "Annelies" in rung.data["said"][0]["text"]
        answer = await session.call("phone.say", text="What price did we agree for the lamps?")
        heard.extend(line["text"] for line in answer.data["said"])
        bye = await session.call("phone.say", text="Thanks a lot. Bye!")
        assert bye.data["over"]
        calls["list"] = (await session.call("phone.calls")).data["calls"]
        calls["text"] = (await session.call("phone.calls", call=rung.data["call"])).data["text"]
        await session.finish()

    run = await solve(new(office()), asks)
    (shared,) = of(run, "fact.shared")
    assert (shared.fact, shared.by, shared.to) == ("lamp_price", "annelies", "sam")
    (said,) = [one for one in of(run, "message.sent") if one.message == shared.message]
    assert said.app == "phone"
    assert heard
    assert heard[0] in calls["text"]
    assert "What price did we agree" in calls["text"]
    assert calls["list"][0]["made"]
    assert calls["list"][0]["what"].endswith("min")
    spent = effort_of(run)
    assert spent["speaking"] > 0
    assert spent["listening"] > 0


async def test_what_rules_forbid_is_not_told_by_phone_either() -> None:
    async def asks(session: Session) -> None:
        await session.wait(until="Mon 10:00")
        await reach(session, "annelies")
        answer = await session.call("phone.say", text="What price did we agree for the lamps?")
        assert answer.data["said"]
        await session.finish()

    run = await solve(new(office(facts=("rule: on_request", "rule: never"))), asks)
    assert not of(run, "fact.shared")
    (refused,) = of(run, "fact.refused")
    assert (refused.fact, refused.by, refused.to) == ("lamp_price", "annelies", "sam")


async def test_ringing_costs_time_and_the_voicemail_is_answered_when_it_is_heard() -> None:
    answers: list[Any] = []

    async def speaks(session: Session) -> None:
        await session.wait(until="Mon 18:30")
        before = session.now
        rung = await session.call("phone.call", person="annelies")
        assert not rung.data["answered"]
        assert "voicemail" in rung.data["note"]
        assert session.now >= before
        left = await session.call("phone.voicemail", text="Sam here. What price did we agree for the lamps?")
        assert left.ok
        twice = await session.call("phone.voicemail", text="And one more thing.")
        assert twice.error is not None
        assert twice.error.code == "unavailable"
        for _ in range(20):
            seen = await session.wait(until="Wed 12:00", notification=True)
            answers.extend(one for one in seen.notifications if one["from"] == "annelies")
            if answers:
                break
        if answers and answers[0].get("what") == "rings":
            await session.call("phone.answer")
        await session.finish()

    run = await solve(new(office()), speaks)
    assert 20_000 < effort_of(run)["handling"] < 60_000
    (message,) = [one for one in of(run, "message.sent") if one.thread == "voicemail/sam/tel1"]
    assert (message.sender, message.to) == ("sam", ("annelies",))
    assert answers


@pytest.mark.parametrize("when", ["Mon 22:30", "Tue 05:00"])
async def test_nobody_picks_up_in_the_night(when: str) -> None:
    async def rings(session: Session) -> None:
        await session.wait(until=when)
        for _ in range(4):
            assert not (await session.call("phone.call", person="annelies")).data["answered"]
        await session.finish()

    home = (
        "title: Managing director",
        "title: Managing director\nleave: [{from: 'Mon 21:00', to: 'Tue 08:00'}]",
    )
    await solve(new(office(cast__annelies=home)), rings)


async def test_who_is_on_the_phone_is_busy_to_others() -> None:
    story = beat("talk", "Mon 10:00", 'phone: {from: annelies, to: sam, says: "How is it going?"}')
    seen: list[str] = []

    async def answers(session: Session) -> None:
        await session.wait(until="Mon 11:00", notification=True)
        note = (await session.wait(until="Mon 11:00", notification=True)).notifications[0]
        assert (note["what"], note["from"]) == ("rings", "annelies")
        opened = await session.call("phone.answer")
        seen.append(opened.data["said"][0]["text"])
        other = await session.call("phone.call", person="ines")
        assert other.error is not None
        assert other.error.code == "conflict"
        state = world_of(run).calling
        assert state is not None
        assert state.free_from("annelies", run.now) > run.now
        hung = await session.call("phone.hang_up")
        assert hung.ok
        assert state.free_from("annelies", run.now) == run.now
        await session.finish()

    run = new(office(story))
    await solve(run, answers)
    assert seen == ["How is it going?"]


async def test_a_call_that_a_seat_does_not_take_is_missed_and_said_to_the_voicemail() -> None:
    story = beat(
        "price",
        "Mon 10:00",
        'phone: {from: annelies, to: sam, says: "A lamp is EUR {{ price }}, Sam.", shares: [lamp_price]}',
    )
    notes: list[Any] = []
    texts: list[str] = []

    async def sleeps(session: Session) -> None:
        rung = await session.wait(until="Mon 10:30")
        assert rung.now == "2026-03-02T10:00", "a ringing phone is heard by whoever only waits"
        await session.wait(until="Mon 10:30")
        seen = await session.call("phone.calls")
        notes.extend(seen.notifications)
        call = seen.data["calls"][0]
        assert call["what"] == "voicemail"
        first = await session.call("phone.calls", call=call["call"])
        texts.append(first.data["text"])
        late = await session.call("phone.answer")
        assert late.error is not None
        assert late.error.code == "unavailable"
        await session.finish()

    run = await solve(new(office(story)), sleeps)
    assert "A lamp is EUR" in texts[0]
    assert of(run, "fact.learned")[0].person == "sam"


async def test_silence_ends_a_call() -> None:
    async def says_nothing(session: Session) -> None:
        await session.wait(until="Mon 10:00")
        await reach(session, "annelies")
        await session.wait(minutes=10)
        gone = await session.call("phone.say", text="Are you there?")
        assert gone.error is not None
        await session.finish()

    run = await solve(new(office()), says_nothing)
    assert of(run, "phone.ended")[-1].why == "silence"


async def test_people_are_rung_by_name_or_number_and_wrong_ones_cost_nothing() -> None:
    async def dials(session: Session) -> None:
        start = session.now
        for text, code in (("inez", "not_found"), ("+31 10 555 9999", "not_found"), ("sam", "invalid")):
            wrong = await session.call("phone.call", person=text)
            assert wrong.error is not None
            assert wrong.error.code == code
        assert session.now == start
        for tool, arguments in (
            ("phone.say", {"text": "Hello?"}),
            ("phone.hang_up", {}),
            ("phone.answer", {}),
        ):
            wrong = await session.call(tool, **arguments)
            assert wrong.error is not None
            assert wrong.error.code == "unavailable"
        rung = await session.call("phone.call", person="+31 (0)10 555 0101".replace("(0)", ""))
        assert "annelies" in rung.data["person"]
        other = await session.call("phone.calls", call="annelies/tel1")
        assert other.error is not None
        assert other.error.code == "not_found"
        await session.finish()

    number = ("title: Managing director", 'title: Managing director\nphone: "+31 10 555 0101"')
    await solve(new(office(cast__annelies=number)), dials)


async def test_the_more_often_somebody_rings_the_less_they_are_answered() -> None:
    run = new(office())
    calling = world_of(run).calling
    assert calling is not None
    who = world_of(run).setup.people["ines"]

    async def rings(session: Session) -> None:
        await session.wait(until="Mon 10:00")
        chances = [calling.chance("sam", who, run.now)]
        for _ in range(3):
            await session.call("phone.call", person="ines")
            await session.call("phone.hang_up")
            chances.append(calling.chance("sam", who, run.now))
        assert chances[0] > 0
        assert chances == sorted(chances, reverse=True)
        assert chances[-1] < chances[0]
        await session.finish()

    await solve(run, rings)


async def test_two_seats_talk_by_phone() -> None:
    scenario = ("analyst: {person: sam}", "analyst: {person: sam}\n  clerk: {person: kim}")
    source = office(scenario=scenario)
    kim = b"name: Kim Lund\ntitle: Clerk\nseat: true\nmanager: annelies\n"
    source = PackSource({**source.files, "cast/kim.yaml": kim}, source.personas)
    heard: dict[str, list[str]] = {"sam": [], "kim": []}

    def lines(seen: Observation) -> list[str]:
        return [line["text"] for line in seen.data.get("said", ())]

    async def analyst(session: Session) -> None:
        await session.wait(until="Mon 10:00")
        rung = await session.call("phone.call", person="kim")
        assert rung.data["answered"], rung.data
        heard["sam"] += lines(rung)
        heard["sam"] += lines(await session.call("phone.say", text="Kim, how many lamps are there?"))
        await session.call("phone.hang_up")
        await session.finish()

    async def clerk(session: Session) -> None:
        note = await session.wait(until="Mon 12:00", notification=True)
        while not any(one.get("what") == "rings" for one in note.notifications):
            note = await session.wait(until="Mon 12:00", notification=True)
        opened = await session.call("phone.answer")
        heard["kim"] += lines(opened)
        if not heard["kim"]:
            heard["kim"] += lines(await session.call("phone.say", text=""))
        last = await session.call("phone.say", text="There are eleven.")
        assert last.data["over"]
        await session.finish()

    run = await play_seats(new(source), {"analyst": analyst, "clerk": clerk})
    assert [one.how for one in of(run, "seat.ended")] == ["terminated", "terminated"]
    assert heard == {"sam": ["There are eleven."], "kim": ["Kim, how many lamps are there?"]}
    assert (await run.replay()).digest == run.digest


async def test_a_line_is_busy_while_two_others_talk() -> None:
    story = beat("talk", "Mon 10:00", 'phone: {from: annelies, to: ines, says: "The shades are late again."}')

    async def rings(session: Session) -> None:
        await session.wait(until="Mon 10:00")
        for person in ("annelies", "ines"):
            rung = await session.call("phone.call", person=person)
            assert not rung.data["answered"]
            assert "line is busy" in rung.data["note"], person
        await session.finish()

    await solve(new(office(story)), rings)
