"""Files of a pack that nothing reads: a misnamed one would be ignored in silence."""

from __future__ import annotations

from collections.abc import Iterator

from ..personas.problems import AuthoringError, did_you_mean
from .configs import Configured
from .source import PackSource

PAST = ("drive", "mail", "chat")
TOP_LEVEL = ("scenario.yaml", "facts.yaml", "storyline.yaml", "network.yaml")
_WORLD = "The past goes into world/drive, world/mail, world/chat; meetings into cast/ and storyline.yaml."


def stray_files(source: PackSource, overlay: str, configured: Configured) -> Iterator[AuthoringError]:
    """Every file that nothing reads.

    Args:
        source: The pack.
        overlay: The folder of the task's overlay.
        configured: What the pack's apps read.
    """
    for path in source.files:
        folder, _, name = path.rpartition("/")
        inside = path.removeprefix(f"{overlay}/").split("/")
        past = len(inside) > 2 and inside[1] in PAST
        if inside[0] == "world" and not past and not configured.reads(inside[1:]):
            fix = configured.advice(inside[1]) or _WORLD
            yield AuthoringError(path, 1, 1, "", "nothing reads this file", fix)
        if not name.endswith((".yaml", ".yml")):
            continue
        if not folder:
            known: tuple[str, ...] = TOP_LEVEL
        elif folder.startswith("tasks/") and folder.count("/") == 1:
            known = ("rubric.yaml",)
        elif folder.startswith("tasks/") and folder.endswith("/overlay") and folder.count("/") == 2:
            known = ("facts.yaml", "storyline.yaml")
        else:
            continue
        if name not in known:
            fix = did_you_mean(name, known) or f"Known here: {', '.join(known)}."
            yield AuthoringError(path, 1, 1, "", f"nothing reads a file named `{name}`", fix)
