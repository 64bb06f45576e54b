"""What people are told whose edit was made against a version of a record that is no longer the newest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .base import ToolError

_TOLD: Final = 4
"""Changes that are told, the last ones."""


def stale(record: str, version: int, newest: int, changes: Sequence[str], tool: str) -> ToolError:
    """The refusal of such an edit.

    Args:
        record: The id of what was to be changed.
        version: The one that the edit names.
        newest: The one that there is.
        changes: Who changed what since then, as far as the caller may know of it, the newest last.
        tool: Shows the record.
    """
    hint = f"Look at it again with {tool}, then give version={newest}."
    if version > newest:
        return ToolError("conflict", f"{record} has no version {version}", hint)
    told = "; ".join(changes[-_TOLD:]) or "it was changed"
    more = f" and {len(changes) - _TOLD} more" if len(changes) > _TOLD else ""
    return ToolError("conflict", f"{record} is at version {newest}: {told}{more}", hint)
