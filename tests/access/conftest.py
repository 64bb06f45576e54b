"""The reference's week, played once in process."""

from __future__ import annotations

import asyncio

import pytest

from tests.access.doors import Week, reference_week


@pytest.fixture(scope="session")
def week() -> Week:
    return asyncio.run(reference_week())
