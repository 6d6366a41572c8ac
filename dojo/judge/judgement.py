"""The judgement on some tests: which solutions they accept, which they catch, what each test adds."""

from dataclasses import dataclass, field

from dojo.runner.result import Result
from dojo.story.mutants import Mutant, kata_rules, read_mutants
from dojo.story.steps import Step
from dojo.story.story import Story


@dataclass
class Judgement:
    """The tests by their ids, with the rule of each, and what is not green on each solution."""

    story: Story
    tests: dict[str, str] = field(default_factory=dict)
    right: dict[Step, list[Result]] = field(default_factory=dict)
    """Empty as long as no test runs."""
    wrong: dict[Mutant, set[str]] = field(default_factory=dict)
    reach: int = 0
    """The first step that passes them all: mutants of later steps do not count."""
    calls: set[str] = field(default_factory=set)
    """The functions of the solution that the tests call; empty if unknown."""
    crashes: list[str] = field(default_factory=list)
    """The tests that hang or crash, and how; they do not count."""
    faults: list[Result] = field(default_factory=list)
    """The files that do not run at all."""

    @property
    def rejected(self) -> set[str]:
        """The tests that fail on a right solution: if they fail on a mutant too, that proves nothing."""
        return {result.id for failing in self.right.values() for result in failing}

    @property
    def accepted(self) -> list[str]:
        """The tests that every right solution passes."""
        return [id for id in self.tests if id not in self.rejected]

    @property
    def accepting(self) -> list[Step]:
        """The right solutions that pass every test."""
        return [step for step, failing in self.right.items() if not failing]

    @property
    def caught(self) -> dict[Mutant, set[str]]:
        """The mutants that fail some accepted test, with the tests that each fails."""
        rejected = self.rejected
        return {mutant: by for mutant, failing in self.wrong.items() if (by := failing - rejected)}

    @property
    def alive(self) -> list[Mutant]:
        """The mutants that pass all tests, in the order of their steps."""
        caught = self.caught
        return [mutant for mutant in self.wrong if mutant not in caught]

    @property
    def idle(self) -> list[str]:
        """The accepted tests that catch nothing that no other one catches."""
        needed = {id for by in self.caught.values() if len(by) == 1 for id in by}
        return [id for id in self.accepted if id not in needed]

    @property
    def untried(self) -> list[Mutant]:
        """The mutants that the tests do not reach, in the order of their steps."""
        return [mutant for mutant in read_mutants(self.story) if mutant not in self.wrong]


def rule_broken_by(mutant: Mutant) -> str:
    """Return the rule that a mutant breaks, in the words of a statement; its theme if no kata lists it."""
    story = mutant.story
    listed = (rule for kata in story.katas for rule in kata_rules(kata, story) if mutant in rule.mutants)
    return next((rule.text for rule in listed), mutant.fields["theme"])
