"""Groups of people as packs write them: ids, departments, titles, and ``all`` for everybody inside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import Field

from ..office.conditions.model import Ref
from ..office.model import Person

Member = Annotated[str, Field(min_length=1), Ref("member")]
"""A person, a department, a title, or ``all``."""
ALL: Final = "all"


class Circles:
    """Who belongs to what a pack calls a group."""

    def __init__(self, people: Mapping[str, Person]) -> None:
        self._people = people

    def holds(self, words: Iterable[str], person: str) -> bool:
        """Whether the person is named, by id or by department, title or ``all`` if they are inside."""
        one = self._people.get(person)
        if one is None:
            return False
        mine = {one.department.casefold(), one.title.casefold(), ALL} - {""}
        return any(word == person or (not one.outside and word.casefold() in mine) for word in words)

    def members(self, words: Iterable[str]) -> list[str]:
        """Everybody who belongs to it, in the order of the office."""
        wanted = tuple(words)
        return [person for person in self._people if self.holds(wanted, person)]

    def wording(self, words: Iterable[str]) -> str:
        """A group in words: ``Dewi Santoso, Partner``."""
        return ", ".join(self._people[word].name if word in self._people else word for word in words)
