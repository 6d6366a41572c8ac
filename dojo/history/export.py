"""`make keep NAME=tables-3`: the attempt as a git repository, a commit for each green run, in kept/."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

from dojo.attempt.attempts import STARTED, Attempt
from dojo.attempt.creation import title
from dojo.attempt.lights import Light, all_files, all_lights, way_here
from dojo.attempt.lines import is_tests
from dojo.attempt.snapshot import File, Files
from dojo.attempt.store import Failed, Store, commit_command
from dojo.errors import Broken, Mistake, Trouble, plainly
from dojo.history.exported_tests import KataTests, tests_of_kata
from dojo.screen.words import counted, some_of
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace

KEPT = "kept"
"""The folder of the repositories, at the top of the workspace."""
IGNORED = "__pycache__/\n.pytest_cache/\n"
README = """\
# {title}

One attempt at this kata, {name}: {commits}, one for each green run that changed something.

```sh
git log --reverse --oneline     # the tests, in the order in which they turned green
git show HEAD                   # a test, and the code that made it green
python -m pytest                # all tests; it needs pytest, and nothing else
```

{tests}
"""


@dataclass
class Run:
    """A run that becomes a commit, and what happened since the commit before it."""

    light: Light
    files: Files
    changed: list[str] = field(default_factory=list)
    """The names of the files that changed."""
    turned: list[str] = field(default_factory=list)
    """The rules of the new tests that were red or amber on the way, and are green now."""
    again: list[str] = field(default_factory=list)
    """The rules of tests that were green before, red or amber on the way, and are green now."""
    at_once: list[str] = field(default_factory=list)
    """The rules of the new tests that were green in their first run."""

    def message(self, attempt: Attempt) -> str:
        """The message of its commit: the test that turned green, or what else changed."""
        head = f"Start: {title(attempt.kata)}"
        if self.light.colour == "red" and self.changed:
            head = f"Red: {rule_of(self.red)}"
        elif self.changed:
            head = f"Change {some_of(self.changed, 2)}, with all tests green"
        titles = [*self.turned, *self.at_once, *(f"Green again: {rule}" for rule in self.again), head]
        return "\n".join(
            [
                titles[0],
                "",
                f"Light {self.light.number} of {attempt.name}, make {self.light.verb}.",
                *listed("New, red or amber on the way:", self.turned),
                *listed("New under this name, and green in the first run:", self.at_once),
                *listed("Red or amber on the way, green before:", self.again),
            ]
        )


def listed(heading: str, rules: list[str]) -> list[str]:
    """A heading and a list, if it has anything."""
    return ["", heading, *(f"- {rule}" for rule in rules)] if rules else []


def keep(attempt: Attempt, workspace: Workspace) -> None:
    """Write an attempt as a repository, all of it or nothing, and say what was written.

    Takes the attempt, and the workspace whose folder kept/ gets the repository. Raises Mistake where nothing
    was green yet, or the folder is there already; Trouble where the disk or git fails.
    """
    folder = workspace.top / KEPT / attempt.name
    shown = f"{KEPT}/{attempt.name}"
    if folder.exists() or folder.is_symlink():
        raise Mistake(f"{shown} is there already: move it away or delete it, then keep {attempt.name} again")
    lights = all_lights(attempt)
    path = [light for light in reversed([*way_here(lights)]) if light.judged]
    try:
        tests = tests_of_kata(attempt)
        runs = green_runs(attempt, lights, path, tests)
        put(folder, attempt, runs, tests)
    except Broken as fault:
        raise Mistake(f"{attempt.name} cannot be kept: {fault}") from None
    except (Failed, OSError) as error:
        raise Trouble(f"nothing is kept: {plainly(error)}") from None
    print(
        f"{shown}/ is a git repository: {counted(len(runs), 'commit')} from {counted(len(lights), 'light')}."
    )
    after = [light for light in path if light.number > runs[-1].light.number]
    if after and not after[-1].is_green:
        runs_after = counted(len(after), "run")
        print(
            f"It ends with light {runs[-1].light.number}, the last green one: {runs_after} after it left out."
        )
    print("\nTo look at it:\n")
    print(f"  git -C {shown} log --reverse --oneline    the tests, in the order in which they turned green")
    print(f"  make prove REPO={shown}    was each test red before its code?")


def green_runs(attempt: Attempt, lights: list[Light], path: list[Light], tests: KataTests) -> list[Run]:
    """The beginning, and each green run on the way to the files of now that changed something.

    Raises Mistake where no run was green but the first one.
    """
    contents = all_files(attempt, path)
    revealed, known = {}, 0
    for light in lights:
        known = light.told.get("revealed", known)
        revealed[light.number] = known

    def files_at(light: Light) -> Files:
        there = as_files(tests.files(revealed[light.number])) | contents[light.commit]
        return {name: file for name, file in there.items() if name != STARTED.encode()}

    runs: list[Run] = []
    failed: set[str] = set()
    before: dict[str, str] = {}
    red: Light | None = None
    for light in path:
        own = {**dict.fromkeys(tests.ids[: revealed[light.number]], "green"), **(light.own or {})}
        if not light.is_green:
            failed |= {id for id, colour in own.items() if colour != "green"} | {light.test}
            red = light if light.colour == "red" else red
        if not light.is_green and runs:
            continue
        here = files_at(light)
        if not runs:
            runs.append(Run(light, here if light.is_green else without_tests(here)))
        elif here != runs[-1].files:
            if red and the_code(files_at(red)) != the_code(runs[-1].files):
                runs.append(Run(red, files_at(red), changed(runs[-1].files, files_at(red))))
            back = [id for id in own if {id, id.partition("::")[0]} & failed]
            runs.append(
                Run(
                    light,
                    here,
                    changed(runs[-1].files, here),
                    turned=[rule_of(id) for id in back if id not in before],
                    again=[rule_of(id) for id in back if id in before],
                    at_once=[rule_of(id) for id in own if id not in before and id not in back],
                )
            )
            failed, red = set(), None
        before = own if light.is_green else {}
    if len(runs) < 2:
        raise Mistake(f"{attempt.name} has no green run to keep yet: {attempt.command('next')}")
    return runs


def changed(before: Files, after: Files) -> list[str]:
    """The names of the files that differ."""
    names = before.keys() | after.keys()
    return sorted(os.fsdecode(name) for name in names if before.get(name) != after.get(name))


def as_files(contents: dict[str, bytes]) -> Files:
    """Plain files with these contents, by their paths."""
    return {path.encode(): File("100644", content) for path, content in contents.items()}


def without_tests(files: Files) -> Files:
    """The files but those of tests: a test is new in the commit in which it is green."""
    return {name: file for name, file in files.items() if not is_tests(os.fsdecode(name))}


def put(folder: Path, attempt: Attempt, runs: list[Run], tests: KataTests) -> None:
    """Write the repository under another name first: if it is there, it is whole. Raises Failed, OSError."""
    readme = README.format(
        title=title(attempt.kata), name=attempt.name, commits=counted(len(runs), "commit"), tests=tests.about
    )
    extra = as_files({"README.md": readme.encode(), ".gitignore": IGNORED.encode()})
    who = f"{attempt.name} <{attempt.name}@localhost>"
    folder.parent.mkdir(exist_ok=True)
    draft = Path(mkdtemp(prefix=".keep-", dir=folder.parent))
    try:
        store = Store(draft / ".git")
        store.git("init", "--quiet", "--template=", "--initial-branch=main")
        commits = [
            commit_command("main", who, run.message(attempt), run.light.when, extra | run.files)
            for run in runs
        ]
        store.git("fast-import", "--quiet", "--done", stdin=b"".join([*commits, b"done\n"]))
        store.git("--work-tree", str(draft), "reset", "--quiet", "--hard", "main")
        draft.chmod(0o755)
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
