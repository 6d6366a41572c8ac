"""A program in any language: what starts it, and what it comes to on some cases."""

from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from dojo.runner.cases.building import make
from dojo.runner.cases.command import LIMIT, startable, words
from dojo.runner.cases.trying import Tried, tried
from dojo.story.cases import Case


@dataclass(frozen=True)
class Program:
    """What starts it, in which folder; what makes it, if it has to be made; the seconds for a case."""

    command: str
    folder: Path
    build: str = ""
    limit: float = LIMIT

    def tried(self, cases: list[Case]) -> Generator[Tried, None, None]:
        """Each case and its outcome, in order; raises NotMade, NotRun, Missing, WrongCall."""
        make(self.build, self.folder)
        yield from tried(cases, startable(words(self.command), self.folder), self.folder, self.limit)
