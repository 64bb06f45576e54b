"""Contradictions in how somebody writes: formality, tone, length, hedging, languages, and what they refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Final

from ..problems import Path
from ..voice import BANKS
from ..whole import Whole
from .finding import Finding, found
from .work import HIGH, LOW, Check

_CASUAL: Final = re.compile(r"\b(hey+|heya|hiya|yo|hi there|sup|howdy|cheers|ciao|xx?)\b", re.IGNORECASE)
_STIFF: Final = re.compile(r"^(Dear|Esteemed)\b|\b([Yy]ours (faithfully|sincerely|truly)|[Rr]espectfully)\b")
_CONTRACTION: Final = re.compile(r"\b\w+['’](s|m|re|ve|ll|d|t)\b", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"(?<=[a-z])['’]s\s+[a-z]", re.IGNORECASE)
_SORRY: Final = re.compile(
    r"\b(sorry|afraid|regret|wish i could|unfortunately|apolog\w+|forgive)\b", re.IGNORECASE
)
_CONDITION: Final = re.compile(
    r"\b(without|before|until|unless|except|outside|after|while|when|if|instead|for|on behalf|in place|out of|"
    r"by phone|one \w+'s|another|other|against)\b",
    re.IGNORECASE,
)

_OPPOSED: Final = (
    (
        {"warm", "friendly", "kind", "cordial", "gentle"},
        {"cold", "curt", "icy", "harsh", "hostile", "distant"},
    ),
    ({"patient"}, {"impatient"}),
    ({"calm", "composed", "even", "serene"}, {"anxious", "nervous", "excitable", "frantic", "worried"}),
    ({"formal", "stiff", "ceremonious"}, {"casual", "informal", "chatty", "slangy"}),
    (
        {"terse", "brief", "laconic", "clipped"},
        {"wordy", "long-winded", "verbose", "chatty", "thorough", "rambling"},
    ),
    ({"direct", "blunt", "assertive", "decisive"}, {"hesitant", "tentative", "evasive", "roundabout"}),
    ({"modest", "humble"}, {"boastful", "arrogant"}),
)
_SURE: Final = frozenset(
    {"assertive", "blunt", "decisive", "certain", "sure", "confident", "categorical", "emphatic"}
)
_UNSURE: Final = frozenset({"tentative", "hesitant", "unsure", "cautious", "diffident"})
_BRIEF: Final = frozenset({"terse", "brief", "laconic", "clipped", "curt"})
_LONG: Final = frozenset({"wordy", "long-winded", "verbose", "rambling", "thorough", "expansive"})

# Words that English doesn't have, or hardly ever: the commonest short words of some languages.
_MARKERS: Final[Mapping[str, frozenset[str]]] = {
    "nl": frozenset(
        "hoi bedankt groetjes groeten alsjeblieft alstublieft graag goedemorgen dank niet ook wel doei".split()
    ),
    "de": frozenset(
        "danke bitte grüße gruß viele nicht auch schönen hallo tschüss moin servus ich und".split()
    ),
    "fr": frozenset("bonjour merci bien cordialement salut vous avec pour très oui".split()),
    "es": frozenset("hola gracias saludos buenos días por favor muchas usted vale".split()),
    "pt": frozenset("olá obrigado obrigada cumprimentos bom dia abraço você não".split()),
    "it": frozenset("ciao grazie buongiorno saluti prego cordiali allora".split()),
    "pl": frozenset("cześć dzięki dziękuję pozdrawiam dzień dobry proszę".split()),
    "tr": frozenset("merhaba teşekkürler selam iyi günler kolay gelsin".split()),
    "sv": frozenset("hej tack hälsningar vänliga och inte".split()),
}
_SHARED: Final = frozenset(
    {"por", "bom", "dia", "iyi", "wel", "niet", "pour", "vale", "ciao", "hallo", "bien", "viele"}
)
"""Words that alone prove nothing: English texts borrow or hold them."""
_SCRIPTS: Final = (
    (re.compile("[\u4e00-\u9fff]"), {"zh", "yue", "ja"}, "Chinese characters"),
    (re.compile("[\u3040-\u30ff]"), {"ja"}, "Japanese kana"),
    (re.compile("[\uac00-\ud7af]"), {"ko"}, "Korean"),
    (re.compile("[\u0400-\u04ff]"), {"ru", "uk", "bg", "sr", "mk", "be", "kk"}, "Cyrillic"),
    (re.compile("[\u0600-\u06ff]"), {"ar", "fa", "ur"}, "Arabic script"),
    (re.compile("[\u0900-\u097f]"), {"hi", "mr", "ne"}, "Devanagari"),
)


def said(whole: Whole) -> Iterator[tuple[Path, str]]:
    """Every wording of the person with its place: phrases, greetings, sign-offs, hedges."""
    style = whole.persona.style
    for bank in BANKS:
        if whole.written(("voice", bank)):
            for index, phrase in enumerate(whole.persona.voice.bank(bank)):
                yield ("voice", bank, index), phrase
    for where, channels in (("greetings", ("mail", "chat", "phone")), ("sign_offs", ("mail", "chat"))):
        for channel in channels:
            for audience in ("colleague", "senior", "outsider"):
                path = ("style", where, channel, audience)
                if whole.written(path):
                    texts: tuple[str, ...] = getattr(getattr(getattr(style, where), channel), audience)
                    for index, text in enumerate(texts):
                        yield (*path, index), text
    for name in ("hedges", "phrases"):
        if whole.written(("style", "habits", name)):
            for index, text in enumerate(getattr(style.habits, name)):
                yield ("style", "habits", name, index), text


def _clash(
    whole: Whole, paths: tuple[Path, ...], message: str, why: str, fix: str, *, note: bool = False
) -> Finding:
    return found(whole, "note" if note else "warning", "contradiction", paths, message, why, fix)


def formality(whole: Whole) -> Iterator[Finding]:
    """Formality against greetings, contractions, capitals, exclamation marks and emoji."""
    style = whole.persona.style
    level, path, habits = style.formality, ("style", "formality"), style.habits
    h: Path = ("style", "habits")
    if level >= HIGH:
        for off, name, words in (
            (habits.emoji_use > 100, "emoji_use", f"{habits.emoji_use} of 1000 chat messages hold an emoji"),
            (habits.exclamation > 150, "exclamation", f"{habits.exclamation} of 1000 sentences end in `!`"),
            (habits.lowercase_chat, "lowercase_chat", "they write chat without capitals"),
            (habits.punctuation in ("ellipses",), "punctuation", "their sentences trail off in ellipses"),
        ):
            if off:
                yield _clash(
                    whole,
                    (path, (*h, name)),
                    f"formality is {level}, but {words}",
                    "Every message shows it, so they won't read as formal.",
                    f"Mend `{name}`, or lower formality below 60.",
                )
    for place, text in said(whole):
        if place[0] != "style" or place[1] not in ("greetings", "sign_offs"):
            continue
        if level >= HIGH and (casual := _CASUAL.search(text)):
            yield _clash(
                whole,
                (path, place),
                f"formality is {level}, but they write `{casual[0]}`",
                "The greeting is the first thing that shows how formal somebody is.",
                "Write it as a formal person would, or lower formality below 60.",
            )
        if (
            level <= LOW
            and "outsider" not in place
            and "senior" not in place
            and (stiff := _STIFF.search(text))
        ):
            yield _clash(
                whole,
                (path, place),
                f"formality is {level}, but colleagues read `{stiff[0]}`",
                "The greeting is the first thing that shows how casual somebody is.",
                "Keep it for outsiders, or raise formality above 40.",
            )
    if habits.emoji_use and not habits.emoji:
        yield _clash(
            whole,
            ((*h, "emoji_use"),),
            f"{habits.emoji_use} of 1000 chat messages hold an emoji, but `emoji` names none",
            "None is ever written.",
            "List the emoji, or write `emoji_use: 0`.",
        )
    if habits.emoji and not habits.emoji_use:
        yield _clash(
            whole,
            ((*h, "emoji"),),
            "emoji are listed, but `emoji_use` is 0",
            "None is ever written.",
            "Give `emoji_use`, such as 100, or drop the list.",
        )
    if habits.hedging and not habits.hedges:
        yield _clash(
            whole,
            ((*h, "hedging"), (*h, "hedges")),
            f"{habits.hedging} of 1000 statements are hedged, but `hedges` is empty",
            "There is nothing to hedge with.",
            "List hedges, or write `hedging: 0`.",
        )
    if not habits.contractions:
        for place, text in said(whole):
            short = _CONTRACTION.search(_POSSESSIVE.sub(" ", text))
            if short is not None:
                yield _clash(
                    whole,
                    ((*h, "contractions"), place),
                    f"they don't contract words, but say `{short[0]}`",
                    "One phrase in their own bank undoes the habit.",
                    "Write it out, or write `contractions: true`.",
                )


def tone(whole: Whole) -> Iterator[Finding]:
    """Words for the tone against each other, against length, hedging, character and patience."""
    words = {word.casefold(): index for index, word in enumerate(whole.persona.style.tone)}
    yield from _opposed(whole, words)
    yield from _tone_and_length(whole, words)
    yield from _tone_and_hedging(whole, words)
    yield from _tone_and_character(whole, words)


def _opposed(whole: Whole, words: Mapping[str, int]) -> Iterator[Finding]:
    names = frozenset(words)
    for left, right in _OPPOSED:
        for a in sorted(left & names):
            for b in sorted(right & names):
                yield _clash(
                    whole,
                    (("style", "tone", words[a]), ("style", "tone", words[b])),
                    f"the tone is both {a} and {b}",
                    "A model mind plays whichever it reads last.",
                    "Keep the one that colleagues would name.",
                )


def _tone_and_length(whole: Whole, words: Mapping[str, int]) -> Iterator[Finding]:
    names, mail = frozenset(words), whole.persona.style.words.mail.typical
    usual: Path = ("style", "words", "mail")
    for word in sorted(_BRIEF & names):
        if mail >= 80:
            yield _clash(
                whole,
                (("style", "tone", words[word]), usual),
                f"the tone is {word}, but a usual mail has {mail} words",
                "Half of all mails are above 43 words; this is long.",
                "Write 10 to 30 words, or drop the word.",
            )
    for word in sorted(_LONG & names):
        if mail <= 15:
            yield _clash(
                whole,
                (("style", "tone", words[word]), usual),
                f"the tone is {word}, but a usual mail has {mail} words",
                "There is no room for it.",
                "Write 60 words or more, or drop the word.",
            )


def _tone_and_hedging(whole: Whole, words: Mapping[str, int]) -> Iterator[Finding]:
    names, share = frozenset(words), whole.persona.style.habits.hedging
    hedging: Path = ("style", "habits", "hedging")
    for word in sorted(_SURE & names):
        if share >= 250:
            yield _clash(
                whole,
                (("style", "tone", words[word]), hedging),
                f"the tone is {word}, but {share} of 1000 statements are hedged",
                "A sentence that opens with `I think` does not sound sure.",
                "Hedge 100 or less, or drop the word.",
            )
    for word in sorted(_UNSURE & names):
        if share <= 40:
            yield _clash(
                whole,
                (("style", "tone", words[word]), hedging),
                f"the tone is {word}, but only {share} of 1000 statements are hedged",
                "They will sound sure of everything.",
                "Hedge 200 or more, or drop the word.",
            )


def _tone_and_character(whole: Whole, words: Mapping[str, int]) -> Iterator[Finding]:
    one, names = whole.persona, frozenset(words)
    for trait, low, wrong in (
        ("neuroticism", True, {"anxious", "nervous", "worried", "frantic"}),
        ("neuroticism", False, {"calm", "composed", "serene"}),
        ("agreeableness", True, {"warm", "kind", "gentle"}),
        ("agreeableness", False, {"cold", "harsh", "curt", "hostile"}),
        ("openness", True, {"curious", "inventive", "playful"}),
    ):
        value = getattr(one.big_five, trait)
        if value <= LOW if low else value >= HIGH:
            for word in sorted(wrong & names):
                yield _clash(
                    whole,
                    (("big_five", trait), ("style", "tone", words[word])),
                    f"{trait} is {value}, but the tone is {word}",
                    "What they decide follows the trait, what they write the tone.",
                    "Change the one that is not meant.",
                )
    spare = one.patience.tolerates_repeats
    if "patient" in names and spare <= 1:
        yield _clash(
            whole,
            (("style", "tone", words["patient"]), ("patience", "tolerates_repeats")),
            f"the tone is patient, but patience is used up after {spare} repeat{'' if spare == 1 else 's'}",
            "They turn terse at the second question.",
            "Tolerate 4 or more, or drop the word.",
        )
    yield from _talkative(whole)


def _talkative(whole: Whole) -> Iterator[Finding]:
    """Extraversion against the length of messages."""
    one = whole.persona
    mail, chat = one.style.words.mail.typical, one.style.words.chat.typical
    outgoing = one.big_five.extraversion
    if outgoing >= HIGH and mail <= 12 and chat <= 5:
        yield _clash(
            whole,
            (("big_five", "extraversion"), ("style", "words")),
            f"extraversion is {outgoing}, but a usual mail has {mail} words and a chat message {chat}",
            "Outgoing people talk.",
            "Write 30 words a mail and 10 a chat message or more, or lower extraversion.",
        )
    if outgoing <= LOW and (mail >= 110 or chat >= 35):
        yield _clash(
            whole,
            (("big_five", "extraversion"), ("style", "words")),
            f"extraversion is {outgoing}, but a usual mail has {mail} words and a chat message {chat}",
            "Reserved people write short, above all in chat.",
            "Write 60 words a mail and 15 a chat message or fewer, or raise extraversion.",
        )


def refusals(whole: Whole) -> Iterator[Finding]:
    """Refusals against agreeableness; what they won't do against their trade and against what they will do."""
    one = whole.persona
    if whole.written(("voice", "refusals")):
        phrases, kind = one.voice.refusals, one.big_five.agreeableness
        sorry = sum(bool(_SORRY.search(phrase)) for phrase in phrases)
        words = median(len(phrase.split()) for phrase in phrases)
        if kind <= LOW and sorry * 2 > len(phrases):
            yield _clash(
                whole,
                (("big_five", "agreeableness"), ("voice", "refusals")),
                f"agreeableness is {kind}, but {sorry} of {len(phrases)} refusals apologise",
                "They sound softer than they are.",
                "Refuse plainly in most of them.",
            )
        if kind >= HIGH and not sorry and words <= 3:
            yield _clash(
                whole,
                (("big_five", "agreeableness"), ("voice", "refusals")),
                f"agreeableness is {kind}, but refusals are curt ({words:g} words) and none softens them",
                "Refusing is where such a person tries hardest to be kind.",
                "Say why, or that they are sorry, in some of them.",
            )
    for index, item in enumerate(one.help.will_not):
        place: Path = ("help", "will_not", index)
        mine = _content(item)
        for other, text in enumerate(one.help.will):
            shared = mine & _content(text)
            if mine and len(shared) * 5 >= 4 * min(len(mine), len(_content(text))) and len(shared) >= 2:
                yield _clash(
                    whole,
                    (("help", "will", other), place),
                    f"they will `{text}` and won't `{item}`",
                    "A colleague who asks gets either answer.",
                    "Say under which condition they refuse: `… before the owner agrees`.",
                )
        if _CONDITION.search(item):
            continue
        for level, topics in (("expert", one.expertise.expert), ("working", one.expertise.working)):
            for topic in topics:
                if (
                    len(_content(topic)) >= 1
                    and _content(topic) <= mine
                    and len(mine) <= len(_content(topic)) + 1
                ):
                    yield _clash(
                        whole,
                        (("expertise", level), place),
                        f"`{topic}` is what others come to them for, but they won't `{item}`",
                        "They refuse their own job.",
                        "Say what about it they refuse, or under which condition.",
                    )


def _content(text: str) -> frozenset[str]:
    small = {
        "the",
        "a",
        "an",
        "of",
        "to",
        "and",
        "or",
        "in",
        "on",
        "for",
        "with",
        "any",
        "their",
        "is",
        "it",
        "by",
    }
    words = re.findall(r"[a-z]{2,}", text.casefold())
    return frozenset(re.sub(r"(ing|ed|es|s)$", "", word) for word in words if word not in small)


def languages(whole: Whole) -> Iterator[Finding]:
    """Languages spoken against the words of their phrases."""
    one = whole.persona
    spoken = {language.code: language for language in one.languages}
    english = spoken.get("en")
    if english is not None and english.level == "basic" and one.style.words.mail.typical > 60:
        index = list(spoken).index("en")
        yield _clash(
            whole,
            (("languages", index), ("style", "words", "mail")),
            f"English is basic, but a usual mail has {one.style.words.mail.typical} words",
            "People write little in a language they hardly speak.",
            "Write 30 words or fewer, or raise the level.",
        )
    if english is not None and english.level == "native" and "non_native_english_formal" in one.include:
        yield _clash(
            whole,
            (("languages",), ("include",)),
            "English is native, but the fragment `non_native_english_formal` is included",
            "They will write like somebody who learned English from business letters.",
            "Drop the fragment, or give the level.",
        )
    if english is None and whole.written(("voice",)):
        yield _clash(
            whole,
            (("languages",), ("voice",)),
            "no English is spoken, but runs are in English",
            "A model mind is told that they don't speak it, and then has to.",
            "Add `{code: en, level: working}`.",
            note=True,
        )
    for place, text in said(whole):
        folded = set(re.findall(r"[^\W\d_]+", text.casefold()))
        for code, markers in _MARKERS.items():
            hits = folded & markers
            if code not in spoken and (hits - _SHARED or len(hits) >= 2) and not _borrowed(hits, spoken):
                yield _clash(
                    whole,
                    (("languages",), place),
                    f"`{sorted(hits)[0]}` is {_NAMES[code]}, which is not among their languages",
                    "Colleagues will answer in it, or wonder.",
                    f"Add `{{code: {code}, level: basic}}`, or say it in a language they speak.",
                )
                break
        for script, codes, name in _SCRIPTS:
            if script.search(text) and not codes & set(spoken):
                yield _clash(
                    whole,
                    (("languages",), place),
                    f"{name} stands in a phrase, but no such language is among theirs",
                    "Nobody else may be able to read it.",
                    "Add the language, or say it otherwise.",
                )


_NAMES: Final = {
    "nl": "Dutch",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "pt": "Portuguese",
    "it": "Italian",
    "pl": "Polish",
    "tr": "Turkish",
    "sv": "Swedish",
}


def _borrowed(hits: set[str], spoken: Mapping[str, object]) -> bool:
    """Words that one of their own languages has as well."""
    return any(hits <= _MARKERS.get(code, frozenset()) for code in spoken)


CHECKS: tuple[Check, ...] = (formality, tone, refusals, languages)
