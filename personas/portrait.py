"""A persona in plain sentences, each with the places its values come from.

Authors write numbers in per mille and levels of 0 to 100; what these come to is easier to judge in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from .behaviour import WEEK, Habit
from .problems import Path, dotted
from .voice import BANKS, Bank
from .whole import Whole

_LISTED: Final = 5
"""Most lines of one file that are listed one by one."""
_TRAITS: Final = {
    "openness": ("conventional", "curious and inventive"),
    "conscientiousness": ("careless", "organised and dependable"),
    "extraversion": ("reserved", "outgoing"),
    "agreeableness": ("critical and hard to move", "cooperative and trusting"),
    "neuroticism": ("calm", "easily worried"),
}
_THRESHOLD: Final = {
    "terse": "turns terse",
    "escalates": "takes it to a manager",
    "ignores": "stops answering",
}
_TAKES_OVER: Final = {
    "never": "never does a colleague's work",
    "small_pieces": "does small pieces of a colleague's work",
    "if_manager_asks": "does a colleague's work only if a manager asks",
    "gladly": "gladly does a colleague's work",
}


@dataclass(frozen=True)
class Line:
    """One sentence about a person.

    Attributes:
        part: Which part of the persona it is about.
        text: The sentence.
        paths: The values it rests on.
        sources: Where these come from, in words: `file:31`, `fragment early_bird:2`, `default`.
    """

    part: str
    text: str
    paths: tuple[str, ...]
    sources: tuple[str, ...]


def portrait(whole: Whole) -> list[Line]:
    """The person in plain sentences, and where each value comes from."""
    lines: list[Line] = []
    for part, text, paths in _sentences(whole):
        lines.append(Line(part, text, tuple(dotted(path) for path in paths), _sources(whole, paths)))
    return lines


def _sources(whole: Whole, paths: tuple[Path, ...]) -> tuple[str, ...]:
    """Where the values at some paths come from, one text for a file: `jo.yaml:3,5`, `fragment early_bird:2`."""
    places: dict[str, list[int]] = {}
    for path in paths:
        name, _, line = str(whole.origin(path)).partition(":")
        at = places.setdefault(name, [])
        if line and int(line) not in at:
            at.append(int(line))
    return tuple(
        name
        if not at
        else f"{name}:{min(at)}-{max(at)}"
        if len(at) > _LISTED
        else f"{name}:{','.join(map(str, sorted(at)))}"
        for name, at in places.items()
    )


def _sentences(whole: Whole) -> Iterator[tuple[str, str, tuple[Path, ...]]]:
    yield from _who(whole)
    yield from _character(whole)
    yield from _writing(whole)
    yield from _answering(whole)
    yield from _working(whole)


def _who(whole: Whole) -> Iterator[tuple[str, str, tuple[Path, ...]]]:
    one = whole.persona
    role = one.role
    article = "an" if role.profession[:1].lower() in "aeiou" else "a"
    called = f" ({one.short_name} to colleagues)" if one.short_name != one.name.split()[0] else ""
    yield (
        "who",
        (
            f"{one.name}{called}, {one.pronouns}, {one.age}, is {article} {role.profession}, {role.seniority}, with "
            f"{_count(role.years, 'year')} in the trade; usual title: {one.title}."
        ),
        (("name",), ("age",), ("role", "profession"), ("role", "seniority"), ("role", "years")),
    )
    place = ", ".join(part for part in (one.home.city, one.home.country) if part)
    spoken = ", ".join(f"{language.code} ({language.level})" for language in one.languages)
    yield (
        "who",
        f"Lives in {place or 'a place left open'}, time zone {one.home.time_zone}. Speaks {spoken}.",
        (("home", "city"), ("home", "time_zone"), ("languages",)),
    )
    if one.background:
        yield "who", " ".join(one.background.split()), (("background",),)
    if one.values:
        yield "who", f"What matters: {', '.join(one.values)}.", (("values",),)
    for index, pressure in enumerate(one.pressures):
        yield (
            "who",
            f"{pressure.who[:1].upper()}{pressure.who[1:]}: {pressure.about} ({_weight(pressure.weight)}).",
            (("pressures", index),),
        )
    known = [
        f"{words} {', '.join(topics)}"
        for words, topics in (
            ("expert in", one.expertise.expert),
            ("at home in", one.expertise.working),
            ("has heard of", one.expertise.aware),
        )
        if topics
    ]
    if known:
        text = "; ".join(known)
        paths = tuple(("expertise", name) for name in ("expert", "working", "aware"))
        yield "who", f"{text[:1].upper()}{text[1:]}.", paths


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _weight(level: int) -> str:
    return "weighs heavily" if level >= 70 else "weighs on them" if level >= 40 else "is felt a little"


def _character(whole: Whole) -> Iterator[tuple[str, str, tuple[Path, ...]]]:
    one = whole.persona
    told: list[str] = []
    paths: list[Path] = []
    for name, (low, high) in _TRAITS.items():
        value = getattr(one.big_five, name)
        word = high if value >= 50 else low
        far = abs(value - 50)
        if far >= 10:
            told.append(f"{'very ' if far >= 35 else 'rather ' if far < 20 else ''}{word} ({name} {value})")
        paths.append(("big_five", name))
    text = f"Is {', '.join(told)}; average in the rest." if told else "Is average in all five traits."
    yield "character", text if len(told) < 5 else text.replace("; average in the rest", ""), tuple(paths)
    patience = one.patience
    yield (
        "character",
        (
            f"Takes {_count(patience.tolerates_repeats, 'repeat')} of a question in good part, forgives "
            f"{patience.recovers_per_day} "
            f"a day; out of patience, {_THRESHOLD[patience.at_threshold]}."
        ),
        (("patience", "tolerates_repeats"), ("patience", "recovers_per_day"), ("patience", "at_threshold")),
    )


def _writing(whole: Whole) -> Iterator[tuple[str, str, tuple[Path, ...]]]:
    style, habits = whole.persona.style, whole.persona.style.habits
    level = style.formality
    word = (
        "very formally"
        if level >= 80
        else "formally"
        if level >= 60
        else "casually"
        if level <= 30
        else "neutrally"
    )
    tone = f", {', '.join(style.tone)}" if style.tone else ""
    yield "writing", f"Writes {word} ({level} of 100){tone}.", (("style", "formality"), ("style", "tone"))
    mail, chat = style.words.mail, style.words.chat
    yield (
        "writing",
        (
            f"A usual mail has {mail.typical} words ({mail.min} to {mail.max}), a chat message {chat.typical} "
            f"({chat.min} to {chat.max})."
        ),
        (("style", "words", "mail"), ("style", "words", "chat")),
    )
    greeting = style.greetings.mail.to("colleague")
    ending = style.sign_offs.mail.to("colleague")
    yield (
        "writing",
        (
            f"A mail to a colleague begins {_quoted(greeting) or 'without a greeting'} and ends "
            f"{_quoted(ending) or 'without a sign-off'}."
        ),
        (("style", "greetings", "mail"), ("style", "sign_offs", "mail")),
    )
    small = [
        f"{share(habits.hedging)} of statements are hedged"
        + (f" ({_quoted(habits.hedges)})" if habits.hedges else ""),
        f"{share(habits.exclamation)} of sentences end in an exclamation mark",
    ]
    if habits.emoji and habits.emoji_use:
        small.append(f"{share(habits.emoji_use)} of chat messages hold an emoji ({' '.join(habits.emoji)})")
    if habits.lowercase_chat:
        small.append("chat is written without capitals")
    if not habits.contractions:
        small.append("nothing is contracted")
    if habits.splits_messages:
        small.append(f"{share(habits.splits_messages)} of chat replies come in several messages")
    names = ("hedging", "exclamation", "emoji_use", "lowercase_chat", "contractions", "splits_messages")
    text = "; ".join(small)
    yield "writing", f"{text[:1].upper()}{text[1:]}.", tuple(("style", "habits", name) for name in names)
    own: list[Bank] = [bank for bank in BANKS if whole.written(("voice", bank))]
    count = sum(len(whole.persona.voice.bank(bank)) for bank in own)
    yield (
        "writing",
        f"Has {count} phrases of their own in {len(own)} of {len(BANKS)} banks; the rest is worded plainly."
        if len(own) < len(BANKS)
        else f"Has {count} phrases of their own, in every bank.",
        tuple(("voice", bank) for bank in own) or (("voice",),),
    )


def _quoted(texts: tuple[str, ...]) -> str:
    return " or ".join(f"“{text}”" for text in texts[:2])


def share(per_mille: int) -> str:
    """A share as per cent: `70%`, `0.5%`, `none`."""
    return f"{per_mille / 10:g}%" if per_mille else "none"


def _answering(whole: Whole) -> Iterator[tuple[str, str, tuple[Path, ...]]]:
    one = whole.persona
    hours = one.hours
    days = "Monday to Friday" if hours.days == WEEK else ", ".join(hours.days)
    yield (
        "answering",
        (
            f"Works {hours.start} to {hours.end}, {days}, lunch at {hours.lunch} for {hours.lunch_minutes} "
            "minutes; works on "
            f"{share(one.responses.works_evenings)} of evenings and {share(one.responses.works_weekends)} of days off."
        ),
        (
            ("hours", "start"),
            ("hours", "end"),
            ("responses", "works_evenings"),
            ("responses", "works_weekends"),
        ),
    )
    for name in ("mail", "chat"):
        habit: Habit = getattr(one.responses, name)
        yield (
            "answering",
            (
                f"Half of all {name} is answered within {_minutes(habit.median_minutes)} of working time, "
                f"{share(habit.never_answered)} never; looks {habit.checks_per_day} times a day."
            ),
            (("responses", name),),
        )
    breaks = ", ".join(
        f"{'urgent ' if rule.urgent_only else ''}{'anything' if rule.kind == 'any' else rule.kind} from {rule.sender}"
        for rule in one.attention.interrupts
    )
    batch = one.attention.batch_minutes
    focus = "; ".join(f"{', '.join(each.days)} {each.start} to {each.end}" for each in one.attention.focus)
    text = f"Breaks in at once: {breaks or 'nothing'}."
    text += f" Everything else is handled every {batch} minutes." if batch else ""
    text += f" Keeps free of messages: {focus}." if focus else ""
    yield (
        "answering",
        text,
        (("attention", "interrupts"), ("attention", "batch_minutes"), ("attention", "focus")),
    )


def _minutes(count: int) -> str:
    return f"{count} minutes" if count < 120 else f"{count / 60:.1f} hours".replace(".0 ", " ")


def _working(whole: Whole) -> Iterator[tuple[str, str, tuple[Path, ...]]]:
    one = whole.persona
    held = one.reliability
    yield (
        "working",
        (
            f"Keeps {share(held.keeps_promises)} of promises on time and remembers "
            f"{share(held.remembers_unprompted)} without "
            f"a reminder; own work takes {held.overrun_percent}% of the estimate; calls "
            f"{share(held.says_done_when_not)} of tasks "
            "done too early."
        ),
        (
            ("reliability", "keeps_promises"),
            ("reliability", "remembers_unprompted"),
            ("reliability", "overrun_percent"),
            ("reliability", "says_done_when_not"),
        ),
    )
    yield (
        "working",
        (
            f"Is late to {share(held.late_to_meetings)} of meetings and misses {share(held.misses_meetings)}. "
            "Details fade after "
            f"{one.memory.fades_after_days} working days; {share(one.memory.mixed_up)} of these are told wrongly."
        ),
        (("reliability", "late_to_meetings"), ("memory", "fades_after_days"), ("memory", "mixed_up")),
    )
    wills = one.help
    text = f"{_TAKES_OVER[wills.takes_over_work]}; tells {share(wills.volunteers)} of useful things unasked."
    text = text[:1].upper() + text[1:]
    text += f" Gladly: {'; '.join(wills.will)}." if wills.will else ""
    text += f" Refuses: {'; '.join(wills.will_not)}." if wills.will_not else ""
    yield (
        "working",
        text,
        (("help", "takes_over_work"), ("help", "volunteers"), ("help", "will"), ("help", "will_not")),
    )
    safe = one.security
    yield (
        "working",
        (
            f"Of suspicious messages, follows {share(safe.clicks_links)} of links, checks "
            f"{share(safe.verifies_by_call_back)} "
            f"of unusual requests by calling back, tells a password to {share(safe.shares_password)} of those "
            "who ask, and reports "
            f"{share(safe.reports)}."
        ),
        (
            ("security", "clicks_links"),
            ("security", "verifies_by_call_back"),
            ("security", "shares_password"),
            ("security", "reports"),
        ),
    )


def values(whole: Whole) -> list[tuple[str, Any, str]]:
    """Every value of the persona with its dotted path and where it comes from; phrases are left out."""
    rows: list[tuple[str, Any, str]] = []
    todo: list[tuple[Path, Any]] = [((), whole.persona.model_dump(mode="json"))]
    while todo:
        path, value = todo.pop(0)
        if isinstance(value, dict):
            todo[:0] = [((*path, key), one) for key, one in value.items() if path or key != "voice"]  # pyright: ignore
        else:
            rows.append((dotted(path), value, str(whole.origin(path))))
    return rows
