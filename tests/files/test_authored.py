"""What authors write as text becomes real files: the same everywhere, made once, and told apart when it can't be."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tenure.engine.files import authored
from tenure.engine.files.authored import AuthoredError, Shelf, made_name, make
from tenure.engine.files.plain import plain

AT = datetime(2031, 3, 3, 8, 0, tzinfo=UTC)

TEXTS = {
    "/A/charter.docx.md": "---\nstyle: contract\n---\n# Charter\n\n1. The vessel carries **12,500** tonnes.[^a]\n\n"
    "| Port | Rate |\n|:--|--:|\n| Arden | 41.50 |\n\n[^a]: As surveyed.\n",
    "/A/board.pptx.md": "# Board\n\n## Exposure\n\n- Owner: **60%**\n  - of 12,500\n\nNotes: say it slowly\n",
    "/A/log.pdf.md": "---\nstyle: scan\nstamp: RECEIVED; 4 MAR 2031\n---\n# Deck log\n\n| Time | Entry |\n|--|--|\n"
    "| 03:40 | Bilge alarm |\n| 04:05 | Pilot aboard |\n",
    "/A/model.xlsx.yaml": "sheets:\n  - name: Model\n    rows:\n      - [Item, Value]\n      - [Tonnage, 12500]\n"
    '      - [Twice, "=B2*2"]\n',
}

SCRIPT = """
import hashlib, json, sys
from datetime import datetime, UTC
from tenure.engine.files.authored import make
for name, text in sorted(json.load(sys.stdin).items()):
    real, data = make(name, text, at=datetime(2031, 3, 3, 8, 0, tzinfo=UTC))
    print(real, hashlib.sha256(data).hexdigest())
"""


def made_elsewhere(seed: str, shift: int) -> str:
    import json

    script = f"import time; _t = time.time; time.time = lambda: _t() + {shift}\n" + SCRIPT
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(TEXTS).encode(),
        env={"PYTHONHASHSEED": seed, "PATH": "", "TZ": "Asia/Tokyo" if shift else "UTC"},
        capture_output=True,
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def test_authored_files_are_the_same_bytes_in_two_processes() -> None:
    first = made_elsewhere("1", 0)
    assert first == made_elsewhere("77", 500_000)
    here = "".join(
        f"{real} {hashlib.sha256(data).hexdigest()}\n"
        for real, data in (make(name, text, at=AT) for name, text in sorted(TEXTS.items()))
    )
    assert first == here
    assert first.count("\n") == 4


def test_what_an_author_wrote_is_what_a_reader_sees() -> None:
    seen = {
        real: plain(real, data) for real, data in (make(name, text, at=AT) for name, text in TEXTS.items())
    }
    assert list(seen) == ["/A/charter.docx", "/A/board.pptx", "/A/log.pdf", "/A/model.xlsx"]
    charter = seen["/A/charter.docx"]
    assert charter is not None
    assert "1. The vessel carries 12,500 tonnes.[^" in charter
    assert "| Arden | 41.50 |" in charter
    assert ": As surveyed." in charter
    board = seen["/A/board.pptx"]
    assert board is not None
    assert "## Slide 2: Exposure" in board
    assert "  - of 12,500" in board
    assert "Notes: say it slowly" in board
    log = seen["/A/log.pdf"]
    assert log is not None
    assert "03:40   Bilge alarm" in log
    assert "RECEIVED" in log
    model = seen["/A/model.xlsx"]
    assert model is not None
    assert "2 | Tonnage | 12500" in model
    assert "3 | Twice | 25000" in model


def test_a_shelf_makes_files_only_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    real = authored.make

    def noted(name: str, text: str, *, at: datetime) -> tuple[str, bytes]:
        made.append(name)
        return real(name, text, at=at)

    monkeypatch.setattr(authored, "make", noted)
    shelf = Shelf({"world/drive/b.bin": b"\x00"}, {f"world/drive{n}": t for n, t in TEXTS.items()}, AT)
    drive = shelf.under("world/drive").without(lambda path: path.endswith(".pptx"))
    assert list(drive) == ["/A/charter.docx", "/A/log.pdf", "/A/model.xlsx", "/b.bin"]
    assert "/A/charter.docx" in drive
    assert "/A/board.pptx" not in drive
    assert len(drive) == 4
    assert made == []
    assert drive["/A/log.pdf"].startswith(b"%PDF")
    assert drive["/b.bin"] == b"\x00"
    assert made == ["world/drive/A/log.pdf.md"]
    with pytest.raises(KeyError):
        drive["/A/log.pdf.md"]


def test_a_text_that_cannot_be_made_says_where() -> None:
    with pytest.raises(AuthoredError, match="line 2") as fault:
        make("x.pdf.md", "---\nstyle: papyrus\n---\ntext", at=AT)
    assert fault.value.line == 2
    with pytest.raises(AuthoredError):
        make("x.xlsx.yaml", "sheets: [1", at=AT)


def test_other_names_are_no_authored_files() -> None:
    assert made_name("/A/x.docx") is None
    assert made_name("/A/x.md") is None
    assert made_name("/A/.docx.md") is None
    assert made_name("/A/X.DOCX.md") == "/A/X.docx"
    with pytest.raises(KeyError):
        make("x.md", "", at=AT)


@pytest.mark.parametrize(
    ("name", "text", "when"),
    [
        ("a.docx.md", "---\ntitle: x\ndate: 2031-02-11\n---\n", "2031-02-11"),
        ("a.docx.md", "---\ndate: 2031-02-11 14:20\nstyle: memo\n---\n", "2031-02-11 14:20"),
        ("a.docx.md", '---\ndate: "4 January 2031"\n---\n', "2031-01-04"),
        ("2030-12-24 Recap.pdf.md", "# Recap\n", "2030-12-24"),
        ("2030-12-24 Recap.pdf.md", "---\ndate: 2030-12-23\n---\n", "2030-12-23"),
        ("a.docx.md", "# x\n\ndate: 2031-02-11\n", ""),
        ("a.docx.md", "---\ndate: 2031-02-31\n---\n", ""),
        ("a.docx.md", "---\ndate: 2032-02-11\n---\n", ""),
    ],
)
def test_a_file_is_as_old_as_it_says(name: str, text: str, when: str) -> None:
    shelf = Shelf({}, {f"/A/{name}": text}, AT)
    (path,) = shelf
    dated = shelf.dated(path)
    assert ("" if dated is None else f"{dated:%Y-%m-%d %H:%M}").startswith(when)
    assert (dated is None) == (when == "")
    if dated is not None:
        assert 9 <= dated.hour < 17
        assert shelf.dated(path) == dated


def test_a_mail_on_the_drive_is_as_old_as_its_header() -> None:
    ready = {
        "/m.eml": b"From: a@b.example\nDate: Mon, 18 Feb 2031 22:20:00 -0300\n\nx",
        "/n.eml": b"Date: soon\n\nx",
        "/o.eml": b"x",
        "/2031-01-05 p.csv": b"x",
        "/q.csv": b"x",
    }
    shelf = Shelf(ready, {}, AT)
    assert {path: f"{when:%Y-%m-%d}" for path in shelf if (when := shelf.dated(path)) is not None} == {
        "/2031-01-05 p.csv": "2031-01-05",
        "/m.eml": "2031-02-18",
    }
