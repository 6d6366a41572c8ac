"""A story, as its story.toml describes it: nothing about it is assumed."""

import os
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from dojo.errors import UsageError
from dojo.story.katas import Kata, katas
from dojo.story.steps import Files, Step, find_steps, span
from dojo.story.toml import BadFile, Table, read_toml

FILE = "story.toml"
PYTEST_INI = "pytest.ini"
PYTEST_FILES = (
    PYTEST_INI,
    ".pytest.ini",
    "pytest.toml",
    ".pytest.toml",
    "pyproject.toml",
    "tox.ini",
    "setup.cfg",
    "conftest.py",
)
"""From these pytest takes its settings and plugins."""


class NoStep(UsageError):
    """There is no such step; the message says which ones there are."""


class Source(NamedTuple):
    """A text that the story retells part by part, each part in one step."""

    name: str
    part: str
    author: str
    parts: range

    @property
    def retold(self) -> str:
        """How the last line of a README begins that tells a part of it."""
        return f"Retold from *{self.name}* by {self.author}, {self.part}"


class Roads(NamedTuple):
    """The chapters that nobody has to read: side roads leave the main road, galleries show other designs."""

    side: tuple[int, ...] = ()
    galleries: tuple[int, ...] = ()

    def of(self, chapter: str) -> str:
        """Which road a chapter is: `side road`, `gallery`, or nothing for the main road."""
        number = chapter.partition(" · ")[0]
        if number in map(str, self.side):
            return "side road"
        return "gallery" if number in map(str, self.galleries) else ""


class StoryVerb(NamedTuple):
    """A verb of the story's own: a module that runs in one of the environments."""

    name: str
    module: str
    environment: str
    help: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Story:
    """A story: all that the runner needs to know, and where it lies."""

    file: Path
    name: str = field(compare=False)
    title: str = field(compare=False)
    files: Files = field(compare=False)
    imports: dict[str, list[str]] = field(compare=False)
    """The files beside a module, and the packages that they may import besides the standard library."""
    folder: Path = field(compare=False)
    suite: Path = field(compare=False)
    hints: Path | None = field(compare=False)
    mutants: Path | None = field(compare=False)
    finished: int | None = field(compare=False)
    """The first step that is whole; the steps after it are other designs of the same."""
    source: Source | None = field(compare=False)
    roads: Roads = field(compare=False)
    katas: tuple[Kata, ...] = field(compare=False)
    no_kata: list[str] = field(compare=False)
    """The tests that are of no kata."""
    verbs: tuple[StoryVerb, ...] = field(compare=False)
    bench: str = field(compare=False)
    pages: str = field(compare=False)
    """The modules of the story's own part of `make bench`, and of `make contents`."""
    extra: tuple[str, ...] = field(compare=False)
    """Other files and folders in the folder of the steps."""
    workspace: Path = field(compare=False)
    """The top of the workspace that runs the verbs: its caches lie there."""
    word: str = field(compare=False, default="")
    """The word in a command for this story: `STORY=roman`; the first story needs no word."""

    @property
    def module(self) -> str:
        """What the module is called, and the fixture of the suite that stands for it."""
        return self.files.module

    @cached_property
    def top(self) -> Path:
        """Where pytest runs it from: the nearest folder with a pytest.ini, or else the story's own."""
        return where_pytest_runs(self.file)

    @cached_property
    def steps(self) -> list[Step]:
        """The steps, by number; raises BadFile if there is none."""
        if found := find_steps(self.folder, self.files):
            return found
        raise BadFile(f"there is no step in {self.shown(self.folder)}: the first is called step_00_slug")

    def step(self, number: int) -> Step:
        """The step of that number; raises NoStep with the numbers that there are."""
        for step in self.steps:
            if step.number == number:
                return step
        raise NoStep(f"there is no step {number}: {span(self.steps)}")

    def before(self, step: Step) -> Step | None:
        """The step before one, if there is one."""
        return next((other for other in self.steps if other.number == step.number - 1), None)

    def heading(self, chapter: str) -> str:
        """A chapter, and which road it is if it is not the main one."""
        road = self.roads.of(chapter)
        return f"{chapter} ({road})" if road else chapter

    @property
    def paths(self) -> list[Path]:
        """The files and folders that its story.toml leads to, and that file itself."""
        named = [self.file, self.suite, self.hints, self.mutants, *(kata.folder for kata in self.katas)]
        named += [path for kata in self.katas for path in (kata.first_test, kata.rules, kata.sample)]
        return [path for path in named if path] + [(self.folder / name).resolve() for name in self.extra]

    @property
    def pytest_files(self) -> list[Path]:
        """The settings of pytest, and its plugins, in the folder of the suite and above it, up to the top."""
        above = [folder for folder in self.suite.parents if folder.is_relative_to(self.top)]
        files = [folder / name for folder in (self.suite, *above) for name in PYTEST_FILES]
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
        return relative_path(self.workspace, path)

    def inside(self, path: Path) -> str:
        """A path from the folder where pytest runs, as the ids of tests have it."""
        return relative_path(self.top, path)

    def command(self, words: str) -> str:
        """A verb with its words, as one types it for this story."""
        return " ".join(filter(None, ("make", words, self.word)))

    def reread(self) -> "Story":
        """Read the story again, as its files are now."""
        return replace(read_story(self.file.parent, self.workspace), word=self.word)


def relative_path(top: Path, path: Path) -> str:
    """A path as somebody in a folder writes it; if it lies elsewhere, the shorter of two ways."""
    if path.is_relative_to(top):
        return path.relative_to(top).as_posix()
    try:
        way = os.path.relpath(path, top)
    except ValueError:  # it lies on another drive
        return path.as_posix()
    return min(Path(way).as_posix(), path.as_posix(), key=len)


def where_pytest_runs(file: Path) -> Path:
    """The nearest folder above a story.toml with a pytest.ini, or else its own."""
    return next((one for one in file.parents if (one / PYTEST_INI).is_file()), file.parent)


def read_story(folder: Path, workspace: Path | None = None) -> Story:
    """The story whose story.toml lies in a folder; raises BadFile, which names the file and the key.

    Without a workspace, it is the one around the story.
    """
    file = (folder / FILE).resolve()
    workspace = workspace.resolve() if workspace else where_pytest_runs(file)
    table = read_toml(file, relative_path(workspace, file))
    beside = table.table("beside", {})
    imports = {name: beside.texts(name) for name in beside.values}
    source = source_of(table)
    own = table.table("own", {})
    story = Story(
        file=file,
        name=table.value("name", str),
        title=table.value("title", str),
        files=Files(table.value("module", str), tuple(imports), source.retold if source else ""),
        imports=imports,
        folder=table.path("steps"),
        suite=table.path("suite"),
        hints=table.path_or_none("hints"),
        mutants=table.path_or_none("mutants"),
        finished=table.value("finished", int, None),
        source=source,
        roads=roads_of(table),
        katas=katas(table),
        no_kata=table.table("tests", {}).texts("of_no_kata", []),
        verbs=tuple(verb_of(name, verb) for name, verb in table.tables("verbs").items()),
        bench=own.value("bench", str, ""),
        pages=own.value("pages", str, ""),
        extra=tuple(own.texts("files", [])),
        workspace=workspace,
    )
    own.end()
    table.end()
    return story


def source_of(table: Table) -> Source | None:
    """The text that the story retells, if any."""
    if "source" not in table.values:
        table.known.append("source")
        return None
    told = table.table("source")
    first, last = told.value("first", int), told.value("last", int)
    source = Source(
        told.value("name", str), told.value("part", str), told.value("author", str), range(first, last + 1)
    )
    told.end()
    return source


def roads_of(table: Table) -> Roads:
    """The chapters of each road, by their numbers."""
    told = table.table("roads", {})
    found = Roads(*(tuple(told.numbers(key, [])) for key in ("side", "galleries")))
    told.end()
    return found


def verb_of(name: str, told: Table) -> StoryVerb:
    """A verb of the story's own."""
    verb = StoryVerb(
        name,
        told.value("module", str),
        told.value("environment", str, ""),
        told.value("help", str),
        tuple(told.texts("options", [])),
    )
    told.end()
    return verb
