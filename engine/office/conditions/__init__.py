"""Conditions: the closed set of things that facts, beats, rubrics and requests may wait for."""
