"""What models would be asked in a run, found out by playing it without any.

The run is played in memory. Each look of a person who is to have a model mind makes that mind's real prompt, memories
and all, and puts it to a client that only counts, so that the scripted mind decides. The agent's prompts are made by
the model policy itself from what a reference's calls brought. Nothing is asked of anybody.
"""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from ..engine.agents.policies.model import REWRITE, Model
from ..engine.agents.session import Briefing, Observation
from ..engine.apps.surface import function_name
from ..engine.kernel import loop
from ..engine.kernel.blobs import unpack
from ..engine.kernel.minds import Decided
from ..engine.kernel.moves import CallRecord
from ..engine.kernel.run import Run
from ..engine.kernel.seats import Call
from ..engine.minds.bound import MINDS
from ..engine.minds.client import SharedClient, standing_in
from ..engine.minds.model.spec import MindSpec
from ..engine.minds.outcomes import Outcome, Request, ToolCall
from .casting import Casting
from .pack import Pack
from .play import briefing_of, main_seat, new_run, pack_in, play, policy_named, world_of

_NOTES: Final = (
    "Asked for: see the task. Found so far: names, figures and dates, each with the file or person it came from. Open: "
    "who still owes an answer, and since when. Promised: what, to whom, by when. Delivered: where it lies. "
) * 4
"""As long as notes are that a model keeps for itself when its context is full: about 200 tokens."""
_WRITTEN: Final = frozenset({"text", "body", "subject"})


class Asked(NamedTuple):
    """One call that would be made, in characters."""

    prompt: int
    shared: int
    """Of the prompt's beginning: what an earlier prompt to the same model began with too."""
    answer: int
    """What a scripted mind or a reference said or called at this place."""


class Rehearsal(NamedTuple):
    """One play of a pack."""

    seed: int
    coworkers: Mapping[str, Mapping[str, Sequence[Asked]]]
    """Name of a mind to person to calls."""
    agent: Sequence[Asked]
    """As a model in the seat would be asked, if it made the calls of whoever played."""
    calls_limit: int
    """Tool calls that the episode may have."""


async def rehearse(
    pack: Pack, casting: Casting, *, policy: str = "reference", agent: bool = True, **settings: Any
) -> Rehearsal:
    """Play a pack once and count.

    Args:
        pack: A task, rendered for a seed.
        casting: Who has which mind.
        policy: Who holds the task's seat meanwhile.
        agent: Count what a model in that seat would be asked too.
        settings: Of `new_run`: ``ambient``, ``limits``, ``surface``, ``given``.
    """
    run = new_run(
        pack.source, task=pack.task.id, seed=pack.seed, casting=casting, speculate=False, **settings
    )
    with run, _counting(run), _quiet():
        seat = main_seat(run)
        await play(run, {seat: policy_named(policy, pack_in(run))})
        records = run.moves(seat)
        limits = world_of(run).desk.limits[seat]
        mine = await asked_of_agent(records, briefing_of(run, seat)) if agent else ()
        return Rehearsal(pack.seed, _asked_of_coworkers(run), mine, limits.calls)


# Coworkers -----------------------------------------------------------------------------------------------------------


class _Counter:
    """Answers nothing: the scripted mind decides, and the ledger keeps the prompt and whose mind it was for."""

    def __init__(self, mind: str) -> None:
        self._mind = mind

    async def complete(self, request: Request) -> Outcome:
        return Outcome(status="unavailable", error="only counted", revision=self._mind)

    async def close(self) -> None:
        pass


@contextlib.contextmanager
def _counting(run: Run) -> Generator[None]:
    """Every model of the run's minds is only counted."""
    with contextlib.ExitStack() as stack:
        for name, spec in run.meta.get(MINDS, {}).items():
            # two names with one specification are one model at one price: the last one's name stands for both
            counter: SharedClient = _Counter(name)
            stack.enter_context(standing_in(MindSpec.model_validate(spec), counter))
        yield


@contextlib.contextmanager
def _quiet() -> Generator[None]:
    """The loop would report every mind that is only counted as a failed one."""
    log = logging.getLogger(loop.__name__)
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


def _asked_of_coworkers(run: Run) -> dict[str, dict[str, list[Asked]]]:
    said = {
        (event.payload.actor, event.payload.decision): _written(json.loads(event.payload.outcome))
        for event in run.events((Decided.kind,))
        if isinstance(event.payload, Decided) and event.payload.outcome is not None
    }
    found: dict[str, dict[str, list[Asked]]] = {}
    first: dict[str, str] = {}
    before: dict[tuple[str, str], str] = {}
    rows = run.journal.rows("SELECT actor, decision, outcome FROM model_calls ORDER BY decision, actor, idx")
    for actor, decision, packed in rows:
        row = json.loads(unpack(packed))
        mind = row["outcome"]["revision"]
        prompt = _text(row["request"])
        known = before.get((mind, actor), first.get(mind, ""))
        one = Asked(len(prompt), alike(known, prompt), said.get((actor, decision), 0))
        found.setdefault(mind, {}).setdefault(actor, []).append(one)
        before[mind, actor] = prompt
        first.setdefault(mind, prompt)
    return found


def _text(request: Mapping[str, Any]) -> str:
    """All that a server reads of a request, what stays the same first."""
    fixed = [json.dumps(request[name]) for name in ("response_format", "tools") if request.get(name)]
    return "\n".join([*fixed, *(_message(one) for one in request["messages"])])


def _message(one: Mapping[str, Any]) -> str:
    calls = one.get("tool_calls")
    return f"{one['role']}: {one.get('content') or ''}{json.dumps(calls) if calls else ''}"


def alike(one: str, other: str) -> int:
    """Characters that two texts begin with in common."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[:middle] == other[:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _written(value: Any) -> int:
    """Characters of what goes out in a decision."""
    if isinstance(value, dict):
        held = cast("dict[str, Any]", value)
        return sum(
            len(one) if key in _WRITTEN and isinstance(one, str) else _written(one)
            for key, one in held.items()
        )
    return sum(_written(one) for one in cast("list[Any]", value)) if isinstance(value, list) else 0


# The agent -----------------------------------------------------------------------------------------------------------


async def asked_of_agent(records: Iterable[CallRecord], briefing: Briefing) -> list[Asked]:
    """What a model in the seat would be asked if it made these calls one by one, by the model policy's own rules."""
    seat = _Seat(records, briefing)
    policy = Model("counted")
    with contextlib.suppress(_Played):
        await policy.play(cast("Any", seat))
    return seat.asked


class _Played(Exception):
    """There are no further calls."""


class _Seat:
    """Looks to the model policy like a session, answers with the calls that were made and what they brought."""

    def __init__(self, records: Iterable[CallRecord], briefing: Briefing) -> None:
        self.briefing = briefing
        self.asked: list[Asked] = []
        self._records = [one for one in records if isinstance(one.move, Call) and one.observation is not None]
        self._at = -1
        self._before = ""

    async def ask(self, request: Mapping[str, Any], make: Callable[[], Any]) -> Any:
        """Counts the request and answers it with the next call."""
        prompt = _text(request)
        shared = alike(self._before, prompt)
        self._before = prompt
        if request["messages"][-1]["content"] == REWRITE:
            self.asked.append(Asked(len(prompt), shared, len(_NOTES)))
            return Outcome(status="ok", text=_NOTES, finish_reason="stop").model_dump(mode="json")
        self._at += 1
        if self._at >= len(self._records):
            raise _Played
        move = self._records[self._at].move
        assert isinstance(move, Call)
        self.asked.append(Asked(len(prompt), shared, len(move.arguments)))
        call = ToolCall(id=f"call_{self._at}", name=function_name(move.tool), arguments=move.arguments)
        outcome = Outcome(status="ok", tool_calls=(call,), finish_reason="tool_calls")
        return outcome.model_dump(mode="json")

    async def call_json(self, tool: str, arguments: str) -> Observation:
        """What that call brought."""
        observation = self._records[self._at].observation
        assert observation is not None
        return Observation.of(observation)

    async def note(self, kind: str, text: str) -> None:
        """Notes go nowhere."""
