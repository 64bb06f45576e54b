"""What a run's models would cost: calls, tokens and money before anything is spent, each as a range.

Counted are the prompts of a rehearsal (`rehearsal`). What a model does otherwise than the scripted mind or the
reference is assumed; every assumption is a number here, and is printed with the estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

from ..engine.minds.model.spec import MindSpec
from ..engine.minds.outcomes import Tokens
from ..engine.minds.prices import Price, decimal_text
from .rehearsal import Asked, Rehearsal

CASES: Final = ("low", "likely", "high")
AGENT: Final = "agent"


class Assumed(NamedTuple):
    """What is assumed of models, for one case."""

    calls: float
    """Looks of coworkers, or turns of the agent, for each that was rehearsed."""
    again: float
    """Further calls for each: questions asked again, texts that the guard had reworded, things looked up."""
    early: float
    """Calls for decisions begun early that came to nothing, for each; only where decisions are begun early."""
    characters: float
    """Characters a token: English prose has about 4, ids and JSON fewer."""
    cached: float
    """Share of what an earlier prompt began with too that the provider charges as cached."""
    frame: int
    """Tokens of an answer besides what it says: field names, thinking."""
    words: float
    """Length of what a model says for each character of the scripted mind's or the reference's."""


COWORKERS: Final = (
    Assumed(0.7, 0.0, 0.0, 4.5, 0.95, 30, 0.6),
    Assumed(1.0, 0.05, 0.05, 4.0, 0.6, 70, 1.0),
    Assumed(1.6, 0.3, 0.15, 3.2, 0.0, 160, 2.0),
)
"""Conversations are about as long as with scripted minds; at most 15% of early decisions are for nothing."""
AGENTS: Final = (
    Assumed(0.6, 0.0, 0.0, 4.5, 0.95, 15, 0.8),
    Assumed(1.5, 0.03, 0.0, 4.0, 0.8, 80, 1.0),
    Assumed(4.0, 0.15, 0.0, 3.2, 0.0, 400, 1.5),
)
"""Calls: a reference knows where everything is; a model searches, or gives up early."""


class Use(NamedTuple):
    """Calls and tokens of one case."""

    calls: float = 0.0
    input: float = 0.0
    cached: float = 0.0
    """Of the input."""
    output: float = 0.0

    def plus(self, other: Use) -> Use:
        """The sum of both."""
        return Use(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def times(self, factor: float) -> Use:
        """So many of them."""
        return Use(*(one * factor for one in self))

    def dump(self) -> dict[str, int]:
        """Rounded, as JSON values."""
        return {name: round(value) for name, value in self._asdict().items()}


class Line(NamedTuple):
    """One actor's share of a rollout."""

    actor: str
    mind: str
    """Name of their mind; `AGENT` for the seat's."""
    model: str
    uses: tuple[Use, Use, Use]
    """By case."""
    price: Price | None

    @property
    def costs(self) -> tuple[Decimal, Decimal, Decimal] | None:
        """Dollars by case, if the model's price is known."""
        if self.price is None:
            return None
        low, likely, high = (_cost(self.price, use) for use in self.uses)
        return low, likely, high

    def dump(self) -> dict[str, Any]:
        """As JSON values."""
        costs = self.costs
        shown = {case: use.dump() for case, use in zip(CASES, self.uses, strict=True)}
        money = None if costs is None else dict(zip(CASES, map(decimal_text, costs), strict=True))
        return {"actor": self.actor, "mind": self.mind, "model": self.model, **shown, "cost": money}


class Estimate(NamedTuple):
    """What so many rollouts would use."""

    lines: tuple[Line, ...]
    """Of one rollout."""
    rollouts: int
    seeds: tuple[int, ...]
    unpriced: tuple[str, ...]
    """Models whose price nobody knows: their money is not in the sums."""

    @property
    def uses(self) -> tuple[Use, Use, Use]:
        """All rollouts together, by case."""
        low, likely, high = (
            _sum(line.uses[case] for line in self.lines).times(self.rollouts) for case in range(3)
        )
        return low, likely, high

    @property
    def costs(self) -> tuple[Decimal, Decimal, Decimal]:
        """Dollars of all rollouts together, by case, of what has a price."""
        priced = [line.costs for line in self.lines if line.costs is not None]
        low, likely, high = (
            sum((one[case] for one in priced), Decimal(0)) * self.rollouts for case in range(3)
        )
        return low, likely, high

    def dump(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "rollouts": self.rollouts,
            "seeds": list(self.seeds),
            "actors": [line.dump() for line in self.lines],
            "total": {
                **{case: use.dump() for case, use in zip(CASES, self.uses, strict=True)},
                "cost": dict(zip(CASES, map(decimal_text, self.costs), strict=True)),
            },
            "unpriced": list(self.unpriced),
            "assumed": {
                name: {case: one._asdict() for case, one in zip(CASES, assumed, strict=True)}
                for name, assumed in (("coworkers", COWORKERS), ("agent", AGENTS))
            },
        }


def estimate(
    rehearsals: Sequence[Rehearsal],
    specs: Mapping[str, MindSpec],
    *,
    agent: str | None = None,
    rollouts: int = 1,
    price: Callable[[str, MindSpec | None], Price | None],
) -> Estimate:
    """What rollouts would use.

    Args:
        rehearsals: Plays of the task, each with another seed: the range spans them.
        specs: Name of a mind to its model.
        agent: The model in the seat, if one is to be.
        rollouts: How many.
        price: What a model costs, given its name and specification.
    """
    lines: list[Line] = []
    if agent is not None:
        uses = _cases([_agent_uses(one) for one in rehearsals])
        lines.append(Line(AGENT, AGENT, agent, uses, price(agent, None)))
    for mind, spec in specs.items():
        people = {person: None for one in rehearsals for person in one.coworkers.get(mind, {})}
        known = price(spec.model, spec)
        for person in people:
            uses = _cases(
                [_coworker_uses(one.coworkers.get(mind, {}).get(person, ()), spec) for one in rehearsals]
            )
            lines.append(Line(person, mind, spec.model, uses, known))
    unpriced = dict.fromkeys(line.model for line in lines if line.price is None)
    return Estimate(tuple(lines), rollouts, tuple(one.seed for one in rehearsals), tuple(unpriced))


def assumptions(*, agent: bool, coworkers: bool, early: bool) -> list[str]:
    """What is assumed, in sentences: low, likely and high case."""
    said: list[str] = []
    if coworkers:
        said.append(
            f"Coworkers look {_each('calls', COWORKERS)} times as often as when scripted; of 100 looks "
            f"{_each('again', COWORKERS, 100)} ask again, reword or look something up."
        )
        said.append(f"Of what prompts begin with in common, {_each('cached', COWORKERS, 100)} % is cached.")
        said.append(
            f"An answer has {_each('frame', COWORKERS)} tokens besides its text, which is {_each('words', COWORKERS)} "
            "times as long as the scripted one."
        )
        if early:
            said.append(f"Of 100 decisions {_each('early', COWORKERS, 100)} are begun early for nothing.")
    if agent:
        said.append(
            f"The agent makes {_each('calls', AGENTS)} times as many calls as the rehearsal's policy, up to the task's "
            f"limit, and of 100 calls {_each('again', AGENTS, 100)} again."
        )
        said.append(
            f"Of what its prompts begin with in common, {_each('cached', AGENTS, 100)} % is cached; it thinks for "
            f"{_each('frame', AGENTS)} tokens a call."
        )
    said.append(
        f"A token is {_each('characters', COWORKERS)} characters. Taxes and a cache's own price are not counted."
    )
    return said


def _each(name: str, cases: Iterable[Assumed], factor: int = 1) -> str:
    return "/".join(f"{getattr(one, name) * factor:g}" for one in cases)


def _coworker_uses(asked: Sequence[Asked], spec: MindSpec) -> tuple[Use, Use, Use]:
    low, likely, high = (
        _use(asked, one, 1 + one.again + (one.early if spec.begins_early else 0), spec.max_tokens)
        for one in COWORKERS
    )
    return low, likely, high


def _agent_uses(one: Rehearsal) -> tuple[Use, Use, Use]:
    low, likely, high = (_agent_use(one.agent, case, one.calls_limit) for case in AGENTS)
    return low, likely, high


def _agent_use(asked: Sequence[Asked], case: Assumed, limit: int) -> Use:
    """More calls than were rehearsed have prompts as long as those of the second half; fewer, the first ones'."""
    if not asked:
        return Use()
    count = min(len(asked) * case.calls, float(limit))
    kept = asked[: max(1, round(count))]
    use = _use(kept, case._replace(calls=1.0), 1 + case.again, None)
    more = count - len(kept)
    if more <= 0:
        return use
    late = asked[len(asked) // 2 :]
    return use.plus(_use(late, case._replace(calls=1.0), 1 + case.again, None).times(more / len(late)))


def _use(asked: Sequence[Asked], case: Assumed, each: float, most: int | None) -> Use:
    """Tokens of calls.

    Args:
        asked: The calls that were rehearsed.
        case: What is assumed.
        each: Calls for each of these.
        most: Tokens of one answer at most.
    """
    factor = case.calls * each
    output = sum(min(case.frame + one.answer * case.words / case.characters, most or 1e9) for one in asked)
    return Use(
        len(asked) * factor,
        sum(one.prompt for one in asked) / case.characters * factor,
        sum(one.shared for one in asked) / case.characters * case.cached * factor,
        output * factor,
    )


def _cases(plays: Sequence[tuple[Use, Use, Use]]) -> tuple[Use, Use, Use]:
    """Over several plays: the least low case, the mean of the likely ones, the greatest high one."""
    low = min((play[0] for play in plays), key=lambda use: use.input)
    high = max((play[2] for play in plays), key=lambda use: use.input)
    return low, _sum(play[1] for play in plays).times(1 / len(plays)), high


def _sum(uses: Iterable[Use]) -> Use:
    total = Use()
    for use in uses:
        total = total.plus(use)
    return total


def _cost(price: Price, use: Use) -> Decimal:
    cost = price.cost(Tokens(input=round(use.input), cached=round(use.cached), output=round(use.output)))
    assert cost is not None
    return cost
