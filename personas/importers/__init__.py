"""Bringing people over from other systems, with a report of what could not be brought over."""

from .reading import FORMATS, Format, Imported, bring

__all__ = ["FORMATS", "Format", "Imported", "bring"]
