"""The stories of a workspace: the first one lies in steps/, and each kata may bring one of its own."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dojo.errors import Mistake
from dojo.story.katas import Kata, NoKata
from dojo.story.story import FILE, Story, described


class NoStory(Mistake):
    """A story that is asked for and not there; the message says which there are."""


@dataclass(frozen=True)
class Workspace:
    """The folder that holds steps/, katas/ and tests/."""

    top: Path
    guest: Story | None = None
    """A story that lies elsewhere, and is asked for by its folder."""

    @cached_property
    def stories(self) -> list[Story]:
        """All stories; raises BadFile where one cannot be read."""
        files = [*self.top.glob(f"steps/{FILE}"), *sorted(self.top.glob(f"katas/*/{FILE}"))]
        guests = [self.guest] if self.guest else []
        return [*(described(file.parent) for file in files), *guests]

    def story(self, name: str = "") -> Story:
        """The story of that name, or in that folder; without a name the first. Raises NoStory, BadFile."""
        if not name:
            return self.stories[0]
        if (self.top / name / FILE).is_file():
            return described(self.top / name)
        for story in self.stories:
            if story.name == name:
                return story
        names = " ".join(story.name for story in self.stories)
        raise NoStory(f"there is no story {name}: there are {names}; a folder with a {FILE} will do as well")

    @property
    def katas(self) -> list[tuple[Story, Kata]]:
        """Every kata with the story that leads there, by name."""
        found = [(story, kata) for story in self.stories for kata in story.katas]
        return sorted(found, key=lambda pair: pair[1].name)

    def kata(self, name: str) -> tuple[Story, Kata]:
        """The kata of that name, with its story; raises NoKata."""
        for story, kata in self.katas:
            if kata.name == name:
                return story, kata
        names = " ".join(kata.name for _, kata in self.katas)
        raise NoKata(f"there is no kata {name}: there are {names}")
