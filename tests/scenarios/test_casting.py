"""Who is cast with which mind: by the pack, by its seed and by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.registry import UnknownMindError
from tenure.personas.problems import AuthoringErrors, Misfit
from tenure.scenarios.build import pack_of
from tenure.scenarios.casting import Casting, Roles, cast_roles, coworkers_pin, minds_of, unused_names
from tenure.scenarios.colleagues import with_colleagues
from tenure.scenarios.lint.people import lint_people
from tenure.scenarios.loader import load_pack
from tenure.scenarios.pack import Pack
from tenure.scenarios.play import new_run
from tenure.scenarios.source import PackSource
from tests.agents.lamps import lamps

_PERSONAS = PackSource.read(Path(__file__).parents[2] / "scenarios" / "packs" / "first_week").personas
SPEC = MindSpec.model_validate({"model": "openai/small", "api_base": "http://127.0.0.1:9/v1"})
OTHER = MindSpec.model_validate({"model": "openai/large", "temperature": 0.5})
BIRD = """
class Parrot:
    name = "parrot"
    instant = True
    recorded = False

    def __init__(self, persona, person):
        pass

    async def decide(self, percept, calls):
        raise AssertionError("nobody looks at anything here")
"""


def source(minds: str = "", *people: str, **files: str) -> PackSource:
    """The small office with `minds:`, further people and files."""
    found = dict(lamps().files)
    found["scenario.yaml"] += f"\n{minds}\n".encode()
    for number, person in enumerate(people):
        text = (
            f"persona: warehouse_coordinator\nname: Person Number{number}\ntitle: Clerk\nmanager: annelies\n"
        )
        found[f"cast/{person}.yaml"] = text.encode()
    for name, text in files.items():
        found[name.replace("__", "/").replace("_dot_", ".")] = text.encode()
    return PackSource(found, {**_PERSONAS, **lamps().personas})


def pack(minds: str = "", *people: str, seed: int = 3, **files: str) -> Pack:
    return load_pack(source(minds, *people, **files), seed=seed)


def begins(roles: Roles) -> dict[str, str]:
    return roles.settings.get("minds", {})


MARKED = """
minds:
  people:
    ines: model
  moves:
    - {who: crowd, to: model, when: written_to_by_seat, back_after: 3 work days without contact}
"""


def test_without_a_model_everybody_is_scripted_and_nothing_is_kept() -> None:
    roles = cast_roles(pack(MARKED))
    assert (roles.settings, roles.meta) == ({}, {})
    assert roles.unbound == ("model",)
    assert cast_roles(pack()).unbound == ()


def test_a_bound_model_plays_those_whom_the_pack_marks() -> None:
    roles = cast_roles(pack(MARKED), Casting(coworkers=SPEC))
    assert begins(roles) == {"ines": "model"}
    assert roles.settings["tiers"] == [
        {"who": ["annelies"], "to": "model", "when": "written_to_by_seat", "back_after": "3 work days"}
    ]
    assert roles.meta == {"minds": {"model": SPEC.model_dump(mode="json")}}
    assert roles.unbound == ()


def test_a_bound_model_plays_everybody_where_the_pack_marks_nobody() -> None:
    assert begins(cast_roles(pack(), Casting(coworkers=SPEC))) == {"annelies": "model", "ines": "model"}


def test_names_are_bound_one_by_one_and_the_rest_to_the_same_model() -> None:
    marked = "minds: {people: {ines: careful_model, annelies: quick_model}}"
    some = cast_roles(pack(marked), Casting(minds={"careful_model": OTHER}))
    assert begins(some) == {"ines": "careful_model"}
    assert some.unbound == ("quick_model",)
    whole = cast_roles(pack(marked), Casting(coworkers=SPEC, minds={"careful_model": OTHER}))
    assert begins(whole) == {"annelies": "quick_model", "ines": "careful_model"}
    assert {name: one["model"] for name, one in whole.meta["minds"].items()} == {
        "careful_model": "openai/large",
        "model": "openai/small",
        "quick_model": "openai/small",
    }


def test_what_is_said_by_hand_wins_and_is_not_moved() -> None:
    casting = Casting(coworkers=SPEC, mind_of={"ines": "scripted"}, humans=("annelies",))
    roles = cast_roles(pack(MARKED), casting)
    assert begins(roles) == {"annelies": "human"}
    assert "tiers" not in roles.settings
    assert roles.meta["cast"] == {"ines": "scripted"}


def test_a_mind_of_the_packs_own_needs_no_binding() -> None:
    own = pack("minds: {people: {ines: parrot}}", minds__bird_dot_py=BIRD)
    assert begins(cast_roles(own)) == {"ines": "parrot"}
    by_cast = lamps().text("cast/ines.yaml") + "mind: parrot\n"
    named = pack(cast__ines_dot_yaml=by_cast, minds__bird_dot_py=BIRD)
    assert begins(cast_roles(named)) == {"ines": "parrot"}
    assert minds_of(named, {}) == {"ines": "parrot"}  # a run from before settings said it
    undone = cast_roles(named, Casting(mind_of={"ines": "scripted"}))
    assert undone.settings == {"minds": {}}
    assert minds_of(named, undone.settings) == {}


def test_a_cast_file_may_say_model() -> None:
    by_cast = lamps().text("cast/ines.yaml") + "mind: model\n"
    named = pack(cast__ines_dot_yaml=by_cast)
    assert cast_roles(named).settings == {}
    assert begins(cast_roles(named, Casting(coworkers=SPEC))) == {"ines": "model"}


@pytest.mark.parametrize(
    ("casting", "said"),
    [
        (Casting(humans=("inse",)), "Did you mean `ines`?"),
        (Casting(humans=("sam",)), "`sam` is no coworker with a mind"),
        (Casting(mind_of={"ines": "model"}), "Say which: --coworkers MODEL."),
        (Casting(mind_of={"ines": "careful"}), "Bind it: --mind careful=MODEL."),
        (Casting(humans=("ines",), mind_of={"ines": "scripted"}), "Say one of them."),
        (Casting(colleagues=("ines",), mind_of={"ines": "scripted"}), "Say one of them."),
    ],
)
def test_what_cannot_be_cast_is_told_with_the_fix(casting: Casting, said: str) -> None:
    with pytest.raises(Misfit) as told:
        cast_roles(pack(), casting)
    assert said in f"{told.value} {told.value.fix}"


def test_a_mind_that_is_not_there_is_told() -> None:
    named = pack(cast__ines_dot_yaml=lamps().text("cast/ines.yaml") + "mind: parot\n", minds__b_dot_py=BIRD)
    with pytest.raises(UnknownMindError, match=r"Did you mean `parrot`\?"):
        cast_roles(named)


# Draws ---------------------------------------------------------------------------------------------------------------

DRAWN = "minds: {people: {crowd: {draw: [model, scripted]}}}"
CROWD = tuple(f"clerk{number}" for number in range(12))


def drawn(*people: str, seed: int = 3) -> dict[str, str]:
    return begins(cast_roles(pack(DRAWN, *people, seed=seed), Casting(coworkers=SPEC)))


def test_a_draw_follows_the_seed_and_gives_everybody_their_own() -> None:
    of_seeds = {seed: drawn(*CROWD, seed=seed) for seed in range(4)}
    assert len({json.dumps(one) for one in of_seeds.values()}) == 4
    for one in of_seeds.values():
        assert 0 < len(one) < len(CROWD) + 2
        assert set(one.values()) == {"model"}
    assert drawn(*CROWD) == of_seeds[3]


@given(st.sets(st.sampled_from(CROWD), max_size=5))
def test_adding_somebody_moves_nobody_elses_mind(more: set[str]) -> None:
    before = drawn()
    after = drawn(*sorted(more))
    assert {person: mind for person, mind in after.items() if person not in more} == before


def test_a_casting_is_the_same_in_every_process() -> None:
    code = (
        "import json; from tests.scenarios.test_casting import *; "
        "print(json.dumps(cast_roles(pack(DRAWN_AND_MOVED, *CROWD), Casting(coworkers=SPEC)).settings), "
        "new_run('first_week', seed=3, casting=Casting(coworkers=SPEC)).digest)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1
    assert '"tiers"' in outputs.pop()


DRAWN_AND_MOVED = """
minds:
  people: {crowd: {draw: [model, scripted, scripted]}}
  moves: [{who: [ines, annelies, clerk0, clerk1, clerk2], to: model}]
"""


# Writing it ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("minds", "said"),
    [
        ("minds: {people: {inse: model}}", "there is no person `inse`. Did you mean `ines`?"),
        ("minds: {people: {ines: Model}}", "`Model` is not written as needed."),
        ("minds: {people: {ines: {draw: [model]}}}", "1 given, at least 2 needed."),
        ("minds: {people: {ines: {drw: [a, b]}}}", "Did you mean `draw`?"),
        ("minds: {moves: [{who: crwd, to: model}]}", "there is no person `crwd`. Did you mean `crowd`?"),
        (
            "minds: {moves: [{who: crowd, to: model, when: soon}]}",
            "Write `written_to_by_seat`, or a condition",
        ),
        (
            "minds: {moves: [{who: crowd, to: model, when: {known: {fact: lamp_prise, by: ines}}}]}",
            "there is no fact `lamp_prise`. Did you mean `lamp_price`?",
        ),
        (
            "minds: {moves: [{who: crowd, to: model, back_after: 5 workdays}]}",
            'Write "5 work days without contact"',
        ),
        (
            "minds: {moves: [{who: crowd, to: a}, {who: [crowd, ines], to: b}]}",
            "move 1 and move 2 both move `crowd` at the same time",
        ),
    ],
)
def test_a_slip_is_told_with_file_line_and_fix(minds: str, said: str) -> None:
    with pytest.raises(AuthoringErrors) as told:
        pack(minds)
    (error,) = told.value.errors
    assert said in str(error)
    assert str(error).startswith("scenario.yaml:")
    assert error.line >= lamps().text("scenario.yaml").count("\n")


@pytest.mark.parametrize(
    ("minds", "code"),
    [
        ("minds: {people: {sam: model}}", "no-mind"),
        ("minds: {people: {ines: human}}", "no-mind"),
        ("minds: {people: {ines: model, annelies: model}, moves: [{who: crowd, to: model}]}", "no-move"),
        ("minds: {people: {ines: model}, moves: [{who: ines, to: model}]}", "no-move"),
    ],
)
def test_lint_finds_minds_that_can_do_nothing(minds: str, code: str) -> None:
    assert code in {one.code for one in lint_people(pack(minds))}


def test_lint_has_nothing_against_minds_that_can() -> None:
    assert not {"no-mind", "no-move"} & {one.code for one in lint_people(pack(MARKED))}


# Pins ----------------------------------------------------------------------------------------------------------------


def pin(pack: Pack, casting: Casting | None = None) -> str:
    roles = cast_roles(pack, casting)
    return coworkers_pin(with_colleagues(pack, (casting or Casting()).colleagues), roles.settings, roles.meta)


def test_a_pin_names_the_models_and_what_bears_on_their_answers() -> None:
    assert pin(pack(MARKED)) == "scripted"
    assert pin(pack(MARKED), Casting(coworkers=SPEC)) == "model=openai/small"
    assert pin(pack(MARKED), Casting(coworkers=OTHER)) == 'model=openai/large {"temperature": 0.5}'
    slow = SPEC.model_copy(update={"timeout": 5.0, "retries": 0, "early": False})
    assert pin(pack(MARKED), Casting(coworkers=slow)) == "model=openai/small"
    by_hand = Casting(coworkers=SPEC, mind_of={"ines": "scripted"}, humans=("annelies",))
    assert pin(pack(MARKED), by_hand) == "model=openai/small, annelies=human, ines=scripted"


def test_a_pin_does_not_hang_on_what_a_seed_draws() -> None:
    pins = {pin(pack(DRAWN, *CROWD, seed=seed), Casting(coworkers=SPEC)) for seed in range(4)}
    assert pins == {"model=openai/small"}


def test_runs_of_packs_that_mark_people_say_so(tmp_path: Any) -> None:
    made = new_run(source(MARKED), seed=3, casting=Casting(coworkers=SPEC, budget={"tokens": 5}))
    assert made.settings["mind_budget"] == {"tokens": 5}
    assert made.settings["minds"] == {"ines": "model"}
    world: Any = made.world
    assert world.tiers.of("ines") == "model"
    assert world.setup.thinkers == {"ines", "annelies"}
    plain = new_run(source(MARKED), seed=3)
    assert {"minds", "tiers", "mind_budget", "colleagues"} & plain.settings.keys() == set()
    assert pack_of(plain.files, "first", 3, {}).scenario.minds.people == {"ines": "model"}


def test_a_bound_name_that_nobody_can_come_to_have_is_told() -> None:
    drawn = "minds:\n  people: {ines: {draw: [careful, scripted]}}\n"
    bound = Casting(minds={"careful": SPEC, "carefull": OTHER})
    assert unused_names(pack(drawn), bound) == ("carefull",)
    assert unused_names(pack(), bound) == ("careful", "carefull")
    assert unused_names(pack(MARKED), Casting(minds={"model": SPEC})) == ()
    assert unused_names(pack(), bound.model_copy(update={"mind_of": {"ines": "careful"}})) == ("carefull",)
