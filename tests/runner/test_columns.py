"""Only the columns that something has changed are run again: nothing else, and all of it."""

import errno
import json
import multiprocessing
import os
import shutil
import signal
from pathlib import Path

import pytest

from dojo.runner import cache
from dojo.runner import matrix as columns
from dojo.runner.cache import MOST, Cache
from dojo.runner.matrix import find_keys, matrix

ALL = ["step_00_nothing_yet", "step_01_fake_it", "step_02_numbers", "step_03_fizz", "step_04_divisible"]
TWO = "suite/test_numbers.py::test_numbers[two is said]"


def keys(copy):
    return {step.name: key for step, key in find_keys(copy.story, copy.story.steps).items()}


def changed(copy, before):
    """The columns whose key is another one now."""
    return [name for name, found in keys(copy).items() if found != before.get(name)]


EDITS = {
    "nothing": ("", []),
    "a step": ("step_02/fizz.py", ["step_02_numbers"]),
    "what stands beside its module": ("step_02/words.py", ["step_02_numbers"]),
    "a story: no run reads it": ("step_02/README.md", []),
    "a hint: no run reads it": ("hints.txt", []),
    "a table of the suite": ("suite/test_numbers.py", ALL),
    "a plugin of the suite": ("suite/conftest.py", ALL),
    "a new file of the suite": ("suite/test_new.py", ALL),
    "a file that a test may read": ("suite/data.json", ALL),
    "the description of the story": ("story.toml", ALL),
    "the settings": ("pytest.ini", ALL),
}


@pytest.mark.parametrize(("path", "expected"), EDITS.values(), ids=EDITS)
def test_what_an_edit_makes_run_again(bare, path, expected):
    before = keys(bare)
    if path:
        with bare.path(path).open("a", encoding="utf-8") as file:
            file.write("\n")
    assert changed(bare, before) == expected


def test_a_new_step_makes_all_run_again_for_a_mark_may_name_it_now(bare):
    before = keys(bare)
    shutil.copytree(bare.path("step_02/"), bare.root / "steps" / "step_99_new")
    assert changed(bare, before) == [*ALL, "step_99_new"]


@pytest.mark.parametrize("path", ["runner/suite.py", "runner/child/worker.py", "story/steps.py", "loop.txt"])
def test_the_engine_and_the_packages_count(bare, monkeypatch, tmp_path, path):
    file = tmp_path / "dojo" / path
    file.parent.mkdir(parents=True)
    file.write_text("")
    monkeypatch.setattr(cache, "DOJO", tmp_path / "dojo")
    monkeypatch.setattr(cache, "LOCK", tmp_path / "dojo" / "loop.txt")
    before = keys(bare)
    file.write_text("\n")
    assert changed(bare, before) == ALL


@pytest.fixture
def ran(monkeypatch):
    """Which columns are run, time after time."""
    ran, run = [], columns.run

    def noted(story, steps, *how):
        ran.append([step.number for step in steps])
        return run(story, steps, *how)

    monkeypatch.setattr(columns, "run", noted)
    return ran


def test_a_second_time_nothing_is_run_and_nothing_is_lost(bare, ran):
    """What was measured will do for who does not measure, and not the other way round."""
    matrix(bare.story, only=bare.story.steps[2:3])
    first, second = (matrix(bare.story, measured=True) for _ in range(2))
    matrix(bare.story)
    assert ran == [[2], [0, 1, 2, 3, 4]]
    assert (first.tests, first.cells, first.covered) == (second.tests, second.cells, second.covered)
    assert len(first.cells) == 25
    assert [covered.missed for covered in first.covered.values()] == [[], [], [], [], []]


def test_a_step_is_covered_by_the_tests_that_are_written_by_then(bare):
    bare.edit("step_01/fizz.py", "    return", '    if number == 2:\n        return "2"\n    return')
    (covered,) = matrix(bare.story, only=bare.story.steps[1:2], measured=True).covered.values()
    assert covered.missed == ["line 7", "the branch from line 6 to 7"]


def test_only_the_step_that_changed_is_run_and_what_was_there_before_is_known_again(small, ran):
    """Also where the edit has the same size, in the same second."""
    file = small.path("step_02/fizz.py")
    at = file.stat().st_mtime_ns
    colours = []
    for old, new in [("str(number)", "abs(number)"), ("abs(number)", "str(number)")]:
        small.edit("step_02/fizz.py", old, new)
        os.utime(file, ns=(at, at))
        colours.append(matrix(small.story).cells[TWO, 2].colour)
    assert (ran, colours) == ([[2]], ["red", "green"])


def test_what_cannot_be_read_is_run_again(bare, ran):
    first = matrix(bare.story)
    files = [bare.root / ".cache" / "columns" / f"{key}.json" for key in keys(bare).values()]
    for file, content in zip(files, ["", "{", "[]", '{"tests": []}', "\x00"], strict=True):
        file.write_text(content)
    assert matrix(bare.story).cells == first.cells
    assert ran[1:] == [[0, 1, 2, 3, 4]]
    assert all(json.loads(file.read_text())["answer"]["tests"] for file in files)


def test_of_some_steps_only_those_are_run_and_a_save_while_they_run_is_not_missed(bare, ran, monkeypatch):
    run = columns.run

    def and_be_saved(*how):
        found = run(*how)
        if len(ran) == 1:
            bare.edit("step_02/fizz.py", "str(number)", "abs(number)")
        return found

    monkeypatch.setattr(columns, "run", and_be_saved)
    found = matrix(bare.story, only=bare.story.steps[1:3])
    assert (ran, [step.number for step in found.steps]) == ([[1, 2], [2]], [1, 2])
    assert found.cells[TWO, 2].colour == "red"


def test_a_full_disk_costs_a_run_and_no_answer(bare, ran, monkeypatch):
    def full(*_how, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    first, second = (matrix(bare.story, only=bare.story.steps[2:3]) for _ in range(2))
    assert (len(first.cells), first.cells, ran) == (5, second.cells, [[2], [2]])
    assert list((bare.root / ".cache" / "columns").iterdir()) == []


def test_a_folder_that_cannot_be_written_costs_a_run_and_no_answer(bare, ran):
    (bare.root / ".cache").write_text("no folder")
    assert len(matrix(bare.story, only=bare.story.steps[2:3]).cells) == 5
    assert ran == [[2]]


def writes(folder, key, times):
    """A process that keeps an answer, time and again."""
    cache = Cache(folder, "things")
    for _ in range(times):
        cache.write(key, WHOLE)


WHOLE = {"answer": "long " * 20_000}


def test_two_at_once_leave_a_whole_answer(tmp_path):
    processes = [multiprocessing.Process(target=writes, args=(tmp_path, "one", 100)) for _ in range(2)]
    for process in processes:
        process.start()
    seen = []
    while any(process.is_alive() for process in processes):
        seen.append(Cache(tmp_path, "things").read("one"))
    for process in processes:
        process.join()
    assert [answer for answer in seen if answer not in (None, WHOLE)] == []
    assert [file.name for file in (tmp_path / ".cache" / "things").iterdir()] == ["one.json"]
    assert Cache(tmp_path, "things").read("one") == WHOLE


def test_a_kill_leaves_all_of_an_answer_or_nothing(tmp_path):
    cache = Cache(tmp_path, "things")
    for turn in range(20):
        process = multiprocessing.Process(target=writes, args=(tmp_path, f"key-{turn}", 10_000))
        process.start()
        while not cache.folder.exists() or not list(cache.folder.glob(f"*key-{turn}*")):
            assert process.is_alive()
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert cache.read(f"key-{turn}") == WHOLE


def test_of_too_many_answers_the_oldest_go(tmp_path):
    cache = Cache(tmp_path, "things")
    cache.folder.mkdir(parents=True)
    for number in range(MOST + 5):
        (cache.folder / f"{number}.json").write_text('{"answer": 1}')
        os.utime(cache.folder / f"{number}.json", (number, number))
    cache.write("new", 2)
    assert len(list(cache.folder.iterdir())) == MOST
    assert (cache.read("5"), cache.read("6"), cache.read("new")) == (None, 1, 2)
