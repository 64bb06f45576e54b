"""A pack of one's own that runs at once: a small one to change step by step, or a copy of another."""

from __future__ import annotations

import re
import secrets  # outside the simulation: names a file that an author is about to write
from collections.abc import Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, cast

from ..personas import Persona, fragments, load_persona, resolve_source
from ..personas.importers.guessing import slug
from ..personas.problems import AuthoringErrors
from ..personas.source import load_document
from ..personas.writing import scalar
from .source import PackSource, find_pack, is_cast_file

ID = re.compile(r"[a-z][a-z0-9_]{0,63}")
_CAST: Final = """\
# {first} in this pack: a persona and the job they have here.
persona: {persona}
title: {title}
{manager}ties:                                     # whom they deal with; trust is per mille
{ties}
{hours}# What they know stands in facts.yaml: name them under `holders:` of a fact, with a rule for whom they tell.
#      - person: {id}
#        rule: on_request
#        says: ["…in their words, with what gives the fact away…"]
"""
_HOLDER: Final = """\
      - person: {id}
        rule: on_request
        says:
          - "I have EUR {{{{ price }}}} a lamp in my notes."
          - "EUR {{{{ price }}}} each, as far as I was told."
"""


class ScaffoldError(ValueError):
    """A pack can't be created there; the message says why."""


def scaffold(
    name: str,
    folder: Path,
    *,
    source: str | None = None,
    coworker: str | Path | None = None,
    search: Sequence[Path] = (),
) -> Path:
    """Write a pack that runs: a minimal one, or a copy.

    The minimal one has three people, one fact, one task with its rubric and a reference solution.

    Args:
        name: The pack's id.
        folder: Where its folder is created.
        source: The pack to copy, by name or folder; the minimal one if None.
        coworker: A persona, by id or file, who gets a job in it.
        search: Folders in which personas are looked for first.

    Returns:
        The pack's folder.

    Raises:
        ScaffoldError: The name is no id, or the folder exists already.
        UnknownPackError: There is no such pack to copy.
        UnknownPersonaError: There is no such persona.
        AuthoringErrors: The persona has faults.
    """
    if not ID.fullmatch(name):
        raise ScaffoldError(f"`{name}` is no id: use lower-case letters, digits and _, a letter first")
    pack = folder / name
    if pack.exists():
        raise ScaffoldError(f"{pack} exists already")
    starter = files(__package__ or "tenure.scenarios") / "starter"
    copied = find_pack(source)[0] if source is not None else PackSource.read(starter)
    person, added = "", dict[str, bytes]()
    if coworker is not None:
        person, added = with_coworker(copied.files, load_persona(coworker, search), coworker, search)
    if source is not None:
        _copied(copied, pack, name)
    else:
        words = {
            "__id__": name,
            "__title__": name.replace("_", " ").capitalize(),
            "__canary__": f"tenure-canary-{secrets.token_hex(8)}",  # outside the simulation: written once, by hand
        }
        _copy(starter, pack, words)
    for path, content in added.items():
        (pack / path).parent.mkdir(parents=True, exist_ok=True)
        (pack / path).write_bytes(content)
    if person and source is None:
        with (pack / "facts.yaml").open("a", encoding="utf-8") as facts:
            facts.write(_HOLDER.format(id=person))
    return pack


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in source.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__":
                _copy(entry, target / entry.name, words)
        else:
            text = entry.read_text("utf-8")
            for mark, word in words.items():
                text = text.replace(mark, word)
            (target / entry.name).write_text(text, "utf-8")


def _copied(source: PackSource, pack: Path, name: str) -> None:
    """Another pack's files under a new id; its canary stays, for it is the same content."""
    for path, content in source.files.items():
        (pack / path).parent.mkdir(parents=True, exist_ok=True)
        (pack / path).write_bytes(content)
    main = pack / "scenario.yaml"
    text = main.read_text("utf-8")
    main.write_text(re.sub(r"^id:.*$", f"id: {name}", text, count=1, flags=re.MULTILINE), "utf-8")


def with_coworker(
    source: Mapping[str, bytes], persona: Persona, given: str | Path, search: Sequence[Path] = ()
) -> tuple[str, dict[str, bytes]]:
    """Give a persona a job in a pack.

    Args:
        source: The pack's files.
        persona: Who.
        given: The persona's id or file.
        search: Folders in which personas are looked for first.

    Returns:
        The person's id, and the files to add: their cast file, and the persona's own unless it comes with Tenure.

    Raises:
        ScaffoldError: There is a person of that name already.
    """
    there_already = next((path for path in source if cast_persona(source, path) == persona.id), "")
    if there_already:
        raise ScaffoldError(f"{persona.name} (`{persona.id}`) has a job there already: {there_already}")
    added: dict[str, bytes] = {}
    known = fragments()
    for path, content in resolve_source(given, search).items():
        if path.startswith("fragments/"):
            there = known.get(Path(path).stem)
            if there is not None and there.text.encode() == content:
                continue
        elif _built_in(persona, content):
            continue
        if f"personas/{path}" not in source:
            added[f"personas/{path}"] = content
    boss, colleague = _line(source)
    person = slug(persona.short_name) or persona.id
    if f"cast/{person}.yaml" in source:
        person = persona.id
    if f"cast/{person}.yaml" in source:
        raise ScaffoldError(f"cast/{person}.yaml exists already: there is somebody of that id")
    ties = [
        f"  - {{to: {one}, kind: works_with, trust: {trust}}}"
        for one, trust in ((colleague, 500), (boss, 600))
        if one
    ]
    text = _CAST.format(
        first=persona.short_name,
        persona=persona.id,
        title=scalar(persona.title),
        manager=f"manager: {boss}\n" if boss else "",
        ties="\n".join(ties),
        hours=_hours(source),
        id=person,
    )
    added[f"cast/{person}.yaml"] = text.encode()
    return person, added


def _hours(source: Mapping[str, bytes]) -> str:
    """A comment that says which hours somebody keeps whose cast file names no calendar; empty where there is none."""
    calendars = _read(source, "scenario.yaml").get("calendars")
    if not isinstance(calendars, Mapping) or not calendars:
        return ""
    first = next(iter(cast("Mapping[str, Any]", calendars)))
    return (
        f"# Here they keep the hours of the calendar `{first}`, not the persona's: for others, add a calendar to\n"
        "# scenario.yaml and name it in a line `calendar: …`.\n"
    )


def _built_in(persona: Persona, content: bytes) -> bool:
    """Whether a persona of exactly this content comes with Tenure or an installed package."""
    try:
        return resolve_source(persona.id).get(f"{persona.id}.yaml") == content
    except LookupError:
        return False


def _line(source: Mapping[str, bytes]) -> tuple[str, str]:
    """The manager of whoever holds the first seat, and who that is; empty where the pack does not say."""
    seats = _read(source, "scenario.yaml").get("seats")
    first: Any = (
        next(iter(cast("Mapping[str, Any]", seats).values()), None) if isinstance(seats, Mapping) else None
    )
    seated = str(cast("Mapping[str, Any]", first).get("person") or "") if isinstance(first, Mapping) else ""
    manager = str(_read(source, f"cast/{seated}.yaml").get("manager") or "") if seated else ""
    return manager, seated


def _read(source: Mapping[str, bytes], path: str) -> Mapping[str, Any]:
    try:
        data, _ = load_document(source.get(path, b"").decode("utf-8-sig"), path)
    except (AuthoringErrors, UnicodeDecodeError):
        return {}
    return cast("Mapping[str, Any]", data) if isinstance(data, Mapping) else {}


def cast_persona(source: Mapping[str, bytes], path: str) -> str:
    """The persona that a cast file names; empty if none, or if it is no cast file."""
    if not is_cast_file(path):
        return ""
    return str(_read(source, path).get("persona") or "")
