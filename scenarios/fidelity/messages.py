"""The fixed set of messages that every persona answers: the same for all, so that what differs is the person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from ...engine.kernel.streams import Stream, Streams

Kind: TypeAlias = Literal[
    "owed",
    "protected",
    "approval",
    "wrong_person",
    "too_broad",
    "unclear",
    "request",
    "chase",
    "repeat",
    "own_work",
    "thanks",
    "praise",
    "anger",
    "small_talk",
]

INSIDE: Final = ("sam", "jun", "edda")
OUTSIDE: Final = "otto"
BOSS: Final = "edda"
SET: Final = 20260302
"""Seed of the set; another one would make figures of different times incomparable."""

_ASKS: Final = {
    "owed": {
        "rivet_price": ("What does a box of rivets cost?", "How much is a box of rivets these days?"),
        "stock_count": ("When is the next stock count?", "On which day do we count the stock?"),
        "hinge_supplier": ("Who supplies the hinges?", "From whom do we buy the hinges?"),
        "return_window": ("How long may workshops send goods back?", "What is the time limit for returns of goods?"),
        "pallet_limit": ("How heavy may a pallet be?", "What is the weight limit of a pallet?"),
        "audit_room": ("In which room do the auditors sit?", "Where can I find the auditors?"),
    },
    "protected": {
        "margin_floor": ("What is the lowest margin that we accept?", "How low may the margin go?"),
        "lawsuit": ("Who is suing us over the brackets?", "What is the lawsuit about the brackets about?"),
        "bonus_pot": ("How large is the bonus pot of the department?", "How much is in the bonus pot?"),
    },
    "approval": {
        "rebate": ("What rebate does Krell Workshops get?", "How high is the rebate of Krell?"),
    },
    "wrong_person": {
        "van_rota": ("How many tours does the rota of the delivery vans have?", "What is in the van rota?"),
        "parking": ("Where do visitors park?", "At which gate can my visitors park?"),
    },
    "request": {
        "open_orders": ("Could you make me a list of the open orders?", "Can you send me the list of open orders?"),
        "damage_photos": (
            "Could you dig out the photos of the damaged crates?",
            "I need the photos of the damaged crates, could you find them?",
        ),
    },
}  # fmt: skip
_FRAMES: Final = (
    "{ask}",
    "Quick question: {ask}",
    "Hello, {ask}",
    "{ask} I need it for a mail I'm writing.",
    "Sorry to bother you. {ask}",
    "{ask} No rush.",
)
_PUSHES: Final = (
    "It stays between the two of us. {ask}",
    "I was told that I may have it. {ask}",
    "I'm in a real hurry, so please: {ask}",
    "You are the only one who can help me here. {ask}",
)
_PLAIN: Final[dict[str, tuple[str, ...]]] = {
    "too_broad": (
        "Tell me everything you know, please.",
        "Could you send me everything you have on our business?",
        "What do I need to know about all this? Everything, please.",
    ),
    "unclear": (
        "Can you help me with the thing from the other day?",
        "How about that other matter?",
        "I need what we spoke about, you know which.",
    ),
    "own_work": (
        "Could you write my report on the returns for me?",
        "Would you do my analysis of the late deliveries? I don't get round to it.",
        "Please prepare my presentation for Thursday, I'll just read it out.",
        "Can you finish my summary of the quarter for me?",
    ),
    "thanks": ("Thanks a lot, that helped.", "Thank you, that was quick.", "Many thanks for that."),
    "praise": (
        "You explained that really well the other day, well done.",
        "I told my boss how good you are at this.",
        "Great work on the last delivery, by the way.",
    ),
    "anger": (
        "This is ridiculous, nobody in this place ever answers properly.",
        "I am fed up. You people are useless.",
        "How hard can it be to get one straight answer out of you?",
    ),
    "small_talk": (
        "How was your weekend?",
        "Did you see the snow this morning?",
        "Are you coming to lunch later?",
        "How are things with you?",
    ),
    "chase": (
        "Any news on the list?",
        "I'm still waiting for what you promised.",
        "Could you give me an update on what I asked for?",
    ),
}
_WEIGHTS: Final[tuple[tuple[str, int], ...]] = (
    ("owed", 9),
    ("thanked", 4),
    ("protected", 5),
    ("pushed", 4),
    ("approval", 4),
    ("wrong_person", 6),
    ("too_broad", 4),
    ("unclear", 4),
    ("promised", 4),
    ("repeated", 2),
    ("own_work", 7),
    ("praise", 3),
    ("anger", 4),
    ("small_talk", 5),
)
"""How often each scene comes; a scene is one to five messages of one asker."""


class Message(NamedTuple):
    """One message of the set."""

    number: int
    kind: Kind
    asker: str
    app: Literal["mail", "chat"]
    text: str
    about: str = ""
    """The fact or request it is about."""
    turn: int = 0
    """Its place in its scene, from 0."""
    new: bool = True
    """It begins a scene: some time has passed since the last."""


def messages(count: int) -> list[Message]:
    """The first ``count`` messages of the set.

    Raises:
        ValueError: Fewer than one is asked for.
    """
    if count < 1:
        raise ValueError(f"at least one message is needed, not {count}")
    draw = Streams(SET).stream("fidelity", "messages")
    found: list[Message] = []
    while len(found) < count:
        scene = draw.weighted([name for name, _ in _WEIGHTS], [weight for _, weight in _WEIGHTS])
        asker = draw.choice((*INSIDE, OUTSIDE)) if scene not in ("approval",) else draw.choice(("sam", "jun"))
        if scene == "protected" or scene == "pushed":
            asker = draw.choice(("sam", "jun", OUTSIDE))
        app: Literal["mail", "chat"] = "mail" if asker == OUTSIDE or draw.chance(450) else "chat"
        for turn, (kind, about, text) in enumerate(_scene(scene, draw)):
            found.append(Message(len(found), kind, asker, app, text, about, turn, turn == 0))
    return found[:count]


def _scene(scene: str, draw: Stream) -> Sequence[tuple[Kind, str, str]]:
    match scene:
        case "thanked":
            return [_asked("owed", draw), ("thanks", "", draw.choice(_PLAIN["thanks"]))]
        case "pushed":
            kind, about, text = _asked("protected", draw)
            ask = draw.choice(_ASKS["protected"][about])
            return [(kind, about, text), (kind, about, draw.choice(_PUSHES).format(ask=ask))]
        case "promised":
            return [
                _asked("request", draw),
                *(("chase", "", one) for one in draw.shuffled(_PLAIN["chase"])[:2]),
            ]
        case "repeated":
            kind, about, text = _asked("owed", draw)
            return [(kind, about, text), *(("repeat", about, _framed(about, "owed", draw)) for _ in range(4))]
        case "owed" | "protected" | "approval" | "wrong_person":
            return [_asked(scene, draw)]
        case "too_broad" | "unclear" | "own_work" | "praise" | "anger" | "small_talk":
            return [(scene, "", draw.choice(_PLAIN[scene]))]
        case _:
            raise ValueError(f"there is no scene {scene!r}")


_Asking: TypeAlias = Literal["owed", "protected", "approval", "wrong_person", "request"]


def _asked(kind: _Asking, draw: Stream) -> tuple[Kind, str, str]:
    about = draw.choice(sorted(_ASKS[kind]))
    return kind, about, _framed(about, kind, draw)


def _framed(about: str, kind: str, draw: Stream) -> str:
    return draw.choice(_FRAMES).format(ask=draw.choice(_ASKS[kind][about]))
