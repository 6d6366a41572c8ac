"""The numbers of the steps that a text mentions, and the text after the steps have moved up."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from dojo.story.steps import Step
from dojo.story.story import Story

LIST = r"\d\d?(?!\d)(?:(?:,?\s+and\s+|\s+or\s+|\s+to\s+|,\s+|–|-)\d\d?\b)*"
MENTION = re.compile(
    r"(?P<path>(?:[\w.-]*/)*)(?P<folder>step_\d\d_[a-z0-9_]+)"
    r"|(?P<name>\bstep_\d\d(?![0-9_])|\bstep-\d+\b)"
    r"|(?P<option>\bSTEPS?=\d+(?:-\d+)?|--step[ =]\d+(?:-\d+)?)"
    rf"|(?P<prose>\b[Ss]teps\s+{LIST}|\b[Ss]tep\s+\d\d?\b)"
)
"""`../step_07_slug`, `step_07`, `step-7`, `STEP=7`, `--step 7-9`, `steps 7, 8 and 10`, `Step 07`."""
IN_OTHER_WORDS = re.compile(r"(?i)steps?(?:\b|_)\W{0,8}(\d+)\b|\b(\d+)\s+steps\b")
"""`step(7)`, `"step": 7`, `50 steps`: what mentions a number in another way."""
MARK = re.compile(r"(?P<mark>\b(?:drives|guards)\(\s*(?:step=)?)(\d+)")
"""A mark, in an excerpt of the suite."""
NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Renumbering:
    """All steps of a story after one of them move up by one, because a new step follows it."""

    story: Story
    after: int
    new: str
    """The folder of the new step."""
    in_its_place: bool = False
    """Is the step before mentioned? The new one takes its place."""
    last: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "last", self.story.steps[-1].number)

    def of(self, number: int) -> int:
        """The number of a step after the move."""
        first = self.after if self.in_its_place else self.after + 1
        return number + 1 if first <= number <= self.last else number

    def written(self, digits: str) -> str:
        """The same as it is written: 09 → 10, 7 → 8."""
        return f"{self.of(int(digits)):0{len(digits)}}"

    @cached_property
    def folders(self) -> dict[str, str]:
        """The folder of each step after the move, by its folder now."""
        found = {step.name: self.folder_of(step) for step in self.story.steps}
        if self.in_its_place:
            found[self.story.step(self.after).name] = self.new
        return found

    def folder_of(self, step: Step) -> str:
        _, digits, slug = step.name.split("_", 2)
        number = step.number + 1 if step.number > self.after else step.number
        return f"step_{number:0{len(digits)}}_{slug}"

    def mention(self, found: re.Match[str]) -> str:
        """What mentions a step, as it is written after the move."""
        if found["folder"]:
            return found["path"] + self.folders.get(found["folder"], found["folder"])
        return NUMBER.sub(lambda digits: self.written(digits[0]), found[0])

    def text(self, text: str) -> str:
        """A text of the story itself, in which each number of a step is one of its own."""
        marked = MARK.sub(lambda found: found["mark"] + self.written(found[2]), text)
        return MENTION.sub(self.mention, marked)

    def left(self, text: str) -> Iterator[int]:
        """The lines that mention a step that moves, in any way."""
        for number, line in enumerate(text.split("\n"), 1):
            mentioned = any(self.mention(found) != found[0] for found in MENTION.finditer(line))
            if mentioned or any(self.moves(found) for found in IN_OTHER_WORDS.finditer(line)):
                yield number

    def moves(self, found: re.Match[str]) -> bool:
        """Does a number in any other form stand for a step that moves?"""
        if found[2]:
            return int(found[2]) in (self.last, self.last + 1)
        return self.of(int(found[1])) != int(found[1])

    def before(self) -> "Renumbering":
        """What the next step says about the step before it: the new one is in that place now."""
        return Renumbering(self.story, self.after, self.new, in_its_place=True)

    def moved(self, path: Path) -> Path:
        """Where a file lies after the move."""
        if path.is_relative_to(self.story.folder) and path != self.story.folder:
            first, *rest = path.relative_to(self.story.folder).parts
            return self.story.folder.joinpath(self.folders.get(first, first), *rest)
        return path
