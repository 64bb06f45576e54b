"""All checks on personas, one after the other, and each against the personas that there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..library import UnknownPersonaError, available, fragments
from ..likeness import Likeness, likeness
from ..problems import AuthoringErrors, did_you_mean
from ..whole import Whole
from . import wording, work, writing
from .finding import Finding, found, of_error

NEAR_TRAITS: Final = 12
"""Below this distance two people are alike in almost everything; the built-in ones stand 20 and more apart."""
NEAR_VOICES: Final = 20
"""Per cent of shared three-word runs from which two voices are one; built-in ones share 5 or less."""


@dataclass(frozen=True)
class Checked:
    """One persona and what was found in it.

    Attributes:
        name: As it was asked for.
        findings: Worst first.
        nearest: The persona that is most like it, and how far away; None if there is no other, or it does not load.
    """

    name: str
    findings: tuple[Finding, ...]
    nearest: tuple[str, Likeness] | None = None

    def worst(self, *severities: str) -> bool:
        """Whether anything of these severities was found."""
        return any(one.severity in severities for one in self.findings)

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        near = None
        if self.nearest is not None:
            name, like = self.nearest
            near = {"persona": name, "traits": like.traits, "writing": like.writing, "voices": like.voices}
        return {"persona": self.name, "findings": [one.record() for one in self.findings], "nearest": near}


def lint(names: Iterable[str | Path], search: Sequence[Path] = ()) -> list[Checked]:
    """Check personas: what can't be loaded, contradicts itself, says nothing, or is somebody else already.

    Args:
        names: Ids or files. All are compared with each other and with every persona that can be found.
        search: Folders searched before all others.

    Raises:
        UnknownPersonaError: Nothing of that id, or no such file.
    """
    asked = list(names)
    loaded: dict[str, Whole | AuthoringErrors] = {}
    for name in asked:
        loaded[str(name)] = _load(name, search)
    others: dict[str, Whole] = {}
    known = fragments(search)
    for name in available(search):
        try:
            others[name] = Whole.load(name, search, known)
        except (AuthoringErrors, UnknownPersonaError):
            continue  # somebody else's faulty persona is no finding of these
    for whole in loaded.values():
        if isinstance(whole, Whole):
            others[whole.persona.id] = whole
    return [_checked(name, whole, others) for name, whole in loaded.items()]


def _load(name: str | Path, search: Sequence[Path]) -> Whole | AuthoringErrors:
    try:
        return Whole.load(name, search)
    except AuthoringErrors as errors:
        return errors


def _checked(name: str, whole: Whole | AuthoringErrors, others: dict[str, Whole]) -> Checked:
    if isinstance(whole, AuthoringErrors):
        return Checked(name, tuple(of_error(error) for error in whole.errors))
    findings: list[Finding] = []
    for check in (*work.CHECKS, *writing.CHECKS, *wording.CHECKS):
        findings.extend(check(whole))
    rest = {one: other for one, other in others.items() if one != whole.persona.id}
    names: dict[str, str] = {}
    for one, other in rest.items():
        for part in other.persona.name.split():
            if len(part) > 2:
                names.setdefault(part, one)
    findings.extend(wording.strangers(whole, names))
    findings.extend(_pointers(whole, frozenset(others)))
    nearest = _nearest(whole, rest)
    if nearest is not None:
        findings.extend(_twin(whole, *nearest))
    return Checked(name, tuple(sorted(dict.fromkeys(findings), key=lambda one: one.rank)), nearest)


def _nearest(whole: Whole, others: dict[str, Whole]) -> tuple[str, Likeness] | None:
    measured = {name: likeness(whole.persona, other.persona) for name, other in others.items()}
    if not measured:
        return None
    name = min(measured, key=lambda one: (measured[one].traits - 2 * measured[one].voices, one))
    return name, measured[name]


def _twin(whole: Whole, name: str, like: Likeness) -> Iterable[Finding]:
    """Whether the nearest is too near."""
    alike = like.traits < NEAR_TRAITS
    echo = like.voices >= NEAR_VOICES and whole.written(("voice",))
    if not (alike or echo):
        return
    what: list[str] = []
    if alike:
        what.append(f"traits are {like.traits} of 100 apart ({NEAR_TRAITS} or more wanted)")
    if echo:
        what.append(f"voices share {like.voices}% of their three-word runs and {like.sentences} sentences")
    differ = f"They differ most in {', '.join(like.apart[:3])}. " if like.apart else ""
    yield found(
        whole,
        "warning",
        "near-duplicate",
        (("big_five",),) if alike and not echo else (("voice",),),
        f"nearly the same person as `{name}`: {' and '.join(what)}",
        "Two coworkers whom nobody can tell apart are one, and what is learned from one is learned from both.",
        f"{differ}Change what makes this one different"
        + (", and write their phrases anew." if echo else ": traits, length, hours, patience."),
    )


def _pointers(whole: Whole, known: frozenset[str]) -> Iterable[Finding]:
    """Whether the personas they send people to exist under a name that is only misspelt."""
    for index, name in enumerate(whole.persona.help.hands_off_to):
        hint = did_you_mean(name, known - {whole.persona.id})
        if name not in known and hint:
            yield found(
                whole,
                "note",
                "unknown",
                (("help", "hands_off_to", index),),
                f"there is no persona `{name}`",
                "Nobody is named when they hand something off.",
                hint,
            )
