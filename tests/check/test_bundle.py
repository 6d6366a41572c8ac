"""A bundle for this computer is unpacked where there is no network, and has its first bar."""

import os
import platform
import shutil
import subprocess
import sys

import pytest
from helpers import copied

from dojo.cli import bundle

NOWHERE = "http://127.0.0.1:9/"
"""Nothing answers there."""
NO_NETWORK = {
    "PIP_INDEX_URL": NOWHERE,
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_FIND_LINKS": "",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_CONFIG_FILE": "/dev/null",
    "PIP_RETRIES": "0",
    "https_proxy": NOWHERE,
    "http_proxy": NOWHERE,
    "MAKEFLAGS": "",
}


def alone():
    """What shuts the network off for a command, where the system allows that."""
    tried = subprocess.run(["unshare", "-rn", "true"], capture_output=True)
    return [] if tried.returncode else ["unshare", "-rn"]


@pytest.fixture
def unpacked(tmp_path_factory):
    """A laptop on which a bundle has been unpacked: it was made for this system and this Python alone."""
    home = copied(tmp_path_factory.mktemp("home"))
    system = "macOS" if platform.system() == "Darwin" else platform.system()
    python = ".".join(map(str, sys.version_info[:2]))
    bundle.bundle(home.root, [(f"{system} on {platform.machine()}", python)])
    laptop = tmp_path_factory.mktemp("a laptop")
    shutil.unpack_archive(home.root / bundle.NAME, laptop)
    return laptop / "dojo-bundle"


def typed(laptop, *words):
    """What a command gives back there: its status, and what it prints."""
    command = [*alone(), *words]
    said = subprocess.run(command, cwd=laptop, env=os.environ | NO_NETWORK, capture_output=True, text=True)
    return said.returncode, said.stdout, said.stderr


def test_without_a_network_the_first_bar_is_there_and_an_attempt_begins(unpacked):
    pip = [sys.executable, "-m", "pip", "download", "pytest==9.2.0", "--dest", "/tmp/nothing"]
    assert typed(unpacked, *pip)[0] != 0, "there is a network"
    status, said, told = typed(unpacked, "make", "step-3")
    assert status == 0, told
    assert "Setting up .venv from requirements/loop.txt" in told
    assert "step 3: " in said
    assert typed(unpacked, "make", "start", "NAME=ann")[0] == 0
    assert " RED  ann · 1 red" in typed(unpacked, "make", "next")[1]
    (unpacked / "requirements" / "loop.txt").write_text(f"tiny==1.0 --hash=sha256:{'0' * 64}\n")
    status, _, told = typed(unpacked, "make", "step-3")
    assert status == 2
    assert "could not install requirements/loop.txt (does wheels/ have them for this system " in told
    assert "Traceback" not in told
