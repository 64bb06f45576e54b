"""An OpenAI-compatible server on loopback that answers by rules and fails when it is told to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

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


class RuleServer:
    """Serves ``/v1/chat/completions``.

    Args:
        rule: From the request's body to an answer, an HTTP status to fail with, ``"hang"``, or raw text.
    """

    def __init__(self, rule: Callable[[dict[str, Any]], Answer | int | str]) -> None:
        self.rule = rule
        self.requests: list[dict[str, Any]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.requests.append(body)
                answer = server.rule(body)
                if answer == "hang":
                    time.sleep(3)
                    return
                if isinstance(answer, int):
                    self._send(answer, json.dumps({"error": {"message": f"told to fail with {answer}"}}))
                elif isinstance(answer, str):
                    self._send(200, answer)
                else:
                    self._send(200, json.dumps(completion(body, answer)))

            def _send(self, status: int, text: str) -> None:
                data = text.encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_request(self, *_: object, **__: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> RuleServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def completion(body: dict[str, Any], answer: Answer) -> dict[str, Any]:
    size = len(json.dumps(body["messages"])) // 4
    return {
        "id": "answer",
        "object": "chat.completion",
        "created": 0,
        "model": f"{body['model']}-rules-1",
        "choices": [{"index": 0, **answer}],
        "usage": {
            "prompt_tokens": size,
            "completion_tokens": 20,
            "total_tokens": size + 20,
            "prompt_tokens_details": {"cached_tokens": 7},
        },
    }
