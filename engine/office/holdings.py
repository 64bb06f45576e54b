"""Who holds which version of which fact, who asked whom for it and who told whom: the state behind `Knowledge`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ..kernel.blobs import BlobRef
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from .events import FactAsked, FactLearned, FactShared, FileMoved, FileWritten
from .model import Setup

TRUTH: Final = "truth"
_KEPT_VERSIONS: Final = 6


class Held(NamedTuple):
    """One version of a fact that somebody holds."""

    version: str
    """``truth``, or the id of the person whose mistaken version it is."""
    since: int
    via: str
    """Empty: from the start."""
    source: str
    """Whom it came from."""


class FileVersion(NamedTuple):
    """What one version of a file on the drive consists of."""

    version: int
    blob: BlobRef
    by: str


class Holdings(Component):
    """Folds asking, telling and learning. All counts are small: facts are an author's, not the run's."""

    name = "knowledge"

    def __init__(self, setup: Setup) -> None:
        self._facts = setup.facts
        self._clear()
        for fact in setup.facts.values():
            for holding in fact.holders:
                version = holding.person if holding.mistake is not None else TRUTH
                self.held.setdefault(holding.person, {})[fact.id] = [Held(version, 0, "", "")]

    def _clear(self) -> None:
        self.held: dict[str, dict[str, list[Held]]] = {}
        """Person to fact to versions, in the order in which they were learned."""
        self.used: dict[str, dict[str, int]] = {}
        """Person to fact to when they last told or heard it."""
        self.asked: dict[str, dict[str, dict[str, int]]] = {}
        """Who was asked, to who asked, to fact: how often."""
        self.told: dict[str, dict[str, dict[str, int]]] = {}
        """Who told, to whom, to fact: how often."""
        self.misled: dict[str, dict[str, list[str]]] = {}
        """Who told their own mistaken version, to fact: whom."""
        self.files: dict[str, list[FileVersion]] = {}
        """File id to its newest versions, the last one last."""
        self.paths: dict[str, str] = {}
        """Path on the drive to file id."""

    def listens(self) -> Mapping[str, Apply]:
        return {
            FactAsked.kind: self._asked,
            FactShared.kind: self._shared,
            FactLearned.kind: self._learned,
            FileWritten.kind: self._written,
            FileMoved.kind: self._moved,
        }

    def versions(self, person: str, fact: str) -> tuple[str, ...]:
        """All versions that the person holds."""
        return tuple(one.version for one in self.held.get(person, {}).get(fact, ()))

    def best(self, person: str, fact: str) -> Held | None:
        """What the person takes to be so: the truth if they hold it, otherwise what they heard last."""
        held = self.held.get(person, {}).get(fact)
        if not held:
            return None
        return next((one for one in held if one.version == TRUTH), held[-1])

    def asks(self, holder: str, asker: str, fact: str) -> int:
        """How often the asker asked that person for the fact."""
        return self.asked.get(holder, {}).get(asker, {}).get(fact, 0)

    def asked_anybody(self, asker: str, fact: str) -> bool:
        """Whether the asker asked anybody for the fact."""
        return any(fact in by.get(asker, {}) for by in self.asked.values())

    def tellings(self, by: str, to: str, fact: str) -> int:
        """How often one person told another the fact."""
        return self.told.get(by, {}).get(to, {}).get(fact, 0)

    def file(self, file: str, version: int | None = None) -> FileVersion | None:
        """A version of a file (the newest one if not given), if it is among its last ones."""
        versions = self.files.get(file, ())
        if version is None:
            return versions[-1] if versions else None
        return next((one for one in versions if one.version == version), None)

    def _asked(self, event: Event) -> None:
        asked = event.payload
        assert isinstance(asked, FactAsked)
        counts = self.asked.setdefault(asked.holder, {}).setdefault(asked.asker, {})
        counts[asked.fact] = counts.get(asked.fact, 0) + 1

    def _shared(self, event: Event) -> None:
        shared = event.payload
        assert isinstance(shared, FactShared)
        counts = self.told.setdefault(shared.by, {}).setdefault(shared.to, {})
        counts[shared.fact] = counts.get(shared.fact, 0) + 1
        for person in (shared.by, shared.to):
            if shared.fact in self.held.get(person, ()):
                self.used.setdefault(person, {})[shared.fact] = event.at
        if shared.version == shared.by:
            misled = self.misled.setdefault(shared.by, {}).setdefault(shared.fact, [])
            if shared.to not in misled:
                misled.append(shared.to)

    def _learned(self, event: Event) -> None:
        learned = event.payload
        assert isinstance(learned, FactLearned)
        held = self.held.setdefault(learned.person, {}).setdefault(learned.fact, [])
        if not any(one.version == learned.version for one in held):
            held.append(Held(learned.version, event.at, learned.via, learned.source))
        self.used.setdefault(learned.person, {})[learned.fact] = event.at

    def _written(self, event: Event) -> None:
        written = event.payload
        assert isinstance(written, FileWritten)
        versions = self.files.setdefault(written.file, [])
        versions.append(FileVersion(written.version, written.blob, written.by))
        del versions[:-_KEPT_VERSIONS]
        self.paths[written.path] = written.file

    def _moved(self, event: Event) -> None:
        moved = event.payload
        assert isinstance(moved, FileMoved)
        if self.paths.get(moved.path) == moved.file:
            del self.paths[moved.path]
        if moved.to:
            self.paths[moved.to] = moved.file

    def dump(self) -> Any:
        return {
            "held": {
                person: {fact: [list(one) for one in held] for fact, held in facts.items()}
                for person, facts in self.held.items()
            },
            "used": {person: dict(facts) for person, facts in self.used.items()},
            "asked": {a: {b: dict(counts) for b, counts in by.items()} for a, by in self.asked.items()},
            "told": {a: {b: dict(counts) for b, counts in to.items()} for a, to in self.told.items()},
            "misled": {
                by: {fact: list(to) for fact, to in facts.items()} for by, facts in self.misled.items()
            },
            "files": {file: [list(one) for one in versions] for file, versions in self.files.items()},
            "paths": dict(self.paths),
        }

    def load(self, data: Any) -> None:
        self._clear()
        for person, facts in data["held"].items():
            self.held[person] = {fact: [Held(*one) for one in held] for fact, held in facts.items()}
        self.used = {person: dict(facts) for person, facts in data["used"].items()}
        self.asked = {a: {b: dict(counts) for b, counts in by.items()} for a, by in data["asked"].items()}
        self.told = {a: {b: dict(counts) for b, counts in to.items()} for a, to in data["told"].items()}
        self.misled = {
            by: {fact: list(to) for fact, to in facts.items()} for by, facts in data["misled"].items()
        }
        self.files = {
            file: [FileVersion(*one) for one in versions] for file, versions in data["files"].items()
        }
        self.paths = dict(data["paths"])
