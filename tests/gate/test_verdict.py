"""What the gate says where it is open, and of many violations alike."""

import re

import pytest
from helpers import OPEN

from gate.planting import lacks


def test_the_gate_is_open_where_nothing_is_planted(small, capsys):
    assert small.verb("gate") == 0
    assert capsys.readouterr() == (f"{OPEN}\n", "")


def test_some_steps_are_a_story_too(small, capsys):
    assert small.verb("gate", "STEPS=2-3") == 0
    assert (
        capsys.readouterr().out == "Laws 1 to 8 hold: 5 tests on 2 steps. Law 9 needs all steps: make gate\n"
    )


def test_of_many_violations_alike_the_first_are_shown_and_the_others_counted(small, capsys):
    small.edit("step_02/fizz.py", "def say(number):", "def tell(number):")
    rows = "".join(f'    guards(3, "{n} more", {n}, "{n}"),\n' for n in range(20, 29, 3))
    small.edit("suite/test_numbers.py", '    guards(3, "four', f'{rows}    guards(3, "four')
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert re.search(r"^law 1 · step_02_numbers: \d more$", said, re.MULTILINE)
    assert re.search(r"^The gate is shut\. Violations: \d+\.$", said, re.MULTILINE)


LACKING = {
    "law 7 · story.toml:3: is so; do that": "",
    "law 7 · away.py: is missing; write it": "",
    "law 7 · away.py: is so; do that": "a file that is there",
    "law 7 · story.toml:99: is so; do that": "a line that is there",
    "law 7 · story.toml: is so": "a file, or what to do",
}


@pytest.mark.parametrize(("line", "what"), LACKING.items(), ids=LACKING)
def test_what_a_line_of_the_gate_lacks(bare, line, what):
    assert lacks(line, bare.root) == what
