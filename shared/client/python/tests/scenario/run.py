"""Runs the steps of shared/client/scenario/scenario.json, as the README beside it says."""

from __future__ import annotations

import io
import json
import secrets
import zipfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from biom_client import APIError, BatchEvent, BiomError, Client, Event, Progress, Result
from clients import Maker
from expectations import at, check, filled

SAMPLES = Path(__file__).parents[5] / "testdata" / "samples"


class Run:
    """One run of the scenario with one kind of client."""

    def __init__(self, maker: Maker, url: str, keys: dict[str, str], documents: dict[str, Any]) -> None:
        self._maker = maker
        self._url = url
        self._keys = keys
        self._documents = documents
        self._saved: dict[str, Any] = {"run": secrets.token_hex(8)}

    def step(self, step: dict[str, Any]) -> None:
        client = self._maker.connect(self._url, api_key=self._keys[step["as"]] if "as" in step else None)
        arguments = filled(step.get("with", {}), self._saved)
        if "error" in step:
            with pytest.raises(BiomError) as caught:
                self._call(client, step["call"], arguments)
            outcome, expected = error(caught.value), step["error"]
        else:
            outcome, expected = self._call(client, step["call"], arguments), step["expect"]
        check(outcome, filled(expected, self._saved))
        for name, path in step.get("save", {}).items():
            self._saved[name] = at(outcome, path)

    def _call(self, client: Client, call: str, arguments: dict[str, Any]) -> Any:
        return getattr(self, "_" + call)(client, **arguments)

    def _file(self, upload: dict[str, Any], **options: Any) -> dict[str, Any]:
        """Return the arguments of an upload."""
        if "sample" in upload:
            return {"file": SAMPLES / upload["sample"], **options}
        if "document" in upload:
            content = json.dumps(self._documents[upload["document"]]).encode()
        elif "text" in upload:
            content = upload["text"].encode()
        else:
            content = b"%PDF-1.7\n".ljust(upload["size"], b"\0")
        return {"file": content, "filename": upload["filename"], **options}

    def _process(self, client: Client, **arguments: Any) -> Any:
        return result(client.process(**self._file(**arguments)))

    def _stream(self, client: Client, **arguments: Any) -> Any:
        return events(client.stream(**self._file(**arguments)))

    def _submit(self, client: Client, wait: int = 0, **arguments: Any) -> Any:
        job = client.submit(**self._file(**arguments))
        return client.wait(job["id"], wait) if wait else job

    def _job(self, client: Client, job: str) -> Any:
        return client.job(job)

    def _wait(self, client: Client, job: str) -> Any:
        return client.wait(job)

    def _result(self, client: Client, job: str) -> Any:
        return result(client.result(job))

    def _events(self, client: Client, job: str, after: str | None = None) -> Any:
        return events(client.events(job, after))

    def _cancel(self, client: Client, job: str) -> Any:
        client.cancel(job)
        return {}

    def _batch(self, client: Client, batch: str, **options: Any) -> Any:
        return client.batch(batch, **options)

    def _batch_jobs(self, client: Client, batch: str, limit: int) -> Any:
        return {"jobs": list(client.batch_jobs(batch, limit=limit))}

    def _batch_events(self, client: Client, batch: str, take: int) -> Any:
        stream = client.batch_events(batch)
        ended: Iterator[BatchEvent] = islice(stream, take)
        outcome = {"events": [{"event": "end", "id": e.id, "data": e.job} for e in ended]}
        stream.close()
        return outcome

    def _retrieve(self, client: Client, code: str) -> Any:
        return result(client.retrieve(code))

    def _export(self, client: Client, responses: list[dict[str, Any]], formats: list[Any]) -> Any:
        archive = client.export([(r["filename"], r["response"]) for r in responses], formats)
        return {"files": sorted(zipfile.ZipFile(io.BytesIO(archive)).namelist())}

    def _usage(self, client: Client) -> Any:
        return client.usage()


def result(result: Result) -> Any:
    return {"response": result.response, "withheld": result.withheld, "replayed": result.replayed}


def events(events: Iterable[Event]) -> Any:
    told: list[dict[str, Any]] = []
    withheld: list[str] | None = None
    for event in events:
        if isinstance(event, Progress):
            told.append({"event": "progress", "id": event.id, "data": event.data})
        else:
            told.append({"event": "result", "id": event.event_id, "data": event.response})
            withheld = event.withheld
    return {"events": told, "withheld": withheld}


def error(error: BiomError) -> Any:
    if not isinstance(error, APIError):
        return {}
    return {
        "status": error.status, "code": error.code, "request_id": error.request_id, "reason": error.reason, "faults": error.faults,
        "retry_after": error.retry_after,
    }
