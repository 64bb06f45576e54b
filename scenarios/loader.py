"""From a pack's content to a `Pack`: params drawn, texts rendered, files validated, names looked up.

All problems are reported together, each with its file, line and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeVar, cast
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from ..engine.kernel.clock import Calendar
from ..personas.problems import AuthoringError, AuthoringErrors, Misfit, Position, did_you_mean
from ..personas.source import LineMap, load_document, validate
from ..verifiers.kinds import criteria_of
from ..verifiers.rubric import Rubric
from .configs import Configured, read_configs, read_pages
from .documents import Problems, front_matter, read_document, render_data, render_file, shelf_of
from .history import PastChat, PastMail, chat_place, past_chat, past_mail
from .merging import Placed, merge_knowledge, merge_storyline
from .pack import Pack, Person, Task
from .params import Params, draw_params
from .people import NOBODY, build_people, expanded, groups_of, read_cast
from .references import Names
from .schema.cast import TIES
from .schema.common import Written
from .schema.facts import Knowledge
from .schema.history import AccessList, ChatHistory
from .schema.params import Param
from .schema.scenario import Scenario
from .schema.storyline import DoMeeting, Storyline
from .schema.task import TaskHeader
from .source import PackSource, UnknownPackError
from .stray import stray_files
from .templates import TemplateFault, Templates
from .timewords import PackClock

M = TypeVar("M", bound=BaseModel)


class _ParamSection(Written):
    params: Mapping[str, Param]


def load_pack(
    source: PackSource,
    task: str | None = None,
    seed: int = 0,
    params: Mapping[str, str] | None = None,
) -> Pack:
    """Load a pack for one run.

    Args:
        source: The pack's content.
        task: A task's id; the default task if None.
        seed: What the params are drawn from.
        params: Params set by hand, as text.

    Raises:
        AuthoringErrors: Everything that is wrong in the pack.
        UnknownPackError: It has no such task.
        Misfit: A param set by hand does not exist or does not fit.
    """
    return _Loader(source, task, seed, params or {}).pack()


class _Loader:
    def __init__(self, source: PackSource, task: str | None, seed: int, given: Mapping[str, str]) -> None:
        self.source = source
        self.seed = seed
        self.problems = Problems()
        self.where: dict[str, Position] = {}
        self.params, raw, self.scenario_lines = self._draw(given)
        self.task_id = self._task_id(raw, task)
        self.members = read_cast(source, self.task_id, self.params, self.problems)
        for member in self.members:
            self.where[f"cast.{member.id}"] = member.lines.where(())
        names = {member.id: member.name for member in self.members}
        self.templates = Templates(self.params, names)
        self.overlay = f"tasks/{self.task_id}/overlay"

    def _draw(self, given: Mapping[str, str]) -> tuple[Params, Mapping[str, Any], LineMap]:
        data, lines = load_document(self.source.text("scenario.yaml"), "scenario.yaml")
        raw = cast("Mapping[str, Any]", data if isinstance(data, Mapping) else {})
        section = validate(_ParamSection, {"params": raw.get("params") or {}}, lines)
        for name in section.params:
            self.where[f"params.{name}"] = lines.where(("params", name))
        return draw_params(section.params, self.seed, given, lines), raw, lines

    def _task_id(self, raw: Mapping[str, Any], task: str | None) -> str:
        tasks = self.source.tasks()
        if task is not None:
            if task not in tasks:
                hint = did_you_mean(task, tasks) or f"There are: {', '.join(tasks) or 'none'}."
                raise UnknownPackError(f"the pack has no task `{task}`. {hint}")
            return task
        name = str(raw.get("default_task", ""))
        if name not in tasks:
            hint = did_you_mean(name, tasks) or (
                f"There are: {', '.join(tasks)}." if tasks else "Create tasks/<id>/task.md."
            )
            path = ("default_task",)
            raise AuthoringErrors(
                [self.scenario_lines.error(path, f"there is no task `{name}`", hint, value=True)]
            )
        return name

    def pack(self) -> Pack:
        scenario = self._scenario()
        if scenario is None:
            self.problems.check()
            raise AssertionError("a scenario that can't be read is a problem")
        configured = Configured(scenario.apps, self.source.files)
        self.problems.errors.extend(stray_files(self.source, self.overlay, configured))
        people = build_people(self.members, scenario, self.templates, self.problems)
        for member in self.members:
            for number, work in enumerate(people[member.id].member.work):
                for place in range(len(work.use)):
                    path = ("work", number, "use", place)
                    self.where[f"cast.{member.id}.work.{number}.{place}"] = member.lines.where(path)
        clock = self._clock(scenario)
        knowledge = self._knowledge()
        storyline = self._storyline()
        start = clock.start.replace(tzinfo=ZoneInfo(clock.zone))
        files = shelf_of(dict(self._files()), start, self.problems)
        drive = files.under("world/drive").without(lambda path: path.endswith("/.access.yaml"))
        header, brief = self._task()
        rubric = self._rubric()
        names = self._names(scenario, people, knowledge, storyline, files)
        for part in (knowledge, storyline, header, rubric):
            if part is not None:
                self.problems.errors.extend(names.check(part.model, part.locate))
        self.problems.errors.extend(names.check(scenario, lambda path: (self.scenario_lines, path)))
        self.where["minds"] = self.scenario_lines.where(("minds",))
        self._check_params(scenario, names)
        self._check_seats(scenario, people)
        access = self._access(names, people)
        configs = read_configs(configured, self.source, self.overlay, self.templates, names, self.problems)
        pages = read_pages(configured, files, names, self.problems)
        mail: tuple[PastMail, ...] = ()
        if all(person.mail for person in people.values()):
            mail = past_mail(files, {p.mail.lower(): p.id for p in people.values()}, clock, self.problems)
        chat = self._chat(scenario, clock, names)
        self.problems.check()
        assert knowledge is not None
        assert storyline is not None
        assert header is not None
        assert rubric is not None
        folder = f"tasks/{self.task_id}"
        return Pack(
            source=self.source,
            seed=self.seed,
            params=self.params,
            scenario=scenario,
            task=Task(
                id=self.task_id,
                header=header.model,
                brief=brief,
                at=clock.at(header.model.at),
                rubric=rubric.model,
                rubric_hash=sha256(self.source.files[f"{folder}/rubric.yaml"]).hexdigest(),
                folder=folder,
            ),
            people=people,
            seats=scenario.seats,
            groups=groups_of(people),
            knowledge=knowledge.model,
            storyline=storyline.model,
            drive=drive,
            access=access,
            configs=configs,
            pages=pages,
            files=files.without(lambda path: not _can_be_brought(path)),
            mail=mail,
            chat=chat,
            clock=clock,
            where=self.where,
        )

    def _read(
        self, model: type[M], path: str, *, root: str = "", skip: tuple[str, ...] = ()
    ) -> tuple[M, LineMap] | None:
        try:
            return read_document(model, self.source, path, self.templates, root=root, skip=skip)
        except AuthoringErrors as fault:
            self.problems.take(fault)
            return None

    def _scenario(self) -> Scenario | None:
        read = self._read(Scenario, "scenario.yaml", skip=("params",))
        return read[0] if read else None

    def _clock(self, scenario: Scenario) -> PackClock:
        zone = ZoneInfo(scenario.time_zone)
        start = datetime.fromisoformat(scenario.start.replace(" ", "T"))
        calendars = {
            name: Calendar.resolve(
                start.replace(tzinfo=zone),
                calendar.time_zone,
                {str(day): intervals for day, intervals in calendar.hours.items()},
                [holiday.date for holiday in calendar.holidays],
            )
            for name, calendar in scenario.calendars.items()
        }
        return PackClock(start, scenario.time_zone, calendars, next(iter(calendars)))

    def _layers(self, model: type[M], name: str) -> list[tuple[M, LineMap]]:
        """The pack's file and the overlay's.

        Raises:
            AuthoringErrors: One of them is at fault.
        """
        problems = Problems()
        layers: list[tuple[M, LineMap]] = []
        for path in (name, f"{self.overlay}/{name}"):
            if path in self.source.files:
                try:
                    layers.append(read_document(model, self.source, path, self.templates))
                except AuthoringErrors as fault:
                    problems.take(fault)
        problems.check()
        return layers

    def _knowledge(self) -> Placed[Knowledge] | None:
        try:
            placed = merge_knowledge(self._layers(Knowledge, "facts.yaml"))
        except AuthoringErrors as fault:
            self.problems.take(fault)
            return None
        for section in ("facts", "approvals", "requests"):
            for name in getattr(placed.model, section):
                self.where[f"{section}.{name}"] = placed.where((section, name))
        for name, request in placed.model.requests.items():
            for number in range(len(request.gives.use)):
                path = ("requests", name, "gives", "use", number)
                self.where[f"requests.{name}.use.{number}"] = placed.where(path)
        return placed

    def _storyline(self) -> Placed[Storyline] | None:
        try:
            placed = merge_storyline(self._layers(Storyline, "storyline.yaml"))
        except AuthoringErrors as fault:
            self.problems.take(fault)
            return None
        for section in ("meetings", "beats"):
            for index, item in enumerate(getattr(placed.model, section)):
                self.where[f"{section}.{item.id}"] = placed.where((section, index))
        ids = {meeting.id for meeting in placed.model.meetings}
        for index, beat in enumerate(placed.model.beats):
            for number, action in enumerate(beat.do):
                self.where[f"beats.{beat.id}.{number}"] = placed.where(("beats", index, "do", number))
                if isinstance(action, DoMeeting):
                    if action.meeting.id in ids:
                        lines, path = placed.locate(("beats", index, "do", number, "meeting", "id"))
                        message = f"`{action.meeting.id}` is already a meeting"
                        self.problems.add(lines.error(path, message, "Rename one of the two.", value=True))
                    ids.add(action.meeting.id)
        return placed

    def _files(self) -> Iterator[tuple[str, bytes]]:
        """Every file of world/ and world-later/, the overlay's laid over them, rendered."""
        found: dict[str, str] = {}
        for base in ("", f"{self.overlay}/"):
            for folder in ("world", "world-later"):
                for path in self.source.under(base + folder):
                    try:
                        found[self.templates.render(path.removeprefix(base))] = path
                    except Misfit as fault:
                        self.problems.add(AuthoringError(path, 1, 1, "", str(fault), fault.fix))
        for path, origin in sorted(found.items()):
            try:
                yield path, render_file(self.source, origin, self.templates)
            except AuthoringErrors as fault:
                self.problems.take(fault)

    def _task(self) -> tuple[Placed[TaskHeader] | None, str]:
        path = f"tasks/{self.task_id}/task.md"
        try:
            front, body, start = front_matter(self.source.text(path), path)
            data, lines = load_document(front, path)
            data, lines = render_data(data, lines, self.templates)
            header = Placed(validate(TaskHeader, data, lines), lines)
        except AuthoringErrors as fault:
            self.problems.take(fault)
            return None, ""
        try:
            return header, self.templates.render(body)
        except TemplateFault as fault:
            self.problems.add(AuthoringError(path, start + fault.line - 1, 1, "", str(fault), fault.fix))
            return header, ""

    def _rubric(self) -> Placed[Rubric] | None:
        try:
            with criteria_of(self.source.files, f"tasks/{self.task_id}"):
                read = self._read(Rubric, f"tasks/{self.task_id}/rubric.yaml")
        except AuthoringErrors as fault:
            self.problems.take(fault)
            return None
        return Placed(*read) if read else None

    def _names(
        self,
        scenario: Scenario,
        people: Mapping[str, Person],
        knowledge: Placed[Knowledge] | None,
        storyline: Placed[Storyline] | None,
        files: Mapping[str, bytes],
    ) -> Names:
        """What may be named. Of a file that is at fault, nothing is known: names in it are not looked up."""
        members = [person.member for person in people.values()]
        words = {*TIES, *(m.title for m in members), *(m.department for m in members)} - {""}
        others: dict[str, Iterable[str]] = {
            "calendar": scenario.calendars,
            "channel": [channel.name for channel in scenario.channels],
            "task": self.source.tasks(),
            "file": [path for path in files if _can_be_brought(path)],
        }
        if knowledge is not None:
            others["fact"] = knowledge.model.facts
            others["approval"] = knowledge.model.approvals
            others["request"] = knowledge.model.requests
        if storyline is not None:
            story = storyline.model
            called = [a.meeting.id for beat in story.beats for a in beat.do if isinstance(a, DoMeeting)]
            others["meeting"] = [*(meeting.id for meeting in story.meetings), *called]
            others["beat"] = [beat.id for beat in story.beats]
        names = Names(people, scenario.seats, None if NOBODY in members else sorted(words), others)
        for member in self.members:
            if people[member.id].member is not NOBODY:
                located = Placed(people[member.id].member, member.lines)
                self.problems.errors.extend(names.check(located.model, located.locate))
        return names

    def _check_params(self, scenario: Scenario, names: Names) -> None:
        for name, param in scenario.params.items():
            for index, person in enumerate(param.person or ()):
                if person not in names.of("person"):
                    fix = (
                        did_you_mean(person, names.of("person"))
                        or f"People: {', '.join(names.of('person'))}."
                    )
                    path = ("params", name, "person", index)
                    message = f"there is no person `{person}`"
                    self.problems.add(self.scenario_lines.error(path, message, fix, value=True))

    def _check_seats(self, scenario: Scenario, people: Mapping[str, Person]) -> None:
        held = {seat.person for seat in scenario.seats.values()}
        for name, seat in scenario.seats.items():
            person = people.get(seat.person)
            if person and person.member is not NOBODY and not person.member.seat:
                fix = f"Write `seat: true` in cast/{seat.person}.yaml."
                message = f"`{seat.person}` is not free to be played"
                self.problems.add(
                    self.scenario_lines.error(("seats", name, "person"), message, fix, value=True)
                )
        for member in self.members:
            if (
                people[member.id].member.seat
                and people[member.id].member is not NOBODY
                and member.id not in held
            ):
                fix = "Add a seat under `seats:` in scenario.yaml, or remove `seat: true`."
                self.problems.add(member.lines.error(("seat",), f"no seat is held by `{member.id}`", fix))

    def _access(self, names: Names, people: Mapping[str, Person]) -> dict[str, tuple[str, ...]]:
        path = "world/drive/.access.yaml"
        overlaid = f"{self.overlay}/{path}"
        file = overlaid if overlaid in self.source.files else path
        if file not in self.source.files or not (read := self._read(AccessList, file, root="folders")):
            return {}
        access = Placed(*read)
        self.problems.errors.extend(names.check(access.model, access.locate))
        return {folder: expanded(who, people) for folder, who in access.model.folders.items()}

    def _chat(self, scenario: Scenario, clock: PackClock, names: Names) -> tuple[PastChat, ...]:
        channels = [channel.name for channel in scenario.channels]
        paths = {path.rsplit("/", 1)[1]: path for path in self.source.under("world/chat")}
        paths |= {path.rsplit("/", 1)[1]: path for path in self.source.under(f"{self.overlay}/world/chat")}
        found: list[PastChat] = []
        for name, path in sorted(paths.items()):
            place = chat_place(name, path, channels, names.of("person"), self.problems)
            read = self._read(ChatHistory, path, root="messages")
            if read is None or place is None:
                continue
            history = Placed(*read)
            self.problems.errors.extend(names.check(history.model, history.locate))
            found += past_chat(place, history.model, read[1], clock, self.problems)
        return tuple(sorted(found, key=lambda chat: chat.at))


def _can_be_brought(path: str) -> bool:
    return path.startswith(("world-later/", "world/drive/")) and not path.endswith("/.access.yaml")
