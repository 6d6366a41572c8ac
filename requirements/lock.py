"""Write lock.txt again, from pyproject.toml: python3 requirements/lock.py, with uv on the PATH.

All groups are resolved together, so that no package has two versions. lock.txt then has a section for each
group, with what the groups that it includes do not have already: dojo/bootstrap.py installs whole sections.
Versions stay as they are; `python3 requirements/lock.py --upgrade` takes the newest ones.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from dojo.bootstrap import GROUPS, LOCK, SECTION, included_groups  # noqa: E402

COMPILE = [
    *("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-annotate", "--no-header"),
]
SOURCES = {
    "loop": ["pyproject.toml", "--extra", "room", "--extra", "watch"],
    "node": ["pyproject.toml", "--extra", "browser"],
}
HEADER = """\
# Every package of the workspace with its version and its hashes, in a section for each group.
# Written by python3 requirements/lock.py; the groups are in pyproject.toml and in dojo/bootstrap.py.
"""


def main() -> None:
    """Resolve all groups together, then write the section of each."""
    if not shutil.which("uv"):
        sys.exit("uv is missing, and it makes the lock: pip install uv")
    lock, everything = TOP / LOCK, TOP / "requirements" / "all.tmp"
    try:
        # uv keeps the versions that it finds in the file that it writes
        if lock.is_file():
            shutil.copy(lock, everything)
        sources = [word for group in GROUPS for word in source_of(group)]
        compile_lock(sources, everything, *sys.argv[1:])
        packages = read_packages(everything.read_text(encoding="utf-8"))
        text = HEADER
        for group in GROUPS:
            text += SECTION.format(group) + "\n"
            text += "".join(packages[name] for name in own_packages(group, everything))
    finally:
        everything.unlink(missing_ok=True)
    lock.write_text(text, encoding="utf-8")


def source_of(group: str) -> list[str]:
    """Return the words that tell uv what a group asks for itself."""
    return SOURCES.get(group, ["--group", group])


def compile_lock(sources: list[str], file: Path, *options: str) -> None:
    """Have uv write the packages of some sources to a file."""
    subprocess.run([*COMPILE, *sources, "--output-file", file, *options], cwd=TOP, check=True)


def own_packages(group: str, everything: Path) -> list[str]:
    """Return the names of the packages that a group adds to the groups that it includes."""
    known: set[str] = set()
    for name in included_groups(group)[:-1]:
        known.update(own_packages(name, everything))
    return sorted(packages_of(group, everything) - known)


def packages_of(group: str, everything: Path) -> set[str]:
    """Return the names of all packages of a group, its included groups too."""
    sources = [word for name in included_groups(group) for word in source_of(name)]
    file = everything.with_name("group.tmp")
    try:
        compile_lock(sources, file, "--constraints", str(everything))
        return set(read_packages(file.read_text(encoding="utf-8")))
    finally:
        file.unlink(missing_ok=True)


def read_packages(text: str) -> dict[str, str]:
    """Return the lines of each package, by its name: one that drops an old Python has a version for each."""
    packages: dict[str, str] = {}
    for lines in re.split(r"(?m)^(?=\w)", text):
        if "==" in lines:
            name = lines.partition("==")[0]
            packages[name] = packages.get(name, "") + lines
    return packages


if __name__ == "__main__":
    main()
