"""Serving a run from the terminal: doors that stay open until the work is over, a signal comes or a client hangs up."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .console import say
from .failures import INTERRUPTED, Unusable
from .options import pairs, surface_named
from .playing import Brake

if TYPE_CHECKING:
    from ..access.host import Host
    from ..access.mcpdoor import Wires
    from ..kernel.run import Run


def over_stdio(made: Callable[[], Run], seats: Sequence[str], agents: Sequence[str]) -> None:
    """Serve one seat over MCP on standard input and output."""
    from ..access.mcpdoor import standard_wires

    with standard_wires() as wires:

        async def serving(opened: Host, bell: _Bell) -> None:
            await _serve_stdio(opened, bell, wires)

        _serve(made(), seats, agents, serving, most=1)


def over_http(
    made: Callable[[], Run],
    seats: Sequence[str],
    agents: Sequence[str],
    host: str,
    port: int,
    seat_file: Path | None,
    *,
    until_over: bool,
    as_json: bool,
) -> None:
    """Serve seats over HTTP."""
    from ..access.httpdoor import listener

    with listener(host, port) as bound:  # before there is a run: it may be taken

        async def serving(opened: Host, bell: _Bell) -> None:
            from ..access.httpdoor import address_of, web_server

            web = web_server(opened, host)
            task = asyncio.create_task(web.serve([bound]))
            _tell(opened, address_of(bound, host), seat_file, as_json=as_json)
            await _first(task, bell, opened, until_over=until_over)
            web.should_exit = True
            await task

        _serve(made(), seats, agents, serving)


def run_for(
    target: str,
    seed: int,
    given: Sequence[str],
    limit: Sequence[str],
    surface: str,
    out: Path | None,
    *,
    fresh: bool,
    cast: Mapping[str, Any],
) -> Run:
    """The run that is meant: one that is there, or a new one of a pack.

    Args:
        target: A run or a pack.
        seed: Of a new run, as what follows.
        given: Params set by hand.
        limit: Limits, tightened.
        surface: How tools are offered.
        out: Its folder.
        fresh: Take the next free folder if there is a run.
        cast: What is said of its coworkers, as `coworkerflags.casting_of` takes it.
    """
    from ...scenarios.casting import cast_roles
    from ...scenarios.play import new_run, open_run, task_of
    from .coworkerflags import casting_of, tell_unbound
    from .places import existing, new_file
    from .runs import number

    path = Path(target)
    if path.is_file() or (path / "run.db").exists():
        if given or limit or out is not None or cast:
            raise Unusable(
                "--set, --limit, --out and coworkers' minds are for a new run; this one has its own"
            )
        return open_run(existing(path), writable=True)
    params = pairs("--set", given)
    limits = {name: number(value) for name, value in pairs("--limit", limit).items()}
    loaded = task_of(target, seed=seed, given=params)
    casting = casting_of(loaded, **cast)
    tell_unbound(cast_roles(loaded, casting).unbound, casting)
    file = new_file(out, f"{loaded.scenario.id}-{seed}", fresh=fresh)
    file.parent.mkdir(parents=True, exist_ok=True)
    return new_run(
        loaded.source,
        task=loaded.task.id,
        seed=seed,
        given=params,
        limits=limits,
        path=file,
        surface=surface_named(surface),
        casting=casting,
    )


def _doors(run: Run, seats: Sequence[str]) -> list[str]:
    from ...scenarios.play import main_seat, world_of

    known = world_of(run).desk.limits
    for seat in seats:
        if seat not in known:
            raise Unusable(f"--seat {seat}: the run has {', '.join(known)}")
    return list(dict.fromkeys(seats)) or [main_seat(run)]


def _others(run: Run, agents: Sequence[str], doors: Sequence[str]) -> dict[str, Any]:
    from ...scenarios.play import pack_in
    from ..access.host import others

    seats = pack_in(run).seats
    named = pairs("--agent", agents)
    for seat in named:
        if seat in doors:
            raise Unusable(f"--agent {seat}=…: that seat is held from outside")
        if seat not in seats:
            raise Unusable(f"--agent {seat}=…: the run has {', '.join(seats)}")
    return others(run, doors, named)


def _serve(
    run: Run,
    named: Sequence[str],
    agents: Sequence[str],
    serving: Callable[[Host, _Bell], Awaitable[None]],
    *,
    most: int | None = None,
) -> None:
    """Play a run while something serves its seats, until that ends or a signal comes."""
    from ..access.host import Host
    from ..access.seatfile import tokens_for
    from ..minds.client import close_clients

    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    with run:
        assert run.path is not None
        seats = _doors(run, named)
        if most is not None and len(seats) > most:
            raise Unusable("standard input and output serve one seat; name it with --seat")
        host = Host(run, seats, _others(run, agents, seats), tokens_for(run.path, seats))
        bell = _Bell(run)

        async def playing() -> None:
            try:
                with bell.ready():
                    async with host:
                        await serving(host, bell)
            finally:
                await close_clients()
            if host.error is not None:
                raise host.error

        try:
            asyncio.run(playing())
        finally:
            shown = run.path.parent if run.path.name == "run.db" else run.path
            say(f"Everything is kept. Go on with: tenure serve {shown}")
            say(f"Look and score: tenure show {shown}; tenure score {shown}")
    if bell.signalled:
        raise typer.Exit(INTERRUPTED)


class _Bell(Brake):
    """Stops the run on a signal and says that serving is to end."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.rung = asyncio.Event()

    def pull(self) -> None:
        super().pull()
        asyncio.get_running_loop().call_soon_threadsafe(self.rung.set)


async def _first(task: asyncio.Future[Any], bell: _Bell, opened: Host, *, until_over: bool = False) -> None:
    """Wait until serving ends by itself, by a signal, by a fault of the run, or because the work is over."""

    async def over() -> None:
        await opened.over.wait()
        if not until_over and opened.error is None:
            await asyncio.Event().wait()

    waiting = [task, *(asyncio.ensure_future(one) for one in (bell.rung.wait(), over()))]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for one in waiting[1:]:
            one.cancel()
    if not task.done() and not bell.rung.is_set():
        await asyncio.wait((task,), timeout=0.3)  # outside the simulation: the last answer goes out


async def _serve_stdio(opened: Host, bell: _Bell, wires: Wires) -> None:
    from ..access.mcpdoor import hung_up, serve_stdio

    (door,) = opened.doors.values()
    task = asyncio.create_task(serve_stdio(door, wires))
    await _first(task, bell, opened)
    task.cancel()
    await asyncio.wait((task,))
    error = None if task.cancelled() else task.exception()
    if error is not None and not bell.rung.is_set() and not hung_up(error):
        raise error


def _tell(opened: Host, url: str, seat_file: Path | None, *, as_json: bool) -> None:
    """Say where the seats are."""
    from ..access.seatfile import write_private
    from .console import emit

    seats = {seat: {"url": url, "mcp": f"{url}/mcp", "token": token} for seat, token in opened.tokens.items()}
    if seat_file is not None:
        for seat, where in seats.items():
            one = seat_file.with_stem(f"{seat_file.stem}-{seat}") if len(seats) > 1 else seat_file
            write_private(one, {"seat": seat, **where})
    if as_json:
        emit({"seats": seats, "run": str(opened.run.path)})
        sys.stdout.flush()
        return
    for seat, where in seats.items():
        say(f"Seat {seat}: {where['mcp']} (MCP), {url} (tenure do, tenure shell)")
        say(f"  token {where['token']}")
