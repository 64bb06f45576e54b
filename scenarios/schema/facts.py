"""`facts.yaml`: what there is to know, who knows it, who may be told, and what people do when asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from ...engine.office.conditions.model import Condition, Patterns, Ref
from ...engine.office.conditions.timewords import SpanText
from ...personas.problems import Misfit, did_you_mean
from .common import FactRef, Id, Line, PackFile, PerMille, PersonId, Texts, ToolUse, Written

RULE_WORDS = ("open", "on_request", "never")
GRANT_WORDS = ("always", "never")

Asks = Annotated[
    tuple[Line, ...], Field(min_length=1, description="Ways people ask for it; 4 to 8 are good.")
]


class RuleWhen(Written):
    """May be told when asked, to these only, and only after something."""

    to: tuple[Annotated[Line, Ref("listener")], ...] | None = Field(
        None, description="Person ids, kinds of ties (the asker's tie to the holder), titles or departments."
    )
    after: Condition | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.to is None and self.after is None:
            raise Misfit(
                "the rule says nothing", "Give `to: [...]`, `after: {...}` or both, or write `on_request`."
            )
        return self


def _check_rule(value: Any) -> Any:
    if isinstance(value, str) and value not in RULE_WORDS:
        fix = (
            did_you_mean(value, RULE_WORDS)
            or "Write open, on_request, never, or `{to: [...], after: {...}}`."
        )
        raise Misfit(f"there is no rule `{value}`", fix)
    return value


def _word_or(value: Any) -> str:
    return "word" if isinstance(value, str) else "mapping"


Rule = Annotated[
    Annotated[Literal["open", "on_request", "never"], Tag("word")] | Annotated[RuleWhen, Tag("mapping")],
    Discriminator(_word_or),
    BeforeValidator(_check_rule),
    Field(
        description="`open` (told unasked when it fits), `on_request`, `never`, or `{to: [...], after: {...}}`."
    ),
]


class EveryoneBut(Written):
    """Nobody may be told, except these."""

    everyone_but: Annotated[tuple[PersonId, ...], Field(min_length=1)]


def _shape_of_audience(value: Any) -> str:
    return "name" if isinstance(value, str) else "everyone_but"


Audience = Annotated[
    Annotated[Annotated[Id, Ref("audience")], Tag("name")] | Annotated[EveryoneBut, Tag("everyone_but")],
    Discriminator(_shape_of_audience),
    Field(description="A person id, `clients`, `outside`, or `{everyone_but: [...]}`."),
]


def _audience_listed(value: Any) -> Any:
    return [value] if isinstance(value, dict | str) else value


Audiences = Annotated[
    tuple[Audience, ...],
    BeforeValidator(_audience_listed, json_schema_input_type=Audience | tuple[Audience, ...]),
]


class Version(Written):
    """What a holder wrongly or partly believes."""

    statement: Line
    says: Texts | None = None
    reveals: Patterns


class Holder(Written):
    """One person who holds a fact, or a version of it."""

    person: PersonId
    rule: Rule = "on_request"
    says: Texts | None = Field(
        None, description="The content in this person's words; the statement if not given."
    )
    sure: PerMille = 950
    version: Version | None = Field(None, description="The wrong or partial version this person holds.")
    corrected_by: Condition | None = Field(None, description="From then on they hold the truth.")
    tells_again: bool = Field(False, description="Once corrected, they write to those they told wrongly.")

    @model_validator(mode="after")
    def _correctable(self) -> Self:
        if self.version is None and (self.corrected_by is not None or self.tells_again):
            raise Misfit(
                "nothing is there to correct", "Give `version:`, or remove corrected_by and tells_again."
            )
        return self


class Fact(Written):
    """A unit of knowledge."""

    statement: Line = Field(description="The truth, third person, one sentence.")
    topic: Line = Field(description='A noun phrase that fits "about …".')
    asks: Asks
    reveals: Patterns
    needed_for: str = Field("", description="A note for readers.")
    not_to: Audiences = Field((), description="Who must never be told, by anybody.")
    holders: tuple[Holder, ...] = Field((), description="Empty: it stands in documents only.")
    refusal: Mapping[PersonId, Texts] = Field(
        {}, description="A holder's own words when the rule forbids it."
    )

    @model_validator(mode="after")
    def _holders_once(self) -> Self:
        people = [holder.person for holder in self.holders]
        for index, person in enumerate(people):
            if person in people[:index]:
                raise Misfit(f"`{person}` holds it twice", "Keep one entry.", ("holders", index, "person"))
        return self


def _check_grant(value: Any) -> Any:
    if isinstance(value, str) and value not in GRANT_WORDS:
        raise Misfit(f"there is no `grants: {value}`", "Write always, never, or a condition.")
    return value


class Approval(Written):
    """Something that one person must agree to before others may act."""

    decides: PersonId
    topic: Line = Field(description='A noun phrase that fits "about …".')
    asks: Asks
    grants: Annotated[
        Annotated[Literal["always", "never"], Tag("word")] | Annotated[Condition, Tag("mapping")],
        Discriminator(_word_or),
        BeforeValidator(_check_grant),
    ] = Field("always", description="`always`, `never`, or a condition that must be met when asked.")
    says: Texts
    refuses: Texts | None = None
    tells: tuple[PersonId, ...] = Field((), description="Whom the decider informs.")

    @model_validator(mode="after")
    def _can_refuse(self) -> Self:
        if self.grants != "always" and not self.refuses:
            raise Misfit("it may be refused, but there are no words for it", "Add `refuses: [...]`.")
        return self


class PromiseTerms(Written):
    """How well the promise is kept."""

    due: SpanText
    forgets: PerMille = Field(0, description="How likely it is not done unless they are reminded.")


class Gift(Written):
    """What comes of a request."""

    file: PackFile | None = None
    to: str = Field("", pattern=r"^(/.*)?$", description="Where it is put on the drive.")
    fact: FactRef | None = Field(None, description="A fact that the asker learns with it.")
    use: tuple[ToolUse, ...] = Field((), description="Tools that the person uses for it, in this order.")
    says: Texts

    @model_validator(mode="after")
    def _paths(self) -> Self:
        if bool(self.file) != bool(self.to):
            raise Misfit(
                "`file` and `to` go together", "Name the file in the pack and its path on the drive."
            )
        return self


class Request(Written):
    """Work that a person does for others when asked."""

    person: PersonId
    topic: Line = Field(description='A noun phrase that fits "about …".')
    asks: Asks
    takes: SpanText
    promise: PromiseTerms
    gives: Gift
    after: Condition | None = Field(None, description="Only from then on; refused before.")


class Knowledge(Written):
    """All of `facts.yaml`."""

    facts: Mapping[Id, Fact] = Field({})
    approvals: Mapping[Id, Approval] = Field({})
    requests: Mapping[Id, Request] = Field({})

    @model_validator(mode="after")
    def _ids_once(self) -> Self:
        seen: dict[str, str] = {}
        for section in ("facts", "approvals", "requests"):
            for name in getattr(self, section):
                if name in seen:
                    raise Misfit(
                        f"`{name}` is already one of {seen[name]}", "Rename one of them.", (section, name)
                    )
                seen[name] = section
        return self
