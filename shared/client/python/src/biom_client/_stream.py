"""What is known of a stream, however often it is opened."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from ._actions import Reply, Request
from ._retry import Retries
from ._sse import Decoder, ServerSentEvent
from .types import ProgressEvent

_SILENCE = 45.0  # for so many seconds nothing may come: three heartbeats


class Stream:
    """A stream that is opened again when it breaks.

    That of a job or a batch continues after the last event that was seen. That of an upload begins anew, because the upload is sent again
    under its idempotency key; what was told already is not told again.
    """

    def __init__(self, request: Request, retries: Retries, *, continues: bool, after: str | None) -> None:
        self._request = request
        self.continues = continues
        self.last_id = after
        self.reply: Reply
        self.is_open = False
        self.ended = False
        self.retries = retries
        self.events: deque[ServerSentEvent] = deque()
        self.doubtful: list[str] = []
        """The fields that the last progress named: those that are withheld from the result."""
        self._decoder = Decoder()
        self._told = self._repeated = -1.0

    def request(self) -> Request:
        """Return the request that opens the stream, or opens it again."""
        headers = {**self._request.headers, "Accept-Encoding": "identity"}  # a proxy that compresses delays events
        if self.continues and self.last_id is not None:
            headers["Last-Event-ID"] = self.last_id
        return replace(self._request, headers=headers, timeout=_SILENCE)

    def opened(self, reply: Reply) -> None:
        self.reply, self.is_open = reply, reply.is_stream
        if reply.status == 204:  # there is no event after the last one that was seen
            self.ended = True
        elif not reply.is_stream:  # something between does not stream
            self.events.append(ServerSentEvent("result", None, reply.body.decode(errors="replace")))

    def continue_with(self, request: Request) -> None:
        """Continue with the stream of the job that the upload has become, if this one breaks."""
        self._request, self.continues = request, True

    def feed(self, piece: bytes) -> None:
        self.events.extend(self._decoder.feed(piece))

    def broken(self) -> None:
        self._decoder, self.is_open = Decoder(), False
        if not self.continues:
            self._repeated = self._told

    def take(self) -> ServerSentEvent:
        event = self.events.popleft()
        self.last_id = event.id or self.last_id
        return event

    def is_new(self, progress: ProgressEvent) -> bool:
        """Note a progress, and report whether it was not told before."""
        if progress["stage"] == "extracting" or progress.get("fields"):
            self.doubtful = progress.get("fields", [])
        if progress["progress"] <= self._repeated:
            return False
        self._told = max(self._told, progress["progress"])
        self.retries.succeeded()
        return True
