"""Prices: by hand before any table, nothing on this machine, and litellm's table without litellm."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.minds.client import Request, client_for, close_clients
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.outcomes import Tokens
from tenure.engine.minds.prices import FREE, Price, by_hand, context_window, decimal_text, price_of
from tests.minds.coworker_server import CoworkerServer


def spec(**given: Any) -> MindSpec:
    return MindSpec.model_validate({"model": "gpt-4o-mini", **given})


def test_a_known_model() -> None:
    found = price_of("gpt-4o-mini")
    assert found is not None
    assert 0 < found.cached < found.input < found.output
    assert price_of("openai/gpt-4o-mini") == found
    assert found.input < 100  # dollars a million, not a token


def test_a_name_under_another_provider_is_another_model() -> None:
    assert price_of("some_provider/gpt-4o-mini") is None
    assert price_of("openai/a-model-of-our-own") is None


def test_by_hand_comes_first() -> None:
    mine = spec(price=("1.5", "0.15", "6"), api_base="http://127.0.0.1:8000/v1")
    assert price_of(mine.model, mine) == Price(Decimal("1.5"), Decimal("0.15"), Decimal(6))


@pytest.mark.parametrize("base", ["http://127.0.0.1:1/v1", "http://localhost:9/v1", "http://[::1]:9/v1"])
def test_what_stands_on_this_machine_is_free(base: str) -> None:
    assert price_of("gpt-4o-mini", spec(api_base=base)) == FREE
    assert price_of("local") == price_of("local:my.gguf") == FREE


def test_the_table_says_nothing_of_another_server() -> None:
    assert price_of("gpt-4o-mini", spec(api_base="https://example.org/v1")) is None


@pytest.mark.parametrize("wrong", [("a", "1", "1"), ("-1", "1", "1"), ("1", "NaN", "1")])
def test_what_is_no_price(wrong: tuple[str, str, str]) -> None:
    with pytest.raises(ValueError, match="price"):
        by_hand(wrong)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**5))
def test_a_cost_lies_between_all_cached_and_nothing_cached(told: int, cached: int, output: int) -> None:
    price = Price(Decimal("2.5"), Decimal("0.25"), Decimal(10))
    cost = price.cost(Tokens(input=told, cached=cached, output=output))
    least = (told * price.cached + output * price.output) / 1_000_000
    most = (told * price.input + output * price.output) / 1_000_000
    assert cost is not None
    assert least <= cost <= most
    assert Decimal(decimal_text(cost)) == pytest.approx(cost, abs=Decimal("1e-8"))
    assert "E" not in decimal_text(cost)


def test_a_cost_that_nobody_can_know() -> None:
    assert Price(Decimal(1), Decimal(1), Decimal(1)).cost(Tokens(input=3)) is None
    assert FREE.cost(Tokens()) == 0


async def test_an_outcome_tells_tokens_by_kind_and_what_they_cost() -> None:
    ask = Request(
        model="openai/rules", messages=({"role": "user", "content": "The rules are the same. " * 100},)
    )
    with CoworkerServer(lambda _: "Yes, that is how we do it.") as server:
        given = {"model": "openai/rules", "api_base": server.address}
        paid = client_for(MindSpec.model_validate({**given, "price": ("10", "1", "100")}))
        free = client_for(MindSpec.model_validate(given))
        first, second, third = await paid.complete(ask), await paid.complete(ask), await free.complete(ask)
        await close_clients()
    assert first.tokens.cached == 0
    assert second.tokens.cached
    for one in (first, second):
        told = one.tokens
        assert told.input is not None
        assert told.output is not None
        new = told.input - (told.cached or 0)
        assert one.cost is not None
        assert Decimal(one.cost) == Decimal(10 * new + (told.cached or 0) + 100 * told.output) / 1_000_000
    assert third.cost == "0"


def test_longest_prompts() -> None:
    window = context_window("gpt-4o-mini")
    assert window is not None
    assert window >= 128_000
    assert context_window("nobody/knows") is None


def test_litellm_is_not_imported_for_a_price() -> None:
    script = (
        "import sys\n"
        "from tenure.engine.minds.prices import price_of\n"
        "from tenure.engine.minds.model.spec import MindSpec\n"
        "from tenure.engine.minds.client import client_for\n"
        "client_for(MindSpec(model='gpt-4o-mini'))\n"
        "assert price_of('gpt-4o-mini')\n"
        "print('litellm' in sys.modules, 'xllamacpp' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
