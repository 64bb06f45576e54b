"""Reduces English words to stems, so that *approved*, *approving* and *approval* count as one word.

A short suffix stripper, made for comparing words with one another and never for display. British and American
spellings of a word get one stem (*authorise, authorize*; *colour, color*; *cancelled, canceled*).
"""

from __future__ import annotations

from functools import lru_cache

_VOWELS = frozenset("aeiouy")

_WHOLE = {
    # Irregular forms, and words whose ending only looks like a suffix.
    "left": "leav", "leaves": "leav", "leaving": "leav", "leave": "leav", "sent": "send", "paid": "pay",
    "held": "hold", "kept": "keep", "sold": "sell", "bought": "buy", "told": "tell", "spoke": "speak",
    "spoken": "speak", "chose": "choose", "chosen": "choose", "ran": "run", "began": "begin", "begun": "begin",
    "met": "meet", "won": "win", "lost": "lose", "led": "lead", "wrote": "write", "written": "write",
    "gave": "give", "given": "give", "took": "take", "taken": "take", "came": "come", "went": "go", "gone": "go",
    "made": "make", "goes": "go",
    "said": "say", "broke": "break", "broken": "break", "stolen": "steal", "stole": "steal",
    "flew": "fly", "flown": "fly", "grew": "grow", "rose": "rise", "risen": "rise", "fell": "fall",
    "fallen": "fall", "brought": "bring", "thought": "think", "caught": "catch", "taught": "teach",
    "got": "get", "gotten": "get", "stuck": "stick", "understood": "understand", "withdrew": "withdraw",
    "withdrawn": "withdraw", "quoted": "quote", "quote": "quote", "quotes": "quote", "quotation": "quote",
    "quotations": "quote", "quoting": "quote", "children": "child", "men": "man", "women": "woman",
    "men's": "man", "died": "die", "dies": "die", "lying": "lie", "tied": "tie", "dying": "die",
    "department": "department", "departments": "department", "comment": "comment", "comments": "comment",
    "moment": "moment", "document": "document", "documents": "document", "terminal": "terminal",
    "terminals": "terminal", "general": "general", "hospital": "hospital", "hospitals": "hospital",
    "animal": "animal", "during": "during", "thing": "thing", "things": "thing", "ceiling": "ceiling",
    "evening": "evening", "morning": "morning", "building": "building", "buildings": "building",
    "meeting": "meeting", "meetings": "meeting", "meet": "meet", "meets": "meet", "king": "king",
    "spring": "spring", "string": "string", "bring": "bring", "nothing": "nothing", "something": "something",
    "news": "news", "gas": "gas", "bus": "bus", "plus": "plus", "basis": "basis", "analysis": "analysis",
    "analyses": "analysis", "lens": "lens", "customs": "customs", "custom": "customs", "premises": "premises",
    "premise": "premises", "address": "address", "addresses": "address", "business": "business",
    "access": "access", "process": "process", "animals": "animal", "need": "need", "needs": "need",
    "seed": "seed", "feed": "feed", "speed": "speed", "exceed": "exceed", "proceed": "proceed",
    "hundred": "hundred", "bed": "bed", "shed": "shed", "red": "red", "ring": "ring", "wing": "wing",
    "sing": "sing", "wedding": "wedding", "station": "station", "nation": "nation", "ration": "ration",
    "portion": "portion", "mention": "mention", "question": "question", "questions": "question",
    "pension": "pension", "mission": "mission", "session": "session", "person": "person", "region": "region",
    "reason": "reason", "season": "season", "location": "locat", "vacation": "vacation",
    "manager": "manager", "managers": "manager", "finance": "finance", "france": "france",
    "chance": "chance", "balance": "balance", "balances": "balance", "advance": "advance",
    "notice": "notice", "office": "office", "service": "service", "services": "service", "price": "price",
    "prices": "price", "priced": "price", "pricing": "price", "average": "average", "image": "image",
    "page": "page", "pages": "page", "stage": "stage", "wage": "wage", "wages": "wage", "message": "message",
    "messages": "message", "manage": "manag", "garage": "garage", "damage": "damag", "damages": "damag",
    "engage": "engag", "medical": "medic", "capital": "capital", "total": "total", "totals": "total",
    "local": "local", "legal": "legal", "rental": "rent", "final": "final", "manual": "manual", "deal": "deal",
    "deals": "deal", "meal": "meal", "appeal": "appeal", "seal": "seal", "goal": "goal", "proposal": "propos",
    "visa": "visa", "data": "data", "expiry": "expir", "expiration": "expir", "expire": "expir",
    "authority": "authority", "authorities": "authority", "delivery": "deliver", "deliveries": "deliver",
    "sign": "sign", "signature": "sign", "signatures": "sign", "signatory": "sign", "signatories": "sign",
    "receipt": "receiv", "receipts": "receiv", "decision": "decid", "decisions": "decid",
    "responsibility": "respons", "responsibilities": "respons", "responsible": "respons",
    "entries": "entry", "entrance": "entrance", "carriage": "carriage", "sales": "sale", "sale": "sale",
    "goods": "goods", "good": "good", "number": "number", "charter": "charter", "counsel": "counsel",
    "hearing": "hearing", "hearings": "hearing", "heard": "hear", "hear": "hear", "pager": "pager",
    "billing": "bill", "funding": "fund", "fixed": "fix", "united": "united", "ward": "ward", "theatre": "theater",
    "centre": "center", "centres": "center", "metre": "meter", "metres": "meter", "litre": "liter",
    "litres": "liter", "fibre": "fiber", "programme": "program", "programmes": "program", "grey": "gray",
    "tyre": "tire", "tyres": "tire", "storey": "story", "licence": "licens", "license": "licens",
    "defence": "defens", "offence": "offens", "practise": "practic", "practice": "practic",
    "cosy": "cozy", "jewellery": "jewelry", "aluminium": "aluminum", "analyse": "analyz", "analyze": "analyz",
    "paralyse": "paralyz", "catalogue": "catalog", "dialogue": "dialog", "labelled": "label",
    "judgement": "judgment", "ageing": "age", "acknowledgement": "acknowledg", "enrol": "enroll",
    "fulfil": "fulfill", "instalment": "installment", "skilful": "skillful", "haulier": "hauler",
    "hauliers": "hauler", "mould": "mold", "plough": "plow", "sceptical": "skeptical", "gaol": "jail",
    "kerb": "curb", "artefact": "artifact", "tonne": "ton", "tonnes": "ton", "kilogram": "kg",
    "kilograms": "kg", "kilo": "kg", "kilos": "kg", "tonnage": "ton", "expense": "expens",
    "one": "one", "does": "do", "was": "was", "is": "is", "his": "his", "this": "this", "has": "has",
    "us": "us", "as": "as", "its": "its", "yes": "yes", "always": "always", "perhaps": "perhaps",
}  # fmt: skip

_NOT_OUR = frozenset({"hour", "four", "tour", "your", "pour", "sour", "flour", "detour", "contour", "our"})

# (suffix, replacement, least letters that must remain before it); the first that fits is taken.
_DERIVED: tuple[tuple[str, str, int], ...] = (
    ("ifications", "ify", 3), ("ification", "ify", 3), ("izations", "iz", 3), ("ization", "iz", 3),
    ("isations", "iz", 3), ("isation", "iz", 3), ("ations", "", 4), ("ation", "", 4), ("itions", "", 5),
    ("ition", "", 5), ("ising", "iz", 4), ("izing", "iz", 3), ("ised", "iz", 4), ("ized", "iz", 3), ("izes", "iz", 3),
    ("ises", "iz", 5), ("ise", "iz", 5), ("ize", "iz", 3), ("ments", "", 3), ("ment", "", 3), ("ances", "", 4),
    ("ance", "", 4), ("ences", "", 4), ("ence", "", 4), ("ures", "", 4), ("ure", "", 4), ("ages", "", 4),
    ("age", "", 4), ("nesses", "", 4), ("ness", "", 4), ("ibility", "", 4), ("ability", "", 4), ("ible", "", 5),
    ("able", "", 4), ("uals", "", 5), ("ual", "", 5), ("als", "", 5), ("al", "", 5), ("ively", "", 4), ("ors", "", 5),
    ("or", "", 5), ("ly", "", 4), ("ive", "", 5),
)  # fmt: skip


def _undouble(stem: str) -> str:
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "aeiousz":
        return stem[:-1]
    return stem


def _plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def _inflected(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for suffix in ("ing", "ed"):
        rest = word[: -len(suffix)]
        if word.endswith(suffix) and len(rest) > 2 and any(letter in _VOWELS for letter in rest):
            return _undouble(rest)
    return word


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The stem of a lower-case word, number or code.

    Args:
        word: one word without blanks, in lower case. A word with a digit in it is returned as it is.
    """
    if word in _WHOLE:
        return _WHOLE[word]
    if len(word) <= 3 or not word.isalpha():
        return word
    for suffix, replacement, least in _DERIVED:
        if word.endswith(suffix) and len(word) - len(suffix) >= least:
            return _finish(word[: -len(suffix)] + replacement)
    singular = _plural(word)
    if singular != word and singular in _WHOLE:
        return _WHOLE[singular]
    return _finish(_inflected(singular))


def _finish(word: str) -> str:
    """Brings spelling variants and silent endings together."""
    if word.endswith("our") and len(word) > 4 and word not in _NOT_OUR:
        word = word[:-3] + "or"
    if word.endswith("ion") and len(word) > 6 and word[-4] in "st":
        word = word[:-3]
    if word.endswith("is") and len(word) > 5:
        word = word[:-2] + "iz"
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    return _undouble(word)
