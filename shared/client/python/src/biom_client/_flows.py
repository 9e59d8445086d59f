"""The calls of the API, and when they are tried again."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast
from urllib.parse import quote

from . import errors
from ._actions import Emit, Flow, Open, Read, Reply, Request, Send, Sleep, parsed
from ._retry import Retries
from ._sse import ServerSentEvent
from ._stream import Stream
from ._upload import Upload
from .results import BatchEvent, Progress, Result
from .types import Batch, Format, Health, Job, ProgressEvent, Rating, StandardAPIResponse, Status, Usage

_API = "/api/v1"
_LONGEST_WAIT = 60  # that the service allows for a long poll, in seconds


class Flows:
    """The calls of the API as flows."""

    def __init__(self, api_key: str | None, provider_key: str | None, retry_for: float, timeout: float) -> None:
        self._key = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._provider_key = {"X-Provider-API-Key": provider_key} if provider_key else {}
        self._secrets = [key.encode() for key in (api_key, provider_key) if key]
        self._retry_for = retry_for
        self._timeout = timeout

    def process(self, upload: Upload) -> Flow[Result]:
        return self._response((yield from self._call(self._upload(upload))))

    def stream(self, upload: Upload) -> Flow[None]:
        upload = upload._replace(fields={**upload.fields, "stream": "true"})
        yield from self._follow(self._stream(self._upload(upload)))

    def _follow(self, stream: Stream, job_id: str | None = None) -> Flow[None]:
        """Emit the progress and the result of a report."""
        partial = stream.last_id is not None
        while event := (yield from self._next(stream)):
            if event.name == "progress":
                progress = cast(ProgressEvent, parsed(event.data))
                if stream.is_new(progress):
                    yield Emit(Progress(event.id, progress))
            elif event.name == "result":
                stream.ended = True
                withheld = stream.reply.withheld or stream.doubtful
                if partial and job_id:  # the event that names them may be one that was not seen
                    withheld = (yield from self.job(job_id)).get("withheld", [])
                yield Emit(_result(parsed(event.data), stream.reply, withheld, event.id))
            elif event.name == "error":
                error = errors.from_problem(parsed(event.data))
                if stream.continues:
                    raise error  # it is the end of a job
                yield from self._again(stream, error)

    def submit(self, upload: Upload) -> Flow[Job]:
        request = self._upload(upload)
        reply = yield from self._call(replace(request, headers={**request.headers, "Prefer": "respond-async"}))
        if reply.status != 202:
            raise errors.BiomError("The service has no jobs: it is older than this client.")
        return cast(Job, parsed(reply.body))

    def job(self, job_id: str, wait: int = 0) -> Flow[Job]:
        params = {"wait": str(wait)} if wait else {}
        return cast(Job, (yield from self._get(_job_path(job_id), params, self._key, 30.0 + wait)))

    def wait(self, job_id: str, timeout: float | None) -> Flow[Job]:
        deadline = math.inf if timeout is None else time.monotonic() + timeout
        while True:
            left = max(0.0, deadline - time.monotonic())
            job = yield from self.job(job_id, math.ceil(min(left, _LONGEST_WAIT)))
            if job["status"] in ("succeeded", "failed") or time.monotonic() >= deadline:
                return job
            yield Sleep(1.0)

    def result(self, job_id: str, timeout: float | None) -> Flow[Result]:
        job = yield from self.wait(job_id, timeout)
        if "problem" in job:
            raise errors.from_problem(job["problem"])
        if "response" not in job:
            raise errors.NotEndedError(f"The job has not ended after {timeout} seconds.")
        return Result(job["response"], job.get("withheld", []))

    def events(self, job_id: str, after: str | None) -> Flow[None]:
        yield from self._follow(self._stream(self._job_events(job_id), continues=True, after=after), job_id)

    def cancel(self, job_id: str) -> Flow[None]:
        yield from self._call(Request("DELETE", _API + _job_path(job_id), headers=self._key))

    def batch(self, name: str, status: str | None, limit: int | None, after: str | None) -> Flow[Batch]:
        params = {"status": status, "limit": str(limit or ""), "after": after}
        given = {key: value for key, value in params.items() if value}
        return cast(Batch, (yield from self._get(_batch_path(name), given, self._key)))

    def batch_jobs(self, name: str, status: str | None, limit: int | None) -> Flow[None]:
        after: str | None = None
        while True:
            page = yield from self.batch(name, status, limit, after)
            for job in page["jobs"]:
                yield Emit(job)
            after = page.get("next")
            if not after:
                return

    def batch_events(self, name: str, after: str | None) -> Flow[None]:
        request = Request("GET", f"{_API}{_batch_path(name)}/events", headers=self._key)
        stream = self._stream(request, continues=True, after=after)
        while event := (yield from self._next(stream)):
            if event.name == "end":
                stream.retries.succeeded()
                yield Emit(BatchEvent(event.id, parsed(event.data)))

    def retrieve(self, code: str) -> Flow[Result]:
        request = Request("GET", f"{_API}/biom/retrieve", {"biom_pin": code}, self._key, once=True)  # each wrong code counts
        return self._response((yield from self._call(request)))

    def export(
        self, responses: Iterable[tuple[str, StandardAPIResponse]], formats: Iterable[Format] | None,
        failed: Iterable[tuple[str, str]] = (), csv_bom: bool = False,
    ) -> Flow[bytes]:
        body: dict[str, Any] = {"responses": [{"filename": name, "json_data": response} for name, response in responses]}
        if formats is not None:
            body["formats"] = list(formats)
        if listed := [{"filename": name, "message": message} for name, message in failed]:
            body["failed"] = listed
        if csv_bom:
            body["csv_bom"] = True
        reply = yield from self._call(Request("POST", f"{_API}/biom/export", json=body, timeout=self._timeout))
        return reply.body

    def feedback(self, request_id: str, rating: Rating) -> Flow[None]:
        yield from self._call(Request("POST", f"{_API}/biom/feedback", json={"request_id": request_id, "rating": rating}))

    def usage(self, validate: bool) -> Flow[Usage]:
        params = {"validate": "true"} if validate else {}
        return cast(Usage, (yield from self._get("/biom/usage", params, {**self._key, **self._provider_key})))

    def status(self) -> Flow[Status]:
        return cast(Status, (yield from self._get("/status")))

    def health(self) -> Flow[Health]:
        return cast(Health, (yield from self._get("/health")))

    def _get(self, path: str, params: Mapping[str, str] = {}, headers: Mapping[str, str] = {}, timeout: float = 30.0) -> Flow[Any]:
        reply = yield from self._call(Request("GET", _API + path, params, headers, timeout=timeout))
        return parsed(reply.body)

    def _upload(self, upload: Upload) -> Request:
        headers = {**self._key, **self._provider_key, "Idempotency-Key": upload.idempotency_key}
        return Request("POST", f"{_API}/biom/process", headers=headers, upload=upload, timeout=self._timeout)

    def _job_events(self, job_id: str) -> Request:
        return Request("GET", f"{_API}{_job_path(job_id)}/events", headers=self._key)

    def _stream(self, request: Request, *, continues: bool = False, after: str | None = None) -> Stream:
        return Stream(request, Retries(self._retry_for), continues=continues, after=after)

    def _call(self, request: Request) -> Flow[Reply]:
        """Send a request until there is an answer that is no error, or an error that is final."""
        retries = Retries(self._retry_for)
        while True:
            try:
                reply = cast(Reply, (yield Send(request)))
                if reply.status < 300:
                    return reply
                if reply.status == 404 and request.method == "DELETE" and retries.failures:
                    return reply  # the try without an answer did it
                raise self._error(reply)
            except errors.BiomError as error:
                if request.once and isinstance(error, errors.NetworkError):
                    raise
                pause = retries.pause(error)
            yield Sleep(pause)

    def _next(self, stream: Stream) -> Flow[ServerSentEvent | None]:
        """Return the next event of a stream, which is opened again when it breaks; None at its end."""
        while not stream.events:
            if stream.ended:
                return None
            try:
                yield from (self._read(stream) if stream.is_open else self._open(stream))
            except errors.BiomError as error:
                yield from self._again(stream, error)
        return stream.take()

    def _open(self, stream: Stream) -> Flow[None]:
        reply = cast(Reply, (yield Open(stream.request())))
        if reply.status >= 300:
            raise self._error(reply)
        stream.opened(reply)
        if location := reply.headers.get("Location"):
            stream.continue_with(self._job_events(location.rpartition("/")[2]))

    def _read(self, stream: Stream) -> Flow[None]:
        piece = cast(bytes, (yield Read()))
        if not piece:
            raise errors.NetworkError("The connection ended before the result came.")
        stream.feed(piece)

    def _again(self, stream: Stream, error: errors.BiomError) -> Flow[None]:
        """Wait until a stream may be opened again after an error, or raise the error."""
        pause = stream.retries.pause(error)
        stream.broken()
        yield Sleep(pause)

    def _response(self, reply: Reply) -> Result:
        return _result(parsed(reply.body), reply, reply.withheld)

    def _error(self, reply: Reply) -> errors.APIError:
        body = reply.body
        for secret in self._secrets:  # a proxy might repeat what it was sent
            body = body.replace(secret, b"(a key)")
        return errors.from_response(
            reply.status, reply.headers.get("Content-Type", ""), body, reply.headers.get("X-Request-ID"),
            reply.retry_after,
        )


def _result(response: StandardAPIResponse, reply: Reply, withheld: list[str], event_id: str | None = None) -> Result:
    headers = reply.headers
    return Result(response, withheld, headers.get("Idempotency-Replayed") == "true", headers.get("X-API-Key-Status"), event_id)


def _job_path(job_id: str) -> str:
    return "/biom/jobs/" + quote(job_id, safe="")


def _batch_path(name: str) -> str:
    return "/biom/batches/" + quote(name, safe="")
