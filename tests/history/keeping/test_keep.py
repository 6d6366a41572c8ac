"""An evening becomes a story, which passes the gate but for the words."""

import pytest

from dojo.attempt.attempt import find
from dojo.attempt.light import record
from dojo.gate.laws import breaches
from dojo.runner.columns import matrix

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
TABLE = """\
import pytest
from fizz import say


@pytest.mark.parametrize("number", [1{}])
def test_it_is_said(number):
    assert say(number) == str(number)
"""
SAYS = """\
kept/t/
  5 steps from 10 lights; 4 tests: 3 drive a step, 1 guards.

The steps are as you made them. The words are yours to write. What comes next:

  make todo STORY=kept/t
  make board STORY=kept/t    its page, also before the words are there
"""
STEP_2 = """\
# Step 02 · Two is said

*Chapter 1 · Fizz: say numbers · test first*

## Red

```python
@pytest.mark.drives(2)
def test_two_is_said(fizz):
    assert fizz.say(2) == '2'
```

```text
>       assert fizz.say(2) == '2'
E       AssertionError: assert '1' == '2'
E
E         - 2
E         + 1
```

## Green

```python
    return str(number)
```

## What to notice

- One run on the way could not speak.
- …

**Ask the room:**
"""


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


def lacking(story):
    """What it lacks after somebody has written a word wherever one was missing."""
    for step in story.steps:
        words = step.prose.replace("- …\n", "- We saw it.\n").replace("room:**", "room:** is it so?")
        step.readme.write_text(words, encoding="utf-8")
    return breaches(matrix(story.anew(), measured=True))


def test_an_evening_with_ones_own_tests_lacks_nothing_but_words_and_is_kept_once(small, capsys):
    two, three = ONE + TWO, ONE + TWO + THREE
    started_with = [(EMPTY, ONE, "r"), (FAKED, ONE, "g"), (FAKED, two, "gr")]
    with_a_slip = [(SLIP, two, "aa"), (SAID, two, "gg"), (SAID, three, "ggr"), (FIZZ, three, "ggg")]
    played(small, *started_with, *with_a_slip, (TIDY, three, "ggg"), (TIDY, three + FOUR, "gggg"))
    capsys.readouterr()
    story = kept(small)
    assert capsys.readouterr().out == SAYS
    assert story.step(2).prose == STEP_2
    assert [step.kind for step in story.steps] == ["start", *["test first"] * 3, "refactoring"]
    assert (story.mutants / "it_gives_nothing_back.py").exists()
    found = breaches(matrix(story, measured=True))
    assert [breach.what for breach in found if not breach.is_of_words] == []
    assert len(found) == 10
    assert lacking(story) == []
    written = story.step(1).readme.read_text(encoding="utf-8")
    assert small.verb("keep", "NAME=t") == 2
    said = "kept/t is there already: move it away, or delete it, to keep t anew"
    assert said in capsys.readouterr().err
    assert story.step(1).readme.read_text(encoding="utf-8") == written


def test_an_evening_with_revealed_tests_lacks_nothing_but_words(small):
    attempt = started(small)
    first = "import fizz\n\n\ndef test_one_is_said():\n    assert fizz.say(1) == '1'\n"
    runs = (FAKED, "green", 1), (FAKED, "red", 2), (SAID, "green", 2), (SAID, "red", 4), (FIZZ, "green", 4)
    for code, colour, revealed in runs:
        saved(attempt, code, first, "g", colour=colour, revealed=revealed, verb="next")
    story = kept(small)
    assert {test.rule: (test.kind, test.written) for test in matrix(story).tests} == {
        "one is said": ("drives", 1),
        "two is said": ("drives", 2),
        "four is said": ("guards", 3),
        "fizz is said": ("drives", 3),
    }
    assert lacking(story) == []


def test_a_step_says_which_of_its_tests_nobody_saw_red(small):
    attempt = played(small, (EMPTY, HEAD, ""), (FAKED, ONE, "g"))
    file = f"{attempt.story.inside(attempt.folder)}/test_fizz.py"
    saved(attempt, FAKED, ONE + TWO, "gr", own={file: "red"}, colour="red")
    saved(attempt, SAID, ONE + TWO, "gg")
    story = kept(small)
    assert "- “one is said” would have been red before, and nobody saw it." in story.step(1).prose
    assert "nobody saw it" not in story.step(2).prose


def test_rows_of_a_table_that_came_one_after_the_other_get_a_mark_each(small):
    attempt = started(small, "MODE=mine")
    where = f"{attempt.story.inside(attempt.folder)}/test_fizz.py::test_it_is_said"
    for code, rows, colours in (EMPTY, "", "r"), (FAKED, "", "g"), (FAKED, ", 2", "gr"), (SAID, ", 2", "gg"):
        own = {f"{where}[{n}]": COLOURS[one] for n, one in enumerate(colours, 1)}
        colour = "red" if "r" in colours else "green"
        saved(attempt, code, TABLE.format(rows), colours[:1], own=own, colour=colour)
    story = kept(small)
    assert '    drives(1, "1", 1),\n    drives(2, "2", 2),\n' in (story.suite / "test_fizz.py").read_text()
    assert story.step(2).title == "It is said: 2"
    assert lacking(story) == []


FIRST_TESTS = {
    "no for an answer": ("not say(1)", gives('""'), "it_says_yes_to_everything"),
    "twice the same": ("say(1) == say(len('1'))", FAKED, "it_never_says_the_same_twice"),
}


@pytest.mark.parametrize(("test", "code", "mutant"), FIRST_TESTS.values(), ids=FIRST_TESTS)
def test_a_first_test_has_the_mutant_that_fails_its_assertion(small, test, code, mutant):
    tests = f"{HEAD}def test_one():\n    assert {test}\n"
    played(small, (EMPTY, tests, "r"), (code, tests, "g"))
    story = kept(small)
    assert sorted(file.stem for file in story.mutants.iterdir() if file.suffix) == ["finished", mutant]
    assert lacking(story) == []


def test_a_test_that_needs_another_file_is_left_out_and_a_name_is_not_taken_twice(small, capsys):
    reads = "\n\ndef test_a_file():\n    assert say(1) + open('ideas.txt').read()\n"
    played(small, (EMPTY, ONE, "r"), (FAKED, ONE + reads, "gg"))
    small.edit("story.toml", 'name = "small"', 'name = "t"')
    capsys.readouterr()
    story = kept(small)
    assert [test.rule for test in matrix(story).tests] == ["one is said"]
    assert "Left out: “test_a_file”." in capsys.readouterr().out
    assert story.name == "t-kept"


def test_a_test_that_was_dropped_is_left_out_and_so_is_its_step(small, capsys):
    two, faked_two = HEAD + TWO.lstrip(), gives('"2"')
    played(small, (EMPTY, two, "r"), (faked_two, two, "g"), (faked_two, ONE, "r"), (FAKED, ONE, "g"))
    capsys.readouterr()
    story = kept(small)
    said = "Left out: “test_two_is_said”. No step can have what is gone or red at the end."
    assert said in capsys.readouterr().out
    assert [step.title for step in story.steps] == ["The beginning", "One is said"]
    assert "- One green run on the way is part of this step" in story.step(1).prose


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_ends_half_way_leaves_nothing(small, monkeypatch, fault):
    def full(*_given, **_named):
        raise fault

    played(small, (EMPTY, ONE, "r"), (FAKED, ONE, "g"))
    monkeypatch.setattr("dojo.history.keeping.writing.finished", full)
    assert small.verb("keep", "NAME=t") != 0
    assert [*small.root.glob("kept/*"), *small.root.glob("kept/.*")] == []


AT_THE_TOP = [(FAKED, HEAD + "X = say(1)\n\n\n" + ONE.removeprefix(HEAD), "g")]
GREEN = [(FAKED, ONE, "g")]
NO_STORY = {
    "no run": ([], "", "t was never green with code of its own"),
    "no test": ([(FAKED, HEAD, "")], "", "t cannot be kept: it has no test at its last green, and a story"),
    "used when read": (AT_THE_TOP, "", "t cannot be kept: test_fizz.py:6: say is used when the file is read"),
    "two modules": (GREEN, "words.py", "t has words.py beside fizz.py, and a step of a story is one module"),
    "tests that pytest does not read": (GREEN, "fizz_tests.py", "t has fizz_tests.py beside fizz.py"),
    "a conftest": (GREEN, "conftest.py", "t has a conftest.py, and a story has its own"),
}


@pytest.mark.parametrize(("runs", "file", "said"), NO_STORY.values(), ids=NO_STORY)
def test_what_makes_no_story_is_said_in_a_line_and_nothing_is_written(bare, capsys, runs, file, said):
    attempt = started(bare, "MODE=mine")
    if file:
        (attempt.folder / file).write_text("")
    for run in runs:
        saved(attempt, *run)
    assert bare.verb("keep", "NAME=t") == 2
    assert said in capsys.readouterr().err
    assert [*bare.root.glob("kept/*")] == []


def test_a_program_makes_no_story(bare, capsys):
    cases = bare.root / "kata" / "cases"
    cases.mkdir()
    for end in ("in", "out"):
        (cases / f"01-one.{end}").write_text("1\n")
    started(bare, "CMD=cat")
    assert bare.verb("keep", "NAME=t") == 2
    assert "t is a program, and a story is a module in Python" in capsys.readouterr().err
