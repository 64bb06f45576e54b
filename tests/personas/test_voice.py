"""Phrases can be filled in, and there is always one that fits what is known."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.personas.library import available, load_persona
from tenure.personas.voice import ALWAYS, BANKS, SLOTS, Voice, fill, slots

VALUES = {
    "topic": "the free time at origin",
    "when": "Thursday 14:00",
    "who": "Marek",
    "asker": "Sam",
    "options": "the first or the second",
}


def test_slots_are_filled_and_sentences_begin_with_a_capital() -> None:
    assert (
        fill("{when} is fine. {topic}, then.", **VALUES)
        == "Thursday 14:00 is fine. The free time at origin, then."
    )
    assert fill("On {topic}: {topic}?", **VALUES) == "On the free time at origin: the free time at origin?"
    with pytest.raises(KeyError, match="who"):
        fill("Ask {who}.", topic="x")


def test_a_value_is_never_read_as_a_slot() -> None:
    assert fill("See {topic}.", topic="the {who} column") == "See the {who} column."


@pytest.mark.parametrize("bank", BANKS)
@pytest.mark.parametrize("name", ["plain", *available()])
def test_every_bank_speaks_with_what_is_always_known(name: str, bank: str) -> None:
    voice = Voice() if name == "plain" else load_persona(name).voice
    sure = ALWAYS.get(bank, frozenset({"asker"}))  # type: ignore[call-overload]
    usable = voice.usable(bank, sure)  # type: ignore[arg-type]
    assert len(usable) >= 2
    for phrase in usable:
        assert "{" not in fill(phrase, **{slot: VALUES[slot] for slot in sure})


@given(st.sampled_from(BANKS), st.frozensets(st.sampled_from(sorted(VALUES))))
def test_usable_phrases_are_exactly_those_that_can_be_filled(bank: str, known: frozenset[str]) -> None:
    voice = load_persona("billing_analyst").voice
    usable = voice.usable(bank, known)  # type: ignore[arg-type]
    assert set(usable) == {phrase for phrase in voice.bank(bank) if slots(phrase) <= known}  # type: ignore[arg-type]


def test_sure_slots_are_allowed_slots() -> None:
    assert all(ALWAYS[bank] <= SLOTS[bank] for bank in ALWAYS)
    assert set(SLOTS) == set(BANKS) == set(Voice.model_fields)
