"""A failure is drawn for somebody who has never read what pytest says."""

import pytest

from dojo.engine.drawings.values import without_addresses
from engine.test_trial import GOOD, attempt, tried

__all__ = ["attempt"]

ADDRESSES = [
    pytest.param("<poker.Card object at 0x7f21aa>", "<Card>", id="an object"),
    pytest.param("[<a.b.Card object at 0x7f21aa>, 1]", "[<Card>, 1]", id="an object in a list"),
    pytest.param(
        "<test_x.test_it.<locals>.Odd object at 0x7f21aa>", "<Odd>", id="an object of a local class"
    ),
    pytest.param("<function card at 0x7f21aa>", "card", id="a function"),
    pytest.param(
        "<function test_it.<locals>.<lambda> at 0x7f21aa>", "lambda", id="a function without a name"
    ),
    pytest.param("<bound method Card.rank of <poker.Card object at 0x7f21aa>>", "Card.rank", id="a method"),
    pytest.param("<built-in method upper of str object at 0x7f21aa>", "upper", id="a method of Python's"),
    pytest.param("<class 'poker.CardError'>", "CardError", id="a class"),
    pytest.param("<module 'steps.step_00.poker' from '/a/b.py'>", "poker", id="a module"),
    pytest.param("<generator object f at 0x7f21aa>", "<generator object f>", id="a generator"),
    pytest.param("0x1f < 0x20", "0x1f < 0x20", id="numbers"),
]


@pytest.mark.parametrize(("text", "expected"), ADDRESSES)
def test_a_value_has_no_address(text, expected):
    assert without_addresses(text) == expected


def test_a_test_of_ours_is_drawn_with_its_row(attempt):
    failure = tried(attempt, "def say(number):\n    return 'two'\n").failing[0].failure
    assert (
        failure
        == """\
number = 1
said = '1'

    def test_numbers(fizz, number, said):
>       assert fizz.say(number) == said

E   wanted  '1'
E   came    'two'"""
    )


def test_an_error_is_shown_below_the_test_with_their_lines_alone(attempt):
    code = "import json\n\ndef say(number):\n    return load('{')\n\n"
    code += "def load(text):\n    return json.loads(text)\n"
    failure = tried(attempt, code, limit=2).failing[0].failure
    assert (
        failure
        == """\
number = 1
said = '1'

    def test_numbers(fizz, number, said):
>       assert fizz.say(number) == said

fizz.py:4 in say
        return load('{')
fizz.py:7 in load
>       return json.loads(text)
E   JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"""
    )


def test_an_error_names_what_led_to_it(attempt):
    code = "def say(number):\n    try:\n        return {}[1]\n    except KeyError:\n        return 1 / 0\n"
    failure = tried(attempt, code).failing[0].failure
    assert failure.endswith("E   ZeroDivisionError: division by zero\nE   after KeyError: 1")


def test_a_name_that_is_not_there_is_said_to_be_missing(attempt):
    assert tried(attempt, "").failing[0].failure.endswith("\n\nE   fizz.py has no say yet")


def drawn(attempt, own):
    """What is shown of the first own test that fails, on a function that says the number one."""
    return tried(attempt, GOOD, own, limit=2).failing[0].failure


def test_an_own_test_is_drawn_with_its_place_and_up_to_its_assertion(attempt):
    own = """\
import pytest
import fizz


@pytest.mark.parametrize("number", [2])
@pytest.mark.filterwarnings("ignore")
def test_two(number):
    said = fizz.say(number)
    assert said == "2"
    assert said != "1"
"""
    assert (
        drawn(attempt, own)
        == """\
number = 2

test_fizz.py:9
    def test_two(number):
        said = fizz.say(number)
>       assert said == "2"

E   wanted  '2'
E   came    '1'"""
    )


SIDES = [
    pytest.param('assert "2" == fizz.say(2)', ["wanted  '2'", "came    '1'"], id="wanted first"),
    pytest.param(
        'expected = "2"\n    assert expected == fizz.say(2)',
        ["wanted  '2'", "came    '1'"],
        id="expected first",
    ),
    pytest.param("assert fizz.say(1) is None", ["wanted  None", "came    '1'"], id="is"),
    pytest.param(
        "assert fizz.say(1) != '1'", ["wanted  anything but that", "came    '1'"], id="is not equal"
    ),
    pytest.param("assert '2' in fizz.say(1)", ["wanted  '2' in it", "came    '1'"], id="in"),
    pytest.param("assert '1' not in fizz.say(1)", ["wanted  no '1' in it", "came    '1'"], id="not in"),
    pytest.param(
        "assert int(fizz.say(1)) > 1", ["wanted  left > right", "left    1", "right   1"], id="greater"
    ),
    pytest.param("assert not fizz.say(1)", ["wanted  something false", "came    '1'"], id="not"),
    pytest.param(
        "assert fizz.say(1).isalpha(), 'no letter'",
        ["no letter", "wanted  True", "came    False"],
        id="a call, and words",
    ),
    pytest.param(
        "said = fizz.say(1)\n    assert said.isalpha()",
        ["said = '1'", "wanted  True", "came    False"],
        id="what the assertion names",
    ),
    pytest.param(
        "with pytest.raises(ValueError):\n        fizz.say(1)",
        ["wanted  the error ValueError", "came    no error"],
        id="no error",
    ),
    pytest.param(
        "assert [object(), 1][:1] == [object()]",
        ["wanted  [<object>]", "came    [<object>]", "        They look alike, and they are not equal."],
        id="alike",
    ),
    pytest.param(
        "assert [fizz.say(1), 'b' * 40, 'c' * 40] == ['2', 'b' * 40, 'c' * 40]",
        [
            "        [",
            "wanted      '2',",
            "came        '1',",
            f"            '{'b' * 40}',",
            f"            '{'c' * 40}',",
            "        ]",
        ],
        id="a long list",
    ),
    pytest.param(
        "assert 'b' * 70 + '\\n' + fizz.say(1) == 'b' * 70 + '\\n2'",
        [f"        '{'b' * 70}\\n'", "wanted  '2'", "came    '1'"],
        id="a long text",
    ),
    pytest.param(
        "from collections import namedtuple\n"
        "    Ran = namedtuple('Ran', 'status standard_output')\n"
        "    assert Ran(0, fizz.say(2)) == (0, '2')",
        ["        status = 0", "wanted  standard_output = '2'", "came    standard_output = '1'"],
        id="what a program has written",
    ),
    pytest.param("fail('on purpose')", ["Failed: on purpose"], id="a failure on purpose"),
]


@pytest.mark.parametrize(("body", "told"), SIDES)
def test_what_was_wanted_and_what_came(attempt, body, told):
    failure = drawn(attempt, f"import fizz, pytest\nfrom pytest import fail\n\ndef test_it():\n    {body}\n")
    assert [line.removeprefix("E   ") for line in failure.splitlines() if line.startswith("E   ")] == told


def test_an_assertion_in_a_helper_is_shown_below_the_test(attempt):
    own = (
        "import fizz\n\ndef check(said):\n    assert said == '2'\n\ndef test_it():\n    check(fizz.say(2))\n"
    )
    assert (
        drawn(attempt, own)
        == """\
test_fizz.py:7
    def test_it():
>       check(fizz.say(2))

test_fizz.py:4 in check
>       assert said == '2'
E   wanted  '2'
E   came    '1'"""
    )


def test_a_comparison_that_was_caught_before_is_not_taken_for_it(attempt):
    own = "import fizz, pytest\n\ndef test_it():\n    with pytest.raises(AssertionError):\n"
    own += "        assert fizz.say(1) == '3'\n    assert fizz.say(1).isalpha()\n"
    assert drawn(attempt, own).endswith("E   wanted  True\nE   came    False")


def test_a_test_in_a_class_is_drawn_too(attempt):
    own = "import fizz\n\nclass TestIt:\n    def test_it(self):\n        assert fizz.say(2) == '2'\n"
    assert "\n    def test_it(self):\n>       assert fizz.say(2) == '2'\n" in drawn(attempt, own)


def test_a_syntax_error_is_said_once_and_blames_the_file(attempt):
    trial = tried(attempt, "def say(number:\n    pass\n")
    first = trial.failing[0]
    assert first.rule == "fizz.py"
    assert first.why == "SyntaxError: '(' was never closed (fizz.py, line 1)"
    assert first.failure == "fizz.py:1\n        def say(number:\n               ^"


def test_an_error_of_the_import_is_shown_where_it_is(attempt):
    first = tried(attempt, "import json\n\njson.loads('{')\n", limit=2).failing[0]
    assert first.failure == "fizz.py:3\n        json.loads('{')"


def test_a_syntax_error_in_an_own_test_is_shown_where_it_is(attempt):
    first = tried(attempt, GOOD, "def test_it(:\n    pass\n", limit=2).failing[0]
    assert (first.rule, first.why) == ("test_fizz.py", "SyntaxError: invalid syntax")
    assert first.failure == "test_fizz.py:1\n        def test_it(:\n                    ^"


def test_of_a_name_that_an_own_test_imports_in_vain_no_folder_is_told(attempt):
    first = tried(attempt, GOOD, "from fizz import sayy\n", limit=2).failing[0]
    assert first.why == "ImportError: cannot import name 'sayy' from 'fizz' (fizz.py)"


def test_an_endless_loop_is_shown_where_it_was_stopped(attempt):
    first = tried(attempt, "def say(number):\n    while True: number += 1\n", patience=100).failing[0]
    assert first.why == "not done after 0.3 seconds: is there a loop without an end?"
    assert first.failure.endswith(
        "\n\nfizz.py:2 in say\n>       while True: number += 1\nE   Here it was stopped."
    )


def test_an_endless_import_has_the_limit_of_a_test_in_own_tests_too(attempt):
    first = tried(attempt, "while True: pass\n", "import fizz\n", patience=100).failing[0]
    assert first.why == "not done after 0.3 seconds: is there a loop without an end?"
    assert first.failure.startswith("test_fizz.py:1\n        import fizz\nfizz.py:1\n")


def test_a_flood_of_letters_is_drawn_at_once(attempt):
    failure = tried(attempt, "def say(number):\n    return 'x' * 5_000_000\n", limit=2).failing[0].failure
    assert len(failure) < 9000
    assert failure.endswith(" more signs")
