"""What people know, and what they may tell whom.

Facts are an author's units of knowledge. Somebody may hold an old, partial or mistaken version of one; who learned a
fact from somebody else is bound by the rule under which they were told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from ..kernel.blobs import BlobRef
from ..kernel.clock import HOUR
from ..kernel.state import Component
from ..kernel.step import Step
from ..kernel.world import Core
from .conditions.model import Agreed, Condition, Not, parts
from .events import FactLearned, Told
from .holdings import TRUTH, Holdings
from .links import Links
from .matching import Matcher
from .model import Fact, Holding, Rule, Setup
from .org import Org
from .percept import Verdict
from .texts import as_text, has_rows, is_readable, is_text

_SURE_OWN: Final = 800
"""Per mille: what somebody was this sure of from the start is their own subject and does not fade."""
_WORKDAY: Final = 8 * HOUR
_LONGEST: Final = 400_000
"""Bytes of a file that are searched."""
_TOGETHER: Final = 60
"""Words within which a text must say all that gives a fact away."""
_CACHED: Final = 2_048


class Ruling(NamedTuple):
    """Whether somebody may tell a fact, and which approval is missing if that is what stands in the way."""

    verdict: Verdict
    approval: str = ""


class Knowledge:
    """Facts, their holders and their rules."""

    def __init__(self, setup: Setup, core: Core, org: Org, links: Links) -> None:
        self._setup = setup
        self._core = core
        self._org = org
        self._links = links
        self.holdings = Holdings(setup)
        self._matcher = Matcher(_patterns(setup.facts.values()))
        self._seen: OrderedDict[str, tuple[tuple[str, str], ...]] = OrderedDict()
        self._own = {(one.person, fact.id): one for fact in setup.facts.values() for one in fact.holders}

    def components(self) -> tuple[Component, ...]:
        return (self.holdings,)

    # Queries ----------------------------------------------------------------------------------------------

    def holds(self, person: str, fact: str) -> str | None:
        """The version that the person takes to be so: ``truth``, or whose mistaken one; ``None`` if none."""
        best = self.holdings.best(person, fact)
        return None if best is None else best.version

    def knows_truth(self, person: str, fact: str) -> bool:
        """Whether the person holds the fact as it is."""
        return TRUTH in self.holdings.versions(person, fact)

    def own(self, person: str, fact: str) -> Holding | None:
        """How the person held the fact from the start, if they did."""
        return self._own.get((person, fact))

    def statement(self, fact: str, version: str = TRUTH) -> str:
        """What a version of the fact says."""
        one = self._setup.facts[fact]
        holding = None if version == TRUTH else self._own.get((version, fact))
        return (
            holding.mistake.statement
            if holding is not None and holding.mistake is not None
            else one.statement
        )

    def says(self, person: str, fact: str, version: str) -> tuple[str, ...]:
        """The person's own wordings of that version, if the author gave any."""
        holding = self._own.get((person, fact))
        if holding is None:
            return ()
        if version == TRUTH:
            return holding.says
        return holding.mistake.says if holding.mistake is not None and version == person else ()

    def sure(self, person: str, fact: str) -> int:
        """How sure the person is of what they hold, per mille: hearsay counts 800."""
        holding = self._own.get((person, fact))
        version = self.holds(person, fact)
        if holding is None:
            return 800
        own_version = person if holding.mistake is not None else TRUTH
        return holding.sure if version == own_version else 900

    def faded(self, person: str, fact: str, at: int) -> bool:
        """Whether the person has not told or heard the fact for longer than their memory holds details.

        What they were sure of from the start is their own subject and stays.
        """
        holding = self._own.get((person, fact))
        if holding is not None and holding.sure >= _SURE_OWN:
            return False
        persona = self._setup.people[person].persona
        if persona is None or self.holdings.best(person, fact) is None:
            return False
        used = self.holdings.used.get(person, {}).get(fact, 0)
        worked = self._setup.calendar_of(person).work_between(used, at)
        return worked > persona.memory.fades_after_days * _WORKDAY

    def rule_of(self, person: str, fact: str) -> tuple[Rule, str]:
        """The rule under which the person holds the fact, and from whose side its ties are meant.

        Who learned a fact from somebody whose rule restricts it is bound by that rule; otherwise they tell on request.
        """
        at = person
        for _ in range(8):
            holding = self._own.get((at, fact))
            if holding is not None:
                if at == person or holding.rule.kind in ("never", "restricted"):
                    return holding.rule, at
                break
            best = self.holdings.best(at, fact)
            if best is None or not best.source or best.source == at:
                break
            at = best.source
        return Rule(kind="on_request"), person

    def verdict(self, holder: str, fact: str, audience: Sequence[str]) -> Ruling:
        """Whether the holder may tell a fact now, where all of the audience read or hear it.

        Args:
            holder: Who would tell it.
            fact: Id of the fact.
            audience: Everybody who would get to know it; the holder themselves is left out.
        """
        if self.holdings.best(holder, fact) is None:
            return Ruling("does_not_know")
        one = self._setup.facts[fact]
        readers = [person for person in audience if person != holder]
        if any(self._org.covered(one.not_to, person) for person in readers):
            return Ruling("may_not")
        rule, owner = self.rule_of(holder, fact)
        if rule.kind == "never":
            return Ruling("may_not")
        if rule.to and not all(
            (person, fact) in self._own or person == owner or self._org.admits(owner, rule.to, person)
            for person in readers
        ):
            return Ruling("may_not")
        if rule.after is not None and not self._links.conditions.holds(rule.after):
            missing = self._missing_approval(rule.after)
            return Ruling("needs_approval", missing) if missing else Ruling("may_not")
        return Ruling("may_tell")

    def approver(self, approval: str) -> str:
        """Who decides on an approval; empty for none."""
        return self._setup.approvals[approval].decides if approval else ""

    def _missing_approval(self, condition: Condition) -> str:
        denied = {
            part.not_.agreed.approval
            for part in parts(condition)
            if isinstance(part, Not) and isinstance(part.not_, Agreed)
        }
        for part in parts(condition):
            if (
                isinstance(part, Agreed)
                and part.agreed.approval not in denied
                and not self._links.conditions.holds(part)
            ):
                return part.agreed.approval
        return ""

    def facts_in(self, text: str) -> list[tuple[str, str]]:
        """The facts that a text gives away, as (fact, version); mistaken versions only without the truth."""
        found = self._matcher.find(text, _TOGETHER)
        if len(found) < 2:
            return found
        true = {fact for fact, version in found if version == TRUTH}
        return [(fact, version) for fact, version in found if version == TRUTH or fact not in true]

    def facts_in_file(self, name: str, blob: BlobRef) -> tuple[tuple[str, str], ...]:
        """The facts that a file gives away (a table or a workbook row by row).

        A name without an ending may be a text's; kinds of files that can't be read as text say nothing here.
        """
        if PurePosixPath(name).suffix and not is_readable(name):
            return ()
        if not PurePosixPath(name).suffix or (is_text(name) and not name.casefold().endswith(".eml")):
            return self.facts_in_blob(blob, by_line=has_rows(name))
        return self._facts(
            f"{blob}/{PurePosixPath(name).suffix.casefold()}",
            lambda: (as_text(name, self._core.blobs.get(blob)) or "")[:_LONGEST],
            by_line=has_rows(name),
        )

    def facts_in_blob(self, blob: BlobRef, *, by_line: bool = False) -> tuple[tuple[str, str], ...]:
        """The facts that a stored text gives away, or its single lines."""
        return self._facts(
            f"{blob}/lines" if by_line else blob,
            lambda: self._core.blobs.get(blob)[:_LONGEST].decode(errors="replace"),
            by_line=by_line,
        )

    def _facts(self, key: str, read: Callable[[], str], *, by_line: bool) -> tuple[tuple[str, str], ...]:
        known = self._seen.get(key)
        if known is None:
            text = read()
            pieces = text.splitlines() if by_line else (text,)
            known = tuple(dict.fromkeys(found for piece in pieces for found in self.facts_in(piece)))
            self._seen[key] = known
            if len(self._seen) > _CACHED:
                self._seen.popitem(last=False)
        return known

    def beyond(
        self, person: str, told: Iterable[Told], found: Sequence[tuple[str, str]]
    ) -> Sequence[tuple[str, str]]:
        """What was found in somebody's text and isn't merely part of what they tell.

        The words of one fact may hold another's: who may tell the first gives nothing more away by telling it.
        """
        part: set[str] = set()
        for one in told:
            if one.fact in self._setup.facts:
                texts = (self.statement(one.fact, one.version), *self.says(person, one.fact, one.version))
                part |= {fact for text in texts for fact, _ in self.facts_in(text) if fact != one.fact}
        return [(fact, version) for fact, version in found if fact not in part] if part else found

    # Learning ---------------------------------------------------------------------------------------------

    def learn(
        self, step: Step, person: str, fact: str, via: str, version: str = TRUTH, source: str = ""
    ) -> bool:
        """Let somebody hold a version from now on (a beat, a correction); False if they hold it already."""
        if version in self.holdings.versions(person, fact):
            return False
        step.emit(FactLearned(fact=fact, person=person, version=version, via=via, source=source), person)
        return True


def _patterns(facts: Iterable[Fact]) -> Iterable[tuple[tuple[str, str], Sequence[Sequence[str]]]]:
    for fact in facts:
        if fact.reveals:
            yield (fact.id, TRUTH), fact.reveals
        for holding in fact.holders:
            if holding.mistake is not None and holding.mistake.reveals:
                yield (fact.id, holding.person), holding.mistake.reveals
