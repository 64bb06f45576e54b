from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from .conftest import Office


def test_notes_are_written_read_found_and_deleted(office: Office) -> None:
    office.use("noor", "notes.write", name="rates", text="Antwerp: ask Ines")
    office.use("noor", "notes.append", name="rates", text="Bremen: 75")
    office.use("noor", "notes.append", name="todo", text="call Mei")
    assert office.use("noor", "notes.read", name="rates").text == "Antwerp: ask Ines\nBremen: 75"
    assert [row.name for row in office.use("noor", "notes.list").notes] == ["todo", "rates"]
    assert [row.name for row in office.use("noor", "notes.search", query="brem").notes] == ["rates"]
    office.use("noor", "notes.write", name="rates", text="all new")
    assert office.use("noor", "notes.search", query="bremen").found == 0
    office.use("noor", "notes.delete", name="rates")
    assert office.refused("noor", "notes.read", name="rates").code == "not_found"
    assert office.refused("noor", "notes.delete", name="tod").hint == "Did you mean todo?"


def test_nobody_else_sees_a_note(office: Office) -> None:
    office.use("noor", "notes.write", name="secret", text="token")
    assert office.use("dewi", "notes.list").found == 0
    assert office.use("dewi", "notes.search", query="token").found == 0
    assert office.refused("dewi", "notes.read", name="secret").code == "not_found"
    assert office.refused("dewi", "notes.delete", name="secret").code == "not_found"
    assert (
        office.refused("dewi", "mail.send", to=["ines"], body="x", attachments=["secret"]).code == "not_found"
    )
    assert "secret" not in office.refused("dewi", "notes.read", name="secre").hint


def test_reading_what_one_just_wrote_costs_nothing(office: Office) -> None:
    office.use("noor", "notes.write", name="n", text="word " * 238)
    assert office.effort("noor", "notes.read", name="n") == 6_000


def test_long_notes_are_read_in_parts(office: Office) -> None:
    text = "".join(f"line {number}\n" for number in range(2_000))
    office.use("noor", "notes.write", name="n", text=text)
    got, part = "", 1
    while True:
        note = office.use("noor", "notes.read", name="n", part=part)
        assert len(json.dumps(note.record())) <= 6_500
        got += note.text
        if not note.more:
            break
        part += 1
    assert got == text


@settings(max_examples=40)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    office = Office()
    office.use("noor", "notes.write", name="n", text=text)
    assert office.use("noor", "notes.read", name="n").text == text
    office.use("noor", "notes.search", query=f"x{text}")
    office.check_dump()
    office.run.close()
