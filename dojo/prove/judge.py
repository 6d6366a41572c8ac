"""Judges a version and the one before it. Three runs decide: the version before as it is, the same with the
new tests laid over it, and the version itself. What is red is asked twice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from dojo.prove.runs import KataSuite, Runner, RunRequest, TestResult, TreeRun
from dojo.prove.tests import SETTINGS, Test, changed_lines, file_of, holds_tests, match_renamed
from dojo.prove.verdict import LIGHTS, SEEN_RED, Kind, Verdict, judge_code, no_answer, say
from dojo.prove.versions import Point, Red, VersionState
from dojo.runner.failure.reason import in_words
from dojo.screen.words import count_of, duration, first_of

MANY = 3
"""So many tests without an answer, for one reason, have one verdict together."""
DAY = 24 * 3600
DOUBT = "doubt"
"""Where an outcome broke that a light tells of, and no run bears out."""
LEFT_OUT = "it is skipped, or expected to fail"
CHANGES = "it comes out differently each time"
HOLDS_CODE = "its file holds the code as well"
NOT_PYTHON = "{} is not Python, so its tests are not known"
SET_ASIDE = "{} was set aside while it was red."
DELETED = "Deleted: {}."
PLACES = {
    "fixture": "its fixture broke",
    "file": "its file cannot be read",
    "code": "the code cannot be read",
}


@dataclass
class VerdictCase:
    """A test, or a row of one, before a version and in it."""

    test: Test
    now: TestResult
    then: TestResult | None = None
    """What it came to in the version before, as that was."""
    old: Test | None = None
    """What it was there; None if it is new."""
    same_row: bool = True
    helpers_changed: bool = False
    red: Red | None = None
    """What is known of it if it was red before."""
    is_given: bool = False
    """True if the kata has given it."""
    more_asserts: int = 1
    """How many assertions it has more than what it was, or than the tests that it replaces."""
    laid: TestResult | None = None
    """What it comes to, as it is now, on the code of the version before; None if that is of no interest."""
    is_flaky: bool = False

    @property
    def id(self) -> str:
        """Its id in this version."""
        return self.now.id

    @property
    def is_same(self) -> bool:
        """True if it says what it said before."""
        return self.old is not None and self.old.source == self.test.source and self.same_row

    @property
    def was_green(self) -> bool:
        """True if it was green in the version before."""
        return self.then is not None and self.then.colour == "green"

    @property
    def was_red(self) -> bool:
        """True if it was red in the version before."""
        return self.red is not None or bool(self.then and red_kind(self.then))

    @property
    def needs_replay(self) -> bool:
        """True if it matters what it comes to on the code before."""
        is_news = not self.is_same and not self.is_given
        return self.now.colour == "green" and (
            self.was_red or is_news or (self.helpers_changed and self.was_green)
        )


class VersionJudge:
    """Judges one version after the other."""

    def __init__(
        self,
        runner: Runner,
        names: Iterable[str],
        words: dict[Kind, str],
        *,
        rules: Mapping[str, str] | None = None,
        suite: KataSuite | None = None,
    ) -> None:
        self.runner, self.words = runner, words
        self.names = frozenset(names)
        """The modules of the code: if one of them is missing, a name is missing."""
        self.by_lights = words is LIGHTS
        self.rules = rules or {}
        self.suite = suite
        self.remarks: list[str] = []
        """What else is to say of the version that was judged last."""

    def judge(self, before: Point, after: Point) -> list[Verdict]:
        """Judge a version by the one before it, and note what is red in it."""
        comparison = VersionComparison(self, before, after)
        found = comparison.verdicts()
        self.remarks = comparison.remarks
        return found

    def ask(self, state: VersionState, files: Iterable[str], **how: object) -> RunRequest:
        """A question about the tests of some files, of those that are there."""
        there = tuple(sorted({*files} & state.paths.keys()))
        return RunRequest(state.tree, there, tests=state.test_python, **how)  # type: ignore[arg-type]

    def ask_suite(self, point: Point, traced: tuple[str, ...] = ()) -> list[RunRequest]:
        """A question about the tests that the kata has given, on the code of a version; none without them."""
        if not self.suite or not point.given:
            return []
        tree = point.state.tree
        code = {name: one for name, one in tree.items() if not holds_tests(name.decode(errors="replace"))}
        ids = tuple(name_version(id, self.suite.module) for id in sorted(point.given))
        tests = tuple(str(self.suite.top / file) for file in self.suite.files)
        return [RunRequest(code, self.suite.files, ids, traced, suite=self.suite, tests=tests)]

    def answers(self, *questions: RunRequest) -> list[TreeRun]:
        """The runs, with what is missing judged by the modules that the code has."""
        runs = self.runner.ask(*questions)
        for run in runs:
            for found in (run.outcomes, run.unread):
                found.update({id: self.settle(one) for id, one in found.items()})
        return runs

    def settle(self, outcome: TestResult) -> TestResult:
        """An outcome; what another package lacks is no missing name of the code."""
        if not outcome.owner or outcome.owner in self.names:
            return outcome
        where = "elsewhere" if outcome.error == "ModuleNotFoundError" else outcome.where
        return replace(outcome, missing="", owner="", where=where)

    def rule(self, id: str) -> str:
        """A test in words."""
        function, bracket, row = id.partition("[")
        if "::" not in id:
            return row.removesuffix("]")
        return self.rules.get(id) or in_words(function.rpartition("::")[2] + bracket + row)


class VersionComparison:
    """A version and the one before it, with all of its tests in both."""

    def __init__(self, judge: VersionJudge, before: Point, after: Point) -> None:
        self.judge, self.before, self.after = judge, before, after
        self.renamed = match_renamed(before.state.tests, after.state.tests)
        new_names = {old: new for new, old in self.renamed.items()}
        self.reds = {rename(id, new_names): red for id, red in before.reds.items()}
        self.code_is_same = before.state.same_but_for_tests(after.state)
        self.helpers_changed = before.state.helpers != after.state.helpers
        self.old, self.new = self.run_both()
        self.remarks: list[str] = []

    def verdicts(self) -> list[Verdict]:
        """Judge all of its tests, and its code if no test asked for that."""
        cases = [*self.cases()]
        self.replay([case for case in cases if case.needs_replay])
        told = [(case.now.function, one) for case in cases if (one := self.verdict(case))]
        self.after.reds = self.note_reds(cases)
        self.remark_deleted()
        rows = Counter(one.function for one in self.new.outcomes.values())
        found = [*self.unreadable(), *join_rows(mark_guards(told), rows)]
        if all(one.kind == Kind.REFACTORING for one in found):
            found += self.judge_code()
        tests = self.after.state.tests
        return [
            replace(one, line=tests[one.function].line) if one.function in tests else one for one in found
        ]

    def files_to_ask(self) -> list[str]:
        """The test files that changed; all of them, if a helper did; and those of what was red."""
        a, b = self.after.state, self.before.state
        if self.helpers_changed:
            return a.test_files
        if self.code_is_same and a.test_side == b.test_side:
            return []
        changed = {path for path in a.test_files if a.paths[path] != b.paths.get(path)}
        return sorted(changed | {*map(file_of, self.reds)})

    def run_both(self) -> list[TreeRun]:
        """What the tests came to before and after, each as it is."""
        if self.after.run is not None:
            return [self.before.run or TreeRun(), self.after.run]
        files, states = self.files_to_ask(), (self.before.state, self.after.state)
        return self.judge.answers(*(self.judge.ask(state, files) for state in states))

    def cases(self) -> Iterator[VerdictCase]:
        """Each test of a version beside what it was."""
        a, b, old, new = self.after.state, self.before.state, self.old, self.new
        functions = dict.fromkeys(one.function for one in new.outcomes.values())
        functions |= {id: None for id in a.tests if file_of(id) in new.unread or new.fault}
        for function in functions:
            file = file_of(function)
            former = self.renamed.get(function, "" if function in self.renamed.values() else function)
            rows, then = new.rows(function) or [new.find(function)], old.rows(former)
            matched = match_rows(rows, then)
            was = b.tests.get(former) or (b.find_test(then[0]) if then else None)
            own = was is not None and a.helpers_of(file) != b.helpers_of(file)
            for now in rows:
                outcome, same_row = matched.get(now.id, (None, not then))
                if outcome is None and was and same_row:
                    outcome = old.unread.get(file_of(former))
                red = self.reds.get(now.id) or (self.reds.get(outcome.id) if outcome else None)
                if now.id in self.after.given:
                    test = Test(now.id, "given", 0, 0)
                    there = test if now.id in self.before.given else None
                    yield VerdictCase(test, now, outcome, there, red=red, is_given=True)
                    continue
                changed = self.helpers_changed or own
                case = VerdictCase(a.find_test(now), now, outcome, was, same_row, changed, red)
                case.more_asserts = self.count_asserts(case)
                yield case

    def count_asserts(self, case: VerdictCase) -> int:
        """Count how many assertions a test has more than it had, or than the tests that it replaces.

        A new row, and a new test that replaces nothing, ask for more; a helper may assert what is gone.
        """
        if case.old:
            more = case.test.asserts - case.old.asserts if case.same_row else 1
            return max(more, 0) if case.helpers_changed else more
        there, before = self.after.state.tests, self.before.state.tests
        gone = [id for id in before if id not in there and file_of(id) == file_of(case.id)]
        replaced = sum(
            before[id].asserts * max(1, len(self.old.rows(id)))
            for id in gone
            if id not in self.renamed.values()
        )
        asserts = case.test.asserts * max(1, len(self.new.rows(case.now.function)))
        return 0 if replaced and asserts <= replaced else 1

    def replay(self, cases: list[VerdictCase]) -> None:
        """Note what some tests come to on the code before; a red is asked again, for it may be one by chance.

        Where the code is the same, that is what they come to now. A red that a light has seen was seen.
        """
        for case in cases:
            was_seen = case.is_given or (self.judge.by_lights and case.is_same and not case.helpers_changed)
            if self.code_is_same:
                case.laid = case.now
            elif case.red and was_seen:
                case.laid = case.red.outcome
        waiting = [case for case in cases if not case.laid]
        files = {file_of(case.id) for case in waiting}
        state = self.before.state.with_tests_of(self.after.state)
        [first] = self.judge.answers(self.judge.ask(state, files))
        for case in waiting:
            case.laid = first.find(case.id)
        red = [case for case in waiting if red_kind(first.find(case.id))]
        files = {file_of(case.id) for case in red}
        [again] = self.judge.answers(self.judge.ask(state, files, again=True))
        for case in red:
            case.is_flaky = again.is_green(case.id)

    # What is said

    def say(self, kind: Kind, case: VerdictCase, **more: str) -> Verdict:
        """A verdict on a test."""
        return say(kind, self.judge.rule(case.id), self.judge.words, test=case.id, **more)

    def unanswered(self, case: VerdictCase, why: str, **more: str) -> Verdict:
        """A test that nobody can judge."""
        failure = case.laid.failure if case.laid else ""
        return self.say(Kind.NO_ANSWER, case, why=why, failure=failure, **more)

    def verdict(self, case: VerdictCase) -> Verdict | None:
        """The table: what a test comes to on the code before, and now."""
        if case.now.colour != "green":
            return self.not_green(case)
        if not case.laid:
            return None
        kind, file = red_kind(case.laid), file_of(case.id)
        if case.is_same and not case.was_red and not kind:
            return None
        if file in self.before.state.paths and not self.before.state.test_file(file):
            return self.unanswered(case, NOT_PYTHON.format(f"before, {file}"))
        if case.is_flaky:
            return self.unanswered(case, CHANGES)
        if case.laid.colour == "green":
            return self.green_before(case)
        if not kind:
            return self.unanswered(case, f"on the code before, {reason(case.laid)}")
        if kind == Kind.NO_ANSWER:
            return self.unanswered(case, case.laid.why)
        return self.red_before(case, case.laid, kind)

    def not_green(self, case: VerdictCase) -> Verdict | None:
        """A test that is not green in this version: perhaps a later one makes it green."""
        if self.judge.by_lights or (case.is_same and (case.was_red or not red_kind(case.now))):
            return None
        if why := reason(case.now):
            return self.unanswered(case, why, failure_now=case.now.failure)
        return self.say(Kind.STILL_RED, case, why=case.now.why, failure_now=case.now.failure)

    def red_before(self, case: VerdictCase, then: TestResult, kind: Kind) -> Verdict | None:
        """A test that fails without the change."""
        red, name = case.red, then.missing
        was_paid = case.is_same and case.was_red
        if kind == Kind.BY_NAME and (
            (case.was_green and case.more_asserts <= 0) or (red is not None and red.adapts)
        ):
            kind = Kind.ADAPTED
        elif self.judge.by_lights and not (was_paid and not case.helpers_changed):
            kind = Kind.UNSEEN
        elif red and red.asserted:
            kind = Kind.PROVEN
        if kind == Kind.ADAPTED and case.is_same and not red:
            return None
        if kind == Kind.PROVEN and was_paid and red and not self.judge.by_lights:
            kind, name = Kind.PAYS, how_long(self.after.number - red.number, self.after.when - red.when)
        return self.say(kind, case, name=name, why=then.why, failure=then.failure)

    def green_before(self, case: VerdictCase) -> Verdict | None:
        """A test whose text of now is green on the code before as well."""
        red, file = case.red, file_of(case.id)
        if case.is_same and not case.helpers_changed:
            return self.unanswered(case, CHANGES)
        if red and red.asserted:
            return self.say(Kind.MADE_GREEN, case, why=red.outcome.why, failure=red.outcome.failure)
        if self.after.state.holds_code(file):
            return self.unanswered(case, HOLDS_CODE)
        if case.more_asserts < 0:
            return self.say(Kind.WEAKENED, case)
        if case.old and self.judge.by_lights and not red:
            return None
        return self.say(Kind.REFACTORING if case.more_asserts == 0 and not red else Kind.PASSES, case)

    def unreadable(self) -> Iterator[Verdict]:
        """New test files that are not Python."""
        for path in self.after.state.test_files if not self.judge.by_lights else ():
            changed = self.after.state.paths[path] != self.before.state.paths.get(path)
            if changed and not self.after.state.test_file(path):
                yield no_answer(NOT_PYTHON.format(path))

    # What is red, and what is gone

    def note_reds(self, cases: list[VerdictCase]) -> dict[str, Red]:
        """What is red in a version, and what was set aside while it was red."""
        new = self.new
        seen = {case.id for case in cases} | {case.red.outcome.id for case in cases if case.red}
        gone = {id: red for id, red in self.reds.items() if id not in seen}
        found = {id: red for id, red in gone.items() if new.fault or file_of(id) in new.unread}
        aside = [id for id in gone if id not in found]
        for case in cases:
            kind = red_kind(case.now)
            if case.now.colour == "left out" and case.red:
                aside.append(case.id)
            elif case.red and case.now.colour != "green" and not kind:
                found[case.id] = case.red
            elif kind:
                found[case.id] = self.red(case, kind)
        if aside:
            self.remarks.append(SET_ASIDE.format(first_of([*map(self.judge.rule, aside)])))
        return found

    def red(self, case: VerdictCase, kind: Kind) -> Red:
        """A test that is red in a version: since when, and how."""
        was, now = case.red, Red(case.now, case.test.source, self.after.number, self.after.when)
        has_new_names = case.was_green and not case.is_same and case.more_asserts <= 0
        return replace(
            now,
            number=was.number if was else now.number,
            when=was.when if was else now.when,
            asserted=kind == Kind.PROVEN or bool(was and was.asserted),
            adapts=kind == Kind.BY_NAME and (has_new_names or bool(was and was.adapts)),
        )

    def remark_deleted(self) -> None:
        """Say which tests are gone; those that were red are set aside."""
        a, b = self.after.state, self.before.state
        gone = b.tests.keys() - a.tests.keys() - {*self.renamed.values()}
        gone -= {id.partition("[")[0] for id in self.reds}
        if gone and not all(file_of(id) in a.paths for id in gone) and not self.judge.by_lights:
            return  # whole files went: the commit says so itself
        if gone:
            self.remarks.append(DELETED.format(first_of(sorted(map(self.judge.rule, gone)))))

    # Code that changed while no test asked for it

    def judge_code(self) -> list[Verdict]:
        """Judge code that changed alone: which of its lines the tests run, and whether any changes colour."""
        a, b, judge = self.after.state, self.before.state, self.judge
        paths = [path for path in a.changed_code(b) if not path.endswith(SETTINGS)]
        lines = {path: changed_lines(b.content(path), a.content(path)) for path in paths if path in a.code}
        number, traced = sum(map(len, lines.values())), tuple(sorted(lines))
        if not paths or (judge.by_lights and not self.is_green_throughout()):
            return []
        if not (self.new.outcomes if judge.by_lights else a.test_files):
            return [judge_code(number, 0)]
        files = map(file_of, self.new.outcomes) if judge.by_lights else a.test_files
        questions = [judge.ask(a, files, traced=traced), *judge.ask_suite(self.after, traced)]
        if judge.by_lights:
            runs = judge.answers(*questions)
            if fault := next((run.fault for run in runs if run.fault), ""):
                return [no_answer(fault)]
        else:
            old, *runs = judge.answers(judge.ask(b, a.test_files), *questions)
            if why := no_colours(runs[0]) or (no_colours(old) if old.outcomes else ""):
                return [no_answer(why)]
            if flips := self.flips(old, runs[0], number):
                return flips
            if not number and b.tests.keys() - a.tests.keys():
                return []  # the code went with its tests
        ran = {(path, line) for run in runs for path in run.lines for line in run.lines[path]}
        verdict = judge_code(number, sum((path, line) in ran for path in lines for line in lines[path]))
        why = next(filter(None, map(reason, runs[0].unread.values())), "")
        return [no_answer(why) if why and verdict.kind == Kind.UNTESTED else verdict]

    def is_green_throughout(self) -> bool:
        """True if all was green before and is, as lights say it, and no test came."""
        old, new = self.before.run, self.new
        if old is None or not (self.before.all_green and self.after.all_green):
            return False
        outcomes = [*old.outcomes.values(), *new.outcomes.values()]
        return all(one.colour == "green" for one in outcomes) and len(new.outcomes) <= len(old.outcomes)

    def flips(self, old: TreeRun, new: TreeRun, number: int) -> list[Verdict]:
        """Judge tests that nobody touched, and that have another colour, asked twice as well."""
        judge = self.judge
        ids = tuple(
            sorted(id for id in new.outcomes if id in old.outcomes and old.is_green(id) != new.is_green(id))
        )
        ask = partial(judge.ask, files={*map(file_of, ids)}, ids=ids, again=True)
        again = judge.answers(ask(self.before.state), ask(self.after.state))
        cases = []
        for id in ids:
            case = VerdictCase(self.after.state.find_test(new.outcomes[id]), new.outcomes[id])
            case.then = case.laid = old.outcomes[id]
            case.is_flaky = [run.is_green(id) for run in again] != [old.is_green(id), new.is_green(id)]
            cases.append(case)
        broken = [case for case in cases if case.was_green and not case.is_flaky]
        for case in broken:
            if kind := red_kind(case.now):
                self.after.reds[case.id] = self.red(case, kind)
        if broken:
            return [judge_code(number, 0, first_of([judge.rule(case.id) for case in broken]))]
        told = [
            (case, self.unanswered(case, CHANGES) if case.is_flaky else self.verdict(case)) for case in cases
        ]
        return join_rows((case.now.function, one) for case, one in told if one)


def name_version(id: str, version: str) -> str:
    """The id of a test of the suite with the version that it runs on: `[fizz-one is said]`."""
    function, bracket, row = id.partition("[")
    return f"{function}[{version}-{row}" if bracket else f"{id}[{version}]"


def rename(id: str, names: Mapping[str, str]) -> str:
    """The id of a test, or of a row of one, with the new name of its function if it has one."""
    function, bracket, row = id.partition("[")
    return names.get(function, function) + bracket + row


def red_kind(outcome: TestResult) -> Kind | None:
    """Red by its assertion, by a name, or by a crash; None if it is green, or says nothing."""
    if outcome.where == DOUBT:
        return Kind.NO_ANSWER
    if outcome.colour == "red":
        return Kind.PROVEN
    if outcome.missing:
        return Kind.BY_NAME
    in_code = outcome.where == "code" and outcome.error != "SyntaxError"
    on_its_answer = outcome.where == "test"  # which has no such key, or is nothing at all
    return Kind.BY_CRASH if outcome.colour == "amber" and (in_code or on_its_answer) else None


def reason(outcome: TestResult) -> str:
    """Say why an outcome answers nothing; an empty text if it does."""
    if outcome.colour == "green" or red_kind(outcome):
        return ""
    if outcome.colour == "left out":
        return LEFT_OUT
    if outcome.error == "ModuleNotFoundError" and outcome.where == "elsewhere":
        package = outcome.why.partition("'")[2].partition("'")[0]
        return f"it needs {package}, which PYTHON does not have"
    if outcome.error == "PackageNotFoundError":
        return f"{outcome.why}: install it for PYTHON"
    return ": ".join(part for part in (PLACES.get(outcome.where, ""), outcome.why) if part)


def no_colours(run: TreeRun) -> str:
    """Say why a run tells nothing: it has a fault, or no test of it gives an answer."""
    if run.fault:
        return run.fault
    reasons = [reason(one) for one in [*run.outcomes.values(), *run.unread.values()]]
    return next(filter(None, reasons), "no test runs") if all(reasons) else ""


def match_rows(now: list[TestResult], then: list[TestResult]) -> dict[str, tuple[TestResult, bool]]:
    """Give what each row of a test was, and whether it is the same row: by its values, or else its place."""
    left = {one.id: one for one in then}
    found: dict[str, tuple[TestResult, bool]] = {}
    for one in now:
        alike = next((old for old in left.values() if is_same_row(old, one)), None)
        if alike:
            found[one.id] = alike, True
            del left[alike.id]
    new = [one for one in now if one.id not in found]
    return found | {one.id: (old, False) for one, old in zip(new, left.values())}


def is_same_row(old: TestResult, new: TestResult) -> bool:
    """True if two rows have the same values, or, where these are not known, the same name."""
    if old.params and new.params:
        return old.params == new.params
    return old.id.partition("[")[2] == new.id.partition("[")[2]


def how_long(commits: int, seconds: float) -> str:
    """3 commits, 4 min 00 s"""
    if seconds >= 2 * DAY:
        return f"{count_of(commits, 'commit')}, {int(seconds) // DAY} days"
    if seconds <= 0:  # they were written anew, all at once
        return count_of(commits, "commit")
    return f"{count_of(commits, 'commit')}, {duration(seconds)}"


def mark_guards(verdicts: list[tuple[str, Verdict]]) -> Iterator[tuple[str, Verdict]]:
    """Call a row that passes a guard if another row of its test does not."""
    driven = {function for function, one in verdicts if one.kind in SEEN_RED}
    for function, one in verdicts:
        is_guard = one.kind == Kind.PASSES and function in driven
        yield function, say(Kind.GUARD, one.rule, test=one.test) if is_guard else one


def join_rows(
    verdicts: Iterable[tuple[str, Verdict]], rows: Mapping[str, int] | None = None
) -> list[Verdict]:
    """Join the rows of a test that have the same verdict: `scores, 3 of 5 rows`.

    Tests that could not be answered for the same reason have one verdict together.
    """
    groups: dict[tuple[str, ...], list[Verdict]] = {}
    for function, one in verdicts:
        groups.setdefault((function, one.kind, one.says.replace(f"“{one.rule}”", "")), []).append(one)
    found = [join(group, function, (rows or {}).get(function, 0)) for (function, *_), group in groups.items()]
    reasons = Counter(one.why for one in found if one.kind == Kind.NO_ANSWER)
    many = {why for why, number in reasons.items() if number >= MANY}
    told = [one for one in found if one.kind != Kind.NO_ANSWER or one.why not in many]
    for why in many:
        first = next(one for one in found if one.kind == Kind.NO_ANSWER and one.why == why)
        says = f"{reasons[why]} tests could not be answered: {why}"
        told.append(replace(first, says=says, rule=""))
    return told


def join(group: list[Verdict], function: str, rows: int) -> Verdict:
    """One verdict for several rows."""
    first = group[0]
    if len(group) == 1:
        return first
    number = f"{len(group)} rows" if len(group) >= rows else f"{len(group)} of {rows} rows"
    rule = f"{in_words(function.rpartition('::')[2])}, {number}"
    return replace(first, says=first.says.replace(f"“{first.rule}”", f"“{rule}”"), rule=rule, test=function)
