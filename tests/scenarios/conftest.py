from pathlib import Path

import pytest

from tenure.scenarios.source import PackSource

EXAMPLE = Path(__file__).parents[2] / "scenarios" / "example"


@pytest.fixture(scope="session")
def example() -> PackSource:
    return PackSource.read(EXAMPLE)
