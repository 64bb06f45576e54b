"""Answers of a shape: what models do to JSON is mended by name, and nothing they write raises."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from tenure.engine.minds.client import Outcome, Request, ToolCall
from tenure.engine.minds.mending import readings
from tenure.engine.minds.structured import Answer, structured, understood


class Say(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["say"] = "say"
    text: str
    facts: tuple[str, ...] = ()


class Work(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["work"]
    minutes: int


class Plan(BaseModel):
    """A shape like a decision: a list of alternatives, some fields with defaults."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    why: str = ""
    items: tuple[Say | Work, ...] = ()


GOOD = '{"why": "asked", "items": [{"kind": "say", "text": "The rate is 4. Ask Ana.", "facts": ["rate"]}]}'
PLAN = Plan.model_validate_json(GOOD)
ASK = Request(model="openai/rules", messages=({"role": "user", "content": "what do you do?"},))


def read(text: str, finish: str = "stop", calls: tuple[ToolCall, ...] = ()) -> Any:
    return understood(Outcome(status="ok", text=text, finish_reason=finish, tool_calls=calls), Plan)


async def asked(*outcomes: Outcome | str, tries: int = 2) -> tuple[Answer[Plan], list[Request]]:
    left = [one if isinstance(one, Outcome) else Outcome(status="ok", text=one) for one in outcomes]
    seen: list[Request] = []

    async def ask(request: Request) -> Outcome:
        seen.append(request)
        return left.pop(0)

    return await structured(ask, ASK, Plan, tries=tries), seen


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        (GOOD, ()),
        (f"```json\n{GOOD}\n```", ("fenced JSON",)),
        (f"```{GOOD}", ("fenced JSON",)),
        (f"Sure! Here it is:\n\n```json\n{GOOD}\n```\nTell me if not.", ("fenced JSON", "text around JSON")),
        (f"My decision: {GOOD} I hope that helps.", ("text around JSON",)),
        (f"<think>{{'why': 'a draft'}} hm</think>\n{GOOD}", ("text around JSON",)),
        (json.dumps(GOOD), ("doubly encoded JSON",)),
        (json.dumps(GOOD)[1:-1], ("doubly encoded JSON",)),
        (GOOD.replace('"', "'"), ("single quotes",)),
        (GOOD.replace("]}", "],}").replace('"]', '",]'), ("trailing comma",)),
        (GOOD[:-1], ("unclosed brackets",)),
        (GOOD[:-2], ("unclosed brackets",)),
        (GOOD.replace('"why"', "why"), ("unquoted key",)),
        (GOOD.replace('", "items', '"\n"items'), ("missing comma",)),
        (f"[{GOOD}]", ("wrapped in another object",)),
        (f'{{"decision": {GOOD}}}', ("wrapped in another object",)),
        (f'{{"name": "decide", "arguments": {GOOD}}}', ("tool call instead of text",)),
        (GOOD.replace('{"why"', '{"mood": "calm", "why"'), ("unknown keys left out",)),
        (
            json.dumps({"why": "asked", "items": json.dumps(json.loads(GOOD)["items"])}),
            ("doubly encoded JSON",),
        ),
    ],
)
def test_what_models_do_to_json_is_mended_by_name(text: str, repaired: tuple[str, ...]) -> None:
    found = read(text)
    assert found.value == PLAN
    assert found.repaired == repaired
    assert found.whole


def test_quotes_and_line_breaks_inside_strings() -> None:
    found = read('{"items": [{"text": "She said "not before Friday", and left.\nThat is all."}]}')
    assert found.value is not None
    assert found.value.items[0].text == 'She said "not before Friday", and left.\nThat is all.'
    assert found.repaired == ("unescaped quotes", "line break in a string")


def test_apostrophes_in_single_quoted_strings() -> None:
    found = read("{'items': [{'text': 'I don't know, it's Ana's.'}], 'why': None or ''}")
    assert found.value is None  # a Python expression is no value
    found = read("{'items': [{'text': 'I don't know, it's Ana's.'}], 'why': 'x'}")
    assert found.value is not None
    assert found.value.items[0].text == "I don't know, it's Ana's."


def test_a_call_with_the_answer_as_arguments() -> None:
    found = read("", "tool_calls", (ToolCall(id="1", name="decide", arguments=GOOD),))
    assert found.value == PLAN
    assert found.repaired == ("tool call instead of text",)


def test_arguments_of_another_tool_are_no_empty_answer() -> None:
    found = read("", "tool_calls", (ToolCall(id="1", name="pay", arguments='{"amount": 3, "to": "x"}'),))
    assert found.value is None
    assert found.error


def test_the_last_of_several_objects_is_meant() -> None:
    found = read(f'For example {{"why": "an example"}}. So: {GOOD}')
    assert found.value == PLAN


class TestCut:
    def test_an_item_that_was_cut_is_left_out(self) -> None:
        text = '{"items": [{"text": "Yes."}, {"text": "And ask Ana for the rate of 4'
        found = read(text, "length")
        assert found.value == Plan(items=(Say(text="Yes."),))
        assert found.repaired == ("cut off, last item dropped",)
        assert found.whole

    def test_half_a_sentence_is_never_said(self) -> None:
        found = read('{"items": [{"text": "It is ready. The amount is 4', "length")
        assert found.value == Plan(items=(Say(text="It is ready."),))
        assert not found.whole

    def test_half_a_number_is_no_number(self) -> None:
        assert read('{"items": [{"kind": "work", "minutes": 4').value is None

    def test_brackets_that_only_miss_their_end_may_miss_more_if_cut_by_length(self) -> None:
        assert read(GOOD[:-2]).whole
        assert not read(GOOD[:-2], "length").whole

    async def test_an_answer_with_a_part_missing_is_used_only_if_asking_again_brings_nothing_better(
        self,
    ) -> None:
        part = '{"items": [{"text": "It is ready. The amount is 4'
        answer, seen = await asked(Outcome(status="ok", text=part, finish_reason="length"), GOOD)
        assert answer.value == PLAN
        assert "be shorter" in str(seen[1].messages[-1]["content"])
        answer, _ = await asked(Outcome(status="ok", text=part, finish_reason="length"), "no")
        assert answer.value == Plan(items=(Say(text="It is ready."),))
        assert answer.repaired[-1] == "cut off, rest missing"


class TestAskingAgain:
    async def test_the_error_is_told_in_a_few_words(self) -> None:
        answer, seen = await asked('{"items": [{"kind": "work", "minutes": "soon"}]}', GOOD)
        assert answer.value == PLAN
        assert answer.status == "ok"
        assert len(answer.repaired) == 1
        assert answer.repaired[0].startswith("asked again (items.0")
        said = [*seen[1].messages]
        assert said[: len(ASK.messages)] == list(ASK.messages)
        assert said[1]["role"] == "assistant"
        assert "minutes" in said[2]["content"]
        assert len(said[2]["content"]) < 700

    async def test_twice_wrong_is_malformed(self) -> None:
        answer, seen = await asked("hm", "still thinking")
        assert (answer.value, answer.status, len(seen)) == (None, "malformed", 2)
        assert answer.error == "it held no JSON object"

    async def test_never_again_if_so_told(self) -> None:
        answer, seen = await asked("hm", tries=1)
        assert (answer.status, len(seen), answer.repaired) == ("malformed", 1, ())

    @pytest.mark.parametrize("status", ["timeout", "refusal", "unavailable", "over_budget"])
    async def test_a_failed_request_is_not_asked_again(self, status: Any) -> None:
        answer, seen = await asked(Outcome(status=status, error="gone"))
        assert (answer.value, answer.status, answer.error, len(seen)) == (None, status, "gone", 1)

    @pytest.mark.parametrize(
        "text",
        ["I'm sorry, but I can't help with that.", "I cannot share that.", "As an AI, I have no opinion."],
    )
    async def test_a_refusal_in_words_is_a_refusal(self, text: str) -> None:
        answer, seen = await asked(text)
        assert (answer.status, len(seen)) == ("refusal", 1)

    async def test_an_apology_inside_an_answer_is_none(self) -> None:
        answer, _ = await asked('I\'m sorry for the delay. {"items": [{"text": "I cannot share that."}]}')
        assert answer.status == "ok"

    async def test_an_empty_answer_is_asked_again(self) -> None:
        answer, seen = await asked(Outcome(status="malformed", error="the answer is empty"), GOOD)
        assert (answer.status, len(seen)) == ("ok", 2)

    async def test_the_schema_goes_along_unless_a_format_was_given(self) -> None:
        _, seen = await asked(GOOD)
        assert seen[0].response_format is not None
        assert "items" in json.dumps(seen[0].response_format)


# Any text ------------------------------------------------------------------------------------------------------------

NOISE = st.text(st.sampled_from('{}[]",:\'\\`/*-+.eE019 \n\ttrufalsn{"[“”\ud800é<think>'), max_size=200)
SENTENCE = st.text(st.characters(codec="utf-8"), max_size=60)
PLANS = st.builds(
    Plan,
    why=SENTENCE,
    items=st.lists(
        st.one_of(
            st.builds(Say, text=SENTENCE, facts=st.lists(SENTENCE, max_size=3).map(tuple)),
            st.builds(Work, kind=st.just("work"), minutes=st.integers(-(10**6), 10**6)),
        ),
        max_size=4,
    ).map(tuple),
)
PROSE = st.text(st.sampled_from("abc ABC,.!?\n'’:;()-0123"), max_size=60)


@given(st.one_of(st.text(max_size=400), NOISE))
def test_no_text_raises(text: str) -> None:
    for finish in ("stop", "length"):
        found = read(text, finish)
        assert found.value is not None or found.error


@given(NOISE, NOISE)
def test_no_noise_inside_an_answer_raises(before: str, after: str) -> None:
    for cut in (20, 60, 95):
        found = read(before + GOOD[:cut] + after + GOOD[cut:])
        assert found.value is None or isinstance(found.value, Plan)


@given(PLANS, st.sampled_from((None, 1, 2)), st.booleans())
def test_any_value_survives_fences(plan: Plan, indent: int | None, plain: bool) -> None:
    text = json.dumps(plan.model_dump(mode="json"), indent=indent, ensure_ascii=plain)
    for fenced in (f"```json\n{text}\n```", f"```\n{text}\n```", f"```JSON\n{text}"):
        found = read(fenced)
        assert found.value == plan
        assert found.repaired == ("fenced JSON",)


@given(PLANS, PROSE, PROSE)
def test_any_value_survives_prose(plan: Plan, before: str, after: str) -> None:
    text = json.dumps(plan.model_dump(mode="json"))
    found = read(f"{before}\n{text}\n{after}")
    assert found.value == plan


@given(PLANS, st.booleans())
def test_any_value_survives_a_second_encoding_and_trailing_commas(plan: Plan, twice: bool) -> None:
    text = json.dumps(plan.model_dump(mode="json"), indent=1)
    found = read(json.dumps(text) if twice else text.replace("\n}", ",\n}"))
    assert found.value == plan


@given(PLANS, st.data())
def test_truncation_gives_a_part_of_the_value_or_a_failure(plan: Plan, data: st.DataObject) -> None:
    text = json.dumps(plan.model_dump(mode="json"), ensure_ascii=False)
    at = data.draw(st.integers(0, len(text) - 1))
    found = read(text[:at], "length")
    if found.value is None:
        assert "shorter" in found.error
        return
    assert plan.why.startswith(found.value.why)
    assert len(found.value.items) <= len(plan.items)
    for mine, whole in zip(found.value.items, plan.items, strict=False):
        if isinstance(whole, Work):
            assert mine == whole
        else:
            assert isinstance(mine, Say)
            assert whole.text.startswith(mine.text)
            assert set(mine.facts) <= set(whole.facts)


@pytest.mark.parametrize(
    "make",
    [
        lambda n: "{[" * n,
        lambda n: "[" * 2 * n,
        lambda n: '{"a":' * n,
        lambda n: '{"' * n,
        lambda n: '{"a": "' + '" ' * n,
        lambda n: '{"a":"' + '",  ' * n,
        lambda n: "[/*" * n,
        lambda n: "<think>" * n,
        lambda n: "```" * n,
        lambda n: "[" + " " * n + "x",
        lambda n: '{"a": "' + "\\u12" * n,
        lambda n: '{"items": [' * n,
        lambda n: '{"items": [{"text": "a. ' * n,
        lambda n: '{"items": [' + '{"text": "a"},' * n,
        lambda n: "1" * n,
        lambda n: '{"items": [' + "9" * n + "]}",
        lambda n: "[{}]," * n,
        lambda n: '"' * n + "{" + "\\" * n,
    ],
)
def test_the_work_done_grows_no_faster_than_the_text(make: Callable[[int], str]) -> None:
    """Counted in lines of Python run, which no busy machine changes."""
    small, large = work_done(make(300)), work_done(make(1_500))
    assert large <= 5 * small + 4_000


def work_done(text: str) -> int:
    import sys

    lines = 0
    ours = threading.get_ident()

    def trace(frame: Any, event: str, _: Any) -> Any:
        nonlocal lines
        if event == "line" and threading.get_ident() == ours:
            lines += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(text)
    finally:
        sys.settrace(before)
    return lines


def test_hostile_texts_of_full_size_are_read() -> None:
    for text in ("{[" * 50_000, '{"items": [' * 20_000, '{"a":"' + '",  ' * 25_000, "[" * 100_000):
        assert read(text).value is None


def test_a_reading_says_what_is_whole() -> None:
    found = list(readings('{"a": [1, 2, {"b": "x. y'))
    assert [one.whole for one in found] == sorted((one.whole for one in found), reverse=True)
