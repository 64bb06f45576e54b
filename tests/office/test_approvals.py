from __future__ import annotations

from dataclasses import replace

from tenure.engine.kernel.step import Step
from tenure.engine.office.events import ApprovalAsked, ApprovalGiven

from .bureau import NOTICE, Bureau, setup


def decide(bureau: Bureau, granted: bool) -> None:
    def act(step: Step) -> None:
        bureau.office.approvals.decide(step, "may_share", "noor", granted=granted)

    bureau.step(act)


def test_a_granted_approval_is_passed_on_and_stays_granted() -> None:
    bureau = Bureau()
    approvals = bureau.office.approvals
    asked = ApprovalAsked(approval="may_share", asker="noor", decider="dewi", message="m")
    bureau.step(lambda step: step.emit(asked, "noor"))
    assert (approvals.status("may_share"), approvals.grants("may_share")) == ("open", True)
    decide(bureau, granted=False)
    assert (approvals.status("may_share"), bureau.errands) == ("refused", [])
    decide(bureau, granted=True)
    assert approvals.status("may_share") == "granted"
    [(person, errand, _)] = bureau.errands
    assert (person, errand.kind, errand.to, errand.item) == ("dewi", "inform", "ines", "may_share")
    decide(bureau, granted=True)
    decide(bureau, granted=False)
    assert len(bureau.of_kind(ApprovalGiven.kind)) == 2
    assert len(bureau.errands) == 1
    assert approvals.decisions.asked == {"may_share": {"noor": 1}}


def test_some_are_granted_on_a_condition_only() -> None:
    given = setup()
    approvals = {"may_share": replace(given.approvals["may_share"], grants=NOTICE)}
    bureau = Bureau(replace(given, approvals=approvals))
    assert not bureau.office.approvals.grants("may_share")
    bureau.meet(NOTICE)
    assert bureau.office.approvals.grants("may_share")
