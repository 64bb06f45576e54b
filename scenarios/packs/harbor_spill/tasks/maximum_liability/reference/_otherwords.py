"""The same questions in other words and by other ways: chat inside the house, the telephone with the client's people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tenure.engine.agents.careful import Question, Route

from . import _asking as asking

DAY = asking.DAY


def plain(
    name: str,
    person: str,
    words: Sequence[str],
    read: Callable[[str], Any],
    *,
    patience: int = DAY,
    after: str = "",
    subject: str = "",
    trusted: Sequence[str] = (),
    app: str = "mail",
) -> Question:
    """A question to one person."""
    return Question(
        name,
        [Route(person, words, app=app, subject=subject or "Sound of Orrin", patience=patience)],
        read,
        trusted=trusted,
        after=after,
    )


def requests() -> list[Question]:
    """What takes long, asked first."""
    return [
        plain(
            "interviews",
            "odile",
            [
                "Dear Ms Vancourt,\n\nI should like to speak to three of your people about the casualty: the master once he is out of hospital, your superintendent Mr Tanabe, and Mr Brandvold. Before I contact them I would like your permission. Each will have our written warning first.\n\nRowan Ibarra",
                "Dear Ms Vancourt,\n\nmay I ask whether you agree that I interview the master, Mr Tanabe and Mr Brandvold?\n\nRowan Ibarra",
            ],
            asking.agreed,
            subject="Permission for interviews",
        ),
        plain(
            "ledger",
            "crake",
            [
                "Dear Mr Crake,\n\nthis is a written request on behalf of Brackwater Tankers Ltd in AD-2026-0417. May we have the certified ledger of removal costs, in its final form?\n\nRowan Ibarra, Penhallow Strake LLP",
                "Dear Mr Crake,\n\njust a reminder of the certified ledger of removal costs that we asked for.\n\nRowan Ibarra",
                "Dear Mr Crake,\n\nis there news of the certified ledger? We cannot do without it.\n\nRowan Ibarra",
                "Dear Mr Crake,\n\nI am still waiting for the certified removal ledger.\n\nRowan Ibarra",
                "Dear Mr Crake,\n\nmay I remind you once more of the certified removal ledger?\n\nRowan Ibarra",
                "Dear Mr Crake,\n\nthe certified removal ledger, please. Our papers close on 14 October.\n\nRowan Ibarra",
            ],
            asking.ledger,
            patience=3 * DAY + 60,
            subject="Certified ledger, incident MCG-26-0519-03",
        ),
        plain(
            "joint_access",
            "lasker",
            [
                "Dear Mr Lasker,\n\nwe suggest that both firms may put questions to the cargo inspector Ms Pereira and the loading master Mr Fenn, all answers to be shared. Would your clients agree to joint access?\n\nYours sincerely\nRowan Ibarra",
                "Dear Mr Lasker,\n\nhave your clients decided on joint access to the two neutrals?\n\nYours sincerely\nRowan Ibarra",
                "Dear Mr Lasker,\n\nplease confirm that the neutral witnesses may answer questions of both counsel.\n\nYours sincerely\nRowan Ibarra",
            ],
            asking.agreed,
            patience=2 * DAY,
            subject="AD-2026-0417: the two neutrals",
        ),
        plain(
            "reconciliation",
            "ewan",
            [
                "Ewan, could you compare the Port's invoices with the ledger line by line, and make me a sheet of it?",
                "Ewan, have you had time for the comparison of the Port and the ledger?",
                "Ewan, I still need the reconciliation of the Port's claim, please.",
                "Ewan, one more time: the reconciliation of the Port's claim?",
            ],
            lambda text: asking.boom(text) if "reconciliation is in" in text else None,
            patience=5 * DAY,
            app="chat",
        ),
    ]


def client_people(app: str) -> list[Question]:
    """The superintendent and the commercial director."""
    return [
        plain(
            "hull",
            "tanabe",
            [
                "Mr Tanabe, this is Rowan Ibarra. The class survey and the vetting inspection say different things about the wing tanks at No. 4. Which one is correct on the tank arrangement, and where does the mistake come from?",
                "Mr Tanabe, was there any work in the yard that changed what the No. 4 wing tanks are fitted for? Which survey is right?",
                "Mr Tanabe, please tell me what the No. 4 wing spaces were on the day of the casualty, and which surveyor made the mistake.",
            ],
            asking.hull,
            after="interviews",
            subject="The wing tanks at No. 4",
            app=app,
        ),
        plain(
            "cap",
            "stellan",
            [
                "Mr Brandvold, this is Rowan Ibarra. Are there any side letters to the Charter, on the cap in clause 27 or anything else that you signed with Ostrander later?",
                "Mr Brandvold, was anything else agreed with the charterers about how much they contribute?",
                "Mr Brandvold, please tell me of every amendment to the Charter, even informal ones.",
            ],
            asking.cap,
            after="interviews",
            subject="Clause 27",
            app=app,
        ),
        plain(
            "side_letter",
            "stellan",
            [
                "Dear Mr Brandvold,\n\nwould you dig out the side letter and send a scan of it, with both signatures?\n\nRowan Ibarra",
                "Dear Mr Brandvold,\n\na reminder of the scan of the side letter; the paper decides, not the memory of it.\n\nRowan Ibarra",
                "Dear Mr Brandvold,\n\nI still need the scan of the side letter.\n\nRowan Ibarra",
                "Dear Mr Brandvold,\n\nmay I remind you of the copy of the side letter?\n\nRowan Ibarra",
                "Dear Mr Brandvold,\n\nthe side letter, please.\n\nRowan Ibarra",
            ],
            asking.scanned,
            patience=2 * DAY + 200,
            after="cap",
            subject="The paper of 14 November",
        ),
    ]


def outside() -> list[Question]:
    """The insurer, and the records office once more."""
    return [
        plain(
            "boom",
            "whitlock",
            [
                "Dear Mr Whitlock,\n\nhave you seen the same Lodestar invoice in two claims? I mean the boom hire in the Port's form and in the ledger.\n\nRowan Ibarra",
                "Dear Mr Whitlock,\n\nmay I come back to the boom hire: does LT-2206 appear more than once, and what is its amount?\n\nRowan Ibarra",
            ],
            asking.boom,
            trusted=("whitlock", "ewan"),
            subject="The boom hire",
        ),
        plain(
            "drafter",
            "whitlock",
            [
                "Dear Mr Whitlock,\n\nin whose words is the statement that the master signed in hospital?\n\nRowan Ibarra",
                "Dear Mr Whitlock,\n\nwho prepared the paper that the master signed on 24 May?\n\nRowan Ibarra",
            ],
            asking.drafted,
            trusted=("whitlock", "varga"),
            after="boom",
            subject="The paper of 24 May",
        ),
    ]


def by_chat(question: Question) -> Question:
    """The same question, in the chat."""
    question.routes = [replace(one, app="chat") for one in question.routes]
    return question
