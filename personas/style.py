"""How a person writes: how much, how formally, with which greetings and habits."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from .base import Count, Level, Model, PerMille, Text
from .problems import Misfit

Channel = Literal["mail", "chat", "phone", "meeting"]

Audience = Literal["colleague", "senior", "outsider"]
"""Peers and reports; people above in the line; people outside the organisation."""


class Length(Model):
    """Words in one reply."""

    min: Count = Field(default=2, description="Fewest words in a reply.")
    typical: Count = Field(default=40, description="Median number of words in a reply.")
    max: Count = Field(default=150, description="Most words in a reply.")

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.min <= self.typical <= self.max:
            fix = "They must not fall from min over typical to max."
            raise Misfit(f"min {self.min}, typical {self.typical}, max {self.max} are out of order", fix)
        return self


class Words(Model):
    """Length of a reply by channel. Median mail reply 43 words, 30% above 100 (Kooti et al. 2015)."""

    mail: Length = Field(default=Length(min=3, typical=43, max=180), description="Words in a mail.")
    chat: Length = Field(default=Length(min=1, typical=12, max=50), description="Words in a chat message.")
    phone: Length = Field(
        default=Length(min=2, typical=30, max=120), description="Words in one turn on the phone."
    )
    meeting: Length = Field(
        default=Length(min=2, typical=35, max=150), description="Words in one turn in a meeting."
    )


class ByAudience(Model):
    """Wordings by who reads them; an empty list means none is written."""

    colleague: tuple[Text, ...] = Field(default=(), description="To peers and reports.")
    senior: tuple[Text, ...] = Field(
        default=(), description="To people above them; as to colleagues if empty."
    )
    outsider: tuple[Text, ...] = Field(
        default=(), description="To clients and other outsiders; as to seniors if empty."
    )

    def to(self, audience: Audience) -> tuple[str, ...]:
        """The wordings for an audience, falling back to the nearest that has any."""
        if audience == "outsider":
            return self.outsider or self.senior or self.colleague
        return (self.senior or self.colleague) if audience == "senior" else self.colleague


class Greetings(Model):
    """How messages begin; `{asker}` stands for the other person's name."""

    mail: ByAudience = Field(
        default=ByAudience(colleague=("Hi {asker},", "Hello {asker},"), outsider=("Dear {asker},",)),
        description="In mails.",
    )
    chat: ByAudience = Field(default=ByAudience(), description="In chat; empty if they start without.")
    phone: ByAudience = Field(
        default=ByAudience(colleague=("Hello {asker}.",)), description="When they pick up."
    )


class SignOffs(Model):
    """How messages end."""

    mail: ByAudience = Field(
        default=ByAudience(colleague=("Best,", "Thanks,"), outsider=("Kind regards,",)),
        description="In mails, before the name.",
    )
    chat: ByAudience = Field(default=ByAudience(), description="In chat; empty if they end without.")


class WritingHabits(Model):
    """Small habits by which one person's messages are told from another's."""

    lowercase_chat: bool = Field(default=False, description="Writes chat without capitals.")
    contractions: bool = Field(
        default=True, description="Writes I'm and don't (true) or I am and do not (false)."
    )
    bullet_points: Literal["never", "sometimes", "often"] = Field(
        default="sometimes", description="Lists as bullets in mail."
    )
    emoji: tuple[Text, ...] = Field(default=(), description="The emoji they use, if any.")
    emoji_use: PerMille = Field(default=0, description="Share of chat messages with an emoji, per mille.")
    exclamation: PerMille = Field(
        default=50, description="Share of sentences ending in an exclamation mark, per mille."
    )
    hedging: PerMille = Field(
        default=150, description="Share of statements softened with a hedge, per mille."
    )
    hedges: tuple[Text, ...] = Field(
        default=("I think", "as far as I know"),
        description="Hedges that fit any statement: they open it, or follow it after a comma.",
    )
    punctuation: Literal["standard", "light", "ellipses", "dashes"] = Field(
        default="standard", description="light drops the full stop at the end of chat messages."
    )
    splits_messages: PerMille = Field(
        default=0, description="Share of chat replies sent as several short messages, per mille."
    )
    phrases: tuple[Text, ...] = Field(default=(), description="Favourite turns of phrase, used now and then.")


class Style(Model):
    """How a person writes."""

    formality: Level = Field(default=50, description="0 most casual, 100 most formal.")
    tone: tuple[Text, ...] = Field(default=(), description="Words for the tone: dry, warm, brisk.")
    words: Words = Field(default=Words(), description="Length of replies by channel.")
    greetings: Greetings = Field(default=Greetings(), description="How their messages begin.")
    sign_offs: SignOffs = Field(default=SignOffs(), description="How their messages end.")
    habits: WritingHabits = Field(default=WritingHabits(), description="Small writing habits.")
