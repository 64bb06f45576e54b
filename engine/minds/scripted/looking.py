"""What somebody says of a file that they were asked to look at: what they know to be wrong in it, and no more."""

from __future__ import annotations

from collections.abc import Sequence

from ...office.percept import Percept
from .effects import Piece
from .matters import Matter
from .pieces import Worder

_MOST: int = 3
"""Mistakes that are named at once."""
_ELSE = ("unmatched", "own_work", "conflict", "doubt", "everything")
"""Kinds of asks that a request to look at a file is taken for."""


def speaks_of_files(percept: Percept, asks: Sequence[Matter]) -> bool:
    """Whether the files that were opened are all that was asked about."""
    return bool(percept.opened) and all(one.kind in _ELSE for one in asks)


def looked(percept: Percept, worder: Worder) -> list[Piece]:
    """A piece for each mistake, or that there is none that the reader knows of."""
    known = {one.fact: one for one in percept.facts}
    pieces: list[Piece] = []
    for file in percept.opened:
        name = file.path.rpartition("/")[2]
        for fact in [known[one] for one in file.wrong if one in known][:_MOST]:
            lead = worder.say.plain("looked_wrong", file=name)
            pieces.append(Piece(f"{lead} {worder.content(fact).text}", topic=fact.topic, labelled=True))
            worder.told(fact)
            worder.effects.rules.append(f"{name} is wrong about {fact.fact}")
    if not pieces:
        worder.effects.act("acknowledge")
        worder.effects.rules.append("looked at " + ", ".join(one.path for one in percept.opened))
        name = percept.opened[0].path.rpartition("/")[2]
        pieces.append(Piece(worder.say.plain("looked", file=name), labelled=True))
    return pieces
