"""A report on a run's coworkers as tables that a person reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ..counts import counted
from ..wording import shortened

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ....scenarios.probing import Probing
    from ....verifiers.coworkers.report import Coworker, Remark, Report

_REMARKS: Final = 12
_BAR: Final = 6


def bar(share: float, width: int = _BAR) -> str:
    """A share as a bar of blocks."""
    full = max(0.0, min(1.0, share)) * width
    whole = int(full)
    part = " ▏▎▍▌▋▊▉"[int((full - whole) * 8)] if whole < width else ""
    return f"{'█' * whole}{part}".ljust(width)


def percent(share: float | None) -> str:
    """A share in per cent; empty if unknown."""
    return "" if share is None else f"{share:.0%}"


def table(title: str, *columns: str, left: Sequence[str] = ()) -> Table:
    """A table without lines; columns are right-aligned unless they are in ``left``."""
    from rich.table import Table

    made = Table(
        box=None, padding=(0, 1, 0, 0), show_edge=False, header_style="dim", title=title, title_justify="left",
        title_style="bold",
    )  # fmt: skip
    for number, column in enumerate(columns):
        made.add_column(column, justify="left" if number == 0 or column in left else "right", no_wrap=True)
    return made


def show_report(report: Report, out: Console, *, title: str) -> None:
    """Print the whole report."""
    totals = report.totals()
    out.print(f"[bold]{title}[/]")
    out.print(
        f"{counted(len(report.people), 'coworker')} · {counted(int(totals['messages']), 'message')} of their own · "
        f"{report.hours:.0f} hours, {report.worked:.0f} of work",
        style="dim",
    )
    out.print()
    show_remarks(report.remarks, out, _namer(report))
    for made in (
        _facts(report),
        _writing(report),
        _answers(report),
        _promises(report),
        _minds(report),
        _run_figures(report),
    ):
        if made.row_count:
            out.print(made)
            out.print()


def show_remarks(
    remarks: Sequence[Remark], out: Console, name: Callable[[str], str], most: int = _REMARKS
) -> None:
    """What to look at first."""
    if not remarks:
        out.print("nothing stands out", style="green")
        out.print()
        return
    out.print("[bold]look at first[/]")
    for one in remarks[:most]:
        events = f" [{', '.join(f'#{seq}' for seq in one.events)}]" if one.events else ""
        colour = "red" if one.weight >= 70 else "yellow" if one.weight >= 40 else "dim"
        who = f"{name(one.person)} " if one.person else ""
        out.print(f"[{colour}]●[/] {_plain(who + one.what + events)}")
    if len(remarks) > most:
        out.print(f"  and {len(remarks) - most} more (--json)", style="dim")
    out.print()


def _facts(report: Report) -> Table:
    made = table(
        "facts", "", "asked", "told", "unasked", "leaked", "hinted", "refused", "wrongly", "unclear", "plain",
        "astray", "dropped",
    )  # fmt: skip
    for one in report.people.values():
        told = one.disclosures
        numbers = (
            told.asked,
            told.told,
            told.volunteered,
            len(told.leaked),
            told.hints,
            told.refused,
            len(told.wrongly_refused),
            len(told.not_understood),
            len(told.plain),
            len(told.astray),
            len(told.unanswered),
        )
        if any(numbers):
            made.add_row(one.name, *(str(number) if number else "" for number in numbers))
    return made


def _writing(report: Report) -> Table:
    from rich.text import Text

    made = table(
        "writing", "", "texts", "mail words", "chat words", "own phrases", "told apart", "like", "drift",
        "again", left=("own phrases", "told apart", "like"),
    )  # fmt: skip
    for one in report.people.values():
        manner = one.manner
        if manner is None:
            continue
        drift = manner.drift
        drifted = "" if drift is None else f"{drift.distance:.2f}/{drift.by_chance:.2f}"
        made.add_row(
            one.name,
            str(manner.messages),
            _words(one, "mail"),
            _words(one, "chat"),
            f"{bar(manner.own_words)} {manner.own_words:.0%}",
            "" if manner.told_apart is None else f"{bar(manner.told_apart)} {manner.told_apart:.0%}",
            report.people[manner.nearest].name.split()[0] if manner.nearest else "",
            Text(drifted, "red" if drift is not None and drift.p <= 0.01 else ""),
            "" if one.repeats is None or not one.repeats.again else f"{one.repeats.share:.0%}",
        )
    styles = report.styles
    if styles.guessed is not None and styles.chance is not None:
        made.caption = (
            f"whose message it is can be guessed from manner alone for {styles.guessed:.0%} (by chance "
            f"{styles.chance:.0%}, {styles.compared} people) · mean distance {styles.mean_distance:.2f}"
        )
        if styles.converging is not None:
            made.caption += f", early {styles.converging[0]:.2f}, late {styles.converging[1]:.2f}"
        made.caption_justify, made.caption_style = "left", "dim"
    return made


def _words(one: Coworker, app: str) -> str:
    manner = one.manner
    if manner is None or app not in manner.median_words:
        return ""
    declared = one.habits[app].typical if app in one.habits else 0
    return f"{manner.median_words[app]:.0f} of {declared}"


def _answers(report: Report) -> Table:
    made = table(
        "answers", "", "channel", "asked", "answered", "never", "declared", "working min", "declared",
        left=("channel", "answered"),
    )  # fmt: skip
    for one in report.people.values():
        for app, channel in one.habits.items():
            if channel.turns:
                share = channel.answered / channel.turns
                made.add_row(
                    one.name,
                    app,
                    str(channel.turns),
                    f"{bar(share)} {share:.0%}",
                    _marked(f"{1 - share:.0%}", channel.never_p),
                    f"{channel.never_declared / 10:.0f}%",
                    _marked("" if channel.minutes is None else f"{channel.minutes:.0f}", channel.minutes_p),
                    str(channel.declared_minutes),
                )
    return made


def _marked(text: str, p: float | None) -> Any:
    from rich.text import Text

    return Text(text, "yellow" if p is not None and p < 0.01 else "")


def _promises(report: Report) -> Table:
    made = table(
        "promises", "", "made", "kept", "late", "forgotten", "broken", "open", "moved", "declared", "chance"
    )
    for one in report.people.values():
        word = one.word
        if word is not None:
            became = (word.became.get(kind, 0) for kind in ("kept", "late", "forgotten", "broken", "open"))
            made.add_row(
                one.name,
                str(word.made),
                *(str(number) if number else "" for number in became),
                str(word.moved) if word.moved else "",
                f"{word.declared / 10:.0f}%",
                "" if word.chance is None else f"{word.chance:.2f}",
            )
    return made


def _minds(report: Report) -> Table:
    made = table(
        "minds", "", "looks", "by rule", "failed", "mended", "tokens", "cost", left=("failed", "mended")
    )
    telling = report.spent is not None or any(
        one.trouble is not None and (one.trouble.failures or one.trouble.mended or one.trouble.refused)
        for one in report.people.values()
    )
    if not telling:
        return made
    for one in report.people.values():
        mind, spent = one.trouble, one.spent
        if mind is None:
            continue
        made.add_row(
            one.name,
            str(mind.decisions),
            str(mind.by_rule) if mind.by_rule else "",
            _kinds((kind, len(seqs)) for kind, seqs in mind.failures.items()),
            _kinds((kind, len(seqs)) for kind, seqs in mind.mended.items()),
            "" if spent is None or not spent.calls else f"{(spent.input + spent.output) / 1000:,.1f}k",
            "" if spent is None or not spent.calls else f"${float(spent.cost):.4f}",
        )
    return made


def _kinds(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {kind.replace('_', ' ')}" for kind, number in sorted(counts))


def _run_figures(report: Report) -> Table:
    from rich.text import Text

    made = table("beside real people", "", "measured", "of", "band", "", left=("",))
    for one in report.figures:
        band = "" if one.low is None or one.high is None else f"{one.low:g} to {one.high:g}"
        mark = Text("") if not band else Text("✓", "green") if one.ok else Text("✗", "yellow")
        made.add_row(one.about, f"{one.value:.2f} {one.unit}", str(one.of), band, mark)
    return made


def show_person(report: Report, person: str, out: Console) -> None:
    """Print one person's report with everything cited."""
    one = report[person]
    out.print(f"[bold]{one.name}[/], {one.title} [dim]({one.person}, persona {one.persona})[/]")
    out.print()
    mine = [remark for remark in report.remarks if remark.person == person]
    show_remarks([remark._replace(person="") for remark in mine], out, str, most=40)
    told = one.disclosures
    made = table("facts", "", "", "events", left=("events",))
    rows: tuple[tuple[str, int, Sequence[int]], ...] = (
        ("asked", told.asked, ()),
        ("told when asked", told.told, ()),
        ("told unasked", told.volunteered, ()),
        ("leaked", len(told.leaked), told.leaked),
        *((f"hinted, {how.replace('_', ' ')}", len(seqs), seqs) for how, seqs in sorted(told.hinted.items())),
        ("refused rightly", told.rightly_refused, ()),
        ("refused wrongly", len(told.wrongly_refused), told.wrongly_refused),
        ("put off", told.put_off, ()),
        ("did not know", told.not_known, ()),
        ("denied knowing", len(told.denied), told.denied),
        ("not understood", len(told.not_understood), told.not_understood),
        ("… though plain", len(told.plain), told.plain),
        ("named somebody", told.referred, ()),
        ("… who can't help", len(told.astray), told.astray),
        ("let drop", len(told.unanswered), told.unanswered),
    )
    for label, number, seqs in rows:
        if number:
            made.add_row(label, str(number), ", ".join(f"#{seq}" for seq in seqs[:12]))
    if made.row_count:
        out.print(made)
        out.print()
    _quotes(one, out)
    manner = one.manner
    if manner is not None:
        grid = table("writing", "", "", left=("",))
        for label, value in (
            ("messages", str(manner.messages)),
            ("words in a sentence", f"{manner.sentence_words:.1f}"),
            ("sentences with !", percent(manner.exclamations)),
            ("sentences with ?", percent(manner.questions)),
            ("contractions", percent(manner.contractions)),
            ("chat in small letters", percent(manner.small_letters)),
            ("mails that greet", percent(manner.greets)),
            ("messages with emoji", percent(manner.emoji)),
            ("messages with lists", percent(manner.bullets)),
            ("own phrases", percent(manner.own_words)),
            ("nearest persona", "" if manner.own_rank is None else f"their own is number {manner.own_rank}"),
            ("told apart", percent(manner.told_apart)),
        ):
            if value:
                grid.add_row(label, value)
        out.print(grid)
        out.print()


def _quotes(one: Coworker, out: Console) -> None:
    for two in one.contradictions:
        out.print(f"[red]●[/] {_plain(two.said)} {_plain(str([f'#{seq}' for seq in two.events]))}")
    for slip in one.slips:
        out.print(
            f"[yellow]●[/] {slip.kind.replace('_', ' ')} #{slip.seq}: {_plain(shortened(slip.quote, 90))}"
        )
    if one.contradictions or one.slips:
        out.print()


def show_probing(probing: Probing, report: Report, out: Console) -> None:
    """What came of the probes: each person's answers over time, and where they drift or are wrong."""
    from rich.text import Text

    moments = list(dict.fromkeys(one.seq for one in probing.probes))
    out.print()
    made = table(
        "probes",
        "",
        "question",
        *(f"#{seq}" for seq in moments),
        left=[f"#{seq}" for seq in moments] + ["question"],
    )
    rows: dict[tuple[str, str], dict[int, Any]] = {}
    for one in probing.probes:
        rows.setdefault((one.person, one.kind), {})[one.seq] = one
    drifted = {(one.person, one.kind, one.seq) for one in probing.drifts}
    name = _namer(report)
    for (person, kind), answers in rows.items():
        cells: list[Text] = []
        for seq in moments:
            one = answers.get(seq)
            style = (
                ""
                if one is None
                else "red"
                if one.wrong
                else "yellow"
                if (person, kind, seq) in drifted
                else ""
            )
            cells.append(Text("" if one is None else shortened(one.outcome, 18), style))
        made.add_row(name(person), kind.replace("_", " "), *cells)
    out.print(made)
    out.print(
        f"{counted(len(probing.probes), 'probe')}, {counted(len(probing.wrong), 'answer')} wrong by the ledger, "
        f"{counted(len(probing.drifts), 'answer')} other than the first with nothing changed"
    )
    for one in probing.wrong[:6]:
        out.print(
            f"[red]●[/] {_plain(f'{name(one.person)}, {one.when}: {one.wrong}: {shortened(one.answer, 60)}')}"
        )
    for one in probing.drifts[:6]:
        out.print(
            f"[yellow]●[/] {_plain(f'{name(one.person)} #{one.seq} {one.kind}: {one.first}, now {one.now}')}"
        )


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _namer(report: Report) -> Callable[[str], str]:
    return lambda person: report.people[person].name if person in report.people else person
