"""`make new STORY=leap-years`: a story with the least that is green under all nine laws."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from keyword import kwlist, softkwlist
from operator import attrgetter
from pathlib import Path

from dojo.attempt.snapshot import new_folder
from dojo.author.steps import plain_letters
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.gate.files import DROPPED
from dojo.runner.cache import PLUGIN, is_the_plugin
from dojo.story.mutants import REST
from dojo.story.story import PYTEST_INI, Story, relative_path
from dojo.story.tests import ROWS
from dojo.story.workspace import Workspace, path_of

SKELETON = Path(__file__).parent / "skeleton"
"""A story with the name `kata-name`."""
ELSEWHERE = Path(__file__).parent / "elsewhere"
"""What else a story needs if it lies in a repository of its own."""
KATAS = "katas"
EXAMPLE = "leap-years"
NAME = re.compile(r"(?=.{1,30}$)[a-z][a-z0-9]*(-[a-z0-9]+)*")
IN_EVERY_STORY = {
    *("conftest", "rows", "finished", "first_test", "step", "steps", "suite", "mutants"),
    *("question", "answer", "drives", "guards", "request"),
}
"""The names of the files and options of a story, and of what its first test takes."""
OPTION = re.compile(r"--([a-z][\w-]+)")
FIXTURE = re.compile(r"^(\w+)(?= \[| -- )", re.MULTILINE)


def new(workspace: Workspace, where: str, verbs: Iterable[str]) -> Story:
    """Make a story, say what was made, and give it.

    Raises UsageError, or EnvironmentProblem, and then nothing is made.
    """
    folder = workspace.top / KATAS / where
    if "/" in where:  # a folder, as seen from the top
        folder = path_of(where, workspace.top)
        folder = folder.parent.resolve() / folder.name
    if (workspace.top / KATAS).resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"a name, please: make new STORY={EXAMPLE}")
    check_name(folder.name, workspace, verbs)
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{relative_path(workspace.top, folder)} is there already: take another name")
    if not folder.parent.is_dir():
        raise UsageError(f"there is no folder {relative_path(workspace.top, folder.parent)}: make it first")
    files = contents(folder, workspace)
    try:
        with new_folder(folder) as draft:
            for name, content in files.items():
                (draft / name).parent.mkdir(parents=True, exist_ok=True)
                (draft / name).write_bytes(content)
    except OSError as error:
        raise EnvironmentProblem(f"nothing is written: {describe_error(error)}") from None
    print(f"{relative_path(workspace.top, folder)}/")
    folder_of_file = attrgetter("parent")
    for place, paths in groupby(sorted(map(Path, files), key=folder_of_file), folder_of_file):
        names = "  ".join(path.name for path in paths)
        print(f"  {names}" if place == Path() else f"  {f'{place}/':29} {names}")
    story = workspace.at(folder)
    print("\nThe nine laws hold for it. See for yourself, and then make it yours:\n")
    print(f"  {story.command('gate')}\n  {story.command('todo')}")
    return story


def check_name(name: str, workspace: Workspace, verbs: Iterable[str]) -> None:
    """Raise UsageError if no new story can have that name: its module, a fixture and an option get it too."""
    if story := next((story for story in workspace.stories if story.name == name), None):
        where, todo = relative_path(workspace.top, story.file.parent), story.command("todo")
        raise UsageError(
            f"{name} is a story already, in {where}: {todo} goes on with it; or take another name"
        )
    if not NAME.fullmatch(name):
        free = plain_letters(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name), between="-")
        if not NAME.fullmatch(free) or is_taken(free, workspace, verbs):
            free = EXAMPLE
        raise UsageError(
            f"{name!r} is no name: a name has small letters a to z, digits and single dashes, a letter first;"
            f" 30 characters at most, for example {free}"
        )
    if is_taken(name, workspace, verbs):
        to_whom = "Python, pytest, the verbs or a story"
        raise UsageError(f"{name} means something to {to_whom} already: take another name")


def is_taken(name: str, workspace: Workspace, verbs: Iterable[str]) -> bool:
    module = module_of(name)
    words = {*verbs, "all", "story", "kata", *kwlist, *softkwlist, *IN_EVERY_STORY, *sys.stdlib_module_names}
    words |= {kata.name for _, kata in workspace.katas} | {story.module for story in workspace.stories}
    if words & {name, module} or re.fullmatch("step_.*|test_.*|.*_test", module):
        return True
    return bool(find_spec(module)) or module in pytest_words()


def module_of(name: str) -> str:
    """The module of a story: leap-years → leap_years."""
    return name.replace("-", "_")


@cache
def pytest_words() -> set[str]:
    """The options and the fixtures of pytest in an empty folder: a suite cannot use their names."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    with tempfile.TemporaryDirectory() as folder:
        options, fixtures = (
            subprocess.run([*command, word], cwd=folder, capture_output=True, text=True).stdout
            for word in ("--help", "--fixtures")
        )
    return {option.replace("-", "_") for option in OPTION.findall(options)} | set(FIXTURE.findall(fixtures))


def contents(folder: Path, workspace: Workspace) -> dict[str, bytes]:
    """The files of a new story, by their paths in its folder; some are the same in every story."""
    first, found = workspace.stories[0], named_after(folder.name)
    assert first.mutants
    for part, source, name in (("suite", first.suite, ROWS), ("mutants", first.mutants, REST)):
        found[f"{part}/{name}"] = (source / name).read_bytes()
    if folder.parent != workspace.top / KATAS:
        found |= {file.name: file.read_bytes() for file in [*ELSEWHERE.iterdir(), PLUGIN]}
        if any((above / PYTEST_INI).is_file() for above in folder.parents):
            del found[PYTEST_INI]  # one at the top is enough
        if any(is_the_plugin(above / PLUGIN.name) for above in folder.parents):
            del found[PLUGIN.name]
    return dict(sorted(found.items()))


def named_after(name: str) -> dict[str, bytes]:
    """The files of the skeleton, with a name in place of `kata-name`."""
    title = name.replace("-", " ").capitalize()
    names = {"kata-name": name, "kata_name": module_of(name), "Kata name": title}
    found = {}
    for file in SKELETON.rglob("*"):
        path = file.relative_to(SKELETON)
        if file.is_file() and not any(map(DROPPED.fullmatch, path.parts)):
            texts = [path.as_posix(), file.read_text("utf-8")]
            for old, other in names.items():
                texts = [text.replace(old, other) for text in texts]
            found[texts[0]] = texts[1].encode()
    return found
