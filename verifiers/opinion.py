"""Criteria that nobody can settle exactly: a question about documents, answered by choosing among described answers."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field, model_validator

from ..engine.office.conditions.model import Written
from ..personas.problems import Misfit
from .criterion import Criterion, Judge, Verdict, some
from .evidence import Evidence
from .plaintext import flat
from .scene import Scene
from .sources import Sources

WAITING = "It waits for a judge."
"""What a verdict says while nobody has judged."""


class Choice(Written):
    """One answer to the question, described and shown."""

    choice: str = Field(min_length=1, description="What is so of the work if this is the answer.")
    example: str = Field(min_length=1, description="What a document says of which this is the answer.")
    score: Decimal | None = Field(
        None, ge=0, le=1, description="What it scores, 0 to 1; evenly spaced from worst to best if not given."
    )


class Opinion(Criterion):
    """Met as far as the answer chosen says; not judged, and left out of the score, while there is no judge."""

    exact: ClassVar[bool] = False
    listens: ClassVar[tuple[str, ...]] = ("seat.ended",)

    kind: Literal["judge"]  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    question: str = Field(
        description="What is asked about the documents, in one sentence that ends with `?`."
    )
    reads: Sources = Field(description="The documents that the answer rests on; all of them are read.")
    choices: Annotated[tuple[Choice, ...], AfterValidator(some)] = Field(
        description="The answers, from the worst to the best; at least two."
    )

    @model_validator(mode="after")
    def _answerable(self) -> Opinion:
        if not self.question.strip().endswith("?"):
            raise Misfit("this asks nothing", "Write a question that ends with `?`.", at=("question",))
        if len(self.choices) < 2:
            raise Misfit("with one choice there is nothing to choose", "Add another.", at=("choices",))
        for part in ("choice", "example"):
            seen: dict[str, int] = {}
            for number, one in enumerate(self.choices):
                text = flat(getattr(one, part))
                if text in seen:
                    raise Misfit(
                        f"two choices have the same {part}", "Tell them apart.", at=("choices", number, part)
                    )
                seen[text] = number
        scores = self.scores
        if scores[0] != 0 or scores[-1] != 1:
            raise Misfit(
                "the first choice scores 0 and the last 1", "Leave their scores out.", at=("choices",)
            )
        for number, (low, high) in enumerate(pairwise(scores), 1):
            if high <= low:
                raise Misfit(
                    f"choice {number + 1} scores {high}, no more than the one before",
                    "Order the choices from the worst to the best.",
                    at=("choices", number),
                )
        return self

    @property
    def scores(self) -> tuple[Decimal, ...]:
        """What each choice scores."""
        steps = len(self.choices) - 1
        return tuple(
            Decimal(number) / steps if one.score is None else one.score
            for number, one in enumerate(self.choices)
        )

    def judge(self, scene: Scene) -> Judge:
        return _Waiting()


class _Waiting:
    def fold(self, event: object, evidence: Evidence) -> bool:
        return False

    def verdict(self, evidence: Evidence) -> Verdict:
        return Verdict(False, 0, explanation=WAITING, status="not_judged")
