"""A child where there is no fork: another Python, which is sent its work and begins from nothing.

Whoever waits for it keeps its limits.
"""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import IO

from dojo.sandbox import inside
from dojo.sandbox.inside import Work
from dojo.sandbox.messages import FILE, PART, Signing
from dojo.sandbox.signals import undisturbed
from dojo.system.programs import APART, end

TOP = Path(__file__).parent.parent.parent
LEAVING = 1.0
"""Seconds for a child whose work is done to leave by itself."""
MOMENT = 0.1
NEWS = Event()
"""Set when a child has told something."""


class Spawned:
    """A process that does work which can be pickled: its standard output is the pipe on which it tells."""

    beginning = 30.0
    """Seconds that it may take to begin, beside its patience: it starts Python, and reads all tests anew."""

    def __init__(self, work: Work, output: IO[bytes]) -> None:
        key = os.urandom(32)
        self.signing, self.output = Signing(key), output
        self.parts: SimpleQueue[bytes] = SimpleQueue()
        sent = pickle.dumps((key, Path.cwd(), work))
        begun: list[subprocess.Popen[bytes]] = []
        try:
            with undisturbed():
                self.process = started(output)
                begun.append(self.process)
                Thread(target=self.feed, args=[sent], daemon=True).start()
                Thread(target=self.hear, daemon=True).start()
        except BaseException:  # Ctrl-C, which has waited for the start
            for process in begun:
                end(process)
            raise

    def feed(self, sent: bytes) -> None:
        """In a thread: send it its work."""
        assert self.process.stdin
        try:
            with self.process.stdin as pipe:
                while sent:
                    sent = sent[pipe.write(sent) :]
        except OSError:  # it has ended, which the other thread will hear
            return

    def hear(self) -> None:
        """In a thread: wait for what it tells, to the end of it."""
        assert self.process.stdout
        with self.process.stdout as pipe:
            part = b"begin"
            while part:
                try:
                    part = pipe.read(PART)
                except OSError:
                    part = b""
                self.parts.put(part)
                NEWS.set()

    def heard(self) -> bytes | None:
        """What has arrived; nothing yet is None, and an empty part is the end of it."""
        try:
            return self.parts.get_nowait()
        except Empty:
            return None

    def over_a_limit(self) -> str:
        """Which limit it breaks, in words."""
        if os.fstat(self.output.fileno()).st_size > FILE:
            return f"printed more than {FILE:,} bytes"
        return ""

    def end(self, *, done: bool = False) -> int:
        """End it; its exit code. What it has started and left behind stays, if it has ended itself."""
        try:
            self.process.wait(LEAVING if done else 0)
        except subprocess.TimeoutExpired:
            end(self.process)
        return self.process.returncode


def arrived(_children: Sequence[Spawned], seconds: float) -> bool:
    """Wait until any child has told something, but not longer than that."""
    until = time.monotonic() + seconds
    while not (news := NEWS.wait(min(seconds, MOMENT))) and time.monotonic() < until:
        continue  # Windows hears Ctrl-C between two waits
    NEWS.clear()
    return news


def started(output: IO[bytes]) -> "subprocess.Popen[bytes]":
    """A Python that waits for its work; it heeds the variables that this one heeds."""
    return subprocess.Popen(
        [sys.executable, *["-E"] * sys.flags.ignore_environment, "-X", "utf8", "-m", __name__],
        cwd=TOP,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=output,
        bufsize=0,
        **APART,
    )


def main() -> None:
    """In the child: read the work, and do it."""
    told = os.dup(1)
    os.dup2(2, 1)
    key, folder, work = pickle.load(sys.stdin.buffer)
    os.chdir(folder)
    inside.do(work, told, Signing(key))


if __name__ == "__main__":
    main()
