"""What an attempt comes to by the tests revealed so far and by its own, for `make watch`."""

from collections.abc import Callable
from typing import NamedTuple

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import all_lights
from dojo.coach.next import first_failure, in_hand, revealed
from dojo.engine.cell import colour_of, counted
from dojo.engine.own_tests import own_trial
from dojo.engine.suite import Suite, with_suite
from dojo.engine.trial import try_all
from dojo.story.story import Story


class Verdict(NamedTuple):
    """What a run came to: its colour, how many tests of each, the test in hand, and the first failure."""

    colour: str
    counts: dict[str, int]
    test: str = ""
    rule: str = ""
    failure: str = ""


Judge = Callable[[Attempt], Verdict]


def when_ready(story: Story, body: Callable[[Judge], int]) -> int:
    """What `body` gives for a judge, called in a process that has collected the suite; raises Broken."""
    return with_suite(story, lambda suite: body(lambda attempt: judged(attempt, suite)))


def judged(attempt: Attempt, suite: Suite) -> Verdict:
    """Try the attempt; raises NotRecorded where its lights do not tell how many tests are revealed."""
    all_tests = attempt.kata.taught(suite.tests)
    tests = all_tests[: revealed(all_lights(attempt))]
    own = own_trial(attempt, attempt.story)
    ours = suite.trial(attempt, tests or all_tests[:1])  # none is revealed: the first tells if it loads
    try_all([own, ours])
    cells = [*own.cells.values(), *(ours.cells.values() if tests else ())]
    counts = counted(cells)
    first = first_failure(cells, ours)
    return Verdict(
        colour=colour_of(counts) if cells else "amber",
        counts=counts,
        test=in_hand(cells, tests),
        rule=f"“{first.rule}” is {first.colour}: {first.why}" if first else "",
        failure=first.failure if first else "",
    )
