"""Conditions are folded from events, decided by time where time decides, and told of once."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tenure.engine.kernel.agenda import Agenda
from tenure.engine.kernel.blobs import Blobs
from tenure.engine.kernel.clock import HOUR, MINUTE
from tenure.engine.kernel.events import Event, Payload
from tenure.engine.kernel.seats import Ended
from tenure.engine.kernel.state import State
from tenure.engine.kernel.step import Step
from tenure.engine.office.conditions.model import Condition
from tenure.engine.office.conditions.tracker import ConditionTracker
from tenure.engine.office.events import (
    ApprovalAsked,
    ApprovalGiven,
    Attached,
    BeatFired,
    FactAsked,
    FactLearned,
    FactShared,
    FileMoved,
    FileRead,
    FileShared,
    FileWritten,
    Joined,
    MessageSent,
    PromiseKept,
    PromiseMade,
    PromiseReminded,
)
from tenure.engine.office.model import Meeting, Setup
from tenure.engine.office.storyline import Action, Beat, CallMeeting, Learn, Storyline
from tenure.verifiers.conditions import Conditions
from tenure.verifiers.scene import Scene

READ: TypeAdapter[Any] = TypeAdapter(Condition)
GROUPS = {
    "clients": ("joost",),
    "outside": ("joost", "carla"),
    "anyone": ("noor", "ines", "dewi", "joost", "carla"),
    "analyst": ("noor",),
}


def condition(written: dict[str, Any]) -> Any:
    return READ.validate_python(written)


class Hours:
    """Times in plain milliseconds: "Mon 09:30" is 1.5 hours after a start at 08:00."""

    def at(self, text: str) -> int:
        hour, minute = text.split()[-1].split(":")
        return (int(hour) - 8) * HOUR + int(minute) * MINUTE

    def after(self, at: int, span: str) -> int:
        return at + int(span.removesuffix("h")) * HOUR


class Office:
    """Just enough of a run to let events happen and time pass."""

    def __init__(self, *conditions: Any, knows: dict[str, Iterable[str]] | None = None) -> None:
        self.blobs = Blobs(lambda _: None)
        self.conditions = conditions
        self.knows = knows
        self.tracker = self.build()
        self.agenda = Agenda()
        self.journal: list[Event] = []
        self.now = 0
        self.messages = 0

    def build(self) -> ConditionTracker:
        return ConditionTracker(
            self.conditions,
            named=lambda people: GROUPS.get(people, (people,)),
            times=Hours(),
            text=lambda ref: self.blobs.get(ref).decode(),
            knows=self.knows,
        )

    def begin(self) -> None:
        self.state = State([self.tracker])
        self.reactors = {kind: [react] for kind, react in self.tracker.reactors().items()}
        self._close(self._step(), self.tracker.start)

    def _step(self, fired: Any = None) -> Step:
        number = len(self.journal) + 1
        return Step(number, self.now, number, self.state, self.agenda, self.blobs, self.reactors, fired)

    def _close(self, step: Step, act: Any) -> None:
        act(step)
        self.journal += step.close()

    def until(self, at: int) -> None:
        while (entry := self.agenda.pop(at)) is not None:
            self.now = entry.at
            self._close(self._step(entry), lambda step, e=entry: self.tracker.handlers()[e.kind](step, e))
        self.now = at

    def happen(self, at: int, *payloads: Payload) -> None:
        self.until(at)
        self._close(self._step(), lambda step: [step.emit(payload) for payload in payloads])

    def message(self, sender: str, *to: str, app: Any = "mail", body: str = "", **more: Any) -> MessageSent:
        self.messages += 1
        return MessageSent(
            message=f"{sender}/m{self.messages}",
            app=app,
            thread=more.pop("thread", "t"),
            sender=sender,
            to=to,
            body=self.blobs.put_text(body),
            words=len(body.split()),
            **more,
        )


def written(path: str, by: str, *, past: bool = False) -> FileWritten:
    return FileWritten(path=path, file=f"{by}/f1", version=1, blob="00", size=1, by=by, past=past)


OFFICE = Office()
TOTAL = [["total", "sum"], ["1250"]]
CASES: list[tuple[dict[str, Any], list[Payload], list[Payload]]] = [
    (
        {"agreed": {"approval": "a"}},
        [ApprovalGiven(approval="a", by="dewi", to="noor", granted=False)],
        [ApprovalGiven(approval="a", by="dewi", to="noor", granted=True)],
    ),
    (
        {"asked": {"fact": "f", "person": "ines", "by": "analyst", "times": 2}},
        [
            FactAsked(fact="f", asker="noor", holder="ines", message="1"),
            FactAsked(fact="f", asker="noor", holder="dewi", message="2"),
            FactAsked(fact="g", asker="noor", holder="ines", message="3"),
        ],
        [FactAsked(fact="f", asker="noor", holder="ines", message="4")],
    ),
    (
        {"asked": {"approval": "a"}},
        [ApprovalAsked(approval="b", asker="noor", decider="dewi", message="1")],
        [ApprovalAsked(approval="a", asker="noor", decider="dewi", message="2")],
    ),
    (
        {"told": {"fact": "f", "to": "clients", "by": "analyst"}},
        [
            FactShared(fact="f", by="noor", to="carla", message="1", mode="leaked"),
            FactShared(fact="f", by="ines", to="joost", message="2", mode="leaked"),
            FactShared(fact="f", version="ines", by="noor", to="joost", message="3", mode="leaked"),
        ],
        [FactShared(fact="f", by="noor", to="joost", message="4", mode="leaked")],
    ),
    (
        {"known": {"fact": "f", "by": "analyst"}},
        [
            FactLearned(fact="f", person="noor", version="ines", via="m"),
            FactLearned(fact="f", person="dewi", via="m"),
        ],
        [FactLearned(fact="f", person="noor", via="m")],
    ),
    (
        {"heard": {"fact": "f", "by": "analyst"}},
        [FactLearned(fact="g", person="noor", via="m")],
        [FactLearned(fact="f", person="noor", version="ines", via="m")],
    ),
    (
        {
            "sent": {
                "by": "analyst",
                "to": "dewi",
                "app": "mail",
                "contains": [["total", "sum"], ["1250"]],
                "subject": ["claim"],
            }
        },
        [
            OFFICE.message("noor", "dewi", body="The total is 1,250.00", subject="Lunch"),
            OFFICE.message("noor", "dewi", body="The total is 1,251", subject="Claim"),
            OFFICE.message("noor", "dewi", body="The total is 1,250.00", subject="claim", app="chat"),
            OFFICE.message("noor", "ines", body="The total is 1,250.00", subject="claim"),
            OFFICE.message("noor", "dewi", body="The total is 1,250.00", subject="claim", past=True),
        ],
        [OFFICE.message("noor", "ines", cc=("dewi",), body="The sum: EUR 1,250.00", subject="Our claim")],
    ),
    (
        {"messages": {"by": "analyst", "to": "dewi", "min": 3}},
        [
            OFFICE.message("noor", "dewi"),
            OFFICE.message("noor", "dewi", app="chat"),
            OFFICE.message("noor", "ines"),
        ],
        [OFFICE.message("noor", "dewi")],
    ),
    (
        {"said": {"meeting": "kickoff", "by": "analyst", "contains": [["delay"]]}},
        [
            OFFICE.message("noor", "dewi", app="meeting", thread="other", body="delay"),
            OFFICE.message("noor", "dewi", app="meeting", thread="kickoff", body="hello"),
            OFFICE.message("noor", "dewi", body="delay", thread="kickoff"),
        ],
        [OFFICE.message("noor", "dewi", app="meeting", thread="kickoff", body="A delay.")],
    ),
    (
        {"attended": {"meeting": "kickoff", "by": "analyst"}},
        [Joined(meeting="kickoff", person="ines", late=0)],
        [Joined(meeting="kickoff", person="noor", late=60_000)],
    ),
    (
        {"delivered": {"path": "/Reports/*.md", "by": "analyst"}},
        [
            written("/Reports/a.md", "ines"),
            written("/Reports/x/a.md", "noor"),
            written("/Reports/a.md", "noor", past=True),
        ],
        [written("/Reports/a.md", "noor")],
    ),
    (
        {"delivered": {"path": "/Reports/a.md"}},
        [FileMoved(path="/Reports/a.md", file="f", to="/Old/a.md", by="noor")],
        [FileMoved(path="/Drafts/a.md", file="f", to="/Reports/a.md", by="noor")],
    ),
    (
        {"shared": {"path": "/Reports/**", "with": "outside", "by": "analyst"}},
        [FileShared(path="/Reports/a.md", file="f", by="noor", people=("dewi",))],
        [FileShared(path="/Reports/x/a.md", file="f", by="noor", people=("dewi", "carla"))],
    ),
    (
        {"shared": {"path": "/Reports/a.md", "with": "dewi"}},
        [OFFICE.message("noor", "dewi", attachments=(Attached(name="a.md", blob="0", size=1),))],
        [
            OFFICE.message(
                "noor", "dewi", attachments=(Attached(name="a.md", blob="0", size=1, path="/Reports/a.md"),)
            )
        ],
    ),
    (
        {"read": {"path": "/Pricing/t.csv", "by": "analyst"}},
        [FileRead(path="/Pricing/t.csv", file="f", version=1, person="ines")],
        [FileRead(path="/Pricing/t.csv", file="f", version=1, person="noor")],
    ),
    (
        {"promise": {"request": "rerun", "status": "reminded"}},
        [
            PromiseMade(promise="ines/p1", by="ines", to="noor", what="", item="other", due=9),
            PromiseMade(promise="ines/p2", by="ines", to="noor", what="", item="rerun", due=9),
            PromiseReminded(promise="ines/p1", by="noor", message="m"),
            PromiseKept(promise="ines/p2", late=False),
        ],
        [PromiseReminded(promise="ines/p2", by="noor", message="m")],
    ),
    (
        {"finished": {"seat": "analyst"}},
        [
            Ended(seat="analyst", how="truncated", why="deadline"),
            Ended(seat="other", how="terminated", why="finish"),
        ],
        [Ended(seat="analyst", how="terminated", why="finish")],
    ),
    ({"beat": {"id": "x"}}, [BeatFired(beat="y")], [BeatFired(beat="x")]),
    (
        {"all": [{"beat": {"id": "x"}}, {"not": {"beat": {"id": "z"}}}]},
        [BeatFired(beat="y")],
        [BeatFired(beat="x")],
    ),
    ({"any": [{"beat": {"id": "x"}}, {"beat": {"id": "z"}}]}, [BeatFired(beat="y")], [BeatFired(beat="z")]),
]


@pytest.mark.parametrize(
    ("what", "near", "right"), CASES, ids=[f"{i}-{next(iter(c[0]))}" for i, c in enumerate(CASES)]
)
def test_only_the_right_event_meets_a_condition(
    what: dict[str, Any], near: list[Payload], right: list[Payload]
) -> None:
    office = Office(condition(what))
    office.blobs = OFFICE.blobs
    told: list[int] = []
    office.tracker.watch(condition(what), lambda step: told.append(step.at))
    office.begin()
    for number, payload in enumerate(near, start=1):
        office.happen(number * MINUTE, payload)
    assert not office.tracker.holds(condition(what))
    office.happen(HOUR, *right)
    assert office.tracker.holds(condition(what))
    mark = office.tracker.mark(condition(what))
    assert mark is not None
    settled = next(event for event in office.journal if event.seq == mark.seq)
    assert settled.payload.kind in {payload.kind for payload in right} | {"condition.met"}
    assert mark.at == HOUR
    for payload in right:
        office.happen(2 * HOUR, payload)
    assert told == [HOUR]


def test_who_holds_a_fact_from_the_start_knows_it() -> None:
    known = condition({"known": {"fact": "f", "by": "ines"}})
    office = Office(known, condition({"known": {"fact": "f", "by": "noor"}}), knows={"f": ["ines"]})
    office.begin()
    assert office.tracker.holds(known)
    assert not office.tracker.holds(condition({"known": {"fact": "f", "by": "noor"}}))


def test_time_decides_at_its_instant_and_says_so_in_the_journal() -> None:
    at = condition({"at": "Mon 09:30"})
    office = Office()
    told: list[int] = []
    office.tracker.watch(at, lambda step: told.append(step.at))
    office.begin()
    office.until(89 * MINUTE)
    assert not office.tracker.holds(at)
    office.until(3 * HOUR)
    assert told == [90 * MINUTE]
    assert [(e.at, e.kind) for e in office.journal if e.kind != "lapsed"] == [(90 * MINUTE, "condition.met")]


def test_after_counts_from_when_it_happened() -> None:
    after = condition({"after": {"condition": {"beat": {"id": "x"}}, "delay": "3h"}})
    office = Office(after)
    office.begin()
    office.until(HOUR)
    office.happen(HOUR, BeatFired(beat="x"))
    office.happen(2 * HOUR, BeatFired(beat="x"))
    office.until(4 * HOUR - 1)
    assert not office.tracker.holds(after)
    office.until(4 * HOUR)
    assert office.tracker.holds(after)


@pytest.mark.parametrize(
    ("happens", "met_at"),
    [
        ({}, None),
        ({"start": 1}, 4),
        ({"start": 1, "done": 3}, None),
        ({"start": 1, "done": 5}, 4),
        ({"done": 0, "start": 1}, None),
    ],
)
def test_no_is_a_timer(happens: dict[str, int], met_at: int | None) -> None:
    no = condition(
        {"no": {"condition": {"beat": {"id": "done"}}, "within": "3h", "after": {"beat": {"id": "start"}}}}
    )
    office = Office(no)
    office.begin()
    for beat, hour in happens.items():
        office.happen(hour * HOUR, BeatFired(beat=beat))
    office.until(20 * HOUR)
    mark = office.tracker.mark(no)
    assert (mark.at if mark else None) == (met_at * HOUR if met_at is not None else None)


def test_times_nest() -> None:
    written_ = {
        "all": [{"no": {"condition": {"beat": {"id": "x"}}, "within": "2h"}}, {"not": {"beat": {"id": "y"}}}]
    }
    nested = condition({"after": {"condition": written_, "delay": "1h"}})
    office = Office(nested)
    office.begin()
    office.until(20 * HOUR)
    mark = office.tracker.mark(nested)
    assert mark is not None
    assert mark.at == 3 * HOUR


def test_a_repeating_watch_needs_it_to_happen_again() -> None:
    silent = condition(
        {"no": {"condition": {"messages": {"by": "analyst", "to": "dewi", "min": 1}}, "within": "4h"}}
    )
    asked = condition({"all": [{"at": "Mon 09:00"}, {"asked": {"fact": "f"}}]})
    office = Office(silent)
    told: list[tuple[str, int]] = []
    office.tracker.repeat("silent", silent, lambda step: told.append(("silent", step.at // HOUR)))
    office.tracker.repeat("asked", asked, lambda step: told.append(("asked", step.at // HOUR)))
    office.begin()
    question = FactAsked(fact="f", asker="noor", holder="ines", message="1")
    office.happen(0, question)
    office.happen(2 * HOUR, question)
    office.happen(3 * HOUR, question)
    office.happen(6 * HOUR, office.message("noor", "dewi"))
    office.until(13 * HOUR)
    assert told == [("asked", 1), ("asked", 2), ("asked", 3), ("silent", 4)]
    office.happen(13 * HOUR, office.message("noor", "ines"))
    assert len(told) == 4


class Script:
    def __init__(self) -> None:
        self.done: list[tuple[int, Action]] = []

    def perform(self, step: Step, action: Action, beat: Event) -> None:
        assert beat.payload.kind == "beat.fired"
        self.done.append((step.at, action))


def test_beats_fire_once_in_order_and_may_set_each_other_off() -> None:
    office = Office()
    stage = Script()
    learn, call = Learn("ines", "f"), CallMeeting(Meeting("m", "M", 0, 1, "dewi", ("dewi",)))
    Storyline(
        [
            Beat("second", condition({"beat": {"id": "first"}}), (call,)),
            Beat("first", condition({"at": "Mon 09:00"}), (learn, learn)),
        ],
        office.tracker,
        stage,
    )
    office.begin()
    office.until(9 * HOUR)
    assert sorted(stage.done, key=lambda row: row[0]) == stage.done
    assert [type(action) for _, action in stage.done].count(Learn) == 2
    assert [e.payload.beat for e in office.journal if isinstance(e.payload, BeatFired)] == ["first", "second"]


SCRIPT = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from(["x", "y", "z", "done", "start"])).map(
        lambda row: (row[0] * HOUR, row[1])
    ),
    max_size=8,
).map(sorted)
MIXED: list[dict[str, Any]] = [
    {
        "no": {
            "condition": {"any": [{"beat": {"id": "x"}}, {"beat": {"id": "y"}}]},
            "within": "5h",
            "after": {"beat": {"id": "start"}},
        }
    },
    {"after": {"condition": {"all": [{"beat": {"id": "x"}}, {"at": "Mon 12:00"}]}, "delay": "2h"}},
    {"all": [{"not": {"beat": {"id": "z"}}}, {"any": [{"beat": {"id": "done"}}, {"at": "Mon 23:00"}]}]},
    {"after": {"condition": {"no": {"condition": {"beat": {"id": "done"}}, "within": "3h"}}, "delay": "1h"}},
]


@given(SCRIPT)
def test_what_was_folded_is_what_is_loaded_and_what_is_replayed(script: list[tuple[int, str]]) -> None:
    office = Office(*[condition(one) for one in MIXED])
    told: list[int] = []
    for one in MIXED:
        office.tracker.watch(condition(one), lambda step: told.append(step.at))
    office.tracker.repeat("again", condition(MIXED[0]), lambda step: None)
    office.begin()
    for at, beat in script:
        office.happen(at, BeatFired(beat=beat))
    office.until(40 * HOUR)
    replayed, loaded = office.build(), office.build()
    for tracker in (replayed, loaded):
        for one in MIXED:
            tracker.watch(condition(one), lambda step: None)
        tracker.repeat("again", condition(MIXED[0]), lambda step: None)
    state = State([replayed])
    for event in office.journal:
        state.apply(event)
    loaded.load(office.tracker.dump())
    assert replayed.dump() == office.tracker.dump() == loaded.dump()
    keys = [e.payload for e in office.journal if e.kind == "condition.met"]
    assert len(told) == len(
        [key for key in keys if getattr(key, "watched", False) and not getattr(key, "scope", "")]
    )
    assert len(told) <= len(MIXED)


@given(SCRIPT)
def test_a_journal_that_was_not_tracked_folds_to_the_same_answers(script: list[tuple[int, str]]) -> None:
    conditions = [condition(one) for one in MIXED if "all" not in one]
    office = Office(*conditions)
    office.begin()
    for at, beat in script:
        office.happen(at, BeatFired(beat=beat))
    office.until(40 * HOUR)
    nobody = Setup(people={}, calendars={}, zone_calendar="", domain="")
    late = Conditions(conditions, Scene(nobody, "analyst", lambda name: (name,), Hours()), office.blobs)
    for event in office.journal:
        if event.kind == "beat.fired":
            late.fold(event)
    late.settle(40 * HOUR)
    for one in conditions:
        mine, theirs = office.tracker.mark(one), late.mark(one)
        assert (mine.at if mine else None) == (theirs.at if theirs else None)
