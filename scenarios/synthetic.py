"""A synthetic office: nothing but people at work, of any number and for any time, for realism reports and benchmarks.

Nobody in it exists, it has no story, no facts and no seat: what is left is the rhythm that the engine gives people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..engine.apps.registry import build_apps
from ..engine.kernel.clock import DAY, MINUTE, OFFICE_HOURS, Calendar
from ..engine.kernel.run import Run
from ..engine.kernel.streams import Stream, Streams
from ..engine.kernel.world import Core
from ..engine.office.model import Absence, Meeting, OwnWork, Person, Setup, Tie
from ..personas import load_persona
from ..personas.schema import Persona
from ..personas.style import SignOffs
from .world import OfficeWorld

START: Final = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
"""A Monday, 09:00 in Amsterdam."""
ZONE: Final = "Europe/Amsterdam"
CALENDAR: Final = "office"
APPS: Final = ("directory", "mail", "chat", "calendar", "meetings")
ON_LEAVE: Final = 80
"""Chance that somebody takes a week off, per mille: 20 to 25 days of leave a year, a third of them in other pieces."""
LATE: Final = 50
"""Mean share of meetings come to late, per mille (Rogelberg et al. 2013)."""

FIRST: Final = (
    "Ada Bela Dara Edo Fenna Gus Hanne Imre Jola Kees Lotte Milo Nadia Otis Pia Quinn Rosa Sami Tess Udo Vera Wim Xenia"
).split()
LAST: Final = (
    "Aldert Brandow Cordane Dellis Emmerzaal Farrowen Gostelow Hallimond Isterdael Jorvik Kesteran Lindqvar"
).split()

STAFF: Final = (
    "account_manager billing_analyst booking_desk customs_broker it_support managing_director operations_manager"
    " pricing_specialist warehouse_coordinator"
).split()
"""Whom everybody is drawn from. A fixed list: the office is calibrated on these nine, and a fuller library must not
move its figures."""

DEPARTMENTS: Final[dict[str, tuple[str, ...]]] = {
    "Operations": (
        "the weekly plan",
        "late deliveries",
        "the night shift rota",
        "the loading schedule",
        "a damaged pallet",
    ),
    "Finance": ("the monthly close", "open invoices", "the budget round", "travel costs", "a credit note"),
    "Sales": ("the renewal offers", "a new enquiry", "the price list", "the client survey", "the trade fair"),
    "Product": ("the next release", "the test results", "the backlog", "a customer complaint", "the manual"),
    "People": (
        "the job interviews",
        "the training plan",
        "the holiday rules",
        "the new starters",
        "the office move",
    ),
}
TITLES: Final = ("Coordinator", "Analyst", "Specialist", "Planner", "Assistant", "Advisor")


@lru_cache(maxsize=4)  # immutable, and needed again for every fork of a run
def synthetic_setup(people: int = 50, weeks: int = 6, seed: int = 0) -> Setup:
    """An office of coworkers with managers, ties, own work, meetings and leave.

    Args:
        people: How many; at least four.
        weeks: For how long there are work, meetings and leave.
        seed: Of everything about it; the run has its own.

    Raises:
        ValueError: Fewer than four people.
    """
    if people < 4:
        raise ValueError("an office needs at least four people")
    draw = Streams(seed).stream("synthetic")
    calendar = Calendar.resolve(START, ZONE, OFFICE_HOURS, days_before=7, days_after=weeks * 7 + 150)
    names = list(DEPARTMENTS)[: max(2, min(5, people // 12))]
    teams = _teams(people, names, draw)
    ids = [f"p{number:02}" for number in range(people)]
    managers = {name: members[0] for name, members in teams.items()}
    head = next(iter(managers.values()))
    team_of = {ids[number]: name for name, members in teams.items() for number in members}
    closeness = _closeness(ids, team_of, draw)
    # Everybody's persona comes from the staff, each of them about equally often.
    base = [one for _ in range(people // len(_library()) + 1) for one in draw.shuffled(_library())]
    found: dict[str, Person] = {}
    for number, name in enumerate(ids):
        own = Streams(seed).stream("person", name)
        team = team_of[name]
        boss = managers[team] if number != managers[team] else head
        first, last = FIRST[number % len(FIRST)], LAST[(number // len(FIRST) * 5 + number) % len(LAST)]
        ties = [Tie(other, "works_with", trust) for other, trust in closeness[name]]
        if number == managers[team]:
            ties = [replace(tie, kind="manages") if team_of[tie.to] == team else tie for tie in ties]
        found[name] = Person(
            id=name,
            name=f"{first} {last}",
            first=first,
            title=f"{team} {'Manager' if number == managers[team] else own.choice(TITLES).lower()}",
            persona=_varied(base[number], name, f"{first} {last}", own),
            calendar=CALENDAR,
            address=f"{name}@office.example",
            department=team,
            manager=None if number == head else ids[boss],
            ties=tuple(ties),
            work=_work(name, team, calendar, weeks, own),
            leave=_leave(calendar, weeks, own),
        )
    return Setup(
        people=found,
        calendars={CALENDAR: calendar},
        zone_calendar=CALENDAR,
        domain="office.example",
        meetings=_meetings(teams, ids, calendar, weeks, draw),
    )


@lru_cache(maxsize=1)
def _library() -> tuple[Persona, ...]:
    return tuple(load_persona(name) for name in STAFF)


def _teams(people: int, names: Sequence[str], draw: Stream) -> dict[str, list[int]]:
    """Numbers of people by department; the first of each is its manager."""
    weights = [draw.integer(60, 140) for _ in names]
    sizes = [max(2, people * weight // sum(weights)) for weight in weights]
    sizes[0] = max(2, sizes[0] + people - sum(sizes))
    teams: dict[str, list[int]] = {}
    begin = 0
    for name, size in zip(names, sizes, strict=True):
        teams[name] = list(range(begin, min(people, begin + size)))
        begin += size
    return teams


def _closeness(ids: Sequence[str], team_of: dict[str, str], draw: Stream) -> dict[str, list[tuple[str, int]]]:
    """Who is in contact with whom, and how closely, per mille: most with the own team, alike in both directions."""
    found: dict[str, list[tuple[str, int]]] = {name: [] for name in ids}
    across = 140 * 50 // max(50, len(ids))
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            same = team_of[a] == team_of[b]
            if not draw.chance(620 if same else across):
                continue
            shared = draw.integer(300, 900) if same else draw.integer(150, 700)
            found[a].append((b, shared + draw.integer(-90, 90)))
            found[b].append((a, shared + draw.integer(-90, 90)))
    for i, name in enumerate(ids):
        if not found[name]:
            other = ids[(i + 1) % len(ids)]
            found[name].append((other, 500))
            found[other].append((name, 500))
    return found


def _varied(base: Persona, name: str, full: str, draw: Stream) -> Persona:
    """A persona of the library with other numbers: as different from it as it is from the others."""
    responses = base.responses
    reliability = base.reliability.model_copy(
        update={
            "late_to_meetings": min(400, int(draw.lognormal(LATE * 0.8, 0.7))),
            "misses_meetings": min(300, int(draw.lognormal(20, 0.7))),
            "overrun_percent": max(40, min(400, int(draw.lognormal(100, 0.35)))),
        }
    )
    habits = {
        channel: getattr(responses, channel).model_copy(
            update={
                "median_minutes": max(
                    2, int(draw.lognormal(getattr(responses, channel).median_minutes, 0.3))
                ),
                "never_answered": min(
                    600, int(draw.lognormal(max(1, getattr(responses, channel).never_answered), 0.3))
                ),
            }
        )
        for channel in ("mail", "chat", "meeting")
    }
    style = base.style.model_copy(update={"sign_offs": _signed(base, full)})
    return base.model_copy(
        update={
            "style": style,
            "id": name,
            "name": full,
            "called": "",
            "responses": responses.model_copy(update=habits),
            "reliability": reliability,
        }
    )


def _signed(base: Persona, full: str) -> SignOffs:
    """The persona's ways to end a message, with another name."""
    names = [base.name, base.short_name, base.name.split()[0], base.name.split()[-1], f"{base.name[0]}."]
    instead = [full, full.split()[0], full.split()[0], full.split()[-1], f"{full[0]}."]
    text = base.style.sign_offs.model_dump_json()
    for old, new in zip(names, instead, strict=True):
        text = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, text)
    return SignOffs.model_validate_json(text)


def _day(calendar: Calendar, number: int, hour: int, minute: int = 0) -> int:
    """The instant of a wall time on the office's working day ``number``, counting Monday to Friday."""
    local = calendar.local(0).replace(hour=hour, minute=minute, second=0, microsecond=0)
    return calendar.at(local + timedelta(days=number // 5 * 7 + number % 5))


def _work(name: str, team: str, calendar: Calendar, weeks: int, draw: Stream) -> tuple[OwnWork, ...]:
    """Pieces of work that fill about half of somebody's hours."""
    found: list[OwnWork] = []
    day = 0
    while day < weeks * 5:
        about = draw.choice(DEPARTMENTS[team])
        minutes = 30 * draw.integer(8, 28)
        start = _day(calendar, day, 9)
        due = _day(calendar, day + 1 + minutes // 180, 17)
        number = len(found) + 1
        found.append(OwnWork(f"{name}/w{number}", f"Work on {about}", about, minutes, start, due))
        day += max(1, minutes // 240)
    return tuple(found)


def _leave(calendar: Calendar, weeks: int, draw: Stream) -> tuple[Absence, ...]:
    return tuple(
        Absence(_day(calendar, week * 5, 0), _day(calendar, week * 5 + 4, 23), "leave")
        for week in range(weeks)
        if draw.chance(ON_LEAVE)
    )


def _meetings(
    teams: dict[str, list[int]], ids: Sequence[str], calendar: Calendar, weeks: int, draw: Stream
) -> tuple[Meeting, ...]:
    """A weekly meeting of each team, talks of two every other week, and a few across teams."""
    found: list[Meeting] = []

    def put(name: str, title: str, at: int, minutes: int, numbers: Sequence[int]) -> None:
        people = tuple(ids[number] for number in numbers)
        found.append(Meeting(name, title, at, at + minutes * MINUTE, people[0], people))

    for place, (team, members) in enumerate(teams.items()):
        talks = {number: (draw.integer(0, 9), draw.choice((10, 11, 14, 15))) for number in members[1:]}
        for week in range(weeks):
            put(
                f"{team.lower()}_{week + 1}",
                f"{team} weekly",
                _day(calendar, week * 5 + place % 5, 9, 30),
                45,
                members,
            )
            for number, (day, hour) in talks.items():
                if day // 5 == week % 2:
                    at = _day(calendar, week * 5 + day % 5, hour, 30)
                    put(f"{ids[number]}_talk_{week + 1}", "Catch-up", at, 30, (members[0], number))
    for week in range(weeks):
        for number in range(len(ids) // 6):
            few = draw.shuffled(range(len(ids)))[: draw.integer(3, 6)]
            at = _day(calendar, week * 5 + draw.integer(0, 4), draw.choice((10, 13, 15, 16)))
            put(f"project_{week + 1}_{number + 1}", "Project call", at, 45, few)
    return tuple(found)


def build_synthetic(core: Core) -> OfficeWorld:
    """The world of a synthetic run, from its settings ``people``, ``weeks`` and ``seed``."""
    settings = core.settings
    setup = synthetic_setup(settings["people"], settings["weeks"], settings["seed"])
    world = OfficeWorld(
        core,
        setup,
        limits={},
        build_apps=lambda world: build_apps(APPS, world.office, core, meetings=world.meetings),
        horizon=settings["weeks"] * 7 * DAY,
    )
    world.office.connect(errands=world.attention, loads=world.attention)
    world.assemble()
    return world


def synthetic_run(people: int = 50, weeks: int = 6, seed: int = 0, *, path: Path | None = None) -> Run:
    """A new run of a synthetic office; `Run.play` plays it to its end.

    Args:
        people: How many; at least four.
        weeks: How long it lasts.
        seed: Of the office and of the run.
        path: The run file; ``None`` keeps it in memory.
    """
    settings = {"people": people, "weeks": weeks, "seed": seed}
    return Run.create(build_synthetic, {}, settings, seed, path=path)
