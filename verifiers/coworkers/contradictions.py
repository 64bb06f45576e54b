"""Where a coworker contradicts themselves: two versions of one fact, a promise denied, knowledge from nowhere."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from ...engine.kernel.clock import HOUR
from .record import Line, Record, Shared

Kind: TypeAlias = Literal["two_versions", "promise_denied", "knew_after_all", "no_longer_knew"]

_CORRECTING: Final = frozenset({"correct", "correction"})
_DENIES: Final = re.compile(
    r"\b(?:i|we) (?:never|did ?n[o'’]t|have ?n[o'’]t|had ?n[o'’]t|do ?n[o'’]t (?:recall|remember)|can ?not recall"
    r"|can['’]t (?:recall|remember)) (?:ever )?(?:said|say|saying|promis\w+|agree\w*|commit\w*|offer\w*|told|tell"
    r"|undertake|undertook)\b(?! (?:it|that|this) (?:was|is|would be) (?:easy|certain|final))"
    r"|\bno (?:such )?promise (?:was|from me|on my)",
    re.IGNORECASE,
)
_ABOUT_PROMISE: Final = re.compile(
    r"promis|agree|commit|undert|said i|say i|send|deliver|by \w+day", re.IGNORECASE
)


class Contradiction(NamedTuple):
    """One contradiction."""

    kind: Kind
    person: str
    about: str
    """The fact, or the promise."""
    events: tuple[int, ...]
    """What was said first, and what doesn't go with it."""
    said: str


def contradictions(record: Record) -> list[Contradiction]:
    """Every contradiction of the run's coworkers, by event."""
    found = [*_versions(record), *_from_nowhere(record), *_denials(record)]
    return sorted(found, key=lambda one: (one.events[-1], one.person, one.kind))


def _versions(record: Record) -> list[Contradiction]:
    """Another version told than before, with nothing learned in between and no word of correction."""
    lines = {one.message: one for one in record.lines}
    coworkers = frozenset(record.coworkers)
    told: dict[tuple[str, str], Shared] = {}
    found: dict[tuple[str, str, str], Contradiction] = {}
    for one in record.shared:
        if one.by not in coworkers or one.message.startswith("drive:"):
            continue
        before = told.get((one.by, one.fact))
        told[one.by, one.fact] = one
        if before is None or before.version == one.version or before.message == one.message:
            continue
        learned = any(
            new.person == one.by
            and new.fact == one.fact
            and new.version == one.version
            and before.seq < new.seq <= one.seq
            for new in record.learned
        )
        line = lines.get(one.message)
        if learned or (line is not None and not _CORRECTING.isdisjoint(line.acts)):
            continue
        said = f"told {one.fact} as {_version(before.version)}, then as {_version(one.version)}"
        found.setdefault(
            (one.by, one.fact, one.message),
            Contradiction("two_versions", one.by, one.fact, (before.seq, one.seq), said),
        )
    return list(found.values())


def _version(version: str) -> str:
    return "it is" if version == "truth" else f"{version} has it"


def _from_nowhere(record: Record) -> list[Contradiction]:
    """Told after "I don't know", or "I don't know" after telling, with nothing learned or forgotten in between."""
    coworkers = frozenset(record.coworkers)
    moments: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    for one in record.refused:
        if one.reason == "unknown" and one.by in coworkers:
            moments.setdefault((one.by, one.fact), []).append((one.seq, one.at, "unknown"))
    for one in record.shared:
        if (one.by, one.fact) in moments and not one.message.startswith("drive:"):
            moments[one.by, one.fact].append((one.seq, one.at, "told"))
    for one in record.learned:
        if (one.person, one.fact) in moments:
            moments[one.person, one.fact].append((one.seq, -1, "learned"))
    found: list[Contradiction] = []
    for (person, fact), rows in moments.items():
        last: tuple[int, int, str] | None = None
        for row in sorted(rows):
            if last is not None and (last[2], row[2]) == ("unknown", "told"):
                said = f"told {fact} after saying they don't know, and learned nothing in between"
                found.append(Contradiction("knew_after_all", person, fact, (last[0], row[0]), said))
            elif (
                last is not None
                and (last[2], row[2]) == ("told", "unknown")
                and not _faded(record, person, last[1], row[1])
            ):
                said = f"did not know {fact} any more, having told it"
                found.append(Contradiction("no_longer_knew", person, fact, (last[0], row[0]), said))
            last = row
    return found


def _faded(record: Record, person: str, since: int, at: int) -> bool:
    """Whether details may have left them by then."""
    persona = record.setup.people[person].persona
    if persona is None:
        return False
    worked = record.setup.calendar_of(person).work_between(since, at)
    return worked > persona.memory.fades_after_days * 8 * HOUR


def _denials(record: Record) -> list[Contradiction]:
    found: list[Contradiction] = []
    by_maker: dict[str, list[tuple[int, str, str, str]]] = {}
    for one in record.pledges.values():
        by_maker.setdefault(one.by, []).append((one.seq, one.to, one.promise, one.what))
    for line in record.lines:
        for seq, to, promise, what in by_maker.get(line.sender, ()):
            if seq < line.seq and to in (*line.to, *line.cc) and _denies(line):
                said = f"denied having promised {what}"
                found.append(Contradiction("promise_denied", line.sender, promise, (seq, line.seq), said))
                break
    return found


def _denies(line: Line) -> bool:
    match = _DENIES.search(line.text)
    return match is not None and (
        "promis" in match.group().lower()
        or _ABOUT_PROMISE.search(line.text[match.start() : match.end() + 60]) is not None
    )
