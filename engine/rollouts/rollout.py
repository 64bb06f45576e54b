"""One rollout: a run made for statistics, played in a process of its own.

The process reads its job from standard input and reports on standard output. When its input ends, whoever started it
is gone or wants it to stop: it stops after the step under way, with everything kept, and whoever asks next goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from ...scenarios.casting import Casting
from ..apps.surfaces import SurfaceName
from ..minds.model.spec import is_secret

if TYPE_CHECKING:
    from ..kernel.events import Event
    from ..kernel.run import Run

Status: TypeAlias = Literal["ok", "timeout", "infrastructure_error", "agent_error"]
"""``ok``: it ended by itself or by a limit of the task. ``timeout``: by the wall clock. ``infrastructure_error``: a
model service, disk or the like failed. ``agent_error``: the policy's own code raised."""

_BUSY_SECONDS: Final = 20
_TELL_SECONDS: Final = 0.5


class Job(BaseModel):
    """What one rollout is to play."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: int
    path: Path
    """Its run file; played on if it is there."""
    pack: str
    task: str
    seed: int
    policies: dict[str, str]
    options: dict[str, Any] = {}
    given: dict[str, str] = {}
    limits: dict[str, Any] = {}
    ambient: bool = True
    surface: SurfaceName = "full"
    timeout: float | None = None
    """Seconds of wall time."""
    casting: Casting = Casting()


def policy_pin(name: str, options: Mapping[str, Any]) -> str:
    """A policy's name with what else decides how it plays: the content of its file, options of its model."""
    file = Path(name.partition(":")[0])
    if file.suffix == ".py" and file.is_file():
        name = f"{name}@{hashlib.sha256(file.read_bytes()).hexdigest()[:12]}"
    shown = {key: value for key, value in sorted(options.items()) if not is_secret(key)}
    return f"{name} {json.dumps(shown)}" if shown and name.startswith("model:") else name


def row_of(job: Job, run: Run, *, timed_out: bool = False) -> dict[str, Any]:
    """The line that is kept of a rollout: status apart from score, what it depends on, how long it took."""
    from ...scenarios.report import result_of

    result = result_of(run)
    status: Status = "ok"
    error = ""
    if timed_out:
        status, error = "timeout", f"not done after {job.timeout:g} s" if job.timeout else "not done"
    elif result["end"]["why"].startswith(("infrastructure error: ", "agent error: ")):
        kind, _, error = result["end"]["why"].partition(": ")
        status = "agent_error" if kind == "agent error" else "infrastructure_error"
    kept = (
        "task",
        "params",
        "digest",
        "end",
        "score",
        "passed",
        "complete",
        "settled",
        "work_hours",
        "effort_hours",
    )
    counts = ("elapsed_hours", "events", "calls", "wall_s", "models")
    return {
        "rollout": job.number,
        "run": job.path.name,
        "seed": job.seed,
        "status": status,
        "error": error,
        **{name: result[name] for name in (*kept, *counts)},
        "pins": {
            "pack": result["pack_hash"],
            "rubric": result["rubric_hash"],
            "engine": result["engine"],
            "policy": " ".join(policy_pin(name, job.options) for _, name in sorted(job.policies.items())),
            "coworkers": result["coworkers"],
        },
        "criteria": {row["id"]: row["score"] for row in result["criteria"]},
    }


def failed_row(job: Job, error: str, status: Status = "infrastructure_error") -> dict[str, Any]:
    """The line of a rollout that left no result."""
    return {
        "rollout": job.number,
        "run": job.path.name,
        "seed": job.seed,
        "status": status,
        "error": error,
        "score": None,
        "passed": False,
        "pins": {},
    }


class _Rollout:
    """Plays a job to its end, or until it is to stop."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._told = 0.0
        self.stopped = False
        self.timed_out = False
        self._run: Run | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def stop(self) -> None:
        """Stop after the step under way; from another thread."""
        self.stopped = True
        if self._loop is not None and self._run is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._run.loop.stop)

    def play(self) -> dict[str, Any] | None:
        """The rollout's line; None if it was stopped before its end."""
        from ...scenarios.play import play, policy_named, world_of

        run = self._run = self._opened()
        with run:
            from ...scenarios.play import pack_in

            pack = pack_in(run)
            policies = {
                seat: policy_named(name, pack, options=self._job.options)
                for seat, name in self._job.policies.items()
            }
            world = world_of(run)
            began = time.monotonic()
            before: float = run.meta.get("wall_s", 0.0)

            def after(events: list[Event]) -> None:
                now = time.monotonic()
                if self._job.timeout is not None and before + now - began > self._job.timeout:
                    self.timed_out = True
                    run.loop.stop()
                if self.stopped:
                    run.loop.stop()
                if now - self._told > _TELL_SECONDS:
                    self._told = now
                    seat = next(iter(self._job.policies))
                    local = world.desk.calendar(seat).local(run.now)
                    cost = str(run.ledger.spent().cost)
                    tell({"at": f"{local:%a %d %b %H:%M}", "events": run.last_seq + 1, "cost": cost})

            async def playing() -> None:
                self._loop = asyncio.get_running_loop()
                if self.stopped:
                    return
                left = None if self._job.timeout is None else max(0.0, self._job.timeout - before)
                timer = None if left is None else self._loop.call_later(left, self._time_out)
                try:
                    await play(run, policies)
                finally:
                    if timer is not None:
                        timer.cancel()
                    if self._job.casting.bindings:
                        from ..minds.client import close_clients

                        await close_clients()

            run.loop.after_step.append(after)
            try:
                asyncio.run(playing())
            finally:
                run.meta["wall_s"] = round(before + time.monotonic() - began, 3)
                run.journal.set_meta("wall_s", run.meta["wall_s"])
            if self.stopped and not run.over:
                return None
            return row_of(self._job, run, timed_out=self.timed_out and not run.over)

    def _time_out(self) -> None:
        assert self._run is not None
        self.timed_out = True
        self._run.loop.stop()

    def _opened(self) -> Run:
        from ...scenarios.play import new_run, open_run
        from ..kernel.events import JournalError
        from ..kernel.lock import RunBusy

        job = self._job
        deadline = time.monotonic() + _BUSY_SECONDS
        while job.path.exists():
            try:
                return open_run(job.path, writable=True)
            except RunBusy:
                # whoever played it before is still putting it away
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
            except JournalError as error:
                if "never begun" not in str(error):
                    raise
                for suffix in ("", "-wal", "-shm"):
                    job.path.with_name(job.path.name + suffix).unlink(missing_ok=True)
        return new_run(
            job.pack,
            task=job.task,
            seed=job.seed,
            given=job.given,
            limits=job.limits,
            policies=job.policies,
            ambient=job.ambient,
            surface=job.surface,
            path=job.path,
            casting=job.casting,
        )


def tell(message: Mapping[str, Any]) -> None:
    """Report to whoever started this process."""
    sys.stdout.write(json.dumps(message, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Play the job on standard input; the process's entry."""
    job = Job.model_validate_json(sys.stdin.readline())
    rollout = _Rollout(job)

    def watch() -> None:
        sys.stdin.read()
        rollout.stop()
        # a policy that never gives way must not outlive its starter
        time.sleep(_BUSY_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    try:
        row = rollout.play()
    except Exception as error:  # noqa: BLE001  (whatever ends a rollout is its row)
        traceback.print_exc()
        row = failed_row(job, f"{type(error).__name__}: {error}")
    with contextlib.suppress(BrokenPipeError):
        if row is not None:
            tell({"row": row})
    sys.stderr.flush()
    os._exit(0)  # a policy's threads must not keep the process


if __name__ == "__main__":
    main()
