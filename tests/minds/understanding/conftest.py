"""The committed wordings, for the tests beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tenure.engine.minds.understanding import FactCard, FactIndex

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def offices() -> dict[str, Any]:
    with (HERE / "wordings.yaml").open(encoding="utf-8") as stream:
        return YAML(typ="safe").load(stream)


@pytest.fixture(scope="session")
def indexes(offices: dict[str, Any]) -> dict[str, FactIndex]:
    return {
        name: FactIndex(
            [
                FactCard(fact["id"], fact["statement"], tuple(fact["asks"]), fact["topic"])
                for fact in office["facts"]
            ]
        )
        for name, office in offices.items()
    }


@pytest.fixture(scope="session")
def freight(indexes: dict[str, FactIndex]) -> FactIndex:
    return indexes["freight"]
