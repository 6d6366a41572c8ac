"""The files of `make hand-in`: what a pair says, without a network."""

import stat
from pathlib import Path

from dojo.errors import UsageError, describe_error
from dojo.room.models import Record, parse_record
from dojo.wording import plain

SUFFIX = ".lights"
# no evening comes near
MAX_FILE_BYTES = 64 * 1024**2


def read_file(file: Path) -> Record:
    """Read what a pair says in a file; raises UsageError."""
    return parse_record(read_regular(file))


def read_regular(file: Path) -> bytes:
    """Return the content of a regular file; raises UsageError."""
    try:
        # to open a FIFO would wait for whoever writes to it
        status = file.stat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= MAX_FILE_BYTES:
            return file.read_bytes()
    except OSError as fault:
        raise UsageError(describe_error(fault)) from None
    raise UsageError("it is no regular file, or too large")


def describe_refusal(name: str, fault: Exception) -> str:
    """Say why a file, or an attempt on this computer, is not in the room."""
    return f"{plain(name)} is not taken: {plain(describe_error(fault))}"
