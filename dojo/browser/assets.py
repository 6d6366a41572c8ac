"""The files that a browser loads once: Python in WebAssembly, the packages, the story, the page's scripts."""

import gzip
import json
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

from dojo.browser.npm import PYODIDE
from dojo.browser.pack import DISTRIBUTIONS, pack
from dojo.story.katas import Kata
from dojo.story.story import Story

PAGES = Path(__file__).parent / "pages"
SCRIPTS = ("worker.js", "python.mjs", "editor.min.mjs")
HOME, LICENCES = "home.tar.gz", "licences.txt"
NOTICES = ("pyodide.NOTICE", "editor.LICENSE")
RULE = f"\n\n{'-' * 100}\n\n"


class Assets(NamedTuple):
    """The files by their names, compressed."""

    files: dict[str, bytes]
    version: str
    """Another one after each change: a browser keeps the files of a version for ever."""

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes on the wire of what a browser has to load before it can begin."""
        return {name: len(self.files[name]) for name in (*PYODIDE, HOME)}


def make_assets(package: Path, story: Story, kata: Kata) -> Assets:
    """Return the files that a kata needs in the browser; `package` is the folder of Pyodide.

    Raises CollectionError.
    """
    listed = json.loads((package / "pyodide-lock.json").read_bytes())
    files = {name: (package / name).read_bytes() for name in PYODIDE}
    files |= {name: (PAGES / name).read_bytes() for name in SCRIPTS}
    # no packages are listed: what is needed lies in the archive
    files["pyodide-lock.json"] = json.dumps({"info": listed["info"], "packages": {}}).encode()
    files[LICENCES] = licences().encode()
    packed = {name: gzip.compress(content, mtime=0) for name, content in files.items()}
    packed[HOME] = pack(story, kata)
    return Assets(packed, sha256(b"".join(packed.values())).hexdigest()[:12])


def licences() -> str:
    """Return the licences of all that is sent to a browser."""
    parts = [(PAGES / name).read_text(encoding="utf-8").strip() for name in NOTICES]
    for name in DISTRIBUTIONS:
        found = distribution(name)
        files = [file for file in found.files or [] if "LICENSE" in file.name]
        parts.append("\n\n".join([f"{name} {found.version}", *(file.read_text().strip() for file in files)]))
    return RULE.join(parts) + "\n"
