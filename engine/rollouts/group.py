"""Groups of rollouts: n runs of one task by one policy, played in parallel, kept, and summed up.

A group lives in a folder: ``group.json`` says what is played, ``0001.db`` … are the runs, ``rollouts.jsonl`` has one
row for each. It can be stopped or killed at any moment; the next invocation goes on with what is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...scenarios.casting import Casting
from ..apps.surfaces import SurfaceName
from ..kernel.streams import Streams
from .rollout import Job, failed_row, policy_pin
from .statistics import Interval, bootstrap_mean, pass_at_k, pass_hat_k, wilson

if TYPE_CHECKING:
    from ...verifiers.criterion import Criterion

GROUP: Final = "group.json"
ROWS: Final = "rollouts.jsonl"
_LAST_SEED: Final = 2**31 - 1
_GRACE_SECONDS: Final = 30

Tell = Callable[[int, Mapping[str, Any]], None]
"""(number of the rollout, what it reports: ``at`` and ``events``, or its ``row``)."""


class MixedPins(ValueError):
    """What is to be played now differs from what the folder's rollouts were made of."""


@dataclass(frozen=True)
class Plan:
    """What a group plays.

    Attributes:
        pack: A pack's name or folder.
        task: The task's id.
        policies: Seat to policy name.
        n: Rollouts wanted.
        seed: Of the group; each rollout's own seed is drawn from it by its number.
        options: Options of model policies.
        given: Params set by hand, the same in every rollout.
        limits: Limits, tightened.
        ambient: People also write to each other about their own work.
        timeout: Seconds of wall time for each rollout.
        surface: How tools are offered.
        casting: What is said of the coworkers' minds.
        pins: Hashes and versions that results depend on.
    """

    pack: str
    task: str
    policies: Mapping[str, str]
    n: int
    seed: int
    options: Mapping[str, Any]
    given: Mapping[str, str]
    limits: Mapping[str, Any]
    ambient: bool
    timeout: float | None
    pins: Mapping[str, str]
    surface: SurfaceName = "full"
    casting: Casting = field(default_factory=Casting)

    def job(self, folder: Path, number: int) -> Job:
        """The rollout of that number, counting from 1: the same whatever `n` is."""
        return Job(
            number=number,
            path=folder / f"{number:04}.db",
            pack=self.pack,
            task=self.task,
            seed=Streams(self.seed).stream("rollout", number).integer(1, _LAST_SEED),
            policies=dict(self.policies),
            options=dict(self.options),
            given=dict(self.given),
            limits=dict(self.limits),
            ambient=self.ambient,
            timeout=self.timeout,
            surface=self.surface,
            casting=self.casting,
        )

    @property
    def fixed(self) -> dict[str, Any]:
        """What must not change between invocations."""
        return {
            **self.pins,
            "task": self.task,
            "seed": self.seed,
            "set": dict(self.given),
            "limits": dict(self.limits),
            "ambient": self.ambient,
            # groups from before there was a choice say nothing
            **({} if self.surface == "full" else {"surface": self.surface}),
            "coworker_budget": dict(self.casting.budget) or None,
            "colleagues": sorted(self.casting.colleagues) or None,
        }


def plan(
    pack: str,
    *,
    policies: Mapping[str, str],
    n: int,
    task: str | None = None,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    given: Mapping[str, str] | None = None,
    limits: Mapping[str, Any] | None = None,
    ambient: bool = True,
    timeout: float | None = None,
    surface: SurfaceName = "full",
    casting: Casting | None = None,
) -> Plan:
    """A plan, with the pins of what is there now.

    Raises:
        LookupError: No such pack, task or policy.
        AuthoringErrors: The pack is faulty.
        ValueError: A limit would be widened, a param can't be set so, or the policy needs a person.
    """
    from ...scenarios.build import limits_of
    from ...scenarios.casting import cast_roles, coworkers_pin
    from ...scenarios.colleagues import with_colleagues
    from ...scenarios.play import policy_named, task_of
    from ..version import VERSION

    if n < 1:
        raise ValueError(f"a group has at least one rollout, not {n}")
    casting = casting or Casting()
    if casting.humans:
        raise ValueError("nobody can play coworkers of a group of rollouts by hand; name a mind for them")
    plain = task_of(pack, task=task, seed=seed, given=given)
    roles = cast_roles(plain, casting)
    loaded = with_colleagues(plain, casting.colleagues)
    for seat in loaded.seats:
        limits_of(loaded, limits or {}, seat)
    for name in policies.values():
        if name == "human":
            raise ValueError("a person can't play a group of rollouts; name another policy")
        policy_named(name, loaded, options=options)
    kept = dict(options or {})
    pins = {
        "pack": loaded.hash,
        "rubric": loaded.task.rubric_hash,
        "engine": VERSION,
        "policy": " ".join(policy_pin(name, kept) for _, name in sorted(policies.items())),
        "coworkers": coworkers_pin(loaded, roles.settings, roles.meta),
    }
    name = pack if Path(pack).is_dir() else pack.partition(":")[0]
    return Plan(
        name,
        loaded.task.id,
        policies,
        n,
        seed,
        kept,
        given or {},
        limits or {},
        ambient,
        timeout,
        pins,
        surface,
        casting,
    )


class Group:
    """A folder of rollouts.

    Args:
        folder: Where it is kept; made if need be.
        plan: What is played.
        mixed: Allow rollouts that depend on something else than those there already.

    Raises:
        MixedPins: The folder's rollouts depend on something else.
    """

    def __init__(self, folder: Path, plan: Plan, *, mixed: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        folder.mkdir(parents=True, exist_ok=True)
        self.rows: dict[int, dict[str, Any]] = {row["rollout"]: row for row in read_rows(folder)}
        known = folder / GROUP
        if known.exists():
            before = json.loads(known.read_text("utf-8"))["fixed"]
            # groups from before coworkers had other minds say nothing of them; their rows do
            _same({"coworkers": plan.pins["coworkers"], **before}, plan.fixed, folder, mixed=mixed)
        _write(known, json.dumps({"fixed": plan.fixed, "pack": plan.pack, "n": plan.n}, indent=1))
        for row in self.rows.values():
            if row["pins"] and not mixed:
                _same({key: row["pins"][key] for key in plan.pins}, plan.pins, folder, mixed=False)

    @property
    def missing(self) -> list[int]:
        """Numbers of the rollouts that have no row yet."""
        return [number for number in range(1, self.plan.n + 1) if number not in self.rows]

    def retry_failures(self) -> None:
        """Forget the rows of what the infrastructure or the clock ended, so that it is played on."""
        self.rows = {
            number: row
            for number, row in self.rows.items()
            if row["status"] not in ("infrastructure_error", "timeout")
        }
        self._rewrite()

    async def play(self, parallel: int, tell: Tell, *, stop: asyncio.Event | None = None) -> None:
        """Play what is missing.

        Args:
            parallel: Rollouts at a time, each in a process of its own.
            tell: Told what the rollouts report.
            stop: Once set, those under way are stopped with everything kept, and no more are begun.
        """
        self._rewrite()
        stop = stop or asyncio.Event()
        waiting = self.missing
        slots = asyncio.Semaphore(max(1, parallel))

        async def one(number: int) -> None:
            async with slots:
                if stop.is_set():
                    return
                row = await _played(
                    self.plan.job(self.folder, number), lambda report: tell(number, report), stop
                )
                if row is not None:
                    self._keep(row)
                    tell(number, {"row": row})

        async with asyncio.TaskGroup() as tasks:
            for number in waiting:
                tasks.create_task(one(number))

    def _keep(self, row: dict[str, Any]) -> None:
        self.rows[row["rollout"]] = row
        with (self.folder / ROWS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _rewrite(self) -> None:
        """Put whole rows back: a kill may have cut the last one."""
        ordered = [self.rows[number] for number in sorted(self.rows)]
        _write(self.folder / ROWS, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ordered))


def read_rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of a group, a cut one left out."""
    rows: list[dict[str, Any]] = []
    path = folder / ROWS
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            with contextlib.suppress(ValueError):
                rows.append(json.loads(line))
    return rows


def summary(
    rows: Iterable[Mapping[str, Any]], *, criteria: Sequence[Criterion] = (), seed: int = 0
) -> dict[str, Any]:
    """What a group says about its policy.

    A rollout counts if the policy had its chance: it ended by itself or by a limit, or its own code failed (which is a
    failed attempt). Those that the clock or the infrastructure ended say nothing about the policy and are reported
    apart. Intervals of pass@k and pass^k are the Wilson interval of the pass rate, carried through ``1 − (1 − p)^k``
    and ``p^k``, which rise with p.

    Args:
        rows: Of the rollouts.
        criteria: The rubric's, in its order, for their titles and weights.
        seed: Of the bootstrap.
    """
    every = list(rows)
    counted = [row for row in every if row["status"] in ("ok", "agent_error")]
    scores = [float(row["score"] or 0.0) for row in counted]
    n, c = len(counted), sum(bool(row["passed"]) for row in counted)
    statuses = {status: sum(row["status"] == status for row in every) for status in STATUSES}
    failed = len(every) - statuses["ok"]
    rate = wilson(c, n)
    ks = [k for k in (1, 2, 4, 8, 16, 32, 64, 128) if k <= n]
    return {
        "rollouts": len(every),
        "counted": n,
        "passed": c,
        "mean_score": {
            "value": sum(scores) / n if n else None,
            "interval": _pair(bootstrap_mean(scores, seed=seed)),
        },
        "pass_at_k": {
            str(k): {
                "value": pass_at_k(n, c, k),
                "interval": _through(rate, lambda p, k=k: 1 - (1 - p) ** k),
            }
            for k in ks
        },
        "pass_hat_k": {
            str(k): {"value": pass_hat_k(n, c, k), "interval": _through(rate, lambda p, k=k: p**k)}
            for k in ks
        },
        "statuses": statuses,
        "error_share": {
            "value": failed / len(every) if every else None,
            "interval": _pair(wilson(failed, len(every))),
        },
        "criteria": _criteria(counted, criteria),
    }


def _criteria(counted: Sequence[Mapping[str, Any]], known: Sequence[Criterion]) -> list[dict[str, Any]]:
    """How often each criterion was met; a rollout in which it could not be judged does not count for it."""
    about = {one.id: one for one in known}
    # rollouts pooled from other rubrics may have criteria that this one lacks
    ids = dict.fromkeys([*about, *(name for row in counted for name in row.get("criteria", ()))])
    found: list[dict[str, Any]] = []
    for name in ids:
        given = [row.get("criteria", {}).get(name) for row in counted]
        scores = [float(score) for score in given if score is not None]
        one = about.get(name)
        found.append(
            {
                "id": name,
                "title": one.title if one else "",
                "weight": float(one.weight) if one else None,
                "met": sum(score == 1 for score in scores),
                "counted": len(scores),
                "mean_score": sum(scores) / len(scores) if scores else None,
            }
        )
    return found


STATUSES: Final = ("ok", "timeout", "infrastructure_error", "agent_error")


def _through(rate: Interval | None, change: Callable[[float], float]) -> list[float] | None:
    return None if rate is None else [change(rate.low), change(rate.high)]


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def _same(before: Mapping[str, Any], now: Mapping[str, Any], folder: Path, *, mixed: bool) -> None:
    different = [name for name in now if before.get(name) != now[name]]
    if different and not mixed:
        was = "; ".join(
            f"{name} was {_short(before.get(name))} and is now {_short(now[name])}" for name in different
        )
        raise MixedPins(
            f"{folder} holds rollouts of something else: {was}. Their results must not be pooled. Use another --out, "
            "or --mixed if you mean it."
        )


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 24 else f"{text[:12]}…"


def _write(path: Path, text: str) -> None:
    """Replace a file's content at once."""
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


async def _played(
    job: Job, tell: Callable[[Mapping[str, Any]], None], stop: asyncio.Event
) -> dict[str, Any] | None:
    """Play a job in a process of its own; its row, or None if it was stopped."""
    process = await asyncio.create_subprocess_exec(
        *_command(),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=2**24,
        start_new_session=True,  # Ctrl-C is for the parent, which stops its rollouts in order
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    errors = asyncio.create_task(process.stderr.read())
    stopping = asyncio.create_task(_end_input(process.stdin, stop))
    row: dict[str, Any] | None = None
    try:
        process.stdin.write(job.model_dump_json().encode() + b"\n")
        with contextlib.suppress(ConnectionError):
            await process.stdin.drain()
        async with asyncio.timeout(None if job.timeout is None else job.timeout + _GRACE_SECONDS) as limit:
            async for line in process.stdout:
                report = json.loads(line)
                if "row" in report:
                    row = report["row"]
                else:
                    tell(report)
            await process.wait()
        del limit
    except TimeoutError:
        row = failed_row(
            job, f"did not stop within {_GRACE_SECONDS} s after its {job.timeout:g} s were over", "timeout"
        )
    finally:
        stopping.cancel()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if row is None and not stop.is_set():
        said = (await errors).decode(errors="replace").strip().splitlines()
        row = failed_row(job, f"the process ended with {process.returncode}{f': {said[-1]}' if said else ''}")
    else:
        errors.cancel()
    return row


async def _end_input(stdin: asyncio.StreamWriter, stop: asyncio.Event) -> None:
    await stop.wait()
    stdin.close()


def _command() -> Sequence[str]:
    return (sys.executable, "-m", f"{__package__}.rollout")
