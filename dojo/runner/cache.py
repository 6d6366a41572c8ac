"""Answers from before, cached below `.cache/`: each under a key, and with what else its run depended on.

The key is made from what every run needs: the step, the suite, the runner. What a run has opened, imported or
looked up besides is written next to its answer; a read gives the answer only while all of that is as it was.
So one key has one answer, the latest. A file is written as a whole: a killed verb leaves a whole answer or
none, and an answer that cannot be written is worked out again the next time.
"""

import functools
import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from dojo.files import atomic_write, hide_from_git
from dojo.packages.pins import pins_file
from dojo.runner.recorder import dependencies
from dojo.runner.recorder.dependencies import UNTRACKED, Dependencies
from dojo.story.story import PYTEST_INI, Story
from dojo.story.workspace import CACHE

MAX_ANSWERS = 400  # of a kind: several times as many as any story has steps

T = TypeVar("T")

DOJO = Path(__file__).parent.parent
# The folders of dojo/ that decide what a test comes to.
RUNS = ("runner", "packages", "story")
# What decides how two values are shown that differ: a column has each test's failure.
DIFF = DOJO / "diff.py"
LOCK = DOJO.parent / "requirements" / "lock.txt"
# The packages that a verb has imported before a story does, and Ruff: they are in each environment.
IMPORTED = {
    "coverage",
    "iniconfig",
    "jinja2",
    "markdown_it_py",
    "markupsafe",
    "mdurl",
    "msgspec",
    "packaging",
    "pluggy",
    "pygments",
    "pytest",
    "rich",
    "ruff",
}
IS_INSTALLED = not (DOJO.parent / "conftest.py").is_file()
# The one plugin of all suites: it knows what a mark means, and what is red for the right reason. At the top
# of the workspace, plain pytest finds it. A wheel has it in the package.
PLUGIN = DOJO / "conftest.py" if IS_INSTALLED else DOJO.parent / "conftest.py"


class Cache:
    """The answers of one kind, a file for each key; those of other kinds are read as well."""

    def __init__(self, top: Path, kind: str, *others: str, most: int = MAX_ANSWERS) -> None:
        self.folder = top / CACHE / kind
        self.others = [top / CACHE / other for other in others]
        self.most = most

    def read(self, key: str) -> Any:
        """Return the answer under a key; None if none can be read, or if it may be another now."""
        for folder in (self.folder, *self.others):
            with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
                record = json.loads((folder / f"{key}.json").read_text(encoding="utf-8"))
                answer, depends_on = record["answer"], record.get("depends_on", {})
                if dependencies.is_as_it_was(depends_on):
                    dependencies.absorb(depends_on)
                    return answer
        return None

    @property
    def answers(self) -> list[Any]:
        """Every answer that is there and can be read."""
        answers = [self.read(file.stem) for file in sorted(self.folder.glob("*.json"))]
        return [answer for answer in answers if answer is not None]

    def write(self, key: str, answer: Any, depends_on: Dependencies | None = None) -> None:
        """Write an answer, whole or not at all; not if it is not known what its run depended on."""
        depends_on = depends_on or {}
        dependencies.absorb(depends_on)
        if UNTRACKED in depends_on:
            return
        # a full disk, a folder that may not be written
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            hide_from_git(self.folder.parent)
            record = {"answer": answer}
            if depends_on:
                record["depends_on"] = depends_on
            atomic_write(self.folder / f"{key}.json", json.dumps(record))
            self.prune()

    def prune(self) -> None:
        """Delete the oldest answers if there are too many, and what a killed verb has left behind."""
        with suppress(OSError):
            files = sorted(self.folder.iterdir(), key=lambda file: file.stat().st_mtime_ns)
            for file in files[: -self.most]:
                file.unlink(missing_ok=True)


# The answer of a run for each thing, as JSON can hold it, and what it depends on besides its key.
Answers = dict[T, tuple[Any, Dependencies]]


def cached_answers(
    cache: Cache, find_keys: Callable[[], dict[T, str]], run: Callable[[list[T]], Answers[T]]
) -> dict[T, Any]:
    """Return the answer for each thing: cached, or by a run of those that have none.

    `find_keys` returns the key of each thing as its files are now: what is saved during a run is run again.
    """
    keys = find_keys()
    answers = {}
    for key in keys.values():
        answer = cache.read(key)
        if answer is not None:
            answers[key] = answer
    while True:
        # things with the same key have the same answer: one of them is run
        stale = {key: thing for thing, key in keys.items() if key not in answers}
        if not stale:
            return {thing: answers[key] for thing, key in keys.items()}
        ran = run([*stale.values()])
        keys = find_keys()
        for key, thing in stale.items():
            if keys[thing] == key:
                answers[key], depends_on = ran[thing]
                cache.write(key, answers[key], depends_on)


def digest(files: Iterable[Path], top: Path, texts: Iterable[str] = ()) -> str:
    """Hash the names and contents of files, and some texts."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(text.encode() + b"\0")
    for file in sorted(files):
        content = file.read_bytes() if file.is_file() else b""
        name = file.relative_to(top) if file.is_relative_to(top) else file.name
        whole.update(f"{name} {len(content)}\0".encode() + content)
    return whole.hexdigest()


def is_the_plugin(file: Path) -> bool:
    """True if a file is the plugin of all suites, or a copy of it."""
    return file.is_file() and file.read_bytes().replace(b"\r\n", b"\n") == PLUGIN.read_bytes()


def suite_key(story: Story) -> str:
    """Hash what every run of a suite depends on: the suite, the runner, and what runs them."""
    # the plugin is read again for each suite
    files = [story.file, pins_file(story), story.top / PYTEST_INI, PLUGIN, *story.suite.rglob("*")]
    sources = [file for file in files if "__pycache__" not in file.parts]
    names = " ".join(step.name for step in story.steps)
    return digest(sources, story.top, [names, hash_runner(), *imported_packages()])


@functools.cache
def hash_runner() -> str:
    """Hash what runs suites here: once, as this process goes on with the code it has loaded."""
    files = [LOCK, DIFF]
    for folder in RUNS:
        files += (DOJO / folder).rglob("*.py")
    texts = [sys.version]
    if IS_INSTALLED:
        # there is no lock: the names of these folders have the versions of all packages
        texts += sorted(folder.name for folder in DOJO.parent.glob("*.dist-info"))
    return digest(files, DOJO.parent, texts)


def imported_packages() -> list[str]:
    """Name the packages that we have imported ourselves, with their versions.

    If a story imports one of them, no recorder sees it.
    """
    names = set()
    for folder in dependencies.INSTALLED:
        for info in Path(folder).glob("*.dist-info"):
            if info.stem.partition("-")[0].lower() in IMPORTED:
                names.add(info.stem)
    return sorted(names)
