"""What Ruff says of suites and of steps: each rule with a mistake that no run shows."""

import pytest

from dojo.gate.checks import find
from dojo.gate.evidence import Evidence
from dojo.gate.lint import check_lint
from gate.planting import MORE, append, told_of

TEST = "import os\n\n\n@pytest.mark.guards(4)\ndef test_five(fizz):\n    assert fizz.say(5) == '5'"
SUITE = {
    "    assert (fizz.say(5), '5')": "law 9 · suite/test_more.py:23: assert test is a non-empty tuple",
    "    assert f'five {fizz.say(5)}'": "asserting on a non-empty string literal will always pass; mend",
    "    fizz.say(7) == '7'": "pointless comparison at end of function scope. Did you mean to return",
    "    assert fizz is fizz": "name compared with itself",
    "    assert '5' == '5'": "two constants compared in a comparison, consider replacing",
    "    from steps.step_04_divisible.fizz import say": "let it take the module as an argument",
    "    import datetime\n    datetime.date.today()": "law 4 · suite/test_more.py:24: uses datetime.date",
    "    from datetime import datetime as dt\n    dt.now()": "another day each time; write the day down, or",
    "    import time\n    assert time.strftime('%Y') == '2026'": "law 4 · suite/test_more.py:24: uses time",
    "    assert 0": "assertion always fails",
    "    try:\n        fizz.say('x')\n    except Exception:\n        pass": "blind exception",
    "\n\ndef test_five(fizz):\n    pass": "law 4 · suite/test_more.py:25: redefinition of unused `test_five`",
}


@pytest.mark.parametrize(("code", "told"), SUITE.items(), ids=SUITE.values())
def test_a_mistake_in_a_suite_is_named(bare, code, told):
    append(bare, MORE, f"{TEST}\n{code}")
    said = told_of(bare, check_lint(Evidence(bare.story)))
    assert [line for line in said if told in line], said


STEPS = {
    "    if number < 0: number = 0": "law 5 · steps/step_02_numbers/fizz.py:10: multiple statements",
    "    number += 1; number -= 1": "(semicolon); mend this line",
    "    import os\n    return os.environ": "law 6 · steps/step_02_numbers/fizz.py:11: uses os.environ",
    "    from datetime import date\n    return date.today()": "that asks the clock; let the caller hand in",
    "    import time\n    return time.strftime('%Y')": "uses time.strftime: that asks the clock; let the",
    "    import random\n    return random.choice('12')": "that asks chance; let the caller hand in a",
    "    import subprocess": "uses subprocess: that is outside the step",
}


@pytest.mark.parametrize(("code", "told"), STEPS.items(), ids=STEPS)
def test_a_mistake_in_a_step_is_named(bare, code, told):
    append(bare, "step_02/fizz.py", f"def more(number):\n{code}")
    said = told_of(bare, check_lint(Evidence(bare.story)))
    assert [line for line in said if told in line], said


HONEST = """\
import random
import sys
from datetime import date, timedelta
from pathlib import Path

START = date(2020, 1, 1)
DICE: random.Random = random.Random(7)
РОСТ, π = "два", 3.14  # names of other scripts


def play(dice, path, today):
    with open(path) as lines:
        return dice.randint(1, 6), [*lines, Path(path).read_text()], START + timedelta(7), today.now


if __name__ == "__main__":
    print(play(random.Random(), sys.argv[1], date.today()))
"""


def test_a_program_may_ask_the_day_and_open_what_it_is_given(bare):
    append(bare, "step_02/fizz.py", HONEST)
    assert find(Evidence(bare.story), [[check_lint]]) == []


def test_what_is_no_python_is_left_to_the_others(bare):
    append(bare, "step_02/fizz.py", "def (:")
    append(bare, MORE, "def (:")
    assert find(Evidence(bare.story), [[check_lint]]) == []


def test_a_file_that_hides_a_module_of_python_is_named(bare):
    append(bare, "suite/random.py", "A = 1")
    (said,) = told_of(bare, check_lint(Evidence(bare.story)))
    assert said.startswith("law 9 · suite/random.py:1: module `random` shadows")
