"""Which document is meant: whose, where, the last or the first."""

from __future__ import annotations

from tenure.verifiers import Scorecard
from tests.verifiers.journal import Paper


def judged(paper: Paper, of: str, checks: str = '[{mentions: [["1250"]]}]') -> Scorecard:
    return paper.score(f"criteria: [{{id: it, title: t, kind: document, of: {of}, checks: {checks}}}]")


def met(paper: Paper, of: str) -> bool:
    return judged(paper, of).row("it").verdict.met


def test_somebody_elses_document_does_not_count_unless_the_criterion_says_so() -> None:
    paper = Paper()
    paper.write("/a.md", "It is 1250.", by="ines")
    assert not met(paper, "{drive: /a.md}")
    assert met(paper, "{drive: {path: /a.md, by: ines}}")
    assert met(paper, "{drive: {path: /a.md, by: anyone}}")


def test_what_lay_there_before_the_run_does_not_count() -> None:
    paper = Paper()
    paper.write("/a.md", "It is 1250.", past=True)
    assert not met(paper, "{drive: {path: /a.md, by: anyone}}")


def test_a_pattern_finds_any_of_its_files_and_a_list_the_first_that_exists() -> None:
    paper = Paper()
    paper.write("/Reports/deep/b.md", "It is 1250.")
    paper.write("/Reports/a.md", "It is 990.")
    assert not met(paper, '{drive: "/Reports/*.md"}')
    assert met(paper, '{drive: "/Reports/**.md"}')
    assert met(paper, "[{drive: /none.md}, {drive: /Reports/deep/b.md}]")
    assert not met(paper, "[{drive: /Reports/a.md}, {drive: /Reports/deep/b.md}]")


def test_which_message_is_meant() -> None:
    paper = Paper()
    paper.send("noor", "dewi", "It is 1250.", subject="Claim")
    paper.send("noor", "ines", "It is 990.")
    paper.send("noor", "dewi", "Sorry, it is 990.", subject="Claim")
    assert not met(paper, "{mail: {to: dewi}}")
    assert met(paper, "{mail: {to: dewi, which: first}}")
    assert met(paper, "{mail: {to: dewi, which: any}}")
    assert met(paper, "{mail: {which: any, subject: [claim]}}")
    assert not met(paper, "{mail: {which: any, subject: [quote]}}")
    assert not met(paper, "{mail: {by: dewi}}")
    assert not met(paper, "{chat: {to: dewi, which: any}}")
    paper.send("noor", "dewi ines pieter", "1250 it is", app="chat", thread="#ops")
    assert met(paper, '{chat: {to: "#ops"}}')
    assert not met(paper, '{chat: {to: "#claims"}}')


def test_quoted_lines_are_somebody_elses() -> None:
    paper = Paper()
    paper.send("noor", "dewi", "See below.\n\n> The total is 1250.")
    assert not met(paper, "{mail: {to: dewi}}")


def test_an_attachment_can_be_the_document() -> None:
    from tenure.engine.office.events import Attached

    paper = Paper()
    blob = paper.run.blobs.put_text("a;b\n1;1250\n")
    file = Attached(name="lines.csv", blob=blob, size=11)
    paper.send("noor", "dewi", "Attached.", attachments=(file,))
    assert met(paper, '{mail: {to: dewi, attachment: "*.csv"}}')
    assert not met(paper, '{mail: {to: dewi, attachment: "*.md"}}')


def test_files_that_are_no_utf8_are_read_all_the_same() -> None:
    paper = Paper()
    paper.write("/a.md", "Café: 1250".encode("cp1252"))
    assert met(paper, "{drive: /a.md}")
    paper.write("/a.md", b"\x00\xff\xfe")
    assert not met(paper, "{drive: /a.md}")


def test_the_verdict_says_what_was_not_found() -> None:
    paper = Paper()
    row = judged(paper, "{drive: /a.md}").row("it")
    assert "no such document" in row.verdict.explanation
    paper.write("/a.md", "Hello.")
    row = judged(paper, "{drive: /a.md}").row("it")
    assert row.verdict.explanation == "drive:/a.md@1: it doesn't mention 1250."
    assert row.settled_at is None
