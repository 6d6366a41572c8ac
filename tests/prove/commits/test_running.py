"""Tests of a version, run under the Python of its repository: what they come to, and what is not believed."""

from pathlib import Path

import pytest

from dojo.errors import Mistake
from dojo.prove.commits.running import Asked, usable
from prove.commits.planted import PYTHON

CODE = "def roll(pins):\n    return pins\n"
NAMES = ("game", "bowling", "code")


@pytest.fixture
def tried(running, tmp_path):
    """What tests come to: `tried(test, code, …)` runs `test_game.py::test_it` beside `game.py`."""

    def run(test, code=CODE, *, ids=("test_game.py::test_it",), seconds=60.0, traced=(), **files):
        written(tmp_path, {"game.py": code, "test_game.py": test} | {f"{k}.py": v for k, v in files.items()})
        return running.run(Asked(tmp_path, ids, [ids[0].partition("::")[0]], NAMES, traced), seconds)

    return run


def written(folder, files):
    """Write the files of a version, each with its folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def only(run):
    """The only outcome of a run."""
    assert run.fault == ""
    (found,) = [*run.outcomes.values(), *run.unread.values()]
    return found


def told(run):
    """The only outcome of a run: its colour, its error, what is missing, and where it broke."""
    found = only(run)
    return " ".join(filter(None, (found.colour, found.error, found.missing, found.where)))


def a_test(body, head="import game"):
    """A file with one test."""
    return f"{head}\n\n\ndef test_it():\n    {body}\n"


RAISES = "import pytest\n    with pytest.raises(ValueError):\n        game.roll(5)"
CAME_TO = {
    "green": ("assert game.roll(5) == 5", CODE, "green"),
    "its_own_assertion": ("assert game.roll(5) == 6", CODE, "red AssertionError test"),
    "no_error_raised": (RAISES, CODE, "red Failed test"),
    "a_function_is_missing": ("game.score()", CODE, "amber AttributeError `score` test"),
    "a_method_is_missing": ("game.Game().score()", "class Game: ...", "amber AttributeError `score` test"),
    "a_parameter_is_missing": ("game.roll(5, 6)", CODE, "amber TypeError a parameter of `roll` test"),
    "nothing_has_no_attribute": ("game.roll(None).pins", CODE, "amber AttributeError test"),
    "it_broke_in_the_code": ("game.roll(5)", "def roll(pins):\n    [][pins]", "amber IndexError code"),
    "a_name_is_missing_in_the_code": ("game.roll(5)", "def roll(n): score(n)", "amber NameError code"),
    "an_assertion_of_the_code": ("game.roll(5)", "def roll(pins): assert 0", "amber AssertionError code"),
    "it_broke_in_the_test": ("{}['a']", CODE, "amber KeyError test"),
    "it_skips_itself": ("import pytest\n    pytest.skip('later')", CODE, "left out"),
}


@pytest.mark.parametrize(("body", "code", "came_to"), CAME_TO.values(), ids=CAME_TO)
def test_what_a_test_comes_to(tried, body, code, came_to):
    assert told(tried(a_test(body), code)) == came_to


UNREAD = {
    "a_name_is_missing": ("from game import score", CODE, "amber ImportError `score` file"),
    "the_module_is_missing": ("import bowling", CODE, "amber ModuleNotFoundError `bowling` file"),
    "a_package_is_not_installed": ("import no_package", CODE, "amber ModuleNotFoundError elsewhere"),
    "the_test_is_no_python": ("def (", CODE, "amber SyntaxError file"),
    "the_code_is_no_python": ("import game", "def (", "amber SyntaxError code"),
    "the_code_breaks": ("import game", "[][1]", "amber IndexError code"),
}


@pytest.mark.parametrize(("head", "code", "came_to"), UNREAD.values(), ids=UNREAD)
def test_why_a_test_file_cannot_be_read(tried, head, code, came_to):
    assert told(tried(a_test("pass", head), code)) == came_to


def test_each_row_is_told_with_its_values(tried):
    head = "import pytest\n\n\n@pytest.mark.parametrize('pins', [1, 2])"
    run = tried(f"{head}\ndef test_it(pins):\n    assert pins == 1\n")
    assert [(one.id, one.params, one.colour) for one in run.of("test_game.py::test_it")] == [
        ("test_game.py::test_it[1]", "{'pins': 1}", "green"),
        ("test_game.py::test_it[2]", "{'pins': 2}", "red"),
    ]


def test_only_the_tests_that_are_asked_for_run(tried):
    run = tried("def test_it():\n    pass\n\n\ndef test_other():\n    assert False\n")
    assert list(run.outcomes) == ["test_game.py::test_it"]


UNITTEST = """\
import unittest


class TestGame(unittest.TestCase):
    def test_it(self):
        for pins in (1, 2, 3):
            with self.subTest(pins=pins):
                self.assertEqual(pins, 2)
"""


def test_a_subtest_that_fails_makes_its_test_red(tried):
    assert told(tried(UNITTEST, ids=["test_game.py::TestGame::test_it"])) == "red AssertionError test"


def test_a_fixture_that_fails_is_no_assertion_of_the_test(tried):
    head = "import pytest\n\n\n@pytest.fixture\ndef game():\n    assert False"
    assert told(tried(f"{head}\n\n\ndef test_it(game):\n    pass\n")) == "amber AssertionError fixture"


TWO = ["test_game.py::test_it", "test_game.py::test_two"]


def test_a_test_that_hangs_has_no_answer_and_those_before_it_have(tried):
    test = "def test_it():\n    pass\n\n\ndef test_two():\n    while True:\n        pass\n"
    run = tried(test, ids=TWO, seconds=2.0)
    assert [(one.id, one.colour, one.why) for one in run.outcomes.values()] == [
        (TWO[0], "green", ""),
        (TWO[1], "amber", "it did not end within 2 seconds"),
    ]


def test_a_test_that_ends_python_has_no_answer_nor_have_those_after_it(tried):
    test = "import os\n\n\ndef test_it():\n    os._exit(0)\n\n\ndef test_two():\n    pass\n"
    assert {one.id: (one.colour, one.why) for one in tried(test, ids=TWO).outcomes.values()} == {
        TWO[0]: ("amber", "it ended Python itself, with status 0"),
        TWO[1]: ("amber", "a test before it ended Python itself, with status 0"),
    }


WRITES = """\
import os

for descriptor in range(3, 64):
    try:
        os.write(descriptor, b'here\\n')
    except OSError:
        pass


def test_it():
    assert False
"""


def test_code_that_writes_to_every_open_file_is_a_fault(tried):
    assert tried(WRITES).fault == "the code wrote to the runner's own pipe"


def test_a_test_that_is_not_there_is_a_fault(tried):
    assert tried("x = 1\n").fault == "pytest found none of these tests"


def test_what_a_test_loads_from_elsewhere_is_a_fault(tried, tmp_path):
    outside = tmp_path.with_name("outside")
    written(outside, {"bowling.py": "PINS = 10\n"})
    head = (
        f"import sys, types\n\nbowling = types.ModuleType('bowling')\n"
        f"bowling.__file__ = {str(outside / 'bowling.py')!r}\nsys.modules['bowling'] = bowling"
    )
    run = tried(a_test("assert bowling", head), bowling="PINS = 9\n")
    assert run.fault == f"bowling was imported from {outside / 'bowling.py'}, and not from this version"


SETTINGS = """\
[pytest]
addopts = --no-such-option -x --collect-only
required_plugins = pytest-nothing
markers =
    slow: takes long
"""


def test_settings_that_would_stop_the_run_are_left_out(tried, tmp_path):
    written(tmp_path, {"pytest.ini": SETTINGS})
    assert only(tried(a_test("assert game.roll(5) == 6"))).colour == "red"


def test_a_folder_src_can_be_imported_from(tried, tmp_path):
    test = a_test("assert game.PINS == 10", "from bowling import game")
    code = {"src/bowling/__init__.py": "", "src/bowling/game.py": "PINS = 10\n"}
    written(tmp_path, code | {"tests/test_rolls.py": test})
    assert only(tried("", ids=["tests/test_rolls.py::test_it"])).colour == "green"


def test_a_module_may_have_the_name_of_one_that_pytest_has_imported(tried, tmp_path):
    written(tmp_path, {"code.py": "PINS = 10\n"})
    assert only(tried(a_test("assert code.PINS == 10", "import code"))).colour == "green"


def test_code_of_one_size_and_second_is_read_anew_and_leaves_no_trace(tried, tmp_path):
    test = a_test("assert game.roll(5) == 5")
    colours = [only(tried(test, CODE.replace("return pins", f"return {n}"))).colour for n in "56"]
    assert colours == ["green", "red"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.py", "test_game.py"]


def test_the_lines_that_ran_are_told(tried):
    code = "def roll(pins):\n    if pins > 10:\n        raise ValueError\n    return pins\n"
    assert tried(a_test("game.roll(5)"), code, traced=["game.py"]).lines == {"game.py": {1, 2, 4}}


def test_a_python_that_cannot_run_tests_is_a_mistake():
    usable(PYTHON)
    with pytest.raises(Mistake, match="/usr/bin/env has no pytest"):
        usable(Path("/usr/bin/env"))


def test_what_is_installed_elsewhere_is_not_what_is_tested(tried, tmp_path_factory):
    installed = tmp_path_factory.mktemp("installed")
    written(installed, {"game.py": "def roll(pins):\n    return 0\n"})
    head = f"import sys\n\nsys.path.insert(0, {str(installed)!r})\nimport game"
    assert told(tried(a_test("assert game.roll(5) == 5", head))) == "green"
