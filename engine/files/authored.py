"""Real files from what authors write: ``charter.docx.md`` becomes ``charter.docx`` when somebody asks for it."""

from __future__ import annotations

import contextlib
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from hashlib import blake2b
from threading import Lock
from typing import Final

CACHE_BYTES: Final = 64_000_000
"""Of made files that are kept in a process: every run of a pack whose texts are the same shares them."""

_WRITTEN: Final = {".docx.md": ".docx", ".pptx.md": ".pptx", ".pdf.md": ".pdf", ".xlsx.yaml": ".xlsx"}
_LINE: Final = re.compile(r"\bline (\d+)\b")
_FRONT_DATE: Final = re.compile(
    r"\A---[ \t]*\n(?:(?!---).*\n)*?date:[ \t]*[\"']?(\d{4}-\d\d-\d\d|\d{1,2} [A-Z][a-z]+ \d{4})"
    r"(?:(?:[T ]|, )(\d\d:\d\d))?[\"']?[ \t]*\n"
)
_MAIL_DATE: Final = re.compile(rb"(?mi)^date:[ \t]*(.+?)\r?$")
_NAME_DATE: Final = re.compile(r"\b(\d{4}-\d\d-\d\d)\b")
_PLACE: Final = re.compile(r"^\S+?:(\d+):\d+: ")


class AuthoredError(ValueError):
    """A text can't be made into a file."""

    def __init__(self, name: str, message: str) -> None:
        found = _PLACE.match(message) or _LINE.search(message)
        message = _PLACE.sub("", message)
        super().__init__(f"{name}: {message}" + (f" (line {found[1]})" if found else ""))
        self.name = name
        self.message = message
        self.line = int(found[1]) if found else 1
        """Counted from 1; 1 if the fault has no place."""


def made_name(path: str) -> str | None:
    """What a file written by an author is called once it is made; ``None`` if it is taken as it lies there."""
    low = path.casefold()
    for written, real in _WRITTEN.items():
        if low.endswith(written) and not low.endswith(f"/{written}"):
            return path[: -len(written)] + real
    return None


def make(name: str, text: str, *, at: datetime) -> tuple[str, bytes]:
    """The real file of an author's text; the same text at the same time gives the same bytes.

    Args:
        name: Its name or path, ``charter.docx.md``.
        text: What was written, params filled in.
        at: When the file is said to have been made, aware.

    Returns:
        The real name or path, and the bytes.

    Raises:
        AuthoredError: It can't be made; the message says where and why.
        KeyError: The name is not one of an authored file.
    """
    real = made_name(name)
    if real is None:
        raise KeyError(name)
    kind = real.rpartition(".")[2].casefold()
    key = blake2b(
        f"{kind}\n{at.isoformat()}\n{text}".encode("utf-8", "surrogatepass"), digest_size=20
    ).digest()
    with _lock:
        known = _kept.get(key)
        if known is not None:
            _kept.move_to_end(key)
            return real, known
    try:
        data = _maker(kind)(text, at)
    except ValueError as error:
        raise AuthoredError(name, str(error)) from error
    with _lock:
        global _size
        if key not in _kept:
            _kept[key] = data
            _size += len(data)
            while _size > CACHE_BYTES and len(_kept) > 1:
                _size -= len(_kept.popitem(last=False)[1])
    return real, data


_kept: OrderedDict[bytes, bytes] = OrderedDict()
_size = 0
_lock = Lock()


def _maker(kind: str) -> Callable[[str, datetime], bytes]:
    # each brings a library that is heavy to import
    if kind == "docx":
        from .word import from_markdown as from_text
    elif kind == "pptx":
        from .deck import from_outline as from_text
    elif kind == "xlsx":
        from .book import from_yaml as from_text
    else:
        from .paper import from_markdown as from_text
    return lambda text, at: from_text(text, at=at)


class Shelf(Mapping[str, bytes]):
    """Files by path, of which the authored ones are made only when their bytes are asked for.

    Args:
        ready: Path to content, as it lies there.
        written: Path as authored to text, params filled in; they stand here under their real names.
        at: When the authored ones are said to have been made, aware.
    """

    def __init__(self, ready: Mapping[str, bytes], written: Mapping[str, str], at: datetime) -> None:
        self._ready = dict(ready)
        self._written: dict[str, tuple[str, str]] = {}
        for path, text in written.items():
            real = made_name(path)
            if real is None:
                raise KeyError(path)
            self._written[real] = (path, text)
        self._order = sorted({*self._ready, *self._written})
        self._at = at

    def __getitem__(self, path: str) -> bytes:
        """The file's bytes.

        Raises:
            KeyError: There is no such file.
            AuthoredError: It can't be made.
        """
        written = self._written.get(path)
        if written is None:
            return self._ready[path]
        return make(*written, at=self.dated(path) or self._at)[1]

    def dated(self, path: str) -> datetime | None:
        """When a file says that it was written, if it says so and that is before the shelf's own time.

        By its front matter, a mail's header, or the date in its name; a day alone means some time in
        office hours.
        """
        if path not in self._written and path.casefold().endswith(".eml"):
            sent = _MAIL_DATE.search(self._ready[path][:20_000])
            with contextlib.suppress(TypeError, ValueError):
                return self._past(parsedate_to_datetime(sent[1].decode())) if sent else None
            return None
        text = self._written[path][1] if path in self._written else ""
        found = _FRONT_DATE.match(text) or _NAME_DATE.search(path.rpartition("/")[2])
        if found is None:
            return None
        with contextlib.suppress(ValueError):
            day = datetime.strptime(found[1], "%Y-%m-%d" if "-" in found[1] else "%d %B %Y")  # noqa: DTZ007
            if found.lastindex and found.lastindex > 1 and found[2]:
                minutes = int(found[2][:2]) * 60 + int(found[2][3:])
            else:
                chance = blake2b(path.encode("utf-8", "surrogatepass"), digest_size=4).digest()
                minutes = 9 * 60 + int.from_bytes(chance) % (8 * 60)
            return self._past(day.replace(tzinfo=self._at.tzinfo) + timedelta(minutes=minutes))
        return None

    def _past(self, when: datetime) -> datetime | None:
        when = when if when.tzinfo is not None else when.replace(tzinfo=self._at.tzinfo)
        return when if when < self._at else None

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, path: object) -> bool:
        return path in self._ready or path in self._written

    @property
    def written(self) -> Mapping[str, str]:
        """Real path to the path that the author wrote, of the authored ones."""
        return {real: path for real, (path, _) in self._written.items()}

    def under(self, folder: str) -> Shelf:
        """The files below a folder, by their paths from there: ``world/drive/A/b.md`` as ``/A/b.md``."""
        shelf = Shelf({}, {}, self._at)
        size = len(folder)
        prefix = f"{folder}/"
        shelf._ready = {path[size:]: data for path, data in self._ready.items() if path.startswith(prefix)}
        shelf._written = {path[size:]: one for path, one in self._written.items() if path.startswith(prefix)}
        shelf._order = [path[size:] for path in self._order if path.startswith(prefix)]
        return shelf

    def without(self, paths: Callable[[str], bool]) -> Shelf:
        """The files but those that are named."""
        shelf = Shelf({}, {}, self._at)
        shelf._order = [path for path in self._order if not paths(path)]
        shelf._ready = {path: self._ready[path] for path in shelf._order if path in self._ready}
        shelf._written = {path: self._written[path] for path in shelf._order if path in self._written}
        return shelf
