from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.office.events import MessageRead, MessageSent

from .conftest import Office


def test_a_mail_reaches_everybody_on_it_and_stays_unread_until_read(office: Office) -> None:
    sent = office.use(
        "noor", "mail.send", to=["Ines"], cc="dewi@office.example", subject="Rates", body="Which rate?"
    )
    assert sent.message == "noor/m1"
    for person in ("ines", "dewi"):
        box = office.use(person, "mail.inbox", unread_only=True)
        assert [row.message for row in box.messages] == ["noor/m1"]
    mail = office.use("ines", "mail.read", message="noor/m1")
    assert (mail.body, mail.subject, mail.at) == ("Which rate?", "Rates", "Mon 2026-03-02 08:30")
    assert office.use("ines", "mail.inbox", unread_only=True).messages == []
    assert office.use("dewi", "mail.inbox").unread == 1
    assert office.use("pieter", "mail.inbox").found == 0
    assert [row.to for row in office.use("noor", "mail.inbox", folder="sent").messages] == ["Inês Marchetti"]


def test_replies_stay_in_the_thread_and_forwards_begin_another(office: Office) -> None:
    office.use("noor", "mail.send", to=["ines", "pieter"], cc=["dewi"], subject="Rates", body="Which?")
    one = office.use("ines", "mail.reply", message="noor/m1", body="Which lane?")
    assert (one.thread, one.subject) == ("noor/m1", "Re: Rates")
    assert one.to == ["Noor de Vries (noor)"]
    every = office.use("pieter", "mail.reply", message="noor/m1", body="All", all=True)
    assert every.to == ["Noor de Vries (noor)", "Inês Marchetti (ines)"]
    assert every.cc == ["Dewi Santoso (dewi)"]
    again = office.use("noor", "mail.reply", message=one.message, body="Antwerp")
    assert again.subject == "Re: Rates"
    forward = office.use("noor", "mail.forward", message=one.message, to=["joost"], body="See below")
    assert forward.thread == forward.message
    assert "Which lane?" in office.use("joost", "mail.read", message=forward.message).body

    thread = office.use("noor", "mail.thread", thread="noor/m1")
    assert [mail.body for mail in thread.messages] == ["Which?", "Which lane?", "All", "Antwerp"]
    # Pieter was on the first mail and wrote himself; Ines' private answer is not his
    assert [mail.body for mail in office.use("pieter", "mail.thread", thread="noor/m1").messages] == [
        "Which?",
        "All",
    ]


def test_replying_to_what_one_sent_goes_to_its_readers(office: Office) -> None:
    office.use("noor", "mail.send", to=["ines"], subject="A", body="first")
    sent = office.use("noor", "mail.reply", message="noor/m1", body="and another thing")
    assert sent.to == ["Inês Marchetti (ines)"]


@pytest.mark.parametrize(
    ("to", "code", "says"),
    [
        ("inse", "not_found", "ines"),
        ("ines@office.exampel", "not_found", "ines@office.example"),
        ("Bakker", "invalid", "pieter"),
        ("nobody@nowhere.example", "not_found", "bounce"),
    ],
)
def test_wrong_recipients_are_refused_with_a_suggestion(
    office: Office, to: str, code: str, says: str
) -> None:
    error = office.refused("noor", "mail.send", to=[to], subject="x", body="y")
    assert error.code == code
    assert says in f"{error.message} {error.hint}"


def test_names_are_understood_as_people_write_them(office: Office) -> None:
    for name in (
        "ines",
        "INES",
        "Inês Marchetti",
        "marchetti",
        "Inês Marchetti <ines@office.example>",
        "@ines",
    ):
        assert office.use("noor", "mail.send", to=[name], body="x").to == ["Inês Marchetti (ines)"]


def test_only_parties_may_open_reply_forward_or_mark(office: Office) -> None:
    office.use("noor", "mail.send", to=["ines"], subject="secret", body="between us")
    for tool, more in (
        ("mail.read", {}),
        ("mail.reply", {"body": "x"}),
        ("mail.forward", {"to": ["dewi"]}),
        ("mail.save_attachment", {"name": "a", "path": "/a"}),
    ):
        assert office.refused("pieter", tool, message="noor/m1", **more).code == "not_found"
    assert office.refused("pieter", "mail.thread", thread="noor/m1").code == "not_found"
    assert office.refused("pieter", "mail.mark", messages=["noor/m1"], as_="read").code == "not_found"
    assert office.use("pieter", "mail.search", query="secret").found == 0


def test_attachments_come_from_the_drive_and_notes_and_can_be_read_and_saved(office: Office) -> None:
    office.use("noor", "drive.write", path="/Reports/claim.md", text="# Claim\n1,250.00\n")
    office.use("noor", "notes.write", name="rates", text="EUR 75")
    office.use(
        "noor",
        "mail.send",
        to=["ines"],
        subject="Claim",
        body="Attached",
        attachments=["/Reports/claim.md", "rates"],
    )
    mail = office.use("ines", "mail.read", message="noor/m1")
    assert mail.attachments == ["claim.md (17 bytes)", "rates.md (6 bytes)"]
    assert office.use("ines", "mail.read_attachment", message="noor/m1", name="rates.md").text == "EUR 75"
    saved = office.use("ines", "mail.save_attachment", message="noor/m1", name="claim.md", path="/Pricing/")
    assert (saved.path, saved.version) == ("/Pricing/claim.md", 1)
    assert office.use("ines", "drive.read", path="/Pricing/claim.md").text.startswith("# Claim")
    assert "claim.md" in office.refused("ines", "mail.read_attachment", message="noor/m1", name="no").hint
    assert (
        office.refused("noor", "mail.send", to=["ines"], body="x", attachments=["/Finance/a.csv"]).code
        == "not_found"
    )


def test_nobody_attaches_what_they_may_not_see(office: Office) -> None:
    office.use("pieter", "drive.write", path="/Finance/buy.csv", text="lane,rate\n")
    assert (
        office.refused("noor", "mail.send", to=["joost"], body="x", attachments=["/Finance/buy.csv"]).code
        == "not_found"
    )


def test_marking_flagging_and_folders(office: Office) -> None:
    for number in range(3):
        office.use("ines", "mail.send", to=["noor"], subject=f"s{number}", body="b")
    assert office.use("noor", "mail.mark", messages=["ines/m1", "ines/m2"], as_="archived").changed == 2
    assert office.use("noor", "mail.flag", messages=["ines/m3"]).changed == 1
    assert office.use("noor", "mail.flag", messages=["ines/m3"]).changed == 0
    office.use("noor", "mail.mark", messages="ines/m1, ines/m3", as_="read")
    assert [row.message for row in office.use("noor", "mail.inbox", folder="flagged").messages] == ["ines/m3"]
    assert [row.message for row in office.use("noor", "mail.inbox", folder="archive").messages] == [
        "ines/m2",
        "ines/m1",
    ]
    assert [row.message for row in office.use("noor", "mail.inbox").messages] == ["ines/m3"]
    office.use("noor", "mail.mark", messages=["ines/m3"], as_="unread")
    assert office.use("noor", "mail.inbox").unread == 2


def test_search_filters(office: Office) -> None:
    office.use("noor", "drive.write", path="/a.md", text="x")
    office.use("ines", "mail.send", to=["noor"], subject="Antwerp demurrage", body="The rate is 75 a day")
    office.at = 86_400_000
    office.use(
        "pieter",
        "mail.send",
        to=["noor"],
        cc=["ines"],
        subject="Invoice",
        body="demurrage of Antwerp, über alles",
    )
    office.use("noor", "mail.send", to=["pieter"], subject="Re invoice", body="thanks", attachments=["/a.md"])

    def search(query: str) -> list[str]:
        return [row.message for row in office.use("noor", "mail.search", query=query).messages]

    assert search("demurrage") == ["ines/m1", "pieter/m1"]
    assert search("demurrage from:pieter") == ["pieter/m1"]
    assert search("from:me") == ["noor/m1"]
    assert search("to:ines") == ["pieter/m1"]
    assert search("subject:invoice") == ["noor/m1", "pieter/m1"]
    assert search("has:attachment") == ["noor/m1"]
    assert search("before:2026-03-03") == ["ines/m1"]
    assert search("after:2026-03-02") == ["noor/m1", "pieter/m1"]
    assert search('"demurrage of"') == ["pieter/m1"]
    assert search("uber") == ["pieter/m1"]
    assert search("in:inbox is:unread from:ines") == ["ines/m1"]
    assert search("zebra") == []
    assert search('"') == []
    assert office.refused("noor", "mail.search", query="form:ines").hint.startswith("Did you mean from")
    assert office.refused("noor", "mail.search", query="before:soon").code == "invalid"
    assert office.refused("noor", "mail.search", query="has:wings").code == "invalid"


def test_search_stays_right_over_ten_thousand_messages(office: Office) -> None:
    step = office.run.loop.open_step(0)
    lanes = ["Antwerp", "Bremen", "Gdansk", "Oslo", "Porto"]
    for number in range(10_000):
        sender, to = (("ines", "noor"), ("pieter", "dewi"))[number % 2]
        body = step.blobs.put_text(
            f"Report {number} on the lane to {lanes[number % 5]}, box MSKU{number:07d}"
        )
        step.emit(
            MessageSent(
                message=f"{sender}/m{number}",
                app="mail",
                thread=f"{sender}/m{number}",
                sender=sender,
                to=(to,),
                subject=f"Lane {number}",
                body=body,
                words=9,
                past=True,
                sent_at=number - 20_000,
            ),
            sender,
        )
    office.run.loop.close_step(step)
    assert office.use("noor", "mail.search", query="MSKU0004242").messages[0].message == "ines/m4242"
    assert office.use("noor", "mail.search", query="MSKU0004243").found == 0
    first = office.use("noor", "mail.search", query="lane antwerp")
    assert first.found == 1000
    second = office.use("noor", "mail.search", query="lane antwerp", page=2)
    assert not {row.message for row in first.messages} & {row.message for row in second.messages}
    office.use("ines", "mail.send", to=["noor"], subject="New", body="antwerp unicorn")
    assert office.use("noor", "mail.search", query="unicorn").found == 1
    # a fresh process builds the index anew and ranks alike
    before = office.use("noor", "mail.search", query="lane oslo report").record()
    del office.world.apps["mail"]._indices["noor"]  # type: ignore[attr-defined]
    assert office.use("noor", "mail.search", query="lane oslo report").record() == before


def test_after_going_back_in_time_search_finds_what_there_was(office: Office) -> None:
    office.use("ines", "mail.send", to=["noor"], subject="first", body="unicorn")
    then = office.run.state.dump()
    office.use("ines", "mail.send", to=["noor"], subject="second", body="unicorn")
    assert office.use("noor", "mail.search", query="unicorn").found == 2
    office.run.state.load(then)
    assert office.use("noor", "mail.search", query="unicorn").found == 1


def test_long_mails_come_in_parts_and_every_result_is_bounded(office: Office) -> None:
    body = "A sentence of some length that is repeated. " * 1000
    office.use("ines", "mail.send", to=["noor"], subject="L" * 300, body=body)
    text, part = "", 1
    while True:
        mail = office.use("noor", "mail.read", message="ines/m1", part=part)
        assert len(json.dumps(mail.record(), ensure_ascii=False)) <= 6_000
        text += mail.body
        if not mail.more:
            break
        part += 1
    assert text == body.strip()
    assert office.refused("noor", "mail.read", message="ines/m1", part=99).code == "invalid"
    for number in range(40):
        office.use("ines", "mail.reply", message="ines/m1", body=f"{number} " + "x" * 3000)
    for tool, args in (
        ("mail.inbox", {"folder": "sent"}),
        ("mail.thread", {"thread": "ines/m1"}),
        ("mail.search", {"query": "xxx sentence"}),
    ):
        assert len(json.dumps(office.use("ines", tool, **args).record(), ensure_ascii=False)) <= 6_000


def test_every_message_of_a_long_thread_is_on_some_page(office: Office) -> None:
    office.use("ines", "mail.send", to=["noor"], subject="s", body="0 " + "x " * 600)
    for number in range(1, 15):
        office.use("ines", "mail.reply", message="ines/m1", body=f"{number} " + "x " * 600)
    seen: list[str] = []
    page = 1
    while True:
        thread = office.use("noor", "mail.thread", thread="ines/m1", page=page)
        seen = [mail.body.split()[0] for mail in thread.messages] + seen
        if not thread.more:
            break
        page += 1
    assert seen == [str(number) for number in range(15)]


def test_reading_the_same_again_costs_no_reading_time(office: Office) -> None:
    office.use("ines", "mail.send", to=["noor"], subject="s", body="word " * 238)
    first = office.effort("noor", "mail.read", message="ines/m1")
    again = office.effort("noor", "mail.read", message="ines/m1")
    assert first - again == 60_000
    assert office.effort("noor", "mail.thread", thread="ines/m1") == again


def test_writing_costs_by_its_words(office: Office) -> None:
    tool = office.world.tools["mail.send"]
    args = tool.arguments.model_validate({"to": ["ines"], "body": "word " * 19})
    assert tool.effort(args, None) == 60_000 + 6_000


def test_an_empty_mail_is_refused(office: Office) -> None:
    assert office.refused("noor", "mail.send", to=["ines"], body="  ").code == "invalid"


def test_reads_emit_only_that_something_was_read(office: Office) -> None:
    office.use("ines", "mail.send", to=["noor"], subject="s", body="b")
    before = len(office.events())
    office.use("noor", "mail.inbox")
    office.use("noor", "mail.search", query="b")
    assert len(office.events()) == before
    office.use("noor", "mail.read", message="ines/m1")
    office.use("noor", "mail.read", message="ines/m1")
    assert [event.kind for event in office.events()[before:]] == ["content.read", MessageRead.kind]


def test_nothing_hidden_stands_in_a_result(office: Office) -> None:
    """What the sender's mind meant, or who has read it, is nobody's business."""
    office.use("ines", "mail.send", to=["noor", "pieter"], subject="s", body="b")
    before = office.use("pieter", "mail.read", message="ines/m1").record()
    office.use("noor", "mail.read", message="ines/m1")
    after = office.use("pieter", "mail.read", message="ines/m1").record()
    assert before == after
    assert "told" not in after
    assert "acts" not in after


PEOPLE = ("noor", "dewi", "ines", "pieter", "mei", "joost")
letters = st.tuples(
    st.sampled_from(PEOPLE),
    st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=3),
    st.lists(st.sampled_from(PEOPLE), max_size=2),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(letters, min_size=1, max_size=8), st.data())
def test_a_person_never_sees_a_mail_they_are_not_on(
    sent: list[tuple[str, list[str], list[str]]], data: st.DataObject
) -> None:
    office = Office()
    parties: dict[str, set[str]] = {}
    for number, (sender, to, cc) in enumerate(sent):
        if parties and data.draw(st.booleans()):
            message = data.draw(st.sampled_from(sorted(parties)))
            sender = data.draw(st.sampled_from(sorted(parties[message])))
            result = office.use(
                sender, "mail.reply", message=message, body=f"token{number}", all=data.draw(st.booleans())
            )
        else:
            result = office.use(sender, "mail.send", to=to, cc=cc, subject="s", body=f"token{number}")
        event = office.events(MessageSent.kind)[-1].payload
        assert isinstance(event, MessageSent)
        parties[result.message] = {event.sender, *event.to, *event.cc}
    office.check_dump()
    for person in PEOPLE:
        mine = {message for message, who in parties.items() if person in who}
        listed = {
            row.message
            for folder in ("inbox", "sent")
            for row in office.use(person, "mail.inbox", folder=folder).messages
        }
        assert listed <= mine
        assert {row.message for row in office.use(person, "mail.search", query="token").messages} == mine
        for message in parties:
            if message in mine:
                assert office.use(person, "mail.read", message=message).message == message
                shown = {mail.message for mail in office.use(person, "mail.thread", thread=message).messages}
                assert shown <= mine
            else:
                assert office.refused(person, "mail.read", message=message).code == "not_found"
    office.run.close()


def test_deleted_mail_lies_in_the_bin_and_can_be_brought_back(office: Office) -> None:
    for subject in ("reserve note", "lunch"):
        office.use("ines", "mail.send", to=["noor"], subject=subject, body="meant for somebody else")
    assert office.use("noor", "mail.mark", messages=["ines/m1"], as_="deleted").changed == 1
    assert office.use("noor", "mail.mark", messages=["ines/m1"], as_="deleted").changed == 0
    inbox = office.use("noor", "mail.inbox")
    assert ([row.message for row in inbox.messages], inbox.unread) == (["ines/m2"], 1)
    assert office.use("noor", "mail.search", query="reserve").found == 0
    assert office.use("noor", "mail.search", query="from:ines").found == 1
    assert office.use("noor", "mail.search", query="reserve in:bin").found == 1
    assert [row.message for row in office.use("noor", "mail.inbox", folder="bin").messages] == ["ines/m1"]
    assert office.refused("noor", "mail.thread", thread="ines/m1").code == "not_found"
    assert office.use("ines", "mail.inbox", folder="sent").found == 2  # nobody else's box is touched
    office.use("noor", "mail.mark", messages=["ines/m1"], as_="inbox")
    assert office.use("noor", "mail.inbox").found == 2
    assert office.use("noor", "mail.search", query="reserve").found == 1
