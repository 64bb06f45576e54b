"""Results that measure different things are not pooled unnoticed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.verifiers import MixedPins, Pins, refuse_mixed


def test_equal_pins_may_be_pooled() -> None:
    refuse_mixed([])
    refuse_mixed([Pins(pack="a", params={"x": "1"}), Pins(pack="a", params={"x": "1"})])


@pytest.mark.parametrize("name", ["pack", "rubric", "engine", "policy", "coworkers"])
def test_a_difference_is_named_unless_allowed(name: str) -> None:
    pins = [replace(Pins(), **{name: value}) for value in ("one", "two")]
    with pytest.raises(MixedPins, match=f'{name} \\("one", "two"\\)'):
        refuse_mixed(pins)
    refuse_mixed(pins, allow=[name])


def test_params_of_other_draws_differ() -> None:
    pins = [Pins(params={"x": str(n)}) for n in range(5)]
    with pytest.raises(MixedPins, match="and 2 more"):
        refuse_mixed(pins)
    refuse_mixed(pins, allow=["params"])


def test_only_pins_can_be_allowed() -> None:
    with pytest.raises(ValueError, match="no pin seed"):
        refuse_mixed([], allow=["seed"])
