"""Texts and files by content: stored once, compressed, outside the events that refer to them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Final, TypeAlias

import zstandard

from .events import JournalError

CACHE_BYTES: Final = 64 * 1024 * 1024

BlobRef: TypeAlias = str
"""Hex BLAKE2b of a blob's content; part of events, so content is part of a run's digest."""


def blob_ref(data: bytes) -> BlobRef:
    """The name of that content."""
    return blake2b(data, digest_size=20, person=b"tenure.blob").hexdigest()


class Blobs:
    """Content-addressed store with a bounded cache; new content waits in `pending` until the journal writes it."""

    def __init__(self, fetch: Callable[[BlobRef], bytes | None]) -> None:
        self._fetch = fetch
        self._cache: OrderedDict[BlobRef, bytes] = OrderedDict()
        self._size = 0
        self._known: set[BlobRef] = set()
        self.pending: dict[BlobRef, bytes] = {}

    def put(self, data: bytes) -> BlobRef:
        """Store content and return its name."""
        ref = blob_ref(data)
        if ref not in self._known:
            self._known.add(ref)
            self.pending[ref] = data
        self._remember(ref, data)
        return ref

    def put_text(self, text: str) -> BlobRef:
        """Store a text, as UTF-8."""
        return self.put(text.encode())

    def get(self, ref: BlobRef) -> bytes:
        """The content of that name.

        Raises:
            JournalError: Neither this run nor its ancestors hold it.
        """
        data = self._cache.get(ref)
        if data is not None:
            self._cache.move_to_end(ref)
            return data
        data = self.pending.get(ref)
        if data is None:
            packed = self._fetch(ref)
            if packed is None:
                raise JournalError(f"blob {ref} is missing from the run file: it is damaged or incomplete")
            data = unpack(packed)
            if blob_ref(data) != ref:
                raise JournalError(
                    f"blob {ref} holds other content than its name says: the run file is damaged"
                )
        self._remember(ref, data)
        return data

    def text(self, ref: BlobRef) -> str:
        """The text of that name."""
        return self.get(ref).decode()

    def _remember(self, ref: BlobRef, data: bytes) -> None:
        if ref in self._cache:
            self._cache.move_to_end(ref)
            return
        self._cache[ref] = data
        self._size += len(data)
        while self._size > CACHE_BYTES and len(self._cache) > 1:
            _, old = self._cache.popitem(last=False)
            self._size -= len(old)


_compressor = zstandard.ZstdCompressor(level=3)


def pack(data: bytes) -> bytes:
    """Compress for storage. Only content is hashed, never the compressed form."""
    return _compressor.compress(data)


def unpack(data: bytes) -> bytes:
    """Undo `pack`."""
    try:
        return zstandard.ZstdDecompressor().decompress(data)
    except zstandard.ZstdError as error:
        raise JournalError(f"stored content can't be read ({error}): the run file is damaged") from error
