"""Documents read by section, edited, commented and reviewed by several people in the real file."""

from __future__ import annotations

import base64
import io
import json

import docx
import pytest

from tenure.engine.apps.docs import Docs
from tenure.engine.apps.surface import functions
from tenure.engine.kernel.clock import HOUR
from tenure.engine.office.events import Notice

from .conftest import Office

PATH = "/Cases/memo.docx"
TEXT = """\
---
title: Liability of the owner
style: memo
To: Dewi Santoso
---
## Question

What is the most that the owner can be made to pay after **the spill** of 3 March?

## Answer

The limit is USD 41.2 million[^1].

| Item | Amount |
|---|---:|
| Base | 4,510,000 |
| Increment | 12,189,658 |

### Reasons

1. The tonnage is 24,318.
2. The hull was double.

[^1]: Section 14.
"""


def made(office: Office, path: str = PATH, who: str = "noor") -> str:
    done = office.use(who, "docs.create", path=path, text=TEXT)
    assert (done.path, done.version) == (path, 1)
    return path


def shown(office: Office, who: str = "noor", **more) -> str:
    return office.use(who, "docs.read", path=PATH, **more).text


def test_a_document_is_created_outlined_and_read(office) -> None:
    made(office)
    outline = office.use("noor", "docs.outline", path=PATH)
    assert outline.sections == [
        "1 # Memorandum (28 words)",
        "2 ## Question (20 words)",
        "3 ## Answer (28 words)",
        "4 ### Reasons (12 words)",
    ]
    assert outline.tables == [
        "1: 3 rows, 2 columns: To: | Dewi Santoso",
        "2: 3 rows, 2 columns: Item | Amount",
    ]
    text = shown(office)
    assert "## Answer" in text
    assert "[^1]: Section 14." in text
    assert "1. The tonnage is 24,318.\n2. The hull was double." in text
    assert "| From: | Noor de Vries |" in text
    assert shown(office, section="Reasons").startswith("### Reasons")
    assert "Question" not in shown(office, section="3")
    assert shown(office, table=2).startswith("| Item | Amount |")


def test_edits(office) -> None:
    made(office)
    office.use(
        "noor", "docs.replace", path=PATH, version=1, passage="USD 41.2 million", text="USD 53.2 million"
    )
    office.use(
        "noor", "docs.insert", path=PATH, version=2, text="3. It was old.", after="The hull was double"
    )
    office.use("noor", "docs.insert", path=PATH, version=3, text="## Costs\n\nNone yet.", before="Answer")
    office.use("noor", "docs.replace", path=PATH, version=4, section="Question", text="How much?")
    office.use("noor", "docs.set_cells", path=PATH, version=5, table=2, cells={"B2": "4,511,000"})
    office.use("noor", "docs.add_rows", path=PATH, version=6, table=2, rows=[["Costs", "99"]])
    office.use("noor", "docs.format", path=PATH, version=7, passage="How much?", style="Quote", bold=True)
    office.use("noor", "docs.delete", path=PATH, version=8, passage="The tonnage is 24,318.")
    done = office.use("noor", "docs.delete", path=PATH, version=9, table=2, row=3)
    assert done.version == 10
    text = shown(office)
    assert "## Question\n\n> How much?\n\n## Costs\n\nNone yet.\n\n## Answer\n\nThe limit is USD 53.2" in text
    assert "| Base | 4,511,000 |\n| Costs | 99 |" in text
    assert "1. The hull was double.\n2. It was old." in text


def test_suggestions_and_decisions(office) -> None:
    made(office)
    done = office.use(
        "ines", "docs.replace", path=PATH, version=1, passage="3 March", text="4 April", suggest=True
    )
    assert done.suggestions == ["s1"]
    office.at += HOUR
    office.use(
        "dewi", "docs.insert", path=PATH, version=2, text="Another matter.", after="Question", suggest=True
    )
    office.use("ines", "docs.delete", path=PATH, version=3, passage="The hull was double.", suggest=True)
    assert "of {--3 March--}{++4 April++}?" in shown(office)
    review = office.use("noor", "docs.review", path=PATH)
    assert [(one.id, one.by, one.what, one.deleted, one.inserted) for one in review.suggestions] == [
        ("s1", "Inês Marchetti", "replace", "3 March", "4 April"),
        ("s2", "Dewi Santoso", "insert", "", "Another matter."),
        ("s3", "Inês Marchetti", "delete", "The hull was double.", ""),
    ]
    assert [one.at for one in review.suggestions][:2] == ["Mon 2026-03-02 08:30", "Mon 2026-03-02 09:30"]
    office.use("noor", "docs.decide", path=PATH, version=4, suggestions=["s1", "s3"], accept=True)
    office.use("noor", "docs.decide", path=PATH, version=5, suggestions=["all"], accept=False)
    text = shown(office)
    assert "of 4 April?" in text
    assert "Another matter" not in text
    assert "hull" not in text
    error = office.refused("noor", "docs.decide", path=PATH, version=6, suggestions=["s1"], accept=True)
    assert (error.code, error.message) == ("not_found", f"{PATH} has no suggestions")
    xml = docx.Document(io.BytesIO(current(office))).element.xml
    assert "w:ins " not in xml
    assert "w:del " not in xml


def current(office, path: str = PATH) -> bytes:
    return office.world.apps["docs"]._premises.files.open("noor", path).data


def test_comments(office) -> None:
    made(office)
    done = office.use(
        "ines", "docs.comment", path=PATH, version=1, passage="hull was double", text="@noor sure?"
    )
    assert (done.id, done.told) == ("c1", ["Noor de Vries (noor)"])
    done = office.use("noor", "docs.reply", path=PATH, version=2, comment="c1", text="Yes.", resolved=True)
    assert (done.id, done.told) == ("c2", ["Inês Marchetti (ines)"])
    [thread] = office.use("noor", "docs.review", path=PATH).comments
    assert (thread.by, thread.about, thread.replies, thread.resolved) == (
        "Inês Marchetti",
        "hull was double",
        ["c2 Noor de Vries: Yes."],
        True,
    )
    assert "double{>>c1 Inês Marchetti: @noor sure?<<}{>>c2 Noor de Vries: Yes.<<}" in shown(office)
    notices = [event.payload for event in office.events(Notice.kind)]
    assert [(one.people, one.app, one.item, one.what) for one in notices] == [
        (("noor",), "docs", PATH, "mentioned you in a comment"),
        (("ines",), "docs", PATH, "answered your comment"),
    ]
    error = office.refused("noor", "docs.reply", path=PATH, version=3, comment="c9", text="x")
    assert (error.code, error.hint) == ("not_found", "There are c1.")
    assert office.refused("noor", "docs.reply", path=PATH, version=3, comment="c1").code == "invalid"


def test_nobody_is_called_to_what_they_may_not_open(office) -> None:
    office.use("pieter", "docs.create", path="/Finance/a.docx", text="Figures of the year")
    error = office.refused(
        "pieter", "docs.comment", path="/Finance/a.docx", version=1, passage="Figures", text="@ines look"
    )
    assert (error.code, error.message) == ("forbidden", "Inês Marchetti may not open /Finance/a.docx")
    assert office.refused("ines", "docs.read", path="/Finance/a.docx").code == "not_found"
    assert office.refused("ines", "docs.outline", path="/Finance/a.docx").code == "not_found"


def test_an_edit_of_what_has_moved_on_is_a_conflict(office) -> None:
    made(office)
    office.use("ines", "docs.replace", path=PATH, version=1, passage="24,318", text="25,000")
    for tool, arguments in (
        ("docs.replace", {"passage": "double", "text": "single"}),
        ("docs.insert", {"text": "x"}),
        ("docs.delete", {"passage": "double"}),
        ("docs.set_cells", {"table": 2, "cells": {"A1": "x"}}),
        ("docs.add_rows", {"table": 2, "rows": [["x"]]}),
        ("docs.format", {"passage": "double", "bold": True}),
        ("docs.comment", {"passage": "double", "text": "x"}),
        ("docs.reply", {"comment": "c1", "text": "x"}),
        ("docs.decide", {"suggestions": ["all"], "accept": True}),
        ("docs.create", {"text": "x"}),
    ):
        error = office.refused("noor", tool, path=PATH, version=1, **arguments)
        assert error.code == "conflict", tool
        assert "version 2, written by Inês Marchetti" in error.message
    assert "25,000" in shown(office)
    assert "double" in shown(office)
    assert (
        office.refused("noor", "docs.replace", path=PATH, version=7, passage="double", text="x").code
        == "conflict"
    )


def test_two_editors_lose_nothing(office) -> None:
    made(office)
    done = office.use("noor", "docs.replace", path=PATH, version=1, passage="24,318", text="25,000")
    office.refused("ines", "docs.replace", path=PATH, version=1, passage="double", text="single")
    office.use("ines", "docs.replace", path=PATH, version=done.version, passage="double", text="single")
    text = shown(office)
    assert "25,000" in text
    assert "single" in text


def test_versions_are_compared(office) -> None:
    made(office)
    error = office.refused("noor", "docs.compare", path=PATH)
    assert error.code == "not_found"
    office.use("ines", "docs.replace", path=PATH, version=1, passage="41.2 million", text="53.2 million")
    office.use("ines", "docs.insert", path=PATH, version=2, text="And costs.", after="Question")
    found = office.use("noor", "docs.compare", path=PATH, old=1)
    assert (found.changes, found.compared) == (2, "version 1 with version 3")
    assert "[in Question]\n\n{++And costs.++}" in found.text
    assert "{--41.2--}{++53.2++} million" in found.text
    assert office.use("noor", "docs.compare", path=PATH).changes == 1
    office.use("noor", "drive.copy", path=PATH, to="/Cases/copy.docx")
    same = office.use("noor", "docs.compare", path=PATH, other="/Cases/copy.docx")
    assert (same.changes, same.text) == (0, "")
    assert office.refused("noor", "docs.compare", path=PATH, old=9).code == "not_found"


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "says"),
    [
        ("docs.create", {"path": "/a.txt", "text": "x"}, "invalid", "/a.txt is no .docx"),
        ("docs.create", {"path": PATH, "text": "x"}, "conflict", ""),
        (
            "docs.create",
            {"path": "/b.docx", "text": "---\nstyle: poem\n---\nx"},
            "invalid",
            "line 2: there",
        ),
        ("docs.read", {"path": "/gone.docx"}, "not_found", ""),
        ("docs.read", {"path": PATH, "section": "Nowhere"}, "not_found", "no section 'Nowhere'"),
        ("docs.read", {"path": PATH, "table": 9}, "not_found", "2 tables"),
        ("docs.read", {"path": PATH, "part": 2}, "invalid", "there are 1 parts"),
        ("docs.read", {"path": "/plain.md"}, "invalid", "no .docx"),
        ("docs.insert", {"path": PATH, "version": 1, "text": " "}, "invalid", "the text is empty"),
        (
            "docs.insert",
            {"path": PATH, "version": 1, "text": "x", "after": "zzz"},
            "not_found",
            "does not stand",
        ),
        (
            "docs.insert",
            {"path": PATH, "version": 1, "text": "x", "after": "a", "before": "b"},
            "invalid",
            "not both",
        ),
        ("docs.insert", {"path": PATH, "version": 1, "text": "| a |\n|--|\n| 1 | 2 |"}, "invalid", "line 3"),
        ("docs.replace", {"path": PATH, "version": 1, "text": "x"}, "invalid", "nothing is named"),
        ("docs.replace", {"path": PATH, "version": 1, "passage": "the", "text": "x"}, "invalid", "times"),
        ("docs.delete", {"path": PATH, "version": 1}, "invalid", "nothing is named"),
        ("docs.delete", {"path": PATH, "version": 1, "row": 1}, "invalid", "which table"),
        ("docs.delete", {"path": PATH, "version": 1, "table": 2, "row": 8}, "invalid", "3 rows"),
        (
            "docs.set_cells",
            {"path": PATH, "version": 1, "table": 2, "cells": {"D1": "x"}},
            "invalid",
            "no D1",
        ),
        (
            "docs.add_rows",
            {"path": PATH, "version": 1, "table": 2, "rows": [["a", "b", "c"]]},
            "invalid",
            "3 cells",
        ),
        (
            "docs.add_rows",
            {"path": PATH, "version": 1, "table": 2, "rows": [["a"]], "after": 7},
            "invalid",
            "no row 7",
        ),
        ("docs.format", {"path": PATH, "version": 1, "passage": "double"}, "invalid", "no format"),
        (
            "docs.format",
            {"path": PATH, "version": 1, "passage": "double", "style": "X"},
            "invalid",
            "no style",
        ),
        ("docs.comment", {"path": PATH, "version": 1, "passage": "zzz", "text": "x"}, "not_found", ""),
    ],
)
def test_errors(office, tool, arguments, code, says) -> None:
    made(office)
    office.use("noor", "drive.write", path="/plain.md", text="x")
    error = office.refused("noor", tool, **arguments)
    assert error.code == code
    assert says in error.message


def test_damaged_and_hostile_files_are_refused(office) -> None:
    for number, data in enumerate((b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 locked", b"junk", b"")):
        path = f"/bad{number}.docx"
        office.use("noor", "drive.upload", path=path, content=base64.b64encode(data).decode())
        assert office.refused("noor", "docs.read", path=path).code == "invalid"
        assert office.refused("noor", "docs.insert", path=path, version=1, text="x").code == "invalid"


def test_bounds(office) -> None:
    long = "\n\n".join(f"## Part {n}\n\n" + f"word{n} " * 200 for n in range(12))
    office.use("noor", "docs.create", path="/long.docx", text=long)
    part, seen = 1, []
    while True:
        result = office.use("ines", "docs.read", path="/long.docx", part=part)
        assert len(json.dumps(result.record())) < 6_500
        seen.append(result.text)
        if not result.more:
            break
        part += 1
    assert part > 3
    whole = " ".join(seen)
    assert all(whole.count(f"word{n} ") + whole.count(f"word{n}\n") >= 199 for n in range(12))
    with pytest.raises(ValueError, match="at most 60000"):
        office.use("noor", "docs.create", path="/huge.docx", text="x" * 60_001)
    office.use("noor", "docs.create", path="/wide.docx", text="word " * 11_000)
    result = office.use("noor", "docs.read", path="/wide.docx")
    assert len(result.text) < 5_000
    assert result.more.startswith("part=2 of")


def test_reading_costs_what_is_new(office) -> None:
    made(office, who="ines")
    first = office.effort("noor", "docs.read", path=PATH, section="Question")
    assert first > office.effort("noor", "docs.read", path=PATH, section="Question") == 6_000
    result = office.use("noor", "docs.read", path=PATH, section="Question")
    assert result.seen
    office.use("noor", "docs.read", path=PATH)
    # who has read it all here has read it on the drive too
    assert office.use("noor", "drive.read", path=PATH).words == 0
    office.use(
        "ines",
        "docs.replace",
        path=PATH,
        version=1,
        passage="The hull was double.",
        text="The hull was single.",
    )
    result = office.use("noor", "docs.read", path=PATH)
    assert 0 < result.words <= 6
    # a comment costs its own words only
    office.use(
        "ines", "docs.comment", path=PATH, version=2, passage="after the spill", text="One two three four"
    )
    result = office.use("noor", "docs.read", path=PATH)
    assert 4 <= result.words <= 7


def test_what_one_wrote_counts_as_read(office) -> None:
    made(office)
    assert office.use("noor", "docs.read", path=PATH).words == 0
    office.use("noor", "docs.insert", path=PATH, version=1, text="Many more words of mine.", after="Question")
    assert office.use("noor", "docs.read", path=PATH).words == 0
    # but not what somebody else wrote and one changed unread
    office.use(
        "ines", "docs.insert", path=PATH, version=2, text="Words that Noor has not read.", after="Question"
    )
    office.use("noor", "docs.replace", path=PATH, version=3, passage="that Noor", text="which Noor")
    assert office.use("noor", "docs.read", path=PATH).words == 6
    office.use("noor", "drive.write", path="/x.md", text="x")


def test_drive_reads_what_docs_wrote(office) -> None:
    made(office)
    assert "The hull was double" in office.use("ines", "drive.read", path=PATH).text
    [hit] = office.use("ines", "drive.search", query="hull double").files
    assert hit.path == PATH


def test_the_tool_list_is_short() -> None:
    tools = functions(Docs(None).tools())  # type: ignore[arg-type]
    assert len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False)) <= 5_200
