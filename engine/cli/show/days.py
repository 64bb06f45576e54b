"""A run day by day: what the seat did, who turned to it, and what happened around it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...kernel import seats
from ...kernel.clock import HOUR
from ...kernel.events import Event
from ...office import events as office
from ..counts import counted
from ..wording import addressed, shortened
from .book import Book

if TYPE_CHECKING:
    from rich.console import Console


@dataclass
class Day:
    """One day as the seat lived it."""

    day: str
    calls: int = 0
    effort: int = 0
    waited: int = 0
    sent: list[str] = field(default_factory=list[str])
    """``Ines (mail: subject)``, in order."""
    files: list[str] = field(default_factory=list[str])
    got: list[str] = field(default_factory=list[str])
    meetings: list[str] = field(default_factory=list[str])
    story: list[str] = field(default_factory=list[str])
    promises: list[str] = field(default_factory=list[str])
    facts: list[str] = field(default_factory=list[str])
    others: int = 0
    """Messages among coworkers alone."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {**vars(self), "effort": round(self.effort / HOUR, 2)}


def days_of(book: Book) -> list[Day]:
    """The days in the book's window, from the journal's events."""
    days: dict[str, Day] = {}
    mine: set[str] = set()
    for event in book.events():
        name = book.day_of(event.at)
        day = days.get(name)
        if day is None:
            day = days[name] = Day(name)
        _take(book, day, event, mine)
    return [day for day in days.values() if any(value for key, value in vars(day).items() if key != "day")]


def _take(book: Book, day: Day, event: Event, mine: set[str]) -> None:
    me, at = book.me, book.when(event.at, day=False)
    match event.payload:
        case office.MessageSent(past=False) as sent:
            if sent.app == "meeting":
                return
            if sent.sender == me:
                subject = f": {shortened(sent.subject, 40)}" if sent.subject else ""
                day.sent.append(f"{at} {addressed(sent, book.first)} ({sent.app}{subject})")
            elif me in (*sent.to, *sent.cc):
                where = sent.thread.split("/")[0] if sent.thread.startswith("#") else sent.app
                day.got.append(f"{at} {book.first(sent.sender)} ({where}): {shortened(book.text(sent), 70)}")
            else:
                day.others += 1
        case seats.Called(seat=seat) as called if seat == book.seat:
            day.calls += 1
            day.waited += called.tool == "wait"
        case office.Effort(seat=seat) as spent if seat == book.seat:
            day.effort += spent.milliseconds
        case office.FileWritten(past=False, by=by) as written if by == me:
            day.files.append(f"{at} {written.path}")
        case office.Joined(person=person) as joined if person == me:
            late = f", {joined.late // 60_000} min late" if joined.late > 0 else ""
            day.meetings.append(f"{at} {book.meetings.get(joined.meeting, joined.meeting)}{late}")
        case office.Missed(person=person) as missed if person == me:
            day.meetings.append(f"{at} missed {book.meetings.get(missed.meeting, missed.meeting)}")
        case office.BeatFired() as fired:
            day.story.append(f"{at} {fired.beat}")
        case office.Away() as away:
            until = book.when(away.until)
            day.story.append(f"{at} {book.first(away.person)} is away until {until} ({away.why})")
        case office.PromiseMade() as made if me in (made.by, made.to):
            mine.add(made.promise)
            due = book.when(made.due)
            day.promises.append(
                f"{at} {book.first(made.by)} promises {book.first(made.to)} {made.what}, due {due}"
            )
        case office.PromiseReminded() | office.PromiseKept() | office.PromiseBroken() as moved:
            if moved.promise in mine:
                word = event.kind.rpartition(".")[2]
                late = " late" if isinstance(moved, office.PromiseKept) and moved.late else ""
                day.promises.append(f"{at} {moved.promise} {word}{late}")
        case office.FactLearned(person=person) as learned if person == me:
            source = f" from {book.first(learned.source)}" if learned.source and learned.source != me else ""
            wrong = "" if learned.version == "truth" else " (a wrong version)"
            day.facts.append(f"{at} {learned.fact}{source}{wrong}")
        case seats.Ended(seat=seat) as ended if seat == book.seat:
            day.story.append(f"{at} the seat's episode ends: {ended.how}, {ended.why}")
        case _:
            pass


def show_overview(book: Book, out: Console) -> None:
    """The whole run, a paragraph a day."""
    from rich.table import Table
    from rich.text import Text

    settings = book.run.settings
    who = book.world.setup.people[book.me]
    policy = book.run.meta.get("policies", {}).get(book.seat, "nobody")
    out.print(f"[bold]{settings['pack']}:{settings['task']}[/]  seed {settings['seed']}")
    out.print(
        f"{who.name}, {who.title}, played by {policy}; {counted(book.run.last_seq + 1, 'event')}", style="dim"
    )
    for day in days_of(book):
        out.print()
        head = f"{counted(day.calls, 'call')} ({counted(day.waited, 'wait')}), {day.effort / HOUR:.1f} h of effort"
        out.print(
            Text.assemble(
                (day.day, "bold"), (f"  {head}; {counted(day.others, 'message')} among others", "dim")
            )
        )
        grid = Table.grid(padding=(0, 1))
        grid.add_column(style="cyan", min_width=9)
        grid.add_column()
        for label, lines, most in (
            ("wrote", day.sent, 8),
            ("made", day.files, 6),
            ("heard", day.got, 8),
            ("meetings", day.meetings, 6),
            ("story", day.story, 8),
            ("promises", day.promises, 8),
            ("learned", [", ".join(day.facts)] if day.facts else [], 1),
        ):
            for number, line in enumerate(lines[:most]):
                whole = label == "learned"
                shown = Text(line) if whole else Text(line, no_wrap=True, overflow="ellipsis")
                grid.add_row(label if number == 0 else "", shown)
            if len(lines) > most:
                grid.add_row("", Text(f'and {len(lines) - most} more: --day "{day.day.split()[0]}"', "dim"))
        out.print(grid)


def show_hints(out: Console) -> None:
    """What else can be asked for."""
    out.print()
    hints = (
        "--day Tue · --facts · --criterion ID · --person NAME · --thread ID · --minds · --coworkers · --events · "
        "--from · --to"
    )
    out.print(f"More: tenure show RUN {hints}", style="dim", markup=False)


def show_day(book: Book, out: Console) -> None:
    """One window in full: every message of the seat's with its text, every call, what happened around it."""
    from rich.padding import Padding
    from rich.text import Text

    others: Counter[str] = Counter()
    for event in book.events():
        line = _line(book, event)
        if line is None:
            if isinstance(event.payload, office.MessageSent) and not event.payload.past:
                others[f"{book.first(event.payload.sender)} → {addressed(event.payload, book.first)}"] += 1
            continue
        glyph, text, body = line
        style = {"→": "green", "←": "cyan", "·": "dim"}.get(glyph, "yellow")
        out.print(
            Text.assemble(
                (book.when(event.at), "dim"), "  ", (glyph, style), f" {text}", (f"  #{event.seq}", "dim")
            )
        )
        if body:
            out.print(Padding(Text(body), (0, 0, 0, 20)))
    if others:
        shown = ", ".join(f"{pair} ×{count}" if count > 1 else pair for pair, count in others.most_common(6))
        out.print(
            f"\nAmong the others: {counted(sum(others.values()), 'message')} ({shown} …)",
            style="dim",
            markup=False,
        )


def _line(book: Book, event: Event) -> tuple[str, str, str] | None:
    """A glyph, a line and a body for an event that the seat took part in."""
    me = book.me
    match event.payload:
        case office.MessageSent(past=False) as sent if sent.sender == me or me in (*sent.to, *sent.cc):
            glyph = "→" if sent.sender == me else "←"
            who = (
                f"to {addressed(sent, book.first)}"
                if sent.sender == me
                else f"from {book.first(sent.sender)}"
            )
            subject = f": {sent.subject}" if sent.subject else ""
            files = f" [{', '.join(one.name for one in sent.attachments)}]" if sent.attachments else ""
            return glyph, f"{who}, {book.place(sent)}{subject}{files}  ({sent.thread})", book.text(sent)
        case seats.Called(seat=seat) as called if seat == book.seat:
            if called.tool in ("mail.send", "mail.reply", "chat.send", "meetings.say"):
                return None
            return (
                "·",
                f"{called.tool} {shortened(called.arguments, 70) if called.arguments != '{}' else ''}",
                "",
            )
        case office.FactLearned(person=person) as learned if person == me:
            wrong = "" if learned.version == "truth" else f", {learned.version}'s wrong version"
            return "!", f"now knows {learned.fact}{wrong}", ""
        case office.FactShared(by=by) as shared if by == me:
            mark = " against a rule" if shared.mode == "leaked" else ""
            return "!", f"tells {book.first(shared.to)} {shared.fact}{mark}", ""
        case office.FactRefused(to=to) as refused if to == me:
            return "!", f"{book.first(refused.by)} does not tell {refused.fact}: {refused.reason}", ""
        case office.NotUnderstood(asker=asker) as lost if asker == me:
            return "!", f"{book.first(lost.person)} does not understand: {shortened(lost.text, 70)}", ""
        case office.PromiseMade() as made if me in (made.by, made.to):
            return "!", f"{book.first(made.by)} promises {made.what}, due {book.when(made.due)}", ""
        case office.PromiseKept() | office.PromiseBroken() | office.PromiseReminded() as moved:
            return "!", f"promise {moved.promise} {event.kind.rpartition('.')[2]}", ""
        case office.BeatFired() as fired:
            return "◆", f"story: {fired.beat}", ""
        case office.Joined(person=person) as joined if person == me:
            return "◆", f"joins {book.meetings.get(joined.meeting, joined.meeting)}", ""
        case office.Missed(person=person) as missed if person == me:
            return "◆", f"misses {book.meetings.get(missed.meeting, missed.meeting)}", ""
        case office.FileWritten(past=False) as written if written.by == me:
            return "→", f"writes {written.path} (version {written.version}, {written.size} bytes)", ""
        case seats.Ended(seat=seat) as ended if seat == book.seat:
            return "◆", f"episode over: {ended.how}, {ended.why}", ""
        case _:
            return None
