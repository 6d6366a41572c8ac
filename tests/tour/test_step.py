"""`make step-2 test`, `watch`, `red`, `diff`, `story`, `coverage`, also of a step with a fault in it."""

import os
import sys
from pathlib import Path

import pytest

from dojo.runner.child import clock
from dojo.tour.read import split_before_green
from dojo.tour.status import watch_step

FIZZ = """\
--- steps/step_02_numbers/fizz.py
+++ steps/step_03_fizz/fizz.py
@@ -3,4 +3,6 @@
 \n\
 def say(number):
     \"\"\"What is said at a number.\"\"\"
+    if number % 3 == 0:
+        return "Fizz"
     return str(number)
"""
SAID = [
    ("step-0 test", "step 0: 0 green, 5 not yet; next: step 1, “one is said”."),
    ("step-2 test", "step 2: 2 green, 3 not yet, 2 of them green by luck; next: step 3, “fizz is said”."),
    ("step-3 test", "step 3: 4 green, 1 not yet, 1 of them green by luck; next: step 4, Divisible, a refac"),
    ("step-4 test", "step 4: 5 green; nothing is left to write."),
    ("step-0 red", "Step 0 has no red: nothing comes before it, and it passes no test."),
    ("step-4 red", "Step 4, Divisible, has no red: it is a refactoring. No test drives it, and every colour"),
    ("step-3 diff", FIZZ),
    ("step-0 diff", '--- /dev/null\n+++ steps/step_00_nothing_yet/fizz.py\n@@ -0,0 +1 @@\n+"""Fizz."""\n'),
    ("step-2 story", "# Step 02 · Numbers\n"),
    ("step-2 coverage", "step_02_numbers      2         0  100.0 %"),
]


@pytest.mark.parametrize(("words", "said"), SAID, ids=[row[0] for row in SAID])
def test_a_verb_says(small, capfd, monkeypatch, words, said):
    monkeypatch.setenv("COLUMNS", "120")
    assert small.verb(*words.split()) == 0
    assert said in capfd.readouterr().out


def test_the_first_step_of_code_that_is_given_passes_its_tests(small, capsys):
    small.edit("suite/test_numbers.py", 'drives(1, "one is said"', 'guards(0, "one is said"')
    small.verb("step-0", "red")
    said = "Step 0 has no red: nothing comes before it, and the code that is given passes 1 test.\n"
    assert capsys.readouterr().out == said


READS = "    return str(number)"
RED = "step 2: 0 green, 2 RED (“one is said” and 1 more), 3 not yet; first the bar has to be green.\n"
EARLY = "next: step 2, “two is said”, which passes already: the code does more than it was asked for.\n"
BODIES = [
    ("step-2", READS, "    return str(number + 1)", 1, RED),
    ("step-2", READS, '    return "1"', 1, "step 2: 1 green, 1 RED (“two is said”), "),
    ("step-2", READS, "    return number[0]", 1, "2 AMBER (“one is said” and 1 more), "),
    ("step-2", READS, "    return str(number", 1, "step 2 does not load: SyntaxError: '(' was never closed"),
    ("step-0", '"""Fizz."""', "1 / 0", 1, "step 0 does not load: ZeroDivisionError"),
    ("step-1", 'return "1"', "return str(number)", 0, EARLY),
]


@pytest.mark.parametrize(("step", "old", "new", "status", "said"), BODIES)
def test_the_bar_of_a_step_with_other_code(small, capsys, monkeypatch, step, old, new, status, said):
    monkeypatch.setenv("COLUMNS", "200")
    small.edit(f"{step.replace('-', '_0')}/fizz.py", old, new)
    assert small.verb(step, "test") == status
    out = capsys.readouterr().out
    assert said in out
    assert "load" not in said or "“two is said”" not in out  # it is told once, and not for each test


def test_a_loop_without_an_end_is_amber_and_the_tests_that_are_written_come_first(small, capsys, monkeypatch):
    """After two that hang no other is tried."""
    monkeypatch.setattr(clock, "STEP_LIMIT", 0.2)
    small.edit("step_02/fizz.py", READS, "    while True:\n        pass")
    assert small.verb("step-2", "test") == 1
    message = " ".join(capsys.readouterr().out.split())
    assert "step 2: 0 green, 2 AMBER (“one is said” and 1 more), " in message
    assert message.count("loop without an end?") >= 2


STORIES = [
    pytest.param("# Step 07\n\n## Red\n\nit fails\n\n", "## Green\n\nit passes\n", id="after its red"),
    pytest.param("# Schritt 07\n\n## Rot\n\nfällt durch\n\n", "## Grün\n\ngeht\n", id="in another language"),
    pytest.param("# Step 07\n\n## Red\n\n```text\n## 1\n```\n\n", "## Green\n", id="not in a block"),
]


@pytest.mark.parametrize(("red", "green"), STORIES)
def test_the_green_of_a_story_begins_a_screen_of_its_own(small, red, green):
    assert split_before_green(red + green, small.story.step(2)) == (red, green)


def test_a_refactoring_has_no_red_and_is_one_screen(small):
    story = "# Step 04\n\n## Green\n\nfour\n\n## Refactor\n\ndivide\n"
    assert split_before_green(story, small.story.step(4)) == (story, "")


GERMAN = "# Schritt 02 · Zahlen\n"
SHOWN = [
    pytest.param({"LANG": "de_AT.UTF-8"}, [], GERMAN, id="a locale"),
    pytest.param({"LANG": "en_GB.UTF-8"}, [], "# Step 02 · Numbers\n", id="English"),
    pytest.param({"LANG": "en_GB.UTF-8"}, ["LANGUAGE=de"], GERMAN, id="asked for"),
    pytest.param({"LANG": "fr_FR.UTF-8"}, [], "# Step 02 · Numbers\n", id="there is none"),
]


@pytest.mark.parametrize(("environment", "words", "head"), SHOWN)
def test_a_story_is_shown_in_the_language_of_its_reader(bare, capsys, monkeypatch, environment, words, head):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    bare.path("step_02/README.de.md").write_text(GERMAN, "utf-8")
    assert bare.verb("step-2", "story", *words) == 0
    assert capsys.readouterr().out.startswith(head)


def test_a_file_that_is_new_in_a_step_is_in_its_diff(bare, capsys):
    bare.path("step_03/more.py").write_text("MORE = 1\n")
    assert bare.verb("step-3", "diff") == 0
    new = "--- /dev/null\n+++ steps/step_03_fizz/more.py\n@@ -0,0 +1 @@\n+MORE = 1\n"
    assert capsys.readouterr().out == FIZZ + new


def test_coverage_names_what_is_missed_and_fails(small, capsys):
    small.edit("step_02/fizz.py", READS, f"    if not number:\n        return 0\n{READS}")
    assert small.verb("coverage", "step-2") == 1
    assert "line 7, the branch from line 6 to 7" in " ".join(capsys.readouterr().out.split())


def test_a_step_that_says_test_first_waits_for_its_test_and_is_no_refactoring(bare, capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert bare.verb("new-step", "TITLE=Buzz") == 0
    assert bare.verb("step-5", "test") == 0
    no_test = "step 5: 5 green; no test drives step 5 yet: write one, marked drives(5, …).\n"
    assert no_test in capfd.readouterr().out
    assert bare.verb("step-4", "test") == 0
    assert "step 4: 5 green; next: step 5, Buzz: no test drives it yet.\n" in capfd.readouterr().out
    assert bare.verb("red", "step-5") == 1
    assert capfd.readouterr() == ("", "No test drives step 5 yet: write one, marked drives(5, …).\n")


# docopt, which pytest-watch imports, says so on Python 3.11 where it is compiled here for the first time
@pytest.mark.filterwarnings("ignore:invalid escape sequence:DeprecationWarning")
def test_a_save_of_the_step_or_of_the_suite_runs_its_bar(bare, monkeypatch):
    """tests/check/test_on_a_terminal.py saves."""
    asked = []
    monkeypatch.chdir("/")
    monkeypatch.setattr("pytest_watch.watcher.watch", lambda folders, **how: asked.append((folders, how)))
    watch_step(bare.story, bare.story.step(2), bare.root)
    ((folders, how),) = asked
    assert folders == [str(bare.root / "steps" / "step_02_numbers"), str(bare.root / "suite")]
    assert how == {
        "runner": f"{os.path.relpath(sys.executable, bare.root)} -m dojo",
        "pytest_args": ["test", "STEP=2", "STORY=."],
        "auto_clear": True,
        "beep_on_failure": False,
    }
    assert Path.cwd() == bare.root


# Red

FIRST = """\

“one is said” is red: AttributeError: module 'fizz' has no attribute 'say'

number = 1
said = '1'

    def test_numbers(fizz, number, said):
>       assert fizz.say(number) == said

    fizz.py has no “say” yet

1 test, red on step 0, as it should be: step 1 makes it green.
"""


def test_the_first_failure_of_an_evening_names_no_path_and_no_mutant(small, capsys):
    assert small.verb("red", "step-1") == 0
    assert capsys.readouterr().out == FIRST


def test_the_first_of_many_is_shown_and_each_other_one_has_a_line(small, capsys):
    rows = "".join(f'    drives(1, "{n} is said", {n}, "{n}"),\n' for n in range(10, 90, 10))
    small.edit("suite/test_numbers.py", '    drives(1, "one', f'{rows}    drives(1, "one')
    assert small.verb("red", "step-1") == 0
    said = capsys.readouterr().out
    assert said.count("def test_numbers(") == said.count("“10 is said” is red: ") == 1
    assert said.count("\n“20 is said” is red: AttributeError: ") == 1
    assert "\nand 2 more\n" in said
    assert "“80 is said”" not in said
    assert said.endswith("9 tests, all red on step 0, as it should be: step 1 makes them green.\n")


NOT_RED = [
    ("1 / 0", "Not red: “two is said” is amber on step 1, where it should fail."),
    ("str(number)", "Not red: “two is said” is green on step 1, where it should fail."),
]


@pytest.mark.parametrize(("body", "said"), NOT_RED)
def test_it_fails_where_the_step_before_breaks_or_passes(small, capsys, body, said):
    small.edit("step_01/fizz.py", 'return "1"', f"return {body}")
    assert small.verb("step-2", "red") == 1
    assert said in capsys.readouterr().out


def test_another_design_is_called_so(small, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    small.edit("step_04/README.md", "refactoring*", "another design*")
    assert small.verb("step-4", "red") == 0
    assert "Step 4, Divisible, has no red: it is another design. No test drives it" in capsys.readouterr().out
    assert small.verb("step-3", "test") == 0
    assert "next: step 4, Divisible, another design." in capsys.readouterr().out


def test_whether_there_is_a_red_is_asked_of_the_tests_and_not_of_the_story(small, capsys):
    small.edit("step_02/README.md", "test first", "refactoring")
    assert small.verb("step-2", "red") == 0
    assert "1 test, red on step 1" in capsys.readouterr().out
