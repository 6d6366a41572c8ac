"""The tables of a `story.toml`, besides those of its katas."""

from dataclasses import dataclass


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
    """What a story brings.

    Attributes:
        bench: the module of its part of `make bench`.
        pages: the module of its part of `make contents`.
        files: other files and folders in the folder of the steps.
    """

    bench: str = ""
    pages: str = ""
    files: tuple[str, ...] = ()
