"""The persona: everything about a person that stays true in whatever organisation they work.

What belongs to one world (job there, ties, calendar, own work, what they know) stands in that world's cast.
The models are frozen and hashable, so that one persona can be shared by runs and used as a key.
"""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from .base import Level, Model, Slug, Text
from .behaviour import Attention, Help, Hours, Memory, Patience, Reliability, Responses, Security
from .problems import Misfit, did_you_mean
from .style import Style
from .voice import Voice

__all__ = ["BigFive", "Expertise", "Family", "Home", "Language", "Persona", "Pressure", "Role", "json_schema"]

PRONOUNS = {
    "she/her": ("she", "her", "her"),
    "he/him": ("he", "him", "his"),
    "they/them": ("they", "them", "their"),
}


class Language(Model):
    """A language and how well it is spoken."""

    code: str = Field(pattern=r"^[a-z]{2,3}$", description="ISO 639 code in lower case: nl, en, zh.")
    level: Literal["native", "fluent", "working", "basic"] = Field(
        default="fluent", description="How well it is spoken."
    )


class Home(Model):
    """Where the person lives and works."""

    city: str = Field(default="", description="City, as the person would name it.")
    country: str = Field(
        default="", pattern=r"^([A-Z]{2})?$", description="Two-letter ISO country code in capitals: NL, SG."
    )
    time_zone: str = Field(default="UTC", description="IANA time zone: Europe/Amsterdam, Asia/Singapore.")

    @field_validator("time_zone")
    @classmethod
    def _known_zone(cls, zone: str) -> str:
        from zoneinfo import available_timezones

        zones = available_timezones()
        if zone not in zones:
            fix = did_you_mean(zone, zones) or "Give an IANA name, such as Europe/Amsterdam."
            raise Misfit(f"`{zone}` is not a known time zone", fix)
        return zone


Family = Literal[
    "law",
    "finance",
    "sales",
    "support",
    "engineering",
    "product",
    "hr",
    "procurement",
    "logistics",
    "health_care",
    "security",
    "executive",
]
"""The part of an organisation that a profession belongs to."""


class Role(Model):
    """The person's trade; the job they hold in a world is set by that world's cast."""

    profession: Text = Field(description="The trade, in lower case: customs broker.")
    family: Family | None = Field(
        default=None,
        description="The field the trade belongs to, by which personas are listed; none if left out. "
        "hr is personnel, health_care the administration of care and not care itself.",
    )
    title: str = Field(default="", description="Usual job title; the profession, capitalised, if empty.")
    seniority: Literal["junior", "mid", "senior", "lead", "executive"] = Field(
        default="mid", description="How high in the organisation such a person usually stands."
    )
    years: int = Field(default=5, ge=0, le=60, strict=True, description="Years in the trade.")


class BigFive(Model):
    """Personality on the five factors; 50 is the average of working adults."""

    openness: Level = Field(default=50, description="Curious and inventive (high) or conventional (low).")
    conscientiousness: Level = Field(
        default=50, description="Organised and dependable (high) or careless (low)."
    )
    extraversion: Level = Field(default=50, description="Outgoing and talkative (high) or reserved (low).")
    agreeableness: Level = Field(default=50, description="Trusting and cooperative (high) or critical (low).")
    neuroticism: Level = Field(default=50, description="Anxious and easily upset (high) or calm (low).")


class Expertise(Model):
    """Topics by how well the person knows them; each topic stands in one list only."""

    expert: tuple[Text, ...] = Field(default=(), description="Topics others come to this person for.")
    working: tuple[Text, ...] = Field(default=(), description="Topics they handle without help.")
    aware: tuple[Text, ...] = Field(
        default=(), description="Topics they know exist and roughly how they work."
    )

    @model_validator(mode="after")
    def _one_level_each(self) -> Self:
        seen: dict[str, str] = {}
        for level in ("expert", "working", "aware"):
            topics: tuple[str, ...] = getattr(self, level)
            for index, topic in enumerate(topics):
                first = seen.setdefault(topic.casefold(), level)
                if first != level:
                    fix = "Keep the one that is true."
                    raise Misfit(f"`{topic}` is listed under {first} and under {level}", fix, (level, index))
        return self

    def level(self, topic: str) -> Literal["expert", "working", "aware", "none"]:
        """How well a topic of exactly this name is known."""
        wanted = topic.casefold()
        for level in ("expert", "working", "aware"):
            topics: tuple[str, ...] = getattr(self, level)
            if any(known.casefold() == wanted for known in topics):
                return level
        return "none"


class Pressure(Model):
    """Something that weighs on the person at work."""

    who: Text = Field(description="Where it comes from: a role, a group, a regulator, themselves.")
    about: Text = Field(description="What it is about, as a clause.")
    weight: Level = Field(
        default=50, description="How much it colours their decisions; 100 outweighs everything."
    )


class Persona(Model):
    """A person: who they are, how they write, how they respond and what they will and won't do."""

    format: Literal[1] = Field(default=1, description="Version of this file format.")
    include: tuple[Slug, ...] = Field(default=(), description="Ids of fragments this persona is built on.")
    id: Slug = Field(description="Lower-case name of the file and of the persona: letters, digits and _.")
    name: Text = Field(description="Full name.")
    called: str = Field(
        default="", description="What colleagues call them; the first word of the name if empty."
    )
    pronouns: str = Field(
        default="they/them",
        pattern=r"^(she/her|he/him|they/them|[a-z]+/[a-z]+/[a-z]+)$",
        description="she/her, he/him, they/them, or three words such as ze/zir/zirs.",
    )
    age: int = Field(default=38, ge=16, le=90, strict=True, description="Years.")
    languages: tuple[Language, ...] = Field(
        default=(Language(code="en", level="native"),),
        min_length=1,
        description="Languages spoken, the first one first.",
    )
    home: Home = Field(default=Home(), description="Where they live and work.")
    role: Role = Field(description="Their trade.")
    background: str = Field(default="", description="Free text: how they came to be who they are at work.")
    big_five: BigFive = Field(default=BigFive(), description="Personality, five numbers from 0 to 100.")
    values: tuple[Text, ...] = Field(
        default=(), description="What matters to them at work, the most important first."
    )
    pressures: tuple[Pressure, ...] = Field(default=(), description="What weighs on them.")
    expertise: Expertise = Field(default=Expertise(), description="What they know about.")
    style: Style = Field(default=Style(), description="How they write.")
    voice: Voice = Field(default=Voice(), description="The phrases they use, in their own words.")
    hours: Hours = Field(default=Hours(), description="Their usual working day.")
    responses: Responses = Field(
        default=Responses(), description="How soon and how surely they answer, by channel."
    )
    attention: Attention = Field(default=Attention(), description="What gets through to them, and when.")
    reliability: Reliability = Field(default=Reliability(), description="How far their word holds.")
    memory: Memory = Field(default=Memory(), description="How long they remember.")
    patience: Patience = Field(default=Patience(), description="How they take being asked again.")
    help: Help = Field(default=Help(), description="What they do for colleagues, and what not.")
    security: Security = Field(default=Security(), description="How they behave towards suspicious messages.")

    @model_validator(mode="after")
    def _distinct_languages(self) -> Self:
        codes = [language.code for language in self.languages]
        for index, code in enumerate(codes):
            if code in codes[:index]:
                raise Misfit(
                    f"`{code}` is listed twice", "Keep one of the two.", ("languages", index, "code")
                )
        return self

    @property
    def short_name(self) -> str:
        """What colleagues call the person."""
        return self.called or self.name.split()[0]

    @property
    def title(self) -> str:
        """The usual job title."""
        profession = self.role.profession
        return self.role.title or profession[0].upper() + profession[1:]

    @property
    def pronoun_forms(self) -> tuple[str, str, str]:
        """Subject, object and possessive: `("she", "her", "her")`."""
        if self.pronouns in PRONOUNS:
            return PRONOUNS[self.pronouns]
        subject, object_, possessive = self.pronouns.split("/")
        return subject, object_, possessive


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a persona file, for editors that complete and check YAML."""
    schema = Persona.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
