"""Takes a stream of server-sent events apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class ServerSentEvent(NamedTuple):
    name: str
    id: str | None
    data: str


class Decoder:
    """Makes events of the pieces in which a stream arrives, as the HTML standard says."""

    def __init__(self) -> None:
        self._rest = b""  # the beginning of a line
        self._name, self._id, self._data = "", None, []  # type: str, str | None, list[str]

    def feed(self, piece: bytes) -> Iterator[ServerSentEvent]:
        """Return the events that end in this piece."""
        lines = (self._rest + piece).splitlines(keepends=True)
        # A line without an end, or with half of one, waits for the next piece.
        self._rest = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        for line in lines:
            event = self._line(line.rstrip(b"\r\n").decode(errors="replace"))
            if event:
                yield event

    def _line(self, line: str) -> ServerSentEvent | None:
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if not line:
            return self._end()
        if name == "event":
            self._name = value
        elif name == "id":
            self._id = value
        elif name == "data":
            self._data.append(value)
        return None

    def _end(self) -> ServerSentEvent | None:
        name, data = self._name or "message", "\n".join(self._data)
        complete = bool(self._data)
        self._name, self._data = "", []
        return ServerSentEvent(name, self._id, data) if complete else None
