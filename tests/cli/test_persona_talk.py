"""One talks to a persona in the terminal, with or without a pack, with a scripted mind or a model's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tenure.scenarios.talk import Talk
from tests.minds import rules
from tests.minds.coworker_server import CoworkerServer, Failure

from .atterminal import typed
from .conftest import Here, call

RATES = "What are the demurrage and detention rates in the Corvane contract?"
REBATE = "What rebate does Corvane give back to us?"
JO = (
    "id: fleet_planner\nname: Mirjam Oosterhuis\nrole: {profession: fleet planner}\n"
    "background: Drove lorries for nine years.\nhours: {start: '07:00', end: '15:30'}\n"
)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.chdir(tmp_path)
    Path("personas").mkdir()
    Path("personas/fleet_planner.yaml").write_text(JO, "utf-8")


def turns(told: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.splitlines()]


def test_a_persona_is_heard_without_a_pack(here: Here) -> None:
    told = turns(
        here(
            "persona", "talk", "fleet_planner", "--say", "Do you have a minute?", "--say", "Thanks!", "--json"
        )
    )
    assert [one["does"] for one in told] == [["ping"], ["thanks"]]
    assert all(one["text"] for one in told)
    assert "2 messages" in told[1]["perceived"] or "3 messages" in told[1]["perceived"], "one conversation"


def test_lines_through_a_pipe_and_commands(here: Here) -> None:
    lines = f"{RATES}\n/why\n/percept\n\n/time +2h\n/time soon\n/nonsense\n{REBATE}\n/quit\nnever said\n"
    shown = here("persona", "talk", "ines", "--pack", "first_week", "--at", "Tue 10:00", given=lines)
    assert f"you > {RATES}" in shown
    assert "contract_rates (1.00)" in shown
    assert "may tell contract_rates" in shown
    assert "runner-up" in shown, "/why tells more"
    assert "── Inês Carvalho" in shown, "/percept"
    assert "needs may_share_rates by marek" in shown
    assert "never said" not in shown


def test_time_passes_and_off_hours_are_told(here: Here) -> None:
    lines = f"{RATES}\n/time +10h\n{RATES}\n"
    told = turns(
        here("persona", "talk", "ines", "--pack", "first_week", "--at", "Tue 10:00", "--json", given=lines)
    )
    assert told[0]["off_hours"] == ""
    assert "20:0" in told[1]["time"]
    assert told[2]["off_hours"].startswith("Wed 04 Mar 08:")
    assert told[2]["text"] != told[0]["text"], "they were asked that before"


def test_somebody_without_a_job_in_the_pack_gets_one_for_the_talk(here: Here) -> None:
    result = call(
        ["persona", "talk", "personas/fleet_planner.yaml", "--pack", "first_week:venlo_routing", "--at", "Tue 10:00",
         "--say", "Hello, are you there?"],
        Path.cwd(),
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "Mirjam Oosterhuis, Fleet planner at Halyard Lane Forwarding" in result.stderr
    assert "no job for Mirjam" in result.stderr
    assert "Mirjam > " in result.stdout
    assert sorted(path.name for path in Path().iterdir()) == ["personas"], "nothing is kept"


def test_another_version_of_a_persona_stands_in_for_the_packs(here: Here) -> None:
    from tenure.personas.whole import Whole

    text = Whole.load("pricing_specialist").text.replace("name: Inês Carvalho", "name: Inês Moreira")
    Path("mine").mkdir()
    Path("mine/pricing_specialist.yaml").write_text(text, "utf-8")
    shown = call(
        ["persona", "talk", "mine/pricing_specialist.yaml", "--pack", "first_week", "--say", RATES],
        Path.cwd(),
    )
    assert shown.returncode == 0, shown.stderr
    assert "Inês Moreira" in shown.stderr


def test_the_conversation_is_kept_if_asked_for(here: Here) -> None:
    here("persona", "talk", "ines", "--pack", "first_week", "--say", RATES, "--out", "kept/talk.md")
    text = Path("kept/talk.md").read_text("utf-8")
    assert "# Noor Hadley and Inês Carvalho" in text
    assert f"**Noor**, Mon 02 Mar 08:45: {RATES}" in text or RATES in text
    assert "- because: " in text
    assert "not overwritten" in here(
        "persona", "talk", "ines", "--pack", "first_week", "--out", "kept/talk.md", code=2
    )


def test_a_file_that_cannot_be_written_is_told_before_anything_is_said(here: Here) -> None:
    Path("taken").write_text("", "utf-8")
    for out in ("taken/talk.md", "/proc/x/talk.md", f"{'x' * 300}.md"):
        result = call(["persona", "talk", "fleet_planner", "--say", "Hello?", "--out", out], Path.cwd())
        assert (result.returncode, result.stdout) == (2, ""), result.stderr
        assert out.removesuffix("/talk.md") in result.stderr
    here("persona", "talk", "nobody", "--out", "new/below/talk.md", code=2)
    assert not Path("new").exists(), "looking leaves nothing behind"


def test_who_and_when_there_is_not(here: Here) -> None:
    assert "there is no persona `nobody`" in here("persona", "talk", "nobody", code=2)
    assert "there is no persona `nobody`" in here("persona", "talk", "nobody", "--pack", "first_week", code=2)
    assert "no pack `nix`" in here("persona", "talk", "ines", "--pack", "nix", code=2)
    assert here("persona", "talk", "ines", "--pack", "first_week", "--at", "Someday", code=2)
    assert "no coworker with a mind" in here("persona", "talk", "noor", "--pack", "first_week", code=2)
    assert "another --as" in here("persona", "talk", "ines", "--pack", "first_week", "--as", "ines", code=2)
    assert "here you are the one who asks" in here(
        "persona", "talk", "ines", "--pack", "first_week", "--mind", "human", code=2
    )
    assert "no mind of that name" in here(
        "persona", "talk", "ines", "--pack", "first_week", "--mind", "nix", code=2
    )
    assert "say one of them" in here(
        "persona",
        "talk",
        "ines",
        "--pack",
        "first_week",
        "--mind",
        "scripted",
        "--coworkers",
        "local",
        code=2,
    )


def with_model(here: Here, server: CoworkerServer, *lines: str) -> list[dict[str, Any]]:
    said = [part for line in lines for part in ("--say", line)]
    return turns(
        here(
            "persona", "talk", "ines", "--pack", "first_week", "--at", "Wed 10:00", "--coworkers", "openai/rules",
            "--coworker-option", f"api_base={server.address}", "--coworker-option", "retries=0", *said, "--json",
        )
    )  # fmt: skip


def test_a_model_plays_them_and_only_what_is_said_is_paid_for(here: Here) -> None:
    with CoworkerServer(rules.cooperative) as server:
        first, second = with_model(here, server, RATES, REBATE)
    assert len(server.requests) == 2, "the days before are played by scripted minds"
    assert "81" in first["text"]
    assert first["recalled"], "it remembers"
    assert (first["calls"], first["failure"]) == (1, "")
    assert first["tokens"] > 500
    assert second["verdicts"][0]["verdict"] == "needs_approval"
    assert "15" not in second["text"]


def test_what_a_model_looked_up_is_shown(here: Here) -> None:
    with CoworkerServer(rules.looking_up) as server:
        (told,) = with_model(here, server, RATES)
    assert told["looked_up"]
    assert told["calls"] == 2
    assert "81" in told["text"]


@pytest.mark.parametrize("how", ["500", "empty", "refusal"])
def test_a_model_that_fails_is_named_and_the_scripted_mind_answers(here: Here, how: Failure) -> None:
    with CoworkerServer(rules.cooperative, lambda _number, _body: how) as server:
        (told,) = with_model(here, server, RATES)
    assert told["failure"]
    assert "81" in told["text"]


def test_a_talk_leaves_the_same_world_whatever_is_asked_of_whom() -> None:
    """Turns are decided at once, in one conversation; what was told before is remembered."""
    with Talk.begin("first_week", "ines", at="Tue 10:00") as talk:
        first, second = talk.say(RATES), talk.say(RATES)
        assert first.answer.matched[0].fact == second.answer.matched[0].fact == "contract_rates"
        assert first.answer.text != second.answer.text
        assert len(second.sights[-1].percept.said) == 3
        assert talk.percept().startswith("── Inês Carvalho")
        before = talk.now
        assert talk.wait(90) == []
        assert talk.now > before


def test_at_a_terminal_one_types_after_a_prompt_that_tells_the_time(tmp_path: Path) -> None:
    shown = typed(
        ["persona", "talk", "ines", "--pack", "first_week", "--at", "Tue 10:00", "--brief"],
        [RATES, "/time +1h", "/quit"],
        tmp_path,
        b"you > ",
    )
    assert "Tue 03 Mar 10:00  you > " in shown
    assert "Demurrage EUR 81" in shown
    assert "Tue 03 Mar 11:0" in shown
    assert "perceived" not in shown


def test_a_model_without_a_key_is_told_before_anything_is_asked(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    told = here("persona", "talk", "ines", "--pack", "first_week", "--coworkers", "openai/some-model", code=2)
    assert "OPENAI_API_KEY" in told
