"""A version in a history: what its tests came to, and what its tests and its code were."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dojo.model.outcome import Outcome
from dojo.tracing.sources import Test


@dataclass(frozen=True)
class Version:
    """A run in a history: its outcomes, and what its tests and its code were.

    Attributes:
        before: the number of the version that it was made from; 0 if it is the first.
        own: the tests that the participant wrote; the others are of the kata.
        sources: the participant's tests by their ids without rows, as far as they can be read.
        code: what stands for the code: two versions with the same text compute the same.
        surroundings: for each file of tests what its tests share; under an empty name what all tests need.
        suite: what stands for the tests of the kata; empty if the light is too old to say.
        begins: True if it was there at the start: nobody claims to have seen its tests come.
        says_own: False for an old light that does not say what the participant's tests came to.
        opens: the tests of the kata that were revealed here, and that open a step.
        is_green: True if the bar was green.
        number_of_tests: how many tests there are; an old light does not name all of them.
        revealed: how many of them are of the kata.
        unnoticed: how many lines changed in green without a test that would notice; None if it does not say.
        grows: True if the code was changed in green, and can do something new.
    """

    number: int
    before: int
    outcomes: Mapping[str, Outcome]
    own: frozenset[str]
    sources: Mapping[str, Test]
    code: str
    surroundings: Mapping[str, str] = field(default_factory=dict)
    suite: str = ""
    begins: bool = False
    says_own: bool = True
    opens: frozenset[str] = frozenset()
    is_green: bool = False
    number_of_tests: int = 0
    revealed: int = 0
    unnoticed: int | None = None
    grows: bool = False
