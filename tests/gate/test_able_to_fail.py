"""Laws 2, 4 and 9, read: a test can be red, by an assertion of its own, on the step that it is given."""

import pytest

from gate.planting import MORE, append, of_files, reads, written

TEST = "@pytest.mark.drives(2)\ndef test_five(fizz):"

WHOLE = written(r"""
## law 9: any error by another name > any error will do
from pytest import raises as gives

ERRORS = (ValueError, Exception)

2: def test_five(fizz):
    with gives(ERRORS):  # here
        fizz.say("five")
## law 9: a lambda for a test > test_five is a lambda
test_five = pytest.mark.drives(2)(lambda fizz: fizz.say(5) == '5')  # here
## law 9: a fixture asks for what is expected > it expects what the step says
@pytest.fixture
def right(fizz):
    return fizz.say(5)

2: def test_five(fizz, right):
    assert fizz.say(5) == right  # here
## law 2: a helper turns a crash into an answer > said_by | turns a crash into an answer
def said_by(fizz, number):
    try:
        return fizz.say(number)
    except Exception:  # here
        return "nothing"

2: def test_five(fizz):
    assert said_by(fizz, 5) == "5"
## law 2: a red in a fixture > asserts before the test begins
@pytest.fixture
def said(fizz):
    assert fizz.say(5) == "5"  # here
    return fizz.say(5)
## law 2: a red in a setup > asserts before the test begins
def setup_module():
    assert not "yet"  # here
## law 2: a red is raised in a fixture > raises AssertionError by hand
@pytest.fixture(autouse=True)
def later(fizz):
    if not fizz.__doc__:
        raise AssertionError("not yet")  # here
## law 2: pytest knows > request.node
2: def test_five(fizz, request):
    assert "1" not in request.node.name  # here
## law 9: a helper in another file that asserts nothing > test_more asserts nothing
@ suite/helper.py
def same(one, other):
    return one == other
@ suite/test_more.py
from helper import same

2: def test_more(fizz):  # here
    same(fizz.say(5), "5")
## law 4: a file that hides one of Python's > hides a module of Python or of pytest
@ suite/random.py
def choice(these):  # here
    return these[0]
## law 4: a fixture > a fixture of its own called fizz
@ suite/test_more.py
@pytest.fixture
def fizz():  # here
    return str
## law 4: a fixture by its name > a fixture of its own called fizz
@pytest.fixture(name="fizz")
def another():  # here
    return str
## law 4: a table of modules > makes a fizz of its own
@pytest.mark.parametrize(("fizz", "number"), [(str, 5)])  # here
def test_five(fizz, number):
    assert fizz(number) == "5"
""")

LINES = [
    (9, "assert (fizz.say(5), '5')", "a tuple is always true"),
    (9, "assert [fizz.say(5) == '5']", "a tuple is always true"),
    (9, "assert f'five {fizz.say(5)}'", "a text is always true"),
    (9, "assert not ''", "a constant is always true"),
    (9, "assert lambda: fizz.say(5) == '6'", "it is not called"),
    (9, "assert (fizz.say(n) == '0' for n in (1, 2))", "it is not called"),
    (9, "assert fizz.say(5) == '4' or '5'", "a constant is always true"),
    (9, "assert fizz", "the module fizz is always true"),
    (9, "assert len(fizz.say(5)) >= 0", "no length is below 0"),
    (9, "assert isinstance(fizz.say(5), object)", "anything is an object"),
    (9, "pytest.raises(BaseException, fizz.say, 'x')", "any error will do"),
    (9, "assert all(fizz.say(n) == n for n in ())", "goes through nothing"),
    (9, "assert not any(fizz.say(n) == n for n in [])", "goes through nothing"),
    (9, "assert 'five' if fizz.say(5) else 'six'", "always true"),
    (2, "pytest.fail('DID NOT RAISE ValueError')", "use pytest.raises"),
    (2, "raise ImportError('say')", "raises ImportError by hand"),
    (2, "assert 'step_01' not in repr(fizz)", "“step_01”"),
    (2, "assert fizz.__name__ > 'steps'", "fizz.__name__"),
    (2, "assert fizz.__spec__.origin > 'a'", "fizz.__spec__"),
    (2, "assert '01' not in fizz.__file__", "compares fizz.__file__"),
    (2, "assert getattr(fizz, '__name__') > 'a'", "__name__"),
    (4, "from steps.step_04_divisible.fizz import say", "it imports steps.step_04_divisible.fizz"),
]
BODIES = written(
    r"""
## law 9: a thing is itself > with itself
said = fizz.say(5)
assert said is said  # here
## law 9: two texts > both sides are written out
fizz.say(5)
assert '5' == '5'  # here
## law 9: behind a return > never reached
return
assert fizz.say(5) == '5'  # here
## law 9: below if False > never reached
if False:
    assert fizz.say(5) == '5'  # here
## law 9: in no else > never reached
if True:
    pass
else:
    assert fizz.say(5) == '5'  # here
## law 9: a loop that ends before > never reached
for n in range(0):
    assert fizz.say(n)  # here
## law 9: a loop over a list of nothing > never reached
cases = []
for n, said in enumerate(cases):
    assert fizz.say(n) == said  # here
## law 9: while nothing > never reached
while 0:
    assert fizz.say(5) == '5'  # here
## law 9: in an except alone > asserts only in an `except`
try:
    fizz.say('x')
except ValueError as error:
    assert 'x' in str(error)  # here
## law 9: an assertion of the step or of a helper is swallowed > swallows the assertion
try:
    fizz.check(5)
except AssertionError:  # here
    pass
## law 9: an assertion is swallowed in a loop > swallows the assertion
for _ in range(3):
    try:
        assert fizz.say(5) == '5'
        break
    except Exception:  # here
        continue
## law 9: an assertion is swallowed at the end > leaving a `finally`
try:
    assert fizz.say(5) == '5'
finally:
    return  # here
## law 9: an assertion is suppressed > this `suppress` swallows
import contextlib
with contextlib.suppress(AssertionError):  # here
    assert fizz.say(5) == '5'
## law 9: any error among others > any error will do
with pytest.raises((ValueError, Exception), match='.*'):  # here
    fizz.say('x')
## law 9: an assertion behind the call that raises > move it out of the `with`
with pytest.raises(ValueError) as error:
    fizz.say("x")
    assert "x" in str(error.value)  # here
## law 9: its own assertion has to fail > asks for its own assertion to fail
with pytest.raises(AssertionError):  # here
    assert fizz.say(5) == '6'
## law 9: another name for the question > it expects what the step says
ask = fizz.say
assert ask(5) == fizz.say(5)  # here
## law 9: what is expected is asked for, and what is said > it expects what the step says
said, expected = fizz.say(5), fizz.say(5)
assert said == expected  # here
## law 9: all is asked for twice > it expects what the step says
expected = [fizz.say(n) for n in range(9)]
assert [fizz.say(n) for n in range(9)] == expected  # here
## law 2: a crash is a failed assertion > turns a crash into an answer
try:
    said = fizz.say(5)
except:  # here
    assert False
assert said == '5'
## law 2: a crash is an assertion that is raised > turns a crash into an answer
try:
    assert fizz.say(5) == '5'
except (ValueError, BaseException) as error:  # here
    raise AssertionError from error
## law 2: a slip is an answer > turns a crash into an answer
try:
    said = fizz.say(5)
except TypeError:  # here
    said = None
assert said == '5'
## law 2: a crash is suppressed > turns a crash into an answer
import contextlib

said = None
with contextlib.suppress(Exception):  # here
    said = fizz.say(5)
assert said == "5"
## law 2: a part of the file of the module > compares fizz.__file__
import pathlib

assert int(pathlib.Path(fizz.__file__).parent.name[5:7]) > 1  # here
## law 2: whether the file of the module ends so > asks for fizz.__file__
if fizz.__file__.endswith('two/fizz.py'):  # here
    assert fizz.say(5) == '5'
## law 2: whether there is a name > whether fizz has a name already
if hasattr(fizz, 'divisible'):  # here
    assert fizz.say(5) == '5'
assert fizz.say(2) == '2'
## law 2: whether there is a name in it > whether fizz has a name already
if 'divisible' in dir(fizz):  # here
    assert fizz.say(5) == '5'
assert fizz.say(2) == '2'
## law 2: the source of the step > inspect.getsource(fizz)
import inspect

assert 'divisible' in inspect.getsource(fizz)  # here
## law 2: the environment knows
import os
assert '02' in os.environ['PYTEST_CURRENT_TEST']  # here
## law 4: an import > it imports fizz
import fizz  # here
## law 4: an import by its name > it imports steps.step_04_divisible.fizz
import importlib

finished = importlib.import_module("steps.step_04_divisible.fizz")  # here
## law 4: another step as a program > it imports steps/step_04_divisible/fizz.py
import runpy

assert runpy.run_path('steps/step_04_divisible/fizz.py')['say'](5) == '5'  # here
## law 4: a stand-in > makes a fizz of its own
import types

fizz = types.SimpleNamespace(say=str)  # here
## law 4: a class > of its own
class fizz:  # here
    say = str
## law 4: a change > it changes fizz.say
fizz.say = str  # here
## law 4: a change by its name > changes
setattr(fizz, 'say', str)  # here
""",
    TEST,
)


@pytest.mark.parametrize(("law", "line", "told"), LINES, ids=[line for _, line, _ in LINES])
def test_what_one_line_of_a_test_does_is_named(bare, law, line, told):
    file = append(bare, MORE, f"{TEST}\n    {line}")
    number = file.read_text("utf-8").count("\n")
    reads(bare, f"law {law} · {MORE}:{number}: ", told, violations=of_files)


@pytest.mark.parametrize("planted", [*WHOLE, *BODIES])
def test_what_is_read_in_a_suite_is_named(bare, planted):
    planted.is_read(bare, of_files)
