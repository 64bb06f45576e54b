"""What a condition may say, as authors write it.

The set is closed: every condition names the kinds of events it listens to, so it can be folded as events
happen and nothing ever scans the journal. A condition is a mapping with one key, `{agreed: {approval: x}}`;
`all`, `any` and `not` join them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from ....personas.problems import Misfit, did_you_mean
from ..matching import words
from .timewords import SpanText, TimeText

GROUPS = ("clients", "outside", "inside", "anyone")
"""Words for people: outsiders who are clients, all outsiders, everybody in the organisation, anybody."""


class Written(BaseModel):
    """Base of everything an author writes: unknown keys are errors, values never change afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, coerce_numbers_to_str=True)


@dataclass(frozen=True, slots=True)
class Ref:
    """Marks a text that names something else of the pack, so that a loader can check that it is there.

    Attributes:
        kind: What it names: `person`, `actor` (a person or seat), `people` (an actor or a group), `fact`, …
    """

    kind: str


Name = Annotated[str, Field(min_length=1)]
Person = Annotated[Name, Ref("actor"), Field(description="The id of a person in cast/, or of a seat.")]
People = Annotated[
    Name, Ref("people"), Field(description=f"A person or seat, or one of {', '.join(GROUPS)}.")
]
FactId = Annotated[Name, Ref("fact"), Field(description="The id of a fact in facts.yaml.")]
ApprovalId = Annotated[Name, Ref("approval"), Field(description="The id of an approval in facts.yaml.")]
RequestId = Annotated[Name, Ref("request"), Field(description="The id of a request in facts.yaml.")]
MeetingId = Annotated[Name, Ref("meeting"), Field(description="The id of a meeting of the storyline.")]
BeatId = Annotated[Name, Ref("beat"), Field(description="The id of a beat of the storyline.")]
SeatId = Annotated[Name, Ref("seat"), Field(description="The id of a seat of the scenario.")]
DrivePath = Annotated[
    str, Field(pattern=r"^/", description="A path on the shared drive; `*`, `?` and `**` stand for any text.")
]


def _matchable(value: Any) -> Any:
    """Refuse text that is left out when texts are compared: punctuation and currencies alone."""
    for text in cast("tuple[str, ...]", value):
        if not words(text):
            raise Misfit(
                f"`{text}` has no word or number in it: nothing could match it",
                "Currencies and punctuation don't count; name a word or an amount.",
            )
    return value


Patterns = Annotated[
    tuple[
        Annotated[
            tuple[Annotated[str, Field(min_length=1)], ...], Field(min_length=1), AfterValidator(_matchable)
        ],
        ...,
    ],
    Field(
        min_length=1,
        description="Text that must appear: every item of the outer list, each by one of its inner "
        "alternatives. Case does not matter, and a number matches in any format.",
    ),
]
Alternatives = Annotated[tuple[Annotated[str, Field(min_length=1)], ...], Field(min_length=1)]


def one_key_of(
    noun: str, kinds: Mapping[str, type[Written]], example: str, join: str
) -> tuple[Callable[[Any], Any], Callable[[Any], str | None]]:
    """A validator and a discriminator for values written as a mapping with one key out of `kinds`.

    A union's own message lists its tags; this one names the nearest.

    Args:
        noun: What such a value is called in messages.
        kinds: The models by key.
        example: What a right one looks like.
        join: How to write several of them.
    """

    def check(value: Any) -> Any:
        if isinstance(value, Written):
            return value
        write = f"Write it as `{example}`."
        if not isinstance(value, Mapping):
            raise Misfit(f"a {noun} is a mapping with one key, not {_plain(value)}", write)
        keys = [str(key) for key in cast("Mapping[Any, Any]", value)]
        if len(keys) > 1:
            raise Misfit(
                f"a {noun} has one key, this one has {len(keys)}: {', '.join(keys)}",
                f"Write several as {join}.",
            )
        if not keys:
            raise Misfit(f"a {noun} has one key, this one is empty", write)
        if keys[0] not in kinds:
            fix = did_you_mean(keys[0], kinds) or f"There are: {', '.join(kinds)}."
            raise Misfit(f"there is no {noun} `{keys[0]}`", fix)
        return cast("Any", value)

    def kind_of(value: Any) -> str | None:
        if isinstance(value, Mapping):
            return str(next(iter(cast("Mapping[Any, Any]", value)), ""))
        return next((kind for kind, model in kinds.items() if isinstance(value, model)), None)

    return check, kind_of


def _plain(value: Any) -> str:
    return (
        f"`{value}`"
        if isinstance(value, str | int | bool)
        else "a list"
        if isinstance(value, list)
        else "nothing"
    )


class AgreedOf(Written):
    """An approval was given."""

    approval: ApprovalId


class AskedOf(Written):
    """Somebody was asked for a fact, an approval or a request."""

    fact: FactId | None = None
    approval: ApprovalId | None = None
    request: RequestId | None = None
    person: Person | None = Field(None, description="Who was asked; anybody if not given.")
    by: Person | None = Field(None, description="Who asked; anybody if not given.")
    times: int = Field(1, ge=1, description="How often at least.")

    @model_validator(mode="after")
    def _one_subject(self) -> AskedOf:
        given = [name for name in ("fact", "approval", "request") if getattr(self, name) is not None]
        if len(given) != 1:
            raise Misfit(
                f"`asked` needs one of fact, approval, request; it has {', '.join(given) or 'none'}",
                "Keep exactly one.",
            )
        return self


class ToldOf(Written):
    """A message or document that reveals a fact reached somebody."""

    fact: FactId
    to: People
    by: Person | None = None


class HoldsOf(Written):
    """Somebody holds a fact."""

    fact: FactId
    by: Person


class SentOf(Written):
    """A message was sent."""

    by: Person
    to: People | None = Field(None, description="Anybody if not given.")
    app: Literal["mail", "chat", "phone", "any"] = Field(
        "any", description="`any` is mail or chat: what is said on the phone is not in writing."
    )
    contains: Patterns | None = None
    subject: Alternatives | None = Field(None, description="Mail only: the subject holds one of these.")


class DeliveredOf(Written):
    """A file was written on the shared drive."""

    path: DrivePath
    by: Person | None = None


class SharedOf(Written):
    """A file was shared with somebody."""

    path: DrivePath
    with_: People = Field(alias="with")
    by: Person | None = None


class ReadOf(Written):
    """A file was opened."""

    path: DrivePath
    by: Person | None = None


class AttendedOf(Written):
    """Somebody was present in a meeting."""

    meeting: MeetingId
    by: Person


class SaidOf(Written):
    """Somebody said something in a meeting."""

    meeting: MeetingId
    by: Person
    contains: Patterns | None = None


class PromiseOf(Written):
    """A promise to do a request reached a status."""

    request: RequestId
    status: Literal["made", "reminded", "kept", "broken"]


class FinishedOf(Written):
    """A seat declared its work done."""

    seat: SeatId


class BeatOf(Written):
    """A beat of the storyline fired."""

    id: BeatId


class MessagesOf(Written):
    """So many messages were sent."""

    by: Person
    to: People = "anyone"
    min: int = Field(ge=1, description="Met when this many have been sent.")


class NoOf(Written):
    """Something did not happen in time."""

    condition: Condition
    within: SpanText
    after: Condition | None = Field(None, description="What starts the clock; the run's start if not given.")


class AfterOf(Written):
    """Some time passed since something happened."""

    condition: Condition
    delay: SpanText


class At(Written):
    """Met from this time on."""

    at: TimeText


class Agreed(Written):
    """Met once the decider granted the approval."""

    agreed: AgreedOf


class Asked(Written):
    """Met once somebody was asked (often enough)."""

    asked: AskedOf


class Told(Written):
    """Met once a message or document that reveals the fact reached them."""

    told: ToldOf


class Known(Written):
    """Met once they hold the truth of the fact, not a wrong version."""

    known: HoldsOf


class Heard(Written):
    """Met once they were given any version of the fact."""

    heard: HoldsOf


class Sent(Written):
    """Met once such a message was sent."""

    sent: SentOf


class Delivered(Written):
    """Met once a file was written at the path."""

    delivered: DeliveredOf


class Shared(Written):
    """Met once the file was shared."""

    shared: SharedOf


class Read(Written):
    """Met once the file was opened."""

    read: ReadOf


class Attended(Written):
    """Met once they were in the meeting."""

    attended: AttendedOf


class Said(Written):
    """Met once they said it in the meeting."""

    said: SaidOf


class Promise(Written):
    """Met once the promise reached the status."""

    promise: PromiseOf


class Finished(Written):
    """Met once the seat finished."""

    finished: FinishedOf


class Beat(Written):
    """Met once the beat fired."""

    beat: BeatOf


class Messages(Written):
    """Met once so many messages were sent."""

    messages: MessagesOf


class No(Written):
    """Met when the time has passed without it happening."""

    no: NoOf


class After(Written):
    """Met when the delay has passed since it happened."""

    after: AfterOf


class All(Written):
    """Met once every one of these is met."""

    all: Annotated[tuple[Condition, ...], Field(min_length=1)]


class Either(Written):
    """Met once one of these is met."""

    any: Annotated[tuple[Condition, ...], Field(min_length=1)]


class Not(Written):
    """Holds as long as this is not met."""

    not_: Condition = Field(alias="not")


KINDS: dict[str, type[Written]] = {
    "at": At,
    "agreed": Agreed,
    "asked": Asked,
    "told": Told,
    "known": Known,
    "heard": Heard,
    "sent": Sent,
    "delivered": Delivered,
    "shared": Shared,
    "read": Read,
    "attended": Attended,
    "said": Said,
    "promise": Promise,
    "finished": Finished,
    "beat": Beat,
    "messages": Messages,
    "no": No,
    "after": After,
    "all": All,
    "any": Either,
    "not": Not,
}


_one_known_key, _kind_of = one_key_of(
    "condition", KINDS, "{known: {fact: …, by: …}}", "`all: [...]` or `any: [...]`"
)
_AnyCondition = (
    Annotated[At, Tag("at")]
    | Annotated[Agreed, Tag("agreed")]
    | Annotated[Asked, Tag("asked")]
    | Annotated[Told, Tag("told")]
    | Annotated[Known, Tag("known")]
    | Annotated[Heard, Tag("heard")]
    | Annotated[Sent, Tag("sent")]
    | Annotated[Delivered, Tag("delivered")]
    | Annotated[Shared, Tag("shared")]
    | Annotated[Read, Tag("read")]
    | Annotated[Attended, Tag("attended")]
    | Annotated[Said, Tag("said")]
    | Annotated[Promise, Tag("promise")]
    | Annotated[Finished, Tag("finished")]
    | Annotated[Beat, Tag("beat")]
    | Annotated[Messages, Tag("messages")]
    | Annotated[No, Tag("no")]
    | Annotated[After, Tag("after")]
    | Annotated[All, Tag("all")]
    | Annotated[Either, Tag("any")]
    | Annotated[Not, Tag("not")]
)
Condition = Annotated[
    _AnyCondition,
    Discriminator(_kind_of),
    BeforeValidator(_one_known_key),
    Field(description="A condition: one key, joined by all, any, not."),
]

for _model in (NoOf, AfterOf, All, Either, Not):
    _model.model_rebuild()
for _model in (No, After):
    _model.model_rebuild()


def parts(condition: Condition) -> Iterator[Condition]:
    """The condition and every condition inside it, outermost first."""
    yield condition
    match condition:
        case All():
            inner = condition.all
        case Either():
            inner = condition.any
        case Not():
            inner = (condition.not_,)
        case No():
            inner = (condition.no.condition, *((condition.no.after,) if condition.no.after else ()))
        case After():
            inner = (condition.after.condition,)
        case _:
            inner = ()
    for item in inner:
        yield from parts(item)
