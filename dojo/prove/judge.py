"""Judges a version and the one before it. Three runs decide: the version before as it is, the same with the
new tests laid over it, and the version itself. What is red is asked twice.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dojo.prove.runs import DOUBT, Runner, RunRequest, TestResult, TreeRun
from dojo.prove.verdict import SEEN_RED, Kind, Verdict, judge_code, no_answer, say
from dojo.prove.versions import Revision, TestChange
from dojo.runner.failure.reason import readable_name
from dojo.trace.sources import belongs_to_tests, changed_lines, file_of, holds_tests, is_code, match_renamed
from dojo.wording import first_of

CHANGES = "it comes out differently each time"
NOT_PYTHON = "{} is not Python, so its tests are not known"
PLACES = {"fixture": "its fixture broke", "file": "its file cannot be read", "code": "code is no Python"}


@dataclass(frozen=True)
class VersionJudge:
    """What judges the versions of one history: its runner, and what is known of its tests."""

    runner: Runner
    names: Collection[str]
    """The modules of the code: if one of them is missing, a name is missing."""

    def run(
        self, *asked: tuple[Revision, Iterable[str]], traced: Sequence[str] = (), **how: Any
    ) -> list[TreeRun]:
        """Run the tests of some files of each version.

        Of the first version the lines that run are noted, of the files that are `traced`. `how` may have the
        `ids` of tests, which alone run then, and that they run `again`.
        """
        requests = []
        for version, files in asked:
            there = tuple(sorted({*files} & version.paths.keys()))
            requests.append(RunRequest(version.files, there, traced=traced, **how))
            traced = ()
        runs = self.runner.ask(*requests)
        for run in runs:
            for id, one in run.results.items():
                if one.owner and one.owner not in self.names:  # what another package lacks
                    where = "elsewhere" if one.error == "ModuleNotFoundError" else one.where
                    run.results[id] = replace(one, missing="", owner="", where=where)
        return runs

    def rule(self, id: str) -> str:
        """A test in words."""
        function, bracket, row = id.partition("[")
        if "::" not in id:
            return row.removesuffix("]")
        return readable_name(function.rpartition("::")[2] + bracket + row)

    def name_tests(self, ids: Iterable[str]) -> str:
        return first_of([*map(self.rule, ids)])


class VersionComparison:
    """A version and the one before it, with all of the tests in both."""

    def __init__(self, judge: VersionJudge, before: Revision, after: Revision) -> None:
        self.judge, self.before, self.after = judge, before, after
        self.renamed = match_renamed(before.tests, after.tests)
        self.gone = before.tests.keys() - after.tests.keys() - {*self.renamed.values()}
        self.differ = after.unlike(before)
        has_same_names = before.import_names == after.import_names
        self.code_is_same = has_same_names and all(map(belongs_to_tests, self.differ))
        self.news = [path for path in after.test_files if after.paths[path] != before.paths.get(path)]
        """The test files that changed."""
        self.helpers_changed = any(belongs_to_tests(path) and not holds_tests(path) for path in self.differ)
        files = after.test_files if self.helpers_changed else [*self.news, *map(file_of, before.reds)]
        self.old, self.new = judge.run((before, files), (after, files))
        self.changes = [*self.find_changes()]
        self.remarks: list[str] = []

    def judge_all(self) -> list[Verdict]:
        """Judge all tests, and the code if no test asked for it; notes what is red, and what is gone."""
        self.replay()
        told = [verdict for one in self.changes if (verdict := self.verdict(one))]
        driven = {one.function for one in told if one.kind in SEEN_RED}
        for place, one in enumerate(told):
            if one.kind == Kind.PASSES and one.function in driven:
                told[place] = say(Kind.GUARD, one.rule, test=one.test)
        self.note_reds()
        unread = [path for path in self.news if not self.after.test_file(path)]
        rows = Counter(one.function for one in self.new.results.values())
        found = [*(no_answer(NOT_PYTHON.format(path)) for path in unread), *join_rows(told, rows)]
        if all(one.kind == Kind.REFACTORING for one in found):
            found += self.judge_code()
        lines = {id: test.line for id, test in self.after.tests.items()}
        return [replace(one, line=lines.get(one.function, 0)) for one in found]

    def find_changes(self) -> Iterator[TestChange]:
        """Each test, and each row of one, with what it was before."""
        a, b, old, new = self.after, self.before, self.old, self.new
        functions = [one.function for id, one in new.results.items() if id not in a.paths]
        functions += [id for id in a.tests if new.fault or file_of(id) in new.results]
        for function in dict.fromkeys(functions):
            file = file_of(function)
            former = self.renamed.get(function, "" if function in self.renamed.values() else function)
            rows, then = new.rows(function) or [new.find(function)], old.rows(former)
            was = b.tests.get(former) or (b.find_test(then[0]) if then else None)
            source = rows[0].file or file
            if not was and old.fault and b.paths.get(source) == a.paths.get(source):
                was = a.find_test(rows[0])  # inherited, or made by a program: it was there
            helpers = [one.helpers if one else "" for one in (a.test_file(file), b.test_file(file))]
            helps = self.helpers_changed or (was is not None and helpers[0] != helpers[1])
            helps = helps and file in a.paths  # those of the kata have no helpers here
            matched = match_rows(rows, then)
            for now in rows:
                outcome, same_row = matched.get(now.id, (None, not then))
                if outcome is None and was and same_row:
                    outcome = old.results.get(file_of(former))
                red = b.reds.get(former + now.id.removeprefix(function))
                red = red or (b.reds.get(outcome.id) if outcome else None)
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
        replaced = [id for id in self.gone if file_of(id) == file_of(function)]
        asserted = sum(before[id].asserts * max(1, len(self.old.rows(id))) for id in replaced)
        asserts = change.test.asserts * max(1, len(self.new.rows(function)))
        return 0 if asserted and asserts <= asserted else 1

    def replay(self) -> None:
        """Note what green tests come to on the code before, if that matters. What is red is asked again.

        Where the code is the same, that is what they come to now.
        """
        waiting, laid = [], self.before.with_tests_of(self.after)
        reds = [one for one in self.changes if one.now.red_kind]
        ids = tuple(one.now.id for one in reds if not (one.is_same and one.was_red))
        run = self.judge.run((self.after, map(file_of, ids)), ids=ids, again=True)[0]
        for one in reds:
            if run.is_green(one.now.id):
                one.now = replace(one.now, why=CHANGES, where=DOUBT)
        for one in self.changes:
            is_news = not one.is_same
            helped = one.helpers_changed and one.was_green
            if one.now.colour != "green" or not (one.was_red or is_news or helped):
                continue
            if self.code_is_same:
                one.laid = one.now
            else:
                waiting.append(one)
        for again in (False, True):
            ids = tuple(one.now.id for one in waiting)
            run = self.judge.run((laid, map(file_of, ids)), ids=ids, again=again)[0]
            for one in waiting:
                one.laid = one.laid or run.find(one.now.id)
                if again and run.is_green(one.now.id):
                    one.laid = replace(one.laid, why=CHANGES, where=DOUBT)
            waiting = [one for one in waiting if one.laid and one.laid.red_kind]

    def verdict(self, change: TestChange) -> Verdict | None:
        """Judge a test; None if nothing is to be said of it."""
        kind, why = self.find_kind(change)
        if not kind:
            return None
        shown = change.red.now if change.red and kind == Kind.MADE_GREEN else change.laid
        failed = shown or change.now
        failures = {"failure_before": shown.failure if shown else "", "failure_now": change.now.failure}
        told: dict[str, Any] = {
            "name": failed.missing,
            "test": change.now.id,
            "why": why or failed.why,
        } | failures
        return say(kind, self.judge.rule(change.now.id), **told)

    def find_kind(self, change: TestChange) -> tuple[Kind | None, str]:
        """Find the kind of a verdict, and why there is no answer."""
        now, laid, same = change.now, change.laid, change.is_same
        kind = laid.red_kind if laid else None
        if now.colour != "green" and same and (change.was_red or not now.red_kind):
            return None, ""
        if why := reason(now):
            return Kind.NO_ANSWER, why
        if now.colour != "green":
            return Kind.STILL_RED, ""
        if not laid or (same and not change.was_red and not kind):
            return None, ""
        if why := self.find_doubt(change, laid):
            return Kind.NO_ANSWER, why
        red, more = change.red, change.more_asserts
        asserted, adapts = bool(red and red.asserted), bool(red and red.adapts)
        is_renamed = kind == Kind.BY_NAME and (adapts or (change.was_green and more <= 0))
        was_paid = same and change.was_red
        table: tuple[tuple[object, Kind | None], ...] = (
            # it is red on the code before
            (is_renamed, Kind.ADAPTED if red or not same else None),
            (was_paid and red and (kind == Kind.PROVEN or (kind and asserted)), Kind.PAYS),
            (kind and asserted, Kind.PROVEN),
            (kind, kind),
            # it is green there, too
            (asserted, Kind.MADE_GREEN),
            (more < 0, Kind.WEAKENED),
            (more == 0 and not red, Kind.REFACTORING),
            (True, Kind.PASSES),
        )
        return next(found for holds, found in table if holds), ""

    def find_doubt(self, change: TestChange, laid: TestResult) -> str:
        """Say why what a test came to on the code before is no answer; an empty text if it is one."""
        file = file_of(change.now.id)
        if file in self.before.paths and not self.before.test_file(file):
            return NOT_PYTHON.format(f"before, {file}")
        if laid.where == DOUBT:
            return laid.why
        if laid.colour != "green":
            return "" if laid.red_kind else f"on the code before, {reason(laid)}"
        if change.is_same and not change.helpers_changed:
            return CHANGES
        asserted = change.red and change.red.asserted
        return "its file holds the code as well" if not asserted and self.after.holds_code(file) else ""

    def note_reds(self) -> None:
        """Note what is red in the version after, and remark what became of the other tests."""
        reds, known = self.after.reds, [one.red for one in self.changes]
        aside = [id for id, red in self.before.reds.items() if red not in known]
        for one in self.changes:
            if one.now.red_kind:
                one.note_red()
                reds[one.now.id] = one
            elif one.red and one.now.colour == "left out":
                aside.append(one.now.id)
            elif one.red and one.now.colour != "green":
                reds[one.now.id] = one.red
        deleted = self.gone - {id.partition("[")[0] for id in self.before.reds}
        remarks = {"Set aside while red:": aside, "Deleted:": sorted(deleted)}
        self.remarks = [f"{words} {self.judge.name_tests(ids)}." for words, ids in remarks.items() if ids]

    def judge_code(self) -> list[Verdict]:
        """Judge code that changed alone: which of its lines the tests run, and whether any changes colour."""
        a, b, judge = self.after, self.before, self.judge
        settings = ("setup.py", "noxfile.py", "docs/conf.py")  # no test is about these
        paths = [path for path in self.differ if is_code(path) and not path.endswith(settings)]
        there = [path for path in paths if path in a.paths]
        lines = {(path, line) for path in there for line in changed_lines(b.content(path), a.content(path))}
        if not paths:
            return []
        files = a.test_files
        if not files:
            return [judge_code(len(lines), 0)]
        run, old = judge.run((a, files), (b, files), traced=tuple(there))
        if why := no_colours(run) or (no_colours(old) if old.results else ""):
            return [no_answer(why)]
        if flips := self.flips(old, run, len(lines)):
            return flips
        if not lines and b.tests.keys() - a.tests.keys():
            return []  # the code went with its tests
        verdict = judge_code(len(lines), len(lines & {*run.lines}))
        unread = [why for path in run.results.keys() & a.paths.keys() if (why := reason(run.results[path]))]
        return [no_answer(min(unread)) if unread and verdict.kind == Kind.UNTESTED else verdict]

    def flips(self, old: TreeRun, new: TreeRun, number: int) -> list[Verdict]:
        """Judge tests that nobody touched, and that have another colour, asked twice as well."""
        both = sorted(new.results.keys() & old.results.keys())
        ids = tuple(id for id in both if old.is_green(id) != new.is_green(id))
        files = {*map(file_of, ids)}
        again = self.judge.run((self.before, files), (self.after, files), ids=ids, again=True)
        changes = []
        for id in ids:
            now, then = new.results[id], old.results[id]
            if [run.is_green(id) for run in again] != [old.is_green(id), new.is_green(id)]:
                now, then = (replace(one, why=CHANGES, where=DOUBT) for one in (now, then))
            changes.append(TestChange(self.after.find_test(now), now, then, laid=then))
        broken = [one for one in changes if one.was_green and one.now.where != DOUBT]
        if not broken:
            return join_rows([verdict for one in changes if (verdict := self.verdict(one))], {})
        for one in broken:
            one.note_red()
        self.after.reds |= {one.now.id: one for one in broken if one.now.red_kind}
        return [judge_code(number, 0, self.judge.name_tests(one.now.id for one in broken))]


def reason(outcome: TestResult) -> str:
    """Say why an outcome answers nothing; an empty text if it does."""
    if outcome.colour == "green" or (outcome.red_kind and outcome.where != DOUBT):
        return ""
    if outcome.error == "ModuleNotFoundError" and outcome.where == "elsewhere":
        package = outcome.why.partition("'")[2].partition("'")[0]
        return f"it needs {package}, which neither PYTHON nor the commit has"
    place = PLACES.get(outcome.where)
    return f"{place}: {outcome.why}" if place else outcome.why


def no_colours(run: TreeRun) -> str:
    """Say why a run tells nothing: it has a fault, or no test of it gives an answer."""
    reasons = [*map(reason, run.results.values())]
    return run.fault or (next(filter(None, reasons), "no test runs") if all(reasons) else "")


def match_rows(now: list[TestResult], then: list[TestResult]) -> dict[str, tuple[TestResult, bool]]:
    """Give what each row of a test was, and whether it is the same row: by its values, or else its place."""
    left = {one.id: one for one in then}
    found: dict[str, tuple[TestResult, bool]] = {}
    for one in now:
        for old in left.values():
            names = (old.id.partition("[")[2], one.id.partition("[")[2])
            # a light tells no values
            values = (old.params, one.params) if old.params and one.params else names
            if values[0] == values[1]:
                found[one.id] = left.pop(old.id), True
                break
    new = [one for one in now if one.id not in found]
    return found | {one.id: (old, False) for one, old in zip(new, left.values())}


def join_rows(verdicts: Sequence[Verdict], rows: Mapping[str, int]) -> list[Verdict]:
    """Join the rows of a test that have the same verdict: `scores, 3 of 5 rows`; the first of them says why.

    Three tests or more that could not be answered for the same reason have one verdict together. Takes how
    many rows each test has.
    """
    groups: dict[tuple[str, ...], list[Verdict]] = {}
    for one in verdicts:
        groups.setdefault((one.function, one.kind, one.why * (one.kind == Kind.NO_ANSWER)), []).append(one)
    joined = []
    for (function, *_), (first, *others) in groups.items():
        number = len(others) + 1
        of = "" if number >= rows.get(function, 0) else f" of {rows[function]}"
        rule = f"{readable_name(function.rpartition('::')[2])}, {number}{of} rows"
        says = first.says.replace(f"“{first.rule}”", f"“{rule}”")
        joined.append(replace(first, says=says, rule=rule, test=function) if others else first)
    told = [one for one in joined if one.kind != Kind.NO_ANSWER]
    unanswered = [one for one in joined if one.kind == Kind.NO_ANSWER]
    for why in dict.fromkeys(one.why for one in unanswered):
        alike = [one for one in unanswered if one.why == why]
        says = f"{len(alike)} tests could not be answered: {why}"
        told += [replace(alike[0], says=says, rule="")] if len(alike) > 2 else alike
    return told
