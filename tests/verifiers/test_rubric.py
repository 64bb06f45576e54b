"""What an author can't write: rubrics that pay for nothing, check nothing, or name what is not there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tenure.personas.problems import AuthoringErrors
from tenure.personas.source import parse
from tenure.verifiers import Rubric, criteria_of, kinds
from tests.verifiers.journal import Paper, rubric_of

MEMO = "{id: memo, title: m, kind: document, of: {drive: /memo.md}, checks: [{words: {min: 2}}]}"
NEAR_NOTHING = "{number: {value: 1, near: ['**']}}"
TOLD = "told: {fact: rate, to: clients}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("criteria: []", "the list is empty"),
        ("criteria: [{id: a, title: t, kind: documnt}]", "Did you mean `document`"),
        ("criteria: [{id: a, title: t}]", "needs `kind`"),
        ("criteria: [{id: a, title: t, kind: document, of: {drive: /a}, checks: []}]", "nothing to check"),
        (
            'criteria: [{id: a, title: t, kind: document, of: {drive: /a}, checks: [{absent: [["x"]]}]}]',
            "an empty document would meet it",
        ),
        (
            'criteria: [{id: a, title: t, kind: document, of: {drive: /a}, checks: [{mentions: [["€"]]}]}]',
            "no word",
        ),
        ("criteria: [{id: a, title: t, kind: document, of: {disk: /a}, checks: []}]", "no document `disk`"),
        (
            "criteria: [{id: a, title: t, kind: conduct, when: {sent: {by: analyst}}}]",
            "all weight is on conduct",
        ),
        (f"criteria: [{MEMO}, {{id: a, title: t, kind: conduct}}]", "asks for nothing"),
        (f"criteria: [{MEMO}, {{id: a, title: t, kind: conduct, never: {{{TOLD}}}}}]", "doing nothing"),
        (
            f"criteria: [{MEMO}, {{id: a, title: t, kind: conduct, never: {{{TOLD}}}, needs: {{at: Tue 09:00}}}}]",
            "doing nothing",
        ),
        (
            f"criteria: [{MEMO}, {{id: a, title: t, kind: conduct, when: {{not: {{{TOLD}}}}}}}]",
            "doing nothing",
        ),
        (
            f"criteria: [{MEMO}, {{id: a, title: t, kind: conduct, when: {{beat: {{id: b}}}}}}]",
            "doing nothing",
        ),
        (
            f"criteria: [{MEMO}, {{id: a, title: t, kind: conduct, load: {{on: a, by: b, max_messages: 1}}}}]",
            "doing nothing",
        ),
        (
            "criteria: [{id: a, title: t, kind: state, app: x, find: {a: 1}, count: {min: 0, max: 0}}]",
            "doing nothing",
        ),
        (f"criteria: [{MEMO}, {MEMO}]", "`memo` is used twice"),
        (f"criteria: [{MEMO}]\ngates: [{{criterion: mem, cap: 0.4}}]", "Did you mean `memo`"),
        (f"criteria: [{MEMO}]\ngates: [{{criterion: memo, cap: 1.4}}]", "not a share"),
        (f"criteria: [{MEMO.replace('title', 'weight: 0, title')}]", "changes nothing"),
        (f"criteria: [{MEMO.replace('title', 'weight: -1, title')}]", "a weight is a number of 0 or more"),
        (f"criteria: [{MEMO.replace('words', 'wrds')}]", "Did you mean `words`"),
        (f"criteria: [{MEMO.replace('{words: {min: 2}}', NEAR_NOTHING)}]", "is no word"),
        (f"criteria: [{MEMO.replace('title', 'tittle')}]", "Did you mean `title`"),
        ("criteria: [{id: a, title: t, kind: state, app: x, find: {a: {regex: '('}}}]", "regular expression"),
        (f"criteria: [{MEMO.replace('{words: {min: 2}}', '{number: {value: ten}}')}]", "is not a number"),
    ],
)
def test_what_is_refused(text: str, says: str) -> None:
    with pytest.raises(AuthoringErrors) as caught:
        parse(Rubric, text, "rubric.yaml")
    assert says in str(caught.value)
    assert str(caught.value).startswith("rubric.yaml:")


def test_a_never_without_needs_may_be_a_gate_without_weight() -> None:
    rubric = rubric_of(
        f"criteria: [{MEMO}, {{id: safe, title: t, weight: 0, kind: conduct, never: {{{TOLD}}}}}]\n"
        'gates: [{criterion: safe, cap: "0.2"}]'
    )
    paper = Paper()
    assert paper.score(rubric).score == 0
    paper.write("/memo.md", "two words")
    assert paper.score(rubric).score == 1
    paper.share("noor", "joost")
    assert str(paper.score(rubric).score) == "0.2000"


OWN_KIND = """
from typing import Literal
from tenure.verifiers import Criterion, Evidence, Verdict

class Tidy(Criterion):
    kind: Literal["tidy"]
    path: str

    def evaluate(self, evidence: Evidence) -> Verdict:
        found = evidence.drive.at(self.path)
        return Verdict(found is not None, 1000 if found else 0, explanation="looked")
"""
OWN_RUBRIC = "criteria: [{id: a, title: t, kind: tidy, path: /x.md}]"


def test_a_kind_from_the_packs_folder() -> None:
    files: Mapping[str, bytes] = {"criteria/tidy.py": OWN_KIND.encode(), "scenario.yaml": b""}
    with criteria_of(files):
        rubric = rubric_of(OWN_RUBRIC)
    assert "tidy" not in kinds()
    paper = Paper()
    assert paper.score(rubric).score == 0
    paper.write("/x.md", "here")
    assert paper.score(rubric).score == 1
    assert paper.score(rubric).criteria[0].kind == "tidy"


def test_a_kind_from_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "criteria").mkdir()
    (tmp_path / "criteria" / "tidy.py").write_text(OWN_KIND)
    with pytest.raises(AuthoringErrors, match="no kind of criterion `tidy`"):
        rubric_of(OWN_RUBRIC)
    monkeypatch.setenv("TENURE_PATH", str(tmp_path))
    assert rubric_of(OWN_RUBRIC).criteria[0].kind == "tidy"
    with pytest.raises(AuthoringErrors, match="`pth` is not a known key"):
        rubric_of(OWN_RUBRIC.replace("path", "pth"))


def test_a_kind_from_an_installed_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tidykinds.py").write_text(OWN_KIND)
    about = tmp_path / "tidykinds-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tidykinds\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[tenure.criteria]\ntidy = tidykinds:Tidy\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert rubric_of(OWN_RUBRIC).criteria[0].kind == "tidy"


def test_a_broken_file_of_criteria_is_named_with_its_line() -> None:
    with (
        pytest.raises(AuthoringErrors, match=r"criteria/bad.py:2:1: .*NameError"),
        criteria_of({"criteria/bad.py": b"x = 1\ny = nothing\n"}),
    ):
        pass
