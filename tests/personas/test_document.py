"""Authors get the values they wrote, at the lines where they wrote them, and never a traceback."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.personas.document import LineMap, load_document, split_path
from tenure.personas.problems import AuthoringError, AuthoringErrors, dotted


def read(text: str) -> object:
    return load_document(text, "a.yaml")[0]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("09:30", "09:30"),
        ("12:30:45", "12:30:45"),
        ("2026-01-02", "2026-01-02"),
        ("1_000", "1_000"),
        ("0o17", 15),
        ("0x1f", 31),
        ("017", 17),
        ("-3", -3),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-.inf", -math.inf),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("'7'", "7"),
        ('"true"', "true"),
        ("!!str 7", "7"),
        ("a:b", "a:b"),
        ("12,50", "12,50"),
    ],
)
def test_plain_values_follow_yaml_1_2(written: str, value: object) -> None:
    found = read(f"key: {written}\n")
    assert found == {"key": value}
    assert type(found["key"]) is type(value)  # type: ignore[index]


def test_keys_stay_text() -> None:
    assert read("no: 1\n7: 2\ntrue: 3\n09:30: 4") == {"no": 1, "7": 2, "true": 3, "09:30": 4}


def test_anchors_merge_keys_and_block_text() -> None:
    text = "base: &b {x: 1, y: 2}\none: {<<: *b, y: 3}\ntwo: *b\nlong: >\n  folded\n  text\n"
    assert read(text) == {
        "base": {"x": 1, "y": 2},
        "one": {"x": 1, "y": 3},
        "two": {"x": 1, "y": 2},
        "long": "folded text\n",
    }


@pytest.mark.parametrize("text", ["\ufeffa: 1", "a: 1\r\n", "--- \na: 1\n...\n", "%YAML 1.1\n---\na: 1\n"])
def test_harmless_framing_is_accepted(text: str) -> None:
    assert read(text) == {"a": 1}


def test_positions_of_keys_items_and_values() -> None:
    _, lines = load_document("# note\na:\n  b:\n    - x\n    - c: long\n", "a.yaml")
    assert lines.at("a.b") == (3, 3)
    assert lines.at("a.b[1]") == (5, 7)
    assert lines.at(("a", "b", 1, "c")) == (5, 7)
    assert lines.where("a.b[1].c", value=True) == ("a.yaml", 5, 10)
    assert lines.at("a.b[1].missing.deeper") == (5, 7), "what is absent is shown at its nearest parent"
    assert lines.at() == (2, 1)
    assert str(lines.error("a.b[0]", "is odd", "Mend it.")) == "a.yaml:4:7: a.b[0]: is odd. Mend it."


def test_an_empty_map_answers_too() -> None:
    assert LineMap("x.yaml").at("a.b") == (1, 1)


@given(st.lists(st.one_of(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.integers(0, 99)), max_size=6))
def test_dotted_paths_read_back(parts: list[str | int]) -> None:
    assert split_path(dotted(parts)) == tuple(parts)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a:\n\tb: 1\n", "a.yaml:2:1: a tab is used for indentation. Indent with spaces."),
        (
            "a: 1\nb: 2\na: 3\n",
            "a.yaml:3:1: a: `a` is already given on line 1. Keep one of the two.",
        ),
        (
            "x:\n  who: me: you\n",
            (
                "a.yaml:2:10: a second `: ` stands in a value. "
                'Put text that contains ": " in quotes, or start the next key on a line of its own.'
            ),
        ),
        (
            "a: 'it''s\nb: 1\n",
            (
                "a.yaml:1:4: a quoted text is not closed. "
                "Close the quote; a quote within '…' is written twice: ''."
            ),
        ),
        ("a: &x [*x]\n", "a.yaml:1:4: a[0]: an alias stands inside the value it names. Write the value out."),
        (
            "a: 1\n---\nb: 2\n",
            (
                "a.yaml:2:1: the file holds more than one document. "
                "Remove the `---` line and keep one document a file."
            ),
        ),
        (
            "a: !secret x\n",
            (
                "a.yaml:1:4: a: the tag `!secret` is not supported. "
                "Remove the tag, or quote text that starts with !."
            ),
        ),
        ("a: x\x00y\n", "a.yaml:1:5: the character U+0000 is not allowed in YAML. Remove it."),
        (
            "a: 1\n b: 2\n",
            (
                "a.yaml:2:3: a second `: ` stands in a value. "
                'Put text that contains ": " in quotes, or start the next key on a line of its own.'
            ),
        ),
        (
            "a:\n  - {when} at the latest\n",
            "a.yaml:2:12: text stands after a closing brace or bracket. Put the whole text in quotes.",
        ),
        (
            "a: [by {when}, soon]\n",
            (
                "a.yaml:1:8: a list in brackets is not closed, or a text in it needs quotes. "
                "Close it with ] or }; put text that contains braces, brackets or quotes in quotes."
            ),
        ),
        (
            "a:\n    b: 1\n  c: 2\n",
            (
                "a.yaml:3:3: this line is indented differently from the lines it belongs to. "
                "Line up keys and list dashes that belong together; quote text that goes on after a quote."
            ),
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_fix(text: str, said: str) -> None:
    with pytest.raises(AuthoringErrors) as raised:
        read(text)
    assert str(raised.value) == said


def test_all_repeated_keys_are_reported() -> None:
    with pytest.raises(AuthoringErrors) as raised:
        read("a: 1\na: 2\nb: {c: 1, c: 2}\n")
    assert [(e.line, e.path) for e in raised.value.errors] == [(2, "a"), (3, "b.c")]


def test_nested_aliases_do_not_explode() -> None:
    layers = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 10))
    with pytest.raises(AuthoringErrors, match="more than 200,000 values"):
        read("l0: &l0 [x]\n" + layers)


@pytest.mark.parametrize("text", ["[" * 20_000, "- " * 20_000 + "x", "a: " + "x" * 5_000_000])
def test_hostile_sizes_are_refused_with_an_error(text: str) -> None:
    with pytest.raises(AuthoringErrors):
        read(text)


@given(st.text(alphabet=st.sampled_from("ab:- \n\t'\"[]{}&*!|>%#?,~<0.@`\\é\x85"), max_size=60))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    refused: tuple[AuthoringError, ...] = ()
    try:
        load_document(text, "a.yaml")
    except AuthoringErrors as fault:
        refused = fault.errors
    assert all(error.line >= 1 and error.column >= 1 and error.message for error in refused)
