"""What holds for any text: it is read, always alike, in bounded time; small talk around a question hides nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.minds.understanding import FLOOR, FactCard, FactIndex, parse_deadline, understand

INDEX = FactIndex(
    [
        FactCard("rate", "The demurrage rate at Antwerp is EUR 95 a day.", ("What is the demurrage rate?",)),
        FactCard("eta", "The Lindisfarne arrives on Thursday.", ("When does the Lindisfarne arrive?",), "its ETA"),
        FactCard("bare", "Marek Novak signed."),
    ]
)  # fmt: skip
WORDS = st.sampled_from(
    "what when who is the rate at antwerp and also for me please thanks demurrage lindisfarne arrive by noon , . "
    "? ! \n > - 1. On wrote: -- Regards, you everything know about write report it 95 € not actually".split(
        " "
    )
)
TEXTS = st.one_of(st.text(max_size=400), st.lists(WORDS, max_size=60).map(" ".join))
ASIDES = (
    "I had lunch with my sister.",
    "The lift is broken again.",
    "It rained all morning here.",
    "My new chair is very comfortable.",
    "The printer is out of toner.",
)


@given(TEXTS)
def test_any_text_is_read_to_the_same_end(text: str) -> None:
    first = understand(text, INDEX, thread_facts=("eta", "unknown"), asker_name="Tom", me="Ines")
    again = understand(text, INDEX, thread_facts=("eta", "unknown"), asker_name="Tom", me="Ines")
    assert first == again
    assert first.acts
    for act in first.acts:
        assert not (act.fact_ids and act.ambiguous)
        assert all(FLOOR <= match.score <= 1000 for match in act.matches)
        assert set(act.fact_ids) | set(act.ambiguous) <= set(INDEX.by_id)
        assert list(act.matches) == sorted(act.matches, key=lambda match: (-match.score, match.fact_id))


@given(TEXTS)
def test_any_text_can_be_searched_for_a_time(text: str) -> None:
    found = parse_deadline(text)
    if found is not None:
        assert found.weekday is None or 0 <= found.weekday <= 6
        assert found.minute_of_day is None or 0 <= found.minute_of_day < 24 * 60


@given(st.lists(st.tuples(st.text(max_size=60), st.text(max_size=60)), max_size=6))
def test_any_cards_can_be_indexed(texts: list[tuple[str, str]]) -> None:
    cards = [FactCard(str(number), statement, (ask,)) for number, (statement, ask) in enumerate(texts)]
    index = FactIndex(cards)
    for _, ask in texts:
        index.rank(ask)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 100_000,
        "what is the rate? " * 6_000,
        "who, and when, and why " * 5_000,
        "\n" * 100_000,
        "> " * 50_000,
        ", and " * 17_000,
        "1. " * 33_000,
        "hope you're well " * 6_000,
        " " * 99_999 + "?",
        "one hundred and " * 7_000,
        "On " * 33_000 + "wrote:",
        "(" * 100_000,
    ],
)
def test_a_hundred_kilobytes_are_read_no_further_than_a_colleague_would(text: str) -> None:
    understood = understand(text, INDEX)
    assert len(understood.acts) <= 40
    assert sum(len(act.text) for act in understood.acts) <= 12_000


QUESTIONS = (
    ("what is the demurrage rate at antwerp", "rate"),
    ("I was wondering what demurrage costs in Antwerp", "rate"),
    ("When does the Lindisfarne get in", "eta"),
    ("I need the arrival of the Lindisfarne", "eta"),
)


@given(before=st.sampled_from(ASIDES), after=st.sampled_from(ASIDES), asked=st.sampled_from(QUESTIONS))
def test_small_talk_around_a_question_hides_no_fact(before: str, after: str, asked: tuple[str, str]) -> None:
    question, fact = asked
    assert understand(f"{before} {question}? {after}", INDEX).fact_ids == (fact,)
