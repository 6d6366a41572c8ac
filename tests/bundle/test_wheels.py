"""Wheels for other systems: pip is asked for each, and what it stops at is told in a line."""

import subprocess

import pytest

from dojo.bundle import wheels
from dojo.bundle.wheels import download
from dojo.errors import Trouble


@pytest.fixture
def asked(monkeypatch):
    """The words that pip was asked with; it brings everything."""
    calls = []

    def pip(words):
        calls.append(words)
        return subprocess.CompletedProcess(words, 0, "")

    monkeypatch.setattr(wheels, "pip", pip)
    return calls


def test_linux_has_several_names(asked, tmp_path):
    download(tmp_path / "loop.txt", "Linux aarch64", "3.12", tmp_path / "wheels")
    [words] = asked
    assert " ".join(words) == (
        "download --quiet --no-deps --only-binary :all: --no-binary docopt,pytest-watch"
        " --platform manylinux_2_28_aarch64"
        " --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 --python-version 3.12"
        f" -r {tmp_path}/loop.txt -d {tmp_path}/wheels"
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        pytest.param("No matching distribution found for tiny==1.0\n", "tiny==1.0 has none", id="no wheel"),
        pytest.param(
            "Failed to establish a new connection\nNo matching distribution found for tiny==1.0",
            "is there a network?",
            id="no network",
        ),
        pytest.param("a\nERROR: disk full\n", "ERROR: disk full", id="anything else"),
        pytest.param("", "pip says nothing", id="nothing"),
    ],
)
def test_what_pip_stops_at_is_told_in_a_line(monkeypatch, tmp_path, said, told):
    monkeypatch.setattr(wheels, "pip", lambda words: subprocess.CompletedProcess(words, 1, said))
    with pytest.raises(Trouble) as stop:
        download(tmp_path / "loop.txt", "Windows amd64", "3.14", tmp_path)
    assert str(stop.value) == f"no wheels of loop.txt for Python 3.14 on Windows amd64: {told}"
