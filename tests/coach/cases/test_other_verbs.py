"""The other verbs of an attempt, on a program: where, hint, judge, lights, back, accept."""

import shutil

import pytest

from coach.cases.conftest import COMMAND, ECHO, RIGHT, THREE
from coach.conftest import ran, told
from dojo.attempt.create import create
from dojo.attempt.light import all_lights

FROM = "of 5 cases are green, from the first one on."
WHERE = {
    "1 / 0": f"0 {FROM} Next case: “01 one is said” crashed: status 1, ZeroDivisionError: division by zero",
    THREE: f"4 {FROM} Next case: “05 each line is said”",
    RIGHT: f"5 {FROM} Nothing is left to write.",
}


def test_where_tells_how_many_cases_pass_from_the_first_one_on(said, save):
    for text, where in WHERE.items():
        save(text)
        assert said("where", "NAME=tables-3") == where


def test_where_has_a_line_for_it_beside_attempts_in_python(small, show, save):
    save(ECHO)
    create(small.workspace, "tables-4", "fizz")
    create(small.workspace, "tables-5", "fizz", command="rubyy x.rb")
    assert [line.rstrip() for line in show("where", "NAME=all").splitlines()] == [
        "tables-3  fizz  cases   2 of 5  next: “03 fizz is said”",
        "tables-4  fizz  step 0  0 of 4  next: “one is said”",
        "tables-5  fizz  cases   0 of 5  there is no command rubyy: is it installed?",
    ]


def test_a_hint_names_the_files_of_the_case_in_hand_and_its_lights_the_case(attempt, show, save):
    save(ECHO)
    ran(attempt, "red", 3)
    assert show("hint", "NAME=tables-3").splitlines() == [
        "“03 fizz is said”, hint 1 of 1",
        "The input: kata/cases/03-fizz-is-said.in",
        "The output: kata/cases/03-fizz-is-said.out",
        "The rules: kata/README.md",
        f"By hand, in kata/attempts/tables-3: {COMMAND} < ../../cases/03-fizz-is-said.in",
    ]
    light = all_lights(attempt)[-1]
    assert (light.verb, light.test, light.hints) == ("hint", "cases[03 fizz is said]", 1)


@pytest.mark.usefixtures("attempt")
def test_the_judge_says_that_it_judges_tests_in_python(refuse):
    told = "tables-3 is a program, and the judge takes tests in Python: name them with TESTS="
    assert refuse("judge", "NAME=tables-3") == told


def test_it_goes_back_with_its_tests_and_remains_a_program_where_its_folder_was_lost(
    attempt, show, refuse, save
):
    save(ECHO)
    for _ in range(2):
        show("next")
    shutil.rmtree(attempt.folder)
    again = "make start NAME=tables-3, then make back NAME=tables-3"
    assert refuse("next", "NAME=tables-3").endswith(again)
    show("start", "NAME=tables-3")
    assert told(attempt)[-2:] == [("next", "red", 3), ("start", "red", 3)]
    show("back", "NAME=tables-3")
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "said.py"]
    assert (attempt.program, (attempt.folder / "said.py").read_text()) == (COMMAND, ECHO)


def test_accept_takes_its_limit_and_says_in_a_line_what_could_not_be_made(small, refuse, capsys):
    create(small.workspace, "slow", "fizz", command="sleep 600", limit="0.2")
    assert small.verb("accept", "NAME=slow") == 1
    assert "hangs: not done after 0.2 seconds" in " ".join(capsys.readouterr().out.split())
    create(small.workspace, "made", "fizz", command="cat", build="false")
    assert refuse("accept", "NAME=made", status=1) == "false: crashed: status 1"
