"""Types of batches, until /openapi.json has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from .types import JobStatus

if TYPE_CHECKING:
    from typing_extensions import NotRequired


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
