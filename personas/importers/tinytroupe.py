"""People written for TinyTroupe: `*.agent.json`, and `*.fragment.json` which several share.

Their personas are free dictionaries, written in the second person; texts are kept as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from .guessing import big_five, home, pronouns, years
from .report import Building, short

_SECRET: Final = re.compile(r"\b(secret\w*|confidential|nobody knows|hides?|hidden)\b", re.IGNORECASE)
_FORMAL: Final = (
    (re.compile(r"\b(very|highly|extremely) formal\b", re.IGNORECASE), 85),
    (re.compile(r"\b(informal|casual|colloquial|laid[- ]back)\b", re.IGNORECASE), 25),
    (re.compile(r"\bformal\b", re.IGNORECASE), 70),
)
_WRAPPERS: Final = (
    "trait",
    "skill",
    "interest",
    "routine",
)  # their older files wrap each item: {"skill": "…"}
_HABITS: Final = ("routines", "routine")
_UNSEEN: Final = ("health", "nationality", "personal_interests", "professional_interests")
_NEVER: Final = "it does not show at work"


def is_agent(data: Mapping[str, Any]) -> bool:
    """Whether a JSON object is one of theirs."""
    if str(data.get("type", "")) in ("TinyPerson", "Fragment"):
        return True
    return "name" in data and bool({"occupation", "personality", "behaviors", "long_term_goals"} & set(data))


def is_fragment(data: Mapping[str, Any]) -> bool:
    """Whether it is a fragment and no person."""
    return str(data.get("type", "")) == "Fragment"


def read(data: Mapping[str, Any]) -> Building:
    """A person of theirs, field by field."""
    built = Building()
    spec = data.get("persona")
    fields = dict(cast("Mapping[str, Any]", spec) if isinstance(spec, Mapping) else data)
    for key in ("type", "json_serializable_class_name"):
        fields.pop(key, None)
    if isinstance(spec, Mapping):
        for key, value in data.items():
            if key not in ("type", "persona", "json_serializable_class_name"):
                built.leave(key, value, "the state of a simulation, not of a person")
    for key in [
        *(name for name in _FIELDS if name in fields),
        *(name for name in fields if name not in _FIELDS),
    ]:
        value = fields[key]
        if value in (None, "", [], {}):
            continue
        if key in _FIELDS:
            _FIELDS[key](built, value, key)
        elif key == "education":
            built.tell(f"Education: {_joined(value)}", key)
        elif key == "long_term_goals":
            built.tell(f"Long-term goals: {_joined(value)}", key)
        elif key in ("other_facts", "secret", "secrets"):
            _facts(built, value, key)
        elif key == "preferences" and isinstance(value, Mapping):
            for name, one in cast("Mapping[str, Any]", value).items():
                built.leave(f"preferences.{name}", one, _NEVER)
        else:
            built.leave(key, _texts(value) if key in _HABITS else value, _reason(key))
    return built


def _reason(key: str) -> str:
    """Why a field is left behind."""
    if key in _HABITS:
        return "set `hours` and `responses` by it"
    return _NEVER if key in _UNSEEN else "no such field"


def _line(value: Any) -> str:
    return " ".join(str(value).split())


def _texts(value: Any) -> list[str]:
    """A list of texts, whatever shape they were given in."""
    if isinstance(value, list):
        return [text for one in cast("list[Any]", value) for text in _texts(one)]
    if isinstance(value, Mapping):
        only = (
            next(iter(cast("Mapping[str, Any]", value))) if len(cast("Mapping[str, Any]", value)) == 1 else ""
        )
        if only in _WRAPPERS:
            return _texts(cast("Mapping[str, Any]", value)[only])
        return [
            f"{key}: {text}" for key, one in cast("Mapping[str, Any]", value).items() for text in _texts(one)
        ]
    text = _line(value)
    return [text] if text else []


def _joined(value: Any) -> str:
    return "; ".join(text.rstrip(".") for text in _texts(value))


def _occupation(built: Building, value: Any, source: str) -> None:
    if not isinstance(value, Mapping):
        built.put("role.profession", _line(value).lower(), source)
        return
    fields = dict(cast("Mapping[str, Any]", value))
    title = _line(fields.pop("title", "") or "")
    if title:
        built.put("role.profession", title.lower(), f"{source}.title")
        built.put("role.title", title, f"{source}.title")
    description = fields.pop("description", "")
    if description:
        built.tell(_joined(description), f"{source}.description")
    organisation = fields.pop("organization", "") or fields.pop("organisation", "")
    if organisation:
        built.elsewhere(
            f"{source}.organization",
            "cast",
            organisation,
            [
                "cast/<person>.yaml, if they work for another company than the pack's:",
                f"  company: {short(organisation)}",
            ],
        )
    for key, one in fields.items():
        built.leave(f"{source}.{key}", one)


def _style(built: Building, value: Any, source: str) -> None:
    text = _joined(value)
    built.tell(f"Style: {text}", source)
    for pattern, formality in _FORMAL:
        if pattern.search(text):
            built.put("style.formality", formality, source, guessed=True)
            break


def _personality(built: Building, value: Any, source: str) -> None:
    if not isinstance(value, Mapping):
        built.tell(_joined(value), source)
        return
    for key, one in cast("Mapping[str, Any]", value).items():
        if key == "big_five":
            big_five(built, one, f"{source}.big_five")
        elif key == "traits":
            for text in _texts(one):
                built.tell(text, f"{source}.traits")
        else:
            built.leave(f"{source}.{key}", one)


def _skills(built: Building, value: Any, source: str) -> None:
    skills = _texts(value)
    if skills:
        built.put(
            "expertise.working", skills, source, guessed=True, note="how well they know each is a guess"
        )


def _beliefs(built: Building, value: Any, source: str) -> None:
    beliefs = [text.rstrip(".") for text in _texts(value)]
    if beliefs:
        built.put("values", beliefs, source)


def _behaviors(built: Building, value: Any, source: str) -> None:
    if not isinstance(value, Mapping):
        built.tell(_joined(value), source)
        return
    for key, one in cast("Mapping[str, Any]", value).items():
        if key == "general":
            for text in _texts(one):
                built.tell(text, f"{source}.general")
        elif isinstance(one, Mapping):
            for name, text in cast("Mapping[str, Any]", one).items():
                built.leave(f"{source}.{key}.{name}", text, "set `hours` and `responses` by it")
        else:
            built.leave(f"{source}.{key}", one, "set `hours` and `responses` by it")


def _relationships(built: Building, value: Any, source: str) -> None:
    items = cast("list[Any]", value) if isinstance(value, list) else [value]
    lines = ["cast/<person>.yaml, once they have a job in a pack (the trust is yours to judge):", "  ties:"]
    for item in items:
        fields = cast("Mapping[str, Any]", item) if isinstance(item, Mapping) else {"description": item}
        name = short(fields.get("name") or fields.get("Name") or "somebody", 40)
        about = short(fields.get("description") or fields.get("Description") or "", 70)
        lines.append(f"    - {{to: <id of {name}>, kind: works_with, trust: 500}}  {about}".rstrip())
    built.elsewhere(source, "cast", value, lines)


def _facts(built: Building, value: Any, source: str) -> None:
    for text in _texts(value):
        if source.startswith("secret") or _SECRET.search(text):
            built.elsewhere(source, "facts.yaml", text, secret_snippet(text))
        else:
            built.tell(text, source)


def secret_snippet(text: str) -> list[str]:
    """What to write into a pack's facts for something that a person keeps to themselves."""
    return [
        "This belongs into facts.yaml of a pack, where a rule says who may be told:",
        "  facts:",
        "    <id>:",
        f"      statement: {' '.join(text.split())}",
        "      topic: <what it is about, as it fits after “about”>",
        "      asks: [<four ways to ask for it>]",
        "      reveals: [[<words that give it away>]]",
        "      holders: [{person: <their id in cast/>, rule: never, says: [<their words>]}]",
    ]


def _told(built: Building, value: Any, source: str) -> None:
    for text in _texts(value):
        built.tell(text, source)


def _name(built: Building, value: Any, source: str) -> None:
    built.put("name", _line(value), source)


_FIELDS: Final[Mapping[str, Callable[[Building, Any, str], object]]] = {
    "name": _name,
    "age": years,
    "gender": pronouns,
    "residence": home,
    "country_of_residence": home,
    "occupation": _occupation,
    "occupation_description": _told,
    "style": _style,
    "personality": _personality,
    "personality_traits": _told,
    "skills": _skills,
    "beliefs": _beliefs,
    "behaviors": _behaviors,
    "relationships": _relationships,
}
"""Fields with a place here, in the order in which they are told."""
