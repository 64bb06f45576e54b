"""The command at a terminal, with somebody who types."""

from __future__ import annotations

import os
import pty
import select
import sys
from pathlib import Path


def typed(arguments: list[str], lines: list[str], folder: Path, prompt: bytes = b"> ") -> str:
    """What the command shows at a terminal to somebody who types these lines, each after a prompt."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        code = "from tenure.engine.cli import main; main()"
        os.execv(sys.executable, [sys.executable, "-c", code, *arguments])
    shown, left = b"", list(lines)
    asked = 0
    while True:
        ready, _, _ = select.select([terminal], [], [], 60)
        if not ready:
            os.kill(child, 9)
            break
        try:
            more = os.read(terminal, 65_536)
        except OSError:
            break
        if not more:
            break
        shown += more
        while left and shown.count(prompt) > asked:
            asked += 1
            line = left.pop(0)
            os.write(terminal, line.encode() if line in ("\x04", "\x03") else f"{line}\n".encode())
    os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode(errors="replace")
