"""The guided way to a persona: questions one after the other, each answer checked at once."""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import Any, cast

import typer

from ..console import say
from .describing import Fragment, described, fragments_known
from .questions import FIRST, REST, Question, Unread, at, put

_STAND_IN: dict[str, Any] = {"id": "stand_in", "name": "Stand In", "role": {"profession": "stand-in"}}


class Ended(Exception):
    """The input is at its end."""


class Back(Exception):
    """The question before is wanted again."""


class Done(Exception):
    """The rest is skipped."""


def guided(data: dict[str, Any], search: tuple[Path, ...]) -> dict[str, Any]:
    """Ask for what makes a person; what is there already is offered as the answer.

    Args:
        data: What is known; answers are put into it as they come, so that nothing is lost when the input ends.
        search: Where fragments are looked for.

    Raises:
        Ended: The input is at its end.
    """
    say(
        "A persona, question by question. An empty line skips; ? explains, back goes back, done skips the rest."
    )
    questions = [*FIRST, *REST]
    fresh = [one for one in questions if at(data, one.path) is None]
    if len(fresh) < len(questions):
        say(
            f"{len(questions) - len(fresh)} of {len(questions)} answers are there already; these are "
            "asked for again only by `back`."
        )
    known = fragments_known(search)
    index = questions.index(fresh[0]) if fresh else len(questions)
    while index < len(questions):
        question = questions[index]
        try:
            _asked(question, data, known)
        except Back:
            index = max(0, index - 1)
            continue
        except Done:
            if question.needed:
                say("  This one is needed.")
                continue
            break
        index += 1
        while index < len(questions) and questions[index] not in fresh:
            index += 1
    return data


def _asked(question: Question, data: dict[str, Any], known: dict[str, Fragment]) -> None:
    while True:
        before = at(data, question.path)
        default = _default(question, data) if before is None else before
        say(f"\n{question.ask}\n  e.g. {question.example}")
        answer = _lines(default) if question.several else _line(default)
        if answer == "?":
            say(f"  {question.more or _help(question, default)}")
            continue
        if not answer:
            if default is not None:
                put(data, question.path, default)
                return
            if question.needed:
                say("  This one is needed.")
                continue
            return
        if _taken(question, answer, data, known):
            return
        if not question.needed:
            say("  An empty line skips.")


def _help(question: Question, default: Any) -> str:
    if default is not None:
        return "An empty line keeps what stands in brackets."
    return "This one is needed." if question.needed else "An empty line skips this question."


def _taken(question: Question, answer: str, data: dict[str, Any], known: dict[str, Fragment]) -> bool:
    """Put an answer into the data if it can be read and fits; whether it did."""
    try:
        value = _chosen(answer, data, known) if question.path == "include" else question.read(answer)
    except Unread as fault:
        say(f"  {fault}.")
        return False
    if value is None:
        return True
    trial = copy.deepcopy(data)
    put(trial, question.path, value)
    wrong = _wrong(trial)
    if wrong:
        for text in wrong:
            say(f"  {text}")
        if question.path == "include":
            say("  Choose others, or skip.")
        return False
    put(data, question.path, value)
    return True


def _wrong(data: dict[str, Any]) -> list[str]:
    """What the schema says of the data so far."""
    from ....personas.compose import compose
    from ....personas.library import fragments
    from ....personas.problems import AuthoringErrors
    from ....personas.writing import persona_text
    from .places import search

    whole = copy.deepcopy(_STAND_IN)
    for key, value in data.items():
        if isinstance(value, dict):
            whole[key] = {**whole.get(key, {}), **cast("dict[str, Any]", value)}
        else:
            whole[key] = value
    try:
        compose(persona_text(whole), "this", fragments(search()))
    except AuthoringErrors as errors:
        return [f"{one.path}: {one.message}. {one.fix}".strip() for one in errors.errors]
    return []


def _default(question: Question, data: dict[str, Any]) -> Any:
    """What an empty line means for a question that has a natural answer."""
    from ....personas.importers.guessing import slug

    if question.path == "id":
        return slug(str(data.get("role", {}).get("profession") or data.get("name", ""))) or None
    if question.path == "style.sign_offs.mail.colleague" and data.get("name"):
        return [str(data["name"]).split()[0]]
    return None


def _line(default: Any) -> str:
    shown = ""
    if default is not None:
        text = ", ".join(map(str, cast("list[Any]", default))) if isinstance(default, list) else str(default)
        shown = f" [{text if len(text) <= 60 else text[:59] + '…'}]"
    typer.echo(f"{shown.strip() + ' ' if shown else ''}> ", nl=False, err=True)
    try:
        raw = sys.stdin.readline()
    except UnicodeDecodeError:
        say("  That was not UTF-8 text.")
        return "?"
    if not raw:
        raise Ended
    answer = raw.strip()
    if answer.casefold() == "back":
        raise Back
    if answer.casefold() == "done":
        raise Done
    return answer


def _lines(default: Any) -> str:
    """Lines until an empty one."""
    found: list[str] = []
    while True:
        answer = _line(default if not found else None)
        if answer == "?" or (not answer and not found):
            return answer
        if not answer:
            return "\n".join(found)
        found.append(answer)


def _chosen(answer: str, data: dict[str, Any], known: dict[str, Fragment]) -> list[str] | None:
    """Fragments chosen by describing them, by name or by number; None to skip."""
    chosen = list(cast("list[str]", data.get("include") or []))
    offered = list(known.values()) if answer.casefold() == "list" else described(answer, known)
    exact = [part.strip() for part in answer.replace(",", " ").split() if part.strip() in known]
    if exact and len(exact) == len(answer.replace(",", " ").split()):
        return [*chosen, *(one for one in exact if one not in chosen)]
    if not offered:
        raise Unread("nothing fits that description; type `list` to see all, or an empty line to skip")
    for number, one in enumerate(offered, 1):
        say(f"  {number}  {one.id}: {one.about}")
    say("Which of them? Numbers or names, separated by commas; an empty line for none.")
    picked = _line(None)
    if not picked or picked == "?":
        return chosen or None
    for part in picked.replace(",", " ").split():
        if part.isdecimal() and 1 <= int(part) <= len(offered):
            name = offered[int(part) - 1].id
        elif part in known:
            name = part
        else:
            raise Unread(f"`{part}` is neither one of the numbers nor a name")
        if name not in chosen:
            chosen.append(name)
    return chosen
