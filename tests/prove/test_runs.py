"""Tests of a version, run by a plugin of its pytest: what they come to, and what is not believed."""

import os
from pathlib import Path
from unittest.mock import Mock

import pytest
from history.session import rows

from dojo.errors import UsageError
from dojo.prove.runs import Runner, RunRequest, StartedRun, describe
from prove.made import files as made
from prove.planted import PYTHON

CODE = "def roll(pins):\n    return pins\n"


@pytest.fixture(scope="module")
def runner(tmp_path_factory):
    """A runner with a cache of its own."""
    with Runner(PYTHON, tmp_path_factory.mktemp("top")).ready() as made:
        yield made


def question(texts, files=("test_game.py",), ids=(), **how):
    """The tests of some files, in a tree of texts."""
    return RunRequest(made(texts), tuple(files), tuple(ids), **how)


def run(runner, texts, **how):
    return runner.ask(question({"game.py": CODE} | texts, **how))[0]


def only(run):
    """The only outcome of a run."""
    assert run.fault == ""
    [found] = run.results.values()
    return found


def in_words(found):
    """Its colour, its error, what is missing, and where it broke."""
    return " ".join(filter(None, (found.colour, found.error, found.missing, found.where)))


def a_test(body, head="import game"):
    """A file with one test."""
    return f"{head}\n\n\ndef test_it():\n    {body}\n"


# What a test comes to: its body, and the code if it is another; of a file that cannot be read, its head.
CAME_TO = rows(f"""
    green :: assert game.roll(5) == 5 => green
    its own assertion :: assert game.roll(5) == 6 => red AssertionError test
    no error raised :: with __import__('pytest').raises(ValueError): game.roll(5) => red Failed test
    a function is missing :: game.score() => amber AttributeError `score` test
    a method is missing :: game.Game().score() | class Game: ... => amber AttributeError `score` test
    a parameter is missing :: game.roll(5, 6) => amber TypeError a parameter of `roll` test
    nothing has no attribute :: game.roll(None).pins => amber AttributeError test
    it broke in the code :: game.roll(5) | def roll(pins): [][pins] => amber IndexError code
    a name is missing in the code :: game.roll(5) | def roll(n): score(n) => amber NameError code
    an assertion of the code :: game.roll(5) | def roll(pins): assert 0 => amber AssertionError code
    it broke in the test :: dict()['a'] => amber KeyError test
    an error unread :: raise type('Unread', (Exception,), dict(__str__=lambda _: 1 / 0)) => amber Unread test
    what code gives has no such name :: game.roll(5).stop => amber AttributeError `stop` test
    its main module is pytest :: assert __import__('__main__').__file__.endswith('__main__.py') => green
    its programs :: assert __import__('os').environ['PATH'].startswith('{PYTHON.parent}') => green
    its own tree comes before what is installed :: assert __import__('tabnanny').PINS == 10 => green
    it skips itself :: __import__('pytest').skip('later') => left out
""")
UNREAD = rows("""
    a name is missing :: from game import score => amber ImportError `score` file
    a module is missing :: import bowling => amber ModuleNotFoundError `bowling` file
    no metadata :: from importlib.metadata import version; version('game')
        => amber PackageNotFoundError elsewhere
    the test is no Python :: def ( => amber SyntaxError file
    the code is no Python :: import game | def ( => amber SyntaxError code
    the code breaks :: import game | [][1] => amber IndexError code
""")
SETTINGS = "[pytest]\naddopts = --no-such-option -x\nrequired_plugins = pytest-nothing\n"


@pytest.fixture(scope="module")
def outcomes(runner):
    """What each of these comes to, each in a file of its own with its code, in one run.

    The settings would stop it.
    """
    texts, tests = {"pytest.ini": SETTINGS, "src/tabnanny.py": "PINS = 10\n"}, {}
    for number, row in enumerate([*CAME_TO, *UNREAD]):
        (written, *_) = row.values
        assert isinstance(written, str)
        text, _, code = written.partition(" | ")
        head, body = (text, "pass") if row in UNREAD else ("import game", text)
        head = head.replace("import game", f"import game_{number} as game")
        head = head.replace("from game ", f"from game_{number} ")
        tests[f"test_{number}.py"] = row.values[0]
        texts |= {f"test_{number}.py": a_test(body, head), f"game_{number}.py": code or CODE}
    found = runner.ask(question(texts, files=tests))[0]
    return {tests[id.partition("::")[0]]: one for id, one in found.results.items()}


@pytest.mark.parametrize(("told", "came_to"), [*CAME_TO, *UNREAD])
def test_what_a_test_comes_to(outcomes, told, came_to):
    assert in_words(outcomes[told]) == came_to
    assert [one.why for one in outcomes.values() if one.colour == "left out"] == ["it is skipped: later"]


ROWS = """\
import pytest, unittest
import game

@pytest.mark.parametrize("pins", [1, 2])
def test_row(pins):
    assert pins == 1

@pytest.mark.parametrize("module", [game])
def test_module(module):
    pass

class Rules:
    def test_inherited(self):
        assert 1

class TestGame(Rules): ...

class TestOld(unittest.TestCase):
    def test_subtest(self):
        for pins in (1, 2, 3):
            with self.subTest(pins=pins):
                self.assertEqual(pins, 2)

    def test_subtest_skipped(self):
        with self.subTest():
            self.skipTest("later")
        self.fail()

@pytest.fixture
def broken():
    assert False

def test_fixture(broken):
    pass
"""


def test_rows_subtests_fixtures_and_inherited_tests_and_only_those_that_are_asked_for(runner):
    found = run(runner, {"test_game.py": ROWS}).results
    assert [(id.partition("::")[2], in_words(one), one.params, one.line) for id, one in found.items()] == [
        ("test_row[1]", "green", "{'pins': 1}", 4),
        ("test_row[2]", "red AssertionError test", "{'pins': 2}", 4),
        ("test_module[game]", "green", "{'module': <module 'game' from 'game.py'>}", 8),
        ("TestGame::test_inherited", "green", "", 13),
        ("TestOld::test_subtest", "red AssertionError test", "", 19),
        ("TestOld::test_subtest_skipped", "red AssertionError test", "", 24),
        ("test_fixture", "amber AssertionError fixture", "", 33),
    ]
    assert {one.file for one in found.values()} == {"test_game.py"}
    asked = run(runner, {"test_game.py": ROWS}, ids=["test_game.py::test_row[2]", "test_game.py::TestGame"])
    assert list(asked.results) == ["test_game.py::test_row[2]"]


TWO = "def test_it():\n    pass\n\n\ndef test_two():\n    {}\n\n\ndef test_three():\n    pass\n"
STOPS = {
    "hangs": ("while True: pass", "did not end in time"),
    "ends_python": ("import os; os._exit(0)", "ended Python itself, with status 0"),
    "ends_pytest": ("import pytest; pytest.exit('enough')", "stopped the run"),
}


@pytest.mark.parametrize(("body", "why"), STOPS.values(), ids=STOPS)
def test_a_test_that_stops_the_run_has_no_answer_nor_have_those_after_it(runner, monkeypatch, body, why):
    monkeypatch.setattr(runner, "limits", (3, 3))
    found = run(runner, {"test_game.py": TWO.format(body)}).results
    assert {id.partition("::")[2]: (one.colour, one.why) for id, one in found.items()} == {
        "test_it": ("green", ""),
        "test_two": ("amber", f"it {why}"),
        "test_three": ("amber", f"a test before it {why}"),
    }


OTHER_HOOK = {"conftest.py": "def pytest_ignore_collect(no_such_argument): ...\n"}
FROM_ELSEWHERE = a_test("import json, sys; sys.modules['bowling'] = json", "")
FAULTS = {
    "pytest does not start: PluginValidationError: Plugin 'conftest.py'": OTHER_HOOK,
    "pytest does not start: ModuleNotFoundError: No module named 'nothing'": {
        "conftest.py": "import nothing\n"
    },
    "pytest found none of these tests": {"test_game.py": "x = 1\n"},
    "bowling was imported from ": {"test_game.py": FROM_ELSEWHERE, "bowling.py": "PINS = 9\n"},
    "bowling was imported from /": {"test_game.py": FROM_ELSEWHERE, "src/bowling/__init__.py": ""},
}


@pytest.mark.parametrize(("fault", "texts"), FAULTS.items())
def test_a_run_that_says_nothing_is_a_fault(runner, texts, fault):
    assert run(runner, texts).fault.startswith(fault)


def test_the_lines_that_ran_are_noted(runner):
    code = "def roll(pins):\n    if pins > 10:\n        raise ValueError\n    return pins\n"
    texts = {"game.py": code, "test_game.py": a_test("game.roll(5)")}
    assert run(runner, texts, traced=("game.py",)).lines == [("game.py", line) for line in (0, 1, 2, 4)]


def test_a_version_of_the_same_size_is_read_anew_and_a_run_leaves_nothing(runner):
    test = a_test("open('left', 'w').close(); assert game.roll(5) == 5")
    texts = [{"game.py": CODE.replace("return pins", f"return {n}"), "test_game.py": test} for n in "56"]
    assert [only(run(runner, one)).colour for one in texts] == ["green", "red"]
    assert {one.name for one in runner.scratch.iterdir()} == {
        "prove_dependencies.py",
        "prove_plugin.py",
        "suite_plugin.py",
    }


def test_what_was_killed_is_asked_again_the_next_time(runner):
    killed = question({"test_game.py": a_test("os.kill(os.getpid(), 9)", "import os")})
    assert only(*runner.ask(killed)).why == "it crashed Python: Killed"
    assert runner.cache.read(runner.key(killed)) is None


def test_an_interrupt_leaves_nothing_and_what_was_answered_is_cached(tmp_path, monkeypatch):
    asked = question({"game.py": CODE, "test_game.py": a_test("pass")})
    with pytest.raises(KeyboardInterrupt), Runner(PYTHON, tmp_path).ready() as made:  # noqa: PT012
        scratch = made.scratch
        made.ask(asked)
        monkeypatch.setattr(StartedRun, "has_ended", Mock(side_effect=KeyboardInterrupt))
        made.ask(asked, question({"test_game.py": "x = 1\n"}))
    assert not scratch.exists()
    with Runner(PYTHON, tmp_path).ready() as made:
        assert only(*made.ask(asked)).colour == "green"


@pytest.mark.parametrize("python", ["/usr/bin/env", "/nowhere/python"])
def test_a_python_that_cannot_run_tests_is_a_mistake(python):
    with pytest.raises(UsageError, match=f"{python} does not run, has no pytest, or is too old"):
        describe(Path(python))


OUTSIDE = """
def test_it():
    import os
    assert {question}
"""


def write_next_to(file):
    """Write a file, of a date that does not change."""
    other = Path(f"{file}1")
    other.touch()
    os.utime(other, (0, 0))


READ_OUTSIDE = {
    "a file": ("open({file!r}).read() == 'a'", lambda file, _: file.write_text("b")),
    "a file that is not there": ("not os.path.exists({file!r} + '1')", lambda file, _: write_next_to(file)),
    "a variable": ("os.environ.get('LC_GREETING') == 'a'", lambda _, patch: patch.setenv("LC_GREETING", "b")),
}


@pytest.mark.parametrize(("asks", "change"), READ_OUTSIDE.values(), ids=READ_OUTSIDE)
def test_what_a_test_reads_outside_its_version_is_part_of_the_answer(tmp_path, monkeypatch, asks, change):
    """And nothing is run again while that is as it was."""
    file = tmp_path / "a file"
    file.write_text("a")
    monkeypatch.setenv("LC_GREETING", "a")
    asked = question({"test_game.py": OUTSIDE.format(question=asks.format(file=str(file)))})
    colours, written = [], []
    with Runner(PYTHON, tmp_path / "top").ready() as runner:
        for _ in range(2):
            colours += [only(runner.ask(asked)[0]).colour for _ in range(2)]
            written.append(runner.cache.read(runner.key(asked)) is not None)
            change(file, monkeypatch)
            written.append(runner.cache.read(runner.key(asked)) is not None)
    assert colours == ["green", "green", "red", "red"]
    assert written == [True, False, True, True]


def test_what_starts_a_program_is_run_each_time(tmp_path):
    """Nobody sees what that reads."""
    asked = question({"test_game.py": OUTSIDE.format(question="os.system('true') == 0")})
    with Runner(PYTHON, tmp_path / "top").ready() as runner:
        assert only(runner.ask(asked)[0]).colour == "green"
        assert runner.cache.read(runner.key(asked)) is None
