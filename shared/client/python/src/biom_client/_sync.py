"""The client for ordinary programs."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from time import sleep
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


class Client:
    """A client of biom. It may be used by several threads; close it, or use it in ``with``.

    Every call raises ``APIError`` if the service refuses it or fails, and ``NetworkError`` if there is no answer.
    """

    def __init__(
        self, base_url: str = "http://localhost:8080", *, api_key: str | None = None, provider_key: str | None = None,
        retry_for: float = 120.0, timeout: float = 660.0, http: httpx.Client | None = None,
    ) -> None:
        """Make a client.

        base_url: the address of the service.
        api_key: a service key, for the limits of its user; without one the public limits hold.
        provider_key: your own key at a model's vendor, for PDFs and images.
        retry_for: for how many seconds from its first failure a request is sent again: when there was no answer, and after 408, 429, 502, 503 and
            504, unless the service says itself that this is no use. Each try comes after as many seconds as ``Retry-After`` says, or else after a
            pause that doubles. All tries of an upload have the same idempotency key, so that it is read, and charged, once. 0: no second try.
        timeout: for how many seconds an upload may go without an answer. A slow extraction may take ten minutes.
        http: an httpx.Client of yours, with proxies or certificates; you close it. Otherwise the client has its own.
        """
        self._address = address(base_url)
        self._flows = Flows(api_key, provider_key, retry_for, timeout)
        self._http = http or httpx.Client()
        self._owned = http is None

    def close(self) -> None:
        """Close the connections."""
        if self._owned:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def process(self, file: File, **options: Unpack[UploadOptions]) -> Result:
        """Send a report, and return what was read."""
        return self._run(self._flows.process(_upload.read(file, **options)))

    def stream(self, file: File, **options: Unpack[UploadOptions]) -> Generator[Event, None, None]:
        """Send a report, and iterate over its Progress up to the Result."""
        return self._iterate(self._flows.stream(_upload.read(file, **options)))

    def submit(self, file: File, **options: Unpack[UploadOptions]) -> Job:
        """Send a report, and return the job that reads it, as soon as it is accepted."""
        return self._run(self._flows.submit(_upload.read(file, **options)))

    def job(self, job_id: str) -> Job:
        """Return how a job stands. One that failed is no error here: it has ``problem``."""
        return self._run(self._flows.job(job_id))

    def wait(self, job_id: str, timeout: float | None = None) -> Job:
        """Return a job when it has ended, however it ended; or as it stands after so many seconds."""
        return self._run(self._flows.wait(job_id, timeout))

    def result(self, job_id: str, timeout: float | None = None) -> Result:
        """Wait for the end of a job, and return what was read. A job that failed raises the error that the upload would have raised."""
        return self._run(self._flows.result(job_id, timeout))

    def events(self, job_id: str, after: str | None = None) -> Generator[Event, None, None]:
        """Iterate over the Progress of a job up to its Result: from the beginning, or after the event with the given ID."""
        return self._iterate(self._flows.events(job_id, after))

    def cancel(self, job_id: str) -> None:
        """Stop a job if it has not ended, and forget its result."""
        self._run(self._flows.cancel(job_id))

    def batch(self, name: str, *, status: str | None = None, limit: int | None = None, after: str | None = None) -> Batch:
        """Return how a batch stands, and a page of its jobs; ``next`` is where the next page begins. Needs a service key."""
        return self._run(self._flows.batch(name, status, limit, after))

    def batch_jobs(self, name: str, *, status: str | None = None, limit: int | None = None) -> Generator[BatchJob, None, None]:
        """Iterate over all jobs of a batch, page by page. Needs a service key."""
        return self._iterate(self._flows.batch_jobs(name, status, limit))

    def batch_events(self, name: str, after: str | None = None) -> Generator[BatchEvent, None, None]:
        """Iterate over the reports of a batch that have ended, and over those that end; leave the loop when you have seen enough. Needs a service key."""
        return self._iterate(self._flows.batch_events(name, after))

    def retrieve(self, code: str) -> Result:
        """Return what was shared under a share code. The third wrong number destroys the share, so the request is not sent again when it may have arrived."""
        return self._run(self._flows.retrieve(code))

    def export(
        self, responses: Iterable[tuple[str, StandardAPIResponse]], formats: Iterable[Format] | None = None,
        *, failed: Iterable[tuple[str, str]] = (), csv_bom: bool = False,
    ) -> bytes:
        """Return a ZIP of responses, each given with the name of its file, as ``csv``, ``xlsx`` and ``json``.

        ``failed`` are files that were not read, each with the reason: the archive lists them. ``csv_bom`` puts a byte order mark before the
        tables in CSV, without which Excel does not read them as UTF-8.
        """
        return self._run(self._flows.export(responses, formats, failed, csv_bom))

    def feedback(self, request_id: str, rating: Rating) -> None:
        """Say whether a document was read right. The first rating stays."""
        self._run(self._flows.feedback(request_id, rating))

    def usage(self, *, validate: bool = False) -> Usage:
        """Return what was used of each quota. With validate, the provider key is shown to its vendor."""
        return self._run(self._flows.usage(validate))

    def status(self) -> Status:
        """Return name, version and model of the service."""
        return self._run(self._flows.status())

    def health(self) -> Health:
        """Return whether provider and database answer."""
        return self._run(self._flows.health())

    def _run(self, flow: Flow[T]) -> T:
        ended, value = _Driver(self._http, self._address, flow).advance()
        assert ended, "the flow has items"
        return cast(T, value)

    def _iterate(self, flow: Flow[None]) -> Generator[Any, None, None]:
        driver = _Driver(self._http, self._address, flow)
        try:
            while True:
                ended, item = driver.advance()
                if ended:
                    return
                yield item
        finally:
            driver.close()


class _Driver:
    """Performs the actions of one flow."""

    def __init__(self, http: httpx.Client, address: str, flow: Flow[Any]) -> None:
        self._http = http
        self._address = address
        self._flow = flow
        self._stream: httpx.Response | None = None
        self._pieces: Iterator[bytes] = iter(())

    def advance(self) -> tuple[bool, Any]:
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
                resume, outcome = self._flow.send, self._perform(action)
            except NetworkError as error:
                resume, outcome = self._flow.throw, error

    def _perform(self, action: Action) -> Reply | bytes | None:
        with translated():
            match action:
                case Send(request):
                    response = self._http.send(prepare(self._http, self._address, request), follow_redirects=False)
                    return Reply(response.status_code, response.headers, response.content)
                case Open(request):
                    self.close()
                    response = self._http.send(prepare(self._http, self._address, request), follow_redirects=False, stream=True)
                    reply = Reply(response.status_code, response.headers, b"")
                    if reply.is_stream:
                        self._stream, self._pieces = response, response.iter_bytes()
                        return reply
                    return replace(reply, body=response.read())
                case Read():
                    return next(self._pieces, b"")
                case Sleep(seconds):
                    sleep(seconds)
        return None

    def close(self) -> None:
        """Leave the stream."""
        if self._stream:
            self._stream.close()
