"""A miss that a coworker stands in the way of is never silently the agent's."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tenure.engine.office import events as office
from tenure.engine.office.model import Setup
from tenure.verifiers import Scorecard, scene_of, score
from tests.verifiers.coworkers.office import SETUP, THINKING, Desk
from tests.verifiers.journal import CLOCK, rubric_of

RUBRIC = rubric_of("""
criteria:
  - {id: memo, title: There is a memo, kind: document, of: {drive: /memo.md}, checks: [{words: {min: 3}}]}
  - id: claim
    title: The rate is in it
    kind: document
    of: {drive: /memo.md}
    checks: [{mentions: [["310"]]}]
    facts: [rate]
gates: [{criterion: claim, cap: "0.4"}]
""")
PLAIN = "What is the demurrage rate at Antwerp?"


def desk() -> Desk:
    made = Desk()
    made.write("/memo.md", "The memo is written, without a rate.")
    return made


def card(made: Desk, setup: Setup = SETUP) -> Scorecard:
    return score(made.run, RUBRIC, scene_of(setup, "analyst", CLOCK))


def faults(made: Desk, setup: Setup = SETUP) -> list[tuple[str, str]]:
    return [(one.kind, one.person) for one in card(made, setup).row("claim").verdict.faults]


def scores(made: Desk, setup: Setup = SETUP) -> tuple[str, str, str]:
    found = card(made, setup)
    return (str(found.score), str(found.charged), str(found.excused))


def test_without_a_fault_all_three_scores_are_one() -> None:
    made = desk()
    assert not faults(made)
    assert scores(made) == ("0.4000", "0.4000", "0.4000")
    made.asks("ines", "rate")
    made.refuses("ines", "rate", "busy", owed=True)
    assert not faults(made)  # being busy passes


def test_a_wrongful_refusal_leaves_the_score_and_opens_the_gate() -> None:
    made = desk()
    made.asks("ines", "rate")
    made.refuses("ines", "rate", owed=True)
    assert faults(made) == [("owed_refused", "ines")]
    assert scores(made) == ("1.0000", "0.4000", "1.0000")
    assert card(made).row("claim").as_json()["coworker_faults"][0]["kind"] == "owed_refused"


def test_a_scripted_misunderstanding_is_shown_beside_and_moves_no_score() -> None:
    made = desk()
    made.decides("ines", scripted=True)
    puzzled = made.puzzled("ines", PLAIN)
    found = card(made).row("claim")
    assert [(one.kind, one.seq) for one in found.verdict.faults] == [("not_understood", puzzled.seq)]
    assert found.verdict.status == "judged"
    assert scores(made) == ("0.4000", "0.4000", "1.0000")


def test_a_models_misunderstanding_leaves_the_score() -> None:
    made = desk()
    made.decides("ines")
    made.puzzled("ines", PLAIN)
    assert card(made, THINKING).row("claim").verdict.status == "coworker_fault"
    assert scores(made, THINKING) == ("1.0000", "0.4000", "1.0000")


@pytest.mark.parametrize(
    "question", ["Can you help me with my memo?", "What about the other thing?", "And the rest?"]
)
def test_what_no_fair_reader_understands_is_the_askers(question: str) -> None:
    made = desk()
    made.decides("ines")
    made.puzzled("ines", question)
    assert not faults(made, THINKING)


def test_who_does_not_hold_the_fact_need_not_understand() -> None:
    made = desk()
    made.decides("hendrik")
    made.puzzled("hendrik", PLAIN)
    assert not faults(made, THINKING)


def test_a_fault_is_over_when_the_fact_arrives() -> None:
    made = desk()
    made.decides("ines")
    made.puzzled("ines", PLAIN)
    made.learn("noor")
    assert not faults(made, THINKING)
    assert scores(made, THINKING)[0] == "0.4000"  # it is the agent's now


def test_a_fault_about_another_fact_excuses_nothing() -> None:
    made = desk()
    made.emit(
        office.FactRefused(fact="floor", by="ines", to="noor", message="x", reason="rule", owed=True), "ines"
    )
    assert not faults(made)


def test_a_criterion_that_is_met_has_no_fault() -> None:
    made = desk()
    made.refuses("ines", "rate", owed=True)
    made.write("/memo.md", "The rate is 310 euros, says the sheet.")
    assert not faults(made)
    assert scores(made) == ("1.0000", "1.0000", "1.0000")


def test_a_promise_remembered_and_never_kept() -> None:
    made = desk()
    promise = made.promises("robin", "export")  # what gives the rate
    made.emit(office.PromiseBroken(promise=promise), "robin")
    assert faults(made) == [("promise_broken", "robin")]


def test_a_promise_forgotten_as_its_author_declared_is_the_agents_to_chase() -> None:
    made = desk()
    promise = made.promises("robin", "export", remembers=False)
    made.emit(office.PromiseBroken(promise=promise), "robin")
    assert not faults(made)
    made.emit(office.PromiseReminded(promise=promise, by="noor", message="noor/m1"), "robin")
    assert faults(made) == [("promise_broken", "robin")]  # reminded, and still not kept
    made.emit(office.PromiseKept(promise=promise, late=True), "robin")
    made.learn("noor", source="robin")
    assert not faults(made)


def test_a_mind_that_failed_when_asked() -> None:
    made = desk()
    message = getattr(made.send("noor", "ines", PLAIN).payload, "message", "")
    made.decides("ines", message, failure="timeout")
    assert faults(made, THINKING) == [("mind_failed", "ines")]
    assert card(made, THINKING).row("claim").verdict.status == "coworker_fault"


def test_a_mind_that_failed_over_a_question_that_was_understood_later() -> None:
    made = desk()
    message = getattr(made.send("noor", "ines", "And for Antwerp?").payload, "message", "")
    made.decides("ines", message, failure="malformed")
    assert not faults(made, THINKING)
    made.emit(office.FactAsked(fact="rate", asker="noor", holder="ines", message=message), "noor")
    assert faults(made, THINKING) == [("mind_failed", "ines")]


def test_where_the_rules_forbid_it_a_failed_mind_took_nothing() -> None:
    made = desk()
    message = getattr(made.send("noor", "ines", PLAIN).payload, "message", "")
    made.decides("ines", message, failure="timeout")
    made.refuses("ines", "rate")  # the scripted mind stood in, and the rules forbade it
    assert not faults(made, THINKING)


def test_a_mind_that_failed_over_something_else() -> None:
    made = desk()
    message = getattr(made.send("noor", "ines", "Is the coffee machine mended?").payload, "message", "")
    made.decides("ines", message, failure="timeout")
    made.decides("ines", failure="timeout")
    assert not faults(made, THINKING)


def test_the_command_line_says_what_the_score_is_with_and_without() -> None:
    from tenure.engine.cli.scorecard import fault_lines

    made = desk()
    assert not fault_lines(card(made).as_json())
    made.refuses("ines", "rate", owed=True)
    (line,) = fault_lines(card(made).as_json())
    assert "0.400" in line
    assert "1.000" in line
    assert card(made).charged == Decimal("0.4000")
