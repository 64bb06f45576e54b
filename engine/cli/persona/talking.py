"""The command that lets one talk to a persona, and shows after each answer what they perceived and why."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from ..console import console, emit, say
from ..coworkerflags import CoworkerOption
from ..failures import Unusable
from ..options import AsJson, pairs
from .places import check_file, meant, readable, search, write
from .reasons import rows_of

if TYPE_CHECKING:
    from ....scenarios.casting import Casting
    from ....scenarios.talk import Talk, Turn

_TALKER: Final = "talker"
"""Name of the mind of whom one talks to: one that no pack marks anybody with, so that nobody else gets the model."""
_HELP: Final = "/percept what they see · /why what decided · /time +1h let time pass · /help · /quit"


def talk(
    person: str = typer.Argument(help="A persona (id or file), or a person of the pack.", show_default=False),
    pack: str | None = typer.Option(
        None,
        "--pack",
        "-p",
        help="A pack's name or folder, with :TASK if you like; a bare office without it.",
    ),
    at: str | None = typer.Option(None, "--at", help='When, such as "Tue 10:00"; after the brief otherwise.'),
    asker: str | None = typer.Option(
        None, "--as", help="Who you are; the person in the task's seat otherwise."
    ),
    mind: str | None = typer.Option(None, "--mind", help="scripted, or a mind of the pack's own."),
    coworkers: str | None = typer.Option(
        None, "--coworkers", metavar="MODEL", help="A model plays them: a litellm name, or local."
    ),
    coworker_option: list[str] = CoworkerOption,
    lines: list[str] = typer.Option(
        [], "--say", help="Say this instead of reading what you type; repeatable."
    ),
    seed: int = typer.Option(1, "--seed", "-s", help="Of the params and of everything random."),
    given: list[str] = typer.Option([], "--set", help="Set a param by hand, name=value; repeatable."),
    out: Path | None = typer.Option(
        None, "--out", "-o", help="Write the conversation to this file (Markdown)."
    ),
    brief: bool = typer.Option(False, "--brief", help="Only what is said; /why and /percept show the rest."),
    as_json: bool = AsJson,
) -> None:
    """Talk to a persona in the terminal, at a given moment of a task.

    The world is played to that time in memory; several turns are one conversation, and nothing is kept unless --out is
    given. After each answer stands what they perceived, what came to their mind, what they decided and why. Commands:
    /percept, /why, /time +1h, /quit. Lines may also come through a pipe. A persona that has no job in the pack is given
    one for the time of the conversation.

    Examples:
        tenure persona talk customs_broker --say "Do you have a minute?"

        tenure persona talk ines --pack first_week --at "Tue 10:00" --as noor

        tenure persona talk personas/mirjam.yaml --pack first_week --coworkers local
    """
    if out is not None:
        check_file(out)
    conversation, new = _begun(person, pack, at, asker, mind, coworkers, coworker_option, seed, given)
    with conversation as one:
        if not as_json:
            _opening(one, given_job=new)
        _converse(one, lines, brief=brief, as_json=as_json)
        if out is not None:
            write(out, _transcript(one))
            say(f"Wrote {out}.")


def _begun(
    person: str,
    pack: str | None,
    at: str | None,
    asker: str | None,
    mind: str | None,
    coworkers: str | None,
    options: Sequence[str],
    seed: int,
    given: Sequence[str],
) -> tuple[Talk, bool]:
    from ....scenarios.bare import bare_office, placed
    from ....scenarios.talk import Talk
    from ...minds.registry import SCRIPTED, known_minds

    which = meant(person)
    if isinstance(which, Path):
        readable(which)
    if pack is None:
        source, who = bare_office(which, search())
        task, new = None, False
    else:
        source, task, who, new = placed(pack, which, search())
    casting = _casting(who, mind, coworkers, options)
    if mind not in (None, SCRIPTED) and coworkers is None and mind not in known_minds(source.files):
        raise Unusable(
            f"--mind {mind}: the pack has no mind of that name; say --coworkers MODEL to bind it to one"
        )
    made = Talk.begin(
        source, who, asker=asker, at=at, task=task, seed=seed, given=pairs("--set", given), casting=casting
    )
    return made, new


def _casting(person: str, mind: str | None, coworkers: str | None, options: Sequence[str]) -> Casting | None:
    """Only this person gets the model or mind that is asked for."""
    import asyncio

    from ....scenarios.casting import Casting
    from ...minds.client import unusable
    from ...minds.registry import HUMAN, SCRIPTED
    from ..coworkerflags import bindings_of

    if mind == HUMAN:
        raise Unusable("--mind human is for runs (tenure run --human PERSON): here you are the one who asks")
    if mind is None and coworkers is None:
        if options:
            raise Unusable("--coworker-option is for models; say which with --coworkers")
        return Casting(mind_of={person: SCRIPTED})
    if coworkers is None:
        return Casting(mind_of={person: mind or SCRIPTED})
    if mind == SCRIPTED:
        raise Unusable("--mind scripted and --coworkers MODEL: say one of them")
    spec = bindings_of(coworkers, (), options)[""]
    why = asyncio.run(unusable(spec))
    if why is not None:
        raise Unusable(why)
    name = mind or _TALKER
    return Casting(minds={name: spec}, mind_of={person: name})


def _opening(one: Talk, *, given_job: bool) -> None:
    from ....scenarios.play import world_of

    people = world_of(one.run).setup.people
    them, you = people[one.person], people[one.asker]
    where = one.pack.scenario.organisation.name
    say(f"{them.name}, {them.title} at {where}, {one.now}, {_mind(one)}. You are {you.name}, {you.title}.")
    if given_job:
        say(
            f"The pack has no job for {them.first}: it is as if `tenure scenario new --with-coworker` had given one."
        )
    say(_HELP)


def _mind(one: Talk) -> str:
    """What decides for them, in words."""
    bound = one.run.meta.get("minds", {}).get(one.mind)
    return f"played by {bound['model']}" if bound else one.mind


def _converse(one: Talk, lines: Sequence[str], *, brief: bool, as_json: bool) -> None:
    """Say what is typed, piped or given, until it ends."""
    left = list(lines)
    while True:
        if left:
            text = left.pop(0)
        elif lines:
            return
        else:
            text = _typed(one)
            if text is None:
                return
        if not text.strip():
            continue
        if text.startswith("/"):
            if not _command(one, text.strip(), as_json=as_json):
                return
            continue
        if not as_json and one.run.meta.get("minds"):
            say(f"({_first(one)} is thinking …)")
        try:
            turn = one.say(text)
        except ValueError as error:
            say(f"That can't be sent: {error}")
            continue
        if as_json:
            emit(turn.record())
        else:
            _show(one, turn, brief=brief)


def _typed(one: Talk) -> str | None:
    """The next line; None at the end of the input."""
    tty = sys.stdin.isatty()
    if tty:
        typer.echo(f"\n{one.now}  you > ", nl=False, err=True)
    try:
        line = sys.stdin.readline()
    except (UnicodeDecodeError, KeyboardInterrupt):
        say("")
        return None
    return line.rstrip("\r\n") if line else None


def _command(one: Talk, text: str, *, as_json: bool) -> bool:
    """Do what a line that begins with / says; false to stop."""
    word, _, rest = text.partition(" ")
    if word in ("/quit", "/exit", "/q"):
        return False
    if word == "/percept":
        shown = one.percept() or "They have looked at nothing yet: say something first."
        emit({"percept": shown}) if as_json else typer.echo(shown)
    elif word == "/why":
        if not one.turns:
            say("Nothing was decided yet: say something first.")
        elif as_json:
            emit(one.turns[-1].record())
        else:
            _why(one.turns[-1], full=True)
    elif word == "/time":
        minutes = _minutes(rest)
        if minutes is None:
            say("Write /time +45m, /time +2h or /time +1d.")
            return True
        written = one.wait(minutes)
        if as_json:
            emit({"time": one.now, "written": written})
            return True
        say(f"It is {one.now}.")
        for message in written:
            typer.echo(f"{_first(one)}: {message}")
    else:
        if word != "/help":
            say(f"There is no {word}.")
        say(_HELP)
    return True


def _minutes(text: str) -> int | None:
    match = re.fullmatch(r"\+?\s*(\d{1,3})\s*(m|min|h|d)", text.strip())
    return None if match is None else int(match[1]) * {"m": 1, "min": 1, "h": 60, "d": 1440}[match[2]]


def _first(one: Talk) -> str:
    from ....scenarios.play import world_of

    return world_of(one.run).setup.people[one.person].first


def _show(one: Talk, turn: Turn, *, brief: bool) -> None:
    out = console()
    if not sys.stdin.isatty():
        out.print(f"[dim]you >[/] {_plain(turn.answer.question)}")
    out.print(f"[bold]{_first(one)}[/] > {_plain(turn.answer.text or '(no answer)')}")
    if brief:
        return
    _why(turn, full=False)


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _why(turn: Turn, *, full: bool) -> None:
    """What was perceived, recalled and decided, and why."""
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", min_width=10)
    table.add_column()
    for label, text in rows_of(turn, full=full):
        table.add_row(label, _plain(text))
    console().print(table)


def _transcript(one: Talk) -> str:
    """The conversation as Markdown."""
    from ....scenarios.play import world_of

    people = world_of(one.run).setup.people
    them, you = people[one.person], people[one.asker]
    lines = [f"# {you.name} and {them.name}", "", f"{one.pack.scenario.title}, {_mind(one)}."]
    for turn in one.turns:
        lines += ["", f"**{you.first}**, {turn.answer.at}: {turn.answer.question}", ""]
        lines += [f"**{them.first}**: {turn.answer.text or '(no answer)'}", ""]
        lines += [f"- {label}: {text}" for label, text in rows_of(turn, full=True)]
    return "\n".join(lines) + "\n"
