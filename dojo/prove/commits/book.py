"""The tests that a version left red, until a later one makes them green."""

from dataclasses import dataclass, field

from dojo.prove.commits.meaning import red
from dojo.prove.commits.running import Outcome
from dojo.prove.commits.trees.git import Commit
from dojo.prove.identity.identity import Test
from dojo.prove.proving import verdict
from dojo.prove.proving.verdict import Kind, Verdict
from dojo.screen.words import counted, duration

DAY = 24 * 3600


@dataclass
class Red:
    """A test, or a row of one, that is red."""

    test: Test
    outcome: Outcome
    since: Commit
    number: int
    """The number of that commit."""
    asserted: bool = False
    """Has its assertion failed?"""


@dataclass
class Book:
    """What is red, by the id that pytest has for it."""

    reds: dict[str, Red] = field(default_factory=dict)

    def note(self, test: Test, outcome: Outcome, commit: Commit, number: int) -> None:
        """A test is red in a version."""
        found = self.reds.setdefault(outcome.id, Red(test, outcome, commit, number))
        found.test, found.outcome = test, outcome
        found.asserted = found.asserted or red(outcome) == Kind.PROVEN

    def of(self, id: str) -> list[str]:
        """What is red of a test, whatever its row."""
        return [name for name in self.reds if name.partition("[")[0] == id]

    def rename(self, renamed: dict[str, str]) -> None:
        """Follow tests that were moved or renamed."""
        for new, old in renamed.items():
            for name in self.of(old):
                self.reds[new + name.removeprefix(old)] = self.reds.pop(name)

    def forget(self, *ids: str) -> None:
        """Tests that are red no more."""
        for id in ids:
            self.reds.pop(id, None)

    def paid(self, id: str, rule: str, commit: Commit, number: int) -> Verdict:
        """A test is green that was red, and says the same as then."""
        was = self.reds.pop(id)
        why, failure = was.outcome.why, was.outcome.failure
        kind = red(was.outcome)
        if was.asserted:
            long = how_long(number - was.number, commit.when - was.since.when)
            return verdict.pays(rule, long, test=id, why=why, failure=failure)
        if kind == Kind.BY_NAME:
            return verdict.by_name(rule, was.outcome.missing, test=id, why=why, failure=failure)
        return verdict.by_crash(rule, why, test=id, failure=failure)


def how_long(commits: int, seconds: int) -> str:
    """3 commits, 4 min 00 s"""
    if seconds >= 2 * DAY:
        return f"{counted(commits, 'commit')}, {seconds // DAY} days"
    if seconds <= 0:  # they were written anew, all at once
        return counted(commits, "commit")
    return f"{counted(commits, 'commit')}, {duration(seconds)}"
