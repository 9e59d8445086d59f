"""Types of jobs and batches, until /openapi.json has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from .types import ErrorEvent, Stage, StandardAPIResponse

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class JobLinks(TypedDict):
    events: str
    result: str
    self: str


JobStatus = Literal["queued", "running", "succeeded", "failed"]


class Job(TypedDict):
    batch: NotRequired[str]
    created: str
    ended: NotRequired[str]
    expires: str
    filename: str
    id: str
    links: JobLinks
    problem: NotRequired[ErrorEvent]
    progress: float
    queue_position: NotRequired[int]
    response: NotRequired[StandardAPIResponse]
    stage: Stage
    status: JobStatus
    withheld: NotRequired[list[str]]


class Counts(TypedDict):
    failed: int
    queued: int
    running: int
    succeeded: int


class BatchJobLinks(TypedDict):
    events: str
    result: str
    self: str


class BatchJob(TypedDict):
    created: str
    ended: NotRequired[str]
    filename: str
    http_status: NotRequired[int]
    id: str
    links: BatchJobLinks
    status: JobStatus


class Batch(TypedDict):
    batch: str
    counts: Counts
    jobs: list[BatchJob]
    next: NotRequired[str]
    total: int
