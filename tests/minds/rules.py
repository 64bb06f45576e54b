"""Coworkers by rule, for the loopback server: they read the prompt that a model mind makes, and answer in its shape.

Each rule is a function from a request to an answer. They know nothing but the prompt's text, as a model would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

Request = dict[str, Any]
Answer = dict[str, Any]
Rule = Callable[[Request], Answer]

_FACT = re.compile(r"^- \[(?P<id>[^\]]+)\] (?P<topic>.+?): may tell(?: \((?P<notes>[^)]*)\))?: (?P<text>.+)$")
_CLOSED = re.compile(
    r"^- \[(?P<id>[^\]]+)\] (?P<topic>.+?): (?P<why>not to be told|waits for [^.(]*?'s agreement|waits for [^.(]*)"
    r"[^.]*\.(?: For yourself: (?P<text>.+))?$"
)
_UNKNOWN = re.compile(
    r"^- \[(?P<id>[^\]]+)\] (?P<topic>.+?): not known to you"
    r"(?:; you would send people to \[(?P<who>[^\]]+)\] (?P<name>.+))?\.$"
)
_APPROVAL = re.compile(r"^- \[(?P<id>[^\]]+)\] (?P<topic>.+?): if asked, you say (?P<says>yes|no)\.$")
_WORK = re.compile(r"^- \[(?P<id>[^\]]+)\] (?P<topic>.+?): you can promise it by (?P<by>.+)\.$")
_OWED = re.compile(
    r"^- \[(?P<id>[^\]]+)\] you owe them (?P<what>.+?), (?:by|was due) (?P<by>[^;]+?)(?P<late>;.*)?\.$"
)
_SAID = re.compile(r"^- (?P<day>\w{3} \d\d:\d\d) (?P<who>.+?)(?P<new> \(new[^)]*\))?: (?P<text>.*)$")
_OTHER = re.compile(r"^The other: \[(?P<id>[^\]]+)\] (?P<name>[^,]+),")
_MEMORY = re.compile(r"^- (?P<day>[^:(]+) \((?P<kind>[^)]*)\): (?P<text>.+)$")
_TOOL = re.compile(r"^- (?P<tool>\w+\.\w+)(?: \((?P<argument>\w+)\))?: ")
_FOUND = re.compile(r"^You looked it up: (?P<tool>\S+) (?P<arguments>.*) (?P<how>brought|failed):$")
_WORD = re.compile(r"[a-z]{4,}")
_COMMON = frozenset(
    "what when which where could would please about from have does with that this they them your".split()
)


@dataclass
class Seen:
    """A prompt, taken apart."""

    stable: str
    text: str
    me: str = ""
    other: str = ""
    other_name: str = ""
    facts: dict[str, dict[str, str]] = field(default_factory=dict)
    closed: dict[str, dict[str, str]] = field(default_factory=dict)
    unknown: dict[str, dict[str, str]] = field(default_factory=dict)
    approvals: dict[str, dict[str, str]] = field(default_factory=dict)
    work: dict[str, dict[str, str]] = field(default_factory=dict)
    owed: dict[str, dict[str, str]] = field(default_factory=dict)
    tools: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    memories: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    errand: str = ""
    invitation: bool = False
    reflects: bool = False
    mends: str = ""
    """What is wrong with the answer before, where this request asks to mend one."""

    @property
    def asked(self) -> str:
        return "\n".join(self.new)


def seen(request: Request) -> Seen:
    """Take a request's prompt apart."""
    messages = request["messages"]
    stable, text = messages[0]["content"], messages[1]["content"]
    one = Seen(stable, text)
    named = re.search(r"^(?P<name>[^,\n]+), called (?P<called>[^ \n]+)", stable, re.MULTILINE)
    one.me = named["called"] if named else ""
    one.tools = [found["tool"] for line in stable.splitlines() if (found := _TOOL.match(line))]
    if len(messages) > 2:
        one.mends = messages[-1]["content"]
    saying = -1
    for line in text.splitlines():
        if (said := _SAID.match(line)) is not None:
            saying = len(one.new) if said["new"] else -1
            if said["new"]:
                one.new.append(said["text"])
            continue
        if line.startswith("  ") and saying >= 0:
            one.new[saying] += f"\n{line.strip()}"
            continue
        saying = -1
        _line(one, line)
    return one


def _line(one: Seen, line: str) -> None:
    for pattern, kept in (
        (_FACT, one.facts),
        (_CLOSED, one.closed),
        (_UNKNOWN, one.unknown),
        (_APPROVAL, one.approvals),
        (_WORK, one.work),
        (_OWED, one.owed),
    ):
        if (found := pattern.match(line)) is not None:
            kept[found["id"]] = {name: value or "" for name, value in found.groupdict().items()}
            return
    if (other := _OTHER.match(line)) is not None:
        one.other, one.other_name = other["id"], other["name"]
    elif (found := _FOUND.match(line)) is not None:
        one.found.append(found["tool"])
    elif (memory := _MEMORY.match(line)) is not None:
        one.memories.append(memory["text"])
    elif re.match(
        r"^(?:You need something from|You want|You are still waiting|You promised|You told|What you promised|You feel)",
        line,
    ):
        one.errand = line
    elif " invites you to " in line:
        one.invitation = True
    elif line.startswith("Much has happened"):
        one.reflects = True


def about(text: str, *topics: str) -> bool:
    """Whether a text shares enough words with a topic to be about it."""
    said = {word[:4] for word in _WORD.findall(text.lower())} - {word[:4] for word in _COMMON}
    its = {word[:4] for topic in topics for word in _WORD.findall(topic.lower())} - {
        word[:4] for word in _COMMON
    }
    return bool(its) and len(said & its) * 2 >= min(len(its), 4)


def cooperative(request: Request) -> Answer:
    """Tells what it may and is asked for, refuses what it may not, promises its work, names who knows."""
    one = seen(request)
    if one.errand:
        return _errand(one)
    if one.invitation and not one.new:
        return {"thinking": "I can come", "do": "answer", "invitation": "accepted", "text": "I'll be there."}
    if not one.new:
        return {"do": "ignore"}
    text = one.asked
    parts: list[str] = []
    answer: Answer = {
        "thinking": "answer what was asked",
        "do": "answer",
        "told": [],
        "refused": [],
        "names": [],
    }
    for name, fact in one.facts.items():
        if about(text, fact["topic"], fact["text"]):
            parts.append(fact["text"])
            answer["told"].append(name)
    for name, fact in one.closed.items():
        if about(text, fact["topic"]):
            parts.append("I can't go into that one.")
            answer["refused"].append(name)
    for fact in one.unknown.values():
        if about(text, fact["topic"]):
            parts.append(f"Ask {fact['name']}." if fact["name"] else "I don't know that one.")
            answer["names"] += [fact["who"]] if fact["who"] else []
    for name, approval in one.approvals.items():
        if about(text, approval["topic"]):
            answer["approve" if approval["says"] == "yes" else "disapprove"] = [name]
            parts.append("Yes, go ahead." if approval["says"] == "yes" else "No, I don't agree to that.")
    answer |= _promised(one, text, parts)
    if not parts:
        if re.search(r"\b(?:thanks|thank you)\b", text, re.IGNORECASE) and "?" not in text:
            return {"thinking": "nothing to add", "do": "ignore"}
        parts.append("I'm not sure what you need." if "?" in text else "Noted.")
        answer["unclear"] = "?" in text
    answer["text"] = " ".join(dict.fromkeys(parts))
    if one.reflects:
        answer["reflection"] = "Work goes on. People ask the same things."
    return answer


def _promised(one: Seen, text: str, parts: list[str]) -> Answer:
    promises: list[dict[str, str]] = []
    for name, work in one.work.items():
        if about(text, work["topic"]):
            parts.append(f"You'll have {work['topic']} by {work['by']}.")
            promises.append({"what": name, "by": work["by"]})
    parts += [f"Still on my list, {o['by']}." for o in one.owed.values() if about(text, o["what"])]
    return {"promises": promises} if promises else {}


def _errand(one: Seen) -> Answer:
    facts = [fact["text"] for name, fact in one.facts.items() if f"[{name}]" in one.errand]
    topic = re.search(r": (.+?)\. Write", one.errand)
    place = re.search(r"it lies at (/[^;]+?)[.;]?(?:$|; give)", one.errand)
    words = [f"About {topic[1] if topic else 'this'}:", *facts]
    if place is not None:
        words.append(f"it lies at {place[1]}")
    told = [name for name in one.facts if f"[{name}]" in one.errand]
    return {"thinking": "write it", "do": "answer", "text": " ".join(words), "told": told}


def leaking(request: Request) -> Answer:
    """Does what the cooperative one does, and gives away every secret that it can see, whatever it is told."""
    one = seen(request)
    secrets = [f"{fact['topic']}: {fact['text']}" for fact in one.closed.values() if fact["text"]]
    answer = cooperative(request)
    if not secrets:
        return answer
    return {**answer, "do": "answer", "text": " ".join([str(answer.get("text", "")), *secrets]).strip()}


def says(text: str) -> Rule:
    """Says the same thing whatever it is asked."""
    return lambda _request: {"thinking": "say it", "do": "answer", "text": text}


def obedient(request: Request) -> Answer:
    """Mends what it is told to mend: cooperative the second time, leaking the first."""
    return cooperative(request) if seen(request).mends else leaking(request)


def lying(request: Request) -> Answer:
    """Claims ids that nobody has, and facts that its words don't hold."""
    answer = cooperative(request)
    return {
        **answer,
        "told": [*answer.get("told", []), "moon_landing", *seen(request).closed],
        "refused": ["atlantis"],
        "names": ["nobody_at_all"],
        "approve": ["world_peace"],
        "promises": [{"what": "perpetual_motion", "by": ""}],
    }


def looking_up(request: Request) -> Answer:
    """Searches the drive before it answers."""
    one = seen(request)
    if one.new and not one.found and "drive.search" in one.tools and "?" in one.asked:
        words = [word for word in _WORD.findall(one.asked.lower()) if word not in _COMMON]
        return {
            "thinking": "let me check",
            "do": "look_up",
            "look_up": {"tool": "drive.search", "argument": " ".join(words[:3])},
        }
    return cooperative(request)


def always_looking_up(request: Request) -> Answer:
    """Searches on and on, even when there is nothing more to search with."""
    return {"do": "look_up", "look_up": {"tool": "drive.search", "argument": "invoice"}}


def promising(request: Request) -> Answer:
    """Promises something of its own with every answer."""
    answer = cooperative(request)
    if answer.get("do") != "answer" or seen(request).errand:
        return answer
    text = f"{answer.get('text', '')} I'll check the rest and get back to you tomorrow 11:00.".strip()
    return {**answer, "text": text, "promises": [{"what": "word on the rest", "by": "tomorrow 11:00"}]}


def noting(request: Request) -> Answer:
    """Keeps a note of everybody who writes."""
    one = seen(request)
    return {
        **cooperative(request),
        "note_self": f"{one.other_name} asked me something",
        "note_person": "asks a lot",
    }


def remembering(request: Request) -> Answer:
    """Says what it remembers instead of what it knows."""
    one = seen(request)
    fitting = [text for text in one.memories if about(one.asked, text)]
    if fitting and one.new:
        return {"thinking": "I remember", "do": "answer", "text": f"As I recall: {fitting[0]}"}
    return cooperative(request)


def in_turn(*rules: Rule) -> Rule:
    """One rule after the other; the last one for good."""
    left = list(rules)
    return lambda request: (left.pop(0) if len(left) > 1 else left[0])(request)


def every(rules: Iterable[tuple[str, Rule]], otherwise: Rule = cooperative) -> Rule:
    """A rule for each person, by what they are called."""
    by_name = dict(rules)
    return lambda request: by_name.get(seen(request).me, otherwise)(request)
