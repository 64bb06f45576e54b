"""The questions of `tenure persona new`: what is asked, with which examples, and how an answer is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

Read = Callable[[str], Any]

_LEVELS: Final = {
    "very low": 10,
    "low": 25,
    "rather low": 38,
    "average": 50,
    "normal": 50,
    "medium": 50,
    "rather high": 62,
    "high": 75,
    "very high": 90,
}
_LANGUAGES: Final = {
    "english": "en",
    "dutch": "nl",
    "german": "de",
    "french": "fr",
    "spanish": "es",
    "portuguese": "pt",
    "italian": "it",
    "polish": "pl",
    "turkish": "tr",
    "chinese": "zh",
    "mandarin": "zh",
    "japanese": "ja",
    "korean": "ko",
    "arabic": "ar",
    "russian": "ru",
    "ukrainian": "uk",
    "hindi": "hi",
    "malay": "ms",
    "swedish": "sv",
    "danish": "da",
    "norwegian": "no",
    "finnish": "fi",
    "greek": "el",
    "czech": "cs",
    "romanian": "ro",
    "hungarian": "hu",
    "hebrew": "he",
    "thai": "th",
    "vietnamese": "vi",
    "indonesian": "id",
    "tagalog": "tl",
    "swahili": "sw",
    "yoruba": "yo",
    "tamil": "ta",
    "urdu": "ur",
}
_FLUENCY: Final = {
    **dict.fromkeys(("native", "mother"), "native"),
    **dict.fromkeys(("fluent", "excellent"), "fluent"),
    **dict.fromkeys(("working", "good", "well"), "working"),
    **dict.fromkeys(("basic", "some", "little", "poor"), "basic"),
}
_LENGTHS: Final = {
    "short": ((1, 15, 60), (1, 6, 25)),
    "usual": ((3, 43, 180), (1, 12, 50)),
    "long": ((10, 85, 260), (3, 24, 80)),
}


class Unread(ValueError):
    """An answer can't be read; the message says what would be."""


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes:
        path: The dotted path it sets.
        ask: The question.
        example: An answer, or the choices.
        read: Makes a value of the answer.
        needed: Can't be skipped.
        several: Lines are read until an empty one.
        more: Said when `?` is typed.
    """

    path: str
    ask: str
    example: str
    read: Read
    needed: bool = False
    several: bool = False
    more: str = ""


def text(answer: str) -> str:
    """As it was typed."""
    return answer


def number(answer: str) -> int:
    """A whole number."""
    if not re.fullmatch(r"\d{1,4}", answer):
        raise Unread(f"`{answer}` is no whole number")
    return int(answer)


def level(answer: str) -> int:
    """A level of 0 to 100, as a number or a word."""
    folded = answer.casefold()
    word = f"rather {folded.removesuffix('ish')}" if folded.endswith("ish") else folded
    if word in _LEVELS:
        return _LEVELS[word]
    if re.fullmatch(r"\d{1,3}", answer) and int(answer) <= 100:
        return int(answer)
    shown = "very low, low, rather low, average, rather high, high, very high"
    raise Unread(f"`{answer}` is neither a number from 0 to 100 nor one of {shown}")


def identifier(answer: str) -> str:
    """An id; spaces and capitals are mended."""
    from ....personas.importers.guessing import slug

    found = slug(answer)
    if not found:
        raise Unread(f"`{answer}` gives no id; use lower-case letters, digits and _, a letter first")
    return found


def pronouns(answer: str) -> str:
    """Pronouns, in short or in full."""
    return {"she": "she/her", "he": "he/him", "they": "they/them"}.get(answer.casefold(), answer.casefold())


def choice(*allowed: str) -> Read:
    """One of some words, or the beginning of one."""

    def read(answer: str) -> str:
        wanted = answer.casefold().replace(" ", "_")
        fitting = [one for one in allowed if one.startswith(wanted)]
        if wanted in allowed:
            return wanted
        if len(fitting) == 1:
            return fitting[0]
        raise Unread(f"`{answer}` is not one of {', '.join(allowed)}")

    return read


def several(answer: str) -> list[str]:
    """A list, separated by commas; by semicolons if an item holds commas."""
    mark = ";" if ";" in answer else ","
    return [part.strip() for part in answer.split(mark) if part.strip()]


def lines(answer: str) -> list[str]:
    """One item a line."""
    return [line.strip() for line in answer.splitlines() if line.strip()]


def languages(answer: str) -> list[dict[str, str]]:
    """`nl native, en fluent`; names of languages and everyday words for how well are understood."""
    found: list[dict[str, str]] = []
    for part in several(answer):
        words = part.casefold().replace("a little", "little").split()
        fluency = next((_FLUENCY[word] for word in words if word in _FLUENCY), "")
        names = [word for word in words if word not in _FLUENCY and word not in ("very", "mother", "tongue")]
        code = next((_LANGUAGES[name] for name in names if name in _LANGUAGES), names[0] if names else "")
        if not re.fullmatch(r"[a-z]{2,3}", code):
            raise Unread(f"`{part}` is no language that is known here; write its code and level: nl native")
        found.append({"code": code, "level": fluency or ("fluent" if found else "native")})
    return found


def home(answer: str) -> dict[str, str]:
    """`Rotterdam, NL`: city, country, and the time zone if these leave only one; it may follow as a third part."""
    from ....personas.importers.guessing import zone
    from ....personas.zones import countries

    parts = [part.strip() for part in answer.split(",") if part.strip()]
    data = {"city": parts[0]}
    country = countries().get(parts[1].casefold(), "") if len(parts) > 1 else ""
    if len(parts) > 1 and not country and "/" not in parts[1]:
        raise Unread(f"`{parts[1]}` is no country that is known; write its code, such as NL or SG")
    if country:
        data["country"] = country
    given = next((part for part in parts[1:] if "/" in part), "")
    found = given or zone(parts[0], country)
    if found:
        data["time_zone"] = found
    return data


def length(answer: str) -> dict[str, dict[str, int]]:
    """`short`, `usual`, `long`, or the words of a usual mail."""
    if answer.casefold() in _LENGTHS:
        mail, chat = _LENGTHS[answer.casefold()]
    elif re.fullmatch(r"\d{1,3}", answer) and int(answer) >= 2:
        typical = int(answer)
        mail = (max(1, typical // 8), typical, typical * 4)
        chat = (1, max(3, typical // 4), max(12, typical))
    else:
        raise Unread(f"`{answer}` is neither short, usual, long nor a number of words")
    return {
        name: dict(zip(("min", "typical", "max"), row, strict=True))
        for name, row in (("mail", mail), ("chat", chat))
    }


def pressures(answer: str) -> list[dict[str, Any]]:
    """`who: about what`, separated by semicolons."""
    found: list[dict[str, Any]] = []
    for part in answer.split(";"):
        who, mark, about = (piece.strip() for piece in part.partition(":"))
        if not who:
            continue
        if not mark or not about:
            raise Unread(f"`{part.strip()}`: write who it comes from, a colon, and what it is about")
        weight = re.search(r"\s+(\d{1,3})$", about)
        found.append(
            {
                "who": who,
                "about": about[: weight.start()] if weight else about,
                "weight": int(weight[1]) if weight else 50,
            }
        )
    return found


def minutes(answer: str) -> int:
    """Minutes, or hours written `2h`."""
    match = re.fullmatch(r"(\d{1,4})\s*(h|hours?|m|min|minutes?)?", answer.casefold())
    if match is None:
        raise Unread(f"`{answer}` is no number of minutes; write 45 or 2h")
    return int(match[1]) * (60 if (match[2] or "").startswith("h") else 1)


def habit(channel: str) -> Read:
    """Minutes until half is answered, with the channel's other defaults: a channel is given whole."""

    def read(answer: str) -> dict[str, int]:
        from ....personas.behaviour import Responses

        usual = getattr(Responses(), channel)
        return {**usual.model_dump(), "median_minutes": minutes(answer)}

    return read


def hours(answer: str) -> dict[str, str]:
    """`9:00 to 17:30`."""
    match = re.fullmatch(r"(\d{1,2})(?::(\d\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::(\d\d))?", answer.strip())
    if match is None:
        raise Unread(f"`{answer}`: write it as 08:30 to 17:00")
    start, end = (f"{int(match[a]):02}:{match[b] or '00'}" for a, b in ((1, 2), (3, 4)))
    return {"start": start, "end": end}


def phrases(answer: str) -> list[str]:
    """A bank of phrases, one a line."""
    found = lines(answer)
    if len(found) < 4:
        raise Unread(
            f"{len(found)} phrase{'' if len(found) == 1 else 's'} given, at least 4 are needed in a bank"
        )
    return found


_SLOTS: Final = (
    "Slots are filled in: {topic} “the survey report”, {when} “Thursday 14:00”, {who} another person, "
    "{asker} whoever is answered."
)

FIRST: Final[tuple[Question, ...]] = (
    Question("name", "What is their full name?", "Mirjam Oosterhuis", text, needed=True),
    Question("id", "A short id: the name of the file", "fleet_planner", identifier, needed=True),
    Question("role.profession", "Their trade, in lower case", "fleet planner", text, needed=True),
)
"""What can't be left out."""

REST: Final[tuple[Question, ...]] = (
    Question("pronouns", "Pronouns", "she/her, he/him, they/them", pronouns),
    Question("age", "Age", "44", number),
    Question("role.title", "Usual job title", "Fleet Planner", text),
    Question(
        "role.seniority",
        "How senior?",
        "junior, mid, senior, lead or executive",
        choice("junior", "mid", "senior", "lead", "executive"),
    ),
    Question("role.years", "Years in the trade", "12", number),
    Question(
        "home",
        "Where do they live and work?",
        "Rotterdam, NL",
        home,
        more="City and country; the time zone is told from them, or give it: Tromsø, NO, Europe/Oslo",
    ),
    Question(
        "languages",
        "Which languages, how well?",
        "nl native, en fluent",
        languages,
        more="native, fluent, working or basic; the first one first",
    ),
    Question(
        "background",
        "What made them who they are at work? Two sentences, something concrete in them",
        "Drove lorries herself for nine years. Keeps a paper map of every loading bay.",
        text,
        more="A place, a number, an event, a habit. A model mind plays mostly by this.",
    ),
    Question(
        "include",
        "Describe how they work; parts that others share are looked for",
        "starts early, checks everything twice, hardly reachable",
        text,
        more="Type `list` to see them all.",
    ),
    Question(
        "big_five.conscientiousness", "How organised and dependable?", "very low … very high, or 0-100", level
    ),
    Question(
        "big_five.agreeableness", "How cooperative and trusting (high) or critical (low)?", "average", level
    ),
    Question("big_five.extraversion", "How outgoing (high) or reserved (low)?", "average", level),
    Question("big_five.neuroticism", "How easily worried (high) or calm (low)?", "average", level),
    Question("big_five.openness", "How curious (high) or conventional (low)?", "average", level),
    Question(
        "values",
        "What do they care about when it costs something?",
        "a full trailer, being asked first",
        several,
    ),
    Question(
        "pressures",
        "What weighs on them? who: about what, and a weight if you like",
        "the drivers: hours are counted to the minute 70",
        pressures,
    ),
    Question("expertise.expert", "What do others come to them for?", "loading plans, driver hours", several),
    Question("expertise.working", "What else do they handle?", "customs seals", several),
    Question("style.formality", "How formally do they write?", "low, average, high, or 0-100", level),
    Question(
        "style.tone",
        "Two or three words for the tone",
        "dry, quick",
        several,
        more="What one hears in their messages: dry, brisk, fussy, wry, ceremonious, blunt.",
    ),
    Question(
        "style.words",
        "How long are their messages?",
        "short, usual, long, or the words of a usual mail",
        length,
    ),
    Question(
        "style.greetings.mail.colleague",
        "How do they greet a colleague in a mail? {asker} is a name",
        "Hi {asker},",
        lines,
    ),
    Question("style.sign_offs.mail.colleague", "And how do they sign?", "Mirjam", lines),
    Question("hours", "When do they work?", "08:30 to 17:00", hours),
    Question(
        "responses.mail",
        "After how many minutes is half of their mail answered?",
        "45",
        habit("mail"),
    ),
    Question("responses.chat", "And half of their chat?", "14", habit("chat")),
    Question(
        "patience.tolerates_repeats",
        "How many times may one ask the same before they lose patience?",
        "3",
        number,
    ),
    Question(
        "patience.at_threshold",
        "What then?",
        "terse, escalates or ignores",
        choice("terse", "escalates", "ignores"),
    ),
    Question(
        "help.will", "What do they gladly do for a colleague?", "check a loading plan, ring a driver", several
    ),
    Question(
        "help.will_not", "What do they refuse?", "promise a slot before the driver has confirmed", several
    ),
    Question(
        "voice.openings",
        "How do their replies start? Four phrases or more, one a line",
        "I have the board in front of me.",
        phrases,
        several=True,
        more=_SLOTS,
    ),
    Question(
        "voice.refusals",
        "How do they refuse? Four or more",
        "That one stays with me.",
        phrases,
        several=True,
        more=_SLOTS,
    ),
    Question(
        "voice.dont_know",
        "How do they say they don't know? Four or more",
        "Not on my board.",
        phrases,
        several=True,
        more=_SLOTS,
    ),
    Question(
        "voice.promises",
        "How do they promise? Four or more, with {when}",
        "On your desk by {when}.",
        phrases,
        several=True,
        more=_SLOTS,
    ),
    Question(
        "voice.deferrals",
        "How do they put an answer off? Four or more",
        "Let me get the trucks out first.",
        phrases,
        several=True,
        more=_SLOTS,
    ),
)
"""What can all be skipped."""


def at(data: dict[str, Any], path: str) -> Any:
    """The value at a dotted path; None if there is none."""
    here: Any = data
    for part in path.split("."):
        here = cast("dict[str, Any]", here).get(part) if isinstance(here, dict) else None
    return here


def put(data: dict[str, Any], path: str, value: Any) -> None:
    """Set the value at a dotted path; a mapping is merged into what is there."""
    *parents, last = path.split(".")
    here = data
    for part in parents:
        here = cast("dict[str, Any]", here.setdefault(part, {}))
    if isinstance(value, dict) and isinstance(here.get(last), dict):
        cast("dict[str, Any]", here[last]).update(cast("dict[str, Any]", value))
    else:
        here[last] = value
