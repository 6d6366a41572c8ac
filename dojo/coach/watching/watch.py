"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C or, at a terminal, q.

pytest-watch sees the save. It starts no pytest, but pokes a process that has imported it, the server. The
keys that somebody types at a terminal go to the same process, through the pipe that is its standard input.
"""

import os
import signal
import subprocess
import sys
import threading
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from pytest_watch.watcher import watch as watch_saves  # type: ignore[import-untyped]

from dojo.attempt.attempt import Attempt
from dojo.coach.watching.keys import DRAW
from dojo.coach.watching.reaching import hand_over, leave, poking, unheard
from dojo.coach.watching.terminal import keys, single_keys
from dojo.runner.child.signals import out_of_reach

SPOOL = 30
"""Milliseconds to wait for the rest of a save: an editor may write, rename and delete for one."""
GRACE = 3
"""Seconds in which the server has to end by itself."""
TERMINAL = 0
QUIT = b"q"


def watch(attempt: Attempt, top: Path) -> int:
    """Watch it until Ctrl-C or q; the workspace is at `top`."""
    os.chdir(top)
    python = os.path.relpath(sys.executable)
    unheard()
    folders = map(str, (attempt.folder, attempt.story.file.parent, attempt.story.workspace))
    at_a_terminal = os.isatty(TERMINAL) and os.isatty(1)
    command = [python, "-m", "dojo.coach.watching.server", *folders, *["keys"] * at_a_terminal]
    with out_of_reach():
        started = subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0)
    with started as server:
        threading.Thread(target=end_with, args=[server], daemon=True).start()
        with keys_for(server) if at_a_terminal else nullcontext():
            watch_saves(
                [str(attempt.folder), str(attempt.story.suite)],
                runner=f"{python} -I -S",  # it is split at spaces
                pytest_args=poking(server),
                spool=SPOOL,
                wait=True,
                quiet=True,
                beep_on_failure=False,
            )
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            leave(server)
            with suppress(subprocess.TimeoutExpired):
                server.wait(GRACE)
            server.kill()  # one that has not even begun does not look up
    if at_a_terminal:
        print()  # what comes next begins in a line of its own
    return server.returncode


def end_with(server: "subprocess.Popen[bytes]") -> None:
    """A bar that nobody draws any more is stale: if the server fails, so does this process."""
    if server.wait():
        interrupt_main()


@contextmanager
def keys_for(server: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Until this is done, hand each key to the server."""

    def listen() -> None:
        for text in keys(TERMINAL):
            if QUIT in text.lower():
                interrupt_main()
                return
            hand_over(server, text)

    with single_keys(TERMINAL, resumed=lambda: hand_over(server, DRAW.encode())):
        threading.Thread(target=listen, daemon=True).start()
        yield
