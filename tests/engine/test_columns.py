"""Only the columns that something has changed are run again: nothing else, and all of it."""

import errno
import json
import multiprocessing
import os
import shutil
import signal
from pathlib import Path

import pytest

from dojo.engine import cache, columns
from dojo.engine.cache import MOST, Cache, of_suite
from dojo.engine.columns import key, matrix

ALL = ["step_00_nothing_yet", "step_01_fake_it", "step_02_numbers", "step_03_fizz", "step_04_divisible"]


def keys(copy):
    story = copy.story
    return {step.name: key(step, of_suite(story)) for step in story.steps}


def saved(path, text="\n"):
    def save(copy):
        file = copy.path(path)
        file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")

    return save


def nothing(copy):
    assert copy.root.exists()


def new_file(path):
    def add(copy):
        copy.path(path).write_text("")

    return add


def new_step(copy):
    shutil.copytree(copy.path("step_02/"), copy.root / "steps" / "step_99_new")


EDITS = [
    pytest.param(nothing, [], id="nothing"),
    pytest.param(saved("step_02/fizz.py"), ["step_02_numbers"], id="a step"),
    pytest.param(new_file("step_02/words.py"), ["step_02_numbers"], id="what stands beside its module"),
    pytest.param(saved("step_02/README.md"), [], id="a story: no run reads it"),
    pytest.param(saved("hints.txt"), [], id="a hint: no run reads it"),
    pytest.param(saved("suite/test_numbers.py"), ALL, id="a table of the suite"),
    pytest.param(saved("suite/conftest.py"), ALL, id="the plugin of the suite"),
    pytest.param(new_file("suite/test_new.py"), ALL, id="a new file of the suite"),
    pytest.param(new_file("suite/data.json"), ALL, id="a file that a test may read"),
    pytest.param(saved("story.toml"), ALL, id="the description of the story"),
    pytest.param(saved("pytest.ini"), ALL, id="the settings"),
    pytest.param(new_step, [*ALL, "step_99_new"], id="a new step: a mark may name it now"),
]


@pytest.mark.parametrize(("edit", "changed"), EDITS)
def test_what_an_edit_makes_run_again(small, edit, changed):
    before = keys(small)
    edit(small)
    assert [name for name, found in keys(small).items() if found != before.get(name)] == changed


ENGINE = [
    pytest.param("engine/suite.py", id="what runs the suite"),
    pytest.param("sandbox/child.py", id="the process that it runs in"),
    pytest.param("story/steps.py", id="what reads the steps"),
]


@pytest.mark.parametrize("path", ENGINE)
def test_the_engine_counts(small, monkeypatch, tmp_path, path):
    dojo = shutil.copytree(cache.DOJO, tmp_path / "dojo")
    monkeypatch.setattr(cache, "DOJO", dojo)
    before = keys(small)
    (dojo / path).write_text((dojo / path).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert not set(keys(small).values()) & set(before.values())


def test_the_packages_count(small, monkeypatch, tmp_path):
    lock = tmp_path / "loop.txt"
    lock.write_text("pytest==9")
    monkeypatch.setattr(cache, "LOCK", lock)
    before = keys(small)
    lock.write_text("pytest==8")
    assert not set(keys(small).values()) & set(before.values())


@pytest.mark.parametrize("variable", ["CI", "PYTEST_ADDOPTS"])
def test_what_pytest_reads_from_the_environment_counts(small, monkeypatch, variable):
    before = keys(small)
    monkeypatch.setenv(variable, "-vv")
    assert not set(keys(small).values()) & set(before.values())


@pytest.fixture
def ran(small, monkeypatch):
    """Which columns are run, time after time; nothing is known at first."""
    shutil.rmtree(small.root / ".cache")
    ran, run = [], columns.run

    def noted(story, steps, *how):
        ran.append([step.number for step in steps])
        return run(story, steps, *how)

    monkeypatch.setattr(columns, "run", noted)
    return ran


def test_a_second_time_nothing_is_run_and_nothing_is_lost(small, ran):
    first, second = (matrix(small.story, measured=True) for _ in range(2))
    assert ran == [[0, 1, 2, 3, 4]]
    assert (first.tests, first.cells, first.covered) == (second.tests, second.cells, second.covered)
    assert len(first.cells) == 25
    assert [covered.missed for covered in first.covered.values()] == [[], [], [], [], []]


def test_only_the_step_that_changed_is_run(small, ran):
    matrix(small.story)
    small.edit("step_02/fizz.py", "str(number)", "repr(number)")
    matrix(small.story)
    assert ran[1:] == [[2]]


def test_a_column_that_was_there_before_is_known_again(small, ran):
    matrix(small.story)
    small.edit("step_02/fizz.py", "str(number)", "repr(number)")
    matrix(small.story)
    small.edit("step_02/fizz.py", "repr(number)", "str(number)")
    matrix(small.story)
    assert ran[2:] == []


def test_what_was_measured_will_do_for_who_does_not_measure_and_not_the_other_way_round(small, ran):
    matrix(small.story)
    matrix(small.story, measured=True)
    matrix(small.story)
    assert ran == [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]


def test_of_some_steps_only_those_are_run(small, ran):
    found = matrix(small.story, only=small.story.steps[2:4])
    assert (ran, [step.number for step in found.steps]) == ([[2, 3]], [2, 3])


def test_an_edit_of_the_same_size_in_the_same_second_is_seen(small, ran):
    file = small.path("step_02/fizz.py")
    matrix(small.story)
    at = file.stat().st_mtime_ns
    small.edit("step_02/fizz.py", "str(number)", "abs(number)")
    os.utime(file, ns=(at, at))
    assert matrix(small.story).cells["suite/test_numbers.py::test_numbers[two is said]", 2].colour == "red"
    assert ran[1:] == [[2]]


def column_of(copy, number):
    """The file of a column."""
    story = copy.story
    return copy.root / ".cache" / "columns" / f"{key(story.step(number), of_suite(story))}.json"


NOT_KEPT = ["", "{", "[]", '{"tests": []}', '"text"', "null", "\x00"]


@pytest.mark.parametrize("content", NOT_KEPT)
def test_what_cannot_be_read_is_run_again(small, ran, content):
    first = matrix(small.story)
    column_of(small, 2).write_text(content)
    assert matrix(small.story).cells == first.cells
    assert ran[1:] == [[2]]
    assert json.loads(column_of(small, 2).read_text())


def test_a_save_while_it_runs_is_not_missed(small, monkeypatch):
    shutil.rmtree(small.root / ".cache")
    ran, run = [], columns.run

    def and_be_saved(story, steps, *how):
        found = run(story, steps, *how)
        if not ran:
            small.edit("step_02/fizz.py", "str(number)", "abs(number)")
        ran.append([step.number for step in steps])
        return found

    monkeypatch.setattr(columns, "run", and_be_saved)
    found = matrix(small.story)
    assert ran == [[0, 1, 2, 3, 4], [2]]
    assert found.cells["suite/test_numbers.py::test_numbers[two is said]", 2].colour == "red"


def test_a_full_disk_costs_a_run_and_no_answer(small, ran, monkeypatch):
    def full(*_how, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    first, second = matrix(small.story), matrix(small.story)
    assert first.cells == second.cells
    assert ran == [[0, 1, 2, 3, 4]] * 2
    assert list((small.root / ".cache" / "columns").iterdir()) == []


def test_a_folder_that_cannot_be_written_costs_a_run_and_no_answer(small, ran):
    (small.root / ".cache").write_text("no folder")
    assert len(matrix(small.story).cells) == 25
    assert ran == [[0, 1, 2, 3, 4]]


def writes(folder, key, times):
    """A process that keeps an answer, time and again."""
    cache = Cache(folder, "things")
    for _ in range(times):
        cache.write(key, {"answer": "long " * 20_000})


def test_two_at_once_leave_a_whole_answer(tmp_path):
    processes = [multiprocessing.Process(target=writes, args=(tmp_path, "one", 100)) for _ in range(2)]
    for process in processes:
        process.start()
    seen = []
    while any(process.is_alive() for process in processes):
        seen.append(Cache(tmp_path, "things").read("one"))
    for process in processes:
        process.join()
    whole = {"answer": "long " * 20_000}
    assert {repr(answer) for answer in seen} <= {repr(None), repr(whole)}
    assert [file.name for file in (tmp_path / ".cache" / "things").iterdir()] == ["one.json"]
    assert Cache(tmp_path, "things").read("one") == whole


def test_a_kill_leaves_all_of_an_answer_or_nothing(tmp_path):
    cache = Cache(tmp_path, "things")
    for turn in range(20):
        process = multiprocessing.Process(target=writes, args=(tmp_path, f"key-{turn}", 10_000))
        process.start()
        while not cache.folder.exists() or not list(cache.folder.glob(f"*key-{turn}*")):
            assert process.is_alive()
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert cache.read(f"key-{turn}") == {"answer": "long " * 20_000}


def test_of_too_many_answers_the_oldest_go(tmp_path):
    cache = Cache(tmp_path, "things")
    cache.folder.mkdir(parents=True)
    for number in range(MOST + 5):
        (cache.folder / f"{number}.json").write_text("1")
        os.utime(cache.folder / f"{number}.json", (number, number))
    cache.write("new", 2)
    assert len(list(cache.folder.iterdir())) == MOST
    assert (cache.read("5"), cache.read("6"), cache.read("new")) == (None, 1, 2)
