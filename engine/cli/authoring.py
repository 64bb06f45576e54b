"""Commands for authors: what there is, what a pack says, and whether it holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import typer

from .console import console, emit, paged, say
from .failures import FAILED, Unusable
from .options import AsJson, pairs

_PACK = typer.Argument(
    help="A pack's name or folder, with :TASK for one that is not the default.", show_default=False
)
_SEED = typer.Option(1, "--seed", "-s", help="What the params are drawn from.")
_SET = typer.Option([], "--set", help="Set a param by hand, name=value; repeatable.")


def scenarios(
    pack: str | None = typer.Argument(None, help="Describe this one; all are listed without it."),
    as_json: bool = AsJson,
) -> None:
    """List the packs that can be played, or describe one.

    Packs come with Tenure, from installed packages, and from the folders on TENURE_PATH; a pack elsewhere is named by
    its path.

    Examples:
        tenure scenarios

        tenure scenarios first_week
    """
    from ...scenarios.source import PackSource, packs

    if pack is not None:
        _describe_pack(pack, as_json=as_json)
        return
    rows: list[dict[str, Any]] = []
    for name, folder in packs().items():
        source = PackSource.read(folder)
        rows.append({"name": name, "from": str(folder), **_outline(source)})
    if as_json:
        emit(rows)
        return
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("pack", "title", "tasks", "from"):
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(row["name"], row["title"], ", ".join(row["tasks"]), row["from"])
    console().print(table)
    say("Play one with `tenure run NAME`, read one with `tenure explain NAME`.")


def _outline(source: Any) -> dict[str, Any]:
    """A pack's head, read without loading the pack: a faulty one is listed too."""
    from collections.abc import Mapping
    from typing import cast

    from ...personas.document import load_document

    try:
        data, _ = load_document(source.text("scenario.yaml"), "scenario.yaml")
    except ValueError as error:
        return {"title": f"({error})", "tasks": list(source.tasks()), "use": ""}
    head = cast("Mapping[str, Any]", data if isinstance(data, Mapping) else {})
    return {
        "title": str(head.get("title", "")),
        "version": str(head.get("version", "")),
        "use": str(head.get("use", "")),
        "tasks": list(source.tasks()),
    }


def _describe_pack(name: str, *, as_json: bool) -> None:
    from ...scenarios.loader import load_pack
    from ...scenarios.source import find_pack

    source, task = find_pack(name)
    pack = load_pack(source, task=task, seed=1)
    scenario = pack.scenario
    result: dict[str, Any] = {
        "name": scenario.id,
        "from": source.place,
        "title": scenario.title,
        "summary": scenario.summary,
        "version": scenario.version,
        "use": scenario.use,
        "licence": scenario.licence,
        "organisation": scenario.organisation.name,
        "start": pack.clock.text(0),
        "time_zone": scenario.time_zone,
        "seats": {seat: pack.people[one.person].name for seat, one in pack.seats.items()},
        "people": {one.id: f"{one.name}, {one.member.title}" for one in pack.people.values()},
        "apps": list(scenario.apps),
        "facts": len(pack.knowledge.facts),
        "params": {name: str(value) for name, value in pack.params.dump().items()},
        "tasks": {},
    }
    for one in source.tasks():
        header = load_pack(source, task=one, seed=1).task.header
        result["tasks"][one] = {
            "title": header.title,
            "from": pack.people[header.from_].name,
            "work_hours": header.limits.work_hours,
            "split": header.split,
        }
    if as_json:
        emit(result)
        return
    out = console()
    out.print(f"[bold]{scenario.title}[/]  {scenario.id} {scenario.version}, {scenario.use}")
    out.print(scenario.summary)
    out.print(f"[dim]from[/] {source.place}")
    out.print(
        f"[dim]start[/] {result['start']} {scenario.time_zone}   [dim]apps[/] {', '.join(scenario.apps)}"
    )
    out.print("\n[dim]people[/]")
    played = {one.person: seat for seat, one in pack.seats.items()}
    for person, words in result["people"].items():
        seat = f"  [green]seat {played[person]}[/]" if person in played else ""
        out.print(f"  {person:12} {words}{seat}")
    out.print("\n[dim]tasks[/]")
    for one, about in result["tasks"].items():
        mark = " (default)" if one == scenario.default_task else ""
        out.print(f"  {one:20} {about['title']}, {about['work_hours']} work hours{mark}")
    out.print(f"\n[dim]params drawn from the seed[/] {', '.join(result['params'])}")


def personas(
    persona: str | None = typer.Argument(
        None, help="Describe this one; an id or a file. All are listed without it."
    ),
    family: str | None = typer.Option(
        None, "--family", help="List only people of this field: law, finance, hr, …"
    ),
    as_json: bool = AsJson,
) -> None:
    """List the personas that a cast can be made of, or describe one.

    Examples:
        tenure personas

        tenure personas --family law

        tenure personas my_pack/personas/customs_clerk.yaml
    """
    from ...personas.library import load_persona

    if persona is not None:
        _describe_persona(load_persona(persona), as_json=as_json)
    else:
        list_personas((), family, as_json=as_json)


def list_personas(search: Sequence[Path], family: str | None, *, as_json: bool) -> None:
    """Print every persona that can be found; those that don't load are told, and don't hide the others.

    Args:
        search: Folders searched before all others.
        family: Only people of this field, if given.
        as_json: As JSON.
    """
    from ...personas.library import load_persona, shelves
    from ...personas.schema import Family

    families: tuple[str, ...] = get_args(Family)
    if family is not None and family not in families:
        raise typer.BadParameter(f"`{family}` is not a field; choose of {', '.join(families)}.")
    rows: dict[str, dict[str, str]] = {}
    faulty: list[str] = []
    for shelf in shelves(search):
        for name, source in shelf.texts(shelf.personas).items():
            if name in rows:
                continue
            try:
                one = load_persona(source.file)
            except ValueError as error:
                faulty.append(str(error))
                continue
            rows[name] = {
                "id": name,
                "name": one.name,
                "title": one.title,
                "family": one.role.family or "",
                "from": shelf.name,
            }
    ordered = [rows[name] for name in sorted(rows) if family in (None, rows[name]["family"])]
    if as_json:
        emit(ordered)
    else:
        from rich.table import Table

        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        for column in ("id", "name", "title", "family", "from"):
            table.add_column(column, overflow="fold")
        for row in ordered:
            table.add_row(*row.values())
        console().print(table)
    for text in faulty:
        say(text)


def _describe_persona(one: Any, *, as_json: bool) -> None:
    data = one.model_dump(mode="json")
    if as_json:
        emit(data)
        return
    out = console()
    out.print(f"[bold]{one.name}[/], {one.title}")
    if one.background:
        out.print(one.background)
    for part in (
        "big_five",
        "style",
        "responses",
        "attention",
        "reliability",
        "patience",
        "help",
        "security",
    ):
        out.print(f"\n[dim]{part.replace('_', ' ')}[/]")
        for key, value in _flat(data[part]):
            out.print(f"  {key:32} {value}", markup=False)
    out.print("\n[dim]Everything: --json[/]")


def _flat(data: Any, prefix: str = "") -> list[tuple[str, str]]:
    if isinstance(data, dict):
        return [
            row
            for key, value in data.items()  # pyright: ignore[reportUnknownVariableType]
            for row in _flat(value, f"{prefix}.{key}" if prefix else str(key))  # pyright: ignore[reportUnknownArgumentType]
        ]
    if isinstance(data, list):
        return [(prefix, " · ".join(str(item) for item in data) or "–")]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    return [(prefix, str(data))]


def lint(
    pack: str | None = typer.Argument(
        None, help="A pack's name or folder; all that can be found with --all.", show_default=False
    ),
    everything: bool = typer.Option(False, "--all", help="Every pack that can be found by name."),
    files_only: bool = typer.Option(False, "--files-only", help="Only what can be seen without playing."),
    draws: int = typer.Option(
        20, "--draws", min=1, help="Draws of the params that references are played on."
    ),
    as_json: bool = AsJson,
) -> None:
    """Check a pack, then prove its score with runs: references reach theirs, cheap tricks score nothing.

    Exit code 1 if there is an error.

    Examples:
        tenure lint first_week --files-only

        tenure lint ./my_pack --draws 5

        tenure lint --all --files-only
    """
    from ...scenarios.source import packs

    if (pack is not None) == everything:
        raise Unusable("name a pack, or write --all; not both")
    names = list(packs()) if pack is None else [pack]
    results = [_linted(name, files_only=files_only, draws=draws, quiet=as_json) for name in names]
    if as_json:
        emit(results if everything else results[0])
    if not all(one["ok"] for one in results):
        raise typer.Exit(FAILED)


def _linted(pack: str, *, files_only: bool, draws: int, quiet: bool) -> dict[str, Any]:
    """Lint one pack and, unless quiet, print what was found."""
    from ...scenarios import lint as checks
    from ...scenarios.source import find_pack

    source, _ = find_pack(pack)
    findings = checks.lint_files(source)
    errors = [one for one in findings if one.severity == "error"]
    if not files_only and not errors:
        findings += checks.lint_runs(source, seeds=range(draws), tell=say)
        errors = [one for one in findings if one.severity == "error"]
    if not quiet:
        for one in findings:
            typer.echo(str(one))
        counts = {
            kind: sum(one.severity == kind for one in findings) for kind in ("error", "warning", "note")
        }
        told = ", ".join(f"{count} {kind}s" if count != 1 else f"1 {kind}" for kind, count in counts.items())
        typer.echo(f"{pack}: {told}")
    return {"pack": pack, "ok": not errors, "findings": [one.record() for one in findings]}


def explain(
    pack: str = _PACK,
    person: str | None = typer.Option(None, "--person", "-p", help="Only this person."),
    fact: str | None = typer.Option(None, "--fact", "-f", help="Only this fact."),
    criterion: str | None = typer.Option(None, "--criterion", "-c", help="Only this criterion."),
    seed: int = _SEED,
    given: list[str] = _SET,
    as_json: bool = AsJson,
) -> None:
    """Read a pack back in plain sentences: who knows what, who may be told, what hangs on it.

    Examples:
        tenure explain first_week --person ines

        tenure explain first_week --set free_dem=7
    """
    from ...scenarios.explain import Explanation
    from ...scenarios.play import task_of

    if sum(one is not None for one in (person, fact, criterion)) > 1:
        raise Unusable("give one of --person, --fact and --criterion")
    told = Explanation(task_of(pack, seed=seed, given=pairs("--set", given)))
    if person is not None:
        lines = told.person(person)
    elif fact is not None:
        lines = told.fact(fact)
    elif criterion is not None:
        lines = told.criterion(criterion)
    else:
        lines = told.whole()
    if as_json:
        emit({"pack": pack, "lines": lines})
        return
    with paged() as out:
        for line in lines:
            out.print(line, markup=False)


def schema(
    name: str | None = typer.Argument(None, help="Of which file; the names are listed without it."),
    as_json: bool = AsJson,
) -> None:
    """Print the JSON Schema of a file that authors write, for editors that complete and check YAML.

    Examples:
        tenure schema

        tenure schema facts > facts.schema.json
    """
    import json

    from ...personas.problems import did_you_mean
    from ...scenarios.schema.export import json_schemas
    from ...verifiers.rubric import Rubric

    schemas = json_schemas()
    schemas.setdefault("rubric", Rubric.model_json_schema())
    if name is None:
        if as_json:
            emit(sorted(schemas))
        else:
            for one in sorted(schemas):
                typer.echo(one)
        return
    if name not in schemas:
        hint = did_you_mean(name, schemas) or f"There are: {', '.join(sorted(schemas))}."
        raise Unusable(f"there is no schema `{name}`. {hint}")
    if as_json:
        emit(schemas[name])
    else:
        typer.echo(json.dumps(schemas[name], indent=2, ensure_ascii=False))


def new(
    name: str = typer.Argument(help="The pack's id.", show_default=False),
    folder: Path = typer.Option(Path(), "--in", help="Where its folder is made."),
    as_json: bool = AsJson,
) -> None:
    """Start a pack of one's own that runs at once, to be changed step by step.

    Example:
        tenure new my_pack
    """
    from ...scenarios.scaffold import scaffold

    made = scaffold(name, folder)
    if as_json:
        emit({"pack": str(made)})
    else:
        say(f"Made {made}. Play it with: tenure run ./{made}")
