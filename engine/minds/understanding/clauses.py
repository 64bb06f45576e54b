"""Cuts a message into clauses that each do one thing, without quoted history, greeting, signature and politeness."""

from __future__ import annotations

import re
from typing import NamedTuple

from .phrases import phrase
from .tokens import plain

_MOST_TEXT = 12_000
"""Letters of a message that are read; people do not read on for ever either."""
_MOST_CLAUSES = 40
_LONGEST_CLAUSE = 700

_WRAPPED_HISTORY = re.compile(r"^\s*on (mon|tue|wed|thu|fri|sat|sun|\d).{4,120}$", re.IGNORECASE)
_HEADER = re.compile(r"^\s*(from|sent|to|cc|date):\s", re.IGNORECASE)
_SUBJECT = re.compile(r"^\s*(subject|betreff|re|fw|fwd|aw)\s*:\s*", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*\u2022\u00b7o]\s+|\(?\d{1,2}[.)]\s+|\(?[a-h][.)]\s+)")
_SHORT_FORM = re.compile(
    r"\b([a-z]|e\.g|i\.e|etc|approx|no|nr|mr|mrs|ms|dr|st|vs|inc|ltd|ref|dept|max|min|est|incl|excl|ca|p|art|sec)\.$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.?!\u2026]+[\"')\]]*(?=\s|$)")


class Clause(NamedTuple):
    """A piece of a message that does one thing."""

    text: str
    asks: bool
    """It ends with a question mark."""
    joined: bool
    """It continues the sentence of the clause before it."""


class Message(NamedTuple):
    """A message cut up."""

    clauses: tuple[Clause, ...]
    greeted: bool
    subject: str
    own: str
    """What the sender wrote for this message, uncut."""


def _own_lines(text: str) -> list[str]:
    """The lines that the sender wrote for this message: without quotes, history and signature."""
    kept: list[str] = []
    lines = plain(text[:_MOST_TEXT]).splitlines()
    for number, line in enumerate(lines):
        following = lines[number + 1].strip().lower() if number + 1 < len(lines) else ""
        if line.lstrip().startswith(">"):
            continue
        if phrase("history").match(line[:300]) or (
            following.endswith("wrote:") and _WRAPPED_HISTORY.match(line[:200])
        ):
            break
        if _HEADER.match(line) and any(_HEADER.match(near) for near in lines[number + 1 : number + 3]):
            break
        if line.rstrip() == "--" or (line.strip() in ("--", "---", "___") and number > 0):
            break
        after = [later.strip() for later in lines[number + 1 : number + 12] if later.strip()]
        if kept and phrase("closing").match(line) and _is_signature(after):
            break
        kept.append(line.strip())
    return kept


def _is_signature(lines: list[str]) -> bool:
    """Whether what follows a closing is a name with its lines, or nothing."""
    body: list[str] = []
    for line in lines:
        if (
            line.startswith(">")
            or phrase("history").match(line[:300])
            or _HEADER.match(line)
            or line.lower().startswith(("p.s", "ps:", "ps "))
        ):
            break
        body.append(line)
    return len(body) <= 8 and all(len(line) < 90 and not line.endswith("?") for line in body)


def _blocks(lines: list[str]) -> list[str]:
    """Lines joined where a mail client has wrapped a sentence; bullets stand alone."""
    blocks: list[str] = []
    wrapped = False
    for line in lines:
        bullet = _BULLET.match(line)
        body = line[bullet.end() :] if bullet else line
        if not body.strip():
            wrapped = False
            continue
        if wrapped and not bullet:
            blocks[-1] += " " + body
        else:
            blocks.append(body)
        wrapped = (len(line) >= 55 and not re.search(r"[.?!:;,]\s*$", line)) or (
            line.endswith(",") and len(line) >= 40
        )
    return blocks


def _sentences(block: str) -> list[str]:
    found: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(block):
        if end.group() == "." and _SHORT_FORM.search(block[max(0, start, end.end() - 10) : end.end()]):
            continue
        found.append(block[start : end.end()])
        start = end.end()
    found.append(block[start:])
    return [sentence.strip() for sentence in found if sentence.strip()]


def split(text: str, me: str = "") -> Message:
    """Cuts a message into clauses.

    Args:
        text: the message as received, quoted history and signature included.
        me: the reader's name, which is no subject when it only addresses them.
    """
    lines = _own_lines(text)
    subject = ""
    if lines and (found := _SUBJECT.match(lines[0])):
        subject, lines = lines[0][found.end() :], lines[1:]
    blocks = _blocks(lines)
    greeted = False
    clauses: list[Clause] = []
    own = " ".join(blocks)
    names = {part.lower() for part in me.split()}
    for number, block in enumerate(blocks):
        if not clauses and (greeting := phrase("greeting").match(block)):
            greeted = True
            block = block[greeting.end() :]
        if number == len(blocks) - 1:
            block = (
                phrase("signed").sub("", block[-_LONGEST_CLAUSE:]) if len(block) <= _LONGEST_CLAUSE else block
            )
        for sentence in _sentences(block):
            clauses.extend(_pieces(sentence, names))
        if len(clauses) >= _MOST_CLAUSES:
            break
    leads = [clause for clause in clauses if not phrase("lead").match(clause.text)]
    return Message(tuple((leads or clauses)[:_MOST_CLAUSES]), greeted, subject, own)


def _pieces(sentence: str, names: set[str]) -> list[Clause]:
    """The clauses of one sentence; none if it is mere politeness."""
    if phrase("wish").match(sentence):
        return []
    sentence = _address_cut(phrase("polite").sub(" ", sentence).strip(" ,"), names)[:_LONGEST_CLAUSE]
    asks = sentence.rstrip("\"')] ").endswith("?")
    listed = phrase("listed").match(sentence)
    if (
        listed
        and len(items := [item for item in phrase("item").split(listed["list"]) if item.strip(" ,.")]) > 1
    ):
        return [Clause(item.strip(" ,."), True, number > 0) for number, item in enumerate(items)]
    pieces = [piece.strip(" ,") for piece in phrase("inner").split(sentence)]
    pieces = [piece for piece in pieces if re.search(r"\w", piece)]
    return [Clause(piece, asks, number > 0) for number, piece in enumerate(pieces)]


def _address_cut(sentence: str, names: set[str]) -> str:
    """The sentence without the name of whom it addresses."""
    found = re.match(r"^@?([A-Z][\w'-]+)\s*[,:-]\s+(?=\S)|^@([\w.-]+)\s+", sentence)
    if found and (found[2] or found[1].lower() in names):
        return sentence[found.end() :]
    return sentence
