"""What a verb is, and the list of all verbs of the workspace.

A verb is an ordinary function. The decorator `verb` puts it into the list, with its help and its heading; its
parameters say which words it takes, by their names, and what the words stand for, by their types.
"""

import inspect
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from dojo import bootstrap
from dojo.attempt.attempt import Attempt
from dojo.cli.words import ON
from dojo.errors import UsageError
from dojo.story.katas import Kata
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.toml.tables import StoryVerb
from dojo.story.workspace import Workspace


class WantedAttempts(NamedTuple):
    """Which attempts a call is about: those at a kata, and of a story, where these are named."""

    kata: str
    story: Story | None


READ, KATA, SESSION, AUTHOR, MAINTAIN = "read", "kata", "session", "author", "maintain"
HEADINGS = {
    READ: "Read the steps (STORY=roman after a verb: another story)",
    KATA: "Do a kata (NAME=tables-3: which attempt; without it, the one started last)",
    SESSION: "Run a session",
    AUTHOR: "Write your own (STORY=leap-years after a verb: which story)",
    MAINTAIN: "Maintain the workspace",
}


COMMON_WORDS = ("STORY", "KATA", "PYTHON")  # which every verb takes
# A parameter of one of these types is found by these words. One of any other type takes the word of its own
# name.
WORDS_OF: dict[object, tuple[str, ...]] = {
    Workspace: (),
    Story: (),
    Story | None: (),
    Kata: ("KATA",),
    Step: ("STEP",),
    list[Step]: ("STEPS",),
    Attempt: ("NAME", "KATA"),
    WantedAttempts: ("KATA",),
}

Function = TypeVar("Function", bound=Callable[..., int | None])


@dataclass(frozen=True)
class Parameter:
    """A parameter of a verb.

    Attributes:
        name: the name in the function; `in_` takes the word IN, which as a name would be a keyword.
        kind: the type, which says how the word is read.
        default: what it is where the word is left out, or empty.
    """

    name: str
    kind: object
    default: object = None

    @property
    def word(self) -> str:
        """The word of its own name."""
        return self.name.rstrip("_").upper()

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it takes."""
        return WORDS_OF.get(self.kind, (self.word,))


@dataclass(frozen=True)
class Verb:
    """A verb: a function, and what the help and the command line have to know of it.

    Two functions may have one name, if one of them is for calls with a certain word.

    Attributes:
        function: what it does; it returns a status, or None if all went well.
        heading: where it stands in the help: a key of HEADINGS, or the name of the story that brings it.
        parameters: those of the function.
        when: the word of the calls that it is for, STEP; or the word with its value, NAME=all.
        example: a word to show behind it in the help: NAME=tables-3.
        needs: its groups of packages besides those of every verb.
        sends_lights: True if it records a light, which goes to the room that the attempt has joined.
        runs_tests: True if it may run tests of its story, which then has to have what it requires.
    """

    name: str
    function: Callable[..., int | None]
    heading: str
    help: str
    parameters: tuple[Parameter, ...] = ()
    when: str = ""
    example: str = ""
    needs: tuple[str, ...] = ()
    sends_lights: bool = False
    runs_tests: bool = True

    @property
    def kinds(self) -> list[object]:
        """The types of its parameters."""
        return [parameter.kind for parameter in self.parameters]

    @property
    def words(self) -> list[str]:
        """The words that it takes, each once."""
        words: list[str] = []
        for parameter in self.parameters:
            words += parameter.words
        if self.when:
            words.append(self.when.partition("=")[0])
        return list(dict.fromkeys([*words, *COMMON_WORDS]))

    @property
    def switches(self) -> set[str]:
        """Those of its words that are there or not."""
        switches = set()
        for parameter in self.parameters:
            if parameter.kind is bool:
                switches.add(parameter.word)
        word, _, value = self.when.partition("=")
        if value == ON:
            switches.add(word)
        return switches

    @property
    def is_of_author(self) -> bool:
        """True for a verb that takes the story you are writing if you name none: `step-2 red`, too."""
        reads_a_step = self.heading == READ and Step in self.kinds
        return self.heading == AUTHOR or reads_a_step

    def takes_text(self, word: str) -> bool:
        """True if a parameter is the text of this word."""
        return any(parameter.word == word and parameter.kind is str for parameter in self.parameters)

    def is_for(self, values: Mapping[str, str]) -> bool:
        """True if these words ask for it, among the verbs of its name."""
        word, _, value = self.when.partition("=")
        given = values.get(word, "")
        return given == value if value else bool(given)


VERBS: list[Verb] = []  # dojo/cli/main.py imports the modules in dojo/cli/verbs, which add to it


def verb(
    heading: str,
    help: str,
    *,
    name: str | None = None,
    when: str = "",
    example: str = "",
    needs: tuple[str, ...] = (),
    sends_lights: bool = False,
    runs_tests: bool = True,
) -> Callable[[Function], Function]:
    """Return a decorator that makes a function a verb, which has the function's name if no other is given."""

    def register(function: Function) -> Function:
        parameters = []
        for found in inspect.signature(function).parameters.values():
            parameters.append(Parameter(found.name, found.annotation, found.default))
        new = Verb(
            name=function.__name__.replace("_", "-") if name is None else name,
            function=function,
            heading=heading,
            help=help,
            parameters=tuple(parameters),
            when=when,
            example=example,
            needs=needs,
            sends_lights=sends_lights,
            runs_tests=runs_tests,
        )
        VERBS.append(new)
        return function

    return register


def all_verbs(stories: Iterable[Story]) -> list[Verb]:
    """Return the verbs of the workspace, in the order of the help, and those that the stories bring."""
    headings = list(HEADINGS)
    verbs = sorted(VERBS, key=lambda verb: headings.index(verb.heading))
    for story in stories:
        verbs += [story_verb(story, described) for described in story.verbs]
    return verbs


def story_verb(story: Story, described: StoryVerb) -> Verb:
    """Return the verb that a story brings: a module, in its environment."""

    def run(workspace: Workspace, requested: Story | None, **values: str) -> int:
        if requested is not None and requested != story:
            raise UsageError(f"{described.name} is no verb of {requested.name}: leave STORY= out")
        python = bootstrap.ensure(described.environment or "loop", workspace.top)
        words = []
        for name, value in values.items():
            if value:
                words.append(f"{name}={value}")
        return subprocess.run([python, "-m", described.module, *words], cwd=story.top).returncode

    parameters = [Parameter("workspace", Workspace), Parameter("requested", Story | None)]
    parameters += [Parameter(option, str, "") for option in described.options]
    needs = (described.environment,) if described.environment else ()
    return Verb(described.name, run, story.name, described.help, tuple(parameters), needs=needs)
