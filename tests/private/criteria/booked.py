"""A kind of criterion: the seat has a dock at an hour, and no other."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from tenure.verifiers.criterion import Criterion, Verdict, verdict
from tenure.verifiers.evidence import Evidence


class DockBooked(Criterion):
    """Met when the seat has booked that dock for that hour and nothing else."""

    listens: ClassVar[tuple[str, ...]] = ("bookings.booked",)
    uses_apps: ClassVar[bool] = True

    kind: Literal["booked"]  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    by: str = Field(description="A seat.")
    dock: str
    hour: int

    def evaluate(self, evidence: Evidence) -> Verdict:
        mine = [row for row in evidence.rows("bookings") if row["person"] in evidence.scene.named(self.by)]
        right = [row for row in mine if row["dock"] == self.dock and row["hour"] == self.hour]
        said = f"{len(mine)} bookings, {len(right)} of them {self.dock} at {self.hour}:00."
        return verdict(bool(right) and len(mine) == 1, said, events=[row["seq"] for row in right])
