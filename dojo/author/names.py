"""What a new story can be called: its module, a fixture and an option of pytest get the same name."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from keyword import iskeyword, issoftkeyword

from dojo.drafts.letters import in_plain_letters
from dojo.errors import Mistake
from dojo.story.story import seen_from
from dojo.story.workspace import Workspace

EXAMPLE = "leap-years"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST = 30
OF_THE_FILES = {"conftest", "rows", "finished", "first_test", "step", "steps", "suite", "mutants"}
"""What a story's own files, folders and options are called."""
OF_THE_TEST = {"question", "answer", "drives", "guards", "request"}
"""What the first test of a new story takes and calls; and the fixture that pytest does not list."""
OF_THE_VERBS = {"all", "story", "kata"}
CAPITAL_INSIDE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
OPTION = re.compile(r"--([a-z][\w-]+)")
FIXTURE = re.compile(r"^(\w+)(?= \[| -- )", re.MULTILINE)


def check(name: str, workspace: Workspace, verbs: Iterable[str]) -> None:
    """Raises Mistake if no new story can have that name."""
    if not can_be_a_name(name):
        free = proposed(name)
        if not can_be_a_name(free) or taken(free, workspace, verbs):
            free = EXAMPLE
        raise Mistake(
            f"{name!r} is no name: a name has small letters a to z, digits and single dashes, a letter first;"
            f" {MOST} signs at most, for example {free}"
        )
    if story := next((story for story in workspace.stories if story.name == name), None):
        where, todo = seen_from(workspace.top, story.file.parent), story.command("todo")
        raise Mistake(f"{name} is a story already, in {where}: {todo} goes on with it; or take another name")
    if what := taken(name, workspace, verbs):
        raise Mistake(f"{name} is {what}: take another name")


def can_be_a_name(name: str) -> bool:
    """Does it have only the signs of a name, and not too many?"""
    return bool(NAME.fullmatch(name)) and len(name) <= MOST


def proposed(name: str) -> str:
    """What somebody may have meant by a name that will not do: StringCalc → string-calc."""
    return in_plain_letters(CAPITAL_INSIDE.sub("-", name), between="-")


def taken(name: str, workspace: Workspace, verbs: Iterable[str]) -> str:
    """What has that name already; nothing if the name is free."""
    module = module_of(name)
    for story in workspace.stories:
        if name == story.name:
            return "a story already"
        if module == story.module:
            return f"the module of {story.name}"
    if any(name == kata.name for _, kata in workspace.katas):
        return "a kata already"
    if name in {*verbs, *OF_THE_VERBS} or name.startswith("step-"):
        return "a word of the verbs"
    if iskeyword(module) or issoftkeyword(module):
        return "a keyword of Python"
    if module in OF_THE_FILES | OF_THE_TEST:
        return "what something in every story is called"
    if module.startswith("test_") or module.endswith("_test"):
        return "what pytest takes for a file of tests"
    if module in sys.stdlib_module_names or find_spec(module):
        return "a module that Python has already"
    return "a word of pytest's" if module in words_of_pytest() else ""


def module_of(name: str) -> str:
    """What the module of a story is called: leap-years → leap_years."""
    return name.replace("-", "_")


@cache
def words_of_pytest() -> set[str]:
    """The options and the fixtures that pytest has: a suite cannot use their names."""
    options = OPTION.findall(said_by_pytest("--help"))
    return {option.replace("-", "_") for option in options} | set(
        FIXTURE.findall(said_by_pytest("--fixtures"))
    )


def said_by_pytest(option: str) -> str:
    """What pytest says if there are no tests."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", option]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout
