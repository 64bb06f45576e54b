from __future__ import annotations

import json

from .conftest import Office


def test_finding_people(office: Office) -> None:
    def search(query: str) -> list[str]:
        return [one.person for one in office.use("noor", "directory.search", query=query).people]

    assert search("ines") == ["ines"]
    assert search("Inês") == ["ines"]
    assert search("pricing") == ["ines"]
    assert search("bakker") == ["pieter", "joost"]
    assert search("operations head") == ["dewi"]
    assert search("elsewhere") == ["joost"]
    assert search("zebra") == []
    assert len(search("")) == 6


def test_a_card(office: Office) -> None:
    card = office.use("noor", "directory.show", person="mei")
    assert (card.title, card.department, card.local_time) == (
        "Agent",
        "Operations",
        "Mon 2026-03-02 15:30 Asia/Singapore",
    )
    assert card.working_hours == "Mon-Fri 09:00-12:30, 13:00-17:30"
    assert office.use("dewi", "directory.show", person="noor").manager == "Dewi Santoso (dewi)"


def test_of_outsiders_only_what_one_needs_to_write_to_them(office: Office) -> None:
    card = {
        key: value
        for key, value in office.use("noor", "directory.show", person="joost").record().items()
        if value
    }
    assert card == {
        "person": "joost",
        "name": "Joost Bakker",
        "company": "Elsewhere Lines",
        "mail": "joost@elsewhere.example",
    }
    assert "Account manager" not in json.dumps(office.use("noor", "directory.search", query="").record())
    assert office.use("noor", "directory.search", query="account manager").found == 0


def test_nobody_of_that_name(office: Office) -> None:
    error = office.refused("noor", "directory.show", person="peter")
    assert error.code == "not_found"
    assert "Pieter" in error.hint
