"""Whom a careful analyst asks for what, in what words, and how the answers are read."""

from __future__ import annotations

import re
from collections.abc import Callable

from tenure.engine.agents.careful import Question, Route


def first(pattern: str, *, needs: str = "") -> Callable[[str], int | None]:
    """A reader that finds the first number of a pattern in a text that also holds `needs`."""

    def read(text: str) -> int | None:
        found = re.search(pattern, text, re.IGNORECASE | re.DOTALL)
        if found is None or (needs and not re.search(needs, text, re.IGNORECASE)):
            return None
        return int(found[1].replace(",", "").split(".")[0])

    return read


def buy_rates(text: str) -> tuple[int, int, int] | None:
    """The three ocean rates, in the order Rotterdam, Antwerp, Koper."""
    found = [int(one.replace(",", "")) for one in re.findall(r"EUR (\d,?\d{3})\b", text)]
    return (found[0], found[1], found[2]) if len(found) >= 3 else None


def agreement(text: str) -> bool | None:
    """Whether Marek agreed."""
    return True if re.search(r"Ines (may|can)", text) else None


read_margin = first(r"(\d+) ?(?:%|per ?cent)")
read_wait = first(r"(?:on average |average is |add |wait |see )(\d+) days")
read_t1 = first(r"EUR (\d+)", needs="T1|transit document")
read_saturday = first(r"EUR (\d+)", needs="Saturday")
read_day_cost = first(r"(\d+) euros|EUR (\d+)", needs="day")
read_fuel = first(r"surcharge (?:is|per 40' box|ex Singapore)?[^.]*?EUR (\d+)|EUR (\d+) fuel")


def read_euros_a_day(text: str) -> int | None:
    """What a day of stock costs the client."""
    found = re.search(r"(\d+) euros (?:per box|a day)|EUR (\d+) (?:per box|a day)", text)
    return int(found[1] or found[2]) if found else None


def read_corrected_fuel(text: str) -> int | None:
    """The surcharge after the correction: Corvane names the new figure first, the old one after it."""
    found = re.search(r"surcharge is EUR (\d+)|will be EUR (\d+) fuel", text)
    return int(found[1] or found[2]) if found else None


def mail(name: str, text: str) -> str:
    """A short mail."""
    return f"Hi {name},\n\n{text}\n\nThanks, Noor"


def ask_agreement() -> Question:
    words = [
        mail(
            "Marek",
            "for the Venlo price I need the ocean buy rates. Is it OK if Ines gives me the buy rates? The policy says that it needs your agreement.",
        ),
        mail(
            "Marek", "I still need your approval to get the confidential buy rates from Ines. Do you agree?"
        ),
    ]
    chat = [
        "Marek, is it OK if Ines gives me the buy rates for the Venlo quote?",
        "Marek, Ines needs your word before she shares the rates with me. Do you agree?",
    ]
    return Question(
        "agreed",
        [
            Route("marek", words, subject="Buy rates: your agreement"),
            Route("marek", chat, app="chat"),
            Route("marek", words, subject="Buy rates"),
        ],
        agreement,
    )


def ask_buy_rates() -> Question:
    words = [
        mail(
            "Ines",
            "Marek agreed that I get them from you: what are our ocean buy rates from Singapore to Rotterdam, Antwerp and Koper, per 40-foot high cube?",
        ),
        mail(
            "Ines",
            "a reminder: can you give me the current buy rates with Corvane, Pelorus and Istra for the Venlo quote? Marek has agreed.",
        ),
    ]
    chat = [
        "Ines, Marek agreed: what are our ocean buy rates from Singapore to Rotterdam, Antwerp and Koper?",
        "Ines, which freight rates do we pay Corvane, Pelorus and Istra per box, please?",
    ]
    return Question(
        "ocean",
        [
            Route("ines", words, subject="Ocean buy rates"),
            Route("ines", chat, app="chat"),
            Route("ines", words, subject="Buy rates Singapore"),
        ],
        buy_rates,
        after="agreed",
    )


def ask_wait() -> Question:
    chat = [
        "Hi Li Wen, how long do boxes for Koper really wait at Port Klang? The published transit of Istra looks very good.",
        "Li Wen, how many days does the transhipment to Koper add in reality?",
    ]
    words = [
        mail(
            "Li Wen",
            "is the published transit time of Istra to Koper realistic? I need the days that boxes really wait at Port Klang.",
        ),
        mail("Li Wen", "what waiting do you see at the hub on the Istra service to Koper?"),
    ]
    return Question(
        "wait",
        [
            Route("liwen", chat, app="chat", mornings=True, patience=90),
            Route("liwen", words, subject="Koper: waiting at Port Klang", mornings=True),
            Route("liwen", chat, app="chat", mornings=True),
        ],
        read_wait,
    )


def ask_t1() -> Question:
    words = [
        mail(
            "Hendrik",
            "what does the T1 cost per box if we go through Antwerp or Koper, and do we need one through Rotterdam?",
        ),
        mail("Hendrik", "a reminder, please: how much is the customs transit fee, the T1, per box?"),
    ]
    chat = [
        "Hendrik, what does the T1 cost per box through Antwerp or Koper?",
        "Hendrik, how much is the transit document on the Koper routing?",
    ]
    return Question(
        "t1",
        [
            Route("hendrik", words, subject="T1 through Antwerp and Koper"),
            Route("hendrik", chat, app="chat"),
            Route("hendrik", words, subject="Transit document"),
        ],
        read_t1,
    )


def ask_saturday() -> Question:
    words = [
        mail(
            "Farid",
            "reference LFJ-RFQ-26-03: what does Saturday unloading at Venlo cost per box under the new labour agreement?",
        ),
        mail(
            "Farid",
            "a reminder, reference LFJ-RFQ-26-03: how much is the Saturday rate in Venlo since March?",
        ),
    ]
    chat = [
        "Farid, what does Saturday unloading at Venlo cost per box since March?",
        "Farid, how much is the weekend handling fee in Venlo since 1 March?",
    ]
    return Question(
        "saturday",
        [
            Route("farid", words, subject="Saturday unloading Venlo", mornings=True),
            Route("farid", chat, app="chat", mornings=True, patience=90),
            Route("farid", words, subject="Saturday fee", mornings=True),
        ],
        read_saturday,
    )


def ask_day_cost(client_first: bool = False) -> Question:
    chat = [
        "Naomi, what does a day of transit cost Lumenfjord per box? For the landed cost.",
        "Naomi, which stock cost per day should I use in the landed cost for Lumenfjord?",
    ]
    words = [mail("Naomi", "how much does Lumenfjord count for a day of stock on the water, per box?")]
    client = [
        "Dear Tobias,\n\nfor a fair comparison of the routings: what carrying cost per box and day in transit do you use?\n\nKind regards\nNoor Hadley"
    ] * 2
    routes = [
        Route("naomi", chat, app="chat"),
        Route("naomi", words, subject="Stock cost of Lumenfjord"),
        Route("tobias", client, subject="LFJ-RFQ-26-03: cost of a day in transit"),
    ]
    return Question("day_cost", routes[::-1] if client_first else routes, read_euros_a_day)


def ask_margin() -> Question:
    chat = [
        "Annelies, what was the lowest margin you named in the meeting for the Venlo quote?",
        "Annelies, which margin should the Venlo quote carry? You said it in the round.",
    ]
    words = [
        mail("Annelies", "what was the lowest margin for the Venlo quote that you named in the claims round?")
    ]
    return Question(
        "margin",
        [
            Route("annelies", chat, app="chat"),
            Route("annelies", words, subject="Your number from the round"),
            Route("annelies", chat, app="chat"),
        ],
        read_margin,
    )


def ask_fuel() -> Question:
    words = [
        mail(
            "Graziela",
            "which fuel surcharge applies ex Singapore from 1 April, per 40-foot box? Is your announcement of February still right?",
        )
    ]
    return Question(
        "fuel",
        [Route("graziela", words, subject="Fuel surcharge from April", patience=120)] * 3,
        read_corrected_fuel,
    )
