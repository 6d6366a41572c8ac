"""A test that depends on another one, on chance or on the date gives another result when it runs again."""

import datetime
import subprocess
import sys

import pytest
from helpers import started_pythons

from dojo.errors import CollectionError
from dojo.runner import repeat
from dojo.runner.matrix import matrix
from dojo.runner.repeat import ALONE, BACKWARDS, ELSEWHERE, PYTHONS, TWICE, rerun

TESTS = {
    "first": ('assert "last" not in DONE; DONE.append("first")', {ALONE, TWICE, BACKWARDS}),
    "once": ('DONE.append("once"); assert DONE.count("once") == 1', {TWICE}),
    "seed": ('assert hash("fizz") != THERE', {ELSEWHERE}),
    "date": ("assert datetime.date.today().toordinal() <= TODAY", {BACKWARDS}),
    "locale": ('assert os.environ["LC_ALL"] != "C"', {BACKWARDS, ELSEWHERE}),
    "after_the_first": ('assert "first" in DONE', {ALONE, TWICE, BACKWARDS}),
    "last": ('DONE.append("last")', set()),
}
"""The body of each test, and the ways in which it is red."""


def test_each_way_finds_what_the_others_do_not(bare, monkeypatch):
    asked = [sys.executable, "-c", "print(hash('fizz'))"]
    there = subprocess.run(asked, env=PYTHONS[2][0], capture_output=True, text=True, check=True).stdout
    text = "import datetime\nimport os\nimport pytest\n\nDONE = []\n"
    for name, (body, _) in TESTS.items():
        text += f"@pytest.mark.guards(4)\ndef test_{name}(fizz):\n    {body}\n"
    text = text.replace("THERE", there.strip()).replace("TODAY", str(datetime.date.today().toordinal()))
    bare.path("suite/test_again.py").write_text(text)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with started_pythons(fresh=True):
        (found,) = rerun(matrix(bare.story, only=bare.story.steps[-1:])).values()
    for name, (_, red) in TESTS.items():
        colours = found.colours[f"suite/test_again.py::test_{name}"]
        assert {way for way, colour in colours.items() if colour == "red"} == red, name
        assert len(colours) == 4


def test_a_python_that_ends_without_an_answer_is_named(bare, monkeypatch):
    monkeypatch.setattr(repeat, "main", lambda: None)
    with pytest.raises(CollectionError, match="Python ends while the tests run again"):
        rerun(matrix(bare.story, only=bare.story.steps[-1:]))
