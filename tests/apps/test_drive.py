from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.apps.base import ToolError
from tenure.engine.apps.drivepaths import parse_path
from tenure.engine.office.events import FileWritten

from .conftest import Office


def test_files_have_versions_and_folders(office: Office) -> None:
    assert office.use("noor", "drive.write", path="Reports/claim.md", text="one").version == 1
    assert office.use("dewi", "drive.write", path="/Reports/claim.md", text="two\n").version == 2
    office.use("noor", "drive.append", path="/Reports/claim.md", text="three")
    read = office.use("noor", "drive.read", path="/Reports/claim.md")
    assert (read.text, read.version) == ("two\nthree", 3)
    assert office.use("noor", "drive.read_version", path="/Reports/claim.md", version=1).text == "one"
    assert [
        row.version for row in office.use("noor", "drive.versions", path="/Reports/claim.md").versions
    ] == [3, 2, 1]
    office.use("noor", "drive.edit", path="/Reports/claim.md", old="two", new="2")
    assert office.use("noor", "drive.read", path="/Reports/claim.md").text == "2\nthree"
    listing = office.use("noor", "drive.list")
    assert (listing.folders, listing.files) == (["Reports/ (1)"], [])
    assert [row.path for row in office.use("noor", "drive.list", path="reports/".title()).files] == [
        "/Reports/claim.md"
    ]


def test_a_write_against_an_older_version_is_a_conflict(office: Office) -> None:
    office.use("noor", "drive.write", path="/a.md", text="1", version=0)
    office.use("dewi", "drive.write", path="/a.md", text="2", version=1)
    for tool, args in (
        ("drive.write", {"text": "3"}),
        ("drive.edit", {"old": "2", "new": "3"}),
        ("drive.upload", {"content": "AAAA"}),
    ):
        error = office.refused("noor", tool, path="/a.md", version=1, **args)
        assert error.code == "conflict"
        assert "Dewi Santoso" in error.message
        assert "at version 2" in error.message
        assert "Mon 2026-03-02" in error.message
        assert "version 2" in error.hint
    assert office.refused("noor", "drive.write", path="/new.md", text="x", version=4).code == "conflict"
    assert office.use("noor", "drive.read", path="/a.md").text == "2"


MATRIX = [
    # path, who may read it
    ("/Open/a.md", {"noor", "dewi", "ines", "pieter", "mei"}),
    ("/Finance/a.md", {"dewi", "pieter"}),
    ("/Finance/Deep/er/a.md", {"dewi", "pieter"}),
    ("/Finance/Shared/a.md", {"noor", "dewi", "ines", "pieter", "mei"}),
    ("/Finances/a.md", {"noor", "dewi", "ines", "pieter", "mei"}),
]


@pytest.mark.parametrize(("path", "readers"), MATRIX)
def test_who_may_open_what(office: Office, path: str, readers: set[str]) -> None:
    office.use("pieter", "drive.write", path=path, text="the secret token")
    for person in office.world.setup.people:
        found = {row.path for row in office.use(person, "drive.search", query="token").files}
        listed = json.dumps(office.use(person, "drive.list").record())
        if person in readers:
            assert office.use(person, "drive.read", path=path).text == "the secret token"
            assert office.use(person, "drive.download", path=path).size == 16
            assert found == {path}
        else:
            for tool, args in (
                ("drive.read", {}),
                ("drive.download", {}),
                ("drive.versions", {}),
                ("drive.read_version", {"version": 1}),
                ("drive.trash", {}),
                ("drive.share", {"people": [person]}),
                ("drive.move", {"to": "/Open/b.md"}),
                ("drive.copy", {"to": "/Open/b.md"}),
                ("drive.edit", {"old": "the", "new": "a"}),
            ):
                error = office.refused(person, tool, path=path, **args)
                assert error.code == "not_found"
                assert path not in error.hint
            assert office.refused(person, "drive.write", path=path, text="x").code == "not_found"
            assert office.refused(person, "drive.append", path=path, text="x").code == "not_found"
            assert found == set()
            assert "a.md" not in listed
            assert path.split("/")[1] + "/" not in listed or path.startswith("/Open")


def test_outsiders_see_what_was_shared_with_them_and_nothing_else(office: Office) -> None:
    office.use("pieter", "drive.write", path="/Finance/rates.md", text="42")
    office.use("pieter", "drive.write", path="/Finance/other.md", text="43")
    assert office.use("joost", "drive.list").found == 0
    office.use("pieter", "drive.share", path="/Finance/rates.md", people=["joost", "noor"])
    assert office.use("joost", "drive.read", path="/Finance/rates.md").text == "42"
    assert [row.path for row in office.use("joost", "drive.list", path="/Finance").files] == [
        "/Finance/rates.md"
    ]
    assert office.refused("joost", "drive.write", path="/Finance/rates.md", text="x").code == "forbidden"
    assert (
        office.refused("joost", "drive.share", path="/Finance/rates.md", people=["mei"]).code == "forbidden"
    )
    assert office.refused("joost", "drive.write", path="/mine.md", text="x").code == "not_found"
    office.use("pieter", "drive.share", path="/Finance/rates.md", people=["joost"], may_write=True)
    assert office.use("joost", "drive.write", path="/Finance/rates.md", text="x").version == 2


def test_a_taken_hidden_path_looks_like_a_closed_folder(office: Office) -> None:
    office.use("pieter", "drive.write", path="/Finance/a.md", text="x")
    taken = office.refused("noor", "drive.write", path="/Finance/a.md", text="x")
    free = office.refused("noor", "drive.write", path="/Finance/b.md", text="x")
    assert (taken.code, taken.message) == (free.code, free.message)


def test_moving_copying_and_the_trash_keep_versions(office: Office) -> None:
    office.use("noor", "drive.write", path="/A/x.md", text="1")
    office.use("noor", "drive.write", path="/A/x.md", text="2")
    assert office.use("noor", "drive.move", path="/A/x.md", to="/B/").path == "/B/x.md"
    assert office.refused("noor", "drive.read", path="/A/x.md").hint == "Did you mean /B/x.md?"
    assert office.use("noor", "drive.copy", path="/B/x.md", to="/C/y.md").version == 1
    assert office.refused("noor", "drive.move", path="/B/x.md", to="/C/y.md").code == "conflict"
    office.use("noor", "drive.trash", path="/B/x.md")
    assert office.refused("noor", "drive.read", path="/B/x.md").code == "not_found"
    assert [row.path for row in office.use("noor", "drive.list", path="trash").files] == ["/B/x.md"]
    assert [row.path for row in office.use("noor", "drive.search", query="x").files] == []
    office.use("noor", "drive.write", path="/B/x.md", text="new")
    assert office.refused("noor", "drive.restore", path="/B/x.md").code == "conflict"
    office.use("noor", "drive.move", path="/B/x.md", to="/B/z.md")
    assert office.use("noor", "drive.restore", path="/B/x.md").version == 3
    assert office.use("noor", "drive.read", path="/B/x.md").text == "2"
    assert office.refused("noor", "drive.restore", path="/B/x.md").code == "not_found"


def test_the_trash_shows_nothing_hidden(office: Office) -> None:
    office.use("pieter", "drive.write", path="/Finance/a.md", text="x")
    office.use("pieter", "drive.trash", path="/Finance/a.md")
    assert office.use("noor", "drive.list", path="trash").found == 0
    assert office.refused("noor", "drive.restore", path="/Finance/a.md").code == "not_found"


def test_bytes_go_up_and_come_down_in_parts(office: Office) -> None:
    data = bytes(range(256)) * 40
    office.use("noor", "drive.upload", path="/box.bin", content=base64.b64encode(data).decode())
    got, part = b"", 1
    while True:
        piece = office.use("noor", "drive.download", path="/box.bin", part=part)
        assert len(json.dumps(piece.record())) <= 6_000
        got += base64.b64decode(piece.content)
        if not piece.more:
            break
        part += 1
    assert got == data
    read = office.use("noor", "drive.read", path="/box.bin")
    assert read.text == ""
    assert "download" in read.note
    assert office.refused("noor", "drive.upload", path="/b.bin", content="***").code == "invalid"
    assert office.refused("noor", "drive.write", path="/b.xlsx", text="x").code == "invalid"
    assert office.refused("noor", "drive.edit", path="/box.bin", old="x", new="y").code == "invalid"


def test_texts_keep_every_character(office: Office) -> None:
    text = "  ünïcode 集装箱 🚢\n\n\ttabs and trailing space \n"
    office.use("noor", "drive.write", path="/u.md", text=text)
    assert office.use("noor", "drive.read", path="/u.md").text == text
    assert office.use("noor", "drive.search", query="装箱").files[0].path == "/u.md"
    assert office.use("noor", "drive.search", query="unicode").files[0].path == "/u.md"
    office.use("noor", "drive.write", path="/empty.md", text="")
    assert office.use("noor", "drive.read", path="/empty.md").text == ""


def test_a_huge_text_is_read_in_bounded_parts(office: Office) -> None:
    text = "\n".join(f"{number},{number * 7},lane" for number in range(5_000))
    office.use("noor", "drive.write", path="/t.csv", text=text)
    got, part = "", 1
    while True:
        piece = office.use("noor", "drive.read", path="/t.csv", part=part)
        assert len(json.dumps(piece.record())) <= 6_500
        got += piece.text
        if not piece.more:
            break
        part += 1
    assert got == text
    assert part > 10


def test_a_folder_with_many_files_is_listed_in_pages(office: Office) -> None:
    for number in range(45):
        office.use("noor", "drive.write", path=f"/Many/{'long name ' * 10}{number:02}.md", text="x")
    pages = [office.use("noor", "drive.list", path="/Many", page=page) for page in (1, 2, 3)]
    assert [len(page.files) for page in pages] == [15, 15, 15]
    assert all(len(json.dumps(page.record())) <= 6_000 for page in pages)
    assert pages[2].more == ""


@pytest.mark.parametrize("path", ["/a/../b.md", "/" + "x" * 300, "/a\nb.md"])
def test_paths_that_cannot_be(office: Office, path: str) -> None:
    assert office.refused("noor", "drive.write", path=path, text="x").code == "invalid"


def test_a_file_is_no_folder_and_a_folder_no_file(office: Office) -> None:
    office.use("noor", "drive.write", path="/A/x.md", text="1")
    assert office.refused("noor", "drive.write", path="/A/x.md/y.md", text="1").code == "invalid"
    assert office.refused("noor", "drive.move", path="/A/x.md", to="/A").code == "invalid"


def test_an_edit_needs_exactly_one_place(office: Office) -> None:
    office.use("noor", "drive.write", path="/a.md", text="one two one")
    assert "2 times" in office.refused("noor", "drive.edit", path="/a.md", old="one", new="x").message
    assert (
        "does not stand" in office.refused("noor", "drive.edit", path="/a.md", old="three", new="x").message
    )


def test_reading_a_table_takes_longer_than_prose_and_the_second_time_nothing(office: Office) -> None:
    words = " ".join(["word"] * 138)
    office.use("dewi", "drive.write", path="/p.md", text=words)
    office.use("dewi", "drive.write", path="/t.csv", text=words.replace(" ", ","))
    table = office.effort("dewi", "drive.read", path="/t.csv")
    assert table == 66_000
    assert office.effort("noor", "drive.read", path="/t.csv") == 66_000
    assert office.effort("noor", "drive.read", path="/p.md") < table
    assert office.effort("noor", "drive.read", path="/t.csv") == 6_000
    office.use("dewi", "drive.append", path="/t.csv", text="more")
    assert office.effort("noor", "drive.read", path="/t.csv") > 66_000
    office.use("noor", "drive.write", path="/mine.md", text=words)
    assert office.effort("noor", "drive.read", path="/mine.md") == 6_000


def test_files_of_the_past_are_there_from_the_start(office: Office) -> None:
    blob = office.run.blobs.put_text("old")
    office.emit(
        FileWritten(path="/Old/a.md", file="dewi/f1", version=1, blob=blob, size=3, by="dewi", past=True),
        "dewi",
    )
    assert office.use("noor", "drive.read", path="/Old/a.md").text == "old"
    office.use("dewi", "drive.write", path="/Old/b.md", text="new")
    assert [row["file"] for row in office.world.apps["drive"].rows()] == ["dewi/f1", "dewi/f2"]


@settings(max_examples=200)
@given(st.text(max_size=40))
def test_a_path_has_one_form(text: str) -> None:
    try:
        path = parse_path(text)
    except ToolError:
        return
    assert parse_path(path) == path
    assert path.startswith("/")
