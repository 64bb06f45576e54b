"""The board's deck: one message a slide, and notes for the second question."""

from __future__ import annotations

from ._learned import Learned
from ._sums import dollars, millions


def deck(known: Learned, status: str) -> str:
    """The outline of at most twelve slides."""
    answer = known.answer()
    it, ours, other, held, gone = answer.it, answer.ours, answer.other, answer.held, answer.gone
    stands = "falls away" if it.lost else "holds"
    rival = "holds" if it.lost else "falls away"
    double = "double-hulled" if it.double_hull else "not double-hulled"
    cargo = (
        f"contributes {dollars(ours.cargo)}"
        if it.knew
        else "contributes nothing; its share is spread over the other two"
    )
    told = known.rung or "nobody that we can show"
    why = (
        "the company's designated person was told before the ship moved"
        if it.lost
        else "nobody whose knowledge is the company's was told"
    )
    return f"""# Sound of Orrin: what is the most that the company can be made to pay?

Privileged and confidential. Board of 16 October 2026. {status}

Notes: Privileged: say so before you begin. Everything here is in the memorandum, to the dollar, with its source. There is no view on settlement in it, as you asked.

## The most is {millions(ours.gross)} gross, and {millions(ours.net)} stays with us

| | Amount |
|---|---|
| Gross exposure | {dollars(ours.gross)} |
| Net exposure, after contribution | {dollars(ours.net)} |

Notes: If asked why not twice that: the claims are closed since 9 October, the removal ledger is certified and the barrels are gauged by the court's expert. What is open is one question of law, on the next slide. The sums are in the memorandum's table and in the model, and treasury can change every input and see what follows. If asked how sure we are: the arithmetic is certain, the scenario is a judgment.

## We say that the limit {stands}; if we are wrong, the figure is {millions(other.gross)}

- Limit holds: gross {dollars(held.gross)}, net {dollars(held.net)}
- Limit falls away: gross {dollars(gone.gross)}, net {dollars(gone.net)}

Notes: The court decides after the bar date, under section 13. The difference is {dollars(gone.gross - held.gross)} gross and {dollars(gone.net - held.net)} net. If asked when: nobody can be made to decide it before the case management conference of 12 November. If asked what we do if the limit {rival}: the memorandum has both columns for every head.

## The limit is {millions(ours.limit)}, on {it.tons:,} tons and a ship that is {double}

- Tonnage by the certificate in force, not by the register or the web page
- Hull by what was in the pipes, not by the label in a survey
- Amounts of 2021, in force

Notes: If asked why the old figure is in the club's papers: they copied the certificate of 2009, which was surrendered. If a director asks why the limit is not the figure that the insurers quote: theirs is computed on the surrendered certificate, and The Aldous Finch says that it does not count. If asked about the two surveys: one surveyor saw the space or its pipes and the other did not; yard list, piping plan and oil record book fit only one of them, and the superintendent explains why. The other answer would make the limit {dollars(answer.but(double_hull=not it.double_hull).limit)}.

## Whether it holds turns on who ashore knew of the alarm

- An isolated alarm counts as a defect
- What the master knows is not what the owner knows
- What the designated person or a manager ashore knows is

Notes: Privileged, and not to be left on the table. The master says that on 17 May at about 21:40 he told {told}. So {why}. Supported by the telephone account, the chief engineer and, since 7 October, the chief officer; contradicted by the master's first statement, which the adjuster wrote in hospital. If Captain Lindqvist asks who knew and when: the master from the morning, the person named at 21:40, no adjective.

## Third parties have {millions(it.admissible)} that the Act admits, of {millions(it.presented)} presented

- The Port's boom hire is in the Coast Guard's ledger already: {dollars(it.twice)} comes off
- Whitsand lies outside the affected zone: {dollars(it.outside)} comes off

Notes: If asked whether more can come: a late claim is not entered, and the court seldom lets one in. The biggest are the Department of Coasts and the fisheries; both are inside the zone and of a kind the Act admits. If asked who decides on the two items: the court in the claims procedure, on objections that are drafted. If asked whether the claims are proved: no, that is for the claims procedure, and this is the most.

## Removal costs of {millions(it.removal)} are outside the limit

- Certified by the Coast Guard, payable in full
- Paid month by month under the club's undertaking, so far

Notes: If asked what is in it: vessels, booms, skimming, shoreline work and waste, all under the Coast Guard's orders, so that we cannot argue about reasonableness. If asked whether they can grow: the ledger is final. The interim figure of July is superseded.

## The penalty is {millions(ours.penalty)}; nobody shares it and nobody insures it

- {it.barrels:,} barrels, gauged by the court's expert
- ${answer.law.rate_lost if it.lost else answer.law.rate:,} a barrel{"; three times the ordinary rate" if it.lost else "; three times that if the limit falls away"}

Notes: Section 24. If asked whether Skerry can pay it after all: no contract of insurance is enforceable in respect of it. Each thousand barrels is {dollars(1000 * (answer.law.rate_lost if it.lost else answer.law.rate))}.

## Ostrander Shipping contributes {millions(ours.charterer)}, Ostrander Refining {millions(ours.cargo)}

- Shares by the Record of 6 October: owner {it.owner}, charterer {it.charterer}, cargo owner {it.cargo} per cent
- The cap on the charterer is {millions(it.cap)}, by a later signed letter
- The cargo owner {cargo}

Notes: If asked why not fifteen: a side letter of 14 November 2025, signed by both, prevails over clause 27, filed or not (Ostrom v. Gault Carriers). If asked about the cargo owner: a neutral saw when the laboratory's mail went; loading was complete on 17 May at 19:25. If asked what happens if they can't pay: it falls back on us.

## Can it get worse after today? Only in these ways

- The court takes the other view of section 11
- The Record is set aside before 5 December
- A contributor does not pay

Notes: The table in section 10 of the memorandum has the size of each. A late claim needs leave, which the court seldom gives. If asked for a probability: we have not put one on section 11 and would distrust anybody who did; we say which way we would decide it if we had to, and why. Claims, barrels and removal costs no longer move.

## What Skerry pays, and what it does not

- Not the penalty, by law
- The rest under a reservation of rights of 17 September
- What the club is told, and by whom, the board decides

Notes: Nothing has been said to the club about the evening of 17 May. The undertaking of May stands and removal costs go on being paid. If asked whether the reservation means that we are not insured: it means that they have not decided, and that what they learn decides it. If asked whether we must tell them: advice on Rule 3 and Rule 9 is separate, and should be taken before anybody speaks.

## What we ask of the board

- Take note of both figures
- Decide who tells the club what
- Keep these papers

Notes: No view on settlement is offered here. If asked for one: that is for another day and with nobody's thumb on the scale.
"""
