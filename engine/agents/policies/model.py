"""A language model in a seat: tool calling, notes of its own, and a bounded context over any horizon.

The context is: what never changes first (guide, brief), then the model's own notes, then the last turns as they were.
When the turns outgrow their share, the model is asked to bring its notes up to date and the oldest turns are dropped;
the journal says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ...apps.surface import function_name
from ...minds.client import LiteLLM, ModelClient, Outcome, Request
from ..session import ServiceFailedError, Session

CONTEXT_TOKENS: Final = 24_000
"""Size of the prompt at which old turns are dropped; about four characters a token."""
KEEP_TURNS: Final = 6
"""The last turns that always stay as they were."""
RESULT_TOKENS: Final = 2_000
"""A longer tool result is cut in the prompt (the full one is in the journal)."""
_CHARACTERS: Final = 4

NO_CALL: Final = (
    "Nothing happened: your message held no tool call. Call a tool, `wait` to let time pass, "
    "or `finish` when all is done."
)
CUT: Final = (
    "Your answer was cut off: it was too long. Nothing was done with it. Be shorter: one call at a time."
)
REWRITE: Final = (
    "Your older turns are about to be dropped. Write the notes you need to go on without them: what was asked for, "
    "what you found out and from whom, what is still open and with whom, what you promised, what you "
    "delivered and where."
)


class Model:
    """A policy that asks a model what to do.

    Args:
        model: A litellm name.
        client: Who answers; by default litellm.
        temperature: Sampling temperature, the provider's own if ``None``.
        context_tokens: Bound of the prompt.
        max_tokens: Bound of one answer.
    """

    def __init__(
        self,
        model: str,
        client: ModelClient | None = None,
        *,
        temperature: float | None = None,
        context_tokens: int = CONTEXT_TOKENS,
        max_tokens: int = 2_000,
    ) -> None:
        self.name = f"model:{model}"
        self._model = model
        self._client = client or LiteLLM()
        self._temperature = temperature
        self._context = context_tokens * _CHARACTERS
        self._max_tokens = max_tokens

    async def play(self, session: Session) -> None:
        """Think, call, observe, until the model finishes."""
        try:
            await self._play(session)
        finally:
            closing = getattr(self._client, "close", None)
            if closing is not None:
                await closing()

    async def _play(self, session: Session) -> None:
        names = {
            function_name(tool["function"]["name"]): tool["function"]["name"]
            for tool in session.briefing.tools
        }
        tools = tuple(_renamed(tool) for tool in session.briefing.tools)
        head: list[dict[str, Any]] = [
            {"role": "system", "content": session.briefing.guide},
            {"role": "user", "content": _opening(session)},
        ]
        notes = ""
        turns: list[list[dict[str, Any]]] = []
        failures = 0
        while True:
            notes, turns = await self._fit(session, head, notes, turns)
            outcome = await self._ask(
                session, [*head, *_noted(notes), *(m for turn in turns for m in turn)], tools
            )
            if outcome.status in ("timeout", "unavailable", "over_budget"):
                raise ModelFailedError(f"{self._model}: {outcome.status}: {outcome.error}")
            if outcome.status != "ok":
                failures += 1
                await session.note("text", f"({outcome.status}) {outcome.text or outcome.error}")
                turns.append([_said(outcome.text or "(no answer)"), {"role": "user", "content": NO_CALL}])
            elif outcome.finish_reason == "length" and not outcome.tool_calls:
                await session.note("cut", outcome.text)
                turns.append([_said(outcome.text), {"role": "user", "content": CUT}])
            elif not outcome.tool_calls:
                await session.note("text", outcome.text)
                turns.append([_said(outcome.text), {"role": "user", "content": NO_CALL}])
            else:
                turn: list[dict[str, Any]] = [_called(outcome)]
                for call in outcome.tool_calls:
                    observation = await session.call_json(
                        names.get(call.name, call.name), call.arguments or "{}"
                    )
                    turn.append({"role": "tool", "tool_call_id": call.id, "content": _shown(observation.raw)})
                    if observation.tool == "finish" and observation.ok:
                        return
                turns.append(turn)

    async def _ask(
        self, session: Session, messages: list[dict[str, Any]], tools: tuple[Mapping[str, Any], ...]
    ) -> Outcome:
        request = Request(
            model=self._model,
            messages=tuple(messages),
            tools=tools,
            temperature=self._temperature,
            max_tokens=self._max_tokens,
        )

        async def make() -> Any:
            return (await self._client.complete(request)).model_dump(mode="json")

        return Outcome.model_validate(await session.ask(request.model_dump(mode="json"), make))

    async def _fit(
        self, session: Session, head: list[dict[str, Any]], notes: str, turns: list[list[dict[str, Any]]]
    ) -> tuple[str, list[list[dict[str, Any]]]]:
        if (
            _size([*head, *_noted(notes)]) + sum(map(_size, turns)) <= self._context
            or len(turns) <= KEEP_TURNS
        ):
            return notes, turns
        messages = [
            *head,
            *_noted(notes),
            *(m for turn in turns for m in turn),
            {"role": "user", "content": REWRITE},
        ]
        outcome = await self._ask(session, messages, ())
        dropped, kept = turns[:-KEEP_TURNS], turns[-KEEP_TURNS:]
        if outcome.status == "ok" and outcome.text.strip():
            notes = outcome.text.strip()
        else:
            notes = "\n".join([notes, *(_line(turn) for turn in dropped)]).strip()
        room = max(2_000, self._context // 3)
        notes = notes if len(notes) <= room else notes[-room:]
        await session.note("context", f"dropped {len(dropped)} turns; notes now:\n{notes}")
        return notes, kept


class ModelFailedError(ServiceFailedError):
    """The model can't be had: the episode ends as an infrastructure error, apart from any score."""


def _opening(session: Session) -> str:
    brief = session.briefing
    return f"It is {brief.now}. You are {brief.name}, {brief.title} at {brief.organisation}.\n\n{brief.task}"


def _noted(notes: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": f"Your notes so far:\n{notes}"}] if notes else []


def _said(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def _called(outcome: Outcome) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": outcome.text,
        "tool_calls": [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in outcome.tool_calls
        ],
    }


def _shown(raw: Mapping[str, Any]) -> str:
    text = json.dumps(raw, ensure_ascii=False)
    room = RESULT_TOKENS * _CHARACTERS
    return (
        text
        if len(text) <= room
        else f"{text[:room]} … (cut: {len(text) - room} characters more; ask for a part)"
    )


def _line(turn: list[dict[str, Any]]) -> str:
    calls = turn[0].get("tool_calls", ())
    return "; ".join(f"{c['function']['name']} {c['function']['arguments'][:120]}" for c in calls) or "(text)"


def _size(messages: list[dict[str, Any]]) -> int:
    return sum(len(json.dumps(message, ensure_ascii=False)) for message in messages)


def _renamed(tool: Mapping[str, Any]) -> Mapping[str, Any]:
    function = tool["function"]
    return {**tool, "function": {**function, "name": function_name(function["name"])}}
