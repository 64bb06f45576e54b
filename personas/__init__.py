"""Who people are: the persona schema, its fragments, the library, and the one reader of authors' YAML."""

from .library import (
    UnknownPersonaError,
    available,
    fragments,
    load_persona,
    persona_from_files,
    resolve_source,
)
from .problems import AuthoringError, AuthoringErrors
from .schema import Persona, json_schema
from .source import LineMap, load_document, parse

__all__ = [
    "AuthoringError",
    "AuthoringErrors",
    "LineMap",
    "Persona",
    "UnknownPersonaError",
    "available",
    "fragments",
    "json_schema",
    "load_document",
    "load_persona",
    "parse",
    "persona_from_files",
    "resolve_source",
]
