"""A verb, the words that it takes, and a call of it: what the words of the call stand for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dojo.errors import UsageError
from dojo.runner.cache import Cache, digest
from dojo.story.steps import Step, span
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace, path_of

if TYPE_CHECKING:
    from dojo.attempt.attempt import Attempt
    from dojo.story.katas import Kata

OPTIONS = {
    "STORY": "another story, by its name or its folder",
    "STEP": "a step, by its number",
    "STEPS": "only these steps, for example 18-19",
    "NAME": "an attempt, by its name; without it, most verbs take the one started last",
    "KATA": "a kata, by its name",
    "MODE": "mine: you write the tests",
    "TITLE": "what a new step is called",
    "AFTER": "the step that it follows, by its number; without it, the last",
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
    "ALL": "1: every case that does not pass; of prove, every verdict",
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
SWITCH = "1: "
"""The help of an option that takes only 1 begins so."""
FOR_ALL = ("STORY", "PYTHON")
ATTEMPT = ("NAME", "KATA")
"""The words that say which attempt."""
EXAMPLE = 7
"""The step that examples name, if the story has it."""


VISITED = "visits"
"""The kind of the answers below `.cache/` that say where attempts were begun."""
AUTHORED, LAST = "authored", "last"
"""The same for the story that an author made or named last."""


@dataclass(frozen=True)
class Verb:
    """A verb: its help, the words that it takes, the environments that it runs in, and what it does."""

    name: str
    help: str
    group: str
    """Its heading in the help: `read`, `kata`, `session`, `author`, `maintain`, or the name of its story."""
    run: "Callable[[Call], int | None]"
    options: tuple[str, ...] = ()
    example: str = ""
    """A word that it always needs: `NAME=tables-3`."""
    step: str = "never"
    """Whether it takes a step: `never`, `may` or `must`."""
    step_help: str = ""
    """What it does with a step, if it may have one."""
    instead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """With one of these options, it has no use for some others."""
    environments: tuple[str, ...] = ()
    """The environments that it needs beside the loop's."""
    makes_its_story: bool = False
    """True if STORY= names a story that does not exist yet."""
    sends_lights: bool = False
    """True if the lights of its attempt then go to the room that it is in."""
    check: "Callable[[Call], object]" = lambda _call: None
    """Raises UsageError if a call asks for something that is not there, as far as that is quick to see."""

    @property
    def takes(self) -> tuple[str, ...]:
        """All the words that it takes."""
        return (*self.options, *(() if self.step == "never" else ("STEP",)), *FOR_ALL)


def verb(table: list[Verb], group: str, **fields: Any) -> "Callable[[Run], Run]":
    """Return the decorator that puts a function into a table of verbs: its docstring is the help.

    `fields` are further ones of a Verb; its name is that of the function, if it is not among them.
    """

    def add(run: Run) -> Run:
        name = run.__name__.rstrip("_").replace("_", "-")
        said = (run.__doc__ or "").rstrip(".")
        table.append(
            Verb(**{"name": name, "help": said[:1].lower() + said[1:], **fields}, group=group, run=run)
        )
        return run

    return add


@dataclass(frozen=True)
class Call:
    """A verb and its words."""

    verb: Verb
    workspace: Workspace
    asked: Story | None
    """The story that STORY= or KATA= names, or else, for an author's verb, the one named last."""
    values: dict[str, str]

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
    def step(self) -> Step:
        """The step that is asked for; raises UsageError if none is, or if there is no such step."""
        if not self.has("STEP"):
            number, name = example_step_number(self.story), self.verb.name
            words = f"step-{number} {name}" if self.verb.step == "must" else f"{name} STEP={number}"
            raise UsageError(f"{name} of which step? For example: {self.story.command(words)}")
        return self.find_step("STEP")

    def find_step(self, option: str) -> Step:
        """Find the step whose number an option gives; raises UsageError if there is none."""
        steps, asked = self.story.steps, self.get(option)
        for step in steps:
            if asked in (str(step.number), f"{step.number:02}"):
                return step
        raise UsageError(f"there is no step {asked}: the steps are {steps[0].number} to {steps[-1].number}")

    @property
    def steps(self) -> list[Step]:
        """The steps from one to another, as STEPS= says, or all of them; raises UsageError."""
        if not (asked := self.get("STEPS")):
            return self.story.steps
        first, _, last = asked.partition("-")
        numbers = (
            range(int(first), int(last or first) + 1) if (first + last).isdecimal() and first else range(0)
        )
        if not numbers or asked.endswith("-"):
            raise UsageError(f"STEPS is a range of steps, for example STEPS=18-19, not {asked}")
        if not (steps := [step for step in self.story.steps if step.number in numbers]):
            raise UsageError(f"{self.story.name} has no step {asked}: {span(self.story.steps)}")
        return steps

    @property
    def kata(self) -> "Kata":
        """The kata of KATA=, or else the first one of the story; raises NoKata."""
        from dojo.story.katas import NoKata

        if self.has("KATA"):
            return self.workspace.kata(self.get("KATA"), self.story)[1]
        if not self.story.katas:
            file = self.story.shown(self.story.file)
            raise NoKata(f"{self.story.name} has no kata: a table [katas.NAME] in {file} describes one")
        return self.story.katas[0]

    @property
    def kata_with_cases(self) -> "Kata":
        """The same, if it has cases; raises NoKata."""
        return with_cases(self.kata, self.workspace)

    @property
    def named_story(self) -> Story | None:
        """The story that STORY= names, if any; two stories may have a kata of one name. Raises NoKata."""
        if not self.has("STORY"):
            return None
        _ = self.kata
        return self.story

    def find_attempt(self) -> "Attempt":
        """Find the attempt that NAME= names, or else the one started last.

        STORY= and KATA= narrow down which.         Raises NoAttempt, NoKata.
        """
        from dojo.attempt.attempt import find

        return find(self.workspace, self.get("NAME"), self.get("KATA"), self.named_story)

    def take_attempt(self) -> "Attempt":
        """Find the attempt, remember its story, and say which it is if it was not named.

        Raises NoAttempt, NoKata.
        """
        from dojo.attempt.attempt import NoAttempt
        from dojo.screen.console import console

        kata, attempt = self.get("KATA"), self.find_attempt()
        if kata and kata != attempt.kata.name:
            raise NoAttempt(
                f"{attempt.name} is an attempt at {attempt.kata.name}, not at {kata}: leave KATA= out"
            )
        if self.named_story not in (None, attempt.story):
            raise NoAttempt(
                f"{attempt.name} is an attempt at a kata of {attempt.story.name}, not of {self.story.name}:"
                " leave STORY= out"
            )
        remember_story(attempt.story, self.workspace)
        if not self.has("NAME"):
            console().print(f"attempt {attempt.name}, the one started last", style="dim")
        return attempt

    def folder(self, option: str) -> Path | None:
        """The folder of an option, if it is given; raises UsageError."""
        if not (text := self.get(option)):
            return None
        folder = path_of(text, self.workspace.top)
        if not folder.is_dir():
            raise UsageError(f"there is no folder {text}: its path starts at the top of the workspace")
        return folder


Run = Callable[[Call], int | None]
"""What a verb does: gives a status, or nothing if all went well."""


def with_cases(kata: "Kata", workspace: Workspace) -> "Kata":
    """A kata that has cases; raises NoKata for one that has none."""
    from dojo.story.katas import NoKata
    from dojo.story.story import relative_path

    if kata.cases:
        return kata
    those = " ".join(other.name for _, other in workspace.katas if other.cases)
    there = f": there are for {those}" if those else ""
    folder = relative_path(workspace.top, kata.folder / "cases")
    ask = f"ask its author for {folder}/: inputs, and what a right program prints"
    raise NoKata(f"there are no cases for {kata.name}{there}; {ask}")


def example_step_number(story: Story) -> int:
    """The number of a step that there is: the seventh, or else the last."""
    return min(EXAMPLE, story.steps[-1].number)


def with_known_stories(workspace: Workspace) -> Workspace:
    """The workspace that knows where attempts were begun before."""
    known = [answer for answer in Cache(workspace.top, VISITED).answers if isinstance(answer, str)]
    return replace(workspace, visited=tuple(map(Path, known))) if known else workspace


def remember(story: Story, workspace: Workspace) -> None:
    """Remember the story that an author made or named last."""
    Cache(workspace.top, AUTHORED).write(LAST, str(story.file.parent))


def remembered(workspace: Workspace) -> Story | None:
    """That story, if it is still there."""
    folder = Cache(workspace.top, AUTHORED).read(LAST)
    there = isinstance(folder, str) and (Path(folder) / FILE).is_file()
    return workspace.at(Path(folder)) if there else None


def remember_story(story: Story, workspace: Workspace) -> None:
    """Note where a story lies, if it is outside."""
    folder = story.file.parent
    if folder not in Workspace(workspace.top).folders:
        Cache(workspace.top, VISITED).write(digest([], folder, [str(folder)]), str(folder))
