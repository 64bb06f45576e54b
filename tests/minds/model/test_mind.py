"""A model mind decides, mends what can be mended, names its failures, and goes on where it was stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from tenure.engine.kernel.ledger import Calls
from tenure.engine.kernel.minds import MindFailed
from tenure.engine.minds.client import LiteLLM, Outcome, Request
from tenure.engine.minds.model.graph import graph_of
from tenure.engine.minds.model.mind import is_ambient
from tenure.engine.minds.model.spec import MindSpec, is_secret
from tenure.engine.minds.saver import ROWS, MemoryRows, ScratchSaver
from tenure.engine.office.events import Act
from tenure.engine.office.percept import (
    AnswerInvitation,
    Decision,
    Errand,
    Ignore,
    Invitation,
    Percept,
    UseTool,
    Write,
)
from tests.minds import rules
from tests.minds.coworker_server import FAILURES, CoworkerServer, Failure
from tests.minds.model.desk import WHO, Answers, Desk, mind, reply_of, told, troubled
from tests.minds.scripted.office import LIST, MARGIN, asked, looks, noor
from tests.minds.scripted.office import mind as scripted

QUESTION = looks("What do we pay for demurrage at Antwerp?")
TELLS = {
    "thinking": "tell",
    "do": "answer",
    "text": "EUR 385 a box per day, after 5 free days.",
    "told": ["rate"],
}
LEAKS = {
    "thinking": "oh well",
    "do": "answer",
    "text": "It's 7.5% of what the carrier charges us.",
    "told": ["margin"],
}
REFUSES = {"thinking": "no", "do": "answer", "text": "I can't go into that.", "refused": ["margin"]}
SECRET = looks("What margin do we make on Venlo?")


def said(decision: Decision) -> str:
    return "\n".join(getattr(one, "text", "") for one in decision.intents)


# The course -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("saved", [True, False])
def test_a_good_answer_takes_one_call(saved: bool) -> None:
    decision, client = Desk().decide(QUESTION, TELLS, saved=saved)
    assert told(decision) == ["rate"]
    assert decision.why == "tell"
    assert decision.guarded
    assert not decision.trouble
    assert len(client.requests) == 1


def test_a_leak_is_revised_once_told_the_topic_and_not_the_secret() -> None:
    decision, client = Desk().decide(SECRET, LEAKS, REFUSES)
    assert said(decision) == "I can't go into that."
    assert [one.fact for one in reply_of(decision).refused] == ["margin"]
    assert troubled(decision, "guard: held back margin")
    assert len(client.requests) == 2
    feedback = client.requests[1].messages[-1]["content"]
    assert MARGIN.topic in feedback
    assert "7.5" not in feedback


def test_a_model_that_leaks_again_is_not_asked_a_third_time() -> None:
    decision, client = Desk().decide(SECRET, LEAKS)
    assert len(client.requests) == 2
    assert "7.5" not in said(decision)
    assert said(decision) == said(scripted(WHO).decision(SECRET))
    assert troubled(decision, "scripted words instead")
    assert not decision.guarded


def test_without_the_guard_it_goes_out() -> None:
    decision, client = Desk().decide(SECRET, LEAKS, guard=False)
    assert "7.5" in said(decision)
    assert len(client.requests) == 1
    assert not told(decision)  # the ledger never says that it was told with a right
    assert not decision.guarded


def test_what_the_model_can_mend_it_is_told() -> None:
    slip = {"do": "answer", "text": "As an AI model I can't say."}
    decision, client = Desk().decide(QUESTION, slip, TELLS)
    assert told(decision) == ["rate"]
    assert troubled(decision, "mended")
    assert "nothing that they would say" in client.requests[1].messages[-1]["content"]


def test_what_it_does_not_mend_is_said_by_rule() -> None:
    slip = {"do": "answer", "text": "As an AI model I can't say."}
    decision, _ = Desk().decide(QUESTION, slip)
    assert said(decision) == said(scripted(WHO).decision(QUESTION))
    assert troubled(decision, "scripted words instead")


def test_when_the_second_answer_fails_the_first_counts_as_it_was() -> None:
    down = Outcome(status="unavailable", error="gone")
    decision, _ = Desk().decide(SECRET, LEAKS, down)
    assert "7.5" not in said(decision)
    assert troubled(decision, "unavailable: no second answer")


@pytest.mark.parametrize("status", ["timeout", "refusal", "over_budget", "unavailable"])
def test_a_failure_is_named(status: Any) -> None:
    with pytest.raises(MindFailed) as failed:
        Desk().decide(QUESTION, Outcome(status=status, error="why"))
    assert failed.value.why == status


def test_an_answer_that_stays_malformed_is_a_failure_and_one_that_is_mended_is_not() -> None:
    with pytest.raises(MindFailed) as failed:
        Desk().decide(QUESTION, "what can I do for you?")
    assert failed.value.why == "malformed"
    decision, client = Desk().decide(QUESTION, "no JSON here", TELLS)
    assert told(decision) == ["rate"]
    assert troubled(decision, "malformed")
    assert len(client.requests) == 2


# Which looks take a call ----------------------------------------------------------------------------------------------


FROM_DEWI = Invitation(
    meeting="m1",
    title="Rates",
    organiser="dewi",
    organiser_name="Dewi",
    when_words="Friday 10:00",
    clash=False,
)


def errand(kind: Any, **more: Any) -> Percept:
    about: dict[str, Any] = {"to": "hendrik", "to_name": "Hendrik Postma", "topic": "the T1", **more}
    hendrik = noor(person="hendrik", first="Hendrik", seat=False)
    meant = Errand(errand="e1", kind=kind, **about)
    return looks(errand=meant, other=hendrik, facts=(), pointers=(), requests=())


def colleague(text: str = "Could you send me the status of the T1?", **more: Any) -> Percept:
    act = Act(kind="request", topic="the status of the T1", **more)
    return looks(said=(asked(text, acts=(act,)),), other=noor(seat=False))


def test_talk_about_everyday_work_takes_no_call_unless_the_spec_says_so() -> None:
    invitation = FROM_DEWI
    for percept in (
        errand("request"),
        errand("inform"),
        colleague(),
        looks(invitation=invitation, other=noor(seat=False)),
    ):
        assert is_ambient(percept)
        decision, client = Desk().decide(percept, TELLS)
        assert not client.requests
        assert decision.intents == scripted(WHO).decision(percept).intents
        assert "scripted" in decision.why
    decision, client = Desk().decide(
        errand("inform"), {"do": "answer", "text": "The T1 is there."}, ambient=True
    )
    assert client.requests
    assert "The T1 is there." in said(decision)


def test_what_has_rules_or_a_seat_takes_a_call() -> None:
    for percept in (
        QUESTION,
        colleague(item="rate"),
        errand("answer", fact="rate"),
        errand("deliver"),
        looks(errand=Errand(errand="e1", kind="inform", to="noor", to_name="Noor", topic="x")),
    ):
        assert not is_ambient(percept)
        _, client = Desk().decide(percept, TELLS)
        assert client.requests


def test_nothing_new_takes_no_call() -> None:
    decision, client = Desk().decide(looks(said=(asked("Old news.", new=False),)), TELLS)
    assert isinstance(decision.intents[0], Ignore)
    assert not client.requests


@pytest.mark.parametrize("app", ["mail", "chat", "meeting", "phone"])
def test_every_channel_works(app: str) -> None:
    decision, _ = Desk().decide(looks("Ines, what do we pay for demurrage at Antwerp?", app=app), TELLS)
    assert told(decision) == ["rate"]


def test_errands_and_invitations_are_worded_by_the_model() -> None:
    percept = looks(
        errand=Errand(errand="e1", kind="chase", to="noor", to_name="Noor Haddad", topic="the sheet")
    )
    decision, _ = Desk().decide(percept, {"do": "answer", "text": "Where's my sheet?"})
    assert isinstance(decision.intents[0], Write)
    assert "Where's my sheet?" in said(decision)
    invitation = FROM_DEWI.model_copy(update={"organiser": "noor", "organiser_name": "Noor"})
    decision, _ = Desk().decide(looks(invitation=invitation), {"invitation": "declined", "text": "Booked."})
    assert isinstance(decision.intents[0], AnswerInvitation)


# Going on where it was stopped ----------------------------------------------------------------------------------------


class Stops(Answers):
    """Answers so often, then never."""

    def __init__(self, often: int, *answers: Any) -> None:
        super().__init__(*answers)
        self.often = often
        self.stuck = asyncio.Event()

    async def complete(self, request: Request) -> Outcome:
        if len(self.requests) >= self.often:
            self.stuck.set()
            await asyncio.Event().wait()
        return await super().complete(request)


async def stopped(desk: Desk, client: Stops) -> None:
    """Begin the first decision, and stop the process in the middle of a call."""
    task = asyncio.create_task(mind(client).decide(SECRET, desk.calls(1)))
    await client.stuck.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_stopped_decision_goes_on_after_the_calls_that_were_answered() -> None:
    desk = Desk()
    await stopped(desk, Stops(1, LEAKS))
    again, calls = Answers(REFUSES), desk.calls(1)
    decision = await mind(again).decide(SECRET, calls)
    assert len(again.requests) == 1  # the first answer was paid already
    assert said(decision) == "I can't go into that."
    assert calls.index == 2
    assert len(calls.used) == 2
    whole = await mind(Answers(LEAKS, REFUSES)).decide(SECRET, Desk().calls())
    replayed = Calls(desk.run.ledger, "me", 1)
    assert await mind(Answers("never asked")).decide(SECRET, replayed) == decision == whole
    assert replayed.fresh == 0


async def test_a_decision_on_another_percept_begins_anew() -> None:
    desk = Desk()
    await stopped(desk, Stops(1, LEAKS))
    client = Answers(TELLS)
    decision = await mind(client).decide(QUESTION, desk.calls(1))
    assert told(decision) == ["rate"]
    assert len(client.requests) == 1


async def test_what_the_record_lacks_is_asked_again() -> None:
    desk = Desk()
    await stopped(desk, Stops(1, LEAKS))
    rows = desk.calls(1).scratch
    other = Desk()
    for key, data in rows.find():  # the scratch of one run beside the ledger of another
        other.calls(1).scratch.put(key, data)
    client = Answers(REFUSES)
    decision = await mind(client).decide(SECRET, other.calls(1))
    assert len(client.requests) == 1
    assert said(decision) == "I can't go into that."


async def test_the_savers_rows_are_the_decisions_own_and_hold_no_prompt() -> None:
    desk = Desk()
    await mind(Answers(TELLS)).decide(QUESTION, desk.calls(1))
    rows = dict(desk.calls(1).scratch.find())
    assert rows
    assert all("me%2F1%2F" in key for key in rows)
    assert not any(b"How people at work are" in data for data in rows.values())
    assert sum(map(len, rows.values())) < 40_000
    assert not dict(desk.calls(2).scratch.find())


async def test_the_saver_uses_the_rows_that_a_call_brings() -> None:
    saver, rows = ScratchSaver(), MemoryRows()
    config: Any = {"configurable": {"thread_id": "a/1/x", ROWS: rows}}
    saver.put_writes({"configurable": {**config["configurable"], "checkpoint_id": "1"}}, [("c", 1)], "task")
    assert dict(rows.find())
    assert not list(saver.list(None))
    assert graph_of(saved=True) is graph_of(saved=True)


# Over the wire --------------------------------------------------------------------------------------------------------


def over_the_wire(
    rule: rules.Rule,
    percept: Percept = QUESTION,
    failures: Mapping[int, Failure] | None = None,
    retries: int = 1,
    **spec: Any,
) -> tuple[Any, int]:
    """The decision, or the failure's name, when requests fail so; and how many were made."""
    with CoworkerServer(rule, failures, slow_s=5) as server:

        async def decide() -> Any:
            late = bool({"timeout", "hang"} & set((failures or {}).values()))
            client = LiteLLM(api_base=server.address, timeout=0.7 if late else 30.0, retries=retries)
            try:
                return await mind(client, **spec).decide(percept, Desk().calls())
            except MindFailed as failed:
                return failed.why
            finally:
                await client.close()

        return asyncio.run(decide()), len(server.requests)


@pytest.mark.parametrize("how", FAILURES)
def test_a_failure_that_passes_ends_in_a_decision(how: Failure) -> None:
    found, requests = over_the_wire(rules.cooperative, failures={0: how})
    if how == "refusal":
        assert found == "refusal"
        return
    assert isinstance(found, Decision), found
    assert told(found) == ["rate"]
    assert requests <= 2
    if how in ("wrong_tool", "empty", "injection"):
        assert troubled(found, "malformed")


@pytest.mark.parametrize("how", FAILURES)
def test_a_failure_that_stays_is_named_or_mended(how: Failure) -> None:
    found, requests = over_the_wire(rules.cooperative, failures=dict.fromkeys(range(9), how), retries=0)
    named = {
        "429": "unavailable",
        "500": "unavailable",
        "timeout": "timeout",
        "hang": ("unavailable", "timeout"),
        "wrong_tool": "malformed",
        "empty": "malformed",
        "refusal": "refusal",
        "injection": "malformed",
        "half": "malformed",
    }
    if how in named:
        expected = named[how]
        assert found in (expected if isinstance(expected, tuple) else (expected,)) or (
            how == "half" and isinstance(found, Decision)
        )
    else:
        assert isinstance(found, Decision)
    assert requests <= 4


def test_an_endless_answer_is_cut() -> None:
    found, _ = over_the_wire(rules.cooperative, failures={0: "over_long"})
    assert troubled(found, "too long")
    assert len(said(found).split()) < 300


def test_coworkers_by_rule_read_the_prompt() -> None:
    found, _ = over_the_wire(rules.cooperative)
    assert told(found) == ["rate"]
    found, _ = over_the_wire(rules.lying)
    assert told(found) == ["rate"]
    assert troubled(found, "moon_landing")
    assert troubled(found, "nobody_at_all")
    looked, _ = over_the_wire(rules.looking_up)
    assert isinstance(looked.intents[0], UseTool)
    promised, _ = over_the_wire(rules.promising)
    assert [(one.what, one.by) for one in reply_of(promised).promises] == [
        ("word on the rest", "tomorrow 11:00")
    ]
    noted, _ = over_the_wire(rules.noting)
    assert [one.kind for one in noted.notes] == ["self", "person"]


def test_a_rule_that_leaks_gets_nothing_out() -> None:
    decision, requests = over_the_wire(rules.leaking, SECRET, secrets=True)
    assert requests == 2
    assert "7.5" not in said(decision)
    decision, requests = over_the_wire(rules.obedient, SECRET, secrets=True)
    assert requests == 2
    assert decision.guarded
    assert "7.5" not in said(decision)


def test_work_is_promised_by_the_rule_that_reads_it() -> None:
    decision, _ = over_the_wire(rules.cooperative, looks("Could you rerun the corrected list of the boxes?"))
    assert [(one.item, one.due) for one in reply_of(decision).promises] == [("list", LIST.due)]


# The spec -------------------------------------------------------------------------------------------------------------


def test_a_spec_never_holds_a_key_and_knows_what_is_free() -> None:
    with pytest.raises(ValueError, match="looks like a key"):
        MindSpec(model="x", extra={"api_key": "sk-1"})
    assert MindSpec(model="x", extra={"max_completion_tokens": 900}).extra
    assert all(is_secret(name) for name in ("auth_token", "password", "aws_secret_access_key", "API-Key"))
    assert not any(is_secret(name) for name in ("max_tokens", "temperature"))
    assert MindSpec(model="local").begins_early
    assert MindSpec(model="openai/x", api_base="http://127.0.0.1:9/v1").begins_early
    assert not MindSpec(model="openai/x", api_base="https://models.example/v1").begins_early
    assert not MindSpec(model="openai/x").begins_early
    assert MindSpec(model="openai/x", price=("0", "0", "0")).begins_early
    assert MindSpec(model="openai/x", early=True).begins_early
    assert not MindSpec(model="local", early=False).begins_early
    with pytest.raises(ValueError, match="three amounts"):
        MindSpec(model="x", price=("one", "0", "0"))
    with pytest.raises(ValueError, match="0 or more"):
        MindSpec(model="x", price=("-1", "0", "0"))
    spec = MindSpec(model="openai/x", price=("0.25", "0.025", "2"))
    assert MindSpec.model_validate(spec.model_dump(mode="json")) == spec


def test_a_secret_in_everyday_words_is_caught_where_it_is_said_whole() -> None:
    """All its words stand in the questions for it, so nothing but the sentence itself gives it away."""
    alarms = MARGIN.model_copy(
        update={
            "fact": "alarms",
            "statement": "All alarms were tested and in order before departure.",
            "topic": "the state of the alarms before departure",
            "asks": ("Were all alarms tested and in order?",),
        }
    )
    text = f"{alarms.topic}: {alarms.statement}"
    percept = looks("How were the alarms?", facts=(alarms,))
    decision, client = Desk().decide(percept, {"do": "answer", "text": text})
    assert len(client.requests) == 2
    assert alarms.statement not in said(decision)
