"""Coworkers with model minds: how long a week of fifty takes with a slow model, and what it costs in calls and tokens.

The model is synthetic: it answers by rule, after a wait. Everything else is real: the office with its memory, promises
and rapport, the course of a decision in langgraph, the ledger. Waits pass on a virtual clock, so the figures are exact
and the same everywhere; a wait of one second stands for a model of one second.
"""

from __future__ import annotations

import asyncio
import json
import math
import resource
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from tenure.engine.apps.registry import build_apps
from tenure.engine.kernel.blobs import unpack
from tenure.engine.kernel.clock import DAY, HOUR
from tenure.engine.kernel.minds import Decided, Looked, Mind
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.world import Core
from tenure.engine.minds.model.facts import world_facts
from tenure.engine.minds.model.mind import ModelMind
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.outcomes import Outcome, Request, Tokens
from tenure.engine.minds.tiers import Tiers
from tenure.engine.office.events import MessageSent
from tenure.engine.office.model import Setup
from tenure.engine.office.queues import item_from
from tenure.scenarios.synthetic import APPS, synthetic_setup
from tenure.scenarios.world import OfficeWorld

from .harness import Measured, at_least, at_most, benchmark
from .virtual import seconds_of

PEOPLE: Final = 50
MEAN_S: Final = 1.0
"""Mean wait for an answer."""
SPREAD: Final = 1.0
"""Of ln(wait), where waits are heavy-tailed: one in a hundred takes six times the mean."""
FEW: Final = 8
LONG: Final = 25
"""Weeks of the long run, and how many people are in it."""
CHARACTERS: Final = 4
"""In a token, about."""

SPEC: Final = MindSpec(
    model="synthetic", ambient=True, early=True, early_most=1_000_000, price=("0", "0", "0")
)


class Synthetic:
    """Answers by rule after a wait that depends on the request alone."""

    def __init__(self, *, heavy: bool, mean: float = MEAN_S) -> None:
        self.heavy = heavy
        self.mean = mean
        self.calls = 0
        self.waited = 0.0
        self.sizes: list[int] = []
        self.repeated = 0
        self._before: dict[str, str] = {}

    def wait(self, request: Request) -> float:
        """Seconds until the answer to that request."""
        return self.mean * (_tail(_bits(request)) if self.heavy else 1.0)

    async def complete(self, request: Request) -> Outcome:
        """Wait as for a model, then say something short."""
        texts = [str(message["content"]) for message in request.messages]
        whole = "\n".join(texts)
        wait = self.wait(request)
        self.calls += 1
        self.waited += wait
        self.sizes.append(len(whole))
        who = blake2b(texts[0].encode(), digest_size=8).hexdigest()
        before = self._before.get(who) or max(self._before.values(), key=partial(_common, whole), default="")
        self.repeated += _common(whole, before)
        self._before[who] = whole
        await asyncio.sleep(wait)
        answer = _answer(texts[-1], _bits(request) & 255)
        tokens = Tokens(input=len(whole) // CHARACTERS, output=len(answer) // CHARACTERS)
        return Outcome(status="ok", text=answer, finish_reason="stop", tokens=tokens, cost="0")


def _bits(request: Request) -> int:
    """32 bits that follow from what is asked alone."""
    text = json.dumps([dict(one) for one in request.messages], sort_keys=True)
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest())


def _tail(bits: int) -> float:
    """A log-normal of mean 1 by the inverse of its distribution, approximated as in Abramowitz & Stegun 26.2.23."""
    share = (bits + 0.5) / 2**32
    side, part = (1, 1 - share) if share > 0.5 else (-1, share)
    t = math.sqrt(-2 * math.log(part))
    above = 2.515517 + 0.802853 * t + 0.010328 * t * t
    below = 1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t**3
    return math.exp(side * (t - above / below) * SPREAD - SPREAD**2 / 2)


def _common(one: str, other: str) -> int:
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _answer(situation: str, draw: int) -> str:
    """Something that a colleague might say: mostly a line or two, at times a promise or nothing."""
    if draw < 20 and "Write as" not in situation:
        return json.dumps({"thinking": "nothing to add", "do": "ignore"})
    said = (
        "It is on my list and moving",
        "Half of it is done",
        "Ask me again once the figures are in",
        "Fine",
    )
    text = f"{said[draw % 4]}, more on it when I have looked at the last version ({draw})."
    found: dict[str, Any] = {"thinking": "they want to know how it stands", "do": "answer", "text": text}
    if draw > 230:
        found["promises"] = [{"what": "the latest figures", "by": "tomorrow 15:00"}]
        found["note_person"] = "asks early and says what it is for"
    return json.dumps(found)


# The office ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _setup(people: int, weeks: int) -> Setup:
    setup = synthetic_setup(people, weeks, 1)
    minded = {id_: replace(one, mind="model") for id_, one in setup.people.items()}
    return replace(setup, people=minded, thinkers=frozenset(minded))


def office(
    client: Synthetic, people: int, weeks: int, *, path: Path | None = None, early: bool = True
) -> Run:
    """A run of an office in which everybody's mind is a model's."""
    setup = _setup(people, weeks)

    def mind(world: OfficeWorld, actor: str, name: str) -> Mind:
        del name
        person = setup.people[actor]
        assert person.persona is not None
        facts = world_facts(setup, actor, organisation="Aldermoor Works", tools=world.tools)
        return ModelMind(person.persona, person, SPEC, client, facts)

    def build(core: Core) -> OfficeWorld:
        world = OfficeWorld(
            core,
            setup,
            limits={},
            build_apps=lambda world: build_apps(APPS, world.office, core, meetings=world.meetings),
            minds=mind,
            horizon=weeks * 7 * DAY,
            tiers=Tiers(setup, dict.fromkeys(setup.people, "model")),
        )
        world.office.connect(errands=world.attention, loads=world.attention)
        world.assemble()
        return world

    return Run.create(build, {}, {"people": people, "weeks": weeks}, 1, path=path, speculate=early)


@dataclass(frozen=True, slots=True)
class Week:
    """How a simulated week went."""

    seconds: float
    waited: float
    """Seconds of all calls, one after the other."""
    chain: float
    """Seconds of the longest chain of decisions each of which needed the one before."""
    decisions: int
    calls: int
    tokens: int
    repeated: float
    """Share of prompts' characters that began an earlier prompt as well."""
    processor: float
    digest: str


@lru_cache(maxsize=4)
def _week(*, heavy: bool, early: bool) -> Week:
    client = Synthetic(heavy=heavy)
    run = office(client, PEOPLE, 1, early=early)
    began = time.process_time()
    seconds = seconds_of(run.play())
    processor = time.process_time() - began
    return Week(
        seconds,
        client.waited,
        _chain(run, client),
        run.loop.tally.decisions,
        client.calls,
        run.ledger.spent().tokens,
        client.repeated / sum(client.sizes),
        processor,
        run.digest,
    )


def _weeks(*, heavy: bool) -> tuple[Week, Week]:
    """Without and with early decisions; they must come out alike."""
    plain, early = _week(heavy=heavy, early=False), _week(heavy=heavy, early=True)
    assert plain.digest == early.digest
    return plain, early


def _chain(run: Run, client: Synthetic) -> float:
    """Seconds of the longest chain: a decision needs the person's own last one and those whose messages it read."""
    waits: dict[tuple[str, int], float] = {}
    rows = run.journal.rows("SELECT actor, decision, request, outcome FROM model_calls WHERE idx >= 0")
    for actor, decision, request, outcome in list(rows):
        if request in run.journal.charged(actor, decision):
            asked = Request.model_validate(json.loads(unpack(outcome))["request"])
            waits[actor, decision] = waits.get((actor, decision), 0.0) + client.wait(asked)
    looked: dict[tuple[str, int], float] = {}
    last: dict[str, float] = {}
    sent: dict[str, float] = {}
    for event in run.events((Looked.kind, Decided.kind, MessageSent.kind)):
        match event.payload:
            case Looked() as look:
                needed = [last.get(look.actor, 0.0)]
                needed += [sent.get(one, 0.0) for one in item_from(look.subject).messages]
                key = (look.actor, look.decision)
                looked[key] = max(needed) + waits.get(key, 0.0)
            case Decided() as made:
                last[made.actor] = looked[made.actor, made.decision]
            case MessageSent() as message:
                sent[message.message] = last.get(message.sender, 0.0)
            case _:
                pass
    return max(looked.values())


# Speed ---------------------------------------------------------------------------------------------------------------


@benchmark("minds-week", unit="x faster than serial", budget=at_least(4.5))
def minds_week() -> Measured:
    """A week of 50 model minds against the sum of its calls' waits, all of one second; beside it seconds."""
    plain, early = _weeks(heavy=False)
    return Measured(plain.waited / early.seconds, reference=early.seconds)


@benchmark("minds-week-heavy", unit="x faster than serial", budget=at_least(2.5))
def minds_week_heavy() -> Measured:
    """The same with heavy-tailed waits: the slowest answers hold up what comes after them; beside it seconds."""
    plain, early = _weeks(heavy=True)
    assert early.digest == _week(heavy=False, early=False).digest
    return Measured(plain.waited / early.seconds, reference=early.seconds)


@benchmark("minds-lookahead", unit="x faster than serial")
def minds_lookahead() -> Measured:
    """What lookahead alone gives in an office whose people often answer within three minutes; beside it seconds."""
    plain, _ = _weeks(heavy=False)
    return Measured(plain.waited / plain.seconds, reference=plain.seconds)


@benchmark("minds-early", unit="x faster than lookahead", budget=at_least(1.5))
def minds_early() -> Measured:
    """What beginning decisions early gives on top, with memory, promises and rapport on."""
    plain, early = _weeks(heavy=False)
    return Measured(plain.seconds / early.seconds)


@benchmark("minds-wasted", unit="of calls", budget=at_most(0.15))
def minds_wasted() -> Measured:
    """Calls for early decisions that came to nothing; beside it calls."""
    _, early = _weeks(heavy=False)
    return Measured((early.calls - early.decisions) / early.calls, reference=early.calls)


@benchmark("minds-chain", unit="x the longest causal chain")
def minds_chain() -> Measured:
    """The week's seconds over those of the longest chain of decisions that needed each other; beside it the chain's."""
    _, early = _weeks(heavy=False)
    return Measured(early.seconds / early.chain, reference=early.chain)


@benchmark("minds-chain-heavy", unit="x the longest causal chain")
def minds_chain_heavy() -> Measured:
    """The same with heavy-tailed waits."""
    _, early = _weeks(heavy=True)
    return Measured(early.seconds / early.chain, reference=early.chain)


@benchmark("minds-processor", unit="ms a decision")
def minds_processor() -> Measured:
    """Processor time of a decision: percept, prompt, graph with its saver, guard, ledger, running ahead included."""
    _, early = _weeks(heavy=False)
    return Measured(1_000 * early.processor / early.decisions, reference=early.processor)


# Tokens --------------------------------------------------------------------------------------------------------------


@benchmark("minds-prefix", unit="of prompts", budget=at_least(0.6))
def minds_prefix() -> Measured:
    """Share of prompts that is word for word how an earlier prompt of the same person, or of anybody, began."""
    plain, _ = _weeks(heavy=False)
    return Measured(plain.repeated)


@benchmark("minds-tokens", unit="tokens a coworker's work hour")
def minds_tokens() -> Measured:
    """Tokens in and out for every work hour of a coworker, at four characters a token; beside it calls a day."""
    plain, _ = _weeks(heavy=False)
    return Measured(plain.tokens / (PEOPLE * 40), reference=plain.calls / (PEOPLE * 5))


# Months --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _months() -> tuple[dict[str, float], dict[str, float]]:
    """Characters of a prompt (mean, most) and megabytes, in week 2, by when caches are filled, and in week 25."""
    client = Synthetic(heavy=False, mean=0.0)
    with (
        tempfile.TemporaryDirectory() as folder,
        office(client, FEW, LONG, path=Path(folder) / "run.db", early=False) as run,
    ):
        seconds_of(run.play(until=7 * DAY))
        second = _week_of(run, client, 2)
        seconds_of(run.play(until=(LONG - 1) * 7 * DAY))
        return second, _week_of(run, client, LONG)


def _week_of(run: Run, client: Synthetic, number: int) -> dict[str, float]:
    client.sizes.clear()
    seconds_of(run.play(until=number * 7 * DAY - HOUR))
    return {
        "mean": sum(client.sizes) / len(client.sizes),
        "most": float(max(client.sizes)),
        "memory": _resident(),
    }


def _resident() -> float:
    """Megabytes of this process, now."""
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize() / (1 << 20)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def _growth(measure: str) -> Measured:
    second, last = _months()
    return Measured(last[measure] / second[measure], reference=last[measure])


@benchmark("minds-context-growth", unit="x", budget=at_most(1.1))
def minds_context_growth() -> Measured:
    """Mean size of a prompt in week 25 against week 2; beside it characters."""
    return _growth("mean")


@benchmark("minds-context-most", unit="x", budget=at_most(1.1))
def minds_context_most() -> Measured:
    """The largest prompt of week 25 against that of week 2; beside it characters."""
    return _growth("most")


@benchmark("minds-memory-growth", unit="x", budget=at_most(1.2))
def minds_memory_growth() -> Measured:
    """Memory of the process in week 25 against week 2; beside it megabytes."""
    return _growth("memory")
