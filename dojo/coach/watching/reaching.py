"""How `make watch` reaches the server: with keys, and with pokes from whoever sees a save."""

import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dojo.coach.watching.hearing import POKE
from dojo.system.platform import HAS_FORK

PROGRAM = Path(__file__).parent / "poke.py"


def hand_over(server: "subprocess.Popen[bytes]", text: bytes) -> None:
    """Hand some keys to the server."""
    assert server.stdin
    with suppress(OSError, ValueError):  # it has ended, or is about to
        server.stdin.write(text)


def unheard() -> None:
    """A server that this process starts now is not ended by a poke: it listens as soon as it is ready."""
    if HAS_FORK:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)


@contextmanager
def poking(server: "subprocess.Popen[bytes]") -> Iterator[list[str]]:
    """The program that pokes the server, and its words: the server's number and a signal; or, where there are
    no signals, a port of this process, which hands each poke over like a key.
    """
    program = os.path.relpath(PROGRAM)
    if HAS_FORK:
        yield [program, str(server.pid), f"{signal.SIGUSR1:d}"]
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard:
        heard.bind(("127.0.0.1", 0))

        def listen() -> None:
            with suppress(OSError):  # it is closed in the end
                while heard.recv(1):
                    hand_over(server, POKE)

        threading.Thread(target=listen, daemon=True).start()
        yield [program, str(heard.getsockname()[1])]


def leave(server: "subprocess.Popen[bytes]") -> None:
    """Close its standard input: it ends by itself; in a run it looks up, and sees that nobody watches."""
    assert server.stdin
    server.stdin.close()
    if HAS_FORK:
        server.send_signal(signal.SIGUSR1)
