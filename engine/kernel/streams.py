"""Randomness as a tree: a stream is named by what it is drawn for, never by how many draws came before.

Adding a silent person, or playing another policy, therefore moves no draw about the same thing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeVar

T = TypeVar("T")

_STEP: Final = 1.0 / (1 << 53)


class Stream:
    """Draws for one named purpose; the same name under the same seed gives the same draws in any process."""

    __slots__ = ("_key", "_n", "_name")

    def __init__(self, key: bytes, name: bytes) -> None:
        self._key = key
        self._name = name
        self._n = 0

    def bits(self) -> int:
        """The next 64 bits."""
        self._n += 1
        return int.from_bytes(
            blake2b(self._name + self._n.to_bytes(4, "big"), digest_size=8, key=self._key).digest(), "big"
        )

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """A number in ``[low, high)``."""
        return low + (high - low) * (self.bits() >> 11) * _STEP

    def integer(self, low: int, high: int) -> int:
        """An integer from ``low`` to ``high``, both included."""
        return low + self.bits() % (high - low + 1)

    def chance(self, per_mille: int) -> bool:
        """True with a probability of ``per_mille`` in a thousand."""
        return self.bits() % 1000 < per_mille

    def choice(self, items: Sequence[T]) -> T:
        """One of ``items``, all equally likely."""
        return items[self.bits() % len(items)]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of ``items``, as likely as its integer weight."""
        mark = self.bits() % sum(weights)
        for item, weight in zip(items, weights, strict=True):
            mark -= weight
            if mark < 0:
                return item
        raise AssertionError("weights changed while drawing")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list with ``items`` in random order."""
        mixed = list(items)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.bits() % (i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def normal(self, mean: float = 0.0, sd: float = 1.0) -> float:
        """A normal draw (Box and Muller 1958)."""
        u = ((self.bits() >> 11) + 1) * _STEP
        return mean + sd * math.sqrt(-2.0 * math.log(u)) * math.cos(2.0 * math.pi * self.uniform())

    def lognormal(self, median: float, sd_log: float) -> float:
        """A log-normal draw with the given median and standard deviation of the logarithm."""
        return median * math.exp(self.normal(0.0, sd_log))

    def exponential(self, mean: float) -> float:
        """An exponential draw."""
        return -mean * math.log(((self.bits() >> 11) + 1) * _STEP)


class Streams:
    """The root of a run's randomness."""

    __slots__ = ("_key", "seed")

    def __init__(self, seed: int) -> None:
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Draw everything from another seed from now on."""
        self.seed = seed
        self._key = blake2b(str(seed).encode(), digest_size=32, person=b"tenure.streams").digest()

    def stream(self, *name: str | int) -> Stream:
        """The stream for ``name``, such as ``stream("latency", person, message)``; always starts at its first draw."""
        return Stream(self._key, "\x1f".join(map(str, name)).encode())
