"""The sender of an attempt: a process in the background that sends its lights until it leaves the room.

It runs no line of the attempt, prints nothing, and ends by itself.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from dojo.attempt.attempts import Attempt, at
from dojo.attempt.lights import NotRecorded, last_recorded
from dojo.attempt.membership import Heard, Membership, joined, note
from dojo.attempt.sending import taken_lock
from dojo.room.sending.client import NoAnswer, NotTaken
from dojo.room.sending.delivery import Delivery
from dojo.story.workspace import Workspace

TICK = 0.2
"""Seconds between two looks at the lights."""
POLL = 2
"""Seconds after which it asks for the clock of the room."""
LONGEST = 10
"""Seconds that it waits at most until it tries again."""
IDLE = 30 * 60
"""Seconds without a light after which it ends; the next light, or make watch, begins another one."""
PATIENCE = 12 * 3600
"""Seconds after which it gives up on a room that never answers."""


class Sender:
    """What it has done, and what it waits for."""

    def __init__(self, attempt: Attempt, clock: Callable[[], float] = time.monotonic) -> None:
        self.attempt, self.clock = attempt, clock
        self.delivery: Delivery | None = None
        self.seen = 0
        """When the last light was recorded that the room has, in nanoseconds."""
        self.next = 0.0
        """When it asks the room again."""
        self.pause = 0.0
        """How long it has waited for a room that does not answer."""
        self.busy = self.heard = clock()
        """When there was something to send last, and when the room answered last."""
        self.gave_up = False
        """Is there no room to send anything to?"""

    def step(self) -> bool:
        """Look once, and send what is new; False if there is nothing more to do for it."""
        room = joined(self.attempt)
        if room is None or not self.attempt.folder.is_dir():
            self.gave_up = True
            return False
        now, recorded = self.clock(), last_recorded(self.attempt)
        if now < self.next and (self.pause or recorded == self.seen):
            return True
        if recorded != self.seen:
            self.busy = now
        try:
            self.send(room, recorded, now)
        except NotTaken as refusal:
            if joined(self.attempt) != room:  # it has joined another one meanwhile
                return True
            note(self.attempt, Heard(False, self.waiting, refused=str(refusal)))
            self.gave_up = True
            return False
        except (NoAnswer, NotRecorded):
            self.pause = min(2 * self.pause or 1, LONGEST)
            self.next = now + self.pause
            note(self.attempt, Heard(False, self.waiting))
            self.gave_up = now - self.heard > PATIENCE
            return not self.gave_up
        return now - self.busy < IDLE

    def send(self, room: Membership, recorded: int, now: float) -> None:
        """Send what the room lacks, or ask for its clock; raises NoAnswer, NotTaken, NotRecorded."""
        if self.delivery is None or self.delivery.room != room:
            self.delivery = Delivery(self.attempt, room)
        if self.pause:
            self.delivery.last = None  # it may be another one by now, or have lost its memory
        answer = self.delivery.go() if recorded != self.seen or self.pause else self.delivery.ask()
        note(self.attempt, Heard(True, clock=answer.clock, at=time.time()))
        self.seen, self.pause, self.heard, self.next = recorded, 0, now, now + POLL

    @property
    def waiting(self) -> int:
        """So many lights the room does not have, as far as that is known."""
        return self.delivery.waiting if self.delivery else 0


def run(attempt: Attempt) -> None:
    """Send until there is nothing more to do, unless another process does so already."""
    while True:
        lock = taken_lock(attempt)
        if lock is None:
            return
        sender = Sender(attempt)
        try:
            while sender.step():
                time.sleep(TICK)
        finally:
            lock.release()
        if sender.gave_up or last_recorded(attempt) == sender.seen:
            return  # else a light came after the last look, and its verb saw that somebody had the lock


def main() -> None:
    """It is called with the folders of the attempt, of its story and of the workspace."""
    folder, story, workspace = map(Path, sys.argv[1:4])
    run(at(folder, Workspace(workspace, (story,)).at(story)))


if __name__ == "__main__":
    main()
