"""What a fork may take over of the answers that models and people gave in its parent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Grant(NamedTuple):
    """Which of the parent's recorded answers a fork may use."""

    everything: bool
    """Nothing was changed: the fork may go on reading the parent's answers."""
    begun: Mapping[str, int]
    """Otherwise: by actor, the last decision begun before the fork."""

    def allows(self, actor: str, decision: int) -> bool:
        """Whether it may use what was answered in that decision."""
        return self.everything or decision <= self.begun.get(actor, 0)
