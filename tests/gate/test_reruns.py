"""Law 4: each test has the same result again, and leaves nothing behind; pytest itself says the same."""

import sys
from pathlib import Path

import pytest
from helpers import small_copy

from dojo.gate.evidence import Evidence, run_once
from dojo.gate.results.reruns import check_plain_pytest, check_reruns
from dojo.runner import repeat
from gate.planting import Faults, append, faults, is_named, is_said, lines_of

FIZZ, SAY = '    return "Fizz"', "def say(number):"
ONCE = f"    SAID.append(number)\n    number *= SAID.count(number) < 2\n{FIZZ}"
ROW = '    drives(2, "two is said", 2, "2"),\n'
MORE_ROWS = [f'    guards(2, "{number} more", {number}, "{number}"),\n' for number in (20, 22, 23)]
THREE, TEN = 'assert fizz.say(3) == "Fizz"', "print(fizz.say(10))"
TWICE = THREE + ' or fizz.__dict__.setdefault("said", []).append(3) or len(fizz.said) > 1'
FIRST, SECOND = f"pytest.three = 3\n    {THREE}", f"assert pytest.three\n    {TEN}"
FAULTS: Faults = {
    "step_04/fizz.py": [
        (
            SAY,
            f"SAID = []\n\n\n{SAY}",
            FIZZ,
            ONCE,
            "_04_divisible | green in the order of the suite, and red a second",
        ),
    ],
    "suite/test_more.py": [
        (
            THREE,
            FIRST,
            TEN,
            SECOND,
            "“names are said back”: green in the order of the suite, and red in reverse",
        ),
        (THREE, TWICE, "“fizz is said”: red in the order of the suite, and green a second time"),
    ],
}


@pytest.mark.parametrize("fault", faults("law 4 · step", FAULTS))
def test_what_depends_on_more_than_the_step_is_named(small, fault):
    is_named(small, fault, [[check_reruns]])


def test_the_rows_of_a_function_that_depend_on_their_order_are_named_once(small):
    """They are on each step from the first on, and in three other ways."""
    small.edit("suite/test_numbers.py", ROW, ROW + "".join(MORE_ROWS))
    small.edit("suite/test_numbers.py", "NUMBERS = ", "SEEN = []\nNUMBERS = ")
    in_order = '    SEEN.append(said)\n    assert SEEN[0] == "1"\n    assert fizz'
    small.edit("suite/test_numbers.py", "    assert fizz", in_order)
    said = lines_of(small, check_reruns(Evidence(small.story)))
    assert [line.partition("”: ")[2].partition("; let")[0] for line in said] == [
        "green in the order of the suite, and red in reverse order",
        "green in the order of the suite, and red where its function runs alone; and so for 4 more rows of"
        " its table",
        "green in the order of the suite, and red a second time; and so for 4 more rows of its table",
    ]


def test_what_did_not_run_again_is_missing(small):
    evidence = Evidence(small.story)
    del evidence.reruns[evidence.steps[1]].colours[evidence.tests[0].id][repeat.TWICE]
    (said,) = lines_of(small, check_reruns(evidence))
    where = "law 4 · step_01_fake_it · suite/test_numbers.py:7 · “one is said”"
    assert said.startswith(
        f"{where}: green in the order of the suite, and missing a second time; let it depend"
    )


MODULES = "os, pathlib, signal, subprocess, sys, tempfile, threading, warnings"
OF_A_TEST = {
    "changes the working directory": "os.chdir('..')",
    "changes the environment: DOJO": "os.environ['DOJO'] = '1'",
    "leaves a thread": "threading.Thread(target=threading.Event().wait, daemon=True).start()",
    "leaves a process": "subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)",
    "warns: UserWarning: soon": "warnings.warn('soon')",
    "writes into the workspace: suite/written.txt": "pathlib.Path('suite/written.txt').write_text('Fizz')",
    "writes into the workspace: pytest.ini": "os.utime('pytest.ini')",
    "changes the limit of recursion": "sys.setrecursionlimit(sys.getrecursionlimit() + 1)",
    "changes sys.path": "sys.path.append('.')",
    "changes who hears a signal": "signal.signal(signal.SIGUSR2, lambda *_: None)",
}
"""What a test leaves behind, and how."""
HIDDEN = f"bytes.fromhex('{b'__globals__'.hex()}').decode()"
"""A name that cannot be read."""
OF_A_STEP = {
    "writes into the workspace: said.txt": "logging.basicConfig(filename='said.txt', force=True)",
    "reads a file of the workspace: notes.ini": "configparser.ConfigParser().read('notes.ini')",
    "starts another program": f"getattr(logging.Handler.__init__, {HIDDEN})['os'].system(':')",
}
"""What a step does besides its answer, and how."""
OF_AN_IMPORT = {
    "sleeps": "time.sleep(0.01)",
    "starts another program": "os.system(':')",
    "asks the network": "socket.socket().connect_ex(('127.0.0.1', 9))",
    "reads a file of the workspace: hints.txt": "open('hints.txt').read()",
}
"""What a step does while it is imported, and how."""
PUT_BACK = "let the test put back what it changes"
MENDS = {"warns: UserWarning: soon": "do without what it warns of, or expect it"}
SAID = [
    f"law 4 · step_0 | “trace {n}”: {what}; {MENDS.get(what, PUT_BACK)}" for n, what in enumerate(OF_A_TEST)
]
SAID += [f"law 6 · step_03_fizz · suite/ | : {what}; let the step give back" for what in OF_A_STEP]
SAID += [
    f"law 6 · steps/step_04_divisible/fizz.py: {what} while it is imported; let a" for what in OF_AN_IMPORT
]


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    """What is said where all of it happens, each in a test of its own or in a step, in one run."""
    copy = small_copy(tmp_path_factory.mktemp("traces"))
    (copy.root / "notes.ini").write_text("[notes]\n", encoding="utf-8")
    tests = "".join(
        f"@pytest.mark.guards(4)\ndef test_trace_{n}(fizz):\n    {code}\n    assert fizz.say(10)\n\n\n"
        for n, code in enumerate(OF_A_TEST.values())
    )
    append(copy, "suite/test_traces.py", f"import pytest, {MODULES}\n\n\n{tests}")
    does = "".join(f"    {code}\n" for code in OF_A_STEP.values())
    copy.edit("step_03/fizz.py", '"""Fizz."""\n', '"""Fizz."""\n\nimport configparser, logging\n')
    copy.edit("step_03/fizz.py", "    return str(number)\n", f"{does}    return str(number)\n")
    append(copy, "step_04/fizz.py", "\n".join(["import os, socket, time", *OF_AN_IMPORT.values()]))
    evidence = Evidence(copy.story, copy.story.steps[3:], measured=False)
    return lines_of(copy, check_reruns(evidence))


@pytest.mark.parametrize("message", SAID)
def test_what_somebody_does_besides_the_answer_is_named(traced, message):
    is_said(traced, *message.split(" | "))


LEAVES_OUT = "def pytest_collection_modifyitems(items):\n    del items[0]\n"
FAILS = "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef tidy():\n    yield\n    assert False\n"
ZONE = (
    "import os, pytest\n\n@pytest.mark.guards(4)\ndef test_zone(fizz):\n    assert 'TZ' not in os.environ\n"
)
PLAIN = [
    pytest.param("suite/conftest.py", LEAVES_OUT, "4 passed", id="a plugin leaves out a test"),
    pytest.param(
        "suite/conftest.py", FAILS, "5 passed, 5 errors", id="a plugin makes tests fail at their end"
    ),
    pytest.param("suite/test_zone.py", ZONE, "1 failed, 5 passed", id="a test needs a time zone"),
    pytest.param(".pytest.ini", "[pytest]\npython_files = x.py\n", "no tests ran", id="hidden settings"),
]


@pytest.mark.parametrize(("file", "text", "said"), PLAIN)
def test_what_pytest_says_has_to_be_the_same(small, file, text, said):
    """Also where the runner sees nothing of it."""
    evidence = Evidence(small.story)
    assert len(evidence.tests) == 5
    if file == ".pytest.ini":
        (small.root / "pytest.ini").unlink()
    (small.root / file).write_text(text, encoding="utf-8")
    (line,) = lines_of(small, check_plain_pytest(evidence))
    assert line.startswith(f"law 4 · step_04_divisible · suite: pytest itself says “{said}")
    assert "; run TZ=DOJO-13:45 LC_ALL=C pytest suite --step 4" in line


def test_what_runs_for_the_gate_has_a_folder_of_its_own_for_temporary_files(small):
    """Two runs of pytest that share one tidy up after each other, and one of them warns."""
    prints_it = [sys.executable, "-c", "import tempfile; print(tempfile.gettempdir())"]
    folder = Path(run_once(small.story, "cases", [], prints_it).printed.strip())
    assert folder.is_absolute()
    assert not folder.exists()


def test_an_outcome_that_is_not_right_is_not_kept(small):
    """What was in the way of pytest may be gone the next time, and nobody knows of a cache to delete."""
    counts = small.root / "counts"
    notes_a_run = [sys.executable, "-c", f"open({str(counts)!r}, 'a').write('.')"]
    for _ in range(2):
        run_once(small.story, "cases", [], notes_a_run, is_right=lambda _outcome: False)
    assert counts.read_text() == ".."
    for _ in range(2):
        run_once(small.story, "cases", [], notes_a_run, is_right=lambda _outcome: True)
    assert counts.read_text() == "..."
