"""A failure is drawn for somebody who has never read what pytest says, below its reason, a line."""

import re
import traceback
import warnings
from runpy import run_path

import pytest
from rich.console import Console

from dojo.runner.failure.advice import advise_on_lines
from dojo.runner.failure.comparison import format_assignment
from dojo.runner.failure.printing import show_failure
from dojo.runner.failure.reason import (
    format_calls,
    format_load_error,
    readable_name,
    reason,
    shorten_reason,
    without_guesses,
)
from runner.test_run import ENDLESS, GOOD, LATE, RAISED, SAY, odd

OF_THE_SUITE = """\
number = 1
said = '1'

    def test_numbers(fizz, number, said):
>       assert fizz.say(number) == said

"""
LOADS = "import json\n\ndef say(number):\n    return load('{')\n\ndef load(text):\n    json.loads(text)\n"
LOADED = """\
fizz.py:4 in say
        return load('{')
fizz.py:7 in load
>       json.loads(text)
E   JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"""
LED = "def say(number):\n    try:\n        return {}[1]\n    except KeyError:\n        return 1 / 0\n"
ZERO = """\
fizz.py:5 in say
>       return 1 / 0
E   ZeroDivisionError: division by zero
E   after KeyError: 1"""
OURS = {
    "a wrong answer": ("def say(number):\n    return 'two'\n", "E   wanted  '1'\nE   came    'two'"),
    "an error, with their lines alone": (LOADS, LOADED),
    "an error, and what led to it": (LED, ZERO),
    "a name that is not there": ("", "E   fizz.py has no “say” yet"),
}


@pytest.mark.parametrize(("code", "below"), OURS.values(), ids=OURS)
def test_a_test_of_ours_is_drawn_with_its_row(tried, code, below):
    assert tried(code).failing[0].failure == OF_THE_SUITE + below


MARKED = """\
import fizz, pytest

@pytest.mark.parametrize("number", [2])
@pytest.mark.filterwarnings("ignore")
def test_two(number):
    said = fizz.say(number)
    assert said == "2"
    assert said != "1"
"""
NOT_TWO = "E   wanted  '2'\nE   came    '1'"
UP_TO_ITS_ASSERTION = """\
number = 2

test_fizz.py:7
    def test_two(number):
        said = fizz.say(number)
>       assert said == "2"

"""
HELPER = "import fizz\n\ndef check(said):\n    assert said == '2'\n\ndef test_it():\n    check(fizz.say(2))\n"
BELOW_THE_TEST = """\
test_fizz.py:7
    def test_it():
>       check(fizz.say(2))

test_fizz.py:4 in check
>       assert said == '2'
"""
IN_A_CLASS = "import fizz\n\nclass TestIt:\n    def test_it(self):\n        assert fizz.say(2) == '2'\n"
IN_ITS_CLASS = "test_fizz.py:5\n    def test_it(self):\n>       assert fizz.say(2) == '2'\n\n"
OWN = {
    "with its place, and up to its assertion": (MARKED, UP_TO_ITS_ASSERTION),
    "an assertion in a helper": (HELPER, BELOW_THE_TEST),
    "a test in a class": (IN_A_CLASS, IN_ITS_CLASS),
}


@pytest.mark.parametrize(("own", "drawn"), OWN.values(), ids=OWN)
def test_an_own_test_is_drawn(tried, own, drawn):
    assert tried(GOOD, own).failing[0].failure == drawn + NOT_TWO


CAUGHT = "with pytest.raises(AssertionError):\n        assert 1 == 3\n    assert fizz.say(1).isalpha()"
NAMED = "said = fizz.say(1)\n    assert said.isalpha()"
LONG_LIST = "assert [fizz.say(1), 'b' * 40, 'c' * 40] == ['2', 'b' * 40, 'c' * 40]"
IN_ITS_LINES = f"""\
        [
wanted      '2',
came        '1',
            '{"b" * 40}',
            '{"c" * 40}'
        ]"""
LONG_TEXT = "assert 'b' * 70 + '\\n' + fizz.say(1) == 'b' * 70 + '\\n2'"
RAN = """\
from collections import namedtuple
    Ran = namedtuple('Ran', 'status standard_output')
    assert Ran(0, fizz.say(2)) == (0, '2')"""
BY_NAME = "        status = 0\nwanted  standard_output = '2'\ncame    standard_output = '1'"
ALIKE = "wanted  [<object object>]\ncame    [<object object>]\n"
ALIKE += "        They look alike, and they are not equal."
TWO = "wanted  '2'\ncame    '1'"
SAYS_NOTHING = """\
What is in a Card isn't shown. In the class, this shows it:

    def __repr__(self):
        return str(self.__dict__)"""
PACKED = """\
wanted  left < right
left    (1,
left     ['6 of clubs', '5 of clubs', '4 of clubs', '3 of clubs',
left      '2 of clubs', '1 of clubs'])
right   (1, ['1'])"""
CLUBS = "[f'{number} of clubs' for number in range(6, 0, -1)]"
HANDS = f"left, right = (1, {CLUBS}), (1, [fizz.say(1)])\n    assert left < right"
SIDES = {
    "a list in an order": (HANDS, PACKED),
    "wanted first": ('assert "2" == fizz.say(2)', TWO),
    "expected first": ('expected = "2"\n    assert expected == fizz.say(2)', TWO),
    "is": ("assert fizz.say(1) is None", "wanted  None\ncame    '1'"),
    "in": ("assert '2' in fizz.say(1)", "wanted  left in right\nleft    '2'\nright   '1'"),
    "not": ("assert not fizz.say(1)", "wanted  something false\ncame    '1'"),
    "a call, and words": ("assert fizz.say(1).isalpha(), 'no'", "no\nwanted  something true\ncame    False"),
    "what the assertion names": (NAMED, "said = '1'\nwanted  something true\ncame    False"),
    "no error": ("with pytest.raises(ValueError):\n        fizz.say(1)", "Failed: DID NOT RAISE ValueError"),
    "alike": ("assert [object(), 1][:1] == [object()]", ALIKE),
    "a long list": (LONG_LIST, IN_ITS_LINES),
    "a long text": (LONG_TEXT, f"        '{'b' * 64}'\n        '{'b' * 6}\\n'\n{TWO}"),
    "what a program has written": (RAN, BY_NAME),
    "a failure on purpose": ("fail('on purpose')", "Failed: on purpose"),
    "a comparison that was caught before": (CAUGHT, "wanted  something true\ncame    False"),
}


@pytest.mark.parametrize(("body", "told"), SIDES.values(), ids=SIDES)
def test_what_was_wanted_and_what_came(tried, body, told):
    own = f"import fizz, pytest\nfrom pytest import fail\n\ndef test_it():\n    {body}\n"
    lines = tried(GOOD, own).failing[0].failure.splitlines()
    assert [line.removeprefix("E   ") for line in lines if line.startswith("E   ")] == told.splitlines()


HAND = """\
class Card:
    pass

def hand(number):
    return [Card() for _ in range(number)]
"""
FIVE_LEFT = "wanted  left < right\nleft    [5 × <fizz.Card object>]\nright   [4 × <fizz.Card object>]"
FIVE_ALIKE = "wanted  [5 × <fizz.Card object>]\ncame    [5 × <fizz.Card object>]\n"
FIVE_ALIKE += "        They look alike, and they are not equal."
SUIT = "the suit of which there are more in this hand"
IN_A_DICT = f"""\
wanted  left in right
left    1
right   {{
right       '{SUIT}': [
right           3 × <fizz.Card object>
right       ]
right   }}"""
SILENT = {
    "in an order": ("assert hand(5) < hand(4)", FIVE_LEFT),
    "equal": ("assert hand(5) == hand(5)", FIVE_ALIKE),
    "in a dict of several lines": (f"assert 1 in {{{SUIT!r}: hand(3)}}", IN_A_DICT),
}


@pytest.mark.parametrize(("body", "told"), SILENT.values(), ids=SILENT)
def test_objects_that_show_nothing_of_themselves_are_counted(tried, body, told):
    own = f"from fizz import hand\n\ndef test_it():\n    {body}\n"
    code = HAND.replace("    pass", "    def __lt__(self, other):\n        return False")
    shown = tried(GOOD + code, own).failing[0].failure
    assert raised_lines(shown) == told
    assert shown.endswith("\n\n" + SAYS_NOTHING)


def raised_lines(failure):
    """What a failure wanted and what came."""
    lines = failure.splitlines()
    return "\n".join(line.removeprefix("E   ") for line in lines if line.startswith("E   "))


WORDS = "the quick brown fox jumps over the lazy dog and then it sleeps "
LONG_LISTS = """\
        [
            0,
        … 47 more lines …
            48,
            49,
wanted      50,
came        51,
            1
        ]"""
MANY_WANTED = """\
wanted  [
wanted      0,
wanted      1,
wanted  … 37 more lines …
wanted      39
wanted  ]
came    []"""
IN_PARTS = """\
        'the quick brown fox jumps over the lazy dog and then it sleeps '
wanted  'and wakes'
came    'and dreams'"""
NO_WORDS = f"""\
        '{"x" * 64}'
wanted  '{"x" * 36}y'
came    '{"x" * 36}'"""
MANY_PLACES = """\
        [
wanted      0,
came        100,
            1,
wanted      2,
came        102,
            3,
wanted      4,
came        104,
            5,
        … and more differences …"""
LARGE = {
    "a difference in a long list": (
        "assert [*range(50), 51, 1] == [*range(50), 50, 1]",
        LONG_LISTS,
    ),
    "a long list": ("assert list(range(0)) == [*range(40)]", MANY_WANTED),
    "a long line": (f"assert {WORDS!r} + 'and dreams' == {WORDS!r} + 'and wakes'", IN_PARTS),
    "without words": ("assert 'x' * 100 == 'x' * 100 + 'y'", NO_WORDS),
    "many places": (
        "assert [n if n % 2 else n + 100 for n in range(30)] == [*range(30)]",
        MANY_PLACES,
    ),
}


@pytest.mark.parametrize(("body", "told"), LARGE.values(), ids=LARGE)
def test_of_large_values_the_difference_is_shown(tried, body, told):
    assert raised_lines(tried(GOOD, f"def test_it():\n    {body}\n").failing[0].failure) == told


NEVER_CLOSED = """\
fizz.py: SyntaxError: '(' was never closed (fizz.py, line 1)
fizz.py:1
        def say(number:
               ^"""
NO_NAME = """\
test_fizz.py: ImportError: cannot import name 'sayy' from 'fizz' (fizz.py)
test_fizz.py:1
>       from fizz import sayy"""
NO_JSON = """\
fizz.py: JSONDecodeError: Expecting value: line 1 column 1 (char 0)
fizz.py:2
>       json.loads('')"""
READ = {
    "an error of the import": ("import json\njson.loads('')\n", None, NO_JSON),
    "a syntax error": ("def say(number:\n    pass\n", None, NEVER_CLOSED),
    "a name that an own test imports in vain": (GOOD, "from fizz import sayy\n", NO_NAME),
}


@pytest.mark.parametrize(("code", "own", "told"), READ.values(), ids=READ)
def test_what_cannot_be_read_is_said_once_and_blames_the_file(tried, code, own, told):
    result = tried(code, own).failing[0]
    assert f"{result.rule}: {result.why}\n{result.failure}" == told


def test_an_endless_loop_is_shown_where_it_was_stopped(tried):
    result = tried("def say(number):\n    while True: number += 1\n", limit=0.1, patience=100).failing[0]
    stopped = "\n\nfizz.py:2 in say\n>       while True: number += 1\nE   Here it was stopped."
    assert (result.why, result.failure[-len(stopped) :]) == (LATE, stopped)


def test_of_a_long_way_to_an_error_both_ends_are_drawn(tried):
    code = "def say(number, more=500):\n    return say(number, more - 1) if more else 1 / 0\n"
    failure = tried(code).failing[0].failure
    assert ">       assert fizz.say(number) == said" in failure
    assert failure.count("fizz.py:2 in say") == 4
    assert "\n… 497 more calls …\n" in failure
    assert failure.endswith("\nE   ZeroDivisionError: division by zero")


def test_a_failure_that_cannot_be_drawn_is_told_in_short(tried, monkeypatch):
    monkeypatch.setattr("dojo.runner.reporter.FORMAT_TIMEOUT_S", 0.1)
    failing = tried(odd("str", ENDLESS, *RAISED), limit=0.1, patience=100).failing[0]
    assert failing.why.startswith("Odd: what it says is not done after 0.1 seconds")
    assert ">       assert fizz.say(number) == said" in failing.failure
    assert failing.failure.endswith(f"More of it cannot be drawn: {LATE}")


def test_a_failure_is_as_short_on_a_ci(tried, monkeypatch):
    """There pytest itself shortens nothing, and no quote of a README would be as it is elsewhere."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("BUILD_NUMBER", "7")
    run = tried(SAY + "return 'one\\n' * 40\n", drawn=["suite/test_numbers.py::test_numbers[one is said]"])
    assert "...Full output truncated" in run.failing[0].failure


def test_a_value_of_a_row_is_written_as_it_is_typed():
    assert format_assignment("numbers", [1, 2]) == ["numbers = [1, 2]"]
    two = ["numbers = [1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008,", "           1009, 1010]"]
    assert format_assignment("numbers", [*range(1000, 1011)]) == two
    long = [f"texts = ['{'x' * 40}',", f"         '{'y' * 40}']"]
    assert format_assignment("texts", ["x" * 40, "y" * 40]) == long
    in_their_order = [f"words = {{'two': '{'x' * 40}',", f"         'one': '{'y' * 40}'}}"]
    assert format_assignment("words", {"two": "x" * 40, "one": "y" * 40}) == in_their_order


SHORT = {
    "assert <fizz.Odd object at 0x7f21aa> == 1": "assert <fizz.Odd object> == 1",
    "no 'sayy' from 'fizz' (/home/ann/a dojo/fizz.py)": "no 'sayy' from 'fizz' (fizz.py)",
    "TooLong: not done after 2 seconds": "not done after 2 seconds",
    "Failed: on purpose": "on purpose",
    "[<a.b.Card object at 0x7f21aa>, 1]": "[<a.b.Card object>, 1]",
    "<function card at 0x7f21aa>": "card",
    "<function test.<locals>.<lambda> at 0x7f21aa>": "test.<locals>.<lambda>",
    "<class 'poker.CardError'>": "poker.CardError",
    "<module 'poker' from '/a/b.py'>": "poker",
    "0x1f < 0x20, at 0x1f": "0x1f < 0x20, at 0x1f",
}


def test_a_reason_says_no_more_than_somebody_needs():
    assert {said: shorten_reason(said) for said in SHORT} == SHORT


def test_a_reason_is_one_line_and_the_name_of_a_test_is_read_in_words():
    assert reason(ValueError("one\ntwo")) == "ValueError: one"
    assert reason(NotImplementedError()) == "NotImplementedError"
    assert readable_name("test_a_card_equals__itself[6\\u2663]") == "a card equals itself[6♣]"


GUESSED = {
    "an attribute": ("import json\njson.laods", "AttributeError: module 'json' has no attribute 'laods'"),
    "a name": ("length = 1\nlenght", "NameError: name 'lenght' is not defined"),
    "a module that is not imported": ("json", "NameError: name 'json' is not defined"),
    "a name of a module": ("from json import laods", "ImportError: cannot import name 'laods' from 'json'"),
    "before another error": (
        "try:\n    lenght\nexcept NameError:\n    1 / 0",
        "NameError: name 'lenght' is not defined",
    ),
}


@pytest.mark.parametrize(("code", "line"), GUESSED.values(), ids=GUESSED)
def test_what_is_quoted_has_no_name_that_python_guesses(code, line):
    """From 3.12 on, it does: a quote that is right on one Python would be wrong on another."""
    with pytest.raises(Exception) as raised:  # noqa: PT011  any of them
        exec(code, {"length": 1})
    drawn = str(raised.getrepr(style="short"))
    assert line in without_guesses(drawn, raised.value)
    assert not re.search("Did you (mean|forget)", without_guesses(drawn, raised.value))


NO_RETURN = "Your code gave None: it reached no return, or one whose value is None."
PRINTED = "Your code printed it, and gave None: write return in place of print."
ENDS_PYTHON = "exit(), quit() and sys.exit() end the whole program: end a function with return."
ENDS_PYTHON_AT_IMPORT = """\
exit(), quit() and sys.exit() end the whole program, and the tests with it. Put what ends it below this line:

    if __name__ == "__main__":"""
NO_MODULE = "There is no nunpy here: is it misspelled, or a package that isn't installed?"
NO_TEXT = "fizz.py has bytes that are no text: save it as UTF-8."
NO_KEYBOARD = "The tests give your code no keyboard: take the value as an argument, in place of input()."
MISSED = [
    pytest.param("def say(number):\n    str(number)\n", NO_RETURN, id="no return"),
    pytest.param("def say(number):\n    return\n", NO_RETURN, id="a return without a value"),
    pytest.param("def say(number):\n    print(number)\n", PRINTED, id="a print in place of a return"),
    pytest.param("def say(number):\n    return input()\n", NO_KEYBOARD, id="an input in a function"),
    pytest.param("def say(number):\n    exit()\n", ENDS_PYTHON, id="an exit in a function"),
    pytest.param("exit()\n", ENDS_PYTHON_AT_IMPORT, id="an exit outside of every function"),
    pytest.param("import nunpy\n", NO_MODULE, id="a package that is not there"),
    pytest.param("def say(number):\n    return 1\n\0", NO_TEXT, id="a byte that is no text"),
]


OF_SELF = "An object's own name is called self.name within its class."
NO_SELF = "Is self the first parameter of get()? Python fills it in, in each method of a class."
NO_INIT = "A class that is called with values needs a method that takes them:\n\n    def __init__(self, …):"
CLASS = """\
def say(number):
    return Said(number).get()

class Said:
    def __init__(self, name):
        self.name = name

    def get(self):
        """
MISSED += [
    pytest.param(CLASS + "return name\n", OF_SELF, id="a name of an object without self"),
    pytest.param(CLASS.replace("(self):", "():") + "return 1\n", NO_SELF, id="a method without self"),
    pytest.param("class Said:\n    pass\ndef say(number):\n    Said(1)\n", NO_INIT, id="no __init__"),
]
TEXT_WANTED = "The test wants a text, and a number came: str(…) makes a text of a number."
WHOLE = "A whole number is needed here, and / never gives one: 10 / 10 is 1.0, and 10 // 10 is 1."
SIGN = "In place of =-, Python has -=."
BRACKETS = (
    'A text and a number don\'t go together here: are brackets missing, as in "a" * (n - 1)?'
    " Otherwise, int(…) makes a number of a text, and str(…) a text of a number."
)
TEXT_AND_NUMBER = (
    "A text and a number don't go together here:"
    " int(…) makes a number of a text, and str(…) a text of a number."
)
NONE = "A value here is None: a function that reached no return has given it, or a line has set a name to it."
MISSED += [
    pytest.param("def say(number):\n    return number\n", TEXT_WANTED, id="a number in place of a text"),
    pytest.param(
        "def say(number):\n    return '1 '\n", "They differ in spaces or line ends only.", id="a space"
    ),
    pytest.param("def say(number):\n    return 'a' + number\n", TEXT_AND_NUMBER, id="a text plus a number"),
    pytest.param("def say(number):\n    return number + 'a'\n", TEXT_AND_NUMBER, id="a number plus a text"),
    pytest.param("def say(number):\n    return 'a' * number // 2\n", BRACKETS, id="a text times the half"),
    pytest.param("def say(number):\n    return 'a' + number - 1 * 'b'\n", BRACKETS, id="one less"),
    pytest.param("def say(number):\n    return 'a' + 'b' + number\n", TEXT_AND_NUMBER, id="two texts"),
    pytest.param("def say(number):\n    return 'a' * (number / 1)\n", WHOLE, id="a text times a float"),
    pytest.param("def say(number):\n    return range(number / 1)\n", WHOLE, id="a range of a float"),
    pytest.param("def say(number):\n    text = '1'\n    text =- 'a'\n    return text\n", SIGN, id="=-"),
    pytest.param("def say(number):\n    return [1][number / 1]\n", WHOLE, id="an item of a list"),
    pytest.param("def say(number):\n    return 'ab'[number / 1]\n", WHOLE, id="a letter of a text"),
    pytest.param("def say(number):\n    return 'a' % number\n", TEXT_AND_NUMBER, id="the rest of a text"),
    pytest.param("def say(number):\n    return 'a' < number\n", TEXT_AND_NUMBER, id="a text below a number"),
    pytest.param("def say(number):\n    return None + number\n", NONE, id="a None in between"),
    pytest.param(
        "def say(number):\n    return sys.argv\n",
        "This line is missing at the top of the file: import sys",
        id="a module that is not imported",
    ),
    pytest.param(
        "def say(number):\n    return nubmer\n",
        "Is it misspelled? There is “number”.",
        id="a misspelled name",
    ),
    pytest.param(
        "def Say(number):\n    return '1'\n", "Is it misspelled? There is “Say”.", id="a capital letter"
    ),
    pytest.param(
        "import math\n\ndef say(number):\n    return math.flor(1)\n",
        "Is it misspelled? There is “floor”.",
        id="a misspelled name of another module",
    ),
    pytest.param(
        "def say(number):\n    return 'one'\n    return '1'\n",
        "fizz.py:3: this line never runs: the return above it ends the function",
        id="code below a return",
    ),
]


MISSED += [
    pytest.param(
        "def say(number):\n    if number:\n        x = 1\n     return x\n",
        "This line begins with 5 spaces, and no block above it does: indent it as one of them is.",
        id="a line that belongs to no block",
    ),
    pytest.param(
        "if x:\n    y = 1\nelse if z:\n    y = 2\n", "In place of else if, Python has elif.", id="elif"
    ),
    pytest.param("y = x && z\n", "In place of && and ||, Python has “and” and “or”.", id="and"),
    pytest.param("y = x =< z\n", "Python writes <= and >=.", id="at most"),
    pytest.param("y++\n", "In place of ++ and --, Python has += 1 and -= 1.", id="one more"),
    pytest.param(
        "say(number):\n    return 1\n", "Is it a function? It begins with def: def say(number):", id="no def"
    ),
    pytest.param("def say(number):\n    retrun 1\n", "Is it misspelled? There is “return”.", id="a keyword"),
    pytest.param(
        "def say(number):\n    return '1\n",
        "A text ends with the quotation mark that it begins with.",
        id="no quote",
    ),
    pytest.param(
        "def say(number):\n    raise ValueError(0 cannot be said)\n",
        'Or is it a text? Then it stands in quotation marks: "0 cannot be said"',
        id="no quotes",
    ),
    pytest.param(
        "def say(number):\n    if number <= 0 or > 9:\n        return ''\n",
        "A whole question stands on each side of “and” and “or”, as in n < 1 or n > 9.",
        id="half a question",
    ),
    pytest.param(
        "def say(number):\n    return isascii(number)\n",
        "isascii is a method, and the value stands in front of it: value.isascii(…)",
        id="a method as a function",
    ),
    pytest.param(
        "def say(number):\n    return count(number)\n\ndef counts(number):\n    return '1'\n",
        "Is it misspelled? There is “counts”.",
        id="a function of one's own that is nearly called like a method",
    ),
    pytest.param(
        "class Fizz:\n    def say(number):\n        return 1\n",
        "say is on line 2, inside of something else: its def has to begin at the left edge.",
        id="a function in a class",
    ),
    pytest.param(
        "def tell():\n    return '1'\n\n    def say(number):\n        return '1'\n",
        "say is on line 4, inside of something else: its def has to begin at the left edge.",
        id="a function below a return",
    ),
    pytest.param(
        "WORDS = {1: '1'}\n\ndef say(number):\n    return WORDS(number)\n",
        "A dictionary can't be called: square brackets look something up in it, as in values[key].",
        id="a dictionary that is called",
    ),
    pytest.param(
        "WORDS = ['0', '1']\n\ndef say(number):\n    return WORDS(number)\n",
        "A list can't be called. Is a comma missing after it? To take an item out of it: items[0].",
        id="a list that is called",
    ),
    pytest.param(
        "def say(number):\n    return 2(number)\n",
        "A number can't be called. Is a * or a comma missing in front of the brackets?",
        id="a number that is called",
    ),
    pytest.param(
        "PAIRS = [\n    (1, 'one')\n    (2, 'two'),\n]\n",
        "A tuple can't be called. Is a comma missing after it? To take an item out of it: items[0].",
        id="a comma that is missing while the module loads",
    ),
    pytest.param(
        "def say(number):\n    return [[1, 2] [3, 4]]\n",
        "The items of a list have numbers. Is a comma missing between two lists, or is a dictionary meant?",
        id="a comma that is missing between lists",
    ),
    pytest.param(
        "def say(number):\n    return ['0'] + 1\n",
        "A list and a single value don't go together here: in square brackets the value is a list, too.",
        id="a list and a number",
    ),
    pytest.param(
        "def say(number):\n    return [1] < (1, 2)\n",
        "Python compares a list with a list, and a tuple with a tuple: which of your lines gives the other?",
        id="a list and a tuple",
    ),
    pytest.param(
        "import random\n\ndef say(number):\n    return random()\n",
        "A module can't be called, but a function of it can: module.function(…).",
        id="a module that is called",
    ),
    pytest.param(
        "def say():\n    return '1'\n",
        "The call gives 1 value, and def say(…) has names for 0: each value needs a name.",
        id="a function without a parameter",
    ),
    pytest.param(
        "def say(number):\n    try:\n        return 1 / 0\n        except ValueError:\n        return 2\n",
        "An except belongs below the lines of its try, and begins where the try does.",
        id="an except too far to the right",
    ),
    pytest.param(
        "def say(number):\n    for n in [1]:\n        try:\n            return 1\n    except ValueError:\n"
        "        return 2\n",
        "An except belongs below the lines of its try, and begins where the try does.",
        id="an except too far to the left",
    ),
    pytest.param(
        "def say(number):\n    try:\n        half = 1 / 0\n    except ZeroDivisionError as error:\n"
        "        return str(eror)\n",
        "Is it misspelled? There is “error”.",
        id="a misspelled error",
    ),
    pytest.param(
        "def word(n):\n    return str(n)\n\ndef say(number):\n    word = word(number)\n    return word\n",
        "word = … makes word a name of say() alone, and so it hides your function word: call the value"
        " something else.",
        id="a variable with the name of a function",
    ),
    pytest.param(
        "calls = 0\n\ndef say(number):\n    calls += 1\n    return '1'\n",
        "calls = … makes calls a name of say() alone, and so it hides the one outside: call this one"
        " something else, or take the value as an argument.",
        id="a variable with the name of another outside",
    ),
    pytest.param(
        "def say(number):\n    if number > 1:\n        word = '1'\n    return word\n",
        "No line that gives word a value has run before this one: what is it worth at the start?",
        id="a variable without a value",
    ),
    pytest.param(
        "def say(number):\n    text = ''\n    txt += '1'\n    return text\n",
        "Is it misspelled? There is “text”.",
        id="a variable that is misspelled where it grows",
    ),
    pytest.param(
        "def say(number):\n    words = ['0', '1', '2']\n    i = number + 1\n    return words[i + 1]\n",
        "words has 3 items, and this asks for words[3]: the last one is words[2].",
        id="an index too far",
    ),
    pytest.param(
        "WORDS = ['0', '1', '2']\n\ndef say(number):\n    if WORDS[3] == 'x':\n        return '1'\n",
        "WORDS has 3 items, and this asks for WORDS[3]: the last one is WORDS[2].",
        id="an index too far, of a list at the top",
    ),
    pytest.param(
        "def say(number):\n    words = []\n    if words[-1] == 1:\n        return '1'\n",
        "words has 0 items, and this asks for words[-1]: there is none.",
        id="an index of an empty list",
    ),
    pytest.param(
        "def say(number):\n    words = []\n    words[0] = '1'\n    return words[0]\n",
        "words has 0 items, so there is no words[0] to change: words.append(…) adds an item.",
        id="an item that is set in an empty list",
    ),
    pytest.param(
        "def say(number):\n    words = {'one': '1'}\n    for key, word in words:\n        return word\n",
        "A loop over a dictionary gives its keys alone: words.items() gives each key with its value.",
        id="two names for a key that is a text",
    ),
    pytest.param(
        "WORDS = {1: '1'}\n\ndef say(number):\n    return [word for key, word in WORDS][0]\n",
        "A loop over a dictionary gives its keys alone: WORDS.items() gives each key with its value.",
        id="two names for a key that is a number",
    ),
    pytest.param("assert x = 1\n", "== compares two values: one = gives a name a value.", id="one ="),
]


@pytest.mark.parametrize(("code", "advice"), MISSED)
def test_what_beginners_miss_is_said_below(tried, code, advice):
    assert tried(code).failing[0].failure.endswith(f"\n\n{advice}")


def test_a_list_of_what_is_no_pair_is_taken_for_no_dictionary(tried):
    code = "def say(number):\n    words = ['one']\n    for key, word in words:\n        return word\n"
    assert ".items()" not in tried(code).failing[0].failure


def test_bytes_that_are_no_text_are_told_of_the_file_that_has_them(tried, attempt):
    (attempt.folder / "words.py").write_bytes(b"ONE = 1\n\0")
    advice = "words.py has bytes that are no text: save it as UTF-8."
    assert tried("import words\n").failing[0].failure.endswith(f"\n\n{advice}")


CIRCLE = (
    "fizz.py imports a file that imports fizz.py again, which isn't read to its end yet."
    " Move what both need to a third file."
)


def test_a_name_of_a_second_module_is_told_with_what_imports_it(tried, attempt):
    (attempt.folder / "words.py").write_text("class Names:\n    pass\n")
    advice = "This line is missing at the top of the file: from words import Names"
    assert tried("def say(number):\n    return Names()\n").failing[0].failure.endswith(f"\n\n{advice}")


def test_two_files_that_import_each_other_are_told_of_a_third_one(tried, attempt):
    (attempt.folder / "words.py").write_text("from fizz import say\n")
    assert tried("import words\n\n" + GOOD).failing[0].failure.endswith(f"\n\n{CIRCLE}")


HIDDEN = "The folder fizz hides fizz.py: Python imports the folder. Rename it, or move it away."
HIDING = [
    pytest.param("import fizz\n\ndef test_one():\n    assert fizz.say(1) == '1'\n", id="import"),
    pytest.param("from fizz import say\n\ndef test_one():\n    assert say(1) == '1'\n", id="from import"),
]


@pytest.mark.parametrize("own", HIDING)
def test_a_folder_that_hides_the_module_is_told(tried, attempt, own):
    (attempt.folder / "fizz").mkdir()
    (attempt.folder / "fizz" / "__init__.py").touch()
    failure = tried(GOOD, own).failing[0].failure
    assert "fizz.py has no “say”" not in failure
    assert failure.endswith(f"\n\n{HIDDEN}")


REFUSES = """\
import fizz, pytest


def test_refuses():
    with pytest.raises(ValueError) as fault:
        fizz.say(0)
    assert str(fault.value) == "no"
"""
NOT_RAISED = """\
Your code has to raise ValueError here, and a return or a print raises nothing.
This raises it:

    raise ValueError("…")"""
NOT_REACHED = "Line 2 raises ValueError, but not with these values: which if leads there?"
TWO_VALUES = "An error of two values shows both, in brackets: make one text of them, with + or an f-string."
NONE_REACHED = (
    "Lines 2 and 3 raise ValueError, but not with these values: which if leads there, or is one more needed?"
)
OTHER_ERROR = "The test wants ValueError, and your code raised KeyError."
RAISES_A_TEXT = (
    'A text can\'t be raised, but an error can: in place of raise "…", write raise ValueError("…").'
)
REFUSED = [
    pytest.param("return 'no'", NOT_RAISED, id="a return in place of a raise"),
    pytest.param("print('no')", NOT_RAISED, id="a print in place of a raise"),
    pytest.param("if number > 9: raise ValueError('no')", NOT_REACHED, id="a raise that is not reached"),
    pytest.param(
        "try: raise ValueError('no')\n    except ValueError: return ''",
        "Line 2 raises ValueError, and an except around it catches it: a test sees only what gets out.",
        id="a raise that is caught",
    ),
    pytest.param(
        "try: return ''\n    except ValueError: raise ValueError('no')",
        "Line 3 raises ValueError, but not with these values: which if leads there?",
        id="a raise in an except",
    ),
    pytest.param("if number > 9: raise KeyError('no')", NOT_RAISED, id="a raise of another error"),
    pytest.param(
        "if number > 9: raise ValueError\n    if number > 8: raise ValueError",
        NONE_REACHED,
        id="several raises",
    ),
    pytest.param("pass\n\ndef tell(): raise ValueError", NOT_RAISED, id="a raise in another function"),
    pytest.param("raise KeyError('no')", OTHER_ERROR, id="another error"),
    pytest.param("raise 'no'", RAISES_A_TEXT, id="a text that is raised"),
    pytest.param("raise ValueError('is', 'no')", TWO_VALUES, id="an error of two values"),
]


@pytest.mark.parametrize(("line", "advice"), REFUSED)
def test_an_error_that_a_test_wants_and_does_not_get_is_told_in_a_sentence(tried, line, advice):
    assert tried(SAY + line, REFUSES).failing[0].failure.endswith(f"\n\n{advice}")


OTHER_MESSAGE = """\
E   fault = ValueError('yes')
E           raised in fizz.py:2 in say
E   wanted  'no'
E   came    'yes'"""


def test_an_error_with_another_message_is_told_with_the_line_that_raised_it(tried):
    failure = tried(SAY + "raise ValueError('yes')", REFUSES).failing[0].failure
    assert failure.endswith(OTHER_MESSAGE)


def test_an_error_before_the_one_that_a_test_wants_is_not_told_as_the_wrong_one(tried):
    own = REFUSES.replace("    with", "    fizz.say(1)\n    with")
    assert "The test wants" not in tried(SAY + "raise KeyError('no')", own).failing[0].failure


RUN = "import runpy, fizz\n\ndef test_run():\n    runpy.run_path(fizz.__file__, run_name='__main__')\n"
LINKED = """\
fizz.py:2
        say()
fizz.py:1 in say
>       def say(): 1 / 0"""


def test_the_calls_of_a_program_that_runs_behind_a_link_are_shown(tmp_path):
    """There a test of a suite may run it without being told which step it is."""
    folder, link = tmp_path / "fizz", tmp_path / "link"
    folder.mkdir()
    (folder / "fizz.py").write_text("def say(): 1 / 0\nsay()\n")
    link.symlink_to(folder)
    with pytest.raises(ZeroDivisionError) as raised:
        run_path(str(link / "fizz.py"))
    assert "\n".join(format_calls(raised.tb, folder)) == LINKED


NO_LINE_LEFT = """\
There is no line left to read, and there input() raises an error. This reads as many lines as there are:

    for line in sys.stdin:"""


def test_in_a_program_too_an_index_is_told_of_the_items_that_there_are(tried):
    code = "if __name__ == '__main__':\n    line = ''\n    print(line[0])\n"
    advice = "line has 0 items, and this asks for line[0]: there is none."
    assert tried(code, RUN).failing[0].failure.endswith(f"\n\n{advice}")


def test_a_program_that_reads_more_lines_than_there_are_is_told_of_a_loop(tried):
    code = "if __name__ == '__main__':\n    line = input()\n"
    assert tried(code, RUN).failing[0].failure.endswith(f"\n\n{NO_LINE_LEFT}")


def test_a_function_among_the_tests_is_told_where_it_has_to_be(tried):
    own = "import fizz\n\ndef test_one():\n    assert fizz.say(1) == '1'\n\ndef say(n):\n    return '1'\n"
    advice = "say is in test_fizz.py: it has to be in fizz.py."
    assert tried("", own).failing[0].failure.endswith(f"\n\n{advice}")


ODD_CODE = """\
from typing import NamedTuple

class Odd(NamedTuple):
    rank: int
    def __str__(self): raise ValueError("no text")

class Wrong(TypeError):
    def __str__(self): raise ValueError("no text")

def say(number):
    return Odd(number)

def fail():
    raise Wrong
"""


def test_a_value_that_cannot_say_what_it_is_is_red_all_the_same(tried):
    own = "import fizz\n\ndef test_one():\n    assert fizz.Odd(1) == fizz.say(2)\n"
    (result,) = tried(ODD_CODE, own).results.values()
    assert result.colour == "red"
    assert "assert fizz.Odd(1) == fizz.say(2)" in result.failure


def test_an_error_that_cannot_say_what_it_is_is_named_and_shown(tried):
    (result,) = tried(ODD_CODE, "import fizz\n\ndef test_one():\n    fizz.fail()\n").results.values()
    assert result.colour == "amber"
    assert "Wrong" in result.why
    assert "fizz.fail()" in result.failure


def test_a_folder_that_is_called_like_a_file_of_tests_is_no_place_for_a_name(tried, attempt):
    (attempt.folder / "test_more.py").mkdir()
    failing = tried("", "import fizz\n\ndef test_one():\n    assert fizz.say(1) == '1'\n").failing
    assert "fizz.py has no “say” yet" in failing[0].failure


LINE_END = """\
A line that is read still has its line end, \\n, and this takes it off:

    line = line.strip()"""
RAISES_A_LINE = """\
import sys
if __name__ == "__main__":
    for line in sys.stdin:
        raise ValueError(line)
"""


def test_a_program_that_leaves_the_ends_on_its_lines_is_told_how_to_take_them_off(tried):
    own = RUN.replace("import runpy", "import io, sys, runpy").replace(
        "    runpy", "    sys.stdin = io.StringIO('1994\\n')\n    runpy"
    )
    assert tried(RAISES_A_LINE, own).failing[0].failure.endswith(f"\n\n{LINE_END}")
    stripped = RAISES_A_LINE.replace("(line)", "(line.strip() + '\\n')")
    assert LINE_END not in tried(stripped, own).failing[0].failure


def test_a_program_that_ends_its_lines_twice_is_told_so():
    source = "import sys\nfor line in sys.stdin:\n    print(say(int(line)) + '\\n')\n"
    advice = "print(…) ends its line by itself: without a \\n, there is no empty line."
    assert advise_on_lines(source, "Fizz\n", "Fizz\n\n") == advice
    assert advise_on_lines(source, "Fizz\n", "3\n") == ""
    ends = "for line in sys.stdin:\n    print(line, end='\\n')\n"
    assert advise_on_lines(ends, "Fizz\n", "Fizz\n\n") == LINE_END


READS_A_NUMBER = "import sys\nif __name__ == '__main__':\n    for line in sys.stdin:\n        {}(line)\n"


@pytest.mark.parametrize("name", ["int", "float"])
def test_a_line_that_is_no_number_is_not_blamed_on_its_end(tried, name):
    """Python takes white space around a number: without the end, the line would be no number either."""
    own = RUN.replace("import runpy", "import io, sys, runpy").replace(
        "    runpy", "    sys.stdin = io.StringIO('MCMXCIV\\n')\n    runpy"
    )
    assert LINE_END not in tried(READS_A_NUMBER.format(name), own).failing[0].failure


TAKES_DIGITS = """\
import re
import sys
if __name__ == "__main__":
    for line in sys.stdin:
        print({})
"""
PRINTS = """\
import collections, io, runpy, sys, fizz

Written = collections.namedtuple("Written", "standard_output standard_error")

def test_run(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO({given!r}))
    runpy.run_path(fizz.__file__, run_name="__main__")
    assert Written(*capsys.readouterr()) == ({printed!r}, "")
"""
OTHER_DIGITS = [
    pytest.param("line.strip().isdigit()", "isdigit()", '"٤".isascii() is False.', id="isdigit"),
    pytest.param("line.strip().isnumeric()", "isnumeric()", '"٤".isascii() is False.', id="isnumeric"),
    pytest.param("int(line)", "int()", '"٤".isascii() is False.', id="int"),
    pytest.param(r"re.match(r'\d', line)", r"\d", "[0-9] takes those ten alone.", id="pattern"),
]


@pytest.mark.parametrize(("takes", "taker", "mend"), OTHER_DIGITS)
def test_a_digit_of_another_script_is_told_with_what_takes_it_and_what_does_not(tried, takes, taker, mend):
    own = PRINTS.format(given="٤\n", printed="٤ is no number\n")
    advice = f"٤ is a digit of another script, and {taker} takes it as well as 0 to 9. {mend}"
    assert tried(TAKES_DIGITS.format(takes), own).failing[0].failure.endswith(f"\n\n{advice}")


def test_where_no_digit_of_another_script_is_wanted_none_is_spoken_of(tried):
    own = PRINTS.format(given="4\n", printed="IV\n")
    assert "another script" not in tried(TAKES_DIGITS.format("int(line)"), own).failing[0].failure


def test_a_program_that_only_prints_is_not_told_that_it_takes_any_digit(tried):
    own = PRINTS.format(given="٤\n", printed="٤ is no number\n")
    assert "another script" not in tried(TAKES_DIGITS.format("line.strip()"), own).failing[0].failure


CARDS = """\
class Card:
    def __init__(self, value):
        self.value = value

def say(number):
    return Card(number)
"""
COMPARED = CARDS.replace("\ndef say", "    def __eq__(self, other):\n        return False\n\ndef say")
EQUAL = "Two objects of a class are equal only if they are one and the same."
NOT_EQUAL = f"""\
{EQUAL} In class Card, this compares them:

    def __eq__(self, other):
        return self.value == other.value"""
NO_ORDER = """\
Python cannot tell which of two objects is greater. In class Card, this says so:

    def {method}(self, other):
        return self.value {operator} other.value"""
OBJECTS = [
    pytest.param(CARDS, "fizz.say(1) == fizz.say(1)", NOT_EQUAL, id="objects that are not compared"),
    pytest.param(
        CARDS,
        "fizz.say(2) > fizz.say(1)",
        NO_ORDER.format(method="__lt__", operator="<"),
        id="greater",
    ),
    pytest.param(
        CARDS,
        "fizz.say(1) <= fizz.say(1)",
        NO_ORDER.format(method="__le__", operator="<="),
        id="less or equal",
    ),
    pytest.param(
        CARDS.replace("\ndef say", "    def __lt__(self):\n        return self.value\n\ndef say"),
        "fizz.say(1) < fizz.say(2)",
        "Python gives __lt__() the other object as well: def __lt__(self, other):",
        id="a method without the other object",
    ),
    pytest.param(
        "class Card:\n    pass\n\ndef say(number):\n    return Card()\n",
        "fizz.say(1) == fizz.say(1)",
        NOT_EQUAL.replace("value", "…"),
        id="objects without anything of their own",
    ),
]


@pytest.mark.parametrize(("code", "asked", "advice"), OBJECTS)
def test_what_a_class_lacks_whose_objects_are_compared_is_said(tried, code, asked, advice):
    own = f"import fizz\n\ndef test_one():\n    assert {asked}\n"
    assert tried(code, own).failing[0].failure.endswith(f"\n\n{advice}")


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        pytest.param(COMPARED, "fizz.say(1) == fizz.say(1)", id="a class that compares"),
        pytest.param(CARDS, "[fizz.say(1)] == 1", id="different types"),
        pytest.param(CARDS, "{} < {}", id="what is Python's own"),
        pytest.param(CARDS, "(n for n in [1]) == (n for n in [1])", id="generators"),
        pytest.param(CARDS, "fizz.say == fizz.Card.__init__", id="functions"),
        pytest.param(CARDS, "fizz.say(2) > 1", id="an object and a number"),
    ],
)
def test_a_class_that_is_not_to_blame_is_not_blamed(tried, code, asked):
    own = f"import fizz\n\ndef test_one():\n    assert {asked}\n"
    failure = tried(code, own).failing[0].failure
    assert EQUAL not in failure
    assert "cannot tell which" not in failure


NEEDS_A_CLASS = """\
The test asks for .suit, and an object of a class of your own can have it:

    class …:
        def __init__(self, suit):
            self.suit = suit"""
ATTRIBUTES = [
    pytest.param("return 7", "fizz.say(1).suit == 'x'", NEEDS_A_CLASS, id="a number"),
    pytest.param("return ('7', 'x')", "fizz.say(1).suit == 'x'", NEEDS_A_CLASS, id="a tuple"),
    pytest.param("pass", "fizz.say(1).suit == 'x'", NONE, id="nothing"),
    pytest.param(
        "return 'x'",
        "fizz.say(1).uper() == 'X'",
        "Is it misspelled? There is “upper”.",
        id="a misspelled one",
    ),
    pytest.param(
        "return str(number.len())",
        "fizz.say([1]) == '1'",
        "len is a function, and the value goes into its brackets: len(…)",
        id="a function as a method",
    ),
]


@pytest.mark.parametrize(("body", "asked", "advice"), ATTRIBUTES)
def test_what_a_value_is_asked_for_that_its_type_lacks_is_said(tried, body, asked, advice):
    own = f"import fizz\n\ndef test_one():\n    assert {asked}\n"
    assert tried(f"def say(number):\n    {body}\n", own).failing[0].failure.endswith(f"\n\n{advice}")


def test_a_function_of_the_module_with_the_name_of_a_method_is_found_in_the_module(tried):
    code = "def say(number):\n    return '1'\n\ndef count(number):\n    return 1\n"
    own = "def test_one():\n    assert count(1) == 1\n"
    assert tried(code, own).failing[0].failure.endswith("\n\ncount is in fizz.py: here it is fizz.count")


NOT_ASKED = [
    pytest.param("def say(number):\n    return 'x'.first\n", id="by the code itself"),
    pytest.param("import words\n\ndef say(number):\n    return words.say()\n", id="by a second module"),
    pytest.param("import shlex\n\ndef say(number):\n    return shlex.split(5)\n", id="by the library"),
]


@pytest.mark.parametrize("code", NOT_ASKED)
def test_what_the_test_does_not_ask_for_itself_wants_no_class(tried, attempt, code):
    (attempt.folder / "words.py").write_text("def say():\n    return 'x'.first\n")
    failure = tried(code).failing[0].failure
    assert "AttributeError" in failure
    assert "class of your own" not in failure


def test_what_is_misspelled_of_a_value_in_the_code_is_told(tried):
    failure = tried("def say(number):\n    return 'x'.uper()\n").failing[0].failure
    assert failure.endswith("\n\nIs it misspelled? There is “upper”.")


IMPORTED = [
    pytest.param("class Card(NamedTuple):\n    value: int\n", "from typing import NamedTuple", id="a class"),
    pytest.param(
        "@dataclass\nclass Card:\n    value: int\n", "from dataclasses import dataclass", id="above one"
    ),
    pytest.param("LINES = sys.stdin\n", "import sys", id="a module"),
    pytest.param(
        "def say(number):\n    return Counter('x')\n", "from collections import Counter", id="in a function"
    ),
]


@pytest.mark.parametrize(("code", "missing"), IMPORTED)
def test_an_import_that_is_missing_is_said(tried, code, missing):
    assert (
        tried(code).failing[0].failure.endswith(f"\n\nThis line is missing at the top of the file: {missing}")
    )


def test_a_name_that_is_misspelled_where_the_module_loads_is_told(tried):
    failure = tried("number = 1\nprint(nubmer)\n").failing[0].failure
    assert failure.endswith("\n\nIs it misspelled? There is “number”.")


def test_a_name_that_is_defined_further_down_is_not_sent_to_its_own_module(tried):
    failure = tried("print(say(1))\n\ndef say(number):\n    return '1'\n").failing[0].failure
    assert "fizz.say" not in failure


def test_a_value_that_is_called_like_a_module_of_python_wants_no_import(tried):
    assert "is missing: import" not in tried("text = string + 'x'\n").failing[0].failure


def test_a_value_that_is_there_in_the_plural_may_be_misspelled(tried):
    failure = tried("def say(numbers):\n    return number\n").failing[0].failure
    assert failure.endswith("\n\nIs it misspelled? There is “numbers”.")


def test_another_function_that_is_there_in_the_singular_is_no_misspelling(tried):
    own = "import fizz\n\ndef test_one():\n    assert fizz.cards('x') == ['x']\n"
    assert "misspelled" not in tried("def card(text):\n    return text\n", own).failing[0].failure


OWN_NAMES = [
    pytest.param(
        "def test_one():\n    assert say(1) == '1'\n",
        "say is in fizz.py: here it is fizz.say",
        id="a name of the module",
    ),
    pytest.param(
        "def test_one():\n    assert fizz.say(2) == 'I'\n",
        'Without quotation marks, I is the name of a value. A text has them: "I"',
        id="a text without its quotation marks",
    ),
    pytest.param(
        "def test_one():\n    assert fizz.say('1') == 1\n",
        "The test wants a number, and a text came: int(…) makes a number of a text.",
        id="a text in place of a number",
    ),
    pytest.param(
        "def test_one():\n    assert fizz.say('Buzz') == 'buzz'\n",
        "They differ in small and capital letters only.",
        id="a capital letter",
    ),
]


@pytest.mark.parametrize(("own", "advice"), OWN_NAMES)
def test_what_a_name_or_a_value_may_be_is_said_below(tried, own, advice):
    code = "def say(number):\n    return I if number == 2 else number\n"
    assert tried(code, f"import fizz\n\n\n{own}").failing[0].failure.endswith(f"\n\n{advice}")


ENDS_PROGRAM = """\
Your code raises it, and nothing catches it, so the program ends. This catches it, and prints what it says:

    try:
        …
    except ValueError as error:
        print(error)"""


WANTS_A_TEXT = """\
import pytest, runpy, fizz

@pytest.mark.parametrize("printed", [{printed!r}])
def test_run(printed):
    assert runpy.run_path(fizz.__file__, run_name='__main__') == printed
"""
ENDS_UNASKED = (
    "Your code raises it, and nothing catches it, so the program ends: at which of the lines that it was"
    " given? Look above at what the test wants for that line."
)


@pytest.mark.parametrize(
    ("printed", "advice"),
    [
        pytest.param("no number\n", ENDS_PROGRAM, id="the test wants what the error says"),
        pytest.param("1\n\n5\n", ENDS_UNASKED, id="the test wants something else"),
    ],
)
def test_an_error_of_its_own_that_ends_a_program_is_told_what_catches_it(tried, printed, advice):
    code = "if __name__ == '__main__':\n    raise ValueError('no number')\n"
    own = WANTS_A_TEXT.format(printed=printed)
    assert tried(code, own).failing[0].failure.endswith(f"\n\n{advice}")


def test_an_error_that_python_raises_in_a_program_is_not_told_as_its_own(tried):
    code = "if __name__ == '__main__':\n    int('one')\n"
    assert "nothing catches it" not in tried(code, RUN).failing[0].failure


ASKS_FOR_NONE = "import fizz\n\ndef test_none():\n    assert fizz.say(1) is None\n"
NOT_MISSED = [
    pytest.param("def say(number):\n    return 'x'\n", None, id="another value"),
    pytest.param("def say(number):\n    print('1')\n    return 'x'\n", None, id="a value, and a print"),
    pytest.param("def say(number):\n    return 'x'\n", ASKS_FOR_NONE, id="a test that asks for None"),
]
OTHER_REASONS = [
    pytest.param("def say(number):\n    print(f'number: {number}')\n", PRINTED, id="a print that says more"),
    pytest.param(
        "def say(number):\n    raise EOFError('no more')\n", NO_KEYBOARD, id="another end of a file"
    ),
]


@pytest.mark.parametrize(("code", "advice"), OTHER_REASONS)
def test_what_only_looks_like_it_is_not_said(tried, code, advice):
    assert advice not in tried(code).failing[0].failure


@pytest.mark.parametrize(("code", "own"), NOT_MISSED)
def test_other_values_have_no_such_reason(tried, code, own):
    failure = tried(code, own).failing[0].failure
    assert "Your code gave" not in failure
    assert "Your code printed" not in failure


def test_a_module_that_reads_while_it_is_imported_is_told_where_that_goes(tried):
    run = tried("line = input()\n\ndef say(number):\n    return line\n")
    told = "The tests import fizz.py, and give it no keyboard. Put what reads input below this line:\n\n"
    assert run.failing[0].failure.endswith(f'{told}    if __name__ == "__main__":')


MISSING_FIXTURE = """\
    def test_it(monkeypatchh):
        pass

E   There is no fixture monkeypatchh here.

A parameter of a test is the name of a fixture. Is it misspelled? \
If you wrote the fixture, is @pytest.fixture above it? \
Those of the kata's tests are not there for yours: call your own functions."""


def test_a_fixture_that_is_missing_is_told_in_a_sentence(tried):
    run = tried(GOOD, "def test_it(monkeypatchh):\n    pass\n")
    assert run.failing[0].failure == MISSING_FIXTURE


def test_a_flood_was_stopped_and_no_file_is_spoken_of(tried):
    run = tried("def say(number):\n    while True:\n        print('x' * 1000)\n")
    assert run.failing[0].failure.endswith(
        "fizz.py:3 in say\n>       print('x' * 1000)\nE   Here it was stopped."
    )


def test_the_title_of_a_failure_is_not_longer_than_three_lines(tried, capsys):
    """The failure below it says all of it."""
    code = "def say(number):\n    raise ValueError('no ' * 90)\n"
    show_failure(Console(width=80), tried(code).failing[0])
    title = capsys.readouterr().out.partition("\n\n")[0]
    assert title == "\n".join(
        [
            "",
            f"“one is said” is amber: ValueError: {'no ' * 13}no no",
            f"{'no ' * 25}no no",
            f"{'no ' * 20}…",
        ]
    )


def test_a_warning_of_python_names_the_file_and_not_its_folders(tried, capsys):
    """A long path would leave no room for what Python says."""
    failing = tried("def say(number):\n    return 'x'\n").failing[0]
    place = f"/home/ada/{'a long folder/' * 10}fizz.py"
    warning = f"{place}:2: SyntaxWarning: 'str' object is not callable; perhaps you missed a comma?\n"
    show_failure(Console(width=80), failing._replace(printed=warning))
    shown = capsys.readouterr().out.partition("It printed:\n")[2]
    assert " ".join(shown.split()) == (
        "fizz.py:2: SyntaxWarning: 'str' object is not callable; perhaps you missed a comma?"
    )


CATCHES = """\
def say(number):
    try:
        raise ValueError("no")
    except{}:
        return str({})
"""
NAMELESS = [
    pytest.param(CATCHES.format(" ValueError", "error"), "except ValueError as error:", id="one kind"),
    pytest.param(CATCHES.format("", "e"), "except Exception as e:", id="any kind"),
]


@pytest.mark.parametrize(("code", "line"), NAMELESS)
def test_an_error_that_has_no_name_is_told_how_it_gets_one(tried, code, line):
    advice = f"Behind except, as gives the error its name: {line}"
    assert tried(code).failing[0].failure.endswith(f"\n\n{advice}")


OTHER_NAME_ERRORS = [
    pytest.param(CATCHES.format(" ValueError", "kards"), id="another name in an except"),
    pytest.param("def say(number):\n    raise NameError('who?')\n", id="one that the code raises itself"),
    pytest.param("def say(number):\n    tally += 1\n", id="a name without a value yet"),
]


@pytest.mark.parametrize("code", OTHER_NAME_ERRORS)
def test_a_name_error_without_a_name_is_not_taken_for_a_text_or_a_slip(tried, code):
    own = 'import fizz\n\ndef test_one():\n    assert fizz.say("numbre") != ""\n'
    (failing,) = tried(code, own).failing
    assert "quotation marks" not in failing.failure
    assert "misspelled" not in failing.failure


def test_what_python_warns_of_while_it_draws_a_failure_is_not_printed(tmp_path, monkeypatch):
    """From 3.14 on, it compiles the lines again to find a misspelled word."""
    format_only = traceback.format_exception_only

    def warn(error):
        warnings.warn('"is" with a literal', SyntaxWarning, stacklevel=1)
        return format_only(error)

    monkeypatch.setattr(traceback, "format_exception_only", warn)
    with pytest.raises(SyntaxError) as raised:
        compile("retrun 1\n", str(tmp_path / "fizz.py"), "exec")
    with warnings.catch_warnings(record=True) as warned:
        assert format_load_error(raised.value, tmp_path).startswith("fizz.py:1\n")
    assert warned == []
