"""What stands in the papers: figures found in the texts of the data room, as whoever reads them finds them."""

from __future__ import annotations

import re
from collections.abc import Mapping

SHIP = "/Orrin/03 Ship/"
CERTIFICATE = SHIP + "2025-01-17 International tonnage certificate.pdf"
OLD_CERTIFICATE = SHIP + "2009-03-26 International tonnage certificate (surrendered).pdf"
WORK_LIST = SHIP + "2024-12-18 Stavholm final work list.xlsx"
PIPING = SHIP + "2024-12-20 Pump-room piping plan, revision list.pdf"
STORES = SHIP + "2025-12-08 Stores list, deck and engine.xlsx"
SISTER_PLAN = SHIP + "2023-06-12 Sound of Islet tank plan 7305-112-04.pdf"
CLASS_SURVEY = "/Orrin/04 Surveys/2025-02-03 Norlund class renewal survey.pdf"
VETTING = "/Orrin/04 Surveys/2025-11-20 Haldane Pryce vetting inspection.pdf"
OIL_RECORD = "/Orrin/05 Voyage and cargo/2026-05 Oil record book part II, extract.pdf"
SATELLITE = "/Orrin/05 Voyage and cargo/2026-06-01 Satellite telephone account May.pdf"
CHARTER = "/Orrin/02 Charter/2025-10-30 Time charter Sound of Orrin.docx"
SIDE_LETTER = "/Orrin/02 Charter/2025-11-14 side letter (scan).pdf"
INTERIM_LEDGER = "/Orrin/07 Coast Guard/2026-07-31 Interim removal ledger RL-26-014.xlsx"
LEDGER = "/Orrin/07 Coast Guard/Certified removal ledger.xlsx"
DRAFT_RECORD = "/Orrin/07 Coast Guard/2026-07-30 Draft Apportionment Record, for comment.pdf"
RECORD = "/Orrin/07 Coast Guard/2026-10-06 Apportionment Record.pdf"
ZONE = "/Orrin/07 Coast Guard/2026-05-23 Declaration of affected zone.pdf"
FIRST_ESTIMATE = "/Orrin/07 Coast Guard/2026-05-21 First estimate of quantity.pdf"
TIDEWRACK = "/Orrin/06 Incident/2026-09-25 Tidewrack report on quantity.pdf"
PROVISIONAL = "/Orrin/08 Claims/2026-08-18 Provisional register of claims.xlsx"
REGISTER = "/Orrin/08 Claims/2026-10-13 Final register of claims.xlsx"
RECONCILIATION = "/Orrin/08 Claims/Port of Averil reconciliation.xlsx"
PORT_CLAIM = "/Orrin/08 Claims/2026-06-24 Claim 1 – Port of Averil Authority.docx"
HOTELS_CLAIM = "/Orrin/08 Claims/2026-08-12 Claim 9 – Sound Coast Hotels and Boats.docx"
FIRST_STATEMENT = "/Orrin/10 Witnesses/2026-05-24 Statement of Captain Varga.pdf"
DROZD_STATEMENT = "/Orrin/10 Witnesses/2026-05-24 Statement of Mr Drozd.pdf"
DROZD_CORRECTED = "/Orrin/10 Witnesses/2026-10-06 Corrected statement of Mr Drozd.pdf"
ENQUIST = "/Orrin/10 Witnesses/Notes/2026-08-05 Chief engineer Enquist (MT).docx"

CHRONOLOGY = "/Orrin/13 Work product/chronology.docx"
MEMO = "/Orrin/13 Work product/liability_memo.docx"
MODEL = "/Orrin/13 Work product/liability_model.xlsx"
DECK = "/Orrin/14 Board/board_deck.pptx"
NOTES = "/Orrin/10 Witnesses/Notes/"

ACT = "act-2012"


def number(text: str) -> int:
    """A number with or without separators."""
    return int(re.sub(r"[^\d]", "", text))


def found(pattern: str, text: str, flags: int = re.IGNORECASE) -> int | None:
    """The first group of the first match, as a number."""
    match = re.search(pattern, text, flags)
    return number(match[1]) if match else None


def tonnage(certificate: str) -> int | None:
    """The gross tonnage that a tonnage certificate states."""
    return found(r"GROSS TONNAGE:\s*([\d,]+)", certificate)


def wings_are_slops(work_list: str) -> bool:
    """Whether the yard's final list says that slop gear went into the No. 4 wing spaces."""
    row = next((line for line in work_list.splitlines() if "| 4.11 |" in line), "")
    return "slop" in row.casefold()


def shares(record: str) -> tuple[int, int, int] | None:
    """Owner, charterer and cargo owner by an apportionment record, per cent."""
    text = record[record.find("Apportionment") :]
    rows = [
        found(rf"{name}[^\n]*?\W(\d{{1,2}})(?:\s*(?:%|per cent))?\s*(?:\n|$|\|)", text)
        for name in ("owner", "charterer", "cargo owner")
    ]
    owner = found(r"Brackwater Tankers Ltd, owner\W+(\d{1,2})", text)
    charterer = found(r"Ostrander Shipping Ltd, charterer\W+(\d{1,2})", text)
    cargo = found(r"Ostrander Refining Ltd, cargo owner\W+(\d{1,2})", text)
    if owner is not None and charterer is not None and cargo is not None:
        return owner, charterer, cargo
    owner, charterer, cargo = rows
    if owner is None or charterer is None or cargo is None:
        return None
    return owner, charterer, cargo


def side_letter_cap(text: str) -> int | None:
    """The cap that the side letter puts in the place of the Charter's."""
    return found(r"replaced by[\s*]*\$([\d,]+)", text)


def charter_cap(text: str) -> int | None:
    """The cap in clause 27 of the Charter."""
    return found(r"shall not exceed[^$]*\$([\d,]+)", text)


def barrels(report: str) -> int | None:
    """What Tidewrack says was discharged."""
    return found(r"Our answer is[\s*]*([\d,]+)[\s*]*barrels", report) or found(
        r"([\d,]{5,})\s*barrels", report
    )


def certified_total(ledger: str) -> int | None:
    """The total of the certified ledger."""
    return found(r"Total:\s*\$([\d,]+)", ledger)


def claims(register: str) -> dict[str, int]:
    """Claims by number as a register enters them."""
    rows: dict[str, int] = {}
    for line in register.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if (
            len(cells) >= 6
            and re.fullmatch(r"\d{1,2}[ab]?", cells[1])
            and re.fullmatch(r"[\d,]{6,}", cells[-1])
        ):
            rows.setdefault(cells[1], number(cells[-1]))
        if "Particulars by item" in line:
            break
    return rows


def invoice(text: str, of: str) -> int | None:
    """The amount in the row of an invoice."""
    for line in text.splitlines():
        if of in line and (amount := re.search(r"\|\s*\$?([\d,]{7,})\b", line)):
            return number(amount[1])
    return None


def source(files: Mapping[str, str], path: str) -> str:
    """How the memorandum names a paper that was read; empty if it was not there."""
    return path.rsplit("/", 1)[1].rsplit(".", 1)[0] if path in files else ""
