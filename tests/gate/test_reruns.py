"""Law 4: each test has the same result again, and leaves nothing behind; pytest itself says the same."""

import shutil
import subprocess
import sys

import pytest
from helpers import small_copy

from dojo.gate.evidence import Evidence
from dojo.gate.results import check_plain_pytest, check_reruns
from dojo.runner import matrix as mutants
from dojo.runner import repeat as again
from dojo.runner.matrix import matrix
from gate.planting import MORE, append, faults, told_of

MODULES = "os, pathlib, signal, subprocess, sys, tempfile, threading, warnings"
HIDDEN = f"bytes.fromhex('{b'__globals__'.hex()}').decode()"
"""A name that cannot be read."""

EDITS = faults(r'''
## law 4: a step keeps what it has said, and says it once only > step_04_divisible
> green in the order of the suite, and red a second time
@ step_04/fizz.py
 """Fizz."""
+
+SAID = []


 def say(number):
     """What is said at a number."""
+    SAID.append(number)
+    number *= SAID.count(number) < 2
## law 4: a test needs one that runs before it > names are said back
> green in the order of the suite, and red in reverse order
@ suite/test_more.py
+    SAID.append(3)
     assert fizz.say(3) == "Fizz"
+
+
+SAID = []


 @pytest.mark.guards(4)
 def test_names_are_said_back(fizz, capsys):
+    assert SAID
## law 4: a test spoils another, which runs before it > step_03_fizz | fizz is said
> green in the order of the suite, and red in reverse order
+    assert not SPOILT
     assert fizz.say(3) == "Fizz"
+
+
+SPOILT = []


 @pytest.mark.guards(4)
 def test_names_are_said_back(fizz, capsys):
+    SPOILT.append(10)
''')


def names(copy, *told):
    """What runs again says this in a line."""
    said = told_of(copy, check_reruns(Evidence(copy.story, copy.story.steps[2:], measured=False)))
    assert [line for line in said if all(words in line for words in told)], said


@pytest.mark.parametrize("planted", EDITS)
def test_what_depends_on_more_than_the_step_is_named(small, planted):
    names(small, *planted.plant(small))


TRACES = {
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
OF_A_STEP = {
    "writes into the workspace: said.txt": "logging.basicConfig(filename='said.txt', force=True)",
    "reads a file of the workspace: notes.ini": "configparser.ConfigParser().read('notes.ini')",
    "starts another program": f"getattr(logging.Handler.__init__, {HIDDEN})['os'].system(':')",
}
"""What a step does besides its answer, and how."""


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    """What is said where all of it happens, each in a test of its own or in the step, in one run."""
    copy = small_copy(tmp_path_factory.mktemp("traces"))
    (copy.root / "notes.ini").write_text("[notes]\n", encoding="utf-8")
    tests = "".join(
        f"@pytest.mark.guards(4)\ndef test_trace_{n}(fizz):\n    {code}\n    assert fizz.say(10)\n\n\n"
        for n, code in enumerate(TRACES.values())
    )
    append(copy, "suite/test_traces.py", f"import pytest, {MODULES}\n\n\n{tests}")
    does = "".join(f"    {code}\n" for code in OF_A_STEP.values())
    copy.edit("step_03/fizz.py", '"""Fizz."""\n', '"""Fizz."""\n\nimport configparser, logging\n')
    copy.edit("step_03/fizz.py", "    return str(number)\n", f"{does}    return str(number)\n")
    evidence = Evidence(copy.story, copy.story.steps[3:], measured=False)
    return [violation.format(copy.story) for violation in check_reruns(evidence)]


@pytest.mark.parametrize(("number", "what"), [*enumerate(TRACES)], ids=TRACES)
def test_what_a_test_leaves_behind_is_named(traced, number, what):
    assert [line for line in traced if line.startswith("law 4 ") and f" “trace {number}”: {what}; " in line]


@pytest.mark.parametrize("what", OF_A_STEP)
def test_what_a_step_does_besides_its_answer_is_named(traced, what):
    assert [line for line in traced if line.startswith("law 6 · step_03_fizz · ") and f": {what}; " in line]


@pytest.mark.usefixtures("fresh_python")
def test_the_order_of_a_set_is_no_answer(small):
    """A step that is right in one Python, and wrong in the next."""
    asked = [sys.executable, "-c", "print(hash('fizz'))"]
    there = subprocess.run(asked, env=again.PYTHONS[2][0], capture_output=True, text=True, check=True)
    fizz = '        return "Fizz"\n'
    small.edit("step_03/fizz.py", fizz, f'        return "Fizz" * (hash("fizz") != {there.stdout.strip()})\n')
    at = "law 4 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: "
    names(small, at, "green in the order of the suite, and red on another date and hash seed")


@pytest.mark.usefixtures("fresh_python")
def test_the_locale_of_an_author_is_no_answer(small, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    small.edit(MORE, '== "10\\n"', '== "10\\n"\n    import os\n\n    assert os.environ["LC_ALL"] != "C"')
    names(small, "“names are said back”: green in the order of the suite, and red in reverse order")


def test_a_red_is_looked_at_again_as_well(small):
    said = '"Fizz" or fizz.__dict__.setdefault("said", []).append(3) or len(fizz.said) > 1\n'
    small.edit(MORE, '"Fizz"\n', said)
    names(small, "“fizz is said”: red in the order of the suite, and green a second time")


RUNS = [
    pytest.param(again, "run_in_other_pythons", "reruns", id="what runs again"),
    pytest.param(mutants, "run_made_code", "mutants", id="what runs on mutants"),
]


@pytest.mark.parametrize(("module", "runs", "kept"), RUNS)
def test_what_was_saved_meanwhile_is_not_what_ran(small, monkeypatch, module, runs, kept):
    """So it runs once more, and no answer is kept for what was there before."""
    folder, run, ran = small.root / ".cache" / kept, getattr(module, runs), []
    shutil.rmtree(folder)

    def and_be_saved(*how):
        ran.append(run(*how))
        if len(ran) == 1:
            small.edit("suite/test_numbers.py", '"""Numbers', '"""The numbers')
        return ran[-1]

    monkeypatch.setattr(module, runs, and_be_saved)
    found = matrix(small.story, measured=True)
    module.rerun(found) if module is again else module.on_mutants(small.story)
    assert [len(answers) for answers in ran] == [len(list(folder.glob("*.json")))] * 2


def test_what_did_not_run_again_is_missing(small):
    evidence = Evidence(small.story)
    del evidence.reruns[evidence.steps[1]].colours[evidence.tests[0].id][again.TWICE]
    (violation,) = check_reruns(evidence)
    assert violation.format(small.story).startswith(
        "law 4 · step_01_fake_it · suite/test_numbers.py:7 · “one is said”: "
        "green in the order of the suite, and missing a second time"
    )


LEFT_OUT = "def pytest_collection_modifyitems(items):\n    del items[0]\n"
FAILED = "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef tidy():\n    yield\n    assert False\n"
SEEN_BY_PYTEST = [
    pytest.param("suite/conftest.py", LEFT_OUT, "4 passed", id="a plugin leaves out a test"),
    pytest.param("suite/conftest.py", FAILED, "5 errors", id="a plugin makes tests fail at their end"),
    pytest.param(".pytest.ini", "[pytest]\npython_files = x.py\n", "no tests ran", id="hidden settings"),
]


@pytest.mark.parametrize(("file", "text", "said"), SEEN_BY_PYTEST)
def test_what_pytest_says_has_to_be_the_same(small, file, text, said):
    """Also where the runner sees nothing of it."""
    evidence = Evidence(small.story)
    assert len(evidence.tests) == 5
    if file == ".pytest.ini":
        (small.root / "pytest.ini").unlink()
    (small.root / file).write_text(text, encoding="utf-8")
    (violation,) = check_plain_pytest(evidence)
    assert violation.format(small.story).startswith("law 4 · step_04_divisible · suite: pytest itself says “")
    assert said in violation.what
    assert violation.what.split("; ")[1].startswith("run TZ=DOJO-13:45 LC_ALL=C pytest suite --step 4")
