"""`make keep NAME=tables-3`: the attempt as a git repository, a commit for each green run, in kept/."""

import os
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from dojo.attempt.attempt import STARTED, Attempt
from dojo.attempt.create import title
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Light, all_files, all_lights
from dojo.attempt.snapshot import File, Files
from dojo.attempt.store import Failed, Store, commit_command
from dojo.errors import CollectionError, EnvironmentProblem, UsageError, describe_error
from dojo.history.exported_tests import KataTests, tests_of_kata
from dojo.history.runs import RunState, trace_states
from dojo.prove.versions import version_of
from dojo.screen.words import count_of, some_of
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace

KEPT = "kept"
"""The folder of the repositories, at the top of the workspace."""
IGNORED = "__pycache__/\n.pytest_cache/\n"
KEPT_GREEN = "\nno-red: the kata brought a test that the code kept"
TESTS_OF_BOTH = "The tests in `tests/` are those of the kata, as far as they were shown; the others are by"
README = """\
# {title}

One attempt at this kata, {name}, in {commits}: the start, and each green run that changed something.

```sh
git log --reverse --oneline     # the tests, in the order in which they turned green
git show HEAD                   # a test, and the code that made it green
python -m pytest                # all tests; it needs pytest, and nothing else
```

{tests}
"""


class ExportedRun(NamedTuple):
    """A run that becomes a commit: when it was, its files, and the message."""

    when: float
    files: Files
    message: str


def keep(attempt: Attempt, workspace: Workspace) -> None:
    """Write an attempt as a repository, all of it or nothing, and say what was written.

    Takes the attempt, and the workspace whose folder kept/ gets the repository. Raises UsageError if nothing
    was green yet, or the folder is there already; EnvironmentProblem if the disk or git fails.
    """
    folder = workspace.top / KEPT / attempt.name
    shown = f"{KEPT}/{attempt.name}"
    if folder.exists() or folder.is_symlink():
        raise UsageError(
            f"{shown} is there already: move it away or delete it, then keep {attempt.name} again"
        )
    try:
        lights = all_lights(attempt)
        states = trace_states(lights, all_files(attempt, lights))
        path = [one for last in states[-1:] for one in (last, *last.path) if one.light.judged][::-1]
        if not any(one.light.is_green for one in path[1:]):
            raise UsageError(f"{attempt.name} has no green run to keep yet: {attempt.command('next')}")
        tests = tests_of_kata(attempt)
        runs = commits_of(attempt, path, tests)
        put(folder, attempt, runs, tests)
    except CollectionError as fault:
        raise UsageError(f"{attempt.name} cannot be kept: {fault}") from None
    except (Failed, OSError) as error:
        raise EnvironmentProblem(f"nothing is kept: {describe_error(error)}") from None
    print(
        f"{shown}/ is a git repository: {count_of(len(runs), 'commit')}"
        f" from {count_of(len(lights), 'light')}."
    )
    green = max(one.light.number for one in path if one.light.is_green)
    if after := [one for one in path if one.light.number > green]:
        print(f"Left out: {count_of(len(after), 'run')} after light {green}, the last green one.")
    print("\nTo look at it:\n")
    print(f"  git -C {shown} log --reverse --oneline    the tests, in the order in which they turned green")
    print(f"  make prove REPO={shown}    was each test red before its code?")


def commits_of(attempt: Attempt, path: list[RunState], tests: KataTests) -> list[ExportedRun]:
    """The beginning, and each green run on the path to the files of now that changed something.

    Where code was written while red, the red run comes first: a proof sees from it why the test was red.
    """

    def files_at(state: RunState) -> Files:
        there = as_files(tests.files(state.revealed)) | state.files
        return {name: file for name, file in there.items() if name != STARTED.encode()}

    def ids_at(state: RunState) -> list[str]:
        return [*tests.ids[: state.revealed], *(state.light.own or {})]

    def export(state: RunState, files: Files, title: str, *lines: str) -> ExportedRun:
        light = f"Light {state.light.number} of {attempt.name}, make {state.light.verb}."
        return ExportedRun(state.light.when, files, "\n".join([title, "", light, *lines]))

    first, *others = path
    files, before, failed = files_at(first), ids_at(first), set[str]()
    if not first.light.is_green:  # a test is new in the commit in which it is green
        files = {name: file for name, file in files.items() if not is_tests(os.fsdecode(name))}
        before, failed = [], not_green(first.light)
    runs = [export(first, files, f"Start: {title(attempt.kata)}")]
    red: RunState | None = None
    for state in others:
        light, files = state.light, files_at(state)
        if not light.is_green:
            failed |= not_green(light)
            red = state if light.colour == "red" else red
            continue
        if red and version_of(files_at(red)).normal_code != version_of(runs[-1].files).normal_code:
            rule = rule_of(red.light.test or min(not_green(red.light)))
            runs.append(export(red, files_at(red), f"Red: {rule}"))
        if files != runs[-1].files:
            lines = describe_green(files, runs[-1].files, ids_at(state), before, failed, tests)
            runs.append(export(state, files, *lines))
        before, failed, red = ids_at(state), set(), None
    return runs


def not_green(light: Light) -> set[str]:
    """The tests that a light names and that were not green, by their ids or those of their files."""
    return {id for id, colour in (light.own or {}).items() if colour != "green"} | ({light.test} - {""})


def describe_green(
    now: Files, then: Files, ids: list[str], before: list[str], failed: set[str], tests: KataTests
) -> list[str]:
    """The title of a green run, and the other lines of its message.

    It is named after the test that turned green, or after the files that changed. Takes the files of now and
    then, the tests of now and of the last green run, those that failed between the two, and the kata's.
    """
    turned = [id for id in ids if {id, id.partition("::")[0]} & failed]
    new = sorted((id for id in ids if id not in before), key=lambda id: id not in turned)
    again = [f"Green again: {rule_of(id)}" for id in turned if id not in new]
    names = sorted(os.fsdecode(name) for name in now.keys() | then.keys() if now.get(name) != then.get(name))
    title, *_ = [*map(rule_of, new), *again, f"Change {some_of(names, 2)}, with all tests green"]
    others = [f"- {rule_of(id)}" for id in new[1:]]
    at_once = {*new} - {*turned}
    no_red = [KEPT_GREEN] * bool(at_once and at_once <= {*tests.ids} - tests.opening)
    return [title, *(["", "Other new tests, green in this run:", *others] if others else []), *no_red]


def as_files(contents: dict[str, bytes]) -> Files:
    """Plain files with these contents, by their paths."""
    return {path.encode(): File("100644", content) for path, content in contents.items()}


def put(folder: Path, attempt: Attempt, runs: list[ExportedRun], tests: KataTests) -> None:
    """Write the repository under another name first: if it is there, it is whole. Raises Failed, OSError."""
    readme = README.format(
        title=title(attempt.kata),
        name=attempt.name,
        commits=count_of(len(runs), "commit"),
        tests=f"{TESTS_OF_BOTH if tests.ids else 'All tests are by'} {attempt.name}.",
    )
    extra = as_files({"README.md": readme.encode(), ".gitignore": IGNORED.encode()})
    who = f"{attempt.name} <{attempt.name}@localhost>"
    folder.parent.mkdir(exist_ok=True)
    draft = Path(mkdtemp(prefix=".keep-", dir=folder.parent))
    try:
        store = Store(draft / ".git")
        store.git("init", "--quiet", "--template=", "--initial-branch=main")
        commits = [commit_command("main", who, run.message, run.when, extra | run.files) for run in runs]
        store.git("fast-import", "--quiet", "--done", stdin=b"".join([*commits, b"done\n"]))
        store.git("--work-tree", str(draft), "reset", "--quiet", "--hard", "main")
        draft.chmod(0o755)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
