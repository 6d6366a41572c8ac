"""The past of one test: all of its states, and which of its questions it was red for."""

from math import inf
from typing import TYPE_CHECKING, NamedTuple

from dojo.model.outcome import Colour

if TYPE_CHECKING:
    from dojo.tracing.state import TestState


class TestQuestion(NamedTuple):
    """What a test asks: its source in a normal form, and its row.

    Of a test of the kata it is the suite of that time; such a test has no row.
    """

    source: str
    row: str

    def is_same_as(self, other: "TestQuestion") -> bool:
        """True if both ask the same; where a file could not be read, its rows are not known."""
        is_same_row = self.row == other.row or not self.row or not other.row
        return self.source == other.source and is_same_row


class TestHistory:
    """All states of one test, the first one first, under all of its names, on every path."""

    def __init__(self, states: "list[TestState]", reds: dict[TestQuestion, int]) -> None:
        self.states = states
        # the number of the first version in which it was red, for each question that it asked
        self.reds = reds

    def note(self, state: "TestState") -> None:
        """Add a state."""
        self.states.append(state)
        if state.outcome.colour == Colour.RED:
            self.reds.setdefault(state.question, state.version.number)

    def fork(self) -> "TestHistory":
        """Return the history of another row of the same function, of which only the function was known."""
        return TestHistory(list(self.states), dict(self.reds))

    def was_red_at(self, question: TestQuestion, until: float = inf) -> bool:
        """True if it was red when it asked this, in any version up to a number."""
        for asked, number in self.reds.items():
            if number > until:
                continue
            if asked.is_same_as(question):
                return True
        return False

    @property
    def is_known(self) -> bool:
        """True if it came in this history, or was seen red in it."""
        first = self.states[0]
        return bool(self.reds) or (first.is_known and not (first.version.begins and first.is_green))
