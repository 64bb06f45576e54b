"""The policy of a seat whose moves come through a door."""

from __future__ import annotations

import asyncio
from typing import Final

from ..agents.session import Session

NAME: Final = "external"


class External:
    """Opens its session to whoever calls; after a stop, first answers what was called before from the record."""

    name = NAME
    external = True

    def __init__(self) -> None:
        self._session: asyncio.Future[Session] | None = None

    async def play(self, session: Session) -> None:
        """Leave the moves to the door until the episode is over."""
        while (recorded := session.recorded_call()) is not None:
            await session.call_json(*recorded)
        self._waiting().set_result(session)
        await asyncio.Event().wait()  # the kernel lets go of it when the episode ends

    async def session(self) -> Session:
        """The session, once it is the caller's move."""
        return await asyncio.shield(self._waiting())

    def _waiting(self) -> asyncio.Future[Session]:
        if self._session is None:
            self._session = asyncio.get_running_loop().create_future()
        return self._session
