"""Lint of the pack as a whole: licence, canary, params, tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..pack import Pack
from ..uses import Uses
from .finding import Finding, at

SPDX = re.compile(r"[A-Za-z0-9.+-]+( (AND|OR|WITH) [A-Za-z0-9.+-]+)*")
FAMILIES = (
    "Apache-",
    "MIT",
    "BSD-",
    "CC-BY-",
    "CC0-",
    "MPL-",
    "GPL-",
    "LGPL-",
    "AGPL-",
    "ISC",
    "Unlicense",
    "LicenseRef-",
)
EXAMPLE_CANARY = "tenure-canary-2f1d7a90c4e84b1c"


def lint_whole(pack: Pack) -> Iterator[Finding]:
    """Findings about the pack as a whole."""
    scenario, file = pack.scenario, "scenario.yaml"
    if scenario.canary == EXAMPLE_CANARY and scenario.id != "example":
        yield Finding(
            "error",
            "canary",
            file,
            _line(pack, "canary:"),
            "the canary is the example's",
            "Write a new one: `tenure-canary-` and 16 random hex digits.",
        )
    if not SPDX.fullmatch(scenario.licence) or not scenario.licence.startswith(FAMILIES):
        yield Finding(
            "warning",
            "licence",
            file,
            _line(pack, "licence:"),
            f"`{scenario.licence}` is not a licence that is widely known",
            "Use an SPDX identifier such as Apache-2.0, or LicenseRef-… for terms of your own.",
        )
    if not scenario.occupations:
        yield Finding("note", "occupations", file, 1, "no occupation codes are given", "Add O*NET-SOC codes.")
    if not scenario.params:
        message = "there are no params: every run has the same answer, which can be learned by heart"
        yield Finding("warning", "params", file, 1, message, "Draw names, amounts or dates from `params:`.")
    uses = Uses(pack)
    for name in uses.unused():
        message = f"the param `{name}` is used nowhere"
        yield at(pack.where.get(f"params.{name}"), "warning", "unused-param", message, "Use it or remove it.")
    folder = pack.task.folder
    if f"{folder}/reference/solution.py" not in pack.source.files:
        message = f"the task `{pack.task.id}` has no reference solution: nothing proves that it can be done"
        yield Finding("warning", "reference", f"{folder}/task.md", 1, message, "Write reference/solution.py.")
    if pack.task.header.app not in scenario.apps:
        message = f"the brief comes by {pack.task.header.app}, which is not among the apps"
        yield Finding("error", "brief", f"{folder}/task.md", 1, message, "Add the app in scenario.yaml.")
    yield from _brief_and_rubric(pack)


def _brief_and_rubric(pack: Pack) -> Iterator[Finding]:
    brief = pack.task.brief.lower()
    for criterion in pack.task.rubric.criteria:
        if len(criterion.title) > 24 and criterion.title.lower() in brief:
            message = f"the brief holds the title of the criterion `{criterion.id}` word for word"
            yield Finding(
                "warning", "brief", f"{pack.task.folder}/task.md", 1, message, "Tell the work only."
            )


def _line(pack: Pack, start: str) -> int:
    lines = pack.source.text("scenario.yaml").split("\n")
    return next((number for number, line in enumerate(lines, start=1) if line.startswith(start)), 1)
