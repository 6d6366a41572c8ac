"""The keys of `make watch`, and a terminal that hands over each key as it is typed."""

import os
import re
import signal
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType
from typing import Any

from dojo.attempt.attempt import Attempt
from dojo.runner.child.breakpoints import in_front

KEYS = {"n": "next", "h": "hint", "w": "where", "b": "back", "q": "quit"}
KEY_LINE = " · ".join(f"{key} {verb}" for key, verb in KEYS.items())
ALIASES = {"u": "b"}
REDRAW = "\f"
"""What Ctrl-L sends."""
SEQUENCE = re.compile("\x1b(\\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""What an arrow sends, for example: it has letters, and is none of the keys."""


@dataclass(frozen=True)
class KeyboardAttempt(Attempt):
    """An attempt in `make watch` at a terminal: `n` stands for `make next`."""

    def command(self, verb: str) -> str:
        """Return the key of a verb, or if it has none, the verb as it is typed elsewhere."""
        return next((key for key, known in KEYS.items() if known == verb), super().command(verb))


def with_key_commands(attempt: Attempt) -> Attempt:
    """Return the same attempt, with keys for verbs."""
    return KeyboardAttempt(attempt.folder, attempt.story, attempt.kata, attempt.is_last)


def read_keys(text: bytes) -> str:
    """Return the keys in what a terminal has sent, in small letters; an arrow or Return is none."""
    plain = SEQUENCE.sub("", text.decode(errors="ignore")).lower()
    keys = (key for key in plain if key == REDRAW or (key.isprintable() and not key.isspace()))
    return "".join(ALIASES.get(key, key) for key in keys)


def explain_keys(key: str) -> str:
    """Return which keys there are, in a line."""
    return f"The keys: {KEY_LINE}" if key == "?" else f"{key} is none of the keys: {KEY_LINE}"


def restore_terminal(terminal: int, settings: list[Any]) -> None:
    """Give a terminal the settings that it had before."""
    with suppress(termios.error):  # it is gone
        termios.tcsetattr(terminal, termios.TCSANOW, settings)  # to wait could be interrupted by a signal


@contextmanager
def single_keys(terminal: int, resumed: Callable[[], None]) -> Iterator[None]:
    """Let the terminal hand over single keys within the block; Ctrl-C and Ctrl-Z do what they always do.

    However this process ends or stops, the terminal is as it was before; only after SIGKILL another process
    has to see to that. `resumed` is called when it goes on after Ctrl-Z.
    """
    before = termios.tcgetattr(terminal)

    def leave(number: int, _frame: FrameType | None) -> None:
        restore_terminal(terminal, before)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, leave)  # after Ctrl-Z it goes on here
        go_on(number, None)

    def go_on(_number: int, _frame: FrameType | None) -> None:
        if in_front(terminal):
            tty.setcbreak(terminal, termios.TCSANOW)
            resumed()

    handlers: dict[signal.Signals, Any] = {
        **dict.fromkeys((signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP), leave),
        signal.SIGCONT: go_on,
        signal.SIGTTOU: signal.SIG_IGN,  # the shell may have taken the terminal back already
    }
    others = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    if in_front(terminal):
        tty.setcbreak(terminal, termios.TCSANOW)
    try:
        yield
    finally:
        if in_front(terminal):
            restore_terminal(terminal, before)
        for number, handler in others.items():
            signal.signal(number, handler)
