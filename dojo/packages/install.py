"""What a story requires, installed before its tests run; and `make lock`, which pins the versions."""

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo import bootstrap
from dojo.errors import EnvironmentProblem, UsageError
from dojo.files import write_file
from dojo.packages.pins import (
    Pin,
    find_distribution,
    find_missing,
    normalize,
    pins_file,
    read_pins,
    read_requirements,
)
from dojo.story.story import FILE, Story

# what plain pytest needs, in a repository of the story's own
REQUIREMENTS = "requirements.txt"
HEADER = f"# What {FILE} requires, each with its version. Written by make lock."


def ensure_required(story: Story) -> None:
    """Install what a story requires into the environment of this Python, if it is not there.

    Raises BadFile, EnvironmentProblem.
    """
    pins = read_pins(story)
    missing = find_missing(pins)
    if not missing:
        return
    names = ", ".join([f"{pin.name} {pin.version}" for pin in missing])
    if not bootstrap.is_clone():
        how = f"pip install -r {story.shown(pins_file(story))}"
        raise EnvironmentProblem(f"the story {story.name} requires {names}: {how}")
    print(f"Adding what the story {story.name} requires, once: {names}.", file=sys.stderr)
    with bootstrap.only_one_set_up(bootstrap.TOP, Path(sys.prefix).name):
        install(pins, story)
    importlib.invalidate_caches()


def install(pins: list[Pin], story: Story) -> None:
    """Install pinned packages, with the packages of ours as they are. Raises EnvironmentProblem."""
    with TemporaryDirectory() as folder:
        constraints = write_constraints(Path(folder))
        ended = run_pip("--quiet", *constraints, *[pin.requirement for pin in pins])
    if ended.returncode:
        why = bootstrap.last_line(ended)
        raise EnvironmentProblem(
            f"could not install what the story {story.name} requires (is there a network?): {why}"
        )


def pin_versions(story: Story) -> None:
    """Write the versions of what a story requires, and of what that requires. Raises UsageError, BadFile."""
    requirements = read_requirements(story)
    file = pins_file(story)
    if not requirements:
        how = 'write requires = ["hypothesis"] there, for example'
        raise UsageError(f"{story.shown(story.file)} requires no package: {how}")
    with TemporaryDirectory() as place:
        folder = Path(place)
        report = folder / "report.json"
        options = ["--quiet", "--dry-run", "--ignore-installed", "--report", str(report)]
        ended = run_pip(*options, *write_constraints(folder), *story.requires)
        if ended.returncode:
            raise UsageError(
                f"pip finds no versions of {', '.join(story.requires)}: {bootstrap.last_line(ended)}"
            )
        found = json.loads(report.read_text(encoding="utf-8"))
    # everybody has ours, in the version of our own lock: only those are pinned that the story names itself
    left_out = set(map(normalize, our_packages()))
    for requirement in requirements:
        left_out.discard(normalize(requirement.name))
    pins = []
    for package in found["install"]:
        pin = Pin(package["metadata"]["name"], package["metadata"]["version"])
        if normalize(pin.name) not in left_out:
            pins.append(pin.requirement)
    pins.sort(key=str.lower)
    write_file(file, "\n".join([HEADER, *pins, ""]))
    print(f"{story.shown(file)}: {', '.join(pins)}")
    name_pins(story)


def name_pins(story: Story) -> None:
    """Write into the requirements.txt of a story's repository that requires.txt belongs to it."""
    file = story.top / REQUIREMENTS
    line = f"-r {story.inside(pins_file(story))}"
    # the workspace has none, and needs none: its verbs install what a story requires
    if not file.is_file():
        return
    text = file.read_text(encoding="utf-8")
    if line not in text.splitlines():
        write_file(file, f"{text.rstrip()}\n{line}\n")
        print(f"{story.shown(file)}: {line}")


def our_packages() -> dict[str, str]:
    """Return the versions of our own packages, by their names."""
    if not bootstrap.is_clone():
        return {}
    # the versions are those that are installed: the lock may have two, for two Pythons
    versions = {}
    for name in re.findall(r"(?m)^([\w.-]+)==", bootstrap.locked_packages(bootstrap.TOP, "node")):
        found = find_distribution(name)
        if found:
            versions[name] = found.version
    return versions


def write_constraints(folder: Path) -> list[str]:
    """Write which versions of our packages pip may not change; return the words that tell it so."""
    file = folder / "constraints.txt"
    lines = ""
    for name, version in our_packages().items():
        lines += f"{Pin(name, version).requirement}\n"
    file.write_text(lines, encoding="utf-8")
    return ["--constraint", str(file)]


def run_pip(*words: str) -> "subprocess.CompletedProcess[str]":
    """Have pip install something into the environment of this Python; the wheels of a bundle count."""
    wheels = bootstrap.TOP / "wheels"
    settings = {"PIP_USER": "0"}
    if wheels.is_dir():
        settings["PIP_FIND_LINKS"] = wheels.resolve().as_uri()
    command = [sys.executable, "-m", "pip", "install", *words]
    return bootstrap.run_quietly(bootstrap.TOP, command, **settings)
