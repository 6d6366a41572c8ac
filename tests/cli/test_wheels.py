"""The packages of a bundle: for which laptops they are fetched, and what is said if they cannot be."""

import subprocess
import zipfile
from pathlib import Path

import pytest

from dojo import bootstrap
from dojo.cli import bundle
from dojo.errors import EnvironmentProblem

FIRST = "pytest==9.2.0 \\\n    --hash=sha256:aa\n"
WATCH = "pytest-watch==4.2.0 \\\n    --hash=sha256:bb\n"
MAC = ("macOS on arm64", "3.14")


@pytest.fixture
def top(tmp_path):
    """A workspace with nothing but locks."""
    (tmp_path / "requirements").mkdir()
    lock = f"# group: loop\n{FIRST}{WATCH}# group: test\nmypy==2.4.1\n"
    (tmp_path / bootstrap.LOCK).write_text(lock)
    return tmp_path


@pytest.fixture
def fetched(monkeypatch):
    """What pip was asked for: its words, and the lock that it read; and it has all."""
    asked = []

    def run(_top, command, **settings):
        lock = command[-1]
        message = lock if lock == bootstrap.BUILD else Path(lock).read_text()
        asked.append((command, message, settings))
        return subprocess.CompletedProcess(command, 0, "")

    monkeypatch.setattr(bootstrap, "run_quietly", run)
    return asked


def test_each_laptop_gets_what_the_lock_has_and_what_is_source_only_comes_once(top, tmp_path, fetched):
    bundle.fetch_wheels(top, tmp_path, [*bundle.TARGETS, MAC])
    assert len(fetched) == 2 + 16 + 1
    without = [lock for command, lock, _ in fetched if "--require-hashes" not in command]
    assert without == [bootstrap.BUILD]  # which builds others, and has no hashes
    assert {lock for _, lock, _ in fetched} == {bootstrap.BUILD, FIRST + WATCH, FIRST}
    words = "--only-binary :all: --platform macosx_11_0_arm64 --python-version 3.14 --implementation cp"
    assert [words in " ".join(command) for command, *_ in fetched].count(True) == 2
    assert [settings for *_, settings in fetched] == [bootstrap.PIP_SETTINGS] * 19


@pytest.mark.parametrize(
    ("fails", "named"),
    [(bootstrap.BUILD, "every system"), ("macosx_11_0_arm64", "macOS on arm64, Python 3.14")],
)
def test_what_cannot_be_fetched_is_said_in_a_line(top, tmp_path, monkeypatch, fails, named):
    why = "ERROR: No matching distribution found for coverage==7"

    def run(_top, command, **_settings):
        return subprocess.CompletedProcess(command, int(fails in command), f"{why}\n\nnote: ask pip\n")

    monkeypatch.setattr(bootstrap, "run_quietly", run)
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


def test_an_unpacked_bundle_is_packed_again_with_the_packages_that_it_has(top, monkeypatch, capsys):
    def run(*_how, **_settings):
        pytest.fail("it asks pip")

    monkeypatch.setattr(bootstrap, "run_quietly", run)
    (top / ".gitignore").write_text("/wheels/\n")
    (top / "wheels").mkdir()
    (top / "wheels" / "tiny-1.0-py3-none-any.whl").write_text("a wheel")
    bundle.bundle(top)
    with zipfile.ZipFile(top / "dojo-bundle.zip") as archive:
        assert "dojo-bundle/wheels/tiny-1.0-py3-none-any.whl" in archive.namelist()
    assert capsys.readouterr().err == ""
