from __future__ import annotations

import pytest

from tenure.engine.apps.base import ToolError
from tenure.engine.kernel.clock import HOUR, MINUTE
from tenure.engine.office.events import InvitationAnswered, Invited, MeetingEnded, MeetingStarted

from .conftest import Office


def book(office: Office, start: str = "Mon 10:00", **more: object) -> str:
    args = {"title": "Rates", "start": start, "people": ["ines", "Mei"], **more}
    return office.use("noor", "calendar.invite", **args).meeting


def test_an_invitation_stands_in_everybodys_calendar_in_their_own_time(office: Office) -> None:
    meeting = book(office, agenda=["Antwerp"], minutes=45, place="Room 2")
    assert meeting == "noor/c1"
    mine = office.use("noor", "calendar.list").meetings[0]
    assert (mine.start, mine.end, mine.answer) == ("Mon 2026-03-02 10:00", "10:45", "accepted")
    theirs = office.use("mei", "calendar.list").meetings[0]
    assert (theirs.start, theirs.answer) == ("Mon 2026-03-02 17:00", "")
    assert office.use("pieter", "calendar.list").found == 0
    office.use("ines", "calendar.accept", meeting=meeting)
    office.use("mei", "calendar.decline", meeting=meeting, reason="late here")
    shown = office.use("noor", "calendar.show", meeting=meeting)
    assert shown.agenda == ["Antwerp"]
    assert shown.people == [
        "Noor de Vries (noor): accepted",
        "Inês Marchetti (ines): accepted",
        "Mei Tan (mei): declined",
    ]
    answers = [event.payload for event in office.events(InvitationAnswered.kind)]
    assert [
        (one.person, one.answer, one.reason) for one in answers if isinstance(one, InvitationAnswered)
    ] == [
        ("ines", "accepted", ""),
        ("mei", "declined", "late here"),
    ]


def test_only_the_organiser_changes_a_meeting_and_only_the_invited_know_of_it(office: Office) -> None:
    meeting = book(office)
    assert (
        office.refused("ines", "calendar.reschedule", meeting=meeting, start="Tue 10:00").code == "forbidden"
    )
    assert office.refused("ines", "calendar.cancel", meeting=meeting).code == "forbidden"
    for tool, args in (
        ("calendar.show", {}),
        ("calendar.accept", {}),
        ("calendar.cancel", {}),
        ("calendar.reschedule", {"start": "Tue 10:00"}),
        ("meetings.attend", {}),
        ("meetings.transcript", {}),
    ):
        error = office.refused("pieter", tool, meeting=meeting, **args)
        assert error.code == "not_found"
        assert meeting not in error.hint
    moved = office.use("noor", "calendar.reschedule", meeting=meeting, start="tomorrow 9:30")
    assert (moved.start, moved.end) == ("Tue 2026-03-03 09:30", "Tue 2026-03-03 10:00")
    assert office.use("noor", "calendar.list", day="Tue").found == 1
    assert office.use("noor", "calendar.list", day="today").found == 0
    office.use("noor", "calendar.cancel", meeting=meeting, reason="solved")
    assert office.refused("ines", "calendar.accept", meeting=meeting).code == "unavailable"
    assert office.use("ines", "calendar.list").meetings[0].status == "cancelled"


def test_free_busy_shows_when_but_never_what(office: Office) -> None:
    book(office, "Mon 10:00", minutes=60, people=["ines"], title="Secret plans")
    result = office.use("dewi", "calendar.free_busy", people=["ines", "mei"], day="today")
    ines, mei = result.people
    assert ines.busy == ["10:00-11:00"]
    assert ines.hours == "09:00-12:30, 13:00-17:30"
    assert mei.hours == "02:00-05:30, 06:00-10:30"
    assert result.free == ["09:00-10:00"]
    assert "Secret" not in str(result.record())
    assert office.refused("dewi", "calendar.free_busy", people=["joost"]).code == "unavailable"


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"start": "Sun 99:00"}, "invalid"),
        ({"start": "yesterday 10:00"}, "invalid"),
        ({"start": "08:00"}, "invalid"),
        ({"start": "2029-01-01 10:00"}, "invalid"),
        ({"people": ["noor"]}, "invalid"),
        ({"people": ["Zed"]}, "not_found"),
    ],
)
def test_what_cannot_be_booked(office: Office, args: dict[str, object], code: str) -> None:
    base = {"title": "x", "start": "Mon 10:00", "people": ["ines"]}
    assert office.refused("noor", "calendar.invite", **{**base, **args}).code == code
    assert office.events(Invited.kind) == []


def test_a_clash_is_allowed_and_said(office: Office) -> None:
    book(office)
    second = office.use("noor", "calendar.invite", title="Other", start="Mon 10:15", people=["dewi"])
    assert "noor/c1" in second.note


def test_a_meeting_from_its_start_to_its_transcript(office: Office) -> None:
    meeting = book(office, people=["ines", "dewi"])
    tools, world = office.world.tools, office.world
    attend = tools["meetings.attend"]
    early = office.acting(
        "noor", lambda acting: attend.ends(acting, attend.arguments.model_validate({"meeting": meeting}))
    )
    assert isinstance(early, ToolError)
    assert early.code == "unavailable"
    office.advance(85 * MINUTE)
    ends = office.acting(
        "noor", lambda acting: attend.ends(acting, attend.arguments.model_validate({"meeting": meeting}))
    )
    assert ends == 90 * MINUTE
    office.advance(90 * MINUTE)
    joined = office.use("noor", "meetings.attend", meeting=meeting)
    assert joined.present == ["Noor de Vries (noor)"]
    office.use("ines", "meetings.attend", meeting=meeting)
    office.advance(105 * MINUTE - 1)
    assert office.events(MeetingStarted.kind)
    said = office.use("ines", "meetings.say", text="Antwerp is 75 a day, Noor.")
    assert said.to == ["Noor de Vries (noor)"]
    office.at += 1
    office.use("dewi", "meetings.attend", meeting=meeting)
    office.use("noor", "meetings.say", text="Thank you, Ines.")
    heard = office.use("noor", "meetings.listen", minutes=5)
    assert [(one.sender, one.text) for one in heard.said] == [
        ("Inês Marchetti (ines)", "Antwerp is 75 a day, Noor.")
    ]
    assert office.use("noor", "meetings.listen", minutes=5).said == []
    office.use("dewi", "meetings.leave")
    assert office.refused("dewi", "meetings.say", text="x").code == "unavailable"
    office.use("ines", "meetings.say", text="That is all.")
    listen = tools["meetings.listen"]
    ends = office.acting(
        "noor", lambda acting: listen.ends(acting, listen.arguments.model_validate({"minutes": 60}))
    )
    assert ends == 120 * MINUTE
    office.advance(120 * MINUTE)
    assert office.events(MeetingEnded.kind)
    last = office.use("noor", "meetings.listen", minutes=15)
    assert ([one.text for one in last.said], last.over) == (["That is all."], True)
    assert listen.effort(listen.arguments.model_validate({"minutes": 15}), last) == 15 * MINUTE
    text = office.use("noor", "meetings.transcript", meeting=meeting).text
    assert text.splitlines() == [
        "10:14 Inês Marchetti (ines): Antwerp is 75 a day, Noor.",
        "10:15 Noor de Vries (noor): Thank you, Ines.",
        "10:15 Inês Marchetti (ines): That is all.",
    ]
    # Dewi came late and left early: what was said without her is not hers to read
    dewi = office.use("dewi", "meetings.transcript", meeting=meeting).text
    assert dewi.splitlines() == ["10:15 Noor de Vries (noor): Thank you, Ines."]
    office.advance(121 * MINUTE)
    assert office.refused("noor", "meetings.listen").code == "unavailable"
    assert office.refused("noor", "meetings.attend", meeting=meeting).code == "unavailable"
    assert [row["attended"] for row in world.apps["calendar"].rows()] == [["dewi", "ines", "noor"]]


def test_who_was_invited_and_stayed_away_has_no_transcript(office: Office) -> None:
    meeting = book(office)
    office.advance(3 * HOUR)
    assert office.refused("ines", "meetings.transcript", meeting=meeting).code == "forbidden"


def test_far_days_are_listed_page_by_page(office: Office) -> None:
    for number in range(20):
        book(office, f"2026-03-{4 + number % 10:02} 1{number % 5}:00")
    first = office.use("noor", "calendar.list", from_="2026-03-04", to="2026-03-31")
    assert (first.found, len(first.meetings), first.more) == (20, 15, "page=2 of 2")
    assert office.refused("noor", "calendar.list", from_="Tue", to="yesterday").code == "invalid"
