"""A verb, the words that it takes, and a call of it: what its words stand for."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dojo.errors import UsageError
from dojo.runner.cache import Cache, digest
from dojo.story.katas import Kata
from dojo.story.steps import Step, span
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace, path_of

if TYPE_CHECKING:
    from rich.console import Console

    from dojo.attempt.attempt import Attempt

OPTIONS = {
    "STORY": "another story, by its name or its folder",
    "STEP": "a step, by its number",
    "STEPS": "only these steps, for example 18-19",
    "NAME": "an attempt, by its name; without it, most verbs take the one started last",
    "KATA": "a kata, by its name",
    "MODE": "mine: you write the tests",
    "TITLE": "what a new step is called",
    "AFTER": "the step that it follows, by its number; for a new step without it, the last",
    "KIND": "refactoring, or test first",
    "UNDO": "1: take the last change of the steps back",
    "FILL": "1: every quotation, count and result",
    "EXPECT": "the colour that you foresee: red, green or amber; or ask",
    "FROM": "an attempt at another kata, or a browser's ada.zip, to go on with; of a room, handed-in files",
    "SHARED": "1: all tests that another kata shares, at once",
    "TO": "a light, by its number",
    "PAGE": "1: as a page for the browser",
    "CMD": "the command that starts the program",
    "BUILD": "the command that compiles the program, if it needs one",
    "IN": "the folder to run it in, or to write to",
    "LIMIT": "the seconds that a case may take",
    "ALL": "1: every case that does not pass; of prove, every verdict; of progress, every test",
    "TESTS": "a file or a folder of tests",
    "HINT": "1: more about the next one to catch",
    "REVEAL": "1: everything about it",
    "BROWSER": "the path of the browser for the pages",
    "REPO": "a git repository, by its folder: it is only read",
    "RANGE": "a commit, or those of a branch: main..feature",
    "ARGS": "more words for the pytest of the repository",
    "JSON": "1: for a program",
    "EXPLAINED": "a file of ids of tests, each with the reason why it was not red",
    "MERGED": "1: the commits of merged branches, in place of the merges",
    "FAIL_ON": "what to fail on: passes,untested,red,unanswered; or nothing",
    "ROOM": "the room to join: 192.168.1.20:8765/plum-fox; of room and retro, the word of an older one",
    "AS": "another name for the attempt in the room",
    "SHARE": "1: your code goes to the room as well",
    "ADDRESS": "where the room is served, for example 192.168.1.20:8765",
    "ROUND": "the minutes of a round",
    "ROTATE": "the minutes until the next one types",
    "BREAK": "the minutes between two rounds",
    "MOB": 'who takes turns to type: "Ada Bea Carl"',
    "AT_GREEN": "1: whoever is red changes seats at green, a minute later at most",
    "AUTO": "1: the next round or break begins by itself",
    "NEW": "1: a new room, with another join word",
    "ANONYMOUS": "1: names no pair",
    "PYTHON": "the Python for a new environment, or for the tests of REPO=",
}
SWITCH = "1: "  # the help of an option that takes only 1 begins so
OF_PARTS = {"attempt": "NAME KATA", "step": "STEP", "steps": "STEPS", "kata": "KATA", "after": "AFTER"}
"""The options that say which part of a call is meant."""
AUTHOR = "author"  # the group of verbs that take the story of the last call if none is named
VISITED, AUTHORED = "visits", "authored"  # in `.cache/`: where attempts were begun; an author's last story


@dataclass(frozen=True)
class Verb:
    """A verb: its help, the words that it takes, the environments that it runs in, and what it does.

    Two verbs may have one name, if one of them is for calls with a certain option: `when`.
    """

    group: str  # its heading in the help: a key of GROUPS, or the name of the story that brings it
    name: str
    help: str
    run: Callable[["Call"], int | None]  # gives a status, or nothing if all went well
    options: str = ""
    when: str = ""
    example: str = ""  # a word that it always needs: NAME=tables-3
    needs: str = ""  # its environments beside the loop's
    sends_lights: bool = False  # it records a light, which goes to the room that the attempt has joined

    @property
    def takes(self) -> list[str]:
        """The words that it takes."""
        return list(dict.fromkeys([*self.options.split(), *self.when.split(), "STORY", "KATA", "PYTHON"]))


def verb(group: str, target: str, given: str, help: str, when: str = "", **fields: Any) -> Verb:
    """A verb that calls a function, `coach.hint.hint`, with what it needs of a call.

    That is a part of the call, `attempt`; the value of an option, `TO`; or one by a name, `page=PAGE`. A
    target without a dot is an action, which takes the call itself, and `given` are its options. The verb is
    called like the function, or as stands before it: `next=coach.next.next_test`. `when` may have an example.
    """
    name, _, target = target.rpartition("=")
    module, _, function = (target if "." in target else f"cli.actions.{target}").rpartition(".")
    words = [word.rpartition("=") for word in given.split()]
    options = " ".join(OF_PARTS.get(part, part if part.isupper() else "") for _, _, part in words)

    def run(call: Call) -> int | None:
        unnamed, named = [call], {}
        if "." in target:
            unnamed = [call.part(part) for name, _, part in words if not name]
            named = {name: call.part(part) for name, _, part in words if name}
        status: int | None = getattr(import_module(f"dojo.{module}"), function)(*unnamed, **named)
        return status

    if when == "STEP":
        options = ""  # of several steps it gets this one
    elif "STEP" in options.split():
        when = "STEP"
    own = {"name": name or function.replace("_", "-"), "example": when if "=" in when else ""}
    when = when.partition("=")[0]
    return Verb(group=group, help=help, run=run, options=options, when=when, **own | fields)


@dataclass(frozen=True)
class Call:
    """A verb and its words."""

    verb: Verb
    workspace: Workspace
    asked: Story | None  # that of STORY= or KATA=, or else, for an author's verb, the one named last
    values: dict[str, str]

    def part(self, name: str) -> Any:
        """What a verb asks for: a part; or the value of an option, of a switch whether it is on."""
        if not name.isupper():
            return getattr(self, name)
        return self.has(name) if OPTIONS[name].startswith(SWITCH) else self.get(name)

    def get(self, name: str) -> str:
        """The value of an option; an empty text if there is none."""
        return self.values.get(name, "")

    def has(self, name: str) -> bool:
        """True if an option is given, and not empty."""
        return bool(self.get(name))

    @property
    def story(self) -> Story:
        """The story that is asked for, or else the first one; raises BadFile."""
        return self.asked or self.workspace.story()

    @property
    def top(self) -> Path:
        """The top of the workspace."""
        return self.workspace.top

    @property
    def out(self) -> "Console":
        """The screen; beside JSON, standard error."""
        from dojo.screen.console import console

        return console(stderr=self.has("JSON"))

    @property
    def step(self) -> Step:
        """The step that is asked for; raises UsageError if none is, NoStep if there is no such step."""
        if not self.has("STEP"):
            example = self.story.command(f"step-1 {self.verb.name}")
            raise UsageError(f"{self.verb.name} of which step? For example: {example}")
        return self.story.step(self.get("STEP"))

    @property
    def after(self) -> Step:
        """The step of AFTER=, or for a new step the last; raises UsageError, NoStep."""
        if self.has("STEP") and not self.has("AFTER"):
            example = self.story.command(f"step-{self.step.number} {self.verb.name} AFTER=1")
            raise UsageError(f"{self.verb.name} behind which step? For example: {example}")
        return self.story.step(self.get("AFTER")) if self.has("AFTER") else self.story.steps[-1]

    @property
    def steps(self) -> list[Step]:
        """The steps from one to another, as STEPS= says, or that of STEP=, or all; raises UsageError."""
        if not (asked := self.get("STEPS")):
            return [self.step] if self.has("STEP") else self.story.steps
        if found := re.fullmatch(r"(\d+)(?:-(\d+))?", asked):
            numbers = range(int(found[1]), int(found[2] or found[1]) + 1)
            if steps := [step for step in self.story.steps if step.number in numbers]:
                return steps
        there = span(self.story.steps)
        raise UsageError(f"STEPS is a range of steps, for example STEPS=18-19, not {asked}: {there}")

    @property
    def kata(self) -> Kata:
        """The kata of KATA=, or else the first one of the story; raises NoKata."""
        return self.workspace.kata(self.get("KATA"), self.story)[1]

    @property
    def asked_attempts(self) -> tuple[str, Story | None]:
        """The kata and the story that an attempt has to be of: two may have a kata of one name."""
        return self.get("KATA"), self.story if self.has("STORY") and self.kata else None

    @cached_property
    def attempt(self) -> "Attempt":
        """The attempt of NAME=, or else the latest one here, which is then said. Raises NoAttempt, NoKata."""
        from dojo.attempt.attempt import NoAttempt, find, select

        attempt = find(self.workspace, self.get("NAME"), *self.asked_attempts)
        if not select([attempt], *self.asked_attempts):
            at = f"{attempt.kata.name} of {attempt.story.name}"
            raise NoAttempt(f"{attempt.name} is an attempt at {at}: leave KATA= and STORY= out")
        folder = attempt.story.file.parent
        if folder not in Workspace(self.top).folders:  # it is outside
            Cache(self.top, VISITED).write(digest([], self.top, [str(folder)]), str(folder))
        if not self.has("NAME"):
            self.out.print(f"attempt {attempt.name}, the latest one here", style="dim")
        return attempt

    def folder(self, option: str) -> Path | None:
        """The folder of an option, if it is given; raises UsageError."""
        if not (text := self.get(option)):
            return None
        folder = path_of(text, self.top)
        if not folder.is_dir():
            raise UsageError(f"there is no folder {text}: its path starts at the top of the workspace")
        return folder


def remember(story: Story, workspace: Workspace) -> None:
    """Remember the story that an author made or named last."""
    Cache(workspace.top, AUTHORED).write("last", str(story.file.parent))


def remembered(workspace: Workspace) -> Story | None:
    """That story, if it is still there."""
    folder = Cache(workspace.top, AUTHORED).read("last")
    return workspace.at(Path(folder)) if folder and (Path(folder) / FILE).is_file() else None
