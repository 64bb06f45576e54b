"""Who is meant: ids, names and addresses as people write them, resolved to a person, or refused with a suggestion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from email.utils import parseaddr
from typing import Annotated, Any

from pydantic import BeforeValidator

from ..office.model import Person
from .base import ToolError


def _as_list(value: Any) -> Any:
    if isinstance(value, str):
        return [part.strip() for part in value.replace(";", ",").split(",") if part.strip()]
    return value


Names = Annotated[list[str], BeforeValidator(_as_list)]
"""A list in a tool's arguments; one text with commas is taken too."""


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """A hint that names up to three of ``known`` that look like what was given; empty if none does."""
    by_fold: dict[str, str] = {}
    for one in known:
        by_fold.setdefault(one.casefold(), one)
    close = get_close_matches(given.casefold(), list(by_fold), n=3, cutoff=0.6)
    return f"Did you mean {' or '.join(by_fold[one] for one in close)}?" if close else ""


class AddressBook:
    """Everybody who can be written to."""

    def __init__(self, people: Mapping[str, Person]) -> None:
        self.people = people
        self._exact: dict[str, str] = {}
        self._loose: dict[str, list[str]] = {}
        for person in people.values():
            for word in (person.id, person.address, person.name, person.address.partition("@")[0]):
                if word:
                    self._exact.setdefault(word.casefold(), person.id)
            names = person.name.split()
            for word in dict.fromkeys([person.first, *names[:1], *names[-1:]]):
                self._loose.setdefault(word.casefold(), []).append(person.id)

    def __getitem__(self, person: str) -> Person:
        return self.people[person]

    def name(self, person: str) -> str:
        """The full name; the id of somebody unknown."""
        known = self.people.get(person)
        return known.name if known else person

    def resolve(self, text: str) -> Person:
        """The person meant by an id, a full or unambiguous part of a name, or an address.

        Raises:
            ToolError: ``not_found`` (with a suggestion) or ``invalid`` (several are meant).
        """
        given = text.strip().removeprefix("@")
        if "<" in given:
            given = parseaddr(given)[1] or given
        fold = given.casefold()
        if fold in self._exact:
            return self.people[self._exact[fold]]
        found = self._loose.get(fold, [])
        if len(found) == 1:
            return self.people[found[0]]
        if found:
            names = ", ".join(f"{self.people[one].name} ({one})" for one in found)
            raise ToolError("invalid", f"{text!r} could be {names}", "Use the id or the full name.")
        if "@" in given:
            known = [person.address for person in self.people.values() if person.address]
            hint = did_you_mean(given, known) or "Look the address up with directory.search."
            raise ToolError("not_found", f"{given} is nobody's address: a mail there would bounce", hint)
        names = [word for person in self.people.values() for word in (person.name, person.first, person.id)]
        hint = did_you_mean(given, names) or "Look people up with directory.search."
        raise ToolError("not_found", f"nobody is called {text!r}", hint)

    def all_of(self, texts: Sequence[str], but: Iterable[str] = ()) -> tuple[str, ...]:
        """The ids of everybody named, once each, in order, without those in ``but``.

        Raises:
            ToolError: One of them can't be resolved.
        """
        known = dict.fromkeys(self.resolve(text).id for text in texts)
        return tuple(one for one in known if one not in tuple(but))
