"""A text on its way out, with everything that it does: kept in the agenda until it is written."""

from __future__ import annotations

import json
from typing import Final

from pydantic import Field

from ..kernel.minds import Value
from ..office.events import Act, Told
from ..office.percept import Refusal, Write

SAY: Final = "phone.say"
"""Tool of a draft that is said by telephone: at once, where a seat's would wait for an answer."""
COMMENT: Final = "comment"
"""Tool of a draft that goes beside what it is about."""


def _empty(value: object) -> bool:
    return not value


class Draft(Value):
    """A text on its way out, with what it does."""

    tool: str
    arguments: str
    item: str
    """The thing it answers, as `queues.item_text`."""
    tries: int = 1
    other: str = ""
    """Who wanted something."""
    message: str = ""
    """The message that it answers."""
    told: tuple[Told, ...] = ()
    acts: tuple[Act, ...] = ()
    expects_reply: bool = False
    refused: tuple[Refusal, ...] = ()
    referred: tuple[tuple[str, str], ...] = ()
    not_understood: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    approves: tuple[str, ...] = ()
    disapproves: tuple[str, ...] = ()
    promises: tuple[tuple[str, str, int], ...] = ()
    """(what, item, due)."""
    moved: tuple[tuple[str, int], ...] = ()
    delivers: str = ""
    """The request whose result goes with it."""
    rings: str = Field(default="", exclude_if=_empty)
    """Whom the person rings first, to say it; it is written if nobody picks up."""
    guarded: bool = Field(default=False, exclude_if=_empty)
    """A model worded it: the office's own patterns look over it as it goes out."""

    @property
    def text(self) -> str:
        """Its words."""
        given = json.loads(self.arguments)
        return str(given.get("text") or given.get("body") or "")


def anew(draft: Draft, subject: str) -> Draft:
    """An answer to a mail as a mail of its own to whoever is answered.

    Args:
        draft: Of `mail.reply`.
        subject: Of the mail that it answers; empty if nobody has it any more.
    """
    about = subject if not subject or subject.casefold().startswith("re:") else f"Re: {subject}"
    given = {
        "to": [draft.other],
        "subject": about or "Your message",
        "body": json.loads(draft.arguments)["body"],
    }
    return draft.model_copy(update={"tool": "mail.send", "arguments": json.dumps(given, ensure_ascii=False)})


def subject_of(write: Write) -> str:
    """What a mail is about whose writer gave it no subject."""
    topic = next((act.topic for act in write.acts if act.topic), "")
    words = write.text.split()
    text = topic or " ".join(words[:6]).rstrip(".,:;!?")
    return text[:1].upper() + text[1:]
