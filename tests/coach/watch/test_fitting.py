"""What the screen of `make watch` has room for: what says least is left out first."""

import pytest
from rich.text import Text

from dojo.coach.watch.fitting import fit

LONG = [f"{n}" for n in range(20)]
FAILURE = [*"abcdef", "> called", *"ghij", "> here", *"klm", "It printed:", "> no"]
FITTED = {
    "what there is room for is told": (LONG[:3], [], ["0", "1", "2"]),
    "what is too long lacks the middle": (LONG, [], ["0", "1", "…", "15", "16", "17", "18", "19"]),
    "or empty lines where that is enough": (
        ["a", "", *LONG[:7]],
        [],
        ["a", "0", "1", "2", "3", "4", "5", "6"],
    ),
    "of a failure what raised it is kept": (
        FAILURE,
        [],
        ["a", "b", "…", "> here", "k", "l", "m", "It printed:"],
    ),
    "also below empty lines": (
        [*"ab", "", "", "", "c", "> here", *"klmnopqrs"],
        [],
        ["a", "b", "…", "> here", "k", "l", "m", "n"],
    ),
    "a line that fails at once is there once": (
        ["> here", *"abcdefghijklm"],
        [],
        ["> here", "a", "…", "b", "c", "d", "e", "f"],
    ),
    "what was said is told whole": (LONG, ["n"], ["0", "1", "…", "17", "18", "19", "", "n"]),
    "or the beginning of it": (LONG[:1], LONG[5:], ["0", "", "5", "6", "7", "8"]),
}


@pytest.mark.parametrize(("above", "notes", "lines"), FITTED.values(), ids=FITTED)
def test_it_has_as_many_lines_as_there_is_room_for(above, notes, lines):
    shown, _ = fit([Text(line) for line in above], [Text(line) for line in notes], 8)
    assert [line.plain for line in shown] == lines


FAILED = """\
2 more tests pass already: “two is said”,
“three is said”
The next test, 4 of our 9: “five is fizz”

“five is fizz” is red: AssertionError: no

number = 5
said = 'fizz'

    def test_numbers(fizz, number, said):
        came = fizz.say(number)
>       assert came == said

fizz.py:2 in say
        return deeper(number)
fizz.py:4 in deeper
>       return str(number)
    wanted  'fizz'
    came    '5'

Your code printed it.

It printed:
5
6
"""
# each of them one line lower than the one before needs
AS_IT_IS = FAILED
WITHOUT_EMPTY_LINES = FAILED.replace("\n\n", "\n")
WITHOUT_BEFORE = WITHOUT_EMPTY_LINES[WITHOUT_EMPTY_LINES.index("The next") :]
WITHOUT_SOURCE = """\
The next test, 4 of our 9: “five is fizz”
“five is fizz” is red: AssertionError: no
number = 5
said = 'fizz'
…
>       assert came == said
fizz.py:2 in say
        return deeper(number)
fizz.py:4 in deeper
>       return str(number)
    wanted  'fizz'
    came    '5'
Your code printed it.
It printed:
5
6
"""
WITHOUT_CALLS = """\
The next test, 4 of our 9: “five is fizz”
“five is fizz” is red: AssertionError: no
number = 5
said = 'fizz'
…
>       assert came == said
…
>       return str(number)
    wanted  'fizz'
    came    '5'
Your code printed it.
It printed:
5
6
"""
WITHOUT_OUTPUT = """\
The next test, 4 of our 9: “five is fizz”
“five is fizz” is red: AssertionError: no
number = 5
said = 'fizz'
…
>       assert came == said
…
>       return str(number)
    wanted  'fizz'
    came    '5'
Your code printed it.
"""
WITHOUT_ROW = """\
The next test, 4 of our 9: “five is fizz”
“five is fizz” is red: AssertionError: no
…
>       assert came == said
…
>       return str(number)
    wanted  'fizz'
    came    '5'
Your code printed it.
"""
ALL_THAT_STAYS = """\
The next test, 4 of our 9: “five is fizz”
“five is fizz” is red: AssertionError: no
…
>       assert came == said
…
>       return str(number)
    wanted  'fizz'
    came    '5'
"""
LOWEST = """\
The next test, 4 of our 9: “five is fizz”
…
>       return str(number)
    wanted  'fizz'
    came    '5'
"""
HEIGHTS = [
    pytest.param(26, AS_IT_IS, 0, id="as it is"),
    pytest.param(19, WITHOUT_EMPTY_LINES, 0, id="without empty lines"),
    pytest.param(18, WITHOUT_BEFORE, 2, id="no sentence begins in its middle"),
    pytest.param(17, WITHOUT_BEFORE, 2, id="without what came before"),
    pytest.param(16, WITHOUT_SOURCE, 4, id="without the source"),
    pytest.param(14, WITHOUT_CALLS, 7, id="without the calls"),
    pytest.param(11, WITHOUT_OUTPUT, 10, id="without the output"),
    pytest.param(9, WITHOUT_ROW, 12, id="without the row"),
    pytest.param(8, ALL_THAT_STAYS, 13, id="without the advice"),
    pytest.param(5, LOWEST, 15, id="on the lowest screen"),
]


@pytest.mark.parametrize(("height", "shown", "left_out"), HEIGHTS)
def test_of_a_failure_the_title_the_assertion_and_the_difference_stay(height, shown, left_out):
    lines, count = fit([Text(line) for line in FAILED.splitlines()], [], height)
    assert "\n".join(line.plain for line in lines) == shown.rstrip("\n")
    assert count == left_out


ASKED_FOR_A_HINT = """\
The next test, 4 of our 9: “five is fizz”

“five is fizz” is red: AssertionError: no

number = 5
said = 'fizz'

>       assert came == said
    wanted  'fizz'
    came    '5'

Your code printed it.

Make it green, then n. A hint: h"""


def test_what_the_keys_below_the_bar_say_as_well_goes_before_any_of_the_failure():
    above = [Text(line) for line in ASKED_FOR_A_HINT.splitlines()]
    lines, count = fit(above, [Text("What is five?")], 10)
    shown = [line.plain for line in lines]
    assert shown[-4:] == ["    came    '5'", "Your code printed it.", "", "What is five?"]
    assert shown[:3] == [line for line in ASKED_FOR_A_HINT.splitlines()[:5] if line]
    assert count == 1


DIFFERS = """\
“all are said” is red: AssertionError: no

    def test_all(fizz):
        said = fizz.all()
>       assert said == SAID
    wanted  1
    came    one
    wanted  2
    came    two
    wanted  3
    came    three
    wanted  4
    came    four
    wanted  5
    came    five
"""
BOTH_ENDS = """\
“all are said” is red: AssertionError: no
…
>       assert said == SAID
    wanted  1
    came    one
…
    wanted  5
    came    five
"""


def test_of_a_long_difference_both_ends_stay():
    lines, count = fit([Text(line) for line in DIFFERS.splitlines()], [], 8)
    assert "\n".join(line.plain for line in lines) == BOTH_ENDS.rstrip("\n")
    assert count == 8
