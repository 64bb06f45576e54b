"""Files that a pack holds as text: real ones on the drive, in mails and in beats, made when they are asked for."""

from __future__ import annotations

from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.files import authored
from tenure.engine.kernel.run import Run
from tenure.engine.office.texts import as_text
from tenure.personas.problems import AuthoringErrors
from tenure.scenarios import build
from tenure.scenarios.build import build_world
from tenure.scenarios.lint import lint_files
from tenure.scenarios.loader import load_pack
from tenure.scenarios.reach import Reach
from tenure.scenarios.report import result_of
from tenure.scenarios.source import PackSource
from tests.agents.lamps import lamps, new, played

SURVEY = (
    "---\nstyle: report\ndate: 2026-01-14\n---\n# Survey\n\nThe hull is double. It holds {{ count }} lamps.\n"
)
MODEL = 'sheets:\n  - name: Model\n    rows:\n      - [Lamps, "{{ count }}"]\n      - [Twice, "=B1*2"]\n'
LETTER = (
    "From: Annelies <annelies.brandsma@lantern.example>\nTo: Sam <sam.okafor@lantern.example>\nSubject: The survey\n"
    "Date: Thu, 26 Feb 2026 15:10:00 +0100\nX-Attach: world-later/late.pdf, world/drive/Data/survey.docx\n\n"
    "Here it is.\n"
)


def pack(**more: str) -> PackSource:
    files = dict(lamps().files)
    texts = {
        "world/drive/Data/survey.docx.md": SURVEY.replace("{{ count }}", "11"),
        "world/drive/Data/model.xlsx.yaml": MODEL.replace('"{{ count }}"', "11"),
        "world-later/late.pdf.md": "---\nstyle: scan\n---\n# Late\n\nEleven, after all.\n",
        **more,
    }
    files.update({name: text.encode() for name, text in texts.items()})
    return PackSource(files, lamps().personas)


def test_authored_files_stand_under_their_real_names() -> None:
    loaded = load_pack(pack())
    assert {"/Data/survey.docx", "/Data/model.xlsx"} <= set(loaded.drive)
    assert "world-later/late.pdf" in loaded.files
    assert not [
        path for path in loaded.files if path.endswith((".md.md", ".docx.md", ".xlsx.yaml", ".pdf.md"))
    ]
    assert "It holds 11 lamps." in (as_text("a.docx", loaded.drive["/Data/survey.docx"]) or "")
    assert "2 | Twice | 22" in (as_text("a.xlsx", loaded.drive["/Data/model.xlsx"]) or "")


async def test_a_seat_reads_searches_and_downloads_them() -> None:
    seen: dict[str, Any] = {}

    async def reads(session: Session) -> None:
        seen["docx"] = (await session.call("drive.read", path="/Data/survey.docx")).data
        seen["xlsx"] = (await session.call("drive.read", path="/Data/model.xlsx")).data
        seen["found"] = (await session.call("drive.search", query="hull double")).data
        await session.finish()

    run = await played(new(pack()), reads)
    assert "# Survey" in seen["docx"]["text"]
    assert seen["docx"]["at"].startswith("Wed 2026-01-14")
    assert "1 | Lamps | 11" in seen["xlsx"]["text"]
    assert [row["path"] for row in seen["found"]["files"]] == ["/Data/survey.docx"]
    assert (await run.replay()).digest == run.digest


async def test_opening_resuming_and_scoring_make_no_file_again(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def waits(session: Session) -> None:
        await session.wait(minutes=30)
        await session.finish()

    path = tmp_path / "run.db"
    run = await played(new(pack(), path=path), waits)
    digest = run.digest
    run.close()

    def never(name: str, text: str, *, at: Any) -> Any:
        raise AssertionError(f"{name} was made again")

    monkeypatch.setattr(authored, "make", never)
    monkeypatch.setattr(build, "_packs", {})
    with Run.open(path, world=build_world) as again:
        assert again.digest == digest
        assert result_of(again)["digest"] == digest


def test_mails_of_the_past_bring_files_of_the_pack() -> None:
    loaded = load_pack(pack(**{"world/mail/survey.eml": LETTER}))
    (mail,) = (one for one in loaded.mail if one.subject == "The survey")
    assert [one.name for one in mail.attachments] == ["late.pdf", "survey.docx"]
    assert mail.attachments[0].content.startswith(b"%PDF")
    with pytest.raises(
        AuthoringErrors, match=r"survey.eml:5:1: X-Attach: there is no file `world-later/lat.pdf`"
    ):
        load_pack(pack(**{"world/mail/survey.eml": LETTER.replace("late.pdf", "lat.pdf")}))


def test_a_file_inside_a_mail_may_be_authored_too() -> None:
    head, _, _ = LETTER.partition("X-Attach")
    parts = (
        'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
        "--b\nContent-Type: text/plain; charset=utf-8\n\nSee – below.\n"
        '--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="note.docx.md"\n\n# Note\n\nEleven.\n'
        "--b--\n"
    )
    loaded = load_pack(pack(**{"world/mail/survey.eml": head + parts}))
    (mail,) = (one for one in loaded.mail if one.subject == "The survey")
    assert mail.body == "See – below.\n"
    (file,) = mail.attachments
    assert file.name == "note.docx"
    assert "Eleven." in (as_text(file.name, file.content) or "")


def test_what_cannot_be_made_is_told_with_file_and_line() -> None:
    wrong = pack(**{"world-later/late.pdf.md": "---\nstyle: papyrus\n---\n"})
    (found,) = [one for one in lint_files(wrong, seeds=(1,)) if "papyrus" in one.message]
    assert (found.file, found.line, found.severity) == ("world-later/late.pdf.md", 2, "error")
    with pytest.raises(AuthoringErrors, match=r"late\.pdf\.md:2"):
        new(wrong)


def test_a_real_and_an_authored_file_of_one_name_are_one_too_many() -> None:
    with pytest.raises(AuthoringErrors, match="lies in the pack as a real file too"):
        load_pack(pack(**{"world/drive/Data/survey.docx": "PK"}))


def test_facts_in_authored_files_are_found() -> None:
    facts = lamps().text("facts.yaml") if "facts.yaml" in lamps().files else "facts: {}\n"
    loaded = load_pack(pack())
    fact = next(iter(loaded.knowledge.facts))
    reveals = loaded.knowledge.facts[fact].reveals
    told = " and ".join(alternatives[0] for alternatives in reveals)
    source = pack(**{"world/drive/Data/told.docx.md": f"# Note\n\n{told}\n", "facts.yaml": facts})
    ways = Reach(load_pack(source)).ways(fact)
    assert ("document", "/Data/told.docx") in [(way.kind, way.by) for way in ways]
