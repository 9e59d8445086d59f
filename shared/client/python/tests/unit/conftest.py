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
    """The pauses that the client makes, which take no time."""
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("biom_client._sync.sleep", pauses.append)
    monkeypatch.setattr("biom_client._async.sleep", pause)
    return pauses
