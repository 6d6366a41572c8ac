"""Attempts with lights, to keep: what was saved, and the colour of each test."""

from dojo.attempt.attempts import find
from dojo.attempt.lights import record

COLOURS = {"g": "green", "r": "red", "a": "amber"}
HEAD = '"""Mine."""\n\nfrom fizz import say\n\n\n'
ONE = HEAD + "def test_one_is_said():\n    assert say(1) == '1'\n"
TWO = "\n\ndef test_two_is_said():\n    assert say(2) == '2'\n"
THREE = "\n\ndef test_three_is_fizz():\n    assert say(3) == 'Fizz'\n"
FOUR = "\n\ndef test_four_is_said():\n    assert say(4) == '4'\n"
EMPTY = '"""Fizz."""\n'


def gives(text):
    """Code that gives something for a number."""
    return f"{EMPTY}\n\ndef say(number):\n    return {text}\n"


FAKED, SAID, SLIP = gives('"1"'), gives("str(number)"), gives("str(numbr)")
FIZZ = SAID.replace("    return", '    if number == 3:\n        return "Fizz"\n    return')
TIDY = gives('"Fizz" if number == 3 else str(number)')
ONE_EVENING = [
    (EMPTY, ONE, "r"),
    (FAKED, ONE, "g"),
    (FAKED, ONE + TWO, "gr"),
    (SLIP, ONE + TWO, "aa"),
    (SAID, ONE + TWO, "gg"),
    (SAID, ONE + TWO + THREE, "ggr"),
    (FIZZ, ONE + TWO + THREE, "ggg"),
    (TIDY, ONE + TWO + THREE, "ggg"),
    (TIDY, ONE + TWO + THREE + FOUR, "gggg"),
]
"""Red, fake, red, a slip, green, red, green, a refactoring, a test that is green at once."""


def started(copy, *words):
    """A new attempt t in a copy, before its first run."""
    assert copy.verb("start", "NAME=t", *words) == 0
    return find(copy.workspace, "t")


def saved(attempt, code, tests, colours, **told):
    """A run of a new state of an attempt: its files, and a letter for each of its tests."""
    attempt.module.write_text(code)
    (attempt.folder / "test_fizz.py").write_text(tests)
    names = [part.split("(")[0] for part in tests.split("def ")[1:] if part.startswith("test_")]
    where = attempt.story.inside(attempt.folder)
    own = {f"{where}/test_fizz.py::{name}": COLOURS[one] for name, one in zip(names, colours, strict=True)}
    counts = {one: [*own.values()].count(one) for one in COLOURS.values()}
    colour = next((one for one in ("amber", "red") if counts[one]), "green")
    return record(attempt, **{"verb": "bar", "colour": colour, "counts": counts, "own": own} | told)


def played(copy, *runs):
    """An attempt t of a participant who writes the tests: code, tests and colours of each run."""
    attempt = started(copy, "MODE=mine")
    for code, tests, colours in runs:
        saved(attempt, code, tests, colours)
    return attempt


def kept(copy):
    """The story of the attempt, which can be kept."""
    assert copy.verb("keep", "NAME=t") == 0
    return copy.workspace.story("kept/t")


def with_words(story):
    """The story, after somebody has written a word wherever one was missing."""
    for step in story.steps:
        words = step.prose.replace("- …\n", "- We saw it.\n").replace("room:**", "room:** is it so?")
        step.readme.write_text(words, encoding="utf-8")
    return story.anew()
