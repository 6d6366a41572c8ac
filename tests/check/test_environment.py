"""Setting up, as somebody types it: which Python make takes; a bundle; the container."""

import json
import platform
import shutil
import subprocess
import sys
from hashlib import sha256

import pytest
from helpers import TOP, Copy, copied, typed_copy
from jsonschema import Draft201909Validator

from dojo.cli import bundle

OLD = 'case "$*" in *version_info*"<"*) exit 1 ;; *) echo 3.10.4 ;; esac\n'
READING = f'case "$*" in "-m venv "*) cat >eaten && exit 1 ;; *) exec "{sys.executable}" "$@" ;;\n esac\n'
TOO_OLD = "Python 3.11 or newer is needed: install it, or name yours: make PYTHON=python3.12"


@pytest.fixture
def fresh(tmp_path):
    """A fresh clone: no environment yet."""
    copy = typed_copy(tmp_path)
    for environment in copy.root.glob(".venv*"):
        environment.unlink()
    return copy


def script(file, text):
    """Save a program of the shell; gives its path."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}")
    file.chmod(0o755)
    return file


def stopped(made):
    """The one line that make stopped with; what is being set up, and that make stops, may be said as well."""
    lines = [line for line in made.stderr.splitlines() if not line.startswith(("Setting up ", "make: *** ["))]
    assert (made.returncode, made.stdout, len(lines)) == (2, "", 1), made.stderr
    return lines[0]


def test_an_old_python_is_told_in_a_line_of_make_and_so_is_none_at_all(fresh, tmp_path):
    python = script(tmp_path / "old" / "python3", OLD)
    assert TOO_OLD in stopped(fresh.make("step-2", f"PYTHON={python}"))
    assert list(fresh.root.glob(".venv*")) == []
    (tmp_path / "bin").mkdir()
    for tool in ("make", "sh"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool))
    assert TOO_OLD in stopped(fresh.make("step-2", PATH=str(tmp_path / "bin")))


def test_a_newer_python_is_found_beside_an_old_one_and_beside_one_that_is_gone(fresh, tmp_path):
    tools = script(tmp_path / "bin" / "python3", OLD).parent
    for other in ("python3.15", "python3.14", "python3.13", "python3.12"):
        script(tools / other, "exit 1\n")
    script(tools / "python3.11", f"exec '{sys.executable}' \"$@\"\n")
    python = script(fresh.root / ".venv" / "bin" / "python", "echo its library is gone >&2; exit 1\n")
    assert stopped(fresh.make("help")) == "its library is gone"
    python.unlink()
    python.symlink_to("python3.10.99")
    made = fresh.make("help", PATH=f"{tools}:/usr/bin:/bin")
    assert made.returncode == 0
    assert made.stderr.startswith("Setting up .venv,")
    assert "make progress" in made.stdout


def test_setting_up_leaves_the_program_its_input(fresh, tmp_path):
    """`make step-51 run < game.txt` may be the first verb of all."""
    python = script(tmp_path / "bin" / "python3", READING)
    stopped(fresh.make("step-2", f"PYTHON={python}", stdin="9♥ 5♠\n"))
    assert (fresh.root / "eaten").read_text() == ""


NO_FORK = "import os, runpy; del os.fork; runpy.run_path('dojo/__main__.py')"
WSL = "dojo needs Linux or macOS; on Windows, use WSL: type wsl --install, and go on in its terminal\n"


def test_without_make_an_old_python_and_a_system_without_fork_are_told_of(here):
    lie = here.path("dojo/__main__.py").read_text("utf-8").replace("sys.version_info", "(3, 10, 4)")
    old = "Python 3.11 or newer is needed, and this one is 3.10\n"
    for code, told in ((lie, old), (NO_FORK, WSL)):
        made = here.run(sys.executable, "-c", code)
        assert (made.returncode, made.stdout, made.stderr) == (1, "", told)


# A bundle

NO_NETWORK = dict.fromkeys(("PIP_INDEX_URL", "https_proxy", "http_proxy"), "http://127.0.0.1:9/")
"""Nothing answers there; and pip has nothing from elsewhere."""
NO_NETWORK |= {"PIP_EXTRA_INDEX_URL": "", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": "/dev/null"}
NO_NETWORK |= {"PIP_NO_CACHE_DIR": "1", "PIP_RETRIES": "0"}


def test_without_a_network_the_first_bar_is_there_and_an_attempt_begins(tmp_path):
    """On a laptop: the bundle was made for this system and this Python alone."""
    system = "macOS" if platform.system() == "Darwin" else platform.system()
    home, python = copied(tmp_path), ".".join(map(str, sys.version_info[:2]))
    bundle.bundle(home.root, [(f"{system} on {platform.machine()}", python)])
    shutil.unpack_archive(home.root / bundle.NAME, tmp_path / "a laptop")
    laptop, alone = Copy(tmp_path / "a laptop" / "dojo-bundle"), ["unshare", "-rn"]
    if subprocess.run([*alone, "true"], capture_output=True).returncode:
        alone = []  # this system shuts off no network

    def typed(*words):
        return laptop.run(*alone, *words, **NO_NETWORK)

    pip = [sys.executable, "-m", "pip", "download", "pytest==9.2.0", "--dest", str(tmp_path)]
    assert typed(*pip).returncode != 0, "there is a network"
    made = typed("make", "step-3")
    assert made.returncode == 0, made.stderr
    assert "Setting up .venv," in made.stderr
    assert "step 3: " in made.stdout
    assert typed("make", "start", "NAME=ann").returncode == 0
    assert " RED  ann · 1 with a name missing" in typed("make", "next").stdout
    laptop.edit(
        "requirements/lock.txt", "# group: loop\n", f"# group: loop\ntiny==1.0 --hash=sha256:{'0' * 64}\n"
    )
    made = typed("make", "step-3")
    assert made.returncode == 2
    assert "could not install the packages of loop (does wheels/ have them for this system " in made.stderr
    assert "Traceback" not in made.stderr


SCHEMA = TOP / "tests" / "check" / "schemas" / "devContainer.base.schema.json"
PUBLISHED = "a0883c0405ff433db188849d458fb20b9c0d73e0ba1a6e44c1d83f3b485408dd"
"""The SHA-256 of the schema as it was published: schemas/README.md says where."""


def test_the_container_keeps_the_published_schema_and_a_misspelt_name_would_be_found():
    assert sha256(SCHEMA.read_bytes()).hexdigest() == PUBLISHED
    schema = Draft201909Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    container = json.loads((TOP / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert schema.is_valid(container)
    assert not schema.is_valid(container | {"postCreate": "make progress"})
