"""Answers from before, cached below `.cache/`: each under a key, and with what else its run depended on.

The key is made from what every run needs: the step, the suite, the runner. What a run has opened, imported or
looked up besides is written next to its answer; a read gives the answer only while all of that is as it was.
So one key has one answer, the latest. A file is written as a whole: a killed verb leaves a whole answer or
none, and an answer that cannot be written is worked out again the next time.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from dojo.files import atomic_write, hide_from_git
from dojo.runner.recorder import dependencies
from dojo.runner.recorder.dependencies import UNTRACKED, Dependencies
from dojo.story.story import PYTEST_INI, Story
from dojo.story.workspace import CACHE

MOST = 400
"""At most so many answers of a kind are kept: several times as many as any story has steps."""

T = TypeVar("T")

DOJO = Path(__file__).parent.parent
RUNS = ("runner", "story")
"""The folders of dojo/ that decide what a test comes to."""
DIFF = DOJO / "diff.py"
"""What decides how two values are shown that differ: a column has each test's failure."""
LOCK = DOJO.parent / "requirements" / "lock.txt"
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
"""The packages that a verb has imported before a story does, and Ruff: they are in each environment."""
IS_INSTALLED = not (DOJO.parent / "conftest.py").is_file()
PLUGIN = DOJO / "conftest.py" if IS_INSTALLED else DOJO.parent / "conftest.py"
"""The one plugin of all suites: it knows what a mark means, and what is red for the right reason.

At the top of the workspace, plain pytest finds it. A wheel has it in the package.
"""


class Cache:
    """The answers of one kind, a file for each key; those of other kinds are read as well."""

    def __init__(self, top: Path, kind: str, *others: str, most: int = MOST) -> None:
        self.folder = top / CACHE / kind
        self.others = [top / CACHE / other for other in others]
        self.most = most

    def read(self, key: str) -> Any:
        """The answer under a key; None if there is none that can be read, or if it may be another now."""
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
        keys = [file.stem for file in sorted(self.folder.glob("*.json"))]
        return [answer for key in keys if (answer := self.read(key)) is not None]

    def write(self, key: str, answer: Any, depends_on: Dependencies | None = None) -> None:
        """Keep an answer, whole or not at all; not if nobody can say what its run depended on."""
        depends_on = depends_on or {}
        dependencies.absorb(depends_on)
        if UNTRACKED in depends_on:
            return
        with suppress(OSError):  # a full disk, a folder that may not be written
            self.folder.mkdir(parents=True, exist_ok=True)
            hide_from_git(self.folder.parent)
            record = {"answer": answer} | ({"depends_on": depends_on} if depends_on else {})
            atomic_write(self.folder / f"{key}.json", json.dumps(record))
            self.prune()

    def prune(self) -> None:
        """Delete the oldest answers if there are too many, and what a killed verb has left behind."""
        with suppress(OSError):
            files = sorted(self.folder.iterdir(), key=lambda file: file.stat().st_mtime_ns)
            for file in files[: -self.most]:
                file.unlink(missing_ok=True)


Answers = dict[T, tuple[Any, Dependencies]]
"""The answer of a run for each thing, as JSON can hold it, and what it depends on besides its key."""


def cached_answers(
    cache: Cache, find_keys: Callable[[], dict[T, str]], run: Callable[[list[T]], Answers[T]]
) -> dict[T, Any]:
    """Give the answer for each thing: cached, or by a run of those that have none.

    `find_keys` gives the key of each thing as its files are now: what is saved during a run is run again.
    """
    keys = find_keys()
    answers = {key: answer for key in keys.values() if (answer := cache.read(key)) is not None}
    while stale := {key: one for one, key in keys.items() if key not in answers}:
        ran, keys = run([*stale.values()]), find_keys()
        for key, one in stale.items():
            if keys[one] == key:
                answers[key], depends_on = ran[one]
                cache.write(key, answers[key], depends_on)
    return {one: answers[key] for one, key in keys.items()}


def digest(files: Iterable[Path], top: Path, texts: Iterable[str] = ()) -> str:
    """The names and contents of files, and some texts, as one hash."""
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
    """What every run of a suite depends on, in a few letters: the suite, the runner, and what runs them."""
    files = [story.file, story.top / PYTEST_INI, LOCK, PLUGIN, DIFF, *story.suite.rglob("*")]
    files += [file for folder in RUNS for file in (DOJO / folder).rglob("*.py")]
    sources = [file for file in files if "__pycache__" not in file.parts]
    texts = [" ".join(step.name for step in story.steps), sys.version]
    if IS_INSTALLED:
        # there is no lock: the names of these folders have the versions of all packages
        texts += sorted(folder.name for folder in DOJO.parent.glob("*.dist-info"))
    return digest(sources, story.top, [*texts, *imported_packages()])


def imported_packages() -> list[str]:
    """Name the packages that we have imported ourselves, with their versions.

    If a story imports one of them, no recorder sees it.
    """
    installed = {info.stem for folder in dependencies.INSTALLED for info in Path(folder).glob("*.dist-info")}
    return sorted(name for name in installed if name.partition("-")[0].lower() in IMPORTED)
