"""Criteria about what was written: files on the drive, mails and chat messages, by the one whose work is scored."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from ..engine.files.kinds import kind_of
from ..engine.kernel.blobs import BlobRef
from ..engine.kernel.events import Event
from ..personas.problems import Misfit
from .checks import Check, contradiction, first_failing, parts
from .criterion import Criterion, Judge, Verdict, verdict
from .evidence import Evidence
from .finding import WORKBOOK, Finding
from .plaintext import Text
from .reading import read
from .scene import Scene
from .sources import LISTENS, Found, Sources, listened, name_of, place_of


class Document(Criterion):
    """Met when a document holds what it should. Gone, or written over, it no longer counts."""

    listens: ClassVar[tuple[str, ...]] = LISTENS

    kind: Literal["document"]  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    of: Sources = Field(description="Where it is looked for; of several places, the first that holds one.")
    checks: tuple[Check, ...] = Field(description="What must hold of it, all together.")

    @model_validator(mode="after")
    def _asks(self) -> Document:
        if not self.checks:
            raise Misfit(
                "there is nothing to check", "Add `- mentions: [[…]]` or another check.", at=("checks",)
            )
        if not any(check.asks for check in self.checks):
            fix = "Add a check of what it must hold, such as `words: {min: 50}`."
            raise Misfit("an empty document would meet it", fix, at=("checks",))
        against = contradiction(self.checks)
        if against:
            raise Misfit(f"no document can meet it: {against}", "Mend one of the two.", at=("checks",))
        kinds = {name: kind_of(name) for name in map(name_of, self.of) if name}
        for number, check in enumerate(self.checks):
            for one in parts(check):
                if one.kinds and kinds and not one.kinds & {*kinds.values(), "other"}:
                    word = next(iter(type(one).model_fields))
                    raise Misfit(
                        f"no document can meet `{word}`: it is about {' or '.join(sorted(one.kinds))}, "
                        f"not {', '.join(kinds)}",
                        "Look at another file, or ask for something else.",
                        at=("checks", number),
                    )
        return self

    @property
    def uses_shelf(self) -> bool:
        return any(one.uses_shelf for check in self.checks for one in parts(check))

    def judge(self, scene: Scene) -> Judge:
        return _DocumentJudge(self, scene)


class _DocumentJudge:
    def __init__(self, criterion: Document, scene: Scene) -> None:
        self._checks = criterion.checks
        self._uses_shelf = criterion.uses_shelf
        self._places = [place_of(one, scene) for one in criterion.of]
        self._shelved = 0
        every = [one for check in criterion.checks for one in parts(check)]
        self.costly = self._uses_shelf or any(one.kinds == WORKBOOK for one in every)
        self.listens = LISTENS if self._uses_shelf else listened(criterion.of)
        self._read: dict[tuple[str, str, BlobRef, int], Finding] = {}

    def fold(self, event: Event, evidence: Evidence) -> bool:
        concerned = [place.fold(event) for place in self._places]
        if self._uses_shelf and evidence.shelf.version != self._shelved:
            self._shelved = evidence.shelf.version
            return True
        return any(concerned)

    def snapshot(self, evidence: Evidence) -> tuple[Found, ...]:
        return next((tuple(found) for place in self._places if (found := place.documents(evidence))), ())

    def verdict(self, evidence: Evidence) -> Verdict:
        return self.verdict_on(self.snapshot(evidence), evidence)

    def verdict_on(self, snapshot: tuple[Found, ...], evidence: Evidence) -> Verdict:
        if not snapshot:
            return verdict(False, "There is no such document.")
        best, finding = snapshot[0], Finding(False, "")
        for best in snapshot:
            finding = self._finding(best, evidence)
            if finding.holds:
                break
        said = f"{best.cite}: {finding.said}."
        return verdict(finding.holds, said, events=(best.seq,), documents=(best.cite,))

    def _finding(self, one: Found, evidence: Evidence) -> Finding:
        key = (one.name, one.subject, one.blob, evidence.shelf.version if self._uses_shelf else 0)
        if key not in self._read:
            data = evidence.blobs.get(one.blob)
            if one.is_message:
                text = Text(f"{one.subject}\n{_own_words(data.decode())}")
            else:
                text = read(data, one.name)
            text.shelf = evidence.shelf
            self._read[key] = first_failing(self._checks, text)
            text.shelf = None  # texts are kept by content, beyond this run
        return self._read[key]


def _own_words(body: str) -> str:
    """A message without the lines it quotes: those are somebody else's."""
    return "\n".join(line for line in body.split("\n") if not line.lstrip().startswith(">"))
