"""The last look at a text before it goes out: what it tells must be allowed to its readers, as things are now.

Of what somebody says they tell, the rules decide. Of words that a model chose, the author's own patterns are searched
for besides, so that nothing depends on what the model says it told.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

from ..office.office import Office
from ..office.queues import Item
from .draft import COMMENT, SAY, Draft


class LastLook:
    """Looks over texts as they go out.

    Args:
        office: Whose rules hold.
    """

    def __init__(self, office: Office) -> None:
        self._office = office

    def withdrawn(self, person: str, item: Item, draft: Draft) -> list[str]:
        """Facts said to be told that the rules forbid to tell the readers of this text, as things are now."""
        if not draft.told:
            return []
        readers = self.readers(person, item, draft)
        knowledge = self._office.knowledge
        return [
            told.fact
            for told in draft.told
            if knowledge.verdict(person, told.fact, readers).verdict != "may_tell"
        ]

    def given_away(self, person: str, item: Item, draft: Draft) -> list[str]:
        """Facts that a model's text gives away against the rules, whatever it says it tells."""
        if not draft.guarded:
            return []
        arguments = json.loads(draft.arguments)
        words = [str(arguments.get(field) or "") for field in ("subject", "text", "body")]
        knowledge = self._office.knowledge
        stands = knowledge.facts_in("\n".join(words))
        found = dict.fromkeys(fact for fact, _ in knowledge.beyond(person, draft.told, stands))
        if not found:
            return []
        # whoever is answered in a channel reads the answer too
        readers = [one for one in dict.fromkeys((*self.readers(person, item, draft), draft.other)) if one]
        readers = [one for one in readers if one != person]
        return [fact for fact in found if any(self._forbidden(person, fact, one) for one in readers)]

    def _forbidden(self, person: str, fact: str, reader: str) -> bool:
        office = self._office
        if office.knowledge.holds(person, fact) is None:
            return False  # a guess gives nothing away
        if office.org.covered(office.setup.facts[fact].not_to, reader):
            return True
        if office.knowledge.own(reader, fact) is not None:
            return False
        return office.knowledge.verdict(person, fact, (reader,)).verdict in ("may_not", "needs_approval")

    def readers(self, person: str, item: Item, draft: Draft) -> Sequence[str]:
        """Who will read it."""
        if draft.tool in (SAY, COMMENT):
            return (item.sender,)
        arguments = json.loads(draft.arguments)
        named = arguments.get("to")
        if isinstance(named, str):
            return (named,)
        if isinstance(named, list):
            return tuple(str(one) for one in [*cast("list[Any]", named), *(arguments.get("cc") or ())])
        message = self._office.threads.message(draft.message)
        if message is None or (draft.tool == "mail.reply" and not arguments.get("all")):
            return (item.sender,)
        return [one for one in self._office.threads.audience(message) if one != person]
