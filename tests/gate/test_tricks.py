"""Forty tricks, honest slips and clever ones: whatever law sees it, the gate is shut and names the place."""

from typing import NamedTuple

import pytest

from gate.planting import MORE, NUMBERS, shuts

NAMES = '    print(fizz.say(10))\n    assert capsys.readouterr().out == "10\\n"\n'
CALL = "    assert fizz.say(number) == said\n"
FOUR = '    guards(3, "four is said", 4, "4"),\n'
FIZZ3, FIZZ4 = "step_03/fizz.py", "step_04/fizz.py"
SAYS4 = '    return "Fizz" if divisible(number, 3) else str(number)\n'
DOCSTRING = '"""Fizz."""\n'
READ = "suite/test_more.py:"
"""Where a breach is that is read."""


class Trick(NamedTuple):
    """The edits, and the words that one line of the gate has to have."""

    edits: tuple
    told: tuple

    def is_named(self, copy, capsys):
        """Plant it: the gate is shut, and names the place."""
        for path, old, new in self.edits:
            if old:
                copy.edit(path, old, new)
            else:
                copy.path(path).parent.mkdir(exist_ok=True)
                copy.path(path).write_text(new, encoding="utf-8")
        shuts(copy, capsys, *self.told)


def trick(what, *edits, told):
    """A row."""
    return pytest.param(Trick(edits, told), id=what)


def in_a_test(what, body, *, told="names are said back", head=""):
    """A trick in the body of a test that is green; what it needs stands at the head of its file."""
    head = [(MORE, "import pytest\n", f"import pytest\n{head}\n")] if head else []
    return trick(what, *head, (MORE, NAMES, body), told=(told,))


def in_a_step(what, old, new, *, path=FIZZ4, told="step_04_divisible"):
    """A trick in a step."""
    return trick(what, (path, old, new), told=(told,))


TRICKS = [
    in_a_test("a value is compared with itself", "    said = fizz.say(10)\n    assert said == said\n"),
    in_a_test("a value is looked for in itself", "    assert fizz.say(10) in [fizz.say(10)]\n"),
    in_a_test(
        "the assertion is in a function that nobody calls",
        "    def check():\n        assert fizz.say(10) == '10'\n",
        told=READ,
    ),
    in_a_test(
        "the assertion comes after the return", "    return\n    assert fizz.say(10) == '10'\n", told=READ
    ),
    in_a_test(
        "what is asserted is asked first",
        "    if fizz.say(10) == '10':\n        assert fizz.say(10) == '10'\n",
    ),
    in_a_test(
        "anything will do", "    assert fizz.say(10) == mock.ANY\n", head="from unittest import mock\n"
    ),
    in_a_test(
        "what is expected equals all",
        "    assert Ten() == fizz.say(10)\n\n\nclass Ten:\n    def __eq__(self, other):\n        return 1\n",
    ),
    in_a_test(
        "a wrong assertion is asked to fail",
        "    with pytest.raises(AssertionError):\n        assert fizz.say(10) == 'Buzz'\n",
        told=READ,
    ),
    in_a_test(
        "a return swallows it",
        "    try:\n        assert fizz.say(10) == '10'\n    finally:\n        return\n",
        told=READ,
    ),
    in_a_test(
        "a context swallows it",
        "    with contextlib.suppress(AssertionError):\n        assert fizz.say(10) == '10'\n",
        head="import contextlib\n",
        told=READ,
    ),
    in_a_test(
        "the step is patched to be right",
        "    old, fizz.say = fizz.say, lambda _: '10'\n    assert fizz.say(10) == '10'\n    fizz.say = old\n",
        told=READ,
    ),
    in_a_test("a generator is true", "    assert (fizz.say(n) == '11' for n in [10])\n", told=READ),
    in_a_test("a function is true", "    assert fizz.say\n"),
    in_a_test("it is only not something else", "    assert fizz.say(10) != 'Buzz'\n"),
    in_a_test(
        "what it prints itself is there", "    print('10')\n    assert '10' in capsys.readouterr().out\n"
    ),
    in_a_test(
        "the name of the step is asked",
        "    assert fizz.say(10) == '10' or fizz.__name__.endswith('9')\n",
        told=READ,
    ),
    in_a_test(
        "the step is asked of pytest",
        "    assert fizz.say(10) == '10' or 'step_09' in os.environ['PYTEST_CURRENT_TEST']\n",
        head="import os\n",
        told=READ,
    ),
    in_a_test(
        "the deepest call is changed",
        f"    sys.setrecursionlimit(999)\n{NAMES}",
        head="import sys\n",
    ),
    in_a_test("the way to modules is changed", f"    sys.path.append('.')\n{NAMES}", head="import sys\n"),
    in_a_test("the collector is switched off", f"    gc.disable()\n{NAMES}", head="import gc\n"),
    in_a_test("the rights of new files are changed", f"    os.umask(0o77)\n{NAMES}", head="import os\n"),
    in_a_test(
        "a signal is heard by somebody else",
        f"    signal.signal(signal.SIGUSR2, print)\n{NAMES}",
        head="import signal\n",
    ),
    in_a_test("a module is taken away", f"    sys.modules['this'] = None\n{NAMES}", head="import sys\n"),
    trick(
        "a mark is no number",
        (NUMBERS, 'drives(1, "one is said"', 'drives(True, "one is said"'),
        told=("one is said",),
    ),
    trick(
        "another plugin is named in a file of tests",
        (MORE, "import pytest\n", 'import pytest\n\npytest_plugins = ["helper"]\n'),
        ("suite/helper.py", "", "def pytest_runtest_call(item):\n    item.obj = lambda **_: None\n"),
        told=("suite",),
    ),
    trick(
        "a helper swallows what fails",
        (NUMBERS, CALL, "    same(fizz.say(number), said)\n"),
        (NUMBERS, "from rows import", "from helper import same\nfrom rows import"),
        (
            "suite/helper.py",
            "",
            '"""Same."""\n\n\ndef same(one, other):\n    """Are they?"""\n    return one == other\n',
        ),
        told=("suite/test_numbers.py:", "asserts nothing"),
    ),
    trick(
        "a helper asks another step",
        (NUMBERS, CALL, "    assert fizz.say(number) == said or right(number) == said\n"),
        (NUMBERS, "from rows import", "from helper import right\nfrom rows import"),
        ("suite/helper.py", "", '"""Right."""\n\nfrom steps.step_03_fizz.fizz import say as right\n'),
        told=("suite/",),
    ),
    trick(
        "a file of the suite hides one of Python's",
        (
            "suite/random.py",
            "",
            '"""Chance."""\n\n\ndef choice(these):\n    """One of these."""\n    return these[0]\n',
        ),
        told=("suite/random.py", "hides a module"),
    ),
    trick(
        "a mutant does not even load",
        ("mutants/never_above_one.py", "def say(number):", "def say(number:"),
        told=("mutants/never_above_one.py",),
    ),
    trick(
        "a mutant breaks at every call",
        (
            "mutants/never_above_one.py",
            '    return "1" if number % 3 else right_say(number)',
            "    return None + 1",
        ),
        told=("mutants/never_above_one.py",),
    ),
    trick(
        "what is said to be finished is not",
        ("story.toml", "finished = 3", "finished = 2"),
        told=("finished",),
    ),
    in_a_step(
        "a default keeps what was said",
        "def say(number):",
        "def say(number, said=[]):\n    said.append(number)\n    number += said.count(number) - 1",
    ),
    in_a_step(
        "a function keeps what was said",
        SAYS4,
        f"    say.said = getattr(say, 'said', -1) + 1\n    number += say.said // 9\n{SAYS4}",
    ),
    in_a_step("where it lies in memory decides", SAYS4, f"    number += id(object()) < 0\n{SAYS4}"),
    in_a_step(
        "the number of the process decides", DOCSTRING, f"{DOCSTRING}\nimport os\n\nEVEN = os.getpid() % 2\n"
    ),
    in_a_step(
        "it asks whether pytest is there",
        DOCSTRING,
        f"{DOCSTRING}\nimport sys\n\nTESTED = 'pytest' in sys.modules\n",
    ),
    in_a_step(
        "it asks how it was called",
        DOCSTRING,
        f"{DOCSTRING}\nimport sys\n\nTESTED = 'pytest' in sys.argv[0]\n",
    ),
    in_a_step(
        "code behind a constant",
        SAYS4,
        '    return "Fizz" if divisible(number, 3) else True and str(number) or "none"\n',
    ),
    in_a_step("code behind the return", SAYS4, f"{SAYS4}    return None\n"),
    trick(
        "a story quotes the code of a later step",
        ("step_02/README.md", "    return str(number)\n", "    if number % 3 == 0:\n"),
        told=("step_02_numbers", "README.md:"),
    ),
]


@pytest.mark.parametrize("planted", TRICKS)
def test_the_gate_is_shut(small, capsys, planted):
    planted.is_named(small, capsys)
