"""The files of one version: which of them are tests, settings, code or data, as far as the sources tell."""

import configparser
import re
import tomllib
from collections.abc import Sequence
from enum import Enum, auto
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import PurePosixPath

from dojo.attempt import diffstat
from dojo.attempt.snapshot import File, Files
from dojo.prove.measure.outcomes import TestResult
from dojo.tracing import paths as test_paths
from dojo.tracing.sources import Test, TestFile, find_at, normalize, parse_tests

# where pytest looks for its settings, in this order, and the table that it reads there
INI_TABLES = {
    "pytest.toml": "pytest",
    ".pytest.toml": "pytest",
    "pytest.ini": "pytest",
    ".pytest.ini": "pytest",
    "pyproject.toml": "tool.pytest.ini_options",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}
INI_FILES = tuple(INI_TABLES)
# folders that pytest does not look into, and that hold other people's code
SKIPPED_FOLDERS = {"build", "dist", "node_modules", "site-packages", "venv"}
DOCUMENT_FOLDERS = ("doc", "docs")
DOCUMENT_SUFFIXES = (".adoc", ".lock", ".md", ".rst")
DOCUMENT_NAMES = (
    "AUTHORS*",
    "CHANGELOG*",
    "CHANGES*",
    "CODEOWNERS",
    "CONTRIBUTORS*",
    "COPYING*",
    "HISTORY*",
    "LICENCE*",
    "LICENSE*",
    "NEWS*",
    "NOTICE*",
    "README*",
    "requirements*.txt",
)
# code that no test is about
TOOLING_FILES = ("setup.py", "noxfile.py", "versioneer.py")
# what Sphinx reads when it makes the documents, wherever it lies in these folders
SETTINGS_OF_DOCUMENTS = re.compile(r"docs?/(.+/)?conf\.py")


class Area(Enum):
    """What a file is to the tests of its repository."""

    TESTS = auto()
    SETTINGS = auto()
    CODE = auto()
    DATA = auto()  # whatever else code may read, also code in another language
    DOCUMENTS = auto()  # what no test depends on


class SourceTree:
    """The files of a version, and what can be read in them without running anything.

    Takes the paths that are left out, with their code and their tests: benchmarks, say.
    """

    def __init__(self, files: Files, excluded: Sequence[str] = ()) -> None:
        self.files = files
        self.excluded = excluded

    @cached_property
    def paths(self) -> dict[str, File]:
        """Return the files by their paths as text, without links and what is somebody else's."""
        found = {}
        environments = [path[: -len(b"pyvenv.cfg")] for path in self.files if is_environment(path)]
        for name, file in self.files.items():
            is_installed = any(name.startswith(folder) for folder in environments)
            path = name.decode(errors="replace")
            folders = PurePosixPath(path).parts[:-1]
            if file.mode != "120000" and not is_installed and not SKIPPED_FOLDERS.intersection(folders):
                found[path] = file
        return found

    @cached_property
    def own_settings(self) -> dict[str, str]:
        """Return what the first of the files says that pytest takes its settings from."""
        for name in INI_FILES:
            if name in self.paths:
                settings = read_settings(name, self.content(name))
                if settings is not None:
                    return settings
        return {}

    @cached_property
    def test_patterns(self) -> list[str]:
        """Return how the files of tests are named by the settings; nothing if they do not say it."""
        return self.own_settings.get("python_files", "").split()

    def is_test_file(self, path: str) -> bool:
        """True if pytest takes the file for tests: by its settings, or else by its name."""
        if self.is_excluded(path):
            return False
        if not self.test_patterns:
            return test_paths.holds_tests(path)
        name = PurePosixPath(path).name
        if not name.endswith(".py") or name == "conftest.py":
            return False
        for pattern in self.test_patterns:
            if fnmatchcase(
                f"/{path}" if "/" in pattern else name, f"*/{pattern}" if "/" in pattern else pattern
            ):
                return True
        return False

    def belongs_to_tests(self, path: str) -> bool:
        """True for a file of tests, a `conftest.py`, and a helper or data in a folder of tests."""
        return self.is_test_file(path) or test_paths.belongs_to_tests(path)

    def is_code(self, path: str) -> bool:
        """True for code in Python that is no test, and that is not left out."""
        return path.endswith(".py") and not self.belongs_to_tests(path) and not self.is_excluded(path)

    def is_excluded(self, path: str) -> bool:
        for pattern in self.excluded:
            if path.startswith(f"{pattern.rstrip('/')}/") or fnmatchcase(path, pattern):
                return True
        return False

    def area_of(self, path: str) -> Area:
        """Return what a file is to the tests."""
        if self.is_excluded(path):
            return Area.DOCUMENTS
        if self.belongs_to_tests(path):
            return Area.TESTS
        if path in INI_FILES:
            return Area.SETTINGS
        is_tooling = path in TOOLING_FILES or bool(SETTINGS_OF_DOCUMENTS.fullmatch(path))
        if is_document(path) or is_tooling:
            return Area.DOCUMENTS
        return Area.CODE if path.endswith(".py") else Area.DATA

    @cached_property
    def normal_code(self) -> dict[str, str]:
        """Return its code in any language, in a normal form: of Python without what is layout."""
        found = {}
        for path in self.paths:
            if (self.is_code(path) or not path.endswith(".py")) and diffstat.is_code(path):
                found[path] = normalize(self.content(path))
        return found

    @cached_property
    def test_files(self) -> list[str]:
        """Return the files that may hold tests: none that has nothing but imports."""
        found = []
        for path in sorted(filter(self.is_test_file, self.paths)):
            file = self.test_file(path)
            if file is None or file.tests or file.helpers or file.defines_code:
                found.append(path)
        return found

    @cached_property
    def suite_files(self) -> list[str]:
        """Return the files of tests that pytest runs where none is named: `testpaths` may leave some out."""
        found = []
        for place in self.own_settings.get("testpaths", "").split():
            pattern = place.removeprefix("./").rstrip("/")
            for path in self.test_files:
                if fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern}/*"):
                    found.append(path)
        return sorted(set(found)) or self.test_files

    @cached_property
    def tests(self) -> dict[str, Test]:
        """Return its tests by their ids, as far as their sources tell."""
        found = {}
        for path in self.test_files:
            file = self.test_file(path)
            for test in file.tests if file else ():
                found[f"{path}::{test.name}"] = test
        return found

    @cached_property
    def import_names(self) -> set[str]:
        """Return the names by which its code may be imported."""
        names: set[str] = set()
        for path in filter(self.is_code, self.paths):
            names.update(PurePosixPath(path).with_suffix("").parts)
        return names

    @cached_property
    def settings(self) -> dict[str, dict[str, str] | None]:
        """Return what the settings of pytest say, by their files."""
        return {name: read_settings(name, self.content(name)) for name in INI_FILES if name in self.paths}

    def content(self, path: str) -> bytes:
        return self.paths[path].content if path in self.paths else b""

    def test_file(self, path: str) -> TestFile | None:
        return parse_tests(self.content(path))

    def find_test(self, result: TestResult) -> Test:
        """Find the source of a test that ran, also where it is inherited or made by a program."""
        known = self.tests.get(result.function)
        if known is None and result.file:
            known = find_at(self.content(result.file), result.line)
        return known or Test(result.function, "", result.line, 0)

    def holds_code(self, path: str) -> bool:
        """True if a test file has code of its own, and neither it nor a `conftest.py` imports any other."""
        file = self.test_file(path)
        if not file or not file.defines_code or file.imports & {"", *self.import_names}:
            return False
        above = PurePosixPath(path).parents
        return not any((folder / "conftest.py").as_posix() in self.paths for folder in above)

    def with_tests_of(self, other: "SourceTree") -> "SourceTree":
        """Return the same code, with all that belongs to the tests of another version, and its settings."""
        files = {}
        for name, file in self.files.items():
            if not other.goes_with_tests(name) and not self.goes_with_tests(name):
                files[name] = file
        for name, file in other.files.items():
            if other.goes_with_tests(name) or self.goes_with_tests(name):
                files[name] = file
        return SourceTree(files, self.excluded)

    def goes_with_tests(self, name: bytes) -> bool:
        path = name.decode(errors="replace")
        return self.belongs_to_tests(path) or path in INI_FILES

    def paths_unlike(self, other: "SourceTree") -> list[str]:
        """Return the paths of what differs from another version; layout, comments and docstrings do not."""
        found = []
        for path in sorted({path for path, _ in self.paths.items() ^ other.paths.items()}):
            # an empty file is no difference from none
            if not path.endswith(".py") or normalize(self.content(path)) != normalize(other.content(path)):
                found.append(path)
        return found


def is_environment(path: bytes) -> bool:
    return path.rpartition(b"/")[2] == b"pyvenv.cfg"


def is_document(path: str) -> bool:
    """True for what no test depends on: texts for people, and the files of tools."""
    file = PurePosixPath(path)
    if any(part.startswith(".") for part in file.parts):
        return True
    if any(fnmatchcase(file.name, pattern) for pattern in DOCUMENT_NAMES):
        return True
    # further down it may be a template that the code reads
    is_at_top = len(file.parts) == 1 or file.parts[0] in DOCUMENT_FOLDERS
    return is_at_top and file.suffix in DOCUMENT_SUFFIXES


def read_settings(name: str, content: bytes) -> dict[str, str] | None:
    """Read what a file says to pytest, lists joined by spaces; None if it says nothing, or cannot be read."""
    text = content.decode(errors="replace")
    if not name.endswith(".toml"):
        parser = configparser.RawConfigParser(strict=False)
        try:
            parser.read_string(text)
        except configparser.Error:
            return None
        has_table = parser.has_section(INI_TABLES[name])
        return dict(parser.items(INI_TABLES[name])) if has_table else None
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None
    for key in INI_TABLES[name].split("."):
        table = table.get(key, {})
    values = {}
    for key, value in table.items():
        values[key] = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return values or None
