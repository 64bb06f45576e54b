"""Drafting a persona with a model, part by part: it proposes, the author decides, and only what was approved counts.

This module knows the parts, the questions and what a proposal must satisfy; whoever sits at the terminal is somebody
else's business.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Self, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import to_jsonable_python

from ..engine.minds.outcomes import Request
from ..engine.minds.structured import Answer, Ask, structured
from ..personas import AuthoringErrors, Persona, fragments
from ..personas.compose import compose
from ..personas.voice import ALWAYS, SLOTS, Bank, Voice
from ..personas.writing import persona_text

SETTLED: Final = re.compile(r"^# (approved|skipped): (.*)$", re.MULTILINE)
MOST_OUTLINE: Final = 20_000
"""Characters of an outline."""
_STAND_IN: Final[Mapping[str, Any]] = {
    "id": "stand_in",
    "name": "Stand In",
    "role": {"profession": "stand-in"},
}
_SYSTEM: Final = """\
You help an author write one coworker for a simulated office. The author gives an outline; you draft one part \
at a time, and the author approves, edits or rejects it.

Write a person, not a type: particular habits, a particular past, something they are bad at. Nothing that would \
hold for everybody ("team player", "good communicator", "professional"). Real people contradict themselves little: \
numbers must fit the character (a careless person does not keep 95% of promises; an outgoing one does not write \
four words). Invent no real persons or companies. Keep to the outline where it says something; where it is silent, \
choose what makes this person different from a colleague. Answer with one JSON object of the given shape and \
nothing else."""


@dataclass(frozen=True)
class Part:
    """One part of a persona that is drafted at once.

    Attributes:
        id: Its name.
        title: As the author reads it.
        keys: The persona's keys that it may set.
        banks: Phrase banks that it writes, for parts of the voice.
        hint: What the model is told about it.
    """

    id: str
    title: str
    keys: tuple[str, ...] = ()
    banks: tuple[Bank, ...] = ()
    hint: str = ""


PARTS: Final[tuple[Part, ...]] = (
    Part(
        "person",
        "role and background",
        (
            "name",
            "called",
            "pronouns",
            "age",
            "languages",
            "home",
            "role",
            "background",
            "values",
            "pressures",
            "expertise",
        ),
        hint="background: two to four sentences with a number, a place or an event in them, about what shows "
        "at work. values: "
        "which side they take when it costs something. pressures: what weighs on them now.",
    ),
    Part(
        "traits",
        "character",
        ("big_five", "patience"),
        hint="50 is the average of working adults; most people stand between 30 and 70 in most traits.",
    ),
    Part(
        "style",
        "how they write",
        ("style",),
        hint="Half of all mails have 43 words or fewer, chat messages about 12. Sign-offs hold their own "
        "first name. Greetings "
        "hold {asker}. hedges must fit before or after any statement.",
    ),
    Part(
        "behaviour",
        "how they work and answer",
        ("hours", "responses", "attention", "reliability", "memory", "help", "security"),
        hint="Per mille: 0 never, 1000 always. Half of all internal mail is answered within 45 minutes, chat "
        "within 14; about "
        "54% of weekly commitments are kept; 10% click on a lure. help.will and will_not are concrete "
        "things of their trade.",
    ),
    Part(
        "answering",
        "phrases: answering",
        banks=("openings", "acknowledgements", "lead_ins", "uncertain", "corrections"),
    ),
    Part(
        "promising",
        "phrases: promising and being late",
        banks=("deferrals", "promises", "done", "late", "chased"),
    ),
    Part(
        "refusing",
        "phrases: refusing",
        banks=("refusals", "needs_approval", "own_work", "too_broad", "escalations"),
    ),
    Part(
        "not_knowing",
        "phrases: not knowing",
        banks=("dont_know", "redirects", "clarifications", "not_understood"),
    ),
    Part(
        "moods",
        "phrases: moods and asking",
        banks=("repeats", "busy", "terse", "thanks_replies", "reminders", "asks"),
    ),
)
_PHRASES: Final = """\
5 to 7 phrases a bank, each different in build and length, as only this person would say them; no phrase twice, \
none that names an hour or a weekday. Slots are filled in later: {topic} a noun phrase inside a sentence, {when} a \
time without a preposition, {who} another person, {asker} who is answered, {options} alternatives joined by "or". \
Only these slots may stand in a bank, and two phrases of each bank must hold no slots but those marked *:
"""


@dataclass
class Draft:
    """A persona under way.

    Attributes:
        id: Its id.
        outline: What the author wrote about it.
        data: What was approved, as in a persona's file.
        approved: Parts approved, in order.
        skipped: Parts the author left out.
    """

    id: str
    outline: str
    data: dict[str, Any] = field(default_factory=dict[str, Any])
    approved: list[str] = field(default_factory=list[str])
    skipped: list[str] = field(default_factory=list[str])

    @classmethod
    def resumed(cls, id_: str, outline: str, text: str, data: Mapping[str, Any]) -> Self:
        """A draft that was stopped.

        Args:
            id_: Its id.
            outline: What the author wrote.
            text: The draft's file.
            data: What stands in it.
        """
        draft = cls(id_, outline, dict(data))
        for kind, names in SETTLED.findall(text):
            known = [name for name in names.split(", ") if name in {part.id for part in PARTS}]
            (draft.approved if kind == "approved" else draft.skipped).extend(known)
        return draft

    def left(self) -> list[Part]:
        """Parts that nothing was decided on."""
        return [part for part in PARTS if part.id not in (*self.approved, *self.skipped)]

    def take(self, part: Part, proposal: Mapping[str, Any]) -> None:
        """Approve a proposal: from now on it counts.

        Raises:
            AuthoringErrors: The persona would not load with it.
        """
        trial = merged(self.data, part, proposal)
        trial["id"] = self.id
        checked({**_STAND_IN, **trial}, self.id)
        self.data = trial
        self.approved.append(part.id)

    def text(self) -> str:
        """The draft's file."""
        head = [
            "A draft: never loaded as a persona. Go on with `tenure persona draft` and the same outline.",
            *([f"approved: {', '.join(self.approved)}"] if self.approved else []),
            *([f"skipped: {', '.join(self.skipped)}"] if self.skipped else []),
        ]
        return persona_text({"id": self.id, **self.data}, head=head)


def merged(data: Mapping[str, Any], part: Part, proposal: Mapping[str, Any]) -> dict[str, Any]:
    """The data with a proposal in it; what the author had of that part is replaced."""
    if not part.banks:
        return {**data, **{key: value for key, value in proposal.items() if value not in (None, "", [], {})}}
    voice = dict(cast("Mapping[str, Any]", data.get("voice") or {}))
    return {**data, "voice": {**voice, **proposal}}


def checked(data: Mapping[str, Any], name: str) -> Persona:
    """The persona that some data comes to.

    Raises:
        AuthoringErrors: It does not load.
    """
    role = {**_STAND_IN["role"], **cast("Mapping[str, Any]", data.get("role") or {})}
    whole: dict[str, Any] = {**data, "role": role}
    return compose(persona_text(whole), f"{name}.yaml", fragments())


async def propose(
    ask: Ask,
    model: str,
    draft: Draft,
    part: Part,
    *,
    before: Mapping[str, Any] | None = None,
    remark: str = "",
) -> Answer[Any]:
    """Have a model propose a part.

    Args:
        ask: Answers a request.
        model: Its name.
        draft: What is approved so far.
        part: Which part.
        before: The proposal that the remark is about.
        remark: What the author wants otherwise.

    Returns:
        The proposal as a model of the part's shape (see `plain`), or why there is none.
    """
    request = Request(model=model, messages=tuple(messages(draft, part, before, remark)), max_tokens=3_000)
    return await structured(ask, request, shape_of(part))


def messages(
    draft: Draft, part: Part, before: Mapping[str, Any] | None = None, remark: str = ""
) -> list[dict[str, str]]:
    """What the model is asked: what never changes first."""
    asked = [
        {"role": "system", "content": _SYSTEM},
        {"role": "user", "content": f"The author's outline:\n\n{draft.outline.strip()}"},
        {
            "role": "user",
            "content": f"Approved so far:\n\n{persona_text(draft.data) if draft.data else 'nothing'}\n"
            f"Draft this part: {part.title}.\n{_told(part)}",
        },
    ]
    if before is not None:
        body = persona_text(before if not part.banks else {"voice": before})
        asked.append({"role": "assistant", "content": body})
        asked.append(
            {
                "role": "user",
                "content": f"Draft it once more, differently. The author says: {remark or 'not this'}",
            }
        )
    return asked


def _told(part: Part) -> str:
    rows: list[str] = []
    if not part.banks:
        for key in part.keys:
            rows += _fields(key, Persona.model_fields[key])
        return f"{part.hint}\nKeys of the JSON object:\n" + "\n".join(rows)
    for bank in part.banks:
        about = (Voice.model_fields[bank].description or "").split(" At least")[0]
        always = ALWAYS.get(bank, frozenset({"asker"}))
        slots = ", ".join(f"{{{slot}}}{'*' if slot in always else ''}" for slot in sorted(SLOTS[bank]))
        rows.append(f"- {bank}: {about} Slots: {slots}.")
    return _PHRASES + "\n".join(rows)


def _fields(path: str, info: FieldInfo) -> list[str]:
    """A key and what stands below it, each with what it means."""
    kind = info.annotation
    inner = next((one for one in (kind, *get_args(kind)) if _is_model(one)), None)
    plural = " (a list)" if inner is not None and inner is not kind else ""
    rows = [f"- {path}{plural}: {info.description or ''}"]
    if inner is not None:
        for name, below in cast("type[BaseModel]", inner).model_fields.items():
            rows += _fields(f"{path}.{name}", below)
    return rows


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


@lru_cache(maxsize=32)
def shape_of(part: Part) -> type[BaseModel]:
    """What a proposal of a part must be: the persona's own fields, and what the persona's own checks say."""
    fields: dict[str, Any] = {}
    if part.banks:
        for bank in part.banks:
            info = Voice.model_fields[bank]
            fields[bank] = (info.annotation, _required(info.description, min_length=4))
    else:
        for key in part.keys:
            info = Persona.model_fields[key]
            needed = info.is_required() or key in ("background", "big_five", "style")
            default = (
                _required(info.description) if needed else _optional(info.get_default(), info.description)
            )
            fields[key] = (info.annotation, default)

    def fits(self: BaseModel) -> BaseModel:
        proposal = plain(self)
        try:
            checked({**_STAND_IN, **merged({}, part, proposal), "id": "stand_in"}, "draft")
        except AuthoringErrors as errors:
            said = "; ".join(f"{one.path}: {one.message}. {one.fix}" for one in errors.errors[:6])
            raise ValueError(said) from None
        return self

    make: Any = create_model  # its overloads don't know fields that are gathered at run time
    return make(
        f"{part.id.title().replace('_', '')}Part",
        __config__=ConfigDict(extra="forbid"),
        __validators__={"fits": model_validator(mode="after")(fits)},
        **fields,
    )


def _required(description: str | None, **more: Any) -> Any:
    return Field(..., description=description, **more)


def _optional(default: Any, description: str | None) -> Any:
    return Field(default, description=description)


def plain(proposal: BaseModel) -> dict[str, Any]:
    """A proposal as data of a persona's file: only what was said."""
    return cast("dict[str, Any]", to_jsonable_python(proposal.model_dump(mode="json", exclude_unset=True)))


def as_yaml(part: Part, proposal: Mapping[str, Any]) -> str:
    """A proposal as its author reads and edits it."""
    return persona_text({"voice": dict(proposal)} if part.banks else proposal)


def from_data(part: Part, data: Mapping[str, Any]) -> dict[str, Any]:
    """A proposal from what an author edited.

    Raises:
        ValueError: It holds keys that are not of this part.
    """
    if part.banks:
        voice = data.get("voice", data)
        given = dict(cast("Mapping[str, Any]", voice)) if isinstance(voice, Mapping) else {}
    else:
        given = dict(data)
    known: Sequence[str] = part.banks or part.keys
    strange = sorted(set(given) - set(known))
    if strange:
        raise ValueError(f"{', '.join(strange)}: not of this part; it holds {', '.join(known)}")
    return given
