"""People whom a text calls with ``@name``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from .base import ToolError
from .people import AddressBook

_MENTION: Final = re.compile(r"(?<![\w.])@(\w[\w.-]*)")


def names_in(text: str) -> Iterator[str]:
    """The names that a text calls, as they are written."""
    for name in _MENTION.findall(text):
        yield name.rstrip(".-")


def mentioned_of(text: str, people: AddressBook, members: Sequence[str]) -> list[str]:
    """Those of a few people whom a text calls by id or first name; a name that two of them bear calls neither."""
    found: dict[str, None] = {}
    for name in map(str.casefold, names_in(text)):
        named = [one for one in members if name in (one.casefold(), people[one].first.casefold())]
        if len(named) == 1:
            found[named[0]] = None
    return list(found)


def mentioned_in_file(
    text: str, people: AddressBook, me: str, path: str, may_read: Callable[[str], bool]
) -> list[str]:
    """Whom somebody's comment on a file calls, the writer left out; what is nobody's name is no mention.

    Args:
        text: The comment.
        people: Everybody.
        me: Who writes it.
        path: The file.
        may_read: Whether a person can open it.

    Raises:
        ToolError: ``forbidden``: somebody who is called can't.
    """
    called: dict[str, None] = {}
    for name in names_in(text):
        try:
            called[people.resolve(name).id] = None
        except ToolError:
            continue
    called.pop(me, None)
    blind = [people.name(one) for one in called if not may_read(one)]
    if blind:
        raise ToolError(
            "forbidden", f"{', '.join(blind)} may not open {path}", "Share it first, or leave the @ out."
        )
    return list(called)
