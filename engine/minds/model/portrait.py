"""A persona and their place in a world, in words: the part of a prompt that stays the same for one person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ....personas.schema import Persona
from ....personas.style import Length
from ....personas.voice import SLOTS
from ...office.model import Person
from .facts import WorldFacts

_BACKGROUND: Final = 420
_TRAITS: Final = (
    ("openness", "curious, likes new ways", "conventional, prefers what has worked"),
    ("conscientiousness", "organised and exact", "loose with details and order"),
    ("extraversion", "outgoing, quick to talk", "reserved, says little"),
    ("agreeableness", "accommodating, avoids conflict", "critical, doesn't mind friction"),
    ("neuroticism", "tense, worries easily", "calm, hard to upset"),
)
_TAKES_OVER: Final = {
    "never": "Other people's work you take over: never.",
    "small_pieces": "Other people's work you take over: at most a small piece, a few minutes' worth.",
    "if_manager_asks": "Other people's work you take over: only if your manager asks.",
    "gladly": "Other people's work you take over: gladly, if it is your kind of thing and you have the time.",
}
_AT_THE_END: Final = {
    "terse": "you get curt and say nothing twice",
    "escalates": "you take it to your manager",
    "ignores": "you stop answering",
}
_SAMPLED: Final = ("acknowledgements", "refusals", "dont_know", "own_work", "busy", "terse")
"""Banks of which one phrase each shows how somebody sounds."""


def portrait(persona: Persona, person: Person) -> str:
    """Who somebody is, in at most some two thousand characters."""
    subject, _, possessive = persona.pronoun_forms
    role = persona.role
    lines = [
        "# Who you are",
        (
            f"{person.name}, called {person.first} ({subject}/{possessive}), {persona.age}, {role.profession}, "
            f"{role.seniority}, {_count(role.years, 'year')} in the trade. {_languages(persona)}"
        ),
    ]
    if persona.background:
        lines.append(_cut(" ".join(persona.background.split()), _BACKGROUND))
    lines += [_character(persona), _knows(persona)]
    if persona.values:
        lines.append(f"What matters to you: {_list(persona.values[:4])}.")
    for one in sorted(persona.pressures, key=lambda one: -one.weight)[:3]:
        much = "heavily" if one.weight >= 70 else "somewhat" if one.weight >= 40 else "a little"
        lines.append(f"Weighs on you {much}: {one.about} ({one.who}).")
    help_ = persona.help
    if help_.will:
        lines.append(f"You gladly: {_list(help_.will[:4])}.")
    if help_.will_not:
        lines.append(f"You won't: {_list(help_.will_not[:4])}.")
    lines.append(_TAKES_OVER[help_.takes_over_work])
    if help_.hands_off_to:
        lines.append(f"You send people on to: {_list(one.replace('_', ' ') for one in help_.hands_off_to)}.")
    lines += [_volunteering(persona), _patience(persona), _suspicion(persona), _writing(persona)]
    sample = _sample(persona)
    if sample:
        lines.append(f"You sound like this (never word for word): {sample}")
    return "\n".join(line for line in lines if line)


def place(facts: WorldFacts) -> str:
    """Somebody's job in their world."""
    at = facts.company or facts.organisation
    where = f" ({facts.department})" if facts.department and not facts.company else ""
    lines = ["# Your job here", f"{facts.title} at {at}{where}."]
    if facts.company:
        lines.append(f"You deal with {facts.organisation} from outside; its inner affairs are not yours.")
    if facts.about:
        lines.append(f"About {facts.organisation}: {facts.about}")
    if facts.work:
        lines.append(f"Your own work: {_list(facts.work)}.")
    if facts.colleagues:
        lines.append("People you know here:")
        lines += [
            f"- [{one.id}] {one.name}, {one.title}{f' ({one.tie})' if one.tie else ''}"
            for one in facts.colleagues
        ]
    if facts.tools:
        lines.append("You can look things up with:")
        lines += [
            f"- {one.tool}{f' ({given})' if (given := (one.arguments or (one.optional,))[0]) else ''}: {one.about}"
            for one in facts.tools
        ]
    return "\n".join(lines)


def _languages(persona: Persona) -> str:
    first, *others = persona.languages
    told = f"First language {first.code}"
    weak = [one for one in others if one.level in ("working", "basic")]
    told += f", also {_list(one.code for one in others)}" if others else ""
    told += f" ({_list(f'{one.code} {one.level}' for one in weak)})" if weak else ""
    return f"{told}."


def _character(persona: Persona) -> str:
    """What stands out; what is average goes without saying."""
    said: list[str] = []
    for trait, high, low in _TRAITS:
        value: int = getattr(persona.big_five, trait)
        if value >= 62 or value <= 38:
            much = "very " if value >= 82 or value <= 18 else ""
            said.append(f"{much}{high if value > 50 else low}")
    return f"You are {_list(said, last='and')}." if said else ""


def _knows(persona: Persona) -> str:
    known = persona.expertise
    parts = [
        f"{word} {_list(topics[:6])}"
        for word, topics in (
            ("you know well:", known.expert),
            ("enough of:", known.working),
            ("you have only heard of:", known.aware),
        )
        if topics
    ]
    return f"Of your trade {'; '.join(parts)}." if parts else ""


def _volunteering(persona: Persona) -> str:
    share = persona.help.volunteers
    if share <= 120:
        return "You rarely tell anything that wasn't asked for."
    return "You often add something useful unasked." if share >= 400 else ""


def _patience(persona: Persona) -> str:
    patience = persona.patience
    return (
        f"You take {_count(patience.tolerates_repeats, 'repeat')} of one request in good part; after that "
        f"{_AT_THE_END[patience.at_threshold]}."
    )


def _suspicion(persona: Persona) -> str:
    share = persona.security.verifies_by_call_back
    if share >= 500:
        return "You check unusual requests over another channel before you act on them."
    return "You take people's word for who they are." if share <= 150 else ""


def _writing(persona: Persona) -> str:
    style, habits = persona.style, persona.style.habits
    formality = style.formality
    tone = "casually" if formality < 32 else "in an everyday tone" if formality < 62 else "formally"
    parts = [f"You write {tone}{f' ({_list(style.tone[:4])})' if style.tone else ''}"]
    words = style.words
    lengths = (
        ("mail", words.mail),
        ("chat", words.chat),
        ("phone", words.phone),
        ("meeting", words.meeting),
    )
    parts.append("usual words: " + ", ".join(f"{app} {_length(one)}" for app, one in lengths))
    if not habits.contractions:
        parts.append("no contractions")
    if habits.lowercase_chat:
        parts.append("chat in small letters")
    if habits.emoji_use:
        often = "often" if habits.emoji_use >= 300 else "now and then"
        parts.append(f"{often} one of {' '.join(habits.emoji[:4])} in chat")
    if habits.exclamation >= 200:
        parts.append("exclamation marks come easily")
    if habits.hedging >= 250 and habits.hedges:
        parts.append(f"you hedge: {_list(habits.hedges[:2])}")
    if habits.punctuation != "standard":
        parts.append(f"{habits.punctuation} punctuation")
    if habits.bullet_points != "sometimes":
        parts.append(f"bullets in mail: {habits.bullet_points}")
    if habits.phrases:
        parts.append(f"turns of phrase, seldom used: {_list(habits.phrases[:3])}")
    return "; ".join(parts) + "."


def _length(one: Length) -> str:
    return f"{one.typical} (never over {one.max})"


def _sample(persona: Persona) -> str:
    found: list[str] = []
    for bank in _SAMPLED:
        phrases: tuple[str, ...] = getattr(persona.voice, bank, ())
        plain = [one for one in phrases if not any(f"{{{slot}}}" in one for slot in SLOTS[bank])]
        if plain:
            found.append(f'"{min(plain, key=len)}"')
    return " ".join(found)


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _list(items: Iterable[str], last: str = "") -> str:
    found = list(items)
    if last and len(found) > 1:
        return f"{', '.join(found[:-1])} {last} {found[-1]}"
    return ", ".join(found)


def _cut(text: str, most: int) -> str:
    """The text's first sentences, as many as fit."""
    if len(text) <= most:
        return text
    head = text[:most]
    end = max(head.rfind(". "), head.rfind("! "), head.rfind("? "))
    return head[: end + 1] if end > 0 else head[: head.rfind(" ")] + " …"
