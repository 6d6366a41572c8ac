"""The archive: what is in it, and that it is whole or not there."""

import stat
import subprocess
import zipfile

import pytest

from dojo.cli.bundle import workspace_files, write_archive
from dojo.errors import EnvironmentProblem


@pytest.fixture
def top(tmp_path):
    """A workspace of some files, two of them ignored."""
    top = tmp_path / "a dojo"
    for name in (".ci/run", "dojo/room.py", "attempts/ann/poker.py", "board.html", "Ähre/ä b.md"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(name, encoding="utf-8")
    (top / ".ci/run").chmod(0o755)
    (top / ".gitignore").write_text("attempts/\n/board*.html\n")
    return top


@pytest.fixture
def wheels(tmp_path):
    """A folder with one package."""
    (tmp_path / "wheels").mkdir()
    (tmp_path / "wheels" / "tiny-1.0-py3-none-any.whl").write_text("a wheel")
    return tmp_path / "wheels"


IN_IT = [
    "dojo-bundle/.ci/run",
    "dojo-bundle/.gitignore",
    "dojo-bundle/dojo/room.py",
    "dojo-bundle/wheels/tiny-1.0-py3-none-any.whl",
    "dojo-bundle/Ähre/ä b.md",
]


def test_what_is_ignored_stays_at_home_and_so_does_an_archive(top, wheels):
    """And a program can still be run."""
    (top / "bundle.zip").write_text("the one before")
    write_archive(top, top / "bundle.zip", wheels)
    with zipfile.ZipFile(top / "bundle.zip") as read:
        assert sorted(read.namelist()) == IN_IT
        assert (read.getinfo("dojo-bundle/.ci/run").external_attr >> 16) & stat.S_IXUSR


def test_a_repository_is_the_same_and_a_loose_file_comes_where_it_is_asked_for(top, wheels):
    for words in (["init", "--quiet"], ["add", "dojo"]):
        subprocess.run(["git", "-C", top, *words], check=True)
    (top / "dojo" / "room.py").unlink()  # which git has lost, and nobody misses
    write_archive(top, top / "bundle.zip", wheels, also=[top / "attempts/ann/poker.py"])
    with zipfile.ZipFile(top / "bundle.zip") as read:
        changed = {*IN_IT} ^ {*read.namelist()}
    assert changed == {"dojo-bundle/dojo/room.py", "dojo-bundle/attempts/ann/poker.py"}


def test_one_that_is_cut_short_leaves_the_one_before(top, wheels, tmp_path, monkeypatch):
    (tmp_path / "bundle.zip").write_text("the one before")

    def full(*_how):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "write", full)
    with pytest.raises(OSError, match="No space left"):
        write_archive(top, tmp_path / "bundle.zip", wheels)
    assert (tmp_path / "bundle.zip").read_text() == "the one before"
    assert [file.name for file in tmp_path.glob("bundle.*")] == ["bundle.zip"]


def test_without_git_nobody_knows_what_belongs_to_it(top, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EnvironmentProblem, match="git does not start"):
        list(workspace_files(top))
