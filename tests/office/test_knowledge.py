from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.clock import DAY, HOUR
from tenure.engine.office.events import (
    Act,
    Attached,
    FactAsked,
    FactLearned,
    FactShared,
    FileMoved,
    FileRead,
    FileShared,
    FileWritten,
    MessageRead,
    Told,
)
from tenure.engine.office.model import Fact, Holding, Rule
from tenure.engine.office.texts import TEXT_ENDINGS

from .bureau import AGREED, NOTICE, Bureau, facts, setup


def shared(bureau: Bureau) -> list[tuple[str, str, str, str, str]]:
    return [(one.fact, one.version, one.by, one.to, one.mode) for one in bureau.of_kind(FactShared.kind)]


def learned(bureau: Bureau) -> list[tuple[str, str, str]]:
    return [(one.fact, one.version, one.person) for one in bureau.of_kind(FactLearned.kind)]


def ask(bureau: Bureau, asker: str, holder: str, fact: str) -> None:
    asked = FactAsked(fact=fact, asker=asker, holder=holder, message="x")
    bureau.step(lambda step: step.emit(asked, asker))


# Verdicts --------------------------------------------------------------------------------------------------------


def test_verdicts_follow_the_rules() -> None:
    bureau = Bureau()
    knowledge = bureau.office.knowledge
    assert knowledge.verdict("ines", "rate", ("noor",)) == ("may_tell", "")
    assert knowledge.verdict("ines", "rate", ("noor", "joost")).verdict == "may_not"
    assert knowledge.verdict("dewi", "rate", ("noor",)).verdict == "does_not_know"
    assert knowledge.verdict("ines", "buy_rate", ("noor",)) == ("needs_approval", "may_share")
    assert knowledge.approver("may_share") == "dewi"
    assert knowledge.verdict("ines", "buy_rate", ("dewi",)).verdict == "may_not"
    bureau.meet(AGREED)
    assert knowledge.verdict("ines", "buy_rate", ("noor",)).verdict == "may_tell"
    assert knowledge.verdict("ines", "buy_rate", ("noor", "dewi")).verdict == "may_not"


PEOPLE = ("dewi", "ines", "pieter", "noor", "joost")


@given(
    kind=st.sampled_from(["open", "on_request", "never", "restricted"]),
    to=st.lists(st.sampled_from([*PEOPLE, "works_with", "manager", "clients", "analyst"]), max_size=2),
    needs=st.booleans(),
    agreed=st.booleans(),
    not_to=st.lists(st.sampled_from(["clients", "outside", "pieter", "everyone_but:noor"]), max_size=2),
    audience=st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=3, unique=True),
    by_hearsay=st.booleans(),
)
def test_nothing_is_told_against_a_rule(
    kind: str,
    to: list[str],
    needs: bool,
    agreed: bool,
    not_to: list[str],
    audience: list[str],
    by_hearsay: bool,
) -> None:
    rule = Rule(kind, tuple(to), AGREED if needs else None)  # pyright: ignore[reportArgumentType]
    fact = Fact("f", "S.", "it", (), (("xyzzy",),), tuple(not_to), (Holding("ines", rule),))
    bureau = Bureau(setup(facts={"f": fact}))
    office = bureau.office
    teller = "ines"
    if by_hearsay:
        teller = "dewi"
        bureau.step(lambda step: office.knowledge.learn(step, "dewi", "f", "x", source="ines"))
    if agreed:
        bureau.meet(AGREED)
    verdict, approval = office.knowledge.verdict(teller, "f", audience)
    readers = [one for one in audience if one != teller]
    binding = teller == "ines" or kind in ("never", "restricted")
    if verdict == "may_tell":
        assert not any(office.org.covered(not_to, one) for one in readers)
        if binding:
            assert kind != "never"
            assert not needs or agreed
            assert not to or all(one == "ines" or office.org.admits("ines", to, one) for one in readers)
    if verdict == "needs_approval":
        assert approval == "may_share"
        assert needs
        assert not agreed
    # What goes out all the same is entered as a leak, once for everybody who should not have it.
    bureau.say(teller, tuple(readers) or ("pieter",), "It is.", told=("f",))
    alone = {one: office.knowledge.verdict(teller, "f", (one,)).verdict for one in readers}
    for one in bureau.of_kind(FactShared.kind):
        if one.to in alone and one.to != "ines":
            assert (one.mode == "leaked") == (alone[one.to] != "may_tell")


# Telling ---------------------------------------------------------------------------------------------------------


def test_what_a_coworker_tells_is_learned_by_everybody_who_reads_it() -> None:
    bureau = Bureau()
    ask(bureau, "noor", "ines", "rate")
    bureau.say("ines", "noor", "It's EUR 1,340 a box.", told=("rate",), cc=("dewi",))
    assert shared(bureau) == [
        ("rate", "truth", "ines", "noor", "asked"),
        ("rate", "truth", "ines", "dewi", "volunteered"),
    ]
    assert learned(bureau) == [("rate", "truth", "noor"), ("rate", "truth", "dewi")]
    assert bureau.office.knowledge.holds("noor", "rate") == "truth"
    bureau.say("ines", "noor", "As I said.", told=("rate",))
    assert len(learned(bureau)) == 2
    assert bureau.office.knowledge.holdings.tellings("ines", "noor", "rate") == 2


def test_a_seats_words_are_searched_and_leaks_are_leaks() -> None:
    bureau = Bureau()
    bureau.say("ines", "noor", "It's 1340.", told=("rate",))
    bureau.say("noor", "joost", "We pay 1.340,00 per box ourselves.")
    bureau.say("noor", "dewi", "The rate is 1,340.")
    bureau.say("noor", "dewi", "The rate is 1,341.")
    assert shared(bureau)[1:] == [
        ("rate", "truth", "noor", "joost", "leaked"),
        ("rate", "truth", "noor", "dewi", "volunteered"),
    ]


def test_a_seats_guess_is_entered_and_teaches_nobody() -> None:
    bureau = Bureau()
    bureau.say("noor", "dewi", "Is it 1,340?")
    assert shared(bureau) == [("rate", "truth", "noor", "dewi", "volunteered")]
    assert learned(bureau) == []


def test_attachments_are_searched_too() -> None:
    bureau = Bureau()
    blob = bureau.blobs.put_text("place,boxes\nAntwerp,7\n")
    bureau.say("noor", "dewi", "See attached.", attachments=(Attached(name="a.csv", blob=blob, size=20),))
    bureau.say("noor", "dewi", "See attached.", attachments=(Attached(name="a.bin", blob=blob, size=20),))
    blob = bureau.blobs.put_text("place,boxes\nAntwerp,4\nLiège,7\n")
    bureau.say("noor", "dewi", "See attached.", attachments=(Attached(name="a.csv", blob=blob, size=20),))
    assert shared(bureau) == [("boxes", "truth", "noor", "dewi", "volunteered")]


def test_a_restriction_goes_along_with_the_fact() -> None:
    bureau = Bureau()
    bureau.meet(AGREED)
    bureau.say("ines", "noor", "It is 812.50.", told=("buy_rate",))
    bureau.say("noor", "pieter", "The carrier charges 812.5")
    bureau.say("noor", "ines", "So 812.50 it is")
    assert [one[3:] for one in shared(bureau)] == [
        ("noor", "volunteered"),
        ("pieter", "leaked"),
        ("ines", "volunteered"),
    ]


def test_a_mind_cannot_tell_a_version_that_its_person_does_not_hold() -> None:
    bureau = Bureau()
    bureau.say("pieter", "noor", "It's 990.", told=("rate",))
    assert shared(bureau) == [("rate", "pieter", "pieter", "noor", "volunteered")]
    assert bureau.office.knowledge.holds("noor", "rate") == "pieter"
    assert bureau.office.knowledge.statement("rate", "pieter").endswith("990 per box.")


def test_a_fact_that_does_not_exist_is_not_told() -> None:
    bureau = Bureau()
    bureau.say("ines", "noor", "It's so.", told=("made_up",))
    assert shared(bureau) == []


def test_text_of_coworkers_who_say_what_they_tell_is_not_searched() -> None:
    bureau = Bureau()
    bureau.say("ines", "noor", "I can't tell whether it's 1,340 or not.")
    assert shared(bureau) == []


def test_the_storys_messages_are_searched() -> None:
    bureau = Bureau()
    bureau.say("pieter", "noor", "7 boxes at Antwerp.", acts=())
    assert shared(bureau) == [("boxes", "truth", "pieter", "noor", "volunteered")]


def test_a_coworkers_question_to_a_seat_counts_as_asked() -> None:
    bureau = Bureau()
    bureau.say("dewi", "noor", "How many boxes?", acts=(Act(kind="request", item="boxes"),))
    bureau.say("noor", "dewi", "Seven at Antwerp")
    assert shared(bureau)[0][4] == "asked"


# Versions and corrections ----------------------------------------------------------------------------------------


def test_a_guess_does_not_correct_who_believes_something_else() -> None:
    bureau = Bureau()
    bureau.say("noor", "pieter", "Is it 1,340 or 990?")
    assert bureau.office.knowledge.holds("pieter", "rate") == "pieter"
    bureau.say("ines", "noor", "It's 1340.", told=("rate",))
    bureau.say("noor", "pieter", "It is 1,340, Ines says.")
    assert bureau.office.knowledge.holds("pieter", "rate") == "truth"


def test_who_was_told_wrongly_is_written_to_after_the_correction() -> None:
    bureau = Bureau()
    bureau.say("pieter", ("noor", "dewi"), "It's 990.", told=(Told(fact="rate", version="pieter"),))
    bureau.say("ines", "dewi", "It's 1340.", told=("rate",))
    bureau.meet(NOTICE)
    assert bureau.office.knowledge.holds("pieter", "rate") == "truth"
    [(person, errand, at)] = bureau.errands
    assert (person, errand.kind, errand.to, errand.fact) == ("pieter", "correct", "noor", "rate")
    assert bureau.now < at < bureau.now + 2 * HOUR
    bureau.say("pieter", "noor", "Sorry, it's 1,340.", told=("rate",))
    assert bureau.office.knowledge.holds("noor", "rate") == "truth"
    assert bureau.office.knowledge.holdings.versions("noor", "rate") == ("pieter", "truth")
    bureau.step(
        lambda step: bureau.office.knowledge.learn(step, "pieter", "rate", "beat:x") or step.cancel("x")
    )
    assert len(bureau.errands) == 1


def test_hearsay_fades_and_ones_own_subject_does_not() -> None:
    bureau = Bureau()
    bureau.say("ines", "dewi", "It's 1340.", told=("rate",))
    knowledge = bureau.office.knowledge
    assert not knowledge.faded("dewi", "rate", 10 * DAY)
    assert knowledge.faded("dewi", "rate", 40 * DAY)
    assert knowledge.faded("pieter", "rate", 40 * DAY)
    assert not knowledge.faded("ines", "rate", 40 * DAY)
    bureau.now = 39 * DAY
    bureau.say("dewi", "noor", "1340", told=("rate",))
    assert not knowledge.faded("dewi", "rate", 40 * DAY)


# Reading ---------------------------------------------------------------------------------------------------------


def write(bureau: Bureau, by: str, text: str, *, past: bool = False) -> None:
    blob = bureau.blobs.put_text(text)
    written = FileWritten(path="/a.md", file="f1", version=1, blob=blob, size=len(text), by=by, past=past)
    bureau.step(lambda step: step.emit(written, by))


def test_reading_a_file_tells_what_stands_in_it() -> None:
    bureau = Bureau()
    write(bureau, "pieter", "The rate is 990 EUR. Seven boxes at Antwerp.", past=True)
    read = FileRead(path="/a.md", file="f1", version=1, person="noor")
    bureau.step(lambda step: step.emit(read, "noor"))
    assert learned(bureau) == [("rate", "pieter", "noor"), ("boxes", "truth", "noor")]
    assert shared(bureau) == []


def test_whatever_the_apps_show_as_text_is_searched_for_facts() -> None:
    bureau = Bureau()
    blob = bureau.blobs.put_text("The rate is EUR 1,340.00.")
    for name in (*(f"a{ending}" for ending in TEXT_ENDINGS), "A.LOG", "no_ending"):
        assert bureau.office.knowledge.facts_in_file(name, blob) == (("rate", "truth"),)
    assert bureau.office.knowledge.facts_in_file("a.png", blob) == ()


def test_a_seats_file_that_is_shared_or_read_tells_as_a_message_does() -> None:
    bureau = Bureau()
    write(bureau, "noor", "The rate is EUR 1,340.00.")
    assert shared(bureau) == []
    share = FileShared(path="/a.md", file="f1", by="noor", people=("joost",))
    bureau.step(lambda step: step.emit(share, "noor"))
    bureau.step(lambda step: step.emit(FileRead(path="/a.md", file="f1", version=1, person="dewi"), "dewi"))
    assert [one[2:] for one in shared(bureau)] == [
        ("noor", "joost", "leaked"),
        ("noor", "dewi", "volunteered"),
    ]
    assert bureau.of_kind(FactShared.kind)[0].message == "drive:/a.md@1"


def test_a_colleague_opens_the_file_whose_path_they_are_sent() -> None:
    bureau = Bureau()
    write(bureau, "noor", "The rate is EUR 1,340.00.")
    bureau.say("noor", ("dewi", "joost"), "The report is at /a.md.")
    assert [one[2:] for one in shared(bureau)] == [("noor", "dewi", "volunteered")]
    moved = FileMoved(path="/a.md", file="f1", to="/Reports/b.md", by="noor")
    bureau.step(lambda step: step.emit(moved, "noor"))
    bureau.say("noor", "pieter", "See /a.md")
    bureau.say("noor", "pieter", "I mean /Reports/b.md, sorry")
    assert [one[3] for one in shared(bureau)] == ["dewi", "pieter"]


def test_the_story_may_let_somebody_tell_what_they_did_not_know() -> None:
    bureau = Bureau()
    bureau.say("pieter", "dewi", "I checked: it's 1,340.", told=("rate",), acts=())
    assert shared(bureau) == [("rate", "truth", "pieter", "dewi", "volunteered")]
    assert bureau.office.knowledge.holds("pieter", "rate") == "truth"


def test_old_messages_tell_a_seat_when_it_opens_them() -> None:
    bureau = Bureau()
    message = bureau.say("ines", "noor", "Demurrage is 1,340.", past=True)
    assert bureau.office.knowledge.holds("noor", "rate") is None
    bureau.step(lambda step: step.emit(MessageRead(person="noor", messages=(message,)), "noor"))
    assert bureau.office.knowledge.holds("noor", "rate") == "truth"
    assert shared(bureau) == []


def test_the_truth_hides_a_wrong_version_beside_it() -> None:
    knowledge = Bureau().office.knowledge
    assert knowledge.facts_in("It's 1,340, not 990; 812.50 is another") == [
        ("rate", "truth"),
        ("buy_rate", "truth"),
    ]
    assert knowledge.facts_in("It's 990") == [("rate", "pieter")]


def test_an_initial_holder_keeps_their_own_words() -> None:
    given = facts()
    given["rate"] = replace(given["rate"], refusal={"ines": ("No.",)})
    knowledge = Bureau(setup(facts=given)).office.knowledge
    assert knowledge.says("ines", "rate", "truth") == ("It's EUR 1,340 a box.",)
    assert knowledge.says("pieter", "rate", "pieter") == ("It's 990.",)
    assert knowledge.sure("pieter", "rate") == 700
