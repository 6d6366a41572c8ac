"""Of the board only what changed is run again: nothing else, and all of it."""

import json
import os
import shutil

import pytest
from conftest import copied

from dojo import kept
from dojo.covered import Covered
from dojo.matrix import Cell, Matrix, SuiteTest
from dojo.steps import all_steps


def keys(workspace):
    return {step.name: kept.key(step, workspace.root) for step in all_steps(workspace.root)}


@pytest.fixture(scope="module")
def untouched(tmp_path_factory):
    return keys(copied(tmp_path_factory.mktemp("untouched")))


def saved(path, text="\n"):
    def save(workspace):
        file = workspace.path(path)
        file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")

    return save


def nothing(workspace):
    assert workspace.root.exists()


def new_file(workspace):
    workspace.path("tests/suite/test_new.py").touch()


def new_step(workspace):
    shutil.copytree(workspace.path("step_07/"), workspace.root / "steps" / "step_99_new")


ALL = [step.name for step in all_steps()]
EDITS = [
    pytest.param(nothing, [], id="nothing"),
    pytest.param(saved("step_07/poker.py"), ["step_07_flush_of_clubs"], id="a step"),
    pytest.param(saved("step_50/bulk.py"), ["step_50_in_bulk"], id="what stands beside a poker.py"),
    pytest.param(saved("step_07/README.md"), [], id="a story: no run reads it"),
    pytest.param(saved("tests/suite/test_hands.py"), ALL, id="a table of the suite"),
    pytest.param(saved("tests/suite/conftest.py"), ALL, id="the engine"),
    pytest.param(new_file, ALL, id="a new file of the suite"),
    pytest.param(saved("dojo/matrix.py"), ALL, id="what runs the suite"),
    pytest.param(saved("pytest.ini"), ALL, id="the settings"),
    pytest.param(saved("requirements/loop.txt"), ALL, id="the packages"),
    pytest.param(new_step, [*ALL, "step_99_new"], id="a new step: a mark may name it now"),
]


@pytest.mark.parametrize(("edit", "changed"), EDITS)
def test_what_an_edit_makes_run_again(workspace, untouched, edit, changed):
    edit(workspace)
    assert [name for name, key in keys(workspace).items() if key != untouched.get(name)] == changed


@pytest.mark.parametrize("variable", ["CI", "PYTEST_ADDOPTS"])
def test_what_pytest_reads_from_the_environment_counts(workspace, untouched, monkeypatch, variable):
    monkeypatch.setenv(variable, "-vv")
    assert not set(keys(workspace).values()) & set(untouched.values())


A_TEST = SuiteTest("id", "rule", "drives", 1)


def run_in_no_time(ran):
    """A stand-in for the run on all cores that notes which steps it is asked for."""

    def run(_on_part, *, only, measured):
        assert measured
        ran.append([step.number for step in only])
        cells = {("id", step.number): Cell("red", "why", "long", "short") for step in only}
        return Matrix(only, [A_TEST], cells, {step.number: Covered(step, 3, 2, 100.0, []) for step in only})

    return run


@pytest.fixture
def ran(monkeypatch):
    ran = []
    monkeypatch.setattr(kept, "run_on_all_cores", run_in_no_time(ran))
    return ran


def test_a_second_time_nothing_is_run_and_nothing_is_lost(workspace, ran):
    first, second = (kept.kept_or_run(workspace.root) for _ in range(2))
    assert ran == [list(range(len(ALL)))]
    assert (first.tests, first.cells, first.covered) == (second.tests, second.cells, second.covered)


def test_only_the_step_that_changed_is_run(workspace, ran):
    kept.kept_or_run(workspace.root)
    workspace.edit("step_07/poker.py", '"♣"', '"♠"')
    kept.kept_or_run(workspace.root)
    assert ran[1:] == [[7]]


def test_an_edit_of_the_same_size_in_the_same_second_is_seen(workspace, ran):
    kept.kept_or_run(workspace.root)
    file = workspace.path("step_07/poker.py")
    saved_at = file.stat().st_mtime_ns
    workspace.edit("step_07/poker.py", '"♣"', '"♠"')
    os.utime(file, ns=(saved_at, saved_at))
    kept.kept_or_run(workspace.root)
    assert ran[1:] == [[7]]


NOT_KEPT = ["", "{", "[]", '{"step_07_flush_of_clubs": 1}', '{"step_07_flush_of_clubs": ', "\x00"]


@pytest.mark.parametrize("content", NOT_KEPT)
def test_what_cannot_be_read_is_made_anew(workspace, ran, content):
    kept.kept_or_run(workspace.root)
    workspace.path(kept.COLUMNS).write_text(content)
    kept.kept_or_run(workspace.root)
    assert len(ran) == 2
    assert len(json.loads(workspace.path(kept.COLUMNS).read_text())) == len(ALL)


def test_a_save_while_it_runs_is_not_missed(workspace, monkeypatch):
    ran = []
    run = run_in_no_time(ran)

    def run_and_be_saved(on_part, **how):
        if not ran:
            saved("step_07/poker.py")(workspace)
        return run(on_part, **how)

    monkeypatch.setattr(kept, "run_on_all_cores", run_and_be_saved)
    kept.kept_or_run(workspace.root)
    assert ran[1:] == [[7]]
