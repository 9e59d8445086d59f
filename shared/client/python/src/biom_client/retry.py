"""When a request is sent again."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .errors import BiomError


@dataclass(frozen=True)
class Retry:
    """Another try comes after as many seconds as the service asks for in ``Retry-After``, or else after a pause that doubles.

    Tried again are requests that got no answer, and those that were answered with 408, 429, 502, 503 or 504, unless the service says itself that it
    is no use. All tries of an upload have the same idempotency key, so that it is read, and charged, once.
    """

    tries: int = 5
    """How often a request is sent at most; 1: never again."""

    longest_pause: float = 60.0
    """In seconds. When the service asks for a longer one, as for a quota that comes back in a day, the error is raised at once."""

    def pause(self, error: BiomError, tries: int) -> float | None:
        """Return how many seconds to wait after so many tries, or None if the error is final."""
        if not error.retryable or tries >= self.tries:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self.longest_pause else None
        return min(2.0 ** (tries - 1), self.longest_pause) * random.uniform(0.5, 1)
