"""An OpenAI-compatible server on loopback that answers by rules and fails when it is told to."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Self

Answer = dict[str, Any]


def says(text: str, finish: str = "stop") -> Answer:
    """A text without a call."""
    return {"message": {"role": "assistant", "content": text}, "finish_reason": finish}


def calls(*wanted: tuple[str, Any], text: str | None = None) -> Answer:
    """Tool calls; arguments that are no text are written as JSON."""
    return {
        "message": {
            "role": "assistant",
            "content": text,
            "tool_calls": [
                {
                    "id": f"call_{number}",
                    "type": "function",
                    "function": {
                        "name": name,
                        "arguments": given if isinstance(given, str) else json.dumps(given),
                    },
                }
                for number, (name, given) in enumerate(wanted)
            ],
        },
        "finish_reason": "tool_calls",
    }


class Reply(NamedTuple):
    """What goes back over the wire."""

    status: int
    text: str
    headers: Mapping[str, str] = {}
    hang: bool = False
    """Nothing goes back, and the connection stays open until the server closes."""


class LoopbackServer(ABC):
    """Serves ``/v1/chat/completions`` with what `reply` says, one thread a request."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.authorizations: list[str] = []
        self.connections = 0
        self.in_flight = 0
        self.most_in_flight = 0
        self.closing = threading.Event()
        self.lock = threading.Lock()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1  # an answer leaves as one packet

            def handle(self) -> None:
                with server.lock:
                    server.connections += 1
                try:
                    super().handle()
                except OSError:  # whoever asked has gone
                    pass
                finally:
                    with server.lock:
                        server.connections -= 1

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with server.lock:
                    number = len(server.requests)
                    server.requests.append(body)
                    server.authorizations.append(self.headers.get("Authorization", ""))
                    server.in_flight += 1
                    server.most_in_flight = max(server.most_in_flight, server.in_flight)
                try:
                    self._send(server.reply(number, body))
                finally:
                    with server.lock:
                        server.in_flight -= 1

            def _send(self, reply: Reply) -> None:
                if reply.hang:
                    server.closing.wait()
                    self.close_connection = True
                    return
                data = reply.text.encode()
                self.send_response(reply.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            def log_request(self, *_: object, **__: object) -> None:
                pass

        class Threads(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

        self._server = Threads(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @abstractmethod
    def reply(self, number: int, body: dict[str, Any]) -> Reply:
        """What to answer to the request with that number, counted from 0."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class RuleServer(LoopbackServer):
    """Answers with a rule.

    Args:
        rule: From the request's body to an answer, an HTTP status to fail with, ``"hang"``, or raw text.
    """

    def __init__(self, rule: Callable[[dict[str, Any]], Answer | int | str]) -> None:
        super().__init__()
        self.rule = rule

    def reply(self, number: int, body: dict[str, Any]) -> Reply:
        answer = self.rule(body)
        if answer == "hang":
            return Reply(200, "", hang=True)
        if isinstance(answer, int):
            return failed(answer)
        if isinstance(answer, str):
            return Reply(200, answer)
        size = len(json.dumps(body["messages"])) // 4
        return Reply(200, json.dumps(completion(body, answer, size, 20, 7)))


def failed(status: int, headers: Mapping[str, str] | None = None, message: str = "") -> Reply:
    """A failure as OpenAI words it."""
    said = message or f"told to fail with {status}"
    return Reply(status, json.dumps({"error": {"message": said}}), headers or {})


def completion(
    body: dict[str, Any], answer: Answer, prompt: int, completion: int, cached: int
) -> dict[str, Any]:
    """An answer with what it used, as OpenAI words it."""
    return {
        "id": "answer",
        "object": "chat.completion",
        "created": 0,
        "model": f"{body['model']}-rules-1",
        "choices": [{"index": 0, **answer}],
        "usage": {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
            "prompt_tokens_details": {"cached_tokens": cached},
        },
    }
