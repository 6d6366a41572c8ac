"""Python for the pages of the site: loaded once for all of them, each story in a home of its own."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from dojo.browser.assets import files_of_python, home_of, licences
from dojo.story.steps import Step, read_text
from dojo.story.story import Story
from dojo.website.frame import LICENCES


@dataclass(frozen=True)
class PythonFiles:
    """The files that Python in a page needs.

    Attributes:
        files: their contents, by their paths on the site.
        version: another one after each change: a browser keeps the files of a version for ever.
        sizes: the bytes that a page of a story loads before its first run, by the name of the story.
    """

    files: Mapping[str, bytes]
    version: str
    sizes: Mapping[str, int]

    @property
    def folder(self) -> str:
        """The folder of the files that never change."""
        return f"python/{self.version}"

    def settings(self, story: Story, base: str) -> dict[str, object]:
        """Return what a page has to know to start Python for a story; `base` is the folder, with a slash."""
        return {
            "base": base,
            "version": self.version,
            "home": name_of_home(story),
            "bytes": self.sizes[story.name],
            "story": story.name,
        }


def python_files(package: Path, stories: Sequence[Story]) -> PythonFiles:
    """Return the files for the pages of some stories; `package` is the folder of Pyodide.

    Raises CollectionError where a suite cannot be collected, UsageError where one needs a compiled package.
    """
    shared = files_of_python(package)
    homes = {}
    for story in stories:
        home = home_of(story, story.katas)
        homes[name_of_home(story)] = json.dumps(home, sort_keys=True).encode()
    contents = shared | homes
    whole = sha256()
    for name in sorted(contents):
        whole.update(contents[name])
    version = whole.hexdigest()[:12]
    files = {f"python/{version}/{name}": content for name, content in contents.items()}
    files[LICENCES] = licences(stories).encode()
    shared_bytes = sum(map(len, shared.values()))
    sizes = {}
    for story in stories:
        sizes[story.name] = shared_bytes + len(homes[name_of_home(story)])
    return PythonFiles(files, version, sizes)


def name_of_home(story: Story) -> str:
    """Return the name of the file with what the worker has on its disk."""
    return f"{story.name}.json"


def texts_of_step(step: Step) -> dict[str, str]:
    """Return the code of a step, by the names of its files."""
    return {step.name_in(file): read_text(file) for file in step.files}
