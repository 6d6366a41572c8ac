"""Judges a version and the one before it. Three runs decide: the version before as it is, the same with the
new tests laid over it, and the version itself. What is red is asked twice.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from dojo.prove.runs import KataSuite, Runner, RunRequest, TestResult, TreeRun
from dojo.prove.tests import SETTINGS, Test, changed_lines, file_of, match_renamed
from dojo.prove.verdict import LIGHTS, SEEN_RED, Kind, Verdict, judge_code, no_answer, say
from dojo.prove.versions import Revision, TestChange, red_kind
from dojo.runner.failure.reason import readable_name
from dojo.screen.words import count_of, duration, first_of

MANY = 3
"""So many tests without an answer, for one reason, have one verdict together."""
SEVERAL = 2
DAY = 24 * 3600
CHANGES = "it comes out differently each time"
HOLDS_CODE = "its file holds the code as well"
NOT_PYTHON = "{} is not Python, so its tests are not known"
SET_ASIDE = "Set aside while red: {}."
DELETED = "Deleted: {}."
OPENED = "You opened {} at once."
RENAMED = "Same test, new name."
NEW_REASON = "Still red, for a new reason: {}"
EDITED = "You changed {} in green, and no code: {}."
EDITED_BOTH = "You changed {} in green, and code as well: {}."
SILENCED = "{} is missing, and that silences {}."
BROKE = "This change broke {}."
PLACES = {
    "fixture": "its fixture broke",
    "file": "its file cannot be read",
    "code": "the code cannot be read",
}


class VersionJudge:
    """What judges the versions of one history: its runner, its words, and what is known of its tests."""

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

    def run(
        self, *asked: tuple[Revision, Iterable[str]], traced: tuple[str, ...] = (), **how: Any
    ) -> list[TreeRun]:
        """Run the tests of some files of each version, and with them those that the kata has given.

        Of the first version the lines that run are noted, of the files that are `traced`.
        """
        requests, given = [], []
        for number, (version, files) in enumerate(asked):
            there = tuple(sorted({*files} & version.paths.keys()))
            tests = tuple(sorted(path for path in version.test_side if path.endswith(".py")))
            requests.append(
                RunRequest(version.tree, there, traced=() if number else traced, tests=tests, **how)
            )
            if self.suite and version.given:
                given.append((number, self.suite.request(version.code_alone, version.given, traced)))
        runs = self.runner.ask(*requests, *(request for _, request in given))
        for (number, _), more in zip(given, runs[len(asked) :]):
            runs[number] = runs[number].join(more)
        for run in runs[: len(asked)]:
            run.outcomes, run.unread = (
                {id: self.settle(one) for id, one in found.items()} for found in (run.outcomes, run.unread)
            )
        return runs[: len(asked)]

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
        self.code_is_same = before.same_but_for_tests(after)
        self.helpers_changed = before.helpers != after.helpers
        self.old, self.new = self.run_both()
        self.remarks: list[str] = []

    def judge_all(self) -> list[Verdict]:
        """Judge all tests, and the code if no test asked for it; notes what is red, and what is gone."""
        changes = [*self.changes()]
        self.replay([one for one in changes if one.needs_replay])
        told = mark_guards([verdict for one in changes if (verdict := self.verdict(one))])
        self.after.reds = self.note_reds(changes)
        self.remark_deleted()
        rows = Counter(one.function for one in self.new.outcomes.values())
        found = [*self.unreadable(), *join_rows(told, rows)]
        if all(one.kind == Kind.REFACTORING for one in found):
            found += self.judge_code()
        tests = self.after.tests
        return [
            replace(one, line=tests[one.function].line) if one.function in tests else one for one in found
        ]

    def files_to_ask(self) -> list[str]:
        """The test files that changed; all of them, if a helper did; and those of what was red."""
        a, b = self.after, self.before
        if self.helpers_changed:
            return a.test_files
        changed = {path for path in a.test_files if a.paths[path] != b.paths.get(path)}
        return sorted(changed | {*map(file_of, self.reds)})

    def run_both(self) -> list[TreeRun]:
        """What the tests came to before and after, each as it is."""
        if self.after.run is not None:
            return [self.before.run or TreeRun(), self.after.run]
        files = self.files_to_ask()
        return self.judge.run((self.before, files), (self.after, files))

    def changes(self) -> Iterator[TestChange]:
        a, b, old, new = self.after, self.before, self.old, self.new
        functions = dict.fromkeys(one.function for one in new.outcomes.values())
        functions |= {id: None for id in a.tests if file_of(id) in new.unread or new.fault}
        for function in functions:
            file = file_of(function)
            former = self.renamed.get(function, "" if function in self.renamed.values() else function)
            rows, then = new.rows(function) or [new.find(function)], old.rows(former)
            matched = match_rows(rows, then)
            was = b.tests.get(former) or (b.find_test(then[0]) if then else None)
            if not was and old.fault and b.paths.get(rows[0].file) == a.paths.get(rows[0].file):
                was = a.find_test(rows[0])  # inherited, or made by a program: it was there
            own = was is not None and a.helpers_of(file) != b.helpers_of(file)
            for now in rows:
                outcome, same_row = matched.get(now.id, (None, not then))
                if outcome is None and was and same_row:
                    outcome = old.unread.get(file_of(former))
                red = self.reds.get(now.id) or (self.reds.get(outcome.id) if outcome else None)
                if now.id in a.given:
                    test = Test(now.id, "given", 0, 0)
                    there = test if now.id in b.given else None
                    yield TestChange(test, now, outcome, there, red=red, is_given=True)
                    continue
                change = TestChange(
                    a.find_test(now), now, outcome, was, same_row, self.helpers_changed or own, red
                )
                change.more_asserts = self.count_asserts(change)
                yield change

    def count_asserts(self, change: TestChange) -> int:
        """Count how many assertions a test has more than it had, or than the tests that it replaces.

        A new row, and a new test that replaces nothing, ask for more; a helper may assert what is gone.
        """
        if change.old:
            more = change.test.asserts - change.old.asserts if change.same_row else 1
            return max(more, 0) if change.helpers_changed else more
        there, before, function = self.after.tests, self.before.tests, change.now.function
        gone = before.keys() - there.keys() - {*self.renamed.values()}
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
        red = [one for one in waiting if one.laid and red_kind(one.laid)]
        again = self.run_laid(red, again=True)
        for one in red:
            one.is_flaky = again.is_green(one.now.id)

    def run_laid(self, changes: list[TestChange], *, again: bool = False) -> TreeRun:
        """Run these tests alone, as they are now, on the code before."""
        ids = tuple(one.now.id for one in changes)
        laid = self.before.with_tests_of(self.after)
        return self.judge.run((laid, map(file_of, ids)), ids=ids, again=again)[0]

    # The table: what a test comes to on the code before, and now

    def verdict(self, change: TestChange) -> Verdict | None:
        """Judge a test; None if nothing is to be said of it."""
        kind, why = self.find_kind(change)
        if not kind:
            return None
        red = change.red
        shown = red.now if red and kind == Kind.MADE_GREEN else change.laid
        failed = shown or change.now
        name = how_long(red.since, self.after) if red and kind == Kind.PAYS else failed.missing
        return say(
            kind,
            self.judge.rule(change.now.id),
            self.judge.words,
            name=name,
            test=change.now.id,
            why=why or failed.why,
            failure_before=shown.failure if shown else "",
            failure_now=change.now.failure,
        )

    def find_kind(self, change: TestChange) -> tuple[Kind | None, str]:
        """Find the kind of a verdict; and of one without an answer the reason."""
        if change.is_flaky:
            return Kind.NO_ANSWER, CHANGES
        if change.now.colour != "green":
            known = change.is_same and (change.was_red or not red_kind(change.now))
            why = reason(change.now)
            kind = Kind.NO_ANSWER if why else Kind.STILL_RED
            return (None, "") if self.judge.by_lights or known else (kind, why)
        kind_before = red_kind(change.laid) if change.laid else None
        if not change.laid or (change.is_same and not change.was_red and not kind_before):
            return None, ""
        if why := self.find_doubt(change, change.laid):
            return Kind.NO_ANSWER, why
        return self.kind_of_red(change, kind_before) if kind_before else self.kind_of_green(change), ""

    def find_doubt(self, change: TestChange, laid: TestResult) -> str:
        """Say why a test that is green now cannot be judged; an empty text if it can."""
        file = file_of(change.now.id)
        if file in self.before.paths and not self.before.test_file(file):
            return NOT_PYTHON.format(f"before, {file}")
        if laid.colour != "green":
            kind = red_kind(laid)
            return laid.why * (kind == Kind.NO_ANSWER) if kind else f"on the code before, {reason(laid)}"
        if change.is_same and not change.helpers_changed:
            return CHANGES
        asserted = change.red and change.red.asserted
        return HOLDS_CODE if not asserted and self.after.holds_code(file) else ""

    def kind_of_red(self, change: TestChange, kind: Kind) -> Kind | None:
        """Judge a test that fails without the change."""
        red, was_paid, by_lights = change.red, change.is_same and change.was_red, self.judge.by_lights
        fewer = change.was_green and change.more_asserts <= 0
        if kind == Kind.BY_NAME and (fewer or (red is not None and red.adapts)):
            return Kind.ADAPTED if red or not change.is_same else None
        if by_lights and not (was_paid and not change.helpers_changed):
            return Kind.UNSEEN
        if red and red.asserted:
            kind = Kind.PROVEN
        return Kind.PAYS if kind == Kind.PROVEN and was_paid and red and not by_lights else kind

    def kind_of_green(self, change: TestChange) -> Kind | None:
        """Judge a test whose text of now is green on the code before as well."""
        red = change.red
        if red and red.asserted:
            return Kind.MADE_GREEN
        if change.more_asserts < 0:
            return Kind.WEAKENED
        if change.old and self.judge.by_lights and not red:
            return None
        return Kind.REFACTORING if change.more_asserts == 0 and not red else Kind.PASSES

    def unreadable(self) -> Iterator[Verdict]:
        for path in self.after.test_files if not self.judge.by_lights else ():
            changed = self.after.paths[path] != self.before.paths.get(path)
            if changed and not self.after.test_file(path):
                yield no_answer(NOT_PYTHON.format(path))

    # What is red, and what is gone

    def note_reds(self, changes: list[TestChange]) -> dict[str, TestChange]:
        """What is red in a version; what was set aside while it was red is remarked."""
        new = self.new
        seen = {one.now.id for one in changes} | {one.red.now.id for one in changes if one.red}
        gone = {id: red for id, red in self.reds.items() if id not in seen}
        found = {id: red for id, red in gone.items() if new.fault or file_of(id) in new.unread}
        aside = [id for id in gone if id not in found]
        for one in changes:
            kind = red_kind(one.now)
            if kind:
                one.note_red(kind, self.after)
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
        whole_files_went = not all(file_of(id) in a.paths for id in gone)  # the commit says so itself
        if gone and (self.judge.by_lights or not whole_files_went):
            self.remarks.append(DELETED.format(self.judge.name_tests(sorted(gone))))

    def tell_what_happened(self, said: Collection[str]) -> Iterator[str]:
        """Say how the tests came, went and broke between two lights; `said` are those of the verdicts."""
        a, b, old, new = self.after, self.before, self.old, self.new
        name, same_code = self.judge.name_tests, b.same_code(a)
        known = {*b.tests, *self.renamed}
        came = [id for id in a.reds if id.partition("[")[0] not in known and id not in {*a.given, *b.given}]
        if len(came) >= SEVERAL:
            yield OPENED.format(count_of(len(came), "test"))
        if self.renamed:
            yield RENAMED
        stayed_green = [id for id in new.outcomes if new.is_green(id) and old.is_green(id)]
        if edited := [id for id in stayed_green if id not in said and not self.is_same(id)]:
            words = EDITED if same_code else EDITED_BOTH
            yield words.format(count_of(len(edited), "test"), name(edited))
        names = Counter(red.now.missing for red in a.reds.values() if red.now.missing)
        for missing, number in names.items():
            if number >= SEVERAL and missing not in {red.now.missing for red in b.reds.values()}:
                yield SILENCED.format(missing, count_of(number, "test"))
        broken = [
            id
            for id, red in a.reds.items()
            if old.is_green(id) and self.is_same(id) and names[red.now.missing] < SEVERAL
        ]
        if broken and not same_code:
            yield BROKE.format(name(broken))
        for id, red in a.reds.items():
            was = b.reds.get(id)
            whys = {was.now.why, red.now.why} if was and was.test.source == red.test.source else {""}
            if len(whys) > 1 and "" not in whys:
                yield NEW_REASON.format(red.now.why)

    def is_same(self, id: str) -> bool:
        """True if a test says what it said before."""
        old, new = (version.tests.get(id.partition("[")[0]) for version in (self.before, self.after))
        return (old.source if old else "") == (new.source if new else "")

    # Code that changed while no test asked for it

    def judge_code(self) -> list[Verdict]:
        """Judge code that changed alone: which of its lines the tests run, and whether any changes colour."""
        a, b, judge = self.after, self.before, self.judge
        paths = [path for path in a.changed_code(b) if not path.endswith(SETTINGS)]
        lines = {path: changed_lines(b.content(path), a.content(path)) for path in paths if path in a.code}
        number, traced = sum(map(len, lines.values())), tuple(sorted(lines))
        if not paths or (judge.by_lights and not self.is_green_throughout()):
            return []
        files = [*map(file_of, self.new.outcomes)] if judge.by_lights else a.test_files
        if not files:
            return [judge_code(number, 0)]
        run, *others = judge.run((a, files), *[(b, files)] * (not judge.by_lights), traced=traced)
        if judge.by_lights and run.fault:
            return [no_answer(run.fault)]
        for old in others:
            if why := no_colours(run) or (no_colours(old) if old.outcomes else ""):
                return [no_answer(why)]
            if flips := self.flips(old, run, number):
                return flips
            if not number and b.tests.keys() - a.tests.keys():
                return []  # the code went with its tests
        ran = sum(line in run.lines.get(path, ()) for path in lines for line in lines[path])
        verdict = judge_code(number, ran)
        why = next(filter(None, map(reason, run.unread.values())), "")
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
            if kind := red_kind(one.now):
                one.note_red(kind, self.after)
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
    if outcome.colour == "green" or red_kind(outcome):
        return ""
    if outcome.colour == "left out":
        return outcome.why
    if outcome.error == "ModuleNotFoundError" and outcome.where == "elsewhere":
        package = outcome.why.partition("'")[2].partition("'")[0]
        return f"it needs {package}, which neither PYTHON nor the commit has"
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


def how_long(since: Revision, now: Revision) -> str:
    """3 commits, 4 min 00 s"""
    commits, seconds = count_of(now.number - since.number, "commit"), now.when - since.when
    if seconds <= 0:  # they were written anew, all at once
        return commits
    return f"{commits}, {f'{int(seconds) // DAY} days' if seconds >= 2 * DAY else duration(seconds)}"


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
