from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.office.events import Away, Back, Joined, Left, MessageSent

from .conftest import Office


def test_channels_and_direct_messages(office: Office) -> None:
    office.use("noor", "chat.send", to="#ops-desk", text="Who has the manifest, @mei?")
    office.use("noor", "chat.send", to="mei", text="just us")
    office.use("mei", "chat.send", channel="ops-desk", text="I do", reply_to="noor/m1")
    office.use("noor", "chat.send", to="ops-desk", text="thanks", reply_to="mei/m1")
    threads = [event.payload.thread for event in office.events(MessageSent.kind)]  # type: ignore[attr-defined]
    assert threads == ["#ops-desk", "dm:mei:noor", "#ops-desk/noor/m1", "#ops-desk/noor/m1"]
    sent = office.events(MessageSent.kind)[0].payload
    assert isinstance(sent, MessageSent)
    assert (sent.to, sent.mentions) == (("dewi", "mei"), ("mei",))
    read = office.use("dewi", "chat.read", with_="#ops-desk")
    assert [line.text for line in read.messages] == ["Who has the manifest, @mei?", "I do", "thanks"]
    assert [line.reply_to for line in read.messages] == ["", "noor/m1", "mei/m1"]
    assert [line.text for line in office.use("mei", "chat.read", with_="Noor").messages] == ["just us"]
    assert office.use("dewi", "chat.read", with_="noor").messages == []


def test_unread_counts_fall_when_read(office: Office) -> None:
    for number in range(3):
        office.use("mei", "chat.send", to="noor", text=f"{number}")
    office.use("mei", "chat.send", to="#ops-desk", text="all")
    places = office.use("noor", "chat.channels")
    assert [(one.name, one.unread) for one in (*places.channels, *places.direct)] == [
        ("#ops-desk", 1),
        ("Mei Tan (mei)", 3),
    ]
    lines = office.use("noor", "chat.read", with_="mei", limit=2)
    assert [(line.text, line.new) for line in lines.messages] == [("1", True), ("2", True)]
    assert lines.more == "before=mei/m2 for 1 older"
    older = office.use("noor", "chat.read", with_="mei", before="mei/m2")
    assert [line.text for line in older.messages] == ["0"]
    assert office.use("noor", "chat.channels").direct[0].unread == 0
    again = office.use("noor", "chat.read", with_="mei")
    assert [line.new for line in again.messages] == [False] * 3
    assert again.words == 0


def test_a_channel_one_is_not_in_does_not_exist(office: Office) -> None:
    office.use("pieter", "chat.send", to="#finance", text="salaries")
    for tool, args in (
        ("chat.read", {"with_": "#finance"}),
        ("chat.send", {"to": "#finance", "text": "hi"}),
        ("chat.send", {"channel": "finance", "text": "hi"}),
        ("chat.search", {"query": "x", "in_": "#finance"}),
    ):
        error = office.refused("noor", tool, **args)
        assert error.code == "not_found"
        assert "#ops-desk" in error.hint
    assert "finance" not in json.dumps(office.use("noor", "chat.channels").record())
    assert office.use("noor", "chat.search", query="salaries").found == 0
    assert office.use("dewi", "chat.search", query="salaries").found == 1
    assert office.refused("noor", "chat.send", to="dewi", text="x", reply_to="pieter/m1").code == "not_found"


def test_who_can_be_written_to(office: Office) -> None:
    assert office.refused("noor", "chat.send", to="joost", text="x").code == "unavailable"
    assert office.refused("noor", "chat.send", to="noor", text="x").code == "invalid"
    assert office.refused("noor", "chat.send", to="dewy", text="x").hint == "Did you mean Dewi?"
    assert office.refused("noor", "chat.send", to="#ops-dsk", text="x").hint == "Did you mean ops-desk?"
    assert office.refused("noor", "chat.send", text="x").code == "invalid"
    office.use("mei", "chat.send", to="noor", text="hi")
    assert office.refused("noor", "chat.send", to="#ops-desk", text="x", reply_to="mei/m1").code == "invalid"


def test_everybody_can_be_mentioned(office: Office) -> None:
    office.use("noor", "chat.send", to="#ops-desk", text="@channel lunch? @nobody @Dewi.")
    sent = office.events(MessageSent.kind)[0].payload
    assert isinstance(sent, MessageSent)
    assert sent.mentions == ("dewi", "mei")


def test_long_talks_are_bounded_and_nothing_is_lost_between_pages(office: Office) -> None:
    for number in range(60):
        office.use("mei", "chat.send", to="noor", text=f"{number} " + "long " * (number * 10))
    seen: list[str] = []
    before = None
    while True:
        lines = office.use("noor", "chat.read", with_="mei", limit=50, before=before)
        assert len(json.dumps(lines.record())) <= 6_500
        seen = [line.text.split()[0] for line in lines.messages] + seen
        if not lines.more:
            break
        before = lines.messages[0].message
    assert seen == [str(number) for number in range(60)]


def test_presence_says_no_more_than_colleagues_may_know(office: Office) -> None:
    def presence(who: str) -> str:
        return office.use("noor", "chat.presence", person=who).presence

    assert presence("ines") == "off hours"
    assert presence("mei") == "available"
    office.at = 2 * 3_600_000
    assert presence("ines") == "available"
    meeting = office.use("noor", "calendar.invite", title="x", start="12:00", people=["ines"]).meeting
    office.emit(Joined(meeting=meeting, person="ines", late=0), "ines")
    assert presence("ines") == "in a meeting"
    office.emit(Left(meeting=meeting, person="ines"), "ines")
    office.emit(Away(person="ines", why="sick", until=26 * 3_600_000), "ines")
    assert presence("ines") == "away until Tue 2026-03-03 10:30"
    assert "sick" not in json.dumps(office.use("noor", "directory.show", person="ines").record())
    office.emit(Back(person="ines"), "ines")
    assert presence("ines") == "available"
    assert office.refused("noor", "chat.presence", person="joost").code == "unavailable"


PLACES = {"#ops-desk": {"noor", "dewi", "mei"}, "#finance": {"pieter", "dewi"}}
INSIDE = ("noor", "dewi", "ines", "pieter", "mei")


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from(INSIDE), st.sampled_from([*PLACES, *INSIDE])), max_size=12))
def test_a_person_sees_exactly_what_was_said_where_they_are(talk: list[tuple[str, str]]) -> None:
    office = Office()
    readers: dict[str, set[str]] = {}
    for number, (sender, to) in enumerate(talk):
        who = PLACES.get(to, {sender, to})
        if sender not in who or sender == to:
            office.refused(sender, "chat.send", to=to, text="x")
            continue
        readers[office.use(sender, "chat.send", to=to, text=f"token{number}").message] = who
    office.check_dump()
    for person in INSIDE:
        mine = {message for message, who in readers.items() if person in who}
        assert {line.message for line in office.use(person, "chat.search", query="token").messages} == mine
        seen: set[str] = set()
        for place in [*PLACES, *INSIDE]:
            if place != person and person in PLACES.get(place, {person}):
                seen |= {
                    line.message for line in office.use(person, "chat.read", with_=place, limit=100).messages
                }
        assert seen == mine
    office.run.close()
