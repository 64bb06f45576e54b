"""A new pack runs at once, with or without a coworker of one's own, and a copy of another does too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenure.personas import load_persona

from .conftest import Here

JO = (
    "id: fleet_planner\nname: Mirjam Oosterhuis\nrole: {profession: fleet planner}\ninclude: [early_bird, own_way]\n"
    "background: Drove lorries for nine years.\n"
)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)
    Path("personas/fragments").mkdir(parents=True)
    Path("personas/fleet_planner.yaml").write_text(JO, "utf-8")
    Path("personas/fragments/own_way.yaml").write_text("age: 44\n", "utf-8")


def findings(told: str) -> list[str]:
    return [one["code"] for one in json.loads(told)["findings"] if one["severity"] != "note"]


def test_a_small_pack_with_a_coworker_lints_explains_and_is_solved(here: Here) -> None:
    here("scenario", "new", "lamps", "--with-coworker", "fleet_planner")
    assert findings(here("lint", "./lamps", "--draws", "1", "--json")) == ["effort"]
    lines = json.loads(here("explain", "./lamps", "--person", "mirjam", "--json"))["lines"]
    assert any("knows the agreed price of a lamp" in line for line in lines)
    card = json.loads(here("run", "./lamps", "--agent", "reference", "--out", "run", "--json"))
    assert card["score"] == 1
    person = load_persona(Path("lamps/personas/fleet_planner.yaml"))
    assert (person.age, person.hours.start) == (44, "07:00")
    assert Path("lamps/personas/fragments/own_way.yaml").is_file()
    assert not Path("lamps/personas/fragments/early_bird.yaml").exists(), (
        "what comes with Tenure is not copied"
    )


def test_a_copy_of_another_pack_with_a_coworker(here: Here) -> None:
    here(
        "scenario", "new", "my_week", "--from", "first_week", "--with-coworker", "personas/fleet_planner.yaml"
    )
    told = json.loads(here("scenarios", "./my_week", "--json"))
    assert told["name"] == "my_week"
    assert told["people"]["mirjam"] == "Mirjam Oosterhuis, Fleet planner"
    assert findings(here("lint", "./my_week", "--files-only", "--json")) == []
    cast = Path("my_week/cast/mirjam.yaml").read_text("utf-8")
    assert "# Here they keep the hours of the calendar `rotterdam`" in cast
    assert "manager: marek" in cast
    assert "{to: noor, kind: works_with" in cast


def test_a_built_in_persona_is_not_copied(here: Here) -> None:
    here("scenario", "new", "lamps", "--with-coworker", "customs_broker")
    assert not Path("lamps/personas").exists()
    assert "Hendrik Postma" in json.loads(here("scenarios", "./lamps", "--json"))["people"]["hendrik"]


def test_what_can_not_be_made_is_told(here: Here) -> None:
    here("scenario", "new", "lamps")
    assert "exists already" in here("scenario", "new", "lamps", code=2)
    assert "is no id" in here("scenario", "new", "../lamps", code=2)
    assert "there is no pack `nix`" in here("scenario", "new", "x", "--from", "nix", code=2)
    assert "there is no persona `nix`" in here("scenario", "new", "x", "--with-coworker", "nix", code=2)
    assert not Path("x").exists()
    told = here(
        "scenario", "new", "y", "--from", "first_week", "--with-coworker", "pricing_specialist", code=2
    )
    assert "has a job there already: cast/ines.yaml" in told
    assert not Path("y").exists()


def test_the_short_command_still_makes_one(here: Here) -> None:
    assert json.loads(here("new", "lamps", "--json")) == {"pack": "lamps"}
    assert Path("lamps/scenario.yaml").is_file()
