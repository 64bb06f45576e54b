"""`tenure lint --all`: every pack that can be found, one after the other."""

from __future__ import annotations

import json

from .conftest import Here


def test_every_pack_is_linted_and_told_apart(here: Here) -> None:
    told = json.loads(here("lint", "--all", "--files-only", "--json"))
    assert {"first_week", "harbor_spill"} <= {one["pack"] for one in told}
    assert all(one["ok"] for one in told)


def test_a_pack_or_all_of_them(here: Here) -> None:
    assert "name a pack, or write --all" in here("lint", code=2)
    assert "name a pack, or write --all" in here("lint", "first_week", "--all", code=2)
