"""`make test` and `make check`: each part finds the fault it is there to find, and none is left out."""

import os
import shutil
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import NOT_COPIED, OPEN, TOP, workspace_of

from dojo.cli import checks
from dojo.cli.checks import (
    NEEDED,
    OF_THE_CALL,
    TOOLS,
    folder_in_memory,
    read_testpaths,
    run_checks,
    run_gates,
    run_tool,
    tidy,
)
from dojo.errors import EnvironmentProblem
from dojo.screen import browser
from dojo.story.workspace import Workspace

PYTHON = Path(sys.executable)
NEXT = len((TOP / "dojo" / "errors.py").read_text(encoding="utf-8").splitlines()) + 1
FAULTS = {
    "format": ("x = [1,2]\n", f"dojo/errors.py:{NEXT}:1"),
    "lint": ("import os\n", f"dojo/errors.py:{NEXT}:8"),
    "types": ("x: int = ''\n", f"dojo/errors.py:{NEXT}: error: Incompatible types"),
    "layers": ("import dojo.story\n", "dojo.errors -> dojo.story"),
}


@pytest.fixture
def code(tmp_path):
    """The tooling, and how its tools are set."""
    for name in ("dojo", "katas/poker", "tests"):
        shutil.copytree(TOP / name, tmp_path / name, ignore=NOT_COPIED)
    shutil.copy2(TOP / "pyproject.toml", tmp_path)
    return tmp_path


def copy_known_types(code):
    """Let mypy know what it knows here: otherwise it reads all of Python again."""
    if (TOP / ".mypy_cache").exists():
        shutil.copytree(TOP / ".mypy_cache", code / ".mypy_cache")


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_finds_its_fault(code, capsys, name):
    if name == "types":
        copy_known_types(code)
    assert run_tool(PYTHON, code, name) == ""
    assert capsys.readouterr().out == f"{name}: all is well\n"
    fault, said = FAULTS[name]
    with (code / "dojo" / "errors.py").open("a", encoding="utf-8") as file:
        file.write(fault)
    wrong = run_tool(PYTHON, code, name)
    assert said in wrong
    assert wrong.splitlines()[-1] == f"{name}: see above; make tidy mends format and lint"


FAULTS_OF_TESTS = {
    "a value in a test that has no annotations": (
        "tests/judge/test_planted.py",
        "def test_planted():\n    count: int = 'two'\n",
        "tests/judge/test_planted.py:2: error: Incompatible types in assignment",
    ),
    "a function that tests share": (
        "tests/judge/judging.py",
        "\n\ndef planted(text):\n    return text\n",
        "error: Function is missing a type annotation",
    ),
}


@pytest.mark.parametrize(("path", "fault", "said"), FAULTS_OF_TESTS.values(), ids=FAULTS_OF_TESTS)
def test_the_types_of_the_tests_are_checked_too(code, path, fault, said):
    copy_known_types(code)
    with (code / path).open("a", encoding="utf-8") as file:
        file.write(fault)
    assert said in run_tool(PYTHON, code, "types")


def test_each_module_that_tests_share_is_held_to_say_its_types():
    """A `conftest.py` is so by its name; the others are listed one by one."""
    stories = [file.parent for file in (TOP / "tests").glob("*/story.toml")] + [TOP / "tests" / "suite"]
    files = [file for file in (TOP / "tests").rglob("*.py") if not set(stories) & set(file.parents)]
    own_name = [file for file in files if not file.name.startswith(("test_", "__init__.", "conftest."))]
    shared = {".".join(file.relative_to(TOP / "tests").with_suffix("").parts) for file in own_name}
    settings = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    (listed,) = (rule["module"] for rule in settings["overrides"] if rule.get("disallow_untyped_defs"))
    assert shared - set(listed) == set()
    assert "helpers" in shared


def test_tidy_mends_what_it_can(code, monkeypatch):
    monkeypatch.setattr(checks, "python_of", lambda *_which: PYTHON)
    file = code / "dojo" / "errors.py"
    tidied = file.read_text(encoding="utf-8")
    file.write_text(f"import os\n{tidied}x = [1,2]\n", encoding="utf-8")
    assert tidy(Workspace(code)) == 0
    assert file.read_text(encoding="utf-8") == f"{tidied}\n\nx = [1, 2]\n"


QUICK = "The matrix holds: 5 tests on 5 steps. Cases, mutants and reruns: make gate"


@pytest.fixture(scope="module")
def gated(tmp_path_factory):
    """A workspace with the small story as its first one and among its tests; what the gate says of both."""
    top = workspace_of(tmp_path_factory.mktemp("gated"), small="steps").root
    shutil.copytree(top / "steps", top / "tests" / "small")
    with redirect_stdout(StringIO()) as printed:
        assert run_gates(Workspace(top)) == 0
    return top, printed.getvalue()


def test_the_gate_is_asked_of_the_first_story_and_of_those_of_the_tests(gated):
    _, printed = gated
    assert printed == f"small: {QUICK}\nsmall: {OPEN}\n"


def test_the_gate_of_a_story_that_the_project_names_is_quick(gated, tmp_path, capsys):
    top = shutil.copytree(gated[0], tmp_path / "a dojo", symlinks=True)
    (top / "pyproject.toml").write_text('[tool.dojo]\nquick_gates = ["small"]\n')
    run_gates(Workspace(top))
    assert capsys.readouterr().out.count("The matrix holds: ") == 2
    run_gates(Workspace(top), thorough=True)
    assert capsys.readouterr().out.count("The matrix holds: ") == 0


@pytest.mark.parametrize("faulty", ["steps", "tests/small"])
def test_the_gate_holds_every_story_to_the_laws(gated, tmp_path, capsys, faulty):
    """That of the tests as well; of the first story, what the matrix shows, or all if it is thorough."""
    top = shutil.copytree(gated[0], tmp_path / "a dojo", symlinks=True)
    mutant = top / faulty / "mutants" / "never_above_one.py"
    mutant.write_text(mutant.read_text().replace(" if number % 3 else", " if number == 1 else"))
    assert run_gates(Workspace(top)) == (0 if faulty == "steps" else 1)
    assert run_gates(Workspace(top), thorough=True) == 1
    assert f"law 9 · {faulty}/mutants/never_above_one.py" in capsys.readouterr().err


@pytest.fixture
def top(tmp_path):
    """A workspace with folders of tests, of which one is for make check alone."""
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths =\n    tests/room\n    tests/katas\n")
    shutil.copy(TOP / ".gitignore", tmp_path)
    shutil.copytree(TOP / "requirements", tmp_path / "requirements")
    return tmp_path


@pytest.fixture
def ran(monkeypatch):
    """What pytest is called with where every tool and every gate is content; `saves` is saved meanwhile."""
    seen = SimpleNamespace(words=[], environment={}, gates=[], status=0, saves=None)

    def run(words, *, cwd, env):
        seen.words, seen.environment = words, env
        seen.folders = [word for word in words if word.startswith("tests/")]
        if seen.saves:
            save(cwd / seen.saves)
        return subprocess.CompletedProcess(words, seen.status)

    monkeypatch.setattr(checks, "run_tool", lambda *_which: "")
    monkeypatch.setattr(checks, "run_gates", lambda _workspace, **how: seen.gates.append(how["thorough"]))
    monkeypatch.setattr(checks, "browser_for", lambda _python, named: named or "/found/chromium")
    monkeypatch.setattr(checks, "firefox_for", lambda named: named or "/found/firefox")
    monkeypatch.setattr(checks, "webkit_for", lambda named: named or "/found/driver")
    monkeypatch.setattr(checks, "NEEDED", {})
    monkeypatch.setattr(checks, "subprocess", SimpleNamespace(run=run))
    return seen


def save(file):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("# edited\n", encoding="utf-8")


PASSED = "make test has passed on these very files: the rest follows.\n"


def test_a_bare_pytest_runs_each_folder_of_tests_but_that_of_make_check():
    folders = {f"tests/{file.parent.name}" for file in TOP.glob("tests/*/__init__.py")}
    testpaths = read_testpaths(TOP)
    assert sorted(testpaths) == sorted(folders - {"tests/check"})
    assert testpaths[-1] == "tests/katas"


def test_make_check_runs_what_make_test_has_passed_no_second_time(ran, top, capsys):
    assert run_checks(Workspace(top)) == 0
    assert ran.words[0] == str(top / ".venv-dev" / "bin" / "python")
    assert ran.folders == ["tests/room", "tests/katas"]
    assert run_checks(Workspace(top), browser="") == 0
    assert ran.words[0] == str(top / ".venv-dev" / "bin" / "python")
    assert (ran.folders, ran.environment["BROWSER"]) == (["tests/check"], "/found/chromium")
    assert ran.environment["FIREFOX"] == "/found/firefox"
    assert ran.environment["WEBKIT"] == "/found/driver"
    assert ran.words[4:8] == ["-W", "error::DeprecationWarning", "-p", "dojo.cli.workers"]
    assert ran.gates == [False, True]
    assert capsys.readouterr().out == PASSED


EDITS = {
    "tests/room/test_more.py": True,
    "tests/room/__init__.py": True,
    "pyproject.toml": True,
    ".mypy_cache/cache.db": False,
    "dojo/__pycache__/a.pyc": False,
}


@pytest.mark.parametrize("file", EDITS)
def test_after_an_edit_make_check_runs_all(ran, top, capsys, file):
    assert run_checks(Workspace(top)) == 0
    save(top / file)
    assert run_checks(Workspace(top), browser="") == 0
    assert ran.folders == ["tests/check", *(["tests/room", "tests/katas"] if EDITS[file] else [])]
    assert capsys.readouterr().out == ("" if EDITS[file] else PASSED)


PACKAGES = Path(".venv-dev", "lib", "python3.11", "site-packages")


@pytest.mark.parametrize("change", ["a variable", "a package"])
def test_with_another_environment_make_check_runs_all(ran, top, monkeypatch, capsys, change):
    assert run_checks(Workspace(top)) == 0
    if change == "a variable":
        monkeypatch.setenv("GREETING", "b")
    else:
        (top / PACKAGES / "pytest_cov-7.0.dist-info").mkdir(parents=True)
    assert run_checks(Workspace(top), browser="") == 0
    assert ran.folders == ["tests/check", "tests/room", "tests/katas"]
    assert capsys.readouterr().out == ""


def test_what_make_check_itself_installs_is_no_other_environment(ran, top, capsys):
    assert run_checks(Workspace(top)) == 0
    for package in ("hypothesis-6.170.15", "axe_playwright_python-0.1.8"):
        (top / PACKAGES / f"{package}.dist-info").mkdir(parents=True)
    assert run_checks(Workspace(top), browser="") == 0
    assert (ran.folders, capsys.readouterr().out) == (["tests/check"], PASSED)


def variables_of(words, tmp_path):
    """The variables that the Makefile hands to Python in a call, with its values."""
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\nenv\n")
    python.chmod(0o755)
    shutil.copy(TOP / "Makefile", tmp_path)
    # without those of a make that runs the tests
    environment = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    printed = subprocess.check_output(["make", *words], cwd=tmp_path, env=environment, text=True)
    return set(printed.splitlines())


def test_to_name_a_browser_is_no_other_environment(tmp_path):
    named = variables_of(["check", "BROWSER=/opt/chromium"], tmp_path)
    differ = {line.partition("=")[0] for line in named ^ variables_of(["test"], tmp_path)}
    assert "BROWSER" in differ
    assert differ - OF_THE_CALL == set()


def test_after_an_edit_while_the_tests_run_make_check_runs_all_also_if_it_is_undone(ran, top):
    ran.saves = "new.py"
    assert run_checks(Workspace(top)) == 0
    (top / "new.py").unlink()
    assert run_checks(Workspace(top), browser="") == 0
    assert ran.folders == ["tests/check", "tests/room", "tests/katas"]


FREE = {"f_bavail": 2**21, "f_frsize": 2**11, "f_flag": 0}
DISKS = {
    "4 GiB": ({}, {"TMPDIR": "/dev/shm"}),
    "less than 4 GiB": ({"f_bavail": 2**21 - 1}, {}),
    "mounted so that nothing runs": ({"f_flag": os.ST_NOEXEC}, {}),
}


@pytest.mark.parametrize(("found", "where"), DISKS.values(), ids=DISKS)
def test_tests_write_into_memory_where_there_is_room(monkeypatch, tmp_path, found, where):
    assert folder_in_memory(str(tmp_path / "missing")) == {}
    monkeypatch.setattr(os, "statvfs", lambda _folder: SimpleNamespace(**FREE | found))
    assert folder_in_memory() == where


@pytest.mark.parametrize("part", ["run_tool", "run_gates", "pytest"])
def test_what_is_wrong_ends_it(ran, top, capsys, monkeypatch, part):
    ran.status = 5
    if part != "pytest":
        monkeypatch.setattr(checks, part, lambda *_which, **_how: 1 if part == "run_gates" else "a fault")
    assert run_checks(Workspace(top)) == (5 if part == "pytest" else 1)
    assert bool(ran.words) == (part == "pytest")
    assert capsys.readouterr().err == ("a fault\n" * len(TOOLS) if part == "run_tool" else "")


def test_no_file_of_tests_is_left_out():
    """But those of the stories, which their gates hold."""
    of_stories = {TOP / "tests" / "suite", *TOP.glob("tests/*/suite")}
    files = [file for file in TOP.glob("tests/**/test_*.py") if file.parent not in of_stories]
    run = {file.parent for file in TOP.glob("tests/*/__init__.py")}
    assert [file for file in files if not run & {*file.parents}] == []


@pytest.mark.parametrize("tool", NEEDED)
def test_what_make_check_needs_and_is_missing_is_said(top, tool, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None if name == tool else f"/usr/bin/{name}")
    with pytest.raises(EnvironmentProblem) as stop:
        run_checks(Workspace(top), browser="")
    assert str(stop.value) == f"make check needs {tool}, and it is missing: install {NEEDED[tool]}"


def test_a_firefox_that_is_missing_is_said_before_anything_runs(ran, top, monkeypatch):
    monkeypatch.setattr(checks, "firefox_for", browser.firefox_for)
    with pytest.raises(EnvironmentProblem, match="the pages need a Firefox too"):
        run_checks(Workspace(top), browser="", firefox="/nowhere/firefox")
    assert ran.words == []


def test_a_webkit_that_is_missing_is_said_before_anything_runs(ran, top, monkeypatch):
    monkeypatch.setattr(checks, "webkit_for", browser.webkit_for)
    with pytest.raises(EnvironmentProblem, match="the pages need the driver of a WebKit too"):
        run_checks(Workspace(top), browser="", webkit="/nowhere/driver")
    assert ran.words == []


def test_without_a_pseudo_terminal_a_line_says_so_before_anything_runs(ran, top, monkeypatch):
    def openpty():
        raise FileNotFoundError("out of pty devices")

    monkeypatch.setattr(os, "openpty", openpty)
    with pytest.raises(EnvironmentProblem) as stop:
        run_checks(Workspace(top))
    line = "the tests need a pseudo-terminal, and there is none: mount -t devpts devpts /dev/pts"
    assert str(stop.value) == line
    assert ran.words == []
