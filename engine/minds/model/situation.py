"""One situation in words, last in the prompt: what came, from whom, and what bears on it, with ids in brackets.

Bounded by construction: so many facts, messages and memories, each cut. A fact that may not be told stands there by
its topic alone, so that the model has nothing to give away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ...office.percept import (
    Approvable,
    Doable,
    Errand,
    Invitation,
    KnownFact,
    OpenPromise,
    Percept,
    Pointer,
    Said,
)
from .evidence import shared, stems
from .facts import tie_words

MOST_LOOK_UPS: Final = 2
"""Look-ups on one thing."""
_MESSAGES: Final = 8
_MEMORIES: Final = 8
_LEAST_FACTS: Final = 4
"""So many facts are told of whatever was said: a short question may be about any."""
_MOST_POINTERS: Final = 4
_MOST_OFFERS: Final = 6
_OLD, _NEW, _NEWEST = 300, 500, 1_400
"""Characters of a message that was dealt with, of a new one, and of the newest."""
_STATEMENT, _MEMORY, _FINDING = 420, 220, 900
"""Characters of a fact, a memory, and what a look-up brought."""
_PATIENCE: Final = (
    "none left with them",
    "nearly used up: be curt, repeat nothing",
    "some left",
    "plenty",
)
_TRUST: Final = (
    "none: they get the bare minimum",
    "little: be careful with them",
    "as with most",
    "high",
)
_LOAD: Final = (
    "quiet day",
    "ordinary day",
    "a lot on: keep it short or leave it for later",
    "swamped: most things wait, and you say so or nothing",
)
_APPS: Final = {
    "mail": "By mail.",
    "chat": "In chat.",
    "meeting": "Spoken, in a meeting; everybody present hears it.",
    "phone": "Spoken, on the phone, now.",
    "comment": "As a comment beside a file.",
}


class Block(NamedTuple):
    """A part of a situation that can be cut."""

    rank: int
    """What has the highest goes first when there is too much."""
    text: str


def remembered(percept: Percept) -> list[Block]:
    """What comes to mind."""
    blocks: list[Block] = []
    for number, one in enumerate(percept.memories[:_MEMORIES]):
        about = f", {', '.join(one.people[:3])}" if one.people else ""
        blocks.append(Block(40 + number, f"- {one.day} ({one.kind}{about}): {cut(one.text, _MEMORY)}"))
    if blocks:
        blocks.insert(0, Block(0, "# What comes to your mind:"))
    if percept.about_other and percept.other is not None:
        blocks.append(Block(30, f"Of {percept.other.first} you noted: {cut(percept.about_other, _MEMORY)}"))
    return blocks


def situation(percept: Percept, *, most_facts: int, secrets: bool = False) -> list[Block]:
    """What is the case, and what came.

    Args:
        percept: What the person sees.
        most_facts: Facts at most, the most relevant first.
        secrets: Show what may not be told too.
    """
    blocks = [Block(0, "# The situation"), Block(0, _when_and_who(percept))]
    said = " ".join(one.text for one in percept.said if one.new) or " ".join(
        one.text for one in percept.said[-1:]
    )
    blocks += _facts(percept, stems(f"{percept.subject} {said}"), most_facts, secrets=secrets)
    blocks += _offers(percept)
    for one in percept.opened:
        blocks.append(Block(15, f"You have opened {one.path}{_wrong(one.wrong)}."))
    for finding in percept.findings[-MOST_LOOK_UPS:]:
        result = cut(finding.text, _FINDING) or "nothing"
        found = f"You looked it up: {finding.tool} {cut(finding.arguments, 120)}"
        blocks.append(Block(5, f"{found} {'brought' if finding.ok else 'failed'}:\n{result}"))
    blocks += _thread(percept)
    if percept.errand is not None:
        blocks.append(Block(0, _errand(percept.errand)))
    if percept.invitation is not None and not any(one.new for one in percept.said):
        blocks.append(Block(0, _invitation(percept.invitation)))
    if percept.reflect:
        blocks.append(
            Block(
                0,
                "Much has happened since you last took stock: fill in reflection, two sentences on how things stand "
                "with your work and with people.",
            )
        )
    return blocks


def relevant(percept: Percept, said: frozenset[str], most: int) -> list[KnownFact]:
    """The facts that bear on what was said, in the percept's order, and a few more."""
    kept: dict[str, KnownFact] = {}
    errand = percept.errand.fact if percept.errand is not None else ""
    talked = (*percept.thread_facts[:3], *(fact for one in percept.opened for fact in one.wrong), errand)
    by_id = {one.fact: one for one in percept.facts}
    for fact in talked:
        if fact in by_id:
            kept[fact] = by_id[fact]
    near = [one for one in percept.facts if shared(said, " ".join((one.topic, *one.asks, one.statement)))]
    for one in (*near, *percept.facts[:_LEAST_FACTS]):
        kept.setdefault(one.fact, one)
    chosen = set(list(kept)[:most])
    return [one for one in percept.facts if one.fact in chosen]


# Parts ---------------------------------------------------------------------------------------------------------------


def _when_and_who(percept: Percept) -> str:
    lines = [f"{percept.day}. {_APPS[percept.app]} {_sentence(_LOAD[percept.load])}"]
    other = percept.other
    if other is not None:
        at = f" at {other.company}, from outside" if other.company else ""
        ties = "; ".join(tie_words(one) for one in other.ties[:3])
        lines.append(
            f"The other: [{other.person}] {other.name}, {other.title}{at}{f' ({ties})' if ties else ''}. "
            f"Your trust in them: {_TRUST[other.trust]}. Your patience: {_PATIENCE[other.patience]}."
        )
    if percept.present:
        many = len(percept.present) - 8
        more = f" and {many} more" if many > 0 else ""
        lines.append(f"Also reading or listening: {', '.join(percept.present[:8])}{more}.")
        if not percept.audience_allows:
            lines.append(
                "Not everybody here may hear what you may tell them alone: leave such facts out here."
            )
    return "\n".join(lines)


def _facts(percept: Percept, said: frozenset[str], most: int, *, secrets: bool) -> list[Block]:
    facts = relevant(percept, said, most)
    blocks: list[Block] = []
    if facts:
        blocks.append(Block(0, "What you know of it:"))
        blocks += [
            Block((6 if number < _LEAST_FACTS else 20) + number, _fact(one, secrets=secrets))
            for number, one in enumerate(facts)
        ]
    held = {one.fact for one in facts}
    pointers = [
        one for one in percept.pointers if one.fact not in held and shared(said, f"{one.topic} {' '.join(one.asks)}")
    ]  # fmt: skip
    if pointers:
        blocks.append(Block(0, "What you don't know:"))
        blocks += [Block(34, _pointer(one)) for one in pointers[:_MOST_POINTERS]]
    return blocks


def _fact(one: KnownFact, *, secrets: bool) -> str:
    notes: list[str] = []
    if one.from_other:
        notes.append("you have it from them")
    if one.told_before:
        notes.append("you told them before" if one.told_before == 1 else f"told them {one.told_before} times")
    elif one.asked_before:
        notes.append("they asked before" if one.asked_before == 1 else f"they asked {one.asked_before} times")
    if one.verdict == "may_tell":
        if one.faded:
            notes.append("half forgotten: details may be mixed up, say so")
        elif one.sure < 550:
            notes.append("you are rather unsure of it, say so")
        elif one.sure < 800:
            notes.append("you are not quite sure of it")
        noted = f" ({'; '.join(notes)})" if notes else ""
        return f"- [{one.fact}] {one.topic}: may tell{noted}: {cut(one.statement, _STATEMENT)}"
    why = f"waits for {one.approver_name or 'an approval'}'s agreement"
    if one.verdict != "needs_approval":
        why = "not to be told to those who read this"
    noted = f" ({'; '.join(notes)})" if notes else ""
    shown = f" For yourself: {cut(one.statement, _STATEMENT)}" if secrets else ""
    return f"- [{one.fact}] {one.topic}: {why}{noted}.{shown}"


def _pointer(one: Pointer) -> str:
    who = f"; you would send people to [{one.who}] {one.who_name}" if one.who else ""
    return f"- [{one.fact}] {one.topic}: not known to you{who}."


def _offers(percept: Percept) -> list[Block]:
    # what somebody is about to hand over is neither to be promised nor owed any more
    errand = percept.errand
    done = errand.item if errand is not None and errand.kind in ("deliver", "answer") else ""
    requests = [one for one in percept.requests if not done or one.request != done]
    promises = [one for one in percept.promises if not done or one.item != done]
    blocks: list[Block] = []
    blocks += _headed("Yours to approve:", (_approval(one) for one in percept.approvals[:_MOST_OFFERS]), 24)
    blocks += _headed("Work you can do when asked:", (_request(one) for one in requests[:_MOST_OFFERS]), 24)
    blocks += _headed("Promises between you:", (_promise(one) for one in promises[:_MOST_OFFERS]), 14)
    return blocks


def _headed(head: str, lines: Iterable[str], rank: int) -> list[Block]:
    blocks = [Block(10 if number < 2 else rank, line) for number, line in enumerate(lines)]
    return [Block(0, head), *blocks] if blocks else []


def _approval(one: Approvable) -> str:
    if one.given:
        return f"- [{one.approval}] {one.topic}: decided already ({'yes' if one.grants else 'no'})."
    return f"- [{one.approval}] {one.topic}: if asked, you say {'yes' if one.grants else 'no'}."


def _request(one: Doable) -> str:
    how = {
        "free": f"you can promise it by {one.due_words}",
        "promised": f"promised by {one.due_words}{', and you had forgotten it' if one.forgotten else ''}",
        "done": f"done{f', it lies at {one.place}' if one.place else ''}",
        "blocked": "can't be done yet",
    }
    return f"- [{one.request}] {one.topic}: {how[one.status]}."


def _promise(one: OpenPromise) -> str:
    if not one.mine:
        return f"- [{one.promise}] they owe you {one.what}, {'overdue since' if one.late else 'by'} {one.due_words}."
    late = f"; you are late, you could do it by {one.later_words}" if one.late and one.later else ""
    return (
        f"- [{one.promise}] you owe them {one.what}, {'was due' if one.late else 'by'} {one.due_words}{late}."
    )


def _wrong(facts: Sequence[str]) -> str:
    if not facts:
        return " and see nothing wrong in it"
    return f"; it is wrong about {', '.join(f'[{one}]' for one in facts[:3])}"


def _thread(percept: Percept) -> list[Block]:
    if not percept.said:
        return []
    head = f'The thread "{cut(percept.subject, 100)}":' if percept.subject else "What was said:"
    blocks = [Block(0, head)]
    shown = percept.said[-_MESSAGES:]
    for number, one in enumerate(shown):
        back = len(shown) - number
        most = _NEWEST if back == 1 else _NEW if one.new else _OLD
        rank = 2 if one.new and back == 1 else 11 + back if one.new else 12 + 5 * back
        blocks.append(Block(rank, _message(percept, one, most)))
    return blocks


def _message(percept: Percept, one: Said, most: int) -> str:
    who = "You" if one.sender == percept.me else one.sender_name
    marks = " (new)" if one.new and one.sender != percept.me else ""
    if one.new and not one.addressed:
        marks = " (new, not addressed to you)"
    text = "\n  ".join(line for line in cut(one.text, most).splitlines() if line.strip())
    return f"- {one.day} {who}{marks}: {text}"


_ERRANDS: Final = {
    "request": "You need something from {to}: {topic}. Write to ask for it",
    "inform": "You want {to} to know about this: {topic}. Write it",
    "chase": "You are still waiting for {to}: {topic}. Write to remind them",
    "answer": "You promised {to} word on this: {topic}. Write it",
    "correct": "You told {to} something wrong about this: {topic}. Write to put it right, saying that it was wrong",
    "deliver": "What you promised {to} is done: {topic}. Write to say so",
    "invite": "You want to meet {to} about this: {topic}. Write to propose it",
    "social": "You feel like a word with {to} about this: {topic}. Write it",
}


def _errand(one: Errand) -> str:
    told = _ERRANDS[one.kind].format(to=f"[{one.to}] {one.to_name}", topic=one.topic)
    place = f"; it lies at {one.detail}" if one.detail.startswith("/") else ""
    said = one.detail if " " in one.detail and not place else ""
    detail = f" ({cut(said.replace('|', ', '), 300)})" if said else ""
    fact = f"; give [{one.fact}] with its figures" if one.fact else ""
    return f"{told}{detail}{place}{fact}."


def _invitation(one: Invitation) -> str:
    clash = " You are booked at that time." if one.clash else ""
    return (
        f'{one.organiser_name} invites you to "{one.title}", {one.when_words}.{clash} Fill in invitation; text is your '
        "word to the organiser, empty for none."
    )


def cut(text: str, most: int) -> str:
    """A text without its middle, if it is longer."""
    if len(text) <= most:
        return text
    tail = most // 4
    return f"{text[: most - tail - 3].rstrip()} … {text[-tail:].lstrip()}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
