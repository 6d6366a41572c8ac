"""Laws 2, 4 and 9, read: a test can be red, by an assertion of its own, on the step that it is given."""

from textwrap import dedent, indent

import pytest
from helpers import small_copy

from dojo.gate.laws import of_suite
from gate.planting import MORE, SAID_FIZZ, plant, written

TEST = "@pytest.mark.drives(2)\ndef test_five(fizz):\n"


def body(law, fault, code, *told):
    """A row: the body of a test."""
    return written(law, fault, TEST + indent(dedent(code).strip("\n") + "\n", "    "), *told)


VACUOUS = [
    written(9, "no assertion", f"{TEST.rstrip()}  # here\n    fizz.say(5)\n", "test_five asserts nothing"),
    written(9, "a comparison alone", f"{TEST.rstrip()}  # here\n    fizz.say(5) == '5'\n", "asserts nothing"),
    written(
        9,
        "a helper that asserts nothing",
        """
        def look_at(said):
            return said == "5"


        @pytest.mark.drives(2)
        def test_five(fizz):  # here
            look_at(fizz.say(5))
        """,
        "test_five asserts nothing",
    ),
    body(9, "a tuple", "assert (fizz.say(5), '5')  # here", "a tuple is always true"),
    body(9, "a list", "assert [fizz.say(5) == '5']  # here", "a tuple is always true"),
    body(9, "a constant", "fizz.say(5)\nassert True  # here", "a constant is always true"),
    body(9, "a text", "assert f'five {fizz.say(5)}'  # here", "a text is always true"),
    body(9, "not nothing", "assert not ''  # here", "a constant is always true"),
    body(9, "a lambda", "assert lambda: fizz.say(5) == '6'  # here", "it is not called"),
    body(9, "a generator", "assert (fizz.say(n) == '0' for n in (1, 2))  # here", "it is not called"),
    body(9, "or a text", "assert fizz.say(5) == '4' or '5'  # here", "a constant is always true"),
    body(9, "the module", "assert fizz  # here", "the module fizz is always true"),
    body(9, "a thing is itself", "said = fizz.say(5)\nassert said is said  # here", "with itself"),
    body(9, "a length", "assert len(fizz.say(5)) >= 0  # here", "no length is below 0"),
    body(9, "an object", "assert isinstance(fizz.say(5), object)  # here", "anything is an object"),
    body(9, "two texts", "fizz.say(5)\nassert '5' == '5'  # here", "both sides are written out"),
    body(9, "behind a return", "return\nassert fizz.say(5) == '5'  # here", "never reached"),
    body(9, "below if False", "if False:\n    assert fizz.say(5) == '5'  # here", "never reached"),
    body(
        9, "in no else", "if True:\n    pass\nelse:\n    assert fizz.say(5) == '5'  # here", "never reached"
    ),
    body(9, "a loop over nothing", "for n in ():\n    assert fizz.say(n) == n  # here", "never reached"),
    body(9, "a loop that ends before", "for n in range(0):\n    assert fizz.say(n)  # here", "never reached"),
    body(
        9,
        "a loop over a list of nothing",
        "cases = []\nfor n, said in enumerate(cases):\n    assert fizz.say(n) == said  # here",
        "never reached",
    ),
    body(9, "while nothing", "while 0:\n    assert fizz.say(5) == '5'  # here", "never reached"),
    body(
        9,
        "in an except alone",
        "try:\n    fizz.say('x')\nexcept ValueError as error:\n    assert 'x' in str(error)  # here",
        "asserts only in an `except`",
    ),
    body(
        9,
        "an assertion is swallowed",
        "try:\n    assert fizz.say(5) == '5'\nexcept AssertionError:  # here\n    pass",
        "swallows the assertion",
    ),
    body(
        9,
        "an assertion is swallowed in a loop",
        """
        for _ in range(3):
            try:
                assert fizz.say(5) == '5'
                break
            except Exception:  # here
                continue
        """,
        "swallows the assertion",
    ),
    body(
        9,
        "an assertion is swallowed at the end",
        "try:\n    assert fizz.say(5) == '5'\nfinally:\n    return  # here",
        "leaving a `finally`",
    ),
    body(
        9,
        "an assertion is suppressed",
        "import contextlib\nwith contextlib.suppress(AssertionError):  # here\n    assert fizz.say(5) == '5'",
        "this `suppress` swallows",
    ),
    body(9, "any error", "with pytest.raises(Exception):  # here\n    fizz.say('x')", "any error will do"),
    body(9, "any error, called", "pytest.raises(BaseException, fizz.say, 'x')  # here", "any error will do"),
    body(
        9,
        "any error among others",
        "with pytest.raises((ValueError, Exception), match='.*'):  # here\n    fizz.say('x')",
        "any error will do",
    ),
    body(
        9,
        "an assertion behind the call that raises",
        """
        with pytest.raises(ValueError) as error:
            fizz.say("x")
            assert "x" in str(error.value)  # here
        """,
        "move it out of the `with`",
    ),
    written(
        9,
        "any error by another name",
        """
        from pytest import raises as gives

        ERRORS = (ValueError, Exception)


        @pytest.mark.drives(2)
        def test_five(fizz):
            with gives(ERRORS):  # here
                fizz.say("five")
        """,
        "any error will do",
    ),
    body(
        9,
        "its own assertion has to fail",
        "with pytest.raises(AssertionError):  # here\n    assert fizz.say(5) == '6'",
        "asks for its own assertion to fail",
    ),
    body(9, "all of nothing", "assert all(fizz.say(n) == n for n in ())  # here", "goes through nothing"),
    body(
        9, "none of nothing", "assert not any(fizz.say(n) == n for n in [])  # here", "goes through nothing"
    ),
    body(9, "either of two texts", "assert 'five' if fizz.say(5) else 'six'  # here", "always true"),
    written(
        9,
        "a lambda for a test",
        "test_five = pytest.mark.drives(2)(lambda fizz: fizz.say(5) == '5')  # here\n",
        "test_five is a lambda",
    ),
    written(
        9,
        "a decorator swallows the assertion",
        """
        import functools


        def quiet(test):
            @functools.wraps(test)
            def run(**given):
                try:
                    test(**given)
                except AssertionError:  # here
                    pass

            return run
        """,
        "swallows the assertion",
    ),
    body(
        9,
        "another name for the question",
        "ask = fizz.say\nassert ask(5) == fizz.say(5)  # here",
        "it expects what the step says",
    ),
    body(
        9,
        "what is expected is asked for",
        "expected = fizz.say(5)\nassert fizz.say(5) == expected  # here",
        "it expects what the step says",
    ),
    body(
        9,
        "what is expected is asked for, and what is said",
        "said, expected = fizz.say(5), fizz.say(5)\nassert said == expected  # here",
        "it expects what the step says",
    ),
    body(
        9,
        "the same is asked for twice",
        "for n in (1, 2, 3):\n    assert fizz.say(n) == fizz.say(n)  # here",
        "it expects what the step says",
    ),
    body(
        9,
        "all is asked for twice",
        """
        expected = [fizz.say(n) for n in range(9)]
        assert [fizz.say(n) for n in range(9)] == expected  # here
        """,
        "it expects what the step says",
    ),
    written(
        9,
        "a fixture asks for what is expected",
        """
        @pytest.fixture
        def right(fizz):
            return fizz.say(5)


        @pytest.mark.drives(2)
        def test_five(fizz, right):
            assert fizz.say(5) == right  # here
        """,
        "it expects what the step says",
    ),
]

MADE = [
    body(2, "DID NOT RAISE", "pytest.fail('DID NOT RAISE ValueError')  # here", "use pytest.raises"),
    body(
        2,
        "a crash is an answer",
        "try:\n    said = fizz.say(5)\nexcept Exception:  # here\n    said = None\nassert said == '5'",
        "turns a crash into an answer",
    ),
    body(
        2,
        "a crash is a failed assertion",
        "try:\n    said = fizz.say(5)\nexcept:  # here\n    assert False\nassert said == '5'",
        "turns a crash into an answer",
    ),
    body(
        2,
        "a crash is an assertion that is raised",
        """
        try:
            assert fizz.say(5) == '5'
        except (ValueError, BaseException) as error:  # here
            raise AssertionError from error
        """,
        "turns a crash into an answer",
    ),
    body(
        2,
        "a slip is an answer",
        "try:\n    said = fizz.say(5)\nexcept TypeError:  # here\n    said = None\nassert said == '5'",
        "turns a crash into an answer",
    ),
    body(
        2,
        "a crash is suppressed",
        """
        import contextlib

        said = None
        with contextlib.suppress(Exception):  # here
            said = fizz.say(5)
        assert said == "5"
        """,
        "turns a crash into an answer",
    ),
    written(
        2,
        "a helper turns a crash into an answer",
        """
        def said_by(fizz, number):
            try:
                return fizz.say(number)
            except Exception:  # here
                return "nothing"


        @pytest.mark.drives(2)
        def test_five(fizz):
            assert said_by(fizz, 5) == "5"
        """,
        "said_by",
        "turns a crash into an answer",
    ),
    written(
        2,
        "a red in a fixture",
        """
        @pytest.fixture
        def said(fizz):
            assert fizz.say(5) == "5"  # here
            return fizz.say(5)
        """,
        "asserts before the test begins",
    ),
    written(
        2,
        "a red in a setup",
        """
        def setup_module():
            assert not "yet"  # here
        """,
        "asserts before the test begins",
    ),
    written(
        2,
        "a red is raised in a fixture",
        """
        @pytest.fixture(autouse=True)
        def later(fizz):
            if not fizz.__doc__:
                raise AssertionError("not yet")  # here
        """,
        "raises AssertionError by hand",
    ),
    body(2, "a name is missing by hand", "raise ImportError('say')  # here", "raises ImportError by hand"),
    body(2, "the name of a step", "assert 'step_01' not in repr(fizz)  # here", "“step_01”"),
    body(2, "the name of the module", "assert fizz.__name__ > 'steps'  # here", "fizz.__name__"),
    body(2, "the spec of the module", "assert fizz.__spec__.origin > 'a'  # here", "fizz.__spec__"),
    body(2, "the file of the module", "assert '01' not in fizz.__file__  # here", "compares fizz.__file__"),
    body(
        2,
        "a part of the file of the module",
        "import pathlib\n\nstep = pathlib.Path(fizz.__file__).parent.name\n"
        "assert int(pathlib.Path(fizz.__file__).parent.name[5:7]) > 1  # here",
        "compares fizz.__file__",
    ),
    body(
        2,
        "whether the file of the module ends so",
        "if fizz.__file__.endswith('two/fizz.py'):  # here\n    assert fizz.say(5) == '5'",
        "asks for fizz.__file__",
    ),
    body(
        2,
        "whether there is a name",
        "if hasattr(fizz, 'divisible'):  # here\n    assert fizz.say(5) == '5'\nassert fizz.say(2) == '2'",
        "whether fizz has a name already",
    ),
    body(
        2,
        "whether there is a name in it",
        "if 'divisible' in dir(fizz):  # here\n    assert fizz.say(5) == '5'\nassert fizz.say(2) == '2'",
        "whether fizz has a name already",
    ),
    body(
        2,
        "the source of the step",
        "import inspect\n\nassert 'divisible' in inspect.getsource(fizz)  # here",
        "inspect.getsource(fizz)",
    ),
    body(2, "the name, asked for by text", "assert getattr(fizz, '__name__') > 'a'  # here", "__name__"),
    written(
        2,
        "pytest knows",
        """
        @pytest.mark.drives(2)
        def test_five(fizz, request):
            assert "1" not in request.node.name  # here
        """,
        "request.node",
    ),
    body(2, "the environment knows", "import os\nassert '02' in os.environ['PYTEST_CURRENT_TEST']  # here"),
]

ITS_OWN = [
    written(4, "an import at the top", "from steps.step_02_numbers import fizz  # here\n", "imports"),
    body(4, "an import", "import fizz  # here\nassert fizz.say(5) == '5'", "it imports fizz"),
    body(
        4, "an import of the finished one", "from steps.step_04_divisible.fizz import say  # here\nassert say"
    ),
    body(
        4,
        "an import by its name",
        """
        import importlib

        finished = importlib.import_module("steps.step_04_divisible.fizz")  # here
        assert finished.say(5) == "5"
        """,
        "it imports steps.step_04_divisible.fizz",
    ),
    body(
        4,
        "another step as a program",
        "import runpy\n\nassert runpy.run_path('steps/step_04_divisible/fizz.py')['say'](5) == '5'  # here",
        "it imports steps/step_04_divisible/fizz.py",
    ),
    body(
        4,
        "a stand-in",
        "import types\n\nfizz = types.SimpleNamespace(say=str)  # here\nassert fizz.say(5) == '5'",
        "makes a fizz of its own",
    ),
    body(4, "a class", "class fizz:  # here\n    say = str\n\n\nassert fizz.say(5) == '5'", "of its own"),
    written(
        4,
        "a fixture",
        """
        @pytest.fixture
        def fizz():  # here
            return str
        """,
        "a fixture of its own called fizz",
    ),
    written(
        4,
        "a fixture by its name",
        """
        @pytest.fixture(name="fizz")
        def another():  # here
            return str
        """,
        "a fixture of its own called fizz",
    ),
    written(
        4,
        "a table of modules",
        """
        @pytest.mark.parametrize(("fizz", "number"), [(str, 5)])  # here
        def test_five(fizz, number):
            assert fizz(number) == "5"
        """,
        "makes a fizz of its own",
    ),
    body(4, "a change", "fizz.say = str  # here\nassert fizz.say(5) == '5'", "it changes fizz.say"),
    body(
        4, "a change by its name", "setattr(fizz, 'say', str)  # here\nassert fizz.say(5) == '5'", "changes"
    ),
]


@pytest.mark.parametrize("planted", [*VACUOUS, *MADE, *ITS_OWN])
def test_what_is_read_in_a_suite_is_named(tmp_path, planted):
    planted.is_among(small_copy(tmp_path), of_suite)


GATES = [
    plant(
        9,
        "the gate: a test asserts nothing",
        MORE,
        '    assert capsys.readouterr().out == "10\\n"\n',
        "    capsys.readouterr()\n",
        "suite/test_more.py:12",
        "test_names_are_said_back asserts nothing",
    ),
    plant(
        2,
        "the gate: a crash is made red",
        MORE,
        SAID_FIZZ,
        "    try:\n        assert fizz.say(3) == 'Fizz'\n    except Exception:\n        assert False\n",
        "suite/test_more.py:10",
        "turns a crash into an answer",
    ),
    plant(
        4,
        "the gate: a module of its own",
        MORE,
        SAID_FIZZ,
        "    import fizz\n\n    assert fizz.say(3) == 'Fizz'\n",
        "suite/test_more.py:8",
        "it imports fizz",
    ),
]


@pytest.mark.parametrize("planted", GATES)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)
