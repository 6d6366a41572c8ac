"""Which lights a room lacks, and the sending of them: in order, and each once."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import all_lights
from dojo.attempt.membership import Membership
from dojo.protocol.of_attempt import HISTORY, pair_for, reports
from dojo.protocol.record import Told
from dojo.protocol.report import Report, encoded, sent
from dojo.room.sending.client import Answer, NoAnswer, say

AT_ONCE = 100
"""Lights in a request,"""
LARGE = 600_000
"""and bytes of lights."""
OFF = 1.0
"""Seconds by which two clocks may differ before anybody minds."""


@dataclass
class Delivery:
    """What the room of an attempt has, as far as it has said so."""

    attempt: Attempt
    room: Membership
    last: Answer | None = None
    waiting: int = 0
    """So many lights it does not have,"""
    sure: tuple[str, int] = "", 0
    """and this is the last one that it has: of which lights, and its number."""
    clock: Callable[[], float] = time.time
    until: float = math.inf
    """When it gives up, by the monotonic clock."""
    ahead: float = 0
    """Seconds by which the clock of the room is ahead of this one."""

    def go(self, *, left: bool = False, proof: list[Told] | None = None) -> Answer:
        """Send all that it lacks, and then that the attempt has left, or its proof; gives its last answer.

        Raises NoAnswer, NotTaken, NotRecorded.
        """
        lights = all_lights(self.attempt)
        pair = pair_for(self.attempt, self.room)
        history = lights[0].commit[:HISTORY] if lights else ""
        self.waiting = max(0, len(lights) - (self.sure[1] if self.sure[0] == history else 0))
        answer = self.last or self.heard(say(self.room, pair))
        while lights and (known := self.known(answer, history)) < len(lights):
            if time.monotonic() > self.until:
                raise NoAnswer("it takes too long")
            self.waiting = len(lights) - known
            part = reports(self.attempt, lights[: known + AT_ONCE], shares=self.room.shares, after=known)
            answer = self.heard(say(self.room, pair, self.in_time(not_too_large(part))))
            if self.known(answer, history) <= known:
                raise NoAnswer("the room takes no light")
        self.waiting = 0
        if left or proof is not None:
            answer = self.heard(say(self.room, pair, (), proof, left=left))
        return answer

    def ask(self) -> Answer:
        """Ask the room what it has, and what its clock says; raises NoAnswer, NotTaken."""
        return self.heard(say(self.room, pair_for(self.attempt, self.room)))

    def heard(self, answer: Answer) -> Answer:
        """Note what the room has said."""
        off = answer.now - self.clock()
        self.ahead = off if abs(off) > OFF else 0
        self.last, self.sure = answer, (answer.history, answer.number)
        return answer

    def known(self, answer: Answer, history: str) -> int:
        """So many of these lights the room has: none, if those that it has are others."""
        return answer.number if answer.history == history else 0

    def in_time(self, lights: list[Report]) -> list[Report]:
        """The lights by the clock of the room."""
        return [replace(light, when=light.when + self.ahead) for light in lights]


def not_too_large(lights: list[Report]) -> list[Report]:
    """As many of the first lights as fit into a request: one at least."""
    sizes = accumulate(len(encoded(sent(light))) for light in lights)
    return lights[: max(1, sum(size <= LARGE for size in sizes))]
