"""An office whose apps hold what a pack says, for the tests of tickets and CRM."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel

from tenure.personas.source import parse
from tenure.scenarios.timewords import PackClock

from .conftest import Office, calendars

CLOCK = PackClock(datetime(2026, 3, 2, 8, 30), "Europe/Amsterdam", calendars(), "rotterdam")


def furnished(**configs: tuple[type[BaseModel], str]) -> Office:
    """An office with configs: app to its model and YAML."""
    read: dict[str, Any] = {app: parse(model, text, f"{app}.yaml") for app, (model, text) in configs.items()}
    return Office(configs=read, times=CLOCK)
