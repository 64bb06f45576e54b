"""A pack loads whole, and whatever is wrong in it is told with file, line and the way to mend it."""

import pytest

from tenure.personas.problems import AuthoringErrors
from tenure.scenarios.loader import load_pack
from tenure.scenarios.source import PackSource, UnknownPackError

from .edits import changed, edited, faults


def test_the_example_loads_with_every_text_rendered(example: PackSource) -> None:
    pack = load_pack(example, seed=7)
    assert pack.params["rate"] == 445
    assert pack.task.at == 15 * 60_000
    assert pack.task.brief.startswith("Hi Noor,\n\nNorthgate claims demurrage for 6 boxes")
    assert pack.knowledge.facts["day_rate"].reveals == (("445",),)
    assert pack.knowledge.facts["day_rate"].holders[0].person == "tomas"
    assert pack.drive == {"/Pricing/tariffs.csv": b"sheet,port,eur_per_day\nJanuary,Antwerp,400\n"}
    assert pack.files["world-later/boxes.csv"].decode().splitlines()[0:2] == [
        "container,days",
        "HLXU204010,1",
    ]
    assert len(pack.files["world-later/boxes.csv"].decode().splitlines()) == 1 + 6
    assert pack.access == {"/Pricing": ("ines", "dewi", "noor")}
    assert pack.groups["clients"] == ("joost",)
    assert pack.named("analyst") == ("noor",)
    assert pack.people["dewi"].mail == "dewi@harbourline.example"
    assert pack.people["tomas"].mail == "tomas.villar@harbourline.example"
    assert [(m.sender, m.to, m.subject) for m in pack.mail] == [("joost", ("dewi",), "Boxes at Antwerp")]
    assert pack.clock.text(pack.mail[0].at) == "2026-02-26T15:10"
    assert [(c.place, c.sender) for c in pack.chat] == [("ops-desk", "ines"), ("ops-desk", "tomas")]
    assert str(pack.where["facts.day_rate"].file) == "facts.yaml"


def test_what_a_run_stores_loads_to_the_same_pack(example: PackSource) -> None:
    stored = PackSource.load(example.dump())
    assert stored.pack_hash == example.pack_hash
    one, other = load_pack(example, seed=3), load_pack(stored, seed=3)
    assert (one.knowledge, one.storyline, one.people, one.drive) == (
        other.knowledge,
        other.storyline,
        other.people,
        other.drive,
    )


GOLDEN = [
    (
        "facts.yaml",
        "person: dewi, rule: open",
        "person: dewie, rule: open",
        "facts.yaml:42:18: facts.document_fee.holders[0].person: there is no person `dewie`. Did you mean `dewi`?",
    ),
    (
        "facts.yaml",
        "rule: on_request ",
        "rule: on_requst ",
        "facts.yaml:22:15: facts.day_rate.holders[1].rule: there is no rule `on_requst`. Did you mean `on_request`?",
    ),
    (
        "facts.yaml",
        "agreed: {approval",
        "agred: {approval",
        "facts.yaml:16:37: facts.day_rate.holders[0].rule.after: there is no condition `agred`. Did you mean `agreed`?",
    ),
    (
        "facts.yaml",
        "approval: may_share_rates",
        "approval: may_share_rate",
        (
            "facts.yaml:16:57: facts.day_rate.holders[0].rule.after.agreed.approval: there is no approval "
            "`may_share_rate`. Did you mean `may_share_rates`?"
        ),
    ),
    (
        "facts.yaml",
        "    topic: the demurrage rate at Antwerp",
        "    #",
        'facts.yaml:3:3: facts.day_rate.topic: `topic` is missing. Add `topic: …` (A noun phrase that fits "about …").',
    ),
    (
        "facts.yaml",
        'EUR {{ rate }} per container and day."   #',
        'EUR {{ rat }} per container and day."   #',
        "facts.yaml:4:16: facts.day_rate.statement: there is no param `rat`. Did you mean `rate`?",
    ),
    (
        "facts.yaml",
        "takes: 2 work hours",
        "takes: 2 workhours",
        (
            'facts.yaml:62:12: requests.box_list.takes: `2 workhours` is not a duration. Write "45m", "3h", "2d" for '
            'elapsed time, or "3 work hours", "2 work days".'
        ),
    ),
    (
        "facts.yaml",
        "file: world-later/boxes.csv",
        "file: world-later/box.csv",
        (
            "facts.yaml:65:13: requests.box_list.gives.file: there is no file in the pack `world-later/box.csv`. "
            "Did you mean `world-later/boxes.csv`?"
        ),
    ),
    (
        "facts.yaml",
        "not_to: [clients]",
        "not_to: [client]",
        "facts.yaml:13:14: facts.day_rate.not_to[0]: there is no person or group `client`. Did you mean `clients`?",
    ),
    (
        "facts.yaml",
        "corrected_by: {beat: {id: carrier_notice}}",
        "corrected_by: {beat: {id: reminders}}",
        (
            "facts.yaml:28:35: facts.day_rate.holders[1].corrected_by.beat.id: there is no beat `reminders`. "
            "Did you mean `reminder`?"
        ),
    ),
    (
        "storyline.yaml",
        'when: {at: "Wed 14:10"}',
        'when: {at: "Wen 14:10"}',
        "storyline.yaml:16:16: beats[0].when.at: `Wen` is no day of the week. Did you mean `wed`?",
    ),
    (
        "storyline.yaml",
        'when: {at: "Wed 14:10"}',
        'when: {at: "Wed 14:10", beat: {id: x}}',
        (
            "storyline.yaml:16:11: beats[0].when: a condition has one key, this one has 2: at, beat. Write several as "
            "`all: [...]` or `any: [...]`."
        ),
    ),
    (
        "storyline.yaml",
        "- mail:\n",
        "- maill:\n",
        "storyline.yaml:18:9: beats[0].do[0]: there is no action `maill`. Did you mean `mail`?",
    ),
    (
        "storyline.yaml",
        "channel: ops-desk",
        "channel: opsdesk",
        "storyline.yaml:33:37: beats[1].do[1].chat.channel: there is no channel `opsdesk`. Did you mean `ops-desk`?",
    ),
    (
        "storyline.yaml",
        "seat: analyst",
        "seat: analist",
        (
            "storyline.yaml:30:35: beats[1].when.all[1].not.finished.seat: there is no seat `analist`. "
            "Did you mean `analyst`?"
        ),
    ),
    (
        "storyline.yaml",
        "id: reminder",
        "id: carrier_notice",
        "storyline.yaml:26:9: beats[1].id: `carrier_notice` is used twice. Rename one of the two.",
    ),
    (
        "scenario.yaml",
        "use: train ",
        "use: training ",
        (
            "scenario.yaml:11:6: use: `training` is not one of the allowed values. Did you mean `train`? "
            "Allowed: train, eval-only."
        ),
    ),
    (
        "scenario.yaml",
        "formula: rate - 45",
        "formula: rate - fees",
        (
            "scenario.yaml:50:23: params.old_rate.formula: the formula of `old_rate`: there is no param `fees`. "
            "Did you mean `fee`?"
        ),
    ),
    (
        "scenario.yaml",
        "formula: rate - 45",
        "formula: rate -",
        (
            "scenario.yaml:50:23: params.old_rate.formula: the formula of `old_rate`: it is "
            "malformed: unexpected 'end of "
            "template'. Write it as `rate * days + fee`, without braces."
        ),
    ),
    (
        "scenario.yaml",
        "{integer: {min: 3, max: 9}}",
        "{integer: {min: 9, max: 3}}",
        "scenario.yaml:46:20: params.boxes.integer: min 9 is greater than max 3. Swap them.",
    ),
    (
        "scenario.yaml",
        "{integer: {min: 3, max: 9}}",
        "{intger: {min: 3, max: 9}}",
        (
            "scenario.yaml:46:11: params.boxes.intger: `intger` is not a known key. Did you mean "
            "`integer`? Allowed here: "
            "choice, date, decimal, formula, integer, note, person."
        ),
    ),
    (
        "scenario.yaml",
        "default_task: price_check",
        "default_task: pricecheck",
        "scenario.yaml:40:15: default_task: there is no task `pricecheck`. Did you mean `price_check`?",
    ),
    (
        "cast/ines.yaml",
        "persona: pricing_specialist",
        "persona: pricing_specialst",
        "cast/ines.yaml:1:10: persona: there is no persona `pricing_specialst`. Did you mean `pricing_specialist`?",
    ),
    (
        "cast/ines.yaml",
        "kind: works_with",
        "kind: workswith",
        (
            "cast/ines.yaml:8:22: ties[0].kind: `workswith` is not one of the allowed values. Did "
            "you mean `works_with`? "
            "Allowed: manages, works_with, requests_from, client_of, supplier_of, mentors."
        ),
    ),
    (
        "cast/joost.yaml",
        "company: Northgate Lines\n",
        "",
        "cast/joost.yaml:2:1: an outsider needs a company. Add `company: …`.",
    ),
    (
        "tasks/price_check/task.md",
        "for {{ boxes }} boxes",
        "for {{ box }} boxes",
        "tasks/price_check/task.md:13:1: there is no param `box`. Did you mean `boxes`?",
    ),
    (
        "tasks/price_check/task.md",
        "---\ntitle",
        "title",
        (
            "tasks/price_check/task.md:1:1: the file has no front matter. Start the file with "
            "`---`, the keys, and `---` "
            "again; the text of the brief follows."
        ),
    ),
    (
        "world/mail/0001-claim.eml",
        "dewi@harbourline.example",
        "dewy@harbourline.example",
        (
            "world/mail/0001-claim.eml:2:1: To: `dewy@harbourline.example` is nobody's address. "
            "Did you mean `dewi@harbourline.example`?"
        ),
    ),
    (
        "world/mail/0001-claim.eml",
        "26 Feb 2026",
        "26 Mar 2026",
        (
            "world/mail/0001-claim.eml:3:1: Date: the mail is not of the past. "
            "Date it before Mon, 02 Mar 2026 08:30 +0100."
        ),
    ),
    (
        "world/drive/Pricing/tariffs.csv",
        "{{ old_rate }}",
        "{{ old_rate | mony }}",
        "world/drive/Pricing/tariffs.csv:2:1: it is malformed: No filter named 'mony'. Did you mean `money`?",
    ),
    (
        "world/drive/.access.yaml",
        "[Pricing, dewi, noor]",
        "[Prices, dewi, noor]",
        (
            "world/drive/.access.yaml:2:12: folders./Pricing[0]: there is no person, title or department `Prices`. "
            "Did you mean `Pricing`?"
        ),
    ),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "message"), GOLDEN, ids=[f"{c[0]}:{c[2][:24]}" for c in GOLDEN]
)
def test_one_typo_gives_one_message_that_names_the_fix(
    example: PackSource, file: str, old: str, new: str, message: str
) -> None:
    assert faults(edited(example, file, old, new)) == [message]


def test_all_problems_are_told_together(example: PackSource) -> None:
    source = edited(example, "facts.yaml", "person: dewi, rule: open", "person: dewie, rule: open")
    source = edited(source, "storyline.yaml", 'at: "Mon 10:00"', 'at: "Mon 10"')
    source = edited(source, "cast/ines.yaml", "title: Tariff specialist", "titel: Tariff specialist")
    assert [line.split(":")[0] for line in faults(source)] == [
        "cast/ines.yaml",
        "facts.yaml",
        "storyline.yaml",
    ]


def test_a_misnamed_file_is_not_ignored(example: PackSource) -> None:
    source = changed(example, {"storyline.yaml": None, "story_line.yaml": b"beats: []\n"})
    assert any("story_line.yaml:1:1: nothing reads a file" in line for line in faults(source))
    assert any("Did you mean `storyline.yaml`?" in line for line in faults(source))


def test_an_unknown_task_names_those_there_are(example: PackSource) -> None:
    with pytest.raises(UnknownPackError, match=r"no task `price_chek`\. Did you mean `price_check`"):
        load_pack(example, "price_chek")


def test_an_overlay_adds_and_replaces_for_its_task_alone(example: PackSource) -> None:
    task = example.files["tasks/price_check/task.md"]
    rubric = example.files["tasks/price_check/rubric.yaml"]
    overlay = "tasks/late/overlay"
    source = changed(
        example,
        {
            "tasks/late/task.md": task,
            "tasks/late/rubric.yaml": rubric,
            f"{overlay}/facts.yaml": b"""facts:
  document_fee:
    statement: Delivery orders are free.
    topic: the fee for a delivery order
    asks: [What does a delivery order cost?]
    reveals: [[free]]
    holders: [{person: zoe, rule: open}]
  cut_off:
    statement: "The cut-off is {{ cutoff | date }}."
    topic: the cut-off
    asks: [When is the cut-off?]
    reveals: [["{{ cutoff | short_date }}"]]
""",
            f"{overlay}/storyline.yaml": b"""beats:
  - {id: reminder, when: {at: "Thu 09:00"}, do: [{chat: {from: zoe, to: noor, body: "Today!"}}]}
""",
            f"{overlay}/cast/zoe.yaml": b"persona: customs_broker\nname: Zoe Lang\ntitle: Booking desk\n",
            f"{overlay}/world/drive/Pricing/tariffs.csv": b"replaced {{ rate }}\n",
            f"{overlay}/world/drive/New/note.md": b"new\n",
        },
    )
    late, plain = load_pack(source, "late", seed=7), load_pack(source, seed=7)
    assert late.knowledge.facts["document_fee"].statement == "Delivery orders are free."
    assert list(late.knowledge.facts) == ["day_rate", "document_fee", "cut_off"]
    assert [beat.id for beat in late.storyline.beats] == ["carrier_notice", "reminder", "ines_travels"]
    assert late.clock.at("Thu 09:00") == late.clock.at(late.storyline.beats[1].when.at)  # pyright: ignore
    assert late.drive == {"/New/note.md": b"new\n", "/Pricing/tariffs.csv": b"replaced 445\n"}
    assert late.people["zoe"].name == "Zoe Lang"
    assert late.where["facts.cut_off"].file == f"{overlay}/facts.yaml"
    assert "zoe" not in plain.people
    assert plain.params == late.params
    broken = edited(source, f"{overlay}/facts.yaml", "person: zoe", "person: zo")
    with pytest.raises(AuthoringErrors) as caught:
        load_pack(broken, "late")
    assert str(caught.value).startswith(f"{overlay}/facts.yaml:7:24: facts.document_fee.holders[0].person:")
    load_pack(broken)
