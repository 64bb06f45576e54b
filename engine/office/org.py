"""Who is who to whom: managers, typed ties, clients, and the words in which rules name people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from .model import Setup

if TYPE_CHECKING:
    import networkx

INVERSE: Final = {
    "manages": "managed_by",
    "works_with": "works_with",
    "requests_from": "requested_by",
    "client_of": "has_client",
    "supplier_of": "has_supplier",
    "mentors": "mentored_by",
}
"""Tie kinds as authors write them, with what they are from the other side."""

_SYNONYMS: Final = {"manager": "managed_by", "reports": "manages", "report": "manages", "team": "works_with"}


class Org:
    """The organisation at the start of a run.

    Raises:
        ValueError: People manage each other in a circle.
    """

    def __init__(self, setup: Setup) -> None:
        self._people = setup.people
        self._seats = {person.seat: person.id for person in setup.people.values() if person.seat}
        self._ties: dict[tuple[str, str], dict[str, None]] = {}
        self._trust: dict[tuple[str, str], int] = {}
        self._manager: dict[str, str] = {}
        for person in setup.people.values():
            if person.manager:
                self._manage(person.manager, person.id)
            for tie in person.ties:
                if tie.kind == "manages":
                    self._manage(person.id, tie.to)
                else:
                    self._tie(person.id, tie.to, tie.kind)
                self._trust[person.id, tie.to] = tie.trust
        for person in setup.people:
            chain = [person]
            while (above := self._manager.get(chain[-1])) is not None:
                if above in chain:
                    raise ValueError(f"people manage each other in a circle: {' → '.join((*chain, above))}")
                chain.append(above)

    def _manage(self, manager: str, person: str) -> None:
        self._manager.setdefault(person, manager)
        self._tie(manager, person, "manages")

    def _tie(self, a: str, b: str, kind: str) -> None:
        self._ties.setdefault((a, b), {})[kind] = None
        self._ties.setdefault((b, a), {})[INVERSE.get(kind, kind)] = None

    @cached_property
    def graph(self) -> networkx.DiGraph[str]:
        """All ties as a directed graph; edges carry ``kinds`` (as their source sees it) and ``trust``."""
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self._people)
        for (a, b), kinds in self._ties.items():
            graph.add_edge(a, b, kinds=tuple(kinds), trust=self.trust(a, b))
        return graph

    def acquainted(self, a: str, b: str) -> int | None:
        """How many ties lie between two people on the shortest way, or ``None`` if there is no way."""
        import networkx

        try:
            path: list[str] = networkx.shortest_path(self.graph, a, b)  # pyright: ignore[reportUnknownMemberType]
            return len(path) - 1
        except networkx.NetworkXNoPath:
            return None

    def manager_of(self, person: str) -> str | None:
        """The person's direct manager."""
        return self._manager.get(person)

    def ties(self, a: str, b: str) -> tuple[str, ...]:
        """The kinds of ties to ``b``, seen from ``a``: ``manages``, ``managed_by``, ``works_with`` and so on."""
        return tuple(self._ties.get((a, b), ()))

    def tied(self, person: str) -> tuple[str, ...]:
        """Everybody the person has any tie to, in the order of the ties."""
        return tuple(b for a, b in self._ties if a == person)

    def trust(self, a: str, b: str) -> int:
        """How far ``a`` trusts ``b`` at the start, per mille: of their tie, or 600 for colleagues, 500 otherwise."""
        known = self._trust.get((a, b))
        if known is not None:
            return known
        return 500 if self._people[a].outside != self._people[b].outside else 600

    def is_client(self, person: str) -> bool:
        """Whether an outsider is anybody's client (by their own tie, or by being supplied by an insider)."""
        if not self._people[person].outside:
            return False
        return any(
            a == person and ("client_of" in kinds or "has_supplier" in kinds)
            for (a, _), kinds in self._ties.items()
        )

    def covers(self, group: str, person: str) -> bool:
        """Whether a name in a rule means that person.

        Args:
            group: A person id, a seat, ``clients``, ``outside``, ``inside``, ``anyone``, ``everyone_but:id,id``, a
                title or a department.
            person: The person's id.
        """
        if group == person or group == "anyone" or self._seats.get(group) == person:
            return True
        one = self._people.get(person)
        if one is None:
            return group == "outside"
        if group == "clients":
            return self._clients[person]
        if group == "outside":
            return one.outside
        if group == "inside":
            return not one.outside
        if group.startswith("everyone_but:"):
            spared = [name.strip() for name in group.removeprefix("everyone_but:").split(",")]
            return not any(self.covers(name, person) for name in spared)
        if group in self._people:
            return False
        wanted = group.casefold()
        return wanted in (one.title.casefold(), one.department.casefold())

    def covered(self, groups: Iterable[str], person: str) -> bool:
        """Whether any of the names means that person."""
        return any(self.covers(group, person) for group in groups)

    def admits(self, holder: str, to: Iterable[str], person: str) -> bool:
        """Whether a holder's list of whom to tell has that person in it: as `covers`, or by a tie from the holder."""
        kinds = self._ties.get((holder, person), {})
        return any(_SYNONYMS.get(name, name) in kinds or self.covers(name, person) for name in to)

    @cached_property
    def _clients(self) -> dict[str, bool]:
        return {person: self.is_client(person) for person in self._people}
