"""A group of commands of which one need not be named: `tenure coworkers RUN` beside `tenure coworkers compare …`."""

from __future__ import annotations

from typing import Any, ClassVar

from typer.core import TyperGroup


class Defaulting(TyperGroup):
    """Takes its first argument for that of its `default` command, unless it names another."""

    default: ClassVar[str] = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command's name in front where none is given."""
        if args and args[0] not in self.commands and args[0] not in ("--help", "-h"):
            args = [self.default, *args]
        return super().parse_args(ctx, args)
