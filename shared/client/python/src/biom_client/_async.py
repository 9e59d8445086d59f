"""The client for programs with asyncio. Its methods are those of Client."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import httpx

from . import _upload
from ._actions import Action, Emit, Flow, Open, Read, Reply, Send, Sleep
from ._flows import Flows
from ._http import address, prepare, translated
from ._upload import File, UploadOptions
from .errors import NetworkError
from .results import BatchEvent, Event, Result
from .types import Batch, BatchJob, Format, Health, Job, Rating, StandardAPIResponse, Status, Usage

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")


class AsyncClient:
    """The same as Client, for asyncio: what returns something there is awaited here, and what iterates there is for ``async for``."""

    def __init__(
        self, base_url: str = "http://localhost:8080", *, api_key: str | None = None, provider_key: str | None = None,
        retry_for: float = 120.0, timeout: float = 660.0, http: httpx.AsyncClient | None = None,
    ) -> None:
        self._address = address(base_url)
        self._flows = Flows(api_key, provider_key, retry_for, timeout)
        self._http = http or httpx.AsyncClient()
        self._owned = http is None

    async def close(self) -> None:
        if self._owned:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def process(self, file: File, **options: Unpack[UploadOptions]) -> Result:
        return await self._run(self._flows.process(_upload.read(file, **options)))

    def stream(self, file: File, **options: Unpack[UploadOptions]) -> AsyncGenerator[Event, None]:
        return self._iterate(self._flows.stream(_upload.read(file, **options)))

    async def submit(self, file: File, **options: Unpack[UploadOptions]) -> Job:
        return await self._run(self._flows.submit(_upload.read(file, **options)))

    async def job(self, job_id: str) -> Job:
        return await self._run(self._flows.job(job_id))

    async def wait(self, job_id: str, timeout: float | None = None) -> Job:
        return await self._run(self._flows.wait(job_id, timeout))

    async def result(self, job_id: str, timeout: float | None = None) -> Result:
        return await self._run(self._flows.result(job_id, timeout))

    def events(self, job_id: str, after: str | None = None) -> AsyncGenerator[Event, None]:
        return self._iterate(self._flows.events(job_id, after))

    async def cancel(self, job_id: str) -> None:
        await self._run(self._flows.cancel(job_id))

    async def batch(self, name: str, *, status: str | None = None, limit: int | None = None, after: str | None = None) -> Batch:
        return await self._run(self._flows.batch(name, status, limit, after))

    def batch_jobs(self, name: str, *, status: str | None = None, limit: int | None = None) -> AsyncGenerator[BatchJob, None]:
        return self._iterate(self._flows.batch_jobs(name, status, limit))

    def batch_events(self, name: str, after: str | None = None) -> AsyncGenerator[BatchEvent, None]:
        return self._iterate(self._flows.batch_events(name, after))

    async def retrieve(self, code: str) -> Result:
        return await self._run(self._flows.retrieve(code))

    async def export(
        self, responses: Iterable[tuple[str, StandardAPIResponse]], formats: Iterable[Format] | None = None,
        *, failed: Iterable[tuple[str, str]] = (), csv_bom: bool = False,
    ) -> bytes:
        return await self._run(self._flows.export(responses, formats, failed, csv_bom))

    async def feedback(self, request_id: str, rating: Rating) -> None:
        await self._run(self._flows.feedback(request_id, rating))

    async def usage(self, *, validate: bool = False) -> Usage:
        return await self._run(self._flows.usage(validate))

    async def status(self) -> Status:
        return await self._run(self._flows.status())

    async def health(self) -> Health:
        return await self._run(self._flows.health())

    async def _run(self, flow: Flow[T]) -> T:
        ended, value = await _Driver(self._http, self._address, flow).advance()
        assert ended, "the flow has items"
        return cast(T, value)

    async def _iterate(self, flow: Flow[None]) -> AsyncGenerator[Any, None]:
        driver = _Driver(self._http, self._address, flow)
        try:
            while True:
                ended, item = await driver.advance()
                if ended:
                    return
                yield item
        finally:
            await driver.close()


class _Driver:
    """Performs the actions of one flow."""

    def __init__(self, http: httpx.AsyncClient, address: str, flow: Flow[Any]) -> None:
        self._http = http
        self._address = address
        self._flow = flow
        self._stream: httpx.Response | None = None
        self._pieces: AsyncIterator[bytes]

    async def advance(self) -> tuple[bool, Any]:
        """Perform actions until the flow ends, and return (True, its value), or emits an item: (False, the item)."""
        resume: Callable[[Any], Action] = self._flow.send
        outcome: Any = None
        while True:
            try:
                action = resume(outcome)
            except StopIteration as end:
                return True, end.value
            if isinstance(action, Emit):
                return False, action.item
            try:
                resume, outcome = self._flow.send, await self._perform(action)
            except NetworkError as error:
                resume, outcome = self._flow.throw, error

    async def _perform(self, action: Action) -> Reply | bytes | None:
        with translated():
            match action:
                case Send(request):
                    response = await self._http.send(prepare(self._http, self._address, request), follow_redirects=False)
                    return Reply(response.status_code, response.headers, response.content)
                case Open(request):
                    await self.close()
                    response = await self._http.send(prepare(self._http, self._address, request), follow_redirects=False, stream=True)
                    reply = Reply(response.status_code, response.headers, b"")
                    if reply.is_stream:
                        self._stream, self._pieces = response, response.aiter_bytes()
                        return reply
                    return replace(reply, body=await response.aread())
                case Read():
                    return await anext(self._pieces, b"")
                case Sleep(seconds):
                    await sleep(seconds)
        return None

    async def close(self) -> None:
        """Leave the stream."""
        if self._stream:
            await self._stream.aclose()
