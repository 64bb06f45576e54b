"""Words that say nothing, and phrases that repeat themselves, don't fit their person or name somebody else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Final

from ..likeness import split_sentences
from ..problems import Path
from ..voice import BANKS, Voice
from ..whole import Whole
from .finding import Finding, Severity, found
from .work import Check
from .writing import said

_CLICHES: Final = re.compile(
    r"\b(good|great|excellent|strong|effective|skilled) (communicator|listener|leader|people skills|"
    r"communication( skills)?|work ethic|team ?player)|team[ -]?player|people person|hard[ -]?work(ing|er)|"
    r"(results?|goal|detail|solution|customer)s?[ -](driven|oriented|focused)|self[ -]?starter|go[ -]?getter|"
    r"think(s|er|ing)? outside (of )?the box|go(es)? the extra mile|works well (with others|under pressure|in a team)|"
    r"proven track record|passionate about|dynamic|synerg\w*|proactive|highly motivated|fast[ -]paced|"
    r"wear(s|ing)? many hats|natural leader|problem[ -]?solver|quick learner|attention to detail|best practices|"
    r"value[ -]add\w*|seasoned professional|(always|very) (professional|helpful|friendly|reliable)|"
    r"(?:is|are|was|being) professional|well[ -]rounded|multi[ -]?task\w*|strategic mindset",
    re.IGNORECASE,
)
_FILLERS: Final = frozenset(
    "nice good great normal average professional excellent amazing awesome effective efficient competent positive "
    "proactive dynamic passionate motivated dedicated hard-working hardworking reliable responsible helpful fine "
    "appropriate suitable standard regular decent ok okay pleasant polite-ish communicative skilled experienced".split()
)
_EMPTY_VALUES: Final = frozenset(
    "integrity excellence success quality teamwork professionalism innovation respect growth honesty trust "
    "communication collaboration leadership efficiency results customers".split()
)
_ABSTRACT: Final = frozenset(
    "a an the and or but of to in on at by for with from as is are was were be been has have had their his her its "
    "they he she it who which that this these those very really quite always often sometimes never well good great "
    "strong excellent nice professional experienced skilled dedicated passionate reliable responsible "
    "hard working work "
    "works worked worker person individual people colleague colleagues team teams player communicator "
    "company companies "
    "organisation organization business field industry sector role job position career experience years "
    "year many several "
    "various different things everything anything something lot lots likes enjoys loves values cares "
    "tries wants believes "
    "helps helping help best better high quality results success successful goals professional "
    "professionals environment "
    "day days time times way ways also both other others all any some each more most much knows known good known "
    "skills ability knowledge expertise background member employee expert specialist manager office".split()
)
_ABSTRACT_ENDS: Final = (
    "tion",
    "ment",
    "ness",
    "ance",
    "ence",
    "ship",
    "ity",
    "ive",
    "ful",
    "ous",
    "able",
    "ly",
    "ism",
)
_NUMBERS: Final = re.compile(
    r""
    r"\d|\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|dozen|once|twice|"
    r"first|second|third|half)\b",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(
    r"\b((mon|tues|wednes|thurs|fri|satur|sun)days?|tonight|(good )?(morning|afternoon|evening)|weekend|lunch)\b",
    re.IGNORECASE,
)
_GREETING: Final = 7
"""Most words of a greeting."""
_BREVITY: Final = 12
"""Most words that a phrase of somebody out of patience usefully has."""


def _vague(whole: Whole, path: Path, message: str, fix: str) -> Finding:
    why = "It is true of everybody, so nothing they do can show it."
    return found(whole, "warning", "vague", (path,), message, why, fix)


def vague(whole: Whole) -> Iterator[Finding]:
    """Phrases from job advertisements, filler adjectives, and a background without one concrete thing."""
    one = whole.persona
    texts: list[tuple[Path, str]] = [(("background",), one.background)]
    texts += [(("values", index), text) for index, text in enumerate(one.values)]
    texts += [(("pressures", index, "about"), each.about) for index, each in enumerate(one.pressures)]
    for name in ("will", "will_not"):
        texts += [(("help", name, index), text) for index, text in enumerate(getattr(one.help, name))]
    texts += [(("style", "tone", index), text) for index, text in enumerate(one.style.tone)]
    for path, text in texts:
        for cliche in {match[0].casefold(): match[0] for match in _CLICHES.finditer(text)}.values():
            yield _vague(
                whole,
                path,
                f"`{cliche}` says nothing about this person",
                "Say what they do that others don't: `reads every attachment before the meeting`.",
            )
    for index, word in enumerate(one.style.tone):
        if word.casefold() in _FILLERS:
            yield _vague(
                whole,
                ("style", "tone", index),
                f"`{word}` is no tone",
                "Name what one hears in their messages: dry, brisk, fussy, wry, ceremonious.",
            )
    for index, value in enumerate(one.values):
        if value.casefold().strip() in _EMPTY_VALUES:
            yield _vague(
                whole,
                ("values", index),
                f"`{value}` is valued by everybody",
                "Say which side they take when it costs something: `a complete file`, `being asked first`.",
            )
    if whole.written(("background",)) and one.background.strip():
        if not _concrete(one.background):
            yield _vague(
                whole,
                ("background",),
                "the background holds not one concrete thing",
                "Add a place, a number, an event or a habit: `crossed over from the customs after eight years`.",
            )
    elif one.role.profession:
        yield found(
            whole,
            "note",
            "plain",
            (("role",), ("background",)),
            "there is no background",
            "A model mind knows only the trade and will play a stock figure.",
            "Add two sentences that say how they came to be who they are at work.",
        )


def _concrete(text: str) -> bool:
    """Whether a text holds a number, a name, or enough words that are about something."""
    if _NUMBERS.search(text):
        return True
    if re.search(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]{2,}", text.strip()):
        return True
    words = re.findall(r"[a-z]{3,}", _CLICHES.sub(" ", text).casefold())
    telling = {word for word in words if word not in _ABSTRACT and not word.endswith(_ABSTRACT_ENDS)}
    return len(telling) >= 6


def repeated(whole: Whole) -> Iterator[Finding]:
    """Phrase banks that repeat themselves or each other, and banks that are worded plainly."""
    voice = whole.persona.voice
    first: dict[str, Path] = {}
    plain = [bank for bank in BANKS if not whole.written(("voice", bank))]
    for bank in BANKS:
        if bank in plain:
            continue
        phrases = voice.bank(bank)
        for index, phrase in enumerate(phrases):
            key = " ".join(split_sentences(phrase))
            place: Path = ("voice", bank, index)
            if key in first:
                other = first[key]
                where = "again" if other[1] == bank else f"under {other[1]} too"
                yield found(
                    whole,
                    "warning",
                    "repeats",
                    (place,),
                    f"`{phrase}` is said {where}",
                    "A person who runs out of phrases is recognised as a script.",
                    "Say it in another way, or drop it.",
                )
            elif key:
                first[key] = place
        firsts = [split[0] for phrase in phrases if (split := split_sentences(phrase))]
        heads = Counter(" ".join(sentence.split()[:2]) for sentence in firsts)
        common = heads.most_common(1)[0] if heads else ("", 0)
        if len(phrases) >= 4 and common[1] * 2 > len(phrases) and common[1] >= 3:
            yield found(
                whole,
                "warning",
                "repeats",
                (("voice", bank),),
                f"{common[1]} of {len(phrases)} {bank} begin with `{common[0]}`",
                "After the third message it reads like a form letter.",
                "Begin some of them otherwise.",
            )
    if plain and len(plain) < len(BANKS):
        yield found(
            whole,
            "note",
            "plain",
            (("voice",),),
            f"{len(plain)} of {len(BANKS)} phrase banks are worded plainly: {', '.join(plain[:6])}"
            f"{' …' if len(plain) > 6 else ''}",
            "There a scripted mind says what everybody says.",
            "Write 4 phrases or more for those that matter.",
        )
    elif plain:
        yield found(
            whole,
            "note",
            "plain",
            ((),),
            "no phrases of their own",
            "A scripted mind words everything as every plain person does.",
            "Write phrases, at least for openings, promises, refusals, dont_know and deferrals.",
        )


def fitting(whole: Whole) -> Iterator[Finding]:
    """Phrases that only hold at some hour, or are out of proportion to the person's usual length."""
    one = whole.persona
    for place, phrase in said(whole):
        clock = _CLOCK.search(phrase)
        if place[:2] == ("style", "greetings") and place[2] != "phone" and len(phrase.split()) > _GREETING:
            yield found(
                whole,
                "warning",
                "length",
                (place,),
                f"`{phrase}` is no greeting",
                "It stands at the top of every message.",
                "Write how they greet, with {asker} for the name; what follows belongs into `voice.openings`.",
            )
        if clock is not None and place[0] == "voice":
            yield found(
                whole,
                "warning",
                "time",
                (place,),
                f"`{clock[0]}` is not true at every hour",
                "Phrases are used at any time of any day.",
                "Leave the time out, or use the slot `{when}` where the bank has it.",
            )
    chat = one.style.words.chat
    longest = max(chat.max, one.style.words.mail.max)
    lengths: list[int] = []
    for bank in BANKS:
        if not whole.written(("voice", bank)):
            continue
        for index, phrase in enumerate(one.voice.bank(bank)):
            words = len(phrase.split())
            lengths.append(words)
            place = ("voice", bank, index)
            if words > longest:
                yield found(
                    whole,
                    "warning",
                    "length",
                    (("style", "words"), place),
                    f"a phrase of {words} words, but no reply has more than {longest}",
                    "It can never be said in full.",
                    "Shorten it, or raise the length of replies.",
                )
            elif bank == "terse" and words > _BREVITY:
                yield found(
                    whole,
                    "note",
                    "length",
                    (place,),
                    f"{words} words are not terse",
                    "This is what they say when patience is used up.",
                    f"Write {_BREVITY} words or fewer.",
                )
    if len(lengths) >= 40:
        usual = median(lengths)
        if usual > 1.5 * chat.typical + 2:
            yield found(
                whole,
                "warning",
                "length",
                (("voice",), ("style", "words", "chat")),
                f"half of the phrases have {usual:g} words or more, but a usual chat message has {chat.typical}",
                "A reply is a phrase and the answer, so they will write longer than meant.",
                "Shorten the phrases, or raise `style.words.chat.typical`.",
            )


def unused(whole: Whole) -> Iterator[Finding]:
    """Fragments that change nothing, and traits left at the average."""
    one = whole.persona
    for index, name in enumerate(one.include):
        file = next(
            (at.file for at in whole.lines.values.values() if at.file.endswith(f"fragments/{name}.yaml")), ""
        )
        leaves = [
            path
            for path, at in whole.lines.values.items()
            if at.file == file and path and not _is_mapping(whole, path)
        ]
        if not file or not leaves:
            yield found(
                whole,
                "note",
                "unused",
                (("include", index),),
                f"the fragment `{name}` changes nothing: everything in it is set here",
                "Readers will think that it does.",
                "Drop it, or drop what overrides it.",
            )
    if not any(whole.written(("big_five", trait)) for trait in type(one.big_five).model_fields):
        yield found(
            whole,
            "note",
            "plain",
            (("big_five",),),
            "all five traits are average",
            "They decide like anybody.",
            "Set those in which this person stands out.",
        )


def _is_mapping(whole: Whole, path: Path) -> bool:
    here: object = whole.data
    for part in path:
        here = here[part]  # type: ignore[index]  # pyright: ignore
    return isinstance(here, Mapping)


def strangers(whole: Whole, others: Mapping[str, str]) -> Iterator[Finding]:
    """Greetings, sign-offs and phrases that hold the name of another persona: left over from a copy.

    Args:
        whole: The persona.
        others: Names of other personas to their ids.
    """
    own = {part.casefold() for part in re.findall(r"\w+", f"{whole.persona.name} {whole.persona.short_name}")}
    for place, text in said(whole):
        for word in re.findall(r"\b[^\W\d_a-z]\w{2,}\b", text):
            if word not in others or word.casefold() in own:
                continue
            signed = place[0] == "style"
            severity: Severity = "warning" if signed else "note"
            yield found(
                whole,
                severity,
                "name",
                (place,),
                f"`{text}` names {word}, as `{others[word]}` is called",
                "They sign with somebody else's name." if signed else "It is true only where that person is.",
                f"Write {whole.persona.short_name}."
                if signed
                else "Write a slot such as {who} where the bank has it.",
            )
            break


def plain_sentences(whole: Whole) -> Iterator[Finding]:
    """Phrases that are those of a bank left out: written, yet nobody's own."""
    default = {text for bank in BANKS for phrase in Voice().bank(bank) for text in split_sentences(phrase)}
    hits = [
        (("voice", bank, index), phrase)
        for bank in BANKS
        if whole.written(("voice", bank))
        for index, phrase in enumerate(whole.persona.voice.bank(bank))
        if len(phrase.split()) >= 4 and set(split_sentences(phrase)) & default
    ]
    for place, phrase in hits:
        yield found(
            whole,
            "note",
            "plain",
            (place,),
            f"`{phrase}` is the plain wording that everybody has",
            "It tells them from nobody.",
            "Say it as only they would.",
        )


CHECKS: tuple[Check, ...] = (vague, repeated, fitting, unused, plain_sentences)
