"""The steps, as their folders and the heads of their stories tell them."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dojo.faults import Mistake

ROOT = Path(__file__).parent.parent
FOLDER = re.compile(r"step_(\d\d)_([a-z0-9_]+)")
HEAD = re.compile(
    r"# Step (?P<number>\d\d) · (?P<title>.+)\n"
    r"\n"
    r"\*Chapter (?P<chapter>.+?) · (?P<kind>start|test first|refactoring)"
    r"(?: · ex\. (?P<first>\d+)(?:–(?P<last>\d+))?)?\*\n"
)


class NoStep(Mistake):
    """A step that is asked for and not there; the message says which there are."""


@dataclass(frozen=True)
class Step:
    """One numbered folder below `steps/`."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def number(self) -> int:
        return int(self.name.split("_")[1])

    @property
    def module(self) -> Path:
        return self.folder / "poker.py"

    @property
    def code(self) -> str:
        return self.module.read_text(encoding="utf-8")

    @property
    def files(self) -> list[Path]:
        """All its code: poker.py, and after it what stands beside it."""
        beside = sorted(file for file in self.folder.glob("*.py") if file != self.module)
        return [self.module, *beside]

    @property
    def whole_code(self) -> str:
        """The code of all its files, one after the other."""
        return "\n\n".join(file.read_text(encoding="utf-8") for file in self.files)

    @property
    def readme(self) -> Path:
        return self.folder / "README.md"

    @cached_property
    def story(self) -> str:
        """The story, or nothing where none is written."""
        return self.readme.read_text(encoding="utf-8") if self.readme.exists() else ""

    @cached_property
    def head(self) -> dict[str, str]:
        """What the first lines of the story say; empty where they do not have the form of a head."""
        match = HEAD.match(self.story)
        return {name: text for name, text in match.groupdict().items() if text} if match else {}

    @property
    def title(self) -> str:
        """The title of the story, or else the slug in words."""
        return self.head.get("title") or self.name.split("_", 2)[2].replace("_", " ").capitalize()

    @property
    def chapter(self) -> str:
        """`3 · “Pair” programming`, as the story's head says."""
        return self.head.get("chapter", "0")

    @property
    def kind(self) -> str:
        """`start`, `test first` or `refactoring`."""
        return self.head.get("kind", "test first")

    @property
    def exchanges(self) -> range:
        """The exchanges of the dialogue that the story tells."""
        first = int(self.head.get("first", 0))
        last = int(self.head.get("last", first))
        return range(first, last + 1) if first else range(0)


def all_steps(root: Path = ROOT) -> list[Step]:
    """Every folder `steps/step_NN_slug`, by number."""
    folders = [f for f in (root / "steps").iterdir() if FOLDER.fullmatch(f.name)]
    return [Step(folder) for folder in sorted(folders)]


def find(number: int, root: Path = ROOT) -> Step:
    """The step of that number; raises NoStep with the numbers that there are."""
    steps = all_steps(root)
    for step in steps:
        if step.number == number:
            return step
    raise NoStep(f"there is no step {number}: the steps are {steps[0].number} to {steps[-1].number}")
