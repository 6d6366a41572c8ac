"""Judges the commits of a history in their order: what one leaves red, a later one may make green."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from dojo.prove.commits.asking import Asking
from dojo.prove.commits.book import Book
from dojo.prove.commits.colours import code_alone
from dojo.prove.commits.meaning import CHANGES, explained, together, verdict_of, with_guards
from dojo.prove.commits.running import Run
from dojo.prove.commits.state import State, changed
from dojo.prove.commits.step import Step, outcome_of
from dojo.prove.commits.trees.git import Commit
from dojo.prove.proving.verdict import Kind, Verdict, Version, no_answer
from dojo.story.tests import rule_of

MERGE = "A merge, compared with its first parent."
SET_ASIDE = "“{}” was set aside while it was red."
NO_PYTHON = "{} is not Python, and nobody can tell its tests"


class History:
    """The commits so far, and the tests that the last one left red."""

    def __init__(self, asking: Asking, names: frozenset[str]) -> None:
        self.asking, self.names, self.book, self.number = asking, names, Book(), 0

    def judged(self, commit: Commit, before: State, after: State) -> Version | None:
        """The verdicts on a commit; None if there is nothing to say."""
        self.number += 1
        self.remarks = [MERGE] * (len(commit.parents) > 1)
        step = Step(self.asking, self.book, before, after, self.names)
        told = [*self.unread(step), *self.of_tests(commit, step)]
        if step.code_changed and all(one.kind == Kind.REFACTORING for one in told):
            verdict, broken = code_alone(step)
            told += verdict
            for test, outcome in broken:
                self.book.note(test, outcome, commit, self.number)
        verdicts = tuple(placed(explained(one, commit.no_red), after) for one in told)
        reading = partial(changed, before, after)
        if not told:
            return None
        return Version(commit.id[:7], commit.title, verdicts, tuple(self.remarks), reading, commit.id)

    def unread(self, step: Step) -> Iterator[Verdict]:
        """New test files that are not Python."""
        for file in step.after.unreadable:
            name = file.encode()
            if step.after.tree.get(name) != step.before.tree.get(name):
                yield no_answer("", NO_PYTHON.format(file))

    def of_tests(self, commit: Commit, step: Step) -> Iterator[Verdict]:
        """The verdicts on new and changed tests, and on those that were red before."""
        self.book.rename(step.found.renamed)
        for test in step.found.gone:
            for id in self.book.of(test.id):
                self.remarks.append(SET_ASIDE.format(rule_of(id)))
                del self.book.reds[id]
        cases = step.cases()
        told = []
        for one, case in cases:
            found = verdict_of(case)
            told.append((one.test.id, found))
            if found.kind == Kind.STILL_RED:
                self.book.note(one.test, case.after, commit, self.number)
            else:
                self.book.forget(case.id, case.was)
        judged = {case.id for _, case in cases}
        told += [*self.of_open(commit, step, judged)]
        yield from together(with_guards(told), step.rows)

    def of_open(self, commit: Commit, step: Step, judged: set[str]) -> Iterator[tuple[str, Verdict]]:
        """The verdicts on tests that were red before, and say the same as then."""
        run: Run = step.runs[1]
        waiting = {id: outcome_of(run, id) for id in self.book.reds if id not in judged}
        differing = step.differing(id for id, outcome in waiting.items() if outcome.colour == "green")
        for id, outcome in waiting.items():
            test = id.partition("[")[0]
            if outcome.colour == "left out":
                del self.book.reds[id]
                self.remarks.append(SET_ASIDE.format(rule_of(id)))
            elif outcome.colour != "green":
                if id in run.outcomes and test in step.after.tests:
                    self.book.note(step.after.tests[test], outcome, commit, self.number)
            elif step.same_but_for_tests or id in differing:
                del self.book.reds[id]
                yield test, no_answer(rule_of(id), CHANGES, test=id)
            else:
                yield test, self.book.paid(id, rule_of(id), commit, self.number)


def placed(verdict: Verdict, state: State) -> Verdict:
    """A verdict with the line that its test begins at."""
    test = state.tests.get(verdict.function)
    return replace(verdict, line=test.found.function.lineno) if test else verdict
