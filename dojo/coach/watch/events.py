"""What `make watch` waits for: a key, a save, a light of another verb.

The system reports saves, and the bytes of the files say whether anything is new: any editor will do. Where a
disk reports nothing, the files are read many times a second.
"""

import os
import select
import termios
import time
import tty
from contextlib import suppress
from typing import NamedTuple

from dojo.attempt.attempt import Attempt
from dojo.attempt.recording import last_recorded
from dojo.attempt.snapshot import Snapshot, take_snapshot
from dojo.coach.watch.saves import SaveReports
from dojo.coach.watch.screen import KEYS, read_keys
from dojo.coach.watch.terminal import TERMINAL
from dojo.runner.child.breakpoints import is_foreground

# how often to read the files where no save is reported; less often where that takes long
LOOK_S = 0.05
# how long an editor may take to write a file, once the first bytes are reported
SETTLE_S = 0.005
# how late a report may come
REPORT_S = 0.5
READ_BYTES = 64


class Quit(SystemExit):
    """The participant has typed the key that ends a watch."""


class FilesRead(NamedTuple):
    """What was there when the files were read.

    Attributes:
        files: those of the attempt.
        recorded: when the last light was recorded, by whichever verb.
    """

    files: Snapshot
    recorded: int


class Events:
    """What has happened to an attempt, and at its terminal, since it was looked at last.

    Attributes:
        keys: those that were typed, and that nobody has taken yet.
        last_look: what was there at the last look; None before the first.
    """

    def __init__(self, attempt: Attempt, saves: SaveReports) -> None:
        self.attempt = attempt
        self.saves = saves
        self.keys = ""
        self.last_look: FilesRead | None = None
        # when to read the files again where no save is reported
        self.next_look_at = 0.0
        # how much had been reported when the files were read that are known
        self.reports_before = 0

    def take_key(self) -> str:
        """Return the first key that was typed, if any, and forget it."""
        key, self.keys = self.keys[:1], self.keys[1:]
        return key

    def wait(self, seconds: float) -> None:
        """Wait until a key is typed, or a save reported, but not longer than that.

        Raises Quit if the key is q, and SystemExit if the terminal is gone.
        """
        if not self.attempt.keys or not is_foreground(TERMINAL):
            self.saves.wait(seconds)
            return
        typed = b""
        with suppress(termios.error, OSError):
            # each time, for the shell has reset it when this goes on after Ctrl-Z
            tty.setcbreak(TERMINAL, termios.TCSANOW)
            readable, _, _ = select.select([TERMINAL, *self.saves.files], [], [], seconds)
            if TERMINAL not in readable:
                return
            typed = os.read(TERMINAL, READ_BYTES)
        self.keys += read_keys(typed)
        if KEYS["quit"] in self.keys:
            raise Quit(0)
        is_gone = not typed
        if is_gone:
            raise SystemExit(0)

    def look(self) -> FilesRead:
        """Return what changes with every save, and with every light of another verb."""
        began = time.monotonic()
        found = FilesRead(take_snapshot(self.attempt.folder), last_recorded(self.attempt))
        now = time.monotonic()
        # a slow disk is left alone for most of the time
        self.next_look_at = now + max(LOOK_S, 10 * (now - began))
        return found

    def has_news(self) -> bool:
        """True if something is not as at the last look; the first look waits for no save, and is news."""
        before = self.last_look
        if before is not None and not self.is_time_to_look():
            return False
        self.last_look = self.look()
        return self.last_look != before

    def is_time_to_look(self) -> bool:
        """True if something was reported since the last call; where nothing ever is, after a while."""
        if self.saves.arrived():
            # the first bytes are there, and an editor may still write
            time.sleep(SETTLE_S)
            return True
        return not self.saves.are_coming and time.monotonic() >= self.next_look_at

    def forget_reports(self) -> None:
        """Forget what was reported so far: the files are read now."""
        self.saves.arrived()
        self.reports_before = self.saves.count

    def has_missed_a_save(self, known: Snapshot) -> bool:
        """True if saves are reported, and the files have changed since they were known without any report."""
        if not self.saves.are_coming or self.look().files == known:
            return False
        was_reported = self.saves.count > self.reports_before or self.saves.arrived(REPORT_S)
        return not was_reported
