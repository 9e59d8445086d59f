"""What the client returns beside the types of the API."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Union

from .types import BatchJob, BiometryReport, ProgressEvent, StandardAPIResponse


@dataclass(frozen=True)
class Result:
    """A report that was read, validated or retrieved."""

    response: StandardAPIResponse = field(repr=False)
    """The answer as the service sent it. It can be saved as JSON and uploaded again."""

    withheld: list[str]
    """Paths, such as ``right_eye.AL``, of values that were read, are in doubt, and therefore are None in the report. A share does not keep them."""

    replayed: bool = False
    """Whether the answer is that of an earlier request with the same idempotency key."""

    key_status: str | None = None
    """``invalid`` if the service does not know the service key, so that the request counted as a public one; ``unknown`` if it could not be checked."""

    event_id: str | None = None
    """Of the last event of a stream: its ID."""

    @property
    def data(self) -> BiometryReport:
        """The report: ``result.data["right_eye"]["AL"]`` is a number of millimetres, or None."""
        return self.response["data"]

    @property
    def request_id(self) -> str:
        """The ID of the request, to be named when something is reported."""
        return self.response["metadata"]["request_id"]

    @property
    def share_code(self) -> str | None:
        """The share code, if one was asked for and could be made."""
        share = self.response["biompin"]
        return share["pin"] if share else None


@dataclass(frozen=True)
class Progress:
    """A step in the work on a report."""

    id: str | None
    """The ID of the event in its stream."""

    data: ProgressEvent

    @property
    def stage(self) -> str:
        """accepted, queued, preparing, extracting, validating, sharing."""
        return self.data["stage"]

    @property
    def progress(self) -> float:
        """How much of the work is done: 0 to 1."""
        return self.data["progress"]


Event = Union[Progress, Result]
"""What a stream gives: any number of Progress, then the Result."""


@dataclass(frozen=True)
class BatchEvent:
    """A report of a batch has ended."""

    id: str | None
    """The ID of the event in its stream: after it the stream can be continued."""

    job: BatchJob
