"""Law 9: why a test cannot fail, by its own code."""

import pytest

from dojo.gate.results.weak_tests import (
    ALL_OF_NOTHING,
    NOTHING_ASSERTED,
    RETURNED,
    SUPPRESSED,
    Weakness,
    find_weakness,
)

THERE = Weakness("assert fizz.say holds as long as there is a fizz.say", "call it, and compare what comes")
OR = Weakness("“or True” is always true", "write a comparison on both sides")
EQUAL = Weakness("assert said == said is always true", "compare what comes with what should")
PAIR = Weakness("assert (said, 'Fizz') is always true", "compare what comes with what should")
WEAKNESSES = [
    pytest.param("assert fizz.say", THERE, id="a function that is not called"),
    pytest.param("assert fizz.say(3) == 'Fizz' or True", OR, id="or True"),
    pytest.param("return fizz.say(3) == 'Fizz'", RETURNED, id="return in place of assert"),
    pytest.param("fizz.say(3) == 'Fizz'", NOTHING_ASSERTED, id="a comparison without assert"),
    pytest.param("print(fizz.say(3))", NOTHING_ASSERTED, id="what is printed"),
    pytest.param(
        "with suppress(Exception):\n        assert fizz.say(3)", SUPPRESSED, id="everything suppressed"
    ),
    pytest.param("assert all(n == 'Fizz' for n in fizz.rows)", ALL_OF_NOTHING, id="all of nothing"),
    pytest.param("assert said == said", EQUAL, id="a value compared with itself"),
    pytest.param("assert (said, 'Fizz')", PAIR, id="two values in brackets"),
    pytest.param("assert fizz.say(3) == fizz.say(3)", None, id="two calls"),
    pytest.param("assert fizz.say(3) == 'Fizz'", None, id="a comparison"),
    pytest.param("assert fizz.say(3)", None, id="a call"),
    pytest.param("assert fizz.say(3).isalpha", None, id="an attribute of what comes"),
    pytest.param("assert said", None, id="a name"),
    pytest.param(
        "with pytest.raises(ValueError):\n        fizz.say(None)", None, id="an error that is asked for"
    ),
    pytest.param("self.assertEqual(fizz.say(3), 'Fizz')", None, id="unittest"),
    pytest.param("says(fizz, 3, 'Fizz')", None, id="a helper, which may assert"),
]


@pytest.mark.parametrize(("body", "weakness"), WEAKNESSES)
def test_why_a_test_cannot_fail(body, weakness):
    indented = body.replace("\n", "\n    ")
    assert find_weakness(f"    def test_it(self, fizz):\n        {indented}\n") == weakness


def test_what_is_no_function_says_nothing():
    assert find_weakness("def test_it(:") is None


PLANTED = [
    pytest.param(
        'assert capsys.readouterr().out == "10\\n"',
        "assert capsys.readouterr or True",
        "“names are said back”: no step and no mutant fails it: “or True” is always true; write a",
        id="it says so itself",
    ),
    pytest.param(
        'assert capsys.readouterr().out == "10\\n"',
        "assert capsys.readouterr().out",
        "add a mutant that it catches; if there is none, it may not be able to fail",
        id="nothing in it says so",
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), PLANTED)
def test_a_test_that_nothing_fails_is_named_with_its_cause(small, capsys, old, new, message):
    small.edit("suite/test_more.py", old, new)
    assert small.verb("todo") != 0
    assert message in " ".join(capsys.readouterr().out.split())
