"""Whom a careful analyst asks for what, in what words, and how the answers are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tenure.engine.agents.careful import Question, Route


def first(pattern: str, *, needs: str = "") -> Callable[[str], int | None]:
    """A reader that finds the first number of a pattern in a text that also holds `needs`."""

    def read(text: str) -> int | None:
        found = re.search(pattern, text, re.IGNORECASE)
        if found is None or (needs and not re.search(needs, text, re.IGNORECASE)):
            return None
        return int(found[1].replace(",", "").split(".")[0])

    return read


def pair(pattern: str) -> Callable[[str], tuple[int, int] | None]:
    """A reader that finds two numbers."""

    def read(text: str) -> tuple[int, int] | None:
        found = re.search(pattern, text, re.IGNORECASE | re.DOTALL)
        return (int(found[1]), int(found[2])) if found else None

    return read


def box(text: str) -> str | None:
    """The container that somebody says was scanned: the first one named."""
    found = re.search(r"\b([A-Z]{4}\d{7})\b", text)
    return found[1] if found and re.search(r"scan|correct|register|tracker", text, re.IGNORECASE) else None


def time_limit(text: str) -> int | None:
    """The day in March until which the invoice can be disputed."""
    found = re.search(r"(\d{1,2})(?:st|nd|rd|th)? March", text)
    return int(found[1]) if found and 9 <= int(found[1]) <= 16 else None


def agreement(text: str) -> bool | None:
    """Whether somebody agreed."""
    return True if re.search(r"Ines (may|can)", text) else None


def kept(text: str) -> str | None:
    """The B/L of the boxes that the client kept."""
    found = re.search(r"CVSIN\d{3}-\d{2}", text)
    return found[0] if found and re.search(r"kept|keep|overflow|storage", text, re.IGNORECASE) else None


read_free_days = pair(r"(\d+) free days\D+?(\d+) free days")
read_rates = pair(r"EUR (\d\d)\b(?![,.]\d)[^%]*?EUR (\d\d)\b(?![,.]\d)")
read_extra = first(r"(\d+) (?:extra|additional|more|further) free days")
read_turned = first(r"(\d+) days? (?:after|later)", needs="turned away|refused|sent back|full")
read_paid = first(r"EUR ([\d,.]*\d)", needs="account")
read_rebate = first(r"(\d+) ?(?:%|per ?cent)")
read_closure = first(r"(?:closed for|closure is|stopped for) (\d+) days")


MORNING = "Hi {0},\n\n{1}\n\nThanks, Noor"


def mail(name: str, text: str) -> str:
    """A short mail."""
    return MORNING.format(name, text)


def ask_free_days() -> Question:
    words = [
        mail(
            "Ines",
            "I am checking the Corvane invoice. How many free days for demurrage and detention did the signed amendment 3 give us? The drive only has the draft.",
        ),
        mail(
            "Ines",
            "a short reminder: which free days does the signed amendment give us for demurrage and detention? I can't begin without them.",
        ),
    ]
    chat = [
        "Ines, do you have the free days from the signed Corvane contract for me? Demurrage and detention.",
        "Ines, how many free days do we have with Corvane under the signed amendment, please?",
    ]
    return Question(
        "free",
        [
            Route("ines", words, subject="Corvane: free days"),
            Route("ines", chat, app="chat"),
            Route("ines", words, subject="Free days in the Corvane contract"),
        ],
        read_free_days,
    )


def ask_rates() -> Question:
    words = [
        mail(
            "Ines",
            "next one for the Corvane claim: which daily rates does the signed amendment set for demurrage and for detention, per container per day?",
        ),
        mail(
            "Ines",
            "may I remind you of the contract rates? I need the daily rate for demurrage and the one for detention with Corvane.",
        ),
    ]
    chat = [
        "Ines, what do we pay Corvane per day for demurrage and detention under the contract?",
        "Ines, could you give me the contract's demurrage and detention rate per container per day?",
    ]
    return Question(
        "rates",
        [
            Route("ines", words, subject="Corvane: contract rates"),
            Route("ines", chat, app="chat"),
            Route("ines", words, subject="Daily rates in the Corvane contract"),
        ],
        read_rates,
    )


def ask_agreement(app: str = "mail") -> Question:
    words = [
        mail(
            "Marek",
            "for what stays with us I need the rebate from the Corvane side letter. May I have the Corvane rebate from Ines? The policy says that it needs your agreement.",
        ),
        mail(
            "Marek",
            "I still need your approval to get the Corvane rebate from Ines. Do you agree that I see the side letter?",
        ),
    ]
    chat = [
        "Marek, do you agree that I see the Corvane side letter? Ines needs your word before she shares it.",
        "Marek, I need your approval to get the rebate and the buy rates from Ines. OK?",
    ]
    routes = [
        Route("marek", words, subject="Corvane side letter: your agreement"),
        Route("marek", chat, app="chat"),
        Route("marek", words, subject="Side letter"),
    ]
    return Question("agreed", routes[::-1] if app == "chat" else routes, agreement)


def ask_rebate() -> Question:
    words = [
        mail(
            "Ines",
            "Marek agreed that I get it from you: what rebate does Corvane give us on demurrage and detention under the side letter, in per cent?",
        ),
        mail(
            "Ines",
            "a reminder for the side letter: how much per cent do we get back from Corvane at settlement? Marek has agreed.",
        ),
    ]
    chat = [
        "Ines, Marek agreed: what percentage does the Corvane side letter give us back?",
        "Ines, could you tell me the Corvane rebate percentage? Marek has agreed to it.",
    ]
    return Question(
        "rebate",
        [
            Route("ines", words, subject="Corvane side letter"),
            Route("ines", chat, app="chat"),
            Route("ines", words, subject="Rebate percentage"),
        ],
        read_rebate,
        after="agreed",
    )


def ask_box(one: str, other: str) -> Question:
    words = [
        mail(
            "Hendrik",
            f"the hold register and the import tracker name different boxes as the fourth scan of Lumenfjord, {one} and {other}. Which box was really scanned according to your messages?",
        ),
        mail(
            "Hendrik",
            f"a reminder, please: which Lumenfjord container was the fourth customs scan, {one} or {other}?",
        ),
    ]
    chat = [
        f"Hendrik, was {one} or {other} held for a scan? The two lists differ.",
        f"Hendrik, which of the two sheets is wrong about the customs hold, for {one} and {other}?",
    ]
    return Question(
        "box",
        [
            Route("hendrik", words, subject="Which box was scanned?"),
            Route("hendrik", chat, app="chat"),
            Route("hendrik", words, subject="Fourth scan of Lumenfjord"),
        ],
        box,
    )


def ask_extra() -> Question:
    chat = [
        "Hi Li Wen, Corvane rolled six Lumenfjord boxes in December. Were extra free days agreed for them, and how many?",
        "Li Wen, what did Corvane give us for rolling B/L CVSIN608-31? I need the number of extra free days.",
    ]
    words = [
        mail(
            "Li Wen",
            "how many more free days do the rolled Lumenfjord boxes of B/L CVSIN608-31 have? Jorrit's notes mention a rollover deal in Singapore.",
        ),
        mail(
            "Li Wen",
            "did you agree anything with Corvane's desk about the December rollover? I need the extra free days for B/L CVSIN608-31.",
        ),
    ]
    return Question(
        "extra",
        [
            Route("liwen", chat, app="chat", mornings=True, patience=90),
            Route("liwen", words, subject="Rollover CVSIN608-31", mornings=True),
            Route("liwen", chat, app="chat", mornings=True),
            Route("liwen", words, subject="Extra free days", mornings=True),
        ],
        read_extra,
    )


def ask_robin() -> Route:
    words = [
        "Hi Robin, could you export the yard log for the Waalzicht depot for me? I need the tickets of the empties that were turned away, by tomorrow if you can.",
        "Hi Robin, how is the export of the yard log coming along? I still need it.",
        "Robin, a reminder for the yard log export, please. I can't close the claim without it.",
    ]
    return Route("robin", words, app="chat", patience=270)


def ask_hessel() -> Route:
    words = [
        mail(
            "Hessel",
            "for a claim with Corvane: which of our Lumenfjord empties were turned away at your depot in February, and how many days later were they accepted?",
        ),
        mail(
            "Hessel",
            "may I remind you of the tickets? I need to know how much later the refused Lumenfjord empties were taken in.",
        ),
    ]
    return Route("hessel", words, subject="Empties turned away in February", patience=240)


def ask_turned(depot_first: bool = False) -> Question:
    routes = [ask_robin(), ask_hessel(), ask_robin(), ask_hessel()]
    return Question("turned", routes[1:] if depot_first else routes, read_turned)


def ask_paid() -> Question:
    words = [
        mail("Farid", "reference CVL-26-0417: how much did we pay Corvane on account of this invoice?"),
        mail(
            "Farid",
            "reference CVL-26-0417, a reminder: is there a payment on account to set off, and of how much?",
        ),
    ]
    chat = [
        "Farid, how much did we pay Corvane on account of CVL-26-0417?",
        "Farid, have we paid anything on the Corvane invoice yet? I need the amount.",
    ]
    return Question(
        "paid",
        [
            Route("farid", words, subject="CVL-26-0417: paid on account", mornings=True),
            Route("farid", chat, app="chat", mornings=True, patience=90),
            Route("farid", words, subject="CVL-26-0417: payment", mornings=True),
        ],
        read_paid,
    )


def ask_receipt(order: Sequence[str] = ("farid", "naomi")) -> Question:
    names = {"farid": "Farid", "naomi": "Naomi"}
    routes: list[Route] = []
    for _ in range(2):
        for person in order:
            words = [
                mail(
                    names[person],
                    "on what day did invoice CVL-26-0417 of Corvane come in? I need the receipt date for the time limit of the dispute.",
                )
            ]
            routes.append(
                Route(
                    person,
                    words,
                    subject="CVL-26-0417: day of receipt",
                    mornings=person == "farid",
                    patience=180,
                )
            )
        routes += [
            Route(
                person,
                [
                    f"{names[person]}, when did we receive the Corvane invoice CVL-26-0417? I need the day for the dispute."
                ],
                app="chat",
                mornings=person == "farid",
                patience=120,
            )
            for person in order
        ]
    return Question("limit", routes, time_limit, trusted=("farid", "naomi"))


def ask_kept() -> Question:
    chat = [
        "Naomi, you said in the round which boxes the client kept. Which B/L was it?",
        "Naomi, which boxes did Lumenfjord ask to keep? I need the B/L from the meeting.",
    ]
    words = [
        mail(
            "Naomi",
            "in the claims round you named the boxes that the client kept as overflow. What was the B/L?",
        )
    ]
    return Question(
        "kept",
        [
            Route("naomi", chat, app="chat"),
            Route("naomi", words, subject="Boxes the client kept"),
            Route("naomi", chat, app="chat"),
        ],
        kept,
    )


def ask_closure() -> Question:
    """The closure as Corvane states it in the end; its correction arrives by itself, and is asked for if it was missed."""
    words = [
        mail(
            "Graziela",
            "is your closure notice for Maasbank Terminal still right about the number of days? We need the final figure for the dispute.",
        )
    ]
    return Question(
        "closed",
        [Route("graziela", words, subject="Closure of Maasbank Terminal", patience=120)] * 3,
        read_closure,
    )
