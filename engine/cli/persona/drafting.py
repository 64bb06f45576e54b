"""The command with which a model drafts a persona, part by part, and the author approves each."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import typer

from ..console import console, say
from ..failures import INTERRUPTED, Unusable
from .places import HOME, check_folder, keep, readable, target

if TYPE_CHECKING:
    import asyncio

    from ....scenarios.drafting import Draft, Part
    from ...minds.model.spec import MindSpec

_CHOICES: Final = "[a]ccept  [e]dit  [r]edo with a remark  [s]kip  [q]uit (everything accepted is kept)"


_MOST_WRONG: Final = 20
"""Lines that decide nothing about a part, after which nobody is taken to be there: a pipe may go on for ever."""


class _Stopped(Exception):
    """The author stops, or the input has ended."""


def draft(
    outline: Path = typer.Argument(
        help="A short outline of the person: text or Markdown.", show_default=False
    ),
    model: str = typer.Option(..., "--model", "-m", help="A litellm name, or local.", show_default=False),
    id_: str | None = typer.Option(None, "--id", help="The persona's id; the outline's name otherwise."),
    option: list[str] = typer.Option(
        [],
        "--model-option",
        metavar="NAME=VALUE",
        help="How the model is asked: api_base, temperature …; repeatable.",
    ),
    out: Path = typer.Option(HOME, "--out", "-o", help="Where it goes; nothing there is overwritten."),
) -> None:
    """Let a model draft a persona from a short outline, part by part; nothing counts until you approve it.

    Nine parts: role and background, character, style, behaviour, and five groups of phrases. Each is shown; accept it,
    edit it in $EDITOR, have it redone with a remark, or skip it. Accepted parts are in the draft's file at once, so a
    stopped draft goes on where it was. The file becomes a persona when every part is decided.

    Example:
        tenure persona draft mirjam.md --model openai/my-model
    """
    import asyncio

    from ....personas.importers.guessing import slug
    from ...minds.client import close_clients

    readable(outline)
    name = id_ or slug(outline.name.split(".")[0])
    if not name or slug(name) != name:
        raise Unusable(
            f"`{name or outline.name}` gives no id: write --id with lower-case letters, digits and _"
        )
    check_folder(out)
    target(out, name)  # refuses, before anything is paid for, to write over a persona
    file = out / f"{name}.draft.yaml"
    spec = _spec(model, option)
    one = _begun(name, outline, file)
    say(f"{len(one.left())} parts to decide. {_CHOICES}")
    spent = [0, 0]
    with asyncio.Runner() as runner:
        try:
            for part in one.left():
                _decide(runner, spec, one, part, file, spent)
        except (_Stopped, KeyboardInterrupt) as stop:
            kept = (
                f"What you accepted is kept in {file}"
                if file.exists()
                else "Nothing was accepted; nothing is kept"
            )
            say(f"\nStopped. {kept}; go on with the same command.")
            raise typer.Exit(INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 0) from None
        finally:
            runner.run(close_clients())
    _finished(one, file, out)
    say(f"The model read {spent[0]} tokens and wrote {spent[1]}.")


def _spec(model: str, options: list[str]) -> MindSpec:
    import asyncio

    from ...minds.client import unusable
    from ..coworkerflags import bindings_of

    spec = bindings_of(model, (), options)[""]
    if "timeout" not in {text.partition("=")[0].strip() for text in options}:
        spec = spec.model_copy(update={"timeout": 180.0})
    why = asyncio.run(unusable(spec))
    if why is not None:
        raise Unusable(why)
    return spec


def _begun(name: str, outline: Path, file: Path) -> Draft:
    from ....personas.library import decoded
    from ....scenarios.drafting import MOST_OUTLINE, Draft
    from .making import read_keys

    text = decoded(outline.read_bytes(), str(outline))
    if not text.strip():
        raise Unusable(f"{outline} is empty; write a few lines about the person")
    if len(text) > MOST_OUTLINE:
        raise Unusable(f"{outline} has {len(text):,} characters; an outline has a few hundred")
    if not file.is_file():
        return Draft(name, text)
    one = Draft.resumed(name, text, decoded(file.read_bytes(), str(file)), read_keys(file))
    say(
        f"Going on with {file}: {', '.join(one.approved) or 'nothing'} approved, "
        f"{', '.join(one.skipped) or 'nothing'} skipped."
    )
    return one


def _decide(
    runner: asyncio.Runner, spec: MindSpec, one: Draft, part: Part, file: Path, spent: list[int]
) -> None:
    """Propose a part until the author has decided on it."""
    from ....scenarios.drafting import as_yaml

    before: Mapping[str, Any] | None = None
    remark = ""
    proposal: dict[str, Any] | None = None
    asked = False
    wrong = 0
    while wrong < _MOST_WRONG:
        if not asked:
            proposal = _proposal(runner, spec, one, part, before, remark, spent)
            asked = True
        say(f"\n── {part.title} ──")
        if proposal is not None:
            console().print(as_yaml(part, proposal), markup=False, highlight=False)
        choice = _line(
            f"{_CHOICES if proposal is not None else '[e]dit yourself  [r]etry  [s]kip  [q]uit'} > "
        )
        if choice in ("a", "accept") and proposal is not None:
            if _take(one, part, proposal, file):
                return
            wrong += 1
        elif choice in ("e", "edit"):
            edited = _edited(part, proposal)
            if edited is not None and _take(one, part, edited, file):
                return
            proposal = edited if edited is not None else proposal
            wrong += 1
        elif choice in ("r", "redo", "retry"):
            before, remark = proposal, _line("What should be different? > ") if proposal is not None else ""
            asked = False
        elif choice in ("s", "skip"):
            one.skipped.append(part.id)
            _save(one, file)
            return
        elif choice in ("q", "quit"):
            raise _Stopped
        else:
            say(f"Type one of a, e, r, s, q: {_CHOICES}")
            wrong += 1
    say(f"{_MOST_WRONG} lines decided nothing.")
    raise _Stopped


def _proposal(
    runner: asyncio.Runner,
    spec: MindSpec,
    one: Draft,
    part: Part,
    before: Mapping[str, Any] | None,
    remark: str,
    spent: list[int],
) -> dict[str, Any] | None:
    """What the model proposes; None, and said why, if nothing usable came."""
    from ....scenarios.drafting import plain, propose
    from ...minds.client import client_for

    say(f"\n{spec.model} drafts {part.title} …")
    client = client_for(spec)

    async def ask(request: Any) -> Any:
        outcome = await client.complete(
            request.model_copy(update={"temperature": spec.temperature, "extra": spec.extra})
        )
        spent[0] += outcome.tokens.input or 0
        spent[1] += outcome.tokens.output or 0
        return outcome

    answer = runner.run(propose(ask, spec.model, one, part, before=before, remark=remark))
    if answer.value is None:
        error = f", {answer.error.rstrip('.')}" if answer.error else ""
        say(f"Nothing usable came: {answer.status}{error}.")
        return None
    if answer.repaired:
        say(f"(mended: {'; '.join(answer.repaired)})")
    return plain(answer.value)


def _take(one: Draft, part: Part, proposal: Mapping[str, Any], file: Path) -> bool:
    """Approve a proposal and write it down; whether it could be."""
    from ....personas.problems import AuthoringErrors

    try:
        one.take(part, proposal)
    except AuthoringErrors as errors:
        for fault in errors.errors:
            say(f"  {fault.path}: {fault.message}. {fault.fix}".rstrip())
        return False
    _save(one, file)
    return True


def _save(one: Draft, file: Path) -> None:
    keep(file, one.text())


def _edited(part: Part, proposal: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The part as the author edited it; None if it was left alone or can't be read."""
    import click

    from ....personas.document import load_document
    from ....scenarios.drafting import as_yaml, from_data

    known = ", ".join(part.banks or part.keys)
    text = as_yaml(part, proposal) if proposal is not None else f"# {part.title}: {known}\n"
    try:
        changed = click.edit(text, extension=".yaml", require_save=False)
    except click.ClickException as fault:
        say(
            f"  {fault.format_message()}. Set EDITOR to a text editor, or skip the part and edit its file afterwards."
        )
        return None
    if changed is None:
        return None
    try:
        data, _ = load_document(changed, "the edited text")
        return from_data(part, cast("Mapping[str, Any]", data if isinstance(data, dict) else {}))
    except ValueError as fault:
        say(f"  {fault}")
        return None


def _line(prompt: str) -> str:
    typer.echo(prompt, nl=False, err=True)
    try:
        raw = sys.stdin.readline()
    except UnicodeDecodeError:
        return ""
    if not raw:
        raise _Stopped
    return raw.strip()


def _finished(one: Draft, file: Path, out: Path) -> None:
    """Make the draft a persona, if it has what a persona needs."""
    from .making import finish
    from .questions import at

    if not at(one.data, "name") or not at(one.data, "role.profession"):
        say(
            f"Every part is decided, but a name and a trade are missing: add them to {file} and run "
            f"`tenure persona new {one.id}`."
        )
        return
    finish({"id": one.id, **one.data}, out, as_json=False)
