"""What an edit writes doesn't depend on which libraries the process has loaded before."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tenure.engine.files.bookedit import blank
from tenure.engine.files.prefixes import PREFIXES

EDITS = {
    "xlsx": """
from tenure.engine.files.bookedit import Workbook
from tenure.engine.files.booknotes import write_note
book = Workbook(data)
write_note(book.package, book.sheets[0], (1, 2), "Ewan", "As gauged")
made = book.save(book.compute(at=at), at=at)
""",
    "docx": """
from tenure.engine.files.word import from_markdown
made = from_markdown("# Note\\n\\nOne[^1] and **two**.\\n\\n[^1]: A note.\\n", at=at)
""",
    "pptx": """
from tenure.engine.files.deck import from_outline
made = from_outline("# One\\n\\n- two\\n\\n# Three\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n", at=at)
""",
}
SCRIPT = """
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
at = datetime(2026, 3, 2, tzinfo=UTC)
data = Path(sys.argv[1]).read_bytes()
for library in sys.argv[2:]:
    __import__(library)
{edit}
print("openpyxl" in sys.modules, sha256(made).hexdigest())
"""


@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_is_the_same_whatever_was_loaded_before(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "book.xlsx"
    file.write_bytes(blank("Data"))
    said = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT.format(edit=EDITS[kind]), str(file), *libraries],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for libraries in ((), ("openpyxl",), ("docx", "pptx", "openpyxl"))
    ]
    assert [one[0] for one in said] == ["False", "True", "True"]
    assert len({one[1] for one in said}) == 1


def test_all_prefixes_that_a_library_registers_are_known() -> None:
    script = """
import json, lxml.etree
kept, seen = lxml.etree.register_namespace, []
lxml.etree.register_namespace = lambda prefix, uri: (seen.append((prefix, uri)), kept(prefix, uri))
import openpyxl, docx, pptx
print(json.dumps(seen))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    seen = {prefix: uri for prefix, uri in json.loads(done.stdout) if prefix != "xml"}
    assert seen == PREFIXES
