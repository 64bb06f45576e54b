"""Coworkers without a model: they understand, follow the rules of telling, promise, and word things as their persona does."""

from .mind import Explanation, Near, ScriptedMind

__all__ = ["Explanation", "Near", "ScriptedMind"]
