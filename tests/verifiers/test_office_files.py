"""Documents, decks and papers: their text, sections, slides, comments and tracked changes."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from pydantic import TypeAdapter

from tenure.engine.files import deck, paper, word
from tenure.personas.problems import AuthoringErrors
from tenure.verifiers.checks import Check
from tenure.verifiers.finding import Finding
from tenure.verifiers.reading import read
from tests.verifiers.journal import Paper, rubric_of

_CHECK: TypeAdapter[Any] = TypeAdapter(Check)
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)

MEMO = """# Maximum liability

## 1. Conclusion

The limit of liability is USD 88.4 million. The owner bears 60% of it by 12 March 2026.

## 2. Facts

The first survey gives 52,400 tons; the hull is double.

### 2.1 Surveys

Two surveys differ.

## 3. Analysis

| Party | Share | Amount (USD m) |
|---|---|---|
| Owner | 60% | 53.04 |
| Charterer | 40% | 35.36 |

Text after the table[^1].

[^1]: See the statute, section 4.
"""

DECK = """# Spill exposure

## Maximum liability is USD 88.4 million

- Limit by tonnage
- Owner bears 60%

Notes: Say that the survey was redone.

## Next steps

| What | When |
|---|---|
| Reply | 12 March |
"""


def look(check: dict[str, Any], data: bytes, name: str) -> Finding:
    return _CHECK.validate_python(check).finding(read(data, name))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return {
        "memo.docx": word.from_markdown(MEMO, at=AT, author="Noor"),
        "memo.pdf": paper.from_markdown(MEMO, at=AT, author="Noor"),
        "board.pptx": deck.from_outline(DECK, at=AT, author="Noor"),
        "memo.md": MEMO.encode(),
    }


TEXT_CHECKS: tuple[dict[str, Any], ...] = (
    {
        "number": {
            "value": "88400000",
            "near": ["limit of liability", "maximum liability"],
            "within": "sentence",
        }
    },
    {"number": {"value": "0.6", "near": ["owner"]}},
    {"mentions": [["owner"], ["12 March"]]},
    {"words": {"min": 20, "max": 200}},
)


@pytest.mark.parametrize("name", ["memo.docx", "memo.pdf", "board.pptx", "memo.md"])
def test_text_checks_work_on_every_kind(name: str, files: dict[str, bytes]) -> None:
    for check in TEXT_CHECKS:
        found = look(check, files[name], name)
        assert found.holds, (check, found.said)
    assert not look({"mentions": [["underwriter"]]}, files[name], name).holds


@pytest.mark.parametrize("name", ["memo.docx", "memo.md"])
def test_structure_of_a_document(name: str, files: dict[str, bytes]) -> None:
    def check(**what: Any) -> bool:
        return look(what, files[name], name).holds

    assert check(headings=[["analysis"], ["facts", "background"], ["conclusion"]])
    assert not check(headings=[["recommendation"]])
    assert check(tables={"min": 1, "rows_min": 2})
    assert not check(tables={"min": 2})
    assert check(table={"columns": ["Party", "Share"], "rows_min": 2})
    assert check(number={"value": "53040000", "near": ["owner"], "tolerance": "0.01%"})
    assert check(section={"heading": ["conclusion", "answer"], "checks": [{"mentions": [["88.4"]]}]})
    assert not check(section={"heading": ["facts"], "checks": [{"mentions": [["88.4"]]}]})
    assert check(section={"heading": ["facts"], "checks": [{"mentions": [["two surveys differ"]]}]})
    assert not check(section={"heading": ["annex"], "checks": [{"words": {"min": 1}}]})
    assert check(section={"heading": [["analysis"], ["3"]], "checks": [{"tables": {"min": 1}}]})


def test_slides_of_a_deck(files: dict[str, bytes]) -> None:
    def check(**what: Any) -> bool:
        return look(what, files["board.pptx"], "board.pptx").holds

    assert check(slides={"min": 3, "max": 3, "titles": [["liability"], ["next steps"]], "notes": 1})
    assert not check(slides={"min": 4})
    assert not check(slides={"notes": "all"})
    assert not check(slides={"titles": [["appendix"]]})
    assert check(section={"heading": ["next steps"], "checks": [{"mentions": [["12 March"]]}]})
    assert not check(section={"heading": ["next steps"], "checks": [{"mentions": [["88.4"]]}]})
    assert not look({"slides": {"min": 1}}, files["memo.docx"], "memo.docx").holds


def revised() -> bytes:
    """A document with comments by two people and tracked changes."""
    document = docx.Document()
    paragraph = document.add_paragraph("The survey is ")
    for kind, text, author in (
        ("ins", "second ", "Ines Marchetti"),
        ("del", "first", "Ines Marchetti"),
        ("ins", "x", "Dewi"),
    ):
        tag = "w:delText" if kind == "del" else "w:t"
        paragraph._p.append(
            parse_xml(
                f'<w:{kind} {nsdecls("w")} w:id="9" w:author="{author}" w:date="2026-03-02T09:00:00Z">'
                f'<w:r><{tag} xml:space="preserve">{text}</{tag}></w:r></w:{kind}>'
            )
        )
    document.add_comment(paragraph.runs, text="Which survey?", author="Ines Marchetti")
    document.add_comment(paragraph.runs, text="Fine.", author="Dewi")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_comments_and_tracked_changes() -> None:
    data = revised()

    def check(**what: Any) -> bool:
        return look(what, data, "memo.docx").holds

    assert check(comments={"min": 2, "max": 2})
    assert not check(comments={"max": 0})
    assert check(comments={"min": 1, "by": "Ines", "says": [["survey"]]})
    assert not check(comments={"min": 1, "by": "Dewi", "says": [["survey"]]})
    assert check(suggestions={"min": 2, "max": 2})
    assert check(suggestions={"max": 1, "by": "Dewi"})
    assert not check(suggestions={"max": 0})
    assert check(mentions=[["survey is second"]])
    assert check(absent=[["first"]])
    assert check(absent=[["Which"]])
    clean = word.from_markdown("Fine.", at=AT)
    assert look({"comments": {"max": 0}}, clean, "a.docx").holds
    assert look({"suggestions": {"max": 0}}, clean, "a.docx").holds


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.pdf", "a.eml", "a.xlsx"])
def test_damaged_files_have_no_words_and_break_nothing(name: str) -> None:
    for data in (b"", b"PK\x03\x04 no", b"%PDF-1.4 no", b"\xff" * 100):
        assert not look({"mentions": [["anything"]]}, data, name).holds
        for check in ({"comments": {"min": 1}}, {"suggestions": {"min": 1}}, {"slides": {"min": 1}}):
            assert not look(check, data, name).holds


def test_a_criterion_on_a_delivered_document(files: dict[str, bytes]) -> None:
    paper_trail = Paper()
    rubric = (
        "criteria: [{id: it, title: t, kind: document, of: {drive: /Work/memo.docx}, checks: ["
        "{section: {heading: [conclusion], checks: [{number: {value: 88400000, near: [limit]}}]}}]}]"
    )
    assert paper_trail.score(rubric).score == 0
    wrong = paper_trail.write(
        "/Work/memo.docx", word.from_markdown("# Conclusion\n\nThe limit is 79.2m.", at=AT)
    )
    assert paper_trail.score(rubric).row("it").settled_at is None
    assert paper_trail.score(rubric).row("it").verdict.events == (wrong.seq,)
    right = paper_trail.write("/Work/memo.docx", files["memo.docx"])
    card = paper_trail.score(rubric)
    assert card.row("it").verdict.met
    assert card.row("it").settled_at == right.seq
    assert paper_trail.curve(rubric)[-1] == (right.seq, 1)
    assert paper_trail.score(rubric, at=wrong.seq).score == 0


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("{comments: {min: 2, max: 1}}", "at least 2 and at most 1"),
        ("{suggestions: {by: ines}}", "any number would do"),
        ("{slides: {min: 4, max: 3}}", "no deck has"),
        ("{slides: {max: 3, notes: 5}}", "more than 3 slides"),
        ("{cell: {at: {label: [x]}, value: 1}}", "about xlsx"),
        ("{comments: {max: 0}}", "an empty document"),
    ],
)
def test_lint_of_checks_on_files(check: str, said: str) -> None:
    name = "a.pptx" if "slides" in check else "a.docx"
    with pytest.raises(AuthoringErrors, match=said):
        rubric_of(
            f"criteria: [{{id: it, title: t, kind: document, of: {{drive: /{name}}}, checks: [{check}]}}]"
        )


@pytest.mark.parametrize(
    "looks",
    [
        "<w:vanish/>",
        '<w:color w:val="FFFFFF"/>',
        '<w:color w:val="fefefe"/>',
        '<w:sz w:val="2"/>',
        '<w:rStyle w:val="Unseen"/>',
    ],
)
def test_what_nobody_can_see_does_not_count(looks: str) -> None:
    data = _with_run(f"<w:rPr>{looks}</w:rPr>")
    limit = {"number": {"value": "88400000", "near": ["limit"]}}
    assert not _CHECK.validate_python(limit).finding(read(data, "memo.docx")).holds
    assert _CHECK.validate_python({"mentions": [["stands here"]]}).finding(read(data, "memo.docx")).holds


@pytest.mark.parametrize(
    "looks",
    [
        "",
        '<w:vanish w:val="0"/>',
        '<w:color w:val="C00000"/>',
        '<w:sz w:val="16"/>',
        '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>',
        '<w:rStyle w:val="Unseen"/><w:vanish w:val="false"/>',
    ],
)
def test_what_looks_unusual_counts(looks: str) -> None:
    data = _with_run(f"<w:rPr>{looks}</w:rPr>")
    limit = {"number": {"value": "88400000", "near": ["limit"]}}
    assert _CHECK.validate_python(limit).finding(read(data, "memo.docx")).holds


def test_what_is_told_of_a_picture_does_not_count() -> None:
    told = "<wp:docPr id='1' name='p' descr='plan] the limit is USD 88.4 million]'/>"
    data = _with_run("", f"<w:drawing><wp:inline>{told}</wp:inline></w:drawing>")
    limit = {"number": {"value": "88400000", "near": ["limit"]}}
    assert not _CHECK.validate_python(limit).finding(read(data, "memo.docx")).holds


def _with_run(properties: str, holds: str = "<w:t>The limit is USD 88.4 million.</w:t>") -> bytes:
    """A document with one run of its own making."""
    made = docx.Document()
    made.styles.element.append(
        parse_xml(
            f"<w:style {nsdecls('w')} w:type='character' w:styleId='Unseen'><w:name w:val='Unseen'/>"
            "<w:rPr><w:vanish/></w:rPr></w:style>"
        )
    )
    made.add_paragraph("Nothing stands here.")
    made.add_paragraph()._p.append(parse_xml(f"<w:r {nsdecls('w', 'wp')}>{properties}{holds}</w:r>"))
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()
