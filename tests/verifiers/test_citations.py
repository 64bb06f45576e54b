"""Citations: they resolve to documents of the world, or they don't."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.apps.base import App
from tenure.engine.kernel.world import Core
from tenure.personas.problems import AuthoringErrors
from tests.verifiers.journal import Paper, PaperWorld, rubric_of

NUMBERS = "VSC-\\d{6}"


class Library(App):
    name = "library"

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table == "texts":
            return [{"document": "act", "text": "As held in Ostra v. Pellworm, the limit falls away."}]
        return [
            {"document": "act", "title": "Spill Liability Act (consolidated)", "kind": "statute"},
            {"document": "dorn", "title": "Dorn Shipping v. Port of Hesse [1998]", "kind": "case"},
        ]


class WithLibrary(PaperWorld):
    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.apps = {**self.apps, "library": Library()}


def world() -> Paper:
    paper = Paper(WithLibrary)
    for path, text in (
        (
            "/Evidence/second_survey_final.md",
            "# Report of the second survey\n\nVSC-000412. It is 52,400 tons.",
        ),
        ("/Evidence/VSC-000100 master log.md", "Log of the voyage."),
        ("/Contracts/charterparty.md", "Stamped VSC-000777."),
    ):
        paper.write(path, text, by="ines", past=True)
    return paper


def said(text: str, check: str, paper: Paper | None = None) -> tuple[bool, str]:
    paper = paper or world()
    paper.write("/Work/memo.md", text)
    of = "of: {drive: /Work/memo.md}"
    rubric = f"criteria: [{{id: it, title: t, kind: document, {of}, checks: [{{cites: {check}}}]}}]"
    card = paper.score(rubric)
    assert paper.curve(rubric)[-1][1] == card.score
    verdict = card.row("it").verdict
    return verdict.met, verdict.explanation


@pytest.mark.parametrize(
    "text",
    [
        "See /Evidence/second_survey_final.md.",
        "See second_survey_final.md.",
        "As the second survey found, it is 52,400 tons.",
        "The final survey, the second, says so.",
        "See VSC-000412.",
        "See the Report of the second survey.",
        "See the log (VSC-000100).",
        "See the charterparty.",
        "See VSC-000777.",
        "Under the Spill Liability Act, it is so.",
        "In Dorn Shipping v Port of Hesse it was so.",
    ],
)
def test_ways_to_cite_one_document(text: str) -> None:
    met, why = said(text, f"{{min: 1, numbers: '{NUMBERS}'}}")
    assert met, why
    assert not said(text, f"{{min: 2, numbers: '{NUMBERS}'}}")[0]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("See /Evidence/third_survey.pdf and the charterparty.", "/Evidence/third_survey.pdf"),
        ("See audit_report.docx and the charterparty.", "audit_report.docx"),
        ("See VSC-999999 and the charterparty.", "VSC-999999"),
        ("Brandt v. Kessler holds, see the charterparty.", "Brandt v. Kessler"),
    ],
)
def test_what_is_cited_and_does_not_exist(text: str, what: str) -> None:
    met, why = said(text, f"{{min: 1, numbers: '{NUMBERS}'}}")
    assert not met
    assert what in why
    assert said(text, f"{{min: 1, unknown: 1, numbers: '{NUMBERS}'}}")[0]


def test_a_case_that_another_document_cites_exists() -> None:
    met, why = said("Ostra v. Pellworm decides it, see the charterparty.", "{min: 1}")
    assert met, why


def test_kinds_and_particular_documents() -> None:
    text = "The charterparty and the second survey; Spill Liability Act."
    assert said(text, "{min: 3, kinds: {drive: 2, library: 1}}")[0]
    assert not said(text, "{kinds: {library: 2}}")[0]
    assert said(text, "{each: [[/Evidence/second_survey_final.md, VSC-000412], [Spill Liability Act]]}")[0]
    met, why = said(text, "{each: [['/Evidence/VSC-000100 master log.md', 'master log']]}")
    assert not met
    assert "master log" in why


def test_ones_own_files_exist_but_are_no_evidence() -> None:
    paper = world()
    paper.write("/Work/liability_model.xlsx", b"x")
    assert not said("See liability_model.xlsx.", "{min: 1}", paper)[0]
    assert said("See liability_model.xlsx and the charterparty.", "{min: 1}", paper)[0]


def test_a_document_that_was_moved_is_still_one() -> None:
    paper = world()
    paper.move("/Contracts/charterparty.md", "/Old/signed_agreement_of_charter.md", by="ines")
    assert said("See the charterparty.", "{min: 1}", paper)[0]


@given(st.text(max_size=300))
def test_any_text_can_be_looked_at(text: str) -> None:
    said(text, f"{{min: 1, numbers: '{NUMBERS}'}}")


@pytest.mark.parametrize(
    ("check", "fault"),
    [("{min: 0}", "cite nothing"), ("{numbers: '['}", "regular expression"), ("{kinds: {web: 1}}", "web")],
)
def test_lint_of_citations(check: str, fault: str) -> None:
    with pytest.raises(AuthoringErrors, match=fault):
        rubric_of(
            f"criteria: [{{id: it, title: t, kind: document, of: {{drive: /a.md}}, checks: [{{cites: {check}}}]}}]"
        )


@pytest.mark.parametrize(
    ("text", "is_cited"),
    [
        ("Norlund (3 February 2025) says so.", True),
        ("So says the class survey of 2025-02-03.", True),
        ("On 3 February 2025 it rained.", False),
        ("Norlund (4 February 2025) says so.", False),
        ("Norlund says so.", False),
    ],
)
def test_a_dated_document_is_cited_by_author_or_subject_and_date(text: str, is_cited: bool) -> None:
    paper = world()
    name = "/Surveys/2025-02-03 Norlund class renewal survey.md"
    paper.write(name, "Found in order.", by="ines", past=True)
    met, why = said(text, f'{{min: 1, each: [["{name}"]]}}', paper)
    assert met == is_cited, why
