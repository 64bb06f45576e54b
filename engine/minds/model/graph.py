"""The course of one decision as a langgraph graph: deliberate, guard, revise at most once, word.

Compiled once a process. What a decision needs (percept, prompt, model) is handed in as context and never stored; the
state holds only what the nodes have found out, as JSON values, so a saver keeps little and can go on in the middle.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple, TypedDict

from langgraph.graph import END, START, StateGraph  # pyright: ignore[reportMissingTypeStubs]  it has none
from langgraph.runtime import Runtime

from ...office.percept import Decision, Percept
from ..client import Outcome, Request
from ..guard import Guard
from ..saver import ScratchSaver
from ..structured import structured
from .finish import Finisher
from .shape import Reaction

_QUOTED: Final = 2_000
"""Characters of an answer that are shown to the model when it is to mend it."""


class Held(NamedTuple):
    """A fact that an answer would give away."""

    fact: str
    topic: str
    how: str


@dataclass(frozen=True, slots=True)
class Course:
    """What one decision is made of and with."""

    percept: Percept
    request: Request
    ask: Callable[[Request], Awaitable[Outcome]]
    finisher: Finisher
    guard: Guard | None
    keys: Callable[[], tuple[str, ...]]
    """Hashes of the requests made so far."""


class Steps(TypedDict, total=False):
    """How far a decision has come."""

    reaction: dict[str, Any]
    decision: dict[str, Any]
    problems: list[str]
    held: list[list[str]]
    trouble: list[str]
    revised: bool
    failed: str
    detail: str
    asked: list[str]
    """Hashes of the requests that were made."""


async def deliberate(state: Steps, runtime: Runtime[Course]) -> Steps:
    """Ask the model."""
    del state
    course = runtime.context
    answer = await structured(course.ask, course.request, Reaction)
    trouble = [f"malformed: {one}" for one in answer.repaired]
    asked = list(course.keys())
    if answer.value is None:
        return {"failed": answer.status, "detail": answer.error, "trouble": trouble, "asked": asked}
    return {"reaction": answer.value.model_dump(mode="json"), "trouble": trouble, "asked": asked}


async def compare(state: Steps, runtime: Runtime[Course]) -> Steps:
    """Make a decision of the answer, and look over it."""
    course = runtime.context
    finished = course.finisher.finish(course.percept, Reaction.model_validate(state.get("reaction")))
    found = course.guard.check(finished.decision, course.percept) if course.guard is not None else ()
    return {
        "decision": finished.decision.model_dump(mode="json"),
        "problems": list(finished.problems),
        "held": [[one.fact, one.topic, one.how] for one in found],
    }


async def revise(state: Steps, runtime: Runtime[Course]) -> Steps:
    """Ask the model once more, told what is wrong; of what must not be told, only what it is about."""
    course = runtime.context
    held = [Held(*one) for one in state.get("held", [])]
    wrong = [*state.get("problems", [])]
    wrong += [
        f"your text gives something away of [{one.fact}] {one.topic}, which they may not be told: not outright, not "
        "rounded, not in other words or another language, not by a yes or no. Say that you can't go into it, or nothing"
        for one in {one.fact: one for one in held}.values()
    ]
    reaction = Reaction.model_validate(state.get("reaction"))
    said = reaction.model_dump_json(exclude_defaults=True)
    request = course.request.model_copy(
        update={
            "messages": (
                *course.request.messages,
                {"role": "assistant", "content": said[:_QUOTED]},
                {
                    "role": "user",
                    "content": f"That can't go out: {'; '.join(wrong)}. Answer anew, one JSON object.",
                },
            )
        }
    )
    answer = await structured(course.ask, request, Reaction, tries=1)
    trouble = [*state.get("trouble", []), *(_note(one, "reworded") for one in held)]
    trouble += [f"mended: {one}" for one in state.get("problems", [])]
    trouble += [f"malformed: {one}" for one in answer.repaired]
    changed: Steps = {"revised": True, "trouble": trouble, "asked": list(course.keys())}
    if answer.value is None:
        trouble.append(f"{answer.status}: no second answer")
        return changed
    return {**changed, "reaction": answer.value.model_dump(mode="json")}


async def word(state: Steps, runtime: Runtime[Course]) -> Steps:
    """The decision as it stands, or the scripted mind's where the model's words can't be used."""
    course = runtime.context
    decision = Decision.model_validate(state.get("decision"))
    trouble = [*state.get("trouble", []), *decision.trouble]
    held = [Held(*one) for one in state.get("held", [])]
    problems = state.get("problems", [])
    if held or problems:
        trouble += [_note(one, "scripted words instead") for one in held]
        trouble += [f"scripted words instead: {one}" for one in problems]
        own = course.finisher.scripted.decision(course.percept)
        decision = own.model_copy(update={"why": f"scripted words: {own.why}", "notes": decision.notes})
    else:
        decision = decision.model_copy(update={"guarded": course.guard is not None})
    decision = decision.model_copy(update={"trouble": tuple(dict.fromkeys(trouble))})
    return {"decision": decision.model_dump(mode="json")}


def _note(one: Held, what: str) -> str:
    return f"guard: held back {one.fact} ({one.how}), {what}"


async def _after_deliberating(state: Steps) -> str:
    return END if state.get("failed") else "guard"


async def _after_guarding(state: Steps) -> str:
    wrong = state.get("held") or state.get("problems")
    return "revise" if wrong and not state.get("revised") else "word"


@cache
def graph_of(*, saved: bool) -> Any:
    """The compiled graph, with a saver or without."""
    made: Any = StateGraph(Steps, context_schema=Course)
    made.add_node("deliberate", deliberate)
    made.add_node("guard", compare)
    made.add_node("revise", revise)
    made.add_node("word", word)
    made.add_edge(START, "deliberate")
    made.add_conditional_edges("deliberate", _after_deliberating, ["guard", END])
    made.add_conditional_edges("guard", _after_guarding, ["revise", "word"])
    made.add_edge("revise", "guard")
    made.add_edge("word", END)
    return made.compile(checkpointer=ScratchSaver() if saved else None)
