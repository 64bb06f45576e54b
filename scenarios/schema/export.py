"""JSON Schemas of every file an author writes, for editors that complete and check YAML."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from ...engine.apps.crmconfig import CrmConfig
from ...engine.apps.library import LibraryFront
from ...engine.apps.ticketsconfig import TicketsConfig
from ...personas import Persona
from ...verifiers.rubric import Rubric
from .cast import CastMember
from .facts import Knowledge
from .history import AccessList, ChatHistory
from .scenario import Scenario
from .storyline import Storyline
from .task import TaskHeader

FILES: dict[str, tuple[type[BaseModel], str]] = {
    "scenario": (Scenario, ""),
    "cast": (CastMember, ""),
    "facts": (Knowledge, ""),
    "storyline": (Storyline, ""),
    "task": (TaskHeader, ""),
    "rubric": (Rubric, ""),
    "chat": (ChatHistory, "messages"),
    "access": (AccessList, "folders"),
    "tickets": (TicketsConfig, ""),
    "crm": (CrmConfig, ""),
    "library": (LibraryFront, ""),
    "persona": (Persona, ""),
}
"""Schema name to its model, and the field that stands for the whole file if it is a list or a free mapping."""


def json_schemas() -> dict[str, dict[str, Any]]:
    """JSON Schema (draft 2020-12) by the name of the file it is for.

    A value that the schema wants as a number or date may also be text that holds params.
    """
    return {name: _schema(model, root) for name, (model, root) in FILES.items()}


def _schema(model: type[BaseModel], root: str) -> dict[str, Any]:
    schema = model.model_json_schema(by_alias=True)
    definitions: dict[str, Any] = schema.pop("$defs", {})
    if root:
        schema = {**schema["properties"][root], "title": schema["title"]}
    whole = _templated({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    if definitions:
        whole["$defs"] = {name: _templated(part) for name, part in definitions.items()}
    return whole


TEMPLATE: dict[str, Any] = {"type": "string", "pattern": r"\{[{%]"}


def _templated(node: Any) -> Any:
    """The schema with every number, truth value, pattern or choice also allowed as text that holds params."""
    if isinstance(node, list):
        return [_templated(item) for item in node]  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(node, dict):
        return node
    part: dict[str, Any] = {key: _templated(value) for key, value in node.items()}  # pyright: ignore
    narrow = part.get("type") in ("integer", "number", "boolean") or (
        part.get("type") == "string" and ("pattern" in part or "enum" in part or "format" in part)
    )
    if narrow and "const" not in part:
        kept = {key: part.pop(key) for key in ("title", "description", "default") if key in part}
        return {"anyOf": [part, TEMPLATE], **kept}
    return part
