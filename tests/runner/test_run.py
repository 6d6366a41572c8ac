"""Whatever a participant writes, the run goes on, and says in a line what it was."""

import os
import sys

import pytest

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.runner.collect import collect
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.run import run_all

SAY = "def say(number):\n    "
GOOD = SAY + 'return "1"\n'
OWN = "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == fizz.say(1)\n"


@pytest.fixture
def attempt(small):
    """An attempt in a folder whose path has a space."""
    attempt = create(small.workspace, "tables-3", "fizz")
    (attempt.folder / "test_fizz.py").unlink()
    attempt.module.write_text("")
    return attempt


def done(*runs, **how):
    """These runs, tried."""
    run_all([*runs], **how)
    return runs


def tried(attempt, code=None, own=None, tests=2, limit=0.3, **how):
    """The first tests of the suite on this code, or its own tests."""
    if code is not None:
        attempt.module.write_text(code, encoding="utf-8")
    if own is not None:
        (attempt.folder / "test_fizz.py").write_text(own, encoding="utf-8")
        return done(prepare_own_tests(attempt, attempt.story, limit=limit, **how))[0]
    with collect(attempt.story) as suite:
        return suite.run(attempt, suite.tests[:tests], limit=limit, **how)


def colours(run):
    return " ".join(result.colour for result in run.results.values())


def whys(run):
    return [result.why for result in run.failing]


AMBER = "amber amber"
LOOPS = "not done after 0.1 seconds: is there a loop without an end?"
WAITS = "not done after 0.4 seconds: does it wait for something, or loop without an end?"
CATCHING = "while True:\n        try:\n            say(1)\n        except BaseException:\n            pass\n"
SLEEPS = SAY + "import time\n    time.sleep(0.4)\n    return '1'\n"
SEGFAULT = SAY + "import ctypes\n    ctypes.string_at(0)\n"
CLOSES = SAY + "return '1'\nimport os\nos.closerange(3, 64)\n"
BREAKS_BUILTINS = "import builtins\nbuiltins.len = builtins.isinstance = builtins.print = None\n"
COLOURS = {
    "an empty file": ("", "red red", "module 'fizz' has no attribute 'say'"),
    "a wrong answer": (GOOD, "green red", "assert '1' == '2'"),
    "a crash": (SAY + "return 6 / 0\n", AMBER, "ZeroDivisionError"),
    "a syntax error": ("def say(number:\n", AMBER, "'(' was never closed"),
    "a loop": (SAY + "while True: pass\n", AMBER, LOOPS),
    "a loop when it loads": ("while True: pass\n", AMBER, LOOPS),
    "a wait, as on a busy machine": (SLEEPS, "green red", "assert '1' == '2'"),
    "a wait for ever": (SAY + "import time\n    time.sleep(600)\n", AMBER, WAITS),
    "a loop that catches everything": (SAY + CATCHING, AMBER, "did not stop after"),
    "deep recursion": (SAY + "return say(number)\n", AMBER, "RecursionError"),
    "a crash of Python": (SEGFAULT, AMBER, "crashed Python itself: Segmentation fault"),
    "sys.exit": (SAY + "import sys\n    sys.exit()\n", AMBER, "SystemExit"),
    "sys.exit when it loads": ("import sys\nsys.exit(0)\n", AMBER, "SystemExit"),
    "os._exit": (SAY + "import os\n    os._exit(0)\n", AMBER, "ended Python itself, with status 0"),
    "an interrupt of its own": (SAY + "raise KeyboardInterrupt\n", AMBER, ""),
    "a question to nobody": (SAY + "return input()\n", AMBER, "EOFError"),
    "a flood of prints": (
        SAY + "while True: print('hello ' * 1000)\n",
        AMBER,
        "your code printed more than 1 MB",
    ),
    "another working directory": (SAY + "return '1'\nimport os\nos.chdir('/')\n", "green red", ""),
    "files that it closes are ours": (CLOSES, AMBER, "crashed Python itself: Killed"),
    "builtins that it breaks": (BREAKS_BUILTINS, AMBER, ""),
    "a null byte": ("x = '\0'\n", AMBER, "null bytes"),
    "a file that imports itself": ("import fizz\n" + GOOD, "green red", ""),
    "a missing module": ("import nothing\n", AMBER, "No module named 'nothing'"),
}


def limits(why, monkeypatch):
    """What hangs is not waited for long; a loop, and all that ends, may take its time on a busy machine."""
    hangs = why.startswith(("not done", "did not stop"))
    if why.startswith("did not stop"):
        monkeypatch.setattr("dojo.runner.child.worker.GRACE", 0.2)
    return {"limit": 0.1 if hangs else 2} | ({"patience": 100} if why == LOOPS else {})


@pytest.mark.parametrize(("code", "expected", "why"), COLOURS.values(), ids=COLOURS)
def test_the_suite_goes_on_and_so_do_its_own_tests(attempt, monkeypatch, code, expected, why):
    how = limits(why, monkeypatch)
    run, own = tried(attempt, code, **how), tried(attempt, code, OWN, **how)
    assert (colours(run), colours(own)) == (expected, expected.split()[0])
    assert why in run.failing[0].why
    assert "\n" not in "".join(result.why for result in run.failing + own.failing)


HARMLESS = {
    "how one prints": "import builtins\nbuiltins.print = lambda *_: None\n",
    "a builtin more": "import builtins\nbuiltins.mine = 1\n",
    "a module forgotten": "import sys\ndel sys.modules['conftest']\n",
    "two of it": "import os\nos.fork()\n",
    "a process that goes on": "import os, time\nif not os.fork():\n    time.sleep(600)\n    os._exit(0)\n",
}


@pytest.mark.parametrize("code", HARMLESS.values(), ids=HARMLESS)
def test_what_it_patches_in_vain(attempt, code):
    run = tried(attempt, code + GOOD, limit=2)
    assert [result.why for result in run.failing] == ["AssertionError: assert '1' == '2'"]


def test_its_own_tests_may_patch_and_put_back(attempt):
    own = f"{OWN.replace('()', '(monkeypatch)')}    monkeypatch.setattr('builtins.sorted', None)\n"
    assert colours(tried(attempt, GOOD, own, limit=2)) == "green"


ENDLESS = "while True: pass"
LATE = "not done after"
RAISED = ("Exception", "raise Odd")
UNREAD = "Odd: to read what it says raises"
DEEP_CAUSES = SAY + (
    "try:\n        return say(number)\n    except RecursionError as error:\n"
    "        raise ValueError('deep') from error\n"
)


def odd(name, does, base="", use="return Odd()"):
    """Code whose answers, or whose errors, do odd things when somebody asks them what they are."""
    return f"class Odd({base}):\n    def __{name}__(self):\n        {does}\n{SAY}{use}\n"


ASKED = {
    "a repr without end": (odd("repr", ENDLESS), AMBER, LATE),
    "a repr of itself": (odd("repr", "return f'{self!r}{self!r}'"), "red red", ""),
    "a repr that breaks": (odd("repr", "return 1 / 0"), "red red", ""),
    "a repr that leaves": (odd("repr", "raise SystemExit"), AMBER, "SystemExit"),
    "no method that anybody calls": (odd("hash", ENDLESS), "red red", ""),
    "an error whose str does not end": (odd("str", ENDLESS, *RAISED), AMBER, LATE),
    "an error whose str breaks": (odd("str", "1 / 0", *RAISED), AMBER, f"{UNREAD} ZeroDivisionError"),
    "an error whose str is none": (odd("str", "return 5", *RAISED), AMBER, f"{UNREAD} TypeError"),
    "an error whose str leaves": (odd("str", "raise SystemExit", *RAISED), AMBER, f"{UNREAD} SystemExit"),
    "an error that is neither": (odd("bool", ENDLESS, *RAISED), AMBER, "Odd"),
    "a long word": (SAY + "raise ValueError('x' * 5_000_000)\n", AMBER, "ValueError: xxx"),
    "recursion": (SAY + "return say(number + 1)\n", AMBER, "RecursionError"),
    "recursion, and an error in each call": (DEEP_CAUSES, AMBER, "ValueError: deep"),
    "half a sign": (SAY + "raise ValueError('\\ud800')\n", AMBER, "ValueError: \\ud800"),
    "an order to a terminal": (SAY + "raise ValueError('\\x1b[2J')\n", AMBER, "\\x1b[2J"),
}


def asked(attempt, monkeypatch, code, own=None):
    limit = 0.1 if ENDLESS in code else 2
    monkeypatch.setattr("dojo.runner.reporter.FORMAT_TIMEOUT_S", limit)
    run = tried(attempt, code, own, limit=limit, patience=100)
    assert "did not stop" not in run.failing[0].why
    return run


@pytest.mark.parametrize(("code", "expected", "why"), ASKED.values(), ids=ASKED)
def test_whatever_it_says_when_it_is_asked(attempt, monkeypatch, code, expected, why):
    run = asked(attempt, monkeypatch, code)
    own = asked(attempt, monkeypatch, code, OWN.replace("== fizz.say(1)", "== '1'"))
    assert (colours(run), colours(own)) == (expected, expected.split()[0])
    assert why in run.failing[0].why
    assert len(run.failing[0].why) <= 1000
    assert run.failing[0].failure.encode()


def test_of_a_long_way_to_an_error_both_ends_are_drawn(attempt):
    code = "def say(number, more=500):\n    return say(number, more - 1) if more else 1 / 0\n"
    failure = tried(attempt, code, limit=2).failing[0].failure
    assert ">       assert fizz.say(number) == said" in failure
    assert failure.count("fizz.py:2 in say") == 4
    assert "\n… 497 more calls …\n" in failure
    assert failure.endswith("\nE   ZeroDivisionError: division by zero")


def test_a_failure_that_cannot_be_drawn_is_told_in_short(attempt, monkeypatch):
    failing = asked(attempt, monkeypatch, odd("str", ENDLESS, *RAISED)).failing[0]
    assert failing.why.startswith("Odd: what it says is not done after 0.1 seconds")
    assert ">       assert fizz.say(number) == said" in failing.failure
    assert "fizz.py:" in failing.failure
    assert failing.failure.endswith(f"More of it cannot be drawn: {LOOPS}")


FILES = {
    "deleted": (lambda file: file.unlink(), "there is no fizz.py in the attempt tables-3"),
    "a folder instead": (lambda file: (file.unlink(), file.mkdir()), "there is no fizz.py"),
    "no UTF-8": (lambda file: file.write_bytes(b"x = '\xe9'\n"), "SyntaxError"),
}


@pytest.mark.parametrize(("spoil", "why"), FILES.values(), ids=FILES)
def test_a_file_that_is_none(attempt, spoil, why):
    spoil(attempt.module)
    run = tried(attempt)
    assert colours(run) == AMBER
    assert why in run.broken


CRASHES = {
    "it hangs": ("while number == 2: pass", "not done after 0.2 seconds: is there a loop without an end?"),
    "it crashes": ("if number == 2: import os; os._exit(3)", "ended Python itself, with status 3"),
}


@pytest.mark.parametrize(("does", "how"), CRASHES.values(), ids=CRASHES)
def test_where_one_falls_the_others_are_known(attempt, does, how):
    run = tried(attempt, f"{SAY}{does}\n    return '1'\n", tests=3, limit=0.2, patience=100)
    assert (colours(run), run.crashes) == ("green amber red", [f"“two is said” {how}"])


def test_nobody_waits_for_every_test_of_a_loop(attempt):
    run = tried(attempt, SAY + "while True: pass\n", tests=5, limit=0.1)
    assert colours(run) == "amber amber amber amber amber"
    whys = [result.why for result in run.results.values()]
    assert whys[2:] == ["not tried, after those that hang or crash"] * 3


def test_prints_are_kept_with_their_test(attempt):
    run = tried(attempt, SAY + "print('asked for', number)\n    return '1'\n", tests=3)
    printed = [result.printed for result in run.results.values()]
    assert printed == ["asked for 1\n", "asked for 2\n", "asked for 3\n"]


def test_the_terminal_sees_nothing_of_it(attempt, capfd):
    """And the child does not take for its own what the parent's streams still hold."""
    sys.__stdout__.write("held")
    code = "import os\nprint('one')\nos.system('echo two')\nos.write(2, b'three')\n"
    tried(attempt, code + GOOD)
    run = tried(attempt, SAY + "print('mine')\n    return '1'\n", tests=1)
    assert [result.printed for result in run.results.values()] == ["mine\n"]
    sys.__stdout__.write("\n")
    sys.__stdout__.flush()
    assert capfd.readouterr() == ("held\n", "")


def test_an_edit_of_the_same_size_in_the_same_second_is_seen(attempt, monkeypatch):
    """Law 8: where bytecode may be written, and has been."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    said = []
    broken = OWN.replace("say(1)\n", "sax(1)\n")
    assert len(broken) == len(OWN)
    for text in (GOOD, GOOD.replace('"1"', "abc"), GOOD):
        (attempt.folder / "words.py").write_text(text)
        os.utime(attempt.folder / "words.py", (1_700_000_000, 1_700_000_000))
        said.append(colours(tried(attempt, "from words import say\n", OWN, limit=2)))
        os.system(f"cd '{attempt.folder}' && '{sys.executable}' -c 'import words, test_fizz' 2>/dev/null")
    said.append(colours(tried(attempt, own=broken, limit=2)))
    assert said == ["green", "amber", "green", "red"]
    assert list((attempt.folder / "__pycache__").glob("words.*"))


RAISES = "import pytest, fizz\ndef test_x():\n    with pytest.raises(ValueError):\n        fizz.say(1)\n"
SKIPS = "import pytest\n" + OWN.replace("    assert", "    pytest.skip()\n    assert")
UNITTEST = (
    "import fizz\nfrom unittest import TestCase\nclass TestX(TestCase):\n"
    "    def test_x(self):\n        self.assertEqual(fizz.say(1), 5)\n"
)
SAYS_ELSE = (
    "import pytest\ndef test_x():\n    with pytest.raises(ValueError, match='apple'):\n        int('x')\n"
)
MARKED = (
    "import pytest\nimport fizz\n@pytest.mark.mine\n@pytest.mark.parametrize('x', ['1', '2'])\n"
    "def test_x(x):\n    assert fizz.say(1) == x\n"
)
SUBTESTS = (
    "import fizz, pytest\ndef test_x(subtests):\n"
    "    with subtests.test(n=1):\n        assert fizz.say(1) == '2'\n"
    "    with subtests.test(n=2):\n        assert fizz.say(1) == '1'\n"
)
SUBTEST_SKIPS = SUBTESTS.replace("assert fizz.say(1) == '2'", "pytest.skip()")
SUB_TEST = UNITTEST.replace(
    "self.assertEqual(fizz.say(1), 5)",
    "\n        for n in ('2', '1'):\n            with self.subTest(n=n):\n"
    "                self.assertEqual(n, '1')",
)
LEAVES = "import pytest\ndef test_x():\n    pytest.exit('over', returncode=0)\ndef test_y():\n    assert 0\n"
LEAVES_LATE = (
    "import pytest\n@pytest.fixture\ndef one():\n    yield\n    pytest.exit('over', returncode=0)\n"
    "def test_x(one):\n    pass\n"
)
OWN_TESTS = {
    "green": (OWN, "green"),
    "a failed assertion": (OWN.replace("==", "!="), "red"),
    "a name that is not there": (OWN.replace(".say(", ".send("), "red"),
    "an import of such a name": (OWN.replace("import fizz", "from fizz import tell"), "red"),
    "a syntax error in the test": (OWN.replace("assert", "assert ("), "amber"),
    "skipped": (SKIPS, ""),
    "an error that does not come": (RAISES, "red"),
    "an error that says something else": (SAYS_ELSE, "red"),
    "an assertion of unittest": (UNITTEST, "red"),
    "a crash in unittest": (UNITTEST.replace("fizz.say(1), 5", "fizz.say(1)[9], 5"), "amber"),
    "no test": ("x = 1\n", ""),
    "a subtest fails, and one after it does not": (SUBTESTS, "red"),
    "no subtest fails": (SUBTESTS.replace("'2'", "'1'"), "green"),
    "a subtest breaks": (SUBTESTS.replace("fizz.say(1) == '2'", "1 / 0"), "amber"),
    "one is skipped": (SUBTEST_SKIPS, "green"),
    "a subtest of unittest fails": (SUB_TEST, "red"),
    "no subtest of unittest fails": (SUB_TEST.replace("'2'", "'1'"), "green"),
    "a test that ends pytest": (LEAVES, AMBER),
    "a fixture that ends pytest after its test": (LEAVES_LATE, "amber"),
    "marks of its own": (MARKED, "green red"),
}


@pytest.mark.parametrize(("own", "expected"), OWN_TESTS.values(), ids=OWN_TESTS)
def test_its_own_tests_have_the_same_colours(attempt, own, expected):
    assert colours(tried(attempt, GOOD, own, limit=2)) == expected


TWICE = """\
from _pytest.runner import runtestprotocol

def pytest_runtest_protocol(item, nextitem):
    for time in range(2):
        item.config.time = time
        item.funcargs = {}
        item._initrequest()
        runtestprotocol(item, nextitem=nextitem, log=False)
    return True
"""
NEVER = "def pytest_runtest_protocol(item, nextitem):\n    return True\n"
NO_LOOP = "def pytest_runtestloop():\n    return True\n"
OFTEN = "import fizz\ndef test_x(request):\n    assert request.config.time\ndef test_y():\n    pass\n"
CONFTESTS = {
    "what is red at first stays so": (TWICE, "red green", "assert 0"),
    "no test comes to anything": (NEVER, AMBER, "did not run to its end"),
    "no test runs": (NO_LOOP, AMBER, "did not run to its end"),
    "it does not end": ("while True: pass\n", "amber", "not done after"),
}


@pytest.mark.parametrize(("conftest", "expected", "why"), CONFTESTS.values(), ids=CONFTESTS)
def test_no_test_of_its_own_is_missing(attempt, conftest, expected, why):
    (attempt.folder / "conftest.py").write_text(conftest)
    run = tried(attempt, GOOD, OFTEN, limit=0.1 if "not done" in why else 2, patience=100)
    assert colours(run) == expected
    assert why in run.failing[0].why


@pytest.mark.parametrize("number", [0, 2])
def test_a_step_has_the_plain_name_of_its_module(small, number):
    small.edit("suite/test_more.py", "print(fizz.say(10))", "print(fizz.more(10))")
    with collect(small.story) as suite:
        run = suite.run(small.story.step(number), suite.tests)
    assert "module 'fizz' has no attribute 'more'" in [why.partition(": ")[2] for why in whys(run)]


def test_no_test_of_the_suite_is_missing(attempt):
    """A child that says that it is done, and has told of one test only, is not asked again without end."""
    with collect(attempt.story) as suite:
        run = suite.prepare(attempt, suite.tests[:2])
        id, rule = suite.tests[0].id, suite.tests[0].rule
        run.work = lambda _, send: (send(began=id, rule=rule), send(colour="green", why="", crashed=False))
        done(run)
    missing = "was collected, and did not run to its end"
    assert [(result.colour, result.why) for result in run.results.values()] == [
        ("green", ""),
        ("amber", missing),
    ]


BESIDE = {
    "conftest.py": "import pytest\n@pytest.fixture\ndef one():\n    return '1'\n",
    "rows.py": "SAID = '1'\n",
    "test_numbers.py": "import fizz, rows\ndef test_x(one):\n    assert rows.SAID == fizz.say(1) == one\n",
}


def test_its_own_files_may_be_called_like_those_of_the_suite(attempt):
    attempt.module.write_text(GOOD)
    for name, text in BESIDE.items():
        (attempt.folder / name).write_text(text)
    with collect(attempt.story):
        (run,) = done(prepare_own_tests(attempt, attempt.story))
    assert colours(run) == "green"


def test_its_own_tests_may_start_a_python_that_imports_the_module(attempt):
    own = (
        "import subprocess, sys\n\n\ndef test_program():\n"
        '    command = [sys.executable, "-c", "import fizz; print(fizz.say(1))"]\n'
        '    assert subprocess.run(command, capture_output=True, text=True).stdout == "1\\n"\n'
    )
    assert colours(tried(attempt, GOOD, own, patience=100)) == "green"


def test_many_versions_do_not_see_each_other(attempt):
    """One hangs, one breaks the builtins, one leaves a module of its own: the last is as green as alone."""
    codes = ["while True: pass\n", "import builtins\nbuiltins.len = None\n", "import words\n" + GOOD, GOOD]
    attempts = []
    for number, code in enumerate(codes):
        folder = attempt.folder.parent / f"others-{number}"
        folder.mkdir()
        (folder / "fizz.py").write_text(code)
        attempts.append(Attempt(folder, attempt.story, attempt.kata))
    (attempts[2].folder / "words.py").write_text("")
    with collect(attempt.story) as suite:
        runs = done(*(suite.prepare(one, suite.tests[:2], limit=0.3) for one in attempts), at_once=2)
    assert [colours(run) for run in runs] == [AMBER, AMBER, "green red", "green red"]


def test_drawn_or_not_the_colours_and_reasons_are_the_same(attempt):
    attempt.module.write_text("def say(number):\n    return str(number)[1:] or 'x' * 300\n")
    with collect(attempt.story) as suite:
        ways = (None, [test.id for test in suite.tests], ())
        first, every, none = done(*(suite.prepare(attempt, suite.tests, drawn=drawn) for drawn in ways))
    told = [[(c.id, c.colour, c.why) for c in run.results.values()] for run in (first, every, none)]
    assert told[0] == told[1] == told[2]
    assert [bool(result.failure) for result in first.failing] == [True, False, False, False, False]
    assert [bool(result.failure) for result in every.failing] == [True] * 5
    assert [result.failure for result in none.failing] == [""] * 5
    assert "E " in every.failing[0].failure
    assert every.failing[0].short.startswith("suite/test_numbers.py:15: in test_numbers")
