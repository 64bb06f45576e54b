"""Whom to ask for what, in which words, and how the answer is read."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from tenure.engine.agents.careful import Question, Route

DAY: Final = 24 * 60
"""Minutes to wait before a reminder to people who take their time."""


def warning(to: str) -> str:
    """The firm's warning, in writing, before an interview."""
    return f"""Dear {to},

before we speak I have to tell you something about my role, in writing, so that you can read it in peace.

I am a lawyer with Penhallow Strake, and I act for Brackwater, the company. I do not act for you personally. What you tell me is confidential and protected, but the protection is the company's: Brackwater alone decides whether to waive it, and may pass what you say on to the Coast Guard, the court or the insurers. You may want to take advice from a lawyer of your own, before or after we speak, and nobody will hold it against you. Please keep our conversation to yourself.

Ms Vancourt has agreed that I speak to you. If you are content to go ahead on that footing, tell me when it suits.

Kind regards
Rowan Ibarra"""


# What people say, read ----------------------------------------------------------------------------------------------


def agreed(text: str) -> bool | None:
    """A yes to a request for consent."""
    if re.search(r"\b(not yet|not now|considering)\b", text, re.IGNORECASE):
        return None
    yes = r"\byou may (?:interview|give)|yes, you may|\bagreed\b|agree to joint access|\breleased\b|signed off|\bcleared\b"
    return True if re.search(yes, text, re.IGNORECASE) else None


def released(text: str) -> bool | None:
    """A partner's release, and not talk about one."""
    return True if re.search(r"Released, |Signed off\.|You may give Odile|Cleared as interim", text) else None


def pointed_to(text: str) -> str | None:
    """Which of the two neutrals was on shift, in the words of either."""
    mine = re.search(r"I was on shift, yes", text)
    named = re.search(r"(Pereira|Fenn)\b[^.]*\b(?:was on (?:duty|shift|that shift)|had the shift)", text)
    name = named[1] if named else None
    if mine and (who := re.search(r"(Pereira|Fenn), it stands in the roster", text)):
        name = who[1]
    return {"Pereira": "pereira", "Fenn": "fenn"}.get(name or "")


def mail_went(text: str) -> datetime | None:
    """When the laboratory's mail with the revised certificate went."""
    if "ertificate" not in text:
        return None
    said = re.search(r"(\d{1,2}) May(?: 2026)? at (\d{1,2})[:.](\d\d)", text)
    return datetime(2026, 5, int(said[1]), int(said[2]), int(said[3])) if said else None  # noqa: DTZ001 - wall time


def rung(text: str) -> str | None:
    """Whom the master rang: a name, from his own words about the call."""
    if "isolated" not in text and "satellite" not in text:
        return None
    said = re.search(r"\brang ((?:Ms |Mr |Captain )?[A-Z]\w+ [A-Z]\w+)", text)
    return said[1] if said else None


def hull(text: str) -> bool | None:
    """Whether the superintendent says that the No. 4 wings are plain ballast."""
    if re.search(r"(fitted (?:as|for) slop)", text) and "never fitted" not in text:
        return False
    return True if re.search(r"water ballast|never fitted", text) else None


def at_fault(text: str) -> str | None:
    """Which surveyor the superintendent says was wrong."""
    if re.search(r"Mekkelholt did not enter|never entered|class survey is wrong", text):
        return "class"
    return "vetting" if re.search(r"sister ship|vetting report is wrong", text) else None


def cap(text: str) -> int | None:
    """The cap that the commercial director says was agreed later."""
    said = re.search(r"cap(?: to)? \$([\d,]+)|cap \$([\d,]+)|\$([\d,]+)", text)
    if said is None or not re.search(r"side letter|letter|raised", text):
        return None
    amount = int(next(one for one in said.groups() if one).replace(",", ""))
    return amount if amount > 15_000_000 else None


def ledger(text: str) -> int | None:
    """The total of the certified ledger, in the mail that says it is there."""
    said = re.search(r"Certified removal ledger[^$]*\$([\d,]+)", text)
    return int(said[1].replace(",", "")) if said else None


def boom(text: str) -> int | None:
    """The boom invoice that stands in both places."""
    said = re.search(r"LT-2206[^$]*\$([\d,]+)", text)
    return int(said[1].replace(",", "")) if said else None


def scanned(text: str) -> int | None:
    """That the side letter's scan is there."""
    return (
        cap(text)
        if re.search(r"scan(?:ned)? (?:is|and)|[Ss]ide letter scanned|gave it up|Found it", text)
        else None
    )


def drafted(text: str) -> bool | None:
    """That the adjuster wrote the master's first statement."""
    return True if re.search(r"adjuster (?:wrote|drafted)", text) else None


def zone(text: str) -> bool | None:
    """That Whitsand lies outside the affected zone."""
    return True if "Whitsand" in text and re.search(r"outside|beyond", text) else None


def names(text: str) -> bool | None:
    """How treasury wants its names."""
    return True if re.search(r"workbook|decimal", text) else None


# Questions ----------------------------------------------------------------------------------------------------------


def interviews() -> Question:
    """Odile's consent, first of all."""
    return Question(
        "interviews",
        [
            Route(
                "odile",
                [
                    (
                        "Dear Odile,\n\nbefore I speak to anybody at Brackwater I need your agreement, by name. I ask for it for Captain Varga (when he is well enough), Haruki Tanabe and Stellan Brandvold. "
                        "Each of them gets our warning in writing before the first question. Ms Aalders is left to her lawyer.\n\nDo you agree to these interviews?\n\nKind regards\nRowan Ibarra"
                    ),
                    "Dear Odile,\n\na reminder: may I interview Captain Varga, Mr Tanabe and Mr Brandvold?\n\nKind regards\nRowan",
                ],
                subject="Sound of Orrin: your agreement to interviews",
                patience=300,
            )
        ],
        agreed,
    )


def certified_ledger() -> Question:
    """The certified ledger, which has to be chased."""
    first = (
        "Dear Mr Crake,\n\nwe act for Brackwater Tankers Ltd, owner of the Sound of Orrin (incident MCG-26-0519-03). Under section 7(2) of the Act removal costs are proved by a ledger that you have certified. "
        "This is a written request for the certified final ledger RL-26-014. Could you send it to us, and tell me when we may expect it?\n\nKind regards\nRowan Ibarra\nPenhallow Strake LLP"
    )
    again = "Dear Mr Crake,\n\nI come back to our request for the certified final ledger RL-26-014. Could you send me the certified removal ledger, please?\n\nKind regards\nRowan Ibarra"
    return Question(
        "ledger",
        [
            Route(
                "crake",
                [first, again, again, again, again, again],
                subject="RL-26-014: certified ledger",
                patience=3 * DAY,
            )
        ],
        ledger,
    )


def joint_access() -> Question:
    """The other side's consent to questions to the neutrals."""
    return Question(
        "joint_access",
        [
            Route(
                "lasker",
                [
                    (
                        "Dear Mr Lasker,\n\nAD-2026-0417. Your letter of 14 August says that the two neutral witnesses, Ms Pereira of Averil Inspection Services and Mr Fenn of the terminal, should be approached by both sides or by neither. "
                        "We agree. Do you consent to joint access to Ms Pereira and Mr Fenn, on the footing that every answer is given to both firms?\n\nYours sincerely\nRowan Ibarra\nPenhallow Strake LLP"
                    ),
                    "Dear Mr Lasker,\n\nmay I ask again for your consent to joint access to Ms Pereira and Mr Fenn?\n\nYours sincerely\nRowan Ibarra",
                    "Dear Mr Lasker,\n\nwe still need your answer: do you agree that both sides may speak to Ms Pereira and Mr Fenn?\n\nYours sincerely\nRowan Ibarra",
                ],
                subject="AD-2026-0417: joint access to the neutral witnesses",
                patience=2 * DAY,
            )
        ],
        agreed,
    )


def shift() -> Question:
    """Which of the neutrals was on shift."""
    words = [
        (
            "Dear {0},\n\nthe lawyers for the owners and the lawyers for the charterers and cargo interests have agreed that each may put questions to you, and that both get every answer. Neither side asks you to take a side.\n\n"
            "Which of you and {1} was on shift when the laboratory sent the revised certificate of quality, on 17 or 18 May? Only the name of the person on duty, please.\n\nKind regards\nRowan Ibarra\nPenhallow Strake LLP, for the owners"
        ),
        "Dear {0},\n\na reminder: who was on shift when the certificate mail was sent, you or {1}?\n\nKind regards\nRowan Ibarra",
    ]
    return Question(
        "shift",
        [
            Route(
                "pereira",
                [one.format("Ms Pereira", "Mr Fenn") for one in words],
                subject="Sound of Orrin: who was on shift",
                patience=DAY,
            ),
            Route(
                "fenn",
                [one.format("Mr Fenn", "Ms Pereira") for one in words],
                subject="Sound of Orrin: who was on shift",
                patience=DAY,
            ),
        ],
        pointed_to,
        after="joint_access",
    )


def certificate(witness: str) -> Question:
    """When the certificate mail went, of the one who saw it."""
    name = {"pereira": "Ms Pereira", "fenn": "Mr Fenn"}[witness]
    return Question(
        "certificate",
        [
            Route(
                witness,
                [
                    f"Dear {name},\n\nMr Lasker and we have agreed that you may answer both of us, and that both get the same answer; a copy goes to him.\n\nWhen did the laboratory send the revised certificate of quality, on which day and at what time, and to whom?\n\nKind regards\nRowan Ibarra",
                    f"Dear {name},\n\nmay I remind you of my question? Did you see when the laboratory e-mailed the revised certificate to Ostrander's cargo desk?\n\nKind regards\nRowan Ibarra",
                    f"Dear {name},\n\nonce more, with the agreement of both counsel: when was the revised certificate sent, and to whom?\n\nKind regards\nRowan Ibarra",
                ],
                subject="Sound of Orrin: the revised certificate",
                patience=DAY,
            )
        ],
        mail_went,
        after="joint_access",
    )


def wings() -> Question:
    """The superintendent, on the No. 4 wings."""
    return Question(
        "hull",
        [
            Route(
                "tanabe",
                [
                    (
                        "Dear Mr Tanabe,\n\nMs Vancourt has agreed, and you have our letter on my role. Norlund and Haldane Pryce disagree about the No. 4 wing spaces. You attended the yard. What were the No. 4 wings fitted for on the day of the casualty, which of the two surveys is right, "
                        "and how did the mistake get into the other?\n\nKind regards\nRowan Ibarra"
                    ),
                    "Dear Mr Tanabe,\n\nmay I come back to this: what were the No. 4 wing tanks fitted for, slops or ballast, and why is one of the surveys wrong about them?\n\nKind regards\nRowan Ibarra",
                    "Dear Mr Tanabe,\n\nthe two surveys disagree about the No. 4 wing spaces. Which one is right, please?\n\nKind regards\nRowan Ibarra",
                ],
                subject="Sound of Orrin: the No. 4 wing spaces",
                patience=DAY,
            )
        ],
        hull,
        after="interviews",
    )


def clause_27() -> Question:
    """The commercial director, on what clause 27 has become."""
    return Question(
        "cap",
        [
            Route(
                "stellan",
                [
                    "Dear Stellan,\n\nyou have our letter on my role. Beatrix says that there is a story to clause 27. Did you sign anything with Ostrander after the Charter on how much they contribute, and if so, when, with whom and at what amount?\n\nKind regards\nRowan",
                    "Dear Stellan,\n\nwas the cap in clause 27 of the Charter ever changed, by a side letter or otherwise?\n\nKind regards\nRowan",
                    "Dear Stellan,\n\nis fifteen million really still the cap, or did you and Roland Achenbach put anything else in writing?\n\nKind regards\nRowan",
                ],
                subject="Sound of Orrin: clause 27",
                patience=DAY,
            )
        ],
        cap,
        after="interviews",
    )


def side_letter() -> Question:
    """The paper itself, out of the drawer."""
    return Question(
        "side_letter",
        [
            Route(
                "stellan",
                [
                    "Dear Stellan,\n\nthank you, that matters a great deal. A court will want the paper. Could you scan the side letter of 14 November with both signatures and send me the copy?\n\nKind regards\nRowan",
                    "Dear Stellan,\n\nplease find the side letter in your drawer and send me a scan; without the paper it is only a story.\n\nKind regards\nRowan",
                    "Dear Stellan,\n\nmay I remind you of the scan of the side letter?\n\nKind regards\nRowan",
                    "Dear Stellan,\n\nI still need the signed side letter. Could you scan it today?\n\nKind regards\nRowan",
                    "Dear Stellan,\n\nthe copy of the side letter, please: the memorandum goes to your board with or without it.\n\nKind regards\nRowan",
                ],
                subject="Sound of Orrin: the paper of 14 November",
                patience=2 * DAY + 180,
            )
        ],
        scanned,
        after="cap",
    )


def double_invoice() -> Question:
    """The boom hire, of the insurer who sees both piles."""
    return Question(
        "boom",
        [
            Route(
                "whitlock",
                [
                    "Dear Fergus,\n\na question on the claims. Lodestar's invoice LT-2206 for boom hire stands in the Coast Guard's ledger. Does the Port claim the same invoice as well, and at what amount?\n\nKind regards\nRowan Ibarra",
                    "Dear Fergus,\n\nmay I remind you: is the boom hire LT-2206 both in the removal ledger and in the Port's claim?\n\nKind regards\nRowan Ibarra",
                ],
                subject="Orrin: Lodestar's boom hire",
                patience=DAY,
            )
        ],
        boom,
        trusted=("whitlock", "ewan"),
    )


def reconciliation() -> Question:
    """The accountant's line by line comparison."""
    return Question(
        "reconciliation",
        [
            Route(
                "ewan",
                [
                    "Dear Ewan,\n\nwould you do a reconciliation of the Port of Averil's claim with the Coast Guard's removal ledger, line by line? Number, date and amount of each invoice, please.\n\nRowan",
                    "Dear Ewan,\n\nhow is the reconciliation of the Port's claim with the ledger coming along?\n\nRowan",
                    "Dear Ewan,\n\nmay I remind you of the comparison sheet of the Port and the Coast Guard?\n\nRowan",
                    "Dear Ewan,\n\nthe reconciliation of the Port's claim, please; I need it for the numbers meeting.\n\nRowan",
                ],
                subject="Orrin: reconciliation of the Port's claim",
                patience=5 * DAY,
            )
        ],
        lambda text: boom(text) if "reconciliation is in" in text else None,
    )


def first_statement() -> Question:
    """Who wrote the master's first statement."""
    return Question(
        "drafter",
        [
            Route(
                "whitlock",
                [
                    "Dear Fergus,\n\nhow did the master's written statement of 24 May come about? Who drafted it, and in what state was he when he signed?\n\nKind regards\nRowan Ibarra",
                    "Dear Fergus,\n\nmay I ask again who wrote Captain Varga's statement of 24 May?\n\nKind regards\nRowan Ibarra",
                ],
                subject="Orrin: the statement of 24 May",
                patience=DAY,
            )
        ],
        drafted,
        trusted=("whitlock", "varga"),
        after="boom",
    )


def boundary() -> Question:
    """Where the affected zone ends."""
    return Question(
        "zone",
        [
            Route(
                "crake",
                [
                    "Dear Mr Crake,\n\none more thing, for the claims: where does the affected zone declared on 23 May end, and was it ever extended? Does Whitsand lie inside it?\n\nKind regards\nRowan Ibarra"
                ],
                subject="MCG-26-0519-03: affected zone",
                patience=2 * DAY,
            ),
            Route(
                "ewan",
                ["Dear Ewan,\n\ndoes Whitsand lie inside the affected zone?\n\nRowan"],
                subject="Orrin: zone",
                patience=2 * DAY,
            ),
        ],
        zone,
        after="ledger",
    )


def treasury() -> Question:
    """How the client's treasury links to the model."""
    return Question(
        "treasury",
        [
            Route(
                "ewan",
                [
                    "Dear Ewan,\n\nBrackwater's treasury will link to names in my model. Do they want workbook-level names, and shares as decimals or per cent?\n\nRowan"
                ],
                subject="Orrin: names in the model",
                patience=2 * DAY,
            )
        ],
        names,
    )
