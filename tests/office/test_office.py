from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tenure.engine.office.office import UnknownPerson

from .bureau import Bureau, people, setup


@pytest.mark.parametrize(
    "name",
    [
        "ines",
        "Ines",
        "ines test",
        "  INES  Test ",
        "ines@office.example",
        "Ines Test <ines@office.example>",
        "@ines",
    ],
)
def test_people_are_found_by_any_usual_name(name: str) -> None:
    assert Bureau().office.resolve(name) == "ines"


def test_a_misspelt_name_gets_a_suggestion_and_an_ambiguous_one_a_choice() -> None:
    office = Bureau().office
    with pytest.raises(UnknownPerson, match="Did you mean `pieter`"):
        office.resolve("peiter")
    with pytest.raises(UnknownPerson, match="there is nobody called `nobody`"):
        office.resolve("nobody")
    everybody = people()
    everybody["dewi"] = replace(everybody["dewi"], first="Ines")
    everybody["noor"] = replace(everybody["noor"], first="Ines", id="noor")
    with pytest.raises(UnknownPerson, match="several people"):
        Bureau(setup(people={k: v for k, v in everybody.items() if k != "ines"}, facts={})).office.resolve(
            "Ines"
        )


def test_every_module_of_the_office_has_its_own_components_and_a_dump_in_json() -> None:
    bureau = Bureau()
    modules = bureau.office.modules()
    names = [component.name for module in modules for component in module.components()]
    assert len(names) == len(set(names))
    kinds = [kind for module in modules for kind in module.handlers()]
    assert len(kinds) == len(set(kinds))
    bureau.say("noor", "ines", "Hello")
    for module in modules:
        for component in module.components():
            dump = component.dump()
            assert json.loads(json.dumps(dump)) == dump
            component.load(json.loads(json.dumps(dump)))
            assert component.dump() == dump
