"""What somebody may allow, whether they did, and whom they tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from ..kernel.clock import MINUTE
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from ..kernel.step import React, Step
from ..kernel.world import Core
from .events import ApprovalAsked, ApprovalGiven
from .links import Links
from .model import Setup
from .percept import Errand


class Decided(NamedTuple):
    """A decision on an approval."""

    granted: bool
    at: int
    to: str


class Decisions(Component):
    """The decisions so far, and how often each was asked for."""

    name = "approvals"

    def __init__(self) -> None:
        self.decided: dict[str, Decided] = {}
        self.asked: dict[str, dict[str, int]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {ApprovalAsked.kind: self._asked, ApprovalGiven.kind: self._given}

    def _asked(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, ApprovalAsked)
        counts = self.asked.setdefault(payload.approval, {})
        counts[payload.asker] = counts.get(payload.asker, 0) + 1

    def _given(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, ApprovalGiven)
        old = self.decided.get(payload.approval)
        if old is None or not old.granted:
            self.decided[payload.approval] = Decided(payload.granted, event.at, payload.to)

    def dump(self) -> Any:
        return {
            "decided": {approval: list(one) for approval, one in self.decided.items()},
            "asked": {approval: dict(counts) for approval, counts in self.asked.items()},
        }

    def load(self, data: Any) -> None:
        self.decided = {approval: Decided(*row) for approval, row in data["decided"].items()}
        self.asked = {approval: dict(counts) for approval, counts in data["asked"].items()}


class Approvals:
    """Whether deciders would agree, and the messages by which they let others know."""

    def __init__(self, setup: Setup, core: Core, links: Links) -> None:
        self._setup = setup
        self._core = core
        self._links = links
        self.decisions = Decisions()

    def components(self) -> tuple[Component, ...]:
        return (self.decisions,)

    def reactors(self) -> Mapping[str, React]:
        return {ApprovalGiven.kind: self._on_given}

    def grants(self, approval: str) -> bool:
        """Whether the decider would agree if asked now."""
        grants = self._setup.approvals[approval].grants
        return grants if isinstance(grants, bool) else self._links.conditions.holds(grants)

    def status(self, approval: str) -> Literal["open", "granted", "refused"]:
        """How it was decided; what was granted once stays granted."""
        decided = self.decisions.decided.get(approval)
        return "open" if decided is None else "granted" if decided.granted else "refused"

    def decide(
        self, step: Step, approval: str, to: str, *, granted: bool, cause: Event | None = None
    ) -> bool:
        """Record the decider's answer; False (nothing happens) if it is unknown or was decided so before."""
        if approval not in self._setup.approvals:
            return False
        decided = self.decisions.decided.get(approval)
        if decided is not None and (decided.granted or decided.granted == granted):
            return False
        by = self._setup.approvals[approval].decides
        step.emit(ApprovalGiven(approval=approval, by=by, to=to, granted=granted), by, cause=cause)
        return True

    def _on_given(self, step: Step, event: Event) -> None:
        given = event.payload
        assert isinstance(given, ApprovalGiven)
        approval = self._setup.approvals.get(given.approval)
        if approval is None or not given.granted:
            return
        for to in approval.tells:
            if to in (given.to, given.by):
                continue
            draw = self._core.streams.stream("tells", given.approval, to)
            at = self._setup.calendar_of(given.by).add_work(step.at, draw.integer(2, 25) * MINUTE)
            errand = Errand(
                errand=f"tell/{given.approval}/{to}",
                kind="inform",
                to=to,
                to_name=self._setup.people[to].name,
                topic=approval.topic,
                detail=self._setup.people[given.to].name if given.to in self._setup.people else "",
                item=given.approval,
            )
            self._links.errands.add_errand(step, given.by, errand, at)
