from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

import biom_client
from answers import CUT, ok, problem
from biom_client import APIError, NetworkError
from clients import Maker


class Answers:
    """Answers requests in turn, and keeps them."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self._answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.requests.append(request)
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def test_form(make: Maker) -> None:
    service = Answers(ok())
    client = make(service, api_key="biom_abc", provider_key="vendor")
    result = client.process(b"%PDF", filename="C:\\Lovelace\\report.pdf", share=True, tier="slow", idempotency_key="mine", batch="monday", evidence=True)
    request, form = service.requests[0], service.requests[0].content
    assert (request.method, request.url.raw_path) == ("POST", b"/api/v1/biom/process")
    assert request.headers["Authorization"] == "Bearer biom_abc"
    assert request.headers["X-Provider-API-Key"] == "vendor"
    assert request.headers["Idempotency-Key"] == "mine"
    for part in (b'name="biompin"\r\n\r\ntrue', b'name="service_tier"\r\n\r\nslow', b'name="batch"\r\n\r\nmonday', b'name="evidence"\r\n\r\ntrue', b'filename="report.pdf"', b"%PDF"):
        assert part in form
    assert b"Lovelace" not in form and b"callback" not in form and b'name="stream"' not in form
    assert result.data["right_eye"]["AL"] == 23.83 and result.request_id == "r1" and result.share_code is None


def test_files(make: Maker, tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-on-disk")
    opened = io.BytesIO(b"%PDF-opened")
    service = Answers(ok(), ok(), ok())
    client = make(service)
    client.process(path)
    client.process(str(path))
    client.process(opened, filename="b.pdf")
    assert [b"%PDF-on-disk" in r.content and b'"a.pdf"' in r.content for r in service.requests] == [True, True, False]
    assert b"%PDF-opened" in service.requests[2].content
    with pytest.raises(ValueError, match="filename"):
        client.process(b"%PDF")
    with pytest.raises(TypeError, match="shares"):
        client.process(path, shares=True)  # type: ignore[call-arg]
    with path.open("rb") as file:
        assert biom_client._upload.read(file).filename == "a.pdf"


def test_what_the_headers_say(make: Maker) -> None:
    headers = {"X-Biom-Withheld": "right_eye.AL, left_eye.ACD", "Idempotency-Replayed": "true", "X-API-Key-Status": "invalid"}
    result = make(Answers(ok(**headers))).process(b"{}", filename="a.json")
    assert result.withheld == ["right_eye.AL", "left_eye.ACD"]
    assert result.replayed and result.key_status == "invalid"


def test_every_try_is_the_same_request(make: Maker, pauses: list[float]) -> None:
    service = Answers(CUT, problem(503, "INTERNAL_ERROR", retry_after="7"), ok())
    make(service).process(io.BytesIO(b"%PDF once"), filename="a.pdf")
    keys = {r.headers["Idempotency-Key"] for r in service.requests}
    assert len(service.requests) == 3 and len(keys) == 1 and len(keys.pop()) >= 22
    assert all(b"%PDF once" in r.content for r in service.requests)
    assert 0.5 <= pauses[0] <= 1 and pauses[1:] == [7]


def test_every_call_has_its_own_key(make: Maker) -> None:
    service = Answers(ok(), ok())
    client = make(service)
    for _ in range(2):
        client.process(b"%PDF", filename="a.pdf")
    assert len({r.headers["Idempotency-Key"] for r in service.requests}) == 2


@pytest.mark.parametrize(("answer", "again"), [
    (lambda: CUT, True),
    (lambda: httpx.ConnectError("refused"), True),
    (lambda: problem(429, "RATE_LIMIT_EXCEEDED", retry_after="60"), True),
    (lambda: problem(429, "RATE_LIMIT_EXCEEDED", retry_after="121"), False),  # longer than a client may wait
    (lambda: problem(503, "INTERNAL_ERROR", retry_after="1"), True),
    (lambda: httpx.Response(502, html="<p>bad gateway"), True),
    (lambda: httpx.Response(504, html="<p>gateway timeout"), True),
    (lambda: problem(504, "EXTRACTION_TIMEOUT"), False),  # the service's own, final word
    (lambda: problem(408, "HTTP_ERROR"), True),
    (lambda: problem(500, "EXTRACTION_FAILED"), False),
    (lambda: problem(422, "REQUEST_VALIDATION_ERROR"), False),
])
def test_what_is_tried_again(make: Maker, pauses: list[float], answer: Callable[[], httpx.Response | Exception], again: bool) -> None:
    service = Answers(*[answer(), ok()])
    client = make(service)
    if again:
        client.process(b"%PDF", filename="a.pdf")
    else:
        with pytest.raises(biom_client.APIError):
            client.process(b"%PDF", filename="a.pdf")
    assert len(pauses) == again


def test_pauses_double_and_end(make: Maker, pauses: list[float]) -> None:
    with pytest.raises(NetworkError):
        make(Answers(*[CUT] * 30)).process(b"%PDF", filename="a.pdf")
    assert all(min(2**n, 20) / 2 <= pause <= min(2**n, 20) for n, pause in enumerate(pauses)) and 100 <= sum(pauses) <= 120


def test_no_second_try(make: Maker, pauses: list[float]) -> None:
    with pytest.raises(NetworkError):
        make(Answers(CUT), retry_for=0).process(b"%PDF", filename="a.pdf")
    assert pauses == []


def test_retry_after_as_a_date(make: Maker, pauses: list[float]) -> None:
    date = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=30), usegmt=True)
    make(Answers(httpx.Response(503, headers={"Retry-After": date}), ok())).process(b"%PDF", filename="a.pdf")
    assert 25 < pauses[0] <= 30


FAULTS = [{"path": "data.right_eye.AL", "message": "must be between 14 and 40 mm"}]


@pytest.mark.parametrize(("status", "code", "details", "kind"), [
    (400, "FILE_VALIDATION_ERROR", {"reason": "damaged"}, biom_client.FileError),
    (422, "REQUEST_VALIDATION_ERROR", {"errors": FAULTS}, biom_client.ValidationError),
    (401, "HTTP_ERROR", None, biom_client.AuthenticationError),
    (404, "NOT_FOUND", None, biom_client.NotFoundError),
    (413, "PAYLOAD_TOO_LARGE", None, biom_client.PayloadTooLargeError),
    (429, "RATE_LIMIT_EXCEEDED", {"bucket": "biomai"}, biom_client.RateLimitError),
    (500, "EXTRACTION_FAILED", {"reason": "invalid_output"}, biom_client.ExtractionError),
    (504, "EXTRACTION_TIMEOUT", None, biom_client.ExtractionTimeoutError),
    (503, "INTERNAL_ERROR", None, biom_client.UnavailableError),
    (409, "HTTP_ERROR", None, biom_client.ConflictError),
    (500, "SOMETHING_NEW", None, APIError),
])
def test_errors(make: Maker, status: int, code: str, details: Any, kind: type[APIError]) -> None:
    answer = problem(status, code, details=details, retry_after="130")
    with pytest.raises(APIError) as caught:
        make(Answers(answer)).process(b"%PDF", filename="a.pdf")
    error = caught.value
    assert type(error) is kind and str(error) == f"{status} {code}: What was wrong."
    assert (error.status, error.code, error.request_id, error.retry_after) == (status, code, "r9", 130)
    assert error.faults == (FAULTS if status == 422 else [])
    assert error.reason == (details or {}).get("reason")


def test_errors_of_others(make: Maker) -> None:
    plain = httpx.Response(431, text="headers \x1b[31mtoo large\nmore")
    html = httpx.Response(403, html="<p>no")
    moved = httpx.Response(307, headers={"Location": "http://elsewhere.test/"})
    service = Answers(plain, html, moved)
    client = make(service)
    for message in ("431: headers [31mtoo large", "403: The server answered 403 Forbidden without", "307: The server answered with a redirect"):
        with pytest.raises(APIError) as caught:
            client.status()
        assert str(caught.value).startswith(message) and caught.value.code == ""
    assert len(service.requests) == 3


def test_an_answer_that_is_not_the_services(make: Maker) -> None:
    with pytest.raises(biom_client.BiomError, match="not the service's"):
        make(Answers(httpx.Response(200, html="<p>Please log in"))).status()


def test_other_routes(make: Maker) -> None:
    service = Answers(ok(), httpx.Response(200, content=b"PK"), httpx.Response(200, json={"success": True}), httpx.Response(200, json={"auth_type": "public"}))
    client = make(service, api_key="biom_abc", provider_key="vendor")
    assert client.retrieve("word-word-123456").request_id == "r1"
    assert client.export([("a.pdf", client_response())], ["csv"], failed=[("b.pdf", "damaged")], csv_bom=True) == b"PK"
    client.feedback("r1", "accurate")
    assert client.usage(validate=True)["auth_type"] == "public"
    retrieve, export, feedback, usage = service.requests
    assert retrieve.url.raw_path == b"/api/v1/biom/retrieve?biom_pin=word-word-123456" and "Authorization" in retrieve.headers
    assert json.loads(export.content) == {
        "responses": [{"filename": "a.pdf", "json_data": client_response()}], "formats": ["csv"],
        "failed": [{"filename": "b.pdf", "message": "damaged"}], "csv_bom": True,
    }
    assert json.loads(feedback.content) == {"request_id": "r1", "rating": "accurate"} and "Authorization" not in feedback.headers
    assert usage.url.raw_path == b"/api/v1/biom/usage?validate=true" and usage.headers["X-Provider-API-Key"] == "vendor"


def test_a_share_code_that_may_have_arrived_is_not_sent_again(make: Maker, pauses: list[float]) -> None:
    service = Answers(problem(503, "INTERNAL_ERROR", retry_after="1"), CUT)
    with pytest.raises(NetworkError):
        make(service).retrieve("word-word-123456")
    assert len(service.requests) == 2


def client_response() -> Any:
    return ok().json()


@pytest.mark.parametrize("url", ["localhost:8080", "ftp://localhost", "http://"])
def test_addresses(make: Maker, url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        make.connect(url)


def test_address_below_a_path(make: Maker) -> None:
    service = Answers(httpx.Response(200, json={}))
    make(service, base_url="https://clinic.test/biom/").status()
    assert service.requests[0].url.raw_path == b"/biom/api/v1/status"
