"""An answer is repeated while all that its run read is as it was, and not once any of it has changed."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from dojo.gate import checks
from dojo.gate.evidence import run_once
from dojo.gate.gate import gate
from dojo.gate.katas import run_first_test
from dojo.runner.matrix import matrix, on_mutants
from dojo.runner.recorder import dependencies
from dojo.runner.recorder.recording import recording
from dojo.runner.repeat import BACKWARDS, rerun
from dojo.screen.console import console, paragraph
from dojo.story.steps import read_text
from dojo.tour.board import board

PLAIN = "assert fizz.say(number) == said"


class World:
    """What lies around a story: data, a variable, a folder of installed packages, a module above it."""

    def __init__(self, root, patch):
        self.root, self.patch = root, patch
        self.suite, self.packages = root / "suite", root / "site-packages"
        self.data = root / "data" / "y.csv"
        for folder in (self.suite, self.packages, self.data.parent):
            folder.mkdir(exist_ok=True)

    def write(self, text):
        self.data.write_text(text)

    def delete(self):
        self.data.unlink(missing_ok=True)

    def set(self, value):
        self.patch.setenv("GREETING", value)

    def unset(self):
        self.patch.delenv("GREETING", raising=False)

    def install(self):
        (self.packages / "greetings_of_a_test.py").write_text("")
        (self.packages / "greetings_of_a_test-1.dist-info").mkdir(exist_ok=True)

    def uninstall(self):
        for file in self.packages.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()

    def write_helper(self, value):
        (self.root / "helper_above.py").write_text(f"VALUE = {value}\n")

    def link(self, name):
        """Let the data be a link to one of two files."""
        for text in ("2408", "2409"):
            (self.data.parent / text).write_text(text)
        self.delete()
        self.data.symlink_to(self.data.parent / name)

    def date(self, seconds):
        self.write("2408")
        os.utime(self.data, (seconds, seconds))


@dataclass(frozen=True)
class Kind:
    """What a test asks for, and what makes the answer yes, and then no."""

    asks: str
    yes: Callable[[World], object]
    no: Callable[[World], object]


DATA = "(Path(__file__).parent.parent / 'data' / 'y.csv')"
SWAPPED = (lambda world: world.write("2408\n2409\n"), lambda world: world.write("2409\n2408\n"))
WRITTEN = (lambda world: world.delete(), lambda world: world.write("2408\n"))
GREETED = (lambda world: world.set("a"), lambda world: world.set("b"))
SET = (lambda world: world.unset(), lambda world: world.set("a"))
REMOVED = (lambda world: world.install(), lambda world: world.uninstall())
EDITED = (lambda world: world.write_helper(1), lambda world: world.write_helper(2))
LINKED = (lambda world: world.link("2408"), lambda world: world.link("2409"))
TOUCHED = (lambda world: world.date(1000), lambda world: world.date(2000))


KINDS = {
    "a file": Kind(f"{DATA}.read_text().startswith('2408')", *SWAPPED),
    "a file of bytes": Kind(f"os.read(os.open({DATA}, 0), 4) == b'2408'", *SWAPPED),
    "a file that is not there": Kind(f"not {DATA}.exists()", *WRITTEN),
    "a file that cannot be opened": Kind(f"raises(OSError, open, {DATA})", *WRITTEN),
    "a file that may not be read": Kind(f"not os.access({DATA}, os.R_OK)", *WRITTEN),
    "the names in a folder": Kind(f"os.listdir({DATA}.parent) == []", *WRITTEN),
    "the files below a folder": Kind(f"[*os.walk({DATA}.parent)][0][2] == []", *WRITTEN),
    "the files that a pattern finds": Kind(f"[*{DATA}.parent.glob('*.csv')] == []", *WRITTEN),
    "where a link leads": Kind(f"os.readlink({DATA}).endswith('2408')", *LINKED),
    "a file behind a link": Kind(f"{DATA}.read_text() == '2408'", *LINKED),
    "the date of a file": Kind(f"{DATA}.stat().st_mtime == 1000", *TOUCHED),
    "a variable": Kind("os.environ['GREETING'] == 'a'", *GREETED),
    "a variable by its function": Kind("os.getenv('GREETING') == 'a'", *GREETED),
    "a variable in bytes": Kind("os.environb[b'GREETING'] == b'a'", *GREETED),
    "a variable that is not set": Kind("'GREETING' not in os.environ", *SET),
    "all variables": Kind("'GREETING' not in {**os.environ}", *SET),
    "a module above the suite": Kind("importlib.import_module('helper_above').VALUE == 1", *EDITED),
    "a package": Kind("importlib.import_module('greetings_of_a_test')", *REMOVED),
    "a package that is not there": Kind(
        "raises(ImportError, importlib.import_module, 'greetings_of_a_test')", *REMOVED[::-1]
    ),
    "a package that is looked for": Kind("importlib.util.find_spec('greetings_of_a_test')", *REMOVED),
}


def new_process():
    """Forget what the code of a story has imported: each verb is a process of its own."""
    for name in ("greetings_of_a_test", "helper_above"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()


@pytest.fixture
def around(monkeypatch):
    """Makes the surroundings of a story."""

    def around(root):
        world = World(root, monkeypatch)
        monkeypatch.syspath_prepend(root)  # as the top of a workspace is
        monkeypatch.setattr(sys, "path", [*sys.path, str(world.packages)])
        folders = (*dependencies.INSTALLED, f"{world.packages}{os.sep}")
        monkeypatch.setattr(dependencies, "INSTALLED", folders)
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        return world

    yield around
    new_process()


def raises(error, function, *arguments):
    """True if a function raises an error of this kind."""
    try:
        function(*arguments)
    except error:
        return True
    return False


def ask(world, question, imports="pass"):
    """What the code of a story answers, and what that depends on."""
    new_process()
    file = world.suite / "test_it.py"
    names = {"__file__": str(file), "raises": raises, "os": os, "Path": Path, "importlib": importlib}
    with recording() as recorder, suppress(KeyError, ImportError):
        exec(compile(f"ANSWER = False\n{imports}\nANSWER = bool({question})", file, "exec"), names)
    return names["ANSWER"], recorder.noted


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_what_an_answer_depends_on_is_seen_and_seen_to_change(around, tmp_path, kind):
    """From yes to no and back; and as long as nothing changes, it is as it was."""
    world = around(tmp_path)
    answers, is_as_it_was = [], []
    for change, other in [(kind.yes, kind.no), (kind.no, kind.yes)]:
        change(world)
        answer, depends_on = ask(world, kind.asks)
        answers.append(answer)
        before = dependencies.is_as_it_was(depends_on)
        other(world)
        is_as_it_was.append((before, dependencies.is_as_it_was(depends_on)))
    assert answers == [True, False]
    assert is_as_it_was == [(True, False), (True, False)]


UNSEEN = {
    "another program": ("import subprocess", "subprocess.run(['true'])"),
    "a shell": ("pass", "os.system('true')"),
    "another process": ("pass", "os.waitpid(os.fork() or os._exit(0), 0)"),
    "a socket": ("import socket", "socket.socket().close() is None"),
    "native code": ("import ctypes", "ctypes.CDLL(None)"),
    "the clock": ("import time", "time.time()"),
    "a stop watch": ("from time import perf_counter", "perf_counter()"),
    "the date": ("import datetime", "datetime.date.today()"),
    "the time zone": ("import datetime", "datetime.datetime.fromtimestamp(0)"),
    "the locale": ("import locale", "locale.getlocale()"),
}


@pytest.mark.parametrize(("imports", "question"), UNSEEN.values(), ids=UNSEEN)
def test_what_depends_on_more_than_can_be_seen_is_never_as_it_was(around, tmp_path, imports, question):
    _, depends_on = ask(around(tmp_path), question, imports)
    assert "untracked" in depends_on
    assert not dependencies.is_as_it_was(depends_on)


NEW = f"{DATA}.with_name('new')"
NO_MATTER = {
    "a file that it writes itself": f"{DATA}.write_text('2408') and {DATA}.read_text()",
    "a folder that it makes itself": f"{NEW}.mkdir() or not os.listdir({NEW})",
    "a temporary folder": "os.listdir(__import__('tempfile').mkdtemp()) == []",
    "what Python reads for itself": "__import__('this') and __import__('shelve')",
    "a variable that it sets itself": "os.environ.update(GREETING='c') is None",
}


@pytest.mark.parametrize("question", NO_MATTER.values(), ids=NO_MATTER)
def test_what_a_run_makes_itself_is_no_reason_to_run_it_again(around, tmp_path, question):
    world = around(tmp_path)
    world.set("a")
    answer, depends_on = ask(world, question)
    world.write("2409")
    shutil.rmtree(world.data.parent / "new", ignore_errors=True)
    assert answer is True
    assert dependencies.is_as_it_was(depends_on)


def test_what_we_read_ourselves_is_no_reason_to_run_it_again(around, tmp_path):
    """Another width of the terminal, say: only what the code of a story asks for counts."""
    world = around(tmp_path)
    world.write("2408")
    with recording() as recorder:
        paragraph(console(), "2408")
        assert read_text(world.data) == "2408"
    assert recorder.noted == {}


# What repeats an answer: each of them must see what its own runs depend on.

FILE = Kind(f"{DATA}.read_text().startswith('2408')", *SWAPPED)
VARIABLE = Kind("os.environ.get('GREETING') == 'a'", *GREETED)
AT_IMPORT = Kind("LINE == '2408\\n'", *SWAPPED)
PACKAGE = Kind("importlib.util.find_spec('greetings_of_a_test')", *REMOVED)


def let_tests_ask(copy, question):
    """Have the tests of numbers assert that too."""
    imports = (
        f"import importlib.util\nimport os\nfrom pathlib import Path\n\nLINE = {DATA}.open().readline()\n"
    )
    copy.edit("suite/test_numbers.py", PLAIN, f"{PLAIN}\n    assert {question}")
    copy.edit("suite/test_numbers.py", "import pytest\n", f"{imports}\nimport pytest\n")


def colours_of_a_step(story):
    cells = matrix(story, only=story.steps[2:3]).cells.values()
    return {cell.colour for cell in cells if "test_numbers" in cell.id}


def colours_of_a_mutant(story):
    results = {mutant.name: cells for mutant, cells in on_mutants(story).items()}
    return {cell.colour for cell in results["never_above_one"].values() if cell.rule == "one is said"}


def colours_of_another_run(story):
    found = rerun(matrix(story, only=story.steps[2:3])).values()
    return {ways[BACKWARDS] for step in found for id, ways in step.colours.items() if "test_numbers" in id}


@dataclass(frozen=True)
class Repeats:
    """What repeats an answer: the name of its cache, and a function that gives colours."""

    cache: str
    colours: Callable[..., object]
    kind: Kind


REPEATS = {
    "a column: a file": Repeats("columns", colours_of_a_step, FILE),
    "a column: a variable": Repeats("columns", colours_of_a_step, VARIABLE),
    "a column: a file read by an import": Repeats("columns", colours_of_a_step, AT_IMPORT),
    "a column: a package": Repeats("columns", colours_of_a_step, PACKAGE),
    "a mutant: a file": Repeats("mutants", colours_of_a_mutant, FILE),
    "a mutant: a variable": Repeats("mutants", colours_of_a_mutant, VARIABLE),
    "another Python: a file": Repeats("reruns", colours_of_another_run, FILE),
    "another Python: a variable": Repeats("reruns", colours_of_another_run, VARIABLE),
}


@pytest.mark.parametrize("repeats", REPEATS.values(), ids=REPEATS)
def test_whatever_repeats_a_colour_runs_again_once_it_may_be_another(around, bare, repeats):
    """In both directions; and what has not changed is repeated: its file is not written again."""
    world = around(bare.root)
    world.write("2408\n")
    let_tests_ask(bare, repeats.kind.asks)
    seen, written = [], []
    for change in (repeats.kind.yes, repeats.kind.no):
        change(world)
        for _ in range(2):
            seen.append(repeats.colours(bare.story))
            files = (bare.root / ".cache" / repeats.cache).glob("*.json")
            written.append(sorted(file.stat().st_ino for file in files))
            new_process()
    assert seen == [{"green"}, {"green"}, {"red"}, {"red"}]
    assert written[0] == written[1] != written[2] == written[3]


PROGRAMS = {
    "a file": ("print(open('data/y.csv').read())", *SWAPPED),
    "a file that is not there": ("import pathlib; print(pathlib.Path('data/y.csv').exists())", *WRITTEN),
    "a variable": ("import os; print(os.environ.get('GREETING'))", *GREETED),
    "a module": ("import sys; sys.path.append('.'); import helper_above; print(helper_above.VALUE)", *EDITED),
}


@pytest.mark.parametrize(("code", "before", "after"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_runs_again_once_what_it_read_has_changed(around, bare, code, before, after):
    """As the programs of steps, and the commands of READMEs do."""
    world = around(bare.root)
    (bare.root / "program.py").write_text(code)
    printed, answers = [], []
    for change in (before, after):
        change(world)
        for _ in range(2):
            outcome = run_once(
                bare.story, "cases", [bare.root / "program.py"], [sys.executable, "program.py"]
            )
            assert outcome.complaint == ""
            printed.append(outcome.printed)
            answers.append([file.stat().st_ino for file in (bare.root / ".cache" / "cases").iterdir()])
    assert printed[0] == printed[1] != printed[2] == printed[3]
    assert answers[0] == answers[1] != answers[2] == answers[3]


def test_a_program_is_not_told_that_it_is_watched(bare):
    code = (
        "import os, sys; print(len(sys.path), [name for name in ('PYTHONPATH', '{}') if name in os.environ])"
    )
    bare.path("program.py").write_text(code.format(dependencies.REPORT))
    watched = run_once(bare.story, "cases", [bare.root / "program.py"], [sys.executable, "program.py"])
    assert watched.printed == bare.run(sys.executable, "program.py").stdout


def test_the_program_of_another_language_is_run_each_time(bare):
    """Nothing says what it has read."""
    for _ in range(2):
        run_once(bare.story, "cases", [], ["echo", "hello"])
    assert not (bare.root / ".cache" / "cases").exists()


def test_what_ends_python_itself_is_run_each_time(bare):
    """It has not said what it read."""
    let_tests_ask(bare, "os._exit(1)")
    bare.root.joinpath("data").mkdir()
    bare.path("data/y.csv").write_text("2408\n")
    assert colours_of_a_step(bare.story) == {"amber"}
    assert not (bare.root / ".cache" / "columns").exists()


def test_a_first_test_runs_again_once_what_it_read_has_changed(around, bare):
    world = around(bare.root)
    first = bare.path("kata/first_test.py")
    first.write_text(f"{first.read_text()}    import os\n    assert os.environ['GREETING'] == 'a'\n")
    said = []
    for value in ("a", "a", "b", "b"):
        world.set(value)
        fault = run_first_test(first, bare.story.steps[3], bare.story)
        said.append(fault.problem.partition(" on ")[0] if fault else "")
    assert said == ["", "", "“one is said” is red", "“one is said” is red"]


GATES = {"a file": FILE, "a variable": VARIABLE, "a package": PACKAGE}


@pytest.fixture
def held(small, monkeypatch):
    """Says what the gate does, and whether it has looked."""
    looked, find = [], checks.find

    def find_and_note(*what):
        looked.append(True)
        return find(*what)

    monkeypatch.setattr(checks, "find", find_and_note)

    def held():
        looked.clear()
        new_process()
        return gate(small.story, small.story.steps), bool(looked)

    return held


@pytest.mark.parametrize("kind", GATES.values(), ids=GATES)
def test_an_open_gate_is_open_only_while_all_is_as_it_was(small, around, held, kind):
    """In both directions; and while nothing changes, it does not look again."""
    world = around(small.root)
    imports = "import importlib.util\nimport os\nfrom pathlib import Path\n\nimport pytest\n"
    small.edit("suite/test_more.py", "import pytest\n", imports)
    small.edit(
        "suite/test_more.py", "    print(fizz.say(10))", f"    assert {kind.asks}\n    print(fizz.say(10))"
    )
    seen = []
    for change in (kind.yes, kind.no):
        change(world)
        seen.append([held(), held()])
    kind.yes(world)
    assert seen == [[(0, True), (0, False)], [(1, True), (1, True)]]
    assert held()[0] == 0


def test_a_board_is_written_again_once_what_a_test_read_has_changed(small, around, capsys):
    world = around(small.root)
    small.edit("suite/test_more.py", "import pytest\n", "from pathlib import Path\n\nimport pytest\n")
    small.edit(
        "suite/test_more.py", "    print(fizz.say(10))", f"    assert {FILE.asks}\n    print(fizz.say(10))"
    )
    page, statuses = small.root / "board.html", []
    for change in (FILE.yes, FILE.no):
        change(world)
        statuses.append(board(small.story, page))
    assert statuses == [0, 1]
    assert "board.html was not written" in capsys.readouterr().err
