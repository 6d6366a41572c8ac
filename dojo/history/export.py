"""`make keep NAME=tables-3`: the attempt as a git repository, a commit for each green run, in kept/."""

import os
from pathlib import Path

from dojo.attempt.attempt import STARTED, Attempt
from dojo.attempt.create import title
from dojo.attempt.diffstat import is_tests
from dojo.attempt.light import Light, all_files, all_lights
from dojo.attempt.snapshot import File, Files, new_folder
from dojo.attempt.store import Failed, Store, commit_command
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.history.exported_tests import KataTests
from dojo.history.runs import RunState, trace_states
from dojo.prove.versions import Revision
from dojo.screen.words import count_of, some_of
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace

KEPT = "kept"
"""The folder of the repositories, at the top of the workspace."""
IGNORED = "__pycache__/\n.pytest_cache/\n"
KEPT_GREEN = "no-red: the kata brought a test that the code kept"
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


def keep(attempt: Attempt, workspace: Workspace) -> None:
    """Write an attempt as a repository in kept/, all of it or nothing, and say what was written.

    Raises UsageError if nothing was green yet, or the folder is there already; EnvironmentProblem if the
    suite cannot be collected, or the disk or git fails.
    """
    folder = workspace.top / KEPT / attempt.name
    if os.path.lexists(folder):
        fault = f"{KEPT}/{attempt.name} is there already: move it away or delete it"
        raise UsageError(f"{fault}, then keep {attempt.name} again")
    try:
        lights = all_lights(attempt)
        states = trace_states(lights, all_files(attempt, lights))
        path = [one for last in states[-1:] for one in (last, *last.path) if one.light.judged][::-1]
        if not any(one.light.is_green for one in path[1:]):
            raise UsageError(f"{attempt.name} has no green run to keep yet: {attempt.command('next')}")
        export = Export(attempt)
        export.commit_all(*path)
        write_repository(folder, export.commits)
    except (Failed, OSError) as error:
        raise EnvironmentProblem(f"nothing is kept: {describe_error(error)}") from None
    many, of = count_of(len(export.commits), "commit"), count_of(len(lights), "light")
    print(SAID.format(name=attempt.name, commits=many, lights=of), end="")


class Export:
    """The commits that an attempt becomes, and the files of the last of them."""

    def __init__(self, attempt: Attempt) -> None:
        """Raises CollectionError."""
        self.attempt, self.tests = attempt, KataTests(attempt)
        readme = README.format(title=title(attempt.kata), name=attempt.name)
        self.extra = as_files({"README.md": readme.encode(), ".gitignore": IGNORED.encode()})
        self.commits: list[bytes] = []
        self.files: Files = {}

    def files_at(self, state: RunState) -> Files:
        there = as_files(self.tests.files(state.revealed)) | state.files
        return {name: file for name, file in there.items() if name != STARTED.encode()}

    def ids_at(self, state: RunState) -> list[str]:
        return [*self.tests.ids[: state.revealed], *(state.light.own or {})]

    def commit(self, state: RunState, files: Files, title: str, *lines: str) -> None:
        name, light = self.attempt.name, state.light
        message = "\n".join([title, "", f"Light {light.number} of {name}, make {light.verb}.", *lines])
        who = f"{name} <{name}@localhost>"
        self.commits.append(commit_command("main", who, message, light.when, self.extra | files))
        self.files = files

    def commit_all(self, first: RunState, *others: RunState) -> None:
        """The beginning, and each green run that changed something.

        Where code was written while red, the red run comes first: a proof sees from it why the test was red.
        """
        files, before, failed = self.files_at(first), self.ids_at(first), set[str]()
        if not first.light.is_green:  # a test is new in the commit in which it is green
            files = {name: file for name, file in files.items() if not is_tests(os.fsdecode(name))}
            before, failed = [], not_green(first.light)
        self.commit(first, files, f"Start: {title(self.attempt.kata)}")
        red: RunState | None = None
        for state in others:
            if not state.light.is_green:
                failed |= not_green(state.light)
                red = state if state.light.colour == "red" else red
                continue
            files = self.files_at(red) if red else {}
            if red and Revision(files=files).normal_code != Revision(files=self.files).normal_code:
                self.commit(red, files, f"Red: {rule_of(red.light.test or min(not_green(red.light)))}")
            self.commit_green(state, before, failed)
            before, failed, red = self.ids_at(state), set(), None

    def commit_green(self, state: RunState, before: list[str], failed: set[str]) -> None:
        """A green run, unless nothing has changed: named after the test that turned green, or the files."""
        if (files := self.files_at(state)) == self.files:
            return
        ids = self.ids_at(state)
        turned = [id for id in ids if {id, id.partition("::")[0]} & failed]
        at_once = [id for id in ids if id not in {*before, *turned}]
        names = {os.fsdecode(name) for name, _ in {*files.items()} ^ {*self.files.items()}}
        change = f"Change {some_of(sorted(names), 2)}, with all tests green"
        green = sorted([*turned, *at_once], key=before.__contains__)  # the new ones first
        name, *others = [*map(rule_of, green)] or [change]
        lines = ["", "Other tests that turned green in this run:"] if others else []
        lines += [f"- {rule}" for rule in others]
        if at_once and {*at_once} <= {*self.tests.ids} - self.tests.opening:
            lines += ["", KEPT_GREEN]
        self.commit(state, files, name, *lines)


def not_green(light: Light) -> set[str]:
    """The tests that a light names and that were not green, by their ids or those of their files."""
    return {id for id, colour in (light.own or {}).items() if colour != "green"} | ({light.test} - {""})


def as_files(contents: dict[str, bytes]) -> Files:
    """Plain files with these contents, by their paths."""
    return {path.encode(): File("100644", content) for path, content in contents.items()}


def write_repository(folder: Path, commits: list[bytes]) -> None:
    """Write the repository, as a whole or not at all; raises Failed, OSError."""
    folder.parent.mkdir(exist_ok=True)
    with new_folder(folder) as draft:
        store = Store(draft / ".git")
        store.git("init", "--quiet", "--template=", "--initial-branch=main")
        store.git("fast-import", "--quiet", "--done", stdin=b"".join([*commits, b"done\n"]))
        store.git("--work-tree", str(draft), "reset", "--quiet", "--hard", "main")
