"""`make todo`: all that a story lacks, step by step; with FILL=1 what is a fact is written."""

import pytest
from gate.planting import append
from helpers import OPEN, workspace_of

from dojo.author.fill_readme import add_headings
from dojo.gate.violation import DRAFT_STATUS
from dojo.story.steps import StepKind

IS_FIZZ = '    return "Fizz" if divisible(number, 3) else str(number)\n'
IS_BUZZ = f'    if number == 5:\n        return "Buzz"\n{IS_FIZZ}'
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

**Ask the room:** …
"""


def todo(copy, capsys, *words):
    """The status of make todo, and what it says."""
    status = copy.verb("todo", *words)
    return status, capsys.readouterr().out


@pytest.fixture
def five(small):
    """The small story with a fifth step: its code and its test, and no word of it."""
    folder = small.root / "steps" / "step_05_buzz"
    folder.mkdir()
    (folder / "fizz.py").write_text(small.path("step_04/fizz.py").read_text().replace(IS_FIZZ, IS_BUZZ))
    row = '    guards(3, "four is said", 4, "4"),\n'
    small.edit("suite/test_numbers.py", row, f'{row}    drives(5, "five is Buzz", 5, "Buzz"),\n')
    return small


LISTED = """\
step 5, Buzz
  steps/step_05_buzz/README.md: to write
  law 7 · step_05_buzz · hints.txt: a test drives step 5, which has no hint; add a line 5 and its words

the story small
  law 9 · story.toml:10: step_03_fizz is said to be finished, and “five is Buzz” is red there; \
write finished = 5: every test is green there

small is not whole yet.
make todo FILL=1 writes what is a fact, and begins the rest.
"""


def test_all_that_is_missing_is_listed_and_facts_are_written_until_words_remain(five, capsys):
    assert todo(five, capsys) == (1, LISTED)
    status, said = todo(five, capsys, "FILL=1")
    assert said.startswith("written: story.toml\nwritten: steps/step_05_buzz/README.md\nwritten: hints.txt\n")
    assert "A draft: laws 1 to 6 hold. Missing: the README of 1 step, 1 hint. make todo lists them.\n" in said
    assert status == DRAFT_STATUS
    readme, hints = five.path("step_05/README.md"), five.root / "hints.txt"
    assert readme.read_text("utf-8") == DRAFT
    assert hints.read_text("utf-8").endswith("\n 5  …\n")
    words = DRAFT.replace("- …", "- One more row.").replace("room:** …", "room:** and fifteen?")
    readme.write_text(words, "utf-8")
    hints.write_text(hints.read_text("utf-8").replace(" 5  …", " 5  What is left?"), "utf-8")
    assert todo(five, capsys)[0] == 0


BLOCK, STEP = "say:3\n    return str(number)\n", "step_02/README.md"
GREEN = f"## Green\n\n```python {BLOCK}```\n\n"
NOTICE = "## What to notice\n\n- The constant is gone.\n\n"
FILLED = [
    pytest.param(STEP, BLOCK, "say:3\n", BLOCK, id="a block with nothing in it, and the line below stays"),
    pytest.param(STEP, BLOCK, "say:3\n\n", BLOCK, id="an empty line in it"),
    pytest.param(STEP, BLOCK, "gone:3\n    return gone\n", BLOCK, id="a name that is gone"),
    pytest.param(STEP, "## Red\n\n", "", "## Red\n\n", id="the first heading"),
    pytest.param(STEP, GREEN, "", GREEN, id="a section in the middle"),
    pytest.param(STEP, NOTICE, "", "## What to notice\n\n- …\n\n", id="the last section"),
    pytest.param(STEP, "## Red\n", "## Read\n", "## Read\n", id="another heading stays"),
    pytest.param(STEP, "# Step 02", "# Step two", "# Step two", id="words below a head that is none stay"),
    pytest.param("story.toml", "= 3\n", "= 4\n", "= 4\n", id="a whole step stays finished, though 3 is"),
]


@pytest.mark.parametrize(("path", "old", "new", "right"), FILLED)
def test_what_is_filled_and_what_stays(small, capsys, path, old, new, right):
    whole = small.path(path).read_text("utf-8")
    small.edit(path, old, new)
    todo(small, capsys, "FILL=1")
    assert small.path(path).read_text("utf-8") == whole.replace(old, right)


def test_lines_that_there_are_not_are_said_to_be_quoted_otherwise_now(small, capsys):
    small.edit(STEP, BLOCK, "say:3-9\n")
    said = todo(small, capsys, "FILL=1")[1]
    assert "README.md: the lines of say number 3: say:3 takes the place of say:3-9; choose what" in said
    assert small.path(STEP).read_text("utf-8").count("```python say:3\n") == 1


def test_a_further_test_that_drives_a_step_gets_a_hint_below_the_first(small, capsys):
    row = '    drives(2, "two is said", 2, "2"),\n'
    small.edit("suite/test_numbers.py", row, row + '    drives(2, "five is said", 5, "5"),\n')
    small.edit("hints.txt", " 3  What is left when three is divided by three?\n", "")
    todo(small, capsys, "FILL=1")
    two = " 2  Two numbers, two answers: what turns a number into a text?\n    five is said: …\n 3  …\n"
    assert small.path("hints.txt").read_text("utf-8").endswith(two)


def test_a_step_without_a_test_is_told_where_one_goes(small, capsys):
    small.verb("new-step", "TITLE=Twice", "AFTER=2")
    capsys.readouterr()
    do = "add one to suite/test_more.py, marked drives(3, …), or say refactoring"
    line = f"  law 1 · steps/step_03_twice/README.md:3: no test drives it; {do}\n"
    assert line in todo(small, capsys)[1].partition("step 3, Twice\n")[2]


def test_a_refactoring_begins_with_what_changes_and_into_what(small, capsys):
    small.path("step_04/README.md").unlink()
    todo(small, capsys, "FILL=1")
    text = small.path("step_04/README.md").read_text("utf-8")
    assert "*Chapter 2 · Three · refactoring*\n\n## Green\n\n```python before say:3-5\n    if number" in text
    assert "## Refactor\n\n```python divisible\ndef divisible" in text


def test_another_design_begins_with_what_changes_and_into_what(small, capsys):
    small.edit("story.toml", "\n[tests]\n", "\n[roads]\ngalleries = [2]\n\n[tests]\n")
    small.path("step_04/README.md").unlink()
    todo(small, capsys, "FILL=1")
    text = small.path("step_04/README.md").read_text("utf-8")
    assert (
        "*Chapter 2 · Three · another design*\n\n## Green\n\n```python before say:3-5\n    if number" in text
    )
    assert "## Another design\n\n```python divisible\ndef divisible" in text


def test_a_test_that_has_failed_on_nothing_gets_the_beginning_of_a_mutant(small, capsys):
    for name in ("counts_from_zero", "never_above_one"):
        small.path(f"mutants/{name}.py").unlink()
    status, said = todo(small, capsys, "FILL=1")
    assert "Missing: 1 mutant." in said
    assert status == DRAFT_STATUS
    text = small.path("mutants/wrong_say.py").read_text("utf-8")
    assert "\nstep: 1\ntheme: …\nshown by: …\nriddle: …\nhint: …\n" in text
    assert "\n\ndef say(number):\n" in text
    assert text.endswith("\n\nthe_rest(globals())\n")
    notice = "mutants/wrong_say.py: give it a fault that “one is said” finds\n"
    begun = f"written: mutants/wrong_say.py\n{notice}"
    assert begun in said
    assert todo(small, capsys, "FILL=1")[1] == said.replace(begun, "")


def test_of_two_tests_that_have_failed_on_nothing_the_first_gets_it(small, capsys):
    for name in ("counts_from_zero", "never_above_one"):
        small.path(f"mutants/{name}.py").unlink()
    row = '    drives(2, "two is said", 2, "2"),\n'
    small.edit("suite/test_numbers.py", row, f'{row}    guards(2, "one is still said", 1, "1"),\n')
    todo(small, capsys, "FILL=1")
    assert "\nstep: 1\n" in small.path("mutants/wrong_say.py").read_text("utf-8")


def test_what_the_module_only_imports_gets_no_mutant(small, capsys):
    for name in ("counts_from_zero", "never_above_one"):
        small.path(f"mutants/{name}.py").unlink()
    for step in ("step_01", "step_02", "step_03", "step_04"):
        file = small.path(f"{step}/fizz.py")
        file.with_name("words.py").write_text(file.read_text("utf-8"), "utf-8")
        file.write_text('"""Fizz."""\n\nfrom words import say\n', "utf-8")
    todo(small, capsys, "FILL=1")
    assert not (small.root / "mutants/wrong_say.py").exists()


def test_a_suite_that_does_not_run_comes_first(small, capsys):
    small.edit("suite/test_more.py", "import pytest\n", "import nothing_so\n")
    assert small.verb("todo") == 1
    said = "law 4 · suite/test_more.py:3: the suite does not run: ModuleNotFoundError"
    assert capsys.readouterr().err.startswith(said)


@pytest.fixture
def say_last(tmp_path, capsys):
    """Type words where a story was just made; gives the status, the output, and which story is said."""
    desk = workspace_of(tmp_path, small="katas/fizz")
    desk.verb("new", "STORY=leap-years")

    def say_last(*words):
        capsys.readouterr()
        status = desk.verb(*words)
        out, err = capsys.readouterr()
        return status, out, [line for line in err.splitlines() if "named last" in line]

    return say_last


def test_what_make_new_wrote_is_listed(say_last):
    status, out, _ = say_last("todo")
    assert status == 1
    assert "  katas/leap-years/README.md:3: is as make new wrote it\n" in out


def test_the_story_that_was_made_last_is_remembered(say_last):
    _, _, notice = say_last("todo")
    assert notice == ["story leap-years, the one named last"]


def test_who_reads_a_step_hears_how_to_name_the_first_story(say_last):
    status, out, notice = say_last("step-1", "red")
    assert status == 0
    assert "1 test, red on step 0, as it should be" in out
    assert notice == ["story leap-years, the one named last (STORY=small is the first one)"]


def test_the_story_that_was_named_last_is_remembered(say_last):
    _, out, notice = say_last("gate", "STORY=small")
    assert OPEN in out
    assert notice == []
    _, out, notice = say_last("todo")
    assert f"{OPEN}\nNothing is missing in small. Next: make new-step TITLE=" in out
    assert notice == ["story small, the one named last"]


TIMES = """@pytest.mark.drives(3)
@pytest.mark.parametrize("number", [6, 9, 12])
def test_threes(fizz, number):
    assert fizz.say(number) == "Fizz"
"""


def test_a_parametrized_function_is_quoted_once(small, capsys):
    append(small, "suite/test_more.py", TIMES)
    small.edit("step_03/README.md", 'tests 1:3\n    assert fizz.say(3) == "Fizz"\n', "tests\n")
    said = todo(small, capsys, "FILL=1")[1]
    text = small.path("step_03/README.md").read_text("utf-8")
    assert text.count("def test_fizz_is_said") == 1
    assert text.count("def test_threes") == 1
    threes = [line for line in small.path("hints.txt").read_text("utf-8").splitlines() if "…" in line]
    assert threes == ["    6: …"]
    assert "has no hint" not in said


def test_a_second_driver_joins_the_first_where_a_readme_quotes_all_tests(small, capsys):
    row = '    drives(2, "two is said", 2, "2"),\n'
    five_too = '    drives(2, "five is said", 5, "5"),\n'
    small.edit("suite/test_numbers.py", row, row + five_too)
    todo(small, capsys, "FILL=1")
    assert f"```python tests\n{row}{five_too}```\n" in small.path("step_02/README.md").read_text("utf-8")


def test_a_last_section_that_is_missing_goes_above_the_last_question():
    readme = "# 1\n\n*1*\n\n## Red\n\n**Ask the room:** Why?\n\n## Green\n\n**Ask the room:** How?\n"
    section = "## What to notice\n\n- …\n\n"
    expected = readme.replace("**Ask the room:** How?", f"{section}**Ask the room:** How?")
    assert add_headings(readme, StepKind.TEST_FIRST) == expected
