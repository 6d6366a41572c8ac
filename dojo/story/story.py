"""A story, as its story.toml describes it: nothing about it is assumed."""

import shlex
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from dojo import __version__, bootstrap
from dojo.errors import UsageError
from dojo.files import relative_path
from dojo.story.katas import Kata
from dojo.story.languages import LANGUAGE, ORIGINAL
from dojo.story.speech import TYPED, Speech
from dojo.story.steps import FOLDER, Step, StepKind, span
from dojo.story.toml.reading import KEY, BadFile, read_toml
from dojo.story.toml.tables import OfKatas, Own, Roads, Source, StoryVerb

FILE = "story.toml"
PYTEST_INI = "pytest.ini"
PYTEST_FILES = "pytest.ini .pytest.ini pytest.toml .pytest.toml pyproject.toml tox.ini setup.cfg conftest.py"


class NoStep(UsageError):
    """There is no such step; the message says which ones there are."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Story:
    """A story: all that the runner needs to know, and where it is.

    Attributes:
        name: its name.
        title: its title.
        module: what the module of a step is called, and the fixture of the suite that stands for it.
        folder: where its steps are.
        suite: the folder of its suite.
        hints: the file of its hints.
        mutants: the folder of its mutants.
        finished: the number of the first step that is whole; the steps after it are other designs.
        imports: the files next to a module, and the packages that they may import.
        source: the text that it retells.
        roads: the chapters that nobody has to read.
        tests: the tests that are of every kata, and those that are of none.
        katas: its katas.
        verbs: its own verbs.
        own: what else it brings.
        version: its own version, as its authors count.
        authors: who wrote it.
        licence: the short name of its licence.
        language: the language of its READMEs, in two letters.
        works_with: the versions of dojo that it works with: `>=1.0,<2`.
        requires: the packages that it needs besides ours: `hypothesis>=6`.
        file: its story.toml: two stories are the same if this is.
        top: where pytest runs it from: the nearest folder with a pytest.ini, or else the story's own.
        workspace: the top of the workspace that runs the verbs: its caches are there.
        speech: how sentences name verbs and files.
    """

    name: str
    title: str
    module: str
    folder: Path = field(metadata={KEY: "steps"})
    suite: Path
    hints: Path | None = None
    mutants: Path | None = None
    finished: int | None = None
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict, metadata={KEY: "beside"})
    source: Source | None = None
    roads: Roads = field(default_factory=Roads)
    tests: OfKatas = field(default_factory=OfKatas)
    katas: tuple[Kata, ...] = ()
    verbs: tuple[StoryVerb, ...] = ()
    own: Own = field(default_factory=Own)
    version: str = ""
    authors: tuple[str, ...] = ()
    licence: str = ""
    language: str = ORIGINAL
    works_with: str = field(default="", metadata={KEY: "dojo"})
    requires: tuple[str, ...] = ()
    file: Path
    top: Path
    workspace: Path
    speech: Speech = TYPED

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Story) and self.file == other.file

    def __hash__(self) -> int:
        return hash(self.file)

    @cached_property
    def steps(self) -> list[Step]:
        """The steps, by number; raises BadFile if there is none."""
        retold = self.source.retold if self.source else ""
        # the others are modules
        data_names = tuple(name for name in self.imports if "." in name)
        steps = []
        for folder in sorted(self.folder.iterdir()):
            if FOLDER.fullmatch(folder.name) and folder.is_dir():
                steps.append(Step(folder, self.module, retold, data_names))
        if not steps:
            raise BadFile(f"there is no step in {self.shown(self.folder)}: the first is called step_00_slug")
        return steps

    def step(self, number: int | str) -> Step:
        """Return the step of that number, also as it is typed; raises NoStep with the numbers there are."""
        for step in self.steps:
            if number in (step.number, str(step.number), f"{step.number:02}"):
                return step
        # a reader may think of another story
        of = f" of {self.name}" if self.word else ""
        raise NoStep(f"there is no step {number}{of}: {span(self.steps)}")

    def before(self, step: Step) -> Step | None:
        """Return the step before one, if there is one."""
        return self.steps_by_number.get(step.number - 1)

    def after(self, step: Step) -> Step | None:
        """Return the step after one, if there is one."""
        return self.steps_by_number.get(step.number + 1)

    @cached_property
    def steps_by_number(self) -> dict[int, Step]:
        """Each step, by its number."""
        return {step.number: step for step in self.steps}

    def name_of_step(self, number: int) -> str:
        """Return the name of the folder of a step; nothing if there is no step of that number."""
        step = self.steps_by_number.get(number)
        return step.name if step else ""

    def road(self, chapter: str) -> str:
        """Say which road a chapter is: `side road`, `gallery`, or nothing for the main road."""
        number = chapter.partition(" · ")[0]
        if number in map(str, self.roads.side):
            return "side road"
        return "gallery" if number in map(str, self.roads.galleries) else ""

    def undriven_kind(self, chapter: str) -> StepKind:
        """Return what a step of a chapter is that no test drives."""
        return StepKind.DESIGN if self.road(chapter) == "gallery" else StepKind.REFACTORING

    def heading(self, chapter: str) -> str:
        """A chapter, and which road it is if it is not the main one."""
        road = self.road(chapter)
        return f"{chapter} ({road})" if road else chapter

    @property
    def paths(self) -> list[Path]:
        """The files and folders that its story.toml leads to, and that file itself."""
        paths = [self.file, self.suite, self.hints, self.mutants]
        for kata in self.katas:
            paths += [kata.folder, kata.first_test, kata.rules, kata.sample]
        for name in self.own.files:
            paths.append((self.folder / name).resolve())
        # a story may do without some of them
        return [path for path in paths if path]

    @property
    def pytest_files(self) -> list[Path]:
        """The settings of pytest, and its plugins, in the folder of the suite and above it, up to the top."""
        above = [folder for folder in self.suite.parents if folder.is_relative_to(self.top)]
        found = []
        for folder in (self.suite, *above):
            for name in PYTEST_FILES.split():
                if (folder / name).is_file():
                    found.append(folder / name)
        return found

    @property
    def designs(self) -> list[Step]:
        """The finished evaluators, each of a different design: if two have the same code, one is left out."""
        found: dict[str, Step] = {}
        for step in self.steps:
            if self.finished is not None and step.number >= self.finished:
                found.setdefault(step.code, step)
        return list(found.values())

    def shown(self, path: Path) -> str:
        """Return a path as it is written at the top of the workspace."""
        return self.speech.path(path, relative_path(self.workspace, path))

    def inside(self, path: Path) -> str:
        """Return a path from the folder where pytest runs, as the ids of tests have it."""
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
        """Return a verb with its words, as one types it for this story."""
        return self.speech.command(f"{bootstrap.command()} {words} {self.word}".rstrip())


def read_story(folder: Path, workspace: Path | None = None, speech: Speech = TYPED) -> Story:
    """Return the story whose story.toml is in a folder; raises BadFile, which names the file and the key.

    Without a workspace, it is the one around the story.
    """
    file = (folder / FILE).resolve()
    top = file.parent
    for above in file.parents:
        if (above / PYTEST_INI).is_file():
            top = above
            break
    workspace = workspace.resolve() if workspace else top
    shown = relative_path(workspace, file)
    story: Story = read_toml(Story, file, shown, file=file, top=top, workspace=workspace, speech=speech)
    check_version(story.works_with, shown)
    if not LANGUAGE.fullmatch(story.language):
        raise BadFile(f"{shown}: language is {story.language}: write it as in de or pt_BR")
    katas = []
    for kata in story.katas:
        if kata.program is None and (kata.sample or kata.words):
            problem = f"the key katas.{kata.name}.program is missing: sample and words are for a program"
            raise BadFile(f"{shown}: {problem}")
        katas.append(replace(kata, tests=(*story.tests.of_every_kata, *kata.tests)))
    return replace(story, katas=tuple(katas))


def check_version(works_with: str, shown: str) -> None:
    """Raise BadFile if a story, whose file is shown like that, does not work with this version of dojo."""
    if not works_with:
        return
    # late: few stories say so, and the help does not wait for it
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        versions = SpecifierSet(works_with)
    except InvalidSpecifier:
        raise BadFile(
            f'{shown}: dojo = "{works_with}" is no range of versions: write it like ">=1.0,<2"'
        ) from None
    if __version__ not in versions:
        mend = "install one of these, or take the version of the story for this one"
        raise BadFile(f"{shown}: this story works with dojo {works_with}, and this is {__version__}: {mend}")
