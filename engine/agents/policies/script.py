"""Policies made of a function: a pack's reference solutions, and anybody's own."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from ..session import Session


class Script:
    """Plays an async function over the session.

    Args:
        name: The policy's name.
        solve: ``async def solve(session)`` or ``async def solve(session, params)``.
        params: The run's params, for functions that take them.
    """

    def __init__(
        self, name: str, solve: Callable[..., Awaitable[None]], params: Mapping[str, Any] | None = None
    ) -> None:
        self.name = name
        self._solve = solve
        self._params = dict(params or {})

    async def play(self, session: Session) -> None:
        """Run the function to its end."""
        if len(inspect.signature(self._solve).parameters) > 1:
            await self._solve(session, self._params)
        else:
            await self._solve(session)


def module_from(source: bytes, name: str, file: str, beside: Mapping[str, bytes] | None = None) -> ModuleType:
    """A module from its source as kept in a run; not entered under a name that anything else could import.

    Args:
        source: The module's text.
        name: Its name while it is made.
        file: Shown in tracebacks.
        beside: Module name to source of what lies in the same folder, for imports such as ``from . import _shared``.

    Raises:
        SyntaxError: The source is not Python.
    """
    module = ModuleType(name)
    module.__file__ = file
    module.__package__ = name
    module.__path__ = []
    code = compile(source, file, "exec")
    finder = _Beside(name, beside or {}, file.rpartition("/")[0])
    kept = {key: one for key, one in sys.modules.items() if key == name or key.startswith(f"{name}.")}
    for key in kept:
        del sys.modules[key]
    sys.modules[name] = module  # dataclasses look their module up while the code runs
    sys.meta_path.insert(0, finder)
    try:
        exec(code, module.__dict__)  # a pack's own code, which the user chose to run
    finally:
        sys.meta_path.remove(finder)
        for key in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
            del sys.modules[key]
        sys.modules.update(kept)
    return module


class _Beside(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the files that lie beside a module, from their sources."""

    def __init__(self, package: str, sources: Mapping[str, bytes], folder: str) -> None:
        self._package = package
        self._sources = sources
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != self._package or name not in self._sources:
            return None
        return importlib.util.spec_from_loader(fullname, self, origin=f"{self._folder}/{name}.py")

    def get_source(self, fullname: str) -> str:
        return self._sources[fullname.rpartition(".")[2]].decode()
