"""How `make watch` reaches the server: with keys, and with pokes from whoever sees a save."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

PROGRAM = Path(__file__).parent / "poke.py"


def hand_over(server: "subprocess.Popen[bytes]", text: bytes) -> None:
    """Hand some keys to the server."""
    assert server.stdin
    with suppress(OSError, ValueError):  # it has ended, or is about to
        server.stdin.write(text)


def unheard() -> None:
    """A server that this process starts now is not ended by a poke: it listens as soon as it is ready."""
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)


def poking(server: "subprocess.Popen[bytes]") -> list[str]:
    """The program that pokes the server, and its words: the server's number and a signal."""
    return [os.path.relpath(PROGRAM), str(server.pid), f"{signal.SIGUSR1:d}"]


def leave(server: "subprocess.Popen[bytes]") -> None:
    """Close its standard input: it ends by itself; in a run it looks up, and sees that nobody watches."""
    assert server.stdin
    server.stdin.close()
    server.send_signal(signal.SIGUSR1)
