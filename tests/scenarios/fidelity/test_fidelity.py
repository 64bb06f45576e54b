"""Fidelity: personas differ measurably, the same person does not differ from themselves, and faults show."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from decimal import Decimal

import pytest

from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.office.percept import Decision, Ignore, Refusal, Reply
from tenure.personas import available, load_persona
from tenure.personas.style import Length
from tenure.scenarios.casting import Casting
from tenure.scenarios.fidelity.distances import Distance, Pair, distance, of_the_same_trade, paired
from tenure.scenarios.fidelity.messages import messages
from tenure.scenarios.fidelity.report import Fidelity, fidelity
from tenure.scenarios.fidelity.trial import Trial, try_persona
from tenure.verifiers.coworkers.choices import choice_of
from tests.minds import rules
from tests.minds.coworker_server import CoworkerServer, Failure

CLERK, LEAD = "accounts_payable_clerk", "planning_lead"
"""Two people of finance: one by the book and out of patience at times, one who likes to talk."""


@pytest.fixture(scope="module")
def clerk() -> Trial:
    return try_persona(CLERK)


@pytest.fixture(scope="module")
def lead() -> Trial:
    return try_persona(LEAD)


@pytest.fixture(scope="module")
def clerk_again() -> Trial:
    return try_persona(CLERK, seed=2)


def of(trial: Trial) -> Fidelity:
    return fidelity(trial, [load_persona(one) for one in available()])


def mark(found: Fidelity, name: str) -> bool | None:
    return next(one.ok for one in (*found.style, *found.choices) if one.name == name)


def test_the_set_is_the_same_for_all_and_grows_at_its_end() -> None:
    assert messages(200) == messages(200)
    assert messages(60) == messages(200)[:60]
    kinds = Counter(one.kind for one in messages(200))
    assert len(kinds) == 14
    assert min(kinds.values()) >= 7
    assert all(one.app == "mail" for one in messages(200) if one.asker == "otto")
    with pytest.raises(ValueError, match="at least one"):
        messages(0)


def test_two_people_of_one_trade_differ_in_style_and_choices_over_200_messages(
    clerk: Trial, lead: Trial
) -> None:
    found = distance(clerk, lead)
    assert found.messages == 200
    assert found.style.distance > 2 * found.style.by_chance
    assert found.style.p < 0.01
    assert found.guessed > 0.8
    assert found.guessed_p < 1e-6
    assert found.choices.p < 0.05
    assert found.differs_interval is not None
    assert found.differs_interval.low > 0.05


def test_the_same_person_on_another_day_does_not(clerk: Trial, clerk_again: Trial) -> None:
    found = distance(clerk, clerk_again)
    assert found.style.p > 0.05
    assert found.choices.p > 0.05
    assert found.guessed < 0.6


def test_nobody_differs_from_themselves(clerk: Trial) -> None:
    found: Distance = distance(clerk, clerk)
    assert found.style.distance == pytest.approx(0, abs=1e-6)
    assert found.choices.distance == 0
    assert found.differs == 0
    assert found.pace_p == 1
    json.dumps(found.as_json())


def test_a_trial_can_be_repeated() -> None:
    assert try_persona(LEAD, count=25) == try_persona(LEAD, count=25)


def test_the_scripted_mind_is_true_to_what_the_persona_may_do(clerk: Trial, lead: Trial) -> None:
    for trial in (clerk, lead):
        found = of(trial)
        assert found.own_rank == 1
        for name in ("owed facts told", "protected facts given away", "sent to who knows", "asked back"):
            assert mark(found, name) is True, name
        assert not found.gave_away
        assert not found.failures
        assert not found.slips
        assert sum(sum(counts.values()) for counts in found.by_kind.values()) == 200
        json.dumps(found.as_json())


def test_what_is_unlike_the_persona_is_marked(clerk: Trial) -> None:
    """The same reactions, under a declaration of the test's own: in plain words, and long, shouted and in lists."""
    style = clerk.persona.style
    declared = style.model_copy(
        update={
            "words": style.words.model_copy(update={"mail": Length(min=1, typical=10, max=20)}),
            "habits": style.habits.model_copy(update={"exclamation": 0, "bullet_points": "never"}),
        }
    )
    plain_words = "The file is on the drive, have a look there. Tell me if it helps."
    shouted = "- The file is on the drive!\n- Have a look!\n" + "- And so on and on it goes!\n" * 20

    def said(words: str) -> Fidelity:
        told = (replace(one, text=words if one.text else "") for one in clerk.reactions)
        persona = clerk.persona.model_copy(update={"style": declared})
        return of(replace(clerk, persona=persona, reactions=tuple(told)))

    plain, loud = said(plain_words), said(shouted)
    for name in ("words in mail", "exclamation marks", "lists"):
        assert mark(plain, name) is True, name
        assert mark(loud, name) is False, name


def test_whoever_writes_as_somebody_else_is_nearer_to_them(clerk: Trial, lead: Trial) -> None:
    assert of(clerk).own_rank == 1
    assert of(replace(clerk, reactions=lead.reactions)).own_rank > 1


def test_what_is_given_away_and_taken_over_is_marked(clerk: Trial) -> None:
    soft = tuple(
        replace(one, choice="promises", acts=("acknowledge",), gave_away=("lawsuit",))
        if one.message.kind in ("own_work", "protected")
        else one
        for one in clerk.reactions
    )
    found = of(replace(clerk, reactions=soft))
    assert mark(found, "protected facts given away") is False
    assert mark(found, "own work taken over") is False
    assert len(found.gave_away) > 20


def test_who_helps_with_nothing_is_marked(clerk: Trial) -> None:
    cold = tuple(replace(one, choice="silent", text="") for one in clerk.reactions)
    found = of(replace(clerk, reactions=cold))
    assert mark(found, "owed facts told") is False
    assert mark(found, "sent to who knows") is False


def test_choices_by_what_tells_most() -> None:
    nothing = Decision(intents=(Ignore(reason="no"),))
    assert choice_of(nothing, "") == "silent"
    assert choice_of(nothing, "Hm.") == "replies"
    busy = Reply(text="Later.", refused=(Refusal(fact="a", reason="busy"),))
    rule = Reply(text="No.", refused=(Refusal(fact="a", reason="rule"),))
    unknown = Reply(text="No idea.", refused=(Refusal(fact="a", reason="unknown"),))
    asks = Reply(text="Which one?", not_understood=("what?",))
    for reply, choice in (
        (busy, "puts_off"),
        (rule, "refuses"),
        (unknown, "does_not_know"),
        (asks, "asks_back"),
    ):
        assert choice_of(Decision(intents=(reply,)), reply.text) == choice
    assert choice_of(Decision(intents=(asks, rule)), "") == "refuses"


def test_a_paired_test_knows_when_there_is_nothing() -> None:
    def gap(pairs: object) -> float:
        return abs(sum(one == "a" for one, _ in pairs) - sum(two == "a" for _, two in pairs))  # type: ignore[attr-defined]

    same = [Pair("a", "b"), Pair("b", "a")] * 20
    other = [Pair("a", "b")] * 40
    assert paired(same, gap, times=200).p > 0.2
    assert paired(other, gap, times=200).p < 0.01
    assert paired([], gap, times=200).distance == 0


def test_whom_to_compare_with() -> None:
    library = [load_persona(one) for one in available()]
    ((near, why),) = of_the_same_trade(load_persona(CLERK), library)
    assert near.id != CLERK
    assert near.role.profession in why
    twin = library[0].model_copy(update={"id": "twin"})
    ((found, why),) = of_the_same_trade(library[0], [*library, twin])
    assert found.id == "twin"
    assert why.startswith("also ")


def test_a_model_that_tells_all_and_fails_at_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")

    def failing(number: int, _: object) -> Failure | None:
        return "500" if number % 6 == 5 else "fenced" if number % 6 == 2 else None

    with CoworkerServer(rules.leaking, failures=failing) as server:
        given = {"model": "openai/rule", "api_base": server.address, "retries": 0, "price": ("1", "1", "1")}
        spec = MindSpec.model_validate({**given, "guard": False, "secrets": True})
        trial = try_persona(CLERK, casting=Casting(coworkers=spec), mind="rule", count=24)
        found = fidelity(trial, [])
        assert found.failures.get("unavailable", 0) > 0
        assert found.gave_away
        assert mark(found, "protected facts given away") is False
        assert found.calls > 10
        assert float(found.cost) > 0
        dear = spec.model_copy(update={"price": ("999", "999", "999")})
        stopped = try_persona(CLERK, casting=Casting(coworkers=dear), count=24, most=Decimal(1))
        assert "limit" in stopped.stopped
        assert len(stopped.reactions) < 24
