"""An environment as venv and pip make it, of one package that lies in the workspace: no network answers."""

import hashlib
import subprocess
import sys
import zipfile

import pytest
from helpers import TOP

from dojo.cli.environment import BUILD, ensure
from dojo.errors import Trouble

WHEEL = "tiny-1.0-py3-none-any.whl"
FILES = {
    "tiny.py": "",
    "tiny-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
    "tiny-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "tiny-1.0.dist-info/RECORD": "",
}


@pytest.fixture
def top(tmp_path, monkeypatch):
    """A workspace with the wheel of a package of nothing, and a lock of it; the index answers nobody."""
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    top = tmp_path / "a dojo"
    for folder in ("requirements", "wheels"):
        (top / folder).mkdir(parents=True)
    (top / BUILD).write_bytes((TOP / BUILD).read_bytes())
    with zipfile.ZipFile(top / "wheels" / WHEEL, "w") as made:
        for name, text in FILES.items():
            made.writestr(name, text)
    lock(top, hashlib.sha256((top / "wheels" / WHEEL).read_bytes()).hexdigest())
    return top


def lock(top, digest):
    """A lock of that package alone."""
    (top / "requirements" / "loop.txt").write_text(f"tiny==1.0 --hash=sha256:{digest}\n")


def test_it_has_the_package_of_its_lock(top):
    subprocess.run([ensure(top, "loop", sys.executable), "-c", "import tiny"], check=True)


def without_wheels(top):
    (top / "wheels").rename(top / "elsewhere")


def of_another_system(top):
    (top / "wheels" / WHEEL).unlink()


def another_file(top):
    lock(top, "0" * 64)


NOT_THERE = [
    pytest.param(without_wheels, "(is there a network?): ERROR: ", id="no network"),
    pytest.param(of_another_system, "(does wheels/ have them for Python ", id="no wheel for this Python"),
    pytest.param(
        another_file, "(does wheels/ have them for Python ", id="a wheel that is not that of the lock"
    ),
]


@pytest.mark.parametrize(("change", "told"), NOT_THERE)
def test_what_cannot_be_installed_is_told_in_a_line_and_nothing_is_left(top, change, told):
    change(top)
    with pytest.raises(Trouble) as stop:
        ensure(top, "loop", sys.executable)
    (line,) = str(stop.value).splitlines()
    assert line.startswith(f"could not install requirements/loop.txt {told}")
    assert list(top.glob(".venv*")) == []
