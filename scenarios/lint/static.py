"""Lint that needs no run: every task is loaded with several draws of its params and looked at from all sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ...personas.problems import AuthoringErrors
from ..documents import made_faults
from ..loader import load_pack
from ..pack import Pack
from ..source import PackSource
from .facts import lint_facts
from .finding import Finding, of_error
from .people import lint_people
from .rubric import lint_rubric
from .story import lint_story
from .tools import lint_tools
from .whole import lint_whole
from .wording import lint_wording

CHECKS: tuple[Callable[[Pack], Iterator[Finding]], ...] = (
    lint_whole,
    lint_people,
    lint_facts,
    lint_wording,
    lint_story,
    lint_tools,
    lint_rubric,
)
DRAWS = 5
"""Draws of the params that each task is looked at with."""


def lint_files(source: PackSource, *, seeds: Sequence[int] = range(DRAWS)) -> list[Finding]:
    """What can be seen from a pack's files.

    Args:
        source: The pack.
        seeds: Draws of the params; a finding that only some draws have names one of them.

    Returns:
        Each finding once, errors first.
    """
    found: dict[tuple[str, ...], tuple[Finding, list[int]]] = {}
    for task in source.tasks() or (None,):
        for seed in seeds:
            try:
                pack = load_pack(source, task, seed)
            except AuthoringErrors as fault:
                findings = [of_error(error) for error in fault.errors]
            else:
                findings = [of_error(error) for error in made_faults(*pack.shelves)]
                findings = findings or [finding for check in CHECKS for finding in check(pack)]
            for finding in findings:
                found.setdefault(_alike(finding), (finding, []))[1].append(seed)
    told = [_with_seed(finding, having, seeds) for finding, having in found.values()]
    return sorted(told, key=lambda finding: finding.rank)


def _alike(finding: Finding) -> tuple[str, ...]:
    """What is the same in every draw: the message apart from what was drawn."""
    message = re.sub(r"“[^”]*”|[0-9]+", "", finding.message)
    return finding.severity, finding.code, finding.file, str(finding.line), message


def _with_seed(finding: Finding, having: Sequence[int], seeds: Sequence[int]) -> Finding:
    if len(dict.fromkeys(having)) == len(seeds):
        return finding
    message = f"{finding.message} (with seed {having[0]}, not with every draw)"
    return Finding(finding.severity, finding.code, finding.file, finding.line, message, finding.fix)
