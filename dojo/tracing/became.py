"""What became of a test that is green, with a version in which something changed for it."""

from enum import Enum, auto


class Became(Enum):
    """What became of a test that is green now, with a version in which something changed for it."""

    # its own assertion failed, and then the code made it green
    RED_FIRST = auto()
    # it was red only because a name was missing
    RED_BY_NAME = auto()
    # it was amber, for it crashed or timed out, and then the code made it green
    CRASHED_FIRST = auto()
    # it was red, and the light is too old to say why
    RED_UNKNOWN = auto()
    # it was green when it came, or when it was changed, and the code was there before
    GREEN_AT_ONCE = auto()
    # it came, or was changed, in one save with the code: nobody saw it red
    WITH_ITS_CODE = auto()
    # its own assertion failed, and then the test was changed
    MADE_GREEN = auto()
    # it was changed for new names in the code, and asks no more than before
    ADAPTED = auto()
    # it was changed in green, and asserts as often as before
    REWRITTEN = auto()
    # it was changed in green, and asserts less often than before
    WEAKENED = auto()
    # nothing has changed, and it has another colour
    UNSTEADY = auto()


# it was red, and then the code made it green
SEEN_RED = (Became.RED_FIRST, Became.RED_BY_NAME, Became.RED_UNKNOWN)
# what was known of the test still holds
TIDIED = (Became.ADAPTED, Became.REWRITTEN, Became.WEAKENED)
# what only crashed was amber: its own assertion was never seen to fail
NEVER_RED = (Became.GREEN_AT_ONCE, Became.WITH_ITS_CODE, Became.CRASHED_FIRST)
