"""Words to numbers and names to codes: what an importer may guess, and says that it did."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final, cast

from ..zones import countries, zones, zones_of
from .report import Building

TRAITS: Final = ("openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism")
_LEVELS: Final = (
    (re.compile(r"\b(very|extremely|exceptionally)[ -]high\b"), 90),
    (re.compile(r"\b(very|extremely)[ -]low\b"), 10),
    (re.compile(r"\b(moderately|fairly|rather|somewhat|medium)[ -]+high\b"), 65),
    (re.compile(r"\b(moderately|fairly|rather|somewhat|medium)[ -]+low\b"), 35),
    (re.compile(r"\bhigh\b"), 75),
    (re.compile(r"\blow\b"), 25),
    (re.compile(r"\b(medium|moderate|average|balanced|neutral)\b"), 50),
)
_SPELT: Final = {"extroversion": "extraversion", "emotional stability": "stability"}
_GENDERS: Final = {
    "female": "she/her",
    "woman": "she/her",
    "f": "she/her",
    "male": "he/him",
    "man": "he/him",
    "m": "he/him",
    "nonbinary": "they/them",
    "non-binary": "they/them",
}


def slug(name: str) -> str:
    """An id from a name; empty if nothing of it can stand in one."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"^[^a-z]+", "", re.sub(r"[^a-z0-9]+", "_", plain.casefold())).strip("_")[:60]


def level(text: Any) -> tuple[int, bool] | None:
    """A trait's level, and whether it had to be guessed from a word; None if nothing can be read."""
    if isinstance(text, bool):
        return None
    if isinstance(text, int | float):
        number = float(text)
        if 0 <= number <= 1 and not isinstance(text, int):
            return round(100 * number), True
        return (round(number), False) if 0 <= number <= 100 else None
    folded = str(text).casefold()
    for pattern, value in _LEVELS:
        if pattern.search(folded):
            return value, True
    return None


def big_five(built: Building, given: Any, source: str) -> None:
    """Five traits from a mapping or from a sentence."""
    if isinstance(given, Mapping):
        for key, text in cast("Mapping[str, Any]", given).items():
            name = _SPELT.get(key.casefold(), key.casefold())
            found = level(text)
            if name not in TRAITS or found is None:
                built.leave(f"{source}.{key}", text, "no level can be read")
                continue
            value, guessed = found
            note = f"{value}, from “{' '.join(str(text).split())[:60]}”" if guessed else ""
            built.put(f"big_five.{name}", value, f"{source}.{key}", guessed=guessed, note=note)
        return
    text = " ".join(str(given or "").split())
    if not text:
        return
    found_any = False
    for part in re.split(r"[;,.\n]|\band\b", text.casefold()):
        part = re.sub(r"\bextroversion\b", "extraversion", part)
        for name in TRAITS:
            if name in part and (found := level(part)) is not None:
                built.put(
                    f"big_five.{name}",
                    found[0],
                    source,
                    guessed=True,
                    note=f"{found[0]}, from “{part.strip()[:60]}”",
                )
                found_any = True
    if not found_any:
        built.leave(source, text, "no level can be read")


def pronouns(built: Building, given: Any, source: str) -> bool:
    """Pronouns as written (`She/her`), or guessed from a gender; whether any were found."""
    text = re.sub(r"\s", "", str(given or "").casefold())
    if re.fullmatch(r"(she/her|he/him|they/them|[a-z]+/[a-z]+/[a-z]+)", text):
        built.put("pronouns", text, source)
        return True
    if text in _GENDERS:
        built.put("pronouns", _GENDERS[text], source, guessed=True)
        return True
    built.leave(source, given, "no pronouns can be read")
    return False


def years(built: Building, given: Any, source: str) -> None:
    """An age that a persona may have."""
    try:
        age = int(str(given).strip())
    except ValueError:
        built.leave(source, given, "no number")
        return
    if 16 <= age <= 90:
        built.put("age", age, source)
    else:
        built.leave(source, given, "personas are 16 to 90 years old")


def home(built: Building, given: Any, source: str) -> None:
    """Where somebody lives: city, country, and the time zone if these leave only one."""
    parts = [part.strip() for part in str(given or "").split(",") if part.strip()]
    if not parts:
        return
    built.put("home.city", parts[0], source)
    country = countries().get(parts[-1].casefold(), "") if len(parts) > 1 else ""
    if country:
        built.put("home.country", country, source, guessed=True)
    found = zone(parts[0], country)
    if found:
        built.put("home.time_zone", found, source, guessed=True)
    else:
        built.leave(source, given, "the time zone can't be told from it: set `home.time_zone`")


def zone(city: str, country: str) -> str:
    """The time zone named after a city, or the only one of a country; empty if neither."""
    wanted = slug(city)
    named = [
        name
        for name, of in zones().items()
        if slug(name.rsplit("/", 1)[-1]) == wanted and (not country or country in of)
    ]
    if len(named) == 1:
        return named[0]
    only = zones_of(country)
    return only[0] if len(only) == 1 else ""
