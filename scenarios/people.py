"""The people of a pack: cast files and personas brought together."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from ..personas import Persona, UnknownPersonaError, available, persona_from_files
from ..personas.problems import AuthoringError, AuthoringErrors, Misfit, did_you_mean
from ..personas.source import LineMap, load_document, validate
from .documents import Problems, render_data
from .pack import Person
from .params import Params
from .schema.cast import CastMember
from .schema.scenario import Scenario
from .source import PackSource
from .templates import Templates

NOBODY = CastMember.model_construct(title="", seat=True)
"""Stands in for a person whose file is at fault, so that the rest can still be checked."""


@dataclass
class Member:
    """A file of the cast on its way to a `Person`."""

    id: str
    path: str
    data: Any
    lines: LineMap
    persona: Persona | None = None
    name: str = ""


def read_cast(source: PackSource, task: str, params: Params, problems: Problems) -> list[Member]:
    """Read the cast, a task's overlay in place of files of the same name, and find everybody's persona."""
    paths = {path.rsplit("/", 1)[1]: path for path in source.under("cast")}
    paths |= {path.rsplit("/", 1)[1]: path for path in source.under(f"tasks/{task}/overlay/cast")}
    members: list[Member] = []
    plain = Templates(params)
    for name, path in sorted(paths.items()):
        if not name.endswith(".yaml"):
            fix = f"Rename it to {name.rsplit('.', 1)[0]}.yaml, or move it out of cast/."
            problems.add(AuthoringError(path, 1, 1, "", "only .yaml files belong in cast/", fix))
            continue
        try:
            data, lines = load_document(source.text(path), path)
        except AuthoringErrors as fault:
            problems.take(fault)
            continue
        member = Member(name.removesuffix(".yaml"), path, data, lines)
        raw = cast("Mapping[str, Any]", data if isinstance(data, Mapping) else {})
        member.persona = _persona(source, raw.get("persona"), lines, problems)
        try:
            member.name = plain.render(str(raw.get("name") or "")) or (
                member.persona.name if member.persona else member.id
            )
        except Misfit:
            member.name = member.id  # Reported when the whole file is rendered.
        members.append(member)
    if not members and not problems.errors:
        fix = "Add cast/<person>.yaml for everybody, seats included."
        problems.add(AuthoringError("cast", 1, 1, "", "the pack has no people", fix))
    return members


def _persona(source: PackSource, name: Any, lines: LineMap, problems: Problems) -> Persona | None:
    if not isinstance(name, str):
        return None
    try:
        return persona_from_files(source.personas, name)
    except UnknownPersonaError:
        own = (path.rsplit("/", 1)[1].removesuffix(".yaml") for path in source.under("personas"))
        fix = did_you_mean(name, (*own, *available())) or (
            "Create it in the pack's personas/, or name one of the library."
        )
        problems.add(lines.error(("persona",), f"there is no persona `{name}`", fix, value=True))
    except AuthoringErrors as fault:
        problems.take(fault)
    return None


def build_people(
    members: list[Member], scenario: Scenario, templates: Templates, problems: Problems
) -> dict[str, Person]:
    """The people by id; somebody whose file is at fault is stood in for, so that the rest can be checked."""
    people: dict[str, Person] = {}
    addresses: dict[str, str] = {}
    default = next(iter(scenario.calendars))
    for member in members:
        try:
            data, lines = render_data(member.data, member.lines, templates)
            model = validate(CastMember, data, lines)
        except AuthoringErrors as fault:
            problems.take(fault)
            people[member.id] = Person(member.id, member.name, "", default, NOBODY, member.persona)
            continue
        mail = model.mail or _local_part(member.name)
        if "@" not in mail:
            mail = f"{mail}@{scenario.organisation.mail_domain}"
        if mail in addresses:
            message = f"`{mail}` is already the address of {addresses[mail]}"
            problems.add(lines.error(("mail",), message, "Give one of them another `mail:`.", value=True))
        addresses[mail] = member.id
        people[member.id] = Person(
            member.id, member.name, mail, model.calendar or default, model, member.persona
        )
    return people


def _local_part(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    words = ["".join(c for c in word if c.isalnum()) for word in plain.split()]
    return ".".join(word for word in words if word)


def groups_of(people: Mapping[str, Person]) -> dict[str, tuple[str, ...]]:
    """The person ids that `clients`, `outside`, `inside` and `anyone` stand for."""
    outside = [person for person in people.values() if person.member.outside]
    served = {tie.to for person in people.values() for tie in person.member.ties if tie.kind == "supplier_of"}
    clients = [p.id for p in outside if p.id in served or any(t.kind == "client_of" for t in p.member.ties)]
    return {
        "clients": tuple(clients),
        "outside": tuple(person.id for person in outside),
        "inside": tuple(person.id for person in people.values() if not person.member.outside),
        "anyone": tuple(people),
    }


def expanded(who: tuple[str, ...], people: Mapping[str, Person]) -> tuple[str, ...]:
    """Person ids for a list of ids, departments, titles and `all`."""
    inside = [person for person in people.values() if not person.member.outside]
    found: list[str] = []
    for word in who:
        if word in people:
            found.append(word)
        else:
            found += [p.id for p in inside if word in ("all", p.member.department, p.member.title)]
    return tuple(dict.fromkeys(found))
