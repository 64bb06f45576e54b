"""What the tools of the drive take and give."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from .base import Arguments, Result
from .people import Names

MAX_TEXT = 200_000
MAX_FILE = 10_000_000


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
    text: str = Field(max_length=MAX_TEXT)
    expected_version: int | None = Field(
        None, description="The version you changed; 0: the file must not exist yet."
    )


class EditArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    old: str = Field(
        description="The passage to replace, exactly as it stands; it must occur once.", min_length=1
    )
    new: str = Field(max_length=MAX_TEXT)
    expected_version: int | None = None


class AppendArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    text: str = Field(max_length=MAX_TEXT)


class UploadArguments(Arguments):
    path: str
    content: str = Field(description="The bytes in base64.", max_length=MAX_FILE * 4 // 3 + 4)
    expected_version: int | None = None


class DownloadArguments(Arguments):
    path: str
    version: int | None = None
    part: int = 1


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


class MoveArguments(Arguments):
    path: str
    to: str = Field(description="The new path; a folder ends with /.")


class ShareArguments(Arguments):
    path: str
    people: Names = Field(min_length=1, max_length=50)
    may_write: bool = False


class Shared(Result):
    path: str
    people: list[str]
    may_write: bool = False


class VersionRow(Result):
    version: int
    size: int
    by: str
    at: str


class Versions(Result):
    path: str
    versions: list[VersionRow]
    more: str = ""


class VersionsArguments(Arguments):
    path: str
    page: int = 1


class SearchArguments(Arguments):
    query: str = Field(min_length=1)
    under: str = Field("/", description="Only in this folder.")
    page: int = 1
