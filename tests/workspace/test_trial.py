"""Whatever a participant writes, the run goes on, and says in a line what it was."""

import os
import time

import pytest

from dojo.attempts import Attempt
from dojo.own import own_trial
from dojo.steps import find
from dojo.suite import with_suite
from dojo.trial import try_all

CARD = "def card(text):\n    "
HELD = """\
import signal
signal.setitimer = lambda *_: None
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
while True: pass
"""
CATCHING = """\
def card(text):
    while True:
        try:
            card(text)
        except BaseException:
            pass
"""
OWN = "import poker\n\n\ndef test_a_card():\n    assert poker.card('6♣') == poker.card('6♣')\n"


@pytest.fixture
def attempt(tmp_path):
    """An attempt in a folder whose name has a space."""
    folder = tmp_path / "a dojo" / "katas" / "holdem" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "poker.py").write_text("")
    return Attempt(folder)


def tried(attempt, code=None, own=None, tests=2, **how):
    """The first tests of the suite on this code, or its own tests."""
    if code is not None:
        attempt.module.write_text(code, encoding="utf-8")
    how = {"limit": 0.3} | how
    if own is not None:
        (attempt.folder / "test_poker.py").write_text(own, encoding="utf-8")
        trial = own_trial(attempt, **how)
        try_all([trial])
        return trial

    def body(suite):
        trial = suite.trial(attempt, suite.tests[:tests], **how)
        try_all([trial])
        return trial

    return with_suite(body)


def colours(trial):
    return [result.colour for result in trial.results.values()]


GOOD = CARD + "return 6\n"
BOTH_AMBER = ["amber", "amber"]

COLOURS = [
    pytest.param("", ["red", "red"], "module 'poker' has no attribute 'card'", id="an empty file"),
    pytest.param(GOOD, ["green", "red"], "6♣ should beat 5♠", id="a wrong answer"),
    pytest.param(CARD + "return 6 / 0\n", BOTH_AMBER, "ZeroDivisionError", id="a crash"),
    pytest.param("def card(text:\n", BOTH_AMBER, "'(' was never closed", id="a syntax error"),
    pytest.param("\tx = 1\n  y = 2\n", BOTH_AMBER, "IndentationError", id="bad indentation"),
    pytest.param(CARD + "while True: pass\n", BOTH_AMBER, "not done after 0.3 s", id="a loop"),
    pytest.param("while True: pass\n", BOTH_AMBER, "not done after 0.3 s", id="a loop when it loads"),
    pytest.param(
        CARD + "import time\n    time.sleep(0.4)\n    return 6\n",
        ["green", "red"],
        "6♣ should beat 5♠",
        id="a wait, as on a busy machine",
    ),
    pytest.param(
        CARD + "import time\n    time.sleep(600)\n", BOTH_AMBER, "not done after 0.3 s", id="a wait for ever"
    ),
    pytest.param(
        CARD
        + "while True:\n        try:\n            card(1)\n        except BaseException:\n            pass\n",
        BOTH_AMBER,
        "did not stop after",
        id="a loop that catches everything",
    ),
    pytest.param(HELD, BOTH_AMBER, "did not stop", id="a loop without signals"),
    pytest.param(CARD + "return card(text)\n", BOTH_AMBER, "RecursionError", id="deep recursion"),
    pytest.param(
        CARD + "import ctypes\n    ctypes.string_at(0)\n",
        BOTH_AMBER,
        "crashed Python itself: Segmentation fault",
        id="a crash of Python",
    ),
    pytest.param(CARD + "import sys\n    sys.exit()\n", BOTH_AMBER, "SystemExit", id="sys.exit"),
    pytest.param("import sys\nsys.exit(0)\n", BOTH_AMBER, "SystemExit", id="sys.exit when it loads"),
    pytest.param(
        CARD + "import os\n    os._exit(0)\n",
        BOTH_AMBER,
        "ended Python itself, with status 0",
        id="os._exit",
    ),
    pytest.param(CARD + "raise KeyboardInterrupt\n", BOTH_AMBER, "", id="an interrupt of its own"),
    pytest.param(CARD + "return input()\n", BOTH_AMBER, "EOFError", id="a question to nobody"),
    pytest.param(
        CARD + "while True: print('hello ' * 1000)\n",
        BOTH_AMBER,
        "File too large",
        id="a flood of prints",
    ),
    pytest.param(
        CARD + "return 6\nimport os\nos.chdir('/')\n", ["green", "red"], "", id="another working directory"
    ),
    pytest.param(
        CARD + "return 6\nimport os\nos.closerange(3, 64)\n",
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
    pytest.param("import poker\n" + GOOD, ["green", "red"], "", id="a file that imports itself"),
    pytest.param("import nothing\n", BOTH_AMBER, "No module named 'nothing'", id="a missing module"),
]


@pytest.mark.parametrize(("code", "expected", "why"), COLOURS)
def test_the_suite_goes_on(attempt, code, expected, why):
    trial = tried(attempt, code)
    assert colours(trial) == expected
    assert why in trial.failing.why
    assert "\n" not in trial.failing.why


@pytest.mark.parametrize(("code", "expected"), [pytest.param(*row.values[:2], id=row.id) for row in COLOURS])
def test_its_own_tests_go_on(attempt, code, expected):
    trial = tried(attempt, code, OWN)
    assert colours(trial) == expected[:1]
    if expected[0] == "amber":
        assert "\n" not in trial.failing.why


FILES = [
    pytest.param(lambda file: file.unlink(), "there is no poker.py in the attempt tables-3", id="deleted"),
    pytest.param(lambda file: (file.unlink(), file.mkdir()), "there is no poker.py", id="a folder instead"),
    pytest.param(lambda file: file.write_bytes(b"x = '\xe9'\n"), "SyntaxError", id="no UTF-8"),
]


@pytest.mark.parametrize(("spoil", "why"), FILES)
def test_a_file_that_is_none(attempt, spoil, why):
    spoil(attempt.module)
    trial = tried(attempt)
    assert colours(trial) == BOTH_AMBER
    assert why in trial.broken


def test_a_folder_called_poker_is_not_taken_for_the_file(attempt):
    (attempt.folder / "poker").mkdir()
    (attempt.folder / "poker" / "__init__.py").write_text("1 / 0\n")
    assert colours(tried(attempt, GOOD)) == ["green", "red"]
    assert colours(tried(attempt, GOOD, OWN)) == ["green"]


def test_what_hangs_is_amber_and_the_others_are_known(attempt):
    code = "def card(text):\n    while text == '5♠': pass\n    return 6\n"
    trial = tried(attempt, code, tests=3)
    assert colours(trial) == ["green", "amber", "red"]
    assert trial.falls == ["“a six beats a five” not done after 0.3 seconds: is there a loop without an end?"]


def test_what_crashes_python_is_amber_and_the_others_are_known(attempt):
    code = "import os\ndef card(text):\n    if text == '5♠': os._exit(3)\n    return 6\n"
    trial = tried(attempt, code, tests=3)
    assert colours(trial) == ["green", "amber", "red"]
    assert trial.falls == ["“a six beats a five” ended Python itself, with status 3"]


def test_nobody_waits_for_every_test_of_a_loop(attempt):
    trial = tried(attempt, CARD + "while True: pass\n", tests=50)
    assert colours(trial) == ["amber"] * 50
    assert [result.why for result in trial.results.values()][2:] == [
        "not tried, after those that hang or crash"
    ] * 48


def test_prints_are_kept_with_their_test(attempt):
    trial = tried(attempt, "def card(text):\n    print('asked for', text)\n    return 6\n", tests=3)
    printed = [result.printed for result in trial.results.values()]
    assert printed == [
        "asked for 6♣\nasked for 6♣\n",
        "asked for 6♣\nasked for 5♠\n",
        "asked for J♣\nasked for T♣\n",
    ]


def test_of_a_flood_only_the_beginning_is_kept(attempt):
    trial = tried(attempt, CARD + "while True: print('hello ' * 1000)\n")
    assert len(trial.failing.printed) < 3000
    assert " bytes more\n" in trial.failing.printed


def test_the_terminal_sees_nothing_of_it(attempt, capfd):
    tried(attempt, "import os\nprint('one')\nos.system('echo two')\nos.write(2, b'three')\n" + GOOD)
    assert capfd.readouterr() == ("", "")


def test_nothing_of_it_goes_on_when_it_has_ended(attempt):
    code = "import os, time\nif not os.fork():\n    time.sleep(60)\n    os._exit(0)\n" + GOOD
    began = time.monotonic()
    assert colours(tried(attempt, code)) == ["green", "red"]
    assert time.monotonic() - began < 30


def test_an_edit_of_the_same_size_in_the_same_second_is_seen(attempt, monkeypatch):
    """Law 8: where bytecode may be written, and has been."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    (attempt.folder / "cards.py").write_text(GOOD)
    said = []
    for file, text in [("cards.py", GOOD), ("cards.py", GOOD.replace("6", "x")), ("test_poker.py", OWN)]:
        (attempt.folder / file).write_text(text)
        os.utime(attempt.folder / file, (1_700_000_000, 1_700_000_000))
        said.append(colours(tried(attempt, "from cards import card\n", OWN)))
        os.system(f"cd '{attempt.folder}' && {os.sys.executable} -c 'import cards, test_poker' 2>/dev/null")
    assert said == [["green"], ["amber"], ["amber"]]


SKIPPED = "import pytest\n" + OWN.replace("    assert", "    pytest.skip()\n    assert")
NAMED = OWN.replace("import poker", "from poker import hand")

OWN_TESTS = [
    pytest.param(OWN, ["green"], id="green"),
    pytest.param(OWN.replace("==", "!="), ["red"], id="a failed assertion"),
    pytest.param(OWN.replace(".card(", ".hand("), ["red"], id="a name that is not there"),
    pytest.param(
        OWN.replace("import poker", "from poker import hand"), ["red"], id="an import of such a name"
    ),
    pytest.param(OWN.replace("assert", "assert ("), ["amber"], id="a syntax error in the test"),
    pytest.param(
        "import pytest\n" + OWN.replace("    assert", "    pytest.skip()\n    assert"), [], id="skipped"
    ),
    pytest.param(
        "import pytest, poker\ndef test_x():\n    with pytest.raises(ValueError):\n        poker.card('')\n",
        ["red"],
        id="an error that does not come",
    ),
    pytest.param(
        "import poker\nfrom unittest import TestCase\nclass TestX(TestCase):\n"
        "    def test_x(self):\n        self.assertEqual(poker.card(''), 5)\n",
        ["red"],
        id="unittest",
    ),
    pytest.param("x = 1\n", [], id="no test"),
    pytest.param(
        "import pytest\nimport poker\n@pytest.mark.mine\n@pytest.mark.parametrize('x', [6, 5])\n"
        "def test_x(x):\n    assert poker.card('') == x\n",
        ["green", "red"],
        id="marks of its own",
    ),
]


@pytest.mark.parametrize(("own", "expected"), OWN_TESTS)
def test_its_own_tests_have_the_same_colours(attempt, own, expected):
    assert colours(tried(attempt, GOOD, own)) == expected


def test_its_own_files_may_be_called_like_those_of_the_suite(attempt):
    attempt.module.write_text(GOOD)
    (attempt.folder / "conftest.py").write_text("import pytest\n@pytest.fixture\ndef six():\n    return 6\n")
    (attempt.folder / "rows.py").write_text("ROWS = [1]\n")
    (attempt.folder / "test_cards.py").write_text(
        "import poker\nfrom rows import ROWS\n"
        "def test_x(six):\n    assert ROWS == [1] and poker.card('') == six\n"
    )

    def body(_suite):
        trial = own_trial(attempt)
        try_all([trial])
        return trial

    assert colours(with_suite(body)) == ["green"]


def test_many_attempts_do_not_see_each_other(attempt):
    """One hangs, one breaks the builtins, one leaves a module of its own: the last is as green as alone."""
    codes = ["while True: pass\n", "import builtins\nbuiltins.len = None\n", "import cards\n" + GOOD, GOOD]
    attempts = []
    for number, code in enumerate(codes):
        folder = attempt.folder.parent / f"tables-{number}"
        folder.mkdir(exist_ok=True)
        (folder / "poker.py").write_text(code)
        attempts.append(Attempt(folder))
    (attempts[2].folder / "cards.py").write_text("")

    def body(suite):
        trials = [suite.trial(one, suite.tests[:2], limit=0.3) for one in attempts]
        try_all(trials, at_once=2)
        return trials

    assert [colours(trial) for trial in with_suite(body)] == [
        BOTH_AMBER,
        BOTH_AMBER,
        ["green", "red"],
        ["green", "red"],
    ]


def test_drawn_or_not_the_colours_are_the_same(attempt):
    """What is not drawn is called without pytest's ceremony."""
    code = find(38).code
    drawn, plain = (tried(attempt, code, tests=291, limit=2, drawn=drawn).results for drawn in (True, False))
    assert {id: (r.colour, r.why) for id, r in drawn.items()} == {
        id: (r.colour, r.why) for id, r in plain.items()
    }
    assert [r.failure for r in plain.values() if r.failure] == []
