"""Work in this very process, as in a browser: it tells the same, and leaves nothing behind."""

import os
import sys
from pathlib import Path

import pytest

from dojo.browser.in_place import InPlace
from dojo.runner.child.messages import Began


def do(work):
    """What the work has told, its exit code, its fault, and what it has printed."""
    child = InPlace(work)
    return child.messages(), child.end(), child.fault, child.printed


def test_what_it_tells_and_prints_arrives():
    def work(tell):
        print("printed")
        os.write(2, b"written\n")
        tell(Began("a", "rule"))

    assert do(work) == ([Began("a", "rule")], 0, "", "printed\nwritten\n")


@pytest.mark.parametrize(
    "fault", [ValueError("no"), SystemExit(0), KeyboardInterrupt()], ids=lambda one: type(one).__name__
)
def test_work_that_raises_ends_with_1_and_without_done(fault):
    def work(_tell):
        raise fault

    told, code, ended, printed = do(work)
    assert type(fault).__name__ in printed
    assert (told, code, ended) == ([], 1, "ended Python itself")


def test_nobody_is_asked():
    told, *_ = do(lambda tell: tell(Began(sys.stdin.read(), os.read(0, 9).decode())))
    assert told[0] == Began("", "")


def test_what_it_changes_is_as_before(tmp_path, monkeypatch):
    monkeypatch.setenv("KEPT", "1")
    (tmp_path / "planted.py").write_text("")
    before = Path.cwd(), sys.path[:], sys.modules.copy(), sys.stdout, sys.stdin, sys.meta_path[:]

    def work(_tell):
        os.chdir(tmp_path)
        os.environ.clear()
        sys.path.insert(0, str(tmp_path))
        sys.meta_path.clear()
        sys.stdout = None
        del sys.modules["json"]
        sys.modules["fizz"] = None  # type: ignore[assignment]  # as Python itself has it for what is not found

    def imports(_tell):
        sys.path.insert(0, str(tmp_path))
        __import__("planted")

    do(work)
    do(imports)
    assert (Path.cwd(), sys.path, sys.modules, sys.stdout, sys.stdin, sys.meta_path) == before
    assert os.environ["KEPT"] == "1"
