"""The drive among several people: sharing, comments, conflicts, and office files read, found and moved."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from tenure.engine.apps.base import Acting, ToolError
from tenure.engine.apps.drivecalls import MAX_PART_BYTES
from tenure.engine.apps.surface import functions
from tests.files.foreign import book, deck, word

from .conftest import Office


def coded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def put(office: Office, who: str, path: str, data: bytes) -> None:
    office.use(who, "drive.upload", path=path, content=coded(data))


LETTER = b"From: Joost <j@lines.example>\nTo: noor@office.example\nSubject: Rates\n\nThe quay fee is 41.50.\n"


# Kinds of files ------------------------------------------------------------------------------------------------------


def test_office_files_are_read_and_found_by_their_words(office: Office) -> None:
    put(office, "dewi", "/K/a.docx", word("The quay fee is due."))
    put(office, "dewi", "/K/b.xlsx", book(["Quay fee", 41.5]))
    put(office, "dewi", "/K/c.pptx", deck(("Quay fee and the board", "")))
    put(office, "dewi", "/K/d.eml", LETTER)
    put(office, "dewi", "/K/e.csv", b"item,fee\nquay,41.50\n")
    read = {
        name: office.use("noor", "drive.read", path=f"/K/{name}").text
        for name in "a.docx b.xlsx d.eml".split()
    }
    assert read["a.docx"] == "The quay fee is due.\n"
    assert "1 | Quay fee | 41.5" in read["b.xlsx"]
    assert "Subject: Rates" in read["d.eml"]
    found = {row.path for row in office.use("noor", "drive.search", query="quay fee").files}
    assert found == {f"/K/{name}" for name in ("a.docx", "b.xlsx", "c.pptx", "d.eml", "e.csv")}
    assert {row.path for row in office.use("noor", "drive.search", query='"quay fee"').files} == found - {
        "/K/e.csv"
    }
    put(office, "dewi", "/K/a.docx", word("Nothing is due."))
    assert "/K/a.docx" not in {row.path for row in office.use("noor", "drive.search", query="quay").files}


def test_a_long_document_is_read_in_parts_and_an_edit_costs_only_what_is_new(office: Office) -> None:
    lines = [f"Clause {number}: " + "the owner shall pay. " * 12 for number in range(60)]
    put(office, "dewi", "/long.docx", word(*lines))
    text, part, cost = "", 1, []
    while True:
        cost.append(office.effort("noor", "drive.read", path="/long.docx", part=part))
        piece = office.use("noor", "drive.read", path="/long.docx", part=part)
        assert len(json.dumps(piece.record())) <= 6_500
        text += piece.text
        if not piece.more:
            break
        part += 1
    assert all(f"Clause {number}:" in text for number in range(60))
    assert min(cost) > 6_000
    put(office, "dewi", "/long.docx", word(*lines[:-1], "A new last clause."))
    again = [office.effort("noor", "drive.read", path="/long.docx", part=one) for one in range(1, part + 1)]
    assert again[:-1] == [6_000] * (part - 1)
    assert again[-1] > 6_000


def test_what_one_wrote_oneself_counts_as_read(office: Office) -> None:
    put(office, "noor", "/mine.docx", word("I wrote this."))
    assert office.effort("noor", "drive.read", path="/mine.docx") == 6_000
    office.use("dewi", "drive.write", path="/a.md", text="one two three")
    office.use("noor", "drive.read", path="/a.md")
    office.use("noor", "drive.edit", path="/a.md", old="two", new="2")
    office.use("noor", "drive.append", path="/a.md", text="and more")
    assert office.effort("noor", "drive.read", path="/a.md") == 6_000
    office.use("dewi", "drive.write", path="/b.md", text="never read by noor")
    office.use("noor", "drive.append", path="/b.md", text="and more")
    assert office.effort("noor", "drive.read", path="/b.md") > 6_000


def test_a_damaged_document_says_so_and_can_be_downloaded(office: Office) -> None:
    data = word("The quay fee is due.")[:2_000]
    put(office, "dewi", "/bad.docx", data)
    read = office.use("noor", "drive.read", path="/bad.docx")
    assert read.text == ""
    assert "damaged" in read.note
    assert office.use("noor", "drive.search", query="quay").found == 0
    assert (
        base64.b64decode(office.use("noor", "drive.download", path="/bad.docx", size=9_000).content) == data
    )
    assert "docs" in office.refused("noor", "drive.edit", path="/bad.docx", old="a", new="b").hint


def test_a_mail_on_the_drive_is_edited_as_it_was_written(office: Office) -> None:
    put(office, "noor", "/m.eml", LETTER)
    office.use("noor", "drive.edit", path="/m.eml", old="41.50", new="42.50")
    data = base64.b64decode(office.use("noor", "drive.download", path="/m.eml").content)
    assert data == LETTER.replace(b"41.50", b"42.50")


# Up and down ---------------------------------------------------------------------------------------------------------


def test_a_program_gets_a_whole_file_in_one_call_and_a_reader_a_small_part(office: Office) -> None:
    data = bytes(range(256)) * 2_000
    put(office, "noor", "/big.bin", data)
    small = office.use("noor", "drive.download", path="/big.bin")
    assert len(json.dumps(small.record())) <= 6_000
    assert "size" in small.more
    whole = office.use("noor", "drive.download", path="/big.bin", size=MAX_PART_BYTES)
    assert base64.b64decode(whole.content) == data
    assert whole.more == ""
    second = office.use("noor", "drive.download", path="/big.bin", size=400_000, part=2)
    assert base64.b64decode(second.content) == data[400_000:]
    assert office.refused("noor", "drive.download", path="/big.bin", part=3, size=400_000).code == "invalid"


def test_a_file_comes_up_in_parts_in_any_order_and_is_there_with_the_last(office: Office) -> None:
    pieces = [bytes([number]) * 1_000 for number in range(3)]
    first = office.use("noor", "drive.upload", path="/p.bin", content=coded(pieces[2]), part=3, parts=3)
    assert (first.version, first.more) == (0, "still missing: part 1, 2")
    office.check_dump()
    assert office.refused("noor", "drive.read", path="/p.bin").code == "not_found"
    office.use("noor", "drive.upload", path="/p.bin", content=coded(pieces[0]), part=1, parts=3)
    # somebody else's parts are their own
    office.use("dewi", "drive.upload", path="/p.bin", content=coded(b"x"), part=2, parts=3)
    done = office.use("noor", "drive.upload", path="/p.bin", content=coded(pieces[1]), part=2, parts=3)
    assert (done.version, done.size, done.more) == (1, 3_000, "")
    got = office.use("noor", "drive.download", path="/p.bin", size=5_000).content
    assert base64.b64decode(got) == b"".join(pieces)
    assert (
        office.refused("noor", "drive.upload", path="/q.bin", content="AA==", part=4, parts=3).code
        == "invalid"
    )
    assert (
        office.refused("joost", "drive.upload", path="/q.bin", content="AA==", part=1, parts=3).code
        == "not_found"
    )


def test_another_upload_gives_the_first_one_up(office: Office) -> None:
    office.use("noor", "drive.upload", path="/p.bin", content=coded(b"1"), part=1, parts=2)
    office.use("noor", "drive.upload", path="/q.bin", content=coded(b"1"), part=1, parts=2)
    assert (
        office.use("noor", "drive.upload", path="/p.bin", content=coded(b"2"), part=2, parts=2).version == 0
    )
    assert (
        office.use("noor", "drive.upload", path="/p.bin", content=coded(b"1"), part=1, parts=2).version == 1
    )


# Versions ------------------------------------------------------------------------------------------------------------


def test_an_earlier_version_becomes_the_newest_and_none_is_lost(office: Office) -> None:
    for text in ("one", "two", "three"):
        office.use("noor", "drive.write", path="/v.md", text=text)
    assert office.use("dewi", "drive.restore", path="/v.md", version=1).version == 4
    texts = [office.use("noor", "drive.read_version", path="/v.md", version=one).text for one in (1, 2, 3, 4)]
    assert texts == ["one", "two", "three", "one"]
    assert office.refused("noor", "drive.restore", path="/v.md", version=9).code == "not_found"
    assert office.refused("joost", "drive.restore", path="/v.md", version=1).code == "not_found"


def test_two_editors_of_a_document_lose_nothing(office: Office) -> None:
    """As docs, sheets and slides do it: open, change, save against the version that was opened."""
    put(office, "dewi", "/d.docx", word("one"))
    files = office.world.apps["drive"]._premises.files  # type: ignore[attr-defined]
    mine, theirs = files.open("noor", "/d.docx", write=True), files.open("ines", "d.docx", write=True)
    assert (mine.version, mine.path, mine.data) == (1, "/d.docx", theirs.data)

    def save(who: str, version: int | None, data: bytes, path: str = "/d.docx"):
        step = office.run.loop.open_step(office.at)
        try:
            return files.save(Acting(step, who), path, data, version=version)
        finally:
            office.run.loop.close_step(step)

    assert save("ines", theirs.version, word("ines")) == ("/d.docx", 2)
    with pytest.raises(ToolError) as caught:
        save("noor", mine.version, word("noor"))
    assert caught.value.code == "conflict"
    assert "version 2, written by Inês Marchetti on Mon 2026-03-02 08:30" in caught.value.message
    assert "was not saved" in caught.value.message
    assert office.use("dewi", "drive.read", path="/d.docx").text == "ines\n"
    with pytest.raises(ToolError, match="exists already"):
        save("noor", None, word("new"))
    assert save("noor", None, word("new"), "/new.docx") == ("/new.docx", 1)
    with pytest.raises(ToolError, match="there is no version 7"):
        save("noor", 7, word("x"))
    assert files.open("noor", "/d.docx", version=1).data == mine.data
    with pytest.raises(ToolError, match="versions 1 to 2"):
        files.open("noor", "/d.docx", version=3)


# Sharing -------------------------------------------------------------------------------------------------------------


def test_a_file_is_shared_with_departments_and_channels(office: Office) -> None:
    office.use("pieter", "drive.write", path="/Finance/a.md", text="42")
    shared = office.use("pieter", "drive.share", path="/Finance/a.md", people=["#ops-desk", "Pricing"])
    assert shared.groups == ["#ops-desk", "Pricing"]
    for person in ("noor", "mei", "ines"):
        assert office.use(person, "drive.read", path="/Finance/a.md").text == "42"
        assert office.refused(person, "drive.write", path="/Finance/a.md", text="x").code == "forbidden"
    assert office.refused("joost", "drive.read", path="/Finance/a.md").code == "not_found"
    back = office.use("pieter", "drive.unshare", path="/Finance/a.md", people="#ops-desk")
    assert "Dewi" in back.note
    assert "Noor" not in back.note
    assert office.refused("noor", "drive.read", path="/Finance/a.md").code == "not_found"
    assert office.use("noor", "drive.search", query="42").found == 0
    assert office.use("ines", "drive.read", path="/Finance/a.md").text == "42"
    assert office.refused("pieter", "drive.unshare", path="/Finance/a.md", people="noor").code == "invalid"
    assert "ops-desk" in office.refused("pieter", "drive.share", path="/Finance/a.md", people="#ops-dsk").hint
    everybody = office.use("pieter", "drive.share", path="/Finance/a.md", people="all")
    assert len(everybody.people) == 4
    assert office.refused("joost", "drive.read", path="/Finance/a.md").code == "not_found"


def test_one_sees_who_may_open_a_file(office: Office) -> None:
    office.use("pieter", "drive.write", path="/Finance/a.md", text="42")
    office.use("pieter", "drive.share", path="/Finance/a.md", people="joost", may_write=True)
    access = office.use("joost", "drive.access", path="/Finance/a.md")
    assert access.folder == "Finance, Dewi Santoso"
    assert [(row.who, row.may_write) for row in access.shared] == [("Joost Bakker (joost)", True)]
    office.use("noor", "drive.write", path="/Open/a.md", text="x")
    assert office.use("noor", "drive.access", path="/Open/a.md").folder == "everybody inside"
    assert office.refused("noor", "drive.access", path="/Finance/a.md").code == "not_found"


# Comments ------------------------------------------------------------------------------------------------------------


def test_comments_stand_beside_any_file_and_tell_whom_they_call(office: Office) -> None:
    put(office, "dewi", "/c.bin", b"\x00")
    done = office.use("noor", "drive.comment", path="/c.bin", text="Is this right, @ines?", about="page 2")
    assert done.comment == "noor/k1"
    assert done.told == ["Inês Marchetti (ines)", "Dewi Santoso (dewi)"]
    notices = [(one.payload.people, one.payload.what) for one in office.events("app.notice")]  # type: ignore[attr-defined]
    assert notices == [(("ines",), "mentioned you in a comment"), (("dewi",), "commented")]
    office.use("ines", "drive.comment", path="/c.bin", text="It is.", reply_to="noor/k1")
    assert office.events("app.notice")[-1].payload.people == ("noor", "dewi")  # type: ignore[attr-defined]
    office.use("dewi", "drive.resolve", path="/c.bin", comment="noor/k1")
    rows = office.use("noor", "drive.comments", path="/c.bin").comments
    assert [(row.comment, row.text, row.reply_to, row.resolved) for row in rows] == [
        ("noor/k1", "Is this right, @ines?", None, True),
        ("ines/k1", "It is.", "noor/k1", False),
    ]
    office.use("dewi", "drive.move", path="/c.bin", to="/d.bin")
    assert office.use("noor", "drive.comments", path="/d.bin").found == 2
    assert (
        office.refused("noor", "drive.comment", path="/d.bin", text="x", reply_to="noor/k9").code
        == "not_found"
    )
    assert office.refused("noor", "drive.resolve", path="/d.bin", comment="x").code == "not_found"
    assert [row["path"] for row in office.world.apps["drive"].rows("comments")] == ["/d.bin", "/d.bin"]


def test_comments_are_for_those_who_may_open_the_file(office: Office) -> None:
    office.use("pieter", "drive.write", path="/Finance/a.md", text="42")
    office.use("pieter", "drive.comment", path="/Finance/a.md", text="secret words")
    for tool, more in (
        ("drive.comments", {}),
        ("drive.comment", {"text": "x"}),
        ("drive.resolve", {"comment": "pieter/k1"}),
        ("drive.unshare", {"people": "pieter"}),
    ):
        error = office.refused("noor", tool, path="/Finance/a.md", **more)
        assert error.code == "not_found"
        assert "/Finance/a.md" not in error.hint
    error = office.refused("pieter", "drive.comment", path="/Finance/a.md", text="@noor look")
    assert error.code == "forbidden"
    assert "Noor" in error.message
    office.use("pieter", "drive.share", path="/Finance/a.md", people="joost")
    assert office.use("joost", "drive.comment", path="/Finance/a.md", text="Seen.").told == [
        "Pieter Bakker (pieter)"
    ]
    office.use("pieter", "drive.unshare", path="/Finance/a.md", people="joost")
    # who may no longer open it is told no more
    assert (
        office.use("pieter", "drive.comment", path="/Finance/a.md", text="ok", reply_to="joost/k1").told == []
    )


def test_many_comments_stay_within_an_observation(office: Office) -> None:
    office.use("dewi", "drive.write", path="/a.md", text="x")
    for number in range(12):
        office.use("noor", "drive.comment", path="/a.md", text=f"{number} " + "w" * 790, about="p" * 200)
    pages = [office.use("dewi", "drive.comments", path="/a.md", page=page) for page in (1, 2, 3)]
    assert [len(page.comments) for page in pages] == [5, 5, 2]
    assert all(len(json.dumps(page.record())) <= 6_300 for page in pages)


def test_the_tool_list_of_the_drive_is_bounded(office: Office) -> None:
    tools = {name: tool for name, tool in office.world.tools.items() if name.startswith("drive.")}
    assert len(json.dumps(functions(tools), separators=(",", ":"))) <= 6_000


def test_a_document_read_on_the_drive_is_known_in_docs_and_the_other_way_round(office: Office) -> None:
    text = "# Memo\n\n" + "\n\n".join(f"Clause {number}: the owner shall pay." for number in range(5))
    office.use("dewi", "docs.create", path="/a.docx", text=text)
    office.use("dewi", "docs.create", path="/b.docx", text=text.replace("owner", "charterer"))
    assert office.effort("noor", "drive.read", path="/a.docx") > 6_000
    assert office.effort("noor", "docs.read", path="/a.docx") == 6_000
    assert office.effort("noor", "docs.read", path="/b.docx") > 6_000
    assert office.effort("noor", "drive.read", path="/b.docx") == 6_000


def test_whoever_opens_a_file_in_any_app_has_read_it(office: Office) -> None:
    office.use("dewi", "docs.create", path="/a.docx", text="# Memo\n\nThe owner pays.")
    office.use("dewi", "slides.create", path="/b.pptx", text="# Board\n\n## Exposure\n\n- one\n")
    office.use("dewi", "sheets.create", path="/c.xlsx", rows=[["Rate", 41.5]])
    for tool, path in (("docs.read", "/a.docx"), ("slides.read", "/b.pptx"), ("sheets.read", "/c.xlsx")):
        office.use("noor", tool, path=path)
    payloads: list[Any] = [one.payload for one in office.events("drive.read") if one.actor == "noor"]
    read = [(one.path, one.version) for one in payloads]
    assert read == [("/a.docx", 1), ("/b.pptx", 1), ("/c.xlsx", 1)]


def test_what_somebody_else_wrote_is_not_written_over_unseen(office: Office) -> None:
    office.use("noor", "drive.write", path="/Plan/a.md", text="Mine.")
    office.use("dewi", "drive.write", path="/Plan/a.md", text="Dewi's.")
    with pytest.raises(ToolError, match="which you have not read") as refused:
        office.use("noor", "drive.write", path="/Plan/a.md", text="Mine again.")
    assert refused.value.code == "conflict"
    assert "version=2" in refused.value.hint
    office.use("noor", "drive.append", path="/Plan/a.md", text="A line.")
    assert office.use("noor", "drive.read", path="/Plan/a.md").text == "Dewi's.\nA line."
    office.use("dewi", "drive.write", path="/Plan/a.md", text="Dewi's third.")
    office.use("noor", "drive.read", path="/Plan/a.md")
    assert office.use("noor", "drive.write", path="/Plan/a.md", text="Ours.").version == 5
