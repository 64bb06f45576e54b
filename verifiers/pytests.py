"""Criteria that an author writes in Python: pytest on what was delivered, in a confined process."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Annotated, ClassVar, Literal, NamedTuple
from xml.etree import ElementTree

from pydantic import AfterValidator, Field, PrivateAttr, model_validator

from ..engine.confinement import CannotConfine, Ended, Limits, confine, possible
from ..engine.kernel.events import Event
from ..engine.office.conditions.model import Written
from ..personas.problems import Misfit
from .criterion import FULL, Criterion, Judge, Verdict, verdict
from .evidence import Evidence
from .packfiles import task_file
from .scene import Scene
from .sources import LISTENS, Found, Sources, listened, place_of

KEPT = 64
"""Results that are kept in memory, by content."""


class TestLimits(Written):
    """What the tests may use together."""

    seconds: int = Field(30, ge=1, le=600)
    memory_mb: int = Field(1024, ge=64, le=16_384, description="MB of 2**20 bytes.")


def _plain(value: dict[str, Sources]) -> dict[str, Sources]:
    for name in value:
        if PurePosixPath(name).name != name or name.startswith((".", "test_")) or name == "params.json":
            raise Misfit(
                f"`{name}` is no name for a file beside the tests", "Write `model.xlsx: {drive: …}`."
            )
    return value


class Tests(Criterion):
    """Met when the author's tests pass on the delivered files; not judged where no process can be confined."""

    __test__ = False  # its name is no invitation to pytest

    listens: ClassVar[tuple[str, ...]] = LISTENS

    kind: Literal["test"]  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    run: str = Field(
        pattern=r"^checks/[\w./-]+\.py$",
        description="The tests: a file of the task's folder, `checks/test_x.py`.",
    )
    files: Annotated[dict[str, Sources], AfterValidator(_plain)] = Field(
        min_length=1, description="Name in the tests' working directory to where the file is taken from."
    )
    params: dict[str, str] = Field({}, description="Stands in params.json in the working directory.")
    parts: bool = Field(False, description="Score the share of tests that pass, instead of all or nothing.")
    limits: TestLimits = TestLimits(seconds=30, memory_mb=1024)

    _source: bytes = PrivateAttr(b"")

    @model_validator(mode="after")
    def _taken_along(self) -> Tests:
        try:
            self._source = task_file(self.run)
            compile(self._source, self.run, "exec")
        except Misfit as fault:
            raise Misfit(str(fault), fault.fix, at=("run",)) from None
        except (SyntaxError, ValueError) as error:
            raise Misfit(f"`{self.run}` can't be read: {error}", "Mend it.", at=("run",)) from None
        return self

    @property
    def source(self) -> bytes:
        """The tests' code, as the pack had it."""
        return self._source

    def judge(self, scene: Scene) -> Judge:
        return _TestJudge(self, scene)


class _Taken(NamedTuple):
    """The files that the tests get: name and where it was found; empty if one is missing."""

    files: tuple[tuple[str, Found], ...]
    missing: str = ""


class _TestJudge:
    costly = True

    def __init__(self, criterion: Tests, scene: Scene) -> None:
        self._of = criterion
        self.listens = listened([one for of in criterion.files.values() for one in of])
        self._places = {name: [place_of(one, scene) for one in of] for name, of in criterion.files.items()}

    def fold(self, event: Event, evidence: Evidence) -> bool:
        concerned = [place.fold(event) for places in self._places.values() for place in places]
        return any(concerned)

    def snapshot(self, evidence: Evidence) -> _Taken:
        taken: list[tuple[str, Found]] = []
        for name, places in self._places.items():
            last = next((found[-1] for place in places if (found := place.documents(evidence))), None)
            if last is None:
                return _Taken(tuple(taken), name)
            taken.append((name, last))
        return _Taken(tuple(taken))

    def verdict(self, evidence: Evidence) -> Verdict:
        return self.verdict_on(self.snapshot(evidence), evidence)

    def verdict_on(self, snapshot: _Taken | tuple[()], evidence: Evidence) -> Verdict:
        if not isinstance(snapshot, _Taken) or snapshot.missing:
            return verdict(
                False, f"There is no {snapshot.missing if isinstance(snapshot, _Taken) else 'such file'}."
            )
        events = tuple(one.seq for _, one in snapshot.files)
        documents = tuple(one.cite for _, one in snapshot.files)
        files = tuple((name, evidence.blobs.get(one.blob)) for name, one in snapshot.files)
        of = self._of
        params = tuple(sorted(of.params.items()))
        outcome = run_tests(of.source, files, params, of.limits.seconds, of.limits.memory_mb)
        if outcome.refused:
            return Verdict(
                False, 0, events, documents, f"The tests were not run: {outcome.refused}.", "not_judged"
            )
        score = FULL * outcome.passed // outcome.tests if outcome.tests and of.parts else 0
        if outcome.tests and outcome.passed == outcome.tests:
            score = FULL
        return Verdict(score == FULL, score, events, documents, outcome.said)


class Outcome(NamedTuple):
    """What came of tests.

    Attributes:
        tests: How many there are.
        passed: How many of them passed; skipped ones did not.
        said: That, with the first failure.
        refused: Why they were not run; empty if they were.
    """

    tests: int
    passed: int
    said: str
    refused: str = ""


@lru_cache(maxsize=KEPT)
def run_tests(
    source: bytes,
    files: tuple[tuple[str, bytes], ...],
    params: tuple[tuple[str, str], ...],
    seconds: int = 30,
    memory_mb: int = 1024,
) -> Outcome:
    """Run tests on files, confined: no network, no other files, limited time and memory.

    Args:
        source: The tests' code.
        files: Name and content of what lies beside them.
        params: Stands in params.json.
        seconds: Wall time for all of them.
        memory_mb: Memory in MB of 2**20 bytes.
    """
    refused = possible()
    if not refused and find_spec("pytest") is None:
        refused = "pytest is not installed"
    if refused:
        return Outcome(0, 0, "", refused)
    name = f"test_{sha256(source).hexdigest()[:8]}.py"
    with tempfile.TemporaryDirectory(prefix="tenure-tests-") as made:
        work, out = Path(made, "work"), Path(made, "out")
        work.mkdir()
        out.mkdir()
        for other, data in (*files, (name, source), ("params.json", json.dumps(dict(params)).encode())):
            (work / other).write_bytes(data)
        try:
            ended = _run(work, out, name, seconds, memory_mb)
        except CannotConfine as error:
            return Outcome(0, 0, "", str(error))
        report = out / "report.xml"
        text = report.read_text("utf-8", errors="replace")[:2_000_000] if report.is_file() else ""
        return _outcome(text, ended, {str(work): ".", name: "the tests"}, seconds, memory_mb)


def _run(work: Path, out: Path, name: str, seconds: int, memory_mb: int) -> Ended:
    argv = [
        sys.executable,
        "-B",
        "-X",
        "utf8",
        "-m",
        "pytest",
        name,
        "-q",
        "--no-header",
        "--tb=line",
        "-c",
        "/dev/null",
    ]
    argv += [
        f"--rootdir={work}",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:doctest",
        f"--junitxml={out}/report.xml",
    ]
    if find_spec("_hypothesis_pytestplugin") is not None:
        argv += ["-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0"]
    env = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "TZ": "UTC", "PYTHONDONTWRITEBYTECODE": "1"}
    bounds = Limits(seconds=seconds, memory_mb=memory_mb, processes=32, output_bytes=50_000, file_mb=64)
    with confine(argv, read=[work], write=[out], cwd=work, env=env, python=True, limits=bounds) as process:
        return process.result()


def _outcome(report: str, ended: Ended, hidden: Mapping[str, str], seconds: int, memory_mb: int) -> Outcome:
    stopped = {
        "time": f"The tests took more than {seconds} seconds.",
        "memory": f"The tests used more than {memory_mb} MB.",
        "processes": "The tests started too many processes.",
    }
    if ended.why != "ended":
        return Outcome(0, 0, stopped[ended.why])
    try:
        suites = list(ElementTree.fromstring(report).iter("testcase"))
    except ElementTree.ParseError:
        return Outcome(0, 0, f"The tests ended with {ended.code} and no result.")
    failed = [one for one in suites if any(child.tag in ("failure", "error", "skipped") for child in one)]
    said = f"{len(suites) - len(failed)} of {len(suites)} tests pass."
    if failed:
        cause = next(child for child in failed[0] if child.tag in ("failure", "error", "skipped"))
        message = " ".join((cause.get("message") or "").split())
        for text, instead in hidden.items():
            message = message.replace(text, instead)
        said += f" {failed[0].get('name')}: {message[:160]}"
    return Outcome(len(suites), len(suites) - len(failed), said)
