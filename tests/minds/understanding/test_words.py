"""Words as terms: stems, spellings, numbers, expressions, misprints, and the committed lists."""

from __future__ import annotations

import re

import pytest

from tenure.engine.minds.understanding.lexicon import lexicon, parse
from tenure.engine.minds.understanding.openings import mend_openings
from tenure.engine.minds.understanding.phrases import parse_phrases, phrase
from tenure.engine.minds.understanding.stemming import stem
from tenure.engine.minds.understanding.tokens import tokens, words
from tenure.engine.minds.understanding.typos import Speller, slips


@pytest.mark.parametrize(
    "forms",
    [
        "approve approves approved approving approval approvals",
        "authorise authorize authorised authorization authorisation",
        "colour color colours",
        "cancel cancelled canceled cancellation cancelling",
        "arrive arrives arrived arriving arrival",
        "store storage stored storing",
        "confirm confirmed confirmation",
        "quote quotes quoted quotation",
        "deliver delivery deliveries delivered",
        "supervise supervisor supervising",
        "ship shipment shipped shipments shipping",
        "company companies",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["late rate", "department departure", "customs customer", "port report"])
def test_different_words_keep_different_stems(pair: str) -> None:
    one, other = pair.split()
    assert stem(one) != stem(other)


def test_numbers_in_words_become_digits() -> None:
    assert words("three hundred and eighty euros for twenty-five boxes") == [
        "380",
        "euros",
        "for",
        "25",
        "boxes",
    ]
    assert words("€1,150 on the 14th") == ["euro", "1150", "on", "the", "14"]


def test_abbreviations_are_written_out() -> None:
    assert words("pls send qty w/ ref") == ["please", "send", "quantity", "with", "reference"]


def test_an_expression_is_one_term_even_around_a_pronoun() -> None:
    assert tokens("Who signed it off?")[-1] == tokens("the sign-off")[-1]


def test_slips_of_the_hand_are_mended_and_other_words_are_not() -> None:
    speller = Speller(["demurrage", "charge", "container", "rate", "late"])
    assert speller.correct("demurage") == "demurrage"
    assert speller.correct("chrage") == "charge"
    assert speller.correct("contianer") == "container"
    assert speller.correct("canteen") is None
    assert speller.correct("gate") is None
    assert slips("late", "rate", 1) == 2


def test_a_doubled_letter_left_out_of_a_short_word_is_put_back() -> None:
    speller = Speller(["keep", "free", "boxes"])
    assert (speller.correct("kep"), speller.correct("fre"), speller.correct("box")) == ("keep", "free", None)


def test_question_words_are_read_through_misprints_and_other_words_are_left() -> None:
    assert mend_openings("wehn does it close, and waht day?") == "when does it close, and what day?"
    assert mend_openings("whos there") == "who is there"
    assert mend_openings("The wheat in Watford waits") == "The wheat in Watford waits"


def test_every_committed_phrase_compiles() -> None:
    from importlib.resources import files

    text = files("tenure.engine.minds.understanding").joinpath("phrases.txt").read_text(encoding="utf-8")
    for name in parse_phrases(text):
        assert isinstance(phrase(name), re.Pattern)


def test_a_line_outside_a_section_is_named() -> None:
    with pytest.raises(ValueError, match=r"lexicon.txt:1: a line before the first"):
        parse("cost price\n")
    with pytest.raises(ValueError, match=r"lexicon.txt:2: unknown section \[grups\]"):
        parse("# a comment\n[grups]\n")


def test_words_of_one_group_are_kin() -> None:
    groups = lexicon().groups
    assert {group for group, _ in groups[stem("cost")]} & {group for group, _ in groups[stem("fee")]}
