"""Standard output and error that never end a verb half way: it records its run even if nobody reads."""

import errno
import io
import os
import sys
from pathlib import Path
from typing import BinaryIO, TextIO, cast


class SafeFile(io.FileIO):
    """A stream that goes on if nobody reads any more, or if the disk is full; it notes why."""

    fault: OSError | None = None

    def write(self, text: bytes | memoryview, /) -> int:  # type: ignore[override]
        left = whole = memoryview(text).cast("B")
        try:
            while left:
                left = left[super().write(left) or 0 :]
        except OSError as error:
            self.fault = self.fault or error
        return whole.nbytes


def safe_stream(stream: TextIO | None, descriptor: int) -> TextIO:
    """Return a standard stream in place of another one, which may be closed.

    Any character can be written to it, also one that the encoding does not have.
    """
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8", errors="backslashreplace")
    raw = SafeFile(descriptor, "w", closefd=False)
    by_line = getattr(stream, "line_buffering", False)
    at_once = getattr(stream, "write_through", False)
    # a raw file does in place of a buffered one, and types know of buffered ones alone
    return io.TextIOWrapper(cast(BinaryIO, raw), stream.encoding, "backslashreplace", None, by_line, at_once)


def install_safe_streams() -> None:
    """Replace the standard streams of this process."""
    # a width of one digit is that of no screen
    if os.environ.get("COLUMNS", "").isdecimal() and len(os.environ["COLUMNS"]) == 1:
        del os.environ["COLUMNS"]
    sys.stdout = safe_stream(sys.stdout, 1)
    sys.stderr = safe_stream(sys.stderr, 2)


def write_error() -> OSError | None:
    """Return why some of the output was not written; None if all was."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # this writes what it still holds
        sys.stdout.reconfigure(write_through=True)
    return getattr(getattr(sys.stdout, "buffer", None), "fault", None)


def status_after_writing(status: int) -> int:
    """Return the status of a process that was to end with this one: if it could not write, it failed.

    If the reader had enough, as in `make next | head -1`, it did not.
    """
    error = write_error()
    if error and error.errno != errno.EPIPE:
        print(f"cannot write: {error.strerror}", file=sys.stderr)
        return status or 1
    return status
