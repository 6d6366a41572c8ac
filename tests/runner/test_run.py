"""Whatever a participant writes, the run goes on, and says in a line what it was."""

import os
import sys

import pytest

from dojo.attempt.attempt import Attempt
from dojo.runner.child.messages import Began, Ended
from dojo.runner.result import count_reasons
from dojo.runner.run import run_all

SAY = "def say(number):\n    "
GOOD = SAY + 'return "1"\n'
OWN = "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == '1'\n"


def colours(run):
    return " ".join(result.colour for result in run.results.values())


def whys(run):
    return [result.why for result in run.results.values()]


def odd(name, does, base="", use="return Odd()"):
    """Code whose answers, or whose errors, do odd things when somebody asks them what they are."""
    return f"class Odd({base}):\n    def __{name}__(self):\n        {does}\n{SAY}{use}\n"


AMBER = "amber amber"
LATE = "not done after 0.1 seconds: is there a loop without an end?"
WAITS = "not done after 0.4 seconds: does it wait for something, or loop without an end?"
TOO_LATE = "did not stop after"
ENDLESS = "while True: pass"
CATCHING = "while True:\n        try:\n            say(1)\n        except BaseException:\n            pass\n"
BREAKS_BUILTINS = "import builtins\nbuiltins.len = builtins.isinstance = builtins.print = None\n"
DEEP_CAUSES = SAY + "try: say(number)\n    except RecursionError as it: raise ValueError('deep') from it\n"
SEGFAULT = "crashed Python itself: Segmentation fault"
LATE_WORDS = "Odd: what it says is not done after 0.1 seconds"
RAISED, UNREAD = ("Exception", "raise Odd"), "Odd: to read what it says raises"
BROKEN = {
    "an empty file": ("", "red red", "module 'fizz' has no attribute 'say'"),
    "a crash": (SAY + "return 6 / 0\n", AMBER, "ZeroDivisionError"),
    "a syntax error": ("def say(number:\n", AMBER, "'(' was never closed"),
    "a loop": (SAY + ENDLESS, AMBER, LATE),
    "a loop when it loads": (ENDLESS, AMBER, LATE),
    "a wait for ever": (SAY + "import time\n    time.sleep(600)\n", AMBER, WAITS),
    "a loop that catches everything": (SAY + CATCHING, AMBER, TOO_LATE),
    "deep recursion": (SAY + "return say(number + 1)\n", AMBER, "RecursionError"),
    "recursion, and an error in each call": (DEEP_CAUSES, AMBER, "ValueError: deep"),
    "a crash of Python": (SAY + "import ctypes\n    ctypes.string_at(0)\n", AMBER, SEGFAULT),
    "sys.exit": (SAY + "import sys\n    sys.exit()\n", AMBER, "SystemExit"),
    "sys.exit when it loads": ("import sys\nsys.exit(0)\n", AMBER, "SystemExit"),
    "os._exit": (SAY + "import os\n    os._exit(0)\n", AMBER, "ended Python itself, with status 0"),
    "an interrupt of its own": (SAY + "raise KeyboardInterrupt\n", AMBER, ""),
    "a question to nobody": (SAY + "return input()\n", AMBER, "EOFError"),
    "a flood": (SAY + "while True: print('hello ' * 1000)\n", AMBER, "your code printed more than 1 MB"),
    "it closes our files": (f"{GOOD}import os\nos.closerange(3, 64)\n", AMBER, "Python itself: Killed"),
    "builtins that it breaks": (BREAKS_BUILTINS, AMBER, ""),
    "a null byte": ("x = '\0'\n", AMBER, "null bytes"),
    "a repr without end": (odd("repr", ENDLESS), AMBER, "not done after"),
    "a repr that breaks": (odd("repr", "return 1 / 0"), "red red", ""),
    "a repr that leaves": (odd("repr", "raise SystemExit"), AMBER, "SystemExit"),
    "an error whose str does not end": (odd("str", ENDLESS, *RAISED), AMBER, LATE_WORDS),
    "an error whose str breaks": (odd("str", "1 / 0", *RAISED), AMBER, f"{UNREAD} ZeroDivisionError"),
    "an error whose str leaves": (odd("str", "raise SystemExit", *RAISED), AMBER, f"{UNREAD} SystemExit"),
    "an error that is neither": (odd("bool", ENDLESS, *RAISED), AMBER, "Odd"),
    "a long word": (SAY + "raise ValueError('x' * 5_000_000)\n", AMBER, "ValueError: xxx"),
    "a flood of letters": (SAY + "return 'x' * 5_000_000\n", "red red", ""),
}
ANSWERS_ONE = {
    "it answers one": GOOD,
    "another working directory": f"{GOOD}import os\nos.chdir('/')\n",
    "a file that imports itself": f"import fizz\n{GOOD}",
    "another print": f"import builtins\nbuiltins.print = lambda *_: None\n{GOOD}",
    "a module forgotten": f"import sys\ndel sys.modules['conftest']\n{GOOD}",
    "two of it": f"import os\nos.fork()\n{GOOD}",
    "a process that goes on": f"import os, time\nos.fork() or [time.sleep(600), os._exit(0)]\n{GOOD}",
}
CODE = BROKEN | {name: (code, "green red", "assert '1' == '2'") for name, code in ANSWERS_ONE.items()}


@pytest.mark.parametrize(("code", "expected", "why"), CODE.values(), ids=CODE)
def test_the_suite_goes_on_and_so_do_its_own_tests(tried, monkeypatch, code, expected, why):
    """What hangs is not waited for long; a loop, and all that ends, may take its time on a busy machine."""
    limit = 0.1 if why == TOO_LATE or "not done" in why else 2
    monkeypatch.setattr("dojo.runner.child.worker.GRACE_S", 0.2 if why == TOO_LATE else 1)
    monkeypatch.setattr("dojo.runner.reporter.FORMAT_TIMEOUT_S", limit)
    suite, own = tried(code, OWN, both=True, limit=limit, patience=4 if why in (WAITS, TOO_LATE) else 100)
    assert (colours(suite), colours(own)) == (expected, expected.split()[0])
    assert why in suite.failing[0].why
    assert [said for said in whys(suite) + whys(own) if "\n" in said or len(said) > 1000] == []
    assert len(suite.failing[0].failure.encode()) < 9000


def test_a_file_that_is_none(attempt, tried):
    attempt.module.write_bytes(b"x = '\xe9'\n")
    assert "SyntaxError" in tried().broken
    attempt.module.unlink()
    assert "there is no fizz.py in the attempt tables-3" in tried().broken
    attempt.module.mkdir()
    assert colours(tried()) == AMBER
    assert "fizz.py in the attempt tables-3 is a folder" in tried().broken


CRASHES = {
    "while number == 2: pass": "not done after 0.2 seconds: is there a loop without an end?",
    "if number == 2: import os; os._exit(3)": "ended Python itself, with status 3",
}


@pytest.mark.parametrize(("does", "how"), CRASHES.items(), ids=CRASHES)
def test_where_one_falls_the_others_are_known(tried, does, how):
    run = tried(f"{SAY}{does}\n    return '1'\n", tests=3, limit=0.2, patience=100)
    assert (colours(run), run.crashes) == ("green amber red", [f"“two is said” {how}"])


def test_nobody_waits_for_every_test_of_a_loop(tried):
    run = tried(SAY + ENDLESS, tests=5, limit=0.1)
    assert whys(run)[2:] == ["not tried, after those that hang or end Python"] * 3
    assert count_reasons(run.results.values()) == {"did not end": 2, "not tried": 3}


REASONS = {
    "an error": ("return 6 / 0", {"crashed": 5}),
    "an end of Python": ("import os; os._exit(0)", {"ended Python": 2, "not tried": 3}),
    "a crash of Python": ("import ctypes; ctypes.string_at(0)", {"ended Python": 2, "not tried": 3}),
    "no test": ("return 6 /", {"did not load": 5}),
}


@pytest.mark.parametrize(("does", "reasons"), REASONS.values(), ids=REASONS)
def test_each_amber_test_has_its_reason(tried, does, reasons):
    run = tried(f"{SAY}{does}\n", tests=5)
    assert count_reasons(run.results.values()) == reasons


ENDS_IT = "import os\nos._exit(3)\n"
LOADING = {
    "an end of Python": (ENDS_IT, "importing it ended Python itself, with status 3"),
    "a crash of Python": ("import ctypes\nctypes.string_at(0)\n", f"importing it {SEGFAULT}"),
    "sys.exit": ("import sys\nsys.exit(3)\n", "SystemExit: 3"),
    "a loop": (f"{ENDLESS}\n", LATE),
    "recursion": ("def f(): f()\nf()\n", "RecursionError: maximum recursion depth exceeded"),
    "memory": ("x = 'x' * 2**45\n", "MemoryError"),
}


@pytest.mark.parametrize(("code", "why"), LOADING.values(), ids=LOADING)
def test_what_happens_while_the_module_is_imported_is_said_of_the_module(tried, code, why):
    limit = 0.1 if why == LATE else 2
    suite, own = tried(code, OWN, both=True, tests=5, limit=limit, patience=100)
    assert [(result.rule, result.why) for result in suite.failing[:1]] == [("fizz.py", why)]
    assert (suite.broken, suite.crashes) == (why, [])
    assert count_reasons(suite.results.values()) == {"did not load": 5}
    assert [result.rule for result in own.failing] == ["test_fizz.py"]


ENDED = "ended Python itself, with status 3"
OWN_LOADING = {
    "a test file": ("test_fizz.py", ENDS_IT, ENDED),
    "a second test file": ("test_more.py", ENDS_IT, ENDED),
    "a conftest": ("conftest.py", ENDS_IT, ENDED),
    "a conftest with a fault": ("conftest.py", "1 / 0\n", "ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize(("file", "text", "why"), OWN_LOADING.values(), ids=OWN_LOADING)
def test_what_happens_while_an_own_file_is_imported_is_said_of_that_file(attempt, tried, file, text, why):
    own = text if file == "test_fizz.py" else OWN
    (attempt.folder / file).write_text(text)
    run = tried(GOOD, own, patience=100)
    assert [(result.rule, result.why) for result in run.failing] == [(file, why)]
    assert count_reasons(run.results.values()) == {"did not load": 1}


def test_prints_are_kept_with_their_test(tried):
    run = tried(SAY + "print('asked for', number)\n    return '1'\n")
    assert [result.printed for result in run.results.values()] == ["asked for 1\n", "asked for 2\n"]


def test_an_edit_of_the_same_size_in_the_same_second_is_seen(attempt, tried, monkeypatch):
    """Law 8: where bytecode may be written, and has been."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("sys.pycache_prefix", None)
    said = []
    broken = OWN.replace("say(1)", "sax(1)")
    for text in (GOOD, GOOD.replace('"1"', "abc")):
        (attempt.folder / "words.py").write_text(text)
        os.utime(attempt.folder / "words.py", (1_700_000_000, 1_700_000_000))
        said.append(colours(tried("from words import say\n", OWN)))
        os.system(f"cd '{attempt.folder}' && '{sys.executable}' -c 'import words, test_fizz' 2>/dev/null")
    said.append(colours(tried(own=broken)))
    assert (said, len(broken)) == (["green", "amber", "red"], len(OWN))
    assert list((attempt.folder / "__pycache__").glob("words.*"))


OWN_TESTS = """\
import subprocess
import sys
from unittest import TestCase

import fizz
import pytest

def test_green_if_it_patches_and_puts_back(monkeypatch):
    monkeypatch.setattr("builtins.sorted", None)

def test_green_in_a_python_that_imports_the_module():
    command = [sys.executable, "-c", "import fizz; print(fizz.say(1))"]
    assert subprocess.run(command, capture_output=True, text=True).stdout.strip() == "1"

@pytest.mark.mine
@pytest.mark.parametrize("said", ["2"])
def test_red_if_an_assertion_fails(said):
    assert fizz.say(1) == said

def test_red_if_a_name_is_missing():
    fizz.send(1)

def test_red_if_an_error_does_not_come():
    with pytest.raises(ValueError):
        fizz.say(1)

def test_red_if_an_error_says_something_else():
    with pytest.raises(ValueError, match="apple"):
        int("x")

def test_left_out():
    pytest.skip()

def test_red_if_a_subtest_fails_and_one_after_it_does_not(subtests):
    for said in ("2", "1"):
        with subtests.test(said=said):
            assert fizz.say(1) == said

def test_green_if_no_subtest_fails_and_one_is_skipped(subtests):
    with subtests.test():
        pytest.skip()
    with subtests.test():
        assert fizz.say(1) == "1"

def test_amber_if_a_subtest_breaks(subtests):
    with subtests.test():
        1 / 0

class TestOfUnittest(TestCase):
    def test_red_if_its_assertion_fails(self):
        self.assertEqual(fizz.say(1), "2")

    def test_amber_if_it_crashes(self):
        self.assertEqual(fizz.say(1)[9], "2")

    def test_red_if_a_subtest_fails(self):
        for said in ("2", "1"):
            with self.subTest(said=said):
                self.assertEqual(fizz.say(1), said)

    def test_green_if_no_subtest_fails(self):
        with self.subTest():
            self.assertEqual(fizz.say(1), "1")
"""
"""The name of each begins with its colour."""


def test_its_own_tests_have_the_same_colours(tried):
    found = [(result.rule, result.colour) for result in tried(GOOD, OWN_TESTS, patience=100).results.values()]
    assert len(found) == OWN_TESTS.count("def test_") - 1
    assert [(rule, colour) for rule, colour in found if rule.split()[0] != colour] == []


EXIT = "pytest.exit('over', returncode=0)\n"
LEAVES = f"import pytest\ndef test_x():\n    {EXIT}def test_y():\n    assert 0\n"
LATER = f"import pytest\n@pytest.fixture\ndef one():\n    yield\n    {EXIT}def test_x(one):\n    pass\n"
OWN_FILES = {
    "a name that it imports in vain": (OWN.replace("import fizz", "from fizz import tell"), "red"),
    "a syntax error": (OWN.replace("assert", "assert ("), "amber"),
    "no test": ("x = 1\n", ""),
    "a test that ends pytest": (LEAVES, AMBER),
    "a fixture that ends pytest after its test": (LATER, "amber"),
}


@pytest.mark.parametrize(("own", "expected"), OWN_FILES.values(), ids=OWN_FILES)
def test_so_has_a_file_of_them(tried, own, expected):
    assert colours(tried(GOOD, own, patience=100)) == expected


CONFTESTS = {
    "no test comes to anything": ("def pytest_runtest_protocol(): return True\n", "did not run to its end"),
    "no test runs": ("def pytest_runtestloop(): return True\n", "did not run to its end"),
    "it does not end": ("while True: pass\n", "not done after"),
}


@pytest.mark.parametrize(("conftest", "why"), CONFTESTS.values(), ids=CONFTESTS)
def test_no_test_of_its_own_is_missing(attempt, tried, conftest, why):
    (attempt.folder / "conftest.py").write_text(conftest)
    run = tried(GOOD, OWN, limit=0.1 if "not done" in why else 2, patience=100)
    assert colours(run) == "amber"
    assert why in run.failing[0].why


def test_its_own_files_may_be_called_like_those_of_the_suite(attempt, tried):
    fixture = "import pytest\n@pytest.fixture\ndef one():\n    return '1'\n"
    (attempt.folder / "conftest.py").write_text(fixture)
    (attempt.folder / "rows.py").write_text("SAID = '1'\n")
    own = "import fizz, rows\ndef test_x(one):\n    assert rows.SAID == fizz.say(1) == one\n"
    assert colours(tried(GOOD, own)) == "green"


def test_no_test_of_the_suite_is_missing(suite, attempt):
    """A child that says that it is done, and has told of one test only, is not asked again without end."""
    run = suite.prepare(attempt, suite.tests[:2])
    id, rule = suite.tests[0].id, suite.tests[0].rule
    run.work = lambda _, send: (send(Began(id, rule)), send(Ended("green")))
    run_all([run])
    assert (colours(run), whys(run)) == ("green amber", ["", "was collected, and did not run to its end"])


def test_many_versions_do_not_see_each_other(suite, tmp_path):
    """One hangs, one breaks the builtins, one leaves a module of its own: the last is as green as alone."""
    codes = ["while True: pass\n", "import builtins\nbuiltins.len = None\n", "import words\n" + GOOD, GOOD]
    runs = []
    for number, code in enumerate(codes):
        attempt = Attempt(tmp_path / f"{number}", suite.story, suite.story.katas[0])
        attempt.folder.mkdir()
        attempt.module.write_text(code)
        runs.append(suite.prepare(attempt, suite.tests[:2], limit=0.3))
    (tmp_path / "2" / "words.py").write_text("")
    run_all(runs, at_once=2)
    assert [colours(run) for run in runs] == [AMBER, AMBER, "green red", "green red"]


def test_drawn_or_not_the_colours_and_reasons_are_the_same(suite, attempt):
    attempt.module.write_text("def say(number):\n    return str(number)[1:] or 'x' * 300\n")
    ways = (None, [test.id for test in suite.tests], ())
    runs = first, every, none = [suite.prepare(attempt, suite.tests, drawn=drawn) for drawn in ways]
    run_all(runs)
    assert (colours(first), whys(first)) == (colours(every), whys(every)) == (colours(none), whys(none))
    drawn = [[bool(result.failure) for result in run.failing] for run in runs]
    assert drawn == [[True, False, False, False, False], [True] * 5, [False] * 5]
    assert "E " in every.failing[0].failure
    assert every.failing[0].short.startswith("suite/test_numbers.py:15: in test_numbers")


TAKES_LONG = [
    pytest.param("while True: pass\n", "", id="while it loads"),
    pytest.param("def say(number):\n    while True: pass\n", "one is said", id="a test"),
]


@pytest.mark.parametrize(("code", "rule"), TAKES_LONG)
def test_who_waits_is_told_what_takes_long(suite, attempt, monkeypatch, code, rule):
    monkeypatch.setattr("dojo.runner.run.SLOW_S", 0.1)
    attempt.module.write_text(code)
    told = set()
    run = suite.prepare(attempt, suite.tests[:1], limit=0.5)
    run_all([run], on_done=lambda done, of, slow=None: told.add((done, of, slow and slow[:2])))
    if rule:
        # on a busy machine it may take long to load, too
        told.discard((0, 1, ("tables-3", "")))
    assert told == {(0, 1, None), (0, 1, ("tables-3", rule)), (1, 1, None)}
