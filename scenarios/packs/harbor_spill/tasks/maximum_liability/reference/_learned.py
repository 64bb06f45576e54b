"""What the associate has found out so far, with its source; None where it is not known yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from . import _reading as reading
from ._sums import Answer, Inputs, Schedule, schedule_of

LOADED = datetime(2026, 5, 17, 19, 25)  # noqa: DTZ001 - wall time
"""When loading was complete, by log, statement of facts and everybody's evidence."""

PEOPLE_ASHORE = {"Renske Aalders": True, "Dimitri Sarkis": False}
"""Whom the papers name at the other end of the night numbers, and whether that is the owner's designated person."""


@dataclass
class Learned:
    """Findings.

    Attributes:
        files: Everything read on the drive, by path.
        act: The statute's text.
        tons: Gross tonnage in the certificate in force.
        old_tons: In the surrendered one.
        double_hull: What the superintendent says, or the papers together.
        survey_wrong: ``class`` or ``vetting``, by the superintendent.
        rung: Whom the master rang, by his own account.
        varga_day, tanabe_day, stellan_day, witness_day: When they said it.
        drafter: Whether it is known who wrote the master's first statement.
        mail_went: When the certificate's mail went, by the witness.
        witness: The neutral who saw it.
        story_cap: The cap by the commercial director's word.
        twice_by_word: The boom invoice by somebody's word.
        trusts_register: Takes the tonnage that most papers give.
        trusts_label: Follows the survey that the other papers contradict.
    """

    files: dict[str, str] = field(default_factory=dict[str, str])
    act: str = ""
    rung: str | None = None
    double_hull: bool | None = None
    survey_wrong: str | None = None
    mail_went: datetime | None = None
    witness: str | None = None
    story_cap: int | None = None
    twice_by_word: int | None = None
    ledger_by_word: int | None = None
    drafter: bool = False
    days: dict[str, str] = field(default_factory=dict[str, str])
    trusts_register: bool = False
    trusts_label: bool = False

    def text(self, path: str) -> str:
        """What was read of a paper; empty if nothing."""
        return self.files.get(path, "")

    @property
    def law(self) -> Schedule:
        """The amounts of the Act as in force."""
        return schedule_of(self.act)

    @property
    def tons(self) -> int:
        """Gross tonnage in the certificate in force."""
        if self.trusts_register:
            return self.old_tons
        return reading.tonnage(self.text(reading.CERTIFICATE)) or 0

    @property
    def old_tons(self) -> int:
        """Gross tonnage in the surrendered certificate."""
        return reading.tonnage(self.text(reading.OLD_CERTIFICATE)) or 0

    @property
    def slops_by_papers(self) -> bool:
        """Whether the yard's list has slop gear in the No. 4 wings."""
        return reading.wings_are_slops(self.text(reading.WORK_LIST))

    @property
    def is_double(self) -> bool:
        """The hull: by who was there, else by the papers."""
        if self.trusts_label:
            return self.slops_by_papers
        return not self.slops_by_papers if self.double_hull is None else self.double_hull

    @property
    def wrong_survey(self) -> str:
        """The survey that does not fit."""
        if self.survey_wrong is not None:
            return self.survey_wrong
        class_says_slops = "fitted as slop tanks" in " ".join(self.text(reading.CLASS_SURVEY).split())
        return "class" if class_says_slops == self.is_double else "vetting"

    @property
    def told_owner(self) -> bool:
        """Whether the person rung is one whose knowledge is the owner's."""
        return PEOPLE_ASHORE.get(self.rung or "", False)

    @property
    def knew(self) -> bool:
        """Whether the cargo desk had the certificate before loading was complete, as far as it is shown."""
        return self.mail_went is not None and self.mail_went < LOADED

    @property
    def final_shares(self) -> tuple[int, int, int] | None:
        """By the Record."""
        return reading.shares(self.text(reading.RECORD))

    @property
    def shares(self) -> tuple[int, int, int]:
        """By the Record, else by the draft."""
        return self.final_shares or reading.shares(self.text(reading.DRAFT_RECORD)) or (100, 0, 0)

    @property
    def letter_cap(self) -> int | None:
        """By the side letter itself."""
        return reading.side_letter_cap(self.text(reading.SIDE_LETTER))

    @property
    def cap(self) -> int:
        """By the side letter, else by word, else by the Charter."""
        return self.letter_cap or self.story_cap or self.charter_cap

    @property
    def charter_cap(self) -> int:
        """By clause 27."""
        return reading.charter_cap(self.text(reading.CHARTER)) or 15_000_000

    @property
    def first_barrels(self) -> int:
        """The Coast Guard's first estimate."""
        return reading.barrels(self.text(reading.FIRST_ESTIMATE)) or 0

    @property
    def barrels(self) -> int:
        """By Tidewrack, else by the first estimate."""
        return reading.barrels(self.text(reading.TIDEWRACK)) or self.first_barrels

    @property
    def interim_removal(self) -> int:
        """By the interim ledger."""
        return reading.found(r"\|\s*Total\s*\|[\s|]*([\d,]{8,})", self.text(reading.INTERIM_LEDGER)) or 0

    @property
    def certified(self) -> int | None:
        """By the certified ledger."""
        return reading.certified_total(self.text(reading.LEDGER)) or self.ledger_by_word

    @property
    def register_is_final(self) -> bool:
        """Whether the final register is there."""
        return reading.REGISTER in self.files

    @property
    def claims(self) -> Mapping[str, int]:
        """By the final register, else by the provisional one."""
        return reading.claims(self.text(reading.REGISTER) or self.text(reading.PROVISIONAL))

    @property
    def twice(self) -> int:
        """The boom invoice: by the reconciliation, by word, by the Port's own form."""
        return (
            reading.invoice(self.text(reading.RECONCILIATION), "LT-2206")
            or self.twice_by_word
            or reading.invoice(self.text(reading.PORT_CLAIM), "LT-2206")
            or 0
        )

    @property
    def outside(self) -> int:
        """The part of the tourism claims from outside the zone; 0 while the register does not divide them."""
        return self.claims.get("9b", 0)

    def inputs(self) -> Inputs:
        """Everything that the sums rest on, as far as it is known."""
        _, charterer, cargo = self.shares
        return Inputs(
            tons=self.tons,
            double_hull=self.is_double,
            lost=self.told_owner,
            knew=self.knew,
            charterer=charterer,
            cargo=cargo,
            cap=self.cap,
            barrels=self.barrels,
            removal=self.certified or self.interim_removal,
            claims=self.claims,
            twice=self.twice,
            outside=self.outside,
        )

    def answer(self) -> Answer:
        """Both scenarios on what is known."""
        return Answer(self.inputs(), self.law)

    def sources(self) -> dict[str, str]:
        """What each input of the model rests on."""
        certified = "Certified removal ledger (Crake), section 7(2)"
        return {
            "gross_tonnage": "International Tonnage Certificate MT-25-0093 of 17 January 2025 (03 Ship); the 2009 certificate is surrendered",
            "double_hull": f"H. Tanabe, {self.days.get('tanabe', 'not yet heard')}; Stavholm final work list 4.11 to 4.14; piping plan Rev. G; oil record book",
            "limit_lost": f"Captain Varga, {self.days.get('varga', 'not yet heard')}: rang {self.rung or 'somebody not yet known'}; section 11(2) to (4)",
            "cargo_owner_knew": f"{self.witness or 'neutral not yet heard'}, {self.days.get('witness', '')}; loading complete 17 May 19:25; section 14(4)",
            "share_charterer": "Apportionment Record IMC-2026-014 of 6 October 2026"
            if self.final_shares
            else "DRAFT Apportionment Record of 30 July 2026",
            "share_cargo_owner": "Apportionment Record IMC-2026-014 of 6 October 2026"
            if self.final_shares
            else "DRAFT Apportionment Record of 30 July 2026",
            "indemnity_cap": "Side letter of 14 November 2025 (scan, 02 Charter), section 14(6)"
            if self.letter_cap
            else ("S. Brandvold, by word only" if self.story_cap else "Charter, clause 27(c)"),
            "barrels": "Tidewrack report TW-26-088 of 25 September 2026, section 23(3)"
            if reading.TIDEWRACK in self.files
            else "FIRST ESTIMATE of 21 May 2026",
            "removal_costs": certified if self.certified else "INTERIM ledger RL-26-014 of 31 July 2026",
            "admissible_claims": ("Final" if self.register_is_final else "PROVISIONAL")
            + " register of claims, less LT-2206 (section 10) and Whitsand (section 9): sheet Claims",
        }
