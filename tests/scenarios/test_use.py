"""What the storyline lets people do with apps, and what lint says of it."""

from __future__ import annotations

from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.kernel.run import Run
from tenure.scenarios.lint import lint_files
from tenure.scenarios.loader import load_pack
from tenure.scenarios.source import PackSource
from tests.agents.lamps import lamps, new, played

STORY = """
beats:
  - id: rates_change
    when: {{at: "Mon 09:00"}}
    do:
{do}
"""


def told(*uses: str) -> PackSource:
    """The small office in which a beat uses tools."""
    do = "\n".join(f"      - use: {one}" for one in uses)
    return PackSource({**lamps().files, "storyline.yaml": STORY.format(do=do).encode()}, lamps().personas)


async def waits(session: Session) -> None:
    await session.wait(until="Mon 09:30")
    await session.call("drive.read", path="/Rates/now.md")
    await session.finish()


def of(run: Run, kind: str) -> list[Any]:
    return [event.payload for event in run.events((kind,)) if not getattr(event.payload, "past", False)]


async def test_a_beat_lets_somebody_use_a_tool_as_that_person() -> None:
    run = await played(
        new(
            told(
                "{person: ines, tool: drive.write, arguments: {path: /Rates/now.md, text: 'It is 4.'}}",
                "{person: ines, tool: drive.append, arguments: {path: /Rates/now.md, text: 'No, 5.'}}",
            )
        ),
        waits,
    )
    written = of(run, "drive.written")
    assert [(one.by, one.path, one.version) for one in written] == [
        ("ines", "/Rates/now.md", 1),
        ("ines", "/Rates/now.md", 2),
    ]
    assert not of(run, "command.refused")
    assert (await run.replay()).digest == run.digest


async def test_what_the_world_refuses_is_journaled_and_the_run_goes_on() -> None:
    run = await played(
        new(
            told(
                "{person: ines, tool: drive.trash, arguments: {path: /Rates/none.md}}",
                "{person: ines, tool: drive.write, arguments: {path: /Rates/now.md, text: 'It is 4.'}}",
            )
        ),
        waits,
    )
    (refused,) = of(run, "command.refused")
    assert (refused.person, refused.intent, refused.code) == ("ines", "drive.trash", "not_found")
    assert len(of(run, "drive.written")) == 1
    assert run.over


async def test_a_version_that_is_left_out_means_the_newest() -> None:
    write = "{person: ines, tool: drive.write, arguments: {path: /Rates/now.md, text: '%s'}}"
    read = "{person: ines, tool: drive.read_version, arguments: {path: /Rates/now.md}}"
    run = await played(new(told(write % "It is 4.", write % "It is 5.", read)), waits)
    assert [one.version for one in of(run, "drive.read") if one.person == "ines"] == [2]


MISTAKES = [
    ("{person: ines, tool: docs.comment}", "uses `docs.comment`, but docs is not among the apps"),
    ("{person: ines, tool: drive.wriet}", "there is no tool 'drive.wriet'"),
    ("{person: ines, tool: drive.write, arguments: {path: /a.md}}", "`text` is missing"),
    (
        "{person: ines, tool: drive.write, arguments: {path: /a.md, txt: b}}",
        "there is no argument `txt`",
    ),
    (
        "{person: ines, tool: meetings.listen, arguments: {minutes: 5}}",
        "which waits: only a seat can",
    ),
]


@pytest.mark.parametrize(("use", "message"), MISTAKES)
def test_lint_names_the_line_of_a_tool_that_does_not_exist_or_fit(use: str, message: str) -> None:
    fine = "{person: ines, tool: drive.read, arguments: {path: /a.md}}"
    found = [one for one in lint_files(told(fine, use), seeds=(1,)) if one.code == "tool"]
    assert [(one.file, one.line, one.severity) for one in found] == [("storyline.yaml", 7, "error")]
    assert message in found[0].message


def test_a_version_may_be_left_out_in_the_eyes_of_lint() -> None:
    found = lint_files(told("{person: ines, tool: drive.read_version, arguments: {path: /a.md}}"), seeds=(1,))
    assert not [one for one in found if one.code == "tool"]


@pytest.mark.parametrize(
    ("use", "message"),
    [
        ("{person: nobody, tool: drive.read}", "storyline.yaml:6:23: "),
        ("{person: ines, tool: read}", "storyline.yaml:6:"),
        ("{tool: drive.read}", "storyline.yaml:6:"),
        ("{person: ines, tool: drive.read, argument: {}}", "storyline.yaml:6:"),
    ],
)
def test_what_is_no_use_at_all_is_a_fault_at_its_line(use: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_pack(told(use))


# Work in the course of which people use tools ------------------------------------------------------------------------

WORK = """
work:
  - title: Keep the rate sheet
    about: rates
    minutes: 120
    start: "Mon 08:30"
    due: "Tue 17:00"
    use:
{use}
"""


def working(*uses: str, person: str = "ines", more: dict[str, bytes] | None = None) -> PackSource:
    """The small office in which somebody's work uses tools."""
    lines = WORK.format(use="\n".join(f"      - {one}" for one in uses)).encode()
    files = {**lamps().files, **(more or {})}
    files[f"cast/{person}.yaml"] += lines
    return PackSource(files, lamps().personas)


async def sleeps(session: Session) -> None:
    await session.wait(until="Tue 16:00")
    await session.finish()


async def test_people_use_tools_while_they_work_and_it_takes_them_time() -> None:
    write = (
        "{tool: drive.write, arguments: {path: /Rates/now.md, text: 'It is 4 from today on, says Pieter.'}}"
    )
    append = "{tool: drive.append, arguments: {path: /Rates/now.md, text: 'Checked.'}, done: 90}"
    run = await played(new(working(write.replace("}}", "}, done: 30}"), append)), sleeps)
    written = of(run, "drive.written")
    assert [(one.by, one.path, one.version) for one in written] == [
        ("ines", "/Rates/now.md", 1),
        ("ines", "/Rates/now.md", 2),
    ]
    begun = list(run.events(("desk.working",)))
    ends = [event.at for event in run.events(("drive.written",)) if not getattr(event.payload, "past", False)]
    assert [event.payload.until for event in begun] == ends  # type: ignore[attr-defined]
    assert all(event.at + 5_000 < event.payload.until for event in begun)  # type: ignore[attr-defined]
    assert (await run.replay()).digest == run.digest


async def test_a_time_may_be_given_for_it() -> None:
    use = "{tool: drive.write, arguments: {path: /Rates/now.md, text: 'It is 4.'}, at: 'Tue 10:00'}"
    run = await played(new(working(use)), sleeps)
    (event,) = [one for one in run.events(("drive.written",)) if not one.payload.past]  # type: ignore[attr-defined]
    assert 25.5 * 3_600_000 <= event.at < 28 * 3_600_000


def test_lint_names_the_line_of_a_tool_in_somebodys_work() -> None:
    found = [
        one
        for one in lint_files(working("{tool: drive.wriet, arguments: {}}"), seeds=(1,))
        if one.code == "tool"
    ]
    (one,) = found
    lines = working("x").files["cast/ines.yaml"].decode().splitlines()
    assert (one.file, one.line) == ("cast/ines.yaml", lines.index("      - x") + 1)
    assert "there is no tool" in one.message
