"""Seats over HTTP: plain JSON for command lines and scripts, and the Model Context Protocol, behind one token a seat.

A token opens one seat. Nothing that is served tells of the pack, the run, its rubric or another seat, and what goes
wrong inside is told as an error without its cause.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, cast

from .host import Host, SeatDoor
from .mcpdoor import server_for

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger(__name__)

LARGEST: Final = 8_000_000
"""Bytes of a request's body: a part of an upload fits."""

_door: ContextVar[SeatDoor] = ContextVar("door")


class _Gate:
    """Lets a request in with the seat that its token opens, or answers 401."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.responses import JSONResponse

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"] == "/healthz":
            await JSONResponse({"ok": True})(scope, receive, send)
            return
        token, path = _token(scope)
        door = self._host.door(token) if token else None
        if door is None:
            answer = JSONResponse(
                _problem(
                    "unauthorized",
                    "no seat opens with this token",
                    "Send it as: Authorization: Bearer TOKEN.",
                ),
                status_code=401,
                headers={"WWW-Authenticate": "Bearer"},
            )
            await answer(scope, receive, send)
            return
        key = _door.set(door)
        try:
            await self._app({**scope, "path": path, "raw_path": path.encode()}, receive, send)
        finally:
            _door.reset(key)


def _token(scope: Scope) -> tuple[str, str]:
    """The token of a request, from its header or its path (``/TOKEN/mcp``), and the path without it."""
    path = cast("str", scope["path"])
    for name, value in scope["headers"]:
        if name == b"authorization":
            kind, _, token = value.decode("latin-1").partition(" ")
            return (token.strip() if kind.lower() == "bearer" else ""), path
    first, _, rest = path.lstrip("/").partition("/")
    return (first, f"/{rest}") if rest else ("", path)


def application(host: Host, address: str = "127.0.0.1") -> ASGIApp:
    """The web application of a host.

    Args:
        host: Whose seats it serves.
        address: Where it listens; requests that name another host are refused.
    """
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Mount, Route

    local = address in ("127.0.0.1", "localhost", "::1")
    names = ["127.0.0.1:*", "localhost:*", "[::1]:*"] if local else [f"{address}:*"]
    open_to_all = address in ("0.0.0.0", "::")
    server = server_for(_door.get)
    mcp = server.streamable_http_app(
        streamable_http_path="/mcp",
        json_response=True,
        stateless_http=True,
        max_request_body_size=LARGEST,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=not open_to_all,
            allowed_hosts=names,
            allowed_origins=[f"http://{name}" for name in names],
        ),
    )

    async def seat(request: Request) -> Response:
        return JSONResponse(_door.get().briefing())

    async def tools(request: Request) -> Response:
        return JSONResponse({"tools": _door.get().all_tools()})

    async def call(request: Request) -> Response:
        try:
            body: Any = json.loads(await _body(request))
            tool, arguments, name = body["tool"], body.get("arguments", {}), body.get("id")
            text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
            if not isinstance(tool, str) or not (name is None or isinstance(name, str)):
                raise TypeError
        except _TooLongError:
            return JSONResponse(
                _problem("too_large", f"a request has at most {LARGEST} bytes"), status_code=413
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            says = 'write {"tool": "mail.send", "arguments": {…}, "id": "…"}'
            return JSONResponse(_problem("malformed", "the body is no call", says), status_code=400)
        return JSONResponse(await _door.get().call(tool, text, name))

    async def failed(request: Request, error: Exception) -> Response:
        log.error("a request failed", exc_info=error)
        return JSONResponse(_problem("unavailable", "the server could not do this"), status_code=500)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with server.session_manager.run():
            yield

    app = Starlette(
        routes=[
            Route("/seat", seat),
            Route("/tools", tools),
            Route("/call", call, methods=["POST"]),
            Mount("/", mcp),
        ],
        exception_handlers={Exception: failed},
        lifespan=lifespan,
    )
    return _Gate(app, host)


class _TooLongError(ValueError):
    pass


async def _body(request: Any) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST:
            raise _TooLongError
        parts.append(part)
    return b"".join(parts)


def _problem(code: str, message: str, hint: str = "") -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "message": message, "hint": hint}}


def web_server(host: Host, address: str, port: int) -> uvicorn.Server:
    """A server to run in the host's own loop; it binds its own socket, whose port is read once it has started."""
    import uvicorn

    config = uvicorn.Config(
        cast("Any", application(host, address)),
        host=address,
        port=port,
        log_level="warning",
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)
