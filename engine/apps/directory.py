"""The directory: who works here, what they do, and whether they are there just now."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from pydantic import Field

from ..kernel.clock import HOUR, WEEKDAYS
from ..office.model import Person
from . import effort
from .base import Acting, App, Arguments, Result, tool
from .pages import page_of
from .premises import Premises


class SearchArguments(Arguments):
    query: str = Field(
        "", description="Part of a name, title, department, company or address; empty lists everybody."
    )
    page: int = 1


class Entry(Result):
    """One line of the directory."""

    person: str
    name: str
    title: str = ""
    department: str = ""
    company: str = ""
    mail: str = ""


class Entries(Result):
    people: list[Entry] = []
    found: int
    more: str = ""


class PersonArguments(Arguments):
    person: str = Field(description="Id, name or address.")


class Card(Result):
    """What the directory says about a person."""

    person: str
    name: str
    title: str = ""
    department: str = ""
    company: str = ""
    manager: str = ""
    mail: str = ""
    phone: str = ""
    local_time: str = ""
    working_hours: str = ""
    presence: str = ""


class Directory(App):
    """Everybody inside, and the names of outsiders one may write to."""

    name = "directory"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> Entries:
        """Find people by part of a name, title, department, company or address."""
        words = _words(args.query)
        found = [one for one in self._premises.setup.people.values() if _matches(one, words)]
        found.sort(key=lambda one: (one.outside, one.name, one.id))
        rows, more = page_of(found, args.page)
        return Entries(people=[_entry(one) for one in rows], found=len(found), more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def show(self, acting: Acting, args: PersonArguments) -> Card:
        """Show a person: title, department, manager, local time, working hours, whether they are there now."""
        premises = self._premises
        person = premises.people.resolve(args.person)
        if person.outside:
            return Card(person=person.id, name=person.name, company=person.company, mail=person.address)
        calendar = premises.calendar(person.id)
        return Card(
            person=person.id,
            name=person.name,
            title=person.title,
            department=person.department,
            manager=premises.card(person.manager) if person.manager else "",
            mail=person.address,
            phone=person.phone,
            local_time=f"{premises.stamp(person.id, acting.at)} {calendar.zone}",
            working_hours=working_hours(premises, person.id, acting.at),
            presence=premises.presence.words(person.id, acting.at, acting.person),
        )


def working_hours(premises: Premises, person: str, at: int) -> str:
    """A person's usual hours in their own wall time, as ``Mon-Fri 08:30-12:30, 13:00-17:00``."""
    calendar = premises.calendar(person)
    days: dict[int, list[str]] = {}
    for opens, closes in calendar.intervals:
        if at - 24 * HOUR <= opens < at + 14 * 24 * HOUR:
            start = calendar.local(opens)
            span = f"{start:%H:%M}-{calendar.local(closes):%H:%M}"
            spans = days.setdefault(start.weekday(), [])
            if span not in spans:
                spans.append(span)
    texts: list[str] = []
    for spans, run in groupby(sorted(days), key=lambda day: ", ".join(sorted(days[day]))):
        names = [WEEKDAYS[day].capitalize() for day in run]
        texts.append(f"{_range(names)} {spans}")
    return "; ".join(texts)


def _range(names: list[str]) -> str:
    week = [day.capitalize() for day in WEEKDAYS]
    first, last = week.index(names[0]), week.index(names[-1])
    return f"{names[0]}-{names[-1]}" if last - first == len(names) - 1 > 1 else ", ".join(names)


def _entry(person: Person) -> Entry:
    if person.outside:
        return Entry(person=person.id, name=person.name, company=person.company, mail=person.address)
    return Entry(
        person=person.id,
        name=person.name,
        title=person.title,
        department=person.department,
        mail=person.address,
    )


def _matches(person: Person, words: list[str]) -> bool:
    shown = [person.id, person.name, person.company, person.address]
    if not person.outside:
        shown += [person.title, person.department]
    known = _words(" ".join(shown))
    return all(any(one.startswith(word) for one in known) for word in words)


def _words(text: str) -> list[str]:
    """The words of a text, without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"\w+", "".join(char for char in plain if not unicodedata.combining(char)))
