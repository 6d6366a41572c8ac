"""Law 4: the settings of pytest leave no test out, and are in one file."""

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from iniconfig import IniConfig, ParseError

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.story.story import PYTEST_INI, Story

NEEDED = {"strict": "true", "empty_parameter_set_mark": "fail_at_collect"}
YES = ("true", "1", "yes", "on")
ALLOWED = {"minversion", "testpaths", "cache_dir", "console_output_style", "markers", "pythonpath"}
ALLOWED_BEGINNINGS = ("log_", "junit_", "faulthandler_", "verbosity_", "truncation_", "tmp_path_retention_")
ONLY_TRUE = ("xfail_strict", "strict_")
"""What `strict` comes to; only a lax suite would need to set one of them to something else."""
ALLOWED_WORD = re.compile(
    r"-v+|-q+|-r\w+|-l|--(durations|tb|color)=\w+|--strict(-markers|-config)?|-p no:cacheprovider"
)
OTHERS = {
    "pytest.toml": (),
    ".pytest.toml": (),
    "pytest.ini": (),
    ".pytest.ini": (),
    "pyproject.toml": ("tool", "pytest"),
    "tox.ini": ("pytest",),
    "setup.cfg": ("tool:pytest",),
}
"""Where pytest looks for settings, and in which section; if none is named, the file alone will do."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every setting that makes pytest lax, and every other file that has settings."""
    story = evidence.story
    if (story.top / PYTEST_INI).is_file():
        yield from of_the_ini(story)
    for file in others(story):
        what = f"has settings of pytest as well; keep them in the one {PYTEST_INI} at the top"
        yield Violation(4, file, 0, *split(what))


def of_the_ini(story: Story) -> Iterator[Violation]:
    """Every setting in the pytest.ini at the top that makes pytest lax."""
    try:
        settings = IniConfig(story.top / PYTEST_INI)
    except (ParseError, UnicodeDecodeError) as error:
        yield Violation(4, story.top / PYTEST_INI, 0, f"pytest cannot read it: {error}", "mend that")
        return
    said = dict(settings["pytest"].items()) if "pytest" in settings else {}
    for key, what in lax(said):
        line = settings.lineof("pytest", key) if key in said else 1
        yield Violation(4, story.top / PYTEST_INI, line or 1, *split(what))


def lax(settings: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The keys that make pytest lax, or change what it collects, and what to do."""
    for key, value in NEEDED.items():
        if settings.get(key, "").lower() not in (value, *(YES if value == "true" else ())):
            yield key, f"{key} is not {value}; write {key} = {value}"
    for key, value in settings.items():
        if key in NEEDED or key in ALLOWED or key.startswith(ALLOWED_BEGINNINGS):
            continue
        if key.startswith(ONLY_TRUE):
            if value.lower() not in YES:
                yield key, f"{key} = {value} makes pytest lax; remove it"
        elif key == "addopts":
            for word in words(value):
                if not ALLOWED_WORD.fullmatch(word):
                    yield key, f"addopts may leave tests out with {word}; remove that"
        elif key == "filterwarnings":
            if any(not line.startswith("error") for line in value.split("\n") if line):
                yield key, "filterwarnings may hide what is wrong; say only error"
        else:
            yield key, f"{key} changes which tests pytest runs, or how; remove it"


def words(options: str) -> list[str]:
    """The options, each joined to its value if it may be written like that."""
    joined: list[str] = []
    for word in options.split():
        if joined and joined[-1] in ("-p", "--tb", "--color", "--durations"):
            joined[-1] = f"-p {word}" if joined[-1] == "-p" else f"{joined[-1]}={word}"
        else:
            joined.append(word)
    return joined


def others(story: Story) -> Iterator[Path]:
    """The files in the suite and above it, up to the top, that pytest takes for its settings."""
    for folder in [story.suite, *story.suite.parents]:
        if folder.is_relative_to(story.top):
            for name, section in OTHERS.items():
                file = folder / name
                if file.is_file() and file != story.top / PYTEST_INI and has(file, section):
                    yield file


def has(file: Path, section: tuple[str, ...]) -> bool:
    """Does a file have this section?"""
    if not section:
        return True
    with suppress(ParseError, ValueError):
        if file.suffix == ".toml":
            found = tomllib.loads(file.read_text(encoding="utf-8"))
            return section[1] in found.get(section[0], {})
        return section[0] in IniConfig(file)
    return False
