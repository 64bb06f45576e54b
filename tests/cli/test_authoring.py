"""Packs and personas are listed, described, checked, read back and asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Here


def test_packs_are_listed_with_where_they_come_from(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here("new", "mine", "--in", tmp_path)
    monkeypatch.setenv("TENURE_PATH", str(tmp_path))
    rows = {one["name"]: one for one in json.loads(here("scenarios", "--json"))}
    assert set(rows["first_week"]["tasks"]) == {"surcharge_claim", "venlo_routing"}
    assert rows["mine"]["from"] == str(tmp_path / "mine")
    one = json.loads(here("scenarios", "mine", "--json"))
    assert one["seats"]
    assert one["tasks"]
    assert "first_week" in here("scenarios")
    assert "Noor Hadley" in here("scenarios", "first_week")


def test_personas_are_listed_and_described(here: Here) -> None:
    ids = {one["id"] for one in json.loads(here("personas", "--json"))}
    assert "customs_broker" in ids
    assert json.loads(here("personas", "customs_broker", "--json"))["id"] == "customs_broker"
    found = {
        one["id"]: one["family"] for one in json.loads(here("personas", "--family", "logistics", "--json"))
    }
    assert "customs_broker" in found
    assert set(found.values()) == {"logistics"}
    assert "choose of law, finance" in here("personas", "--family", "lore", code=2)
    shown = here("personas", "customs_broker")
    assert "big five" in shown
    assert "{asker}, · " in shown
    assert ",," not in shown


def test_a_new_pack_lints_and_one_with_a_fault_fails(here: Here, tmp_path: Path) -> None:
    here("new", "mine", "--in", tmp_path)
    clean = json.loads(here("lint", tmp_path / "mine", "--files-only", "--json"))
    assert clean["ok"]
    (tmp_path / "mine" / "scenario.yaml").write_text("schema: 1\n", "utf-8")
    faulty = json.loads(here("lint", tmp_path / "mine", "--files-only", "--json", code=1))
    assert not faulty["ok"]
    assert all(one["file"] and one["line"] for one in faulty["findings"])


def test_explain_reads_the_pack_back(here: Here) -> None:
    lines = json.loads(here("explain", "first_week", "--fact", "rebate", "--json"))["lines"]
    assert any("Marek" in line for line in lines)
    assert "Inês Carvalho" in here("explain", "first_week", "--person", "ines")


def test_schemas_are_json_schemas(here: Here) -> None:
    for name in here("schema").split():
        assert json.loads(here("schema", name))["type"] in ("object", "array"), name


def test_asking_shows_the_answer_the_fact_and_the_rule(here: Here) -> None:
    question = "What are the demurrage and detention rates in the Corvane contract?"
    first, second = json.loads(
        here("ask", "first_week", "ines", question, "--then", "Thank you!", "--at", "Tue 10:00", "--json")
    )
    assert first["matched"][0]["fact"] == "contract_rates"
    assert first["verdicts"] == [
        {"fact": "contract_rates", "verdict": "may_tell", "rule": first["verdicts"][0]["rule"]}
    ]
    assert first["verdicts"][0]["rule"].startswith("told on request")
    assert first["text"]
    assert second["does"] == ["thanks"]
    shown = here("ask", "first_week", "ines", question, "--at", "Tue 10:00")
    assert first["text"].split(".")[0] in " ".join(shown.split())
    assert "contract_rates: may tell" in shown


def test_what_may_not_be_told_is_refused_and_asking_twice_is_remembered(here: Here) -> None:
    question = "What rebate does Corvane give back to us?"
    first, again = json.loads(here("ask", "first_week", "ines", question, "--then", question, "--json"))
    assert first["verdicts"][0]["verdict"] in ("needs_approval", "may_not")
    assert "%" not in first["text"]
    assert again["text"] != first["text"]
