"""Comments that mention coworkers are answered where they stand, and tickets that are given to them are taken up."""

from __future__ import annotations

from typing import Any

from tenure.engine.agents.session import Session
from tenure.engine.kernel.run import Run
from tenure.scenarios.source import PackSource
from tests.agents.lamps import lamps, new, played

TICKETS = b"""
workflows:
  request:
    start: new
    states: {new: {}, working: {}, review: {}, closed: {done: true}}
    moves:
      - {name: take, from: [new], to: working}
      - {name: submit, from: [working], to: review, by: [assignee]}
      - {name: pay, from: [review], to: closed, by: [assignee, approver], needs: [payment]}
    approvals:
      payment: {by: [annelies]}
queues:
  BUY: {title: Purchases, workflow: request, team: [ines, sam], customers: [annelies]}
"""
APPROVAL = b"""
approvals:
  payment:
    decides: annelies
    topic: paying for the lamps
    asks: [May we pay for the lamps?, Can the lamps be paid?, Is it all right to pay?, Do you agree to pay the lamps?]
    grants: %s
    says: ["Yes, pay it."]
    refuses: ["Not yet."]
"""


def office(**files: bytes) -> PackSource:
    known = dict(lamps().files)
    known["scenario.yaml"] = known["scenario.yaml"].replace(b"notes, drive]", b"notes, drive, tickets]")
    known["world/tickets.yaml"] = TICKETS
    known["facts.yaml"] += files.pop("approval", b"")
    return PackSource({**known, **files}, lamps().personas)


def of(run: Run, *kinds: str) -> list[Any]:
    return [event.payload for event in run.events(kinds) if not getattr(event.payload, "past", False)]


async def solve(source: PackSource, policy: Any, seed: int = 7) -> Run:
    run = await played(new(source, seed=seed), policy)
    (ended,) = of(run, "seat.ended")
    assert ended.how == "terminated", ended.why
    assert (await run.replay()).digest == run.digest
    return run


async def test_a_question_beside_a_file_is_answered_beside_it_by_what_one_knows() -> None:
    seen: list[Any] = []

    async def asks(session: Session) -> None:
        await session.call("drive.write", path="/Reports/lamps.md", text="Lamps cost ???.")
        asked = await session.call(
            "drive.comment", path="/Reports/lamps.md", text="@ines what price did we agree for the lamps?"
        )
        assert asked.ok, asked.error
        for _ in range(6):
            note = await session.wait(until="Tue 12:00", notification=True)
            seen.extend(note.notifications)
            if any(one["app"] == "drive" for one in note.notifications):
                break
        comments = await session.call("drive.comments", path="/Reports/lamps.md")
        seen.append(comments.data["comments"])
        await session.finish()

    run = await solve(office(), asks)
    own, answer = of(run, "drive.commented")
    assert (own.by, answer.by, answer.reply_to) == ("sam", "ines", own.comment)
    asked = of(run, "fact.asked")
    assert [(one.fact, one.asker, one.holder) for one in asked] == [("lamp_price", "sam", "ines")]
    (shared,) = of(run, "fact.shared")
    assert (shared.fact, shared.by, shared.to) == ("lamp_price", "ines", "sam")
    assert len(seen[-1]) == 2


async def test_what_may_not_be_told_is_not_told_beside_a_file() -> None:
    async def asks(session: Session) -> None:
        await session.call("drive.write", path="/Reports/lamps.md", text="Lamps cost ???.")
        await session.call(
            "drive.comment", path="/Reports/lamps.md", text="@ines what price did we agree for the lamps?"
        )
        await session.wait(until="Tue 14:00")
        await session.finish()

    never = lamps().files["facts.yaml"].replace(b"rule: on_request", b"rule: never")
    run = await solve(office(**{"facts.yaml": never}), asks)
    assert not of(run, "fact.shared")
    assert [one.fact for one in of(run, "fact.refused")] == ["lamp_price"]


async def test_a_ticket_that_is_given_to_a_coworker_is_taken_up_and_questions_in_it_answered() -> None:
    async def gives(session: Session) -> None:
        await session.wait(until="Mon 09:00")
        made = await session.call("tickets.create", queue="BUY", title="Lamps", assignee="ines")
        assert made.ok, made.error
        asked = await session.call(
            "tickets.comment", ticket=made.data["ticket"], text="@ines which price per lamp applies?"
        )
        assert asked.ok, asked.error
        await session.wait(until="Tue 14:00")
        await session.finish()

    run = await solve(office(), gives)
    (moved,) = of(run, "tickets.moved")
    assert (moved.by, moved.was, moved.to) == ("ines", "new", "working")
    assert [one.by for one in of(run, "tickets.commented")] == ["sam", "ines"]
    assert [one.fact for one in of(run, "fact.shared")] == ["lamp_price"]


async def submits(session: Session) -> None:
    await session.wait(until="Mon 09:00")
    made = await session.call("tickets.create", queue="BUY", title="Lamps", assignee="sam")
    ticket = made.data["ticket"]
    version = made.data["version"]
    for state in ("take", "submit"):
        moved = await session.call("tickets.move", ticket=ticket, version=version, to=state)
        assert moved.ok, moved.error
        version = moved.data["version"]
    await session.wait(until="Tue 14:00")
    await session.finish()


async def test_somebody_decides_a_ticket_as_their_approval_of_that_name_says() -> None:
    for grants, granted in (("always", True), ("never", False)):
        run = await solve(office(approval=APPROVAL % grants.encode()), submits)
        (decided,) = of(run, "tickets.decided")
        assert (decided.by, decided.approval, decided.granted) == ("annelies", "payment", granted)


async def test_without_such_an_approval_a_decision_is_left_to_the_story() -> None:
    run = await solve(office(), submits)
    assert not of(run, "tickets.decided")


# Files that somebody is asked to look at -----------------------------------------------------------------------------

WEIGHT = b"""  lamp_weight:
    statement: "A lamp weighs 4.75 kilograms."
    topic: the weight of a lamp
    asks: [How heavy is a lamp?, What does a lamp weigh?, What is its weight?, Which weight do we put down?]
    reveals: [["4.75"]]
    holders:
      - {person: ines, rule: RULE, says: "A lamp is 4.75 kilograms."}
      - person: annelies
        version: {statement: "A lamp weighs 5.25 kilograms.", says: "It is 5.25.", reveals: [["5.25"]]}
  lamp_price:"""


def weighed(rule: bytes = b"on_request") -> PackSource:
    facts = lamps().files["facts.yaml"].replace(b"  lamp_price:", WEIGHT.replace(b"RULE", rule))
    return office(**{"facts.yaml": facts})


async def sends_round(session: Session) -> None:
    await session.call(
        "drive.write", path="/Reports/lamps.md", text="# Lamps\n\nA lamp weighs 5.25 kilograms."
    )
    await session.call("drive.write", path="/Reports/other.md", text="# Lamps\n\nWe bought some.")
    for path in ("/Reports/lamps.md", "/Reports/other.md"):
        text = f"Could you please have a look at {path} before I send it?"
        assert (await session.call("mail.send", to=["ines"], subject=path, body=text)).ok
    await session.wait(until="Tue 14:00")
    await session.finish()


def written(run: Run, person: str) -> list[str]:
    return [run.journal.blobs.text(one.body) for one in of(run, "message.sent") if one.sender == person]


async def test_a_colleague_who_is_asked_to_look_at_a_file_opens_it_and_corrects_what_they_know_better() -> (
    None
):
    run = await solve(weighed(), sends_round)
    assert {one.path for one in of(run, "drive.read") if one.person == "ines"} == {
        "/Reports/lamps.md",
        "/Reports/other.md",
    }
    first, second = sorted(written(run, "ines"), key=lambda text: "4.75" not in text)
    assert "lamps.md" in first
    assert "4.75" in first
    assert "other.md" in second
    assert [(one.fact, one.by) for one in of(run, "fact.shared") if one.to == "sam"] == [
        ("lamp_weight", "ines")
    ]


async def test_a_file_that_goes_along_with_a_mail_is_opened_too() -> None:
    async def sends(session: Session) -> None:
        await session.call(
            "drive.write", path="/Reports/lamps.md", text="# Lamps\n\nA lamp weighs 5.25 kilograms."
        )
        sent = await session.call(
            "mail.send",
            to=["ines"],
            subject="Draft",
            body="Hi Ines, could you review the draft before I send it out?",
            attachments=["/Reports/lamps.md"],
        )
        assert sent.ok, sent.error
        await session.wait(until="Tue 14:00")
        await session.finish()

    run = await solve(weighed(), sends)
    assert [one.path for one in of(run, "drive.read") if one.person == "ines"] == ["/Reports/lamps.md"]
    assert any("4.75" in text for text in written(run, "ines"))


async def test_a_colleague_corrects_nothing_that_they_may_not_tell() -> None:
    run = await solve(weighed(b"never"), sends_round)
    assert not [one for one in of(run, "fact.shared") if one.to == "sam"]
    assert not any("4.75" in text for text in written(run, "ines"))


async def test_a_file_that_one_may_not_open_is_not_spoken_of() -> None:
    closed = weighed()
    files = {**closed.files, "world/drive/.access.yaml": b"/Reports: [sam]"}
    run = await solve(PackSource(files, closed.personas), sends_round)
    assert not [one for one in of(run, "drive.read") if one.person == "ines"]
    assert not any("5.25" in text or "4.75" in text for text in written(run, "ines"))


# Comments inside documents -------------------------------------------------------------------------------------------


async def test_a_question_in_a_document_is_answered_in_the_document() -> None:
    async def asks(session: Session) -> None:
        made = await session.call(
            "docs.create", path="/Reports/lamps.docx", text="# Lamps\n\nA lamp costs something.\n"
        )
        assert made.ok, made.error
        asked = await session.call(
            "docs.comment",
            path="/Reports/lamps.docx",
            version=made.data["version"],
            passage="costs something",
            text="@ines what price did we agree for the lamps?",
        )
        assert asked.ok, asked.error
        await session.wait(until="Tue 14:00")
        await session.finish()

    source = office()
    apps = source.files["scenario.yaml"].replace(b"drive, tickets]", b"drive, docs, tickets]")
    run = await solve(PackSource({**source.files, "scenario.yaml": apps}, source.personas), asks)
    versions = of(run, "drive.written")
    assert [one.by for one in versions] == ["sam", "sam", "ines"]
    assert [(one.fact, one.by) for one in of(run, "fact.shared")] == [("lamp_price", "ines")]
    assert not of(run, "command.refused")


async def test_a_file_that_is_shared_is_opened_at_some_later_look() -> None:
    async def shares(session: Session) -> None:
        await session.wait(until="Mon 09:00")
        await session.call("drive.write", path="/Mine/lamps.md", text="# Lamps")
        assert (await session.call("drive.share", path="/Mine/lamps.md", people=["ines", "annelies"])).ok
        await session.wait(until="Tue 14:00")
        await session.finish()

    run = await solve(office(), shares)
    opened = [event for event in run.events(("drive.read",)) if event.actor != "sam"]
    assert opened
    assert all(event.at > 45 * 60_000 for event in opened)
