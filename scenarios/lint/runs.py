"""Lint that plays the pack: solutions reach the scores they declare, and nothing but work is rewarded."""

from __future__ import annotations

import ast
import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from ...engine.agents.policies.find import find_policy
from ...engine.agents.session import Policy
from ...engine.kernel.moves import CallRecord
from ...verifiers.scorecard import Scorecard
from ..play import main_seat, new_run, pack_in, play, policy_named
from ..report import hours_of, score_run
from ..source import PackSource
from .cheap import Parrot, Plead
from .finding import Finding

CHEAP = ("null", "refuse", "chatty", "plead")
"""Policies that do no work."""
CHEAP_LIMIT = Decimal("0.1")
"""The most that any of them may score."""
PARROT_LIMIT = Decimal("0.3")
"""The most that another draw's perfect run may score."""
CHEAP_DRAWS = 3
"""Draws on which those are played."""
EFFORT_SHARE = 4
"""A solution's effort is at least one part in so many of its work hours."""

Tell = Callable[[str], None]


@dataclass
class _Tried:
    """What became of a task's runs so far."""

    met: set[str] = field(default_factory=set[str])
    missed: set[str] = field(default_factory=set[str])
    titles: dict[str, str] = field(default_factory=dict[str, str])

    def take(self, card: Scorecard) -> None:
        for row in card.criteria:
            if row.waits:  # nobody could judge it: it was neither met nor missed
                continue
            self.titles[row.id] = row.title
            (self.met if row.verdict.met else self.missed).add(row.id)


@dataclass(frozen=True)
class _Played:
    card: Scorecard
    moves: tuple[CallRecord, ...]
    effort: int
    work: int


def lint_runs(
    source: PackSource, *, seeds: Sequence[int] = range(20), tell: Tell | None = None
) -> list[Finding]:
    """What only playing a pack can show.

    Args:
        source: A pack without errors in its files.
        seeds: Draws on which references are played.
        tell: Told of the progress, a line at a time.

    Returns:
        Findings, errors first.
    """
    found: list[Finding] = []
    say = tell or _nobody
    for task in source.tasks():
        tried = _Tried()
        found += _references(source, task, seeds, tried, say)
        found += _cheap(source, task, seeds[:CHEAP_DRAWS], tried, say)
        found += _criteria(task, tried)
    return sorted(found, key=lambda finding: finding.rank)


def _nobody(_: str) -> None:
    """Whom progress is told when nobody wants to know."""


def _references(
    source: PackSource, task: str, seeds: Sequence[int], tried: _Tried, tell: Tell
) -> Iterator[Finding]:
    for path in source.under(f"tasks/{task}/reference"):
        name = path.rsplit("/", 1)[1].removesuffix(".py")
        if not path.endswith(".py") or name.startswith("_"):
            continue
        expected = expected_of(source.text(path))
        if expected is None:
            message = f"`{name}` does not say what it must score"
            yield Finding("error", "reference", path, 1, message, 'Add `EXPECTED = ("0.95", "1.0")`.')
            continue
        low, high = expected
        off: list[str] = []
        lazy: list[int] = []
        for seed in seeds:
            done = _play(source, task, seed, f"reference:{name}")
            tried.take(done.card)
            score = done.card.score
            tell(f"{task}: {name}, seed {seed}: {_shown(score)}")
            if score is None or not low <= score <= high:
                missed = ", ".join(row.id for row in done.card.criteria if row.counts and not row.verdict.met)
                off.append(f"{_shown(score)} with seed {seed}" + (f", missing {missed}" if missed else ""))
            if done.effort * EFFORT_SHARE < done.work:
                lazy.append(seed)
        if off:
            message = f"`{name}` must score {low} to {high}, but scores {off[0]}"
            more = f" ({len(off)} of {len(seeds)} draws)"
            yield Finding(
                "error", "reference-score", path, 1, message + more, "Mend the rubric or the solution."
            )
        if lazy and name == "solution":
            message = f"the effort of `{name}` is under a quarter of its work hours ({len(lazy)} of {len(seeds)} draws)"
            fix = "Give the task more to do, or a nearer deadline: waiting is not work."
            yield Finding("warning", "effort", path, 1, message, fix)


def _cheap(
    source: PackSource, task: str, seeds: Sequence[int], tried: _Tried, tell: Tell
) -> Iterator[Finding]:
    rubric = f"tasks/{task}/rubric.yaml"
    for name in CHEAP:
        worst, met = Decimal(0), list[str]()
        for seed in seeds:
            done = _play(source, task, seed, name)
            tried.take(done.card)
            worst = max(worst, done.card.score or Decimal(0))
            met += [row.id for row in done.card.criteria if row.verdict.met and row.weight]
            tell(f"{task}: {name}, seed {seed}: {_shown(done.card.score)}")
        if worst > CHEAP_LIMIT:
            message = f"`{name}`, which does no work, scores {worst}"
            fix = f"Let these ask for a right result first: {', '.join(dict.fromkeys(met))}."
            yield Finding("error", "cheap-score", rubric, 1, message, fix)
    if f"tasks/{task}/reference/solution.py" not in source.files:
        return
    for seed, other in zip(seeds, (*seeds[1:], *seeds[:1]), strict=True):
        if seed == other:
            continue
        moves = _play(source, task, other, "reference").moves
        score = _play(source, task, seed, "parrot", Parrot(moves)).card.score or Decimal(0)
        tell(f"{task}: the calls of seed {other} on seed {seed}: {_shown(score)}")
        if score > PARROT_LIMIT:
            message = f"the calls that solve seed {other} score {score} on seed {seed}"
            fix = "Draw more of what the criteria check from params."
            yield Finding("error", "learned-by-heart", rubric, 1, message, fix)


def _criteria(task: str, tried: _Tried) -> Iterator[Finding]:
    rubric = f"tasks/{task}/rubric.yaml"
    for criterion in tried.titles:
        if criterion not in tried.met:
            message = f"no run met the criterion `{criterion}`"
            yield Finding("error", "never-met", rubric, 1, message, "Show in reference/ that it can be met.")
        elif criterion not in tried.missed:
            message = f"every run met the criterion `{criterion}`, those without any work included"
            yield Finding(
                "error", "never-missed", rubric, 1, message, "It rewards nothing: remove or tighten it."
            )


def _play(source: PackSource, task: str, seed: int, name: str, policy: Policy | None = None) -> _Played:
    run = new_run(source, task=task, seed=seed)
    try:
        pack, seat = pack_in(run), main_seat(run)
        if policy is None:
            named = Plead() if name == "plead" else None
            policy = named or (
                policy_named(name, pack) if name.startswith("reference") else find_policy(name)
            )
        quiet = logging.getLogger("tenure")
        level = quiet.level
        quiet.setLevel(logging.CRITICAL)  # A solution that fails shows in its score.
        try:
            asyncio.run(play(run, {seat: policy}))
        finally:
            quiet.setLevel(level)
        hours = hours_of(run, seat)
        return _Played(score_run(run), tuple(run.moves(seat)), hours.effort, hours.work)
    finally:
        run.close()


def expected_of(code: str) -> tuple[Decimal, Decimal] | None:
    """The range of scores that a reference declares in `EXPECTED`; None if it declares none."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == "EXPECTED" for t in node.targets
        ):
            try:
                low, high = ast.literal_eval(node.value)
                return Decimal(str(low)), Decimal(str(high))
            except (ValueError, TypeError, InvalidOperation):
                return None
    return None


def _shown(score: Decimal | None) -> str:
    return "no score" if score is None else str(score)
