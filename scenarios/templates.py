"""Params in text: a jinja2 sandbox without floats, without chance, without anything from outside the run.

A literal such as `0.5` is read as a decimal and `/` divides exactly, so no formula can bring a float into a
run. An undefined name is an error, never empty text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from decimal import (
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Context,
    Decimal,
    DivisionByZero,
    InvalidOperation,
    localcontext,
)
from typing import Any, TypeAlias

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.sandbox import SandboxedEnvironment, safe_range

from ..personas.problems import Misfit, did_you_mean

Value: TypeAlias = int | Decimal | date | str
"""What a param may be."""

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_REMOVED = ("random", "pprint", "xmlattr", "filesizeformat", "urlize", "tojson", "map", "attr")


class TemplateFault(Misfit):
    """A template that can't be rendered, and on which of its lines.

    Attributes:
        line: Counted from 1.
    """

    def __init__(self, message: str, fix: str, line: int) -> None:
        super().__init__(message, fix)
        self.line = line


class _Decimals(Extension):
    """Reads `0.5` in an expression as `decimal("0.5")`."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type == "float":
                yield Token(token.lineno, "name", "decimal")
                yield Token(token.lineno, "lparen", "(")
                yield Token(token.lineno, "string", str(Decimal(repr(token.value))))
                yield Token(token.lineno, "rparen", ")")
            else:
                yield token


class _Sandbox(SandboxedEnvironment):
    intercepted_binops = frozenset({"/", "**", "*"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "/":
            return _number(left) / _number(right)
        if operator == "*":
            if _stretch(left, right) > _LONGEST:
                raise Misfit("the product is too large", f"Numbers and texts go up to {_LONGEST:,} digits.")
            return left * right
        if abs(int(right)) > 64 or _digits(left) * abs(int(right)) > _LONGEST:
            raise Misfit(f"the power {right} is too large", "Powers go up to 64.")
        return left**right


_LONGEST = 10_000
"""Characters or decimal digits that a formula may make by multiplying."""


def _stretch(left: Any, right: Any) -> int:
    """How long a product may come out: a text or list times a number, or two numbers."""
    for many, times in ((left, right), (right, left)):
        if hasattr(many, "__len__") and isinstance(times, int):
            return len(many) * abs(times)
    return _digits(left) + _digits(right)


def _digits(value: Any) -> int:
    return value.bit_length() * 3 // 10 + 1 if isinstance(value, int) else 1


def _number(value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        raise Misfit(f"`{value}` is not a number")
    try:
        return Decimal(value)
    except ArithmeticError:
        raise Misfit(f"`{value}` is not a number") from None


def _rounded(value: Any, places: int) -> Decimal:
    return _number(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def money(value: Any) -> str:
    """`1,250.00`: two places, half up, thousands separated by commas."""
    return f"{_rounded(value, 2):,f}"


def grouped(value: Any) -> str:
    """`1,250,000`: a whole number, half up, thousands separated by commas."""
    return f"{int(_rounded(value, 0)):,}"


def whole(value: Any) -> int:
    """The nearest whole number, half up."""
    return int(_rounded(value, 0))


def round_half_up(value: Any, places: int = 0) -> Decimal:
    """A decimal with so many places, half up."""
    return _rounded(value, places)


def _day(value: Any) -> date:
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise Misfit(f"`{value}` is not a date", "Write dates as 2026-03-12.") from None


def long_date(value: Any) -> str:
    """`Thursday 12 March`."""
    day = _day(value)
    return f"{DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def short_date(value: Any) -> str:
    """`12 Mar`."""
    day = _day(value)
    return f"{day.day} {MONTHS[day.month - 1][:3]}"


def iso(value: Any) -> str:
    """`2026-03-12`."""
    return _day(value).isoformat()


def _days(count: Any) -> timedelta:
    return timedelta(days=int(count))


def _finalize(value: Any) -> Any:
    if isinstance(value, float):
        raise Misfit(
            f"`{value}` is a float",
            "Use decimals: `0.5`, or `decimal('0.5')`, and the filters money and round.",
        )
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, timedelta):
        return value.days
    return value


_CONTEXT = Context(prec=28, rounding=ROUND_HALF_EVEN)
"""What formulas are computed in, whatever context the program around them uses."""


def _line_of(fault: Exception) -> int:
    """The template's line that raised; jinja2 rewrites tracebacks so that they carry it."""
    if isinstance(fault, TemplateSyntaxError):
        return fault.lineno
    line, trace = 1, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "<template>":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


class Templates:
    """Renders a pack's texts and computes its formulas.

    Args:
        values: Params by name.
        names: Full names by person id, for the filters `person` and `first`.
    """

    def __init__(self, values: Mapping[str, Value], names: Mapping[str, str] | None = None) -> None:
        self._values = dict(values)
        self._names = dict(names or {})
        self._environment = _Sandbox(
            undefined=StrictUndefined,
            finalize=_finalize,
            extensions=[_Decimals],
            keep_trailing_newline=True,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        filters: dict[str, Callable[..., Any]] = {
            "money": money,
            "grouped": grouped,
            "int": whole,
            "round": round_half_up,
            "date": long_date,
            "short_date": short_date,
            "iso": iso,
            "person": self._person,
            "first": self._first,
        }
        environment: Any = self._environment
        for name in _REMOVED:
            environment.filters.pop(name, None)
        environment.filters.update(filters)
        self._filters: tuple[str, ...] = tuple(environment.filters)
        environment.globals = {
            "decimal": _number,
            "day": _day,
            "days": _days,
            "min": min,
            "max": max,
            "abs": abs,
            "range": safe_range,
        }

    @property
    def globals(self) -> frozenset[str]:
        """Names that texts may use beside params."""
        environment: Any = self._environment
        return frozenset(environment.globals)

    @property
    def environment(self) -> SandboxedEnvironment:
        """What texts are parsed and rendered in."""
        return self._environment

    def render(self, text: str) -> str:
        """The text with params filled in.

        Raises:
            Misfit: The template is malformed, names something unknown, or computes something impossible.
        """
        if "{{" not in text and "{%" not in text and "{#" not in text:
            return text
        with localcontext(_CONTEXT):
            try:
                return self._environment.from_string(text).render(self._values)
            except Exception as fault:
                misfit = self._explained(fault)
                if misfit is None:
                    raise
                raise TemplateFault(str(misfit), misfit.fix, _line_of(fault)) from None

    def compute(self, formula: str) -> Any:
        """The value of an expression over the params.

        Raises:
            Misfit: As `render`; also if the value is not a whole number, a decimal, a date or text.
        """
        with localcontext(_CONTEXT):
            try:
                expression = self._environment.compile_expression(formula, undefined_to_none=False)
                value = expression(self._values)
                if isinstance(value, StrictUndefined):
                    str(value)
            except Exception as fault:
                misfit = self._explained(fault)
                if misfit is None:
                    raise
                if isinstance(fault, TemplateSyntaxError) and "filter" not in str(misfit):
                    raise Misfit(str(misfit), "Write it as `rate * days + fee`, without braces.") from None
                raise misfit from None
        if isinstance(value, timedelta):
            value = value.days
        if isinstance(value, bool) or not isinstance(value, int | Decimal | date | str):
            raise Misfit(
                f"the formula gives {type(value).__name__}", "It must give a number, a date or text."
            )
        return value

    def _explained(self, fault: Exception) -> Misfit | None:
        """What an author is told about an exception; None for one that is no fault of theirs."""
        match fault:
            case Misfit():
                return fault
            case UndefinedError():
                return self._undefined(fault)
            case TemplateSyntaxError():
                return self._malformed(fault)
            case ZeroDivisionError() | DivisionByZero() | InvalidOperation():
                return Misfit(
                    "it divides by zero", "Choose the range of the params so that this can't happen."
                )
            case TemplateError() | ArithmeticError() | TypeError() | ValueError() | AttributeError():
                return Misfit(
                    f"it can't be computed: {str(fault).rstrip('.')}",
                    "Check the kinds of the params it uses.",
                )
            case _:
                return None

    def _malformed(self, fault: TemplateSyntaxError) -> Misfit:
        message = (fault.message or "not a template").rstrip(".")
        fix = "Write params as `{{ name }}`; a literal `{{` is written `{{ '{{' }}`."
        if "No filter named" in message:
            known = ("money", "grouped", "int", "round", "date", "short_date", "iso", "person", "first")
            fix = did_you_mean(message.split("'")[1], self._filters) or f"Filters: {', '.join(known)}."
        return Misfit(f"it is malformed: {message}", fix)

    def _undefined(self, fault: UndefinedError) -> Misfit:
        message = str(fault)
        name = message.split("'")[1] if message.count("'") >= 2 else ""
        if not message.endswith("is undefined") or not name:
            return Misfit(message)
        known = ", ".join(self._values) or "none"
        return Misfit(f"there is no param `{name}`", did_you_mean(name, self._values) or f"Params: {known}.")

    def _person(self, person: Any) -> str:
        try:
            return self._names[str(person)]
        except KeyError:
            fix = did_you_mean(str(person), self._names) or f"People: {', '.join(self._names)}."
            raise Misfit(f"there is no person `{person}`", fix) from None

    def _first(self, person: Any) -> str:
        return self._person(person).split()[0]
