"""What one test came to on one version of the code: its colour and the reason."""

from dataclasses import dataclass
from enum import StrEnum


class Colour(StrEnum):
    """The colour of a test."""

    GREEN = "green"
    RED = "red"
    AMBER = "amber"
    SKIPPED = "skipped"


class Reason(StrEnum):
    """Why a test is not green; for an amber one, in the word that a bar has for it.

    `classify` in the `conftest.py` at the top decides between the first three. Only the first two are red.
    """

    ASSERTED = "asserted"  # its own assertion failed
    MISSING_NAME = "missing name"  # the version does not have a name yet
    CRASHED = "crashed"  # it raised an error that is no assertion
    ENDED_PYTHON = "ended Python"
    TIMED_OUT = "did not end"
    NOT_LOADED = "did not load"  # the code, or the file of the test
    NOT_TRIED = "not tried"
    UNKNOWN = "unknown"  # the record is older than the reasons in it


RED_REASONS = (Reason.ASSERTED, Reason.MISSING_NAME)
# the test itself was never asked: what it came to before still holds
NO_ANSWER_REASONS = (Reason.NOT_LOADED, Reason.NOT_TRIED)


@dataclass(frozen=True)
class Outcome:
    """What one test came to.

    Attributes:
        test: the id of the test; the path of a file of tests that cannot be read.
        reason: None if it is green.
        missing: the name that the version does not have, if that is the reason.
        why: what was raised, in a line.
        failure: the same as it was shown, if it was shown.
    """

    test: str
    colour: Colour
    reason: Reason | None = None
    missing: str = ""
    why: str = ""
    failure: str = ""

    @property
    def is_answer(self) -> bool:
        """True if the test was asked: a file that cannot be read says nothing about its tests."""
        return self.reason not in NO_ANSWER_REASONS
