"""What a new story may be called: its module, a fixture and an option of pytest get the same name."""

import re
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from keyword import iskeyword, issoftkeyword

from dojo.errors import UsageError
from dojo.story.story import relative_path
from dojo.story.workspace import Workspace

EXAMPLE = "leap-years"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST = 30
IN_EVERY_STORY = {
    *("conftest", "rows", "finished", "first_test", "step", "steps", "suite", "mutants"),
    *("question", "answer", "drives", "guards", "request"),
}
"""The names of the files and options of a story, and of what its first test takes."""
OPTION = re.compile(r"--([a-z][\w-]+)")
FIXTURE = re.compile(r"^(\w+)(?= \[| -- )", re.MULTILINE)


def check(name: str, workspace: Workspace, verbs: Iterable[str]) -> None:
    """Raises UsageError if no new story can have that name."""
    if not is_name(name):
        free = plain_letters(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name), between="-")
        if not is_name(free) or owner_of(free, workspace, verbs):
            free = EXAMPLE
        raise UsageError(
            f"{name!r} is no name: a name has small letters a to z, digits and single dashes, a letter first;"
            f" {MOST} characters at most, for example {free}"
        )
    if story := next((story for story in workspace.stories if story.name == name), None):
        where, todo = relative_path(workspace.top, story.file.parent), story.command("todo")
        raise UsageError(
            f"{name} is a story already, in {where}: {todo} goes on with it; or take another name"
        )
    if owner := owner_of(name, workspace, verbs):
        raise UsageError(f"{name} is {owner}: take another name")


def is_name(name: str) -> bool:
    """True if it has only the characters of a name, and not too many."""
    return bool(NAME.fullmatch(name)) and len(name) <= MOST


def plain_letters(text: str, between: str) -> str:
    """The letters a to z and the digits of a text, with one character in place of all others."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", between, plain).strip(between)


def module_of(name: str) -> str:
    """The module of a story: leap-years → leap_years."""
    return name.replace("-", "_")


def owner_of(name: str, workspace: Workspace, verbs: Iterable[str]) -> str:
    """What has that name already; nothing if the name is free."""
    module = module_of(name)
    owners = {story.name: "a story already" for story in workspace.stories}
    owners |= {kata.name: "a kata already" for _, kata in workspace.katas}
    owners |= dict.fromkeys([*verbs, "all", "story", "kata"], "a word of the verbs")
    modules = {story.module: f"the module of {story.name}" for story in workspace.stories}
    if name in owners or module in modules or name.startswith("step-"):
        return modules.get(module) or owners.get(name, "a word of the verbs")
    if iskeyword(module) or issoftkeyword(module):
        return "a keyword of Python"
    if module in IN_EVERY_STORY:
        return "what something in every story is called"
    if module.startswith("test_") or module.endswith("_test"):
        return "what pytest takes for a file of tests"
    if module in sys.stdlib_module_names or find_spec(module):
        return "a module that Python has already"
    return "a word of pytest's" if module in pytest_words() else ""


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
