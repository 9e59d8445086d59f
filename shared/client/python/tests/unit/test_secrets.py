"""Keys, share codes and the IDs of jobs are secrets; what a report says is private."""

from __future__ import annotations

import logging

import httpx
import pytest

from answers import ok, progress, response, stream
from biom_client import APIError, Client, Result
from clients import Maker
from test_process import Answers

SECRETS = ("biom_abc", "vendor-key", "word-word-123456", "0a1b2c", "23.83")


def test_logs(make: Maker, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    service = Answers(ok(), ok(), httpx.Response(200, json={"status": "queued"}), stream(progress(1, "accepted", 0.05)))
    client = make(service, api_key="biom_abc", provider_key="vendor-key")
    client.process(b"%PDF", filename="a.pdf")
    client.retrieve("word-word-123456")
    client.job("0a1b2c")
    next(client.events("0a1b2c"))
    assert not [s for s in SECRETS if s in caplog.text]


def test_errors(make: Maker) -> None:
    echo = httpx.Response(400, text="bad header Bearer biom_abc")
    with pytest.raises(APIError) as caught:
        make(Answers(echo), api_key="biom_abc").status()
    assert str(caught.value) == "400: bad header Bearer (a key)"


def test_representations() -> None:
    client = Client(api_key="biom_abc")
    client.close()
    text = repr(client) + repr(vars(client)) + repr(Result(response(), []))  # type: ignore[arg-type]
    assert "biom_abc" not in repr(client) and "23.83" not in text
