"""The judgement on some tests: what they accept, what they catch, and what each of them adds."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from dojo.runner.result import Cell
from dojo.story.mutants import Mutant, mutants
from dojo.story.steps import Step
from dojo.story.story import Story


@dataclass
class Judgement:
    """The tests by their ids, with the rule of each; and what is not green on each solution."""

    story: Story
    tests: dict[str, str] = field(default_factory=dict)
    right: dict[Step, list[Cell]] = field(default_factory=dict)
    wrong: dict[Mutant, set[str]] = field(default_factory=dict)
    reach: int = 0
    """The first step that passes them all: mutants of later steps do not count."""
    calls: set[str] = field(default_factory=set)
    """Which functions of the solution they call; nothing if that is not known."""
    falls: list[str] = field(default_factory=list)
    """Which tests hang or crash, and how; they do not count."""
    faults: list[Cell] = field(default_factory=list)
    """The files that do not run at all."""

    @property
    def unsound(self) -> set[str]:
        """Tests that fail on a right solution: if they fail on a mutant too, that says nothing."""
        return {cell.id for failing in self.right.values() for cell in failing}

    @property
    def sound(self) -> list[str]:
        return [id for id in self.tests if id not in self.unsound]

    @property
    def accepted(self) -> list[Step]:
        return [step for step, failing in self.right.items() if not failing]

    @property
    def caught(self) -> dict[Mutant, set[str]]:
        """The mutants that are noticed, with the tests that notice each."""
        noticed = {mutant: failing - self.unsound for mutant, failing in self.wrong.items()}
        return {mutant: by for mutant, by in noticed.items() if by}

    @property
    def alive(self) -> list[Mutant]:
        """The mutants that pass all tests, in the order of their steps."""
        return [mutant for mutant in self.wrong if mutant not in self.caught]

    @property
    def idle(self) -> list[str]:
        """The sound tests that catch nothing that no other one catches."""
        needed = {id for by in self.caught.values() if len(by) == 1 for id in by}
        return [id for id in self.sound if id not in needed]

    def by_theme(self) -> Iterator[tuple[str, int, int]]:
        """Each theme with how many are caught, and how many there are."""
        caught = self.caught
        themes = list(dict.fromkeys(mutant.theme for mutant in self.wrong))
        in_order = sorted(self.wrong, key=lambda mutant: themes.index(mutant.theme))
        for theme, of in groupby(in_order, lambda mutant: mutant.theme):
            those = list(of)
            yield theme, sum(mutant in caught for mutant in those), len(those)


def within_reach(story: Story, reach: int, calls: set[str]) -> list[Mutant]:
    """The mutants up to a step; if one needs certain functions, the tests have to call one of them."""
    return showing([mutant for mutant in mutants(story) if mutant.step <= reach], calls)


def showing(wrong: list[Mutant], calls: set[str]) -> list[Mutant]:
    """The mutants that these functions can show; all of them, if the functions are not known."""
    return [one for one in wrong if not one.needs or not calls or calls & (one.needs | {"main"})]
