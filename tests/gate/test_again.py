"""Law 4: each test comes to the same again, and leaves nothing behind. Law 9: each one has failed itself."""

import shutil
import subprocess
import sys

import pytest

from dojo.engine.columns import matrix
from dojo.engine.proof import again, mutants
from dojo.engine.proof.again import SEED
from dojo.gate.colours import caught, same
from gate.planting import MORE, NUMBERS, SAID_FIZZ, SAYS, plant, shuts

FIZZ = "step_03/fizz.py"
GLOBALS = b"__globals__".hex()
"""A name that cannot be read."""
SAID = "    assert fizz.say(number) == said\n"
NAMES = "    print(fizz.say(10))\n"
MODULES = ("builtins", "os", "pathlib", "subprocess", "sys", "tempfile", "threading", "warnings")


def done(fault, statements, *told, law=4):
    """A row: what is done by a test that is green all the same."""
    return plant(law, fault, MORE, NAMES, f"{statements}{NAMES}", "names are said back", *told)


EDITS = [
    plant(
        4,
        "a step keeps what it has said, and says it once only",
        "step_04/fizz.py",
        '"""Fizz."""\n\n\ndef say(number):\n    """What is said at a number."""\n',
        '"""Fizz."""\n\nSAID = []\n\n\ndef say(number):\n    """What is said at a number."""\n'
        "    SAID.append(number)\n    number *= SAID.count(number) < 2\n",
        "step_04_divisible",
        "green in the order of the suite, and red a second time",
    ),
    plant(
        4,
        "a test needs one that runs before it",
        MORE,
        f"{SAID_FIZZ}\n\n@pytest.mark.guards(4)\ndef test_names_are_said_back(fizz, capsys):\n",
        f"    SAID.append(3)\n{SAID_FIZZ}\n\nSAID = []\n\n\n@pytest.mark.guards(4)\n"
        "def test_names_are_said_back(fizz, capsys):\n    assert SAID\n",
        "names are said back",
        "green in the order of the suite, and red where its function runs alone",
    ),
    plant(
        4,
        "a test spoils another, which runs before it",
        MORE,
        f"{SAID_FIZZ}\n\n@pytest.mark.guards(4)\ndef test_names_are_said_back(fizz, capsys):\n",
        f"    assert not SPOILT\n{SAID_FIZZ}\n\nSPOILT = []\n\n\n@pytest.mark.guards(4)\n"
        "def test_names_are_said_back(fizz, capsys):\n    SPOILT.append(10)\n",
        "step_03_fizz",
        "fizz is said",
        "green in the order of the suite, and red in reverse order",
    ),
    done("a test changes the working directory", "    os.chdir('..')\n", "changes the working directory"),
    done("a test changes the environment", "    os.environ['DOJO'] = '1'\n", "changes the environment: DOJO"),
    done(
        "a test leaves a thread",
        "    threading.Thread(target=threading.Event().wait, daemon=True).start()\n",
        "leaves a thread",
    ),
    done(
        "a test leaves a process",
        "    subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)\n",
        "leaves a process",
    ),
    done("a test warns", "    warnings.warn('soon')\n", "warns: UserWarning: soon"),
    done(
        "a test writes into the workspace",
        "    pathlib.Path('suite', 'said.txt').write_text('Fizz')\n",
        "writes into the workspace: suite/said.txt",
    ),
    done(
        "a test deletes from the workspace",
        "    pathlib.Path('pytest.ini').touch()\n    os.utime('pytest.ini')\n",
        "writes into the workspace: pytest.ini",
    ),
    done(
        "a test moves a file into the workspace",
        "    pathlib.Path(tempfile.mkstemp()[1]).rename('suite/said.txt')\n",
        "writes into the workspace: suite/said.txt",
    ),
    done(
        "a test links into the workspace",
        "    pathlib.Path('suite', 'said.txt').unlink(missing_ok=True)\n"
        "    os.symlink('/dev/null', 'suite/said.txt')\n",
        "writes into the workspace: suite/said.txt",
    ),
    plant(
        2,
        "a test patches a builtin",
        MORE,
        NAMES,
        f"    builtins.repr = str\n{NAMES}",
        "names are said back",
        "the code changes builtins.repr, by which it is judged",
    ),
    plant(
        2,
        "a test patches what says which colour it is",
        MORE,
        NAMES,
        f"    sys.modules['conftest'].colour = lambda *_: 'green'\n{NAMES}",
        "names are said back",
        "the code changes conftest.colour, by which it is judged",
    ),
    plant(
        6,
        "a step writes a file",
        FIZZ,
        SAYS,
        f"    logging.basicConfig(filename='said.txt', force=True)\n{SAYS}",
        "step_03_fizz",
        "writes into the workspace: said.txt",
    ),
    plant(
        6,
        "a step reads a file of the workspace",
        FIZZ,
        SAYS,
        f"    configparser.ConfigParser().read('notes.ini')\n{SAYS}",
        "step_03_fizz",
        "reads a file of the workspace: notes.ini",
    ),
    plant(
        6,
        "a step starts a program",
        FIZZ,
        SAYS,
        f"    way = ['__init__', bytes.fromhex('{GLOBALS}').decode()]\n"
        f"    functools.reduce(getattr, way, logging.Handler)['os'].system(':')\n{SAYS}",
        "step_03_fizz",
        "starts another program",
    ),
    plant(
        9,
        "a test cannot fail",
        NUMBERS,
        SAID,
        f"{SAID}\n\n@pytest.mark.guards(3)\ndef test_something_is_said(fizz):\n    assert fizz.say(3)\n",
        "step_03_fizz",
        "something is said",
        "has failed its assertion; add a mutant",
    ),
    plant(
        9,
        "a mutant is right",
        "mutants/never_above_one.py",
        '"1" if number % 3 else right_say(number)',
        '"1" if number < 0 else right_say(number)',
        "mutants/never_above_one.py",
        "passes every test",
    ),
]


@pytest.fixture
def with_modules(small):
    """A story whose tests have some modules at hand."""
    imported = "".join(f"import {name}\n" for name in MODULES)
    small.edit(MORE, "import pytest\n", f"{imported}\nimport pytest\n")
    (small.root / "notes.ini").write_text("[notes]\n", encoding="utf-8")
    of_step = "import configparser\nimport functools\nimport logging\n"
    small.edit(FIZZ, '"""Fizz."""\n', f'"""Fizz."""\n\n{of_step}')
    return small


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(with_modules, capsys, planted):
    planted.is_named(with_modules, capsys)


def test_the_order_of_a_set_is_no_answer(small, capsys):
    """A step that is right in one Python, and wrong in the next."""
    asked = [sys.executable, "-c", "print(hash('fizz'))"]
    there = subprocess.run(asked, env={"PYTHONHASHSEED": SEED}, capture_output=True, text=True, check=True)
    fizz = '        return "Fizz"\n'
    small.edit(FIZZ, fizz, f'        return "Fizz" * (hash("fizz") != {there.stdout.strip()})\n')
    small.edit("step_03/README.md", fizz, "")
    shuts(
        small,
        capsys,
        "law 4 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: ",
        "green in the order of the suite, and red ",
    )


def test_a_red_is_looked_at_again_as_well(small, capsys):
    said = '"Fizz" or fizz.__dict__.setdefault("said", []).append(3) or len(fizz.said) > 1\n'
    small.edit(MORE, '"Fizz"\n', said)
    mark, readme = "@pytest.mark.drives(3)\n", "step_03/README.md"
    small.edit(readme, '    assert fizz.say(3) == "Fizz"\n', mark)
    small.edit(readme, "assert '3' == 'Fizz'\n", "assert ('3' == 'Fizz'\n")
    shuts(small, capsys, "“fizz is said”: red in the order of the suite, and green a second time")


RUNS = [
    pytest.param(again, "in_another_python", "again", id="what runs again"),
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
    module.again(found) if module is again else module.on_mutants(small.story)
    assert list(folder.glob("*.json")) == []


def test_what_did_not_run_again_is_missing(small):
    found = matrix(small.story, measured=True)
    step, test = found.steps[1], found.tests[0]
    runs = again.again(found)
    del runs[step].colours[test.id][again.TWICE]
    (breach,) = same.breaches(found, runs)
    assert breach.told(small.story).startswith(
        "law 4 · step_01_fake_it · suite/test_numbers.py:7 · “one is said”: "
        "green in the order of the suite, and missing a second time"
    )


def test_what_did_not_run_on_a_mutant_is_missing(small):
    found = matrix(small.story, measured=True)
    found.on_mutants = mutants.on_mutants(small.story)
    mutant = next(iter(found.on_mutants))
    del found.on_mutants[mutant][found.tests[0].id]
    (breach,) = caught.breaches(found)
    assert breach.told(small.story).startswith(
        "law 4 · mutants/counts_from_zero.py · “one is said”: missing: every test runs on every mutant"
    )
