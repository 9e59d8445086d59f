"""A client of biom, the service that reads the reports of optical biometers.

    from biom_client import Client

    with Client("http://localhost:8080") as client:
        result = client.process("report.pdf")
        print(result.data["right_eye"]["AL"], "mm")

The types of what is sent and returned are in ``biom_client.types``.
"""

from ._async import AsyncClient
from ._sync import Client
from ._upload import File, UploadOptions
from .errors import (
    APIError, AuthenticationError, BiomError, ConflictError, ExtractionError, ExtractionTimeoutError, FileError, NetworkError, NotEndedError,
    NotFoundError, PayloadTooLargeError, RateLimitError, UnavailableError, ValidationError,
)
from .results import BatchEvent, Event, Progress, Result

__all__ = [
    "APIError", "AsyncClient", "AuthenticationError", "BatchEvent", "BiomError", "Client", "ConflictError", "Event", "ExtractionError", "ExtractionTimeoutError",
    "File", "FileError", "NetworkError", "NotEndedError", "NotFoundError", "PayloadTooLargeError", "Progress", "RateLimitError", "Result",
    "UnavailableError", "UploadOptions", "ValidationError",
]
