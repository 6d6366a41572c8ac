"""Standard output and error that never end a verb half way: it records its run even if nobody reads."""

import errno
import io
import os
import sys
from pathlib import Path
from typing import TextIO

NARROWEST = 20
"""Every screen has at least so many columns."""


class SafeFile(io.FileIO):
    """A stream that goes on if nobody reads any more, or if the disk is full; it notes why."""

    fault: OSError | None = None

    def write(self, text: bytes | memoryview, /) -> int | None:  # type: ignore[override]
        try:
            return super().write(text)
        except OSError as error:
            self.fault = self.fault or error
            return memoryview(text).nbytes


def safe_stream(stream: TextIO | None, descriptor: int) -> TextIO:
    """A standard stream in place of another one, which may be closed; any sign can be written to it."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    raw = SafeFile(descriptor, "w", closefd=False)
    unbuffered = bool(getattr(stream, "write_through", False))
    return io.TextIOWrapper(
        raw if unbuffered else io.BufferedWriter(raw),  # type: ignore[type-var]
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=bool(getattr(stream, "line_buffering", False)),
        write_through=unbuffered,
    )


def install_safe_streams() -> None:
    """From now on, in this process; and forget a width in COLUMNS that no screen has."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) < NARROWEST:
        del os.environ["COLUMNS"]
    sys.stdout = safe_stream(sys.stdout, 1)
    sys.stderr = safe_stream(sys.stderr, 2)


def write_error() -> OSError | None:
    """Why some of the output was not written, if so."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(write_through=True)  # which writes what it still holds
    buffer = getattr(sys.stdout, "buffer", None)
    raw = getattr(buffer, "raw", buffer)
    return raw.fault if isinstance(raw, SafeFile) else None


def status_after_writing(status: int) -> int:
    """The status of a process that was to end with this one; if it could not write, that is trouble.

    If the reader had enough, as in `make next | head -1`, that is no trouble.
    """
    if (error := write_error()) and error.errno != errno.EPIPE:
        print(f"cannot write: {error.strerror}", file=sys.stderr)
        return status or 1
    return status
