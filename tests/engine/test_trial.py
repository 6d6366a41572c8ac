"""Whatever a participant writes, the run goes on, and says in a line what it was."""

import os
import sys

import pytest
from helpers import TOP

from dojo.attempt.attempts import Attempt
from dojo.attempt.creation import create
from dojo.engine.own_tests import own_trial
from dojo.engine.suite import with_suite
from dojo.engine.trial import try_all
from dojo.engine.version import Copy
from dojo.story.story import described

SAY = "def say(number):\n    "
GOOD = SAY + 'return "1"\n'
HELD = """\
import signal
signal.setitimer = lambda *_: None
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True: pass
"""
CATCHING = "while True:\n        try:\n            say(1)\n        except BaseException:\n            pass\n"
OWN = "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == fizz.say(1)\n"
SMALL = described(TOP / "tests" / "small")


@pytest.fixture
def attempt(small):
    """An attempt in a folder whose path has a space."""
    attempt = create(small.workspace, "tables-3", "fizz")
    (attempt.folder / "test_fizz.py").unlink()
    attempt.module.write_text("")
    return attempt


def tried(attempt, code=None, own=None, tests=2, **how):
    """The first tests of the suite on this code, or its own tests."""
    if code is not None:
        attempt.module.write_text(code, encoding="utf-8")
    how = {"limit": 0.3} | how
    if own is not None:
        (attempt.folder / "test_fizz.py").write_text(own, encoding="utf-8")
        trial = own_trial(attempt, attempt.story, **how)
        try_all([trial])
        return trial

    def body(suite):
        trial = suite.trial(attempt, suite.tests[:tests], **how)
        try_all([trial])
        return trial

    return with_suite(attempt.story, body)


def colours(trial):
    return [result.colour for result in trial.cells.values()]


BOTH_AMBER = ["amber", "amber"]
LOOPS = "not done after 0.1 seconds: is there a loop without an end?"

COLOURS = [
    pytest.param("", ["red", "red"], "module 'fizz' has no attribute 'say'", id="an empty file"),
    pytest.param(GOOD, ["green", "red"], "assert '1' == '2'", id="a wrong answer"),
    pytest.param(SAY + "return 6 / 0\n", BOTH_AMBER, "ZeroDivisionError", id="a crash"),
    pytest.param("def say(number:\n", BOTH_AMBER, "'(' was never closed", id="a syntax error"),
    pytest.param("\tx = 1\n  y = 2\n", BOTH_AMBER, "IndentationError", id="bad indentation"),
    pytest.param(SAY + "while True: pass\n", BOTH_AMBER, LOOPS, id="a loop"),
    pytest.param("while True: pass\n", BOTH_AMBER, LOOPS, id="a loop when it loads"),
    pytest.param(
        SAY + "import time\n    time.sleep(0.4)\n    return '1'\n",
        ["green", "red"],
        "assert '1' == '2'",
        id="a wait, as on a busy machine",
    ),
    pytest.param(
        SAY + "import time\n    time.sleep(600)\n",
        BOTH_AMBER,
        "not done after 0.4 seconds: does it wait for something, or loop without an end?",
        id="a wait for ever",
    ),
    pytest.param(
        SAY + CATCHING,
        BOTH_AMBER,
        "did not stop after",
        id="a loop that catches everything",
    ),
    pytest.param(HELD, BOTH_AMBER, "did not stop", id="a loop without signals"),
    pytest.param(SAY + "return say(number)\n", BOTH_AMBER, "RecursionError", id="deep recursion"),
    pytest.param(
        SAY + "import ctypes\n    ctypes.string_at(0)\n",
        BOTH_AMBER,
        "crashed Python itself: Segmentation fault",
        id="a crash of Python",
    ),
    pytest.param(SAY + "import sys\n    sys.exit()\n", BOTH_AMBER, "SystemExit", id="sys.exit"),
    pytest.param("import sys\nsys.exit(0)\n", BOTH_AMBER, "SystemExit", id="sys.exit when it loads"),
    pytest.param(
        SAY + "import os\n    os._exit(0)\n",
        BOTH_AMBER,
        "ended Python itself, with status 0",
        id="os._exit",
    ),
    pytest.param(SAY + "raise KeyboardInterrupt\n", BOTH_AMBER, "", id="an interrupt of its own"),
    pytest.param(SAY + "return input()\n", BOTH_AMBER, "EOFError", id="a question to nobody"),
    pytest.param(
        SAY + "while True: print('hello ' * 1000)\n",
        BOTH_AMBER,
        "File too large",
        id="a flood of prints",
    ),
    pytest.param(
        SAY + "return '1'\nimport os\nos.chdir('/')\n", ["green", "red"], "", id="another working directory"
    ),
    pytest.param(
        SAY + "return '1'\nimport os\nos.closerange(3, 64)\n",
        BOTH_AMBER,
        "had to be killed",
        id="files that it closes are ours",
    ),
    pytest.param(
        "import builtins\nbuiltins.len = builtins.isinstance = builtins.print = None\n",
        BOTH_AMBER,
        "",
        id="builtins that it breaks",
    ),
    pytest.param("x = '\0'\n", BOTH_AMBER, "null bytes", id="a null byte"),
    pytest.param("import fizz\n" + GOOD, ["green", "red"], "", id="a file that imports itself"),
    pytest.param("import nothing\n", BOTH_AMBER, "No module named 'nothing'", id="a missing module"),
]


def limits(why, monkeypatch):
    """What hangs is not waited for long; a loop, and all that ends, may take its time on a busy machine."""
    hangs = why.startswith(("not done", "did not stop"))
    if why.startswith("did not stop"):
        monkeypatch.setattr("dojo.sandbox.child.GRACE", 0.2)
    return {"limit": 0.1 if hangs else 2} | ({"patience": 100} if why == LOOPS else {})


@pytest.mark.parametrize(("code", "expected", "why"), COLOURS)
def test_the_suite_goes_on(attempt, monkeypatch, code, expected, why):
    trial = tried(attempt, code, **limits(why, monkeypatch))
    assert colours(trial) == expected
    assert why in trial.failing[0].why
    assert "\n" not in trial.failing[0].why


@pytest.mark.parametrize(("code", "expected", "why"), COLOURS)
def test_its_own_tests_go_on(attempt, monkeypatch, code, expected, why):
    trial = tried(attempt, code, OWN, **limits(why, monkeypatch))
    assert colours(trial) == expected[:1]
    if expected[0] == "amber":
        assert "\n" not in trial.failing[0].why


WRITES = """\
import os
def write(line):
    for number in set(range(256)) - KNOWN:
        try:
            os.write(number, line)
        except OSError:
            pass
"""
GREEN_LINE = b'{"colour": "green", "why": "", "fell": false}\n'
PIPE = "wrote to the engine's own pipe"
FORGED = [
    pytest.param(f"write({GREEN_LINE})\n" + GOOD, PIPE, id="a green when it loads"),
    pytest.param(f"{SAY}write({GREEN_LINE})\n    return '1'\n", PIPE, id="a green in each test"),
    pytest.param(f"write({GREEN_LINE} * 2 + b'{{\"done\": true}}\\n')\n" + GOOD, PIPE, id="all of it"),
    pytest.param(SAY + "write(b'{\"done\": true}\\n')\n    os._exit(0)\n", PIPE, id="that all is done"),
    pytest.param(SAY + "write(b'\\xff\\xfe\\n[{\\n')\n    return '1'\n", PIPE, id="garbage"),
    pytest.param("write(b'x' * 30_000_000)\n" + GOOD, "wrote more", id="thirty megabytes without a line end"),
    pytest.param("write(b'x\\n' * 15_000_000)\n" + GOOD, PIPE, id="thirty megabytes of lines"),
    pytest.param(
        "if not os.fork():\n    while True: write(b'x\\n')\nos.wait()\n", PIPE, id="a process that goes on"
    ),
]


def open_files():
    """The files that the parent has open, and its children too."""
    return {number for number in range(256) if is_open(number)}


def is_open(number):
    try:
        return os.fstat(number)
    except OSError:
        return False


@pytest.mark.parametrize(("code", "why"), FORGED)
def test_what_it_writes_to_the_pipe_is_amber_and_said(attempt, code, why):
    trial = tried(attempt, f"KNOWN = {open_files()}\n{WRITES}{code}", limit=10)
    assert colours(trial) == BOTH_AMBER
    assert [why in cell.why for cell in trial.failing] == [True, True]


PATCHED = [
    pytest.param(
        "import conftest\nconftest.colour = lambda *_: 'green'\n", "conftest.colour", id="the colour"
    ),
    pytest.param(
        "import conftest\nconftest.for_the_right_reason.__code__ = (lambda *_: True).__code__\n",
        "conftest.for_the_right_reason",
        id="what red means",
    ),
    pytest.param(
        "from test_numbers import test_numbers as test\n"
        "test.__code__ = (lambda fizz, number, said: None).__code__\n",
        "test_numbers.test_numbers",
        id="a test",
    ),
    pytest.param(
        "from dojo.engine.reporter import Reporter\nReporter.verdict = lambda *_: ('green', '', False)\n",
        "Reporter.verdict",
        id="the reporter",
    ),
    pytest.param(
        "import dojo.sandbox.seal\ndojo.sandbox.seal.Seal.broken = lambda _: ''\n",
        "Seal.broken",
        id="what notices it",
    ),
    pytest.param("import pytest\npytest.fail = pytest.skip\n", "pytest.fail", id="pytest"),
    pytest.param(
        "import builtins\nbuiltins.AssertionError = KeyError\n", "builtins.AssertionError", id="a builtin"
    ),
]


@pytest.mark.parametrize(("code", "what"), PATCHED)
def test_what_it_is_judged_by_it_may_not_change(attempt, code, what):
    trial = tried(attempt, code + GOOD, limit=2)
    assert colours(trial) == BOTH_AMBER
    assert {cell.why for cell in trial.failing} == {f"the code changes {what}, by which it is judged"}


HARMLESS = [
    pytest.param("import os\nos.write = lambda *_: 0\n", id="how one writes"),
    pytest.param("import json\njson.dumps = lambda *_: ''\n", id="how a line is made"),
    pytest.param("import builtins\nbuiltins.print = lambda *_: None\n", id="how one prints"),
    pytest.param("import builtins\nbuiltins.mine = 1\n", id="a builtin more"),
    pytest.param("import sys\ndel sys.modules['conftest']\n", id="a module forgotten"),
    pytest.param("import os\nos.fork()\n", id="two of it"),
]


@pytest.mark.parametrize("code", HARMLESS)
def test_what_it_patches_in_vain(attempt, code):
    trial = tried(attempt, code + GOOD, limit=2)
    assert [cell.why for cell in trial.failing] == ["AssertionError: assert '1' == '2'"]


def test_its_own_tests_may_not_change_what_they_are_judged_by(attempt):
    own = f"import builtins\n{OWN}    builtins.sorted = lambda *_: []\n"
    trial = tried(attempt, GOOD, own, limit=2)
    assert [(cell.colour, cell.why) for cell in trial.cells.values()] == [
        ("amber", "the code changes builtins.sorted, by which it is judged")
    ]


def test_its_own_tests_may_patch_and_put_back(attempt):
    own = f"{OWN.replace('()', '(monkeypatch)')}    monkeypatch.setattr('builtins.sorted', None)\n"
    assert colours(tried(attempt, GOOD, own, limit=2)) == ["green"]


ODD = "class Odd({base}):\n    def __{name}__(self):\n        {does}\n"
ENDLESS = "while True: pass"
LATE = "not done after"


def odd(name, does, base="", use="return Odd()"):
    """Code whose answers, or whose errors, do odd things when somebody asks them what they are."""
    return ODD.format(name=name, does=does, base=base) + SAY + use + "\n"


ASKED = [
    pytest.param(odd("repr", ENDLESS), BOTH_AMBER, LATE, id="a repr without end"),
    pytest.param(odd("repr", "return f'{self!r}{self!r}'"), ["red", "red"], "", id="a repr of itself"),
    pytest.param(odd("repr", "return 1 / 0"), ["red", "red"], "", id="a repr that breaks"),
    pytest.param(odd("repr", "raise SystemExit"), BOTH_AMBER, "SystemExit", id="a repr that leaves"),
    pytest.param(odd("hash", ENDLESS), ["red", "red"], "", id="no method that anybody calls"),
    pytest.param(
        odd("str", ENDLESS, "Exception", "raise Odd"), BOTH_AMBER, LATE, id="an error whose str does not end"
    ),
    pytest.param(
        odd("str", "return 1 / 0", "Exception", "raise Odd"),
        BOTH_AMBER,
        "Odd: to read what it says raises ZeroDivisionError",
        id="an error whose str breaks",
    ),
    pytest.param(
        odd("str", "return 5", "Exception", "raise Odd"),
        BOTH_AMBER,
        "Odd: to read what it says raises TypeError",
        id="an error whose str is none",
    ),
    pytest.param(
        odd("str", "raise SystemExit", "Exception", "raise Odd"),
        BOTH_AMBER,
        "Odd: to read it raises SystemExit",
        id="an error whose str leaves",
    ),
    pytest.param(
        odd("bool", ENDLESS, "Exception", "raise Odd"), BOTH_AMBER, "Odd: ", id="an error that is neither"
    ),
    pytest.param(
        SAY + "raise ValueError('x' * 5_000_000)\n", BOTH_AMBER, "ValueError: xxx", id="a long word"
    ),
    pytest.param(SAY + "return say(number + 1)\n", BOTH_AMBER, "RecursionError", id="recursion"),
    pytest.param(
        SAY + "try:\n        return say(number)\n    except RecursionError as error:\n"
        "        raise ValueError('deep') from error\n",
        BOTH_AMBER,
        "ValueError: deep",
        id="recursion, and an error in each call",
    ),
    pytest.param(SAY + "raise ValueError('\\ud800')\n", BOTH_AMBER, "ValueError: \\ud800", id="half a sign"),
    pytest.param(SAY + "raise ValueError('\\x1b[2J')\n", BOTH_AMBER, "\\x1b[2J", id="an order to a terminal"),
]


@pytest.mark.parametrize(("code", "expected", "why"), ASKED)
def test_whatever_it_says_when_it_is_asked(attempt, monkeypatch, code, expected, why):
    limit = 0.1 if ENDLESS in code else 2
    monkeypatch.setattr("dojo.engine.reporter.SAYING", limit)
    trial = tried(attempt, code, limit=limit, patience=100)
    assert colours(trial) == expected
    assert why in trial.failing[0].why
    assert "did not stop" not in trial.failing[0].why
    assert len(trial.failing[0].why) <= 1000
    assert trial.failing[0].failure.encode()


@pytest.mark.parametrize(("code", "expected", "_why"), ASKED)
def test_whatever_it_says_in_its_own_tests(attempt, monkeypatch, code, expected, _why):
    limit = 0.1 if ENDLESS in code else 2
    monkeypatch.setattr("dojo.engine.reporter.SAYING", limit)
    trial = tried(attempt, code, OWN.replace("== fizz.say(1)", "== '1'"), limit=limit, patience=100)
    assert colours(trial) == expected[:1]
    assert "did not stop" not in trial.failing[0].why


def test_of_a_long_way_to_an_error_both_ends_are_drawn(attempt):
    code = "def say(number, more=500):\n    return say(number, more - 1) if more else 1 / 0\n"
    failure = tried(attempt, code, limit=2).failing[0].failure
    assert ">       assert fizz.say(number) == said" in failure
    assert failure.count("fizz.py:2 in say") == 4
    assert "\n… 497 more calls …\n" in failure
    assert failure.endswith("\nE   ZeroDivisionError: division by zero")


def test_a_failure_that_cannot_be_drawn_is_told_in_short(attempt, monkeypatch):
    monkeypatch.setattr("dojo.engine.reporter.SAYING", 0.1)
    code = odd("str", ENDLESS, "Exception", "raise Odd")
    failing = tried(attempt, code, limit=0.1, patience=100).failing[0]
    assert failing.why.startswith("Odd: what it says is not done after 0.1 seconds")
    assert ">       assert fizz.say(number) == said" in failing.failure
    assert "fizz.py:" in failing.failure
    assert failing.failure.endswith(
        "More of it cannot be drawn: not done after 0.1 seconds: is there a loop without an end?"
    )


FILES = [
    pytest.param(lambda file: file.unlink(), "there is no fizz.py in the attempt tables-3", id="deleted"),
    pytest.param(lambda file: (file.unlink(), file.mkdir()), "there is no fizz.py", id="a folder instead"),
    pytest.param(lambda file: file.write_bytes(b"x = '\xe9'\n"), "SyntaxError", id="no UTF-8"),
]


@pytest.mark.parametrize(("spoil", "why"), FILES)
def test_a_file_that_is_none(attempt, spoil, why):
    spoil(attempt.module)
    trial = tried(attempt)
    assert colours(trial) == BOTH_AMBER
    assert why in trial.broken


def test_a_folder_called_fizz_is_not_taken_for_the_file(attempt):
    (attempt.folder / "fizz").mkdir()
    (attempt.folder / "fizz" / "__init__.py").write_text("1 / 0\n")
    assert colours(tried(attempt, GOOD)) == ["green", "red"]
    assert colours(tried(attempt, GOOD, OWN)) == ["green"]


def test_what_hangs_is_amber_and_the_others_are_known(attempt):
    code = "def say(number):\n    while number == 2: pass\n    return '1'\n"
    trial = tried(attempt, code, tests=3, limit=0.2, patience=100)
    assert colours(trial) == ["green", "amber", "red"]
    assert trial.falls == ["“two is said” not done after 0.2 seconds: is there a loop without an end?"]


def test_what_crashes_python_is_amber_and_the_others_are_known(attempt):
    code = "import os\ndef say(number):\n    if number == 2: os._exit(3)\n    return '1'\n"
    trial = tried(attempt, code, tests=3)
    assert colours(trial) == ["green", "amber", "red"]
    assert trial.falls == ["“two is said” ended Python itself, with status 3"]


def test_nobody_waits_for_every_test_of_a_loop(attempt):
    trial = tried(attempt, SAY + "while True: pass\n", tests=5, limit=0.1)
    assert colours(trial) == ["amber"] * 5
    assert [cell.why for cell in trial.cells.values()][2:] == [
        "not tried, after those that hang or crash"
    ] * 3


def test_prints_are_kept_with_their_test(attempt):
    trial = tried(attempt, "def say(number):\n    print('asked for', number)\n    return '1'\n", tests=3)
    printed = [cell.printed for cell in trial.cells.values()]
    assert printed == ["asked for 1\n", "asked for 2\n", "asked for 3\n"]


def test_of_a_flood_only_the_beginning_is_kept(attempt):
    trial = tried(attempt, SAY + "while True: print('hello ' * 1000)\n", limit=2)
    assert len(trial.failing[0].printed) < 3000
    assert " more bytes\n" in trial.failing[0].printed


def test_the_terminal_sees_nothing_of_it(attempt, capfd):
    tried(attempt, "import os\nprint('one')\nos.system('echo two')\nos.write(2, b'three')\n" + GOOD)
    assert capfd.readouterr() == ("", "")


def test_what_was_printed_before_is_not_taken_for_its_own(attempt, capfd):
    """The child begins with what the parent's streams still hold."""
    sys.__stdout__.write("held")
    trial = tried(attempt, "def say(number):\n    print('mine')\n    return '1'\n", tests=1)
    assert [cell.printed for cell in trial.cells.values()] == ["mine\n"]
    sys.__stdout__.write("\n")
    sys.__stdout__.flush()
    assert capfd.readouterr().out.endswith("held\n")


def test_nothing_of_it_goes_on_when_it_has_ended(attempt):
    code = "import os, time\nif not os.fork():\n    time.sleep(600)\n    os._exit(0)\n" + GOOD
    assert colours(tried(attempt, code, limit=2)) == ["green", "red"]


def test_an_edit_of_the_same_size_in_the_same_second_is_seen(attempt, monkeypatch):
    """Law 8: where bytecode may be written, and has been."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    (attempt.folder / "words.py").write_text(GOOD)
    said = []
    broken = OWN.replace("say(1)\n", "sax(1)\n")
    assert len(broken) == len(OWN)
    for file, text in [("words.py", GOOD), ("words.py", GOOD.replace('"1"', "abc")), ("words.py", GOOD)]:
        (attempt.folder / file).write_text(text)
        os.utime(attempt.folder / file, (1_700_000_000, 1_700_000_000))
        said.append(colours(tried(attempt, "from words import say\n", OWN, limit=2)))
        os.system(f"cd '{attempt.folder}' && '{sys.executable}' -c 'import words, test_fizz' 2>/dev/null")
    (attempt.folder / "test_fizz.py").write_text(broken)
    said.append(colours(tried(attempt, own=broken, limit=2)))
    assert said == [["green"], ["amber"], ["green"], ["red"]]
    assert list((attempt.folder / "__pycache__").glob("words.*"))


RAISES = "import pytest, fizz\ndef test_x():\n    with pytest.raises(ValueError):\n        fizz.say(1)\n"
UNITTEST = (
    "import fizz\nfrom unittest import TestCase\nclass TestX(TestCase):\n"
    "    def test_x(self):\n        self.assertEqual(fizz.say(1), 5)\n"
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
OWN_TESTS = [
    pytest.param(OWN, ["green"], id="green"),
    pytest.param(OWN.replace("==", "!="), ["red"], id="a failed assertion"),
    pytest.param(OWN.replace(".say(", ".tell("), ["red"], id="a name that is not there"),
    pytest.param(OWN.replace("import fizz", "from fizz import tell"), ["red"], id="an import of such a name"),
    pytest.param(OWN.replace("assert", "assert ("), ["amber"], id="a syntax error in the test"),
    pytest.param(
        "import pytest\n" + OWN.replace("    assert", "    pytest.skip()\n    assert"), [], id="skipped"
    ),
    pytest.param(RAISES, ["red"], id="an error that does not come"),
    pytest.param(UNITTEST, ["red"], id="an assertion of unittest"),
    pytest.param(
        UNITTEST.replace("fizz.say(1), 5", "fizz.say(1)[9], 5"), ["amber"], id="a crash in unittest"
    ),
    pytest.param("x = 1\n", [], id="no test"),
    pytest.param(SUBTESTS, ["red"], id="a subtest fails, and one after it does not"),
    pytest.param(SUBTESTS.replace("'2'", "'1'"), ["green"], id="no subtest fails"),
    pytest.param(SUBTESTS.replace("fizz.say(1) == '2'", "1 / 0"), ["amber"], id="a subtest breaks"),
    pytest.param(
        SUBTESTS.replace("assert fizz.say(1) == '2'", "pytest.skip()"), ["green"], id="one is skipped"
    ),
    pytest.param(SUB_TEST, ["red"], id="a subtest of unittest fails"),
    pytest.param(SUB_TEST.replace("'2'", "'1'"), ["green"], id="no subtest of unittest fails"),
    pytest.param(LEAVES, ["amber", "amber"], id="a test that ends pytest"),
    pytest.param(LEAVES_LATE, ["amber"], id="a fixture that ends pytest after its test"),
    pytest.param(MARKED, ["green", "red"], id="marks of its own"),
]


@pytest.mark.parametrize(("own", "expected"), OWN_TESTS)
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
OFTEN = "import fizz\ndef test_x(request):\n    assert request.config.time\ndef test_y():\n    pass\n"
CONFTESTS = [
    pytest.param(TWICE, ["red", "green"], "assert 0", id="what is red at first stays so"),
    pytest.param(NEVER, BOTH_AMBER, "began, and never ended", id="no test comes to anything"),
    pytest.param(
        "def pytest_runtestloop():\n    return True\n", BOTH_AMBER, "never began", id="no test runs"
    ),
    pytest.param("while True: pass\n", ["amber"], "not done after", id="it does not end"),
]


@pytest.mark.parametrize(("conftest", "expected", "why"), CONFTESTS)
def test_no_test_of_its_own_is_missing(attempt, conftest, expected, why):
    (attempt.folder / "conftest.py").write_text(conftest)
    trial = tried(attempt, GOOD, OFTEN, limit=0.1 if "not done" in why else 2)
    assert colours(trial) == expected
    assert why in trial.failing[0].why


def test_no_test_of_the_suite_is_missing(attempt):
    """A child that says that it is done, and has told of one test only, is not asked again without end."""

    def body(suite):
        trial = suite.trial(attempt, suite.tests[:3])
        id, rule = suite.tests[0].id, suite.tests[0].rule
        trial.work = lambda _, tell: (
            tell(began=id, rule=rule),
            tell(colour="green", why="", fell=False),
            tell(over=True),
            tell(began=suite.tests[1].id, rule="two is said"),
        )
        try_all([trial])
        return trial

    trial = with_suite(attempt.story, body)
    assert [(cell.colour, cell.why) for cell in trial.cells.values()] == [
        ("green", ""),
        ("amber", "began, and never ended"),
        ("amber", "was collected, and never began"),
    ]


def test_its_own_files_may_be_called_like_those_of_the_suite(attempt):
    attempt.module.write_text(GOOD)
    (attempt.folder / "conftest.py").write_text(
        "import pytest\n@pytest.fixture\ndef one():\n    return '1'\n"
    )
    (attempt.folder / "rows.py").write_text("ROWS = [1]\n")
    (attempt.folder / "test_numbers.py").write_text(
        "import fizz\nfrom rows import ROWS\n"
        "def test_x(one):\n    assert ROWS == [1] and fizz.say(1) == one\n"
    )

    def body(_suite):
        trial = own_trial(attempt, attempt.story)
        try_all([trial])
        return trial

    assert colours(with_suite(attempt.story, body)) == ["green"]


def test_its_own_tests_may_start_a_python_that_imports_the_module(attempt):
    own = (
        "import subprocess, sys\n\n\ndef test_program():\n"
        '    command = [sys.executable, "-c", "import fizz; print(fizz.say(1))"]\n'
        '    assert subprocess.run(command, capture_output=True, text=True).stdout == "1\\n"\n'
    )
    assert colours(tried(attempt, GOOD, own, patience=100)) == ["green"]


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

    def body(suite):
        trials = [suite.trial(one, suite.tests[:2], limit=0.3) for one in attempts]
        try_all(trials, at_once=2)
        return trials

    assert [colours(trial) for trial in with_suite(attempt.story, body)] == [
        BOTH_AMBER,
        BOTH_AMBER,
        ["green", "red"],
        ["green", "red"],
    ]


def test_a_step_and_a_copy_of_it_come_to_the_same(small):
    """A version is a version: only the names in what is said differ."""
    step = small.story.step(2)

    def body(suite):
        copy = Copy("a copy", step.folder, step.module)
        trials = [suite.trial(version, suite.tests) for version in (step, copy)]
        try_all(trials)
        return trials

    told = [[(cell.id, cell.colour) for cell in trial.cells.values()] for trial in with_suite(SMALL, body)]
    assert told[0] == told[1]
    assert {colour for _, colour in told[0]} == {"green", "red"}


def test_drawn_or_not_the_colours_and_reasons_are_the_same(attempt):
    attempt.module.write_text("def say(number):\n    return str(number)[1:] or 'x' * 300\n")

    def body(suite):
        ways = (None, [test.id for test in suite.tests], ())
        trials = [suite.trial(attempt, suite.tests, drawn=drawn) for drawn in ways]
        try_all(trials)
        return trials

    first, every, none = with_suite(attempt.story, body)
    told = [[(c.id, c.colour, c.why) for c in trial.cells.values()] for trial in (first, every, none)]
    assert told[0] == told[1] == told[2]
    assert [bool(cell.failure) for cell in first.failing] == [True, False, False, False, False]
    assert [bool(cell.failure) for cell in every.failing] == [True] * 5
    assert [cell.failure for cell in none.failing] == [""] * 5
    assert "E " in every.failing[0].failure
    assert every.failing[0].short.startswith("suite/test_numbers.py:15: in test_numbers")
