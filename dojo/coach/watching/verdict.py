"""What an attempt comes to by the tests revealed so far and by its own, for `make watch`."""

from collections.abc import Callable
from typing import NamedTuple

from dojo.attempt.attempts import Attempt
from dojo.coach.cycle.course import Course, with_course
from dojo.coach.cycle.run import run


class Verdict(NamedTuple):
    """What a run came to: its colour, how many tests of each, the test in hand, and the first failure."""

    colour: str
    counts: dict[str, int]
    test: str = ""
    rule: str = ""
    failure: str = ""


Judge = Callable[[Attempt], Verdict]


def when_ready(attempt: Attempt, body: Callable[[Judge], int]) -> int:
    """What `body` gives for a judge, called in a process that has collected the suite; raises Broken."""
    return with_course(attempt, lambda course: body(lambda _attempt: judged(course)))


def judged(course: Course) -> Verdict:
    """Try the attempt; raises NotRecorded where its lights do not tell how many tests are revealed."""
    this = run(course)
    first = this.failure
    return Verdict(
        colour=this.colour if this.cells else "amber",
        counts=this.counts,
        test=this.in_hand,
        rule=f"“{first.rule}” is {first.colour}: {first.why}" if first else "",
        failure=first.failure if first else "",
    )
