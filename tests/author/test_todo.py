"""`make todo`: an author who does only what it says comes to the end, one thing at a time."""

import shutil

import pytest
from helpers import OPEN

ROW = '    guards(3, "four is said", 4, "4"),\n'
FIVE = '    drives(5, "five is Buzz", 5, "Buzz"),\n'
IS_FIZZ = '    return "Fizz" if divisible(number, 3) else str(number)\n'
IS_BUZZ = f'    if number == 5:\n        return "Buzz"\n{IS_FIZZ}'
NO_TEST = "suite/test_more.py: no test drives step 5; write one, or, if it is a refactoring, say so in line 3"
QUESTION = "**Ask the room:** and fifteen?\n"
DRAFT = """\
# Step 05 · Buzz

*Chapter 2 · Three · test first*

## Red

```python tests
    drives(5, "five is Buzz", 5, "Buzz"),
```

```text failure
>       assert fizz.say(number) == said
E       AssertionError: assert '5' == 'Buzz'
```

## Green

```python say:3-4
    if number == 5:
        return "Buzz"
```

## What to notice

- …
"""


def said(copy, capsys):
    """What is missing next."""
    assert copy.verb("todo") == 1
    return capsys.readouterr().err


@pytest.fixture
def five(small):
    """The small story with a copy of its last step under the next number."""
    shutil.copytree(small.path("step_04/fizz.py").parent, small.root / "steps" / "step_05_buzz")
    return small


def test_where_nothing_is_missing_comes_the_next_step(small, capsys):
    assert small.verb("todo") == 0
    assert capsys.readouterr().out == f'{OPEN}\nNothing is missing in small. Next: make new-step TITLE="…"\n'


def test_a_further_test_that_drives_a_step_gets_a_hint_below_the_first(small, capsys):
    row = '    drives(2, "two is said", 2, "2"),\n'
    small.edit("suite/test_numbers.py", row, row + '    drives(2, "five is said", 5, "5"),\n')
    assert "a colon and words\n\n    five is said: …\n" in said(small, capsys)


def test_an_author_does_one_thing_after_the_other(five, capsys):
    assert said(five, capsys).startswith(NO_TEST)
    five.edit("suite/test_numbers.py", ROW, ROW + FIVE)
    assert "; change it, or remove the step\n" in said(five, capsys)
    five.edit("step_05/fizz.py", IS_FIZZ, IS_BUZZ)
    assert "step 5, which has no hint; add a line 5 and its words\n\n 5  …\n" in said(five, capsys)
    hints = five.root / "hints.txt"
    hints.write_text(f"{hints.read_text()} 5  What is left?\n", "utf-8")
    told = said(five, capsys)
    assert told.startswith("law 7 · steps/step_05_buzz/README.md:1: calls itself step 04; write Step 05\n")
    save = "Save this as steps/step_05_buzz/README.md, and say in your own words what you did:"
    assert f"{save}\n\n{DRAFT}" in told
    readme = five.path("step_05/README.md")
    readme.write_text(DRAFT, "utf-8")
    assert "README.md:25: is still a draft; say it in your own words\n" in said(five, capsys)
    written = DRAFT.replace("…", "One more row, and one more rule.")
    readme.write_text(written, "utf-8")
    assert "its last paragraph is not a question; end it with **Ask the room:** …?" in said(five, capsys)
    readme.write_text(f"{written}\n{QUESTION}", "utf-8")
    told = said(five, capsys)
    assert told.startswith("law 9 · story.toml:10: ")
    assert "; write finished = 5: every test is green there\n" in told
    five.edit("story.toml", "finished = 3", "finished = 5")
    assert five.verb("todo") == 0


def test_a_step_in_the_middle_wants_its_test_first(small, capsys):
    assert small.verb("new-step", "TITLE=Twice", "AFTER=2") == 0
    capsys.readouterr()
    told = said(small, capsys)
    assert "/test_more.py: no test drives step 3; write one, or, if it is a refactoring, say so" in told
    assert "say so in line 3 of steps/step_03_twice/README.md." in told


FAILURE = ">       assert fizz.say(number) == said\nE       AssertionError: assert '1' == '2'\n"
BLOCKS = [
    pytest.param('```python tests\n    drives(2, "two is said", 2, "2"),\n```\n', "Red", id="the row"),
    pytest.param(f"```text failure\n{FAILURE}```\n", "Red", id="the failure"),
    pytest.param("```python say:3\n    return str(number)\n```\n", "Green", id="what makes it green"),
]


@pytest.mark.parametrize(("block", "section"), BLOCKS)
def test_a_block_that_is_missing_is_shown(small, capsys, block, section):
    small.edit("step_02/README.md", block, "")
    told = said(small, capsys)
    assert f"*{section}* quotes no " in told
    shown = told.partition(f"Paste this below ## {section}:\n\n")[2].partition("\n\nThen")[0]
    small.edit("step_02/README.md", f"## {section}\n", f"## {section}\n\n{shown}\n")
    assert small.verb("todo") == 0


def test_a_block_that_is_not_so_is_shown_as_it_is(small, capsys):
    small.edit("step_02/README.md", "assert '1' == '2'", "assert '1' == '3'")
    assert "\nE       AssertionError: assert '1' == '2'\n" in said(small, capsys)


def test_a_refactoring_shows_what_changes_and_into_what(small, capsys):
    head = "# Step 04 · Divisible\n\n*Chapter 2 · Three · refactoring*\n"
    small.path("step_04/README.md").write_text(head, "utf-8")
    told = said(small, capsys)
    assert "## Green\n\n```python before say:3-5\n    if number % 3 == 0:\n" in told
    assert "## Refactor\n\n```python divisible\n" in told


def test_a_test_that_no_mutant_fails_gets_the_draft_of_one(small, capsys):
    for name in ("counts_from_zero", "never_above_one"):
        small.path(f"mutants/{name}.py").unlink()
    told = said(small, capsys)
    assert told.startswith("law 9 · step_01_fake_it · suite/test_numbers.py:7 · “one is said”: ")
    assert "Save this as mutants/….py" in told
    assert "\nstep: 1\ntheme: …\nshown by: …\nriddle: …\nhint: …\n" in told
    assert "\n\ndef say(number):\n" in told
    assert "\n\nthe_rest(globals())\n" in told


BROKEN = [
    ("drives(3)", "drives(9)", "test_more.py:7 · “fizz is said”: the suite does not run: "),
    ("import pytest", "import nothing_so", "test_more.py:3: the suite does not run: ModuleNotFoundError"),
]


@pytest.mark.parametrize(("old", "new", "told"), BROKEN, ids=["a mark", "an import"])
def test_a_suite_that_does_not_run_comes_first(small, capsys, old, new, told):
    small.path("step_02/README.md").unlink()
    small.edit("suite/test_more.py", f"{old}\n", f"{new}\n")
    assert said(small, capsys).startswith(f"law 4 · suite/{told}")


def test_what_make_new_wrote_is_to_be_said_anew(desk, capsys):
    desk.verb("new", "STORY=leap-years")
    capsys.readouterr()
    assert desk.verb("todo", "STORY=leap-years") == 1
    said = capsys.readouterr().err
    head = "katas/leap-years/README.md:3: is as make new wrote it; write it for your own kata\n"
    assert said == f"{head}\nThen: make todo STORY=leap-years    # 4 more things after that\n"
