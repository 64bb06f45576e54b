"""Finds the fact that a question is about, among the facts that the reader holds or knows to exist.

A question fits a fact if the fact's card covers what the question is about (a word of substance that the card lacks
counts against it: this is what keeps questions off the subject out), if some way of asking on the card is covered by
the question, and if the kind of answer agrees (who, when, how much …). Rare words weigh more than words that many cards
share; synonyms and typing errors count for less than the word itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .acts import FactCard, Match
from .answers import answers_hinted, answers_wanted
from .lexicon import STRONG, lexicon
from .likeness import Covering, Likeliest, Sharing
from .pooling import Pool
from .tokens import Token, parts, tokens
from .typos import Speller

_TOPIC, _ASKED, _ASKED_OFTEN, _STATED = 1000, 860, 1000, 800
"""How much a word on the card counts, per mille: in its topic (or first ask, if it has
none); in one ask; in every ask; only in its statement."""
_PART = 850
"""How far the words of an expression on the card stand for it by themselves, per mille."""
_TYPO = 880
_FILLER_KNOWN, _FILLER, _ORDINARY, _THING, _NUMBER, _RARE, _NAME = 300, 90, 400, 700, 250, 1000, 1250
"""Weights, per mille: of a filler word on some card; then of words on no card: filler, ordinary, a common thing, a
small number, rare, a name."""
_NAMELESS, _WELL_ASKED, _ALL = 800, 550, 950
"""A question that shares no name with a card (or nothing but a name that several have), and less than the second share
with each of its phrases, keeps the first share of its score, per mille, unless the card has the third share of it in
two words or more: *how cold is your office* is not about a cold container."""
_LONE, _LONE_ENOUGH = 850, 560
"""A fair score that rests on one word keeps the first share, per mille, if it is below the second figure."""
_PLAINLY = 400
"""How strongly a card must have a word to share it."""
_SHARED = 600
"""How strongly a card must have a word to have it in common with a text."""
_STRANGE = 900
"""A question keeps this share of its score, per mille, for each rare word that is on no card (two at most)."""
_RARE_IN_CARDS, _COMMON_IN_CARDS = 1250, 350
_THIN = 900
"""A question with less weight of its own is read together with what was said before."""
_SHORTLIST = 8
_FILLER_POOLED, _PART_POOLED, _KIND_POOLED, _THIN_POOLED, _CONTEXT_POOLED = 500, 400, 500, 500, 300
"""How much counts beside a word of the question, per mille, where all wordings of a fact are compared together: a
filler word, a word of an expression, the kind of answer wanted; what was said before a thin question and any other."""
_UNLIKELY, _LIKELY = 800, 400
"""A fact keeps the first share of its score, per mille, and as much of the second as all wordings together make it
likely; but it gains nothing so if the question names something that no card has."""
_SPANS = frozenset({"when", "length"})
"""Kinds of answer that may stand for one another: *how long do we have* is answered by a date."""


class _Card(NamedTuple):
    id: str
    totals: tuple[int, ...]
    """For each way of asking for it, the weights of the terms together."""
    uses: dict[str, tuple[tuple[int, int], ...]]
    """Stem → the ways of asking that have it, with its weight: for measuring how much of each a question covers."""
    asked: frozenset[str]
    """Kinds of answer that its asks want."""
    hinted: frozenset[str]
    """Kinds of answer that its statement may hold."""
    names: tuple[str, ...]
    """Stems of the names and codes on the card."""


def _size(token: Token) -> int:
    """How many words of substance a term is made of."""
    return sum(part.stem not in lexicon().stop for part in parts(token)) or 1


def content(text: str) -> tuple[Token, ...]:
    """The terms of a text that carry a subject, each once, in order."""
    stop = lexicon().stop
    found: dict[str, Token] = {}
    for token in tokens(text):
        if token.stem not in stop and token.word not in stop and token.stem not in found:
            found[token.stem] = token
    return tuple(found.values())


@cache
def _general() -> Speller:
    """Knows the words of the committed lists."""
    return Speller(sorted(lexicon().words))


def _weigh(card: FactCard) -> dict[str, tuple[str, int]]:
    """Stem → (word, how much it counts on this card)."""
    asks = [content(ask) for ask in card.asks]
    counts: dict[str, int] = {}
    for ask in asks:
        for token in ask:
            counts[token.stem] = counts.get(token.stem, 0) + 1
    found: dict[str, tuple[str, int]] = {}

    def add(token: Token, strength: int) -> None:
        if strength > found.get(token.stem, ("", 0))[1]:
            found[token.stem] = (token.word, strength)
        for part in parts(token):
            if part.stem not in lexicon().stop:
                add(part, strength * _PART // 1000)

    for token in content(card.statement):
        add(token, _STATED)
    for ask in asks:
        for token in ask:
            add(token, _ASKED + (_ASKED_OFTEN - _ASKED) * (counts[token.stem] - 1) // max(1, len(asks) - 1))
    for token in content(card.topic or next(iter(card.asks), "")):
        add(token, _TOPIC)
    return found


class FactIndex:
    """The cards of one reader, indexed. Build it once per set of facts; it can be pickled.

    Args:
        cards: the facts that the reader holds or knows to exist, with distinct ids.

    Raises:
        ValueError: two cards have the same id.
    """

    def __init__(self, cards: Sequence[FactCard]) -> None:
        self.cards = tuple(cards)
        self.by_id = {card.id: card for card in self.cards}
        if len(self.by_id) != len(self.cards):
            raise ValueError("two cards have the same fact id; give every fact an id of its own")
        self._numbers = {card.id: number for number, card in enumerate(self.cards)}
        self._postings: dict[str, dict[int, int]] = {}
        self._kin: dict[int, dict[int, int]] = {}
        words: set[str] = set()
        for number, card in enumerate(self.cards):
            for stem, (word, strength) in _weigh(card).items():
                words.add(word)
                self._postings.setdefault(stem, {})[number] = strength
        for stem, held in self._postings.items():
            for group, kinship in lexicon().groups.get(stem, ()):
                kin = self._kin.setdefault(group, {})
                for number, strength in held.items():
                    kin[number] = max(kin.get(number, 0), strength * kinship // 1000)
        self._speller = Speller(sorted(words))
        self._found: dict[str, tuple[int, dict[int, int]]] = {}
        self._cards = tuple(self._card(card) for card in self.cards)
        self._pool = Pool(
            [
                [tuple(self._terms(text)) for text in (*card.asks, card.topic, card.statement) if text]
                for card in self.cards
            ]
        )
        self._kindred: dict[str, tuple[str, ...]] = {}
        for stem in dict.fromkeys(term for card in self._cards for term in card.uses):
            for group, _ in lexicon().groups.get(stem, ()):
                self._kindred[f"#{group}"] = (*self._kindred.get(f"#{group}", ()), stem)

    def _terms(self, text: str, skipped: frozenset[str] = frozenset(), full: int = 1000) -> dict[str, int]:
        """The terms of a text, by which it is compared with all the wordings of a fact, and how much each counts."""
        lists = lexicon()
        found: dict[str, int] = {}
        for token in content(text):
            if token.word in skipped:
                continue
            stem = token.stem
            if stem not in self._postings and stem not in lists.groups:
                meant = content(self._mend(token.word) or "")
                stem = meant[0].stem if meant else stem
            found[stem] = full * _FILLER_POOLED // 1000 if stem in lists.filler else full
            for part in parts(token) if token.stem not in lists.things else ():
                if part.stem not in lists.stop:
                    found.setdefault(part.stem, full * _PART_POOLED // 1000)
        for kind in sorted(answers_wanted(text)):
            found[f"?{kind}"] = full * _KIND_POOLED // 1000
        return found

    def _mend(self, word: str) -> str | None:
        """The word that was meant: one of the cards' before one of the lists'; None for a word unlike any."""
        if word in lexicon().words:
            return word
        return self._speller.correct(word) or _general().correct(word)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_found": {}}

    def _card(self, card: FactCard) -> _Card:
        totals: list[int] = []
        uses: dict[str, list[tuple[int, int]]] = {}
        for text in (card.topic, *card.asks, card.statement):
            terms = tuple((token.stem, self._look_up(token)[0]) for token in content(text))
            total = sum(weight for _, weight in terms)
            if total:
                for term, weight in terms:
                    uses.setdefault(term, []).append((len(totals), weight))
                totals.append(total)
        asked = (
            frozenset[str]().union(*(answers_wanted(ask) for ask in card.asks))
            if card.asks
            else frozenset[str]()
        )
        lists = lexicon()
        names = {
            token.stem: None
            for text in (card.topic, *card.asks, card.statement)
            for token in content(text)
            if token.proper
            and token.stem not in lists.groups
            and token.stem not in lists.things | lists.ordinary
        }
        return _Card(
            card.id,
            tuple(totals),
            {term: tuple(ways) for term, ways in uses.items()},
            asked,
            answers_hinted(card.statement),
            tuple(names),
        )

    def _spread(self, cards_with_it: int) -> int:
        """The weight of a term by how few cards have it."""
        if len(self.cards) < 2:
            return 1000
        rarity = math.log(len(self.cards) / cards_with_it) / math.log(len(self.cards))
        return _COMMON_IN_CARDS + round((_RARE_IN_CARDS - _COMMON_IN_CARDS) * rarity)

    def _look_up(self, token: Token) -> tuple[int, dict[int, int]]:
        """A term's weight, and how strongly each card has it, both per mille."""
        key = token.stem + ("^" if token.proper else "")
        known = self._found.get(key)
        if known is None:
            if len(self._found) > 20_000:
                self._found.clear()
            known = self._found[key] = self._compare(token)
        return known

    def _compare(self, token: Token) -> tuple[int, dict[int, int]]:
        lists = lexicon()
        held: dict[int, int] = {}
        for group, kinship in lists.groups.get(token.stem, ()):
            for number, strength in self._kin.get(group, {}).items():
                held[number] = max(held.get(number, 0), min(strength, kinship))
        exact = self._postings.get(token.stem, {})
        for number, strength in exact.items():
            held[number] = max(held.get(number, 0), strength)
        if held:
            plainly = sum(strength >= _SHARED for strength in held.values())
            weight = self._spread(max(len(exact), (len(exact) + plainly) // 2) if exact else len(held))
            if token.stem in lists.filler:
                weight = weight * _FILLER_KNOWN // 1000
            elif not exact:
                weight = min(weight, self._absent(token))
            return weight, held
        if "_" in token.stem:
            return (_RARE, {}) if token.stem in lists.things else self._apart(token)
        if token.stem in lists.filler:
            return _FILLER, {}
        corrected = self._mend(token.word)
        if corrected is not None and corrected != token.word:
            meant = content(corrected)
            if meant:
                weight, found = self._look_up(meant[0])
                return weight, {number: strength * _TYPO // 1000 for number, strength in found.items()}
            return 0, {}
        if token.word.replace(".", "").isdigit():
            return (_NUMBER if len(token.word) < 4 else _RARE), {}
        return self._absent(token), {}

    def _absent(self, token: Token) -> int:
        """The weight of a word that is on no card."""
        lists = lexicon()
        if token.stem in lists.ordinary:
            return _ORDINARY
        if token.stem in lists.things:
            return _THING
        return _NAME if token.proper and token.stem not in lists.groups else _RARE

    def _apart(self, token: Token) -> tuple[int, dict[int, int]]:
        """An expression that no card has, by its words."""
        apart = [self._look_up(part) for part in parts(token) if part.stem not in lexicon().stop]
        whole = sum(part[0] for part in apart)
        if not whole:
            return _FILLER, {}
        weight = max(part[0] for part in apart)
        held: dict[int, int] = {}
        for part, found in apart:
            for number, strength in found.items():
                held[number] = held.get(number, 0) + part * strength
        return weight, {number: strength // whole for number, strength in held.items()}

    def rank(
        self, text: str, context: str = "", *, ignore: Iterable[str] = (), lean: bool = False
    ) -> list[Match]:
        """Every fact that shares a word with a question, best first.

        Args:
            text: the question.
            context: what was said before it; it decides between facts that fit alike, and counts as part of the
                question where the question by itself says little (*and who signed it?*).
            lean: the question only swaps a part of what was said before (*and for Rotterdam?*).
            ignore: words, in lower case, that are not part of the subject, such as the names of the two people.
        """
        skipped = frozenset(ignore)
        own = [token for token in content(text) if token.word not in skipped]
        wanted = answers_wanted(text)
        looked_up = [(token, *self._look_up(token)) for token in own]
        weight = sum(found[1] for found in looked_up)
        said = {token.stem for token in own}
        around = [token for token in content(context) if token.word not in skipped and token.stem not in said]
        before = [(token, *self._look_up(token)) for token in around]
        thin = lean or weight < _THIN
        covered: dict[int, int] = {}
        shared: dict[int, int] = {}
        for token, part, held in looked_up:
            for number, strength in held.items():
                covered[number] = covered.get(number, 0) + part * strength
                if strength >= _PLAINLY and token.stem not in lexicon().filler:
                    shared[number] = shared.get(number, 0) + _size(token)
        whole = weight
        if thin:
            for _, part, held in before:
                if held:
                    whole += part // 2
                    for number, strength in held.items():
                        covered[number] = covered.get(number, 0) + part * strength // 2
        if not whole or not covered:
            return []
        terms = self._terms(text, skipped)
        for term, strength in self._terms(
            context, skipped, _THIN_POOLED if thin else _CONTEXT_POOLED
        ).items():
            terms.setdefault(term, strength)
        likely = self._pool.likely(terms)
        best = sorted(
            covered,
            key=lambda number: (-covered[number] * (_UNLIKELY + _LIKELY * likely[number] // 1000), number),
        )[:_SHORTLIST]
        strange = min(2, sum(1 for _, part, held in looked_up if part >= _THING and not held))
        most = 1000 if strange else _UNLIKELY + _LIKELY
        words = self._said(looked_up, 1000)
        for stem, strength in self._said(before, 600 if thin else 300).items():
            words.setdefault(stem, strength)
        strengths = self._strengths(words)
        found = [
            Match(
                self.cards[number].id,
                self._score(
                    number,
                    covered[number] * _STRANGE**strange // (whole * 1000**strange),
                    words,
                    strengths,
                    wanted,
                    shared.get(number, 0),
                )
                * min(_UNLIKELY + _LIKELY * likely[number] // 1000, most)
                // 1000,
            )
            for number in best
        ]
        found = [match._replace(score=min(match.score, 1000)) for match in found]
        return sorted(found, key=lambda match: (-match.score, match.fact_id))

    def likeliest(self, text: str, ignore: Iterable[str] = ()) -> Likeliest | None:
        """The fact that a whole message is likeliest to ask for, by all the wordings of each fact together.

        Args:
            text: everything that the message says.
            ignore: words, in lower case, that are not part of the subject.
        """
        if not self.cards:
            return None
        skipped = frozenset(ignore)
        speaks = self._pool.evidence(self._terms(text, skipped))
        order = sorted(range(len(speaks)), key=lambda number: (-speaks[number], number))
        first = order[0]
        lead = speaks[first] - max([0.0, *(speaks[number] for number in order[1:2])])
        strange = sum(
            1
            for token in content(text)
            if token.word not in skipped and (found := self._look_up(token))[0] >= _THING and not found[1]
        )
        return Likeliest(self.cards[first].id, round(1000 * speaks[first]), round(1000 * lead), strange)

    def sharing(self, text: str, fact_id: str, ignore: Iterable[str] = ()) -> Sharing:
        """What a text has in common with a fact.

        Args:
            text: the text compared.
            fact_id: the fact compared.
            ignore: words, in lower case, that are not part of the subject.
        """
        number = self._numbers[fact_id]
        skipped = frozenset(ignore)
        common = weight = strange = 0
        counted: set[int] = set()
        for token in content(text):
            if token.word in skipped or token.stem in lexicon().filler:
                continue
            part, held = self._look_up(token)
            strength = held.get(number, 0)
            if strength >= _SHARED:
                weight += part * strength // 1000
                kin = {group for group, kinship in lexicon().groups.get(token.stem, ()) if kinship == STRONG}
                common += not counted & kin
                counted |= kin
            elif part >= _THING and not held:
                strange += 1
        return Sharing(common, weight, strange)

    def covering(self, text: str, fact_ids: Sequence[str], least: int) -> Covering:
        """Which of the question's words each of some facts has, and the others have not.

        Args:
            text: the question.
            fact_ids: the facts compared.
            least: how strongly a card must have a word, per mille.
        """
        numbers = {fact: number for number, card in enumerate(self.cards) if (fact := card.id) in fact_ids}
        alone: dict[str, list[str]] = {}
        missing: list[str] = []
        for token in content(text):
            weight, held = self._look_up(token)
            having = [fact for fact, number in numbers.items() if held.get(number, 0) >= least]
            if len(having) == 1:
                alone.setdefault(having[0], []).append(token.stem)
            elif not having and weight >= _ORDINARY:
                missing.append(token.stem)
        return Covering({fact: tuple(stems) for fact, stems in alone.items()}, tuple(missing))

    def _said(self, looked_up: list[tuple[Token, int, dict[int, int]]], strength: int) -> dict[str, int]:
        """The stems and groups (as `#n`) that a question names, with how strongly it does."""
        said: dict[str, int] = {}
        for token, _, _ in looked_up:
            stem = token.stem
            full = strength
            if stem not in self._postings and stem not in lexicon().groups:
                corrected = self._mend(token.word)
                if corrected is None:
                    continue
                meant = content(corrected)
                if not meant:
                    continue
                stem, full = meant[0].stem, strength * _TYPO // 1000
            said[stem] = max(said.get(stem, 0), full)
            for group, kinship in lexicon().groups.get(stem, ()):
                name = f"#{group}"
                said[name] = max(said.get(name, 0), full * kinship // 1000)
        return said

    def _strengths(self, words: dict[str, int]) -> dict[str, int]:
        """How strongly a question says each stem of the cards, itself or by a synonym, per mille.

        Args:
            words: stems and groups (as `#n`) that the question names, with their strengths.
        """
        found: dict[str, int] = {}
        for name, strength in words.items():
            if name[0] == "#":
                for stem in self._kindred.get(name, ()):
                    if found.get(stem, 0) < strength:
                        found[stem] = strength
        found |= {name: strength for name, strength in words.items() if strength}
        return found

    def _score(
        self,
        number: int,
        coverage: int,
        words: dict[str, int],
        strengths: dict[str, int],
        wanted: frozenset[str],
        shared: int,
    ) -> int:
        card = self._cards[number]
        named = any(stem in words and (shared > 1 or len(self._postings[stem]) == 1) for stem in card.names)
        said = [0] * len(card.totals)
        for stem, ways in card.uses.items():
            if stem in strengths:
                strength = strengths[stem]
                for way, weight in ways:
                    said[way] += weight * strength
        asked_best = max((part // total for part, total in zip(said, card.totals, strict=True)), default=0)
        score = coverage * (620 + 380 * asked_best // 1000) // 1000
        if not named and asked_best < _WELL_ASKED and (coverage < _ALL or shared < 2):
            score = score * _NAMELESS // 1000
        if wanted and card.asked | card.hinted:
            if wanted & card.asked:
                score = score * 1060 // 1000
            elif not wanted & (card.asked | card.hinted) and not (
                wanted <= _SPANS and _SPANS & (card.asked | card.hinted)
            ):
                score = score * 780 // 1000
        if shared < 2 and score < _LONE_ENOUGH:
            score = score * _LONE // 1000
        return min(score, 1000)
