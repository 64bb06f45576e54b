from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tenure.engine.apps.library import Library, LibraryFront, slug, works_of
from tenure.engine.apps.premises import Page
from tenure.engine.apps.surface import functions

from .conftest import Office

OLD = "Limits are 400 units a ton. " + "A shipowner may limit liability under this Act. " * 10
NEW = "Limits are 500 units a ton. " + "A shipowner may limit liability, unless grossly at fault. " * 10
LONG = "\n\n".join(f"Section {number}. Every tank is tested in year {number}." for number in range(1, 400))


def page(path: str, text: str, **front: object) -> Page:
    return Page(path, LibraryFront.model_validate(front), text)


PAGES = [
    page("acts/old.md", OLD, title="Oil Discharge Act", kind="statute", date="1984", source="Parliament"),
    page("acts/new.md", NEW, title="Oil Discharge Act", kind="statute", date="2015", source="Parliament"),
    page("m.md", LONG, title="Tank testing manual", kind="manual", tags=("inspection",), quality="dull"),
    page("w.md", "Limits never apply.", title="10 facts!", kind="web", url="https://x.example/ten", id="ten"),
]


@pytest.fixture
def office() -> Iterator[Office]:
    one = Office(pages={"library": PAGES})
    yield one
    one.check_dump()
    one.run.close()


def test_a_search_finds_good_and_bad_and_says_only_what_they_say_of_themselves(office: Office) -> None:
    found = office.use("noor", "library.search", query="limits")
    assert {row.document for row in found.documents} == {
        "oil-discharge-act-1984",
        "oil-discharge-act-2015",
        "ten",
    }
    assert all("[Limits]" in row.text for row in found.documents)
    assert "dull" not in json.dumps([row.record() for row in office.use("noor", "library.list").documents])
    assert [
        row.kind for row in office.use("noor", "library.search", query="limits", kind="web").documents
    ] == ["web"]
    # those with all words first, then those with some of the longer ones
    wide = office.use("noor", "library.search", query="no limits for a tank").documents
    assert wide[0].document == "tank-testing-manual"
    narrow = office.use("noor", "library.search", query="limits at fault").documents
    assert [row.document for row in narrow] == ["oil-discharge-act-2015", "ten", "oil-discharge-act-1984"]
    by_tag = office.use("noor", "library.search", query="inspection").documents
    assert [row.document for row in by_tag] == ["tank-testing-manual"]
    assert "inspection" not in json.dumps(
        office.use("noor", "library.read", document="tank-testing-manual").record()
    )


def test_the_list_is_by_title_and_bounded(office: Office) -> None:
    rows = office.use("noor", "library.list")
    assert [row.document for row in rows.documents] == [
        "ten",
        "oil-discharge-act-1984",
        "oil-discharge-act-2015",
        "tank-testing-manual",
    ]
    assert office.use("noor", "library.list", kind="case").documents == []
    assert office.refused("noor", "library.list", page=0).code == "invalid"


def test_a_document_is_read_in_parts_and_paid_for_once(office: Office) -> None:
    got, part = "", 1
    while True:
        piece = office.use("noor", "library.read", document="Tank Testing Manual", part=part)
        assert len(json.dumps(piece.record())) <= 6_000
        assert piece.words > 0
        got += piece.text
        if not piece.more:
            break
        part += 1
    assert got == LONG
    again = office.use("noor", "library.read", document="tank-testing-manual")
    assert (again.seen, again.words) == (True, 0)
    assert office.use("dewi", "library.read", document="ten").url == "https://x.example/ten"
    assert [(row["person"], row["document"]) for row in office.world.apps["library"].rows("opened")] == [
        ("noor", "tank-testing-manual"),
        ("dewi", "ten"),
    ]
    assert len(list(office.world.apps["library"].rows())) == 4
    with pytest.raises(KeyError):
        office.world.apps["library"].rows("x")


def test_what_is_not_there_is_met_with_the_nearest(office: Office) -> None:
    error = office.refused("noor", "library.read", document="tank testing manuel")
    assert error.code == "not_found"
    assert "tank testing manual" in error.hint
    assert office.refused("noor", "library.read", document="ten", part=2).code == "invalid"
    assert office.use("noor", "library.search", query="zzz").documents == []


def test_ids_come_from_titles_and_are_told_apart() -> None:
    fronts = [
        LibraryFront.model_validate({"title": title, "kind": "web", "date": date})
        for title, date in (("A b", ""), ("A b", ""), ("It's", "1"))
    ]
    assert list(works_of([(front, "") for front in fronts])) == ["a-b", "a-b-2", "its"]
    assert slug("…") == "document"


def test_its_tool_list_is_short(office: Office) -> None:
    tools = {name: tool for name, tool in office.world.tools.items() if isinstance(tool.app, Library)}
    assert len(json.dumps(functions(tools), separators=(",", ":"))) <= 900
