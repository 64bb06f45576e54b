"""What the tools of the mail take and give."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .base import Arguments, Result
from .people import Names

MAX_BODY = 50_000


class SendArguments(Arguments):
    to: Names = Field(description="Ids, names or addresses.", min_length=1, max_length=100)
    cc: Names = Field([], max_length=100)
    subject: str = Field("", max_length=300)
    body: str = Field(max_length=MAX_BODY)
    attachments: Names = Field([], description="Paths on the drive or names of your notes.", max_length=20)


class ReplyArguments(Arguments):
    message: str = Field(description="Id of the message to answer.")
    body: str = Field(max_length=MAX_BODY)
    all: bool = Field(False, description="Also to everybody else who got it.")
    attachments: Names = Field([], description="Paths on the drive or names of your notes.", max_length=20)


class ForwardArguments(Arguments):
    message: str
    to: Names = Field(description="Ids, names or addresses.", min_length=1, max_length=100)
    body: str = Field("", description="What you write above it.", max_length=MAX_BODY)
    cc: Names = Field([], max_length=100)


class Sent(Result):
    """A mail that went out."""

    message: str
    thread: str
    to: list[str]
    cc: list[str] = []
    subject: str = ""
    attachments: list[str] = []


class InboxArguments(Arguments):
    unread_only: bool = False
    folder: Literal["inbox", "sent", "archive", "flagged", "bin"] = "inbox"
    page: int = 1


class Row(Result):
    """A mail in a list."""

    message: str
    sender: str
    to: str = ""
    """In the sent folder."""
    subject: str
    at: str
    unread: bool = False
    flagged: bool = False
    attachments: int = 0
    text: str = ""
    """The beginning, or where a search found something."""


class Rows(Result):
    messages: list[Row] = []
    found: int
    unread: int = 0
    more: str = ""


class ReadArguments(Arguments):
    message: str
    part: int = 1


class Letter(Result):
    """A mail, whole or in parts."""

    message: str
    thread: str
    sender: str
    to: list[str]
    cc: list[str] = []
    subject: str
    at: str
    body: str
    attachments: list[str] = []
    more: str = ""
    seen: bool = False
    """Read before: costs no time."""
    words: int = Field(default=0, exclude=True)
    """New to the reader."""


class ThreadArguments(Arguments):
    thread: str = Field(description="Id of the thread or of any message in it.")
    page: int = Field(1, description="1 is the newest part.")


class Thread(Result):
    thread: str
    subject: str
    messages: list[Letter]
    more: str = ""


class SearchArguments(Arguments):
    query: str = Field(
        description='Words, "exact words", from:ines to:me subject:rates before:2026-03-05 after:yesterday '
        "has:attachment in:archive is:unread"
    )
    page: int = 1


class MarkArguments(Arguments):
    messages: Names = Field(min_length=1, max_length=200)
    as_: Literal["read", "unread", "archived", "deleted", "inbox", "flagged", "unflagged"] = Field(alias="as")


class FlagArguments(Arguments):
    messages: Names = Field(min_length=1, max_length=200)
    flagged: bool = True


class Marked(Result):
    changed: int


class AttachmentArguments(Arguments):
    message: str
    name: str = Field(description="Name of the attachment.")
    part: int = 1


class AttachmentText(Result):
    name: str
    size: int
    text: str = ""
    note: str = ""
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)


class SaveArguments(Arguments):
    message: str
    name: str = Field(description="Name of the attachment.")
    path: str = Field(description="Where on the drive; a folder ends with /.")


class Saved(Result):
    path: str
    version: int
