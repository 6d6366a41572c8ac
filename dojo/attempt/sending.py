"""A light goes to the room in the background: a verb only makes sure that somebody sends it.

The sender is a process of its own, one for each attempt, which holds a lock as long as it is there.
"""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from dojo.attempt.attempts import Attempt
from dojo.attempt.locks import Held, taken
from dojo.attempt.membership import heard, joined
from dojo.attempt.store import store

SENDER = "dojo.room.sending.sender"
"""The module that sends: the verbs that record lights know nothing of rooms."""


def send(attempt: Attempt) -> None:
    """See to it that the lights of an attempt are sent, if it is in a room; nobody waits for that."""
    if joined(attempt) is None or is_refused(attempt):
        return
    with suppress(OSError):  # the next light tries it again
        if not is_under_way(attempt):
            begin(attempt)


def is_refused(attempt: Attempt) -> bool:
    """Has the room refused it? Then nothing is sent until it joins again."""
    status = heard(attempt)
    return status is not None and bool(status.refused)


def begin(attempt: Attempt) -> None:
    """Start the sender: it belongs to no terminal, and ends by itself."""
    story = attempt.story
    folders = map(str, (attempt.folder, story.file.parent, story.workspace))
    subprocess.Popen(
        [sys.executable, "-E", "-X", "utf8", "-m", SENDER, *folders],
        cwd=story.workspace,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def lock_of(attempt: Attempt) -> Path:
    """The file that its sender locks."""
    return store(attempt).repository.with_suffix(".sender")


def is_under_way(attempt: Attempt) -> bool:
    """Does a sender have the lock?"""
    lock = taken_lock(attempt)
    if lock is not None:
        lock.release()
    return lock is None


def taken_lock(attempt: Attempt) -> Held | None:
    """The lock of the sender, for this process; none if another one has it. Raises OSError."""
    return taken(lock_of(attempt))
