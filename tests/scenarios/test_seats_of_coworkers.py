"""A policy can hold a coworker's job, and every seat has a brief and limits of its own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tenure.engine.agents.policies.script import Script
from tenure.engine.agents.session import Session
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Seats
from tenure.engine.minds.heard import agreement
from tenure.personas.problems import Misfit
from tenure.scenarios.casting import Casting
from tenure.scenarios.colleagues import colleagues_of, with_colleagues
from tenure.scenarios.play import briefing_of, new_run, pack_in, play, policy_named, task_of
from tenure.scenarios.report import result_of
from tenure.scenarios.source import PackSource
from tests.agents.lamps import lamps, new


def edited(file: str, *changes: tuple[str, str], **files: str) -> PackSource:
    found = dict(lamps().files)
    text = found[file].decode()
    for old, new_ in changes:
        assert old in text
        text = text.replace(old, new_)
    found[file] = text.encode()
    for name, more in files.items():
        found[name.replace("__", "/").replace("_dot_", ".")] = more.encode()
    return PackSource(found, lamps().personas)


KIM = "name: Kim Adeyemi\ntitle: Clerk\nseat: true\nmanager: annelies\n"
SEATS = "analyst: {person: sam}"


def payloads(run: Run, *kinds: str) -> list[Any]:
    return [event.payload for event in run.events(kinds)]


# Briefs and limits ---------------------------------------------------------------------------------------------------


def test_a_second_seat_is_told_its_part_by_the_pack() -> None:
    clerk = (
        f"{SEATS}\n  clerk: {{person: kim, brief: Count what comes in., limits: {{work_hours: 8, calls: 7}}}}"
    )
    source = edited("scenario.yaml", (SEATS, clerk), cast__kim_dot_yaml=KIM)
    run = new(source)
    assert briefing_of(run, "clerk").task == "Count what comes in."
    assert briefing_of(run, "analyst").task.startswith("Hi Sam,")
    world: Any = run.world
    limits = world.desk.limits
    assert (limits["clerk"].work_hours, limits["clerk"].calls) == (8, 7)
    assert (limits["analyst"].work_hours, limits["analyst"].calls) == (16, 200)


def test_a_task_tells_the_other_seats_their_part_in_it() -> None:
    clerk = f"{SEATS}\n  clerk: {{person: kim, brief: Count what comes in.}}"
    briefed = ("split: train", "split: train\nbriefs: {clerk: Help Sam with the lamps.}")
    source = edited("scenario.yaml", (SEATS, clerk), cast__kim_dot_yaml=KIM)
    text = source.text("tasks/first/task.md").replace(*briefed)
    source = PackSource({**source.files, "tasks/first/task.md": text.encode()}, source.personas)
    assert briefing_of(new(source), "clerk").task == "Help Sam with the lamps."


def test_a_second_seat_without_a_word_is_told_who_it_is() -> None:
    source = edited("scenario.yaml", (SEATS, f"{SEATS}\n  clerk: {{person: kim}}"), cast__kim_dot_yaml=KIM)
    assert briefing_of(new(source), "clerk").task == "You are Kim Adeyemi, Clerk at Lantern Works."


def test_limits_are_tightened_for_everybody_or_for_one_seat() -> None:
    clerk = f"{SEATS}\n  clerk: {{person: kim, limits: {{work_hours: 8, calls: 7}}}}"
    source = edited("scenario.yaml", (SEATS, clerk), cast__kim_dot_yaml=KIM)
    run = new(source, limits={"calls": 50, "clerk.work_hours": 2, "work_hours": 4})
    world: Any = run.world
    limits = world.desk.limits
    assert (limits["analyst"].calls, limits["analyst"].work_hours) == (50, 4)
    assert (limits["clerk"].calls, limits["clerk"].work_hours) == (7, 2)
    with pytest.raises(ValueError, match="can only be tightened"):
        new(source, limits={"clerk.calls": 8})
    with pytest.raises(ValueError, match="there is no seat 'clark'"):
        new(source, limits={"clark.calls": 1})


# Coworkers in seats --------------------------------------------------------------------------------------------------


def test_a_coworkers_brief_says_who_they_are_what_they_know_and_whom_they_may_tell() -> None:
    run = new_run("first_week", seed=3, casting=Casting(colleagues=("ines", "marek")))
    ines, marek = briefing_of(run, "ines"), briefing_of(run, "marek")
    assert (ines.person, ines.title) == ("ines", "Pricing and Tariffs Specialist")
    assert "# Who you are\nInês Carvalho, called Ines" in ines.task
    assert "Rate sheet for April" in ines.task
    assert "you are away from Thu 13:00 to Fri 17:00 (leave)" in ines.task
    params = run.settings["params"]
    rates = f"demurrage at EUR {params['rate_dem']} and detention at EUR {params['rate_det']}"
    assert rates in ines.task
    rebate = next(line for line in ines.task.splitlines() if "gives back" in line)
    assert "only after Marek has agreed" in rebate
    assert "never clients" in rebate
    decides = marek.task.partition("# What you decide\n")[2]
    assert "giving the analyst the buy rates and the Corvane side letter" in decides
    assert "The task of these days is somebody else's" in ines.guide
    assert "criteri" not in (ines.task + marek.task).casefold()
    naomi_is_wrong = briefing_of(
        new_run("first_week", seed=3, casting=Casting(colleagues=("naomi",))), "naomi"
    )
    assert f"EUR {params['old_rate_det']}" in naomi_is_wrong.task
    assert f"EUR {params['rate_det']} " not in naomi_is_wrong.task


def test_only_coworkers_can_be_held() -> None:
    pack = task_of("first_week", seed=3)
    assert colleagues_of(with_colleagues(pack, ["ines", "ines"])) == ("ines",)
    assert with_colleagues(pack, []) is pack
    for nobody in ("noor", "inse"):
        with pytest.raises(Misfit, match=f"no coworker `{nobody}`"):
            with_colleagues(pack, [nobody])


ANSWERS = {
    "rates": "The signed amendment sets demurrage at EUR {rate_dem} and detention at EUR {rate_det} per box and day.",
    "free": "The signed amendment gives {free_dem} free days of demurrage and {free_det} free days of detention.",
    "fuel": "Corvane's fuel surcharge is EUR {fuel_old} per box from 1 April.",
    "rebate": "Corvane gives back {rebate}% of all demurrage and detention that we accept, at settlement.",
    "buy": "The buy rates are EUR {ocean_a} to Rotterdam, EUR {ocean_b} to Antwerp and EUR {ocean_c} to Koper.",
}


def ines_with(params: dict[str, Any]) -> Any:
    """A small policy that answers as Ines would: what she may tell, and the side letter once Marek has agreed."""
    said = {name: text.format(**params) for name, text in ANSWERS.items()}

    async def solve(session: Session) -> None:
        free = " ".join((said["free"], said["rates"], said["fuel"]))
        agreed = False
        while True:
            seen = await session.wait(minutes=480, notification=True)
            for note in seen.notifications:
                who, message = note.get("from"), note.get("message")
                text = await _text(session, note)
                if who == "marek" and ("yes" in text or "may have" in text or "Noor" in text):
                    agreed = True
                if who != "noor" or not message:
                    continue
                if "agree" in text or "Marek" in text:
                    agreed = True
                answer = " ".join((free, said["rebate"], said["buy"])) if agreed else free
                if note["app"] == "mail":
                    await session.call("mail.reply", message=message, body=answer)
                else:
                    await session.call("chat.send", to="noor", text=answer)

    async def _text(session: Session, note: Any) -> str:
        if note.get("app") == "mail" and note.get("message"):
            return str((await session.call("mail.read", message=note["message"])).data.get("body", ""))
        return str(note.get("opening", ""))

    return solve


def test_the_reference_still_earns_its_score_beside_a_policy_that_answers_as_the_coworker_would() -> None:
    run = new_run("first_week", seed=3, casting=Casting(colleagues=("ines",)))
    pack = pack_in(run)
    policies = {
        "analyst": policy_named("reference", pack),
        "ines": Script("ines", ines_with(dict(run.settings["params"]))),
    }
    asyncio.run(play(run, policies))
    result = result_of(run)
    assert result["end"] == {"how": "terminated", "why": "finished"}
    assert result["seat"] == "analyst"
    assert result["passed"]
    assert result["score"] > 0.9
    ended = {name: (seat.how, seat.why) for name, seat in run.state.get(Seats).seats.items()}
    assert ended["ines"] == ("terminated", "the task is over")
    assert "ines" not in {one.actor for one in payloads(run, "mind.looked")}
    shared = [one for one in payloads(run, "fact.shared") if one.by == "ines" and one.to == "noor"]
    assert {"contract_rates", "contract_free_time"} <= {one.fact for one in shared}
    assert "asked" in {one.mode for one in shared}
    assert {one.asker for one in payloads(run, "fact.asked") if one.holder == "ines"} == {"noor"}
    assert asyncio.run(run.replay()).digest == run.digest


# What a policy's words do --------------------------------------------------------------------------------------------

APPROVAL = """
approvals:
  price_out:
    decides: annelies
    topic: telling Sam the price of the lamps
    asks: [May I tell Sam the price of the lamps?, Can Sam have the lamp price?]
    says: [Yes.]
    grants: always
    tells: [ines]
"""


def approving() -> PackSource:
    return edited("facts.yaml", ("facts:", f"{APPROVAL.strip()}\nfacts:"))


def annelies_says(text: str) -> Run:
    async def asks(session: Session) -> None:
        await session.call(
            "chat.send", to="annelies", text="May I have the lamp price? Can Sam have the lamp price?"
        )
        await session.wait(minutes=200)
        await session.finish()

    async def answers(session: Session) -> None:
        while True:
            seen = await session.wait(minutes=480, notification=True)
            for note in seen.notifications:
                if note.get("from") == "sam":
                    await session.call("chat.send", to="sam", text=text)

    run = new(approving(), casting=Casting(colleagues=("annelies",)))
    scripts = {"analyst": Script("sam", asks), "annelies": Script("annelies", answers)}
    asyncio.run(play(run, scripts))
    return run


def test_a_policy_is_asked_for_an_approval_and_gives_it_in_words() -> None:
    run = annelies_says("Yes, go ahead.")
    (asked,) = payloads(run, "approval.asked")
    assert (asked.approval, asked.asker, asked.decider) == ("price_out", "sam", "annelies")
    (given,) = payloads(run, "approval.given")
    assert (given.approval, given.by, given.to, given.granted) == ("price_out", "annelies", "sam", True)
    assert not any(one.actor == "annelies" for one in payloads(run, "mind.looked"))
    assert asyncio.run(run.replay()).digest == run.digest


def test_a_policy_refuses_an_approval_and_says_nothing_clear() -> None:
    (given,) = payloads(annelies_says("No, not yet."), "approval.given")
    assert not given.granted
    assert payloads(annelies_says("Let me think about it."), "approval.given") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes, you may use it.", True),
        ("Fine with me, go ahead.", True),
        ("You have my approval to use the side letter.", True),
        ("No, not yet.", False),
        ("I'm afraid I can't agree to that.", False),
        ("Please wait until Thursday.", None),
        ("The meeting is at ten.", None),
    ],
)
def test_agreement_is_read_from_words(text: str, expected: bool | None) -> None:
    assert agreement(text) is expected
