"""The stories of a workspace: the first one lies in steps/, and each kata may bring one of its own."""

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dojo.errors import UsageError
from dojo.story.katas import Kata, NoKata
from dojo.story.speech import TYPED, Speech
from dojo.story.story import FILE, Story, read_story
from dojo.story.toml.reading import BadFile
from dojo.wording import join_names

# the folder of a workspace that has answers from before: it may be deleted at any time
CACHE = ".cache"
# https://example.org/tennis.git, or ann@example.org:tennis.git; a folder may well be called ann@home
ADDRESS = re.compile(r"[a-z+]+://.+|\w[\w.-]*@[\w.-]+:.+")


class NoStory(UsageError):
    """There is no such story; the message says which ones there are."""


@dataclass(frozen=True)
class Workspace:
    """The folder that holds steps/, katas/ and tests/.

    Attributes:
        top: that folder.
        elsewhere: the folders of stories in the call that are in no usual place: in another repository, say.
        visited: the folders of such stories in earlier calls, if they have attempts.
        speech: how sentences name verbs and files.
    """

    top: Path
    elsewhere: tuple[Path, ...] = ()
    visited: tuple[Path, ...] = ()
    speech: Speech = TYPED

    @cached_property
    def folders(self) -> list[Path]:
        """The folders of the stories, that of the first story first."""
        files = [self.top / FILE, self.top / "steps" / FILE]
        files += sorted(self.top.glob(f"katas/*/{FILE}"))
        files += [folder / FILE for folder in self.elsewhere]
        folders: list[Path] = []
        for file in files:
            folder = file.resolve().parent
            if file.is_file() and folder not in folders:
                folders.append(folder)
        return folders

    def at(self, folder: Path) -> Story:
        """Return the story in a folder; raises BadFile."""
        return read_story(folder, self.top, self.speech)

    @cached_property
    def found(self) -> dict[Path, Story | BadFile]:
        """The story in each folder, in those of earlier calls too, or why it cannot be read."""
        folders = [*self.folders]
        # one of an earlier call may be gone by now
        folders += [folder for folder in self.visited if (folder / FILE).is_file()]
        found: dict[Path, Story | BadFile] = {}
        for folder in folders:
            try:
                found[folder] = self.at(folder)
            except BadFile as error:
                found[folder] = error
        return found

    @property
    def stories(self) -> list[Story]:
        """All stories that can be read: one that cannot be read stops no verb of the others."""
        stories = []
        for folder in self.folders:
            story = self.found[folder]
            if isinstance(story, Story):
                stories.append(story)
        return stories

    @property
    def faults(self) -> list[BadFile]:
        """Why the others cannot be read."""
        faults = []
        for folder in self.folders:
            error = self.found[folder]
            if isinstance(error, BadFile):
                faults.append(error)
        return faults

    def story(self, name: str = "") -> Story:
        """Return the story of that name, or in that folder; without a name the first.

        Raises NoStory, BadFile.
        """
        folders = [path_of(name, self.top), self.top / "katas" / name] if name else self.folders[:1]
        for folder in folders:
            if (folder / FILE).is_file():
                return self.at(folder)
        for story in self.stories:
            if story.name == name:
                return story
        names = join_names(self.stories)
        there = f"there are {names}; a" if names else "a"
        fix = f"{there} folder with a {FILE} will do as well"
        raise NoStory(f"there is no story {name or 'here'}: {fix}{self.unread}")

    @property
    def unread(self) -> str:
        """The end of a list of stories: the stories that cannot be read."""
        return "".join([f"; and one cannot be read: {error}" for error in self.faults])

    @cached_property
    def katas(self) -> list[tuple[Story, Kata]]:
        """Every kata, with its story, by name; those of earlier calls too."""
        pairs = []
        for story in self.found.values():
            if isinstance(story, Story):
                pairs += [(story, kata) for kata in story.katas]
        return sorted(pairs, key=lambda pair: pair[1].name)

    def kata(self, name: str, of: Story | None = None) -> tuple[Story, Kata]:
        """Return the kata of that name, with its story; or of one story, without a name its first.

        Raises NoKata.
        """
        if of:
            return of, self.kata_of(of, name)
        for story, kata in self.katas:
            if kata.name == name:
                return story, kata
        names = join_names(kata for _, kata in self.katas)
        there = f"there are {names}" if names else "there is none"
        raise NoKata(f"there is no kata {name}: {there}{self.unread}")

    def kata_of(self, story: Story, name: str) -> Kata:
        """Return the kata of that name of a story, or without a name its first; raises NoKata."""
        if not story.katas:
            mend = f"a table [katas.NAME] in {story.shown(story.file)} describes one"
            raise NoKata(f"{story.name} has no kata: {mend}")
        if not name:
            return story.katas[0]
        for kata in story.katas:
            if kata.name == name:
                return kata
        raise NoKata(f"{story.name} has no kata {name}: it has {join_names(story.katas)}")


def path_of(where: str, top: Path) -> Path:
    """Return a folder as it is written at the top of the workspace."""
    # there may be no home for ~
    with suppress(RuntimeError):
        return top / Path(where).expanduser()
    return top / where


def is_address(text: str) -> bool:
    """True if a story is named by the address of its repository, and not by a name or a folder."""
    return bool(ADDRESS.fullmatch(text))
