"""What honest authors write in a suite raises no alarm."""

import pytest
from helpers import small_copy

from dojo.gate.checks import COLLECTED, FILES, find
from dojo.runner.collect import collect
from gate.planting import MORE, append, given, written

BODIES = written(
    r"""
## an error that is asked for
with pytest.raises(ValueError, match="five"):
    fizz.say("five")
with pytest.raises(fizz.NoNumber):
    fizz.say("six")
with pytest.raises((TypeError, KeyError)) as error:
    fizz.say(None)
assert "None" in str(error.value)
pytest.raises(ValueError, fizz.say, "seven")
## any error that says what is wrong
with pytest.raises(Exception, match="five is no number"):
    fizz.say("five")
with pytest.raises(Exception) as error:
    fizz.say("six")
assert type(error.value).__name__ == "NoNumber"
## an error that is caught by hand
try:
    fizz.say("five")
except ValueError as error:
    assert "five" in str(error)
else:
    assert False, "five is said"
## nearly, and in turn
assert float(fizz.say(5)) == pytest.approx(5)
assert 4 < float(fizz.say(5)) < 6
assert not fizz.say(0)
assert fizz.say(5) is not None and len(fizz.say(5)) >= 1
assert (fizz.say(5), fizz.say(7)) == ("5", "7")
assert all(fizz.say(n) == str(n) for n in (1, 2))
## two answers that are compared
assert fizz.say(5) != fizz.say(7)
assert fizz.say(7) > fizz.say(5)
assert fizz.say(15) == fizz.say(3)
left, right = fizz.say(5), fizz.say(5.0)
assert left == right
assert fizz.card("6") == fizz.card("6")
one, other = fizz.card("6"), fizz.card("6")
assert one == other
assert one == one
first, *others = [fizz.say(n) for n in (5, 5)]
assert all(one == first for one in others)
## what is expected is worked out by the test
expected = str(5)
assert fizz.say(5) == expected
expected = "\n".join(str(n) for n in (1, 2))
assert fizz.all(2) == expected
before = fizz.say(5)
fizz.count()
assert fizz.say(5) != before
## a function that is handed to the step
heard = []

def hear(said):
    assert said == "5"
    heard.append(said)

fizz.tell(5, hear)
fizz.tell(5, on_said=lambda said: heard.append(said))
assert len(heard) == 2
## a step that is asked what it has
assert hasattr(fizz, "say")
assert fizz.say.__name__ == "say"
assert isinstance(fizz.say(5), str)
assert issubclass(fizz.NoNumber, ValueError)
assert fizz.say.__doc__
## an error that goes on
try:
    said = fizz.say(5)
except Exception:
    print("five")
    raise
assert said == "5"
## an iterator that ends
numbers = fizz.numbers()
try:
    while True:
        assert next(numbers).isdigit()
except StopIteration:
    pass
with pytest.raises(StopIteration):
    next(numbers)
## a small story with names like steps
assert fizz.walk("step_size") == "two steps"
""",
    "2: def test_five(fizz):",
)
WHOLE = written(r'''
## helpers that assert
def assert_same(left, right):
    assert left == right, f"{left} and {right}"

2: def test_five(fizz):
    assert_same(fizz.say(5), "5")

def says(fizz, number, said):
    assert fizz.say(number) == said

2: def test_six(fizz):
    says(fizz, 6, "6")
## a helper of the name of one that is imported
from unittest.mock import call as assert_called

def call(said):
    return assert_called(said)

def pytest_on(path):
    return path

2: def test_five(fizz):
    assert_called(call(fizz.say(5)))
## a program that ends
@pytest.fixture
def program(fizz, capsys):
    def run(*words):
        try:
            fizz.main(words)
            status = 0
        except SystemExit as ended:
            status = ended.code
        return status, capsys.readouterr().out

    return run

2: def test_five(program):
    assert program("5") == (0, "5")
## the file of the step is run
import runpy
import subprocess
import sys
from pathlib import Path

2: def test_five(fizz, tmp_path):
    runpy.run_path(fizz.__file__, run_name="__main__")
    done = subprocess.run([sys.executable, fizz.__file__, "5"], capture_output=True, text=True)
    assert done.stdout == "5"
    assert subprocess.run([sys.executable, str(Path(fizz.__file__))], cwd=tmp_path).returncode == 0
    assert Path(fizz.__file__).read_text(encoding="utf-8").isascii()
## what is printed, patched and written
2: def test_five(fizz, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("builtins.input", lambda: "5")
    monkeypatch.setattr(fizz, "LIMIT", 5)
    (tmp_path / "numbers.txt").write_text("5")
    print(fizz.say(5))
    assert capsys.readouterr().out == "5\n"
## loops
NONE_YET = []
NONE_YET.append((5, "5"))

2: def test_five(fizz):
    for number, said in ((5, "5"), (7, "7")):
        assert fizz.say(number) == said
    for number in range(1, 3):
        assert fizz.say(number) == str(number)
    for number, said in NONE_YET:
        assert fizz.say(number) == said
    said = []
    for number in (1, 2):
        said.append(fizz.say(number))
    for one in said:
        assert one.isdigit()
    while said:
        assert said.pop()
## classes of tests
class Numbers:
    def check(self, said):
        assert said.isdigit()

class Rules:
    2: def test_five(self, fizz):
        assert fizz.say(5) == "5"

class TestNumbers(Rules):
    def setup_method(self):
        self.numbers = Numbers()

    @pytest.mark.drives(2)
    @pytest.mark.parametrize("number", [5, 7])
    def test_number(self, fizz, number):
        self.numbers.check(fizz.say(number))

    class TestMore:
        2: def test_seven(self, fizz):
            assert fizz.say(7) == "7"
## a stand-in for what the step is given
class Screen:
    def __init__(self):
        self.shown = ""

    def write(self, text):
        assert isinstance(text, str)
        self.shown += text

    def __getattr__(self, name):
        raise AttributeError(name)

2: def test_five(fizz):
    screen = Screen()
    fizz.show(5, screen)
    assert screen.shown == "5"
## rows in functions, in turn and in both orders
from itertools import pairwise

from rows import drives, guards

def both(step, rule, left, right):
    return [drives(step, rule, left, right), guards(step, f"{rule}, turned", right, left)]

ORDERED = [5, 7, 8]
ONES = [drives(2, f"{n} is said again", n, str(n)) for n in ORDERED]
TWOS = [row for n in ORDERED for row in both(2, f"{n} twice ♣", n, n)]
NEXT = [guards(3, f"{a} before {b}", a, b) for a, b in pairwise(ORDERED)]
SIGNS = [
    drives(2, "five ♣: a-b [c]", 5, "5"),
    guards(2, "five", 5, "5"),
    guards(2, "five-five", 5, "5"),
]

@pytest.mark.parametrize(("number", "said"), ONES + SIGNS)
def test_ones(fizz, number, said):
    assert fizz.say(number) == said

@pytest.mark.parametrize("again", [1, 2])
@pytest.mark.parametrize(("left", "right"), [*TWOS, *NEXT])
def test_twos(fizz, left, right, again):
    assert fizz.say(left) <= fizz.say(right)
## one table for two tests
import rows

TABLE = [
    rows.drives(2, "five", 5, "5"),
    pytest.param(7, "7", marks=[pytest.mark.guards(2)], id="seven"),
]

@pytest.mark.parametrize(("number", "said"), TABLE)
def test_said(fizz, number, said):
    assert fizz.say(number) == said

@pytest.mark.parametrize(("number", "said"), TABLE)
def test_said_again(fizz, number, said):
    assert fizz.say(number) == said
## marks of another form
drives_two = pytest.mark.drives(2)

@drives_two
def test_five(fizz):
    assert fizz.say(5) == "5"

def test_seven(fizz):
    assert fizz.say(7) == "7"

test_seven = pytest.mark.drives(2)(test_seven)
## a fixture that makes what the tests need
@pytest.fixture
def game(fizz, tmp_path):
    game = fizz.Game(tmp_path)
    yield game
    game.end()

@pytest.fixture(params=["a", "b"])
def letter(request):
    return request.param

2: def test_five(game, letter):
    assert game.say(letter) == "5"
## an assertion in a fixture's function, and in a context
from contextlib import contextmanager

@pytest.fixture
def says(fizz):
    def check(number, said):
        assert fizz.say(number) == said

    return check

@contextmanager
def said(fizz, number):
    answer = fizz.say(number)
    yield answer
    assert answer

2: def test_five(says):
    says(5, "5")

2: def test_six(fizz):
    with said(fizz, 7):
        pass
## mocks
from unittest import mock

@pytest.mark.drives(2)
@mock.patch("builtins.print")
def test_five(printed, fizz):
    fizz.show(5)
    printed.assert_called_once_with("5")
## match, else, and early ends
@pytest.mark.drives(2)
@pytest.mark.parametrize("number", [5, "five"])
def test_five(fizz, number):
    match number:
        case int():
            assert fizz.say(number) == "5"
        case _:
            assert fizz.say(number) == "five"
            return
    if number == 7:
        raise AssertionError("no seven")
    assert fizz.say(number)
## a helper file
@ suite/helper.py
"""What several files of tests need."""

NUMBERS = {5: "5"}

def said_right(fizz):
    assert all(fizz.say(number) == said for number, said in NUMBERS.items())
    return True

def tested(number):
    return number in NUMBERS
@ suite/test_more.py
import helper

2: def test_the_helper(fizz):
    assert helper.tested(5)
    helper.said_right(fizz)
## a file whose tests all have one mark
@ suite/test_five.py
"""More numbers."""

import asyncio
import sys

import pytest

pytestmark = pytest.mark.drives(2)

if sys.version_info >= (3, 11):
    MANY = 5
else:
    MANY = 6

try:
    import tomllib
except ImportError:
    tomllib = None

def test_five(fizz):
    """Five, as step 02 says it."""
    assert fizz.say(MANY) == "5", "step_02 says it"

def test_in_a_loop(fizz):
    async def said():
        return fizz.say(5)

    assert asyncio.run(said()) == "5"
''')
NUMBERED = [pytest.param(number, row.values[0], id=row.id) for number, row in enumerate([*BODIES, *WHOLE])]


def plant(copy, number, row):
    """Write the code of a row into a file of its own, or into the file that it names."""
    for path, _, code in row.edits:
        own = path == MORE
        append(copy, f"suite/test_{number}.py" if own else path, "import pytest\n\n\n" * own + code)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The tests that pytest makes of all rows, in one run."""
    copy = small_copy(tmp_path_factory.mktemp("honest"))
    for number, row in (param.values for param in NUMBERED):
        plant(copy, number, row)
    with collect(copy.story) as suite:
        return suite.tests


@pytest.mark.parametrize(("number", "row"), NUMBERED)
def test_no_alarm_is_raised(bare, ran, number, row):
    plant(bare, number, row)
    tests = [test for test in ran if (bare.root / test.id.partition("::")[0]).exists()]
    assert find(given(bare.story, tests), [[*FILES, *COLLECTED]]) == []
