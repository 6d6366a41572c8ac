"""Law 4: each test comes to the same again, and leaves nothing behind. Law 9: each one has failed itself."""

import shutil
import subprocess
import sys

import pytest
from helpers import small_copy

from dojo.gate.colours import caught, same
from dojo.gate.evidence import Evidence
from dojo.runner.columns import matrix
from dojo.runner.proof import mutants
from dojo.runner.proof import repeat as again
from dojo.runner.proof.repeat import PYTHONS
from gate.planting import MORE, append, faults, shuts

FIZZ, NUMBERS = "step_03/fizz.py", "suite/test_numbers.py"
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
> green in the order of the suite, and red where its function runs alone
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
## law 4: a test changes the working directory > names are said back | changes the working directory
+    import os
+
+    os.chdir('..')
     print(fizz.say(10))
## law 9: a test cannot fail > step_03_fizz | something is said | has failed its assertion; add a mutant
@ suite/test_numbers.py
     assert fizz.say(number) == said
+
+
+@pytest.mark.guards(3)
+def test_something_is_said(fizz):
+    assert fizz.say(3)
## law 9: a mutant is right > mutants/never_above_one.py | passes every test
@ mutants/never_above_one.py
-"1" if number % 3 else right_say(number)
+"1" if number < 0 else right_say(number)
''')


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


TRACES = {
    "changes the environment: DOJO": "os.environ['DOJO'] = '1'",
    "leaves a thread": "threading.Thread(target=threading.Event().wait, daemon=True).start()",
    "leaves a process": "subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)",
    "warns: UserWarning: soon": "warnings.warn('soon')",
    "writes into the workspace: suite/written.txt": "pathlib.Path('suite/written.txt').write_text('Fizz')",
    "writes into the workspace: pytest.ini": "os.utime('pytest.ini')",
    "writes into the workspace: suite/moved.txt": "os.rename(tempfile.mkstemp()[1], 'suite/moved.txt')",
    "writes into the workspace: suite/link.txt": "os.symlink('/dev/null', 'suite/link.txt')",
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
"""What a step does besides its answer, and how, where no reading sees it."""


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
    return [violation.format(copy.story) for violation in same.check(Evidence(copy.story))]


@pytest.mark.parametrize(("number", "what"), [*enumerate(TRACES)], ids=TRACES)
def test_what_a_test_leaves_behind_is_named(traced, number, what):
    assert [line for line in traced if line.startswith("law 4 ") and f" “trace {number}”: {what}; " in line]


@pytest.mark.parametrize("what", OF_A_STEP)
def test_what_a_step_does_besides_its_answer_is_named(traced, what):
    assert [line for line in traced if line.startswith("law 6 · step_03_fizz · ") and f": {what}; " in line]


@pytest.mark.usefixtures("fresh_python")
def test_the_order_of_a_set_is_no_answer(small, capsys):
    """A step that is right in one Python, and wrong in the next."""
    asked = [sys.executable, "-c", "print(hash('fizz'))"]
    there = subprocess.run(asked, env=PYTHONS[2][0], capture_output=True, text=True, check=True)
    fizz = '        return "Fizz"\n'
    small.edit(FIZZ, fizz, f'        return "Fizz" * (hash("fizz") != {there.stdout.strip()})\n')
    small.edit("step_03/README.md", fizz, "")
    at = "law 4 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: "
    shuts(small, capsys, at, "green in the order of the suite, and red on another date and hash seed")


def test_a_red_is_looked_at_again_as_well(small, capsys):
    said = '"Fizz" or fizz.__dict__.setdefault("said", []).append(3) or len(fizz.said) > 1\n'
    small.edit(MORE, '"Fizz"\n', said)
    mark, readme = "@pytest.mark.drives(3)\n", "step_03/README.md"
    small.edit(readme, '    assert fizz.say(3) == "Fizz"\n', mark)
    small.edit(readme, "assert '3' == 'Fizz'\n", "assert ('3' == 'Fizz'\n")
    shuts(small, capsys, "“fizz is said”: red in the order of the suite, and green a second time")


RUNS = [
    pytest.param(again, "run_in_other_pythons", "reruns", id="what runs again"),
    pytest.param(mutants, "tried", "mutants", id="what runs on mutants"),
]


@pytest.mark.parametrize(("module", "runs", "kept"), RUNS)
def test_what_was_saved_meanwhile_is_not_what_ran(small, monkeypatch, module, runs, kept):
    """So its answer is not kept for what was there before."""
    folder, run = small.root / ".cache" / kept, getattr(module, runs)
    shutil.rmtree(folder)

    def and_be_saved(*how):
        small.edit(NUMBERS, '"""Numbers', '"""The numbers')
        return run(*how)

    monkeypatch.setattr(module, runs, and_be_saved)
    found = matrix(small.story, measured=True)
    module.rerun(found) if module is again else module.on_mutants(small.story)
    assert list(folder.glob("*.json")) == []


def test_what_did_not_run_again_is_missing(small):
    evidence = Evidence(small.story)
    del evidence.reruns[evidence.steps[1]].colours[evidence.tests[0].id][again.TWICE]
    (violation,) = same.check(evidence)
    assert violation.format(small.story).startswith(
        "law 4 · step_01_fake_it · suite/test_numbers.py:7 · “one is said”: "
        "green in the order of the suite, and missing a second time"
    )


def test_what_did_not_run_on_a_mutant_is_missing(small):
    evidence = Evidence(small.story)
    on_mutants = evidence.matrix_with_mutants.on_mutants
    del on_mutants[next(iter(on_mutants))][evidence.tests[0].id]
    (violation,) = caught.check(evidence)
    assert violation.format(small.story).startswith(
        "law 4 · mutants/counts_from_zero.py · “one is said”: missing: every test runs on every mutant"
    )
