from __future__ import annotations

import httpx
import pytest

from answers import CUT, error_event, event, ok, problem, progress, response, stream
from biom_client import APIError, Client, FileError, NetworkError, Progress, Result
from clients import Maker, Pieces
from test_process import Answers


def follow(client: Client) -> list[str]:
    """Stream a report, and return what was told of it."""
    return [e.stage if isinstance(e, Progress) else f"result without {e.withheld}" for e in client.stream(b"%PDF", filename="a.pdf")]


ACCEPTED, QUEUED = progress(1, "accepted", 0.05), progress(2, "queued", 0.1)
EXTRACTING, VALIDATING = progress(3, "extracting", 0.3, attempt=1), progress(4, "validating", 0.85)
DOUBTFUL = progress(4, "validating", 0.85, fields=["right_eye.AL"])
RESULT = event("result", 5, response())


def test_events(make: Maker) -> None:
    service = Answers(stream(ACCEPTED + QUEUED, ": heartbeat\n\n", event("news", 9, {}), EXTRACTING[:20], EXTRACTING[20:], VALIDATING, RESULT))
    events = list(make(service).stream(b"%PDF", filename="a.pdf"))
    assert [e.stage for e in events if isinstance(e, Progress)] == ["accepted", "queued", "extracting", "validating"]
    assert [e.id for e in events if isinstance(e, Progress)] == ["1", "2", "3", "4"]
    last = events[-1]
    assert isinstance(last, Result) and last.event_id == "5" and last.data["right_eye"]["AL"] == 23.83 and last.withheld == []
    assert b'name="stream"\r\n\r\ntrue' in service.requests[0].content
    assert service.requests[0].headers["Accept-Encoding"] == "identity"


def test_withheld(make: Maker) -> None:
    assert follow(make(Answers(stream(EXTRACTING, DOUBTFUL, RESULT))))[-1] == "result without ['right_eye.AL']"


def test_withheld_is_what_the_last_reading_left_in_doubt(make: Maker) -> None:
    again = progress(5, "extracting", 0.4, attempt=2)
    assert follow(make(Answers(stream(EXTRACTING, DOUBTFUL, again, RESULT))))[-1] == "result without []"


def test_a_refusal_before_the_stream(make: Maker) -> None:
    with pytest.raises(FileError):
        follow(make(Answers(problem(400, "FILE_VALIDATION_ERROR"))))


def test_an_error_on_the_stream(make: Maker) -> None:
    with pytest.raises(FileError) as caught:
        follow(make(Answers(stream(ACCEPTED, error_event(2, 400, "FILE_VALIDATION_ERROR", details={"reason": "damaged"})))))
    assert caught.value.status == 400 and caught.value.reason == "damaged"


def test_a_busy_service_is_asked_again(make: Maker, pauses: list[float]) -> None:
    busy = stream(ACCEPTED, error_event(2, 503, "INTERNAL_ERROR", retry_after=4))
    assert follow(make(Answers(problem(503, "INTERNAL_ERROR", retry_after="3"), busy, stream(ACCEPTED, QUEUED, RESULT)))) == [
        "accepted", "queued", "result without []"]
    assert pauses == [3, 4]


def test_a_service_that_stays_busy_is_given_up(make: Maker, pauses: list[float]) -> None:
    service = Answers(*[stream(ACCEPTED, error_event(2, 503, "INTERNAL_ERROR", retry_after=10)) for _ in range(200)])
    with pytest.raises(APIError):
        follow(make(service))
    assert 100 <= sum(pauses) <= 120


@pytest.mark.parametrize("cut", [CUT, ""])
def test_a_stream_that_breaks_is_repeated_under_its_key(make: Maker, pauses: list[float], cut: str | Exception) -> None:
    service = Answers(stream(ACCEPTED, QUEUED, cut), stream(ACCEPTED, QUEUED, EXTRACTING, DOUBTFUL, RESULT))
    assert follow(make(service)) == ["accepted", "queued", "extracting", "validating", "result without ['right_eye.AL']"]
    assert len({r.headers["Idempotency-Key"] for r in service.requests}) == 1 and len(pauses) == 1


def test_a_stream_of_a_job_is_continued(make: Maker, pauses: list[float]) -> None:
    service = Answers(stream(ACCEPTED, QUEUED, CUT, Location="/api/v1/biom/jobs/0a1b"), stream(EXTRACTING, CUT), stream(DOUBTFUL, RESULT))
    assert follow(make(service, api_key="biom_abc")) == ["accepted", "queued", "extracting", "validating", "result without ['right_eye.AL']"]
    _, second, third = service.requests
    assert second.method == "GET" and second.url.raw_path == b"/api/v1/biom/jobs/0a1b/events" and second.headers["Authorization"] == "Bearer biom_abc"
    assert second.headers["Last-Event-ID"] == "2" and third.headers["Last-Event-ID"] == "3"


def test_a_stream_that_never_tells_anything_is_given_up(make: Maker, pauses: list[float]) -> None:
    service = Answers(*[stream(CUT) for _ in range(30)])
    with pytest.raises(NetworkError):
        follow(make(service))
    assert 100 <= sum(pauses) <= 120


def test_a_stream_that_goes_on_may_break_often(make: Maker, pauses: list[float]) -> None:
    steps = [stream(progress(n, "extracting", 0.3 + n / 1000), CUT, Location="/api/v1/biom/jobs/0a1b") for n in range(300)]
    assert len(follow(make(Answers(*steps, stream(RESULT))))) == 301


def test_an_answer_that_is_no_stream(make: Maker) -> None:
    assert follow(make(Answers(ok(**{"X-Biom-Withheld": "left_eye.LT"})))) == ["result without ['left_eye.LT']"]


def test_who_leaves_closes_the_connection(make: Maker) -> None:
    body = Pieces(ACCEPTED, QUEUED, RESULT)
    events = make(Answers(httpx.Response(200, stream=body, headers={"Content-Type": "text/event-stream"}))).stream(b"%PDF", filename="a.pdf")
    assert isinstance(next(events), Progress) and not body.closed
    events.close()
    assert body.closed


def test_the_error_of_a_job_is_its_end(make: Maker, pauses: list[float]) -> None:
    with pytest.raises(APIError) as caught:
        list(make(Answers(stream(ACCEPTED, error_event(2, 503, "INTERNAL_ERROR", retry_after=1)))).events("0a1b"))
    assert caught.value.status == 503 and pauses == []


def test_events_after_the_last(make: Maker) -> None:
    service = Answers(httpx.Response(204))
    assert list(make(service).events("0a1b", after="7")) == [] and service.requests[0].headers["Last-Event-ID"] == "7"
