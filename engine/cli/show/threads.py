"""Conversations, and what one person did: read as they were written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ....personas.problems import did_you_mean
from ...kernel.minds import Decided, Looked
from ...office import events as office
from ...office.queues import item_from
from ..failures import Unusable
from ..wording import addressed, shortened
from .book import Book

if TYPE_CHECKING:
    from rich.console import Console


def thread_of(book: Book, thread: str) -> list[dict[str, Any]]:
    """The messages of a thread in the window, the past included where no window was asked for.

    Raises:
        Unusable: There is no such thread.
    """
    rows: list[dict[str, Any]] = []
    known: dict[str, None] = {}
    for event in book.run.events((office.MessageSent.kind,)):
        sent = event.payload
        assert isinstance(sent, office.MessageSent)
        known[sent.thread] = None
        inside = (sent.past and book.since == 0) or book.since <= event.at <= book.until
        if inside and (
            sent.thread == thread or sent.message == thread or sent.thread.startswith(f"{thread}/")
        ):
            rows.append(
                {
                    "seq": event.seq,
                    "when": book.when(event.at if sent.sent_at is None else sent.sent_at),
                    "message": sent.message,
                    "from": sent.sender,
                    "to": list(sent.to),
                    "cc": list(sent.cc),
                    "subject": sent.subject,
                    "text": book.text(sent),
                    "told": [one.fact for one in sent.told],
                    "acts": [one.kind for one in sent.acts],
                    "files": [one.name for one in sent.attachments],
                }
            )
    if not rows:
        near = did_you_mean(thread, known)
        raise Unusable(
            f"there is no thread {thread}. {near or 'Threads stand in brackets in: tenure show RUN --day Mon'}"
        )
    return rows


def show_thread(book: Book, rows: list[dict[str, Any]], out: Console) -> None:
    """A conversation, oldest first."""
    from rich.padding import Padding
    from rich.text import Text

    subject = next((row["subject"] for row in rows if row["subject"]), "")
    if subject:
        out.print(Text(subject, "bold"))
    for row in rows:
        to = book.people(row["to"])
        cc = f", cc {book.people(row['cc'])}" if row["cc"] else ""
        out.print(
            Text.assemble(
                (row["when"], "dim"), f"  {book.name(row['from'])} → {to}{cc}", (f"  #{row['seq']}", "dim")
            )
        )
        out.print(Padding(Text(row["text"]), (0, 0, 0, 2)))
        notes = [f"acts: {', '.join(row['acts'])}"] if any(row["acts"]) else []
        notes += [f"tells: {', '.join(row['told'])}"] if row["told"] else []
        notes += [f"files: {', '.join(row['files'])}"] if row["files"] else []
        if notes:
            out.print(Padding(Text(" · ".join(notes), "dim"), (0, 0, 0, 2)))
        out.print()


def decisions_of(book: Book, person: str | None = None) -> list[dict[str, Any]]:
    """What coworkers decided and why, in the window."""
    outcomes: dict[tuple[str, int], tuple[str | None, str | None]] = {}
    looks: list[tuple[int, int, Looked]] = []
    for event in book.events((Looked.kind, Decided.kind)):
        match event.payload:
            case Looked() as looked if person in (None, looked.actor):
                looks.append((event.seq, event.at, looked))
            case Decided() as decided:
                outcomes[decided.actor, decided.decision] = (decided.outcome, decided.failure)
            case _:
                pass
    rows: list[dict[str, Any]] = []
    for seq, at, looked in looks:
        outcome, failure = outcomes.get((looked.actor, looked.decision), (None, None))
        text = looked.outcome or outcome
        made: dict[str, Any] = json.loads(text) if text else {}
        item = item_from(looked.subject) if looked.subject else None
        rows.append(
            {
                "seq": seq,
                "when": book.when(at),
                "person": looked.actor,
                "on": "" if item is None else item.kind,
                "thread": "" if item is None else item.thread,
                "from": "" if item is None else item.sender,
                "does": [one["kind"] for one in made.get("intents", ())],
                "why": made.get("why", "") if made else "not decided yet",
                "failure": looked.failure or failure,
                "mended": list(made.get("trouble", ())),
            }
        )
    return rows


def show_minds(book: Book, rows: list[dict[str, Any]], out: Console) -> None:
    """Decisions, one a line."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in ("when", "who", "about", "does", "why"):
        table.add_column(column, no_wrap=column == "when", overflow="fold")
    for row in rows:
        about = f"{row['on']} of {book.first(row['from'])}" if row["from"] else row["on"]
        fault = f" (the mind failed: {row['failure']})" if row["failure"] else ""
        fault += f" ({'; '.join(row['mended'])})" if row["mended"] else ""
        table.add_row(
            row["when"], book.first(row["person"]), about, ", ".join(row["does"]), row["why"] + fault
        )
    out.print(table)


def person_of(book: Book, person: str) -> dict[str, Any]:
    """What one person wrote, read, promised, decided and knows at the end of the run."""
    sent: list[dict[str, Any]] = []
    for event, one in book.messages():
        if person == one.sender or person in (*one.to, *one.cc):
            sent.append(
                {
                    "seq": event.seq,
                    "when": book.when(event.at),
                    "from": one.sender,
                    "to": addressed(one, book.first),
                    "place": book.place(one),
                    "thread": one.thread,
                    "subject": one.subject,
                    "text": book.text(one),
                }
            )
    knowledge = book.world.office.knowledge
    holds = {
        fact: version
        for fact in book.world.setup.facts
        if (version := knowledge.holds(person, fact)) is not None
    }
    promises = [
        {
            "promise": one.promise,
            "to": one.to,
            "what": one.what,
            "due": book.when(one.due),
            "made": book.when(event.at),
        }
        for event in book.events((office.PromiseMade.kind,))
        if isinstance(one := event.payload, office.PromiseMade) and person in (one.by, one.to)
    ]
    return {
        "person": person,
        "messages": sent,
        "holds": holds,
        "promises": promises,
        "decisions": decisions_of(book, person),
    }


def show_person(book: Book, found: dict[str, Any], out: Console) -> None:
    """One person's run: who they are, what they know, what they said and were told, what they decided."""
    from rich.padding import Padding
    from rich.text import Text

    one = book.world.setup.people[found["person"]]
    where = f", {one.company}" if one.company else ""
    out.print(Text.assemble((one.name, "bold"), f", {one.title}{where}"))
    if found["holds"]:
        held = [
            fact if version == "truth" else f"{fact} (wrong: {version})"
            for fact, version in found["holds"].items()
        ]
        out.print(f"holds at the end  {', '.join(held)}", style="dim", markup=False)
    for promise in found["promises"]:
        out.print(
            f"promise {promise['promise']}: {promise['what']} to {book.first(promise['to'])}, due {promise['due']}",
            markup=False,
        )
    out.print()
    for row in found["messages"]:
        mine = row["from"] == one.id
        head = f"→ {row['to']}" if mine else f"← {book.first(row['from'])}"
        subject = f": {row['subject']}" if row["subject"] else ""
        out.print(
            Text.assemble(
                (row["when"], "dim"), f"  {head}, {row['place']}{subject}", (f"  {row['thread']}", "dim")
            )
        )
        text = row["text"] if mine or row["from"] == book.me else shortened(row["text"], 160)
        out.print(Padding(Text(text), (0, 0, 0, 4)))
    if found["decisions"]:
        out.print("\n[dim]decisions[/]")
        show_minds(book, found["decisions"], out)
