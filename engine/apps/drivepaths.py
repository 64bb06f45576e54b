"""Paths on the drive, and who may go where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ..office.model import Person
from .base import ToolError
from .drivestate import File
from .people import did_you_mean

MAX_PATH: Final = 180
EVERYBODY: Final = ("all", "everyone")


def parse_path(text: str) -> str:
    """A path in its one form: ``/Folder/file.md``, without a slash at the end.

    Raises:
        ToolError: It can't be a path.
    """
    parts = [part.strip() for part in text.replace("\\", "/").split("/")]
    parts = [part for part in parts if part and part != "."]
    path = "/" + "/".join(parts)
    if ".." in parts:
        raise ToolError(
            "invalid", f"{text!r}: write paths from the root, without ..", "Such as /Reports/claim.md."
        )
    if len(path) > MAX_PATH:
        raise ToolError("invalid", f"the path is longer than {MAX_PATH} characters")
    if any(ord(char) < 32 or ord(char) == 127 for char in path):
        raise ToolError("invalid", f"{text!r} holds characters that can't be in a path")
    return path


def closest(text: str, paths: Sequence[str]) -> str:
    """A hint at the path that was probably meant: by the whole path, else by the file's name."""
    hint = did_you_mean(text if text.startswith("/") else f"/{text}", paths)
    if hint:
        return hint
    by_name: dict[str, str] = {}
    for path in paths:
        by_name.setdefault(path.rpartition("/")[2].casefold(), path)
    name = text.rstrip("/").rpartition("/")[2].casefold()
    return f"Did you mean {by_name[name]}?" if name in by_name else did_you_mean(name, by_name)


class Access:
    """Who may open which folder and file.

    The nearest rule at or above a folder decides; without one everybody inside may.
    """

    def __init__(self, people: Mapping[str, Person], rules: Mapping[str, Sequence[str]]) -> None:
        self._people = people
        self._rules = {parse_path(path): tuple(who) for path, who in rules.items()}

    def may_enter(self, person: str, path: str) -> bool:
        """Whether the folder of ``path`` is open to the person, to read and to write."""
        who = self._people[person]
        for above in _upwards(path):
            rule = self._rules.get(above)
            if rule is not None:
                return person in rule or (not who.outside and _named(who, rule))
        return not who.outside

    def told(self, path: str, name: Callable[[str], str]) -> str:
        """In words, whom the folder of ``path`` is open to."""
        for above in _upwards(path):
            rule = self._rules.get(above)
            if rule is not None:
                words = [name(one) if one in self._people else one for one in rule]
                return ", ".join("everybody inside" if one in EVERYBODY else one for one in words) or "nobody"
        return "everybody inside"

    def may_read(self, person: str, file: File) -> bool:
        return person in file.shares or self.may_enter(person, file.path)

    def may_write(self, person: str, file: File) -> bool:
        return file.shares.get(person, False) or self.may_enter(person, file.path)


def _named(who: Person, rule: Iterable[str]) -> bool:
    department = who.department.casefold()
    return any(one in EVERYBODY or (department and one.casefold() == department) for one in rule)


def _upwards(path: str) -> Iterable[str]:
    while path and path != "/":
        yield path
        path = path.rpartition("/")[0]
    yield "/"
