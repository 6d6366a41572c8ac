"""Lines that are alike but for their values: an example of what can be tidied up."""

import pytest

from dojo.coach.shape import find_alike

ALIKE = {
    "questions": (
        "if n >= 10:\n    return 'X'\nif n >= 5:\n    return 'V'\nif n >= 1:\n    return 'I'\n",
        ["if n >= 10:", "if n >= 5:", "if n >= 1:"],
    ),
    "what is done": ("a += 'X'\na += 'V'\na += 'I'\n", ["a += 'X'", "a += 'V'", "a += 'I'"]),
    "the most of two kinds": (
        "a = 1\na = 2\na = 3\nb += 1\nb += 2\nb += 3\nb += 4\n",
        ["b += 1", "b += 2", "b += 3", "b += 4"],
    ),
    "texts with values in them": (
        "print(f'a {n}')\nprint(f'b {n}')\nprint(f'c {n}')\n",
        ["print(f'a {n}')", "print(f'b {n}')", "print(f'c {n}')"],
    ),
    "deep in one another": (
        "if a == 1:\n    pass\nelif a == 2:\n    pass\nelif a == 3:\n    pass\n",
        ["if a == 1:", "elif a == 2:", "elif a == 3:"],
    ),
}
OTHER = {
    "two": "a += 'X'\na += 'V'\n",
    "other names": "a += 1\nb += 1\nc += 1\n",
    "results": "def f(n):\n    return 1\n    return 2\n    return 3\n",
    "texts alone": "def f():\n    'a'\ndef g():\n    'b'\ndef h():\n    'c'\n",
    "no Python": "a = (\na = (\na = (\n",
    "nothing": "",
}


@pytest.mark.parametrize(("code", "lines"), ALIKE.values(), ids=ALIKE)
def test_three_lines_that_differ_only_in_their_values_are_alike(code, lines):
    assert find_alike(code) == lines


@pytest.mark.parametrize("code", OTHER.values(), ids=OTHER)
def test_no_other_lines_are_alike(code):
    assert find_alike(code) == []
