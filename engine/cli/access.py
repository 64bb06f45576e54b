"""Commands for seats that are held from outside: serve a run, act in it, and start an agent behind walls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .coworkerflags import BindMind, CoworkerBudget, CoworkerOption, Coworkers, MindOf
from .failures import INTERRUPTED, Failed, Unusable
from .options import AsJson

if TYPE_CHECKING:
    from ..access.client import Seat
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
    coworkers: str | None = Coworkers,
    mind: list[str] = BindMind,
    mind_of: list[str] = MindOf,
    coworker_option: list[str] = CoworkerOption,
    coworker_budget: list[str] = CoworkerBudget,
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
    from .serving import over_http, over_stdio, run_for

    said = {
        "coworkers": coworkers,
        "minds": mind,
        "mind_of": mind_of,
        "options": coworker_option,
        "budget": coworker_budget,
    }

    def made() -> Run:
        cast = {name: value for name, value in said.items() if value}
        return run_for(target, seed, given, limit, surface, out, fresh=fresh, cast=cast)

    if mcp == "stdio":
        over_stdio(made, seat, agent)
    else:
        over_http(made, seat, agent, host, port, seat_file, until_over=until_over, as_json=as_json)


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
