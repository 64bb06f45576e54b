"""Whatever a model does wrong, on the packs that come with Tenure: the run goes on, and `show` names it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.office.events import MessageSent
from tenure.scenarios.play import open_run
from tests.cli.conftest import Here
from tests.minds.coworker_server import FAILURES, INJECTION, CoworkerServer
from tests.minds.rules import cooperative

NAMED = {
    "429": "unavailable",
    "500": "unavailable",
    "timeout": "timeout",
    "hang": "timeout",
    "fenced": "malformed",
    "half": "malformed",
    "wrong_tool": "malformed",
    "empty": "malformed",
    "refusal": "refusal",
    "over_long": "too long",
    "injection": "malformed",
}
"""What each way of failing is shown as. An injection is no answer in the shape that was asked for."""


def fails_all_along(here: Here, pack: str, until: str, how: Any) -> None:
    """Play a pack whose model fails at every request, and look at what is shown of it."""
    with CoworkerServer(cooperative, lambda _number, _body: how, slow_s=1) as server:
        given = [
            f"api_base={server.address}",
            "retries=0",
            f"timeout={0.4 if how in ('timeout', 'hang') else 60}",
        ]
        options = [part for one in given for part in ("--coworker-option", one)]
        begin = ("run", pack, "--agent", "reference", "--seed", "42", "--until", until, "--out", "kept")
        result = json.loads(here(*begin, "--json", "--coworkers", "openai/rules", *options))
        assert server.count(how) == len(server.requests) > 0
    assert result["end"]["how"] == "paused"  # it got to the day's end
    shown = json.loads(here("show", "kept", "--coworkers", "--json"))
    kind = NAMED[how]
    assert {**shown["failures"], **shown["mended"]}[kind] > 0
    assert set(shown["failures"]) <= {kind}
    told = here("show", "kept", "--coworkers")
    assert re.search(rf"{kind} +\d", re.sub(r"\s+", " ", told)), told
    with open_run(Path("kept")) as run:
        sent = [event.payload for event in run.events((MessageSent.kind,))]
        texts = [run.blobs.text(one.body) for one in sent if isinstance(one, MessageSent)]
    assert texts
    assert not [text for text in texts if INJECTION[:40] in text]
    assert here("replay", "kept").startswith("The same ")  # with the server gone


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("how", FAILURES)
def test_a_day_of_first_week(here: Here, how: str) -> None:
    fails_all_along(here, "first_week", "Mon 18:00", how)


@pytest.mark.accept
@pytest.mark.parametrize("how", FAILURES)
def test_two_days_of_first_week(here: Here, how: str) -> None:
    fails_all_along(here, "first_week", "Tue 18:00", how)


@pytest.mark.accept
@pytest.mark.parametrize("how", FAILURES)
def test_two_days_of_harbor_spill(here: Here, how: str) -> None:
    fails_all_along(here, "harbor_spill", "Tue 18:00", how)
