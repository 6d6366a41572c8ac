"""A commit and the one before it: their new and changed tests, and what these come to on both."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from dojo.prove.commits.asking import Asking, Question
from dojo.prove.commits.book import Book
from dojo.prove.commits.meaning import Asks, Case, red
from dojo.prove.commits.running import Outcome, Run
from dojo.prove.commits.state import State, part
from dojo.prove.identity.identity import Changed, Test, difference
from dojo.prove.identity.modules import holds_code
from dojo.prove.proving.verdict import Kind
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
        doubted = [(one, case) for one, case in found if case.after.colour == "green" and red(case.before)]
        reds = sorted({one.test.id for one, case in doubted})
        named = {one.old.id for one, case in doubted if one.old and red(case.before) == Kind.BY_NAME}
        again = self.asking.both(
            Question(self.laid, reds, self.names, again=True),
            Question(self.after, reds, self.names, again=True),
        )
        old = self.asking.one(Question(self.before, sorted(named), self.names), 0)
        return [(one, self.completed(one, case, again, old)) for one, case in found]

    def completed(self, one: Changed, case: Case, again: tuple[Run, Run], old: Run) -> Case:
        """A case, with what only another run tells."""
        before, after = (run.outcomes.get(case.id) for run in again)
        is_flaky = bool(before and before.colour == "green") or bool(after and after.colour != "green")
        then = old.of(one.old.id) if one.old else []
        green = bool(then) and all(outcome.colour == "green" for outcome in then)
        return replace(case, is_flaky=is_flaky, old_green=green)

    def differing(self, ids: Iterable[str]) -> set[str]:
        """Those tests, red before and green now, that come out differently when both run again."""
        rows = {id: id.partition("[")[0] for id in ids}
        tests = sorted(set(rows.values()))
        before, after = self.asking.both(
            Question(self.laid, tests, self.names, again=True),
            Question(self.after, tests, self.names, again=True),
        )
        return {
            id
            for id in rows
            if outcome_of(before, id).colour == "green" or outcome_of(after, id).colour != "green"
        }

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
            asks=self.asks(one),
            has_code=has_code,
        )

    def asks(self, one: Changed) -> Asks:
        """How much a test asserts, beside what it was, or beside the tests of its file that are gone."""
        if one.old is None:
            replaced = [test for test in self.found.gone if test.path == one.test.path]
            return Asks.SAME if asserts(one.test) <= sum(map(asserts, replaced)) and replaced else Asks.NEW
        if one.rows is not None or asserts(one.test) > asserts(one.old):
            return Asks.NEW
        same_helpers = one.test.helpers == one.old.helpers
        return Asks.LESS if asserts(one.test) < asserts(one.old) and same_helpers else Asks.SAME

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


def asserts(test: Test) -> int:
    """How often a test asserts something, in all of its rows."""
    calls = ("assert", "raises", "fail")
    found = 0
    for node in ast.walk(test.found.function):
        name = getattr(node, "attr", getattr(node, "id", ""))
        found += isinstance(node, ast.Assert) or (isinstance(name, str) and name.startswith(calls))
    return found * max(1, len(test.rows))
