"""What a benchmark is: how it is registered, found, run in a process of its own and held against its budget.

A budget that depends on the machine is stated as a ratio, and the figure it is a ratio to is measured in the
same call and reported as the `reference`.
"""

from __future__ import annotations

import importlib
import math
import multiprocessing
import pkgutil
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

FOLDER = __name__.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Budget:
    """A number to reach, and from which side; made by `at_least` and `at_most`."""

    bound: float
    most: bool

    def met(self, value: float) -> bool:
        """Whether the value keeps the budget; a value that is no number never does."""
        return value <= self.bound if self.most else value >= self.bound

    def __str__(self) -> str:
        """The budget as the report prints it: `<= 60`."""
        return f"{'<=' if self.most else '>='} {self.bound:g}"


def at_least(bound: float) -> Budget:
    """A budget for what should be large: a rate, a speed-up."""
    return Budget(bound, most=False)


def at_most(bound: float) -> Budget:
    """A budget for what should be small: seconds, megabytes, waste."""
    return Budget(bound, most=True)


@dataclass(frozen=True, slots=True)
class Measured:
    """One benchmark's figure, and the figure of the same run to read it beside, if there is one."""

    value: float
    reference: float | None = None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A registered benchmark."""

    name: str
    unit: str
    budget: Budget | None
    about: str
    measure: Callable[[], Measured | float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of running one benchmark: a value, or the error that kept it from having one."""

    name: str
    unit: str
    budget: str | None
    ok: bool
    value: float | None = None
    reference: float | None = None
    error: str | None = None

    def line(self) -> dict[str, str | float | bool | None]:
        """The outcome as the one JSON object that is printed for it."""
        fields = ("name", "value", "unit", "budget", "ok", "reference")
        return {field: getattr(self, field) for field in fields}


_registered: dict[str, Benchmark] = {}


def benchmark(
    name: str, *, unit: str, budget: Budget | None = None
) -> Callable[[Callable[[], Measured | float]], Callable[[], Measured | float]]:
    """Register a function without arguments as a benchmark; its docstring's first line says what it measures.

    Args:
        name: How it is asked for on the command line: lower case, words joined by `-`.
        unit: What the value counts: `s`, `MB`, `x` for a ratio, `events/s`.
        budget: `at_least(…)` or `at_most(…)`; without one the figure is only reported.

    Raises:
        ValueError: If another benchmark has the name already.
    """

    def register(measure: Callable[[], Measured | float]) -> Callable[[], Measured | float]:
        known = _registered.get(name)
        if known is not None and known.measure.__module__ != measure.__module__:
            both = f"{measure.__module__} and {known.measure.__module__}"
            raise ValueError(f"{both} both name a benchmark {name!r}; rename one")
        about = (measure.__doc__ or "").strip().partition("\n")[0]
        _registered[name] = Benchmark(name, unit, budget, about, measure)
        return measure

    return register


def discover() -> dict[str, Benchmark]:
    """Import every module of this folder and return what they registered, by name."""
    for module in pkgutil.iter_modules(importlib.import_module(FOLDER).__path__, f"{FOLDER}."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    return dict(sorted(_registered.items()))


def run(chosen: Benchmark) -> Outcome:
    """Run one benchmark in a fresh process, so that no other's memory or caches are in its figure.

    A benchmark that raises, is killed or returns no finite number yields an outcome with its error and no
    value.
    """
    spawn = multiprocessing.get_context("spawn")
    budget = str(chosen.budget) if chosen.budget else None
    try:
        with ProcessPoolExecutor(max_workers=1, mp_context=spawn) as pool:
            measured = pool.submit(_measure, chosen.measure.__module__, chosen.name).result()
        if not math.isfinite(measured.value):
            raise ArithmeticError(f"{chosen.name} measured {measured.value}, which is no figure")
    except Exception as error:  # noqa: BLE001 - whatever it dies of is its outcome, and the others still run
        text = "".join(traceback.format_exception(error))
        return Outcome(chosen.name, chosen.unit, budget, ok=False, error=text)
    ok = chosen.budget is None or chosen.budget.met(measured.value)
    return Outcome(chosen.name, chosen.unit, budget, ok, measured.value, measured.reference)


def _measure(module: str, name: str) -> Measured:
    importlib.import_module(module)
    print(f"measuring {name} …", file=sys.stderr, flush=True)
    result = _registered[name].measure()
    return result if isinstance(result, Measured) else Measured(result)
