"""How a careful colleague works, for references: reads, asks one thing at a time, waits, reminds, asks elsewhere.

A reference that read its answers off the params would prove nothing about a pack. This one takes its figures from what
people really wrote, whenever they wrote it, at any seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from .session import Observation, Session

DAY_BEGINS: Final = time(8, 30)
_WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True)
class Heard:
    """Something that somebody wrote or said.

    Attributes:
        sender: Person id.
        text: What reached the seat.
        app: mail, chat, phone or meeting.
        message: Its id, to answer it; empty for what was said.
        subject: Of a mail.
    """

    sender: str
    text: str
    app: str
    message: str = ""
    subject: str = ""


@dataclass(frozen=True)
class Route:
    """One way to get an answer: a person, and what to write them.

    Attributes:
        person: Whom to ask.
        words: The first message, then the reminders; after the last one the next route is tried.
        app: mail, chat or phone.
        subject: Of the mail.
        patience: Minutes of the seat's day to wait between messages.
        mornings: The person is reached in the morning only: messages go out before 10:30.
    """

    person: str
    words: Sequence[str]
    app: str = "mail"
    subject: str = ""
    patience: int = 150
    mornings: bool = False


@dataclass
class Question:
    """Something the seat wants to know.

    Attributes:
        name: Under which the answer is kept.
        routes: Ways to get it, in order of preference.
        read: Finds the answer in what somebody wrote, or None.
        trusted: Whose words count; empty: those of the routes' people.
        after: Another question that must be answered first.
    """

    name: str
    routes: Sequence[Route]
    read: Callable[[str], Any]
    trusted: Iterable[str] = ()
    after: str = ""
    sent: int = 0
    route: int = 0
    due: datetime | None = None

    @property
    def current(self) -> Route | None:
        """The route being tried."""
        return self.routes[self.route] if self.route < len(self.routes) else None

    def believes(self, sender: str) -> bool:
        """Whether this person's answer counts."""
        return sender in (tuple(self.trusted) or tuple(route.person for route in self.routes))


@dataclass
class Careful:
    """A seat's working habits over a session.

    Attributes:
        session: The episode.
        heard: Everything that reached the seat so far, in order.
        known: Answers by question name.
        react: Called for each new message; may answer it.
        days: Working days of the seat's week, from Monday on.
    """

    session: Session
    heard: list[Heard] = field(default_factory=list[Heard])
    known: dict[str, Any] = field(default_factory=dict[str, Any])
    react: Mapping[str, Callable[[Heard], Any]] = field(default_factory=dict[str, Callable[[Heard], Any]])
    days: int = 5
    _read: set[str] = field(default_factory=set[str])
    _announced: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    _first: date | None = None

    def __post_init__(self) -> None:
        self._first = self.now.date() - timedelta(days=self.now.weekday())

    @property
    def now(self) -> datetime:
        """Simulated wall time."""
        return datetime.fromisoformat(self.session.now)

    def moment(self, text: str) -> datetime:
        """The instant of "Tue 09:30" in the week of the present day, or of "Tue week 3 09:30" of the episode."""
        day, *week, clock = text.split()
        if week:
            assert self._first is not None
            monday = self._first + timedelta(weeks=int(week[-1]) - 1)
        else:
            monday = self.now.date() - timedelta(days=self.now.weekday())
        return datetime.combine(monday + timedelta(days=_WEEKDAYS.index(day[:3])), time.fromisoformat(clock))

    # Reading ---------------------------------------------------------------------------------------------------------

    async def read_drive(self, *paths: str) -> dict[str, str]:
        """Read files of the drive, all their parts; what isn't there is left out."""
        found: dict[str, str] = {}
        for path in paths:
            text, part = "", 1
            while (seen := await self.call("drive.read", path=path, part=part)).ok:
                text += seen.data.get("text", "")
                part += 1
                if not seen.data.get("more"):
                    break
            if text:
                found[path] = text
        return found

    async def files(self, folder: str) -> list[str]:
        """The paths of all files of a folder and of those below it."""
        below, paths, page = list[str](), list[str](), 1
        while (seen := await self.call("drive.list", path=folder, page=page)).ok:
            below += [row.rsplit("/", 1)[0].rsplit("/", 1)[-1] for row in seen.data.get("folders", ())]
            paths += [row["path"] for row in seen.data.get("files", ())]
            page += 1
            if not seen.data.get("more"):
                break
        for name in below:
            paths += await self.files(f"{folder.rstrip('/')}/{name}")
        return paths

    async def read_folder(self, folder: str) -> dict[str, str]:
        """Read every file of a folder and of those below it; what was read before costs nothing."""
        return await self.read_drive(*await self.files(folder))

    async def call(self, tool: str, /, **arguments: Any) -> Observation:
        """Call a tool, keeping what is announced meanwhile."""
        seen = await self.session.call(tool, **arguments)
        self._announced += [dict(note) for note in seen.notifications]
        return seen

    async def unread(self) -> list[Heard]:
        """Read all unread mail of the inbox, oldest first; for the first look of the week."""
        box = await self.call("mail.inbox", unread_only=True)
        rows: Sequence[Mapping[str, Any]] = box.data.get("messages", ()) if box.ok else ()
        return await self._take([await self._open(row["message"]) for row in reversed(rows)])

    async def look(self) -> list[Heard]:
        """Read the mail and chat that was announced since the last look; returns what is new."""
        new: list[Heard | None] = []
        places: list[str] = []
        while self._announced:
            note = self._announced.pop(0)
            if note.get("app") == "mail" and "message" in note:
                new.append(await self._open(note["message"]))
            elif note.get("app") == "phone" and note.get("what") == "rings":
                await self._answer()
            elif note.get("app") == "chat":
                place = (
                    str(note["thread"]).partition("/")[0]
                    if str(note["thread"]).startswith("#")
                    else note["from"]
                )
                if place not in places:
                    places.append(place)
        for place in places:
            new += await self._talk(place)
        return await self._take(new)

    async def _take(self, new: Iterable[Heard | None]) -> list[Heard]:
        taken = [one for one in new if one is not None]
        self.heard += taken
        for one in taken:
            if (answer := self.react.get(one.sender)) is not None:
                await answer(one)
        return taken

    async def _open(self, message: str) -> Heard | None:
        if message in self._read:
            return None
        self._read.add(message)
        mail = await self.call("mail.read", message=message)
        if not mail.ok:
            return None
        return Heard(
            _id(mail["sender"]), mail.data.get("body", ""), "mail", message, mail.data.get("subject", "")
        )

    async def _talk(self, place: str) -> list[Heard]:
        seen = await self.call("chat.read", **{"with": place, "limit": 10})
        new: list[Heard] = []
        for line in seen.data.get("messages", ()) if seen.ok else ():
            sender = _id(line["sender"])
            if line["message"] not in self._read and sender != self.session.briefing.person:
                self._read.add(line["message"])
                new.append(Heard(sender, line["text"], "chat", line["message"]))
        return new

    # Writing ---------------------------------------------------------------------------------------------------------

    async def write(
        self, person: str, text: str, subject: str = "", app: str = "mail", cc: Sequence[str] = ()
    ) -> Observation:
        """Send a mail or a chat message, or ring and say it."""
        if app == "phone":
            return await self.ring(person, text)
        if app == "chat":
            return await self.call("chat.send", to=person, text=text)
        return await self.call("mail.send", to=[person], cc=list(cc), subject=subject, body=text)

    async def ring(self, person: str, *lines: str, message: str = "") -> Observation:
        """Ring somebody and say these things one after the other, hearing each answer out.

        Args:
            person: Whom.
            lines: What to say.
            message: For the voicemail if nobody picks up; nothing is left without it.

        Returns:
            What the call itself gave: ``answered`` says whether they picked up.
        """
        rung = await self.call("phone.call", person=person)
        if not rung.ok or not rung.data.get("answered"):
            if rung.ok and message:
                await self.call("phone.voicemail", text=message)
            return rung
        said = self._said(rung)
        for line in lines:
            if said.data.get("over"):
                break
            said = self._said(await self.call("phone.say", text=line))
        if not said.data.get("over"):
            await self.call("phone.hang_up")
        return rung

    async def _answer(self) -> None:
        """Pick up, hear it out, react as to a message, hang up."""
        picked = await self.call("phone.answer")
        before = len(self.heard)
        self._said(picked)
        for one in self.heard[before:]:
            if (answer := self.react.get(one.sender)) is not None:
                await answer(one)
        if picked.ok and not picked.data.get("over"):
            await self.call("phone.hang_up")

    def _said(self, seen: Observation) -> Observation:
        call = str(seen.data.get("call", ""))
        for line in seen.data.get("said", ()) if seen.ok else ():
            if (sender := _id(line["sender"])) != self.session.briefing.person:
                self.heard.append(Heard(sender, line["text"], "phone", call))
        return seen

    # Meetings --------------------------------------------------------------------------------------------------------

    async def attend(self, title: str) -> list[Heard]:
        """Sit in today's meeting of that title to its end and keep what is said; nothing if there is none."""
        agenda = await self.call("calendar.list", day="today")
        rows: Sequence[Mapping[str, Any]] = agenda.data.get("meetings", ()) if agenda.ok else ()
        found = next((row["meeting"] for row in rows if title.casefold() in row["title"].casefold()), None)
        if found is None or not (await self.call("meetings.attend", meeting=found)).ok:
            return []
        said: list[Heard] = []
        while True:
            heard = await self.call("meetings.listen", minutes=15)
            if not heard.ok:
                break
            said += [
                Heard(_id(line["sender"]), line["text"], "meeting", line["message"])
                for line in heard.data.get("said", ())
            ]
            if heard.data.get("over") and not heard.data.get("more"):
                break
        self.heard += said
        return said

    # Asking ----------------------------------------------------------------------------------------------------------

    async def pursue(self, questions: Sequence[Question], until: str, *, linger: bool = True) -> None:
        """Ask, wait, remind and go elsewhere until everything is known or the time is over.

        A person has at most one open question of ours at a time.

        Args:
            questions: What to find out; what is known already is not asked, but a later word on it counts.
            until: When to stop, such as "Tue 09:25".
            linger: Stay until then although everything is known.
        """
        end = self.moment(until)
        self._learn(questions, self.heard)
        self._learn(questions, await self.look())
        while self.now < end:
            open_ = [one for one in questions if one.name not in self.known]
            if not open_ and not linger:
                return
            busy = {one.current.person for one in open_ if one.sent and one.current}
            for one in open_:
                if not one.after or one.after in self.known:
                    await self._advance(one, busy)
            ahead = [one.due for one in open_ if one.due and one.due > self.now]
            await self._wait(min([*ahead, end]))
            self._learn(questions, await self.look())

    async def _wait(self, moment: datetime) -> None:
        if not self._announced:
            await self.call("wait", until=moment.isoformat(sep=" ", timespec="minutes"), notification=True)

    async def _advance(self, one: Question, busy: set[str]) -> None:
        route = one.current
        if route is None or (one.due and one.due > self.now):
            return None
        if not one.sent and route.person in busy:
            return None
        if one.sent >= len(route.words):
            one.route, one.sent, one.due = one.route + 1, 0, None
            return await self._advance(one, busy)
        start = self._sensible(self.now, route)
        if start > self.now:
            one.due = start
            return None
        await self.write(route.person, route.words[one.sent], route.subject, route.app)
        busy.add(route.person)
        one.sent += 1
        one.due = self._sensible(self.now + timedelta(minutes=route.patience), route)
        return None

    def _sensible(self, moment: datetime, route: Route) -> datetime:
        """The first moment from `moment` on at which one writes to this person."""
        latest = time(10, 30) if route.mornings else time(16, 45)
        if moment.time() < DAY_BEGINS and moment.weekday() < self.days:
            return moment.replace(hour=DAY_BEGINS.hour, minute=DAY_BEGINS.minute)
        if moment.time() > latest or moment.weekday() >= self.days:
            following = moment + timedelta(days=1)
            while following.weekday() >= self.days:
                following += timedelta(days=1)
            return following.replace(hour=DAY_BEGINS.hour, minute=DAY_BEGINS.minute)
        return moment

    def _learn(self, questions: Sequence[Question], heard: Iterable[Heard]) -> None:
        for said in heard:
            for one in questions:
                if one.believes(said.sender) and (found := one.read(said.text)) is not None:
                    self.known[one.name] = found


def _id(card: str) -> str:
    return card.rsplit("(", 1)[-1].rstrip(")") if "(" in card else card
