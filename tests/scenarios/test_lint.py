"""Lint sees what would make a pack unfair, unsolvable or guessable, and says where and how to mend it."""

import pytest

from tenure.scenarios.lint import Finding, lint_files
from tenure.scenarios.source import PackSource

from .edits import edited


def lint(source: PackSource, seeds: range = range(2)) -> list[Finding]:
    return lint_files(source, seeds=seeds)


def test_the_example_has_nothing_to_mend(example: PackSource) -> None:
    assert [str(finding) for finding in lint(example, range(20)) if finding.severity != "note"] == []


CASES = [
    (
        "scenario.yaml",
        "id: example",
        "id: other",
        (
            "scenario.yaml:12: error: the canary is the example's. Write a new one: `tenure-canary-` and 16 random hex "
            "digits."
        ),
    ),
    (
        "scenario.yaml",
        "licence: Apache-2.0",
        "licence: ours",
        (
            "scenario.yaml:10: warning: `ours` is not a licence that is widely known. Use an SPDX identifier such as "
            "Apache-2.0, or LicenseRef-… for terms of your own."
        ),
    ),
    (
        "scenario.yaml",
        "  total: {formula",
        "  spare: {integer: {min: 1, max: 4}}\n  total: {formula",
        "scenario.yaml:51: warning: the param `spare` is used nowhere. Use it or remove it.",
    ),
    (
        "cast/joost.yaml",
        "ties:\n  - {to: noor, kind: client_of, trust: 400}\n",
        "",
        (
            "cast/joost.yaml:2: warning: Joost Veltman has no tie to anybody. Add `manager:` or `ties:`, or leave the "
            "person out."
        ),
    ),
    (
        "cast/ines.yaml",
        'from: "Fri 13:00", to: "Fri 16:00"',
        'from: "Fri 13:00", to: "Fri 11:00"',
        "cast/ines.yaml:1: error: Ines's leave ends before it starts. Swap from and to.",
    ),
    (
        "facts.yaml",
        "decides: dewi",
        "decides: noor",
        "facts.yaml:44: error: `may_share_rates` is decided by noor, who is played. Name somebody else.",
    ),
    (
        "facts.yaml",
        'reveals: [["{{ fee }}"], [order, document, fee]]',
        'reveals: [["fee"]]',
        (
            "facts.yaml:32: error: what gives `document_fee` away is not in its own statement. Let "
            "`reveals` hold words "
            "or numbers of the statement."
        ),
    ),
    (
        "facts.yaml",
        "- How high is the document fee?",
        "- Is the document fee {{ fee | money }}?",
        (
            "facts.yaml:32: error: to ask for `document_fee` would give it away: “Is the document "
            "fee 16.00?” holds all "
            "that `reveals` wants. Add to `reveals` what only somebody who knows it would say."
        ),
    ),
    (
        "facts.yaml",
        'says: "I have EUR {{ old_rate }} in my sheet."',
        'says: "I have it in my sheet."',
        (
            "facts.yaml:3: error: what {ines} says of `day_rate` does not hold what gives it away: “I have it in my "
            "sheet.”. Put the value into `says`, or loosen `reveals`."
        ),
    ),
    (
        "storyline.yaml",
        'when: {at: "Wed 14:10"}',
        'when: {at: "Wed week 3 14:10"}',
        (
            "storyline.yaml:15: warning: the beat `carrier_notice` comes after the work hours are used up "
            "(2026-03-09T09:45). Move it, or raise `limits.work_hours`."
        ),
    ),
    (
        "storyline.yaml",
        'when: {at: "Wed 14:10"}',
        'when: {at: "Wed 14:10"}\n    repeats: true',
        (
            "storyline.yaml:15: warning: the beat `carrier_notice` repeats, but a time comes only once. Remove "
            "`repeats`, or give a condition that recurs."
        ),
    ),
    (
        "storyline.yaml",
        "- {not: {finished: {seat: analyst}}}",
        "- {read: {path: /Pricing/tarifs.csv}}",
        (
            "tasks/price_check/task.md:1: warning: a condition waits for /Pricing/tarifs.csv, which is neither on the "
            "drive nor brought nor in the brief. Check the path."
        ),
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "message"), CASES, ids=[case[3][:48] for case in CASES])
def test_lint_finds(example: PackSource, file: str, old: str, new: str, message: str) -> None:
    found = [str(finding) for finding in lint(edited(example, file, old, new), range(1, 2))]
    assert any(text == message.replace("{ines}", name) for text in found for name in ("ines", "tomas")), found


def test_a_fact_that_nobody_may_tell_but_a_criterion_needs_is_an_error(example: PackSource) -> None:
    source = edited(example, "facts.yaml", "grants: always", "grants: never\n    refuses: [No, sorry.]")
    source = edited(source, "facts.yaml", "        corrected_by: {beat: {id: carrier_notice}}\n", "")
    source = edited(source, "facts.yaml", "        tells_again: true", "        # ")
    errors = [finding for finding in lint(source, range(1)) if finding.code == "unreachable-fact"]
    assert [finding.severity for finding in errors] == ["error"]
    assert "`right_total`" in errors[0].message
    assert "may_share_rates is never granted" in errors[0].message


def test_two_facts_asked_for_in_the_same_words_are_named_as_a_pair(example: PackSource) -> None:
    twin = """  order_fee:
    statement: "The fee for an import order is EUR 77."
    topic: the fee for an import order
    asks: [What does a delivery order cost?, How high is the import order fee?, What is the order fee?, The fee?]
    reveals: [["77"]]
    needed_for: nothing
    holders: [{person: dewi, rule: open}]
approvals:"""
    found = lint(edited(example, "facts.yaml", "approvals:", twin))
    assert any(
        f.code == "ambiguous-asks" and "`document_fee`" in f.message and "`order_fee`" in f.message
        for f in found
    )


def test_what_only_some_draws_have_names_one(example: PackSource) -> None:
    source = edited(example, "facts.yaml", "rule: {to: [inside]", 'rule: {to: ["{{ holder }}"]')
    source = edited(source, "scenario.yaml", "formula: rate - 45", "formula: rate / (boxes - 3)")
    found = [finding for finding in lint(source, range(20)) if "divides by zero" in finding.message]
    assert len(found) == 1
    assert "not with every draw" in found[0].message


def test_a_pack_that_does_not_load_says_so_as_findings(example: PackSource) -> None:
    found = lint(edited(example, "facts.yaml", "person: dewi, rule: open", "person: dewie, rule: open"))
    assert [finding.code for finding in found] == ["invalid"]
    assert found[0].record()["fix"] == "Did you mean `dewi`?"
