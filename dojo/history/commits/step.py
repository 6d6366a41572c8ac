"""A commit and the one before it: their new and changed tests, and what these come to on both."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from dojo.history.commits.asking import Asking, Question
from dojo.history.commits.book import Book
from dojo.history.commits.meaning import Case, red
from dojo.history.commits.running import Outcome, Run
from dojo.history.commits.state import State, part
from dojo.history.identity.identity import Changed, Test, difference
from dojo.history.identity.modules import holds_code
from dojo.history.proving.verdict import Kind
from dojo.story.tests import rule_of

Tried = tuple[Changed, Case]


class Step:
    """From one version to the next."""

    def __init__(
        self, asking: Asking, book: Book, before: State, after: State, names: frozenset[str]
    ) -> None:
        self.asking, self.book, self.before, self.after = asking, book, before, after
        self.found = difference(before.tests, after.tests)
        self.laid = before.with_tests_of(after)
        self.names = names & (before.imported | after.imported)

    @property
    def code_changed(self) -> bool:
        """Did code change, and not only its layout and its words?"""
        return self.before.code != self.after.code

    @cached_property
    def same_but_for_tests(self) -> bool:
        """Did nothing change that does not belong to the tests?"""
        return part(self.before.tree, of_tests=False) == part(self.after.tree, of_tests=False)

    @cached_property
    def changed(self) -> list[Changed]:
        """The new and changed tests; a red test that has other helpers is changed, too."""
        known = {one.test.id for one in self.found.changed}
        helped = {}
        for was in self.book.reds.values():
            now = self.after.tests.get(was.test.id)
            if now and now.id not in known and now.intent != was.test.intent:
                helped[now.id] = Changed(now, was.test)
        return [*self.found.changed, *helped.values()]

    @cached_property
    def runs(self) -> tuple[Run, Run]:
        """What those tests come to before and after; and in the second, what was red before."""
        ids = sorted({one.test.id for one in self.changed})
        red = {id.partition("[")[0] for id in self.book.reds} & self.after.tests.keys()
        after = Question(self.after, sorted({*ids, *red}), self.names)
        if self.same_but_for_tests:
            run = self.asking.one(after, 1)
            return run, run
        return self.asking.both(Question(self.laid, ids, self.names), after)

    @cached_property
    def rows(self) -> Counter[str]:
        """How many rows each test has."""
        return Counter(id.partition("[")[0] for id in self.runs[1].outcomes)

    def cases(self) -> list[Tried]:
        """Each new and changed test, or row, and what was seen of it."""
        if not self.changed:
            return []
        found = [(one, case) for one in self.changed for case in self.cases_of(one)]
        doubted = [(one, case) for one, case in found if case.after.colour == "green"]
        asserted = {one.test.id for one, case in doubted if red(case.before) == Kind.PROVEN}
        named = {one.old.id for one, case in doubted if one.old and red(case.before) == Kind.BY_NAME}
        old_tests = self.after.with_tests_of(self.before)
        again, old = self.asking.both(
            Question(self.laid, sorted(asserted), self.names, again=True),
            Question(old_tests, sorted(named), self.names),
        )
        return [(one, self.completed(one, case, again, old)) for one, case in found]

    def completed(self, one: Changed, case: Case, again: Run, old: Run) -> Case:
        """A case, with what only another run tells."""
        second = again.outcomes.get(case.id)
        then = old.of(one.old.id) if one.old else []
        fails = bool(then) and any(outcome.colour != "green" for outcome in then)
        return replace(case, is_flaky=bool(second and second.colour == "green"), old_fails=fails)

    def cases_of(self, one: Changed) -> Iterator[Case]:
        """A test, or each of its new and changed rows, before and after."""
        before, after = self.runs
        items = [item for item in after.of(one.test.id) if is_asked(item, one)]
        for item in items or [no_outcome(after, one.test.id)]:
            id = item.id if "::" in item.id else one.test.id
            now = outcome_of(after, id)
            yield self.case(one, id, self.readable(one, outcome_of(before, id)), now)

    def case(self, one: Changed, id: str, before: Outcome, after: Outcome) -> Case:
        """What was seen of a test."""
        was = self.was(one, id, after)
        has_code = not self.imports_code(one.test) and holds_code(one.test.content)
        return Case(
            rule_of(id),
            id,
            before,
            after,
            was=was,
            asserted=bool(was) and self.book.reds[was].asserted,
            is_tidied=bool(one.old) and one.rows is None and asserts(one.test) <= asserts(one.old),
            has_code=has_code,
        )

    def was(self, one: Changed, id: str, now: Outcome) -> str:
        """What it was when it was red in the version before: the same id, or the same row; or nothing."""
        if id in self.book.reds:
            return id
        reds = self.book.of(one.old.id) if one.old else []
        gone = [name for name in reds if name not in self.runs[1].outcomes]
        alike = (name for name in gone if dict(self.book.reds[name].outcome.numbers) == dict(now.numbers))
        return next(alike, "")

    def readable(self, one: Changed, before: Outcome) -> Outcome:
        """What it came to before; no answer where nobody can tell whether it is new."""
        if one.old or one.test.path not in self.before.unreadable:
            return before
        return Outcome(before.id, "amber", where="file", why="it is not Python")

    def imports_code(self, test: Test) -> bool:
        """Does the file of a test import a module of the code, or does a `conftest.py` above name one?"""
        imports = test.imports
        tops = {part for one in imports for part in (one.module or one.name).split(".")}
        above = b" ".join(test.uses.contents[file] for file in test.uses.above(test.path))
        named = set(re.findall(r"\w+", above.decode(errors="replace")))
        return any(one.level for one in imports) or bool((tops | named) & self.names)


def is_asked(item: Outcome, one: Changed) -> bool:
    """Is it new or changed: the test, or this row of it?"""
    if one.rows is None or "::" not in item.id:
        return True
    return any(item.numbers.get(arguments.partition(",")[0]) == number for arguments, number in one.rows)


def outcome_of(run: Run, id: str) -> Outcome:
    """What a test came to; amber, with a reason, where it did not run."""
    if run.fault:
        return no_outcome(run, id)
    found = run.outcomes.get(id) or run.unread.get(id.partition("::")[0])
    return replace(found, id=id) if found else no_outcome(run, id)


def no_outcome(run: Run, id: str) -> Outcome:
    """That a test did not run."""
    return Outcome(id, "amber", why=run.fault or "pytest does not collect it", where="elsewhere")


def asserts(test: Test | None) -> int:
    """How often a test asserts something."""
    if test is None:
        return 0
    calls = ("assert", "raises", "fail")
    found = 0
    for node in ast.walk(test.found.function):
        name = getattr(node, "attr", getattr(node, "id", ""))
        found += isinstance(node, ast.Assert) or (isinstance(name, str) and name.startswith(calls))
    return found
