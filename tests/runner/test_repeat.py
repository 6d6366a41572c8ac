"""A test that depends on another one, on chance or on the date gives another result when it runs again."""

import datetime
import subprocess
import sys

import pytest
from helpers import small_copy, started_pythons

from dojo.errors import CollectionError
from dojo.runner import repeat
from dojo.runner.matrix import matrix
from dojo.runner.repeat import ALONE, BACKWARDS, ELSEWHERE, PYTHONS, TWICE, rerun

TESTS = """\
import datetime
import os
import pytest

DONE = []


@pytest.mark.guards(4)
def test_first(fizz):
    assert "last" not in DONE
    DONE.append("first")


@pytest.mark.guards(4)
def test_once(fizz):
    DONE.append("once")
    assert DONE.count("once") == 1


@pytest.mark.guards(4)
def test_seed(fizz):
    assert hash("fizz") != THERE


@pytest.mark.guards(4)
def test_date(fizz):
    assert datetime.date.today().toordinal() <= TODAY


@pytest.mark.guards(4)
def test_locale(fizz):
    assert os.environ["LC_ALL"] != "C"


@pytest.mark.guards(4)
def test_after_the_first(fizz):
    assert "first" in DONE


@pytest.mark.guards(4)
def test_last(fizz):
    DONE.append("last")
"""
RED = {
    "first": {ALONE, TWICE, BACKWARDS},
    "once": {TWICE},
    "seed": {ELSEWHERE},
    "date": {BACKWARDS},
    "locale": {BACKWARDS, ELSEWHERE},
    "after_the_first": {ALONE, TWICE, BACKWARDS},
    "last": set(),
}


@pytest.fixture(scope="module")
def last_step(tmp_path_factory):
    """The colours of these tests on the last step, by their ways."""
    copy = small_copy(tmp_path_factory.mktemp("repeat"))
    asked = [sys.executable, "-c", "print(hash('fizz'))"]
    there = subprocess.run(asked, env=PYTHONS[2][0], capture_output=True, text=True, check=True).stdout
    tests = TESTS.replace("THERE", there.strip()).replace("TODAY", str(datetime.date.today().toordinal()))
    copy.path("suite/test_again.py").write_text(tests)
    story = copy.story
    with started_pythons(fresh=True), pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", "C.UTF-8")
        return rerun(matrix(story, only=story.steps[-1:]))[story.steps[-1]].colours


@pytest.mark.parametrize(("name", "red"), RED.items(), ids=RED)
def test_each_way_finds_what_the_others_do_not(last_step, name, red):
    colours = last_step[f"suite/test_again.py::test_{name}"]
    assert {way for way, colour in colours.items() if colour == "red"} == red
    assert len(colours) == 4


def test_a_python_that_ends_without_an_answer_is_named(bare, monkeypatch):
    monkeypatch.setattr(repeat, "main", lambda: None)
    with pytest.raises(CollectionError, match="Python ends while the tests run again"):
        rerun(matrix(bare.story, only=bare.story.steps[-1:]))
