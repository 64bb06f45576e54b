"""Countries and their time zones, from the IANA tables that come with the zones."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

_FOLDER = "zoneinfo"
_ALSO = {
    "uk": "GB",
    "united kingdom": "GB",
    "england": "GB",
    "scotland": "GB",
    "usa": "US",
    "united states of america": "US",
    "the netherlands": "NL",
    "holland": "NL",
    "south korea": "KR",
    "czechia": "CZ",
}
"""What people write besides the table's names."""


def _rows(name: str) -> list[list[str]]:
    text = (files("tzdata") / _FOLDER / name).read_text("utf-8")
    return [line.split("\t") for line in text.splitlines() if "\t" in line and not line.startswith("#")]


@lru_cache(maxsize=1)
def countries() -> dict[str, str]:
    """Names of countries in lower case, and their codes too, to ISO codes."""
    found = {name.casefold(): code for code, name in _rows("iso3166.tab")}
    return found | {code.casefold(): code for code in list(found.values())} | _ALSO


@lru_cache(maxsize=1)
def zones() -> dict[str, frozenset[str]]:
    """Time zones to the countries that keep them."""
    found: dict[str, set[str]] = {}
    for name in ("zone.tab", "zone1970.tab"):
        for row in _rows(name):
            found.setdefault(row[2], set()).update(row[0].split(","))
    return {zone: frozenset(of) for zone, of in found.items()}


@lru_cache(maxsize=1)
def _own() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for row in _rows("zone.tab"):
        found.setdefault(row[0], []).append(row[2])
    return {country: tuple(names) for country, names in found.items()}


def zones_of(country: str) -> tuple[str, ...]:
    """The time zones of a country by its ISO code, the largest first; none if there is no such country."""
    return _own().get(country, ())
