"""Files of the past and of the data room: chat history, and who may open which folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from ...engine.office.conditions.model import Ref
from ...engine.office.conditions.timewords import TimeText
from .common import Line, PersonId, Written


class ChatLine(Written):
    """One chat message of the past."""

    at: TimeText
    from_: PersonId = Field(alias="from")
    text: Line


class ChatHistory(Written):
    """A file of `world/chat/`: a list of messages."""

    messages: tuple[ChatLine, ...]


class AccessList(Written):
    """`world/drive/.access.yaml`: folder to people or departments; everyone inside where nothing is said."""

    folders: Mapping[
        Annotated[str, Field(pattern=r"^/")],
        Annotated[tuple[Annotated[Line, Ref("member")], ...], Field(min_length=1)],
    ]
