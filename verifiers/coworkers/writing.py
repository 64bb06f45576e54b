"""What a text shows of how its writer writes, apart from what it is about.

Content words are masked before letters are compared (text distortion, Stamatatos 2017), so that two people are not
told apart by their subjects; names and figures are masked too.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

FUNCTION_WORDS: Final = frozenset(
    """a about above after again all almost along already also although always am among an and another any anyone
    anything are around as at away back be because been before behind being below between both but by can cannot could
    did do does doing done down during each either else enough even ever every few first for from further get give go
    good got had has have having he hello her here hers hi him his how however i if in indeed instead into is it its
    itself just kind kindly know last later least less let like little made make many may maybe me might mine more most
    much must my myself near need neither never next no none nor not nothing now of off often ok okay on once one only
    onto or other others our ours out over own perhaps please quite rather really right same see shall she should since
    so some somebody someone something soon sorry still such sure take than thank thanks that the their theirs them then
    there therefore these they thing think this those though through thus to today together tomorrow too towards under
    until up upon us very want was way we well were what when where whether which while who whom whose why will with
    within without would yes yesterday yet you your yours yourself afternoon best cheers colleague colleagues dear
    greetings good-day hey morning noted regards rgds sincerely team
    i'm i'll i've i'd don't doesn't didn't can't won't isn't aren't wasn't it's that's there's we're we'll we've you're
    you'll let's couldn't wouldn't shouldn't haven't hasn't""".split()
)
"""English words that carry grammar, manners and stance rather than a subject; the usual lists, plus greetings."""

_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:[.,:]\d+)*|\s+|[^\w\s]|_")
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+|\n+")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
EMOJI: Final = re.compile(
    "[\U0001f300-\U0001faff\u2600-\u27bf\u2b50\u2b55\u2190-\u21ff\ufe0f]|(?<!\\w)[:;]-?[)(DP](?!\\w)"
)
CONTRACTION: Final = re.compile(
    r"\b\w+['’](?:m|re|ll|ve|d|t)\b|\b(?:it|that|there|what|here|let)['’]s\b", re.I
)
EXPANDED: Final = re.compile(
    r"\b(?:I am|I will|I have|I would|do not|does not|did not|cannot|is not|are not|it is|that is|we are|we will)\b",
    re.I,
)
BULLET: Final = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+\S", re.M)


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text, without blanks."""
    return [one.strip() for one in _SENTENCE.split(text) if one.strip()]


def words(text: str) -> list[str]:
    """The words of a text in lower case, with straight apostrophes."""
    return [one.lower().replace("’", "'") for one in _WORD.findall(text)]


@lru_cache(maxsize=16_384)
def distorted(text: str) -> str:
    """The text with everything masked that is about a subject."""
    out: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token[0].isdigit():
            out.append("#")
        elif token.isspace():
            out.append("¶" if "\n" in token else " ")
        elif token[0].isalpha():
            plain = token.lower().replace("’", "'")
            if plain in FUNCTION_WORDS:
                out.append(token)
            else:
                out.append("X" if token[0].isupper() else "x")
        else:
            out.append(token)
    return f"^{''.join(out)}$"


@lru_cache(maxsize=16_384)
def grams(text: str, size: int = 3) -> Counter[str]:
    """How often each run of ``size`` characters stands in the masked text."""
    masked = distorted(text)
    return Counter(masked[at : at + size] for at in range(max(1, len(masked) - size + 1)))


def profile(texts: Iterable[str], size: int = 3) -> Counter[str]:
    """The grams of several texts together."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(grams(text, size))
    return found


def hellinger(a: Mapping[str, int], b: Mapping[str, int]) -> float:
    """The Hellinger distance of two distributions given as counts: 0 the same, 1 nothing in common."""
    whole_a, whole_b = sum(a.values()), sum(b.values())
    if not whole_a or not whole_b:
        return 0.0
    small, large = (a, b) if len(a) <= len(b) else (b, a)
    overlap = math.fsum(math.sqrt(count * large[key]) for key, count in small.items() if key in large)
    return math.sqrt(max(0.0, 1 - overlap / math.sqrt(whole_a * whole_b)))


def apart(first: Sequence[str], second: Sequence[str]) -> float:
    """How differently two sets of texts are written, 0 to 1: Hellinger distance of masked character trigrams."""
    return hellinger(profile(first), profile(second))


def deltas(texts: Mapping[str, Sequence[str]], most: int = 60) -> dict[tuple[str, str], float]:
    """Burrows' Delta between every two writers (Burrows 2002): mean distance of z-scored function-word frequencies.

    Args:
        texts: Writer to texts.
        most: How many of the commonest function words are compared.

    Returns:
        Nothing for fewer than three writers: spread over two says nothing.
    """
    counts = {
        name: Counter(word for text in mine for word in words(text) if word in FUNCTION_WORDS)
        for name, mine in texts.items()
    }
    lengths = {name: sum(len(words(text)) for text in mine) or 1 for name, mine in texts.items()}
    if len(counts) < 3:
        return {}
    common = Counter[str]()
    for count in counts.values():
        common.update(count)
    chosen = [word for word, _ in sorted(common.items(), key=lambda row: (-row[1], row[0]))[:most]]
    scores: dict[str, list[float]] = {name: [] for name in counts}
    for word in chosen:
        rates = {name: count[word] / lengths[name] for name, count in counts.items()}
        mean = math.fsum(rates.values()) / len(rates)
        spread = math.sqrt(math.fsum((one - mean) ** 2 for one in rates.values()) / len(rates))
        for name, rate in rates.items():
            scores[name].append((rate - mean) / spread if spread else 0.0)
    names = sorted(counts)
    return {
        (a, b): math.fsum(abs(x - y) for x, y in zip(scores[a], scores[b], strict=True)) / max(1, len(chosen))
        for number, a in enumerate(names)
        for b in names[number + 1 :]
    }


def share(texts: Collection[str], pattern: re.Pattern[str]) -> float:
    """The share of texts in which the pattern is found."""
    return sum(1 for text in texts if pattern.search(text)) / len(texts) if texts else 0.0
