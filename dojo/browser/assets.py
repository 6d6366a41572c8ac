"""The files that a browser loads once: Python in WebAssembly, the packages, the story, the page's scripts."""

import gzip
import json
import re
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

from dojo.attempt.snapshot import below
from dojo.browser.npm import PYODIDE
from dojo.coach.where import columns
from dojo.errors import UsageError
from dojo.packages.pins import find_distribution, normalize, read_pins
from dojo.story.katas import Kata
from dojo.story.story import PYTEST_INI, Story

PAGES = Path(__file__).parent / "pages"
HOME = "home.json"
DISTRIBUTIONS = (
    "pytest", "pluggy", "iniconfig", "packaging", "rich", "markdown-it-py", "mdurl", "pygments",
)  # fmt: skip
LEXERS = {"__init__", "_mapping", "python", "diff"}
"""Those of pygments that pytest imports; the others are two thirds of it."""
BUTTONS = {
    "next": ("Next", "Ctrl-Enter", "run your tests; when all are green, see what comes next"),
    "bar": ("Run", "Ctrl-S", "run your tests, and no new one"),
    "hint": ("Hint", "Alt-H", "see how to go on"),
    "where": ("Where", "Alt-W", "which step your code has reached"),
    "back": ("Back", "Alt-B", "undo to the last green run"),
}
"""What is written on the button of a verb, its key, and what it does."""
COMPILED = (".so", ".pyd", ".dylib")
KNOWN = "columns.json"
"""At the top of the workspace: which test is green on which step, as the room has found out."""
TOOLING = Path(__file__).parent.parent


class Assets(NamedTuple):
    """The files by their names, compressed."""

    files: dict[str, bytes]
    version: str
    """Another one after each change: a browser keeps the files of a version for ever."""

    @property
    def size(self) -> int:
        """The bytes on the wire that a browser has to load before it can begin."""
        return sum(len(self.files[name]) for name in (*PYODIDE, HOME))


def make_assets(package: Path, story: Story, kata: Kata) -> Assets:
    """Return the files that a kata needs in the browser; `package` is the folder of Pyodide.

    Raises CollectionError where the suite cannot be collected, UsageError where it needs a compiled package.
    """
    files = files_of_python(package)
    files["licences.txt"] = licences([story]).encode()
    files[HOME] = json.dumps(home_of(story, [kata]), sort_keys=True).encode()
    packed = {name: gzip.compress(content, mtime=0) for name, content in files.items()}
    return Assets(packed, sha256(b"".join(packed.values())).hexdigest()[:12])


def files_of_python(package: Path) -> dict[str, bytes]:
    """Return the files that Python in a browser needs for any story; `package` is the folder of Pyodide."""
    files = {name: (package / name).read_bytes() for name in PYODIDE}
    files |= {name: (PAGES / name).read_bytes() for name in ("worker.mjs", "python.mjs", "editor.min.mjs")}
    # no packages are listed: what is needed lies in the home
    info = json.loads((package / "pyodide-lock.json").read_bytes())["info"]
    files["pyodide-lock.json"] = json.dumps({"info": info, "packages": {}}).encode()
    return files


def licences(stories: Iterable[Story]) -> str:
    """Return the licences of all that is sent to a browser for some stories."""
    notices = ("pyodide.NOTICE", "editor.LICENSE")
    parts = [(PAGES / name).read_text(encoding="utf-8").strip() for name in notices]
    names = list(DISTRIBUTIONS)
    for story in stories:
        names += names_of_required(story)
    for name in dict.fromkeys(names):
        found = distribution(name)
        files = [file for file in found.files or [] if "LICENSE" in file.name]
        parts.append("\n\n".join([f"{name} {found.version}", *(file.read_text().strip() for file in files)]))
    return f"\n\n{'-' * 100}\n\n".join(parts) + "\n"


def names_of_required(story: Story) -> list[str]:
    """Return the names of the packages that a story requires, with those that they require themselves.

    Raises UsageError for one that is compiled for this machine: WebAssembly needs another one.
    """
    names: list[str] = []
    todo = [pin.name for pin in read_pins(story)]
    while todo:
        name = normalize(todo.pop())
        found = find_distribution(name)
        # what is needed on another system, or for an extra, is not installed here
        if found is None or name in (*DISTRIBUTIONS, *names):
            continue
        names.append(name)
        for part in found.files or []:
            if part.suffix in COMPILED:
                problem = f"{story.name} requires {name}, which is compiled and runs in no browser"
                raise UsageError(f"{problem}: do this kata in terminals, and open the room without KATA=")
        todo += [re.split(r"[^\w.-]", line)[0] for line in found.requires or []]
    return names


def package_files(story: Story) -> dict[str, Path]:
    """Return the files of the packages that run in the browser, by their paths there."""
    files: dict[str, Path] = {}
    required = names_of_required(story)
    for name in (*DISTRIBUTIONS, *required):
        for part in distribution(name).files or []:
            is_lexer = part.parent.name == "lexers"
            # by its description Python finds the plugins of pytest in a package
            is_description = name in required and part.parent.suffix == ".dist-info"
            if is_description or (part.suffix == ".py" and (not is_lexer or part.stem in LEXERS)):
                files[f"site/{part.as_posix()}"] = Path(str(part.locate()))
    return files


def home_of(story: Story, katas: Iterable[Kata]) -> dict[str, str]:
    """Return the texts of all files that run in the browser, by their paths; that of a folder ends in /."""
    files = package_files(story)
    top = story.workspace.resolve()
    own = [story.workspace / PYTEST_INI, *story.pytest_files, *story.paths]
    for kata in katas:
        own += kata.folder.glob("*.md")
    # the tests that a participant writes are judged on wrong solutions, too
    mutants = below(story.mutants) if story.mutants else []
    for file in [*own, *below(story.folder), *below(story.suite), *mutants]:
        files[f"workspace/{file.resolve().relative_to(top).as_posix()}"] = file.resolve()
    for file in below(TOOLING):
        if file.suffix == ".py":
            files[f"workspace/dojo/{file.relative_to(TOOLING).as_posix()}"] = file
    home = {f"workspace/{KNOWN}": json.dumps(dict(columns(story)))}
    for name, file in files.items():
        with suppress(UnicodeDecodeError, FileNotFoundError):  # a picture; what a story need not have
            if file.is_dir():
                home[f"{name}/"] = ""
            else:
                home[name] = file.read_bytes().decode()
    return home
