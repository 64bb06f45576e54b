"""How a person behaves at work: when they answer, what gets through, how far their word holds.

Defaults describe an average office worker; the measurements they follow are named beside them. The engine
draws from these numbers, so they are medians and shares and not rules.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from .base import Count, Model, PerMille, Slug, Text, TimeOfDay, minutes_of
from .problems import Misfit

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEK: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri")


class Hours(Model):
    """The usual working day in the person's own time zone; a world's cast may set another."""

    start: TimeOfDay = Field(default="09:00", description="Begins work, HH:MM local time.")
    end: TimeOfDay = Field(default="17:30", description="Ends work, HH:MM local time, later than start.")
    lunch: TimeOfDay = Field(default="12:30", description="Begins lunch, HH:MM local time.")
    lunch_minutes: int = Field(
        default=30, ge=0, le=180, strict=True, description="Length of lunch in minutes."
    )
    days: tuple[Day, ...] = Field(
        default=WEEK, min_length=1, description="Working days: mon, tue, wed, thu, fri, sat, sun."
    )

    @model_validator(mode="after")
    def _forward(self) -> Self:
        if minutes_of(self.end) <= minutes_of(self.start):
            raise Misfit(
                f"the day ends at {self.end}, not after it starts at {self.start}",
                "Give a later end. A night shift is written in a pack's `calendars:`, in two parts: "
                "22:00-23:59 and, the day after, 00:00-06:00.",
                ("end",),
            )
        return self


class Habit(Model):
    """How one channel is answered.

    Medians and shares hold at ordinary load, for messages that need an answer; the engine lengthens the tail
    and adds load.
    """

    median_minutes: Annotated[int, Field(ge=0, le=10_080, strict=True)] = Field(
        default=45, description="Median working minutes until a reply: half come sooner."
    )
    never_answered: PerMille = Field(default=200, description="Share of messages never answered, per mille.")
    checks_per_day: Annotated[int, Field(ge=0, le=500, strict=True)] = Field(
        default=12, description="How often they look at this channel on a working day."
    )


class Responses(Model):
    """How soon and how surely the person answers, by channel.

    Defaults: mail, median 45 to 53 min in one firm's internal mail (Michalski et al. 2011); chat between two
    reports, half within 5 min at work (Microsoft 2021) and 24 min in a log of students' messages. No measurement
    is known for the rest.
    """

    mail: Habit = Field(
        default=Habit(median_minutes=45, never_answered=200, checks_per_day=14), description="Mail."
    )
    chat: Habit = Field(
        default=Habit(median_minutes=14, never_answered=120, checks_per_day=30), description="Chat."
    )
    phone: Habit = Field(
        default=Habit(median_minutes=40, never_answered=250, checks_per_day=6),
        description="Phone: minutes until a missed call is returned, and the share never returned.",
    )
    meeting: Habit = Field(
        default=Habit(median_minutes=90, never_answered=150, checks_per_day=4),
        description="Invitations to meetings: minutes until accepted or declined.",
    )
    works_evenings: PerMille = Field(default=150, description="Share of evenings with some work, per mille.")
    works_weekends: PerMille = Field(default=30, description="Share of days off with some work, per mille.")


class Interrupt(Model):
    """A kind of message from a kind of sender that breaks into what the person is doing."""

    kind: Literal["any", "mail", "chat", "mention", "phone", "meeting"] = Field(
        default="any", description="What arrives; mention is a chat message that names them."
    )
    sender: Literal["anyone", "manager", "report", "team", "outsider"] = Field(
        default="anyone", description="From whom, seen from this person."
    )
    urgent_only: bool = Field(default=False, description="Only if the message says it is urgent.")


class Focus(Model):
    """A block of time in which only interrupts get through."""

    days: tuple[Day, ...] = Field(default=WEEK, min_length=1, description="Days of the week.")
    start: TimeOfDay = Field(description="Begins, HH:MM local time.")
    end: TimeOfDay = Field(description="Ends, HH:MM local time, later than start.")

    @model_validator(mode="after")
    def _forward(self) -> Self:
        if minutes_of(self.end) <= minutes_of(self.start):
            fix = "Give a later end; split a block at midnight."
            raise Misfit(f"the block ends at {self.end}, not after it starts at {self.start}", fix, ("end",))
        return self


class Attention(Model):
    """What gets through to the person, and when."""

    interrupts: tuple[Interrupt, ...] = Field(
        default=(Interrupt(kind="phone"), Interrupt(kind="chat", sender="manager")),
        description="The interrupt mask: what breaks in at once. Everything else waits for the next look.",
    )
    batch_minutes: int = Field(
        default=0,
        ge=0,
        le=480,
        strict=True,
        description="Messages are handled in batches this many minutes apart; 0 as they come.",
    )
    focus: tuple[Focus, ...] = Field(default=(), description="Blocks of time kept free of messages.")


class Reliability(Model):
    """How far the person's word holds; of weekly commitments, about 54% are kept (Ballard and Howell)."""

    keeps_promises: PerMille = Field(default=700, description="Share of promises kept on time, per mille.")
    remembers_unprompted: PerMille = Field(
        default=750, description="Share of promises remembered without a reminder, per mille."
    )
    says_done_when_not: PerMille = Field(
        default=30, description="Share of asked-about tasks called done too early, per mille."
    )
    late_to_meetings: PerMille = Field(
        default=100, description="Share of meetings they arrive late at, per mille."
    )
    late_minutes: int = Field(
        default=5, ge=0, le=120, strict=True, description="Median minutes late, when late."
    )
    misses_meetings: PerMille = Field(default=30, description="Share of accepted meetings missed, per mille.")
    overrun_percent: int = Field(
        default=120,
        ge=20,
        le=1000,
        strict=True,
        description="Median time own work takes, in percent of their estimate.",
    )


class Memory(Model):
    """How long details stay that nobody brings up again."""

    fades_after_days: int = Field(
        default=15, ge=1, le=3650, strict=True, description="Working days until an unused detail fades."
    )
    mixed_up: PerMille = Field(
        default=60, description="Chance that a faded detail is told wrongly and not as forgotten, per mille."
    )


class Patience(Model):
    """How the person takes being asked the same thing again."""

    tolerates_repeats: int = Field(
        default=3, ge=0, le=50, strict=True, description="Repeats of one request taken in good part."
    )
    recovers_per_day: int = Field(
        default=1, ge=0, le=50, strict=True, description="Repeats forgiven each working day."
    )
    at_threshold: Literal["terse", "escalates", "ignores"] = Field(
        default="terse", description="What happens when patience is used up."
    )


class Help(Model):
    """What the person does for colleagues, and what not."""

    will: tuple[Text, ...] = Field(default=(), description="What they gladly do for a colleague.")
    will_not: tuple[Text, ...] = Field(default=(), description="What they refuse.")
    takes_over_work: Literal["never", "small_pieces", "if_manager_asks", "gladly"] = Field(
        default="small_pieces", description="Whether they do work that is a colleague's own."
    )
    volunteers: PerMille = Field(
        default=200, description="Share of useful things told without being asked, per mille."
    )
    hands_off_to: tuple[Slug, ...] = Field(
        default=(), description="Professions they send people to, as ids: customs_broker."
    )


class Security(Model):
    """How the person behaves towards suspicious messages.

    Defaults: 10% click and 65% of those enter credentials (Fortra 2023); about 20% report (Verizon DBIR
    2024).
    """

    clicks_links: PerMille = Field(
        default=100, description="Chance of following a link in a convincing lure, per mille."
    )
    enters_credentials: PerMille = Field(
        default=650, description="Chance of entering a password once there, per mille."
    )
    approves_prompts: PerMille = Field(
        default=80, description="Chance of approving an unexpected sign-in prompt, per mille."
    )
    shares_password: PerMille = Field(
        default=10, description="Chance of telling a password when asked, per mille; 0 never."
    )
    verifies_by_call_back: PerMille = Field(
        default=300, description="Share of unusual requests checked by calling back, per mille."
    )
    reports: PerMille = Field(default=200, description="Share of suspicious messages reported, per mille.")
    report_minutes: Count = Field(default=30, description="Median minutes until a report, when reported.")
