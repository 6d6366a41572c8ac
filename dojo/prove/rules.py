"""Which verdict a test of a version gets: a table of conditions, of which the first one that holds counts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from dojo.prove.measure.evidence import CommitEvidence, TestEvidence
from dojo.prove.measure.outcomes import OFF, Cause, TestResult
from dojo.prove.past import NEVER_RED, Past
from dojo.prove.verdict import Kind
from dojo.tracing.sources import file_of

FAILS_BY_ITSELF = (Cause.ASSERTED, Cause.CRASHED_IN_CODE)


@dataclass(frozen=True)
class TestCase:
    """A test of a version with all that its verdict depends on."""

    test: TestEvidence
    past: Past = NEVER_RED
    commit: CommitEvidence = field(default_factory=CommitEvidence)

    @property
    def now(self) -> TestResult:
        return self.test.now

    @property
    def on_parent(self) -> TestResult | None:
        return self.test.on_parent

    @property
    def was_red(self) -> bool:
        return self.past.was_red or self.test.was_red

    @property
    def asserted(self) -> bool:
        """True if its own assertion has failed before, or fails on the code before."""
        return self.past.asserted or self.fails_on_parent(Cause.ASSERTED)

    @property
    def is_for_new_names(self) -> bool:
        """True if only a name is missing without the change, and it asks no more than it did."""
        adapts = self.past.adapts or (self.test.was_green and self.test.more_asserts <= 0)
        return self.fails_on_parent(Cause.MISSING_NAME) and adapts

    def fails_on_parent(self, *causes: Cause) -> bool:
        """True if it fails on the code before, in one of these ways or in any."""
        result = self.on_parent
        if result is None or not result.is_failure:
            return False
        return not causes or result.cause in causes

    @property
    def has_parent_answer(self) -> bool:
        return self.on_parent is not None and self.on_parent.is_answer

    @property
    def is_by_settings_alone(self) -> bool:
        """True if the test is as it was, and only the settings of pytest have changed."""
        same = self.test.is_same and not self.test.helpers_changed
        return same and self.was_red and self.commit.settings_changed and not self.fails_on_parent()

    @property
    def is_hidden(self) -> bool:
        """True if a hook of the repository reports its failure as something else."""
        return self.test.id in self.commit.rewritten

    @property
    def is_still_expected_to_fail(self) -> bool:
        before = self.test.before
        causes = {self.now.cause, before.cause if before else None}
        return causes == {Cause.EXPECTED_TO_FAIL}

    @property
    def named_nothing(self) -> bool:
        """True if before it only asked for a name that was not there."""
        before = self.test.before
        return before is not None and before.cause == Cause.MISSING_NAME

    @property
    def broke_the_code(self) -> bool:
        """True if before it had the code crash, and says something else now."""
        before = self.test.before
        return before is not None and before.cause == Cause.CRASHED_IN_CODE and not self.test.is_same

    @property
    def crashed_by_itself(self) -> bool:
        """True if nothing of the code was wrong before, but the test or what it uses."""
        before = self.test.before
        by_itself = before is not None and before.cause == Cause.CRASHED_IN_TEST
        return by_itself and not self.past.asserted and self.test.more_asserts >= 0

    @property
    def asked_more(self) -> bool:
        """True if the test, as it was, fails on the code of now by what it asks."""
        result = self.test.old_on_new
        return result is not None and result.cause in FAILS_BY_ITSELF


class VerdictRule(NamedTuple):
    """A row of the table: the first one whose condition holds gives the kind of the verdict, or none."""

    name: str
    holds: Callable[[TestCase], bool]
    kind: Kind | None


RULES = (
    # what it comes to now
    VerdictRule(
        "was red, and is not green yet", lambda c: not c.now.is_green and c.test.is_same and c.was_red, None
    ),
    VerdictRule("passed, and is off", lambda c: c.now.cause in OFF and c.test.was_green, Kind.SWITCHED_OFF),
    VerdictRule("fails, and a hook hides it", lambda c: c.now.is_failure and c.is_hidden, Kind.SWITCHED_OFF),
    VerdictRule("failed as expected, and does so still", lambda c: c.is_still_expected_to_fail, None),
    VerdictRule("cannot run now, and is the same", lambda c: not c.now.is_answer and c.test.is_same, None),
    VerdictRule("cannot run now", lambda c: not c.now.is_answer, Kind.NO_ANSWER),
    VerdictRule(
        "passed, is the same, and fails", lambda c: c.now.is_failure and is_broken(c.test), Kind.BROKE
    ),
    VerdictRule("fails now", lambda c: c.now.is_failure, Kind.STILL_RED),
    # it is green now; what it comes to without the change
    VerdictRule("nobody asked the code before", lambda c: c.on_parent is None, None),
    VerdictRule("only settings changed", lambda c: c.is_by_settings_alone, None),
    VerdictRule(
        "is the same, and was not red",
        lambda c: c.test.is_same and not c.was_red and not c.fails_on_parent(),
        None,
    ),
    VerdictRule(
        "its file was not Python", lambda c: file_of(c.test.id) in c.commit.unread_before, Kind.NO_ANSWER
    ),
    VerdictRule("could not run without it", lambda c: not c.has_parent_answer, Kind.NO_ANSWER),
    # it fails without the change
    VerdictRule(
        "only names changed, and so did it",
        lambda c: c.is_for_new_names and (c.past.was_red or not c.test.is_same),
        Kind.ADAPTED,
    ),
    VerdictRule("only names changed", lambda c: c.is_for_new_names, None),
    VerdictRule(
        "an earlier red is paid",
        lambda c: c.test.is_same and c.was_red and c.fails_on_parent() and c.asserted,
        Kind.PAYS,
    ),
    VerdictRule("its assertion fails", lambda c: c.fails_on_parent() and c.asserted, Kind.PROVEN),
    VerdictRule("a name is missing", lambda c: c.fails_on_parent(Cause.MISSING_NAME), Kind.BY_NAME),
    VerdictRule("it crashes", lambda c: c.fails_on_parent(), Kind.BY_CRASH),
    # it passes without the change, too
    VerdictRule("it crashed by itself", lambda c: c.crashed_by_itself, Kind.REPAIRED),
    VerdictRule(
        "it was red, and was changed",
        lambda c: c.asserted or c.named_nothing or c.broke_the_code,
        Kind.MADE_GREEN,
    ),
    VerdictRule("its file holds the code", lambda c: c.test.has_code_in_file, Kind.NO_ANSWER),
    VerdictRule("as it was, it fails", lambda c: c.asked_more, Kind.ASKED_MORE),
    VerdictRule("fewer assertions", lambda c: c.test.more_asserts < 0, Kind.WEAKENED),
    VerdictRule("no more assertions", lambda c: c.test.more_asserts == 0 and not c.was_red, Kind.REFACTORING),
    VerdictRule("passes either way", lambda _: True, Kind.PASSES),
)


def find_rule(case: TestCase) -> VerdictRule:
    """Return the first rule that holds."""
    return next(rule for rule in RULES if rule.holds(case))


def is_broken(test: TestEvidence) -> bool:
    """True if a test passed, says the same with the same helpers, and so the change has broken it."""
    return test.was_green and test.is_same and not test.helpers_changed
