"""Law 5: nothing in a step hides from the count of what tests reach."""

import pytest

from gate.planting import SAYS, plant

TWO_MORE = "\n\nNAMES = sorted('ab', key=lambda name: name), lambda name: name\n"


def hide(fault, old, new, *told):
    """Hidden in step 02, which says numbers as they are."""
    return plant(5, fault, "step_02/fizz.py", old, new, "step_02_numbers", "fizz.py", *told)


EDITS = [
    hide(
        "a line that asks not to be counted",
        SAYS,
        f"    if number < 0:  # pragma: no cover\n        return 0\n{SAYS}",
        "fizz.py:7: no test",
    ),
    hide(
        "a branch that asks not to be counted",
        SAYS,
        f"    if number:  # pragma: no branch\n        number = int(number)\n{SAYS}",
        "the branch from line 6 to 8",
    ),
    hide(
        "a function that asks not to be counted",
        SAYS,
        f"{SAYS}\n\ndef more():  # PRAGMA NO COVER\n    return 1\n",
        "fizz.py:10: no test",
    ),
    hide(
        "what is only there for a type checker",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    MORE = 1\n',
        "fizz.py:6: no test",
    ),
    hide("a body of three dots", SAYS, f"{SAYS}\n\ndef more():\n    ...\n", "fizz.py:10: no test"),
    hide(
        "a body of three dots on the line of its name",
        SAYS,
        f"{SAYS}\n\ndef more(): ...\n",
        "the function more on line 9",
    ),
    hide("a body on the line of its name", SAYS, f"{SAYS}\n\ndef more(): return 1\n", "the function more on"),
    hide(
        "a body of a docstring", SAYS, f'{SAYS}\n\ndef more():\n    """More."""\n', "function more on line 9"
    ),
    hide("a body of pass", SAYS, f"{SAYS}\n\ndef more():\n    pass\n", "fizz.py:10: no test"),
    hide("a method that nothing calls", SAYS, f"{SAYS}\n\nclass More:\n    def more(self): ...\n", "more on"),
    hide("an async function", SAYS, f"{SAYS}\n\nasync def more(): return 1\n", "the function more on line 9"),
    hide("a lambda that nothing calls", SAYS, f"{SAYS}\n\nmore = lambda: 1\n", "the lambda on line 9"),
    hide("a lambda among others", SAYS, SAYS + TWO_MORE, "the lambda on line 9"),
    hide(
        "a lambda in a lambda",
        SAYS,
        '    return (lambda digits: digits or (lambda: "0"))(str(number))\n',
        "the lambda on line 6",
    ),
    hide(
        "a lambda as a default",
        "def say(number):",
        'def say(number, nothing=lambda: "0"):',
        "the lambda on line 4",
    ),
    hide(
        "lines that only the import runs",
        SAYS,
        f"    if number < 0:\n        return 0\n{SAYS}\n\nNOTHING = say(-1)\n",
        "line 7, which only the import runs",
    ),
    hide(
        "a line that is also its condition's",
        SAYS,
        f"    if number < 0: number = 0\n{SAYS}",
        "fizz.py:6: is on",
    ),
    hide(
        "the rest of a line",
        SAYS,
        f"    if number: pass; number += 0\n{SAYS}",
        "is on the line of its condition",
    ),
    hide(
        "a loop on a line",
        SAYS,
        f"    for more in []: number = more\n{SAYS}",
        "is on the line of its condition",
    ),
    hide("a condition that is false", SAYS, f"    if False:\n        return 0\n{SAYS}", "fizz.py:7"),
    hide("a condition that is nought", SAYS, f"    if 0: return 0\n{SAYS}", "fizz.py:6"),
    hide("a condition that is never", SAYS, f"    if not 1 and number:\n        return 0\n{SAYS}", "py:7"),
    hide("a loop that never begins", SAYS, f"    while False:\n        number += 1\n{SAYS}", "fizz.py:7"),
    hide("what follows a return", SAYS, f"{SAYS}    number = more(number)\n", "fizz.py:7"),
    hide("what follows a return on its line", SAYS, SAYS[:-1] + "; number = 1\n", "fizz.py:6"),
    hide(
        "what follows where both sides return",
        SAYS,
        "    if number == 1:\n        return '1'\n    else:\n        return '2'\n    return number + 1\n",
        "fizz.py:10",
    ),
    hide(
        "what follows a loop without an end",
        SAYS,
        f"    while True:\n    {SAYS}    return number + 1\n",
        "fizz.py:8",
    ),
    hide("one side of a constant", SAYS, "    return str(number) if True else more(number)\n", "fizz.py:6"),
    hide(
        "what a constant makes idle", SAYS, "    return str(number if True or more() else 0)\n", "fizz.py:6"
    ),
    hide("what is only for optimised runs", SAYS, f"    if not __debug__:\n        return 0\n{SAYS}", "py:7"),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


HONEST = [
    pytest.param("    while True:\n        return str(number)\n", id="a loop that its middle leaves"),
    pytest.param(
        "    return (lambda one: lambda two: one + two)('')(str(number))\n", id="a lambda of a lambda"
    ),
    pytest.param(
        "    digits = (lambda: str(number)), (lambda: '')\n    return digits[0]() + digits[1]()\n",
        id="two lambdas on a line",
    ),
    pytest.param(
        "    return (one := str(number)) and ''.join([digit for digit in one])\n", id="a comprehension"
    ),
    pytest.param(f"{SAYS}\n\nWORDS = {{say(number): number for number in range(9)}}\n", id="a table"),
    pytest.param(
        f"{SAYS}\n\ndef twice(word):\n    if word:\n        return word * 2\n    return ''\n\n\n"
        "NAMES = [twice('fizz'), twice('')]\n",
        id="a table, and what only makes it",
    ),
    pytest.param(
        "    return str(number) + ''.join(nothing())\n\n\ndef nothing():\n    return\n    yield\n",
        id="a generator of nothing",
    ),
]


@pytest.mark.parametrize("body", HONEST)
def test_what_an_honest_author_writes_opens_the_gate(small, capsys, body):
    small.edit("step_02/fizz.py", SAYS, body)
    assert [line for line in said(small, capsys) if line.startswith("law 5")] == []


def said(copy, capsys):
    """What the gate says."""
    copy.verb("gate")
    return capsys.readouterr().err.splitlines()
