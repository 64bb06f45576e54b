"""People written for Sotopia: agent profiles and relationship profiles, one or many in a JSON file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from .guessing import big_five, pronouns, years
from .report import Building, short
from .tinytroupe import secret_snippet

RELATIONS: Final = (
    "stranger",
    "know_by_name",
    "acquaintance",
    "friend",
    "romantic_relationship",
    "family_member",
)
_TRUST: Final = (None, 350, 450, 700, 850, 800)
"""Trust by kind of relationship, per mille: guesses, and said to be so."""
_MINE: Final = frozenset(
    {"first_name", "last_name", "occupation", "public_info", "big_five", "moral_values", "secret"}
)


def is_profile(data: Mapping[str, Any]) -> bool:
    """Whether a JSON object is an agent profile of theirs."""
    return len(_MINE & set(data)) >= 3 and ("first_name" in data or "last_name" in data)


def is_relationship(data: Mapping[str, Any]) -> bool:
    """Whether a JSON object is a relationship profile of theirs."""
    return {"agent_1_id", "agent_2_id", "relationship"} <= set(data)


def read(data: Mapping[str, Any]) -> Building:
    """An agent profile, field by field."""
    built = Building()
    fields = {key: value for key, value in data.items() if value not in (None, "", [], {})}
    names = [" ".join(str(fields.pop(key, "")).split()) for key in ("first_name", "last_name")]
    if any(names):
        built.put("name", " ".join(name for name in names if name), "first_name, last_name")
    if "age" in fields:
        age = fields.pop("age")
        if str(age) != "0":
            years(built, age, "age")
    if "occupation" in fields:
        built.put("role.profession", " ".join(str(fields.pop("occupation")).split()).lower(), "occupation")
    gender = fields.pop("gender", None)
    if "gender_pronoun" in fields and pronouns(built, fields.pop("gender_pronoun"), "gender_pronoun"):
        gender = None
    if gender is not None:
        pronouns(built, gender, "gender")
    if "big_five" in fields:
        big_five(built, fields.pop("big_five"), "big_five")
    values: list[str] = []
    for key in ("moral_values", "schwartz_personal_values"):
        given = fields.pop(key, None)
        items = cast("list[Any]", given) if isinstance(given, list) else str(given or "").split(",")
        values += [" ".join(str(one).split()) for one in items if str(one).strip()]
    if values:
        built.put("values", list(dict.fromkeys(values)), "moral_values, schwartz_personal_values")
    for key in ("public_info", "personality_and_values", "decision_making_style"):
        if key in fields:
            label = "Decides: " if key == "decision_making_style" else ""
            built.tell(f"{label}{_text(fields.pop(key))}", key)
    if "secret" in fields:
        secret = _text(fields.pop("secret"))
        built.elsewhere("secret", "facts.yaml", secret, secret_snippet(secret))
    for key, value in fields.items():
        why = {
            "mbti": "the five traits say it",
            "pk": "their key",
            "model_id": "minds are chosen by the run",
            "tag": "their bookkeeping",
        }.get(key, "no such field")
        built.leave(key, value, why)
    return built


def _text(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(" ".join(str(one).split()) for one in cast("list[Any]", value))
    return " ".join(str(value).split())


def tie_notes(relations: Sequence[Mapping[str, Any]], ids: Mapping[str, str]) -> dict[str, list[str]]:
    """Lines for cast files, by persona id; those about people who are not among `ids` stand under the empty key.

    Args:
        relations: Relationship profiles.
        ids: Their keys of agents to persona ids.
    """
    notes: dict[str, list[str]] = {}
    for relation in relations:
        one, other = str(relation["agent_1_id"]), str(relation["agent_2_id"])
        kind = _kind(relation.get("relationship"))
        story = short(relation.get("background_story") or "", 200)
        for mine, theirs in ((one, other), (other, one)):
            whom = ids.get(theirs, f"<id of {short(theirs, 40)}>")
            trust = _TRUST[kind]
            tie = (
                f"    - {{to: {whom}, kind: works_with, trust: {trust}}}  # {RELATIONS[kind]}; the trust is a guess"
                if trust is not None
                else f"    # {whom}: strangers, no tie"
            )
            lines = notes.setdefault(ids.get(mine, ""), [])
            if mine not in ids:
                lines.append(f"  for {short(mine, 40)}:")
            lines.append(tie)
            if story:
                lines.append(f"    # {story}")
    return notes


def _kind(value: Any) -> int:
    text = str(value).strip().casefold()
    if text.isdecimal() and int(text) < len(RELATIONS):
        return int(text)
    return RELATIONS.index(text) if text in RELATIONS else 0
