"""When a request is sent again."""

from __future__ import annotations

import random
from time import monotonic

from .errors import BiomError

_LONGEST_PAUSE = 20.0  # in seconds, if the service asks for none


class Retries:
    """The failures of one call since it last told something new."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.succeeded()

    def succeeded(self) -> None:
        self.failures = 0
        self._since = 0.0

    def pause(self, error: BiomError) -> float:
        """Return how many seconds to wait before the next try, or raise the error if it is final or the time is over."""
        if not self.failures:
            self._since = monotonic()
        self.failures += 1
        pause = error.retry_after
        if pause is None:
            pause = min(2.0 ** (self.failures - 1), _LONGEST_PAUSE) * random.uniform(0.5, 1)
        if not error.retryable or monotonic() + pause > self._since + self._seconds:
            raise error
        return pause
