"""Nothing that leaves through a door tells of the pack behind it: ids, files, draws, rubric, digests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest

from tenure.engine.access.host import Host, SeatDoor, others
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Call
from tenure.scenarios.pack import Pack
from tenure.scenarios.play import main_seat, new_run, pack_in, play, policy_named
from tests.access.doors import SEED, Week, hosted, over_http

SHOWN = {"cast", "meetings"}
"""What a product would show too: people and meetings have ids."""
WORDS = r"rubric|criteri(on|a)|(facts|storyline|scenario)\.yaml|task\.md|world-later|reference/|\bseed\b"
HEX = r"\b[0-9a-f]{16,}\b"


def strings(value: Any) -> Iterator[str]:
    """All keys and texts of JSON values."""
    if isinstance(value, Mapping):
        for key, item in cast("Mapping[str, Any]", value).items():
            yield key
            yield from strings(item)
    elif isinstance(value, list | tuple):
        for item in cast("list[Any]", value):
            yield from strings(item)
    elif isinstance(value, str):
        yield value


def secret_ids(pack: Pack) -> set[str]:
    """Ids that authors give and no product would show."""
    placed = {
        key.split(".")[1] for key in pack.where if key.count(".") == 1 and key.split(".")[0] not in SHOWN
    }
    rubric = pack.task.rubric
    scored = {one.id for one in (*rubric.criteria, *rubric.penalties)}
    shown = {*pack.people, *(one.id for one in pack.storyline.meetings), *pack.groups}
    # what stands in the company's own files, such as a column's name, is theirs
    own = b"\n".join(data for path, data in pack.source.files.items() if path.startswith("world/"))
    files = re.sub(r"{{.*?}}|{%.*?%}", "", own.decode("utf-8", "replace"), flags=re.DOTALL)
    ids = (placed | scored | {pack.scenario.id, pack.task.id}) - shown
    return {one for one in ids if not ("_" in one and one in files)}


def leaks(run: Run, said: list[Any]) -> list[str]:
    """What was told that should not have been."""
    pack = pack_in(run)
    texts = list(strings(said))
    whole, text = set(texts), "\n".join(texts)
    ids = secret_ids(pack)
    # an id of one word is a word; alone in a field it is an id
    found = [
        one for one in ids if one in whole or ("_" in one and re.search(rf"(?<![\w/]){one}(?![\w.])", text))
    ]
    titles = [one.title for one in (*pack.task.rubric.criteria, *pack.task.rubric.penalties)]
    found += [one for one in titles if one.casefold() in text.casefold()]
    found += [one for one in (run.digest, pack.hash, pack.task.rubric_hash) if one[:12] in text]
    found += [one[0] for one in re.finditer(WORDS, text, re.IGNORECASE)]
    found += [one[0] for one in re.finditer(HEX, text)]
    return sorted(set(found))


def test_the_search_for_leaks_finds_them() -> None:
    with new_run("first_week", seed=SEED) as run:
        said = [
            "see contract_rates",
            {"id": "owed"},
            "The disputed amount is right",
            run.digest,
            "world-later/x.csv",
        ]
        secret = {"contract_rates", "owed", "The disputed amount is right", run.digest, "world-later"}
        assert secret <= set(leaks(run, said))
        assert leaks(run, ["what is owed", "/Reports/contract_rates.xlsx", "marek", "kickoff"]) == []


async def test_a_reference_week_through_a_door_gives_nothing_away(week: Week) -> None:
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run) as served, over_http(served) as client, served.http as http:
            said: list[Any] = [client.instructions, (await client.list_tools()).model_dump(mode="json")]
            said.append(str(client.server_info))
            for path in ("/seat", "/tools", "/nowhere", "/call", "/healthz", "/mcp"):
                answer = await http.get(path)
                said += [answer.text, dict(answer.headers)]
            for tool, arguments in week.calls:
                answer = await http.post("/call", json={"tool": tool, "arguments": arguments})
                said += [answer.json(), dict(answer.headers)]
            said.append((await http.post("/call", json={"tool": "mail.inbox"})).json())
        told = {name for name in secret_ids(pack_in(run)) if name in json.dumps(week.calls)}
        # what the reference itself wrote comes back to it
        assert [one for one in leaks(run, said) if one not in told] == []


HOSTILE: list[Any] = [
    "",
    "../../../etc/passwd",
    "/etc/passwd",
    "/proc/self/environ",
    "../world-x/x.csv",
    "{{ params }}{% for x in y %}",
    "%s%n{0.__class__}",
    "' OR 1=1 --",
    "\x00\ud800\u202e",
    "x" * 20_000,
    "*",
    "Mon 99:99",
]


async def attack(door: SeatDoor, value: Any) -> list[Any]:
    """Call every tool with the value in every field that takes a text, and numbers out of bounds in the others."""
    said: list[Any] = []
    for number in (-1, 10**15):
        for one in door.all_tools():
            function = one["function"]
            if function["name"] == "finish":
                continue
            fields: Mapping[str, Any] = function["parameters"].get("properties", {})
            arguments: dict[str, Any] = {}
            for name, field in fields.items():
                kind = field.get("type")
                if kind == "array":
                    arguments[name] = [value]
                elif kind in ("integer", "number"):
                    if number == -1 or name in function["parameters"].get("required", ()):
                        arguments[name] = number
                elif kind == "boolean":
                    arguments[name] = True
                else:
                    arguments[name] = value
            said.append(await door.call(function["name"], json.dumps(arguments)))
    return said


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
async def test_hostile_calls_give_nothing_away_and_break_nothing(value: Any) -> None:
    with new_run("first_week", seed=SEED) as run:
        async with Host(run, ["analyst"], others(run, ["analyst"])) as host:
            said = await attack(host.doors["analyst"], value)
            assert host.error is None
        if isinstance(value, str) and len(value) > 5:
            said = json.loads(json.dumps(said).replace(json.dumps(value)[1:-1], "…"))
        assert leaks(run, said) == []
        assert "Traceback" not in str(said)
        assert len(json.dumps(said)) < 3_000_000


async def test_a_secret_name_is_answered_as_any_name() -> None:
    """Asked for by its id, a fact, a beat or a pack's file is as unknown as what does not exist."""
    asked = [
        ("drive.read", "path", "/{}"),
        ("drive.read", "path", "/world-later/{}"),
        ("mail.read", "message", "{}"),
        ("directory.show", "person", "{}"),
        ("calendar.show", "meeting", "{}"),
        ("notes.read", "name", "{}"),
    ]
    with new_run("first_week", seed=SEED) as run:
        pack = pack_in(run)
        names = [*sorted(secret_ids(pack))[::5], "facts.yaml", "rubric.yaml", "seats.json", "run.db"]
        async with Host(run, ["analyst"], others(run, ["analyst"])) as host:
            door = host.doors["analyst"]
            for tool, field, form in asked:
                for name in names:
                    nothing = re.sub(r"[a-z]", "q", name)
                    answers = [
                        await door.call(tool, json.dumps({field: form.format(one)}))
                        for one in (name, nothing)
                    ]
                    (known, unknown) = (one["error"] for one in answers)  # hints name what is there and alike
                    assert known["code"] == unknown["code"]
                    assert known["message"].replace(name, "") == unknown["message"].replace(nothing, "")
                    assert not re.search(rf"\b{re.escape(name)}\b", known["hint"])
                await door.call("notes.write", json.dumps({"name": tool, "text": "a call that is not idle"}))


@pytest.mark.accept
async def test_a_long_matter_gives_nothing_away_either() -> None:
    with new_run("harbor_spill", seed=1) as run:
        seat = main_seat(run)
        await play(run, {seat: policy_named("reference", pack_in(run))})
        said = [one.observation for one in run.moves(seat)]
        written = json.dumps([one.move[1] for one in run.moves(seat) if isinstance(one.move, Call)])
        assert [one for one in leaks(run, said) if one not in written] == []
