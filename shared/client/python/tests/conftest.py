from __future__ import annotations

from collections.abc import Iterator

import pytest

from clients import Maker


@pytest.fixture(params=["sync", "async"])
def make(request: pytest.FixtureRequest) -> Iterator[Maker]:
    maker = Maker(request.param)
    yield maker
    maker.end()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the client makes. They take no time but on its clock."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("biom_client._retry.monotonic", lambda: sum(pauses))
    monkeypatch.setattr("biom_client._sync.sleep", pauses.append)
    monkeypatch.setattr("biom_client._async.sleep", pause)
    return pauses
