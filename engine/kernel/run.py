"""A run: one file that can be created, played, stopped, resumed, replayed, forked, compared and flattened."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeAlias

from .agenda import Agenda
from .ahead import Ahead
from .blobs import Blobs
from .events import Event, JournalError, Payload
from .grant import Grant
from .integrity import complete
from .journal import Journal
from .ledger import Ledger, ReplayDivergence, first_difference
from .loop import Loop
from .minds import Decisions
from .moves import CallRecord, RecordedPort, moves_of
from .opening import fold, open_journal
from .seats import Port, Seats
from .state import Apply, Component, State
from .streams import Streams
from .usage import Budget, Meter
from .world import Core, World

CHECKPOINT_EVENTS: Final = 4_096
"""Events between checkpoints: folding this many takes 0.2 to 0.3 s (40 to 60 microseconds an event)."""

_OF_THE_FILE: Final = ("format", "run", "files", "settings", "seed", "lineage", "grant")
"""What is kept about a run that is true of its own file only."""

Builder: TypeAlias = Callable[[Core], World]


class Started(Payload):
    """A run's first event: all that its digest depends on from outside."""

    kind: ClassVar[str] = "run.started"

    content: str
    """Hash of the content (pack and personas)."""
    seed: int
    settings: str
    """Canonical JSON of what was chosen: task, parameters, limits."""


class Reseeded(Payload):
    """From here on everything is drawn from another seed."""

    kind: ClassVar[str] = "run.reseeded"

    seed: int


class Seeds(Component):
    """The seed in force, kept in step with the run's streams."""

    name = "seeds"

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self.content = ""
        self.history: list[tuple[int, int]] = []
        """``(seq, seed)``: from that event on."""

    def listens(self) -> Mapping[str, Apply]:
        return {Started.kind: self._started, Reseeded.kind: self._reseeded}

    def _started(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Started)
        self.content = payload.content
        self._use(event.seq, payload.seed)

    def _reseeded(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Reseeded)
        self._use(event.seq, payload.seed)

    def _use(self, seq: int, seed: int) -> None:
        self.history.append((seq, seed))
        self._streams.reseed(seed)

    def dump(self) -> Any:
        return {"content": self.content, "history": [list(row) for row in self.history]}

    def load(self, data: Any) -> None:
        self.content = data["content"]
        self.history = [(row[0], row[1]) for row in data["history"]]
        if self.history:
            self._streams.reseed(self.history[-1][1])


class Difference(NamedTuple):
    """Where two runs part."""

    seq: int
    field: str
    mine: Event | None
    other: Event | None


class Run:
    """An open run. Use it as a context manager, or call `close`."""

    def __init__(
        self,
        journal: Journal,
        builder: Builder,
        *,
        writable: bool,
        speculate: bool,
    ) -> None:
        self.journal = journal
        self.meta = journal.meta()
        complete(self.meta, journal.path)
        self.builder = builder
        self.writable = writable
        self.blobs = journal.blobs
        self.files: dict[str, bytes] = {path: self.blobs.get(ref) for path, ref in self.meta["files"].items()}
        self.settings: dict[str, Any] = self.meta["settings"]
        self.ledger = Ledger(journal, grant=journal.grant())
        self.world, self.state, self.agenda, self.streams = self._build()
        self._load(journal.next_seq - 1)
        self.meter = Meter(journal.usage())
        """What coworkers' decisions have used of models, in simulated order."""
        self.loop = Loop(
            self.world,
            self.state,
            self.agenda,
            journal,
            self.ledger,
            speculate=speculate,
            meter=self.meter,
            budget=Budget.of(self.settings),
            ahead=Ahead(lambda blobs: self._build(blobs)[:3], self.blobs, self.ledger),
        )
        if writable:
            self.loop.after_step.append(self._maybe_checkpoint)

    # Making and opening ----------------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        builder: Builder,
        files: Mapping[str, bytes],
        settings: Mapping[str, Any],
        seed: int,
        *,
        path: Path | None = None,
        content: str = "",
        meta: Mapping[str, Any] | None = None,
        speculate: bool = True,
    ) -> Self:
        """A new run, its first step made.

        Args:
            builder: Builds the world from content and settings.
            files: Pack and personas by content; the run keeps them and never reads a folder again.
            settings: Task, parameters, limits: JSON values, part of the digest.
            seed: Of everything random.
            path: The run file; ``None`` keeps it in memory.
            content: Hash of the pack, part of the digest.
            meta: What else to keep about the run, outside the digest (policy, engine version).
            speculate: Begin decisions early where that can't change the run.
        """
        journal = Journal.create(path, {})
        try:
            refs = {name: journal.blobs.put(data) for name, data in sorted(files.items())}
            journal.flush()
            for key, value in {
                "run": secrets.token_hex(6),  # outside the simulation: the name of the run
                **(meta or {}),
                "files": refs,
                "settings": dict(settings),
                "seed": seed,
            }.items():
                journal.set_meta(key, value)
            run = cls(journal, builder, writable=True, speculate=speculate)
            step = run.loop.open_step(0)
            step.emit(Started(content=content, seed=seed, settings=_canonical(settings)))
            run.world.start(step)
            run.loop.close_step(step)
            journal.flush()
        except BaseException:
            journal.close()
            if path is not None:
                for suffix in ("", "-wal", "-shm"):
                    path.with_name(path.name + suffix).unlink(missing_ok=True)
            raise
        return run

    @classmethod
    def open(cls, path: Path, world: Builder, *, writable: bool = False, speculate: bool = True) -> Self:
        """An existing run, at its last step.

        Raises:
            JournalError: The file, or one that it was forked from, is missing or damaged, or of a newer version.
            RunBusy: ``writable``, and another process has it open.
        """
        journal = open_journal(path, writable=writable)
        try:
            if journal.next_seq == 0:
                raise JournalError(
                    f"{path}: the run was never begun (its creation was interrupted); make it anew"
                )
            return cls(journal, world, writable=writable, speculate=speculate)
        except BaseException:
            journal.close()
            raise

    def _build(self, blobs: Blobs | None = None) -> tuple[World, State, Agenda, Streams]:
        streams, agenda = Streams(self.meta["seed"]), Agenda()
        world = self.builder(Core(streams, blobs or self.blobs, agenda, self.files, self.settings, self.meta))
        state = State([Seeds(streams), Decisions(), Seats(), *world.components])
        world.bind(state)
        return world, state, agenda, streams

    def _load(self, seq: int) -> None:
        fold(self.journal, self.state, self.agenda, seq)

    def _maybe_checkpoint(self, events: list[Event]) -> None:
        if self.loop.since_checkpoint >= CHECKPOINT_EVENTS:
            self.save_checkpoint()

    def save_checkpoint(self) -> None:
        """Keep the state as it is, so that opening and forking near here is quick."""
        self.journal.save_checkpoint(self.loop.checkpoint())
        self.loop.since_checkpoint = 0

    def close(self) -> None:
        """Make everything durable and let go of the file."""
        try:
            if self.writable and self.loop.since_checkpoint >= CHECKPOINT_EVENTS // 8:
                self.save_checkpoint()
        finally:
            self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            self.close()
        except JournalError:
            if error is None:  # else what went wrong first is what is told
                raise

    # Playing ---------------------------------------------------------------------------------------------------------

    async def play(self, ports: Mapping[str, Port] | None = None, *, until: int | None = None) -> None:
        """Play on until every seat's episode is over, or the run pauses. Everything is durable on return."""
        if not self.writable:
            raise JournalError("this run was opened for reading only")
        try:
            await self.loop.play(ports or {}, until)
        finally:
            self.journal.flush()

    # Reading ---------------------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path | None:
        return self.journal.path

    @property
    def digest(self) -> str:
        """The chain's last link: two runs are equal exactly when theirs are."""
        return self.journal.digest.hex()

    @property
    def last_seq(self) -> int:
        return self.journal.next_seq - 1

    @property
    def now(self) -> int:
        return self.loop.now

    @property
    def over(self) -> bool:
        return self.state.get(Seats).over

    def events(self, kinds: Sequence[str] = (), *, until: int | None = None) -> Iterator[Event]:
        """The run's events, the shared past included."""
        return self.journal.events(-1, until, kinds)

    def state_at(self, seq: int) -> tuple[World, State, int]:
        """A world bound to the state after the step that holds event ``seq``, and the number of its last event."""
        end, _, _, _ = self.journal.step_end(seq)
        world, state, agenda, _ = self._build()
        fold(self.journal, state, agenda, end)
        return world, state, end

    def moves(self, seat: str) -> list[CallRecord]:
        """All moves of a seat so far, with what they observed."""
        return list(moves_of(self.journal, seat))

    # Branching -------------------------------------------------------------------------------------------------------

    def fork(
        self,
        at: int,
        *,
        path: Path | None = None,
        seed: int | None = None,
        changed: bool = False,
        meta: Mapping[str, Any] | None = None,
    ) -> Run:
        """A new run that shares this one's past up to the step that holds event ``at``.

        Args:
            at: An event's number; the fork stands after its step.
            path: The new run file; ``None`` keeps it in memory.
            seed: Draw everything after the fork from another seed.
            changed: Something else is changed (another policy, another model): sample model calls anew.
            meta: Overrides of what is kept outside the digest.
        """
        self.journal.flush()
        seq, step, instant, digest = self.journal.step_end(at)
        own = {key: value for key, value in self.meta.items() if key not in ("format", "lineage", "grant")}
        lineage = {
            "run": self.meta["run"],
            "path": None if self.path is None else str(self.path.resolve()),
            "name": None if self.path is None else self.path.name,
            "seq": seq,
            "step": step,
            "at": instant,
            "digest": digest.hex(),
        }
        new = {
            **own,
            **(meta or {}),
            "run": secrets.token_hex(6),  # outside the simulation: the name of the run
            "lineage": lineage,
        }
        parent = self.journal if self.path is None else open_journal(self.path)
        journal = Journal.create(path, new)
        journal.adopt(parent, seq, step, instant, digest, owned=parent is not self.journal)
        run = Run(journal, self.builder, writable=True, speculate=self.loop.speculate)
        begun = dict(run.state.get(Decisions).begun)
        begun |= {f"seat:{name}": seat.calls for name, seat in run.state.get(Seats).seats.items()}
        run.ledger.grant = Grant(seed is None and not changed, begun)
        run.meta["grant"] = run.ledger.grant._asdict()
        journal.set_meta("grant", run.meta["grant"])
        if seed is not None:
            opened = run.loop.open_step(instant)
            opened.emit(Reseeded(seed=seed))
            run.loop.close_step(opened)
        journal.flush()
        return run

    async def replay(self, *, verify: bool = True) -> Run:
        """Play the whole run again in memory from its record, without making a single model call.

        Raises:
            ReplayDivergence: Something came out differently; names the first event and field that differ.
        """
        self.journal.flush()
        original = list(self.events())
        reseeds = {event.seq: event.payload for event in original if isinstance(event.payload, Reseeded)}
        started = original[0].payload
        assert isinstance(started, Started)
        copy = Run.create(
            self.builder,
            self.files,
            self.settings,
            started.seed,
            content=started.content,
            meta={
                **{key: value for key, value in self.meta.items() if key not in _OF_THE_FILE},
                "replay_of": self.meta["run"],
            },
            speculate=False,
        )
        copy.ledger = copy.loop.ledger = Ledger(self.journal, grant=self.ledger.grant, replay=True)
        position = 0

        def check(events: list[Event]) -> None:
            nonlocal position
            for event in events:
                if position >= len(original):
                    copy.loop.stop()
                    return
                if verify and event.digest != original[position].digest:
                    raise ReplayDivergence(
                        f"event {position}: {_event_difference(original[position], event)}"
                    )
                position += 1
            if position in reseeds or position >= len(original):
                copy.loop.stop()

        check(list(copy.events()))
        copy.loop.after_step.append(check)
        ports = {name: RecordedPort(moves_of(self.journal, name)) for name in self.state.get(Seats).seats}
        while position < len(original):
            if position in reseeds:
                step = copy.loop.open_step(copy.now)
                step.emit(reseeds[position])
                copy.loop.close_step(step)
                continue
            before = position
            await copy.play(ports)
            if position == before:
                missing = original[position]
                raise ReplayDivergence(
                    f"event {position}: the recorded run goes on ({missing.kind}), the replay stops"
                )
        return copy

    def verify(self) -> None:
        """Check that the file still says what happened: the chain of digests, and what was chosen at the start.

        Raises:
            JournalError: It was changed or is damaged; names the first bad event.
        """
        self.journal.verify()
        started = next(self.events()).payload
        assert isinstance(started, Started)
        if (started.seed, started.settings) != (self.meta["seed"], _canonical(self.settings)):
            raise JournalError(
                f"{self.path}: the file is damaged: its seed or settings are not those of event 0"
            )

    def diff(self, other: Run) -> Difference | None:
        """Where this run and another one part, or ``None`` if they are equal."""
        mine, theirs = self.events(), other.events()
        while True:
            a, b = next(mine, None), next(theirs, None)
            if a is None and b is None:
                return None
            if a is None or b is None:
                present = a or b
                assert present is not None
                return Difference(present.seq, "one run ends here", a, b)
            if a.digest != b.digest:
                return Difference(a.seq, _event_difference(a, b), a, b)

    def flatten(self, path: Path) -> None:
        """Write this run as one file that needs no parent."""
        self.journal.flush()
        meta = {key: value for key, value in self.meta.items() if key not in ("format", "lineage", "grant")}
        meta["flattened_from"] = self.meta.get("lineage")
        target = Journal.create(path, meta)
        try:
            target.copy_from(self.journal)
        finally:
            target.close()


def _canonical(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _event_difference(a: Event, b: Event) -> str:
    fields = ("at", "actor", "kind", "cause", "fired", "sets", "cancels")
    for name in fields:
        if getattr(a, name) != getattr(b, name):
            return f"{a.kind}.{name}: {getattr(a, name)!r} became {getattr(b, name)!r}"
    found = first_difference(a.payload.model_dump(mode="json"), b.payload.model_dump(mode="json"))
    return f"{a.kind}.{found}" if found else f"{a.kind}: an earlier event differs"
