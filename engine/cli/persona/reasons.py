"""Why somebody answered as they did, as rows for people: perceived, recalled, matched, ruled, decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ....scenarios.talk import Turn
    from ...office.percept import Decision

_RECALLED = 3
"""Memories that are shown unless everything is."""
_RUNNERS_UP = 5


def rows_of(turn: Turn, *, full: bool) -> list[tuple[str, str]]:
    """Label and text of each thing that bore on an answer.

    Args:
        turn: What was said and what came of it.
        full: Also runners-up, all memories and notes.
    """
    from ....scenarios.talk import perceived

    last = turn.sights[-1]
    rows = [("perceived", perceived(last.percept))]
    if turn.off_hours:
        rows.append(("off hours", f"they would really see this on {turn.off_hours}"))
    remembered = last.percept.memories if full else last.percept.memories[:_RECALLED]
    rows += [("recalled", f"{one.day}: {one.text}") for one in remembered]
    if last.percept.about_other:
        rows.append(("thinks", last.percept.about_other))
    rows += [("looked up", f"{one.tool} {one.arguments}") for one in last.percept.findings]
    rows += _understood(turn, full=full)
    rows += _decided(turn, full=full)
    for sight in turn.sights:
        rows += [("mended", one) for one in sight.decision.trouble]
        if sight.failure:
            detail = f" ({sight.detail})" if sight.detail else ""
            rows.append(("failed", f"{sight.failure}{detail}: scripted instead"))
    return rows + _used(turn)


def by_model(turn: Turn) -> bool:
    """Whether a model decided, and not the scripted mind."""
    last = turn.sights[-1]
    return bool(last.used.calls) and not last.failure


def _understood(turn: Turn, *, full: bool) -> list[tuple[str, str]]:
    """What the message fits and what the rules say; a model may have read it otherwise."""
    answer = turn.answer
    matched = "fits" if by_model(turn) else "matched"
    rows = [(matched, f"{one.fact} ({one.score / 1000:.2f}): {one.statement}") for one in answer.matched]
    if not answer.matched and "fact" in answer.does:
        rows.append((matched, "nothing"))
    if full:
        near = answer.near[:_RUNNERS_UP]
        rows += [("runner-up", f"{one.fact} ({one.score / 1000:.2f}): {one.statement}") for one in near]
    for ruled in answer.verdicts:
        verdict = ruled.verdict.replace("_", " ")
        rows.append(("rule", f"{ruled.fact}: {verdict}{f'; {ruled.rule}' if ruled.rule else ''}"))
    return rows


def _decided(turn: Turn, *, full: bool) -> list[tuple[str, str]]:
    answer, decision = turn.answer, turn.sights[-1].decision
    kinds = ", ".join(one.kind.replace("_", " ") for one in decision.intents) or "nothing"
    taken = f"; took for: {', '.join(answer.does)}" if answer.does and not by_model(turn) else ""
    rows = [("decided", f"{kinds}{taken}; {answer.minutes} min of reading and writing")]
    rows += _done(decision)
    rows += [("promises", promise) for promise in answer.promises]
    short = answer.rules and not full and not by_model(turn)
    why = ", ".join(answer.rules) if short else answer.why
    if why:
        rows.append(("because", why))
    if full:
        rows += [("notes", one.text) for one in decision.notes]
    return rows


def _done(decision: Decision) -> list[tuple[str, str]]:
    """What the answer does in the ledgers, beside its words."""
    rows: list[tuple[str, str]] = []
    for one in decision.intents:
        if one.kind != "reply":
            continue
        if one.told:
            rows.append(("tells", ", ".join(told.fact for told in one.told)))
        if one.refused:
            rows.append(
                ("refuses", ", ".join(f"{no.fact} ({no.reason.replace('_', ' ')})" for no in one.refused))
            )
        rows += [("points to", f"{person} for {fact}") for fact, person in one.referred]
        if one.approves:
            rows.append(("approves", ", ".join(one.approves)))
        if one.not_understood:
            rows.append(("unclear", "; ".join(one.not_understood)))
    return rows


def _used(turn: Turn) -> list[tuple[str, str]]:
    calls = sum(sight.used.calls for sight in turn.sights)
    if not calls:
        return []
    read = sum(sight.used.input for sight in turn.sights)
    written = sum(sight.used.output for sight in turn.sights)
    cost = sum(sight.used.cost for sight in turn.sights)
    paid = f", ${cost}" if cost else ""
    return [("model", f"{calls} call{'s' if calls > 1 else ''}, {read} tokens read, {written} written{paid}")]
