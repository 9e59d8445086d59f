"""A proxy that cuts connections."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit


class Cutter(ThreadingTCPServer):
    """Stands before a service. The answers on the first connections are cut, each after so many events."""

    def __init__(self, url: str, *limits: int) -> None:
        super().__init__(("127.0.0.1", 0), Connection)
        self.service = urlsplit(url).hostname, urlsplit(url).port or 80
        self.limits = list(limits)
        self.cuts = 0
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Connection(BaseRequestHandler):
    server: Cutter

    def handle(self) -> None:
        limit = self.server.limits.pop(0) if self.server.limits else None
        with socket.create_connection(self.server.service) as service:
            upwards = threading.Thread(target=copy, args=(self.request, service, None))
            upwards.start()
            self.server.cuts += copy(service, self.request, limit)
            upwards.join()


def copy(source: socket.socket, sink: socket.socket, limit: int | None) -> bool:
    """Copy until the end, or until so many events were copied; then both connections end. Report whether they were cut."""
    sent, cut = b"", False
    with suppress(OSError):  # the other direction has ended
        while not cut and (piece := source.recv(65536)):
            ends = [found.end() for found in re.finditer(rb"\n\n", sent + piece)]
            cut = limit is not None and len(ends) > limit
            sink.sendall(piece[:max(0, ends[limit] - len(sent) - 1)] if cut and limit is not None else piece)
            sent += piece
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    return cut
