from __future__ import annotations

from dataclasses import replace

import pytest

from tenure.engine.office.model import Tie
from tenure.engine.office.org import Org

from . import bureau


@pytest.fixture
def org() -> Org:
    return Org(bureau.setup())


def test_managers_and_ties_are_seen_from_both_sides(org: Org) -> None:
    assert org.manager_of("ines") == "dewi"
    assert org.ties("ines", "dewi") == ("managed_by",)
    assert org.ties("noor", "ines") == ("works_with",)
    assert org.ties("dewi", "joost") == ("has_client",)
    assert org.ties("ines", "joost") == ()
    assert org.acquainted("noor", "joost") == 2
    assert org.trust("ines", "noor") == 700


def test_groups_of_rules(org: Org) -> None:
    assert org.covers("clients", "joost")
    assert not org.covers("clients", "dewi")
    assert org.covers("outside", "joost")
    assert org.covers("analyst", "noor")
    assert org.covers("operations", "pieter")
    assert org.covers("manager", "dewi")
    assert org.covers("everyone_but:ines,analyst", "pieter")
    assert not org.covers("everyone_but:ines,analyst", "noor")
    assert org.admits("ines", ("works_with",), "noor")
    assert org.admits("ines", ("manager",), "dewi")
    assert not org.admits("ines", ("works_with", "pieter"), "dewi")


def test_a_circle_of_managers_is_an_error() -> None:
    people = bureau.people()
    people["dewi"] = replace(people["dewi"], manager="ines")
    with pytest.raises(ValueError, match="circle"):
        Org(bureau.setup(people=people))


def test_an_outsider_whom_somebody_supplies_is_a_client() -> None:
    people = bureau.people()
    people["joost"] = replace(people["joost"], ties=())
    assert not Org(bureau.setup(people=people)).is_client("joost")
    people["dewi"] = replace(people["dewi"], ties=(Tie("joost", "supplier_of"),))
    assert Org(bureau.setup(people=people)).is_client("joost")
