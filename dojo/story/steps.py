"""The steps of a story, as their folders and the heads of their READMEs say."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path

FOLDER = re.compile(r"step_([0-9][0-9])_([a-z0-9_]+)")
HEAD = re.compile(
    r"# Step (?P<number>\d\d) · (?P<title>.+)\n\n"
    r"\*Chapter (?P<chapter>.+?) · (?P<kind>start|test first|refactoring|another design)\*\n"
)
# This sign in a text means that nobody has written anything there yet.
DRAFT = "…"


class StepKind(StrEnum):
    """What a step does, as the head of its README says."""

    START = "start"
    TEST_FIRST = "test first"
    REFACTORING = "refactoring"
    # a step of a gallery: much of the code is new, and every answer stays
    DESIGN = "another design"

    @property
    def keeps_colours(self) -> bool:
        """True if no test drives such a step, and no test changes its colour."""
        return self in (StepKind.REFACTORING, StepKind.DESIGN)

    @property
    def noun(self) -> str:
        """The kind as one noun: `refactoring`, `design`."""
        return "design" if self == StepKind.DESIGN else self.value

    @property
    def with_article(self) -> str:
        """The kind in a sentence: `a refactoring`, `another design`."""
        return self.value if self == StepKind.DESIGN else f"a {self.value}"


@dataclass(frozen=True)
class Step:
    """One numbered folder.

    Attributes:
        folder: the folder.
        module_name: the name of the module in it.
        retold: how the last line of a README begins, if a source is retold: `Retold from *The Song* by Ann,
            verse`.
        data_names: what the code of steps may read, as `[beside]` in story.toml names it.
    """

    folder: Path
    module_name: str = field(compare=False, repr=False)
    retold: str = field(default="", compare=False, repr=False)
    data_names: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def number(self) -> int:
        return int(self.name.split("_")[1])

    @property
    def module(self) -> Path:
        """The evaluator."""
        return self.folder / f"{self.module_name}.py"

    @property
    def code(self) -> str:
        """The evaluator's text; if it is not UTF-8, the gate says so."""
        return self.module.read_text(encoding="utf-8", errors="replace")

    @property
    def files(self) -> list[Path]:
        """All its code: the module, and then the files next to it, those of packages too."""
        beside = []
        for file in sorted(self.folder.rglob("*.py")):
            # tools keep files in folders that begin with a dot
            is_hidden = "/." in f"/{self.name_in(file)}"
            if file != self.module and not is_hidden:
                beside.append(file)
        return [self.module, *beside]

    def name_in(self, file: Path) -> str:
        """Return the path of a file from the folder of the step: `grid.py`, `grid/cells.py`."""
        return file.relative_to(self.folder).as_posix()

    @property
    def data(self) -> list[Path]:
        """The files that lie there for its code to read."""
        files = []
        for name in sorted(self.data_names):
            file = self.folder / name
            if file.is_file():
                files.append(file)
        return files

    @property
    def beside(self) -> dict[str, Path]:
        """All that lies beside its module, for the code to import and to read, by its path from there."""
        return {self.name_in(file): file for file in (*self.files[1:], *self.data)}

    @property
    def readme(self) -> Path:
        return self.folder / "README.md"

    @cached_property
    def prose(self) -> str:
        """Its README, or nothing if there is none."""
        return read_text(self.readme) if self.readme.is_file() else ""

    @cached_property
    def head(self) -> dict[str, str]:
        """The fields in the first lines of the README; empty if these have not the form of a head."""
        match = HEAD.match(self.prose)
        return match.groupdict() if match else {}

    @property
    def title(self) -> str:
        """The title of the README, or else the slug in words."""
        return self.head.get("title") or self.name.split("_", 2)[2].replace("_", " ").capitalize()

    @property
    def chapter(self) -> str:
        """`3 · “Pair” programming`, as the README's head says."""
        return self.head.get("chapter", "0")

    @property
    def kind(self) -> StepKind:
        return StepKind(self.head.get("kind", StepKind.TEST_FIRST))

    @cached_property
    def last_line(self) -> re.Match[str] | None:
        """The line that ends the README and says what of the source it tells; None if there is none."""
        if not self.retold:
            return None
        # `verse 2.` or `verses 2–3.`
        form = rf"\n{re.escape(self.retold)}s?\s(\d+)(?:–(\d+))?\.\n*\Z"
        return re.search(form, self.prose)

    @property
    def lesson(self) -> str:
        """The README without that line."""
        return self.prose[: self.last_line.start()] if self.last_line else self.prose

    @property
    def parts(self) -> range:
        """The numbers of the parts of the source that the README tells."""
        if not self.last_line:
            return range(0)
        first, last = self.last_line.groups()
        return range(int(first), int(last or first) + 1)


def by_chapter(steps: Sequence[Step]) -> list[list[Step]]:
    """Return the steps chapter by chapter; there is a new one wherever a step says another chapter."""
    chapters: list[list[Step]] = []
    for step in steps:
        if not chapters or chapters[-1][-1].chapter != step.chapter:
            chapters.append([])
        chapters[-1].append(step)
    return chapters


def read_text(file: Path) -> str:
    """Return the text of a file; if it is not UTF-8, the part that can be read: the gate says why."""
    return file.read_text(encoding="utf-8-sig", errors="replace")


def span(steps: Sequence[Step]) -> str:
    """Say which steps there are: `the steps are 0 to 50`."""
    return f"the steps are {steps[0].number} to {steps[-1].number}"
