from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tenure.engine.apps import registry
from tenure.engine.apps.registry import BUILT_IN, UnknownAppError, available, find_app

OWN = '''
from __future__ import annotations

from tenure.engine.apps.base import Acting, App, NoArguments, Result, tool


class Bell(Result):
    rung: int


class Doorbell(App):
    name = "doorbell"

    def __init__(self, premises):
        self._premises = premises

    @tool("read", effort=lambda args, result: 1000)
    async def ring(self, acting: Acting, args: NoArguments) -> Bell:
        """Ring."""
        return Bell(rung=len(self._premises.setup.people))
'''


def test_an_app_of_ones_own_in_a_pack_or_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_pack = {"pack/apps/bells.py": OWN.encode(), "pack/world/drive/apps/no.py": b"raise SystemExit"}
    assert find_app("doorbell", in_pack).__name__ == "Doorbell"  # type: ignore[attr-defined]
    with pytest.raises(UnknownAppError, match="doorbell"):
        find_app("doorbell")
    (tmp_path / "apps").mkdir()
    (tmp_path / "apps" / "bells.py").write_text(OWN)
    monkeypatch.setenv("TENURE_PATH", str(tmp_path))
    maker = find_app("doorbell")
    assert "doorbell" in available()
    app = maker(None)  # type: ignore[arg-type]
    assert list(app.tools()) == ["doorbell.ring"]
    assert app.tools()["doorbell.ring"].document == "Ring."


def test_an_app_with_events_of_its_own_may_be_edited_and_loaded_again() -> None:
    source = (
        OWN
        + """
from typing import ClassVar
from tenure.engine.kernel.events import Payload

class Rung(Payload):
    kind: ClassVar[str] = "doorbell.rung"
    person: str
"""
    )
    for text in (source, source + "    loud: bool = False\n"):
        assert find_app("doorbell", {"pack/apps/bells.py": text.encode()})


def test_a_file_that_cannot_be_imported_is_named() -> None:
    with pytest.raises(UnknownAppError, match=r"apps/bad\.py can't be imported: NameError"):
        find_app("x", {"apps/bad.py": b"undefined"})


def test_an_app_of_an_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "mine"
        value = "mine.apps:Mine"

        def load(self) -> Any:
            return BUILT_IN["notes"]

    monkeypatch.setattr(registry, "entry_points", lambda group: [Point()] if group == "tenure.apps" else [])
    assert find_app("mine") is BUILT_IN["notes"]


def test_an_unknown_app_names_the_nearest() -> None:
    with pytest.raises(UnknownAppError, match="Did you mean calendar"):
        find_app("calender")


def test_what_is_no_app_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        name = "mine"
        value = "mine.apps:nothing"

        def load(self) -> Any:
            return object

    monkeypatch.setattr(registry, "entry_points", lambda group: [Point()])
    with pytest.raises(UnknownAppError, match="no subclass"):
        find_app("mine")
