"""Law 5: nothing in a step hides from the count of what tests reach."""

import pytest

from gate.planting import SAYS, shuts

HIDDEN = [
    (f"    if number < 0:  # pragma: no cover\n        return 0\n{SAYS}", "fizz.py:7: no test"),
    (f"    if number:  # pragma: no branch\n        number += 0\n{SAYS}", "the branch from line 6 to 8"),
    (f"{SAYS}\n\ndef more():  # PRAGMA NO COVER\n    return 1\n", "fizz.py:10: no test"),
    (f"{SAYS}\n\ndef more():\n    ...\n", "fizz.py:10: no test"),
    (f"{SAYS}\n\ndef more(): ...\n", "the function more on line 9"),
    (f'{SAYS}\n\ndef more():\n    """More."""\n', "function more on line 9"),
    (f"{SAYS}\n\ndef more():\n    pass\n", "fizz.py:10: no test"),
    (f"{SAYS}\n\nclass More:\n    def more(self): ...\n", "more on"),
    (f"{SAYS}\n\nasync def more(): return 1\n", "the function more on line 9"),
    (f"{SAYS}\n\nmore = lambda: 1\n", "the lambda on line 9"),
    (f"    if number < 0:\n        return 0\n{SAYS}\n\nNO = say(-1)\n", "line 7, which only the import runs"),
    (f"    if number < 0: number = 0\n{SAYS}", "fizz.py:6: is on"),
    (f"    if number: pass; number += 0\n{SAYS}", "is on the line of its condition"),
    (f"    for more in []: number = more\n{SAYS}", "is on the line of its condition"),
    (f"    if False:\n        return 0\n{SAYS}", "fizz.py:7"),
    (f"    if 0: return 0\n{SAYS}", "fizz.py:6"),
    (f"    if not 1 and number:\n        return 0\n{SAYS}", "py:7"),
    (f"    while False:\n        number += 1\n{SAYS}", "fizz.py:7"),
    (f"{SAYS}    number = more(number)\n", "fizz.py:7"),
    ("    return str(number); number = 1\n", "fizz.py:6"),
    (
        "    if number:\n        return '1'\n    else:\n        return '2'\n    return number + 1\n",
        "fizz.py:10",
    ),
    ("    while True:\n        return str(number)\n    return number + 1\n", "fizz.py:8"),
    ("    return str(number) if True else more(number)\n", "fizz.py:6"),
    ("    return str(number if True or more() else 0)\n", "fizz.py:6"),
    ("    return True and str(number) or ''\n", "decides nothing"),
    (
        f"{SAYS}\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    MORE = 1\n",
        "fizz.py:12: no test",
    ),
    (f"    if not __debug__:\n        return 0\n{SAYS}", "py:7"),
]
"""What stands in place of the one line of step 02, and what is said of it."""


@pytest.mark.parametrize(("code", "told"), HIDDEN, ids=[code for code, _ in HIDDEN])
def test_what_hides_from_the_count_is_named(small, capsys, code, told):
    small.edit("step_02/fizz.py", SAYS, code)
    shuts(small, capsys, "law 5 · steps/step_02_numbers/fizz.py:", told)


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
def test_what_an_honest_author_writes_opens_the_gate(small, capsys, body):
    small.edit("step_02/fizz.py", SAYS, body)
    assert [line for line in said(small, capsys) if line.startswith("law 5")] == []


def said(copy, capsys):
    """What the gate says."""
    copy.verb("gate")
    return capsys.readouterr().err.splitlines()
