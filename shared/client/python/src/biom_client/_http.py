"""How a request of a flow becomes one of httpx, for both clients."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Union

import httpx

from ._actions import Request
from .errors import NetworkError


def address(base_url: str) -> str:
    """Return the address without a slash at its end, or raise ValueError if it is none."""
    url = httpx.URL(base_url)
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError("base_url must be an address such as http://localhost:8080")
    return base_url.rstrip("/")


def prepare(http: Union[httpx.Client, httpx.AsyncClient], base: str, request: Request) -> httpx.Request:
    upload = request.upload
    prepared = http.build_request(
        request.method, base + request.path, params=dict(request.params) or None, headers=dict(request.headers), json=request.json,
        data=upload.fields if upload else None,
        files={"file": (upload.filename, upload.content, "application/octet-stream")} if upload else None,
        timeout=httpx.Timeout(request.timeout, connect=10.0, pool=None),
    )
    prepared.url = _QuietURL(prepared.url)
    return prepared


class _QuietURL(httpx.URL):
    """A URL that is sent as it is, but written to logs without its path and query: share codes and the IDs of jobs are secrets."""

    def __str__(self) -> str:
        return str(httpx.URL(scheme=self.scheme, host=self.host, port=self.port, path="/…"))


@contextmanager
def translated() -> Iterator[None]:
    """Raise NetworkError for what httpx raises if there is no answer."""
    try:
        yield
    except httpx.RequestError as error:
        raise NetworkError(f"There was no answer: {type(error).__name__} {error}".rstrip()) from error
