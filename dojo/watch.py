"""`make watch`: one large bar, drawn again at every save of an attempt, until Ctrl-C.

pytest-watch sees the save. It starts no pytest, but pokes a process that has imported it: `dojo.warm`.
"""

import os
import signal
import subprocess
import sys
import threading
from _thread import interrupt_main

from pytest_watch.watcher import watch  # type: ignore[import-untyped]

from dojo.attempts import Attempt
from dojo.matrix import SUITE
from dojo.processes import out_of_reach
from dojo.showing import attended
from dojo.steps import ROOT

SPOOL = 30
"""Milliseconds to wait for the rest of a save: an editor may write, rename and delete for one."""
POKED = signal.SIGUSR1


def verb(attempt: Attempt) -> int:
    os.chdir(ROOT)
    python = os.path.relpath(sys.executable)
    signal.signal(POKED, signal.SIG_IGN)  # the warm process listens as soon as it is ready
    with out_of_reach():
        started = subprocess.Popen([python, "-m", "dojo.warm", attempt.folder], stdin=subprocess.PIPE)
    with started as warm:
        threading.Thread(target=end_with, args=[warm], daemon=True).start()
        watch(
            [str(attempt.folder), SUITE],
            runner=f"{python} -I -S dojo/poke.py {warm.pid} {POKED:d}",
            spool=SPOOL,
            wait=True,
            quiet=True,
            beep_on_failure=False,
        )
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        assert warm.stdin
        warm.stdin.close()
        warm.send_signal(POKED)  # in a run, it looks up, and sees that nobody watches any more
    return warm.returncode


def end_with(warm: "subprocess.Popen[bytes]") -> None:
    """A bar that nobody draws any more is stale: when the warm process fails, so does this one."""
    if warm.wait():
        interrupt_main()


if __name__ == "__main__":
    sys.exit(attended(verb))
