"""Proving a pack: what can be seen from its files alone, and, with runs, that its score can be trusted."""

from .finding import Finding, Severity
from .runs import lint_runs
from .static import lint_files

__all__ = ["Finding", "Severity", "lint_files", "lint_runs"]
