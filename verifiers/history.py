"""What a document criterion would have judged at each event, so that only what matters is judged in the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from .coworkers.faults import CoworkerFault
from .criterion import Deferring, Verdict
from .evidence import Evidence

Blame: TypeAlias = Callable[[Verdict, tuple[CoworkerFault, ...]], Verdict]
STEPS: Final = 6
"""Earlier versions that are judged one by one, before the rest is halved."""


class _State(NamedTuple):
    seq: int | None
    snapshot: Any
    faults: tuple[CoworkerFault, ...]


class History:
    """The states of one criterion, in order.

    Args:
        judge: Judges them.
    """

    def __init__(self, judge: Deferring) -> None:
        self._judge = judge
        self._states: list[_State] = []

    def note(self, seq: int, evidence: Evidence, faults: tuple[CoworkerFault, ...]) -> None:
        """Keep what there is to judge after an event.

        Args:
            seq: The event.
            evidence: The run up to it.
            faults: Coworkers' faults that stand in the way of what the criterion needs.
        """
        state = _State(seq, self._judge.snapshot(evidence), faults)
        if not self._states:
            self._states.append(_State(None, None, ()))  # before the first event
        if self._states[-1][1:] != state[1:]:
            self._states.append(state)

    def settled(self, evidence: Evidence, blamed: Blame) -> tuple[Verdict, int | None] | None:
        """The verdict on the last state, and an event since which it is so; None if nothing happened.

        The last few states are judged one by one. Among more that came before them, the event is found by halving:
        there the verdict became what it is, though it may have changed to and fro since. Where judging is costly it
        is the event of the last state.

        Args:
            evidence: The run as far as it was taken.
            blamed: Takes coworkers' faults into account.
        """
        if len(self._states) < 2:
            return None
        last = len(self._states) - 1
        verdict = self._verdict(last, evidence, blamed)

        def same(number: int) -> bool:
            found = self._verdict(number, evidence, blamed)
            return (found.met, found.score, found.status) == (verdict.met, verdict.score, verdict.status)

        if self._judge.costly:
            return verdict, self._states[last].seq
        first = last
        while first > 0 and last - first < STEPS and same(first - 1):
            first -= 1
        if last - first == STEPS and first > 0:
            low, high = -1, first  # the state `high` is the same as the last, `low` is not or lies before all
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if same(middle) else (middle, high)
            first = high
        return verdict, self._states[first].seq

    def _verdict(self, number: int, evidence: Evidence, blamed: Blame) -> Verdict:
        state = self._states[number]
        if state.seq is None:
            return blamed(self._judge.verdict_on((), evidence), ())
        return blamed(self._judge.verdict_on(state.snapshot, evidence), state.faults)
