"""Six weeks of a good associate, day by day; solutions choose among its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from tenure.engine.agents.careful import Careful, Heard, Question
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _conduct as conduct
from . import _deck, _disclosure, _memo, _model, _notes
from . import _reading as reading
from ._learned import Learned

FOLDERS = (
    "/Firm",
    "/Orrin/01 Correspondence",
    "/Orrin/02 Charter",
    "/Orrin/03 Ship",
    "/Orrin/04 Surveys",
    "/Orrin/05 Voyage and cargo",
    "/Orrin/06 Incident",
    "/Orrin/07 Coast Guard",
    "/Orrin/08 Claims",
    "/Orrin/09 Insurance",
    "/Orrin/10 Witnesses",
    "/Orrin/12 Court",
    "/Orrin/13 Work product",
    "/Orrin/14 Board",
)

CALL_QUESTIONS = (
    "Good morning, Captain, this is Rowan Ibarra of Penhallow Strake. You have my letter: I act for the company and not for you. May I ask you about the evening before you sailed?",
    "The satellite bill shows a call at 21:38 on 17 May. Whom did you ring, and what did you say?",
    "Since when was the alarm on No. 4 starboard out of service?",
    "Who wrote the statement of 24 May, and did you read it before you signed?",
    "What was the wind when you left the berth?",
    "Thank you, Captain. I write a note of this today, and it stays with the company.",
)


@dataclass(frozen=True)
class Habits:
    """What a solution does otherwise than a good one.

    Attributes:
        rings: Whether the captain is rung.
        asks_tanabe: Whether the superintendent is asked about the wings.
        typed: Whether the workbook holds typed results.
    """

    rings: bool = True
    asks_tanabe: bool = True
    typed: bool = False


@dataclass
class Matter:
    """The seat's work on the matter.

    Attributes:
        session: The episode.
        desk: Working habits.
        known: Findings.
        questions: What is being asked at present.
        habits: What is left out.
        warned: Who had the warning, and on which day.
        later: What waits for the warning.
    """

    session: Session
    habits: Habits = Habits()
    desk: Careful = field(init=False)
    known: Learned = field(default_factory=Learned)
    questions: list[Question] = field(default_factory=list[Question])
    warned: dict[str, str] = field(default_factory=dict[str, str])
    later: Question | None = None

    def __post_init__(self) -> None:
        self.desk = Careful(self.session, days=4)
        self.conduct = conduct.Conduct(self.desk)
        self.desk.react = self.conduct.reactions()

    # Reading ---------------------------------------------------------------------------------------------------------

    async def study(self, *folders: str) -> None:
        """Read folders of the data room whole."""
        for folder in folders:
            self.known.files |= await self.desk.read_folder(folder)

    async def catch_up(self) -> None:
        """Read what was written before one came: the whole inbox and the channels."""
        page = 1
        while (box := await self.desk.call("mail.inbox", page=page)).ok:
            for row in box.data.get("messages", ()):
                await self.desk.call("mail.read", message=row["message"])
            page += 1
            if not box.data.get("more"):
                break
        for channel in ("#orrin-team", "#docket", "#everyone"):
            await self.desk.call("chat.read", **{"with": channel, "limit": 100})

    async def consult(self, *documents: str) -> None:
        """Read entries of the library whole."""
        for document in documents:
            text, part = "", 1
            while (seen := await self.desk.call("library.read", document=document, part=part)).ok:
                text += str(seen["text"])
                part += 1
                if not seen.data.get("more"):
                    break
            if document == reading.ACT:
                self.known.act = text

    async def library(self, *kinds: str) -> None:
        """Read everything of these kinds."""
        for kind in kinds:
            listed = await self.desk.call("library.list", kind=kind)
            await self.consult(*(row["document"] for row in listed.data.get("documents", ())))

    # Asking ----------------------------------------------------------------------------------------------------------

    async def until(self, moment: str) -> None:
        """Ask, answer and remind until then; and take in what was learned."""
        if self.desk.now < self.desk.moment(moment):
            await self.desk.pursue(self.questions, until=moment)
        self.learn()

    def ask(self, *questions: Question) -> None:
        """Add to what is being asked."""
        self.questions += questions

    def learn(self) -> None:
        """Put answers into the findings, with the day on which they came."""
        said, known = self.desk.known, self.known
        for name, day in (
            ("hull", "tanabe"),
            ("cap", "stellan"),
            ("certificate", "witness"),
            ("drafter", "whitlock"),
        ):
            if name in said:
                known.days.setdefault(day, _notes.spoken_day(self.desk))
        known.double_hull = said.get("hull", known.double_hull)
        known.story_cap = said.get("cap", known.story_cap)
        known.mail_went = said.get("certificate", known.mail_went)
        known.drafter = known.drafter or bool(said.get("drafter"))
        known.twice_by_word = said.get("boom", known.twice_by_word)
        known.ledger_by_word = said.get("ledger", known.ledger_by_word)
        for one in self.desk.heard:
            if one.sender == "tanabe" and (wrong := asking.at_fault(one.text)):
                known.survey_wrong = wrong

    def words_of(self, person: str, *apps: str) -> list[Heard]:
        """What somebody told us, in mail, chat or on the telephone."""
        return [one for one in self.desk.heard if one.sender == person and (not apps or one.app in apps)]

    async def warn(self, person: str, name: str) -> None:
        """The warning in writing."""
        await self.desk.write(person, asking.warning(name), "Before we speak")
        self.warned[person] = _notes.spoken_day(self.desk)

    async def ring_varga(self, until: str) -> bool:
        """Ring the captain until he picks up or the time is over."""
        limit = self.desk.moment(until)
        while self.desk.now < limit:
            rung = await self.desk.ring("varga", *CALL_QUESTIONS)
            if rung.data.get("answered"):
                break
            again = min(limit, self.desk.now + timedelta(minutes=50))
            await self.until(again.strftime("%a week ") + f"{self.week(again)} {again:%H:%M}")
        for one in self.words_of("varga"):
            if name := asking.rung(one.text):
                self.known.rung = name
                self.known.days.setdefault("varga", _notes.spoken_day(self.desk))
        return self.known.rung is not None

    def week(self, moment: object) -> int:
        """Number of the week of a moment."""
        first = self.desk.moment("Mon week 1 00:00")
        return (moment - first).days // 7 + 1  # type: ignore[operator,attr-defined]

    # Deliverables ----------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Read what came into the data room since the last look."""
        await self.study(
            "/Orrin/02 Charter",
            "/Orrin/06 Incident",
            "/Orrin/07 Coast Guard",
            "/Orrin/08 Claims",
            "/Orrin/10 Witnesses",
            "/Orrin/12 Court",
        )

    async def model(self, status: str, *, first: bool) -> None:
        """Build or revise the workbook."""
        if self.habits.typed:
            await _model.typed(self.desk, self.known.answer(), first=first)
            return
        make = _model.build if first else _model.revise
        register = "final, 13 October" if self.known.register_is_final else "provisional, 18 August"
        await make(self.desk, self.known.inputs(), self.known.law, self.known.sources(), status, register)

    async def memo(self, status: str, *, first: bool) -> None:
        """Write the memorandum, or the sections that changed."""
        day = _notes.spoken_day(self.desk)
        if first:
            self.written = dict(_memo.sections(self.known))
            await self.desk.call("docs.create", path=reading.MEMO, text=_memo.whole(self.known, status, day))
            return
        seen = await self.desk.call("docs.outline", path=reading.MEMO)
        version = int(seen["version"])
        for heading, text in _memo.sections(self.known).items():
            if self.written.get(heading) != text:
                done = await self.desk.call(
                    "docs.replace", path=reading.MEMO, version=version, section=heading, text=text
                )
                assert done.ok, done.error
                version = int(done["version"])
                self.written[heading] = text
        await self.desk.call(
            "docs.set_cells",
            path=reading.MEMO,
            version=version,
            table=1,
            cells={"B3": day, "B4": _memo.subject(status)},
        )

    async def deck(self, status: str) -> None:
        """Make the deck."""
        done = await self.desk.call("slides.create", path=reading.DECK, text=_deck.deck(self.known, status))
        assert done.ok, done.error
        answer = self.known.answer()
        held, gone, heads = answer.held, answer.gone, ("Third parties", "Removal", "Penalty")
        series = {
            head: [part / 1_000_000 for part in parts]
            for head, parts in zip(
                heads,
                ((held.third, gone.third), (answer.it.removal,) * 2, (held.penalty, gone.penalty)),
                strict=True,
            )
        }
        done = await self.desk.call(
            "slides.chart",
            path=reading.DECK,
            version=int(done["version"]),
            slide=3,
            kind="stacked",
            labels=["Limit holds, $ million", "Limit falls away, $ million"],
            series=series,
        )
        assert done.ok, done.error
        claims = self.known.claims
        await self.desk.call(
            "slides.chart",
            path=reading.DECK,
            version=int(done["version"]),
            slide=6,
            kind="bar",
            labels=[_model.HEADS.get(key, (key, ""))[0] for key in claims],
            series={"Presented, $ million": [amount / 1_000_000 for amount in claims.values()]},
        )

    async def talk(
        self, person: str, title: str, start: str, minutes: int, lines: Sequence[str]
    ) -> list[Heard]:
        """Sit down with somebody and put questions, if they come."""
        desk = self.desk
        when = desk.moment(start)
        invited = await desk.call(
            "calendar.invite", title=title, start=f"{when:%Y-%m-%d %H:%M}", minutes=minutes, people=[person]
        )
        if not invited.ok:
            return []
        await self.until(
            f"{(when - timedelta(minutes=3)):%a} week {self.week(when)} {(when - timedelta(minutes=3)):%H:%M}"
        )
        if not (await desk.call("meetings.attend", meeting=invited["meeting"])).ok:
            return []
        said: list[Heard] = []
        for line in lines:
            if not (await desk.call("meetings.say", text=line)).ok:
                break
            heard = await desk.call("meetings.listen", minutes=max(2, minutes // (len(lines) + 1)))
            said += [
                Heard(row["sender"].rsplit("(", 1)[-1].rstrip(")"), row["text"], "meeting", row["message"])
                for row in heard.data.get("said", ())
            ]
        await desk.call("meetings.leave")
        desk.heard += said
        return said

    async def disclose(self, numbers: Sequence[int]) -> None:
        """Decide these tickets and submit them."""
        await _disclosure.decide(self.desk, numbers)
