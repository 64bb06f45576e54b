"""The past of a pack: mail as `.eml` files and chat as YAML, turned into typed messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Final, cast
from zoneinfo import ZoneInfo

from ..engine.files.authored import made_name, make
from ..engine.files.normal import DamagedFileError
from ..engine.files.readletter import open_letter, text_of
from ..personas.problems import AuthoringError, AuthoringErrors, did_you_mean
from ..personas.source import LineMap
from .documents import Problems
from .schema.history import ChatHistory
from .timewords import PackClock

ATTACH: Final = "X-Attach"
"""Header of a mail in a pack that names files of the pack, parted by commas, which came with it."""


@dataclass(frozen=True, slots=True)
class PastAttachment:
    """A file that came with a mail."""

    name: str
    source: Callable[[], bytes]

    @property
    def content(self) -> bytes:
        """Its bytes; an authored file is made now.

        Raises:
            AuthoredError: It can't be made.
        """
        return self.source()


@dataclass(frozen=True, slots=True)
class PastMail:
    """A mail sent before the run starts.

    Attributes:
        file: Where it stands in the pack.
        at: Milliseconds since the run's start; negative.
        sender: Person id.
        to: Person ids.
        cc: Person ids.
        subject: As sent.
        body: Plain text.
        message_id: RFC 5322 Message-ID without brackets; the file's name if it has none.
        in_reply_to: Message-ID it answers, or empty.
        attachments: Its files.
    """

    file: str
    at: int
    sender: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    subject: str
    body: str
    message_id: str
    in_reply_to: str
    attachments: tuple[PastAttachment, ...] = ()


@dataclass(frozen=True, slots=True)
class PastChat:
    """A chat message sent before the run starts.

    Attributes:
        place: A channel's name, or the two person ids of a direct conversation, sorted.
        at: Milliseconds since the run's start; negative.
        sender: Person id.
        text: As sent.
    """

    place: str | tuple[str, str]
    at: int
    sender: str
    text: str


def read_mail(
    content: bytes, file: str, people: Mapping[str, str], start: datetime, files: Mapping[str, bytes]
) -> PastMail:
    """Read one `.eml` file.

    Args:
        content: The file, params filled in.
        file: Its path in the pack.
        people: Mail address in lower case to person id.
        start: The run's start, aware.
        files: The pack's files, which `X-Attach` names; not read here.

    Raises:
        AuthoringErrors: A header is missing or malformed, an address is nobody's, or it is not of the past.
    """
    try:
        message = open_letter(content)
    except DamagedFileError as fault:
        raise AuthoringErrors([AuthoringError(file, 1, 1, "", str(fault), "Shorten it.")]) from None
    errors: list[AuthoringError] = []

    def fail(header: str, text: str, fix: str) -> None:
        errors.append(AuthoringError(file, _line(content, header), 1, header, text, fix))

    def persons(header: str) -> tuple[str, ...]:
        found: list[str] = []
        for value in message.get_all(header, []):
            for address in value.addresses:
                spec = str(address.addr_spec).lower()
                if spec in people:
                    found.append(people[spec])
                else:
                    hint = (
                        did_you_mean(spec, people)
                        or "Give the person `mail:` in cast/, or correct the address."
                    )
                    fail(header, f"`{spec}` is nobody's address", hint)
        return tuple(dict.fromkeys(found))

    senders, to, cc = persons("From"), persons("To"), persons("Cc")
    if not message["From"]:
        fail("From", "the header is missing", "Add `From: Name <address>`.")
    if not message["To"]:
        fail("To", "the header is missing", "Add `To: Name <address>`.")
    at = 0
    try:
        sent = parsedate_to_datetime(str(message["Date"]))
        if sent.tzinfo is None:
            sent = sent.replace(tzinfo=UTC)
        at = int((sent - start).total_seconds()) * 1000
        if at >= 0:
            fail("Date", "the mail is not of the past", f"Date it before {start:%a, %d %b %Y %H:%M %z}.")
    except (TypeError, ValueError):
        fail("Date", "the date is missing or malformed", 'Write it as "Thu, 26 Feb 2026 15:10:00 +0100".')
    attached: list[str] = []
    for value in message.get_all(ATTACH, []):
        for path in (one.strip() for one in str(value).split(",")):
            if path and path not in files:
                fail(ATTACH, f"there is no file `{path}` in the pack", did_you_mean(path, files) or "Add it.")
            elif path:
                attached.append(path)
    if errors:
        raise AuthoringErrors(errors)
    body = message.get_body(("plain",))
    attachments = (
        *(
            _attachment(part.get_filename() or f"attachment {index}", _bytes(part), start)
            for index, part in enumerate(message.iter_attachments(), start=1)
        ),
        *(PastAttachment(path.rpartition("/")[2], partial(files.__getitem__, path)) for path in attached),
    )
    return PastMail(
        file=file,
        at=at,
        sender=senders[0],
        to=to,
        cc=cc,
        subject=str(message["Subject"] or ""),
        body=text_of(body).replace("\r\n", "\n").strip() + "\n" if body is not None else "",
        message_id=_id(message, "Message-ID") or file.rsplit("/", 1)[-1].removesuffix(".eml"),
        in_reply_to=_id(message, "In-Reply-To"),
        attachments=attachments,
    )


def past_mail(
    files: Mapping[str, bytes], people: Mapping[str, str], clock: PackClock, problems: Problems
) -> tuple[PastMail, ...]:
    """The mail under `world/mail/`, in order of time.

    Args:
        files: The pack's files, params filled in.
        people: Mail address in lower case to person id.
        clock: Where the run starts.
        problems: Takes what is wrong.
    """
    start = clock.start.replace(tzinfo=ZoneInfo(clock.zone))
    found: list[PastMail] = []
    ids: dict[str, str] = {}
    for path in files:
        if not path.startswith("world/mail/"):
            continue
        if not path.endswith(".eml"):
            fix = "Save it as .eml, or move it out of world/mail/."
            problems.add(AuthoringError(path, 1, 1, "", "only .eml files belong in world/mail/", fix))
            continue
        try:
            mail = read_mail(files[path], path, people, start, files)
        except AuthoringErrors as fault:
            problems.take(fault)
            continue
        if mail.message_id in ids:
            message = f"the Message-ID `{mail.message_id}` is already that of {ids[mail.message_id]}"
            problems.add(AuthoringError(path, 1, 1, "Message-ID", message, "Change one of them."))
        ids[mail.message_id] = path
        found.append(mail)
    return tuple(sorted(found, key=lambda mail: (mail.at, mail.file)))


def past_chat(
    place: str | tuple[str, str], history: ChatHistory, lines: LineMap, clock: PackClock, problems: Problems
) -> list[PastChat]:
    """The messages of one file of `world/chat/`."""
    found: list[PastChat] = []
    for index, line in enumerate(history.messages):
        at = clock.at(line.at)
        if at >= 0:
            here = ("messages", index, "at")
            fix = f"Date it before {clock.start:%Y-%m-%dT%H:%M}."
            problems.add(lines.error(here, "the message is not of the past", fix, value=True))
        found.append(PastChat(place, at, line.from_, line.text))
    return found


def chat_place(
    name: str, path: str, channels: Sequence[str], people: Sequence[str], problems: Problems
) -> str | tuple[str, str] | None:
    """The channel or the two people that a file of `world/chat/` is named after."""
    stem = name.removesuffix(".yaml")
    if stem in channels:
        return stem
    pair = stem.split("-")
    if pair[0] == "dm" and len(pair) == 3 and pair[1] in people and pair[2] in people:
        return (min(pair[1:]), max(pair[1:]))
    fix = did_you_mean(stem, channels) or "Name it <channel>.yaml, or dm-<person>-<person>.yaml."
    problems.add(AuthoringError(path, 1, 1, "", f"`{stem}` is neither a channel nor two people", fix))
    return None


def _attachment(name: str, content: bytes, start: datetime) -> PastAttachment:
    """A part of a mail; one that was authored as text stands for the real file."""
    real = made_name(name)
    if real is None:
        return PastAttachment(name, lambda: content)
    text = content.decode("utf-8", "replace")
    return PastAttachment(real, lambda: make(name, text, at=start)[1])


def _id(message: EmailMessage, header: str) -> str:
    return str(message[header] or "").strip().strip("<>")


def _bytes(part: object) -> bytes:
    payload = cast("EmailMessage", part).get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _line(content: bytes, header: str) -> int:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.lower().startswith(header.lower().encode() + b":"):
            return number
        if not line.strip():
            break
    return 1
