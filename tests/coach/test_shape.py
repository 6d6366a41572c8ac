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
    "several on a line": ("a = 1; a = 2; a = 3\n", ["a = 1", "a = 2", "a = 3"]),
    "line ends of an old Mac": ("a += 1\ra += 2\ra += 3\r", ["a += 1", "a += 2", "a += 3"]),
    "below a form feed": ("\x0ca += 1\n\x0ca += 2\na += 3\n", ["a += 1", "a += 2", "a += 3"]),
    "what differs only below": (
        "if a > 1:\n    b()\nif a > 2:\n    c()\nif a > 3:\n    d()\nelse:\n    e()\n",
        ["if a > 1:", "if a > 2:", "if a > 3:"],
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
    "too deep to be read": f"a = {'+'.join(['1'] * 400)}\n",
    "no Python": "a = (\na = (\na = (\n",
    "nothing": "",
}


@pytest.mark.parametrize(("code", "lines"), ALIKE.values(), ids=ALIKE)
def test_three_lines_that_differ_only_in_their_values_are_alike(code, lines):
    assert find_alike(code) == lines


def test_a_long_chain_of_questions_is_read_to_its_end():
    chain = "".join(f"elif a == {number}:\n    pass\n" for number in range(1, 400))
    assert len(find_alike(f"if a == 0:\n    pass\n{chain}")) == 400


@pytest.mark.parametrize("code", OTHER.values(), ids=OTHER)
def test_no_other_lines_are_alike(code):
    assert find_alike(code) == []
