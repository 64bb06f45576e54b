"""The command that shows a run."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from ..console import console, emit, paged
from ..failures import Unusable
from ..options import AsJson, RunArgument


def show(
    run: Path = RunArgument,
    day: str | None = typer.Option(
        None, "--day", "-d", help='One day in full: "Tue", "Tue week 2", 3, a date.'
    ),
    thread: str | None = typer.Option(
        None, "--thread", "-t", help="One conversation: #channel, or a thread's id."
    ),
    person: str | None = typer.Option(
        None, "--person", "-p", help="One person: what they said, knew and decided."
    ),
    facts: bool = typer.Option(
        False, "--facts", help="Every fact: who held it, when and how the seat got it."
    ),
    criterion: str | None = typer.Option(
        None, "--criterion", "-c", help="One criterion, its evidence and its facts."
    ),
    minds: bool = typer.Option(
        False, "--minds", help="What coworkers decided, and why; whose mind failed; what their models used."
    ),
    coworkers: bool = typer.Option(
        False, "--coworkers", help="Who had which mind when, failures, tokens and cost; no decisions."
    ),
    events: bool = typer.Option(False, "--events", help="The raw events, one a line."),
    since: str | None = typer.Option(None, "--from", help='From this time on, such as "Tue 10:00".'),
    until: str | None = typer.Option(None, "--to", help="Up to this time."),
    as_json: bool = AsJson,
) -> None:
    """Read a run: day by day, or by thread, person, fact, criterion, decision or event.

    Examples:
        tenure show runs/demo

        tenure show runs/demo --day Tue

        tenure show runs/demo --facts

        tenure show runs/demo --person ines --from "Tue 09:00" --to "Tue 12:00"
    """
    from ....scenarios.play import open_run
    from ..places import existing
    from . import facts as trails
    from .book import Book
    from .coworkers import coworkers_of, show_coworkers
    from .days import days_of, show_day, show_hints, show_overview
    from .threads import decisions_of, person_of, show_minds, show_person, show_thread, thread_of

    views = [
        thread is not None,
        person is not None and not minds,
        facts,
        criterion is not None,
        minds,
        coworkers,
        events,
    ]
    if sum(views) > 1:
        raise Unusable(
            "give one of --thread, --person, --facts, --criterion, --minds, --coworkers and --events"
        )
    with open_run(existing(run)) as opened:
        book = Book(opened, since=since, until=until, day=day)
        if as_json:
            hidden = console()
            hidden.quiet = True
            if thread is not None:
                emit(thread_of(book, thread))
            elif facts:
                emit(trails.show_facts(book, hidden))
            elif criterion is not None:
                emit(trails.show_criterion(book, criterion, hidden))
            elif coworkers:
                emit(coworkers_of(book))
            elif minds:
                emit(decisions_of(book, None if person is None else book.person(person)))
            elif person is not None:
                emit(person_of(book, book.person(person)))
            elif events or day is not None or since is not None or until is not None:
                emit([book.row(event) for event in book.events()])
            else:
                emit([one.as_json() for one in days_of(book)])
            return
        with paged() as out:
            if thread is not None:
                show_thread(book, thread_of(book, thread), out)
            elif facts:
                trails.show_facts(book, out)
            elif criterion is not None:
                trails.show_criterion(book, criterion, out)
            elif coworkers:
                show_coworkers(book, coworkers_of(book), out)
            elif minds:
                show_coworkers(book, coworkers_of(book), out)
                show_minds(book, decisions_of(book, None if person is None else book.person(person)), out)
            elif person is not None:
                show_person(book, person_of(book, book.person(person)), out)
            elif events:
                for event in book.events():
                    out.print(json.dumps(book.row(event), ensure_ascii=False), markup=False, soft_wrap=True)
            elif day is not None or since is not None or until is not None:
                show_day(book, out)
            else:
                show_overview(book, out)
                show_coworkers(book, coworkers_of(book), out)
                show_hints(out)
