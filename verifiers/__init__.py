"""How a run is scored, from ground truth and with evidence."""

from .criterion import Criterion, Judge, Verdict
from .evidence import Evidence, RunView
from .kinds import criteria_of, kinds
from .pins import MixedPins, Pins, refuse_mixed
from .rubric import Rubric
from .scene import Scene, scene_of
from .scorecard import Scorecard
from .scoring import Scoring, curve, score
from .social import Social

__all__ = [
    "Criterion",
    "Evidence",
    "Judge",
    "MixedPins",
    "Pins",
    "Rubric",
    "RunView",
    "Scene",
    "Scorecard",
    "Scoring",
    "Social",
    "Verdict",
    "criteria_of",
    "curve",
    "kinds",
    "refuse_mixed",
    "scene_of",
    "score",
]
