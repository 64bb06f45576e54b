"""Contradictions: two versions, promises denied, knowledge from nowhere; and what only looks like one."""

from __future__ import annotations

import pytest

from tenure.engine.office.events import Act, FactShared
from tenure.verifiers.coworkers.contradictions import contradictions
from tests.verifiers.coworkers.office import SETUP, Desk, message_of


def kinds(desk: Desk) -> list[tuple[str, str]]:
    return [(one.kind, one.person) for one in contradictions(desk.record())]


def tells(desk: Desk, who: str, version: str, *, act: str = "answer", to: str = "noor") -> None:
    message = message_of(desk.send(who, to, "It is so.", acts=(Act(kind=act),)))
    shared = FactShared(fact="rate", version=version, by=who, to=to, message=message, mode="asked")
    desk.emit(shared, who)


def test_two_versions_of_one_fact() -> None:
    desk = Desk()
    tells(desk, "yusuf", "yusuf")
    tells(desk, "yusuf", "truth", to="robin")
    assert kinds(desk) == [("two_versions", "yusuf")]
    first, second = contradictions(desk.record())[0].events
    assert first < second


def test_the_same_version_again_is_none() -> None:
    desk = Desk()
    for _ in range(3):
        tells(desk, "yusuf", "yusuf")
    assert not kinds(desk)


def test_who_learned_better_in_between_may_say_so() -> None:
    desk = Desk()
    tells(desk, "yusuf", "yusuf")
    desk.learn("yusuf", "rate")
    tells(desk, "yusuf", "truth")
    assert not kinds(desk)


def test_a_correction_is_none() -> None:
    desk = Desk()
    tells(desk, "yusuf", "yusuf")
    tells(desk, "yusuf", "truth", act="correct")
    assert not kinds(desk)


def test_told_after_not_knowing() -> None:
    desk = Desk()
    desk.refuses("robin", "rate", "unknown")
    tells(desk, "robin", "truth")
    assert kinds(desk) == [("knew_after_all", "robin")]


def test_found_out_after_not_knowing_is_none() -> None:
    desk = Desk()
    desk.refuses("robin", "rate", "unknown")
    desk.learn("robin", "rate")
    tells(desk, "robin", "truth")
    assert not kinds(desk)


def test_not_knowing_what_one_told_a_moment_ago() -> None:
    desk = Desk()
    tells(desk, "ines", "truth")
    desk.refuses("ines", "rate", "unknown")
    assert kinds(desk) == [("no_longer_knew", "ines")]


def test_after_months_it_is_forgetting() -> None:
    people = {one.id: one.persona for one in SETUP.people.values() if one.persona is not None}
    days, who = min((persona.memory.fades_after_days, name) for name, persona in people.items())
    desk = Desk()
    tells(desk, who, "truth")
    desk.wait(hours=24 * (days * 7 // 5 + 4))
    desk.refuses(who, "rate", "unknown")
    assert not kinds(desk)


@pytest.mark.parametrize(
    "text",
    [
        "I never promised you that.",
        "I didn't say I'd send it by Thursday.",
        "I don't recall agreeing to deliver anything.",
        "There was no promise from me.",
    ],
)
def test_denying_a_promise(text: str) -> None:
    desk = Desk()
    desk.says("robin", text)  # nothing was promised: nothing is denied
    assert not kinds(desk)
    desk.promises("robin", "export")
    desk.says("robin", text, to="ines")  # somebody else
    desk.says("robin", text)
    assert kinds(desk) == [("promise_denied", "robin")]


@pytest.mark.parametrize(
    "text",
    ["I never said that was easy.", "I haven't told Ines yet.", "You'll have it by Thursday, as promised."],
)
def test_talking_of_a_promise_is_not_denying_it(text: str) -> None:
    desk = Desk()
    desk.promises("robin", "export")
    desk.says("robin", text)
    assert not kinds(desk)
