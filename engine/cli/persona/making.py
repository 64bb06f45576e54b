"""The command that makes a persona: guided, copied from another, or from answers in a file."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import typer

from ..console import emit, say
from ..failures import INTERRUPTED, Unusable
from ..options import AsJson, pairs
from .places import HOME, check_folder, keep, meant, readable, search, target, write

_HEAD = (
    "A persona. Every key is explained in personas/example.yaml and by `tenure schema persona`; what is left out keeps",
    "its default. Check it with `tenure persona lint`, hear it with `tenure persona talk`.",
)
_DRAFT_HEAD = ("A draft: never loaded as a persona. Go on with `tenure persona new {id}` in this folder.",)


def new(
    id_: str | None = typer.Argument(
        None, metavar="[ID]", help="The persona's id, the name of its file.", show_default=False
    ),
    source: str | None = typer.Option(None, "--from", help="Begin with a copy of this persona."),
    answers: Path | None = typer.Option(
        None, "--answers", help="A YAML file with any keys of a persona; nothing is asked."
    ),
    name: str | None = typer.Option(None, "--name", help="Full name."),
    profession: str | None = typer.Option(None, "--profession", help="The trade, in lower case."),
    title: str | None = typer.Option(None, "--title", help="Usual job title."),
    age: int | None = typer.Option(None, "--age", help="Years."),
    include: list[str] = typer.Option([], "--include", help="A fragment to build on; repeatable."),
    given: list[str] = typer.Option([], "--set", help="Any value: --set style.formality=70; repeatable."),
    ask: bool = typer.Option(True, "--ask/--no-questions", help="Ask for what is not given."),
    out: Path = typer.Option(HOME, "--out", "-o", help="Where it goes; nothing there is overwritten."),
    as_json: bool = AsJson,
) -> None:
    """Make a persona: answer questions, each with an example; everything but name, id and trade can be skipped.

    An empty line skips a question or keeps what stands in brackets, `?` explains, `back` goes back, `done` skips the
    rest. If the input ends or Ctrl-C is pressed, what was given so far is kept in a draft, which `tenure persona new
    ID` goes on with.

    Examples:
        tenure persona new

        tenure persona new night_planner --from warehouse_coordinator --name "Iris Kold" --no-questions

        tenure persona new --answers planner.yaml --out my_pack/personas
    """
    check_folder(out)
    data = _begun(source, answers)
    draft = out / f"{id_}.draft.yaml" if id_ else None
    if draft is not None and draft.is_file() and answers is None and source is None:
        data = read_keys(draft)
        say(f"Going on with {draft}.")
    said = {"id": id_, "name": name, "role.profession": profession, "role.title": title, "age": age}
    _apply(data, {key: value for key, value in said.items() if value is not None}, include, given)
    if source is not None:
        _renamed(data, source)
    if ask and answers is None:
        from .guiding import Ended, guided

        try:
            data = guided(data, search())
        except (Ended, KeyboardInterrupt) as stop:
            _keep(data, out)
            raise typer.Exit(INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 0) from None
    if answers is None:
        finish(data, out, as_json=as_json)
    else:
        _finish_answers(data, answers, out, as_json=as_json)


def _finish_answers(data: dict[str, Any], answers: Path, out: Path, *, as_json: bool) -> None:
    """Write the persona, with faults told where they stand in the answers: the persona's file is not written then."""
    from ....personas.document import load_document
    from ....personas.library import decoded
    from ....personas.problems import AuthoringErrors

    try:
        finish(data, out, as_json=as_json)
    except AuthoringErrors as faults:
        file = str(target(out, str(data["id"])))
        given, lines = load_document(decoded(answers.read_bytes(), str(answers)), str(answers))
        raise AuthoringErrors(
            lines.error(one.path, one.message, one.fix)
            if one.file == file and re.split(r"[.\[]", one.path)[0] in (given or {})
            else one
            for one in faults.errors
        ) from None


def _begun(source: str | None, answers: Path | None) -> dict[str, Any]:
    """What there is before anything is asked."""
    data: dict[str, Any] = {}
    if source is not None:
        from ....personas.document import load_document
        from ....personas.whole import Whole

        which = meant(source)
        if not isinstance(which, str):
            readable(which)
        whole = Whole.load(which, search())
        copied, _ = load_document(whole.text, whole.file)
        data = {key: value for key, value in copied.items() if key not in ("id", "name", "called")}
    if answers is not None:
        readable(answers)
        _merge(data, read_keys(answers))
    return data


def read_keys(path: Path) -> dict[str, Any]:
    """A file with keys of a persona.

    Raises:
        AuthoringErrors: It is no YAML, or not a mapping.
    """
    from ....personas.document import load_document
    from ....personas.library import decoded
    from ....personas.problems import AuthoringErrors

    data, lines = load_document(decoded(path.read_bytes(), str(path)), str(path))
    if data is None:
        return {}
    if not isinstance(data, dict):
        fix = "Write the keys of a persona: `name: …`, `age: …`."
        raise AuthoringErrors([lines.error((), "the file does not hold `key: value` lines", fix)])
    return cast("dict[str, Any]", data)


def _merge(data: dict[str, Any], over: Mapping[str, Any]) -> None:
    for key, value in over.items():
        below: Any = data.get(key)
        if isinstance(value, Mapping) and isinstance(below, dict):
            _merge(cast("dict[str, Any]", below), cast("Mapping[str, Any]", value))
        else:
            data[key] = copy.deepcopy(cast("Any", value))


def _apply(data: dict[str, Any], said: Mapping[str, Any], include: list[str], given: list[str]) -> None:
    from ....personas.document import load_document
    from .questions import put

    for path, value in said.items():
        put(data, path, value)
    for path, value in pairs("--set", given).items():
        read, _ = load_document(f"value: {value}", f"--set {path}")
        put(data, path, cast("dict[str, Any]", read)["value"])
    if include:
        chosen = cast("list[str]", data.setdefault("include", []))
        chosen.extend(one for one in include if one not in chosen)


def _renamed(data: dict[str, Any], source: str) -> None:
    """Sign and greet with the new name where the copy still holds the old one."""
    from ....personas.whole import Whole

    old = Whole.load(meant(source), search()).persona
    name = str(data.get("name") or "")
    if not name:
        return
    data.pop("called", None)
    words = {old.name: name, old.short_name: name.split()[0], old.name.split()[-1]: name.split()[-1]}
    style: Any = data.get("style", {})
    for part in ("greetings", "sign_offs"):
        if isinstance(style, dict) and part in style:
            style[part] = _replaced(style[part], words)


def _replaced(value: Any, words: Mapping[str, str]) -> Any:
    import re

    if isinstance(value, dict):
        return {key: _replaced(one, words) for key, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_replaced(one, words) for one in cast("list[Any]", value)]
    if isinstance(value, str):
        for old, new in words.items():
            value = re.sub(rf"\b{re.escape(old)}\b", new, value)
    return value


def _keep(data: dict[str, Any], out: Path) -> None:
    """Keep what was given so far as a draft."""
    from ....personas.importers.guessing import slug
    from ....personas.writing import persona_text

    if not data:
        say("Nothing was given; nothing is kept.")
        return
    stem = str(data.get("id") or slug(str(data.get("name", ""))) or "persona")
    path = out / f"{stem}.draft.yaml"
    head = [line.format(id=stem) for line in _DRAFT_HEAD]
    keep(path, persona_text(data, head=head))
    say(f"\nStopped. What you gave is kept in {path}; go on with: tenure persona new {stem}{_out(out)}")


def _out(out: Path) -> str:
    return "" if out == HOME else f" --out {out}"


def finish(data: dict[str, Any], out: Path, *, as_json: bool) -> None:
    """Write a persona's file, drop its draft, and say what to do next.

    Raises:
        Unusable: Something needed is missing, or the file exists.
        AuthoringErrors: It would not load.
    """
    from ....personas.compose import compose
    from ....personas.library import fragments
    from ....personas.lint import lint as check
    from ....personas.writing import persona_text
    from .questions import at

    missing = [path for path in ("id", "name", "role.profession") if not at(data, path)]
    if missing:
        raise Unusable(
            f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing: a persona needs an id, a name and a "
            "trade. Give them with ID, --name and --profession, in --answers, or let yourself be asked."
        )
    path = target(out, str(data["id"]))
    text = persona_text(data, head=_HEAD)
    compose(text, str(path), fragments((out, *search())))
    write(path, text)
    (out / f"{data['id']}.draft.yaml").unlink(missing_ok=True)
    checked = check([path], search())[0]
    counts = {kind: sum(one.severity == kind for one in checked.findings) for kind in ("warning", "note")}
    if as_json:
        emit(
            {
                "persona": data["id"],
                "file": str(path),
                **{f"{kind}s": count for kind, count in counts.items()},
            }
        )
        return
    say(f"Made {path}.")
    say(f"Check it:   tenure persona lint {path}   ({_counted(counts)})")
    say(f"Read it:    tenure persona show {path}")
    say(f"Talk to it: tenure persona talk {path}")


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items())
