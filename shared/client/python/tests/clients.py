"""Clients of both kinds for the tests, in one form."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, cast

import httpx

from biom_client import AsyncClient, Client

Handler = Callable[[httpx.Request], httpx.Response]


class Blocking:
    """An AsyncClient with the manners of Client, so that the same tests hold for both."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._loop = asyncio.new_event_loop()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._client, name)

        def call(*args: Any, **options: Any) -> Any:
            outcome = method(*args, **options)
            return self._loop.run_until_complete(outcome) if inspect.isawaitable(outcome) else self._items(outcome)

        return call

    def _items(self, items: Any) -> Iterator[Any]:
        end = object()
        try:
            while (item := self._loop.run_until_complete(anext(items, end))) is not end:
                yield item
        finally:
            self._loop.run_until_complete(items.aclose())

    def end(self) -> None:
        self._loop.run_until_complete(self._client.close())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


class Maker:
    """Makes clients of one kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._ends: list[Callable[[], None]] = []

    def connect(self, base_url: str, **options: Any) -> Client:
        """Return a client of a running service."""
        return self._adapted(options | {"base_url": base_url})

    def __call__(self, handler: Handler, **options: Any) -> Client:
        """Return a client whose requests are answered by the handler."""
        transport = httpx.MockTransport(handler)
        http = httpx.Client(transport=transport) if self.kind == "sync" else httpx.AsyncClient(transport=transport)
        return self._adapted({"base_url": "http://biom.test", "http": http} | options)

    def _adapted(self, options: dict[str, Any]) -> Client:
        if self.kind == "sync":
            client = Client(**options)
            self._ends.append(client.close)
            return client
        adapter = Blocking(AsyncClient(**options))
        self._ends.append(adapter.end)
        return cast(Client, adapter)

    def end(self) -> None:
        for end in self._ends:
            end()


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that arrives in pieces, and may break off: an exception among the pieces is raised."""

    def __init__(self, *pieces: str | Exception) -> None:
        self._pieces = pieces
        self.closed = False

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            if isinstance(piece, Exception):
                raise piece
            yield piece.encode()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece

    def close(self) -> None:
        self.closed = True

    async def aclose(self) -> None:
        self.closed = True
