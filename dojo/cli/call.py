"""A call of a verb: what its words stand for, and what the parameters of the verb are."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args, get_origin

from dojo.attempt.attempt import Attempt, NoAttempt, find, select
from dojo.cli.registry import Parameter, Verb, WantedAttempts
from dojo.cli.words import (
    Arguments,
    Folder,
    Minutes,
    read_arguments,
    read_choice,
    read_folder,
    read_minutes,
    suggest,
)
from dojo.errors import UsageError
from dojo.story.katas import Kata
from dojo.story.state import WorkspaceState
from dojo.story.steps import Step, span
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

if TYPE_CHECKING:
    from rich.console import Console

# what a verb may be about: it is about the story then, too
PARTS_OF_A_STORY = (Story, Story | None, Kata, Step, list[Step])
# what a verb may make that stands before this one in the same command
MADE_BY_VERBS = (Story, Story | None, Kata, Attempt, WantedAttempts, Folder | None)


@dataclass(frozen=True)
class Call:
    """A verb and its words.

    Attributes:
        requested: the story of STORY= or KATA=, or else, for a verb of an author, the one named last.
        values: the values of the words, by their names.
    """

    verb: Verb
    workspace: Workspace
    requested: Story | None
    values: dict[str, str]

    def arguments(self) -> dict[str, object]:
        """Return the arguments for the function of the verb. Raises UsageError."""
        return {parameter.name: self.argument(parameter) for parameter in self.verb.parameters}

    def check_words(self) -> None:
        """Raise UsageError if a word has no value that can be used, before anything is set up or run.

        What another verb of the same command may still make is left out.
        """
        for parameter in self.verb.parameters:
            if parameter.kind not in MADE_BY_VERBS:
                self.argument(parameter)

    def argument(self, parameter: Parameter) -> object:
        """Return what a parameter of the verb is in this call. Raises UsageError."""
        kind = parameter.kind
        if kind is Workspace:
            return self.workspace
        if kind is Story:
            return self.story
        if kind == Story | None:
            return self.requested
        if kind is Kata:
            return self.workspace.kata(self.get("KATA"), self.story)[1]
        if kind is Step:
            return self.step
        if kind == list[Step]:
            return self.steps
        if kind is Attempt:
            return self.attempt
        if kind is WantedAttempts:
            return self.wanted_attempts
        text = self.get(parameter.word)
        return self.read(parameter.word, kind, text) if text else parameter.default

    def read(self, word: str, kind: object, text: str) -> object:
        """Return what the text of a word stands for. Raises UsageError."""
        if kind is str:
            return text
        if kind is bool:
            return True
        if kind is Minutes:
            return read_minutes(word, text)
        if kind == Folder | None:
            return read_folder(text, self.workspace.top)
        if kind == Step | None:
            return self.story.step(text)
        if kind is Arguments:
            return read_arguments(word, text)
        if get_origin(kind) is Literal:
            return read_choice(word, text, get_args(kind))
        raise TypeError(f"{self.verb.name}: no word can be read as {kind}")

    def get(self, word: str) -> str:
        """Return the value of a word; an empty text if there is none."""
        return self.values.get(word, "")

    @property
    def story(self) -> Story:
        """The story that is asked for, or else the first one; raises BadFile."""
        return self.requested or self.workspace.story()

    @property
    def running_story(self) -> Story | None:
        """The story whose tests the verb may run; None if it runs none. Raises UsageError."""
        if not self.verb.runs_tests:
            return None
        if Attempt in self.verb.kinds:
            return self.attempt.story
        for kind in PARTS_OF_A_STORY:
            if kind in self.verb.kinds:
                return self.story
        return None

    @property
    def step(self) -> Step:
        """The step of STEP=; raises UsageError if none is named, NoStep if there is no such step."""
        if not self.get("STEP"):
            example = self.story.command(f"step-1 {self.verb.name}")
            raise UsageError(f"{self.verb.name} of which step? For example: {example}")
        return self.story.step(self.get("STEP"))

    @property
    def steps(self) -> list[Step]:
        """The steps from one to another, as STEPS= says, or all; raises UsageError."""
        text = self.get("STEPS")
        if not text:
            return self.story.steps
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
            steps = [step for step in self.story.steps if first <= step.number <= last]
            if steps:
                return steps
        present = span(self.story.steps)
        raise UsageError(f"STEPS is a range of steps, for example STEPS=18-19, not {text}: {present}")

    @property
    def wanted_attempts(self) -> WantedAttempts:
        """What KATA= and STORY= say of an attempt: two stories may have a kata of one name. Raises NoKata."""
        kata = self.get("KATA")
        if not self.get("STORY"):
            return WantedAttempts(kata, None)
        self.workspace.kata(kata, self.story)  # a story without a kata says so
        return WantedAttempts(kata, self.story)

    @cached_property
    def attempt(self) -> Attempt:
        """The attempt of NAME=, or else the latest one here, which is then said. Raises NoAttempt, NoKata."""
        wanted = self.wanted_attempts
        attempt = find(self.workspace, self.get("NAME"), wanted.kata, wanted.story)
        if not select([attempt], wanted.kata, wanted.story):
            at = f"{attempt.kata.name} of {attempt.story.name}"
            raise NoAttempt(f"{attempt.name} is an attempt at {at}: leave KATA= and STORY= out")
        remember_visit(attempt, self.workspace)
        if not self.get("NAME"):
            self.out.print(f"attempt {attempt.name}, the latest one here", style="dim")
        return attempt

    @property
    def out(self) -> "Console":
        """The screen; next to JSON, standard error."""
        # late, for it imports rich: a call of another Python, which sets up the environment, has no packages
        from dojo.screen.console import console

        return console(stderr=bool(self.get("JSON")))


def make_call(verbs: list[Verb], workspace: Workspace, values: dict[str, str]) -> Call:
    """Return the call of the one of some verbs of one name that these words ask for. Raises UsageError."""
    # `make new STORY=leap-years`: the story is still to be made
    names_a_new_story = any(other.takes_text("STORY") for other in verbs)
    if not names_a_new_story:
        values = with_kata(values, workspace)
    verb = choose(verbs, values)
    for word, value in values.items():
        fitting = [other for other in verbs if word in other.words]
        if not fitting:
            raise UsageError(unknown_word(word, verbs))
        if value and verb not in fitting:
            raise UsageError(f"{verb.name} takes {word}= only {condition(verb, fitting[0], word)}")
    requested = None if names_a_new_story else find_story(verb, workspace, values)
    call = Call(verb, workspace, requested, values)
    call.check_words()
    return call


def with_kata(values: dict[str, str], workspace: Workspace) -> dict[str, str]:
    """Return the values with KATA= for a STORY= that names a kata, and no story."""
    if "KATA" in values or not values.get("STORY"):
        return values
    katas = {kata.name for _, kata in workspace.katas}
    stories = {story.name for story in workspace.stories}
    if values["STORY"] not in katas - stories:
        return values
    renamed = {}
    for word, value in values.items():
        renamed["KATA" if word == "STORY" else word] = value
    return renamed


def find_story(verb: Verb, workspace: Workspace, values: Mapping[str, str]) -> Story | None:
    """Return the story of STORY= or KATA=; for a verb of an author without them, the one named last."""
    story = workspace.story(values["STORY"]) if values.get("STORY") else None
    if values.get("KATA"):
        story, _ = workspace.kata(values["KATA"], story)
    if story is None and verb.is_of_author:
        return remembered_story(workspace)
    return story


def choose(verbs: list[Verb], values: dict[str, str]) -> Verb:
    """Return the first verb that the words ask for by its condition, or else the one without a condition."""
    for verb in verbs:
        if verb.when and verb.is_for(values):
            return verb
    for verb in verbs:
        if not verb.when:
            return verb
    return verbs[0]


def condition(verb: Verb, other: Verb, word: str) -> str:
    """Return what a call needs so that it is of the other verb of this name, which takes the word."""
    when = other.when.partition("=")[0]
    if when not in ("", word):
        return f"with {when}="
    return f"without {verb.when}" if "=" in verb.when else f"without {verb.when}="


def unknown_word(word: str, verbs: list[Verb]) -> str:
    """Return the message that some verbs of one name do not take a word."""
    known: list[str] = []
    for verb in verbs:
        for name in verb.words:
            if name not in known:
                known.append(name)
    takes = suggest(word.upper(), known, f"it takes {' '.join(known)}", sign="=")
    return f"{verbs[0].name or 'make'} takes no {word}=: {takes}"


def remember_visit(attempt: Attempt, workspace: Workspace) -> None:
    """Remember the story of an attempt that lies in no folder of the workspace, so that it is found again."""
    folder = attempt.story.file.parent
    if folder not in Workspace(workspace.top).folders:
        WorkspaceState(workspace.top).add_visited_story(folder)


def remember_story(story: Story, workspace: Workspace) -> None:
    """Remember the story that an author made or named last."""
    WorkspaceState(workspace.top).remember_authored_story(story.file.parent)


def remembered_story(workspace: Workspace) -> Story | None:
    """Return the story that an author made or named last, if it is still there."""
    folder = WorkspaceState(workspace.top).authored_story()
    if not folder or not (folder / FILE).is_file():
        return None
    return workspace.at(folder)
