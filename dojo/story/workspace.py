"""The stories of a workspace: the first one lies in steps/, and each kata may bring one of its own."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dojo.errors import UsageError
from dojo.story.katas import Kata, NoKata
from dojo.story.speech import TYPED, Speech
from dojo.story.story import FILE, Story, read_story
from dojo.story.toml import BadFile

CACHE = ".cache"
"""The folder of a workspace that keeps answers from before: it may be deleted at any time."""


class NoStory(UsageError):
    """There is no such story; the message says which ones there are."""


@dataclass(frozen=True)
class Workspace:
    """The folder that holds steps/, katas/ and tests/."""

    top: Path
    elsewhere: tuple[Path, ...] = ()
    """The folders of stories in the call that lie in no usual place: in another repository, for example."""
    visited: tuple[Path, ...] = ()
    """The folders of such stories in earlier calls, if they have attempts."""
    speech: Speech = TYPED
    """How sentences name verbs and files."""

    @cached_property
    def folders(self) -> list[Path]:
        """The folders of the stories, that of the first story first."""
        files = [
            *self.top.glob(FILE),
            *self.top.glob(f"steps/{FILE}"),
            *sorted(self.top.glob(f"katas/*/{FILE}")),
        ]
        files += [folder / FILE for folder in self.elsewhere if (folder / FILE).is_file()]
        return list(dict.fromkeys(file.resolve().parent for file in files))

    def at(self, folder: Path) -> Story:
        """The story in a folder; raises BadFile."""
        return read_story(folder, self.top, self.speech)

    @cached_property
    def found(self) -> dict[Path, Story | BadFile]:
        """The story in each folder, in those of earlier calls too, or why it cannot be read."""
        found: dict[Path, Story | BadFile] = {}
        for folder in [*self.folders, *(one for one in self.visited if (one / FILE).is_file())]:
            try:
                found[folder] = self.at(folder)
            except BadFile as fault:
                found[folder] = fault
        return found

    @property
    def stories(self) -> list[Story]:
        """All stories that can be read: one that cannot be read stops no verb of the others."""
        return [one for one in map(self.found.get, self.folders) if isinstance(one, Story)]

    @property
    def faults(self) -> list[BadFile]:
        """Why the others cannot be read."""
        return [one for one in map(self.found.get, self.folders) if isinstance(one, BadFile)]

    def story(self, name: str = "") -> Story:
        """The story of that name, or in that folder; without a name the first. Raises NoStory, BadFile."""
        named = [path_of(name, self.top), self.top / "katas" / name] if name else self.folders[:1]
        for folder in named:
            if (folder / FILE).is_file():
                return self.at(folder)
        for story in self.stories:
            if story.name == name:
                return story
        names = " ".join(story.name for story in self.stories)
        there = f"there are {names}; a" if names else "a"
        fix = f"{there} folder with a {FILE} will do as well"
        raise NoStory(f"there is no story {name or 'here'}: {fix}{self.unread}")

    @property
    def unread(self) -> str:
        """The end of a list of stories: the stories that cannot be read."""
        return "".join(f"; and one cannot be read: {fault}" for fault in self.faults)

    @cached_property
    def katas(self) -> list[tuple[Story, Kata]]:
        """Every kata, with its story, by name; those of earlier calls too."""
        stories = [one for one in self.found.values() if isinstance(one, Story)]
        found = [(story, kata) for story in stories for kata in story.katas]
        return sorted(found, key=lambda pair: pair[1].name)

    def kata(self, name: str, of: Story | None = None) -> tuple[Story, Kata]:
        """The kata of that name, with its story; or of one story, without a name its first. Raises NoKata."""
        known = [(of, kata) for kata in of.katas] if of else self.katas
        for story, kata in known:
            if kata.name == name or (of and not name):
                return story, kata
        names = " ".join(kata.name for _, kata in known)
        if of and names:
            raise NoKata(f"{of.name} has no kata {name}: it has {names}")
        if of:
            raise NoKata(f"{of.name} has no kata: a table [katas.NAME] in {of.shown(of.file)} describes one")
        there = f"there are {names}" if names else "there is none"
        raise NoKata(f"there is no kata {name}: {there}{self.unread}")


def path_of(where: str, top: Path) -> Path:
    """A folder as somebody at the top of the workspace writes it."""
    with suppress(RuntimeError):  # ~ may be nobody's home
        return top / Path(where).expanduser()
    return top / where
