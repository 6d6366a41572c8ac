"""What came of judging some tests: what they accept, what they catch, and what each of them adds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from dojo.steps import Step
from dojo.trial import Result
from dojo.wrong import Wrong, all_wrong


@dataclass
class Judgement:
    """The tests by their ids, with the rule of each; and what is not green on each evaluator."""

    tests: dict[str, str] = field(default_factory=dict)
    right: dict[Step, list[Result]] = field(default_factory=dict)
    wrong: dict[Wrong, set[str]] = field(default_factory=dict)
    reach: int = 0
    """The first step that passes them all: wrong evaluators of later steps are none of their business."""
    calls: set[str] = field(default_factory=set)
    """Which functions of the evaluator they call; nothing where that is not known."""
    falls: list[str] = field(default_factory=list)
    """Which tests hang or crash, and how; they are put aside."""
    faults: list[Result] = field(default_factory=list)
    """What does not run at all."""

    @property
    def unsound(self) -> set[str]:
        """Tests that fail on a right evaluator: what they fail on besides says nothing."""
        return {result.id for failing in self.right.values() for result in failing}

    @property
    def sound(self) -> list[str]:
        return [id for id in self.tests if id not in self.unsound]

    @property
    def accepted(self) -> list[Step]:
        return [step for step, failing in self.right.items() if not failing]

    @property
    def caught(self) -> dict[Wrong, set[str]]:
        """The wrong evaluators that are noticed, with the tests that notice each."""
        noticed = {wrong: failing - self.unsound for wrong, failing in self.wrong.items()}
        return {wrong: by for wrong, by in noticed.items() if by}

    @property
    def alive(self) -> list[Wrong]:
        """The wrong evaluators that pass all tests, in the order of their steps."""
        return [wrong for wrong in self.wrong if wrong not in self.caught]

    @property
    def idle(self) -> list[str]:
        """The sound tests that catch nothing that no other one catches."""
        needed = {id for by in self.caught.values() if len(by) == 1 for id in by}
        return [id for id in self.sound if id not in needed]

    def by_theme(self) -> Iterator[tuple[str, int, int]]:
        """Each theme with how many are caught, and how many there are."""
        caught = self.caught
        themes = list(dict.fromkeys(wrong.theme for wrong in self.wrong))
        for theme, of in groupby(sorted(self.wrong, key=lambda w: themes.index(w.theme)), lambda w: w.theme):
            wrongs = list(of)
            yield theme, sum(wrong in caught for wrong in wrongs), len(wrongs)


def within_reach(reach: int, calls: set[str]) -> list[Wrong]:
    """The wrong evaluators up to a step; those that need certain functions to show, where one is called."""
    return [
        wrong
        for wrong in all_wrong()
        if wrong.step <= reach and (not wrong.needs or not calls or calls & (wrong.needs | {"main"}))
    ]
