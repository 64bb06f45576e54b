"""A prompt begins with what never changes, holds what bears on the moment, and is bounded at any age of a run."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.minds.model.facts import WorldFacts, look_ups, world_facts
from tenure.engine.minds.model.game import GAME
from tenure.engine.minds.model.prompt import Prompt, prompt_for, stable_part
from tenure.engine.office.percept import (
    Errand,
    Finding,
    Invitation,
    KnownFact,
    Memory,
    Opened,
    Percept,
    Pointer,
    Said,
)
from tests.agents.lamps import lamps, new
from tests.minds.model.desk import FACTS, WHO, mind
from tests.minds.scripted.office import (
    BOX,
    BUY,
    LIST,
    MARGIN,
    PEOPLE,
    RATE,
    SHARE,
    looks,
    noor,
    person,
    persona,
    promised,
    with_fact,
)

STABLE = stable_part(persona(WHO), person(WHO), FACTS)


def prompt(percept: Percept, stable: str = STABLE, **more: Any) -> Prompt:
    about: dict[str, Any] = {"most_facts": 12, "characters": 12_000, **more}
    return prompt_for(stable, percept, **about)


# What stays the same --------------------------------------------------------------------------------------------------


def test_rules_first_then_persona_then_job_then_the_moment() -> None:
    found = prompt(looks("What do we pay for demurrage at Antwerp?", memories=(memory(1),)))
    text = "".join(one["content"] for one in found.messages)
    places = [
        text.index(part)
        for part in (GAME[:80], "# Who you are", "# Your job here", "# What comes", "# The situation")
    ]
    assert places == sorted(places)
    assert places[0] == 0


def test_the_rules_are_the_same_for_everybody() -> None:
    stables = [stable_part(persona(name), person(name), FACTS) for name in PEOPLE[::3]]
    assert all(one.startswith(GAME.rstrip()) for one in stables)
    assert len(set(stables)) == len(stables)


def test_nothing_of_a_moment_is_in_the_stable_part() -> None:
    texts = ("What do we pay?", "Thanks!", "Could you rerun the box list?")
    days = ("Tue morning", "Fri evening", "Mon afternoon")
    prompts = [prompt(looks(text, salt=n, load=n, day=days[n])) for n, text in enumerate(texts)]
    assert len({one.stable for one in prompts}) == 1
    assert len({one.changing for one in prompts}) == len(texts)


@pytest.mark.parametrize("name", PEOPLE[::3])
def test_most_of_a_usual_prompt_is_stable(name: str) -> None:
    stable = stable_part(persona(name), person(name), FACTS)
    percepts = (
        looks(
            "Hi, what do we pay for demurrage at Antwerp, and when does the payment run close?",
            approvals=(SHARE,),
        ),
        looks(
            "Any news on the box list?", **promised(late=True), memories=tuple(memory(n) for n in range(6))
        ),
        looks("Thanks!"),
    )
    for one in percepts:
        found = prompt(one, stable)
        assert len(found.stable) * 10 >= found.characters * 6, found.characters


@pytest.mark.parametrize("name", PEOPLE[::3])
def test_a_persona_is_told_by_what_they_refuse_and_how_they_write(name: str) -> None:
    who = persona(name)
    stable = stable_part(who, person(name), FACTS)
    heaviest = max(who.pressures, key=lambda one: one.weight, default=None)
    pressing = () if heaviest is None else (heaviest.about,)
    for text in (*who.help.will_not[:4], *pressing, *who.values[:2]):
        assert text in stable
    assert f"chat {who.style.words.chat.typical}" in stable
    assert "Other people's work you take over" in stable
    repeats = who.patience.tolerates_repeats
    assert f"You take {repeats or 'no'} repeat{'' if repeats == 1 else 's'} of one request" in stable
    years = who.role.years
    assert f"{years or 'no'} year{'' if years == 1 else 's'} in the trade" in stable


# What may be told -----------------------------------------------------------------------------------------------------


def test_what_may_not_be_told_stands_by_its_topic_alone() -> None:
    found = prompt(looks("What margin do we make on Venlo, and what are our buy rates?"))
    for fact in (MARGIN, BUY):
        assert f"[{fact.fact}] {fact.topic}" in found.changing
        for text in (fact.statement, *fact.says):
            assert text not in found.changing
    assert "7.5" not in found.changing
    assert "2140" not in found.changing
    assert "waits for Marek Zielinski's agreement" in found.changing


def test_secrets_stand_there_only_if_the_spec_says_so() -> None:
    percept = looks("What margin do we make on Venlo?")
    assert MARGIN.statement in prompt(percept, secrets=True).changing
    assert MARGIN.statement not in mind(None).prompt(percept).changing
    assert MARGIN.statement in mind(None, secrets=True).prompt(percept).changing


def test_who_is_unsure_or_has_half_forgotten_is_told_so() -> None:
    text = "Which box was scanned?"
    assert "not quite sure" in prompt(looks(text)).changing
    assert "rather unsure" in prompt(looks(text, facts=with_fact(BOX, sure=400))).changing
    assert "half forgotten" in prompt(looks(text, facts=with_fact(BOX, faded=True))).changing
    before = with_fact(RATE, asked_before=2, told_before=2)
    assert "told them 2 times" in prompt(looks("Demurrage at Antwerp?", facts=before)).changing


def test_what_they_dont_know_comes_with_whom_they_would_name() -> None:
    found = prompt(looks("Have we paid anything on the Corvane invoice?")).changing
    assert "[farid] Farid Rahman" in found
    assert "EUR 9000" not in found


def test_patience_trust_and_load_are_told() -> None:
    plain = prompt(looks("Hi")).changing
    worn = prompt(looks("Hi", other=noor(patience=0, trust=0), load=3)).changing
    assert "plenty" in plain
    assert "none left" in worn
    assert "bare minimum" in worn
    assert "Swamped" in worn


# Other situations -----------------------------------------------------------------------------------------------------


def test_errands_invitations_findings_files_and_reflection_are_told() -> None:
    errand = Errand(
        errand="e1", kind="chase", to="hendrik", to_name="Hendrik Postma", topic="the T1 for Venlo"
    )
    assert (
        "still waiting for [hendrik] Hendrik Postma: the T1 for Venlo"
        in prompt(looks(errand=errand)).changing
    )
    invitation = Invitation(
        meeting="m1",
        title="Rates",
        organiser="dewi",
        organiser_name="Dewi",
        when_words="Friday 10:00",
        clash=True,
    )
    assert "You are booked at that time" in prompt(looks(invitation=invitation)).changing
    finding = Finding(tool="drive.search", arguments='{"query": "T1"}', text="/customs/t1.pdf")
    found = prompt(looks("Where is the T1?", findings=(finding, finding)), tools=True).changing
    assert "/customs/t1.pdf" in found
    assert "looked up enough" in found
    assert (
        "it is wrong about [rate]"
        in prompt(looks("Look at it", opened=(Opened(path="/a.xlsx", wrong=("rate",)),))).changing
    )
    assert "two sentences" in prompt(looks("Hi", reflect=True)).changing
    assert "Your manager" not in found


def test_what_is_handed_over_is_no_longer_owed() -> None:
    deliver = Errand(
        errand="e1",
        kind="deliver",
        to="noor",
        to_name="Noor",
        topic=LIST.topic,
        item="list",
        detail="/Ops/the list.xlsx",
    )
    found = prompt(looks(errand=deliver, **promised(late=False))).changing
    assert found.count("/Ops/the list.xlsx") == 1
    assert "you owe them" not in found
    assert "[list]" not in found


def test_memories_and_notes_come_before_the_situation() -> None:
    found = prompt(looks("Hi", memories=(memory(7),), about_other="Asks in haste.")).changing
    assert found.index("detention at Venlo 7") < found.index("# The situation")
    assert "Of Noor you noted: Asks in haste." in found


# Bounds ---------------------------------------------------------------------------------------------------------------


def memory(number: int) -> Memory:
    return Memory(
        day="Tue 3 Mar",
        kind="heard",
        text=f"Noor asked about detention at Venlo {number}. " * 8,
        people=("Noor Haddad",),
    )


def old_percept(weeks: int) -> Percept:
    """What somebody sees in a long thread after that many weeks, with everything in it that can be."""
    said = tuple(
        Said(
            message=f"noor/m{n}",
            sender="noor" if n % 2 else "me",
            sender_name="Noor Haddad",
            day="Tue 10:15",
            text=f"On matter {n}: " + "we need the demurrage figure again. " * 60,
            new=n >= 4 * weeks - 3,
        )
        for n in range(4 * weeks)
    )
    facts = tuple(
        KnownFact(
            fact=f"f{n}",
            version="truth",
            statement=f"Demurrage tariff {n} is EUR {300 + n} per container. " * 6,
            topic=f"demurrage tariff {n}",
            asks=("What is the demurrage?",),
            verdict="may_tell",
        )
        for n in range(40)
    )
    pointers = tuple(
        Pointer(fact=f"p{n}", topic=f"demurrage of carrier {n}", who="farid", who_name="Farid Rahman")
        for n in range(40)
    )
    return looks(
        said=said[-24:],
        facts=facts,
        pointers=pointers,
        memories=tuple(memory(n) for n in range(11)),
        about_other="Asks a lot. " * 40,
        findings=(Finding(tool="drive.search", arguments="{}", text="row\n" * 800),) * 2,
        approvals=(SHARE,) * 6,
        requests=(LIST,) * 12,
        subject="demurrage " * 30,
        present=tuple(f"Person {n}" for n in range(40)),
    )


@pytest.mark.parametrize("weeks", [1, 5, 25])
def test_the_prompt_is_bounded_at_any_age(weeks: int) -> None:
    found = prompt(old_percept(weeks))
    assert found.characters <= 12_000
    assert len(found.stable) * 10 >= found.characters * 6
    assert "# The situation" in found.changing
    assert found.changing.rstrip().endswith("One JSON object.")
    assert "demurrage figure" in found.changing  # the newest message is never dropped


def test_length_does_not_grow_with_age() -> None:
    lengths = [prompt(old_percept(weeks)).characters for weeks in (5, 15, 25)]
    assert max(lengths) - min(lengths) < 200


@settings(max_examples=60, deadline=None)
@given(
    text=st.text(max_size=5_000),
    memories=st.integers(0, 12),
    findings=st.integers(0, 3),
    subject=st.text(max_size=400),
    bound=st.sampled_from([8_500, 10_000, 12_000, 20_000]),
)
def test_no_percept_breaks_the_bound(
    text: str, memories: int, findings: int, subject: str, bound: int
) -> None:
    percept = looks(
        text or "x",
        subject=subject,
        memories=tuple(memory(n) for n in range(memories)),
        findings=tuple(Finding(tool="t", arguments=text[:300], text=text) for _ in range(findings)),
    )
    found = prompt(percept, characters=bound)
    assert found.characters <= max(bound, len(STABLE) + 1_500)


def test_the_least_important_goes_first() -> None:
    percept = old_percept(25)
    tight = prompt(percept, characters=len(STABLE) + 4_400).changing
    roomy = prompt(percept, characters=20_000).changing
    assert tight.count("detention at Venlo") < roomy.count("detention at Venlo")
    assert "Noor Haddad (new)" in tight
    assert "[f0]" in tight


# A person's place -----------------------------------------------------------------------------------------------------


def test_a_place_is_bounded_and_knows_who_is_who() -> None:
    world: Any = new(lamps()).world
    person_id = next(
        one.id for one in world.setup.people.values() if one.is_coworker and not one.outside and one.manager
    )
    me = world.setup.people[person_id]
    found = world_facts(
        world.setup, person_id, organisation="Lamps", about="Makes lamps. " * 90, tools=world.tools
    )
    assert isinstance(found, WorldFacts)
    assert found.colleagues[0].id == me.manager
    assert found.colleagues[0].tie == "your manager"
    assert len(found.about) <= 400
    assert person_id not in {one.id for one in found.colleagues}
    assert {one.tool for one in found.tools} <= {
        name for name, tool in world.tools.items() if tool.kind == "read"
    }


def test_only_tools_that_are_simply_asked_are_offered() -> None:
    world: Any = new(lamps()).world
    tools: Any = world.tools
    for one in look_ups(tools):
        fields = tools[one.tool].arguments.model_fields
        assert sum(field.is_required() for field in fields.values()) <= 1
        assert set(one.arguments) <= {field.alias or name for name, field in fields.items()}
