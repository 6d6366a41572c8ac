"""The packages of a bundle: for which laptops they are fetched, and what is said if they cannot be."""

import subprocess
from pathlib import Path

import pytest

from dojo.cli import bundle, pip
from dojo.errors import EnvironmentProblem

FIRST = "# made by a tool\npytest==9.2.0 \\\n    --hash=sha256:aa\n"
MAC = ("macOS on arm64", "3.14")


@pytest.fixture
def top(tmp_path):
    """A workspace with nothing but locks."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / bundle.LOCK).write_text(f"{FIRST}pytest-watch==4.2.0 \\\n    --hash=sha256:bb\n")
    return tmp_path


@pytest.fixture
def fetched(monkeypatch):
    """What pip was asked for: its words, and the lock that it read; and it has all."""
    asked = []

    def run(_top, command, **settings):
        lock = command[-1]
        told = lock if lock in (bundle.LOCK, pip.BUILD) else Path(lock).read_text()
        asked.append((command, told, settings))
        return subprocess.CompletedProcess(command, 0, "")

    monkeypatch.setattr(pip, "run", run)
    return asked


def test_each_laptop_gets_what_the_lock_has_and_what_is_source_only_comes_once(top, tmp_path, fetched):
    bundle.fetch_wheels(top, tmp_path, [*bundle.TARGETS, MAC])
    assert len(fetched) == 2 + 16 + 1
    without = [lock for command, lock, _ in fetched if "--require-hashes" not in command]
    assert without == [pip.BUILD]  # which builds others, and has no hashes
    assert {lock for _, lock, _ in fetched} == {pip.BUILD, bundle.LOCK, FIRST}
    words = "--only-binary :all: --platform macosx_11_0_arm64 --python-version 3.14 --implementation cp"
    assert [words in " ".join(command) for command, *_ in fetched].count(True) == 2
    assert [settings for *_, settings in fetched] == [pip.SETTINGS] * 19


@pytest.mark.parametrize(
    ("fails", "named"), [(pip.BUILD, "every system"), ("macosx_11_0_arm64", "macOS on arm64, Python 3.14")]
)
def test_what_cannot_be_fetched_is_said_in_a_line(top, tmp_path, monkeypatch, fails, named):
    why = "ERROR: No matching distribution found for coverage==7"

    def run(_top, command, **_settings):
        return subprocess.CompletedProcess(command, int(fails in command), f"{why}\n\nnote: ask pip\n")

    monkeypatch.setattr(pip, "run", run)
    with pytest.raises(EnvironmentProblem) as stop:
        bundle.fetch_wheels(top, tmp_path, [MAC])
    assert str(stop.value) == f"could not fetch the packages for {named} (is there a network?): {why}"


@pytest.mark.usefixtures("fetched")
def test_the_verb_says_where_it_is_and_what_to_do(top, capsys):
    bundle.bundle(top)
    assert capsys.readouterr().out == (
        "dojo-bundle.zip, 0 MB: for Linux and macOS, with Python 3.11 to 3.14.\n"
        "On each laptop unpack it, go to dojo-bundle, and type make progress;"
        " without make, python3 -m dojo progress.\n"
    )
    assert (top / "dojo-bundle.zip").is_file()
