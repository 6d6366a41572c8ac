"""Judges a version and the one before it. Three runs decide: the version before as it is, the same with the
new tests laid over it, and the version itself. What is red is asked twice.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from dojo.prove.runs import Runner, RunRequest, TestResult, TreeRun
from dojo.prove.tests import (
    SETTINGS,
    Test,
    belongs_to_tests,
    changed_lines,
    file_of,
    is_code,
    match_renamed,
)
from dojo.prove.verdict import SEEN_RED, Kind, Verdict, judge_code, no_answer, say
from dojo.prove.versions import GIVEN, Revision, TestChange
from dojo.runner.failure.reason import readable_name
from dojo.screen.words import count_of, first_of

MANY = 3
"""So many tests without an answer, for one reason, have one verdict together."""
SEVERAL = 2
CHANGES = "it comes out differently each time"
HOLDS_CODE = "its file holds the code as well"
NOT_PYTHON = "{} is not Python, so its tests are not known"
SET_ASIDE = "Set aside while red: {}."
DELETED = "Deleted: {}."
OPENED = "You opened {} at once."
BROKE = "This change broke {}."
PLACES = {
    "fixture": "its fixture broke",
    "file": "its file cannot be read",
    "code": "the code cannot be read",
}


@dataclass(frozen=True)
class VersionJudge:
    """What judges the versions of one history: its runner, and what is known of its tests."""

    runner: Runner
    names: Collection[str]
    """The modules of the code: if one of them is missing, a name is missing."""
    by_lights: bool = False
    rules: Mapping[str, str] = field(default_factory=dict)
    """The tests of a kata in words."""

    def run(
        self,
        *asked: tuple[Revision, Iterable[str]],
        ids: tuple[str, ...] = (),
        traced: tuple[str, ...] = (),
        again: bool = False,
    ) -> list[TreeRun]:
        """Run the tests of some files of each version, and with them those that the kata has given.

        Of the first version the lines that run are noted, of the files that are `traced`.
        """
        requests = []
        for version, files in asked:
            there = tuple(sorted({*files} & version.paths.keys()))
            given = tuple(sorted(version.given)) if self.runner.suite else ()
            of_suite = tuple(sorted({*map(file_of, given)}))
            requests.append(RunRequest(version.files, there, ids, traced, again))
            requests.append(RunRequest(version.files, of_suite, given, traced, of_suite=True))
            traced = ()
        answers = self.runner.ask(*requests)
        runs = [own.join(more) for own, more in zip(answers[::2], answers[1::2])]
        for run in runs:
            run.outcomes, run.unread = (
                {id: self.settle(one) for id, one in found.items()} for found in (run.outcomes, run.unread)
            )
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
        return self.rules.get(id) or readable_name(function.rpartition("::")[2] + bracket + row)

    def name_tests(self, ids: Iterable[str]) -> str:
        return first_of([*map(self.rule, ids)])


class VersionComparison:
    """A version and the one before it, with all of the tests in both."""

    def __init__(self, judge: VersionJudge, before: Revision, after: Revision) -> None:
        self.judge, self.before, self.after = judge, before, after
        self.renamed = match_renamed(before.tests, after.tests)
        new_names = {old: new for new, old in self.renamed.items()}
        self.reds = {rename(id, new_names): red for id, red in before.reds.items()}
        self.differ = after.unlike(before)
        self.code_is_same = before.code == after.code and all(map(belongs_to_tests, self.differ))
        self.news = [path for path in after.test_files if after.paths[path] != before.paths.get(path)]
        """The test files that changed."""
        self.helpers_changed = before.helpers != after.helpers
        self.old, self.new = before.run or TreeRun(), after.run or TreeRun()
        if after.run is None:
            files = after.test_files if self.helpers_changed else [*self.news, *map(file_of, self.reds)]
            self.old, self.new = judge.run((before, files), (after, files))
        self.changes = [*self.find_changes()]
        self.remarks: list[str] = []

    def judge_all(self) -> list[Verdict]:
        """Judge all tests, and the code if no test asked for it; notes what is red, and what is gone."""
        self.replay([one for one in self.changes if one.needs_replay])
        told = mark_guards([verdict for one in self.changes if (verdict := self.verdict(one))])
        self.after.reds = self.note_reds()
        self.remark_deleted()
        rows = Counter(one.function for one in self.new.outcomes.values())
        files = [] if self.judge.by_lights else [path for path in self.news if not self.after.test_file(path)]
        found = [*(no_answer(NOT_PYTHON.format(path)) for path in files), *join_rows(told, rows)]
        if all(one.kind == Kind.REFACTORING for one in found):
            found += self.judge_code()
        tests = self.after.tests
        return [
            replace(one, line=tests[one.function].line) if one.function in tests else one for one in found
        ]

    def find_changes(self) -> Iterator[TestChange]:
        """Each test, and each row of one, with what it was before."""
        a, b, old, new = self.after, self.before, self.old, self.new
        functions = dict.fromkeys(one.function for one in new.outcomes.values())
        functions |= {id: None for id in a.tests if file_of(id) in new.unread or new.fault}
        for function in functions:
            file = file_of(function)
            former = self.renamed.get(function, "" if function in self.renamed.values() else function)
            rows, then = new.rows(function) or [new.find(function)], old.rows(former)
            was = b.tests.get(former) or (b.find_test(then[0]) if then else None)
            source = rows[0].file or file
            if not was and old.fault and b.paths.get(source) == a.paths.get(source):
                was = a.find_test(rows[0])  # inherited, or made by a program: it was there
            helps = self.helpers_changed or (was is not None and a.helpers_of(file) != b.helpers_of(file))
            matched = match_rows(rows, then)
            for now in rows:
                outcome, same_row = matched.get(now.id, (None, not then))
                if outcome is None and was and same_row:
                    outcome = old.unread.get(file_of(former))
                red = self.reds.get(now.id) or (self.reds.get(outcome.id) if outcome else None)
                if now.id in a.given:
                    given = Test(now.id, GIVEN, 0, 0)
                    yield TestChange(given, now, outcome, given if now.id in b.given else None, red=red)
                    continue
                change = TestChange(a.find_test(now), now, outcome, was, same_row, helps, red)
                change.more_asserts = self.count_asserts(change)
                yield change

    def count_asserts(self, change: TestChange) -> int:
        """Count how many assertions a test has more than it had, or than the tests that it replaces.

        A new row, and a new test that replaces nothing, ask for more; a helper may assert what is gone.
        """
        if change.old:
            more = change.test.asserts - change.old.asserts if change.same_row else 1
            return max(more, 0) if change.helpers_changed else more
        before, function = self.before.tests, change.now.function
        gone = before.keys() - self.after.tests.keys() - {*self.renamed.values()}
        replaced = sum(
            before[id].asserts * max(1, len(self.old.rows(id)))
            for id in gone
            if file_of(id) == file_of(function)
        )
        asserts = change.test.asserts * max(1, len(self.new.rows(function)))
        return 0 if replaced and asserts <= replaced else 1

    def replay(self, changes: list[TestChange]) -> None:
        """Note what some tests come to on the code before; a red is asked again, for it may be one by chance.

        Where the code is the same, that is what they come to now. A red that a light has seen was seen.
        """
        for one in changes:
            was_seen = one.is_given or (self.judge.by_lights and one.is_same and not one.helpers_changed)
            if self.code_is_same:
                one.laid = one.now
            elif one.red and was_seen:
                one.laid = one.red.now
        waiting = [one for one in changes if not one.laid]
        first = self.run_laid(waiting)
        for one in waiting:
            one.laid = first.find(one.now.id)
        red = [one for one in waiting if one.laid and one.laid.red_kind]
        again = self.run_laid(red, again=True)
        for one in red:
            one.is_flaky = again.is_green(one.now.id)

    def run_laid(self, changes: list[TestChange], *, again: bool = False) -> TreeRun:
        """Run these tests alone, as they are now, on the code before."""
        ids = tuple(one.now.id for one in changes)
        laid = self.before.with_tests_of(self.after)
        return self.judge.run((laid, map(file_of, ids)), ids=ids, again=again)[0]

    def verdict(self, change: TestChange) -> Verdict | None:
        """Judge a test; None if nothing is to be said of it."""
        why = self.find_doubt(change)
        kind = self.find_kind(change, why)
        if not kind:
            return None
        red = change.red
        shown = red.now if red and kind == Kind.MADE_GREEN else change.laid
        failed = shown or change.now
        return say(
            kind,
            self.judge.rule(change.now.id),
            by_lights=self.judge.by_lights,
            name=failed.missing,
            test=change.now.id,
            why=why or failed.why,
            failure_before=shown.failure if shown else "",
            failure_now=change.now.failure,
        )

    def find_doubt(self, change: TestChange) -> str:
        """Say why a test cannot be judged; an empty text if it can, or if nothing is to be said of it."""
        now, laid, file = change.now, change.laid, file_of(change.now.id)
        if change.is_flaky:
            return CHANGES
        if now.colour != "green":
            return reason(now)
        if not laid or (change.is_same and not change.was_red and not laid.red_kind):
            return ""
        if file in self.before.paths and not self.before.test_file(file):
            return NOT_PYTHON.format(f"before, {file}")
        if laid.colour != "green":
            kind = laid.red_kind
            return laid.why * (kind == Kind.NO_ANSWER) if kind else f"on the code before, {reason(laid)}"
        if change.is_same and not change.helpers_changed:
            return CHANGES
        asserted = change.red and change.red.asserted
        return HOLDS_CODE if not asserted and self.after.holds_code(file) else ""

    def find_kind(self, change: TestChange, why: str) -> Kind | None:
        """Find the kind of a verdict: the first row that holds; `why` is there if there is no answer."""
        red, same, more, by_lights = change.red, change.is_same, change.more_asserts, self.judge.by_lights
        is_red, kind = change.now.colour != "green", change.laid.red_kind if change.laid else None
        asserted, adapts = bool(red and red.asserted), bool(red and red.adapts)
        was_paid = same and change.was_red
        was_seen = not by_lights or (was_paid and not change.helpers_changed)
        table: tuple[tuple[object, Kind | None], ...] = (
            (is_red and (by_lights or (same and (change.was_red or not change.now.red_kind))), None),
            (why, Kind.NO_ANSWER),
            (is_red, Kind.STILL_RED),
            (not change.laid or (same and not change.was_red and not kind), None),
            # it is red on the code before
            (
                kind == Kind.BY_NAME and (adapts or (change.was_green and more <= 0)),
                Kind.ADAPTED if red or not same else None,
            ),
            (kind and not was_seen, Kind.UNSEEN),
            (was_paid and red and not by_lights and (kind == Kind.PROVEN or (kind and asserted)), Kind.PAYS),
            (kind and asserted, Kind.PROVEN),
            (kind, kind),
            # it is green there, too
            (asserted, Kind.MADE_GREEN),
            (more < 0, Kind.WEAKENED),
            (more == 0 and not red, Kind.REFACTORING),
            (True, Kind.PASSES),
        )
        return next(found for holds, found in table if holds)

    # What is red, and what is gone

    def note_reds(self) -> dict[str, TestChange]:
        """What is red in a version; what was set aside while it was red is remarked."""
        new, changes = self.new, self.changes
        seen = {one.now.id for one in changes} | {one.red.now.id for one in changes if one.red}
        gone = {id: red for id, red in self.reds.items() if id not in seen}
        found = {id: red for id, red in gone.items() if new.fault or file_of(id) in new.unread}
        aside = [id for id in gone if id not in found]
        for one in changes:
            if one.now.red_kind:
                one.note_red()
                found[one.now.id] = one
            elif one.red and one.now.colour == "left out":
                aside.append(one.now.id)
            elif one.red and one.now.colour != "green":
                found[one.now.id] = one.red
        if aside:
            self.remarks.append(SET_ASIDE.format(self.judge.name_tests(aside)))
        return found

    def remark_deleted(self) -> None:
        """Say which tests are gone; those that were red are set aside."""
        a, b = self.after, self.before
        gone = b.tests.keys() - a.tests.keys() - {*self.renamed.values()}
        gone -= {id.partition("[")[0] for id in self.reds}
        if gone:
            self.remarks.append(DELETED.format(self.judge.name_tests(sorted(gone))))

    def tell_what_happened(self) -> Iterator[str]:
        """Say how tests came and broke between two lights."""
        reds = [one for one in self.changes if one.now.red_kind]
        came = [one for one in reds if not one.old and not one.is_given]
        if len(came) >= SEVERAL:
            yield OPENED.format(count_of(len(came), "test"))
        broken = [one.now.id for one in reds if one.was_green and one.is_same]
        if broken and not self.code_is_same:
            yield BROKE.format(self.judge.name_tests(broken))

    # Code that changed while no test asked for it

    def judge_code(self) -> list[Verdict]:
        """Judge code that changed alone: which of its lines the tests run, and whether any changes colour."""
        a, b, judge = self.after, self.before, self.judge
        paths = [path for path in self.differ if is_code(path) and not path.endswith(SETTINGS)]
        lines = {path: changed_lines(b.content(path), a.content(path)) for path in paths if path in a.code}
        number = sum(map(len, lines.values()))
        in_green = a.all_green and b.all_green and len(self.new.outcomes) <= len(self.old.outcomes)
        if not paths or (judge.by_lights and not in_green):
            return []
        files = [*map(file_of, self.new.outcomes)] if judge.by_lights else a.test_files
        if not files:
            return [judge_code(number, 0)]
        asked = [(a, files)] if judge.by_lights else [(a, files), (b, files)]
        run, *others = judge.run(*asked, traced=tuple(sorted(lines)))
        if why := no_colours(run):
            return [no_answer(why)]
        for old in others:
            if old.outcomes and (why := no_colours(old)):
                return [no_answer(why)]
            if flips := self.flips(old, run, number):
                return flips
            if not number and b.tests.keys() - a.tests.keys():
                return []  # the code went with its tests
        ran = sum(line in run.lines.get(path, ()) for path in lines for line in lines[path])
        verdict = judge_code(number, ran)
        why = next(filter(None, map(reason, run.unread.values())), "")
        return [no_answer(why) if why and verdict.kind == Kind.UNTESTED else verdict]

    def flips(self, old: TreeRun, new: TreeRun, number: int) -> list[Verdict]:
        """Judge tests that nobody touched, and that have another colour, asked twice as well."""
        judge = self.judge
        both = sorted(new.outcomes.keys() & old.outcomes.keys())
        ids = tuple(id for id in both if old.is_green(id) != new.is_green(id))
        files = {*map(file_of, ids)}
        again = judge.run((self.before, files), (self.after, files), ids=ids, again=True)
        changes = []
        for id in ids:
            now, then = new.outcomes[id], old.outcomes[id]
            is_flaky = [run.is_green(id) for run in again] != [old.is_green(id), new.is_green(id)]
            changes.append(TestChange(self.after.find_test(now), now, then, laid=then, is_flaky=is_flaky))
        broken = [one for one in changes if one.was_green and not one.is_flaky]
        for one in broken:
            if one.now.red_kind:
                one.note_red()
                self.after.reds[one.now.id] = one
        if broken:
            return [judge_code(number, 0, judge.name_tests(one.now.id for one in broken))]
        return join_rows(verdict for one in changes if (verdict := self.verdict(one)))


def rename(id: str, names: Mapping[str, str]) -> str:
    """The id of a test, or of a row of one, with the new name of its function if it has one."""
    function, bracket, row = id.partition("[")
    return names.get(function, function) + bracket + row


def reason(outcome: TestResult) -> str:
    """Say why an outcome answers nothing; an empty text if it does."""
    if outcome.colour == "green" or outcome.red_kind:
        return ""
    if outcome.error == "ModuleNotFoundError" and outcome.where == "elsewhere":
        package = outcome.why.partition("'")[2].partition("'")[0]
        return f"it needs {package}, which neither PYTHON nor the commit has"
    return ": ".join(part for part in (PLACES.get(outcome.where, ""), outcome.why) if part)


def no_colours(run: TreeRun) -> str:
    """Say why a run tells nothing: it has a fault, or no test of it gives an answer."""
    reasons = [reason(one) for one in [*run.outcomes.values(), *run.unread.values()]]
    return run.fault or (next(filter(None, reasons), "no test runs") if all(reasons) else "")


def match_rows(now: list[TestResult], then: list[TestResult]) -> dict[str, tuple[TestResult, bool]]:
    """Give what each row of a test was, and whether it is the same row: by its values, or else its place."""
    left = {one.id: one for one in then}
    found: dict[str, tuple[TestResult, bool]] = {}
    for one in now:
        if alike := next((old for old in left.values() if is_same_row(old, one)), None):
            found[one.id] = left.pop(alike.id), True
    new = [one for one in now if one.id not in found]
    return found | {one.id: (old, False) for one, old in zip(new, left.values())}


def is_same_row(old: TestResult, new: TestResult) -> bool:
    """True if two rows have the same values or, where a light tells none, the same name."""
    if old.params and new.params:
        return old.params == new.params
    return old.id.partition("[")[2] == new.id.partition("[")[2]


def mark_guards(verdicts: list[Verdict]) -> list[Verdict]:
    """Call a row that passes a guard if another row of its test does not."""
    driven = {one.function for one in verdicts if one.kind in SEEN_RED}
    return [
        say(Kind.GUARD, one.rule, test=one.test)
        if one.kind == Kind.PASSES and one.function in driven
        else one
        for one in verdicts
    ]


def join_rows(verdicts: Iterable[Verdict], rows: Mapping[str, int] | None = None) -> list[Verdict]:
    """Join the rows of a test that have the same verdict: `scores, 3 of 5 rows`; the first of them says why.

    Tests that could not be answered for the same reason have one verdict together.
    """
    groups: dict[tuple[str, ...], list[Verdict]] = {}
    for one in verdicts:
        groups.setdefault((one.function, one.kind, one.why * (one.kind == Kind.NO_ANSWER)), []).append(one)
    told: list[Verdict] = []
    unanswered: dict[str, list[Verdict]] = {}
    for group in groups.values():
        one = join(group, (rows or {}).get(group[0].function, 0))
        (unanswered.setdefault(one.why, []) if one.kind == Kind.NO_ANSWER else told).append(one)
    for why, group in unanswered.items():
        says = f"{len(group)} tests could not be answered: {why}"
        told += [replace(group[0], says=says, rule="")] if len(group) >= MANY else group
    return told


def join(group: list[Verdict], rows: int) -> Verdict:
    """Make one verdict of those on several rows of a test, which has `rows` in all."""
    first = group[0]
    if len(group) == 1:
        return first
    number = f"{len(group)} rows" if len(group) >= rows else f"{len(group)} of {rows} rows"
    rule = f"{readable_name(first.function.rpartition('::')[2])}, {number}"
    says = first.says.replace(f"“{first.rule}”", f"“{rule}”")
    return replace(first, says=says, rule=rule, test=first.function)
