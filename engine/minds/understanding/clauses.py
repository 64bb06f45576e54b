"""Cuts a message into clauses that each do one thing, leaving out quoted history, greeting, signature and politeness."""

from __future__ import annotations

import re
from typing import NamedTuple

from .tokens import plain

_MOST_TEXT = 12_000
"""Letters of a message that are read; people do not read on for ever either."""
_MOST_CLAUSES = 40
_LONGEST_CLAUSE = 700

_HISTORY = re.compile(
    r"^\s*(-{2,} ?(original|forwarded) message|_{8,}\s*$|begin forwarded message|on\b.{4,200}\bwrote:\s*$"
    r"|.{0,60}<[^>\s]+@[^>\s]+> wrote:\s*$)",
    re.IGNORECASE,
)
_WRAPPED_HISTORY = re.compile(r"^\s*on (mon|tue|wed|thu|fri|sat|sun|\d).{4,120}$", re.IGNORECASE)
_HEADER = re.compile(r"^\s*(from|sent|to|cc|date):\s", re.IGNORECASE)
_SUBJECT = re.compile(r"^\s*(subject|betreff|re|fw|fwd|aw)\s*:\s*", re.IGNORECASE)
_CLOSING = re.compile(
    r"^\s*(with |many |kind |best |warm |all the )*(regards|wishes|rgds|best|cheers|thanks( again| so much| a lot"
    r"| in advance| and regards)?|thank you( very much| so much| in advance)?|thx|ta|sincerely|yours( sincerely| truly| faithfully)?"
    r"|br|kr|bw|greetings|take care|speak soon|talk soon)\s*[,.!]?\s*$",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^\s*(hi|hello|hey+|hiya|dear|good (morning|afternoon|evening|day)|morning|afternoon|evening|hallo|greetings|howdy|yo)\b"
    r"( (there|all|team|both|everyone|again|mr|mrs|ms|dr))*\.?((?-i: [A-Z][\w'-]+){0,3}(?=\s*([,!.:;-]|$))|(?-i: [A-Z][\w'-]+){1,2}"
    r"| \w+(?=\s*[,!:-]))?\s*(?:[,!.:;-]+\s*|$|(?=\s))",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"\b(i )?(hope|trust)( that)? (you('re| are)?|this|all|everything|your)\b[^.?!\n]{0,80}?(well|great|good|ok|fine|week|day|weekend|start|you)\b"
    r"( and[^.?!\n]{0,30}?well)?[.,!]*|"
    r"\b(sorry|apologies|apologise|excuse me)( again)?( to| for)? (bother|bothering|disturb|disturbing|trouble|troubling|chasing|chase"
    r"|pester|pestering|bug|bugging|the (bother|trouble|disturbance|silly question|dumb question|basic question))( you)?"
    r"( again| with this| about this)?[,.!:-]*( but\b)?|"
    r"\b(thanks|thank you|many thanks|thx|cheers)( so much| very much| a lot)?( in advance| for your (help|time|support))[.,!]*|"
    r"\bif (you|it)('s| is|'re| are)? ?(have|don't mind|not too much trouble|possible|ok|okay|at all possible|able to)( a (moment|minute|second|sec))?[,.]?|"
    r"\b(when|whenever) you (have|get|find)( a)? (moment|minute|second|sec|chance|time)\b[,.]?|"
    r"\b(a |just a )?(quick|small|short|brief|silly|stupid|dumb|random|simple) (one|question|q|thing|favou?r)( for you| from me| from my side)?\s*[:,.!-]+|"
    r"\bno (rush|hurry|stress|worries)\b( (at all|though|on this))?[,.!]?|"
    r"\b(much|would be( very| much| greatly)?|greatly|really) appreciated\b[.,!]?|\bi('d| would) appreciate it if\b",
    re.IGNORECASE,
)  # fmt: skip
_WISH = re.compile(
    r"^(?:and |so )?(?:i |we )?(?:really |do |just )?(?:hope|hoping|trust) (?:that )?(?:you|this|all|everything|your|things)\b(?!.*\b(?:tell|help|know|can|could)\b)[^?]*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:i(?:'ve| have)(?: got)?|got|just|here are|i'd like to ask|a|some|my|and)?\s*(?:a |an |some |one |two |three |four |\d+ |a few |a couple of |several )?"
    r"(?:more |other |another |quick |small |short |further |silly )*(?:questions?|things?|points?|items?|q|qs)(?: for you| from me| from my side| about this| on this| please| pls)?\s*[:.!-]*$"
    r"|^(?:also|and|so|then|plus|but|or|first|secondly|finally|lastly|next|please|pls|ps|p\.s\.|btw)\W*$",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"(?:^|(?<=[.!?,])\s+|\s+-+\s*)(?:best|best wishes|(?:kind |best |warm )?regards|cheers|thanks|thx|many thanks|thank you|br|rgds)\s*[,.!-]?\s+(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)?)\s*$",
    re.IGNORECASE,
)
_LISTED = re.compile(r"^(?P<lead>[^:?]{0,200}\b(?:things?|questions?|missing|need|needs|following|points?|items?|after|wanted|know|figures?|details?|facts)[^:?]{0,60}):\s+(?P<list>.{8,})$", re.IGNORECASE | re.DOTALL)
_ITEM = re.compile(r",?\s+and\s+(?:also\s+)?(?=the\b|a\b|our\b|who|what|when|where|how|which|why)|[,;]\s+(?=the\b|our\b|who|what|when|where|how|which|why|and\b)|\s*;\s+", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*\u2022\u00b7o]\s+|\(?\d{1,2}[.)]\s+|\(?[a-h][.)]\s+)")
_SHORT_FORM = re.compile(r"\b([a-z]|e\.g|i\.e|etc|approx|no|nr|mr|mrs|ms|dr|st|vs|inc|ltd|ref|dept|max|min|est|incl|excl|ca|p|art|sec)\.$", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.?!\u2026]+[\"')\]]*(?=\s|$)")
_WH = r"(?:who|whom|whose|what|what's|whats|which|when|where|why|how|whether)"
_AUX = r"(?:is|are|was|were|do|does|did|can|could|has|have|will|would|should|may|might)"
_ASK = r"(?:can|could|would|will|do) you|please (?:tell|send|confirm|let|share|check)|(?:tell|remind) me|i (?:also )?(?:need|would like|want)|i'd (?:also )?like"
_DO = r"(?:write|draft|prepare|put together|tell|let me|confirm|remind|send me|give me|check|compile|summari[sz]e|thanks|thank you)"
_INNER = re.compile(
    rf"\s*[;]\s+|\s+-\s+(?=[a-z])|,?\s+(?:and|but|also|plus|or|then|so)\s+(?:also\s+|then\s+|if so\s*,?\s*|secondly\s*,?\s*)?(?=(?:(?:by|until|till|since|from|to|at|in|on|for|with|of|under) )?{_WH}\b(?! (?:is )?else\b)|(?<=and ){_DO}\b|(?<=then ){_DO}\b|{_AUX} (?:we|you|i|they|he|she|it|the|there|that|this|our|any|your|my)\b|{_ASK})"
    rf"|,\s+(?=(?:{_WH}\b(?! (?:is|are|was|were) (?:due|based|why))|{_ASK}))|\s+(?=(?:and also|as well as|also,) )|,?\s+(?=and (?:for|the one|the same)\b)",
    re.IGNORECASE,
)  # fmt: skip


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
        if _HISTORY.match(line[:300]) or (following.endswith("wrote:") and _WRAPPED_HISTORY.match(line[:200])):
            break
        if _HEADER.match(line) and any(_HEADER.match(near) for near in lines[number + 1 : number + 3]):
            break
        if line.rstrip() == "--" or (line.strip() in ("--", "---", "___") and number > 0):
            break
        after = [later.strip() for later in lines[number + 1 : number + 12] if later.strip()]
        if kept and _CLOSING.match(line) and _is_signature(after):
            break
        kept.append(line.strip())
    return kept


def _is_signature(lines: list[str]) -> bool:
    """Whether what follows a closing is a name with its lines, or nothing."""
    body = []
    for line in lines:
        if line.startswith(">") or _HISTORY.match(line[:300]) or _HEADER.match(line) or line.lower().startswith(("p.s", "ps:", "ps ")):
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
        if wrapped and not bullet and (body[:1].islower() or body[:1].isdigit() or len(blocks[-1]) > 400):
            blocks[-1] += " " + body
        elif wrapped and not bullet:
            blocks[-1] += " " + body
        else:
            blocks.append(body)
        wrapped = len(line) >= 55 and not re.search(r"[.?!:;,]\s*$", line) or line.endswith(",") and len(line) >= 40
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
        if not clauses and (greeting := _GREETING.match(block)):
            greeted = True
            block = block[greeting.end() :]
        if number == len(blocks) - 1:
            block = _SIGNED.sub("", block[-_LONGEST_CLAUSE:]) if len(block) <= _LONGEST_CLAUSE else block
        for sentence in _sentences(block):
            clauses.extend(_pieces(sentence, names))
        if len(clauses) >= _MOST_CLAUSES:
            break
    leads = [clause for clause in clauses if not _LEAD.match(clause.text)]
    return Message(tuple((leads or clauses)[:_MOST_CLAUSES]), greeted, subject, own)


def _pieces(sentence: str, names: set[str]) -> list[Clause]:
    """The clauses of one sentence; none if it is mere politeness."""
    if _WISH.match(sentence):
        return []
    sentence = _address_cut(_POLITE.sub(" ", sentence).strip(" ,"), names)[:_LONGEST_CLAUSE]
    asks = sentence.rstrip("\"')] ").endswith("?")
    listed = _LISTED.match(sentence)
    if listed and len(items := [item for item in _ITEM.split(listed["list"]) if item.strip(" ,.")]) > 1:
        return [Clause(item.strip(" ,."), True, number > 0) for number, item in enumerate(items)]
    pieces = [piece.strip(" ,") for piece in _INNER.split(sentence)]
    pieces = [piece for piece in pieces if re.search(r"\w", piece)]
    return [Clause(piece, asks, number > 0) for number, piece in enumerate(pieces)]


def _address_cut(sentence: str, names: set[str]) -> str:
    """The sentence without the name of whom it addresses."""
    found = re.match(r"^@?([A-Z][\w'-]+)\s*[,:-]\s+(?=\S)|^@([\w.-]+)\s+", sentence)
    if found and (found.group(2) or found.group(1).lower() in names or found.group(1).lower() not in _OPENERS):
        return sentence[found.end() :]
    return sentence


_OPENERS = frozenset(
    "no yes ok okay sure actually sorry thanks correction so well also and but now then first second finally great good perfect "
    "approved agreed fine understood noted done confirmed update reminder question hi hello hey dear morning please yep nope "
    "right absolutely however anyway unfortunately apologies demurrage storage urgent".split()
)
