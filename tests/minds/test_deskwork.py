"""What people looked up is kept for the thing it was for, bounded, and is the same after a checkpoint."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.apps.base import Result
from tenure.engine.kernel.blobs import Blobs
from tenure.engine.kernel.events import Event, Payload
from tenure.engine.minds.deskwork import in_words
from tenure.engine.office.desktops import MOST_FOUND, THREADS, Findings, Found, HeldBack


def event(payload: Payload) -> Event:
    return Event(seq=1, step=1, at=0, actor="ines", payload=payload)


def blobs() -> Blobs:
    return Blobs(lambda _ref: None)


def found(store: Blobs, key: str, about: str, text: str, person: str = "ines") -> Found:
    ref = store.put_text(text)
    return Found(person=person, key=key, about=about, tool="drive.search", arguments="{}", text=ref)


def test_a_finding_belongs_to_one_matter_of_a_thread() -> None:
    store = blobs()
    findings = Findings(store)
    apply = findings.listens()[Found.kind]
    apply(event(found(store, "t:a", "sam/m1", "one")))
    apply(event(found(store, "t:a", "sam/m1", "two")))
    assert [one.text for one in findings.of("ines", "t:a", "sam/m1")] == ["one", "two"]
    assert not findings.of("ines", "t:a", "sam/m2")
    assert not findings.of("marek", "t:a", "sam/m1")
    apply(event(found(store, "t:a", "sam/m2", "three")))  # the next matter: what was before is done with
    assert [one.text for one in findings.of("ines", "t:a", "sam/m2")] == ["three"]
    assert not findings.of("ines", "t:a", "sam/m1")


ROWS = st.lists(
    st.tuples(
        st.booleans(),
        st.sampled_from(["ines", "marek"]),
        st.integers(0, 12),
        st.integers(0, 2),
        st.sampled_from(["x", "y"]),
    ),
    max_size=60,
)


@given(rows=ROWS)
def test_it_is_bounded_and_survives_a_checkpoint(rows: list[tuple[bool, str, int, int, str]]) -> None:
    store = blobs()
    findings, again = Findings(store), Findings(store)
    listens = findings.listens()
    for is_found, person, key, about, text in rows:
        if is_found:
            listens[Found.kind](event(found(store, f"t:{key}", f"m{about}", text, person)))
        else:
            listens[HeldBack.kind](event(HeldBack(person=person, key=f"t:{key}", about=f"m{about}")))
        again.load(findings.dump())
        assert again.dump() == findings.dump()
    for person in ("ines", "marek"):
        kept = findings.dump()["found"].get(person, {})
        assert len(kept) <= THREADS
        assert all(len(one[1]) <= MOST_FOUND for one in kept.values())


class _Row(Result):
    path: str
    title: str = ""


class _Rows(Result):
    rows: tuple[_Row, ...] = ()
    total: int = 0
    note: str | None = None


def test_a_result_is_told_line_by_line_and_cut() -> None:
    text = in_words(_Rows(rows=(_Row(path="/a.md", title="A"), _Row(path="/b.md")), total=2))
    assert text.splitlines() == ["total: 2", "path: /a.md; title: A", "path: /b.md"]
    assert len(in_words(_Rows(rows=tuple(_Row(path=f"/{n}.md") for n in range(900))))) < 1_600
