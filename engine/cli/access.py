"""Commands for seats that are held from outside: serve a run, act in it, and start an agent behind walls."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .console import say
from .failures import INTERRUPTED, Failed, Unusable
from .options import AsJson, pairs, surface_named

if TYPE_CHECKING:
    from ..access.client import Seat
    from ..access.host import Host
    from ..kernel.run import Run

_URL = typer.Option("", "--url", envvar="TENURE_URL", help="Address of the server.")
_TOKEN = typer.Option("", "--token", envvar="TENURE_TOKEN", help="The seat's token.", show_default=False)
_SEAT_FILE = typer.Option(
    None, "--seat-file", envvar="TENURE_SEAT", help="JSON file with both, as `serve` writes it."
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

    Only this process opens the run. An agent gets the address and the token of its seat, and with them the seat's tools;
    `tenure confine` starts one that has a shell. Ctrl-C stops; the same run can be served again.

    Examples:
        tenure serve first_week --seed 7 --seat-file seat.json

        tenure serve runs/first_week-7-1 --mcp stdio
    """
    from ..access.seatfile import tokens_for

    if mcp not in ("http", "stdio"):
        raise Unusable(f"--mcp {mcp}: it is http or stdio")
    run = _run_for(target, seed, given, limit, surface, out, fresh=fresh)
    with run:
        seats = _doors(run, seat)
        policies = _policies(run, agent, seats)
        assert run.path is not None
        tokens = tokens_for(run.path, seats)
        if mcp == "stdio" and len(seats) > 1:
            raise Unusable("standard input and output serve one seat; name it with --seat")
        logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
        from ..access.host import Host

        async def serving() -> None:
            async with Host(run, seats, policies, tokens) as opened:
                if mcp == "stdio":
                    from ..access.mcpdoor import serve_stdio

                    await serve_stdio(opened.doors[seats[0]])
                else:
                    await _serve_http(
                        opened, tokens, host, port, seat_file, until_over=until_over, as_json=as_json
                    )
                if opened.error is not None:
                    raise opened.error

        try:
            with contextlib.suppress(KeyboardInterrupt):
                asyncio.run(serving())
        finally:
            shown = run.path.parent if run.path.name == "run.db" else run.path
            say(
                f"Everything is kept. Go on: tenure serve {shown}; look: tenure show {shown}; score: tenure score {shown}"
            )


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

    raise typer.Exit(start(command, seat_file, home=home, read=read, memory_mb=memory, seconds=seconds))


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

    path = Path(target)
    if path.is_file() or (path / "run.db").exists():
        if given or limit or out is not None:
            raise Unusable("--set, --limit and --out are for a new run; this one has its own")
        return open_run(existing(path), writable=True)
    params = pairs("--set", given)
    limits: dict[str, Any] = {
        name: int(value) if value.isdecimal() else value for name, value in pairs("--limit", limit).items()
    }
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


def _policies(run: Run, agents: Sequence[str], doors: Sequence[str]) -> dict[str, Any]:
    from ...scenarios.play import pack_in, policy_named

    pack = pack_in(run)
    policies: dict[str, Any] = {}
    for seat, name in pairs("--agent", agents).items():
        if seat in doors:
            raise Unusable(f"--agent {seat}=…: that seat is held from outside")
        if seat not in pack.seats:
            raise Unusable(f"--agent {seat}=…: the run has {', '.join(pack.seats)}")
        policies[seat] = policy_named(name, pack)
    return policies


async def _serve_http(
    opened: Host,
    tokens: dict[str, str],
    host: str,
    port: int,
    seat_file: Path | None,
    *,
    until_over: bool,
    as_json: bool,
) -> None:
    from ..access.httpdoor import web_server
    from ..access.seatfile import write_private

    server = web_server(opened, host, port)
    task = asyncio.create_task(server.serve())
    while not server.started:
        if task.done():
            task.result()
            raise Failed(f"can't listen on {host}:{port}; is it taken? Give another --port")
        await asyncio.sleep(0.02)  # outside the simulation: the web server starts
    bound = server.servers[0].sockets[0].getsockname()[1]
    url = f"http://{f'[{host}]' if ':' in host else host}:{bound}"
    seats = {seat: {"url": url, "mcp": f"{url}/mcp", "token": token} for seat, token in tokens.items()}
    if seat_file is not None:
        main = next(iter(seats))
        write_private(seat_file, {"seat": main, **seats[main]})
    if as_json:
        from .console import emit

        emit({"seats": seats, "run": str(opened.run.path)})
    else:
        for seat, where in seats.items():
            say(f"Seat {seat}: {where['mcp']} (MCP), {url} (tenure do, tenure shell)")
            say(f"  token {where['token']}")
    waiting = [task]
    if until_over:
        waiting.append(asyncio.create_task(_over(opened)))
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = True
    await task


async def _over(opened: Host) -> None:
    await opened.over.wait()
    await asyncio.sleep(0.3)  # outside the simulation: the last answer goes out


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
