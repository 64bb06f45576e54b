"""What is written as a persona's file loads again as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.personas.compose import compose
from tenure.personas.document import load_document
from tenure.personas.library import available
from tenure.personas.whole import Whole
from tenure.personas.writing import flow, persona_text, scalar

text = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=60)


@given(text)
def test_any_text_is_read_back_as_text(value: str) -> None:
    data, _ = load_document(
        f"a: {scalar(value)}\nb: {flow([value, value])}\nc: {flow({'k': value})}\n", "x.yaml"
    )
    assert data == {"a": value, "b": [value, value], "c": {"k": value}}


@given(st.integers() | st.booleans() | st.none())
def test_any_plain_value_is_read_back(value: Any) -> None:
    data, _ = load_document(f"a: {scalar(value)}\n", "x.yaml")
    assert data["a"] == value
    assert type(data["a"]) is type(value)


@given(text, st.lists(text, min_size=4, max_size=4, unique=True))
def test_a_comment_can_not_become_content(value: str, items: list[str]) -> None:
    written = persona_text({"name": value, "values": items}, head=[value.replace("\n", " ")], tail=[value])
    data, _ = load_document(written, "x.yaml")
    assert data == {"name": value, "values": items}


@pytest.mark.parametrize("name", available())
def test_every_built_in_person_survives_being_written(name: str) -> None:
    whole = Whole.load(name)
    data = {key: value for key, value in whole.data.items() if key != "include"}
    again = compose(persona_text(data), f"{name}.yaml").model_dump(exclude={"include"})
    there = whole.persona.model_dump(exclude={"include"})
    assert again.pop("background").split() == there.pop("background").split()
    assert again == there


def test_what_is_empty_is_left_out_and_the_order_is_the_schemas() -> None:
    written = persona_text({"voice": {}, "age": 40, "name": "Jo", "id": "jo", "values": [], "background": ""})
    assert [line.split(":")[0] for line in written.splitlines()] == ["id", "name", "age"]
