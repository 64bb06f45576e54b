"""What a message does, besides asking for a fact."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tenure.engine.minds.understanding import ActKind, FactIndex, understand

ACTS: dict[str, list[str]] = YAML(typ="safe").load(Path(__file__).with_name("acts.yaml"))


@pytest.mark.parametrize(
    ("kind", "message"), [(kind, message) for kind, messages in ACTS.items() for message in messages]
)
def test_a_message_is_recognised_by_what_it_does(kind: str, message: str, freight: FactIndex) -> None:
    understood = understand(message, freight, asker_name="Tom Berg", me="Ines Carvalho")
    assert kind in [act.kind for act in understood.acts]


def test_every_kind_but_other_has_examples() -> None:
    assert set(ACTS) == set(ActKind) - {ActKind.OTHER}


@pytest.mark.parametrize(
    "kind", ["inform", "correction", "agree", "refuse", "thanks", "apology", "greeting", "social"]
)
def test_what_asks_nothing_asks_for_no_fact(kind: str, freight: FactIndex) -> None:
    for message in ACTS[kind]:
        assert understand(message, freight).fact_ids == (), message
