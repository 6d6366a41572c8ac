"""Tests of a version, run by a plugin of its pytest: what they come to, and what is not believed."""

import os
import signal
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock

import pytest

from dojo.errors import UsageError
from dojo.prove.measure.interpreter import describe
from dojo.prove.measure.launch import REWRITTEN_TESTS, RunRequest, StartedRun
from dojo.prove.measure.runs import Runner
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
    """Why it is not green, its error, and what is missing."""
    return " ".join(filter(None, (found.cause or "green", found.error, found.missing)))


def a_test(body, head="import game"):
    """A file with one test."""
    return f"{head}\n\n\ndef test_it():\n    {body}\n"


class CameTo(NamedTuple):
    """What a test comes to: its body, the head of its file, the code, and what is said of it."""

    rule: str
    body: str = "pass"
    head: str = "import game"
    code: str = CODE
    says: str = ""


CAME_TO = [
    CameTo("green", body="assert game.roll(5) == 5", says="green"),
    CameTo(
        "its own assertion", body="assert game.roll(5) == 6", says="its own assertion failed AssertionError"
    ),
    CameTo(
        "no error raised",
        body="with __import__('pytest').raises(ValueError): game.roll(5)",
        says="its own assertion failed Failed",
    ),
    CameTo("a function is missing", body="game.score()", says="a name is missing AttributeError `score`"),
    CameTo(
        "a method is missing",
        body="game.Game().score()",
        code="class Game: ...",
        says="a name is missing AttributeError `score`",
    ),
    CameTo(
        "a parameter is missing",
        body="game.roll(5, 6)",
        says="a name is missing TypeError a parameter of `roll`",
    ),
    CameTo(
        "nothing has no attribute", body="game.roll(None).pins", says="crashed in the test AttributeError"
    ),
    CameTo(
        "it broke in the code",
        body="game.roll(5)",
        code="def roll(pins): [][pins]",
        says="crashed in the code IndexError",
    ),
    CameTo(
        "a name is missing in the code",
        body="game.roll(5)",
        code="def roll(n): score(n)",
        says="crashed in the code NameError",
    ),
    CameTo(
        "an assertion of the code",
        body="game.roll(5)",
        code="def roll(pins): assert 0",
        says="crashed in the code AssertionError",
    ),
    CameTo("it broke in the test", body="dict()['a']", says="crashed in the test KeyError"),
    CameTo(
        "an error unread",
        body="raise type('Unread', (Exception,), dict(__str__=lambda _: 1 / 0))",
        says="crashed in the test Unread",
    ),
    CameTo(
        "what code gives has no such name",
        body="game.roll(5).stop",
        says="a name is missing AttributeError `stop`",
    ),
    CameTo(
        "its main module is pytest",
        body="assert __import__('__main__').__file__.endswith('__main__.py')",
        says="green",
    ),
    CameTo(
        "its programs",
        body=f"assert __import__('os').environ['PATH'].startswith('{PYTHON.parent}')",
        says="green",
    ),
    CameTo(
        "its own tree comes before what is installed",
        body="assert __import__('tabnanny').PINS == 10",
        says="green",
    ),
    CameTo("it skips itself", body="__import__('pytest').skip('later')", says="skipped"),
]
UNREAD = [
    CameTo("a name is missing", head="from game import score", says="a name is missing ImportError `score`"),
    CameTo(
        "a module is missing", head="import bowling", says="a name is missing ModuleNotFoundError `bowling`"
    ),
    CameTo(
        "no metadata",
        head="from importlib.metadata import version; version('game')",
        says="a package or a plugin is missing PackageNotFoundError",
    ),
    CameTo("the test is no Python", head="def (", says="its file cannot be read SyntaxError"),
    CameTo(
        "the code is no Python", head="import game", code="def (", says="the code is not Python SyntaxError"
    ),
    CameTo("the code breaks", head="import game", code="[][1]", says="crashed in the code IndexError"),
]
SETTINGS = "[pytest]\naddopts = --no-such-option -x\nrequired_plugins = pytest-nothing\n"


@pytest.fixture(scope="module")
def outcomes(runner):
    """What each of these comes to, each in a file of its own with its code, in one run.

    The settings would stop it.
    """
    texts, tests = {"pytest.ini": SETTINGS, "src/tabnanny.py": "PINS = 10\n"}, {}
    for number, row in enumerate([*CAME_TO, *UNREAD]):
        head = row.head.replace("import game", f"import game_{number} as game")
        head = head.replace("from game ", f"from game_{number} ")
        tests[f"test_{number}.py"] = row.rule
        texts |= {f"test_{number}.py": a_test(row.body, head), f"game_{number}.py": row.code}
    found = runner.ask(question(texts, files=tests))[0]
    return {tests[id.partition("::")[0]]: one for id, one in found.results.items()}


@pytest.mark.parametrize("row", [*CAME_TO, *UNREAD], ids=lambda row: row.rule)
def test_what_a_test_comes_to(outcomes, row):
    assert in_words(outcomes[row.rule]) == row.says
    assert [one.why for one in outcomes.values() if one.cause == "skipped"] == ["it is skipped: later"]


SHOP = """\
class Shop: ...

def price(n):
    return n
"""
PATCHING_TEST = """\
import decimal, json, shop
from unittest import mock

class Fake: ...
class Heir(shop.Shop): ...

def test_it(monkeypatch):
    {}
"""
# what a test does, the name that is missing, and the module that should have it
OWNERS = [
    ("shop.rate", "`rate`", "shop"),
    ("json.rate", "`rate`", "json"),
    ("shop.Shop.rate", "`rate`", "shop"),
    ("decimal.Decimal.rate", "`rate`", "decimal"),
    ("Fake.rate", "`rate`", "{test}"),
    ("Heir.rate", "`rate`", ""),
    ("shop.Shop().rate", "`rate`", ""),
    ("mock.patch.object(shop, 'rate').start()", "`rate`", "shop"),
    ("mock.patch.object(json, 'rate').start()", "`rate`", "json"),
    ("mock.patch.object(shop.price, 'rate').start()", "`rate`", "shop"),
    ("mock.patch('shop.rate').start()", "`rate`", "shop"),
    ("mock.patch('shop.sub.rate').start()", "`sub`", "shop"),
    ("mock.patch('json.sub.rate').start()", "`sub`", "json"),
    ("mock.patch.dict('shop.table').start()", "`table`", "shop"),
    ("monkeypatch.setattr(shop, 'rate', 1)", "`rate`", "shop"),
    ("monkeypatch.setattr(json, 'rate', 1)", "`rate`", "json"),
    ("monkeypatch.setattr('json.rate', 1)", "`rate`", "json"),
    ("monkeypatch.setattr('shop.sub.rate', 1)", "`shop.sub`", "shop"),
    ("monkeypatch.delattr(json, 'rate')", "`rate`", "json"),
    ("mock.create_autospec(shop.price)(1, rate=2)", "a parameter", ""),
]


@pytest.fixture(scope="module")
def missing_names(runner):
    """What is missing in each of these tests, in one run."""
    texts = {"shop.py": SHOP}
    tests = [f"test_{number}.py" for number in range(len(OWNERS))]
    for file, (body, *_) in zip(tests, OWNERS, strict=True):
        texts[file] = PATCHING_TEST.format(body)
    found = runner.ask(question(texts, files=tests))[0]
    return [found.results[f"{file}::test_it"] for file in tests]


@pytest.mark.parametrize("number", range(len(OWNERS)), ids=[body for body, *_ in OWNERS])
def test_a_missing_name_is_that_of_a_module(missing_names, number):
    _, missing, owner = OWNERS[number]
    found = missing_names[number]
    assert (found.missing, found.owner) == (missing, owner.format(test=f"test_{number}"))


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


def test_rows_subtests_fixtures_and_inherited_tests_run_as_they_are_asked_for(runner):
    found = run(runner, {"test_game.py": ROWS}).results
    assert [(id.partition("::")[2], in_words(one), one.params, one.line) for id, one in found.items()] == [
        ("test_row[1]", "green", "{'pins': 1}", 4),
        ("test_row[2]", "its own assertion failed AssertionError", "{'pins': 2}", 4),
        ("test_module[game]", "green", "{'module': <module 'game' from 'game.py'>}", 8),
        ("TestGame::test_inherited", "green", "", 13),
        ("TestOld::test_subtest", "its own assertion failed AssertionError", "", 19),
        ("TestOld::test_subtest_skipped", "its own assertion failed AssertionError", "", 24),
        ("test_fixture", "crashed in a fixture AssertionError", "", 33),
    ]
    assert {one.file for one in found.values()} == {"test_game.py"}
    asked = run(runner, {"test_game.py": ROWS}, ids=["test_game.py::test_row[2]", "test_game.py::TestGame"])
    assert list(asked.results) == ["test_game.py::test_row[2]"]


ODD = ["a b", "it's", 'a "b"', "a]", "x::y", "a\nb", "a\0b", "\u05d0\u65e5"]
ODD_ROWS = f"""\
import pytest

@pytest.mark.parametrize("text", {ODD!r})
def test_row(text):
    print("PASSED test_game.py::test_row[other]")
    assert "b" not in text
"""


def test_tests_with_odd_ids_stay_apart_and_each_can_be_selected(runner):
    found = run(runner, {"test_game.py": ODD_ROWS}).results
    assert [one.is_green for one in found.values()] == ["b" not in text for text in ODD]
    for test in found:
        assert list(run(runner, {"test_game.py": ODD_ROWS}, ids=[test]).results) == [test]


EVERY_SEED = """\
import os
import pytest

@pytest.mark.parametrize("letters", [{"a", "b"}, {"b", "a"}])
def test_row(letters):
    assert os.environ["PYTHONHASHSEED"] == "0"
"""


def test_the_values_of_a_row_are_the_same_in_each_run(runner):
    found = run(runner, {"test_game.py": EVERY_SEED}).results.values()
    assert {(one.is_green, one.params) for one in found} == {(True, "{'letters': set('a', 'b')}")}


OBJECTS = """\
from collections import namedtuple
from dataclasses import dataclass, field
from unittest.mock import Mock
import pytest

class Roll:
    def __init__(self, pins):
        self.pins, self.me = pins, self

class Slotted:
    __slots__ = ("pins",)
    def __init__(self, pins):
        self.pins = pins

class Shown(Roll):
    def __repr__(self):
        return f"shown {self.pins}"

class Broken:
    def __repr__(self):
        raise ValueError

@dataclass
class Frame:
    pins: object
    hidden: int = field(default=1, repr=False)

Pair = namedtuple("Pair", "pins")

@pytest.mark.parametrize("value", [
    Roll(1), Slotted(2), Shown(3), Frame(Roll(4)), Frame({5, 6}, 2), Pair([Roll(7)]), Broken(), object(),
    Mock(), Roll, pytest.raises(ValueError),
])
def test_row(value): ...
"""
WRITTEN = [
    "Roll(pins=1, me=<Roll>)",
    "Slotted(pins=2)",
    "shown 3",
    "Frame(pins=Roll(pins=4, me=<Roll>), hidden=1)",
    "Frame(pins=set(5, 6), hidden=2)",
    "Pair(pins=list(Roll(pins=7, me=<Roll>)))",
    "<Broken whose repr raises ValueError>",
    "<object object>",
    "<Mock id=''>",
    "<class 'test_game.Roll'>",
]


def test_a_value_is_written_by_what_is_in_it(runner):
    found = [one.params for one in run(runner, {"test_game.py": OBJECTS}).results.values()]
    assert found[:-1] == [f"{{'value': {text}}}" for text in WRITTEN]
    assert "ValueError" in found[-1]


LAMBDAS = (
    "lambda: 1|lambda: 1|lambda: 2|lambda: game.roll(1)|lambda n=1: n|lambda n=2: n|lambda: [x for x in 'a']"
)


def test_a_function_without_a_name_is_written_by_its_code(runner):
    head = f"import game, pytest\n\n@pytest.mark.parametrize('f', [{LAMBDAS.replace('|', ', ')}])"
    found = [
        one.params
        for one in run(runner, {"test_game.py": f"{head}\ndef test_row(f): ...\n"}).results.values()
    ]
    assert len(found) == 7
    assert found[0] == found[1]
    assert len(set(found)) == 6


TWO = "def test_it():\n    pass\n\n\ndef test_two():\n    {}\n\n\ndef test_three():\n    pass\n"
RAISES = """\
import sys

def pytest_runtest_logreport():
    if hasattr(sys, "raises"):
        raise ValueError("no report")
"""
STOPS = {
    "hangs": ("while True: pass", 3, "timed out", "did not end in time"),
    "ends_python": ("import os; os._exit(0)", 60, "ended Python", "ended Python itself, with status 0"),
    "makes_a_hook_raise": (
        "import sys; sys.raises = True",
        60,
        "ended Python",
        "ended in an internal error of pytest: ValueError: no report",
    ),
    "ends_pytest": ("import pytest; pytest.exit('enough')", 60, "ended Python", "stopped the run"),
}


@pytest.mark.parametrize(("body", "limit", "cause", "why"), STOPS.values(), ids=STOPS)
def test_a_test_that_stops_the_run_has_no_answer_and_those_after_it_run_without_it(
    runner, monkeypatch, body, limit, cause, why
):
    monkeypatch.setattr(runner.launcher, "some_tests_limit_s", limit)
    monkeypatch.setattr(runner.launcher, "all_tests_limit_s", limit)
    found = run(runner, {"test_game.py": TWO.format(body), "conftest.py": RAISES}).results
    assert {id.partition("::")[2]: (one.cause, one.why) for id, one in found.items()} == {
        "test_it": (None, ""),
        "test_two": (cause, f"it {why}"),
        "test_three": (None, ""),
    }


def test_after_too_many_that_stop_the_run_the_rest_has_no_answer(runner):
    stops = "\n".join(f"def test_{number}():\n    import os; os._exit(0)" for number in range(5))
    found = run(runner, {"test_game.py": stops}).results
    assert [one.cause for one in found.values()] == ["ended Python"] * 4 + ["not run"]


# what the plugin does in the handler of its signal
TIMEOUT_PLUGIN = "import pytest\n\ndef end():\n    pytest.fail('Timeout (>15.0s)')\n"


def test_a_test_that_a_plugin_ends_after_some_time_has_not_failed_by_its_assertion(runner):
    texts = {
        "pytest_timeout.py": TIMEOUT_PLUGIN,
        "test_game.py": a_test("pytest_timeout.end()", "import pytest_timeout"),
    }
    found = only(run(runner, texts))
    assert (found.cause, found.why) == ("timed out", "it did not end in time")


GOES_ON = (
    "import threading, time\n\ndef test_it():\n    threading.Thread(target=time.sleep, args=(60,)).start()\n"
)


def test_a_thread_that_goes_on_keeps_nobody_waiting(runner, monkeypatch):
    monkeypatch.setattr("dojo.prove.measure.launch.GRACE_S", 0.1)
    asked = question({"game.py": CODE, "test_game.py": GOES_ON})
    assert only(*runner.ask(asked)).is_green
    assert runner.cache.read(runner.key(asked)) is not None


OTHER_HOOK = {"conftest.py": "def pytest_ignore_collect(no_such_argument): ...\n"}
FROM_ELSEWHERE = a_test("import json, sys; sys.modules['bowling'] = json", "")
SETTING = "[pytest]\n{} = {}\n"
FAULTS = {
    "pytest does not start: pytest.ini: 'minversion' requires pytest-99, actual pytest-": {
        "pytest.ini": SETTING.format("minversion", "99")
    },
    "pytest does not start: pytest.ini:1: unexpected line: 'minversion": {"pytest.ini": "minversion 99\n"},
    "pytest does not start: while parsing the following warning configuration: louder::Warning: "
    "invalid action: 'louder'": {
        "pytest.ini": SETTING.format("filterwarnings", "louder::Warning"),
        "test_game.py": a_test("pass"),
    },
    "pytest does not start: 'LOUD' is not recognized as a logging level name": {
        "pytest.ini": SETTING.format("log_level", "LOUD")
    },
    "pytest does not start: no such setting": {
        "conftest.py": "import pytest\n\ndef pytest_configure(): raise pytest.UsageError('no such setting')\n"
    },
    "pytest does not start: PluginValidationError: Plugin 'conftest.py'": OTHER_HOOK,
    "pytest does not start: ModuleNotFoundError: No module named 'nothing'": {
        "conftest.py": "import nothing\n"
    },
    "the run ended in an internal error of pytest: ValueError: no items": {
        "conftest.py": "def pytest_collection_modifyitems(): raise ValueError('no items')\n",
        "test_game.py": a_test("pass"),
    },
    "pytest found none of these tests": {"test_game.py": "x = 1\n"},
    "bowling was imported from ": {"test_game.py": FROM_ELSEWHERE, "bowling.py": "PINS = 9\n"},
    "bowling was imported from /": {"test_game.py": FROM_ELSEWHERE, "src/bowling/__init__.py": ""},
}


@pytest.mark.parametrize(("fault", "texts"), FAULTS.items())
def test_a_run_that_says_nothing_is_a_fault(runner, texts, fault):
    assert run(runner, texts).fault.startswith(fault)


@pytest.mark.parametrize("more", [{}, {"sitecustomize.py": ""}], ids=["a fork", "a new Python"])
def test_an_argument_that_pytest_does_not_know_is_a_fault(tmp_path, more):
    with Runner(PYTHON, tmp_path, ["--no-such-option"]).ready() as runner:
        fault = run(runner, {"test_game.py": a_test("pass")} | more).fault
    assert fault == "pytest does not start: unrecognized arguments: --no-such-option"


CANNOT_PARSE = "def pytest_runtest_makereport():\n    raise SystemError('recursion depth mismatch')\n"


def test_a_report_that_python_cannot_make_is_made_again(runner):
    found = run(runner, {"test_game.py": a_test("assert game.roll(5) == 6"), "conftest.py": CANNOT_PARSE})
    assert in_words(only(found)) == "its own assertion failed AssertionError"


DIES_LATE = """\
import gc

class Broken:
    def __del__(self):
        raise ValueError

def test_it():
    gc.disable()
    broken = Broken()
    broken.itself = broken
"""


def test_what_is_raised_after_the_last_test_takes_no_answer_away(runner):
    texts = {"test_game.py": DIES_LATE, "pytest.ini": SETTING.format("filterwarnings", "error")}
    assert only(run(runner, texts)).is_green


def test_plugins_and_arguments_that_the_settings_ask_for_are_ignored(runner):
    settings = "[pytest]\naddopts = --no-such-option\nrequired_plugins = no-such-plugin\n"
    assert only(run(runner, {"test_game.py": a_test("pass"), "pytest.ini": settings})).is_green


def test_a_pytest_that_a_test_starts_tells_nothing(runner):
    body = "import pytest; assert pytest.main(['--no-such-option']) == 4"
    assert only(run(runner, {"test_game.py": a_test(body)})).is_green


def test_the_lines_that_ran_are_noted(runner):
    code = "def roll(pins):\n    if pins > 10:\n        raise ValueError\n    return pins\n"
    texts = {"game.py": code, "test_game.py": a_test("game.roll(5)")}
    assert run(runner, texts, traced=("game.py",)).lines == [("game.py", line) for line in (0, 1, 2, 4)]


def test_a_version_of_the_same_size_is_read_anew_and_a_run_leaves_nothing(runner):
    test = a_test("open('left', 'w').close(); assert game.roll(5) == 5")
    texts = [{"game.py": CODE.replace("return pins", f"return {n}"), "test_game.py": test} for n in "56"]
    assert [only(run(runner, one)).is_green for one in texts] == [True, False]
    assert {one.name for one in runner.launcher.scratch.iterdir()} == {
        "prove_classify.py",
        "prove_dependencies.py",
        "prove_explain.py",
        "prove_plugin.py",
        "prove_programs.py",
        "prove_rewriting.py",
        "prove_server.py",
        "prove_starting.py",
        "prove_tree.py",
        "prove_values.py",
        REWRITTEN_TESTS,
    }


def test_what_was_killed_is_asked_again_the_next_time(runner):
    killed = question({"test_game.py": a_test("os.kill(os.getpid(), 9)", "import os")})
    assert only(*runner.ask(killed)).why == "it crashed Python: Killed"
    assert runner.cache.read(runner.key(killed)) is None


@pytest.mark.parametrize("code", ["game.py", "sitecustomize.py"], ids=["in a fork", "in a new Python"])
def test_what_took_too_long_is_asked_again_the_next_time(runner, monkeypatch, code):
    monkeypatch.setattr(runner.launcher, "all_tests_limit_s", 2)
    asked = question({code: CODE, "test_game.py": a_test("while True: pass", "")})
    [found] = runner.ask(asked)
    # on a busy machine a new Python may not have come to the test by then
    assert (found.fault or only(found).why).endswith(" did not end in time")
    assert runner.cache.read(runner.key(asked)) is None


def test_an_interrupt_leaves_nothing_and_what_was_answered_is_cached(tmp_path, monkeypatch):
    asked = question({"game.py": CODE, "test_game.py": a_test("pass")})
    with pytest.raises(KeyboardInterrupt), Runner(PYTHON, tmp_path).ready() as made:  # noqa: PT012
        scratch = made.launcher.scratch
        made.ask(asked)
        monkeypatch.setattr(StartedRun, "has_ended", Mock(side_effect=KeyboardInterrupt))
        made.ask(asked, question({"test_game.py": "x = 1\n"}))
    assert not scratch.exists()
    with Runner(PYTHON, tmp_path).ready() as made:
        assert only(*made.ask(asked)).is_green


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["told to end", "terminal closed"])
def test_a_signal_that_ends_the_proof_leaves_nothing(tmp_path, number):
    # under `nohup` this process would ignore a closed terminal
    inherited = signal.signal(number, signal.SIG_DFL)
    with pytest.raises(SystemExit) as ended, Runner(PYTHON, tmp_path).ready() as made:  # noqa: PT012
        scratch = made.launcher.scratch
        os.kill(os.getpid(), number)
    assert ended.value.code == 128 + number
    assert not scratch.exists()
    assert signal.signal(number, inherited) == signal.SIG_DFL


def test_a_proof_whose_terminal_may_close_goes_on(tmp_path):
    """As `nohup` has it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Runner(PYTHON, tmp_path).ready():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


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
    greens, written = [], []
    with Runner(PYTHON, tmp_path / "top").ready() as runner:
        for _ in range(2):
            greens += [only(runner.ask(asked)[0]).is_green for _ in range(2)]
            written.append(runner.cache.read(runner.key(asked)) is not None)
            change(file, monkeypatch)
            written.append(runner.cache.read(runner.key(asked)) is not None)
    assert greens == [True, True, False, False]
    assert written == [True, False, True, True]


@pytest.mark.parametrize(
    "starts",
    ["os.system('true') == 0", "__import__('subprocess').call('true', shell=True) == 0"],
    ids=["os.system", "subprocess"],
)
def test_what_starts_a_program_by_a_shell_is_run_each_time(tmp_path, starts):
    """Nobody sees which programs that starts."""
    asked = question({"test_game.py": OUTSIDE.format(question=starts)})
    with Runner(PYTHON, tmp_path / "top").ready() as runner:
        assert only(runner.ask(asked)[0]).is_green
        assert runner.cache.read(runner.key(asked)) is None


@pytest.mark.parametrize("by", ["call({words})", "call({words}, close_fds=False)"], ids=["exec", "spawn"])
def test_what_starts_a_program_that_it_names_is_kept_while_that_is_the_same(tmp_path, by):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o700)
    starts = f"__import__('subprocess').{by} == 0".format(words=[str(program)])
    asked = question({"test_game.py": OUTSIDE.format(question=starts)})
    with Runner(PYTHON, tmp_path / "top").ready() as runner:
        assert only(runner.ask(asked)[0]).is_green
        assert runner.cache.read(runner.key(asked)) is not None
        program.write_text("#!/bin/sh\nexit 10\n")
        assert runner.cache.read(runner.key(asked)) is None


def test_what_asks_for_the_locale_is_kept_while_that_is_the_same(tmp_path, monkeypatch):
    asked = question({"test_game.py": OUTSIDE.format(question="__import__('locale').getlocale()")})
    keys = []
    for name in ("C", "C.UTF-8"):
        monkeypatch.setenv("LC_ALL", name)
        with Runner(PYTHON, tmp_path / "top").ready() as runner:
            keys.append(runner.key(asked))
            runner.ask(asked)
            assert runner.cache.read(keys[-1]) is not None
    assert keys[0] != keys[1]


def test_what_asks_the_clock_is_kept(tmp_path):
    """What it came to on a commit stays true, whenever it ran."""
    body = "__import__('time').time() > 0 and __import__('datetime').date.today().year > 0"
    asked = question({"test_game.py": OUTSIDE.format(question=body)})
    with Runner(PYTHON, tmp_path / "top").ready() as runner:
        assert only(runner.ask(asked)[0]).is_green
        assert runner.cache.read(runner.key(asked)) is not None


@pytest.mark.parametrize("name", ["sitecustomize.py", "src/sitecustomize.py"])
def test_a_version_that_has_what_python_imports_at_its_start_gets_a_new_python(runner, name):
    texts = {name: "import builtins\nbuiltins.PINS = 9\n", "test_game.py": a_test("assert PINS == 9")}
    assert only(run(runner, texts)).is_green


@pytest.mark.parametrize(
    ("paths", "can"),
    [
        (["game.py", "tests/test_game.py"], True),
        (["src/pluggy/__init__.py"], False),
        (["argparse.py"], False),
        (["game/argparse.py"], True),
    ],
)
def test_a_fork_runs_no_version_whose_modules_are_imported_from_elsewhere(runner, paths, can):
    run(runner, {"test_game.py": a_test("pass")})
    assert runner.launcher.server.can_run(paths) is can


def test_a_test_that_kills_what_started_it_stops_no_other_run(runner):
    killed = run(
        runner, {"test_game.py": a_test("os.kill(os.getppid(), 9); os.kill(os.getpid(), 9)", "import os")}
    )
    assert only(killed).why == "it crashed Python: Killed"
    assert only(run(runner, {"test_game.py": a_test("assert 1 + 1 == 2")})).is_green


REPEATED = """\
import unittest
import pytest

RUNS = []

@pytest.fixture
def number():
    RUNS.append("set up")
    yield len(RUNS)
    RUNS.append("torn down")

@pytest.fixture(scope="module")
def shared():
    return object()

def test_first_time_alone(number, shared):
    assert number == 1

def test_firm(shared, tmp_path):
    (tmp_path / "made").mkdir()

def test_red():
    assert False

class TestOld(unittest.TestCase):
    def test_subtest(self):
        with self.subTest():
            self.fail()
"""


def test_a_test_that_runs_some_times_gets_new_fixtures_and_says_how_it_was_each_time(runner):
    found = run(runner, {"test_game.py": REPEATED}, times=3)
    assert {test.rpartition("::")[2]: colours for test, colours in found.colours.items()} == {
        "test_first_time_alone": [True, False, False],
        "test_firm": [True, True, True],
        "test_red": [False, False, False],
        "test_subtest": [False, False, False],
    }
    # what they came to is what they came to first
    assert [result.is_green for result in found.results.values()] == [True, True, False, False]


def test_objects_have_other_addresses_in_each_fork(runner):
    """What depends on them, as the order of a set does, has to come out differently."""
    body = "assert [id(bytes(size)) for size in range(16, 160, 16)] == []"
    asked = [question({"test_game.py": a_test(body, "")}, again=number) for number in range(2)]
    one, other = (only(found).why for found in runner.ask(*asked))
    assert one != other


def test_a_test_file_is_rewritten_once_for_all_versions(tmp_path):
    """And each run shows the file in its own version, with the values that it met."""
    texts = {"test_game.py": a_test("assert game.roll(5) == 6")}
    asked = []
    for result in (7, 8):
        asked.append(question(texts | {"game.py": f"def roll(pins):\n    return {result}\n"}))
    with Runner(PYTHON, tmp_path).ready() as runner:
        first, second = (only(runner.ask(request)[0]) for request in asked)
        rewritten = [*(runner.launcher.scratch / REWRITTEN_TESTS).iterdir()]
    assert len(rewritten) == 1
    assert [first.file, second.file] == ["test_game.py", "test_game.py"]
    assert [first.why, second.why] == ["assert 7 == 6", "assert 8 == 6"]
    assert "test_game.py:5: in test_it\n    assert game.roll(5) == 6" in second.failure
    assert "where 8 = <function roll" in second.failure


def test_a_warning_of_the_rewriting_is_an_error_where_the_settings_say_so(runner):
    texts = {"test_game.py": a_test("assert (1, 'always true')")}
    assert only(run(runner, texts)).is_green
    strict = {"pytest.ini": "[pytest]\nfilterwarnings = error\n"}
    assert only(run(runner, texts | strict)).error == "PytestAssertRewriteWarning"
