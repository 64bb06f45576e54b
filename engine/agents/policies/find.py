"""From a policy's name on the command line to the policy."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, cast

from ...extensions import module_from, own_files
from ..session import Policy
from .script import Script

BUILT_IN = ("reference", "null", "refuse", "chatty", "human", "model:<litellm name>")


_CLIENT = ("api_base", "api_key", "timeout", "retries", "in_flight", "price")
"""Options that say how a model is reached; what else is given says how it is asked."""


class UnknownPolicyError(LookupError):
    """No policy goes by that name; the message says which do."""


def find_policy(
    name: str, *, options: Mapping[str, Any] | None = None, files: Mapping[str, bytes] | None = None
) -> Policy:
    """A policy by name.

    Args:
        name: ``null``, ``refuse``, ``chatty``, ``human``, ``model:<litellm name>``, ``model:local``,
            ``path/to/file.py[:attribute]``, ``package.module:attribute``, the name of a file in ``policies/`` of the
            pack or of a folder on ``TENURE_PATH``, or that of an installed entry point in the group
            ``tenure.policies``.
            ``reference`` is the pack's, see `scenarios`.
        options: Keyword arguments for a model policy's client and sampling.
        files: The pack by content.

    Raises:
        UnknownPolicyError: There is none.
    """
    kind, _, rest = name.partition(":")
    if kind == "model" and rest:
        from ...minds.client import client_named
        from .model import Model

        given = dict(options or {})
        client = {key: given.pop(key) for key in _CLIENT if key in given}
        return Model(rest, client_named(rest, **client), **given)
    if name in ("null", "refuse", "chatty"):
        from . import simple

        return {"null": simple.Null, "refuse": simple.Refuse, "chatty": simple.Chatty}[name]()
    if name == "external":
        raise UnknownPolicyError(
            "a seat was held from outside: go on with `tenure serve RUN`, or name who takes over with --agent"
        )
    if name == "human":
        from .human import Human

        return Human()
    if kind.endswith(".py"):
        path = Path(kind)
        if not path.is_file():
            raise UnknownPolicyError(f"{kind}: no such file")
        module = module_from(path.read_bytes(), f"tenure_policy_{path.stem}", str(path))
        return _made(module, rest, name)
    own = own_files("policies", files)
    if kind in own:
        module = module_from(own[kind].source, f"tenure_policy_{kind}", own[kind].file)
        return _made(module, rest, name)
    for entry in entry_points(group="tenure.policies"):
        if entry.name == name:
            return _instance(entry.load(), name)
    if rest and "." not in rest and "/" not in kind:
        try:
            if "" not in sys.path:
                sys.path.insert(0, "")
            return _made(importlib.import_module(kind), rest, name)
        except ModuleNotFoundError as error:
            if error.name != kind.split(".")[0]:
                raise
    known = [*BUILT_IN, *own, *(entry.name for entry in entry_points(group="tenure.policies"))]
    close = get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]}? Or" if close else f"known are {', '.join(known)}; or"
    raise UnknownPolicyError(f"no policy {name!r}: {hint} give file.py[:name] or module:name")


def _made(module: Any, attribute: str, name: str) -> Policy:
    if attribute:
        if not hasattr(module, attribute):
            raise UnknownPolicyError(f"{name}: the module has no {attribute!r}")
        return _instance(getattr(module, attribute), name)
    for candidate in ("policy", "Policy", "Agent", "solve", "play"):
        if hasattr(module, candidate):
            return _instance(getattr(module, candidate), name)
    values = list(cast("dict[str, Any]", vars(module)).values())
    own = [one for one in values if isinstance(one, type) and one.__module__ == module.__name__]
    players = [one for one in own if hasattr(one, "play")]
    if len(players) == 1:
        return _instance(players[0], name)
    raise UnknownPolicyError(
        f"{name}: define `class Policy` with `async def play(self, session)`, or `async def solve(session)`"
    )


def _instance(found: Any, name: str) -> Policy:
    made = found() if isinstance(found, type) else found
    if hasattr(made, "play"):
        if getattr(made, "name", None) != name:
            made.name = name  # under which a resumed run finds it again
        return made
    if callable(made):
        return Script(name, cast("Any", made))
    raise UnknownPolicyError(f"{name}: {found!r} is no policy: it has no `async def play(self, session)`")
