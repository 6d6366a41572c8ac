"""The other verbs of an attempt, on a program: where, hint, judge, lights, back, accept."""

import re
import shutil

import pytest

from coach.cases.conftest import COMMAND, ECHO, RIGHT, THREE
from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights

FIRST = "does not pass its first case yet. next case: “01 one is said”"
WHERE = [
    pytest.param("", f"tables-3 {FIRST}", id="nothing"),
    pytest.param(
        "1 / 0", f"tables-3 {FIRST} crashed: status 1, ZeroDivisionError: division by zero", id="amber"
    ),
    pytest.param("print(1)", "tables-3 passes the first of 5 cases. next case: “02 two is said”", id="one"),
    pytest.param(ECHO, "tables-3 passes the first 2 of 5 cases. next case: “03 fizz is said”", id="some"),
    pytest.param(
        THREE, "tables-3 passes the first 4 of 5 cases. next case: “05 each line is said”", id="most"
    ),
    pytest.param(RIGHT, "tables-3 passes all 5 cases. nothing is left to write", id="all"),
]


@pytest.mark.parametrize(("text", "told"), WHERE)
def test_where_tells_how_many_cases_pass_from_the_first_one_on(said, save, text, told):
    save(text)
    assert " ".join(said("where", "NAME=tables-3").split()) == told


def test_where_has_a_line_for_it_beside_attempts_in_python(small, said, save):
    save(ECHO)
    create(small.workspace, "tables-4", "fizz")
    said("start", "NAME=tables-5", "CMD=rubyy x.rb")
    lines = said("where", "NAME=all").splitlines()
    assert [line.rstrip() for line in lines] == [
        "tables-3  fizz  cases   2 of 5         next: “03 fizz is said”",
        "tables-4  fizz  step 0  0 of 4  +0 −0  next: “one is said”",
        "tables-5  fizz  cases   0 of 5         there is no command rubyy: is it install…",
    ]


def test_a_hint_names_the_files_of_the_case_in_hand_and_how_to_run_it(attempt, said, save):
    save(ECHO)
    said("next")
    said("next")
    assert said("hint", "NAME=tables-3").splitlines() == [
        "“03 fizz is said”",
        "The input: kata/cases/03-fizz-is-said.in",
        "The output: kata/cases/03-fizz-is-said.out",
        "The rules: kata/README.md",
        f"By hand, in kata/attempts/tables-3: {COMMAND} < ../../cases/03-fizz-is-said.in",
    ]
    light = all_lights(attempt)[-1]
    assert (light.verb, light.test, light.told) == ("hint", "cases[03 fizz is said]", {"hints": 1})


@pytest.mark.usefixtures("attempt")
def test_the_judge_says_that_it_judges_tests_in_python(small, capsys):
    assert small.verb("judge", "NAME=tables-3") == 2
    assert capsys.readouterr().err == (
        "tables-3 is a program, and the judge judges tests in Python:"
        " TESTS= names a file or a folder of them\n"
    )


def test_its_lights_tell_the_case_in_hand(said, save):
    save(ECHO)
    said("next")
    said("next")
    shown = " ".join(said("lights", "NAME=tables-3").split())
    assert "■ green 1 of 1 " in shown
    assert re.search("× red 2 of 3 .*03 fizz is said", shown)


def test_it_goes_back_to_its_last_green_and_remains_a_program(attempt, said, save):
    file = save(ECHO)
    said("next")
    file.write_text("1 / 0\n")
    (attempt.folder / "more.txt").write_text("more\n")
    said("next")
    said("back")
    assert file.read_text() == ECHO
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "said.py"]
    assert attempt.program == COMMAND


def test_accept_takes_its_command(said, save):
    save(RIGHT)
    assert said("accept", "NAME=tables-3").splitlines()[-1] == "All 5 cases pass."


def test_accept_takes_another_command_where_one_is_given(said, save):
    save("1 / 0\n")
    (save("1 / 0\n").parent / "other.py").write_text(RIGHT)
    command = COMMAND.replace("said.py", "other.py")
    assert said("accept", "NAME=tables-3", f"CMD={command}").splitlines()[-1] == "All 5 cases pass."


def test_accept_takes_its_limit(small, capsys):
    assert small.verb("start", "NAME=slow", "CMD=sleep 600", "LIMIT=0.2") == 0
    capsys.readouterr()
    assert small.verb("accept", "NAME=slow") == 1
    assert "hangs: not done after 0.2 seconds" in " ".join(capsys.readouterr().out.split())


def test_one_whose_folder_is_lost_comes_back_as_the_program_that_it_was(small, attempt, said, save, capsys):
    save(ECHO)
    said("next")
    shutil.rmtree(attempt.folder)
    assert small.verb("next", "NAME=tables-3") == 2
    assert "make start NAME=tables-3, then make back NAME=tables-3" in capsys.readouterr().err
    said("start", "NAME=tables-3")
    said("back", "NAME=tables-3")
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "said.py"]
    assert attempt.program == COMMAND
