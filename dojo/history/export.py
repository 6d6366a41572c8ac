"""`make keep NAME=tables-3`: the attempt as a git repository, a commit for each green run, in kept/."""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from dojo.attempt.attempt import Attempt, is_bookkeeping
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Light, RunLight, current_test
from dojo.attempt.recording import all_files, all_lights
from dojo.attempt.snapshot import File, Files
from dojo.attempt.storage.git import BareRepository, GitError, commit_command
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.files import new_folder
from dojo.history.kept_tests import only_tests
from dojo.history.kept_texts import CONFTEST, INI, README, SAID, TEST_CASES
from dojo.history.last_commit import LastCommit
from dojo.history.runs import RunState, trace_states
from dojo.model.outcome import Colour
from dojo.runner.collect import collect
from dojo.story.tests import ROWS, SuiteTest, first_drivers, rule_of
from dojo.story.workspace import Workspace
from dojo.tracing.moment import Moment
from dojo.tracing.state import TestState, own_rule
from dojo.tracing.trace import Trace
from dojo.tracing.versions import trace_lights
from dojo.wording import count_of, some_of

KEPT = "kept"
"""The folder of the repositories, at the top of the workspace."""


def keep(attempt: Attempt, workspace: Workspace) -> None:
    """Write an attempt as a repository in kept/, all of it or nothing, and say what was written.

    Raises UsageError if nothing was green yet, or the folder is there already; EnvironmentProblem if the
    suite cannot be collected, or the disk or git fails.
    """
    name, folder = attempt.name, workspace.top / KEPT / attempt.name
    author = f"{name} <{name}@localhost>"
    if os.path.lexists(folder):
        fault = f"{KEPT}/{name} is there already: move it away or delete it"
        raise UsageError(f"{fault}, then keep {name} again")
    readme = README.format(title=attempt.kata.title, name=name)
    always = as_files({"README.md": readme.encode(), ".gitignore": b"__pycache__/\n.pytest_cache/\n"})
    commits = []
    try:
        lights = all_lights(attempt)
        files_of_lights = all_files(attempt, lights)
        states = trace_states(lights, files_of_lights)
        trace = trace_lights(lights, files_of_lights)
        path = runs_up_to_now(states)
        if not any(state.colour == Colour.GREEN for state in path[1:]):
            raise UsageError(f"{name} has no green run to keep yet: {attempt.command('next')}")
        for light, files, subject, lines in Export(attempt).commits(path, trace):
            message = "\n".join([subject, "", f"Light {light.number} of {name}, make {light.verb}.", *lines])
            commits.append(commit_command("main", author, message, light.when, always | files))
        folder.parent.mkdir(exist_ok=True)
        with new_folder(folder) as draft:
            repository = BareRepository(draft / ".git")
            repository.git("init", "--quiet", "--template=", "--initial-branch=main")
            repository.git("fast-import", "--quiet", "--done", stdin=b"".join([*commits, b"done\n"]))
            repository.git("--work-tree", str(draft), "reset", "--quiet", "--hard", "main")
    except (GitError, OSError) as error:
        raise EnvironmentProblem(f"nothing is kept: {describe_error(error)}") from None
    many, of = count_of(len(commits), "commit"), count_of(len(lights), "light")
    print(SAID.format(name=name, commits=many, lights=of), end="")


class Export:
    """What an attempt becomes, with the tests of its kata: a suite, or cases; none in MODE=mine."""

    def __init__(self, attempt: Attempt) -> None:
        """Raises CollectionError if the suite of the story cannot be collected."""
        self.attempt, self.tests = attempt, list[SuiteTest]()
        if not attempt.program and not attempt.is_own:
            with collect(attempt.story) as suite:
                self.tests = attempt.kata.taught(suite.tests)
        self.cases = attempt.kata.complete_cases if attempt.program else []
        self.ids = [test.id for test in self.tests] or [f"cases[{case.rule}]" for case in self.cases]
        """In the order in which they are shown."""
        self.opening = {test.id for test in first_drivers(self.tests[1:])}
        """Those that open a step, and need code for it."""

    def ids_at(self, state: RunState) -> list[str]:
        """The tests that there were, also those of the participant."""
        return [*self.ids[: state.revealed], *(state.run.own or {} if state.run else {})]

    def files_at(self, state: RunState) -> Files:
        """The files of the participant, with those that run the tests of the kata that were shown."""
        attempt, files = self.attempt, {"pytest.ini": INI.encode()}
        story, shown = attempt.story, defaultdict[str, list[str]](list)
        for test in self.tests[: state.revealed]:
            shown[test.id.partition("::")[0]].append(test.id)
        for path, ids in shown.items():
            text = (story.top / path).read_text(encoding="utf-8")
            files[f"tests/{Path(path).name}"] = only_tests(text, ids).encode()
        if self.tests:
            files["tests/conftest.py"] = CONFTEST.format(module=story.module).encode()
            rows = story.suite / ROWS
            if rows.is_file():
                files[f"tests/{ROWS}"] = rows.read_bytes()
        files |= self.files_of_cases(state.revealed)
        own = {name: file for name, file in state.files.items() if not is_bookkeeping(name)}
        return as_files(files) | own

    def files_of_cases(self, shown: int) -> dict[str, bytes]:
        """Return the cases that were shown, and the test that runs them; nothing if there are none."""
        cases = self.cases[:shown]
        if not cases:
            return {}
        build = self.attempt.setting("build")
        limit = self.attempt.setting("limit") or 5
        text = TEST_CASES.format(command=self.attempt.program, build=build, limit=limit)
        files = {"tests/test_cases.py": text.encode()}
        for case in cases:
            for ending in (".in", ".out", ".err"):
                part = case.file.with_suffix(ending)
                # only a case with complaints has a file of them
                if part.is_file():
                    files[f"tests/cases/{part.name}"] = part.read_bytes()
        return files

    def commits(self, path: list[RunState], trace: Trace) -> Iterator[tuple[Light, Files, str, list[str]]]:
        """The commits that runs become: the light, the files, the first line of the message, and the rest.

        They are the beginning, and each green run that changed something, named after a test that turned
        green. Where code was written while red, the red run comes first: a proof sees why the test was red.
        """
        first, *others = path
        files = self.files_at(first)
        if first.colour != Colour.GREEN:
            # a test is new in the commit in which it is green
            files = without_tests(files)
        yield first.light, files, f"Start: {self.attempt.kata.title}", []
        last = LastCommit(trace, first, files, self.ids_at(first))
        red: RunState | None = None
        for state in others:
            if not isinstance(state.light, RunLight):
                continue
            if state.colour == Colour.RED and not saw_another_suite(trace, state.light.number):
                red = state
            if state.colour != Colour.GREEN:
                continue
            if red and last.has_other_code(red):
                last.files, ids = self.files_at(red), self.ids_at(red)
                title = f"Red: {self.name_red(red, trace)}"
                yield red.light, last.files, title, self.explain(last.kept(red, ids))
                last.explained = last.tests(red, ids)
            files, ids = self.files_at(state), self.ids_at(state)
            if files != last.files:
                subject, lines = self.describe(last, state, files)
                yield state.light, files, subject, [*lines, *self.explain(last.kept(state, ids))]
            last, red = LastCommit(trace, state, files, ids), None

    def name_red(self, red: RunState, trace: Trace) -> str:
        """The rule of a test that a run has seen fail."""
        current = current_test(red.light)
        if current:
            return rule_of(current)
        failing = failing_at(trace.moments[red.light.number])
        return min(failing, key=lambda state: state.id).rule

    def describe(self, last: "LastCommit", state: RunState, files: Files) -> tuple[str, list[str]]:
        """The first line of the message of a green commit, and the lines below it."""
        rules = self.rules_turned_green(last, state)
        if rules:
            subject, *more = rules
            if not more:
                return subject, []
            lines = ["", "Other tests that turned green in this run:"]
            for rule in more:
                lines.append(f"- {rule}")
            return subject, lines
        names = changed_names(last.files, files)
        subject = f"Change {some_of(names, 2)}, with all tests green"
        words = last.moment(state).in_green_words
        return subject, ["", f"{words.capitalize()}."] if words else []

    def rules_turned_green(self, last: "LastCommit", state: RunState) -> list[str]:
        """Return the rules of the tests that turned green since the last commit, the most telling first."""
        new_and_red = list[str]()
        new = list[str]()
        red = list[str]()
        for id in self.ids_at(state):
            is_new = last.is_new(state, id)
            if last.has_failed(state, id):
                kind = new_and_red if is_new else red
                kind.append(id)
            elif is_new:
                new.append(id)
        own = last.moment(state).version.own
        rules = []
        for id in (*new_and_red, *new, *red):
            rules.append(own_rule(id) if id in own else rule_of(id))
        return rules

    def explain(self, kept: set[str]) -> list[str]:
        """The line for a proof, if all tests that the code kept at once are of the kata, and open no step."""
        why = "no-red: the kata brought a test that the code kept"
        return ["", why] if kept and kept <= {*self.ids} - self.opening else []


def runs_up_to_now(states: Sequence[RunState]) -> list[RunState]:
    """Return the runs that led to the files of now, the first one first."""
    if not states:
        return []
    now = states[-1]
    backwards = [now, *now.path]
    return [state for state in reversed(backwards) if isinstance(state.light, RunLight)]


def failing_at(moment: Moment) -> list[TestState]:
    """Return the tests that had an answer at a light, and were not green."""
    return [state for state in moment.news if not state.is_green]


def without_tests(files: Files) -> Files:
    return {name: file for name, file in files.items() if not is_tests(os.fsdecode(name))}


def changed_names(before: Files, now: Files) -> list[str]:
    """Return the names of the files that are new, gone or others, in their order."""
    names = set()
    for name in before.keys() | now.keys():
        if before.get(name) != now.get(name):
            names.add(os.fsdecode(name))
    return sorted(names)


def saw_another_suite(trace: Trace, number: int) -> bool:
    """True if a light is not green only because somebody had edited the tests of the kata."""
    moment = trace.moments[number]
    suite = trace.last.version.suite if trace.last else ""
    failing = failing_at(moment)
    if not failing or moment.version.suite == suite:
        return False
    return not any(state.is_own for state in failing)


def as_files(contents: dict[str, bytes]) -> Files:
    """Plain files with these contents, by their paths."""
    return {path.encode(): File("100644", content) for path, content in contents.items()}
