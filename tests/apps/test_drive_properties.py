"""What holds on the drive whatever people do: no version is lost, nothing hidden shows, search is exact."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenure.engine.apps.base import ToolError
from tenure.engine.apps.drivestate import Files
from tenure.engine.apps.search import Corpus, Entry

from .conftest import ACCESS, Office

PEOPLE = ("noor", "dewi", "ines", "pieter", "mei", "joost")
FOLDERS = ("/Open", "/Finance", "/Finance/Shared", "/Finance/Deep")
PATHS = tuple(f"{folder}/{name}.md" for folder in FOLDERS for name in ("a", "b"))
INSIDE = set(PEOPLE) - {"joost"}

person = st.sampled_from(PEOPLE)
path = st.sampled_from(PATHS)
action = st.one_of(
    st.tuples(st.just("write"), person, path, st.none() | st.integers(0, 4)),
    st.tuples(st.just("append"), person, path, st.none()),
    st.tuples(st.just("edit"), person, path, st.none() | st.integers(1, 4)),
    st.tuples(st.just("share"), person, path, st.sampled_from([*PEOPLE, "#ops-desk", "Pricing", "all"])),
    st.tuples(st.just("unshare"), person, path, st.sampled_from([*PEOPLE, "#ops-desk", "Pricing", "all"])),
    st.tuples(st.just("move"), person, path, path),
    st.tuples(st.just("copy"), person, path, path),
    st.tuples(st.just("trash"), person, path, st.none()),
    st.tuples(st.just("restore"), person, path, st.none() | st.integers(1, 4)),
    st.tuples(st.just("comment"), person, path, st.none()),
)


def arguments(kind: str, who: str, where: str, extra: Any, number: int) -> tuple[str, dict[str, Any]]:
    found: dict[str, Any] = {"path": where}
    if kind in ("write", "append"):
        found["text"] = f"start word{number} end"
    if kind == "edit":
        found |= {"old": "start", "new": f"start edit{number}"}
    if kind in ("write", "edit") and extra is not None:
        found["version"] = extra
    if kind in ("share", "unshare"):
        found["people"] = extra
    if kind in ("move", "copy"):
        found["to"] = extra
    if kind == "restore" and extra is not None:
        found["version"] = extra
    if kind == "comment":
        found["text"] = f"remark{number}"
    return f"drive.{kind}", found


def opens(who: str, where: str) -> bool:
    """The rule of the nearest folder, written out again."""
    inside = who in INSIDE
    folder = where
    while folder:
        folder = folder.rpartition("/")[0]
        rule = ACCESS.get(folder)
        if rule is not None:
            return who in rule or (inside and ("all" in rule or ("Finance" in rule and who == "pieter")))
    return inside


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(action, min_size=4, max_size=22))
def test_versions_are_never_lost_and_nothing_hidden_shows(steps: list[tuple[str, str, str, Any]]) -> None:
    office = Office()
    state = next(one for one in office.world.apps["drive"].components() if isinstance(one, Files))
    history: dict[str, list[str]] = {}
    shares: dict[str, set[str]] = {}
    for number, (kind, who, where, extra) in enumerate(steps):
        before = state.at(where)
        name, given_ = arguments(kind, who, where, extra, number)
        try:
            office.use(who, name, **given_)
            done = True
        except ToolError as error:
            done = False
            hidden = [
                one.path for one in state if not (opens(who, one.path) or who in shares.get(one.id, set()))
            ]
            told = f"{error.message} {error.hint}"
            asked = {where, extra} if isinstance(extra, str) else {where}
            assert not [one for one in hidden if one in told and one not in asked], told
        if done and kind in ("share", "unshare") and before is not None:
            groups = {"#ops-desk": {"noor", "dewi", "mei"}, "Pricing": {"ines"}, "all": INSIDE}
            whom = groups.get(extra, {extra}) - ({who} if kind == "share" else set())
            mine = shares.setdefault(before.id, set())
            shares[before.id] = mine | whom if kind == "share" else mine - whom
        for file in [*state, *state.trash()]:
            now = [version.blob for version in file.versions]
            then = history.get(file.id, [])
            assert now[: len(then)] == then, "a version was lost or changed"
            history[file.id] = now
        assert set(history) == {file.id for file in [*state, *state.trash()]}, "a file was lost"
    for who in PEOPLE:
        check_views(office, state, shares, who)
    office.check_dump()
    office.run.close()


def check_views(office: Office, state: Files, shares: dict[str, set[str]], who: str) -> None:
    """What one person sees by every tool that reads is exactly what they may open."""
    texts = {file.path: office.run.blobs.text(file.now.blob) for file in state}
    mine = {file.path for file in state if opens(who, file.path) or who in shares.get(file.id, set())}
    listed = {row.path for folder in FOLDERS for row in listing(office, who, folder)}
    assert listed == mine
    words = set(re.findall(r"\w+", " ".join(texts.values())))
    for word in sorted(words)[:12]:
        found = office.use(who, "drive.search", query=f'"{word}"')
        assert {row.path for row in found.files} == {
            one for one in mine if re.search(rf"\b{word}\b", texts[one])
        }, word
    hidden = set(texts) - mine
    for where in sorted(hidden):
        for tool, more in (
            ("read", {}),
            ("read_version", {"version": 1}),
            ("download", {}),
            ("versions", {}),
            ("access", {}),
            ("comments", {}),
        ):
            error = office.refused(who, f"drive.{tool}", path=where, **more)
            assert error.code == "not_found"
            assert not [one for one in hidden if one in error.hint]
        assert office.world.apps["drive"]._store.attachment(who, where) is None  # type: ignore[attr-defined]
    for where in sorted(mine):
        assert office.use(who, "drive.read", path=where).text == texts[where]
        assert (
            base64.b64decode(office.use(who, "drive.download", path=where).content).decode() == texts[where]
        )
    trash = json.dumps(office.use(who, "drive.list", path="trash").record())
    for where in {file.path for file in state.trash()}:
        there = [file for file in state.trash() if file.path == where]
        may = any(opens(who, where) or who in shares.get(file.id, set()) for file in there)
        assert (f'"{where}"' in trash) == may, where


def listing(office: Office, who: str, folder: str) -> list[Any]:
    try:
        return office.use(who, "drive.list", path=folder).files
    except ToolError:  # nothing in it may be seen
        return []


# Search --------------------------------------------------------------------------------------------------------------

WORDS = ("hull", "Hülle", "tonnage", "tonnes", "ton", "oil", "spill", "Aldersund", "4.2")
texts = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
documents = st.dictionaries(st.sampled_from("abcdefgh"), st.tuples(texts, texts), min_size=1, max_size=8)
queries = st.lists(
    st.sampled_from([*WORDS, "HULL", "tonn", '"oil spill"', '"spill oil"', "none"]), min_size=1, max_size=3
)


def tokens(text: str) -> list[str]:
    plain = text.replace("ü", "u").casefold()
    return re.findall(r"[a-z0-9]+", plain)


def holds(text: str, term: str) -> bool:
    have, want = tokens(text), tokens(term.strip('"'))
    exact = term.startswith('"')
    for start in range(len(have) - len(want) + 1):
        row = have[start : start + len(want)]
        if row[:-1] == want[:-1] and (row[-1] == want[-1] if exact else row[-1].startswith(want[-1])):
            return True
    return False


@settings(max_examples=300, deadline=None)
@given(documents, queries, st.sets(st.sampled_from("abcdefgh")))
def test_the_index_finds_what_looking_at_every_document_finds(
    having: dict[str, tuple[str, str]], terms: list[str], mine: set[str]
) -> None:
    corpus = Corpus()
    # contents that are another person's are in the same index
    everything = {id_: Entry(title, text) for id_, (title, text) in having.items()}
    corpus.find("hull", everything, lambda id_: having[id_][1])
    seen = {id_: entry for id_, entry in everything.items() if id_ in mine}
    hits = corpus.find(" ".join(terms), seen, lambda id_: having[id_][1])
    fits = {
        id_: [holds(having[id_][0], term) or holds(having[id_][1], term) for term in terms] for id_ in seen
    }
    every = {id_ for id_, found in fits.items() if all(found)}
    some = {id_ for id_, found in fits.items() if any(found)}
    if some:
        assert {hit.id for hit in hits} == (every or some)
    # what one may not see changes neither hits nor their order
    alone = Corpus().find(" ".join(terms), seen, lambda id_: having[id_][1])
    assert hits == alone


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 12_000), st.integers(0, 3))
def test_a_phrase_is_found_wherever_it_stands_in_a_long_text(place: int, gap: int) -> None:
    filler = "lorem ipsum dolor sit amet " * 500
    text = f"{filler[:place]} maximum {' ' * gap}liability of the owner {filler[place:]}"
    corpus = Corpus()
    hits = corpus.find('"maximum liability of the owner"', {"x": Entry("x", "k")}, lambda _: text)
    assert [hit.id for hit in hits] == ["x"]
    assert "[maximum] [liability]" in hits[0].snippet


def test_contents_that_are_nobodys_are_forgotten() -> None:
    corpus = Corpus()
    for number in range(300):
        corpus.find("word", {"x": Entry("x", f"k{number}")}, lambda _: "a word here")
    corpus.keep(["k299"])
    calls: list[str] = []

    def load(id_: str) -> str:
        calls.append(id_)
        return "another word"

    assert [hit.id for hit in corpus.find("word", {"x": Entry("x", "k299")}, load)] == ["x"]
    assert calls == []
    assert [hit.id for hit in corpus.find("another", {"x": Entry("x", "k3")}, load)] == ["x"]
    assert calls == ["x"]
