"""Whom ``@name`` calls."""

from __future__ import annotations

import pytest

from tenure.engine.apps.mentions import mentioned_of, names_in
from tenure.engine.apps.people import AddressBook

from .conftest import person, setup


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@ines, and @Noor.", ["ines", "Noor"]),
        ("(@Émile) @rope-works-", ["Émile", "rope-works"]),
        ("write to ines@office.example", []),
        ("10 boxes @ 4.50", []),
    ],
)
def test_a_name_is_called_and_an_address_is_not(text: str, names: list[str]) -> None:
    assert [*names_in(text)] == names


def test_a_first_name_of_two_calls_neither_unless_only_one_is_there() -> None:
    people = {**setup().people, "ines2": person("ines2", "Inês Alves", "Clerk")}
    book = AddressBook(people)
    assert mentioned_of("@Inês and @dewi", book, [*people]) == ["dewi"]
    assert mentioned_of("@Inês and @ines2", book, [*people]) == ["ines2"]
    assert mentioned_of("@Inês", book, ["noor", "ines2"]) == ["ines2"]
