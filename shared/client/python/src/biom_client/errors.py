"""What goes wrong: every error of the client is a BiomError."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, cast

from .types import Fault


class BiomError(Exception):
    """The base of all errors of the client."""

    retry_after: float | None = None
    """In how many seconds the same request may succeed, if that was said."""

    @property
    def retryable(self) -> bool:
        """Whether the same request may succeed later. The client has tried that already."""
        return False


class NetworkError(BiomError):
    """No answer came, or it broke off. The service may have done the work all the same."""

    @property
    def retryable(self) -> bool:
        return True


class NotEndedError(BiomError, TimeoutError):
    """A job has not ended in the time that its caller wanted to wait. It goes on."""


class APIError(BiomError):
    """The service refused the request, or could not do it."""

    def __init__(
        self, status: int, message: str, *, code: str = "", request_id: str | None = None,
        details: Mapping[str, Any] | None = None, retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        """The HTTP status; of an error in a stream or a job, the status that the response would have had."""
        self.message = message
        """For people: what was wrong and what to do."""
        self.code = code
        """Stable, for programs; empty if something other than the service answered, such as a proxy."""
        self.request_id = request_id
        """To be named when the error is reported."""
        self.details = dict(details or {})
        self.retry_after = retry_after

    @property
    def faults(self) -> list[Fault]:
        """Every fault of a request that is not valid, with its path."""
        return cast("list[Fault]", self.details.get("errors") or [])

    @property
    def reason(self) -> str | None:
        """Why a document was not read, such as ``password_protected``."""
        return cast("str | None", self.details.get("reason"))

    @property
    def retryable(self) -> bool:
        # 502 and 504 with a code are the service's own, final word; without one they are a proxy's.
        return self.status in (408, 429, 503) or (self.status in (502, 504) and not self.code)

    def __str__(self) -> str:
        return " ".join(filter(None, [str(self.status), self.code])) + ": " + self.message


class FileError(APIError):
    """The file is empty, damaged, of no supported kind, or not what its extension says (400)."""


class ValidationError(APIError):
    """The form, the query or the document is not valid (422); ``faults`` has every fault."""


class AuthenticationError(APIError):
    """The route needs a service key (401)."""


class NotFoundError(APIError):
    """There is no such share, job, batch or extraction, or it has expired (404)."""


class ConflictError(APIError):
    """The extraction has another rating already (409)."""


class PayloadTooLargeError(APIError):
    """The file, the body or the number of reports is above its limit (413)."""


class RateLimitError(APIError):
    """A quota is used up (429); ``retry_after`` says until when."""


class ExtractionError(APIError):
    """The document was not read (500); ``reason`` says why."""


class ExtractionTimeoutError(APIError):
    """Reading the document took longer than the time limit (504)."""


class UnavailableError(APIError):
    """The service is busy or being restarted (502, 503, 504 of a proxy)."""


_BY_CODE: dict[str, type[APIError]] = {
    "FILE_VALIDATION_ERROR": FileError,
    "REQUEST_VALIDATION_ERROR": ValidationError,
    "RATE_LIMIT_EXCEEDED": RateLimitError,
    "EXTRACTION_FAILED": ExtractionError,
    "EXTRACTION_TIMEOUT": ExtractionTimeoutError,
    "NOT_FOUND": NotFoundError,
    "PAYLOAD_TOO_LARGE": PayloadTooLargeError,
}
_BY_STATUS: dict[int, type[APIError]] = {
    401: AuthenticationError, 404: NotFoundError, 409: ConflictError, 413: PayloadTooLargeError, 422: ValidationError, 429: RateLimitError,
    502: UnavailableError, 503: UnavailableError, 504: UnavailableError,
}


def from_problem(problem: Mapping[str, Any], status: int = 500, retry_after: float | None = None) -> APIError:
    """Return the error that the service's error body describes. That of a stream or a job has the status in itself."""
    status = problem.get("status") or status
    error: dict[str, Any] = problem.get("error") or {}
    code: str = error.get("code") or ""
    kind = _BY_CODE.get(code) or _BY_STATUS.get(status) or APIError
    return kind(
        status, error.get("message") or "The service gave no reason.", code=code, request_id=error.get("request_id"),
        details=error.get("details"), retry_after=problem.get("retry_after") or retry_after,
    )


def from_response(status: int, content_type: str, body: bytes, request_id: str | None, retry_after: float | None) -> APIError:
    """Return the error of a response, whoever it comes from."""
    try:
        problem = json.loads(body)
    except ValueError:
        problem = None
    if isinstance(problem, dict) and isinstance(problem.get("error"), dict):
        return from_problem(problem, status, retry_after)
    kind = _BY_STATUS.get(status) or APIError
    return kind(status, _foreign_message(status, content_type, body), request_id=request_id, retry_after=retry_after)


def _foreign_message(status: int, content_type: str, body: bytes) -> str:
    """Return a message for an answer without the service's error body, such as a proxy's."""
    if 300 <= status < 400:
        return "The server answered with a redirect, which is not followed because keys would go along: use the final address."
    lines = body.decode(errors="replace").strip().splitlines()
    if content_type.startswith("text/plain") and lines:
        return "".join(filter(str.isprintable, lines[0]))[:200]
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = ""
    return f"The server answered {status} {phrase}".rstrip() + " without the service's error body: something between may have answered in its place."
