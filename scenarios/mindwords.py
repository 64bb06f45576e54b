"""`minds:` of a pack read back in plain sentences: who begins with which mind, and who may get another one when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..engine.minds.registry import HUMAN, MODEL, SCRIPTED, known_minds
from .conditions import Words
from .pack import Pack
from .schema.minds import CROWD, WRITTEN_TO, Drawn, Move


class MindWords:
    """Says who decides for whom.

    Args:
        pack: The loaded pack.
        words: Says its conditions.
    """

    def __init__(self, pack: Pack, words: Words) -> None:
        self._pack = pack
        self._words = words
        seats = {seat.person for seat in pack.seats.values()}
        self._minded = [
            one for one in pack.people.values() if one.persona is not None and one.id not in seats
        ]
        self._begin = {one.id: self._mark(one.id) for one in self._minded}

    def sentences(self) -> Iterator[str]:
        """Everybody's minds and their moves; nothing where everybody is scripted for good."""
        moves = self._pack.scenario.minds.moves
        if not moves and all(mark == SCRIPTED for mark in self._begin.values()):
            return
        groups: dict[str | Drawn, list[str]] = {}
        for one in self._minded:
            groups.setdefault(self._begin[one.id], []).append(one.first_name)
        rest = groups.pop(SCRIPTED, [])
        for mark, people in groups.items():
            yield f"{_joined(people)} begin{_s(people)} with {self._named(mark)}."
        if rest:
            yield f"Everybody{' else' if groups else ''} begins with the scripted mind."
        yield from map(self._move, moves)
        yield from self._unbound()

    def of(self, person: str) -> str:
        """With which mind somebody begins; empty for whoever is scripted."""
        mark = self._begin.get(person, SCRIPTED)
        return "" if mark == SCRIPTED else f"Begins with {self._named(mark)}."

    def _mark(self, person: str) -> str | Drawn:
        marks = self._pack.scenario.minds.people
        return marks.get(person, marks.get(CROWD, self._pack.people[person].member.mind))

    def _named(self, mark: str | Drawn) -> str:
        if isinstance(mark, Drawn):
            odds = Counter(mark.draw)
            named = [f"`{name}` (in {count} of {len(mark.draw)} cases)" for name, count in odds.items()]
            return f"a mind that the seed draws: {_joined(named, 'or')}"
        return "a human at the terminal" if mark == HUMAN else f"the mind `{mark}`"

    def _move(self, move: Move) -> str:
        named = self._pack.scenario.minds.people
        crowd = [one for one in self._minded if one.id not in named]
        people = [self._pack.people[one].first_name for one in move.who if one != CROWD]
        if CROWD in move.who and crowd:
            people.append("everybody else" if named else "everybody")
        back = f"; after {move.back_after} without contact they fall back" if move.back_after else ""
        if not people:
            return f"Nobody is left to get {self._named(move.to)}."
        if move.when == WRITTEN_TO:
            who = people[0] if len(people) == 1 else f"one of {_joined(people)}"
            if people == ["everybody else"] or people == ["everybody"]:
                who = f"any{people[0].removeprefix('every')}"
            return f"When a seat writes to {who}, that person gets {self._named(move.to)}{back}."
        assert not isinstance(move.when, str)
        clause = self._words.clause(move.when)
        get = "get" if len(people) > 1 else "gets"
        return f"Once {clause}, {_joined(people)} {get} {self._named(move.to)}{back}."

    def _unbound(self) -> Iterator[str]:
        """What whoever runs the pack has to bind, and what holds otherwise."""
        marks: list[str | Drawn] = [
            *self._begin.values(),
            *(move.to for move in self._pack.scenario.minds.moves),
        ]
        names = dict.fromkeys(
            name for mark in marks for name in (mark.draw if isinstance(mark, Drawn) else (mark,))
        )
        own = known_minds(self._pack.source.files)
        free = [
            name for name in names if name == MODEL or (name not in (SCRIPTED, HUMAN) and name not in own)
        ]
        for name in free:
            option = "--coworkers MODEL" if name == MODEL else f"--mind {name}=MODEL"
            yield f"`{name}` is whatever model the run binds to it ({option}); without one, it is the scripted mind."


def _joined(parts: list[str], word: str = "and") -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _s(people: list[str]) -> str:
    return "s" if len(people) == 1 else ""
