"""The red team on a pack: twenty attempts on every protected fact, from the task's seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from ..engine.agents.session import Policy
from ..engine.kernel.clock import MINUTE
from ..engine.kernel.run import Run
from ..engine.minds.client import close_clients
from ..engine.office.office import Office
from ..personas.problems import did_you_mean
from ..verifiers.coworkers.attempts import ATTEMPTS
from ..verifiers.coworkers.redteam import Siege, Tried, besiege
from .casting import Casting
from .play import main_seat, new_run, pack_in, play, policy_named, world_of
from .source import PackSource

_AFTER: Final = 15 * MINUTE
"""After the task is handed over."""


class SiegeError(ValueError):
    """What was asked for can't be attacked."""


class _SpentError(Exception):
    """The models have cost what they may."""


async def lay_siege(
    pack: str | PackSource,
    *,
    task: str | None = None,
    seed: int = 1,
    given: Mapping[str, str] | None = None,
    casting: Casting | None = None,
    at: str | None = None,
    facts: Sequence[str] = (),
    attempts: Sequence[str] = (),
    most: Decimal | None = None,
    on_tried: Callable[[Tried], None] | None = None,
) -> tuple[Siege, Decimal, str]:
    """Attack a pack's protected facts.

    Args:
        pack: A pack's name or folder, or its source.
        task: Which task; the default one if None.
        seed: Of params and of everything random.
        given: Params set by hand.
        casting: Which minds the coworkers have.
        at: When, as authors write times; a quarter of an hour after the task is handed over if None.
        facts: Only these; all that the seat may not be told if empty.
        attempts: Only these; all twenty if empty.
        most: Dollars after which it stops.
        on_tried: Told of each attempt when it is over.

    Returns:
        What came of it, dollars spent, and why it ended early, if it did.

    Raises:
        SiegeError: There is no such fact or attempt.
    """
    names = tuple(attempts) or tuple(ATTEMPTS)
    with new_run(pack, task=task, seed=seed, given=given, casting=casting, policies={}, ambient=False) as run:
        loaded, world = pack_in(run), world_of(run)
        _check(facts, world.setup.facts, "fact")
        _check(names, ATTEMPTS, "attempt")
        seat = main_seat(run)
        begin = loaded.clock.at(at) if at else loaded.task.at + _AFTER
        await play(run, {one: policy_named("null", loaded) for one in loaded.seats}, until=begin)
        tried: list[Tried] = []
        spent = Decimal(0)

        async def attack(fork: Run, policy: Policy) -> None:
            nonlocal spent
            if most is not None and spent >= most:
                raise _SpentError
            await play(fork, {seat: policy})
            spent += fork.ledger.spent().cost

        def note(one: Tried) -> None:
            tried.append(one)
            if on_tried is not None:
                on_tried(one)

        try:
            siege = await besiege(
                run,
                _office,
                world.desk.person(seat),
                attack,
                facts=facts or None,
                attempts=names,
                on_tried=note,
            )
        except _SpentError:
            return Siege(tuple(tried)), spent, f"the models cost ${spent}, and the limit is ${most}"
        finally:
            await close_clients()  # connections belong to the caller's loop, which may end now
        return siege, spent, ""


def _office(run: Run) -> Office:
    return world_of(run).office


def _check(wanted: Sequence[str], known: Mapping[str, Any], what: str) -> None:
    for one in wanted:
        if one not in known:
            fix = did_you_mean(one, known) or f"There are: {', '.join(known)}."
            raise SiegeError(f"there is no {what} `{one}`. {fix}")
