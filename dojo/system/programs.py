"""Programs that are apart from this process: how they are ended."""

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any


def end(process: "subprocess.Popen[Any]") -> None:
    """End a program that was started in a session of its own, with all that it has started; wait for it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
