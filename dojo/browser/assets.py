"""The files that a browser loads once: Python in WebAssembly, the packages, the story, the page's scripts."""

import gzip
import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dojo.browser.pack import pack
from dojo.errors import EnvironmentProblem, describe_error
from dojo.story.katas import Kata
from dojo.story.story import Story

HERE = Path(__file__).parent
MODULES = Path(".browser")
"""At the top of the workspace: where npm puts Python for the browser."""
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
SCRIPTS = ("worker.js", "editor.min.mjs")
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".zip": "application/zip",
    ".gz": "application/gzip",
}
"""The Content-Type of each kind of file: a browser loads no module of another type."""
HOME = "home.tar.gz"


class Assets(NamedTuple):
    """A folder of files, each compressed; it is named after what is in them."""

    folder: Path

    @property
    def version(self) -> str:
        """Another one after each change: a browser keeps what it has for ever."""
        return self.folder.name

    @property
    def sizes(self) -> dict[str, int]:
        """The bytes on the wire of what a browser has to load before it can begin."""
        return {name: (self.folder / name).stat().st_size for name in (*PYODIDE, HOME)}


def set_up(top: Path) -> Path:
    """Install Python for the browser with npm, once, and return its folder; raises EnvironmentProblem."""
    home, lock = top / MODULES, HERE / "npm" / "package-lock.json"
    done = home / "package-lock.json"
    package = home / "node_modules" / "pyodide"
    if done.is_file() and done.read_bytes() == lock.read_bytes() and (package / PYODIDE[2]).is_file():
        return package
    npm = shutil.which("npm")
    if npm is None:
        raise EnvironmentProblem("a kata in the browser needs npm, once, to fetch Python: install Node.js")
    try:
        home.mkdir(exist_ok=True)
        done.unlink(missing_ok=True)
        shutil.copy(HERE / "npm" / "package.json", home)
        shutil.copy(lock, done)
        words = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        run = subprocess.run([npm, *words], cwd=home, capture_output=True, text=True)
    except OSError as error:
        raise EnvironmentProblem(
            f"Python for the browser cannot be installed: {describe_error(error)}"
        ) from None
    if run.returncode:
        done.unlink(missing_ok=True)
        last = (run.stderr.strip() or run.stdout.strip() or "npm failed").splitlines()[0]
        raise EnvironmentProblem(f"Python for the browser cannot be installed: {last}")
    return package


def make_assets(top: Path, story: Story, kata: Kata) -> Assets:
    """Return the files that a kata needs in the browser, written once.

    Raises EnvironmentProblem, CollectionError.
    """
    package = set_up(top)
    files = {name: (package / name).read_bytes() for name in PYODIDE}
    files |= {name: (HERE / "pages" / name).read_bytes() for name in SCRIPTS}
    files["pyodide-lock.json"] = stub(package)
    files[HOME] = pack(story, kata)
    told = sha256(b"".join(sha256(content).digest() for content in files.values())).hexdigest()[:12]
    folder = top / ".cache" / "browser" / told
    if not folder.is_dir():
        write(folder, files)
    return Assets(folder)


def stub(package: Path) -> bytes:
    """The list of packages, without any: what is needed lies in the archive."""
    told = json.loads((package / "pyodide-lock.json").read_bytes())
    return json.dumps({"info": told["info"], "packages": {}}).encode()


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write each file compressed, all of them or none; older versions go. Raises EnvironmentProblem."""
    draft = folder.with_suffix(".draft")
    try:
        shutil.rmtree(folder.parent, ignore_errors=True)
        draft.mkdir(parents=True)
        for name, content in files.items():
            packed = content if name == HOME else gzip.compress(content, 9, mtime=0)
            (draft / name).write_bytes(packed)
        draft.rename(folder)
    except OSError as error:
        raise EnvironmentProblem(
            f"the files for the browser cannot be written: {describe_error(error)}"
        ) from None
