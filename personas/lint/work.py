"""Contradictions in how somebody works: traits against habits, numbers that can't both hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..base import minutes_of
from ..problems import Path
from ..schema import Persona
from ..whole import Whole
from ..zones import zones, zones_of
from .finding import Finding, Severity, found

Check = Callable[[Whole], Iterator[Finding]]

HIGH: Final = 75
"""A trait from here up is said to be high: about one working adult in twenty stands there."""
LOW: Final = 25


def _trait(name: str) -> Path:
    return ("big_five", name)


def _clash(
    whole: Whole, paths: tuple[Path, ...], message: str, why: str, fix: str, severity: Severity = "warning"
) -> Finding:
    return found(whole, severity, "contradiction", paths, message, why, fix)


def patience(whole: Whole) -> Iterator[Finding]:
    """Patience against temper, against what weighs on them, and against what happens when it is used up."""
    one = whole.persona
    spare, back = one.patience.tolerates_repeats, one.patience.recovers_per_day
    path: Path = ("patience", "tolerates_repeats")
    if spare <= 1 and one.big_five.agreeableness >= HIGH:
        yield _clash(
            whole,
            (_trait("agreeableness"), path),
            f"agreeableness is {one.big_five.agreeableness}, but patience is used up after {spare} "
            f"repeat{'' if spare == 1 else 's'}",
            "They word refusals kindly and then turn terse at the second question, which reads like two people.",
            "Tolerate 3 to 6 repeats, or lower agreeableness below 60.",
        )
    if spare >= 7 and one.big_five.agreeableness <= LOW:
        yield _clash(
            whole,
            (_trait("agreeableness"), path),
            f"agreeableness is {one.big_five.agreeableness}, but {spare} repeats are taken in good part",
            "Somebody critical and sharp who never minds being asked again is hard to believe.",
            "Tolerate 1 to 3 repeats, or raise agreeableness.",
        )
    heaviest = max(range(len(one.pressures)), key=lambda index: one.pressures[index].weight, default=None)
    if heaviest is not None and spare >= 6:
        pressure = one.pressures[heaviest]
        strained = pressure.weight >= 80 and one.big_five.neuroticism >= 60
        if strained or sum(each.weight for each in one.pressures) >= 220:
            yield _clash(
                whole,
                (("pressures", heaviest), path),
                f"{pressure.who} weigh{'' if ' and ' in pressure.who else 's'} {pressure.weight} on them, yet "
                f"{spare} repeats of a question are taken in good part",
                "Pressure shows in patience first: with so much of it they never snap, and the pressure is only told.",
                "Tolerate 1 to 4 repeats, or lower the weight.",
            )
    if back >= spare > 0 and spare >= 4:
        yield _clash(
            whole,
            (path, ("patience", "recovers_per_day")),
            f"{spare} repeats are tolerated and {back} forgiven each day, so `at_threshold: "
            f"{one.patience.at_threshold}` is hardly ever reached",
            "Nobody will see what happens when their patience is used up.",
            "Forgive 1 a day, or tolerate fewer.",
            "note",
        )
    if one.patience.at_threshold == "ignores" and one.big_five.conscientiousness >= 85:
        yield _clash(
            whole,
            (_trait("conscientiousness"), ("patience", "at_threshold")),
            f"conscientiousness is {one.big_five.conscientiousness}, but out of patience they ignore people",
            "The most dependable people answer curtly or bring in a manager; leaving things unanswered is careless.",
            "Write `terse` or `escalates`.",
        )
    if one.patience.at_threshold == "escalates" and one.role.seniority == "executive":
        yield _clash(
            whole,
            (("role", "seniority"), ("patience", "at_threshold")),
            "an executive escalates when out of patience",
            "They have hardly anybody above them to take it to.",
            "Write `terse` or `ignores`.",
            "note",
        )


def refusing(whole: Whole) -> Iterator[Finding]:
    """Agreeableness against what they do for others and what they refuse."""
    one = whole.persona
    kind, path = one.big_five.agreeableness, _trait("agreeableness")
    if kind >= HIGH and one.help.takes_over_work == "never" and len(one.help.will_not) > len(one.help.will):
        yield _clash(
            whole,
            (path, ("help", "takes_over_work")),
            f"agreeableness is {kind}, but they never take over work and refuse more than they do",
            "What they decide will look disagreeable whatever the trait says.",
            "Write `small_pieces`, say more under `will`, or lower agreeableness.",
        )
    if kind <= LOW and one.help.takes_over_work == "gladly":
        yield _clash(
            whole,
            (path, ("help", "takes_over_work")),
            f"agreeableness is {kind}, but they gladly do a colleague's work",
            "People will get work out of them that such a person would refuse.",
            "Write `never` or `if_manager_asks`, or raise agreeableness.",
        )
    if kind <= LOW and one.help.volunteers >= 450:
        yield _clash(
            whole,
            (path, ("help", "volunteers")),
            f"agreeableness is {kind}, but {one.help.volunteers} of 1000 useful things are told unasked",
            "Volunteering that much is what trusting, cooperative people do.",
            "Lower `volunteers` below 300, or raise agreeableness.",
        )
    if one.big_five.extraversion <= LOW and one.help.volunteers >= 450:
        yield _clash(
            whole,
            (_trait("extraversion"), ("help", "volunteers")),
            f"extraversion is {one.big_five.extraversion}, but {one.help.volunteers} of 1000 useful things are "
            "told unasked",
            "Reserved people answer what was asked.",
            "Lower `volunteers` below 300, or raise extraversion.",
        )


def keeping(whole: Whole) -> Iterator[Finding]:
    """Conscientiousness against what becomes of promises and of their own work."""
    one = whole.persona
    order, path, held = one.big_five.conscientiousness, _trait("conscientiousness"), one.reliability
    rows = (
        (
            "keeps_promises",
            held.keeps_promises < 550,
            f"only {held.keeps_promises} of 1000 promises are kept",
        ),
        (
            "remembers_unprompted",
            held.remembers_unprompted < 500,
            f"only {held.remembers_unprompted} of 1000 promises are remembered",
        ),
        (
            "overrun_percent",
            held.overrun_percent >= 200,
            f"their work takes {held.overrun_percent}% of the estimate",
        ),
        (
            "says_done_when_not",
            held.says_done_when_not >= 120,
            f"{held.says_done_when_not} of 1000 tasks are called done too early",
        ),
        (
            "late_to_meetings",
            held.late_to_meetings >= 500,
            f"they are late to {held.late_to_meetings} of 1000 meetings",
        ),
    )
    for name, off, words in rows:
        if order >= HIGH and off:
            yield _clash(
                whole,
                (path, ("reliability", name)),
                f"conscientiousness is {order}, but {words}",
                "The number decides what happens in a run; the trait only colours how it is told.",
                f"Mend `{name}`, or lower conscientiousness below 60.",
            )
    if order <= LOW and held.keeps_promises > 850 and held.remembers_unprompted > 850:
        yield _clash(
            whole,
            (path, ("reliability", "keeps_promises")),
            f"conscientiousness is {order}, but {held.keeps_promises} of 1000 promises are kept and "
            f"{held.remembers_unprompted} remembered",
            "Careless people forget; this one is the most dependable of the office.",
            "Lower both below 700, or raise conscientiousness.",
        )
    if held.keeps_promises - held.remembers_unprompted > 300:
        yield _clash(
            whole,
            (("reliability", "keeps_promises"), ("reliability", "remembers_unprompted")),
            f"{held.keeps_promises} of 1000 promises are kept, but only {held.remembers_unprompted} remembered "
            "without a reminder",
            "A promise that is forgotten is not kept unless somebody reminds them.",
            "Bring the two within 300 of each other.",
        )
    if one.memory.fades_after_days <= 4 and held.remembers_unprompted >= 900:
        yield _clash(
            whole,
            (("reliability", "remembers_unprompted"), ("memory", "fades_after_days")),
            f"details fade after {one.memory.fades_after_days} days, but {held.remembers_unprompted} of 1000 "
            "promises are remembered",
            "They forget what a promise was about and keep it all the same.",
            "Let details fade after 10 days or more, or remember less.",
        )
    if order >= 85 and one.memory.mixed_up >= 200:
        yield _clash(
            whole,
            (path, ("memory", "mixed_up")),
            f"conscientiousness is {order}, but {one.memory.mixed_up} of 1000 faded details are told wrongly",
            "Careful people say that they don't remember.",
            "Lower `mixed_up` below 100.",
        )


def answering(whole: Whole) -> Iterator[Finding]:
    """How soon they answer against how often they look, and whether what breaks in leaves anything to plan."""
    one = whole.persona
    day = minutes_of(one.hours.end) - minutes_of(one.hours.start) - one.hours.lunch_minutes
    mask = one.attention.interrupts
    for name in ("mail", "chat"):
        habit = getattr(one.responses, name)
        median, looks = ("responses", name, "median_minutes"), ("responses", name, "checks_per_day")
        at_once = any(
            rule.kind in ("any", name) and rule.sender == "anyone" and not rule.urgent_only for rule in mask
        )
        if habit.checks_per_day == 0 and habit.never_answered < 900 and not at_once:
            yield _clash(
                whole,
                (("responses", name, "never_answered"), looks),
                f"{name} is never looked at, but only {habit.never_answered} of 1000 messages stay unanswered",
                "Nothing can be answered that is not read.",
                "Give `checks_per_day` of 1 or more, or `never_answered: 1000`.",
            )
        gap = day / habit.checks_per_day if habit.checks_per_day else 0
        if not at_once and gap and habit.median_minutes < gap / 4:
            yield _clash(
                whole,
                (looks, median),
                f"half of all {name} is answered within {habit.median_minutes} minutes, but they look only every "
                f"{gap:.0f}",
                "Whoever looks so seldom can't answer half of it so soon: one of the two is not meant.",
                f"Check {max(1, round(day / max(1, 2 * habit.median_minutes)))} times a day, or answer after "
                f"{gap / 2:.0f} minutes.",
            )
        batch = one.attention.batch_minutes
        if not at_once and batch and habit.median_minutes < batch / 6:
            yield _clash(
                whole,
                (("attention", "batch_minutes"), median),
                f"half of all {name} is answered within {habit.median_minutes} minutes, but messages are handled "
                f"every {batch}",
                "A message waits for the next batch, so the median can't be met.",
                f"Answer after {batch // 2} minutes, or make batches shorter.",
            )
        if gap and habit.median_minutes > 2 * day and habit.checks_per_day >= 15:
            yield _clash(
                whole,
                (looks, median),
                f"{name} is looked at {habit.checks_per_day} times a day and half of it answered only after "
                f"{habit.median_minutes} minutes",
                "Who looks that often and answers so late is avoiding people; if that is meant, say so "
                "in `background`.",
                "Check less often, or answer sooner.",
                "note",
            )
    everything = any(rule.kind == "any" and rule.sender == "anyone" and not rule.urgent_only for rule in mask)
    if everything and (one.attention.focus or one.attention.batch_minutes):
        name = "focus" if one.attention.focus else "batch_minutes"
        yield _clash(
            whole,
            (("attention", "interrupts"), ("attention", name)),
            f"everything from anyone breaks in, so `{name}` keeps nothing away",
            "What breaks in ignores focus time and batches.",
            "Let only some kinds or senders interrupt, or remove the other.",
        )
    if one.big_five.agreeableness >= HIGH + 10 and one.responses.mail.never_answered >= 450:
        yield _clash(
            whole,
            (_trait("agreeableness"), ("responses", "mail", "never_answered")),
            f"agreeableness is {one.big_five.agreeableness}, but {one.responses.mail.never_answered} of 1000 mails are "
            "never answered",
            "Unless they drown in mail, people this cooperative answer; then say what keeps them from it.",
            "Answer more, or name the pressure.",
            "note",
        )


def hours(whole: Whole) -> Iterator[Finding]:
    """Hours against evenings, weekends, lunch, focus time and the time zone."""
    one = whole.persona
    start, end, lunch = (minutes_of(text) for text in (one.hours.start, one.hours.end, one.hours.lunch))
    if one.hours.lunch_minutes and not start <= lunch < end:
        yield _clash(
            whole,
            (("hours", "start"), ("hours", "end"), ("hours", "lunch")),
            f"lunch at {one.hours.lunch} lies outside {one.hours.start} to {one.hours.end}",
            "They would break off work that hasn't begun.",
            "Move `lunch` into the working day, or write `lunch_minutes: 0`.",
        )
    if end - start > 12 * 60:
        yield _clash(
            whole,
            (("hours", "start"), ("hours", "end")),
            f"the usual day lasts {(end - start) // 60} hours",
            "They are at hand all day long; late work belongs into `responses.works_evenings`.",
            "Shorten the day.",
        )
    if (
        end >= 21 * 60
        and one.responses.works_evenings >= 400
        and whole.written(("responses", "works_evenings"))
    ):
        yield _clash(
            whole,
            (("hours", "end"), ("responses", "works_evenings")),
            f"the day ends at {one.hours.end} and {one.responses.works_evenings} of 1000 evenings hold work besides",
            "There is hardly an evening left after that.",
            "End earlier, or lower `works_evenings`.",
        )
    if (
        len(one.hours.days) == 7
        and one.responses.works_weekends
        and whole.written(("responses", "works_weekends"))
    ):
        yield _clash(
            whole,
            (("hours", "days"), ("responses", "works_weekends")),
            "all seven days are working days, and days off are worked on too",
            "There are no days off left.",
            "Leave days out of `days`, or write `works_weekends: 0`.",
        )
    for index, focus in enumerate(one.attention.focus):
        begins, ends = minutes_of(focus.start), minutes_of(focus.end)
        path: Path = ("attention", "focus", index)
        if ends <= start or begins >= end:
            yield _clash(
                whole,
                (("hours", "start"), path),
                f"focus time from {focus.start} to {focus.end} lies outside {one.hours.start} to {one.hours.end}",
                "It never has an effect.",
                "Move it into the working day, or drop it.",
            )
        elif begins <= start and ends >= end and set(focus.days) >= set(one.hours.days):
            yield _clash(
                whole,
                (("hours", "end"), path),
                "the whole working day is focus time",
                "Only interrupts ever reach them.",
                "Shorten it, or name days.",
            )
    zone, country = one.home.time_zone, one.home.country
    if country and zone != "UTC" and country not in zones().get(zone, {country}):
        yield _clash(
            whole,
            (("home", "country"), ("home", "time_zone")),
            f"{zone} is not a time zone of {country}",
            "They keep the office hours of another part of the world.",
            f"For {country}: {', '.join(zones_of(country)[:3]) or 'none is known'}.",
        )


def standing(whole: Whole) -> Iterator[Finding]:
    """Age, years in the trade and seniority."""
    one = whole.persona
    if one.role.years > one.age - 15:
        yield _clash(
            whole,
            (("age",), ("role", "years")),
            f"{one.role.years} years in the trade at the age of {one.age}",
            "A model mind is told both.",
            f"Give at most {max(0, one.age - 16)} years, or another age.",
        )
    least = {"lead": 3, "executive": 5, "senior": 3}.get(one.role.seniority, 0)
    if one.role.years < least and whole.written(("role", "years")):
        yield _clash(
            whole,
            (("role", "seniority"), ("role", "years")),
            f"{one.role.seniority}, with {one.role.years} year{'' if one.role.years == 1 else 's'} in the trade",
            "People defer to them and they talk like a beginner.",
            f"Give {least} years or more, or another seniority.",
        )
    if one.role.seniority == "junior" and one.role.years >= 12:
        yield _clash(
            whole,
            (("role", "seniority"), ("role", "years")),
            f"junior, after {one.role.years} years in the trade",
            "If they changed trade, `years` counts from then on.",
            "Give fewer years, or write `mid`.",
        )


def suspicion(whole: Whole) -> Iterator[Finding]:
    """Numbers on suspicious messages that can't both hold."""
    one = whole.persona
    safe = one.security
    checks: Path = ("security", "verifies_by_call_back")
    if safe.verifies_by_call_back >= 800:
        for name, most in (("shares_password", 60), ("approves_prompts", 250), ("clicks_links", 350)):
            value = getattr(safe, name)
            if value > most:
                yield _clash(
                    whole,
                    (checks, ("security", name)),
                    f"{safe.verifies_by_call_back} of 1000 unusual requests are checked by calling back, but "
                    f"`{name}` is {value}",
                    "Both are drawn on the same message, and the careless one wins: an attacker gets through.",
                    f"Lower `{name}` to {most} or less, or check less.",
                )
    if safe.reports >= 700 and safe.clicks_links >= 350:
        yield _clash(
            whole,
            (("security", "reports"), ("security", "clicks_links")),
            f"{safe.reports} of 1000 suspicious messages are reported, but {safe.clicks_links} of 1000 links followed",
            "Who recognises a lure that often does not follow it that often.",
            "Lower one of the two.",
        )
    if safe.reports >= 600 and safe.report_minutes >= 600:
        yield _clash(
            whole,
            (("security", "reports"), ("security", "report_minutes")),
            f"{safe.reports} of 1000 are reported, but only after {safe.report_minutes} minutes",
            "People who take it seriously report at once; after a day nobody is helped.",
            "Report within two hours, or report less.",
        )
    if safe.shares_password > safe.enters_credentials:
        yield _clash(
            whole,
            (("security", "enters_credentials"), ("security", "shares_password")),
            f"a password is told to {safe.shares_password} of 1000 who ask, and typed into only "
            f"{safe.enters_credentials} of 1000 forged pages",
            "Telling a person is what people do far less readily than typing it into a page.",
            "Lower `shares_password`.",
        )
    if safe.clicks_links >= 200 and _is_guard(one):
        yield _clash(
            whole,
            (("role", "profession"), ("security", "clicks_links")),
            f"security is their trade, but they follow {safe.clicks_links} of 1000 links in lures",
            "In a cyber pack they fall for what they warn others of.",
            "Lower it below 100, or say in `background` why.",
        )


def _is_guard(one: Persona) -> bool:
    topics = " ".join((one.role.profession, *one.expertise.expert)).casefold()
    return any(word in topics for word in ("security", "phishing", "fraud"))


CHECKS: tuple[Check, ...] = (patience, refusing, keeping, answering, hours, standing, suspicion)
