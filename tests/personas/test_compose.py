"""Fragments merge by laws an author can rely on, and whatever clashes is shown in both files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.personas.compose import Located, SourceText, check_fragment, compose, merge
from tenure.personas.document import LineMap
from tenure.personas.library import fragments
from tenure.personas.problems import AuthoringErrors

BASE = "id: jo\nname: Jo Smit\nrole: {profession: dispatcher}\n"


def shelf(**texts: str) -> dict[str, SourceText]:
    return {name: SourceText(f"fragments/{name}.yaml", text) for name, text in texts.items()}


def fault(text: str, **texts: str) -> list[str]:
    with pytest.raises(AuthoringErrors) as raised:
        compose(text, "jo.yaml", shelf(**texts))
    return str(raised.value).splitlines()


# One shape for all, so that a key is of the same kind wherever it is given: what the laws presuppose.
LEAVES = st.one_of(st.integers(0, 3), st.booleans(), st.sampled_from(["a", "b"]))
LISTS = st.lists(LEAVES, max_size=4)


def mappings(depth: int) -> st.SearchStrategy[dict[str, Any]]:
    keys: dict[str, st.SearchStrategy[Any]] = {"one": LEAVES, "two": LEAVES, "list": LISTS, "more": LISTS}
    if depth:
        keys |= {"inner": mappings(depth - 1), "other": mappings(depth - 1)}
    return st.fixed_dictionaries({}, optional=keys)


def merged(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> Mapping[str, Any]:
    return merge(Located(lower, LineMap("lower")), Located(upper, LineMap("upper"))).data


def exact(value: Any) -> Any:
    """Told apart where Python's equality does not: 1 and true."""
    if isinstance(value, dict):
        return {key: exact(inner) for key, inner in value.items()}
    return [exact(inner) for inner in value] if isinstance(value, list) else (type(value), value)


def unrepeated(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: unrepeated(inner) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    return [item for index, item in enumerate(value) if exact(item) not in map(exact, value[:index])]


@given(mappings(2), mappings(2), mappings(2))
def test_merging_is_associative(a: dict[str, Any], b: dict[str, Any], c: dict[str, Any]) -> None:
    assert exact(merged(merged(a, b), c)) == exact(merged(a, merged(b, c)))


@given(mappings(2))
def test_merging_with_oneself_or_nothing_changes_nothing(a: dict[str, Any]) -> None:
    a = unrepeated(a)
    assert exact(merged(a, a)) == exact(merged(a, {})) == exact(merged({}, a)) == exact(a)


@given(mappings(2), mappings(2))
def test_the_upper_side_wins_and_nothing_is_lost(a: dict[str, Any], b: dict[str, Any]) -> None:
    both = merged(a, b)
    assert set(both) == set(a) | set(b)
    for key, value in b.items():
        if isinstance(value, list):
            assert all(exact(item) in map(exact, both[key]) for item in [*a.get(key, []), *value])
        elif not isinstance(value, dict):
            assert exact(both[key]) == exact(value)


@given(mappings(1), mappings(1))
def test_merging_leaves_its_arguments_alone(a: dict[str, Any], b: dict[str, Any]) -> None:
    before = exact(a), exact(b)
    merged(a, b)
    assert (exact(a), exact(b)) == before


def test_the_persona_wins_and_lists_extend_in_order() -> None:
    persona = compose(
        BASE + "include: [first, second]\nvalues: [own, shared]\nage: 50\n",
        "jo.yaml",
        shelf(first="values: [shared, early]\nage: 30\n", second="values: [late, early]\nage: 40\n"),
    )
    assert persona.values == ("shared", "early", "late", "own")
    assert persona.age == 50
    assert persona.include == ("first", "second")


def test_mappings_merge_deeply() -> None:
    persona = compose(
        BASE + "include: [quick]\nresponses: {chat: {never_answered: 7}}\n",
        "jo.yaml",
        shelf(quick="responses: {chat: {median_minutes: 1}, works_evenings: 500}\n"),
    )
    assert (persona.responses.chat.median_minutes, persona.responses.chat.never_answered) == (1, 7)
    assert persona.responses.works_evenings == 500


def test_two_fragments_may_agree_but_not_disagree() -> None:
    agree = shelf(one="age: 30\n", two="age: 30\n")
    assert compose(BASE + "include: [one, two]\n", "jo.yaml", agree).age == 30
    assert fault(
        BASE + "include: [one, two]\n",
        one="memory: {mixed_up: 10}\n",
        two="hours: {lunch_minutes: 20}\nmemory:\n  mixed_up: 20\n",
    ) == [
        (
            "jo.yaml:4:16: include[1]: the fragments disagree about `memory.mixed_up` (fragments/one.yaml line 1, "
            "fragments/two.yaml line 3). Set `memory.mixed_up` in this file, or drop one of them."
        )
    ]


def test_a_fragment_overrides_what_it_includes_itself() -> None:
    texts = shelf(outer="include: [inner]\nage: 31\n", inner="age: 30\ncalled: Joey\n")
    persona = compose(BASE + "include: [outer]\n", "jo.yaml", texts)
    assert (persona.age, persona.called, persona.include) == (31, "Joey", ("outer",))


def test_circles_and_unknown_ids_are_named() -> None:
    assert fault(BASE + "include: [a]\n", a="include: [b]\n", b="x: 1\ninclude: [a]\n") == [
        "fragments/b.yaml:2:11: include[0]: fragments include each other in a circle: a → b → a. Drop one."
    ]
    assert fault(BASE + "include:\n  - nightowl\n", night_owl="age: 30\n") == [
        "jo.yaml:5:5: include[0]: there is no fragment `nightowl`. Did you mean `night_owl`?"
    ]
    assert fault(BASE + "include: [zzz]\n", night_owl="age: 30\n") == [
        "jo.yaml:4:11: include[0]: there is no fragment `zzz`. Known fragments: night_owl."
    ]


def test_faults_are_shown_in_the_file_that_holds_them() -> None:
    assert fault(
        BASE + "include: [odd]\nage: 200\nvalues: [x]\n",
        odd="values:\n  - y\n  - [z]\nmemory:\n  mixed_up: 2000\n",
    ) == [
        (
            "fragments/odd.yaml:3:5: values[1]: expected text, found a list. "
            "What matters to them at work, the most important first."
        ),
        (
            "fragments/odd.yaml:5:13: memory.mixed_up: 2000 is out of range. "
            "Give 0 to 1000 (chance that a faded detail is told wrongly and not as forgotten, per mille)."
        ),
        "jo.yaml:5:6: age: 200 is out of range. Give 16 to 90 (years).",
    ]


def test_values_of_different_kinds_are_not_merged() -> None:
    assert fault(BASE + "include: [odd]\nvalues: fair\n", odd="values: [x]\n") == [
        (
            "jo.yaml:5:9: values: this is a single value, but a list in fragments/odd.yaml line 1. "
            "Write it the same way in both."
        )
    ]


def test_a_fragment_is_not_a_person() -> None:
    assert fault(BASE + "include: [a]\n", a="age: 30\nname: Ann\n") == [
        "fragments/a.yaml:2:1: name: a fragment has no `name`. Remove it: the file's name is its id."
    ]


def test_include_must_be_a_list_of_ids() -> None:
    assert fault(BASE + "include: night_owl\n", night_owl="age: 30\n") == [
        (
            "jo.yaml:4:10: include: expected a list (`- item` lines, or `[a, b]`), found the text `night_owl`. "
            "Ids of fragments this persona is built on."
        )
    ]


@pytest.mark.parametrize("name", sorted(fragments()))
def test_every_built_in_fragment_stands_on_its_own(name: str) -> None:
    source = fragments()[name]
    check_fragment(source.text, source.file, fragments())


def test_a_fragment_may_add_a_single_phrase() -> None:
    check_fragment("voice: {busy: [Swamped.]}\n", "f.yaml")
    with pytest.raises(AuthoringErrors, match=r"`\{nobody\}` is not a slot of busy"):
        check_fragment("voice: {busy: ['{nobody} helps.']}\n", "f.yaml")
