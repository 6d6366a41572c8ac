"""What slips into a participant's own tests is said in a line, with its place."""

import pytest

from dojo.attempt.snapshot import take_snapshot
from dojo.coach.slips import find_slips

HEAD = "import fizz\n\n\n"
INTO_A_TEST = "put it into one, below a line like def test_one():"
NO_TEST = "has an assertion, and pytest does not run it; begin its name with test_"
SLIPS = [
    pytest.param(
        "test_fizz.py",
        "def test_one():\n    fizz.say(1)\n",
        ["test_fizz.py:4: test_one: it asserts nothing; say with assert what has to come"],
        id="no assertion",
    ),
    pytest.param(
        "test_fizz.py",
        "def test_one():\n    return fizz.say(1) == '1'\n",
        [
            "test_fizz.py:4: test_one: it returns what it should assert; write assert in place of return",
        ],
        id="a return",
    ),
    pytest.param(
        "test_fizz.py",
        "def test_one():\n    assert (fizz.say(1), '1')\n",
        [
            "test_fizz.py:4: test_one: assert (fizz.say(1), '1') is always true;"
            " compare what comes with what should"
        ],
        id="two values in brackets",
    ),
    pytest.param(
        "test_fizz.py",
        "def tets_one():\n    assert fizz.say(1) == '1'\n",
        [f"test_fizz.py:4: tets_one {NO_TEST}"],
        id="a name with a slip",
    ),
    pytest.param(
        "test_fizz.py",
        "class TestIt:\n    def one_is_said(self):\n        assert fizz.say(1) == '1'\n",
        [f"test_fizz.py:5: one_is_said {NO_TEST}"],
        id="a method without test_",
    ),
    pytest.param(
        "test_fizz.py",
        "def test_one():\n    assert fizz.say(1) == '1'\n\n\ndef test_one():\n    assert fizz.say(2)\n",
        ["test_fizz.py:8: test_one is there twice, and the one on line 4 never runs; rename one"],
        id="two tests of one name",
    ),
    pytest.param(
        "more.py",
        "def test_one():\n    assert fizz.say(1) == '1'\n",
        ["more.py: pytest does not read it; call it test_more.py"],
        id="a file that pytest does not read",
    ),
    pytest.param(
        "test_fizz.py",
        "assert fizz.say(1) == '1'\n",
        [f"test_fizz.py:4: assert stands outside a test, so it is not counted; {INTO_A_TEST}"],
        id="an assertion outside a test",
    ),
    pytest.param("test_fizz.py", "def test_one():\n    assert fizz.say(1) == '1'\n", [], id="a test"),
    pytest.param(
        "test_fizz.py",
        "def check(n):\n    assert fizz.say(n) == str(n)\n\n\ndef test_one():\n    check(1)\n",
        [],
        id="a helper",
    ),
    pytest.param(
        "test_fizz.py",
        "import checks\n\n\ndef test_one():\n    checks.one(fizz.say(1))\n",
        [],
        id="a helper in another module",
    ),
    pytest.param(
        "test_fizz.py",
        "class TestIt:\n    def see(self):\n        pass\n\n    def test_one(self):\n        self.see()\n",
        [],
        id="a helper of the class",
    ),
    pytest.param("grid.py", "def cell():\n    return 1\n", [], id="another module"),
    pytest.param("test_fizz.py", "def test_one(:\n", [], id="a file that cannot be read"),
]


@pytest.mark.parametrize(("name", "text", "message"), SLIPS)
def test_a_slip_is_said_in_a_line(attempt, name, text, message):
    (attempt.folder / "test_fizz.py").unlink()
    (attempt.folder / name).write_text(HEAD + text)
    assert [*find_slips(attempt, take_snapshot(attempt.folder).files)] == message


def test_it_is_said_at_each_run_with_tests_of_ours_too(attempt, save, said):
    save("def say(number):\n    return str(number)\n")
    with (attempt.folder / "test_fizz.py").open("a") as file:
        file.write("\n\ndef tets_one():\n    assert fizz.say(1) == '1'\n")
    assert f"tets_one {NO_TEST}" in said("bar")
