"""A workbook of a fleet on the drive, for the tests of sheets."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

from tenure.engine.files.book import from_yaml

from .conftest import Office

AT = datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
BOOK = "/Claims/model.xlsx"
ROWS = [
    ["Vessel", "Tonnage", "Rate", "Limit", "Date"],
    ["Alder", 84000, "12.5%", "=B2*C2", "2026-01-15"],
    ["Birch", "1,250", 0.5, "=B3*C3", "3 Feb 2026"],
    ["Cedar", 0, 0.1, "=C4/B4", None],
]


def made(office: Office, rows: Any = ROWS, path: str = BOOK) -> int:
    return office.use("noor", "sheets.create", path=path, sheet="Fleet", rows=rows).version


def put(office: Office, text: str, path: str = BOOK, who: str = "noor") -> None:
    """Lay a workbook made by an author on the drive."""
    lay(office, from_yaml(text, at=AT), path, who)


def lay(office: Office, content: bytes, path: str = BOOK, who: str = "noor") -> None:
    office.acting(who, lambda acting: store(office).save(acting, path, content, version=None))


def store(office: Office) -> Any:
    drive: Any = office.world.apps["drive"]
    return drive._premises.files


def data(office: Office, path: str = BOOK, who: str = "noor") -> bytes:
    return store(office).open(who, path).data


def loaded(office: Office, path: str = BOOK) -> Any:
    openpyxl: Any = __import__("openpyxl")
    return openpyxl.load_workbook(io.BytesIO(data(office, path)))


def rows(office: Office, **arguments: Any) -> list[str]:
    return office.use("noor", "sheets.read", path=BOOK, **arguments).text.splitlines()
