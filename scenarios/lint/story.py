"""Lint of the storyline and of what conditions name: beats that come too late, files that nobody has."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.office.conditions import model
from ...engine.office.conditions.leaves import path_pattern
from ..conditions import conditions_of_pack
from ..pack import Pack
from ..reach import Reach
from ..schema.storyline import DoFile
from .finding import Finding, at


def lint_story(pack: Pack) -> Iterator[Finding]:
    """Findings about beats, meetings and the files that conditions name."""
    clock = pack.clock
    deadline = Reach(pack).deadline
    end = clock.text(deadline)
    for meeting in pack.storyline.meetings:
        where = pack.where.get(f"meetings.{meeting.id}")
        start = clock.at(meeting.at)
        if start > deadline:
            message = f"the meeting `{meeting.id}` is after the work hours are used up ({end})"
            yield at(where, "warning", "too-late", message, "Move it, or raise `limits.work_hours`.")
        elif start < 0:
            message = f"the meeting `{meeting.id}` is before the run starts"
            yield at(where, "warning", "times", message, "Move it.")
    for beat in pack.storyline.beats:
        where = pack.where.get(f"beats.{beat.id}")
        times = [part for part in model.parts(beat.when) if isinstance(part, model.At)]
        if isinstance(beat.when, model.At) and clock.at(beat.when.at) > deadline:
            message = f"the beat `{beat.id}` comes after the work hours are used up ({end})"
            yield at(where, "warning", "too-late", message, "Move it, or raise `limits.work_hours`.")
        if isinstance(beat.when, model.At) and beat.repeats:
            message = f"the beat `{beat.id}` repeats, but a time comes only once"
            yield at(
                where, "warning", "repeats", message, "Remove `repeats`, or give a condition that recurs."
            )
        for part in times:
            if clock.at(part.at) < 0:
                message = f"`{part.at}` in the beat `{beat.id}` is before the run starts"
                yield at(
                    where, "warning", "times", message, "Weeks count from the one in which the run starts."
                )
    yield from _paths(pack)


def brought(pack: Pack) -> set[str]:
    """The paths of all files that lie on the drive or that beats and requests bring there."""
    known = set(pack.drive)
    known |= {
        action.file.path for beat in pack.storyline.beats for action in beat.do if isinstance(action, DoFile)
    }
    return known | {request.gives.to for request in pack.knowledge.requests.values() if request.gives.to}


def _paths(pack: Pack) -> Iterator[Finding]:
    """Files that conditions expect to be read or shared, though nobody brings them."""
    known = brought(pack)
    for condition in conditions_of_pack(pack):
        for part in model.parts(condition):
            path = ""
            if isinstance(part, model.Read):
                path = part.read.path
            elif isinstance(part, model.Shared):
                path = part.shared.path
            if path and path not in pack.task.brief and not any(map(path_pattern(path).fullmatch, known)):
                message = f"a condition waits for {path}, which is neither on the drive nor brought nor in the brief"
                yield Finding(
                    "warning", "unknown-file", f"{pack.task.folder}/task.md", 1, message, "Check the path."
                )
