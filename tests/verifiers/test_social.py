"""What a run was like for the people in it."""

from __future__ import annotations

from typing import Any

import pytest

from tenure.engine.office import events as office
from tests.verifiers.journal import MINUTE, Paper

RUBRIC = (
    "criteria: [{id: memo, title: m, kind: document, of: {drive: /memo.md}, checks: [{words: {min: 2}}]}]"
)


def social(paper: Paper) -> dict[str, Any]:
    return paper.score(RUBRIC).social.as_json()


def ask(paper: Paper, person: str, thread: str, fact: str = "rate") -> None:
    sent = paper.send("noor", person, f"What is the {fact}?", thread=thread)
    message = getattr(sent.payload, "message", "")
    paper.emit(office.FactAsked(fact=fact, asker="noor", holder=person, message=message), person)


def test_an_empty_run() -> None:
    found = social(Paper())
    assert found["messages_sent"] == 0
    assert found["answer_rate"] is None
    assert found["messages_per_fact"] is None
    assert found["work_hours"] == 0


def test_who_was_asked_what_how_often_and_how_long_it_took() -> None:
    paper = Paper()
    paper.open()
    paper.wait(until="Mon 16:00")
    ask(paper, "ines", "t1")
    paper.send("noor", "ines", "Any news?", thread="t1")  # a chaser is the same turn
    ask(paper, "pieter", "t2")
    paper.wait(until="Tue 09:30")
    paper.send("ines", "noor", "It is 310.", thread="t1")
    paper.send("ines", "noor", "By the way, lunch?", thread="t9")
    paper.learn("noor")
    found = social(paper)
    assert found["asked"]["ines"]["turns"] == 1
    assert found["asked"]["ines"]["answered"] == 1
    assert found["asked"]["ines"]["topics"] == {"rate": 1}
    assert found["asked"]["pieter"]["answered"] == 0
    assert found["answer_rate"] == 0.5
    assert found["asked"]["ines"]["answer_minutes"]["median"] == 17 * 60 + 30
    assert found["asked"]["ines"]["answer_work_minutes"]["median"] == 90 + 30  # 16:00 to 17:30, 9:00 to 9:30
    assert found["messages_sent"] == 3
    assert found["messages_per_fact"] == 3.0
    assert found["facts_obtained"].keys() == {"rate"}


def test_news_and_crowds_ask_nobody() -> None:
    paper = Paper()
    paper.send("noor", "dewi", "The memo is on the drive.")
    paper.send("noor", "dewi ines pieter joost a b", "Anybody seen the sheet?", app="chat", thread="#ops")
    assert social(paper)["asked"] == {}
    paper.send("noor", "dewi ines pieter joost a b", "@ines?", app="chat", thread="#ops", mentions=("ines",))
    assert list(social(paper)["asked"]) == ["ines"]


def test_load_is_messages_and_reading_time() -> None:
    paper = Paper()
    paper.send("noor", "ines", "word " * 239, cc=("dewi",))
    paper.send("noor", "ines", "hi", app="chat", thread="dm:ines:noor")
    found = social(paper)["load"]
    assert found["ines"] == {"messages": 2, "words": 240, "reading_minutes": 2}
    assert found["dewi"]["messages"] == 1


def test_disclosures_leaks_refusals_and_misunderstandings() -> None:
    paper = Paper()
    paper.share("ines", "noor")
    paper.share("noor", "dewi", mode="volunteered")
    leak = paper.share("noor", "joost", mode="leaked")
    paper.share("ines", "joost", mode="leaked")
    paper.emit(office.FactRefused(fact="rate", by="ines", to="noor", message="m", reason="rule"), "ines")
    paper.emit(
        office.FactRefused(fact="rate", by="dewi", to="noor", message="m", reason="unknown", owed=True),
        "dewi",
    )
    paper.emit(office.NotUnderstood(person="pieter", asker="noor", message="m", text="?"), "pieter")
    paper.emit(office.NotUnderstood(person="pieter", asker="ines", message="m", text="?"), "pieter")
    paper.emit(office.FactReferred(fact="rate", by="dewi", to="noor", who="ines"), "dewi")
    found = social(paper)
    assert found["disclosures"]["by_seat"] == {"volunteered": 1, "leaked": 1}
    assert found["disclosures"]["by_coworkers"] == {"asked": 1, "leaked": 1}
    assert found["leaks"][0] == {"seq": leak.seq, "fact": "rate", "by": "noor", "to": "joost"}
    assert len(found["leaks"]) == 2
    assert found["refused"] == {"rule": 1, "unknown": 1}
    assert found["wrongly_refused"] == {"dewi": 1}
    assert found["not_understood"] == {"pieter": 1}
    assert found["referred"] == 1


def test_a_wrong_version_misleads_until_the_truth_is_known() -> None:
    paper = Paper()
    paper.learn("noor", version="pieter", source="pieter")
    assert social(paper)["misled"] == {"rate": "pieter"}
    paper.learn("noor")
    found = social(paper)
    assert found["misled"] == {}
    assert found["facts_obtained"].keys() == {"rate"}


@pytest.mark.parametrize("by", ["pieter", "noor"])
def test_promises_to_and_by_the_seat(by: str) -> None:
    paper = Paper()
    to = "noor" if by == "pieter" else "dewi"
    for number in (1, 2):
        paper.emit(office.PromiseMade(promise=f"{by}/p{number}", by=by, to=to, what="x", item="i", due=10**9))
    paper.emit(office.PromiseReminded(promise=f"{by}/p1", by=to, message="m"))
    paper.emit(office.PromiseKept(promise=f"{by}/p1", late=False))
    paper.emit(office.PromiseBroken(promise=f"{by}/p2"))
    paper.emit(office.PromiseKept(promise=f"{by}/p2", late=True))
    paper.emit(office.PromiseKept(promise="ines/p9", late=True))
    assert social(paper)["promises"] == {by: {"made": 2, "kept": 2, "late": 1, "broken": 1, "reminded": 1}}


def test_hours_meetings_and_the_end() -> None:
    paper = Paper()
    paper.wait(until="Mon 09:59")
    paper.open()
    paper.call(1)
    paper.emit(office.Effort(seat="analyst", cause="reading", milliseconds=90 * MINUTE))
    paper.emit(office.Effort(seat="analyst", cause="writing", milliseconds=30 * MINUTE))
    kickoff = paper.invite("Kickoff", "Mon 10:00", organiser="dewi", people="noor")
    review = paper.invite("Review", "Mon 15:00", organiser="dewi", people="noor")
    paper.emit(office.Joined(meeting=kickoff, person="noor", late=3 * MINUTE), "noor")
    paper.emit(office.Missed(meeting=review, person="noor"), "noor")
    paper.emit(office.Missed(meeting=review, person="dewi"), "dewi")
    assert social(paper)["ended"] == ""
    paper.wait(until="Tue 09:59")
    paper.finish()
    found = social(paper)
    assert found["effort_hours"] == {"reading": 1.5, "writing": 0.5}
    assert found["elapsed_hours"] == 24.0
    assert found["work_hours"] == 8.0
    assert found["meetings"] == {"attended": 1, "missed": 1, "late_minutes": 3}
    assert found["calls"] == 1
    assert found["ended"] == "terminated: finished"


def test_facts_found_in_documents_cost_no_messages() -> None:
    paper = Paper()
    paper.send("noor", "ines", "Hello")
    paper.emit(office.FactLearned(fact="rate", person="noor", via="drive:/a.md@1"), "noor")
    found = social(paper)
    assert found["facts_read"].keys() == {"rate"}
    assert found["facts_obtained"] == {}
    assert found["messages_per_fact"] is None
