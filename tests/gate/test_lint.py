"""What Ruff says of suites and of steps: each rule with a mistake that no run shows."""

import pytest

from dojo.gate.lint import check_lint
from gate.planting import append, lines, says

MORE = "suite/test_more.py"
GUARD = "@pytest.mark.guards(4)\ndef test_five(fizz):\n    "
SUITE = {
    "assert (fizz.say(5), '5')": "law 9 · suite/test_more.py:19: assert test is a non-empty tuple",
    "assert f'five {fizz.say(5)}'": "asserting on a non-empty string literal will always pass; mend",
    "fizz.say(7) == '7'": "pointless comparison at end of function scope. Did you mean to return",
    "assert fizz is fizz": "name compared with itself",
    "assert '5' == '5'": "two constants compared in a comparison, consider replacing",
    "from steps.step_04_divisible.fizz import say": "let it take the module as an argument",
    "import datetime\n    datetime.date.today()": "law 4 · suite/test_more.py:20: uses datetime.date",
    "from datetime import datetime as dt\n    dt.now()": "another day each time; write the day down, or",
    "import time\n    assert time.strftime('%Y') == '2026'": "law 4 · suite/test_more.py:20: uses time",
    "assert 0": "assertion always fails",
    "try:\n        fizz.say('x')\n    except Exception:\n        pass": "blind exception",
    "with pytest.raises(Exception):\n        fizz.say()": "`Exception`",
    f"pass\n\n\n{GUARD}pass": "law 4 · suite/test_more.py:23: redefinition of unused `test_five`",
}
STEP = {
    "if number < 0: number = 0": "law 5 · steps/step_02_numbers/fizz.py:10: multiple statements",
    "number += 1; number -= 1": "(semicolon); mend this line",
    "import os\n    return os.environ": "law 6 · steps/step_02_numbers/fizz.py:11: uses os.environ",
    "from datetime import date\n    return date.today()": "that asks the clock; let the caller hand in",
    "import time\n    return time.strftime('%Y')": "uses time.strftime: that asks the clock; let the",
    "import random\n    return random.choice('12')": "that asks chance; let the caller hand in a",
    "import json\n    return 1": "law 6 · steps/step_02_numbers/fizz.py:10: `json` imported but unused",
    "import sys\n    sys.path.append('..')": "uses sys.path: a step stands alone; copy what it needs into",
    "import subprocess": "uses subprocess: that is outside the step",
}
FAULTS = [(MORE, GUARD + code, message) for code, message in SUITE.items()]
FAULTS += [("step_02/fizz.py", f"def more(number):\n    {code}", message) for code, message in STEP.items()]
FAULTS += [("suite/random.py", "A = 1", "law 9 · suite/random.py:1: module `random` shadows")]


def test_a_step_may_hand_on_a_name_of_a_file_beside_it(bare):
    append(bare, "step_02/words.py", "WORDS = []")
    append(bare, "step_02/fizz.py", "from words import WORDS")
    assert [line for line in lines(bare, [check_lint]) if "imported but unused" in line] == []


@pytest.mark.parametrize(("path", "code", "message"), FAULTS, ids=[message for _, _, message in FAULTS])
def test_a_mistake_is_named(bare, path, code, message):
    append(bare, path, code)
    says(bare, message, groups=[[check_lint]])


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
    assert lines(bare, [check_lint]) == []


def test_what_is_no_python_is_left_to_the_others(bare):
    append(bare, "step_02/fizz.py", "def (:")
    append(bare, MORE, "def (:")
    assert lines(bare, [check_lint]) == []
