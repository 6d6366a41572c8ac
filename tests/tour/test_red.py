"""`make step-N red` shows a step's new tests as a participant sees them fail, on the step before."""

import pytest

FIRST = """\

“one is said” is red: AttributeError: module 'fizz' has no attribute 'say'

number = 1
said = '1'

    def test_numbers(fizz, number, said):
>       assert fizz.say(number) == said

    fizz.py has no say yet

1 test, red on step 0, as it should be: step 1 makes it green.
"""


@pytest.fixture(autouse=True)
def of_80_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


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


def test_whether_there_is_a_red_is_asked_of_the_tests_and_not_of_the_story(small, capsys):
    small.edit("step_02/README.md", "test first", "refactoring")
    assert small.verb("step-2", "red") == 0
    assert "1 test, red on step 1" in capsys.readouterr().out


def test_a_step_that_says_test_first_and_has_no_test_yet_is_no_refactoring(bare, capfd):
    assert bare.verb("new-step", "TITLE=Buzz") == 0
    capfd.readouterr()
    assert bare.verb("red", "step-5") == 1
    told = capfd.readouterr()
    assert (told.out, told.err) == ("", "No test drives step 5 yet: write one, marked drives(5, …).\n")
