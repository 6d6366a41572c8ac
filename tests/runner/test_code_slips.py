"""A line of a participant's code that cannot be meant is named below a failure."""

import pytest

from dojo.runner.failure.code_slips import find_code_slip

NEVER = "this line never runs: the"
SLIPS = [
    pytest.param(
        ["return str(n)", "if n == 3:", "    return 'Fizz'"],
        f"fizz.py:3: {NEVER} return above it ends the function",
        id="code below a return",
    ),
    pytest.param(
        ["raise ValueError('no')", "return n"],
        f"fizz.py:3: {NEVER} raise above it ends the function",
        id="code below a raise",
    ),
    pytest.param(
        ["for x in n:", "    if x:", "        break", "        n = 1", "return n"],
        f"fizz.py:5: {NEVER} break above it ends the loop",
        id="code below a break",
    ),
    pytest.param(
        ["if n == 3 or 6:", "    return 'Fizz'"],
        "fizz.py:2: “n == 3 or 6” is always true: write n == 3 or n == 6",
        id="a number after or",
    ),
    pytest.param(
        ["return n == 'a' or 'b'"],
        "fizz.py:2: “n == 'a' or 'b'” is always true: write n == 'a' or n == 'b'",
        id="a text after or",
    ),
    pytest.param(
        ["if 'IV' or 'IX' in n:", "    return 4"],
        "fizz.py:2: “'IV' or 'IX' in n” is always true: write 'IV' in n or 'IX' in n",
        id="a text in front of or",
    ),
    pytest.param(
        ["total = 1", "total =+ n", "return total"],
        "fizz.py:3: =+ gives the name a new value: += adds to the one that it has",
        id="a plus behind the =",
    ),
    pytest.param(
        ["for bad in ['VV', 'IM' 'XM']:", "    print(bad)", "return n"],
        "fizz.py:2: 'IM' 'XM' is one text, 'IMXM': is a comma missing?",
        id="no comma between two texts",
    ),
    pytest.param(
        ["if n % 3 and 5 == 0:", "    return 'FizzBuzz'"],
        "fizz.py:2: “5 == 0” compares two values that never change: say on each side what is compared",
        id="two numbers that are compared",
    ),
    pytest.param(
        ["if n == 5:", "    'V'", "return 'I'"],
        "fizz.py:3: nothing comes of this value: give it a name with one =, or return it",
        id="a value without return",
    ),
    pytest.param(
        ["total = 0", "total + n", "return total"],
        "fizz.py:3: nothing comes of this value: write total = total + n",
        id="a sum that has no name",
    ),
    pytest.param(
        ["n == 5", "return n"],
        "fizz.py:2: this compares, and nothing comes of it: return the answer, or give a name a value"
        " with one =",
        id="two = in place of one",
    ),
    pytest.param(
        ["total = 0", "for x in n:", "    total += x", "    return total"],
        "fizz.py:5: this return ends the loop in its first turn:"
        " to end it after the last one, indent it like the for on line 3",
        id="a return in a loop",
    ),
    pytest.param(
        ["for x in n:", "    if x == 1:", "        return True", "    else:", "        return False"],
        "fizz.py:6: this return ends the loop in its first turn:"
        " to end it after the last one, indent it like the for on line 2",
        id="a return in each branch of a loop",
    ),
    pytest.param(
        ["for x in n:", "    if x == 1:", "        return False", "    return True"],
        "fizz.py:5: this return ends the loop in its first turn:"
        " to end it after the last one, indent it like the for on line 2",
        id="a yes after the first item that is no fault",
    ),
    pytest.param(
        ["for line in n:", "    line.strip()", "    print(line)"],
        "fizz.py:3: line.strip() gives a new value, and nothing comes of it: write line = line.strip()",
        id="a text that stays as it is",
    ),
    pytest.param(
        ["sorted(n)", "return n"],
        "fizz.py:2: sorted(n) gives a new value, and nothing comes of it: write n = sorted(n)",
        id="a list that stays as it is",
    ),
    pytest.param(
        ["return n.sort(reverse=True)"],
        "fizz.py:2: n.sort(reverse=True) changes n itself, and gives None:"
        " write it on a line of its own, and go on with n",
        id="a list that is sorted, and None is returned",
    ),
    pytest.param(
        ["m = n.reverse()", "return m"],
        "fizz.py:2: n.reverse() changes n itself, and gives None:"
        " write it on a line of its own, and go on with n",
        id="a list that is turned round, and None gets a name",
    ),
    pytest.param(
        ["words = words.append(n)", "return words"],
        "fizz.py:2: words.append(n) changes words itself, and gives None:"
        " write it on a line of its own, and go on with words",
        id="a list to which something is added, and None gets its name",
    ),
    pytest.param(
        ["class Deck:", "    def sort(self):", "        return self", "return n.sort()"],
        "",
        id="a method of one's own",
    ),
    pytest.param(["m = n.pop()", "return m"], "", id="an item that is taken from a list"),
    pytest.param(
        ["for x in n:", "    words.append(x)", "    return words"],
        "fizz.py:4: this return ends the loop in its first turn:"
        " to end it after the last one, indent it like the for on line 2",
        id="a return of a list in a loop",
    ),
    pytest.param(
        ["for x in n:", "    words.append(x)", "    return True", "return False"],
        "",
        id="whether there is one more",
    ),
    pytest.param(["for x in n:", "    y = n[x]", "    return x, y"], "", id="a pair of the first item"),
    pytest.param(
        ["os.replace(n, m)", "n.replace('b')", "n.sort()", "n.append(1)", "int(n)"],
        "",
        id="calls that do something",
    ),
    pytest.param(['"""Say n."""', "return n"], "", id="a docstring"),
    pytest.param(["..."], "", id="dots"),
    pytest.param(["n = 1", "'''here is", "a comment'''", "return n"], "", id="a text as a comment"),
    pytest.param(["print(n)", "return n"], "", id="a call"),
    pytest.param(["for x in n:", "    return x"], "", id="the first item"),
    pytest.param(
        ["for x in n:", "    if not x:", "        continue", "    y = x", "    return y"],
        "",
        id="the first item of a kind",
    ),
    pytest.param(["for x in n:", "    if x:", "        return x", "return 0"], "", id="a search"),
    pytest.param(
        ["for x in n:", "    if x == 1:", "        return False", "    print(x)", "return True"],
        "",
        id="a yes after the last item",
    ),
    pytest.param(["return n == 3 or n == 6"], "", id="two comparisons"),
    pytest.param(["return n or 6"], "", id="a value in place of nothing"),
    pytest.param(["raise ValueError", "yield"], "", id="a generator without items"),
    pytest.param(["return ("], "", id="no Python"),
]


@pytest.mark.parametrize(("lines", "said"), SLIPS)
def test_a_slip_in_the_code_is_named_with_its_line(lines, said):
    source = "\n    ".join(["def say(n):", *lines])
    assert find_code_slip(source, "fizz.py") == said


PARTS = (
    "@dataclass finds no parts in Card, so any two are equal, and nothing of them is shown: write a line for"
)
NO_PARTS = f"fizz.py:2: {PARTS} each part, value: int, in place of __init__"
CLASSES = [
    pytest.param("@dataclass", "", "    def __init__(self, value):", NO_PARTS, id="none"),
    pytest.param(
        "@dataclasses.dataclass(order=True)", "", "    def __init__(self, v):", NO_PARTS, id="called"
    ),
    pytest.param("@dataclass", "", "    value: int", "", id="a part"),
    pytest.param("@dataclass", "(Base)", "    def __init__(self, value):", "", id="those of another class"),
    pytest.param("@other", "", "    def __init__(self, value):", "", id="no dataclass"),
]


@pytest.mark.parametrize(("decorator", "bases", "line", "slip"), CLASSES)
def test_a_dataclass_without_parts_is_named(decorator, bases, line, slip):
    body = f"{line}\n        self.value = 1" if line.endswith(":") else line
    assert find_code_slip(f"{decorator}\nclass Card{bases}:\n{body}\n", "fizz.py") == slip


IS_FOUR = "def is_four(n):\n    return n == 4\n\n"
NOT_ASKED = "fizz.py:5: is_four is a function, and without brackets it is always true: write is_four(…)"
ASKED = [
    pytest.param("    if is_four:\n        return 1", NOT_ASKED, id="an if"),
    pytest.param("    if n and is_four:\n        return 1", NOT_ASKED, id="a part of a condition"),
    pytest.param("    while n > 4 or (n and is_four):\n        n = 1", NOT_ASKED, id="a part of a part"),
    pytest.param("    ask = n or is_four\n    return ask", "", id="one of two functions"),
    pytest.param(
        "    class Card:\n        def isdigit(self):\n            return 1\n    if Card().isdigit:\n"
        "        return 1",
        "",
        id="a name of one's own class",
    ),
    pytest.param("    return not is_four", NOT_ASKED, id="a not"),
    pytest.param("    return 1 if is_four else 2", NOT_ASKED, id="an if in a line"),
    pytest.param(
        "    if n.isdigit:\n        return 1",
        "fizz.py:5: n.isdigit is a function, and without brackets it is always true: write n.isdigit()",
        id="a question to a text",
    ),
    pytest.param("    if n.value:\n        return 1", "", id="a value of an object"),
    pytest.param("    if is_four(n):\n        return 1", "", id="a call"),
    pytest.param("    is_four = n == 4\n    if is_four:\n        return 1", "", id="a value of that name"),
    pytest.param("    return sorted([n], key=is_four)", "", id="a function that is given away"),
]


@pytest.mark.parametrize(("body", "slip"), ASKED)
def test_a_function_as_a_condition_is_named(body, slip):
    assert find_code_slip(f"{IS_FOUR}def say(n):\n{body}\n", "fizz.py") == slip
