"""Programs that are apart from this process: how they are started, and how they are ended."""

import os
import signal
import subprocess
from contextlib import suppress
from typing import Any

from dojo.system.platform import HAS_FORK

NO_CTRL_C: dict[str, Any] = (
    {} if HAS_FORK else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
)
"""For `subprocess.Popen`: Windows sends Ctrl-C to every program that is in no group of its own."""
APART: dict[str, Any] = {"start_new_session": True, **NO_CTRL_C}
"""For `subprocess.Popen`: a program that does not hear Ctrl-C, and that `end` ends as a whole."""


def end(process: "subprocess.Popen[Any]") -> None:
    """End a program that was started apart, with all that it has started, and wait for it.

    Where there are no groups, what it has started stays if the program itself has ended before.
    """
    if HAS_FORK:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        with suppress(OSError):
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True)
        process.kill()
    process.wait()
