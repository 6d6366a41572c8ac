"""Law 5: each line and branch of a step is reached by the tests that it has by then."""

import pytest

from dojo.gate.coverage import check_coverage, join_lines
from gate.planting import append, faults, is_named, lines

SAYS = "    return str(number)\n"
REACHED = "no test green by then reaches it; remove it, or write the test that wants it"
BRANCH = f"6: the branch from line 6 to 8: {REACHED}"
NO_RUN = "no run can reach this, and coverage does not count it; remove it"
BELOW_ZERO = f"    if number < 0:\n        return 0\n{SAYS}"
HIDDEN = {
    "step_02/fizz.py": [
        (SAYS, BELOW_ZERO, f"7: {REACHED}"),
        (SAYS, f"    if number:\n        number += 0\n{SAYS}", BRANCH),
        (SAYS, f"    if number == 10:\n        return 10\n{SAYS}", f"7: {REACHED}"),
        (SAYS, BELOW_ZERO.replace(":\n", ":  # pragma: no cover\n"), f"7: {REACHED}"),
        (SAYS, f"    if number:  # pragma: no branch\n        number += 0\n{SAYS}", BRANCH),
        ("", "def more():\n    ...", f"10: {REACHED}"),
        (
            "",
            "def more():\n    '''More.'''",
            "9: the function more on line 9: no test green by then reaches it",
        ),
        (SAYS, f"{BELOW_ZERO}\n\nNO = say(-1)\n", "7: line 7, which only the import runs: no test green by"),
        (SAYS, f"    if False:\n        return 0\n{SAYS}", f"7: {NO_RUN}"),
        (SAYS, f"{SAYS}    number = number + 1\n", f"7: {NO_RUN}"),
        (SAYS, f"    while True:\n        break\n        number += 1\n{SAYS}", f"8: {NO_RUN}"),
        (
            SAYS,
            f"    match number > 0:\n        case True:\n        {SAYS}",
            "7: no test matches none of the",
        ),
        ("", "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    MORE = 1", f"12: {REACHED}"),
        (
            "",
            "if __name__ == '__main__':\n    say(2)",
            "10: | reaches it; let a test run the program: runpy.",
        ),
    ]
}


@pytest.mark.parametrize("fault", faults("law 5 · steps/step_02_numbers/fizz.py:", HIDDEN))
def test_what_no_test_reaches_is_named(small, fault):
    is_named(small, fault)


HONEST = {
    "imports for types": f"{SAYS}\n\nimport typing\n\nif typing.TYPE_CHECKING:\n    import json\n",
    "a loop that its middle leaves": "    while True:\n        return str(number)\n",
    "a lambda of a lambda": "    return (lambda one: lambda two: one + two)('')(str(number))\n",
    "lambdas on a line": "    both = (lambda: str(number)), (lambda: '')\n    return both[0]() + both[1]()\n",
    "a comprehension": "    return (one := str(number)) and ''.join([digit for digit in one])\n",
    "a table": f"{SAYS}\n\nWORDS = {{say(number): number for number in range(9)}}\n",
    "what makes a table": f"{SAYS}\n\ndef twice(word):\n    return word * 2\n\n\nNAMES = [twice('fizz')]\n",
    "a generator of nothing": "    return str(*none(), number)\n\n\ndef none():\n    return\n    yield\n",
}


@pytest.mark.parametrize("body", HONEST.values(), ids=HONEST)
def test_what_an_honest_author_writes_is_covered(small, body):
    small.edit("step_02/fizz.py", SAYS, body)
    assert lines(small, [check_coverage]) == []


def test_what_only_a_guard_reaches_is_covered(small):
    small.edit("step_03/fizz.py", SAYS, f'    if number == 4:\n        return "4"\n{SAYS}')
    assert lines(small, [check_coverage]) == []


COUNTED = """@pytest.mark.guards(4)
def test_it_is_counted(fizz):
    with open({file!r}, "a") as file:
        file.write(fizz.say(10) + " ")"""


def test_a_guard_runs_once_on_a_step_that_it_has_to_cover(small):
    small.edit(
        "step_04/fizz.py",
        '    return "Fizz"',
        "    if number == 10:\n        return 'ten'\n    return \"Fizz\"",
    )
    file = small.root.parent / "counted.txt"
    append(small, "suite/test_more.py", COUNTED.format(file=str(file)))
    assert lines(small, [check_coverage]) == []
    assert file.read_text().split().count("ten") == 1


JOINED = [
    pytest.param(["line 7"], ["line 7"], id="one line"),
    pytest.param(["line 3", "line 4", "line 6", "line 9"], ["lines 3 to 9"], id="with gaps of layout"),
    pytest.param(["line 3", "line 8"], ["line 3", "line 8"], id="far apart"),
    pytest.param(
        ["line 3", "line 4", "the branch from line 2 to 3"],
        ["lines 3 to 4", "the branch from line 2 to 3"],
        id="a branch stays",
    ),
]


@pytest.mark.parametrize(("missed", "joined"), JOINED)
def test_lines_that_no_test_reaches_are_told_as_one_span(missed, joined):
    assert join_lines(missed) == joined
