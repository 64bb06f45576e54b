"""Trying a call without doing it: tools refuse before they emit, so running one up to there shows whether it would be.

Composing a mail takes minutes; that nobody has the address should show before they are spent.
"""

from __future__ import annotations

from typing import NoReturn

from ..kernel.blobs import BlobRef, Blobs, blob_ref
from ..kernel.events import Event, Payload
from ..kernel.step import Step


class Rehearsed(Exception):
    """The call would be carried out."""


class Rehearsal(Step):
    """A step in which nothing happens: whoever wants to change something has passed."""

    __slots__ = ()

    def __init__(self, step: Step) -> None:
        self.number, self.at, self.fired = step.number, step.at, step.fired
        self.events = []
        self.blobs = _Unkept(step.blobs)

    def emit(self, payload: Payload, actor: str = "", *, cause: Event | int | None = None) -> NoReturn:
        """End the rehearsal."""
        raise Rehearsed

    def set(
        self, entry_id: str, at: int, kind: str, target: str = "", payload: str = "", *, priority: int = 0
    ) -> NoReturn:
        """End the rehearsal."""
        raise Rehearsed

    def cancel(self, entry_id: str) -> NoReturn:
        """End the rehearsal."""
        raise Rehearsed


class _Unkept(Blobs):
    """Names contents without storing them."""

    def __init__(self, blobs: Blobs) -> None:
        super().__init__(lambda _: None)
        self._blobs = blobs

    def put(self, data: bytes) -> BlobRef:
        return blob_ref(data)

    def get(self, ref: BlobRef) -> bytes:
        return self._blobs.get(ref)
