"""Params are drawn one by one from the seed, exactly, and never as floats."""

from datetime import date
from decimal import Decimal, localcontext
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.personas.problems import Misfit
from tenure.scenarios.params import draw_params, text_of
from tenure.scenarios.schema.params import Param
from tenure.scenarios.templates import TemplateFault, Templates

RATE: dict[str, Any] = {"integer": {"min": 310, "max": 460, "step": 5}}
FEE: dict[str, Any] = {"decimal": {"min": "12.50", "max": "19.50", "step": "0.25"}}
SPECS = {
    "rate": Param.model_validate(RATE),
    "fee": Param.model_validate(FEE),
    "cutoff": Param.model_validate(
        {"date": {"min": "2026-03-05", "max": "2026-03-16", "weekdays_only": True}}
    ),
    "holder": Param.model_validate({"person": ["ines", "tomas"]}),
    "total": Param.model_validate({"formula": "rate * 3 + fee"}),
}

integers = st.integers(-1000, 1000)


@st.composite
def ranges(draw: st.DrawFn) -> Param:
    low = draw(integers)
    high = draw(st.integers(low, low + 500))
    return Param.model_validate({"integer": {"min": low, "max": high, "step": draw(st.integers(1, 60))}})


@given(
    seed=st.integers(0, 2**63), specs=st.dictionaries(st.from_regex(r"[a-z]{1,6}", fullmatch=True), ranges())
)
def test_a_draw_lies_in_its_range_and_hangs_on_nothing_but_seed_and_name(
    seed: int, specs: dict[str, Param]
) -> None:
    drawn = draw_params(specs, seed)
    for name, spec in specs.items():
        value = drawn[name]
        assert spec.integer is not None
        assert isinstance(value, int)
        assert spec.integer.min <= value <= spec.integer.max
        assert (value - spec.integer.min) % spec.integer.step == 0
        assert draw_params({name: spec}, seed)[name] == value


@given(seed=st.integers(0, 10_000))
def test_a_value_that_is_set_changes_no_other_draw(seed: int) -> None:
    free = draw_params(SPECS, seed)
    fixed = draw_params(SPECS, seed, {"rate": "400"})
    assert fixed["rate"] == 400
    assert {n: fixed[n] for n in ("fee", "cutoff", "holder")} == {
        n: free[n] for n in ("fee", "cutoff", "holder")
    }
    assert fixed["total"] == 1200 + Decimal(str(fixed["fee"]))


@given(seed=st.integers(0, 10_000))
def test_every_value_drawn_can_be_set_by_its_text(seed: int) -> None:
    drawn = draw_params(SPECS, seed)
    given_back = {name: text for name, text in drawn.dump().items() if name != "total"}
    assert draw_params(SPECS, seed + 1, given_back).dump() == drawn.dump()


@given(seed=st.integers(0, 10_000))
def test_dates_and_decimals_keep_to_their_steps(seed: int) -> None:
    drawn = draw_params(SPECS, seed)
    day, fee = drawn["cutoff"], drawn["fee"]
    assert isinstance(day, date)
    assert day.weekday() < 5
    assert isinstance(fee, Decimal)
    assert fee % Decimal("0.25") == 0
    assert fee.as_tuple().exponent == -2


def test_every_value_of_a_range_comes_up() -> None:
    rates = {draw_params({"rate": SPECS["rate"]}, seed)["rate"] for seed in range(600)}
    assert rates == set(range(310, 461, 5))


def test_draws_are_the_same_in_every_version() -> None:
    assert draw_params(SPECS, 7).dump() == {
        "cutoff": "2026-03-13",
        "fee": "14.75",
        "holder": "tomas",
        "rate": "445",
        "total": "1349.75",
    }


def test_formulas_are_exact_whatever_decimal_context_is_set() -> None:
    templates = Templates({"a": 1, "b": Decimal("0.10")})
    with localcontext() as context:
        context.prec = 3
        assert text_of(templates.compute("a / 3")) == "0." + "3" * 28
    assert text_of(templates.compute("b + 0.2")) == "0.30"
    assert text_of(templates.compute("1e3 * 2")) == "2000.0"


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("{{ total | money }}", "1,234.57"),
        ("{{ 2.5 | int }} {{ 1234567 | money }}", "3 1,234,567.00"),
        (
            "{{ day | date }}; {{ day | short_date }}; {{ day | iso }}; {{ day + days(2) }}",
            "Thursday 12 March; 12 Mar; 2026-03-12; 2026-03-14",
        ),
        ("{{ who | person }} / {{ who | first }}", "Ines Marchetti / Ines"),
        ("{% if who == 'ines' %}\nyes\n{% else %}\nno\n{% endif %}\n", "yes\n"),
        ("{{ total | round(1) }} {{ 7 / 2 }}", "1234.6 3.5"),
        ("no params: { } % #", "no params: { } % #"),
    ],
)
def test_texts_are_rendered(text: str, rendered: str) -> None:
    values = {"total": Decimal("1234.567"), "day": date(2026, 3, 12), "who": "ines"}
    assert Templates(values, {"ines": "Ines Marchetti"}).render(text) == rendered


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a\n{{ rat }}", 2, "there is no param `rat`. Did you mean `rate`?"),
        ("{{ rate | mony }}", 1, "it is malformed: No filter named 'mony'. Did you mean `money`?"),
        (
            "x\ny\n{{ rate / 0 }}",
            3,
            "it divides by zero. Choose the range of the params so that this can't happen.",
        ),
        ("{{ 'zoe' | person }}", 1, "there is no person `zoe`. People: ines."),
        (
            "{{ ''.__class__.__mro__ }}",
            1,
            (
                "it can't be computed: access to attribute '__class__' of 'str' object is unsafe. "
                "Check the kinds of the params it uses."
            ),
        ),
        (
            "{{ [1] | random }}",
            1,
            (
                "it is malformed: No filter named 'random'. Filters: money, grouped, int, round, date, short_date, "
                "iso, person, first."
            ),
        ),
    ],
)
def test_a_template_at_fault_says_where_and_how_to_mend_it(text: str, line: int, message: str) -> None:
    with pytest.raises(TemplateFault) as caught:
        Templates({"rate": 1}, {"ines": "Ines Marchetti"}).render(text)
    assert caught.value.line == line
    assert f"{caught.value}. {caught.value.fix}" == message


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("rat", "1", "--set rat: there is no such param. Did you mean `rate`?"),
        ("rate", "12.5", "--set rate=12.5: not a whole number. `rate` is a whole number from 310 to 460."),
        ("rate", "900", "--set rate=900: not within its range. `rate` is a whole number from 310 to 460."),
        ("fee", "much", "--set fee=much: not a decimal number. `fee` is a decimal from 12.50 to 19.50."),
        ("fee", "NaN", "--set fee=NaN: not within its range. `fee` is a decimal from 12.50 to 19.50."),
        (
            "cutoff",
            "5 March",
            "--set cutoff=5 March: not a date such as 2026-03-05. `cutoff` is a date from 2026-03-05 to 2026-03-16.",
        ),
        ("holder", "dewi", "--set holder=dewi: not one of its choices. Choose ines or tomas."),
        ("total", "7", "--set total: it follows from `rate * 3 + fee`. Set the params it is made of."),
    ],
)
def test_a_value_that_does_not_fit_is_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(Misfit) as caught:
        draw_params(SPECS, 1, {name: text})
    assert f"{caught.value}. {caught.value.fix}" == message


@pytest.mark.parametrize(
    "text", ["{{ 'a' * 10**9 }}", "{{ 10**9 * 'ab' }}", "{{ [0] * 10**8 }}", "{{ ((9**64)**64)**64 }}"]
)
def test_a_template_can_t_fill_the_memory(text: str) -> None:
    with pytest.raises(Misfit, match="too large"):
        Templates({}).render(text)


def test_products_of_usual_size_are_computed() -> None:
    assert (
        Templates({"days": 7}).render("{{ days * 12 }} {{ '-' * days }} {{ 2**16 * 0.5 }}")
        == "84 ------- 32768.0"
    )
