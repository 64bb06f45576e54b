"""Settings that every test shares."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no failure: no deadlines. A landing change is judged on the same examples every time; elsewhere
# each run tries new ones.
settings.register_profile(
    "tenure",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    print_blob=True,
)
settings.load_profile("tenure")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest by itself begins first, so that it does not run alone at the end."""
    items.sort(key=lambda item: item.path.name != "test_documented_commands.py")
