"""Several runs in one process, as in a browser: each failure quotes the lines that ran, and no older ones."""

import json
import os
import re

import pytest

from dojo.browser.in_place import InPlaceExecutor
from dojo.browser.play import KeptSuites, Play

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

NAME = "def say(number):\n    return nmae\n"
LOOP = """\
def say(number):
    text = ""
    for n in range(number):
        text += leter * n
    return text
"""
DIVISION = "def say(number):\n    return 1 / 0\n"
NAME_QUOTED = "fizz.py:2 in say\n>       return nmae\n"
LOOP_QUOTED = "fizz.py:4 in say\n>       text += leter * n\n"
DIVISION_QUOTED = "fizz.py:2 in say\n>       return 1 / 0\n"

WRONG_NAME = "SONG = sogn\n"
WRONG_KEY = "SONG = {}\nSONG['verse']\n"
WRONG_NAME_QUOTED = ".py:1\n>       SONG = sogn\n"
WRONG_KEY_QUOTED = ".py:2\n>       SONG['verse']\n"

LONG_TEST = """\
import fizz


def test_one():
    said = fizz.say(1)
    assert said == "7"
"""
SHORT_TEST = """\
import fizz
def test_two():
    assert fizz.say(2) == "2"
"""
LONG_TEST_QUOTED = """\
test_fizz.py:6
    def test_one():
        said = fizz.say(1)
>       assert said == "7"
"""
SHORT_TEST_QUOTED = """\
test_fizz.py:3
    def test_two():
>       assert fizz.say(2) == "2"
"""

HELPED = "import words\n\n\ndef say(number):\n    return words.spell(number)\n"
LONG_HELPER = "# The words of a song.\n\n\ndef spell(number):\n    return str(nubmer)\n"
SHORT_HELPER = "def spell(number):\n    return numbr\n"
LONG_HELPER_QUOTED = """\
fizz.py:5 in say
        return words.spell(number)
words.py:5 in spell
>       return str(nubmer)
"""
SHORT_HELPER_QUOTED = """\
fizz.py:5 in say
        return words.spell(number)
words.py:2 in spell
>       return numbr
"""

GREETS = "def say(number):\n    return 'Hello'\n"

MODULE = {
    "another line": [(NAME, NAME_QUOTED), (DIVISION, DIVISION_QUOTED)],
    "it grows": [(NAME, NAME_QUOTED), (LOOP, LOOP_QUOTED)],
    "it shrinks": [(LOOP, LOOP_QUOTED), (DIVISION, DIVISION_QUOTED)],
    "it does not load": [(WRONG_NAME, WRONG_NAME_QUOTED), (WRONG_KEY, WRONG_KEY_QUOTED)],
}
OWN_TEST = {
    "it grows": [(SHORT_TEST, SHORT_TEST_QUOTED), (LONG_TEST, LONG_TEST_QUOTED)],
    "it shrinks": [(LONG_TEST, LONG_TEST_QUOTED), (SHORT_TEST, SHORT_TEST_QUOTED)],
    "it does not load": [(WRONG_NAME, WRONG_NAME_QUOTED), (WRONG_KEY, WRONG_KEY_QUOTED)],
}
HELPER = {
    "it grows": [(SHORT_HELPER, SHORT_HELPER_QUOTED), (LONG_HELPER, LONG_HELPER_QUOTED)],
    "it shrinks": [(LONG_HELPER, LONG_HELPER_QUOTED), (SHORT_HELPER, SHORT_HELPER_QUOTED)],
}
"""For each run the text of the file that changes, and what is quoted then."""


@pytest.fixture
def play(bare):
    """A kata whose tests run in this process, from a suite that is collected once for all runs."""
    suites = KeptSuites(InPlaceExecutor())
    play = Play(bare.workspace, "fizz", "ada", "[]", suites.collect)
    save_and_run(play, "start")
    yield play
    suites.close()


def save_and_run(play, verb, **files):
    """Save files, press a button, and return what is said, without its colours."""
    said = json.loads(play.play(verb, json.dumps(files), ""))["said"]
    return COLOUR.sub("", said)


def assert_quotes(play, file, runs):
    """Save each text as the file, run the tests, and find the lines that this run has to quote."""
    for text, quoted in runs:
        assert quoted in save_and_run(play, "bar", **{file: text})


@pytest.mark.parametrize("runs", MODULE.values(), ids=MODULE)
def test_each_run_quotes_the_module_as_it_was_run(play, runs):
    assert_quotes(play, "fizz.py", runs)


@pytest.mark.parametrize("runs", OWN_TEST.values(), ids=OWN_TEST)
def test_each_run_quotes_the_test_file_as_it_was_run(play, runs):
    save_and_run(play, "bar", **{"fizz.py": GREETS})
    assert_quotes(play, "test_fizz.py", runs)


@pytest.mark.parametrize("runs", HELPER.values(), ids=HELPER)
def test_each_run_quotes_a_helper_as_it_was_run(play, runs):
    save_and_run(play, "bar", **{"fizz.py": HELPED, "words.py": ""})
    assert_quotes(play, "words.py", runs)


def test_a_helper_is_found_as_soon_as_it_is_there(play):
    """Also in a folder that has the same time as before, as far as its disk can tell."""
    folder = play.attempt.folder
    save_and_run(play, "bar", **{"fizz.py": HELPED})
    before = folder.stat()
    (folder / "words.py").write_text("def spell(number):\n    return str(number)\n")
    os.utime(folder, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "GREEN" in save_and_run(play, "bar")
