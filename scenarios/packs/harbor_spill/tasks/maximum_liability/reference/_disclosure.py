"""The disclosure review: each of the eighteen documents read, decided with its ground, and taken past second review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tenure.engine.agents.careful import Careful

SET: Final = "/Orrin/11 Disclosure/Review set"
LOG: Final = "/Orrin/11 Disclosure/Privilege log, review set.xlsx"


class Decided(NamedTuple):
    """A decision with its ground, and the lines of the log where something is covered."""

    what: str
    ground: str
    log: Sequence[str] = ()
    """Date, author, recipients, kind; for the log."""


DECISIONS: Final[Mapping[int, Decided]] = {
    1: Decided("produce", "P1: ship's log, bears on the movement"),
    2: Decided(
        "produce",
        "P4: safety management form, due within 36 hours of any accident; P6: the copy to Ms Vancourt makes nothing privileged",
    ),
    3: Decided(
        "withhold",
        "P2: outside counsel's first advice to the client's general counsel",
        ("2026-05-22", "B. Halloran", "O. Vancourt", "mail, legal advice"),
    ),
    4: Decided(
        "produce",
        "P4: notice of casualty that the club's rules require, 20 May, before instruction; the footer decides nothing",
    ),
    5: Decided(
        "redact",
        "P8: column of sick bay remarks and addresses of next of kin covered; names, ranks and dates stay",
        ("2026-05-25", "A. Varga", "shore authorities", "crew list, health and home details"),
    ),
    6: Decided(
        "produce",
        "P3: two purposes of equal weight, form CG-7 and claims, so litigation is not dominant; P1: bears on the alarm and the evening",
    ),
    7: Decided("produce", "P1: charterers' order, bears on the movement; between opponents"),
    8: Decided(
        "redact",
        "P5: part 1, advice on clause 27, covered; P7: part 2, what to say to charterers and press, stays",
        ("2026-05-26", "O. Vancourt", "S. Brandvold", "mail, in part legal advice of in-house counsel"),
    ),
    9: Decided(
        "withhold",
        "P3: our file note of a call with a proposed expert, 3 June, for the litigation alone",
        ("2026-06-03", "M. Tolliver", "file", "file note of a call with an expert"),
    ),
    10: Decided(
        "produce",
        "P10: headed without prejudice, but a complaint and a demand for log books; no attempt to settle",
    ),
    11: Decided(
        "withhold",
        "P3: written on 8 June for the defence of the claims; P9: common interest agreement of 28 May keeps it privileged with Skerry",
        (
            "2026-06-08",
            "F. Whitlock",
            "O. Vancourt; B. Halloran",
            "mail, insurer to insured for the litigation",
        ),
    ),
    12: Decided("produce", "P1: loading plan and rates, bears on cargo and quantity"),
    13: Decided(
        "redact",
        "P5: column MT comments covered, counsel's remarks; the readings stay",
        ("2026-06-15", "ship; remarks M. Tolliver", "counsel", "ullage table with counsel's remarks"),
    ),
    14: Decided(
        "redact",
        "P5: item 4(b) covered, report of counsel's advice; items 1 to 3, 4(a) charter income and 4(c) dividend are business and stay",
        ("2026-06-05", "company secretary, Brackwater", "board", "minutes, in part report of legal advice"),
    ),
    15: Decided(
        "withhold",
        "P2 and P3: technical note asked for by us on 9 June to advise on the claim",
        ("2026-06-12", "H. Tanabe", "O. Vancourt; B. Halloran", "technical note for counsel"),
    ),
    16: Decided("produce", "P1 and P4: terminal's checklist, signed by both sides"),
    17: Decided(
        "redact",
        "P12, mail by mail: Ms Nyberg's of 22 June from the other side stays; Mr Brandvold's question of 23 June and the advice of 24 June covered (P5); the line on paying the invoice stays (P7)",
        (
            "2026-06-24",
            "O. Vancourt; S. Brandvold",
            "S. Brandvold; O. Vancourt",
            "chain of mails, in part legal advice",
        ),
    ),
    18: Decided("produce", "P1: open letter between opponents on a joint inspection, not confidential"),
}
"""By the protocol, from the text of each document."""

EASY: Final = (1, 3, 5, 7, 9, 12, 16)
REST: Final = (2, 4, 8, 11, 13, 15, 18, 6, 10, 14, 17)


async def decide(desk: Careful, numbers: Sequence[int], decisions: Mapping[int, Decided] = DECISIONS) -> None:
    """Read these documents, decide their tickets and submit them to second review."""
    paths = {int(path.rsplit("/RS-", 1)[1][:2]): path for path in await desk.files(SET)}
    for number in numbers:
        ticket = f"DISC-{number}"
        await desk.read_drive(paths[number])
        seen = await desk.call("tickets.get", ticket=ticket)
        version = int(seen["version"])
        if seen["state"] == "new":
            version = int(
                (await desk.call("tickets.move", ticket=ticket, version=version, to="take"))["version"]
            )
        decided = decisions[number]
        seen = await desk.call(
            "tickets.update",
            ticket=ticket,
            version=version,
            fields={"decision": decided.what, "ground": decided.ground},
        )
        await desk.call("tickets.move", ticket=ticket, version=int(seen["version"]), to="submit")


async def settle(desk: Careful) -> int:
    """Settle what has passed second review; returns how many are still open."""
    still = 0
    for number in DECISIONS:
        seen = await desk.call("tickets.get", ticket=f"DISC-{number}")
        if seen["state"] == "settled":
            continue
        if not any("approved" in one for one in seen["approvals"]):
            still += 1
            continue
        moved = await desk.call("tickets.move", ticket=f"DISC-{number}", version=seen["version"], to="settle")
        still += not moved.ok
    return still


async def log(desk: Careful, decisions: Mapping[int, Decided] = DECISIONS) -> None:
    """The log of what is withheld or redacted (protocol, P13)."""
    rows: list[list[str]] = [
        ["No.", "Date", "Author", "Recipients", "Kind of document", "Withheld or redacted", "Ground"]
    ]
    for number, decided in decisions.items():
        if decided.log:
            rows.append([f"DISC-{number}", *decided.log, decided.what, decided.ground.split(":")[0]])
    await desk.call("sheets.create", path=LOG, sheet="Log", rows=rows)
