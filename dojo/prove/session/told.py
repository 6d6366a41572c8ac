"""What the proof says of the tests of an attempt, for a room: the sentences, and no code."""

from dojo.attempt.attempt import Attempt
from dojo.prove.session.proof import proof_of_lights
from dojo.room.models import VerdictLine, one_line


def told_of(attempt: Attempt) -> list[VerdictLine]:
    """A line for each verdict on a test. Raises Broken, if the suite of the story cannot be collected."""
    verdicts = proof_of_lights(attempt).verdicts
    return [
        VerdictLine(one_line(one.rule or one.test), str(one.kind), one_line(one.says))
        for one in verdicts
        if one.test
    ]
