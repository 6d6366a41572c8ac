"""A workspace with nothing but locks, and a Python that makes an environment for it at once."""

import hashlib
import shutil
import subprocess
import sys
import zipfile

import pytest
from helpers import TOP

# A python that makes an environment at once: that which lies ready.
QUICK = f"""\
#!/bin/sh
case "$*" in
    "-m venv "*) exec cp -a 'PREPARED' "$3" ;;
    *) exec '{sys.executable}' "$@" ;;
esac
"""


@pytest.fixture
def top(tmp_path):
    """A workspace with nothing but locks."""
    shutil.copytree(TOP / "requirements", tmp_path / "a dojo" / "requirements")
    return tmp_path / "a dojo"


@pytest.fixture
def made_by(tmp_path):
    """Makes a python of a script."""

    def make(text):
        python = tmp_path / "python"
        python.write_text(text)
        python.chmod(0o755)
        return str(python)

    return make


@pytest.fixture(scope="session")
def prepared(tmp_path_factory):
    """An environment with pip and nothing else."""
    folder = tmp_path_factory.mktemp("prepared") / "venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder


def wheel(folder):
    """A package of nothing, and its hash."""
    file = folder / "tiny-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("tiny.py", "")
        made.writestr("tiny-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n")
        made.writestr(
            "tiny-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        made.writestr("tiny-1.0.dist-info/RECORD", "")
    return hashlib.sha256(file.read_bytes()).hexdigest()


@pytest.fixture
def quick(top, made_by, prepared, monkeypatch):
    """A python that makes an environment at once, and a lock of one package that lies beside it."""
    (top / "requirements" / "loop.txt").write_text(f"tiny==1.0 --hash=sha256:{wheel(top)}\n")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", top.as_uri())
    return made_by(QUICK.replace("PREPARED", str(prepared)))
