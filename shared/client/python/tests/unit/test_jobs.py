from __future__ import annotations

from typing import Any

import httpx
import pytest

from answers import CUT, event, ok, problem, progress, response, stream
from biom_client import BiomError, ExtractionError, NotEndedError, Result
from clients import Maker
from test_process import Answers


def job(status: str, **more: Any) -> dict[str, Any]:
    return {"id": "0a1b", "status": status, "stage": "queued", "progress": 0.1, **more}


def test_submit(make: Maker, pauses: list[float]) -> None:
    service = Answers(CUT, httpx.Response(202, json=job("queued", queue_position=3)))
    assert make(service).submit(b"%PDF", filename="a.pdf", batch="monday")["id"] == "0a1b"
    assert [r.headers["Prefer"] for r in service.requests] == ["respond-async"] * 2
    assert len({r.headers["Idempotency-Key"] for r in service.requests}) == 1


def test_submit_to_a_service_without_jobs(make: Maker) -> None:
    with pytest.raises(BiomError, match="older"):
        make(Answers(ok())).submit(b"%PDF", filename="a.pdf")


def test_wait_asks_until_the_end(make: Maker, pauses: list[float]) -> None:
    service = Answers(*[httpx.Response(200, json=job(s)) for s in ("queued", "running", "failed")])
    assert make(service).wait("0a1b")["status"] == "failed"
    assert [r.url.raw_path for r in service.requests] == [b"/api/v1/biom/jobs/0a1b?wait=60"] * 3 and pauses == [1, 1]


def test_wait_with_a_timeout(make: Maker) -> None:
    service = Answers(httpx.Response(200, json=job("running")))
    assert make(service).wait("0a1b", timeout=0)["status"] == "running"
    assert service.requests[0].url.raw_path == b"/api/v1/biom/jobs/0a1b"


def test_result(make: Maker) -> None:
    ended = job("succeeded", response=response(), withheld=["right_eye.ACD"])
    result = make(Answers(httpx.Response(200, json=ended))).result("0a1b")
    assert result.data["right_eye"]["AL"] == 23.83 and result.withheld == ["right_eye.ACD"]


def test_result_of_a_job_that_failed(make: Maker) -> None:
    answer = problem(500, "EXTRACTION_FAILED", details={"reason": "invalid_output"}).json() | {"status": 500, "retry_after": 5}
    with pytest.raises(ExtractionError) as caught:
        make(Answers(httpx.Response(200, json=job("failed", problem=answer)))).result("0a1b")
    assert (caught.value.status, caught.value.reason, caught.value.retry_after) == (500, "invalid_output", 5)


def test_result_of_a_job_that_goes_on(make: Maker) -> None:
    with pytest.raises(NotEndedError):
        make(Answers(httpx.Response(200, json=job("running")))).result("0a1b", timeout=0)


def test_withheld_of_a_job_is_known_even_if_its_events_were_not_seen(make: Maker) -> None:
    ended = job("succeeded", response=response(), withheld=["right_eye.ACD"])
    service = Answers(stream(event("result", 6, response())), httpx.Response(200, json=ended))
    (last,) = make(service).events("0a1b", after="5")
    assert isinstance(last, Result) and last.withheld == ["right_eye.ACD"]


def test_ids_and_names_are_quoted(make: Maker) -> None:
    service = Answers(httpx.Response(204), httpx.Response(200, json={"jobs": []}))
    client = make(service)
    client.cancel("../x?y")
    client.batch("a/b", status="failed", limit=5, after="c=")
    assert service.requests[0].method == "DELETE" and service.requests[0].url.raw_path == b"/api/v1/biom/jobs/..%2Fx%3Fy"
    assert service.requests[1].url.raw_path == b"/api/v1/biom/batches/a%2Fb?status=failed&limit=5&after=c%3D"


def test_all_pages_of_a_batch(make: Maker) -> None:
    pages = [{"jobs": [{"id": "1"}, {"id": "2"}], "next": "c2"}, {"jobs": [{"id": "3"}]}]
    service = Answers(*[httpx.Response(200, json=page) for page in pages])
    assert [j["id"] for j in make(service).batch_jobs("monday", limit=2)] == ["1", "2", "3"]
    assert service.requests[1].url.params["after"] == "c2"


def test_events_of_a_batch_are_continued(make: Maker, pauses: list[float]) -> None:
    service = Answers(stream(event("end", 1, {"id": "a"}), CUT), stream(": heartbeat\n\n", event("end", 2, {"id": "b"})))
    events = make(service, api_key="biom_abc").batch_events("monday")
    assert [next(events).job["id"] for _ in range(2)] == ["a", "b"]
    events.close()
    assert service.requests[1].headers["Last-Event-ID"] == "1" and service.requests[1].url.raw_path == b"/api/v1/biom/batches/monday/events"


def test_a_job_that_was_cancelled_by_a_try_without_an_answer(make: Maker, pauses: list[float]) -> None:
    make(Answers(CUT, problem(404, "NOT_FOUND"))).cancel("0a1b")
