"""Measured speed and memory against the design's budgets: `python -m benchmarks --list` names them.

A benchmark is a function in any module of this folder, registered with `harness.benchmark`; modules are found
by themselves.
"""
