"""Who is cast with which mind: what the pack marks, what its seed draws, and what whoever runs it says.

Names of minds are part of a run's settings, and so of its digest; which model stands behind a name is not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter

from ..engine.kernel.streams import Streams
from ..engine.minds.bound import EARLIER, MINDS
from ..engine.minds.model.spec import MindSpec
from ..engine.minds.registry import HUMAN, MODEL, SCRIPTED, find_mind, known_minds
from ..engine.minds.tiers import Rule
from ..engine.office.conditions.model import Condition
from ..personas.problems import Misfit, did_you_mean
from .pack import Pack
from .schema.minds import CROWD, WRITTEN_TO, Drawn, Move

CONDITION: Final[TypeAdapter[Condition]] = TypeAdapter(Condition)


class Casting(BaseModel):
    """What whoever runs a pack says about its coworkers; the same for every run of a group.

    Attributes:
        coworkers: The model behind the mind name `model` and behind every name that the pack marks people with and
            that nothing else is bound to; where the pack marks nobody, everybody gets it.
        minds: Further names of minds to the models behind them.
        mind_of: Person to the name of their mind, whatever the pack says.
        humans: People whom somebody plays at the terminal.
        budget: What coworkers' models may use: `tokens`, `cost` in dollars as decimal text.
        colleagues: People who are held by a policy of their own instead of a mind.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    coworkers: MindSpec | None = None
    minds: Mapping[str, MindSpec] = {}
    mind_of: Mapping[str, str] = {}
    humans: tuple[str, ...] = ()
    budget: Mapping[str, Any] = {}
    colleagues: tuple[str, ...] = ()

    @property
    def bindings(self) -> dict[str, MindSpec]:
        """Name to model, as far as it is said by name."""
        found = dict(self.minds)
        if self.coworkers is not None:
            found.setdefault(MODEL, self.coworkers)
        return found


class Roles(NamedTuple):
    """What a casting comes to for one run."""

    settings: dict[str, Any]
    """`minds`, `tiers`, `mind_budget`, `colleagues`, as far as there is anything to say: part of the digest."""
    meta: dict[str, Any]
    """`minds`, name to model, and what was `cast` by hand: outside the digest."""
    unbound: tuple[str, ...]
    """Names that the pack marks people with and that no model stands behind: those people are scripted."""


def cast_roles(pack: Pack, casting: Casting | None = None) -> Roles:
    """Who has which mind in a run of a pack.

    Args:
        pack: The pack, rendered for the run; its seed is what minds are drawn from.
        casting: What is said by hand.

    Raises:
        Misfit: Somebody is named who is no coworker, or a mind that there is not.
        UnknownMindError: A cast file names a mind that there is not.
    """
    return _Caster(pack, casting or Casting()).roles()


def unused_names(pack: Pack, casting: Casting) -> tuple[str, ...]:
    """Names that a model is bound to by hand and that nobody in the pack can come to have.

    Args:
        pack: The pack.
        casting: What is said by hand.
    """
    used = {*casting.mind_of.values(), *(pack.people[one].member.mind for one in pack.coworkers)}
    for mark in pack.scenario.minds.people.values():
        used.update(mark.draw if isinstance(mark, Drawn) else (mark,))
    used.update(move.to for move in pack.scenario.minds.moves)
    return tuple(name for name in casting.minds if name not in used)


class _Caster:
    def __init__(self, pack: Pack, casting: Casting) -> None:
        self._pack = pack
        self._casting = casting
        self._marked = pack.scenario.minds
        self._bound = casting.bindings
        self._minded = pack.coworkers
        self._unbound: dict[str, None] = {}
        self._own: dict[str, bool] = {}

    def roles(self) -> Roles:
        self._check()
        plain = self._cast_files()
        minds = {**plain, **self._by_pack()}
        if self._casting.coworkers is not None and not self._pack_marks() and not self._casting.minds:
            minds |= {person: MODEL for person in self._minded if person not in plain}
        minds |= self._casting.mind_of
        minds |= dict.fromkeys(self._casting.humans, HUMAN)
        minds = {
            person: name
            for person in self._minded
            if (name := minds.get(person, SCRIPTED)) != SCRIPTED and person not in self._casting.colleagues
        }
        tiers = self._tiers(minds)
        settings: dict[str, Any] = {}
        if minds or plain:
            settings["minds"] = minds
        if tiers:
            settings["tiers"] = tiers
        if self._casting.budget:
            settings["mind_budget"] = dict(self._casting.budget)
        if self._casting.colleagues:
            settings["colleagues"] = list(self._casting.colleagues)
        return Roles(settings, self._meta(), tuple(self._unbound))

    def _meta(self) -> dict[str, Any]:
        meta: dict[str, Any] = {}
        if self._bound:
            meta[MINDS] = {name: spec.model_dump(mode="json") for name, spec in sorted(self._bound.items())}
        if self._casting.mind_of:
            meta["cast"] = dict(sorted(self._casting.mind_of.items()))
        return meta

    # What the pack says ----------------------------------------------------------------------------------------------

    def _cast_files(self) -> dict[str, str]:
        """Minds of cast files that are there without anybody's binding them."""
        found: dict[str, str] = {}
        for one in self._minded:
            name = self._pack.people[one].member.mind
            if name != MODEL and name not in self._bound:
                find_mind(name, self._pack.source.files)
            if self._available(name) != SCRIPTED:
                found[one] = name
        return found

    def _pack_marks(self) -> bool:
        members = (self._pack.people[one].member for one in self._minded)
        return bool(self._marked.people or self._marked.moves) or any(
            member.mind != SCRIPTED and not self._is_own(member.mind) for member in members
        )

    def _by_pack(self) -> dict[str, str]:
        found: dict[str, str] = {}
        streams = Streams(self._pack.seed)
        marks = self._marked.people
        for person in self._minded:
            mark = marks.get(person, marks.get(CROWD))
            if isinstance(mark, Drawn):
                mark = streams.stream("mind", person).choice(mark.draw)
            if mark is not None:
                found[person] = self._available(mark)
        return found

    def _tiers(self, minds: Mapping[str, str]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        fixed = {*self._casting.mind_of, *self._casting.humans, *self._casting.colleagues}
        for move in self._marked.moves:
            if self._available(move.to) != move.to:
                continue
            who = [one for one in self._moved(move) if one not in fixed and minds.get(one) != move.to]
            if who:
                when = (
                    move.when
                    if isinstance(move.when, str)
                    else CONDITION.dump_python(move.when, mode="json", by_alias=True, exclude_none=True)
                )
                rule: dict[str, Any] = {"who": who, "to": move.to, "when": when}
                found.append(rule if move.back_after is None else {**rule, "back_after": move.back_after})
        return found

    def _moved(self, move: Move) -> list[str]:
        named = set(self._marked.people)
        return [one for one in self._minded if one in move.who or (CROWD in move.who and one not in named)]

    def _available(self, name: str) -> str:
        """The name, or `scripted` where nothing stands behind it."""
        if name == SCRIPTED or name in self._bound or self._is_own(name):
            return name
        if self._casting.coworkers is not None and name != HUMAN:
            self._bound[name] = self._casting.coworkers
            return name
        self._unbound[name] = None
        return SCRIPTED

    def _is_own(self, name: str) -> bool:
        """A class of the pack, the user or an installed package goes by that name."""
        if name not in self._own:
            self._own[name] = name not in (SCRIPTED, MODEL, HUMAN) and name in known_minds(
                self._pack.source.files
            )
        return self._own[name]

    # What is said by hand --------------------------------------------------------------------------------------------

    def _check(self) -> None:
        casting = self._casting
        for person in (*casting.mind_of, *casting.humans, *casting.colleagues):
            if person not in self._minded:
                raise Misfit(f"{self._nobody(person)}", self._who(person))
        for person in casting.humans:
            if person in casting.mind_of or person in casting.colleagues:
                raise Misfit(f"{person} is to be played by a human and by something else", "Say one of them.")
        for person, name in casting.mind_of.items():
            if person in casting.colleagues:
                raise Misfit(f"{person} is held by a policy: no mind decides for them", "Say one of them.")
            if name in (SCRIPTED, HUMAN) or name in self._bound or self._is_own(name):
                continue
            if casting.coworkers is not None:
                self._bound[name] = casting.coworkers
                continue
            fix = f"Bind it: --mind {name}=MODEL." if name != MODEL else "Say which: --coworkers MODEL."
            near = did_you_mean(name, (SCRIPTED, HUMAN, *self._bound, *known_minds(self._pack.source.files)))
            raise Misfit(
                f"no model stands behind the mind `{name}`", f"{near + ' Or: ' if near else ''}{fix}"
            )

    def _nobody(self, person: str) -> str:
        if person in self._pack.people or person in self._pack.seats:
            return f"`{person}` is no coworker with a mind: a seat, or somebody who only says what the story says"
        return f"there is no person `{person}`"

    def _who(self, person: str) -> str:
        return did_you_mean(person, self._minded) or f"There are: {', '.join(self._minded)}."


def rules_of(tiers: Iterable[Mapping[str, Any]], working: Callable[[str, str], int]) -> list[Rule]:
    """The rules of moving that a run's settings hold.

    Args:
        tiers: Of the settings.
        working: Turns a span and a person into milliseconds of that person's working time.
    """
    found: list[Rule] = []
    for one in tiers:
        who = tuple(one["who"])
        when = None if one["when"] == WRITTEN_TO else CONDITION.validate_python(one["when"])
        quiet = one.get("back_after")
        back = None if quiet is None else {person: working(quiet, person) for person in who}
        found.append(Rule(who, one["to"], when, back))
    return found


def minds_of(pack: Pack, settings: Mapping[str, Any]) -> dict[str, str]:
    """Person to the name of the mind that they begin with, of those who are not scripted.

    A run that says nothing has the minds of the pack's own that its cast files name.
    """
    said: Mapping[str, str] | None = settings.get("minds")
    if said is not None:
        return dict(said)
    marked = {person: pack.people[person].member.mind for person in pack.coworkers}
    named = {person: name for person, name in marked.items() if name not in (SCRIPTED, MODEL)}
    own = known_minds(pack.source.files) if named else ()
    return {person: name for person, name in named.items() if name in own}


def coworkers_pin(pack: Pack, settings: Mapping[str, Any], meta: Mapping[str, Any]) -> str:
    """What decides for the coworkers of a run, as a result depends on it.

    ``scripted``; or each kind of mind with how many people begin with it; or, where models are bound, each name of a
    mind with its model. Whom a draw gives which mind, and who moves, follows from pack and seed and is not said.

    Args:
        pack: The pack.
        settings: The run's, as far as they are `Roles.settings`.
        meta: The run's, as far as it is `Roles.meta`.
    """
    bound: Mapping[str, Any] = meta.get(MINDS, {})
    hand = dict(meta.get("cast", {}))
    begin = minds_of(pack, settings)
    hand |= {person: HUMAN for person, mind in begin.items() if mind == HUMAN}
    if bound or hand:
        earlier = [one[MINDS] for one in meta.get(EARLIER, ())]
        models = [f"{name}={_model_pin(bound[name])}" for name in sorted(bound)]
        before = {f"{name}={_model_pin(one[name])}" for one in earlier for name in one} - set(models)
        said = [*models, *(f"before {one}" for one in sorted(before))]
        return ", ".join([*said, *(f"{person}={mind}" for person, mind in sorted(hand.items()))])
    marks = [*pack.scenario.minds.people.values()]
    if any(isinstance(mark, Drawn) for mark in marks) and begin:
        return "as drawn"
    kinds = Counter(begin.get(person, SCRIPTED) for person in pack.coworkers)
    if len(kinds) == 1:
        return next(iter(kinds))
    return ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))


def _model_pin(spec: Mapping[str, Any]) -> str:
    """A model with those of its options that bear on what it says."""
    found = MindSpec.model_validate(spec).model_dump(mode="json", exclude_defaults=True, exclude=_HOW_REACHED)
    model = found.pop("model")
    return f"{model} {json.dumps(found, sort_keys=True)}" if found else model


_HOW_REACHED: Final = {"api_base", "timeout", "retries", "in_flight", "early", "early_most", "price", "saved"}
