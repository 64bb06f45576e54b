"""What a person perceives when they look at one thread, and what they may decide to do about it.

A percept holds what bears on one thread and nothing else, in coarse steps where it is about time, load or feeling: the
same percept means the same decision, so a decision begun early stands unless something that matters has changed.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ..kernel.minds import Value
from .events import Act, Answer, Channel, RapportReason, RefusalReason, Told

Verdict: TypeAlias = Literal["may_tell", "needs_approval", "may_not", "does_not_know"]
Band: TypeAlias = Literal[0, 1, 2, 3]
"""Four coarse steps, from none or low to very high."""


class Said(Value):
    """One message of the thread."""

    message: str
    sender: str
    sender_name: str
    day: str
    """``Tue 10:15``, rounded down to a quarter of an hour, in the reader's own zone."""
    text: str
    new: bool
    """Not answered or dealt with yet."""
    acts: tuple[Act, ...] = ()
    told: tuple[Told, ...] = ()
    addressed: bool = True
    """To the reader directly (not in copy, not a channel post that names nobody)."""


class Other(Value):
    """The person on the other side, as the reader sees them."""

    person: str
    name: str
    first: str
    title: str
    company: str = ""
    """Empty: a colleague."""
    ties: tuple[str, ...] = ()
    """From the reader's side: manages, managed_by, works_with, client_of, …"""
    trust: Band = 2
    patience: Band = 3
    seat: bool = False


class KnownFact(Value):
    """A fact that the reader holds, with what the rules say about telling it to the other person now."""

    fact: str
    version: str
    statement: str
    topic: str
    asks: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    refusal: tuple[str, ...] = ()
    verdict: Verdict
    approval: str = ""
    """Which approval is missing."""
    approver: str = ""
    approver_name: str = ""
    sure: int = 950
    """Per mille."""
    rule: Literal["open", "on_request", "restricted", "never"] = "on_request"
    asked_before: int = 0
    """Times this person asked the reader for it before."""
    told_before: int = 0
    """Times the reader told them."""
    faded: bool = False
    """Not used for long: details may be mixed up."""
    from_other: bool = False
    """The reader has it from that very person."""


class Pointer(Value):
    """A fact that exists and that the reader does not hold: what it is about and whom they would name."""

    fact: str
    topic: str
    asks: tuple[str, ...] = ()
    statement_words: str = ""
    """The statement, for matching only: it must never be worded."""
    who: str = ""
    who_name: str = ""


class Approvable(Value):
    """Something that the reader may approve."""

    approval: str
    topic: str
    asks: tuple[str, ...]
    says: tuple[str, ...]
    refuses: tuple[str, ...]
    grants: bool
    given: bool
    """Decided already, in the sense of ``grants``."""
    tells: tuple[str, ...] = ()


class Doable(Value):
    """Work that the reader does for others when asked."""

    request: str
    topic: str
    asks: tuple[str, ...]
    says: tuple[str, ...] = ()
    """Said when it is delivered."""
    place: str = ""
    """Path on the drive at which it is delivered."""
    due: int = 0
    """When it would be due if promised now; milliseconds since the run's start."""
    due_words: str = ""
    status: Literal["free", "promised", "done", "blocked"] = "free"
    promise: str = ""
    forgotten: bool = False


class OpenPromise(Value):
    """A promise between the reader and the other person."""

    promise: str
    mine: bool
    what: str
    item: str = ""
    due_words: str
    late: bool
    later: int = 0
    """When it could be done if taken up now: what somebody who is late can promise instead; 0 if not late."""
    later_words: str = ""


class Errand(Value):
    """Something the reader means to do on their own account: their work needs a colleague, a chase, news."""

    errand: str
    kind: Literal["request", "inform", "chase", "answer", "correct", "deliver", "invite", "social"]
    to: str
    to_name: str
    topic: str
    detail: str = ""
    fact: str = ""
    item: str = ""
    cc: tuple[str, ...] = ()
    """Who else gets it."""


class Invitation(Value):
    """A meeting invitation that waits for an answer."""

    meeting: str
    title: str
    organiser: str
    organiser_name: str
    when_words: str
    clash: bool


class Opened(Value):
    """A file that somebody asked the reader to look at, and that they have opened."""

    path: str
    wrong: tuple[str, ...] = ()
    """Facts that stand wrongly in it, as far as the reader knows and may say."""


class Memory(Value):
    """Something that the reader remembers, as it came to their mind for this look."""

    day: str
    """``Tue 3 Mar``, in the reader's zone: when it was."""
    kind: Literal["heard", "said", "learned", "promised", "noted", "reflected", "met"]
    text: str
    people: tuple[str, ...] = ()
    """Names of whom it is about, the reader left out."""


class Finding(Value):
    """What the reader found when they looked something up for this thread."""

    tool: str
    arguments: str
    """JSON, as they asked."""
    text: str
    """What came of it, cut to a bounded length; of a refused look-up, why."""
    ok: bool = True


def _none(value: object) -> bool:
    return not value


class Percept(Value):
    """One look of one person at one thread (or errand)."""

    me: str
    first: str
    day: str
    """``Tue morning``: weekday and part of the day, in the reader's zone."""
    app: Channel
    thread: str
    subject: str = ""
    said: tuple[Said, ...] = ()
    """The last messages of the thread, oldest first."""
    other: Other | None = None
    """Who wants something: the sender of the newest unanswered message."""
    present: tuple[str, ...] = ()
    """Who else reads the thread or sits in the meeting (names)."""
    audience_allows: bool = True
    """Everybody who reads the thread may hear what the other person may hear."""
    facts: tuple[KnownFact, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    approvals: tuple[Approvable, ...] = ()
    requests: tuple[Doable, ...] = ()
    promises: tuple[OpenPromise, ...] = ()
    errand: Errand | None = None
    invitation: Invitation | None = None
    thread_facts: tuple[str, ...] = ()
    """Facts that the thread was about so far, most recent first."""
    opened: tuple[Opened, ...] = Field(default=(), exclude_if=_none)
    memories: tuple[Memory, ...] = Field(default=(), exclude_if=_none)
    """What comes to mind, for a mind that remembers; the most telling first."""
    about_other: str = Field(default="", exclude_if=_none)
    """What the reader has noted about the other person."""
    findings: tuple[Finding, ...] = Field(default=(), exclude_if=_none)
    """What they looked up for this thread, oldest first."""
    reflect: bool = Field(default=False, exclude_if=_none)
    """Enough has happened since they last took stock."""
    colleagues: tuple[tuple[str, str, str], ...] = ()
    """(id, name, title) of people the reader would name: manager, and who is known for what."""
    manager: str = ""
    load: Band = 1
    salt: int = 0
    """A seeded number for choosing words."""
    used: tuple[str, ...] = ()
    """Hashes of sentences the person used before, so that they don't repeat themselves."""


# Decisions -----------------------------------------------------------------------------------------------------------


class Refusal(Value):
    fact: str
    reason: RefusalReason
    approval: str = ""


class NewPromise(Value):
    what: str
    item: str = ""
    due: int
    """Milliseconds since the run's start; 0: as `by` says."""
    by: str = Field(default="", exclude_if=_none)
    """When, in the promiser's own words, read against their calendar as it goes out."""


class Reply(Value):
    """Answer in the thread. What it does is said beside the text, so that the ledgers are true."""

    kind: Literal["reply"] = "reply"
    text: str
    """Empty: silence; what was asked, and refused by it, is entered all the same."""
    to: tuple[str, ...] = ()
    """Empty: whoever wrote last (all of the thread, in a meeting or channel)."""
    acts: tuple[Act, ...] = ()
    asked: tuple[str, ...] = ()
    """Facts that were asked for, as understood."""
    told: tuple[Told, ...] = ()
    refused: tuple[Refusal, ...] = ()
    referred: tuple[tuple[str, str], ...] = ()
    """(fact, person named)."""
    not_understood: tuple[str, ...] = ()
    """Questions that fitted nothing, or several facts."""
    candidates: tuple[str, ...] = ()
    approval_asked: tuple[str, ...] = ()
    approves: tuple[str, ...] = ()
    disapproves: tuple[str, ...] = ()
    promises: tuple[NewPromise, ...] = ()
    reminded: tuple[str, ...] = ()
    moved: tuple[tuple[str, int], ...] = ()
    """(promise, new due)."""
    rapport: tuple[RapportReason, ...] = ()
    """What applies to the other person."""


class Write(Value):
    """Start a thread: ask somebody, inform, chase, correct."""

    kind: Literal["write"] = "write"
    app: Literal["mail", "chat"]
    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    subject: str = ""
    text: str
    acts: tuple[Act, ...] = ()
    told: tuple[Told, ...] = ()
    expects_reply: bool = False
    errand: str = ""


class AnswerInvitation(Value):
    kind: Literal["answer_invitation"] = "answer_invitation"
    meeting: str
    answer: Answer
    text: str = ""


class UseTool(Value):
    """Use an app as anybody can; what a read brings is perceived at the next look at the same thread."""

    kind: Literal["use_tool"] = "use_tool"
    tool: str
    arguments: str
    """JSON."""


class Escalate(Value):
    """Take it to somebody's manager."""

    kind: Literal["escalate"] = "escalate"
    to: str
    text: str
    about: str


class Defer(Value):
    """Leave it for later."""

    kind: Literal["defer"] = "defer"
    minutes: int
    reason: str = ""


class Ignore(Value):
    """Don't react."""

    kind: Literal["ignore"] = "ignore"
    reason: str = ""


Intent: TypeAlias = Annotated[
    Reply | Write | AnswerInvitation | UseTool | Escalate | Defer | Ignore, Field(discriminator="kind")
]


class Note(Value):
    """Something that a person keeps in mind from now on."""

    kind: Literal["self", "person", "reflection"]
    text: str
    about: str = ""
    """Id of the person it is about, if it is about one."""


class Decision(Value):
    """What a person decided on one look."""

    intents: tuple[Intent, ...]
    why: str = ""
    """One line for people who read the run."""
    notes: tuple[Note, ...] = Field(default=(), exclude_if=_none)
    """What they remember of it, for a mind that remembers."""
    trouble: tuple[str, ...] = Field(default=(), exclude_if=_none)
    """What went wrong with their model and was mended: ``malformed: fenced JSON``."""
    guarded: bool = Field(default=False, exclude_if=_none)
    """A model worded it, and its texts are looked over once more as they go out."""
