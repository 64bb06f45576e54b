"""How the work was done: order, deadlines, confidentiality that is only worth something once it was called for."""

from __future__ import annotations

from tenure.engine.office.events import BeatFired, PromiseMade, PromiseReminded
from tests.verifiers.journal import Paper

RUBRIC = """
criteria:
  - {id: memo, title: m, kind: document, of: {drive: /memo.md}, checks: [{words: {min: 2}}]}
  - {id: it, title: t, kind: conduct, %s}
"""


def met(paper: Paper, what: str) -> bool:
    return paper.score(RUBRIC % what).row("it").verdict.met


def test_before_means_before() -> None:
    order = "when: {sent: {by: analyst, to: dewi}}, before: {beat: {id: escalates}}"
    paper = Paper()
    assert not met(paper, order)
    paper.send("noor", "dewi", "Hello")
    assert met(paper, order)
    paper.emit(BeatFired(beat="escalates"))
    assert met(paper, order)
    late = Paper()
    late.emit(BeatFired(beat="escalates"))
    late.send("noor", "dewi", "Hello")
    assert not met(late, order)


def test_never_counts_only_once_it_was_called_for() -> None:
    rule = "never: {told: {fact: rate, to: clients}}, needs: {sent: {by: analyst, to: joost}}"
    paper = Paper()
    assert not met(paper, rule)
    paper.send("noor", "joost", "We are looking into it.")
    assert met(paper, rule)
    told = paper.score(RUBRIC % rule).row("it").verdict.explanation
    assert told == "It never happened, as wanted."
    paper.share("noor", "joost")
    assert not met(paper, rule)


def test_load_counts_mails_and_chat_but_not_meetings() -> None:
    rule = "load: {on: ines, by: analyst, max_messages: 2}, needs: {sent: {by: analyst, to: dewi}}"
    paper = Paper()
    paper.send("noor", "ines dewi", "one")
    paper.send("noor", "dewi", "two", cc=("ines",))
    paper.send("noor", "ines", "said", app="meeting", thread="kickoff")
    paper.send("pieter", "ines", "not hers")
    assert met(paper, rule)
    third = paper.send("noor", "ines", "three", app="chat", thread="dm:ines:noor")
    row = paper.score(RUBRIC % rule).row("it")
    assert not row.verdict.met
    assert third.seq in row.verdict.events
    assert row.settled_at == third.seq


def test_time_decides_conditions_the_run_never_tracked() -> None:
    paper = Paper()
    answered = (
        "never: {no: {condition: {sent: {by: analyst, to: joost}}, within: 1 work day, after: {beat: {id: asks}}}},"
        " needs: {beat: {id: asks}}, weight: 0"
    )
    rubric = (RUBRIC % answered) + 'gates: [{criterion: it, cap: "0.5"}]'
    paper.emit(BeatFired(beat="asks"))
    assert paper.score(rubric).row("it").verdict.met
    paper.wait(hours=30)
    paper.send("pieter", "ines", "unrelated")
    assert not paper.score(rubric).row("it").verdict.met
    paper.send("noor", "joost", "too late")
    assert not paper.score(rubric).row("it").verdict.met
    good = Paper()
    good.emit(BeatFired(beat="asks"))
    good.wait(hours=5)
    good.send("noor", "joost", "in time")
    good.wait(hours=40)
    good.send("pieter", "ines", "unrelated")
    assert good.score(rubric).row("it").verdict.met


def test_a_promise_belongs_to_its_request() -> None:
    rule = "when: {promise: {request: manifest, status: reminded}}"
    paper = Paper()
    for number, item in enumerate(("other", "manifest"), 1):
        promise = f"pieter/p{number}"
        paper.emit(PromiseMade(promise=promise, by="pieter", to="noor", what="x", item=item, due=10**9))
        paper.emit(PromiseReminded(promise=promise, by="noor", message="noor/m1"))
        assert met(paper, rule) is (item == "manifest")


def test_what_a_seat_knows_from_others_counts_not_what_it_believes_wrongly() -> None:
    rule = "when: {known: {fact: rate, by: analyst}}"
    paper = Paper()
    paper.learn("noor", version="pieter", source="pieter")
    assert not met(paper, rule)
    paper.learn("noor")
    assert met(paper, rule)


def test_messages_texts_are_searched_in_any_format() -> None:
    rule = 'when: {sent: {by: analyst, to: dewi, app: mail, contains: [["1250.00"], ["owe", "owed"]]}}'
    paper = Paper()
    paper.send("noor", "dewi", "We owe 1.250,00 euros.", app="chat", thread="dm:dewi:noor")
    assert not met(paper, rule)
    paper.send("noor", "dewi", "We **owe** EUR 1,250.")
    assert met(paper, rule)
