"""Whole messages: mails with history and signature, several questions, pronouns, the thread's facts."""

from __future__ import annotations

import pickle

import pytest

from tenure.engine.minds.understanding import ActKind, FactCard, FactIndex, understand


def facts(message: str, index: FactIndex, *thread: str) -> tuple[str, ...]:
    return understand(message, index, thread_facts=thread, asker_name="Tom Berg", me="Ines Carvalho").fact_ids


def test_a_long_polite_mail_is_reduced_to_its_questions(freight: FactIndex) -> None:
    mail = (
        "Hi Ines,\n\nI hope you had a good weekend. I'm putting together the cost sheet for Norrvik and two things\n"
        "are still missing for me: the demurrage rate at Antwerp, and the temperature that the reefers are set\n"
        "to. Could you also let me know who approved the discount for Halden?\n\nMany thanks in advance,\nTom Berg\n"
        "Operations Analyst\n\nOn Tue, 3 May 2022 at 10:11, Ines Carvalho wrote:\n> What is the booking reference?\n"
    )
    understood = understand(mail, freight, asker_name="Tom Berg", me="Ines Carvalho")
    assert understood.fact_ids == ("demurrage_antwerp", "reefer_temperature", "halden_discount")
    assert understood.unmatched_questions == ()


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("1. What's the demurrage rate in Rotterdam?\n2) who handles night collections\n- ETA of the Lindisfarne?",
         ("rotterdam_rate", "haulier_night", "lindisfarne_eta")),
        ("When does the Lindisfarne get in, and who approved Halden's discount?",
         ("lindisfarne_eta", "halden_discount")),
        ("What are the demurrage rates at Antwerp and Rotterdam?", ("rotterdam_rate", "demurrage_antwerp")),
        ("I need the booking reference for Norrvik's June shipment and the reefer temperature.",
         ("booking_reference", "reefer_temperature")),
        ("can you tell me the HS code of the pumps and the excess on the insurance",
         ("hs_code_pumps", "insurance_excess")),
        ("What is the excess on the cargo insurance? And also, is Halden on credit hold?",
         ("insurance_excess", "halden_credit")),
    ],
)  # fmt: skip
def test_several_questions_in_one_message_are_all_heard(
    message: str, expected: tuple[str, ...], freight: FactIndex
) -> None:
    assert facts(message, freight) == expected


def test_a_question_asked_twice_is_one_fact_in_two_acts(freight: FactIndex) -> None:
    understood = understand(
        "Is Halden on credit hold? I mean: has Halden Tools been put on credit stop?", freight
    )
    assert understood.fact_ids == ("halden_credit",)
    assert [act.fact_ids for act in understood.acts] == [("halden_credit",), ("halden_credit",)]


def test_a_swapped_part_refers_to_the_question_before_it(freight: FactIndex) -> None:
    assert facts("What's the demurrage rate at Antwerp? And for Rotterdam?", freight) == (
        "demurrage_antwerp",
        "rotterdam_rate",
    )
    assert facts("And for Rotterdam?", freight, "demurrage_antwerp") == ("rotterdam_rate",)


def test_what_was_said_before_gives_a_pronoun_its_subject(freight: FactIndex) -> None:
    assert facts("I am working on the invoice for Halden Tools. Is their account blocked?", freight) == (
        "halden_credit",
    )


def test_a_vague_question_is_about_the_only_fact_of_the_thread(freight: FactIndex) -> None:
    assert facts("any news on that?", freight, "lindisfarne_eta") == ("lindisfarne_eta",)


def test_a_vague_question_about_two_facts_is_ambiguous(freight: FactIndex) -> None:
    understood = understand("any news on that?", freight, thread_facts=("lindisfarne_eta", "halden_credit"))
    assert understood.fact_ids == ()
    assert understood.acts[0].ambiguous == ("lindisfarne_eta", "halden_credit")


def test_a_vague_question_without_a_thread_is_no_fact(freight: FactIndex) -> None:
    understood = understand("any news on that?", freight)
    assert understood.fact_ids == ()
    assert understood.acts[0].kind is ActKind.VAGUE_QUESTION


def test_a_question_that_fits_two_facts_is_ambiguous() -> None:
    index = FactIndex(
        [
            FactCard("north", "The north gate code is 4411.", ("What is the code of the north gate?",)),
            FactCard("south", "The south gate code is 9023.", ("What is the code of the south gate?",)),
        ]
    )  # fmt: skip
    act = understand("What's the gate code?", index).acts[0]
    assert act.fact_ids == ()
    assert set(act.ambiguous) == {"north", "south"}
    assert understand("What's the gate code?", index, thread_facts=("south",)).fact_ids == ("south",)


def test_only_quoted_history_asks_nothing(freight: FactIndex) -> None:
    assert (
        facts("On Tue, 3 May 2022 at 10:11, Tom wrote:\n> what is the demurrage rate at Antwerp?", freight)
        == ()
    )
    assert facts("> who approved the Halden discount?\n\nThanks, noted.", freight) == ()


def test_a_statement_asks_nothing_but_names_its_fact(freight: FactIndex) -> None:
    understood = understand("The client says the demurrage rate at Antwerp is 95 a day.", freight)
    assert understood.fact_ids == ()
    assert understood.acts[0].kind is ActKind.INFORM
    assert understood.acts[0].fact_ids == ("demurrage_antwerp",)


def test_a_correction_names_the_fact_it_corrects(freight: FactIndex) -> None:
    act = understand("Actually the demurrage rate at Antwerp is 105, not 95.", freight).acts[0]
    assert (act.kind, act.fact_ids) == (ActKind.CORRECTION, ("demurrage_antwerp",))


def test_somebody_else_who_wants_to_know_is_no_part_of_the_question(freight: FactIndex) -> None:
    assert facts("Klaus from finance is asking what the excess on our cargo insurance is.", freight) == (
        "insurance_excess",
    )


def test_a_request_keeps_its_deadline(freight: FactIndex) -> None:
    understood = understand("Who handles night collections? I need this by Thursday noon.", freight)
    assert understood.fact_ids == ("haulier_night",)
    (deadline,) = understood.of(ActKind.DEADLINE)
    assert deadline.when is not None
    assert (deadline.when.weekday, deadline.when.minute_of_day) == (3, 720)


def test_asking_for_work_and_for_a_fact_are_two_acts(freight: FactIndex) -> None:
    understood = understand(
        "Can you check the temperature of Norrvik's reefers and write the report for me?", freight
    )
    assert understood.fact_ids == ("reefer_temperature",)
    assert len(understood.of(ActKind.DO_MY_WORK)) == 1


def test_agreement_and_requests_for_work_name_a_fact_without_asking_for_it(freight: FactIndex) -> None:
    agreed = understand("Yes, you can tell the client the demurrage rate at Antwerp.", freight)
    assert (agreed.acts[0].kind, agreed.acts[0].fact_ids) == (ActKind.AGREE, ("demurrage_antwerp",))
    assert agreed.fact_ids == ()
    work = understand("Could you write the report on Halden's credit hold for me?", freight)
    assert (work.acts[0].kind, work.acts[0].fact_ids) == (ActKind.DO_MY_WORK, ("halden_credit",))
    assert work.fact_ids == ()


def test_everything_about_a_subject_is_what_fits_it(freight: FactIndex) -> None:
    understood = understand("Tell me everything you know about the Halden discount.", freight)
    assert understood.acts[0].kind is ActKind.TELL_EVERYTHING
    assert understood.fact_ids == ("halden_discount",)
    assert understand("Tell me everything you know.", freight).fact_ids == ()


def test_an_unmatched_question_is_reported(freight: FactIndex) -> None:
    assert understand("When is the summer party?", freight).unmatched_questions == (
        "When is the summer party?",
    )


def test_an_index_survives_pickling(freight: FactIndex) -> None:
    copy = pickle.loads(pickle.dumps(freight))
    question = "what do they charge per day for demurrage in antwerp"
    assert copy.rank(question) == freight.rank(question)
    assert pickle.loads(pickle.dumps(understand(question, copy))) == understand(question, freight)


def test_two_cards_of_one_id_are_refused() -> None:
    card = FactCard("same", "The gate code is 4411.")
    with pytest.raises(ValueError, match="give every fact an id of its own"):
        FactIndex([card, card])


def test_no_cards_answer_nothing() -> None:
    assert understand("Who approved the discount?", FactIndex([])).unmatched_questions == (
        "Who approved the discount?",
    )


@pytest.mark.parametrize(
    "message",
    [
        "The haulier for the night collections is ill. Who is it, and who takes over?",
        "I'm putting the pumps on the customs sheet. The code is still empty there. Could you tell me which it is?",
        "waht is the hs code of the pumps",
        "I was told you might know the customs code of the pumps.",
    ],
)
def test_a_question_is_read_together_with_the_sentences_around_it(message: str, freight: FactIndex) -> None:
    assert len(facts(message, freight)) == 1


def test_two_questions_stay_two_where_the_first_leans_on_the_sentence_before() -> None:
    index = FactIndex(
        [
            FactCard("gate", "The north gate code is 4411.", ("What is the code of the north gate?",), "the gate code"),
            FactCard("lift", "The lift is repaired on Monday.", ("When is the lift repaired?",), "the lift's repair"),
            FactCard("desk", "Ada runs the front desk.", ("Who runs the front desk?",), "the front desk"),
        ]
    )  # fmt: skip
    found = understand(
        "I stand at the north gate. What's the code? And when will the lift be repaired?", index
    )
    assert found.fact_ids == ("gate", "lift")


@pytest.mark.parametrize(
    "message",
    [
        "Robin, how is the export of the yard log coming along? I still need it.",
        "Robin, a reminder for the yard log export, please. I can't close the claim without it.",
        "Is the yard log export ready yet?",
        "Where are you with the export of the yard log?",
    ],
)
def test_a_chase_is_about_what_was_to_be_done_before_what_was_to_be_told(message: str) -> None:
    index = FactIndex(
        [
            FactCard("system", "The new yard system goes live on 16 March; until then only Robin can export the log.",
                     ("When does the new yard system go live?", "Who can export the yard log?"), "the new yard system"),
            FactCard("export", "an export of the yard log", ("Could you export the yard log for me?",),
                     "an export of the yard log", deed=True),
        ]
    )  # fmt: skip
    understood = understand(message, index, me="Robin Jansen")
    assert understood.of(ActKind.CHASE)
    assert not understood.of(ActKind.QUESTION)
    assert understood.fact_ids == ("export",)
    assert understand("Who can export the yard log?", index).fact_ids == ("system",)


@pytest.mark.parametrize(
    "message",
    [
        "Could you put that differently?",
        "What do you mean?",
        "Sorry, I don't quite understand the question.",
        "Can you be more specific?",
        "which of the two do you mean?",
    ],
)
def test_asking_what_was_meant_asks_for_no_fact(message: str, freight: FactIndex) -> None:
    understood = understand(message, freight, thread_facts=("lindisfarne_eta",))
    assert understood.fact_ids == ()
    assert [act.kind for act in understood.acts] == [ActKind.OTHER]


def test_not_being_able_to_go_on_is_no_refusal(freight: FactIndex) -> None:
    understood = understand("I can't close the file without it.", freight)
    assert not understood.of(ActKind.REFUSE)
