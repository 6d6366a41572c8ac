"""What the lights of an attempt show, green by green: for whoever makes steps of them."""

from dataclasses import dataclass

from dojo.attempt.lights import Light
from dojo.attempt.snapshot import Files


@dataclass(frozen=True)
class Came:
    """A test that came since the green before, and how it came."""

    id: str
    """As a light has it, without the path of the attempt; a test of ours by its id in the suite."""
    rule: str
    drives: bool
    """Was it seen red, by its own assertion, by a name or by a crash? If not, it guards."""
    why: str = ""
    """The last line of the failure that was seen."""
    failure: str = ""
    """The failure that was seen, as a participant gets it."""
    is_ours: bool = False


@dataclass(frozen=True)
class Folded:
    """A light that cannot be a step of its own, and why: `amber`, or `red` for another reason than before."""

    light: Light
    why: str


@dataclass(frozen=True)
class Green:
    """A green run whose files are not those of the green before."""

    light: Light
    files: Files
    tests: tuple[Came, ...]
    """Those that came since the green before, in their order."""
    gone: tuple[str, ...] = ()
    """The ids of those that were there at the green before, and are not there any more."""
    folded: tuple[Folded, ...] = ()

    @property
    def driven(self) -> bool:
        """Did a red precede it?"""
        return any(test.drives for test in self.tests)
