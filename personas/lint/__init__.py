"""Checking a persona: what contradicts itself, what says nothing, what somebody else is already."""

from .checking import Checked, lint
from .finding import Finding, Severity

__all__ = ["Checked", "Finding", "Severity", "lint"]
