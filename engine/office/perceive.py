"""What a person perceives when they get to one thread, errand or invitation.

A percept is a pure function of state, person, item and instant, and as small as it can be: a decision begun early
stands only if nothing in its percept has changed. Talk among coworkers whose minds say what each message does needs no
facts at all, unless it is about one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from ..kernel.world import Core
from .approvals import Approvals
from .calls import VOICEMAIL
from .desktops import Desktops, wanted
from .events import Channel
from .holdings import TRUTH
from .knowledge import Knowledge
from .links import Links
from .model import Person, Setup
from .org import Org
from .percept import Band, Errand, Invitation, Opened, Other, Percept, Said
from .promises import Promises
from .rapport import Rapport
from .recall import Recall
from .recollect import Recollecting
from .sentences import Sentences
from .threads import Message, Threads

_SHOWN: Final = 8
"""Messages of a thread that somebody keeps in mind."""
_SHOWN_AMBIENT: Final = 3
_MOST_COLLEAGUES: Final = 6
_USUAL_LOAD: Final[Band] = 1
"""What a mind that remembers is told of any load that is no more than this."""


class Perceiver:
    """Builds percepts."""

    def __init__(
        self,
        setup: Setup,
        core: Core,
        org: Org,
        threads: Threads,
        knowledge: Knowledge,
        approvals: Approvals,
        promises: Promises,
        rapport: Rapport,
        sentences: Sentences,
        links: Links,
        desktops: Desktops,
        recollecting: Recollecting,
    ) -> None:
        self._setup = setup
        self._core = core
        self._org = org
        self._threads = threads
        self._rapport = rapport
        self._sentences = sentences
        self._links = links
        self._knowledge = knowledge
        self._desktops = desktops
        self._recollecting = recollecting
        self._recall = Recall(setup, org, knowledge, approvals, promises)
        self._colleagues = {
            person.id: self._nameable(person) for person in setup.people.values() if person.is_coworker
        }

    def percept(
        self,
        person: str,
        item: str | Errand | Invitation,
        at: int,
        new: Sequence[str] = (),
        *,
        app: Channel | None = None,
        thread: str = "",
    ) -> Percept:
        """What the person perceives.

        Args:
            person: Id of a coworker.
            item: A thread's id, an errand, or an invitation that waits for an answer.
            at: The instant of the look.
            new: The thread's messages that wait for the person; if empty, those after their own last one.
            app: Where an errand is done.
            thread: The thread that an errand goes on with.
        """
        if isinstance(item, str):
            percept = self._of_thread(person, item, at, new)
        elif isinstance(item, Errand):
            percept = self._of_errand(person, item, at, app, thread)
        else:
            percept = self._of_invitation(person, item, at)
        return self._remembering(percept, at) if self._links.thinks(person) else percept

    # Kinds of looks ---------------------------------------------------------------------------------------

    def _of_thread(self, me: str, thread_id: str, at: int, new: Sequence[str]) -> Percept:
        thread = self._threads.get(thread_id)
        if thread is None:
            return self._base(me, at, "mail", thread_id, None, ())
        fresh = new or tuple(message.id for message in self._threads.unanswered(me, thread_id))
        messages = thread.messages
        asking = next((one for one in reversed(messages) if one.id in fresh), None) or next(
            (one for one in reversed(messages) if one.sender != me), None
        )
        other = asking.sender if asking is not None else None
        audience = self._audience(me, asking)
        # Mail goes back to its sender alone; in channels and meetings everybody hears the answer.
        hearers = (other,) if other is not None and thread.app == "mail" else audience
        ambient = self._is_ambient(messages, fresh, (*audience, other or me))
        shown = _SHOWN_AMBIENT if ambient else _SHOWN
        first_new = next((i for i, one in enumerate(messages) if one.id in fresh), len(messages))
        start = max(0, min(len(messages) - shown, first_new), len(messages) - 2 * shown)
        seen = (*self._root(thread_id), *messages[start:], *self._answers(thread_id, fresh))
        said = tuple(self._said(me, one, new=one.id in fresh) for one in seen)
        salt = self._salt(me, thread_id, asking.id if asking is not None else "")
        # What stands on a voicemail is answered in writing.
        app = self._written(me, other) if thread_id.startswith(VOICEMAIL) else thread.app
        if app == "comment":
            app = "chat"  # comments are as short
        base = self._base(me, at, app, thread_id, other, audience)
        about: dict[str, object] = {
            "subject": thread.subject,
            "said": said,
            "salt": salt,
            "used": self._sentences.used(me),
            "thread_facts": () if ambient else tuple(thread.topics),
        }
        fresh_said = [one for one in said if one.new]
        if ambient:
            items = [act.item for one in fresh_said for act in one.acts if act.item]
            named = [self._setup.facts[name] for name in dict.fromkeys(items) if name in self._setup.facts]
            return base.model_copy(
                update=about | self._recall.about_facts(me, other, hearers, audience, at, named, items)
            )
        text = " ".join(one.text for one in fresh_said) or (said[-1].text if said else "")
        facts, concerned = self._recall.ranked(text, thread.topics)
        sent = [part for one in messages if one.id in fresh for part in one.attachments]
        opened = self._opened(me, hearers, wanted(text, sent), thread.subject)
        if opened:
            about["opened"] = opened
            spoken = {fact for one in opened for fact in one.wrong}
            facts = sorted(facts, key=lambda fact: fact.id not in spoken)
        return base.model_copy(
            update=about
            | self._recall.about_facts(me, other, hearers, audience, at, facts, concerned)
            | self._recall.offers(me, other, at)
        )

    def _of_errand(self, me: str, errand: Errand, at: int, app: Channel | None, thread: str) -> Percept:
        base = self._base(me, at, app or self._written(me, errand.to), thread, errand.to, (errand.to,))
        about: dict[str, object] = {
            "errand": errand,
            "said": tuple(
                self._said(me, one, new=False) for one in self._threads.last(thread, _SHOWN_AMBIENT)
            ),
            "salt": self._salt(me, errand.errand, ""),
            "used": self._sentences.used(me),
        }
        if errand.fact in self._setup.facts:
            about |= self._recall.about_facts(
                me, errand.to, (errand.to,), (errand.to,), at, [self._setup.facts[errand.fact]], ()
            )
        if errand.item in self._setup.requests or errand.item in self._setup.approvals:
            about |= self._recall.offers(me, errand.to, at)
        return base.model_copy(update=about)

    def _of_invitation(self, me: str, invitation: Invitation, at: int) -> Percept:
        base = self._base(me, at, "meeting", invitation.meeting, invitation.organiser, ())
        return base.model_copy(
            update={
                "invitation": invitation,
                "salt": self._salt(me, invitation.meeting, ""),
                "subject": invitation.title,
            }
        )

    def _remembering(self, percept: Percept, at: int) -> Percept:
        """The percept with what comes to mind, for somebody whose mind remembers."""
        me = percept.me
        other = percept.other.person if percept.other is not None else None
        fresh = [one.text for one in percept.said if one.new] or [one.text for one in percept.said[-1:]]
        errand = (percept.errand.topic, percept.errand.detail) if percept.errand is not None else ()
        readers = self._readers(percept, other)

        def closed(fact: str) -> bool:
            return self._knowledge.verdict(me, fact, readers).verdict in ("may_not", "needs_approval")

        recollection = self._recollecting.recall(
            me,
            other,
            percept.thread,
            " ".join((percept.subject, *errand, *fresh)),
            at,
            frozenset(one.message for one in percept.said),
            closed,
        )
        return percept.model_copy(
            update={
                "memories": recollection.memories,
                "about_other": recollection.about_other,
                "reflect": recollection.reflect,
                # A few things more or less that wait are no other day at work, but would be another percept.
                "load": max(_USUAL_LOAD, percept.load),
            }
        )

    def _readers(self, percept: Percept, other: str | None) -> tuple[str, ...]:
        """Who may read an answer: everybody who got the newest message, or whom an errand is for."""
        newest = next((one for one in reversed(percept.said) if one.new), None)
        message = self._threads.message(newest.message) if newest is not None else None
        audience = self._audience(percept.me, message)
        return audience if audience else (other,) if other is not None else ()

    # Parts ------------------------------------------------------------------------------------------------

    def _base(
        self, me: str, at: int, app: str, thread: str, other: str | None, audience: Sequence[str]
    ) -> Percept:
        one = self._setup.people[me]
        wall = self._setup.calendar_of(me).local(at)
        return Percept.model_construct(
            me=me,
            first=one.first,
            day=_day_part(wall),
            app=app,
            thread=thread,
            other=self._other(me, other, at) if other is not None and other in self._setup.people else None,
            present=tuple(self._name(person) for person in audience if person != other),
            colleagues=self._colleagues.get(me, ()),
            manager=self._org.manager_of(me) or "",
            load=self._links.loads.load(me, at),
        )

    def _other(self, me: str, other: str, at: int) -> Other:
        one = self._setup.people[other]
        mine = self._setup.people[me]
        colleague = (
            one.company == mine.company if mine.outside and one.outside else mine.outside == one.outside
        )
        return Other(
            person=other,
            name=one.name,
            first=one.first,
            title=one.title,
            company="" if colleague else one.company or self._setup.domain,
            ties=self._org.ties(me, other),
            trust=self._rapport.trust_band(me, other),
            patience=self._rapport.patience_band(me, other, at),
            seat=one.seat is not None,
        )

    def _said(self, me: str, message: Message, *, new: bool) -> Said:
        wall = self._setup.calendar_of(me).local(message.at)
        addressed = me in message.to and (not message.thread.startswith("#") or me in message.mentions)
        return Said.model_construct(
            message=message.id,
            sender=message.sender,
            sender_name=self._name(message.sender),
            day=f"{wall:%a} {wall.hour:02}:{wall.minute // 15 * 15:02}",
            text=self._core.blobs.text(message.body),
            new=new,
            acts=message.acts,
            told=message.told,
            addressed=addressed or me in message.mentions,
        )

    def _nameable(self, person: Person) -> tuple[tuple[str, str, str], ...]:
        manager = self._org.manager_of(person.id)
        near = (manager, *(one.person for one in person.knows_who), *self._org.tied(person.id))
        people = [
            self._setup.people[one]
            for one in dict.fromkeys(near)
            if one is not None
            and one != person.id
            and one in self._setup.people
            and not self._setup.people[one].outside
        ]
        return tuple((one.id, one.name, one.title) for one in people[:_MOST_COLLEAGUES])

    # Helpers ----------------------------------------------------------------------------------------------

    def _root(self, thread: str) -> tuple[Message, ...]:
        """The channel post that a chat thread replies to: it stands in the channel itself."""
        if not thread.startswith("#") or "/" not in thread:
            return ()
        root = self._threads.message(thread.partition("/")[2])
        return (root,) if root is not None else ()

    def _answers(self, thread: str, fresh: Sequence[str]) -> tuple[Message, ...]:
        """What others have answered to channel posts that wait for the reader: it stands in threads of its own."""
        if not thread.startswith("#") or "/" in thread:
            return ()
        return tuple(
            one for message in fresh for one in self._threads.last(f"{thread}/{message}", _SHOWN_AMBIENT)
        )

    def _audience(self, me: str, asking: Message | None) -> tuple[str, ...]:
        """Who reads an answer to that message: everybody who got it, and its sender."""
        if asking is None:
            return ()
        readers = dict.fromkeys((asking.sender, *asking.to, *asking.cc))
        if asking.thread.startswith("#"):
            readers |= dict.fromkeys(self._setup.channels.get(asking.thread[1:].split("/")[0], ()))
        readers.pop(me, None)
        return tuple(readers)

    def _is_ambient(self, messages: Sequence[Message], fresh: Sequence[str], people: Iterable[str]) -> bool:
        for person in people:
            one = self._setup.people.get(person)
            if one is None or not one.is_coworker:
                return False
        return all(one.acts for one in messages if one.id in fresh)

    def _salt(self, me: str, item: str, newest: str) -> int:
        return self._core.streams.stream("words", me, item, newest).bits() >> 33

    def _written(self, me: str, other: str | None) -> Channel:
        """Where somebody writes to a person: outsiders are not in the chat."""
        to = self._setup.people.get(other or "")
        return "mail" if to is None or to.outside or self._setup.people[me].outside else "chat"

    def _opened(
        self, me: str, hearers: Sequence[str], asked: Sequence[str], subject: str
    ) -> tuple[Opened, ...]:
        """The files that the reader has opened because somebody asked them to, and what is wrong in them."""
        mine = self._desktops.opened.get(me)
        if not mine:
            return ()
        paths = [path for path in (*asked, subject) if path in mine]
        return tuple(Opened(path=path, wrong=self._wrong(me, hearers, path)) for path in dict.fromkeys(paths))

    def _wrong(self, me: str, hearers: Sequence[str], path: str) -> tuple[str, ...]:
        knowledge = self._knowledge
        file = knowledge.holdings.paths.get(path)
        version = knowledge.holdings.file(file) if file is not None else None
        if version is None:
            return ()
        stands = knowledge.facts_in_file(path.rpartition("/")[2], version.blob)
        return tuple(
            fact
            for fact, told in stands
            if told != TRUTH
            and knowledge.knows_truth(me, fact)
            and knowledge.verdict(me, fact, hearers).verdict == "may_tell"
        )

    def _name(self, person: str) -> str:
        one = self._setup.people.get(person)
        return one.name if one is not None else person


def _day_part(wall: datetime) -> str:
    part = "morning" if wall.hour < 12 else "afternoon" if wall.hour < 17 else "evening"
    return f"{wall:%a} {part}"
