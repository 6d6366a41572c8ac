"""A site of the small story, made once, and one to plant faults in."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers import small_copy

from dojo.browser.npm import PYODIDE
from dojo.website.write import write_site

if TYPE_CHECKING:
    from helpers import Copy

README = """# A workspace

Practise in small steps.

See [the docs](docs/leading.md#the-end), [a step](steps/step_02_numbers/README.md),
[the suite](suite/rows.py), [nothing](missing.md) and <https://example.com>.
"""
LEADING = """# Leading

For everyone who leads.

<!-- table -->

| one | two |
|---|---|
| <b>1</b> | 2 |

<!-- end -->

## The end

Back to [the start](../README.md).
"""


@dataclass(frozen=True)
class Site:
    """A workspace, and the folder of Pyodide that its site is made with."""

    copy: "Copy"
    package: Path

    @property
    def folder(self) -> Path:
        return self.copy.root / "site"

    def write(self, base: str = "", repository: str = "") -> int:
        """Write the site."""
        return write_site(self.copy.root, self.copy.workspace.stories, self.package, base, repository)

    def text(self, path: str) -> str:
        """The text of a file of the site."""
        return (self.folder / path).read_text(encoding="utf-8")

    def words(self, path: str) -> str:
        """What a reader sees of a page, without its scripts."""
        html = re.sub(r"<script.*?</script>", "", self.text(path), flags=re.DOTALL)
        return " ".join(re.sub(r"<[^>]+>", "", html).split())


def make(folder: Path, cache: Path) -> Site:
    """Make a workspace with docs, whose site is not written yet."""
    copy = small_copy(folder)
    shutil.copytree(cache, copy.root / ".cache")
    (copy.root / "README.md").write_text(README, encoding="utf-8")
    (copy.root / "docs").mkdir()
    (copy.root / "docs" / "leading.md").write_text(LEADING, encoding="utf-8")
    package = folder / "pyodide"
    package.mkdir()
    for name in PYODIDE:
        (package / name).write_bytes(b"of Pyodide")
    (package / "pyodide-lock.json").write_text(json.dumps({"info": {}}), encoding="utf-8")
    return Site(copy, package)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, small_cache: Path) -> Site:
    """A site to look at and not to change."""
    made = make(tmp_path_factory.mktemp("site"), small_cache)
    assert made.write() == 0
    return made


@pytest.fixture
def draft(tmp_path: Path, small_cache: Path) -> Site:
    """A workspace whose site is not written yet."""
    return make(tmp_path, small_cache)
