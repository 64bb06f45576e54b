"""The JSON Schemas for editors accept what the loader accepts."""

from typing import Any

import jsonschema
import pytest
from pydantic import TypeAdapter, ValidationError

from tenure.engine.office.conditions.model import KINDS, Condition, parts
from tenure.personas.source import load_document
from tenure.scenarios.documents import front_matter
from tenure.scenarios.schema.export import json_schemas
from tenure.scenarios.source import PackSource

FILES = [
    ("scenario", "scenario.yaml"),
    ("facts", "facts.yaml"),
    ("storyline", "storyline.yaml"),
    ("cast", "cast/ines.yaml"),
    ("cast", "cast/noor.yaml"),
    ("cast", "cast/joost.yaml"),
    ("task", "tasks/price_check/task.md"),
    ("rubric", "tasks/price_check/rubric.yaml"),
    ("chat", "world/chat/ops-desk.yaml"),
    ("access", "world/drive/.access.yaml"),
    ("tickets", "world/tickets.yaml"),
    ("crm", "world/crm.yaml"),
    ("library", "world/library/demurrage_rules.md"),
]


@pytest.mark.parametrize(("name", "file"), FILES)
def test_the_example_fits_the_exported_schema_with_params_unfilled(
    example: PackSource, name: str, file: str
) -> None:
    text = example.text(file)
    data, _ = load_document(front_matter(text, file)[0] if file.endswith(".md") else text, file)
    jsonschema.Draft202012Validator(json_schemas()[name]).validate(data)


@pytest.mark.parametrize(("name", "file"), [f for f in FILES if f[0] not in ("chat", "access")])
def test_an_unknown_key_does_not_fit(example: PackSource, name: str, file: str) -> None:
    text = example.text(file)
    data, _ = load_document(front_matter(text, file)[0] if file.endswith(".md") else text, file)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(json_schemas()[name]).validate({**data, "nonsense": 1})


EXAMPLES: list[dict[str, Any]] = [
    {"at": "Tue week 2 09:30"},
    {"agreed": {"approval": "a"}},
    {"asked": {"fact": "f", "person": "ines", "by": "analyst", "times": 2}},
    {"told": {"fact": "f", "to": "clients", "by": "analyst"}},
    {"known": {"fact": "f", "by": "analyst"}},
    {"heard": {"fact": "f", "by": "analyst"}},
    {
        "sent": {
            "by": "analyst",
            "to": "dewi",
            "app": "mail",
            "contains": [["a", "b"], ["c"]],
            "subject": ["s"],
        }
    },
    {"delivered": {"path": "/Reports/*.md", "by": "analyst"}},
    {"shared": {"path": "/x", "with": "ines", "by": "analyst"}},
    {"read": {"path": "/x", "by": "analyst"}},
    {"attended": {"meeting": "m", "by": "analyst"}},
    {"said": {"meeting": "m", "by": "analyst", "contains": [["a"]]}},
    {"promise": {"request": "r", "status": "broken"}},
    {"finished": {"seat": "analyst"}},
    {"beat": {"id": "x"}},
    {"messages": {"by": "analyst", "to": "anyone", "min": 3}},
    {"no": {"condition": {"beat": {"id": "x"}}, "within": "1 work day", "after": {"at": "Mon 09:00"}}},
    {"after": {"condition": {"beat": {"id": "x"}}, "delay": "3h"}},
    {"all": [{"at": "Mon 09:00"}, {"any": [{"beat": {"id": "x"}}]}]},
    {"any": [{"at": "Mon 09:00"}]},
    {"not": {"at": "Mon 09:00"}},
]
CONDITION: TypeAdapter[Any] = TypeAdapter(Condition)


def test_every_kind_of_condition_is_read_and_written_back() -> None:
    assert {next(iter(example)) for example in EXAMPLES} == set(KINDS)
    for example in EXAMPLES:
        condition = CONDITION.validate_python(example)
        assert type(condition) is KINDS[next(iter(example))]
        written = CONDITION.dump_python(condition, mode="json", by_alias=True, exclude_defaults=True)
        assert CONDITION.validate_python(written) == condition


def test_parts_reach_into_every_nesting() -> None:
    condition = CONDITION.validate_python({"all": EXAMPLES[16:]})
    kinds = [type(part).__name__ for part in parts(condition)]
    assert kinds[:4] == ["All", "No", "Beat", "At"]
    assert kinds.count("Beat") == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"at": "Mon 09:00", "beat": {"id": "x"}},
        {"unknown": {}},
        {"asked": {"fact": "f", "approval": "a"}},
        {"asked": {}},
        {"messages": {"by": "a", "min": 0}},
        {"all": []},
        "Mon 09:00",
        None,
    ],
)
def test_nothing_else_is_a_condition(wrong: Any) -> None:
    with pytest.raises(ValidationError):
        CONDITION.validate_python(wrong)
