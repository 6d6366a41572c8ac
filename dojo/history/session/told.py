"""What the proof says of the tests of an attempt, for a room: the sentences, and no code."""

from dojo.attempt.attempts import Attempt
from dojo.history.session.proof import proof_of_lights
from dojo.protocol.of_attempt import cut
from dojo.protocol.record import Told


def told_of(attempt: Attempt) -> list[Told]:
    """A line for each verdict on a test. Raises Broken, if the suite of the story cannot be collected."""
    verdicts = proof_of_lights(attempt).verdicts
    return [Told(cut(one.rule or one.test), str(one.kind), cut(one.says)) for one in verdicts if one.test]
