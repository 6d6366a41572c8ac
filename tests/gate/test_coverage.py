"""Law 5: nothing in a step hides from the count of what tests reach."""

import pytest

from dojo.gate.checks import find
from dojo.gate.evidence import Evidence
from dojo.gate.steps import check_coverage, explain
from gate.planting import told_of

SAYS = "    return str(number)\n"
HIDDEN = [
    (f"    if number < 0:  # pragma: no cover\n        return 0\n{SAYS}", "fizz.py:7: no test"),
    (f"    if number:  # pragma: no branch\n        number += 0\n{SAYS}", "the branch from line 6 to 8"),
    (f"{SAYS}\n\ndef more():\n    ...\n", "fizz.py:10: no test"),
    (f"{SAYS}\n\ndef more(): ...\n", "the function more on line 9"),
    (f'{SAYS}\n\ndef more():\n    """More."""\n', "function more on line 9"),
    (f"{SAYS}\n\nclass More:\n    def more(self): ...\n", "more on"),
    (f"    if number < 0:\n        return 0\n{SAYS}\n\nNO = say(-1)\n", "line 7, which only the import runs"),
    (f"    if False:\n        return 0\n{SAYS}", "fizz.py:7: no run can reach this"),
    (f"    match number > 0:\n        case True:\n        {SAYS}", "fizz.py:7: no test matches none of"),
    (f"{SAYS}    number = number + 1\n", "fizz.py:7: no run can reach this"),
    (f"    while True:\n        break\n        number += 1\n{SAYS}", "fizz.py:8: no run can reach this"),
    (
        f"{SAYS}\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    MORE = 1\n",
        "fizz.py:12: no test",
    ),
]
"""What stands in place of the one line of step 02, and what is said of it."""


@pytest.mark.parametrize(("code", "told"), HIDDEN, ids=[code for code, _ in HIDDEN])
def test_what_hides_from_the_count_is_named(small, code, told):
    small.edit("step_02/fizz.py", SAYS, code)
    said = told_of(small, find(Evidence(small.story), [[check_coverage]]))
    assert [line for line in said if line.startswith("law 5 · steps/step_02") and told in line], said


HONEST = {
    "a loop that its middle leaves": "    while True:\n        return str(number)\n",
    "a lambda of a lambda": "    return (lambda one: lambda two: one + two)('')(str(number))\n",
    "two lambdas on a line": "    digits = (lambda: str(number)), (lambda: '')\n    "
    "return digits[0]() + digits[1]()\n",
    "a comprehension": "    return (one := str(number)) and ''.join([digit for digit in one])\n",
    "a table": f"{SAYS}\n\nWORDS = {{say(number): number for number in range(9)}}\n",
    "a table, and what only makes it": f"{SAYS}\n\ndef twice(word):\n    if word:\n        "
    "return word * 2\n    return ''\n\n\nNAMES = [twice('fizz'), twice('')]\n",
    "a generator of nothing": "    return str(number) + ''.join(nothing())\n\n\ndef nothing():\n    "
    "return\n    yield\n",
}


@pytest.mark.parametrize("body", HONEST.values(), ids=HONEST)
def test_what_an_honest_author_writes_is_covered(small, body):
    small.edit("step_02/fizz.py", SAYS, body)
    assert find(Evidence(small.story), [[check_coverage]]) == []


MATCH = ["match n:", "    case 1:", "        return 2"]
PROGRAM = ['if __name__ == "__main__":', "    main()"]
REACHED = "no test green by then reaches it"
MISSED = {
    "a program that no test runs": (
        "line 2",
        PROGRAM,
        f"{REACHED}; let a test run the program: runpy.run_path(module.__file__, run_name='__main__')",
    ),
    "a line": ("line 3", MATCH, f"{REACHED}; remove it, or write the test that wants it"),
    "a branch": (
        "the branch from line 1 to 2",
        MATCH,
        f"the branch from line 1 to 2: {REACHED}; remove it, or write the test that wants it",
    ),
}


@pytest.mark.parametrize(("place", "code", "told"), MISSED.values(), ids=MISSED)
def test_what_no_test_reaches_is_said_in_words(place, code, told):
    line = int(place.removeprefix("the branch from ").split()[1])
    assert explain(place, line, code) == told
