"""The file that is sent, and its form."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, NamedTuple, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Unpack

File = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
"""A path, the content, or a file that is open for reading bytes."""


class UploadOptions(TypedDict, total=False):
    """What may be asked for with a file."""

    filename: str
    """Its extension says how the file is read. Needed if the file does not have a name itself."""

    share: bool
    """Make a share code. It is in the result, or None if none could be made."""

    tier: Literal["standard", "slow"]
    """``slow`` costs half and may take ten minutes."""

    evidence: bool
    """Have the response say where each value stands in the document: page, box, printed text and the readings that saw it."""

    idempotency_key: str
    """The same key with the same file is read and charged once in 24 hours, also from another process. Without it the client makes one, which
    all tries of the call have."""

    batch: str
    """The name of a batch. The result is kept for a while as a job."""

    callback: str
    """The name of an endpoint that the operator allowed for the user of the service key. It is told when the report has ended."""


class Upload(NamedTuple):
    """A file in memory, so that every try sends the same, and the fields beside it."""

    filename: str
    content: bytes
    fields: dict[str, str]
    idempotency_key: str


def read(file: File, **options: Unpack[UploadOptions]) -> Upload:
    unknown = options.keys() - UploadOptions.__annotations__.keys()
    if unknown:
        raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
    content, name = _content(file)
    filename = options.get("filename") or name
    if not filename:
        raise ValueError("filename is missing: its extension says how the file is read")
    fields = {
        "biompin": "true" if options.get("share") else None, "service_tier": options.get("tier"),
        "evidence": "true" if options.get("evidence") else None, "batch": options.get("batch"), "callback": options.get("callback"),
    }
    return Upload(
        re.split(r"[/\\]", filename)[-1],  # folders may have a patient's name
        content, {name: value for name, value in fields.items() if value},
        options.get("idempotency_key") or secrets.token_urlsafe(24),
    )


def _content(file: File) -> tuple[bytes, str | None]:
    """Return the content of a file, and its name if it has one."""
    if isinstance(file, bytes):
        return file, None
    if isinstance(file, (str, os.PathLike)):
        return Path(file).read_bytes(), os.fspath(file)
    name = getattr(file, "name", None)
    return file.read(), name if isinstance(name, str) else None
