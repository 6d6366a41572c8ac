"""What a story requires of other packages: `requires` in story.toml, and their versions in requires.txt.

Its authors pin these versions with `make lock`, so that the story runs everywhere as it did for them.
"""

import re
from collections.abc import Iterable, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dojo.story.story import FILE, Story
from dojo.story.toml.reading import BadFile

if TYPE_CHECKING:
    from packaging.requirements import Requirement

PINS = "requires.txt"
PIN = re.compile(r"([A-Za-z0-9][\w.-]*)==(\S+)")
# where a package names the plugins of pytest that it has
PLUGINS = "pytest11"


class Pin(NamedTuple):
    """A package and its version, as requires.txt has it."""

    name: str
    version: str

    @property
    def requirement(self) -> str:
        """The pin as pip takes it: `hypothesis==6.1.0`."""
        return f"{self.name}=={self.version}"


def pins_file(story: Story) -> Path:
    """Return the path of a story's requires.txt."""
    return story.file.with_name(PINS)


def read_requirements(story: Story) -> "list[Requirement]":
    """Return what a story requires; raises BadFile if a line of it is no requirement."""
    # late: few stories require anything, and the help does not wait for it
    from packaging.requirements import InvalidRequirement, Requirement

    requirements = []
    for text in story.requires:
        try:
            requirements.append(Requirement(text))
        except InvalidRequirement:
            how = 'write it like "hypothesis" or "hypothesis>=6"'
            raise BadFile(
                f"{story.shown(story.file)}: requires has {text!r}, no name of a package: {how}"
            ) from None
    return requirements


def read_pins(story: Story) -> list[Pin]:
    """Return the pinned packages of a story; none if it requires none.

    Raises BadFile if what it requires is not pinned, or in a version that it does not take.
    """
    requirements = read_requirements(story)
    if not requirements:
        return []
    file = pins_file(story)
    shown = story.shown(file)
    mend = f"{story.command('lock')} writes it"
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise BadFile(
            f"{shown} is missing, with the versions of {', '.join(story.requires)}: {mend}"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{shown} cannot be read ({error}): {mend}") from None
    pins = []
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        match = PIN.fullmatch(text)
        if match:
            pins.append(Pin(match[1], match[2]))
        elif text:
            raise BadFile(f"{shown}:{number}: this is not like hypothesis==6.1.0: {mend}")
    for requirement in requirements:
        fault = find_fault(requirement, pins)
        if fault:
            raise BadFile(f"{shown} has {fault}: {mend}")
    return pins


def find_fault(requirement: "Requirement", pins: Sequence[Pin]) -> str:
    """Say what some pins have in place of a version that is required; an empty text if they have one."""
    for pin in pins:
        if normalize(pin.name) == normalize(requirement.name):
            if requirement.specifier.contains(pin.version, prereleases=True):
                return ""
            return f"{requirement.name} {pin.version}, and {FILE} requires {requirement}"
    return f"no version of {requirement.name}, which {FILE} requires"


def normalize(name: str) -> str:
    """Return the name of a package as all its spellings have it: `Pytest_Asyncio` is `pytest-asyncio`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def find_missing(pins: Iterable[Pin]) -> list[Pin]:
    """Return the pinned packages that this Python lacks, or has in another version."""
    missing = []
    for pin in pins:
        found = find_distribution(pin.name)
        if found is None or found.version != pin.version:
            missing.append(pin)
    return missing


def find_distribution(name: str) -> Distribution | None:
    """Return an installed package; None if it is not installed."""
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def find_modules(story: Story) -> set[str]:
    """Return the names by which the packages that a story requires are imported; raises BadFile."""
    names = set()
    for pin in read_pins(story):
        found = find_distribution(pin.name)
        # nothing is known of one that is not installed, or that has no list of its files
        files = found.files if found else None
        for file in files or []:
            if file.suffix in (".py", ".so", ".pyd"):
                # a module has no folder, and that of this machine a longer end: six.py, _speed.cpython-311.so
                names.add(file.parts[0].partition(".")[0])
    return names


def find_plugins(story: Story) -> list[str]:
    """Return the names of the plugins of pytest that come with what a story requires; raises BadFile."""
    names = []
    for pin in read_pins(story):
        found = find_distribution(pin.name)
        if found:
            plugins = found.entry_points.select(group=PLUGINS)
            names += [plugin.name for plugin in plugins]
    return names
