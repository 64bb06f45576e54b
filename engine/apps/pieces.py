"""A record's texts, by several people, read one after the other in parts, each paid for once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel.blobs import BlobRef, blob_ref
from . import effort
from .base import Acting
from .pages import part_of, split
from .premises import Premises
from .readings import content

PART: Final = 2_500
"""Characters of texts in one part, beside the record's fields."""


def read_pieces(
    acting: Acting, premises: Premises, pieces: Sequence[tuple[str, str, str]], part: int
) -> tuple[str, int, str, tuple[tuple[str, BlobRef], ...]]:
    """One part of a record's texts, read by the acting person.

    Args:
        acting: Who reads.
        premises: What notes the reading.
        pieces: Heading, text, and who wrote it, in the order of reading.
        part: Which part, counting from 1.

    Returns:
        The part, its words that are new to the reader, how to get the next one, and the texts that were new and that
        it finishes, each with its writer.

    Raises:
        ToolError: There is no such part.
    """
    whole, spans = "", list[tuple[int, int, str, str]]()
    for head, text, by in pieces:
        whole += ("\n\n" if whole else "") + (f"{head}\n" if head else "")
        spans.append((len(whole), len(whole) + len(text), blob_ref(text.encode()), by))
        whole += text
    shown, _, more = part_of(whole, part, PART)
    first = sum(len(one) for one in split(whole, PART)[: part - 1])
    end = first + len(shown)
    words, finished = 0, dict[str, str]()
    for start, stop, blob, by in spans:
        if start < end and stop > first and premises.readings.unread(acting.person, [content(blob)]):
            words += effort.count_words(whole[max(start, first) : min(stop, end)])
            if stop <= end:
                finished.setdefault(acting.step.blobs.put(whole[start:stop].encode()), by)
    premises.readings.read(acting, [content(blob) for blob in finished])
    return shown, words, more, tuple((by, blob) for blob, by in finished.items())
