"""What a cell of the matrix is, judged by the colour that it had to have."""

from enum import StrEnum


class CellState(StrEnum):
    """The state of one test on one step."""

    GREEN = "green"
    # as it has to be on the step before the one that the test drives
    RED = "red"
    # the test is written in a later step, and fails here
    NOT_YET = "not yet"
    # the test is written in a later step, and passes here already
    LUCK = "luck"
    # it has another colour than a law asks for
    BROKEN = "broken"
