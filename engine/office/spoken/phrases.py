"""Phrases by which a refusal, a yes, a no or a hint is known; the lists stand in `phrases.txt`."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def _lists() -> dict[str, tuple[bool, str]]:
    found: dict[str, list[str]] = {}
    anywhere: dict[str, bool] = {}
    name = ""
    text = files(__package__ or "").joinpath("phrases.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            head = line[1:-1]
            name = head.removesuffix(" *")
            anywhere[name] = head.endswith(" *")
        elif line.strip() and not line.startswith("#"):
            found.setdefault(name, []).append(line)
    return {name: (anywhere[name], "|".join(lines)) for name, lines in found.items()}


@lru_cache(maxsize=32)
def _pattern(name: str) -> re.Pattern[str]:
    anywhere, lines = _lists()[name]
    if anywhere:
        return re.compile(rf"(?<!\w)(?:{lines})(?!\w)")
    if name in ("yes", "no"):
        lead, after = _lists()["lead"][1], _lists()[f"after {name}"][1]
        return re.compile(rf"(?:(?:{lead})[ ,.]+)*(?:{lines})(?:[ ,]+(?:{after}))*")
    return re.compile(lines)


@lru_cache(maxsize=8_192)
def says(name: str, words: str) -> bool:
    """Whether folded words hold a phrase of a list, or are one, as the list asks."""
    anywhere, _ = _lists()[name]
    pattern = _pattern(name)
    return bool(pattern.search(words) if anywhere else pattern.fullmatch(words))
