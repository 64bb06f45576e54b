"""The shape of a model's answer: one situation, short, in a person's terms and not in the engine's.

Everything has a default and odd values are read kindly, because a small model that leaves a list out has still
decided something; what was really wrong is said in the decision's ``trouble``.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

Doing: TypeAlias = Literal["answer", "later", "ignore", "look_up", "escalate"]
DOINGS: Final = ("answer", "later", "ignore", "look_up", "escalate")
_MEANT: Final[dict[str, Doing]] = {
    "reply": "answer",
    "respond": "answer",
    "write": "answer",
    "say": "answer",
    "decline": "answer",
    "refuse": "answer",
    "ask": "answer",
    "defer": "later",
    "wait": "later",
    "silence": "ignore",
    "silent": "ignore",
    "nothing": "ignore",
    "none": "ignore",
    "lookup": "look_up",
    "search": "look_up",
    "read": "look_up",
}
_DECIDING: Final = ("do", "text", "look_up", "invitation")
_LONGEST: Final = {"thinking": 600, "text": 6_000, "note_self": 300, "note_person": 300, "reflection": 500}


class _Part(BaseModel):
    # what a model says besides is of no use, and no reason to ask it again
    model_config = ConfigDict(frozen=True, extra="ignore", json_schema_extra={"additionalProperties": False})


class Vow(_Part):
    """Something they say they will do."""

    what: str = Field(default="", description="Id of work in brackets, or own words.")
    by: str = Field(default="", description="The time given in the text: tomorrow 15:00, Friday.")


class LookingUp(_Part):
    """A tool to use before answering."""

    tool: str = ""
    argument: str = Field(default="", description="What to search for, or the path or id to open.")


class Reaction(_Part):
    """What somebody does about one situation."""

    thinking: str = Field(
        default="", description="One line: what is wanted of me, what I may do and want to."
    )
    do: Doing = "answer"
    text: str = Field(default="", description="The words that go out; empty if nothing does.")
    told: tuple[str, ...] = Field(default=(), description="Ids of facts that the text gives.")
    refused: tuple[str, ...] = Field(default=(), description="Ids of facts asked for and not given.")
    unclear: bool = Field(
        default=False, description="The text asks back because it isn't clear what is meant."
    )
    names: tuple[str, ...] = Field(default=(), description="Ids of people whom the text sends them to.")
    approve: tuple[str, ...] = Field(default=(), description="Ids of approvals that the text grants.")
    disapprove: tuple[str, ...] = Field(default=(), description="Ids of approvals that the text refuses.")
    promises: tuple[Vow, ...] = ()
    look_up: LookingUp | None = None
    invitation: Literal["accepted", "declined", "tentative"] | None = None
    later_minutes: int = Field(default=0, description="For later: working minutes until they look again.")
    hang_up: bool = Field(default=False, description="On the phone: the text takes leave.")
    note_self: str = Field(default="", description="Something to remember, if there is anything.")
    note_person: str = Field(default="", description="Something to remember about the other person.")
    reflection: str = Field(default="", description="Only if asked for: how things stand, in two sentences.")

    @model_validator(mode="before")
    @classmethod
    def _decides(cls, value: Any) -> Any:
        """Whether it is an answer at all, and not some other object."""
        if isinstance(value, dict) and not any(name in value for name in _DECIDING):
            raise ValueError(f"give at least one of {', '.join(_DECIDING)}")
        return cast("Any", value)

    @field_validator("do", mode="before")
    @classmethod
    def _known(cls, value: Any) -> Any:
        word = str(value or "answer").strip().casefold().replace("-", "_").replace(" ", "_")
        return word if word in DOINGS else _MEANT.get(word, value)

    @field_validator("thinking", "text", "note_self", "note_person", "reflection", mode="before")
    @classmethod
    def _words(cls, value: Any, info: Any) -> Any:
        if value is None:
            return ""
        if isinstance(value, list):
            value = "\n".join(str(one) for one in cast("list[object]", value))
        return str(value).strip()[: _LONGEST[info.field_name]]

    @field_validator("told", "refused", "names", "approve", "disapprove", mode="before")
    @classmethod
    def _ids(cls, value: Any) -> Any:
        if value is None or value == "":
            return ()
        if isinstance(value, str):
            value = value.replace(";", ",").split(",")
        if not isinstance(value, list | tuple):
            return value
        given = cast("list[object]", value)
        return tuple(dict.fromkeys(_id(one) for one in given if _id(one)))[:12]

    @field_validator("promises", mode="before")
    @classmethod
    def _vows(cls, value: Any) -> Any:
        if value is None or value == "":
            return ()
        if not isinstance(value, list | tuple):
            value = [value]
        given = cast("list[object]", value)
        return [{"what": one} if isinstance(one, str) else one for one in given if one][:4]

    @field_validator("look_up", mode="before")
    @classmethod
    def _sought(cls, value: Any) -> Any:
        if not value:
            return None
        if isinstance(value, str):
            tool, _, argument = value.partition(" ")
            return {"tool": tool, "argument": argument}
        if isinstance(value, dict) and "argument" not in value:
            found = cast("dict[str, Any]", value)
            given = found.get("arguments") or found.get("query") or found.get("path") or ""
            if isinstance(given, dict):
                given = next(iter(cast("dict[str, Any]", given).values()), "")
            return {"tool": found.get("tool", ""), "argument": str(given)}
        return cast("Any", value)

    @field_validator("invitation", mode="before")
    @classmethod
    def _reply_to_invitation(cls, value: Any) -> Any:
        word = str(value or "").strip().casefold()
        known = {"accept": "accepted", "decline": "declined", "maybe": "tentative", "yes": "accepted"}
        word = known.get(word, word)
        return word if word in ("accepted", "declined", "tentative") else None

    @field_validator("unclear", "hang_up", mode="before")
    @classmethod
    def _flag(cls, value: Any) -> Any:
        return False if value is None or value == "" else value

    @field_validator("later_minutes", mode="before")
    @classmethod
    def _minutes(cls, value: Any) -> Any:
        try:
            return max(0, min(10 * 480, int(float(value or 0))))
        except (TypeError, ValueError, OverflowError):
            return 0


def _id(value: object) -> str:
    """An id as it is meant: without the brackets it stands in, and of an object that has one, that."""
    if isinstance(value, dict):
        found = cast("dict[str, object]", value)
        value = found.get("id") or found.get("fact") or found.get("person") or ""
    return str(value).strip().strip("[]`\"' ")
