"""An office of model minds whom somebody asks all at once: many decisions are under way at any time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from tenure.engine.apps.registry import build_apps
from tenure.engine.kernel.clock import DAY, MINUTE
from tenure.engine.kernel.events import Entry
from tenure.engine.kernel.minds import Mind
from tenure.engine.kernel.run import Builder, Run
from tenure.engine.kernel.step import Step
from tenure.engine.kernel.world import Core
from tenure.engine.minds.client import client_for
from tenure.engine.minds.model.facts import world_facts
from tenure.engine.minds.model.mind import ModelMind
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.tiers import Tiers
from tenure.engine.office.events import MessageSent
from tenure.engine.office.model import Person, Setup
from tenure.personas.behaviour import Habit
from tenure.scenarios.synthetic import APPS, synthetic_setup
from tenure.scenarios.world import OfficeWorld

PEOPLE = 80
HEAD = "p00"
ALARM = "test.alarm"
ROUNDS = (30, 60, 90)
"""Minutes after the start at which everybody is asked."""
QUESTION = "The power fails at noon today. Is everything of yours saved, and who is still in the building?"


@cache
def _setup(people: int) -> Setup:
    setup = synthetic_setup(people, 1, 1)
    minded: dict[str, Person] = {}
    for id_, one in setup.people.items():
        assert one.persona is not None
        at_once = {"chat": Habit(median_minutes=0, never_answered=0, checks_per_day=96)}
        responses = one.persona.responses.model_copy(update=at_once)
        words = one.persona.style.words
        long = words.model_copy(update={"chat": words.chat.model_copy(update={"typical": 400, "max": 600})})
        style = one.persona.style.model_copy(update={"words": long})
        persona = one.persona.model_copy(update={"responses": responses, "style": style})
        minded[id_] = replace(one, mind="model", persona=persona)
    return replace(setup, people=minded, thinkers=frozenset(minded))


def building(spec: MindSpec, people: int = PEOPLE) -> Builder:
    """What builds the office: everybody answers through that model, and the head asks them all, again and again."""
    setup = _setup(people)

    def mind(world: OfficeWorld, actor: str, name: str) -> Mind:
        del name
        person = setup.people[actor]
        assert person.persona is not None
        facts = world_facts(setup, actor, organisation="Aldermoor Works", tools=world.tools)
        return ModelMind(person.persona, person, spec, client_for(spec), facts)

    def ask_all(step: Step, entry: Entry) -> None:
        del entry
        for other in setup.people:
            if other == HEAD:
                continue
            sent = MessageSent(
                message=f"{HEAD}/alarm{step.at // MINUTE}/{other}",
                app="chat",
                thread=f"dm:{HEAD}:{other}",
                sender=HEAD,
                to=(other,),
                body=step.blobs.put_text(QUESTION),
                words=len(QUESTION.split()),
                expects_reply=True,
            )
            step.emit(sent, HEAD)

    def first(step: Step) -> None:
        for minute in ROUNDS:
            step.set(f"{ALARM}/{minute}", minute * MINUTE, ALARM)

    def build(core: Core) -> OfficeWorld:
        world = OfficeWorld(
            core,
            setup,
            limits={},
            build_apps=lambda world: build_apps(APPS, world.office, core, meetings=world.meetings),
            minds=mind,
            horizon=7 * DAY,
            tiers=Tiers(setup, dict.fromkeys(setup.people, "model")),
        )
        world.office.connect(errands=world.attention, loads=world.attention)
        world.assemble()
        world.first(first)
        world.on(ALARM, ask_all)
        return world

    return build


def begun(spec: MindSpec, *, path: Path | None = None, people: int = PEOPLE, speculate: bool = True) -> Run:
    """A new run of it."""
    return Run.create(building(spec, people), {}, {"people": people}, 1, path=path, speculate=speculate)
