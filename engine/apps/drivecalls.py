"""What the tools of the drive take and give."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict, Field

from .base import Arguments, Result
from .people import Names

MAX_TEXT = 200_000
MAX_FILE = 10_000_000
MAX_COMMENT = 800
MAX_ABOUT = 200
COMMENTS = 5
"""Comments of a page: shown whole, they stay within an observation of 6,000 characters."""
PART_BYTES = 3_300
"""Of a download, unless more is asked for: in base64 and with its envelope an observation stays under 6,000
characters, for a reader who has to take it into a bounded context."""
MAX_PART_BYTES = 750_000
"""For a program that computes elsewhere: a million characters of base64, so that a real document or workbook of some
hundred kilobytes comes in one call, and one result still passes every door in one message (JSON-RPC servers commonly
stop at 4 MB)."""
MAX_PARTS = 100
"""Of an upload: with what command lines take as one argument (128 kB on Linux, MAX_ARG_STRLEN) still 9 MB."""


def _bounded(least: int, most: int) -> AfterValidator:
    """Bounds of a number or of a length, which a reader of the tool list needs to know only when they are crossed."""

    def check(value: Any) -> Any:
        size = value if isinstance(value, int) else len(value)
        if not least <= size <= most:
            what = "" if isinstance(value, int) else f"it has {size:,} characters or items; "
            raise ValueError(f"{what}{least:,} to {most:,} are possible")
        return value

    return AfterValidator(check)


LongText = Annotated[str, _bounded(0, MAX_TEXT)]
Several = Annotated[Names, _bounded(1, 50)]


class PathArguments(Arguments):
    path: str


class ListArguments(Arguments):
    path: str = Field("/", description="A folder, or trash.")
    page: int = 1


class FileRow(Result):
    path: str
    size: int
    version: int
    by: str
    at: str
    text: str = ""
    """Where a search found something."""


class Listing(Result):
    path: str
    folders: list[str] = []
    files: list[FileRow] = []
    found: int = 0
    more: str = ""


class ReadArguments(Arguments):
    path: str
    part: int = 1


class ReadVersionArguments(Arguments):
    path: str
    version: int
    part: int = 1


class Text(Result):
    """A file's text, whole or in parts; of other kinds only what they are."""

    path: str
    version: int
    size: int
    by: str
    at: str
    text: str = ""
    note: str = ""
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)
    """New to the reader; cells, in a table."""


class WriteArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    text: LongText
    version: int | None = Field(None, description="The version you changed; 0: the file must not exist yet.")


class EditArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    old: Annotated[str, _bounded(1, MAX_TEXT)] = Field(
        description="The passage to replace, exactly; it must occur once."
    )
    new: LongText
    version: int | None = None


class AppendArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    text: LongText


class UploadArguments(Arguments):
    path: str
    content: Annotated[str, _bounded(0, MAX_FILE * 4 // 3 + 4)] = Field(description="Base64.")
    version: int | None = None
    part: Annotated[int, _bounded(1, MAX_PARTS)] = Field(1, description="Of a long file's `parts`.")
    parts: Annotated[int, _bounded(1, MAX_PARTS)] = 1


class DownloadArguments(Arguments):
    path: str
    version: int | None = None
    part: int = 1
    size: Annotated[int, _bounded(1, MAX_PART_BYTES)] = Field(
        PART_BYTES, description=f"Bytes of a part, up to {MAX_PART_BYTES}."
    )


class Bytes(Result):
    path: str
    version: int
    size: int
    content: str
    """Base64."""
    more: str = ""


class Written(Result):
    path: str
    version: int
    size: int
    more: str = ""
    """Parts of an upload that are still missing."""


class MoveArguments(Arguments):
    path: str
    to: str = Field(description="The new path; a folder ends with /.")


class ShareArguments(Arguments):
    path: str
    people: Several = Field(description="People, departments, #channels or all.")
    may_write: bool = False


class UnshareArguments(Arguments):
    path: str
    people: Several


class Shared(Result):
    path: str
    people: list[str]
    groups: list[str] = []
    may_write: bool = False
    note: str = ""


class AccessRow(Result):
    who: str
    may_write: bool


class AccessList(Result):
    """Who may open a file."""

    path: str
    folder: str
    """Whom its folder is open to."""
    shared: list[AccessRow] = []
    found: int = 0
    more: str = ""


class PageArguments(Arguments):
    path: str
    page: int = 1


class CommentArguments(Arguments):
    path: str
    text: Annotated[str, _bounded(1, MAX_COMMENT)] = Field(description="@name tells somebody.")
    about: Annotated[str, _bounded(0, MAX_ABOUT)] = Field("", description="The passage or place meant.")
    reply_to: str | None = None


class CommentRow(Result):
    comment: str
    by: str
    at: str
    text: str
    about: str = ""
    reply_to: str | None = None
    version: int
    resolved: bool = False


class CommentList(Result):
    path: str
    comments: list[CommentRow] = []
    found: int = 0
    more: str = ""
    note: str = ""
    words: int = Field(default=0, exclude=True)
    """New to the reader."""


class Commented(Result):
    path: str
    comment: str
    told: list[str] = []
    """Who was told of it."""
    note: str = ""


class ResolveArguments(Arguments):
    path: str
    comment: str
    resolved: bool = True


class RestoreArguments(Arguments):
    path: str
    version: int | None = Field(None, description="To be the newest again.")


class VersionRow(Result):
    version: int
    size: int
    by: str
    at: str


class Versions(Result):
    path: str
    versions: list[VersionRow]
    more: str = ""


class SearchArguments(Arguments):
    query: Annotated[str, _bounded(1, 400)]
    under: str = Field("/", description="Only in this folder.")
    page: int = 1
