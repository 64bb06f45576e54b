"""The same work on files gives the same run, byte for byte: later, in another process, under another hash seed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
import base64, sys, time
sys.path.insert(0, "")
shift = float(sys.argv[1])
real = time.time
time.time = lambda: real() + shift
import datetime as module
class Moved(module.datetime):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + module.timedelta(seconds=shift)
    @classmethod
    def utcnow(cls):
        return cls.now(module.UTC).replace(tzinfo=None)
module.datetime = Moved
from tests.apps.conftest import Office
office = Office()
use = office.use
use("noor", "docs.create", path="/a.docx", text="# Memo\\n\\nThe owner pays.\\n\\n| a | b |\\n|--|--|\\n| 1 | 2 |\\n")
use("ines", "docs.comment", path="/a.docx", version=1, passage="owner", text="Which?")
use("dewi", "docs.replace", path="/a.docx", version=2, passage="pays", text="shall pay", suggest=True)
use("ines", "docs.reply", path="/a.docx", version=3, comment="c1", text="The registered one.")
use("noor", "sheets.create", path="/b.xlsx", rows=[["Rate", 41.5], ["Twice", "=B1*2"], ["Draw", "=RAND()"]])
use("noor", "sheets.comment", path="/b.xlsx", version=1, cell="B1", text="since March")
use("dewi", "sheets.format", path="/b.xlsx", version=2, range="B1:B2", number_format="0.00", bold=True)
use("dewi", "sheets.chart", path="/b.xlsx", version=3, kind="bar", data="B1:B2", labels="A1:A2", at="D2")
use("noor", "drive.comment", path="/b.xlsx", text="Look, @ines")
use("ines", "drive.search", query="owner rate")
use("noor", "slides.create", path="/c.pptx", text="# Board\\n\\n## Exposure\\n\\n- one\\n")
for path in ("/a.docx", "/b.xlsx", "/c.pptx"):
    print(path, use("noor", "drive.read", path=path).text)
    for one in office.world.apps["drive"]._files.at(path).versions:
        print(one.blob, one.size)
print(office.run.digest)
"""


def done(seed: str, shift: int) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(shift)],
        env={"PYTHONHASHSEED": seed, "PATH": "", "TZ": "Asia/Tokyo" if shift else "UTC"},
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode()


def test_the_same_work_gives_the_same_bytes() -> None:
    first = done("1", 0)
    assert "{++shall pay++}" in first
    assert "2 | Twice | 83.00" in first
    assert first == done("99", 86_400 * 400 + 7)
