"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C.

pytest-watch sees the save. It starts no pytest, but pokes a process that has imported it, the server.
"""

import os
import signal
import subprocess
import sys
import threading
from _thread import interrupt_main
from contextlib import suppress
from pathlib import Path

from pytest_watch.watcher import watch as watch_saves  # type: ignore[import-untyped]

from dojo.attempt.attempts import Attempt
from dojo.sandbox.signals import out_of_reach

POKE = Path(__file__).parent / "poke.py"
SPOOL = 30
"""Milliseconds to wait for the rest of a save: an editor may write, rename and delete for one."""
POKED = signal.SIGUSR1
GRACE = 3
"""Seconds in which the server has to end by itself."""


def watch(attempt: Attempt, top: Path) -> int:
    """Watch it until Ctrl-C; the workspace is at `top`."""
    os.chdir(top)
    python, poke = os.path.relpath(sys.executable), os.path.relpath(POKE)
    signal.signal(POKED, signal.SIG_IGN)  # the server listens as soon as it is ready
    folders = map(str, (attempt.folder, attempt.story.file.parent, attempt.story.workspace))
    command = [python, "-m", "dojo.coach.watching.server", *folders]
    with out_of_reach():
        started = subprocess.Popen(command, stdin=subprocess.PIPE)
    with started as server:
        threading.Thread(target=end_with, args=[server], daemon=True).start()
        watch_saves(
            [str(attempt.folder), str(attempt.story.suite)],
            runner=f"{python} -I -S",  # it is split at spaces
            pytest_args=[poke, str(server.pid), f"{POKED:d}"],
            spool=SPOOL,
            wait=True,
            quiet=True,
            beep_on_failure=False,
        )
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        assert server.stdin
        server.stdin.close()
        server.send_signal(POKED)  # in a run, it looks up, and sees that nobody watches any more
        with suppress(subprocess.TimeoutExpired):
            server.wait(GRACE)
        server.kill()  # one that has not even begun does not look up
    return server.returncode


def end_with(server: "subprocess.Popen[bytes]") -> None:
    """A bar that nobody draws any more is stale: when the server fails, so does this process."""
    if server.wait():
        interrupt_main()
