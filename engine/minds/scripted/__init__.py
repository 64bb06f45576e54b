"""Coworkers without a model: they understand, keep to the rules of telling, promise, and word it as they do."""

from .mind import Explanation, Near, ScriptedMind

__all__ = ["Explanation", "Near", "ScriptedMind"]
