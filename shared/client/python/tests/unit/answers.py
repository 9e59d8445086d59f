"""What a service might answer."""

from __future__ import annotations

import json
from typing import Any

import httpx

from clients import Pieces

CUT = httpx.ReadError("connection reset")


def response(request_id: str = "r1", al: float | None = 23.83) -> dict[str, Any]:
    """A response, cut down to what the tests look at."""
    return {"data": {"right_eye": {"AL": al}}, "extra_data": None, "metadata": {"request_id": request_id}, "biompin": None}


def ok(**headers: str) -> httpx.Response:
    return httpx.Response(200, json=response(), headers=headers)


def problem(status: int, code: str, *, details: Any = None, retry_after: str | None = None) -> httpx.Response:
    """An error of the service."""
    error = {"code": code, "message": "What was wrong.", "request_id": "r9", "timestamp": "2026-01-01T00:00:00.000Z", "details": details}
    headers = {"X-Request-ID": "r9"} | ({"Retry-After": retry_after} if retry_after else {})
    return httpx.Response(status, json={"success": False, "error": error}, headers=headers)


def event(name: str, id: int, data: Any) -> str:
    return f"event: {name}\nid: {id}\ndata: {json.dumps(data)}\n\n"


def progress(id: int, stage: str, at: float, **more: Any) -> str:
    return event("progress", id, {"request_id": "r1", "stage": stage, "progress": at, "message": "", "timestamp": "", **more})


def error_event(id: int, status: int, code: str, *, details: Any = None, retry_after: int | None = None) -> str:
    body = problem(status, code, details=details).json() | {"status": status}
    return event("error", id, body | ({"retry_after": retry_after} if retry_after else {}))


def stream(*pieces: str | Exception, **headers: str) -> httpx.Response:
    return httpx.Response(200, stream=Pieces(*pieces), headers={"Content-Type": "text/event-stream", **headers})
