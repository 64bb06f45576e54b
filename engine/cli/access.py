"""Commands for seats that are held from outside: serve a run, act in it, and start an agent behind walls."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .console import say
from .failures import INTERRUPTED, Failed, Unusable
from .options import AsJson, pairs, surface_named
from .playing import Brake

if TYPE_CHECKING:
    from ..access.client import Seat
    from ..access.host import Host
    from ..access.mcpdoor import Wires
    from ..kernel.run import Run

_URL = typer.Option("", "--url", help="Address of the server; TENURE_URL otherwise.", show_default=False)
_TOKEN = typer.Option("", "--token", help="The seat's token; TENURE_TOKEN otherwise.", show_default=False)
_SEAT_FILE = typer.Option(
    None, "--seat-file", help="JSON file with both, as `serve` writes it; TENURE_SEAT otherwise."
)
_RUN = typer.Option(None, "--run", help="For the run's owner: open the run itself, without a server.")
_SEAT = typer.Option(None, "--seat", help="With --run: which seat; the task's otherwise.")


def serve(
    target: str = typer.Argument(
        metavar="PACK_OR_RUN", help="A pack to begin, or a run to go on with.", show_default=False
    ),
    mcp: str = typer.Option(
        "http", "--mcp", help="http: MCP and plain JSON on a port. stdio: MCP on standard input and output."
    ),
    seat: list[str] = typer.Option(
        [], "--seat", help="A seat that is held from outside; the task's otherwise. Repeatable."
    ),
    agent: list[str] = typer.Option([], "--agent", "-a", help="Who plays another seat: SEAT=POLICY."),
    seed: int = typer.Option(1, "--seed", "-s", help="Of a new run."),
    given: list[str] = typer.Option([], "--set", help="Set a param of a new run; repeatable."),
    limit: list[str] = typer.Option([], "--limit", help="Tighten a limit of a new run; repeatable."),
    surface: str = typer.Option("full", "--surface", help="Of a new run: full, apps or search."),
    out: Path | None = typer.Option(None, "--out", "-o", help="Folder of a new run."),
    fresh: bool = typer.Option(False, "--fresh", help="If --out holds a run, use the next free folder."),
    host: str = typer.Option("127.0.0.1", "--host", help="Where to listen."),
    port: int = typer.Option(0, "--port", "-p", min=0, max=65535, help="0 takes a free one."),
    seat_file: Path | None = typer.Option(
        None, "--seat-file", help="Write address and token of the seat to this file, for an agent."
    ),
    until_over: bool = typer.Option(False, "--until-over", help="Stop when the work is over."),
    as_json: bool = typer.Option(False, "--json", help="Say where the seats are as one JSON line."),
) -> None:
    """Let an agent from outside hold a seat, over MCP or plain HTTP.

    Only this process opens the run. An agent gets the address and the token of its seat, and with them the seat's
    tools; `tenure confine` starts one that has a shell. Ctrl-C stops; the same run can be served again, and its tokens
    stay the same.

    Examples:
        tenure serve first_week --seed 7 --seat-file seat.json

        tenure serve runs/first_week-7-1 --mcp stdio
    """
    if mcp not in ("http", "stdio"):
        raise Unusable(f"--mcp {mcp}: it is http or stdio")
    if seat_file is not None and not seat_file.absolute().parent.is_dir():
        raise Unusable(f"--seat-file {seat_file}: there is no such folder")
    if mcp == "stdio":
        from ..access.mcpdoor import standard_wires

        with standard_wires() as wires:
            run = _run_for(target, seed, given, limit, surface, out, fresh=fresh)

            async def over_stdio(opened: Host, bell: _Bell) -> None:
                await _serve_stdio(opened, bell, wires)

            _serve(run, seat, agent, over_stdio, most=1)
        return
    from ..access.httpdoor import listener

    with listener(host, port) as made:  # before there is a run: it may be taken
        run = _run_for(target, seed, given, limit, surface, out, fresh=fresh)

        async def over_http(opened: Host, bell: _Bell) -> None:
            from ..access.httpdoor import address_of, web_server

            web = web_server(opened, host)
            task = asyncio.create_task(web.serve([made]))
            _tell(opened, address_of(made, host), seat_file, as_json=as_json)
            await _first(task, bell, opened, until_over=until_over)
            web.should_exit = True
            await task

        _serve(run, seat, agent, over_http)


def do(
    words: list[str] = typer.Argument(
        None, metavar="APP VERB --NAME VALUE …", help="What to do; alone: everything that can be done."
    ),
    url: str = _URL,
    token: str = _TOKEN,
    seat_file: Path | None = _SEAT_FILE,
    run: Path | None = _RUN,
    seat: str | None = _SEAT,
    as_json: bool = AsJson,
) -> None:
    """Do one thing from a seat.

    Exit codes: 0 done · 1 no server · 2 not understood · 3 refused by the world · 4 the work is over.

    Examples:
        tenure do --seat-file seat.json mail send --to ines --subject "Rates" --body "Hello Ines, …"

        tenure do --seat-file seat.json wait --notification
    """
    from ..access.client import do as act

    def once(one: Seat) -> int:
        return act(one, words or [], as_json=as_json)

    _with_seat(once, url, token, seat_file, run, seat)


def shell(
    url: str = _URL,
    token: str = _TOKEN,
    seat_file: Path | None = _SEAT_FILE,
    run: Path | None = _RUN,
    seat: str | None = _SEAT,
    as_json: bool = AsJson,
) -> None:
    """Act from a seat, command after command.

    Examples:
        tenure shell --seat-file seat.json

        tenure shell --run runs/demo
    """
    from ..access.client import shell as act

    def reading(one: Seat) -> int:
        return act(one, as_json=as_json)

    _with_seat(reading, url, token, seat_file, run, seat)


def confine(
    command: list[str] = typer.Argument(metavar="-- COMMAND …", help="What to start.", show_default=False),
    seat_file: Path = typer.Option(
        ..., "--seat-file", envvar="TENURE_SEAT", help="The seat that it may use."
    ),
    home: Path | None = typer.Option(
        None, "--home", help="A folder that it may read and write; otherwise it has one that vanishes."
    ),
    read: list[Path] = typer.Option([], "--read", help="A further folder that it may read; repeatable."),
    memory: int = typer.Option(4096, "--memory", min=64, help="Megabytes."),
    seconds: int = typer.Option(86_400, "--seconds", min=1, help="Wall time."),
) -> None:
    """Start an agent that has a shell, so that it can reach its seat and nothing else of the simulation.

    It sees the system's programs, a home of its own and the server's port, and finds `tenure do` and `tenure shell` on
    its path; not the pack, the run, other processes, other ports or the network. Needs Linux with user namespaces.

    Example:
        tenure confine --seat-file seat.json -- bash -c "tenure do brief"
    """
    from ..access.walls import start
    from ..confinement import CannotConfine

    try:
        code = start(command, seat_file, home=home, read=read, memory_mb=memory, seconds=seconds)
    except CannotConfine as error:
        raise Failed(f"error: this machine can't confine an agent, so it was not started: {error}") from None
    except KeyboardInterrupt:
        code = INTERRUPTED
    raise typer.Exit(code)


# Parts ---------------------------------------------------------------------------------------------------------------


def _run_for(
    target: str,
    seed: int,
    given: Sequence[str],
    limit: Sequence[str],
    surface: str,
    out: Path | None,
    *,
    fresh: bool,
) -> Run:
    from ...scenarios.play import new_run, open_run, task_of
    from .places import existing, new_file
    from .runs import number

    path = Path(target)
    if path.is_file() or (path / "run.db").exists():
        if given or limit or out is not None:
            raise Unusable("--set, --limit and --out are for a new run; this one has its own")
        return open_run(existing(path), writable=True)
    params = pairs("--set", given)
    limits = {name: number(value) for name, value in pairs("--limit", limit).items()}
    loaded = task_of(target, seed=seed, given=params)
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

    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    with run:
        assert run.path is not None
        seats = _doors(run, named)
        if most is not None and len(seats) > most:
            raise Unusable("standard input and output serve one seat; name it with --seat")
        host = Host(run, seats, _others(run, agents, seats), tokens_for(run.path, seats))
        bell = _Bell(run)

        async def playing() -> None:
            with bell.ready():
                async with host:
                    await serving(host, bell)
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


def _with_seat(
    act: Callable[[Seat], int],
    url: str,
    token: str,
    seat_file: Path | None,
    run: Path | None,
    seat: str | None,
) -> None:
    from ..access.client import ClientError, seat_from

    try:
        if run is not None:
            code = _owner(act, run, seat)
        else:
            code = act(seat_from(url, token, str(seat_file or "")))
    except ClientError as error:
        typer.echo(f"error: {error}", err=True)
        code = error.code
    except KeyboardInterrupt:
        code = INTERRUPTED
    raise typer.Exit(code)


def _owner(act: Callable[[Seat], int], path: Path, seat: str | None) -> int:
    from ..access.owner import owned
    from .places import existing

    with owned(existing(path), seat) as one:
        return act(one)
