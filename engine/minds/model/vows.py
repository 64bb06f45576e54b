"""What an answer promises: work that is known by its id, or a word of one's own with a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from ...office.percept import Doable, NewPromise, OpenPromise, Percept
from ..scripted.grammar import sentences
from ..understanding import parse_deadline
from .evidence import stems
from .shape import Vow

_VOW: Final = re.compile(
    r"\b(?:i(?:'ll| will)(?! not\b)|you(?:'ll| will) have)\b[^.?!\n]{0,60}?\b(?:send|get|have|give|tell|share|put|make"
    r"|do|check|look|rerun|run|prepare|draw|come back|let you know|find out|ask|finish|deliver|forward|dig)\b",
    re.IGNORECASE,
)
_NO_VOW: Final = re.compile(
    r"\b(?:can't|cannot|won't|will not|not able|if you|once you|after you|as soon as you)\b", re.IGNORECASE
)
_LONGEST: Final = 120


@dataclass(slots=True)
class Vowed:
    """What the ledger of promises takes from an answer."""

    made: list[NewPromise] = field(default_factory=list[NewPromise])
    moved: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    trouble: list[str] = field(default_factory=list[str])


def vowed(vows: Sequence[Vow], text: str, percept: Percept, wanted: Sequence[str]) -> Vowed:
    """What a text promises.

    Args:
        vows: What the model says it promises.
        text: The words that go out; a promise that doesn't stand in them is none.
        percept: What the person sees: the work that they can do, and when it would be due.
        wanted: Ids of work that was asked for.
    """
    found = Vowed()
    for vow in vows:
        _enter(found, vow, text, percept)
    promised = _promises(text)
    done = {one.item for one in found.made if one.item}
    for request in percept.requests:
        if (
            request.request in wanted
            and request.status == "free"
            and request.request not in done
            and promised
        ):
            found.made.append(_of_request(request))
            found.trouble.append(f"promised without saying so: {request.request}")
    if promised and not found.made and not found.moved and not vows:
        _own(found, _first(promised), "", percept, said=False)
    return found


def _enter(found: Vowed, vow: Vow, text: str, percept: Percept) -> None:
    what = vow.what.strip().strip("[]")
    request = _request(what, percept)
    if request is not None:
        if request.status == "free":
            found.made.append(_of_request(request))
        elif request.status == "promised":
            _late(found, next((o for o in percept.promises if o.mine and o.item == request.request), None))
        else:
            found.trouble.append(f"promised what is {request.status}: {request.request}")
        return
    open_one = next((one for one in percept.promises if one.mine and what in (one.promise, one.what)), None)
    if open_one is not None:
        _late(found, open_one)
        return
    fact = next((one for one in percept.facts if one.fact == what), None)
    if fact is not None and parse_deadline(vow.by) is not None and fact.verdict == "may_tell":
        found.made.append(NewPromise(what=fact.topic, item=fact.fact, due=0, by=vow.by[:60]))
        return
    if not _promises(text):
        found.trouble.append(f"promised, and the text doesn't: {what[:60] or 'something'}")
        return
    _own(found, what, vow.by, percept, said=True)


def _own(found: Vowed, what: str, by: str, percept: Percept, *, said: bool) -> None:
    """A promise in one's own words, if there is a time to it."""
    by = by if parse_deadline(by) is not None else what
    if parse_deadline(by) is None:
        if said:
            found.trouble.append(f"promised without a time: {what[:60]}")
        return
    if any(stems(one.what) & stems(what) and one.mine for one in percept.promises):
        return  # said again, not promised anew
    if not said:
        found.trouble.append("promised without saying so")
    found.made.append(NewPromise(what=what[:_LONGEST], due=0, by=by[:60]))


def _request(what: str, percept: Percept) -> Doable | None:
    low = what.casefold()
    return next(
        (one for one in percept.requests if low in (one.request.casefold(), one.topic.casefold())), None
    )


def _of_request(one: Doable) -> NewPromise:
    return NewPromise(what=one.topic, item=one.request, due=one.due)


def _late(found: Vowed, one: OpenPromise | None) -> None:
    """Whoever is late and promises it anew promises the time at which it can be done."""
    if one is not None and one.late and one.later and (one.promise, one.later) not in found.moved:
        found.moved.append((one.promise, one.later))


def _promises(text: str) -> list[str]:
    """The sentences that promise something."""
    return [one for one in sentences(text) if _VOW.search(one) and not _NO_VOW.search(one)]


def _first(promising: Sequence[str]) -> str:
    """The first of the sentences that gives a time, or the first."""
    return next((one for one in promising if parse_deadline(one) is not None), promising[0])
