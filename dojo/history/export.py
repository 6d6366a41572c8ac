"""`make keep NAME=tables-3`: the attempt as a git repository, a commit for each green run, in kept/."""

import ast
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from dojo.attempt.attempt import Attempt, is_bookkeeping
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Light, all_files, all_lights
from dojo.attempt.snapshot import File, Files
from dojo.attempt.store import Failed, Store, commit_command
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.files import new_folder
from dojo.history.runs import RunState, trace_states
from dojo.prove.versions import Revision
from dojo.runner.collect import collect
from dojo.story.source import is_called, lines_of, read_row
from dojo.story.tests import ROWS, SuiteTest, first_drivers, rule_of
from dojo.story.workspace import Workspace
from dojo.trace.trace import Trace
from dojo.trace.versions import trace_lights
from dojo.wording import count_of, some_of

KEPT = "kept"
"""The folder of the repositories, at the top of the workspace."""
README = """\
# {title}

One attempt at this kata, {name}: its start, and each green run that changed something.
The tests in `tests/`, if there are any, are those of the kata, as far as they were shown.

```sh
git log --reverse --oneline     # the tests, in the order in which they turned green
git show HEAD                   # a test, and the code that made it green
python -m pytest                # all tests; it needs pytest, and nothing else
```
"""
SAID = """\
kept/{name}/ is a git repository: {commits} from {lights}.

To look at it:

  git -C kept/{name} log --reverse --oneline    the tests, in the order in which they turned green
  make prove REPO=kept/{name}    was each test red before its code?
"""
INI = """\
[pytest]
pythonpath = . tests
addopts = --import-mode=importlib
markers =
    drives(step): the test drove this step of the story that it comes from
    guards(step): the test was green in this step of the story already
"""
CONFTEST = '''\
import pytest


@pytest.fixture
def {module}():
    """The module, for the tests that take it as an argument."""
    return __import__("{module}")
'''
TEST_CASES = '''\
"""Feeds the program with each case, and compares what it prints."""

import subprocess
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
FOLDER = Path(__file__).parent.parent


@pytest.fixture(scope="session", autouse=True)
def build():
    subprocess.run({build!r}, shell=True, cwd=FOLDER, check=True)


@pytest.mark.parametrize("file", sorted(CASES.glob("*.in")), ids=lambda file: file.stem)
def test_case(file):
    told = {{"shell": True, "cwd": FOLDER, "capture_output": True, "text": True, "timeout": {limit}}}
    run = subprocess.run({command!r}, input=file.read_text(), **told)
    complaints = file.with_suffix(".err")
    for line in complaints.read_text().splitlines() if complaints.exists() else []:
        assert line in run.stderr.splitlines()
    assert run.stdout.splitlines() == file.with_suffix(".out").read_text().splitlines()
    assert run.returncode == complaints.exists(), run.stderr
'''


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
        path = [one for last in states[-1:] for one in (last, *last.path) if one.light.judged][::-1]
        if not any(one.light.is_green for one in path[1:]):
            raise UsageError(f"{name} has no green run to keep yet: {attempt.command('next')}")
        for light, files, subject, lines in Export(attempt).commits(path, trace):
            message = "\n".join([subject, "", f"Light {light.number} of {name}, make {light.verb}.", *lines])
            commits.append(commit_command("main", author, message, light.when, always | files))
        folder.parent.mkdir(exist_ok=True)
        with new_folder(folder) as draft:
            store = Store(draft / ".git")
            store.git("init", "--quiet", "--template=", "--initial-branch=main")
            store.git("fast-import", "--quiet", "--done", stdin=b"".join([*commits, b"done\n"]))
            store.git("--work-tree", str(draft), "reset", "--quiet", "--hard", "main")
    except (Failed, OSError) as error:
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
        return [*self.ids[: state.revealed], *(state.light.own or {})]

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
            if (rows := story.suite / ROWS).is_file():
                files[f"tests/{ROWS}"] = rows.read_bytes()
        for case in self.cases[: state.revealed]:
            parts = [case.file.with_suffix(end) for end in (".in", ".out", ".err")]
            files |= {f"tests/cases/{part.name}": part.read_bytes() for part in parts if part.is_file()}
            build, limit = attempt.setting("build"), attempt.setting("limit") or 5
            text = TEST_CASES.format(command=attempt.program, build=build, limit=limit)
            files["tests/test_cases.py"] = text.encode()
        own = {name: file for name, file in state.files.items() if not is_bookkeeping(name)}
        return as_files(files) | own

    def commits(self, path: list[RunState], trace: Trace) -> Iterator[tuple[Light, Files, str, list[str]]]:
        """The commits that runs become: the light, the files, the first line of the message, and the rest.

        They are the beginning, and each green run that changed something, named after a test that turned
        green. Where code was written while red, the red run comes first: a proof sees why the test was red.
        """
        first, *others = path
        last, before, failed = self.files_at(first), {*self.ids_at(first)}, set[str]()
        if not first.light.is_green:  # a test is new in the commit in which it is green
            last = {name: file for name, file in last.items() if not is_tests(os.fsdecode(name))}
            # a program that is not there yet has no answer, and its first case is not green all the same
            before, failed = set(), failed_at(trace, first.light) | {first.light.test}
        yield first.light, last, f"Start: {self.attempt.kata.title}", []
        red: RunState | None = None
        for state in others:
            if not state.light.is_green:
                failed |= failed_at(trace, state.light)
                red = state if state.light.colour == "red" else red
                continue
            files, known = self.files_at(red) if red else {}, before
            if red and Revision(files=files).normal_code != Revision(files=last).normal_code:
                title = f"Red: {rule_of(red.light.test or min(failed_at(trace, red.light)))}"
                yield red.light, files, title, self.explain(self.passed(red, failed) - before)
                last, known = files, {*self.ids_at(red)}
            files, ids, passed = self.files_at(state), self.ids_at(state), self.passed(state, failed)
            if files != last:
                green = [id for id in ids if id not in before & passed]
                green.sort(key=lambda id: (id in before, id in passed))  # the new ones that were red first
                names = {os.fsdecode(name) for name, _ in {*files.items()} ^ {*last.items()}}
                change = f"Change {some_of(sorted(names), 2)}, with all tests green"
                subject, *more = [*map(rule_of, green)] or [change]
                lines = ["", "Other tests that turned green in this run:"] if more else []
                lines += [f"- {rule}" for rule in more]
                last = files
                yield state.light, last, subject, lines + self.explain(passed - known)
            before, failed, red = {*ids}, set(), None

    def passed(self, state: RunState, failed: set[str]) -> set[str]:
        """The tests that there were, and that are not among those that failed."""
        return {id for id in self.ids_at(state) if failed.isdisjoint((id, id.partition("[")[0]))}

    def explain(self, kept: set[str]) -> list[str]:
        """The line for a proof, if all tests that the code kept at once are of the kata, and open no step."""
        why = "no-red: the kata brought a test that the code kept"
        return ["", why] if kept and kept <= {*self.ids} - self.opening else []


def failed_at(trace: Trace, light: Light) -> set[str]:
    """The tests that a light has seen fail: a file that cannot be read says nothing of those in it."""
    moment = trace.moments.get(light.number)
    return {state.id for state in moment.news if not state.is_green} if moment else set()


def as_files(contents: dict[str, bytes]) -> Files:
    """Plain files with these contents, by their paths."""
    return {path.encode(): File("100644", content) for path, content in contents.items()}


def only_tests(text: str, ids: list[str]) -> str:
    """The text of a file of tests without the functions and rows of other tests, and their imports.

    Rows that a program makes stay with their function. The module may lack a name that only others import.
    """
    functions = {id.partition("[")[0].rpartition("::")[2] for id in ids}
    rules = {id.partition("[")[2].removesuffix("]") for id in ids}
    lines, tree = text.splitlines(keepends=True), ast.parse(text)

    def replace(node: ast.stmt | ast.expr, left: str) -> None:
        for number in lines_of(node):
            lines[number - 1] = ""
        lines[node.lineno - 1] = left

    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            body = f"{' ' * node.col_offset}pass\n" if node.col_offset else ""  # a class has one
            if node.name.startswith("test") and node.name not in functions:
                replace(node, body)
        elif (row := read_row(node)) and row.rule and not any(is_called(row.rule, rule) for rule in rules):
            replace(row.node, "")
    names = {one.id for one in ast.walk(ast.parse("".join(lines))) if isinstance(one, ast.Name)}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            node.names = [one for one in node.names if (one.asname or one.name) in {"*", *names}]
            replace(node, f"{ast.unparse(node)}\n" * bool(node.names))
    return "".join(lines)
