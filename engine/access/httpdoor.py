"""Seats over HTTP: plain JSON for command lines and scripts, and the Model Context Protocol, behind one token a seat.

A token opens one seat. Nothing that is served tells of the pack, the run, its rubric or another seat, and what goes
wrong inside is told as an error without its cause.
"""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

from .host import UNAVAILABLE, Host, SeatDoor
from .mcpdoor import server_for

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger(__name__)

LARGEST: Final = 8_000_000
"""Bytes of a request's body: a part of an upload fits."""

_DOOR: Final = "tenure.door"
"""Key of a request's scope under which its seat stands."""
_LOCAL: Final = ("127.0.0.1", "localhost", "::1")


class CannotListenError(OSError):
    """The address can't be listened on; says why."""


class _Gate:
    """Lets a request in with the seat that its token opens, or answers 401."""

    def __init__(self, app: ASGIApp, host: Host) -> None:
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.responses import JSONResponse

        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # no web sockets here
            await send({"type": "websocket.close", "code": 1008})
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
        # a redirect from `/mcp/` would lose a token that stands in the path
        path = path.rstrip("/") or "/"
        await self._app({**scope, "path": path, "raw_path": path.encode(), _DOOR: door}, receive, send)


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
        address: Where it listens; on this machine's own address, requests that name another host are refused.
    """
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route

    names = [f"{name}{port}" for name in ("127.0.0.1", "localhost", "[::1]") for port in ("", ":*")]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=address in _LOCAL,
        allowed_hosts=names,
        allowed_origins=[f"http://{name}" for name in names],
    )
    # a server each, so that a client is told of its own seat when it connects
    servers = {seat: server_for(door) for seat, door in host.doors.items()}
    spoken = {
        seat: server.streamable_http_app(
            streamable_http_path="/mcp",
            json_response=True,
            stateless_http=True,
            max_request_body_size=LARGEST,
            transport_security=security,
        )
        for seat, server in servers.items()
    }

    async def mcp(scope: Scope, receive: Receive, send: Send) -> None:
        await spoken[scope[_DOOR].seat](scope, receive, send)

    async def seat(request: Request) -> Response:
        return JSONResponse(_door(request).briefing())

    async def tools(request: Request) -> Response:
        return JSONResponse({"tools": _door(request).all_tools()})

    async def call(request: Request) -> Response:
        try:
            body: Any = json.loads(await _body(request))
            tool, arguments, name = body["tool"], body.get("arguments", {}), body.get("id")
            text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
            if not isinstance(tool, str) or not (name is None or isinstance(name, str)):
                raise TypeError
        except _TooLongError:
            problem = _problem("too_large", f"a request has at most {LARGEST} bytes")
            return JSONResponse(problem, status_code=413, headers={"Connection": "close"})
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            says = 'Write {"tool": "mail.send", "arguments": {…}, "id": "…"}.'
            return JSONResponse(_problem("malformed", "the body is no call", says), status_code=400)
        seen = await _door(request).call(tool, text, name)
        waits = not seen["ok"] and seen["error"]["code"] == UNAVAILABLE
        return JSONResponse(seen, status_code=503 if waits else 200)

    async def missing(request: Request, error: Exception) -> Response:
        problem = _problem(
            "not_found", "there is no such thing here", "There are /mcp, /call, /tools and /seat."
        )
        return JSONResponse(problem, status_code=404)

    async def failed(request: Request, error: Exception) -> Response:
        log.error("a request failed", exc_info=error)
        return JSONResponse(_problem("failed", "the server could not do this"), status_code=500)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            for server in servers.values():
                await stack.enter_async_context(server.session_manager.run())
            yield

    app = Starlette(
        routes=[
            Route("/seat", seat),
            Route("/tools", tools),
            Route("/call", call, methods=["POST"]),
            # no GET: nothing is ever sent unasked, and a stream that waits for it would hold up a stop
            Route("/mcp", cast("Any", _Endpoint(mcp)), methods=["POST"]),
        ],
        exception_handlers={404: missing, Exception: failed},
        lifespan=lifespan,
    )
    return _Gate(app, host)


class _Endpoint:
    """An application as a route's end; a bare function would be taken for one that takes a request."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


def _door(request: Any) -> SeatDoor:
    return request.scope[_DOOR]


class _TooLongError(ValueError):
    pass


async def _body(request: Any) -> bytes:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size <= LARGEST:
            parts.append(part)
        elif size > 8 * LARGEST:
            break  # who still sends doesn't get to read the answer; up to here they do
    if size > LARGEST:
        raise _TooLongError
    return b"".join(parts)


def _problem(code: str, message: str, hint: str = "") -> dict[str, Any]:
    return {"ok": False, "error": {"code": code, "message": message, "hint": hint}}


def listener(address: str, port: int) -> socket.socket:
    """A socket that listens.

    Args:
        address: A name or a number of this machine.
        port: 0 takes a free one.

    Raises:
        CannotListenError: It is taken, or is none of this machine's.
    """
    try:
        # the protocol is named: without it asyncio leaves small answers to wait for an acknowledgement, 40 ms each
        found = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        family, kind, protocol, _, where = found[0]
        made = socket.socket(family, kind, protocol)
    except OSError as error:
        raise CannotListenError(f"can't listen on {address}: {error.strerror}") from None
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(where)
        made.listen(128)
    except OSError as error:
        made.close()
        raise CannotListenError(
            f"can't listen on port {port} of {address}: {error.strerror}. Give another --port, or none for a free one"
        ) from None
    return made


def address_of(made: socket.socket, host: str) -> str:
    """The address of what listens, for clients."""
    return f"http://{f'[{host}]' if ':' in host else host}:{made.getsockname()[1]}"


def web_server(host: Host, address: str) -> uvicorn.Server:
    """A server to run in the host's own loop on a `listener`. Signals are left to whoever runs it."""
    import uvicorn

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Generator[None]:
            yield

    config = uvicorn.Config(
        cast("Any", application(host, address)),
        log_level="warning",
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    return Server(config)
