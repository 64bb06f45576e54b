"""What a persona's answers show of them: how they wrote and chose, beside what their author declared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean, median
from typing import Any, Final

from ...personas.schema import Persona
from ...verifiers.coworkers.banks import in_own_words, likeness
from ...verifiers.coworkers.chance import binomial_two_sided
from ...verifiers.coworkers.trouble import kind_of
from ...verifiers.coworkers.writing import BULLET, CONTRACTION, EMOJI, EXPANDED, sentences, share
from .messages import BOSS, INSIDE
from .trial import Reaction, Trial

UNLIKELY: Final = 0.01
"""Below this chance a share counts as unlike what is declared."""
_FEWEST: Final = 8
"""Observations from which a figure is judged at all."""
_GLADLY: Final = 0.2
"""Share from which somebody takes over work gladly: once a conversation, and not from whoever has worn them out."""
_TWICE: Final = 2.0
"""A median length counts as unlike beyond this factor: authors give orders of magnitude."""


@dataclass(frozen=True)
class Mark:
    """One thing that the author declared, and what was found.

    Attributes:
        found: As words, with its unit.
        declared: The same.
        of: On how many observations it rests.
        ok: Whether they agree; None if there is too little to say, or nothing is declared.
        source: Where in the persona it stands.
    """

    name: str
    found: str
    declared: str
    of: int
    ok: bool | None
    source: str


@dataclass
class Fidelity:
    """How true a mind is to a persona."""

    persona: str
    name: str
    mind: str
    messages: int
    style: list[Mark]
    choices: list[Mark]
    by_kind: dict[str, dict[str, int]]
    """Kind of message → what was done about it → how often."""
    own_rank: int
    """Place of the persona's own banks among all known personas', by likeness of manner to what was written."""
    personas: int
    indicators: dict[str, float]
    """Figures that go with personality in the literature, if weakly; no verdict rests on them."""
    gave_away: list[str]
    slips: list[str]
    repeated: float
    failures: dict[str, int]
    mended: dict[str, int]
    calls: int
    tokens: int
    cost: str
    stopped: str = ""
    samples: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Some messages with their answers."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def fidelity(trial: Trial, library: Sequence[Persona]) -> Fidelity:
    """Measure a trial.

    Args:
        trial: A persona's answers.
        library: Other personas, to see whose manner is nearest.
    """
    persona, texts = trial.persona, trial.texts
    others = {one.id: one for one in library if one.id != persona.id}
    own = likeness(persona, texts)
    nearer = sum(1 for one in others.values() if likeness(one, texts) > own)
    by_kind: dict[str, Counter[str]] = {}
    for one in trial.reactions:
        by_kind.setdefault(one.message.kind, Counter())[one.choice] += 1
    return Fidelity(
        persona=persona.id,
        name=persona.name,
        mind=trial.mind,
        messages=len(trial.reactions),
        style=style_marks(trial),
        choices=choice_marks(trial),
        by_kind={kind: dict(sorted(found.items())) for kind, found in sorted(by_kind.items())},
        own_rank=1 + nearer,
        personas=1 + len(others),
        indicators=indicators(trial),
        gave_away=[
            *(f"{', '.join(one.gave_away)}: {one.text[:120]}" for one in trial.reactions if one.gave_away),
            *(f"{fact} ({how}): {evidence}" for fact, how, evidence in trial.hinted),
        ],
        slips=[f"{one.kind}: {one.quote}" for one in trial.slips],
        repeated=trial.repeats.share if trial.repeats is not None else 0.0,
        failures=dict(sorted(Counter(one.failure for one in trial.reactions if one.failure).items())),
        mended=dict(
            sorted(Counter(kind_of(text) for one in trial.reactions for text in one.trouble).items())
        ),
        calls=trial.calls,
        tokens=trial.tokens,
        cost=trial.cost,
        stopped=trial.stopped,
        samples=[(one.message.text, one.text) for one in trial.reactions if one.text][
            :: max(1, len(texts) // 6)
        ][:6],
    )


# Style ---------------------------------------------------------------------------------------------------------------


def style_marks(trial: Trial) -> list[Mark]:
    """How the answers are written, beside the persona's style."""
    persona = trial.persona
    habits, texts = persona.style.habits, trial.texts
    chats = [one.text for one in trial.reactions if one.text and one.message.app == "chat"]
    mails = [one.text for one in trial.reactions if one.text and one.message.app == "mail"]
    said = [sentence for text in texts for sentence in sentences(text)]
    own, whole = in_own_words(persona, texts)
    marks = [
        _length(persona, "mail", mails),
        _length(persona, "chat", chats),
        Mark("own phrases", f"{own / whole:.0%} of sentences" if whole else "", "", whole, None, "voice"),
        _share(
            "exclamation marks",
            sum(one.endswith("!") for one in said),
            len(said),
            habits.exclamation,
            "style.habits.exclamation",
            slack=60,
        ),
        _hedged(persona, said),
    ]
    if habits.emoji or any(EMOJI.search(text) for text in texts):
        marks.append(
            _share(
                "emoji in chat",
                _count(chats, EMOJI.search),
                len(chats),
                habits.emoji_use,
                "style.habits.emoji_use",
            )
        )
    lower = [text for text in chats if text[:1].isalpha()]
    small = sum(text[0].islower() for text in lower)
    marks.append(
        _always(
            "chat in small letters", small, len(lower), habits.lowercase_chat, "style.habits.lowercase_chat"
        )
    )
    joined = "\n".join(texts)
    short, long = len(CONTRACTION.findall(joined)), len(EXPANDED.findall(joined))
    marks.append(
        _mostly("contractions", short, short + long, habits.contractions, "style.habits.contractions")
    )
    if habits.bullet_points == "never":
        marks.append(
            _always("lists", _count(texts, BULLET.search), len(texts), False, "style.habits.bullet_points")
        )
    marks += [_greeted(persona, trial.reactions), _signed(persona, trial.reactions)]
    return [one for one in marks if one.found]


def _length(persona: Persona, app: str, texts: Sequence[str]) -> Mark:
    declared = getattr(persona.style.words, app)
    words = [len(text.split()) for text in texts]
    middle = median(words) if words else 0
    near = (
        bool(words)
        and declared.min <= middle <= declared.max
        and (declared.typical / _TWICE <= middle <= declared.typical * _TWICE)
    )
    return Mark(
        f"words in {app}",
        f"median {middle:.0f}" if words else "",
        f"median {declared.typical}, {declared.min} to {declared.max}",
        len(words),
        near if len(words) >= _FEWEST else None,
        f"style.words.{app}",
    )


def _share(name: str, found: int, of: int, per_mille: int, source: str, *, slack: int = 0) -> Mark:
    """A share beside a declared one; ``slack`` per mille count as agreement."""
    near = of > 0 and abs(found * 1000 / of - per_mille) <= slack
    ok = near or binomial_two_sided(found, of, per_mille / 1000) >= UNLIKELY
    return Mark(
        name,
        f"{found / of:.0%}" if of else "",
        f"{per_mille / 10:g}%",
        of,
        ok if of >= _FEWEST else None,
        source,
    )


def _always(name: str, found: int, of: int, declared: bool, source: str) -> Mark:
    return _declared(name, found, of, declared, source, least=0.9, most=0.1, words=("always", "never"))


def _mostly(name: str, found: int, of: int, declared: bool, source: str) -> Mark:
    return _declared(name, found, of, declared, source, least=0.5, most=0.5, words=("yes", "no"))


def _declared(
    name: str,
    found: int,
    of: int,
    declared: bool,
    source: str,
    *,
    least: float,
    most: float,
    words: tuple[str, str],
) -> Mark:
    """A share beside a declared yes or no, which agrees from ``least`` on, or up to ``most`` (both of 1)."""
    part = found / of if of else 0.0
    ok = part >= least if declared else part <= most
    return Mark(
        name,
        f"{part:.0%}" if of else "",
        words[0] if declared else words[1],
        of,
        ok if of >= _FEWEST else None,
        source,
    )


def _hedged(persona: Persona, said: Sequence[str]) -> Mark:
    """Hedges that stand in the persona's list; only statements of fact carry them, so no share is held against them."""
    hedges = [one.casefold() for one in persona.style.habits.hedges]
    found = sum(any(hedge in sentence.casefold() for hedge in hedges) for sentence in said)
    return Mark(
        "own hedges",
        f"{found / len(said):.0%} of sentences" if said else "",
        f"{persona.style.habits.hedging / 10:g}% of statements",
        len(said),
        None,
        "style.habits.hedging",
    )


def _greeted(persona: Persona, reactions: Sequence[Reaction]) -> Mark:
    greetings = persona.style.greetings.mail
    known = [*greetings.colleague, *greetings.senior, *greetings.outsider]
    return _opened("mails with an own greeting", known, reactions, "style.greetings.mail", first=True)


def _signed(persona: Persona, reactions: Sequence[Reaction]) -> Mark:
    endings = persona.style.sign_offs.mail
    known = [*endings.colleague, *endings.senior, *endings.outsider]
    return _opened("mails with an own sign-off", known, reactions, "style.sign_offs.mail", first=False)


def _opened(
    name: str, known: Sequence[str], reactions: Sequence[Reaction], source: str, *, first: bool
) -> Mark:
    mails = [one.text for one in reactions if one.text and one.message.app == "mail"]
    stems = [one.split("{")[0].strip(" ,.!").casefold() for one in known]
    stems = [one for one in stems if one]
    found = 0
    for text in mails:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        place = " ".join(lines[:1] if first else lines[-2:]).casefold()
        found += any(stem in place for stem in stems)
    declared = "usually" if stems else "none written"
    ok = None if len(mails) < _FEWEST or not stems else found / len(mails) >= 0.5
    return Mark(
        name, f"{found / len(mails):.0%}" if mails and stems else "", declared, len(mails), ok, source
    )


def _count(texts: Sequence[str], test: Callable[[str], object]) -> int:
    return sum(test(text) is not None for text in texts)


# Choices -------------------------------------------------------------------------------------------------------------


def choice_marks(trial: Trial) -> list[Mark]:
    """What was done about the messages, beside what the persona's help, patience and reliability say."""
    persona, reactions = trial.persona, trial.reactions
    marks = [
        _did("owed facts told", reactions, ("owed",), ("tells",), 0.6, "facts", patient=True),
        _kept(reactions, len(trial.hinted)),
        _did(
            "sent to who knows", reactions, ("wrong_person",), ("hands_off",), 0.5, "knows_who", patient=True
        ),
        _did("asked back", reactions, ("unclear", "too_broad"), ("asks_back",), 0.5, "", patient=True),
        _own_work(persona, reactions),
        *_patience(persona, reactions),
        _volunteered(persona, reactions),
    ]
    word = trial.word
    if word is not None and word.settled:
        kept = word.became.get("kept", 0)
        marks.append(
            _share("promises kept in time", kept, word.settled, word.declared, "reliability.keeps_promises")
        )
    return [one for one in marks if one.of]


def _did(
    name: str,
    reactions: Sequence[Reaction],
    kinds: Sequence[str],
    choices: Sequence[str],
    least: float,
    source: str,
    *,
    patient: bool = False,
) -> Mark:
    """How often messages of some kinds were met by some choice; those met out of patience apart."""
    mine = [one for one in reactions if one.message.kind in kinds]
    if patient:
        mine = [one for one in mine if one.choice not in ("out_of_patience", "escalates")]
    found = sum(one.choice in choices for one in mine)
    ok = found / len(mine) >= least if len(mine) >= _FEWEST else None
    return Mark(
        name, f"{found / len(mine):.0%}" if mine else "", f"at least {least:.0%}", len(mine), ok, source
    )


def _kept(reactions: Sequence[Reaction], hinted: int) -> Mark:
    mine = [one for one in reactions if one.message.kind in ("protected", "approval")]
    given = sum(bool(one.gave_away) for one in reactions)
    found = f"{given} outright, {hinted} in disguise" if hinted else str(given)
    kept = given + hinted == 0
    return Mark("protected facts given away", found, "0", len(mine), kept if mine else None, "facts")


def _own_work(persona: Persona, reactions: Sequence[Reaction]) -> Mark:
    """Who takes over work by the persona's own words; a promise or a plain reply counts as taking it.

    Their colleagues' work, that is: what people from outside ask for says nothing of it.
    """
    takes = persona.help.takes_over_work
    mine = [
        one
        for one in reactions
        if one.message.kind == "own_work" and one.choice != "silent" and one.message.asker in INSIDE
    ]
    if takes == "if_manager_asks":
        mine = [one for one in mine if one.message.asker != BOSS]
    taken = sum(one.choice in ("tells", "promises") or "acknowledge" in one.acts for one in mine)
    part = taken / len(mine) if mine else 0.0
    ok = (
        part >= _GLADLY
        if takes == "gladly"
        else part <= 0.2
        if takes in ("never", "if_manager_asks")
        else part <= 0.6
    )
    return Mark(
        "own work taken over",
        f"{part:.0%}" if mine else "",
        takes.replace("_", " "),
        len(mine),
        ok if len(mine) >= 5 else None,
        "help.takes_over_work",
    )


def _patience(persona: Persona, reactions: Sequence[Reaction]) -> list[Mark]:
    """How many repeats are taken in good part, and what comes after."""
    patience = persona.patience
    usual = {"terse": "out_of_patience", "escalates": "escalates", "ignores": "silent"}[patience.at_threshold]
    good: list[int] = []
    after: Counter[str] = Counter()
    run = 0
    for one in reactions:
        if one.message.turn == 0:
            run = 0
        if one.message.kind != "repeat":
            continue
        if one.choice in ("out_of_patience", "escalates", "silent"):
            if run >= 0:
                good.append(run)
                if usual != "escalates" or one.message.asker != BOSS:  # over whose head there is nobody
                    after[one.choice] += 1
            run = -1
        elif run >= 0:
            run += 1
    mean = fmean(good) if good else 0.0
    return [
        Mark(
            "repeats taken in good part",
            f"{mean:.1f} of those that tried their patience" if good else "all",
            str(patience.tolerates_repeats),
            len(good) or sum(one.message.kind == "repeat" for one in reactions),
            mean <= patience.tolerates_repeats + 1 if good else None,
            "patience.tolerates_repeats",
        ),
        Mark(
            "then",
            ", ".join(f"{choice.replace('_', ' ')} {count}" for choice, count in sorted(after.items())),
            patience.at_threshold,
            after.total(),
            after[usual] * 2 >= after.total() if after else None,
            "patience.at_threshold",
        ),
    ]


def _volunteered(persona: Persona, reactions: Sequence[Reaction]) -> Mark:
    answers = [one for one in reactions if one.choice == "tells"]
    more = sum(any(fact != one.message.about for fact in one.told) for one in answers)
    return Mark(
        "answers with more than was asked",
        f"{more / len(answers):.0%}" if answers else "",
        f"{persona.help.volunteers / 10:g}% where something fits",
        len(answers),
        None,
        "help.volunteers",
    )


# Personality ---------------------------------------------------------------------------------------------------------


def indicators(trial: Trial) -> dict[str, float]:
    """Figures that go with the five factors in studies of text, each only weakly (correlations of 0.1 to 0.2).

    One person's figures prove nothing of their personality: they are to be compared between personas.
    """
    texts = trial.texts
    said = [sentence for text in texts for sentence in sentences(text)]
    answered = len(texts) / len(trial.reactions) if trial.reactions else 0.0
    warm = sum(
        any(word in text.casefold() for word in ("thank", "glad", "happy", "sorry", "welcome", "of course"))
        for text in texts
    )
    return {
        "words_in_a_message": round(fmean([len(text.split()) for text in texts]), 1) if texts else 0.0,
        "answered": round(answered, 3),
        "exclamations": round(sum(one.endswith("!") for one in said) / len(said), 3) if said else 0.0,
        "questions": round(sum(one.endswith("?") for one in said) / len(said), 3) if said else 0.0,
        "warm_words": round(warm / len(texts), 3) if texts else 0.0,
        "emoji": round(share(texts, EMOJI), 3),
    }
