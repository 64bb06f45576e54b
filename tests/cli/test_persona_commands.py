"""Personas are listed, read back, checked, compared and brought over from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Here

JO = "id: jo\nname: Jo Smit\nrole: {profession: dispatcher}\nbackground: Counts gates aloud since the night mail.\n"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)
    Path("personas").mkdir()


def jo(more: str = "", name: str = "jo") -> Path:
    path = Path("personas") / f"{name}.yaml"
    path.write_text(JO.replace("id: jo", f"id: {name}") + more, "utf-8")
    return path


def test_own_personas_are_listed_first_and_the_old_command_still_lists(here: Here) -> None:
    jo()
    rows = {one["id"]: one for one in json.loads(here("persona", "list", "--json"))}
    assert rows["jo"]["from"] == "personas"
    assert rows["customs_broker"]["from"] == "built in"
    assert "customs_broker" in {one["id"] for one in json.loads(here("personas", "--json"))}
    assert {one["family"] for one in json.loads(here("persona", "list", "--family", "law", "--json"))} == {
        "law"
    }


def test_show_reads_back_with_sources(here: Here) -> None:
    jo("include: [early_bird]\n")
    told = json.loads(here("persona", "show", "jo", "--values", "--json"))
    assert any("fragment early_bird:2" in one["from"][0] for one in told["sentences"])
    assert {"path": "hours.start", "value": "07:00", "from": "fragment early_bird:2"} in told["values"]
    shown = here("persona", "show", "personas/jo.yaml", "--values")
    assert "Jo Smit, they/them, 38, is a dispatcher" in shown
    assert "hours.start" in shown
    assert "[" not in shown.split("values")[0].replace("[0]", "")


def test_lint_tells_place_reason_and_fix_and_fails_on_errors_only(here: Here) -> None:
    path = jo("patience: {tolerates_repeats: 1}\nbig_five: {agreeableness: 95}\n")
    shown = here("persona", "lint", "jo")
    assert f"{path}:5: warning: patience.tolerates_repeats: agreeableness is 95" in shown
    assert "Tolerate 3 to 6 repeats" in shown
    assert "1 persona: 0 errors, 1 warning" in shown
    here("persona", "lint", "jo", "--strict", code=1)
    path.write_text("id: jo\nnaem: Jo\nrole: {profession: x}\n", "utf-8")
    told = json.loads(here("persona", "lint", path, "--json", code=1))
    assert not told["ok"]
    first = told["personas"][0]["findings"][0]
    assert (first["severity"], first["line"], first["path"]) == ("error", 2, "naem")
    assert "Did you mean `name`?" in first["fix"]


def test_lint_of_what_is_no_persona(here: Here) -> None:
    assert "there is no file" in here("persona", "lint", "gone.yaml", code=2)
    assert "is a folder" in here("persona", "lint", "./personas", code=2)
    assert "there is no persona `custom_broker`" in here("persona", "lint", "custom_broker", code=2)
    assert "not both" in here("persona", "lint", code=2)
    huge = Path("huge.yaml")
    with huge.open("wb") as file:
        file.truncate(1 << 30)
    assert "a persona's file has a few thousand" in here("persona", "lint", huge, code=2)


def test_diff_tells_two_people_and_two_versions_apart(here: Here) -> None:
    jo("age: 40\n")
    Path("old").mkdir()
    Path("old/jo.yaml").write_text(JO + "age: 50\n", "utf-8")
    told = json.loads(here("persona", "diff", "old/jo.yaml", "personas/jo.yaml", "--json"))
    assert [row["path"] for row in told["differences"]] == ["age"]
    assert told["traits"] == 0
    shown = here("persona", "diff", "customs_broker", "jo")
    assert "formality: 85 → 50 (-35)" in shown
    assert "name two" in here("persona", "diff", "jo", "jo", code=2)


NADIA = {
    "first_name": "Nadia",
    "last_name": "Khoury",
    "occupation": "Ward Manager",
    "secret": "Looks for another job\n# and: evil",
    "mbti": "ENFJ",
}


def test_import_writes_personas_and_says_what_could_not_come_over(here: Here) -> None:
    Path("n.json").write_text(json.dumps(NADIA), "utf-8")
    shown = here("persona", "import", "n.json", "--out", "people")
    assert "n.json → people/nadia_khoury.yaml" in shown
    assert "left behind: mbti" in shown
    assert "belongs into another file: secret → facts.yaml" in shown
    here("persona", "lint", "people/nadia_khoury.yaml")
    assert "nothing is overwritten" in here("persona", "import", "n.json", "--out", "people", code=2)
    told = json.loads(here("persona", "import", "n.json", "--out", "more", "--json"))
    assert told[0]["kind"] == "persona"
    assert {"fate": "elsewhere", "source": "secret", "to": "facts.yaml",
            "note": "Looks for another job # and: evil"} in told[0]["fields"]  # fmt: skip


def test_import_of_what_it_does_not_know(here: Here) -> None:
    Path("x.json").write_text("[1, 2]", "utf-8")
    assert "holds no TinyTroupe agent" in here("persona", "import", "x.json", code=2)
    assert "--format yaml: there is no such format" in here(
        "persona", "import", "x.json", "--format", "yaml", code=2
    )
    Path("x.json").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in here("persona", "import", "x.json", code=2)


@pytest.mark.parametrize("escape", [r"\ud83d", r"\udc00", r"\u0000", r"\ud83d\u0041"])
def test_import_of_a_text_that_no_file_can_hold_names_the_line_and_leaves_nothing(
    here: Here, escape: str
) -> None:
    text = json.dumps({**NADIA, "occupation": "MARK"}, indent=1)
    Path("n.json").write_text(text.replace("MARK", f"Ward {escape} manager"), "utf-8")
    told = here("persona", "import", "n.json", "--out", "people", code=2)
    assert "n.json:4:" in told
    assert f"`{escape[:6]}` is no character" in told
    assert not Path("people").exists()
    Path("n.json").write_text(text.replace("MARK", r"Ward \ud83d\ude00 \\u0000 manager"), "utf-8")
    here("persona", "import", "n.json", "--out", "people")
