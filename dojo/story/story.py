"""A story, as its story.toml describes it: nothing about it is assumed."""

import os
import shlex
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from dojo import bootstrap
from dojo.errors import UsageError
from dojo.story.katas import Kata
from dojo.story.speech import TYPED, Speech
from dojo.story.steps import FOLDER, Step, span
from dojo.story.toml import KEY, BadFile, read_toml

FILE = "story.toml"
PYTEST_INI = "pytest.ini"
PYTEST_FILES = "pytest.ini .pytest.ini pytest.toml .pytest.toml pyproject.toml tox.ini setup.cfg conftest.py"


class NoStep(UsageError):
    """There is no such step; the message says which ones there are."""


@dataclass(frozen=True)
class Source:
    """A text that the story retells part by part, each part in one step."""

    name: str
    part: str
    author: str
    first: int
    last: int

    @property
    def parts(self) -> range:
        """The numbers of its parts."""
        return range(self.first, self.last + 1)

    @property
    def retold(self) -> str:
        """How the last line of a README begins that tells a part of it."""
        return f"Retold from *{self.name}* by {self.author}, {self.part}"


@dataclass(frozen=True)
class Roads:
    """The chapters that nobody has to read: side roads leave the main road, galleries show other designs."""

    side: tuple[int, ...] = ()
    galleries: tuple[int, ...] = ()


@dataclass(frozen=True)
class OfKatas:
    """The tests that are of every kata, and those that are of none."""

    of_every_kata: tuple[str, ...] = ()
    of_no_kata: tuple[str, ...] = ()


@dataclass(frozen=True)
class StoryVerb:
    """A verb of the story's own: a module that runs in one of the environments."""

    name: str
    module: str
    help: str
    environment: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Own:
    """What a story brings: the modules of its part of `make bench` and of `make contents`; further files."""

    bench: str = ""
    pages: str = ""
    files: tuple[str, ...] = ()
    """Other files and folders in the folder of the steps."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Story:
    """A story: all that the runner needs to know, and where it lies."""

    name: str
    title: str
    module: str
    """What the module of a step is called, and the fixture of the suite that stands for it."""
    folder: Path = field(metadata={KEY: "steps"})
    suite: Path
    hints: Path | None = None
    mutants: Path | None = None
    finished: int | None = None
    """The first step that is whole; the steps after it are other designs of the same."""
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict, metadata={KEY: "beside"})
    """The files beside a module, and the packages that they may import besides the standard library."""
    source: Source | None = None
    roads: Roads = Roads()
    tests: OfKatas = OfKatas()
    katas: tuple[Kata, ...] = ()
    verbs: tuple[StoryVerb, ...] = ()
    own: Own = Own()
    file: Path
    """Its story.toml: two stories are the same if this is."""
    top: Path
    """Where pytest runs it from: the nearest folder with a pytest.ini, or else the story's own."""
    workspace: Path
    """The top of the workspace that runs the verbs: its caches lie there."""
    speech: Speech = TYPED
    """How sentences name verbs and files."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Story) and self.file == other.file

    def __hash__(self) -> int:
        return hash(self.file)

    @cached_property
    def steps(self) -> list[Step]:
        """The steps, by number; raises BadFile if there is none."""
        retold = self.source.retold if self.source else ""
        folders = sorted(one for one in self.folder.iterdir() if FOLDER.fullmatch(one.name) and one.is_dir())
        if folders:
            return [Step(folder, self.module, retold) for folder in folders]
        raise BadFile(f"there is no step in {self.shown(self.folder)}: the first is called step_00_slug")

    def step(self, number: int | str) -> Step:
        """The step of that number, also as it is typed; raises NoStep with the numbers that there are."""
        for step in self.steps:
            if number in (step.number, str(step.number), f"{step.number:02}"):
                return step
        raise NoStep(f"there is no step {number}: {span(self.steps)}")

    def before(self, step: Step) -> Step | None:
        """The step before one, if there is one."""
        return next((other for other in self.steps if other.number == step.number - 1), None)

    def road(self, chapter: str) -> str:
        """Which road a chapter is: `side road`, `gallery`, or nothing for the main road."""
        number = chapter.partition(" · ")[0]
        if number in map(str, self.roads.side):
            return "side road"
        return "gallery" if number in map(str, self.roads.galleries) else ""

    def heading(self, chapter: str) -> str:
        """A chapter, and which road it is if it is not the main one."""
        road = self.road(chapter)
        return f"{chapter} ({road})" if road else chapter

    @property
    def paths(self) -> list[Path]:
        """The files and folders that its story.toml leads to, and that file itself."""
        named = [self.file, self.suite, self.hints, self.mutants, *(kata.folder for kata in self.katas)]
        named += [path for kata in self.katas for path in (kata.first_test, kata.rules, kata.sample)]
        return [path for path in named if path] + [(self.folder / name).resolve() for name in self.own.files]

    @property
    def pytest_files(self) -> list[Path]:
        """The settings of pytest, and its plugins, in the folder of the suite and above it, up to the top."""
        above = [folder for folder in self.suite.parents if folder.is_relative_to(self.top)]
        files = [folder / name for folder in (self.suite, *above) for name in PYTEST_FILES.split()]
        return [file for file in files if file.is_file()]

    @property
    def designs(self) -> list[Step]:
        """The finished evaluators, each of a different design: if two have the same code, one is left out."""
        found: dict[str, Step] = {}
        for step in self.steps:
            if self.finished is not None and step.number >= self.finished:
                found.setdefault(step.code, step)
        return list(found.values())

    def shown(self, path: Path) -> str:
        """A path as somebody at the top of the workspace writes it."""
        return self.speech.path(path, relative_path(self.workspace, path))

    def inside(self, path: Path) -> str:
        """A path from the folder where pytest runs, as the ids of tests have it."""
        return relative_path(self.top, path)

    @property
    def word(self) -> str:
        """The word in a command for this story: `STORY=roman`; the first story needs no word."""
        folder = self.file.parent
        if folder in (self.workspace, self.workspace / "steps"):
            return ""
        of_a_kata = folder.parent == self.workspace / "katas"
        return f"STORY={shlex.quote(self.name if of_a_kata else self.shown(folder))}"

    def command(self, words: str) -> str:
        """A verb with its words, as one types it for this story."""
        return self.speech.command(f"{bootstrap.command()} {words} {self.word}".rstrip())


def relative_path(top: Path, path: Path) -> str:
    """A path as somebody in a folder writes it; if it lies elsewhere, the shorter of two ways."""
    if path.is_relative_to(top):
        return path.relative_to(top).as_posix()
    return min(Path(os.path.relpath(path, top)).as_posix(), path.as_posix(), key=len)


def read_story(folder: Path, workspace: Path | None = None, speech: Speech = TYPED) -> Story:
    """The story whose story.toml lies in a folder; raises BadFile, which names the file and the key.

    Without a workspace, it is the one around the story.
    """
    file = (folder / FILE).resolve()
    top = next((one for one in file.parents if (one / PYTEST_INI).is_file()), file.parent)
    workspace = workspace.resolve() if workspace else top
    shown = relative_path(workspace, file)
    story: Story = read_toml(Story, file, shown, file=file, top=top, workspace=workspace, speech=speech)
    for kata in story.katas:
        if kata.program is None and (kata.sample or kata.words):
            what = f"the key katas.{kata.name}.program is missing: sample and words are for a program"
            raise BadFile(f"{shown}: {what}")
    every = story.tests.of_every_kata
    return replace(story, katas=tuple(replace(kata, tests=(*every, *kata.tests)) for kata in story.katas))
