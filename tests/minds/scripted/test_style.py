"""People sound like themselves: they seldom repeat a sentence, and two people differ more than one from day to day."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from statistics import correlation, mean
from typing import Any

import pytest

from tenure.engine.kernel.streams import Streams
from tenure.engine.office.events import Act
from tenure.engine.office.percept import Errand, Other, Percept, Said
from tenure.engine.office.sentences import KEPT, sentence_hashes
from tests.minds.scripted.office import FACTS, PEOPLE, looks, mind, noor, persona, some

SOME = some(12)
"""Those who talk for months, or are compared pair by pair: talk is slow, and pairs grow with the square of people."""
QUESTIONS = (
    "What does demurrage cost us in Antwerp?",
    "What margin do we make on Venlo?",
    "What are our buy rates?",
    "Have we paid anything on the Corvane invoice?",
    "What does a T1 cost?",
    "When does the payment run close? And what is the Venlo margin?",
    "Can you tell me more about that?",
    "Tell me everything you know.",
    "Could you write the claim report for me?",
    "Could you rerun the box list?",
    "Any news?",
    "Thanks a lot!",
    "Which container did customs scan?",
    "Actually that's wrong, it was four days.",
    "Can we have a call tomorrow at 10?",
)
TOPICS = (
    "the April rate sheet", "the budget", "surcharges", "the Venlo shed", "carriers", "the tender", "invoices",
    "allocation", "the audit", "the roster", "quotes", "the new yard system",
)  # fmt: skip
PEERS = (
    "Marek Zielinski",
    "Farid Rahman",
    "Robin Kuipers",
    "Dewi Anggraini",
    "Hessel Vos",
    "Naomi Achterberg",
)
WANTED = (
    "the current status",
    "the latest figures",
    "a date",
    "a second pair of eyes",
    "the right contact",
    "a missing detail",
)
NEWS = (
    "a change of plan",
    "a small delay",
    "it is moving again",
    "a new version",
    "something to keep in mind",
)
NOUNS = (
    "the status of {}",
    "the latest figures on {}",
    "a date for {}",
    "a second look at {}",
    "a missing detail on {}",
)


def talk_with_a_seat(name: str, turns: int, begin: int = 0) -> list[str]:
    """What a person writes to one seat over some turns, remembering what they said."""
    used: dict[str, None] = {}
    written: list[str] = []
    for turn in range(begin, begin + turns):
        app = "mail" if turn % 3 == 0 else "chat"
        facts = tuple(
            one.model_copy(
                update={
                    "asked_before": turn // 60,
                    "told_before": turn // 60 if one.verdict == "may_tell" else 0,
                }
            )
            for one in FACTS
        )
        percept = looks(
            QUESTIONS[turn * 7 % len(QUESTIONS)],
            app=app,
            salt=turn * 7919 + 13,
            facts=facts,
            used=tuple(used),
        )
        written += _remember(mind(name).decision(percept).intents, used)
    return written


def talk_of_work(name: str, turns: int) -> list[str]:
    """What a person writes to colleagues on their own account and in answer."""
    used: dict[str, None] = {}
    written: list[str] = []
    for turn in range(turns):
        written += _remember(mind(name).decision(_work(turn, tuple(used))).intents, used)
    return written


def _work(turn: int, used: tuple[str, ...]) -> Percept:
    draw = Streams(7).stream("work", turn)
    peer = draw.choice(PEERS)
    topic = draw.choice(TOPICS)
    other = Other(person=peer.split()[0].lower(), name=peer, first=peer.split()[0], title="Planner")
    salt = draw.bits() >> 33
    empty: dict[str, Any] = {
        "facts": (),
        "pointers": (),
        "requests": (),
        "said": (),
        "other": other,
        "used": used,
        "app": draw.choice(("mail", "chat")),
    }

    def more(**changed: Any) -> dict[str, Any]:
        return empty | {"salt": salt} | changed

    kind = draw.weighted(("request", "inform", "chase", "back"), (200, 130, 40, 630))
    if kind == "back":
        does = draw.weighted(("request", "inform", "answer", "chase"), (50, 20, 25, 5))
        about = draw.choice(NOUNS).format(topic) if does != "inform" else topic
        said = Said(
            message=f"m{turn}",
            sender=other.person,
            sender_name=peer,
            day="Tue 10:00",
            text="words",
            new=True,
            acts=(Act(kind=does, topic=about),),
        )
        return looks(**more(said=(said,)))
    detail = draw.choice(WANTED if kind == "request" else NEWS)
    about = draw.choice(NOUNS).format(topic) if kind == "chase" else topic
    errand = Errand(
        errand="e",
        kind=kind,
        to=other.person,
        to_name=peer,
        topic=about,
        detail=detail,  # type: ignore[arg-type]
    )
    return looks(**more(errand=errand))


def _remember(intents: tuple[object, ...], used: dict[str, None]) -> Iterator[str]:
    for one in intents:
        text: str = getattr(one, "text", "")
        if not text:
            continue
        for found in sentence_hashes(text):
            used.pop(found, None)
            used[found] = None
        while len(used) > KEPT:
            del used[next(iter(used))]
        yield text


def repeated(texts: list[str]) -> float:
    """Share of sentences of six words or more that were said before."""
    hashes = [found for text in texts for found in sentence_hashes(text)]
    return 1 - len(set(hashes)) / len(hashes)


@pytest.mark.parametrize("name", SOME)
def test_few_sentences_repeat_in_a_week(name: str) -> None:
    assert repeated(talk_with_a_seat(name, 60)) <= 0.10


@pytest.mark.parametrize("name", SOME)
def test_few_sentences_repeat_in_half_a_year_of_work(name: str) -> None:
    assert repeated(talk_of_work(name, 1200)) <= 0.15


FUNCTION_WORDS = (
    "i the a to of and it is you that for on in with not no yes have can will shall my your me this please if but so "
    "as at be we what which ok just really shan't don't i'm i'll it's cannot am"
).split()


def profile(texts: list[str]) -> Counter[str]:
    """How often, per thousand words, someone uses small words, marks and habits; greetings and names are left out."""
    found: Counter[str] = Counter()
    words = 0
    for text in texts:
        body = [line for line in text.splitlines() if len(line.split()) > 2]
        for line in body:
            tokens = re.findall(r"[a-z']+", line.lower())
            words += len(tokens)
            found.update(token for token in tokens if token in FUNCTION_WORDS)
            found.update(mark for mark in line if mark in "!?,;:…")
            found["…"] += line.count("...")
            found["small start"] += 3 * line[0].islower()
            found["short"] += 3 * (len(tokens) < 7)
    return Counter({key: 1000 * count // max(1, words) for key, count in found.items()})


def distance(one: Counter[str], other: Counter[str]) -> float:
    keys = one.keys() | other.keys()
    return sum(abs(one[key] - other[key]) for key in sorted(keys)) / (sum(one.values()) + sum(other.values()))


def test_two_people_differ_more_than_one_from_day_to_day() -> None:
    halves = {
        name: (profile(talk_with_a_seat(name, 120)), profile(talk_with_a_seat(name, 120, 120)))
        for name in SOME
    }
    within = mean(distance(*pair) for pair in halves.values())
    between = [distance(halves[one][0], halves[other][1]) for one, other in combinations(SOME, 2)]
    assert mean(between) > 1.6 * within
    assert min(between) > within


def test_lengths_follow_the_persona() -> None:
    found = [
        (who.style.words.mail.typical, mean(len(text.split()) for text in talk_with_a_seat(who.id, 60)))
        for who in map(persona, PEOPLE)
    ]
    declared, said = zip(*found, strict=True)
    assert correlation(declared, said) > 0.5
    half = len(found) // 2
    brief, wordy = ([words for _, words in rows] for rows in (sorted(found)[:half], sorted(found)[half:]))
    assert mean(wordy) > mean(brief) + 2


def test_mail_has_a_greeting_and_a_sign_off_and_chat_has_neither() -> None:
    for name in PEOPLE:
        style = persona(name).style
        mail = mind(name).decision(looks("When does the payment run close?", app="mail")).intents[0]
        chat = mind(name).decision(looks("When does the payment run close?")).intents[0]
        text: str = getattr(mail, "text", "")
        first, last = text.splitlines()[0], text.splitlines()[-1]
        assert first in [one.replace("{asker}", "Noor") for one in style.greetings.mail.to("colleague")]
        assert any(one.endswith(last) for one in style.sign_offs.mail.to("colleague"))
        assert "\n\n" not in getattr(chat, "text", "")
        assert not any(
            one in getattr(chat, "text", "") for one in style.sign_offs.mail.to("colleague") if len(one) > 4
        )


def test_to_outsiders_the_register_goes_up() -> None:
    outsider = noor(company="Brandt Foods", seat=False)
    text: str = getattr(
        mind("it_support")
        .decision(looks("When does the payment run close?", app="mail", other=outsider))
        .intents[0],
        "text",
        "",
    )
    assert text.startswith("Hello Noor,")
    assert "Robin Kuipers" in text


def test_a_cast_name_replaces_the_personas_in_the_sign_off() -> None:
    from tenure.engine.minds.scripted import ScriptedMind
    from tests.minds.scripted.office import person

    renamed = ScriptedMind(
        persona("pricing_specialist"), person("pricing_specialist", name="Clara Weiss", first="Clara")
    )
    for company in ("", "Brandt Foods"):
        percept = looks("When does the payment run close?", app="mail", other=noor(company=company))
        text: str = getattr(renamed.decision(percept).intents[0], "text", "")
        assert "Clara" in text
        assert "Ines" not in text
        assert "Inês" not in text
