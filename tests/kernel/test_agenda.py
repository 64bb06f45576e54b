"""The agenda: a total order, cancelling, and the same after any dump."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.agenda import Agenda
from tenure.engine.kernel.events import Entry

moves = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 50), st.integers(-2, 2)),
        st.tuples(st.just("drop"), st.integers(0, 300)),
        st.tuples(st.just("pop"), st.one_of(st.none(), st.integers(0, 60))),
        st.tuples(st.just("reload")),
    ),
    max_size=200,
)


@given(moves)
def test_it_behaves_as_a_sorted_list(script: list[tuple[object, ...]]) -> None:
    agenda, model, now = Agenda(), list[Entry](), 0
    for move in script:
        if move[0] == "add":
            delay, priority = move[1], move[2]
            assert isinstance(delay, int)
            assert isinstance(priority, int)
            entry = Entry(now + delay, priority, agenda.count, f"e{agenda.count}", "k", "t", "")
            agenda.add(entry)
            model.append(entry)
        elif move[0] == "drop" and model:
            index = move[1]
            assert isinstance(index, int)
            entry = model.pop(index % len(model))
            agenda.drop(entry.id)
        elif move[0] == "pop":
            limit = None if move[1] is None else now + int(str(move[1]))
            due = sorted(e for e in model if limit is None or e.at <= limit)
            found = agenda.pop(limit)
            assert found == (due[0] if due else None)
            if found is not None:
                model.remove(found)
                now = found.at
        elif move[0] == "reload":
            copy = Agenda()
            copy.load(agenda.dump(), now)
            agenda = copy
        assert agenda.entries() == sorted(model)
        assert len(agenda) == len(model)


def test_dead_entries_don_t_pile_up() -> None:
    agenda = Agenda()
    for i in range(20_000):
        agenda.add(Entry(i, 0, agenda.count, f"e{i}", "k", "", ""))
        if i % 100:
            agenda.drop(f"e{i}")
    assert len(agenda) == 200
    assert len(agenda._environment._queue) < 1_000  # type: ignore[attr-defined]
