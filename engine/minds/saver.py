"""Where langgraph keeps the course of one decision: in the decision's own scratch rows, gone when it takes effect.

One saver serves all decisions of a process, because a graph is compiled with its saver and compiled once: the rows
come with the config of each call. Only langgraph's own bookkeeping is in them (state, writes, parents); nothing of it
reaches an event.
"""

from __future__ import annotations

import builtins
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, cast
from urllib.parse import quote, unquote

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
    writes_sort_key,
)

ROWS: Final = "__rows"
"""Key of the config's ``configurable`` under which a call brings its rows; langgraph stores no such keys."""
_STEP, _WRITE = "c", "w"


class Rows(Protocol):
    """Rows by key, such as `kernel.scratch.Scratch`."""

    def put(self, key: str, data: bytes) -> None: ...

    def get(self, key: str) -> bytes | None: ...

    def find(self, prefix: str = "") -> Iterator[tuple[str, bytes]]:
        """The rows whose keys begin so, by key."""
        ...

    def drop(self, prefix: str = "") -> None: ...


class MemoryRows:
    """Rows in memory, for a decision that has no scratch of its own."""

    def __init__(self) -> None:
        self._rows: dict[str, bytes] = {}

    def put(self, key: str, data: bytes) -> None:
        self._rows[key] = data

    def get(self, key: str) -> bytes | None:
        return self._rows.get(key)

    def find(self, prefix: str = "") -> Iterator[tuple[str, bytes]]:
        return iter([(key, self._rows[key]) for key in sorted(self._rows) if key.startswith(prefix)])

    def drop(self, prefix: str = "") -> None:
        for key in [one for one in self._rows if one.startswith(prefix)]:
            del self._rows[key]


class _Step(NamedTuple):
    """A stored checkpoint, not yet read."""

    checkpoint: tuple[str, bytes]
    metadata: tuple[str, bytes]
    parent: str


class ScratchSaver(BaseCheckpointSaver[int]):
    """Keeps checkpoints in rows.

    Args:
        rows: Where those are kept whose config brings no rows of its own; in memory if not given.
    """

    def __init__(self, rows: Rows | None = None) -> None:
        super().__init__()
        self._rows: Rows = MemoryRows() if rows is None else rows

    # Reading ---------------------------------------------------------------------------------------------------------

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The checkpoint that a config names, or its thread's newest."""
        rows = self._of(config)
        thread, namespace = _place(config)
        wanted = get_checkpoint_id(config)
        if wanted is None:
            last = max((key for key, _ in rows.find(_key(_STEP, thread, namespace, ""))), default=None)
            if last is None:
                return None
            wanted = _parts(last)[3]
        data = rows.get(_key(_STEP, thread, namespace, wanted))
        return None if data is None else self._tuple(rows, thread, namespace, wanted, data)

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: Mapping[str, Any] | None = None,  # noqa: A002  (the base class calls it so)
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Checkpoints, the newest of each thread and namespace first."""
        rows = self._of(config)
        given: Mapping[str, Any] = (config or {}).get("configurable") or {}
        prefix = _key(_STEP) if config is None else _key(_STEP, given["thread_id"], "")
        wanted = get_checkpoint_id(config) if config else None
        until = get_checkpoint_id(before) if before else None
        left = limit
        for key, data in sorted(rows.find(prefix), key=_newest_first, reverse=True):
            _, thread, namespace, name = _parts(key)
            if given.get("checkpoint_ns") is not None and namespace != given["checkpoint_ns"]:
                continue
            if (wanted and name != wanted) or (until and name >= until):
                continue
            found = self._tuple(rows, thread, namespace, name, data)
            metadata = cast("Mapping[str, Any]", found.metadata)
            if filter and any(metadata.get(field) != value for field, value in filter.items()):
                continue
            if left is not None:
                if left <= 0:
                    return
                left -= 1
            yield found

    def _tuple(self, rows: Rows, thread: str, namespace: str, name: str, data: bytes) -> CheckpointTuple:
        step = self._step(data)
        return CheckpointTuple(
            config=_config(thread, namespace, name),
            checkpoint=self.serde.loads_typed(step.checkpoint),
            metadata=self.serde.loads_typed(step.metadata),
            parent_config=_config(thread, namespace, step.parent) if step.parent else None,
            pending_writes=self._writes(rows, thread, namespace, name),
        )

    def _writes(
        self, rows: Rows, thread: str, namespace: str, name: str
    ) -> builtins.list[tuple[str, str, Any]]:
        found: builtins.list[tuple[tuple[str, str, int], str, str, Any]] = []
        for key, data in rows.find(_key(_WRITE, thread, namespace, name, "")):
            *_, task, index = _parts(key)
            path, channel, kind, value = self._unpack(data)
            order = writes_sort_key(path, task, int(index))
            found.append((order, task, channel, self.serde.loads_typed((kind, value))))
        return [(task, channel, value) for _, task, channel, value in sorted(found, key=lambda one: one[0])]

    # Writing ---------------------------------------------------------------------------------------------------------

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Keep a checkpoint, whole: a decision's state is a page of text at most."""
        del new_versions
        thread, namespace = _place(config)
        parent = get_checkpoint_id(config) or ""
        told = self.serde.dumps_typed(get_checkpoint_metadata(config, metadata))
        data = self._pack(*self.serde.dumps_typed(checkpoint), *told, parent)
        self._of(config).put(_key(_STEP, thread, namespace, checkpoint["id"]), data)
        return _config(thread, namespace, checkpoint["id"])

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Keep what a node wrote after a checkpoint."""
        rows = self._of(config)
        thread, namespace = _place(config)
        name = get_checkpoint_id(config) or ""
        for number, (channel, value) in enumerate(writes):
            index = WRITES_IDX_MAP.get(channel, number)
            key = _key(_WRITE, thread, namespace, name, task_id, str(index))
            if index >= 0 and rows.get(key) is not None:
                continue
            rows.put(key, self._pack(task_path, channel, *self.serde.dumps_typed(value)))

    # Threads ---------------------------------------------------------------------------------------------------------

    def delete_thread(self, thread_id: str) -> None:
        """Remove a thread from the saver's own rows."""
        for kind in (_STEP, _WRITE):
            self._rows.drop(_key(kind, thread_id, ""))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        """Remove what belongs to some of langgraph's runs from the saver's own rows."""
        for key, data in _all(self._rows.find(_key(_STEP))):
            metadata = self.serde.loads_typed(self._step(data).metadata)
            if metadata.get("run_id") in run_ids:
                self._forget(key)

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy a thread, its whole past included, within the saver's own rows."""
        for kind in (_STEP, _WRITE):
            for key, data in _all(self._rows.find(_key(kind, source_thread_id, ""))):
                _, _, *rest = _parts(key)
                self._rows.put(_key(kind, target_thread_id, *rest), data)

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Remove all checkpoints of some threads, or all but the newest of each namespace."""
        for thread in thread_ids:
            if strategy == "delete":
                self.delete_thread(thread)
                continue
            newest: dict[str, str] = {}
            for key, _ in _all(self._rows.find(_key(_STEP, thread, ""))):
                namespace = _parts(key)[2]
                if namespace in newest:
                    self._forget(newest[namespace])
                newest[namespace] = key  # keys come in order

    def _forget(self, key: str) -> None:
        self._rows.drop(key)
        _, thread, namespace, name = _parts(key)
        self._rows.drop(_key(_WRITE, thread, namespace, name, ""))

    # Asynchronous ----------------------------------------------------------------------------------------------------

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self.get_tuple(config)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: Mapping[str, Any] | None = None,  # noqa: A002  (the base class calls it so)
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        for one in self.list(config, filter=filter, before=before, limit=limit):
            yield one

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return self.put(config, checkpoint, metadata, new_versions)

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        self.put_writes(config, writes, task_id, task_path)

    async def adelete_thread(self, thread_id: str) -> None:
        self.delete_thread(thread_id)

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        self.delete_for_runs(run_ids)

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self.copy_thread(source_thread_id, target_thread_id)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self.prune(thread_ids, strategy=strategy)

    def _step(self, data: bytes) -> _Step:
        kind, checkpoint, told_kind, told, parent = self._unpack(data)
        return _Step((kind, checkpoint), (told_kind, told), parent)

    def _pack(self, *values: str | bytes) -> bytes:
        return self.serde.dumps_typed([*values])[1]

    def _unpack(self, data: bytes) -> builtins.list[Any]:
        return self.serde.loads_typed(("msgpack", data))

    def _of(self, config: RunnableConfig | None) -> Rows:
        """The rows that a call brings, else the saver's own."""
        given: Mapping[str, Any] = (config or {}).get("configurable") or {}
        return given.get(ROWS) or self._rows


# Keys ----------------------------------------------------------------------------------------------------------------


def _key(*parts: str) -> str:
    """Parts as one key; an empty last part makes it a prefix."""
    return "/".join(quote(part, safe="") if part else "" for part in parts) + ("/" if len(parts) == 1 else "")


def _parts(key: str) -> builtins.list[str]:
    return [unquote(part) for part in key.split("/")]


def _newest_first(row: tuple[str, bytes]) -> tuple[str, str, str]:
    _, thread, namespace, name = _parts(row[0])
    return (thread, namespace, name)


def _place(config: RunnableConfig) -> tuple[str, str]:
    given = cast("Mapping[str, Any]", config.get("configurable") or {})
    return str(given["thread_id"]), str(given.get("checkpoint_ns") or "")


def _config(thread: str, namespace: str, name: str) -> RunnableConfig:
    return {"configurable": {"thread_id": thread, "checkpoint_ns": namespace, "checkpoint_id": name}}


def _all(rows: Iterator[tuple[str, bytes]]) -> builtins.list[tuple[str, bytes]]:
    """The rows, before any of them is removed."""
    return [*rows]
