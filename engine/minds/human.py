"""A person at the terminal as a coworker's mind: shows what the coworker perceives and takes what they do about it.

What a person decides can't be had again by asking, so it is kept before it is used: a resumed run asks only what is
still open, and a replay asks nobody.
"""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

from ...personas import Persona
from ...personas.problems import did_you_mean
from ..kernel.events import JournalError
from ..kernel.ledger import Calls
from ..office.events import Act, Answer, RefusalReason, Told
from ..office.model import Person
from ..office.percept import (
    AnswerInvitation,
    Decision,
    Defer,
    Ignore,
    Intent,
    KnownFact,
    NewPromise,
    Percept,
    Refusal,
    Reply,
    UseTool,
    Write,
)
from .model.evidence import gives
from .model.facts import WorldFacts
from .model.understood import understood
from .scripted import ScriptedMind
from .scripted.letter import Letter
from .situation import situation

HELP: Final = """\
Type what you say; a line is the whole answer (\\n begins a new line in it). Before it, as many as you like of
  /tell FACT           it tells that fact          /refuse FACT         it refuses it
  /promise REQUEST     it promises that work       /approve ID, /disapprove ID
  /ask PERSON text     write to somebody else first
or instead of it
  /done                only what you gave before   /ignore              don't react
  /later 30            look again in 30 minutes    /lookup TOOL name=value …
  /accept, /decline, /maybe  an invitation         /pause               stop; `tenure resume` goes on
Facts that your words tell are noticed without /tell. /again shows everything once more."""
_ANSWERS: Final[dict[str, Answer]] = {
    "/accept": "accepted",
    "/decline": "declined",
    "/maybe": "tentative",
}


class Terminal(Protocol):
    """Where whoever plays coworkers sits."""

    async def ask(self, prompt: str) -> str:
        """The next line.

        Raises:
            EOFError: There are no more.
        """
        ...

    def show(self, text: str) -> None:
        """Show a text."""
        ...

    def pause(self) -> None:
        """Stop the run, with everything kept."""
        ...

    @property
    def turn(self) -> asyncio.Lock:
        """Held while one coworker is being played: several may have something to decide at a time."""
        ...


@dataclass
class _Draft:
    """What was given before the answer."""

    told: list[Told] = field(default_factory=list[Told])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    promises: list[NewPromise] = field(default_factory=list[NewPromise])
    approves: list[str] = field(default_factory=list[str])
    disapproves: list[str] = field(default_factory=list[str])
    writes: list[Write] = field(default_factory=list[Write])

    @property
    def empty(self) -> bool:
        return not any(vars(self).values())


class _Unclear(Exception):
    """What was typed can't be done; the message says what to type."""


class HumanMind:
    """Asks the person at the terminal.

    Args:
        persona: Who the coworker is.
        person: What they are here.
        facts: Their place in the world: whom they can write to, and what they can look up.
        terminal: Where to ask; None while nobody sits there.
    """

    instant = False
    recorded = True
    early = False

    def __init__(
        self, persona: Persona, person: Person, facts: WorldFacts, terminal: Callable[[], Terminal | None]
    ) -> None:
        self._persona = persona
        self._person = person
        self._letter = Letter(persona, person.name, person.first)
        self._facts = facts
        self._terminal = terminal
        self._scripted = ScriptedMind(persona, person)

    async def decide(self, percept: Percept, calls: Calls) -> Decision:
        """What the person at the terminal does.

        Raises:
            JournalError: Nobody sits at the terminal.
        """
        terminal = self._terminal()
        if terminal is None:
            raise JournalError(
                f"{self._person.name} is played by a human: go on at a terminal, with `tenure resume`"
            )
        async with terminal.turn:
            return await self._ask(terminal, percept)

    async def _ask(self, terminal: Terminal, percept: Percept) -> Decision:
        shown = situation(percept, self._person.name, self._person.title)
        terminal.show(f"{shown}\n(/help says what you can do)")
        draft = _Draft()
        while True:
            try:
                line = (await terminal.ask(f"{self._person.first} > ")).strip()
            except EOFError:
                line = "/pause"
            word, _, rest = line.partition(" ")
            if not line:
                continue
            if word == "/pause":
                terminal.pause()
                await asyncio.Event().wait()
            if word in ("/help", "/?"):
                terminal.show(HELP)
            elif word == "/again":
                terminal.show(shown)
            else:
                try:
                    done = self._take(percept, draft, word, rest.strip(), line)
                except _Unclear as error:
                    terminal.show(f"! {error}")
                    continue
                if done is not None:
                    return done

    def _take(self, percept: Percept, draft: _Draft, word: str, rest: str, line: str) -> Decision | None:
        """The decision, if that line completes it."""
        match word:
            case "/tell":
                self._tell(percept, draft, rest)
            case "/refuse":
                draft.refused.append(_refusal(_one("fact", rest, {one.fact: one for one in percept.facts})))
            case "/promise":
                one = _one("request", rest, {one.request: one for one in percept.requests})
                if one.status != "free":
                    raise _Unclear(f"{one.request} can't be promised: it is {one.status}")
                draft.promises.append(NewPromise(what=one.topic, item=one.request, due=one.due))
            case "/approve" | "/disapprove":
                known = {one.approval: one for one in percept.approvals}
                into = draft.approves if word == "/approve" else draft.disapproves
                into.append(_one("approval", rest, known).approval)
            case "/ask":
                draft.writes.append(self._write(rest))
            case "/ignore":
                return _decided(draft.writes, Ignore(reason="as the person at the terminal decided"))
            case "/later":
                if not rest.isdecimal() or not int(rest):
                    raise _Unclear("write the minutes: /later 30")
                return _decided(draft.writes, Defer(minutes=int(rest)))
            case "/lookup":
                return _decided(draft.writes, self._look_up(rest))
            case "/accept" | "/decline" | "/maybe":
                if percept.invitation is None:
                    raise _Unclear("nobody invites you just now")
                answer = AnswerInvitation(
                    meeting=percept.invitation.meeting, answer=_ANSWERS[word], text=rest
                )
                return _decided(draft.writes, answer)
            case "/done":
                if draft.empty:
                    raise _Unclear("nothing was given yet: write an answer, or /ignore")
                return self._finish(percept, draft, "")
            case _:
                if word.startswith("/"):
                    near = did_you_mean(word, _COMMANDS)
                    raise _Unclear(f"there is no {word}. {near or '/help lists what there is.'}")
                if percept.invitation is not None and not any(one.new for one in percept.said):
                    raise _Unclear(
                        "an invitation is answered with /accept, /decline or /maybe; words may follow"
                    )
                return self._finish(percept, draft, line.replace("\\n", "\n"))
        return None

    def _tell(self, percept: Percept, draft: _Draft, rest: str) -> None:
        fact = _one("fact", rest, {one.fact: one for one in percept.facts})
        if fact.verdict != "may_tell":
            raise _Unclear(
                f"the rules don't let {self._person.first} tell {fact.fact}; write it in your own words if you mean to"
            )
        draft.told.append(Told(fact=fact.fact, version=fact.version))

    def _write(self, rest: str) -> Write:
        who, _, text = rest.partition(" ")
        known = {
            name.casefold(): one.id
            for one in self._facts.colleagues
            for name in (one.id, one.name, one.name.split()[0])
        }
        if who.casefold() not in known:
            names = [one.id for one in self._facts.colleagues]
            raise _Unclear(
                f"whom? {did_you_mean(who, names) or 'You can write to: ' + ', '.join(names) + '.'}"
            )
        if not text.strip():
            raise _Unclear("and what? /ask PERSON text")
        return Write(
            app="chat",
            to=(known[who.casefold()],),
            text=text.strip(),
            acts=(Act(kind="request"),),
            expects_reply=True,
        )

    def _look_up(self, rest: str) -> UseTool:
        tool, _, given = rest.partition(" ")
        known = {one.tool: one for one in self._facts.tools}
        if tool not in known:
            near = did_you_mean(tool, known)
            raise _Unclear(f"look up with what? {near or 'There are: ' + ', '.join(known) + '.'}")
        try:
            arguments = _arguments(given)
        except ValueError as error:
            raise _Unclear(str(error)) from None
        missing = [name for name in known[tool].arguments if name not in arguments]
        if missing:
            raise _Unclear(f"{tool} needs {', '.join(missing)}: /lookup {tool} {missing[0]}=…")
        return UseTool(tool=tool, arguments=json.dumps(arguments, ensure_ascii=False))

    def _finish(self, percept: Percept, draft: _Draft, text: str) -> Decision:
        """The answer, with what it does beside the words."""
        errand = percept.errand
        facts = {one.fact: one for one in percept.facts}
        if not text:
            text = " ".join(_words(facts[one.fact]) for one in draft.told if one.fact in facts)
        if errand is not None:
            return _decided(draft.writes, *self._errand(percept, draft, text))
        if not text and not (draft.refused or draft.approves or draft.disapproves or draft.promises):
            return _decided(draft.writes, Ignore(reason="wrote to somebody else"))
        # What was asked is entered as for everybody else; the person at the terminal says only what they answer.
        heard = understood(self._persona, self._person, self._letter, percept)
        told = self._told(percept, draft, text)
        refused = [one for one in draft.refused if one.fact not in {other.fact for other in told}]
        acts = [
            *(Act(kind="answer", item=one.fact) for one in told),
            *(Act(kind="refusal", item=one.fact) for one in refused),
            *(Act(kind="promise", item=one.item) for one in draft.promises),
        ]
        reply = Reply(
            text=text,
            acts=tuple(acts) or (Act(kind="answer"),),
            asked=tuple(dict.fromkeys((*heard.asked, *(one.fact for one in refused)))),
            told=tuple(told),
            refused=tuple(refused),
            approval_asked=tuple(
                dict.fromkeys((*heard.approvals, *draft.approves, *draft.disapproves)),
            ),
            approves=tuple(draft.approves),
            disapproves=tuple(draft.disapproves),
            promises=tuple(draft.promises),
            reminded=tuple(heard.reminded),
            rapport=tuple(heard.rapport),
        )
        return _decided(draft.writes, reply)

    def _told(self, percept: Percept, draft: _Draft, text: str) -> list[Told]:
        """The facts that are told: those that were named, and those that stand in the text."""
        told = {one.fact: one for one in draft.told}
        for fact in percept.facts:
            if fact.verdict == "may_tell" and gives(text, fact):
                told.setdefault(fact.fact, Told(fact=fact.fact, version=fact.version))
        return list(told.values())

    def _errand(self, percept: Percept, draft: _Draft, text: str) -> Sequence[Intent]:
        """The message that the coworker's own work needs, in the words of whoever plays them."""
        found: list[Intent] = []
        for intent in self._scripted.decision(percept).intents:
            if isinstance(intent, Write):
                words = {"text": text, "told": tuple(self._told(percept, draft, text))} if text else {}
                found.append(intent.model_copy(update=words))
            else:
                found.append(intent)
        return found


_COMMANDS: Final = (
    *("/tell", "/refuse", "/promise", "/approve", "/disapprove", "/ask", "/done", "/ignore", "/later"),
    *("/lookup", "/accept", "/decline", "/maybe", "/pause", "/again", "/help"),
)


def _decided(writes: Sequence[Write], *intents: Intent) -> Decision:
    return Decision(intents=(*writes, *intents), why="a human decided")


def _one(noun: str, name: str, known: Mapping[str, Any]) -> Any:
    if name in known:
        return known[name]
    there = f"There are: {', '.join(known)}." if known else "There is none here."
    raise _Unclear(f"which {noun}? {did_you_mean(name, known) or there}")


def _refusal(fact: KnownFact) -> Refusal:
    reasons: dict[str, RefusalReason] = {"may_not": "rule", "needs_approval": "needs_approval"}
    return Refusal(fact=fact.fact, reason=reasons.get(fact.verdict, "busy"), approval=fact.approval)


def _words(fact: KnownFact) -> str:
    return fact.says[0] if fact.says else fact.statement


def _arguments(text: str) -> dict[str, Any]:
    if text.strip().startswith("{"):
        try:
            return cast("dict[str, Any]", json.loads(text))
        except json.JSONDecodeError as error:
            raise ValueError(f"the arguments are not JSON ({error})") from None
    found: dict[str, Any] = {}
    for part in shlex.split(text):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r}: write arguments as name=value, texts in double quotes")
        found[name] = int(value) if value.isdecimal() else value
    return found
