"""Judges a version and the one before it. Three runs decide: the version before as it is, the same with the
new tests laid over it, and the version itself. What is red is asked twice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

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


class Asks(Enum):
    """How much a test asserts, compared with what it was."""

    MORE = "more, or it was not there"
    SAME = "as much"
    LESS = "less"


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
    asks: Asks = Asks.MORE
    laid: TestResult | None = None
    """What it comes to, as it is now, on the code of the version before; None if nobody asked."""
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
    def needs_replay(self) -> bool:
        """True if only a run on the code before can tell what made it green."""
        if self.now.colour != "green":
            return False
        was_green = self.then is not None and self.then.colour == "green"
        return not self.is_same or (self.helpers_changed and (bool(self.red) or was_green))


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
        self.remarks = []
        renamed = match_renamed(before.state.tests, after.state.tests)
        old_ids = {old: new for new, old in renamed.items()}
        reds = {old_ids.get(fn, fn) + row: red for (fn, row), red in split_rows(before.reds)}
        files = self.files_to_ask(before, after, reds)
        old, new = self.run_both(before, after, files)
        cases = list(self.cases(before, after, (old, new), renamed, reds))
        self.replay(before, after, cases)
        told = [(case, self.verdict(case, before, after)) for case in cases]
        after.reds = self.note_reds(reds, cases, after, new)
        self.remark_deleted(before, after, renamed, reds)
        verdicts = [(case.now.function, one) for case, one in told if one]
        rows = Counter(one.function for one in new.outcomes.values())
        found = [*self.unreadable(before, after), *join_rows(mark_guards(verdicts), rows)]
        if all(one.kind == Kind.REFACTORING for one in found):
            found += self.judge_code(before, after)
        return [self.place(one, after.state) for one in found]

    # What is asked

    def ask(self, state: VersionState, files: Iterable[str], **how: object) -> RunRequest:
        """A question about the tests of some files, of those that are there."""
        there = tuple(sorted({*files} & state.paths.keys()))
        return RunRequest(state.tree, there, tests=state.test_python, **how)  # type: ignore[arg-type]

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

    def files_to_ask(self, before: Point, after: Point, reds: Mapping[str, Red]) -> list[str]:
        """The test files that changed; all of them, if a helper did; and those of what was red."""
        a, b = after.state, before.state
        if a.test_side == b.test_side and same_but_for_tests(a, b):
            return []
        if helpers(a) != helpers(b):
            return a.test_files
        changed = {path for path in a.test_files if a.paths[path] != b.paths.get(path)}
        return sorted(changed | {id.partition("::")[0] for id in reds})

    def run_both(self, before: Point, after: Point, files: list[str]) -> tuple[TreeRun, TreeRun]:
        """What the tests came to before and after, each as it is."""
        if after.run is not None:
            return before.run or TreeRun(), after.run
        old, new = self.answers(self.ask(before.state, files), self.ask(after.state, files))
        return old, new

    def cases(
        self,
        before: Point,
        after: Point,
        runs: tuple[TreeRun, TreeRun],
        renamed: Mapping[str, str],
        reds: Mapping[str, Red],
    ) -> Iterator[VerdictCase]:
        """Each test of a version beside what it was."""
        old, new = runs
        a, b = after.state, before.state
        shared = helpers(a) != helpers(b)
        functions = dict.fromkeys(one.function for one in new.outcomes.values())
        functions |= {id: None for id in a.tests if id.partition("::")[0] in new.unread or new.fault}
        for function in functions:
            file = function.partition("::")[0]
            rows = new.rows(function) or [new.find(function)]
            former = renamed.get(function, "" if function in renamed.values() else function)
            then = old.rows(former)
            matched = match_rows(rows, then)
            was = b.tests.get(former) or (b.find_test(then[0]) if then else None)
            own = bool(was) and helpers_of(a, file) != helpers_of(b, file)
            for now in rows:
                outcome, same_row = matched.get(now.id, (None, not then))
                if outcome is None and was and same_row:
                    outcome = old.unread.get(file_of(former))
                red = reds.get(now.id) or (reds.get(outcome.id) if outcome else None)
                if now.id in after.given:
                    test = Test(now.id, "given", 0, 0)
                    yield VerdictCase(test, now, outcome, test if now.id in before.given else None, red=red)
                    continue
                test = a.find_test(now)
                case = VerdictCase(test, now, outcome, was, same_row, shared or own, red)
                case.asks = self.asks(case, before, after, (old, new), renamed)
                yield case

    def asks(
        self,
        case: VerdictCase,
        before: Point,
        after: Point,
        runs: tuple[TreeRun, TreeRun],
        renamed: Mapping[str, str],
    ) -> Asks:
        """Compare how much a test asserts with what it was, or with the tests that it replaces."""
        old, new = runs
        if case.old:
            if not case.same_row or case.test.asserts > case.old.asserts:
                return Asks.MORE
            return (
                Asks.LESS if case.test.asserts < case.old.asserts and not case.helpers_changed else Asks.SAME
            )
        gone = [
            test.asserts * max(1, len(old.rows(id)))
            for id, test in before.state.tests.items()
            if id not in after.state.tests and id not in renamed.values() and file_of(id) == file_of(case.id)
        ]
        number = case.test.asserts * max(1, len(new.rows(case.now.function)))
        return Asks.SAME if gone and number <= sum(gone) else Asks.MORE

    def replay(self, before: Point, after: Point, cases: list[VerdictCase]) -> None:
        """Lay the tests over the code before, and note what they come to there, if need be twice."""
        waiting = [case for case in cases if case.needs_replay and case.id not in after.given]
        laid = before.state.with_tests_of(after.state)
        if same_but_for_tests(before.state, after.state):
            for case in waiting:
                case.laid = case.now
        elif waiting:
            [run] = self.answers(self.ask(laid, {file_of(case.id) for case in waiting}))
            for case in waiting:
                case.laid = run.find(case.id)
        doubted = [case for case in waiting if case.laid and red_kind(case.laid)]
        paid = [] if self.by_lights else [case for case in cases if is_paid(case)]
        again, before_again = self.answers(
            self.ask(laid, {file_of(case.id) for case in doubted}, ids=ids(doubted), again=True),
            self.ask(
                before.state,
                {file_of(case.id) for case in paid},
                ids=tuple(sorted(old_id(case) for case in paid)),
                again=True,
            ),
        )
        for case in doubted:
            case.is_flaky = again.is_green(case.id)
        for case in paid:
            case.is_flaky = before_again.is_green(old_id(case))

    # What is said

    def rule(self, id: str) -> str:
        """A test in words."""
        function, bracket, row = id.partition("[")
        if "::" not in id:
            return row.removesuffix("]")
        return self.rules.get(id) or in_words(function.rpartition("::")[2] + bracket + row)

    def say(self, kind: Kind, case: VerdictCase, **more: str) -> Verdict:
        """A verdict on a test."""
        return say(kind, self.rule(case.id), self.words, test=case.id, **more)

    def verdict(self, case: VerdictCase, before: Point, after: Point) -> Verdict | None:
        """The table: what a test came to before, and now."""
        was_red = case.red or (case.then and red_kind(case.then))
        if case.now.colour != "green":
            return self.not_green(case, was_red=bool(was_red))
        if case.id in after.given and not case.red:
            return None
        if case.is_same and not case.laid:
            return self.paid(case, before, after) if was_red else None
        if case.is_same and not was_red and case.laid and not red_kind(case.laid):
            return None
        assert case.laid
        if file_of(case.id) in before.state.paths and not before.state.test_file(file_of(case.id)):
            return self.unanswered(case, NOT_PYTHON.format(f"before, {file_of(case.id)}"))
        if case.laid.colour == "green":
            return self.green_before(case, after)
        kind = red_kind(case.laid)
        if not kind:
            return self.unanswered(case, f"on the code before, {reason(case.laid)}")
        if case.is_flaky:
            return self.unanswered(case, CHANGES)
        was_green = case.then is not None and case.then.colour == "green"
        adapts = (was_green and case.asks != Asks.MORE) or bool(case.red and case.red.adapts)
        if kind == Kind.BY_NAME and adapts:
            return None if case.is_same else self.red_before(Kind.ADAPTED, case, case.laid)
        if self.by_lights:
            return self.red_before(Kind.UNSEEN, case, case.laid)
        asserted = case.red is not None and case.red.asserted
        return self.red_before(Kind.PROVEN if asserted else kind, case, case.laid)

    def red_before(self, kind: Kind, case: VerdictCase, then: TestResult, name: str = "") -> Verdict:
        """A test that fails without the change."""
        more = {"why": then.why, "failure": then.failure}
        return self.say(kind, case, name=name or then.missing, **more)

    def not_green(self, case: VerdictCase, *, was_red: bool) -> Verdict | None:
        """A test that is not green in this version: perhaps a later one makes it green."""
        if self.by_lights or (case.is_same and (was_red or not red_kind(case.now))):
            return None
        if why := reason(case.now):
            return self.unanswered(case, why, failure_now=case.now.failure)
        return self.say(Kind.STILL_RED, case, why=case.now.why, failure_now=case.now.failure)

    def unanswered(self, case: VerdictCase, why: str, **more: str) -> Verdict:
        """A test that nobody can judge."""
        failure = case.laid.failure if case.laid else ""
        return self.say(Kind.NO_ANSWER, case, why=why, failure=failure, **more)

    def paid(self, case: VerdictCase, before: Point, after: Point) -> Verdict:
        """It was red in the version before, says the same, and is green now."""
        then = case.red.outcome if case.red else case.then
        assert then
        kind, red = red_kind(then), case.red
        is_code_same = before.state.same_code(after.state) and other_files(before.state) == other_files(
            after.state
        )
        if case.is_flaky or (is_code_same and not case.helpers_changed):
            return self.unanswered(case, CHANGES)
        if kind == Kind.NO_ANSWER or not kind:
            return self.unanswered(case, then.why)
        if red and red.adapts and kind == Kind.BY_NAME:
            return self.red_before(Kind.ADAPTED, case, then)
        if kind != Kind.PROVEN and not (red and red.asserted):
            return self.red_before(kind, case, then)
        if self.by_lights or not red:
            return self.red_before(Kind.PROVEN, case, then)
        long = how_long(after.number - red.number, after.when - red.when)
        return self.red_before(Kind.PAYS, case, then, long)

    def green_before(self, case: VerdictCase, after: Point) -> Verdict | None:
        """It is green, and its text of now is green on the code before as well."""
        if case.red and case.red.asserted:
            return self.red_before(Kind.MADE_GREEN, case, case.red.outcome)
        file = after.state.test_file(file_of(case.id))
        if file and file.defines_code and not after.state.imports_code(file_of(case.id)):
            return self.unanswered(case, HOLDS_CODE)
        if case.asks == Asks.LESS:
            return self.say(Kind.WEAKENED, case)
        if case.old and self.by_lights and not case.red:
            return None
        if case.asks == Asks.SAME and not case.red:
            return self.say(Kind.REFACTORING, case)
        return self.say(Kind.PASSES, case)

    def unreadable(self, before: Point, after: Point) -> Iterator[Verdict]:
        """New test files that are not Python."""
        for path in after.state.test_files if not self.by_lights else ():
            changed = after.state.paths[path] != before.state.paths.get(path)
            if changed and not after.state.test_file(path):
                yield no_answer(NOT_PYTHON.format(path))

    def note_reds(
        self, reds: Mapping[str, Red], cases: list[VerdictCase], after: Point, new: TreeRun
    ) -> dict[str, Red]:
        """What is red in a version, and what was set aside while it was red."""
        found, aside = {}, []
        seen = {case.id for case in cases} | {case.red.outcome.id for case in cases if case.red}
        for id, red in reds.items():
            if id not in seen:
                if new.fault or file_of(id) in new.unread:
                    found[id] = red
                else:
                    aside.append(id)
        for case in cases:
            kind = red_kind(case.now)
            if case.now.colour == "left out" and case.red:
                aside.append(case.id)
            elif case.red and case.now.colour != "green" and not kind:
                found[case.id] = case.red
            elif kind:
                found[case.id] = self.red(case, kind, after)
        if aside:
            self.remarks.append(SET_ASIDE.format(first_of(list(map(self.rule, aside)))))
        return found

    def red(self, case: VerdictCase, kind: Kind, after: Point) -> Red:
        """A test that is red in a version: since when, and how."""
        was, then = case.red, case.then
        was_green = then is not None and then.colour == "green"
        return Red(
            case.now,
            case.test.source,
            was.number if was else after.number,
            was.when if was else after.when,
            kind == Kind.PROVEN or bool(was and was.asserted),
            was_green and case.is_same,
            kind == Kind.BY_NAME
            and (bool(was and was.adapts) or (was_green and not case.is_same and case.asks != Asks.MORE)),
        )

    def remark_deleted(
        self, before: Point, after: Point, renamed: Mapping[str, str], reds: Mapping[str, Red]
    ) -> None:
        """Say which tests are gone; those that were red are set aside."""
        gone = before.state.tests.keys() - after.state.tests.keys() - {*renamed.values()}
        gone -= {id.partition("[")[0] for id in reds}
        if gone and not all(file_of(id) in after.state.paths for id in gone) and not self.by_lights:
            return  # whole files went: the commit says so itself
        if gone:
            self.remarks.append(DELETED.format(first_of(sorted(map(self.rule, gone)))))

    # Code that changed while no test asked for it

    def judge_code(self, before: Point, after: Point) -> list[Verdict]:
        """Judge code that changed alone: which of its lines the tests run, and whether any changes colour."""
        a, b = after.state, before.state
        paths = [path for path in a.changed_code(b) if not path.endswith(SETTINGS)]
        if not paths:
            return []
        lines = {path: changed_lines(b.content(path), a.content(path)) for path in paths if path in a.code}
        number = sum(map(len, lines.values()))
        if self.by_lights:
            return self.judge_code_of_light(before, after, lines)
        if is_release(a, b, paths):
            return []
        traced = tuple(sorted(lines))
        old, new = self.answers(self.ask(b, a.test_files), self.ask(a, a.test_files, traced=traced))
        if not a.test_files:
            return [judge_code(number, 0)]
        if why := no_colours(new) or (no_colours(old) if old.outcomes else ""):
            return [no_answer(why)]
        flips = [id for id in new.outcomes if id in old.outcomes and new.is_green(id) != old.is_green(id)]
        doubted = tuple(sorted(flips))
        again = self.answers(
            self.ask(b, map(file_of, flips), ids=doubted, again=True),
            self.ask(a, map(file_of, flips), ids=doubted, again=True),
        )
        flaky = {
            id
            for id in flips
            if (old.is_green(id), new.is_green(id)) != tuple(run.is_green(id) for run in again)
        }
        cases = [
            VerdictCase(a.find_test(new.outcomes[id]), new.outcomes[id], old.outcomes[id]) for id in flips
        ]
        broken = [case for case in cases if case.id not in flaky and old.is_green(case.id)]
        if broken:
            for case in broken:
                if kind := red_kind(case.now):
                    after.reds[case.id] = self.red(case, kind, after)
            return [judge_code(number, 0, first_of([self.rule(case.id) for case in broken]))]
        if cases:
            return join_rows((case.now.function, self.healed(case, flaky)) for case in cases)
        if not number and before.state.tests.keys() - after.state.tests.keys():
            return []  # the code went with its tests
        verdict = judge_code(
            number, sum(len(one & {*new.lines.get(path, ())}) for path, one in lines.items())
        )
        why = next(filter(None, map(reason, new.unread.values())), "")
        return [no_answer(why) if why and verdict.kind == Kind.UNTESTED else verdict]

    def healed(self, case: VerdictCase, flaky: set[str]) -> Verdict:
        """A test that nobody touched, and that this change made green."""
        assert case.then
        if case.id in flaky or not (kind := red_kind(case.then)):
            return self.unanswered(case, CHANGES if case.id in flaky else reason(case.then))
        return self.red_before(kind, case, case.then)

    def judge_code_of_light(
        self, before: Point, after: Point, lines: Mapping[str, set[int]]
    ) -> list[Verdict]:
        """The same for a light: it is known that all was green, and which tests there were."""
        if before.run is None or not (before.all_green and after.all_green):
            return []
        old, new = before.run, after.run or TreeRun()
        outcomes = [*old.outcomes.values(), *new.outcomes.values()]
        if any(one.colour != "green" for one in outcomes) or len(new.outcomes) > len(old.outcomes):
            return []
        traced = tuple(sorted(lines))
        questions = [self.ask(after.state, after.state.test_files, traced=traced)]
        if self.suite and after.given:
            ids = tuple(sorted(after.given))
            questions.append(suite_question(after.state, self.suite, ids, traced))
        runs = self.answers(*questions)
        if fault := next((run.fault for run in runs if run.fault), ""):
            return [no_answer(fault)]
        ran = {path: {line for run in runs for line in run.lines.get(path, ())} for path in lines}
        number, run_number = (sum(map(len, one.values())) for one in (lines, intersect(lines, ran)))
        return [judge_code(number, run_number if new.outcomes else 0)]

    def place(self, verdict: Verdict, state: VersionState) -> Verdict:
        """A verdict with the line that its test begins at."""
        test = state.tests.get(verdict.function)
        return replace(verdict, line=test.line) if test else verdict


def suite_question(
    state: VersionState, suite: KataSuite, ids: tuple[str, ...], traced: tuple[str, ...] = ()
) -> RunRequest:
    """Ask what tests of the kata come to on the code of a version."""
    code = {name: one for name, one in state.tree.items() if not holds_tests(name.decode(errors="replace"))}
    named = tuple(name_version(id, suite.module) for id in ids)
    tests = tuple(str(suite.top / file) for file in suite.files)
    return RunRequest(code, suite.files, named, traced, suite=suite, tests=tests)


def name_version(id: str, version: str) -> str:
    """The id of a test of the suite with the version that it runs on: `[fizz-one is said]`."""
    function, bracket, row = id.partition("[")
    return f"{function}[{version}-{row}" if bracket else f"{id}[{version}]"


def intersect(lines: Mapping[str, set[int]], ran: Mapping[str, Iterable[int]]) -> dict[str, set[int]]:
    """The lines that ran, of those that changed."""
    return {path: numbers & {*ran.get(path, ())} for path, numbers in lines.items()}


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


def is_paid(case: VerdictCase) -> bool:
    """True if it was red, says the same, and is green now."""
    red = case.red is not None or bool(case.then and red_kind(case.then))
    return case.is_same and red and case.now.colour == "green" and not case.laid


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


def helpers(state: VersionState) -> dict[str, str]:
    """What test files share: helpers, `conftest.py`, data."""
    return {path: entry.blob for path, entry in state.test_side.items() if not holds_tests(path)}


def helpers_of(state: VersionState, path: str) -> str:
    """What a test file says beside its tests."""
    file = state.test_file(path)
    return file.helpers if file else ""


def other_files(state: VersionState) -> dict[str, object]:
    """What belongs neither to the tests nor is Python: the code may read it."""
    known = state.test_side.keys() | state.code.keys()
    return {path: entry for path, entry in state.paths.items() if path not in known}


def same_but_for_tests(before: VersionState, after: VersionState) -> bool:
    """True if nothing changed that does not belong to the tests."""
    return before.code == after.code and other_files(before) == other_files(after)


def is_release(after: VersionState, before: VersionState, paths: Iterable[str]) -> bool:
    """True if the files say another version number, and nothing else."""

    def is_number(path: str) -> bool:
        old, new = (state.content(path).splitlines() for state in (before, after))
        differ = [line for line in {*old} ^ {*new} if line.strip()]
        return bool(old and new) and all(line.startswith(b"__version__") for line in differ)

    return all(map(is_number, paths))


def split_rows(reds: Mapping[str, Red]) -> Iterator[tuple[tuple[str, str], Red]]:
    """The tests that are red, each id in two parts: the function, and the row with its bracket."""
    for id, red in reds.items():
        function, bracket, row = id.partition("[")
        yield (function, bracket + row), red


def ids(cases: Iterable[VerdictCase]) -> tuple[str, ...]:
    """The ids of some tests."""
    return tuple(sorted(case.id for case in cases))


def old_id(case: VerdictCase) -> str:
    """The id of a test in the version before."""
    return case.then.id if case.then else case.id


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
