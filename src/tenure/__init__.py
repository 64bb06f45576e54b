"""Tenure: an organisation at work over weeks of simulated time, in which an AI agent holds a job.

The code stands in the four folders at the repository's top; installed, they are the packages `tenure.engine`,
`tenure.personas`, `tenure.scenarios` and `tenure.verifiers`. This file is only the root that they hang from.
"""

from .engine.version import VERSION

__version__ = VERSION

__all__ = ["__version__"]
