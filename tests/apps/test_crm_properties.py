"""What holds for records whatever people do: nothing hidden is shown, no edit is lost, state is the fold of events."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tenure.engine.apps.base import ToolError
from tenure.engine.apps.crmconfig import CrmConfig
from tenure.engine.apps.crmstate import Records

from .desk import furnished

# every name that some may not see holds `qz` and who may: nothing else of the world does
RECORDS = """
objects:
  matter:
    fields:
      client: {type: record, of: [account], parent: true}
      against: {type: records, of: [account, contact]}
    stages: {intake: {}, open: {}, closed: {closed: true}}
records:
  account:
    - {id: plain, name: Plain Lines}
    - {id: other, name: Other Lines}
    - {id: qzwall, name: Qzwall Tankers, former: [Qzwall Feeder]}
    - {id: qzfew, name: Qzfew Shipping, restricted: [dewi, ines]}
  contact:
    - {id: qzfew_c, name: Qzfew contact, fields: {account: qzfew}}
  matter:
    - {id: m1, name: Open matter, fields: {client: plain, against: [qzwall, qzfew, other]}}
    - {id: qzwall_m, name: Qzwall matter, fields: {client: qzwall, against: [plain]}}
walls:
  one: {covers: [qzwall], out: [ines, mei]}
"""
PEOPLE = ("noor", "dewi", "ines", "mei", "pieter", "joost")
MAY_SEE = {"qzwall": {"noor", "dewi", "pieter"}, "qzfew": {"dewi", "ines"}}
RECORD = st.sampled_from(
    (
        "plain",
        "other",
        "qzwall",
        "qzfew",
        "qzfew_c",
        "m1",
        "qzwall_m",
        "noor/r1",
        "dewi/r1",
        "Qzwall Feeder",
        "Nowhere",
    )
)


class Counters(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.office = furnished(crm=(CrmConfig, RECORDS))

    @property
    def state(self) -> Records:
        (component,) = self.office.world.apps["crm"].components()
        assert isinstance(component, Records)
        return component

    def attempt(self, who: str, tool: str, *given: str, **arguments: Any) -> Any:
        """Call a tool; its answer, which shows nothing hidden but what the caller named."""
        try:
            answer = self.office.use(who, tool, **arguments)
            text = json.dumps(answer.record())
        except ToolError as error:
            answer, text = error, f"{error.message} {error.hint}"
        for name in sorted(given, key=len, reverse=True):
            text = text.replace(name, "")
        for word, may in MAY_SEE.items():
            assert who in may or word not in text.casefold(), (who, tool, arguments, text)
        return answer

    def version(self, record: str, back: int) -> int:
        known = self.state.get(record)
        return (known.version if known is not None else 1) - back

    @rule(
        who=st.sampled_from(PEOPLE), parent=RECORD, object_=st.sampled_from(("contact", "matter", "account"))
    )
    def create(self, who: str, parent: str, object_: str) -> None:
        field = {"contact": "account", "matter": "client", "account": "parent"}[object_]
        hidden = next((word for word in MAY_SEE if word in parent.casefold()), "")
        if len(list(self.state)) < 14:
            # a daughter is not behind the wall of its parent company
            name = f"{hidden or 'new'} {object_}" if object_ != "account" else "new account"
            self.attempt(who, "crm.create", parent, object=object_, name=name, fields={field: parent})

    @rule(
        who=st.sampled_from(PEOPLE),
        record=RECORD,
        against=st.lists(RECORD, max_size=3),
        back=st.sampled_from((0, 0, 0, 1)),
    )
    def update(self, who: str, record: str, against: list[str], back: int) -> None:
        version = self.version(record, back)
        before = self.state.get(record)
        kept = dict(before.fields) if before is not None else {}
        answer = self.attempt(
            who, "crm.update", record, *against, record=record, version=version, fields={"against": against}
        )
        if isinstance(answer, ToolError):
            assert before is None or before.fields == kept
            return
        assert before is not None
        assert not back
        # what the writer does not see stays in the list
        for one in kept.get("against", "").split(","):
            for word, may in MAY_SEE.items():
                if word in one and who not in may:
                    assert one in before.fields["against"].split(",")

    @rule(
        who=st.sampled_from(PEOPLE),
        record=RECORD,
        back=st.sampled_from((0, 0, 1)),
        stage=st.sampled_from(("open", "closed")),
    )
    def move(self, who: str, record: str, back: int, stage: str) -> None:
        self.attempt(who, "crm.move", record, record=record, version=self.version(record, back), stage=stage)

    @rule(who=st.sampled_from(PEOPLE), record=RECORD, owner=st.sampled_from((None, *PEOPLE)))
    def log(self, who: str, record: str, owner: str | None) -> None:
        hidden = next((word for word in MAY_SEE if word in record.casefold()), "")
        kind = "note" if owner is None else "task"
        answer = self.attempt(
            who, "crm.log", record, record=record, kind=kind, text=f"{hidden} said", owner=owner
        )
        if not isinstance(answer, ToolError) and owner is not None:
            self.attempt(owner, "crm.complete", answer.activity, task=answer.activity)

    @rule(who=st.sampled_from(PEOPLE), keep=RECORD, drop=RECORD)
    def merge(self, who: str, keep: str, drop: str) -> None:
        # two that are hidden from different people are kept apart by what guards them
        versions = {"version": self.version(keep, 0), "duplicate_version": self.version(drop, 0)}
        if "/" not in keep + drop and keep.startswith("qz") == drop.startswith("qz"):
            self.attempt(who, "crm.merge", keep, drop, record=keep, duplicate=drop, **versions)

    @rule(
        who=st.sampled_from(PEOPLE),
        record=RECORD,
        query=st.sampled_from(("qzwall", "lines", "said", "qzfew shipping")),
    )
    def read(self, who: str, record: str, query: str) -> None:
        self.attempt(who, "crm.get", record, record=record)
        self.attempt(who, "crm.history", record, record=record)
        self.attempt(who, "crm.search", query, query=query)
        self.attempt(who, "crm.search", record, fields={"against": record})
        self.attempt(
            who, "crm.parties", "Qzwall Tankers", "Qzfew", names=["Qzwall Tankers", "Qzfew", "Plain"]
        )
        for tool, args in (
            ("crm.search", {}),
            ("crm.activities", {}),
            ("crm.objects", {"object": "account"}),
            ("crm.report", {"of": "tasks"}),
            ("crm.report", {"of": "pipeline", "object": "matter"}),
        ):
            self.attempt(who, tool, **args)

    @rule()
    def reload(self) -> None:
        self.office.check_dump()

    def teardown(self) -> None:
        try:
            fresh = Records(
                {
                    "matter": ("client", "against"),
                    "contact": ("account",),
                    "account": ("parent",),
                    "opportunity": ("account",),
                }
            )
            routes = fresh.listens()
            for event in self.office.run.events(tuple(routes)):
                routes[event.payload.kind](event)
            assert json.loads(json.dumps(fresh.dump())) == json.loads(json.dumps(self.state.dump()))
            for event in self.office.events("app.notice"):
                payload = event.payload
                for word, may in MAY_SEE.items():
                    if word in payload.title.casefold():  # type: ignore[attr-defined]
                        assert set(payload.people) <= may  # type: ignore[attr-defined]
        finally:
            self.office.run.close()


TestRecords = Counters.TestCase
TestRecords.settings = settings(
    max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
