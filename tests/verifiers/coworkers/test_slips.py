"""Falling out of the role: what a model does that a colleague does not."""

from __future__ import annotations

from typing import Any

import pytest

from tenure.verifiers.coworkers.slips import slips
from tests.verifiers.coworkers.office import Desk


def found(text: str, who: str = "robin", to: str = "noor", **more: Any) -> list[str]:
    desk = Desk()
    desk.says(who, text, to=to, **more)
    return [one.kind for one in slips(desk.record())]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("as_ai", "As an AI language model, I can't open that file."),
        ("as_ai", "I'm just a virtual assistant, so I don't attend meetings."),
        ("as_ai", "That lies after my knowledge cutoff."),
        ("fourth_wall", "In this simulation I don't have that document."),
        ("fourth_wall", "Staying in character: the server is down."),
        ("fourth_wall", "The user asked for the rate, so here it is."),
        ("narrates", "*sighs* fine, I'll look."),
        ("narrates", "(smiles) The server is up again."),
        ("markdown", "The rate is **EUR 310**, valid until May."),
        ("markdown", "## Status\nAll up."),
        ("placeholder", "Best,\n[Your Name]"),
        ("placeholder", "I'll send {topic} by Thursday."),
        ("service_desk", "The server is up. Let me know if you have any further questions!"),
        ("service_desk", "How can I assist you today?"),
        ("does_agents_work", "I can draft the memo for you."),
        ("does_agents_work", "I've prepared your report, see below."),
        ("does_agents_work", "Here's a full draft of the memo:"),
    ],
)
def test_slips_are_found(kind: str, text: str) -> None:
    assert found(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "The assistant of the director is out, ask Ines.",
        "The model of the scanner is a Z-420, the AI camera next to it is broken.",
        "I'll prepare my own report on Thursday and send it to you.",
        "Please send your report to Ines when it's done.",
        "I'm happy to check your figures, but the build-up should come from you.",
        "The character set is wrong, the export has question marks in it.",
        "See the note (it's two pages) and the table on page 3.",
        "2 * 3 * 4 is 24, so that's the number of labels.",
        "Let me know when you're done.",
        "Ines: could you look at this?",
    ],
)
def test_what_colleagues_say_is_no_slip(text: str) -> None:
    assert not found(text)


def test_only_the_agents_work_counts() -> None:
    assert not found("I can draft the memo for you.", to="ines")


def test_what_somebody_promised_to_do_is_theirs_to_do() -> None:
    desk = Desk()
    sent = desk.says("robin", "I'll prepare the report for you by Thursday.")
    message = getattr(sent.payload, "message", "")
    assert len(slips(desk.record())) == 1
    from tenure.engine.office.events import PromiseMade

    made = PromiseMade(
        promise="robin/p1", by="robin", to="noor", what="the report", due=desk.now + 1, message=message
    )
    desk.emit(made, "robin")
    assert not slips(desk.record())


def test_speaking_for_somebody_else() -> None:
    assert found("Hi Noor,\n\nIt is up.\n\nInês Carvalho") == ["speaks_for_another"]
    assert found("Robin: it's down.\nInês: since when?", app="chat") == ["speaks_for_another"]
    assert not found("Hi Noor,\n\nIt is up.\n\nRobin")
    assert not found("Ask Inês.\n\nThanks,\nRobin Kuipers")


def test_lists_of_somebody_who_never_writes_lists() -> None:
    from tests.verifiers.coworkers.office import SETUP

    never = [
        one.id
        for one in SETUP.people.values()
        if one.persona is not None and one.persona.style.habits.bullet_points == "never"
    ]
    lists = "Two things:\n- the scanner\n- the printer"
    assert all(found(lists, who) == ["markdown"] for who in never)
    assert not found(lists, "ines")  # who often does


def test_the_storys_and_the_seats_words_are_their_authors() -> None:
    desk = Desk()
    desk.send("robin", "noor", "As an AI I say so.")  # no mind worded it
    desk.send("noor", "robin", "As an AI I ask you.")
    assert not slips(desk.record())
