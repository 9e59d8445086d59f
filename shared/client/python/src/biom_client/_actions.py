"""What a flow asks for.

A flow is a generator that yields actions (send this, wait so long) and is sent their outcomes. It does nothing itself, so the same flows serve both
clients, which differ only in how they perform an action. If there is no answer, NetworkError is thrown into the flow.
"""

from __future__ import annotations

import json
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Optional, TypeVar, Union

import httpx

from ._upload import Upload
from .errors import BiomError

T = TypeVar("T")
Flow = Generator["Action", Any, T]


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    upload: Optional[Upload] = None
    json: Any = None
    timeout: float = 30.0
    """For how many seconds nothing may arrive."""
    once: bool = False
    """Whether it must not be sent again when it may have arrived."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def is_stream(self) -> bool:
        return self.status == 200 and self.headers.get("Content-Type", "").startswith("text/event-stream")

    @property
    def withheld(self) -> list[str]:
        return [path.strip() for path in self.headers.get("X-Biom-Withheld", "").split(",") if path.strip()]

    @property
    def retry_after(self) -> float | None:
        """The header Retry-After: seconds, or a date as some proxies write."""
        value: str = self.headers.get("Retry-After", "")
        if value.isdecimal():
            return float(value)
        try:
            return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
        except ValueError:
            return None


@dataclass(frozen=True)
class Send:
    """Send a request and return the Reply."""

    request: Request


@dataclass(frozen=True)
class Open:
    """Send a request and return the Reply. The body of a stream is left to be read."""

    request: Request


@dataclass(frozen=True)
class Read:
    """Return the next piece of the stream, or nothing at its end."""


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Emit:
    """Give an item to whoever iterates."""

    item: Any


Action = Union[Send, Open, Read, Sleep, Emit]


def parsed(body: bytes | str) -> Any:
    """Return the JSON that the service sent."""
    try:
        return json.loads(body)
    except ValueError as error:
        raise BiomError("The answer is not the service's: something between may have answered in its place.") from error
