"""Measures of who is in contact with whom, and graphs that chance alone would make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean
from typing import Final

from ..engine.kernel.streams import Stream

SWAPS: Final = 10
"""Successful swaps of an edge, on average, that make a graph random apart from its degrees."""


def reciprocity(edges: Iterable[tuple[str, str]]) -> float:
    """Share of directed edges whose reverse is there too."""
    known = set(edges)
    return sum(1 for a, b in known if (b, a) in known) / len(known) if known else 0.0


def weighted_reciprocity(weights: Mapping[tuple[str, str], int]) -> float:
    """Share of messages that are answered by one the other way, whenever it comes."""
    total = sum(weights.values())
    return sum(min(n, weights.get((b, a), 0)) for (a, b), n in weights.items()) / total if total else 0.0


def _neighbours(edges: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for a, b in edges:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def degree(edges: Iterable[tuple[str, str]]) -> float:
    """Mean number of people that somebody writes to or hears from."""
    near = _neighbours(edges)
    return fmean([len(one) for one in near.values()]) if near else 0.0


def clustering(edges: Iterable[tuple[str, str]]) -> float:
    """Mean over people of the share of pairs of their contacts who are in contact, whatever the direction."""
    near = _neighbours(edges)
    shares: list[float] = []
    for mine in near.values():
        possible = len(mine) * (len(mine) - 1)
        shares.append(sum(len(near[other] & mine) for other in mine) / possible if possible else 0.0)
    return fmean(shares) if shares else 0.0


def rewired(edges: Iterable[tuple[str, str]], draw: Stream, *, directed: bool = True) -> set[tuple[str, str]]:
    """A random graph in which everybody keeps their number of edges (out and in, if directed).

    Args:
        edges: Pairs; undirected ones with the lesser name first.
        draw: Where chance comes from.
        directed: Whether the order of a pair means anything.
    """
    rows = sorted(edges)
    known = set(rows)
    if len(rows) < 2:
        return known
    for _ in range(SWAPS * len(rows)):
        i, j = draw.integer(0, len(rows) - 1), draw.integer(0, len(rows) - 1)
        (a, b), (c, d) = rows[i], rows[j]
        if not directed and draw.chance(500):
            c, d = d, c
        first, second = (a, d), (c, b)
        if not directed:
            first, second = (min(first), max(first)), (min(second), max(second))
        if a == d or c == b or first == second or first in known or second in known:
            continue
        known -= {rows[i], rows[j]}
        known |= {first, second}
        rows[i], rows[j] = first, second
    return known
