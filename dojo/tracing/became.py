"""What became of a test that is green, with a version in which something changed for it."""

from enum import Enum, auto


class Became(Enum):
    """What became of a test that is green now, with a version in which something changed for it."""

    RED_FIRST = auto()  # its own assertion failed, and then the code made it green
    RED_BY_NAME = auto()  # it was red only because a name was missing
    CRASHED_FIRST = auto()
    RED_UNKNOWN = auto()  # it was red, and the light is too old to say why
    GREEN_AT_ONCE = auto()
    WITH_ITS_CODE = auto()  # it came, or was changed, in one save with the code: nobody saw it red
    MADE_GREEN = auto()  # its own assertion failed, and then the test was changed
    ADAPTED = auto()  # it was changed for new names in the code, and asks no more than before
    REWRITTEN = auto()
    WEAKENED = auto()
    UNSTEADY = auto()  # nothing has changed, and it has another colour


# it was red, and then the code made it green
SEEN_RED = (Became.RED_FIRST, Became.RED_BY_NAME, Became.RED_UNKNOWN)
# what was known of the test still holds
TIDIED = (Became.ADAPTED, Became.REWRITTEN, Became.WEAKENED)
# what only crashed was amber: its own assertion was never seen to fail
NEVER_RED = (Became.GREEN_AT_ONCE, Became.WITH_ITS_CODE, Became.CRASHED_FIRST)
