"""Facts are found in what a reader sees of a file, whatever kind it is."""

from __future__ import annotations

from tenure.engine.files.paper import from_markdown
from tenure.engine.office.events import (
    Attached,
    FactLearned,
    FactShared,
    FileCommented,
    FileRead,
    FileWritten,
)
from tests.files.foreign import book, deck, word

from .bureau import START, Bureau


def files(text: str, label: str, figure: str) -> dict[str, bytes]:
    return {
        "a.docx": word(text),
        "a.xlsx": book([label, float(figure)]),
        "a.pptx": deck((text, "")),
        "a.pdf": from_markdown(text, at=START),
        "a.eml": f"From: a@b.example\nSubject: x\n\n{text}\n".encode(),
    }


def test_facts_stand_in_office_files_papers_and_mails() -> None:
    bureau = Bureau()
    for name, data in files("The rate is EUR 1,340.00.", "Rate", "1340").items():
        blob = bureau.blobs.put(data)
        assert bureau.office.knowledge.facts_in_file(name, blob) == (("rate", "truth"),), name
        # under another ending the bytes say nothing
        assert bureau.office.knowledge.facts_in_file("a.bin", blob) == ()


def test_a_document_that_is_sent_or_read_tells_what_stands_in_it() -> None:
    bureau = Bureau()
    made = files("The rate is EUR 1,340.00.", "Rate", "1340")
    blob = bureau.blobs.put(made["a.docx"])
    bureau.say(
        "noor",
        "joost",
        "See the file.",
        attachments=(Attached(name="a.docx", blob=blob, size=len(made["a.docx"])),),
    )
    (shared,) = bureau.of_kind(FactShared.kind)
    assert (shared.fact, shared.to, shared.mode) == ("rate", "joost", "leaked")
    blob = bureau.blobs.put(made["a.pdf"])
    written = FileWritten(path="/a.pdf", file="w/f1", version=1, blob=blob, size=9, by="ines", past=True)
    bureau.step(lambda step: step.emit(written, "ines"))
    bureau.step(
        lambda step: step.emit(FileRead(path="/a.pdf", file="w/f1", version=1, person="noor"), "noor")
    )
    assert [(one.fact, one.person) for one in bureau.of_kind(FactLearned.kind)][-1] == ("rate", "noor")


def test_a_comment_tells_those_whom_it_calls() -> None:
    bureau = Bureau()
    blob = bureau.blobs.put_text("The rate is EUR 1,340.00, @joost.")
    comment = FileCommented(
        path="/a.bin", file="f1", version=1, comment="noor/k1", by="noor", text=blob, people=("joost", "dewi")
    )
    bureau.step(lambda step: step.emit(comment, "noor"))
    assert [(one.fact, one.to, one.mode) for one in bureau.of_kind(FactShared.kind)] == [
        ("rate", "joost", "leaked"),
        ("rate", "dewi", "volunteered"),
    ]
    assert bureau.of_kind(FactShared.kind)[0].message == "drive:/a.bin#noor/k1"
