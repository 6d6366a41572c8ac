"""Only the columns that something has changed are run again: nothing else, and all of it."""

import errno
import json
import multiprocessing
import os
from pathlib import Path
from unittest.mock import Mock

import pytest

from dojo.runner import cache
from dojo.runner import matrix as columns
from dojo.runner.cache import Cache
from dojo.runner.matrix import Matrix, find_keys, matrix
from dojo.runner.recorder import dependencies
from dojo.runner.result import Result
from dojo.story.tests import Mark, SuiteTest

ALL = ["step_00_nothing_yet", "step_01_fake_it", "step_02_numbers", "step_03_fizz", "step_04_divisible"]
TWO = "suite/test_numbers.py::test_numbers[two is said]"


def keys(copy):
    return {step.name: key for step, key in find_keys(copy.story, copy.story.steps).items()}


EDITS = {
    "nothing": (None, []),
    "a step": ("step_02/fizz.py", ["step_02_numbers"]),
    "what stands beside its module": ("step_02/words.py", ["step_02_numbers"]),
    "a story: no run reads it": ("step_02/README.md", []),
    "a hint: no run reads it": ("hints.txt", []),
    "a table of the suite": ("suite/test_numbers.py", ALL),
    "a plugin of the suite": ("suite/conftest.py", ALL),
    "a file that a test may read": ("suite/data.json", ALL),
    "the description of the story": ("story.toml", ALL),
    "the settings": ("pytest.ini", ALL),
    "the engine": ("dojo/runner/suite.py", ALL),
    "what reads a story": ("dojo/story/steps.py", ALL),
    "the packages": ("lock.txt", ALL),
    "a new step, which a mark may name now": ("steps/step_99_new/fizz.py", [*ALL, "step_99_new"]),
}


@pytest.mark.usefixtures("tooling_read_anew")
@pytest.mark.parametrize(("path", "expected"), EDITS.values(), ids=EDITS)
def test_what_an_edit_makes_run_again(bare, monkeypatch, path, expected):
    monkeypatch.setattr(cache, "DOJO", bare.root / "dojo")
    monkeypatch.setattr(cache, "LOCK", bare.root / "lock.txt")
    before = keys(bare)
    if path:
        bare.path(path).parent.mkdir(parents=True, exist_ok=True)
        with bare.path(path).open("a", encoding="utf-8") as file:
            file.write("\n")
    assert [name for name, key in keys(bare).items() if key != before.get(name)] == expected


def test_another_version_of_a_package_that_we_have_imported_runs_all_again(bare, monkeypatch, tmp_path):
    monkeypatch.setattr(dependencies, "INSTALLED", (f"{tmp_path}/site-packages/",))
    seen = []
    for version in ("rich-15.0.0", "rich-15.0.1", "unknown-1.0"):
        info = tmp_path / "site-packages" / f"{version}.dist-info"
        info.mkdir(parents=True)
        seen.append(keys(bare))
        info.rmdir()
    assert seen[0].keys() == seen[1].keys()
    assert not {*seen[0].values()} & {*seen[1].values()}
    assert seen[2] == keys(bare)


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
    """What was measured will do for who does not measure, and not the other way round.

    What cannot be read, or has changed, is run again; and a step is covered by what is written by then.
    """
    matrix(bare.story, only=bare.story.steps[2:3])
    first, second = (matrix(bare.story, measured=True) for _ in range(2))
    matrix(bare.story)
    assert ran == [[2], [0, 1, 2, 3, 4]]
    assert (first.tests, first.cells, first.covered) == (second.tests, second.cells, second.covered)
    assert len(first.cells) == 25
    assert [covered.missed for covered in first.covered.values()] == [[], [], [], [], []]

    files = [bare.root / ".cache" / "measured" / f"{key}.json" for key in keys(bare).values()]
    for file, content in zip(files, ["", "{", "[]", '{"tests": []}', "\x00"], strict=True):
        file.write_text(content)
    bare.edit("step_01/fizz.py", "    return", '    if number == 2:\n        return "2"\n    return')
    again = matrix(bare.story, measured=True)
    assert ran[2:] == [[0, 1, 2, 3, 4]]
    assert again.covered[1].missed == ["line 7", "the branch from line 6 to 7"]
    files[1] = bare.root / ".cache" / "measured" / f"{[*keys(bare).values()][1]}.json"
    assert all(json.loads(file.read_text())["answer"]["tests"] for file in files)


def test_only_the_step_that_changed_is_run_and_what_was_there_before_is_known_again(bare, ran):
    """Also where the edit has the same size, in the same second."""
    file = bare.path("step_02/fizz.py")
    at = file.stat().st_mtime_ns
    colours = [matrix(bare.story, only=bare.story.steps[1:3]).cells[TWO, 2].colour]
    for old, new in [("str(number)", "abs(number)"), ("abs(number)", "str(number)")]:
        bare.edit("step_02/fizz.py", old, new)
        os.utime(file, ns=(at, at))
        colours.append(matrix(bare.story, only=bare.story.steps[1:3]).cells[TWO, 2].colour)
    assert (ran, colours) == ([[1, 2], [2]], ["green", "red", "green"])


def test_a_save_while_the_steps_run_is_not_missed_and_taken_for_nothing_else(bare, ran, monkeypatch):
    run = columns.run

    def and_be_saved(*how):
        if not ran:
            bare.edit("step_02/fizz.py", "str(number)", "abs(number)")
        return run(*how)

    monkeypatch.setattr(columns, "run", and_be_saved)
    colours = [matrix(bare.story, only=bare.story.steps[1:3]).cells[TWO, 2].colour]
    bare.edit("step_02/fizz.py", "abs(number)", "str(number)")
    colours.append(matrix(bare.story, only=bare.story.steps[1:3]).cells[TWO, 2].colour)
    assert (ran, colours) == ([[1, 2], [2], [2]], ["red", "green"])


@pytest.mark.parametrize("what", ["a full disk", "a folder that cannot be written"])
def test_what_cannot_be_kept_costs_a_run_and_no_answer(bare, ran, monkeypatch, what):
    kept = bare.root / ".cache"
    if what == "a full disk":
        full = OSError(errno.ENOSPC, "No space left on device")
        monkeypatch.setattr(Path, "write_text", Mock(side_effect=full))
    else:
        kept.write_text("no folder")
    first, second = (matrix(bare.story, only=bare.story.steps[2:3]).cells for _ in range(2))
    assert (len(first), first, ran) == (5, second, [[2], [2]])
    assert [*kept.rglob("*.json"), *kept.rglob(".draft*")] == []


WHOLE = {"answer": "long " * 20_000}


def write_for_ever(folder, begun):
    cache = Cache(folder, "things")
    cache.write("one", WHOLE)
    begun.release()
    while True:
        cache.write("one", WHOLE)


def test_two_at_once_and_a_kill_leave_all_of_an_answer(tmp_path):
    cache = Cache(tmp_path, "things")
    seen: list[object] = []
    for _ in range(4):
        begun = multiprocessing.Semaphore(0)
        processes = [multiprocessing.Process(target=write_for_ever, args=(tmp_path, begun)) for _ in range(2)]
        for process in processes:
            process.start()
        for _ in processes:
            begun.acquire()
        seen += [cache.read("one") for _ in range(20)]
        for process in processes:
            process.kill()
            process.join()
        seen.append(cache.read("one"))
    assert [answer for answer in seen if answer != WHOLE] == []


def test_of_too_many_answers_the_oldest_go(tmp_path):
    cache = Cache(tmp_path, "things", most=3)
    for number in range(5):
        cache.write(f"{number}", number)
        os.utime(cache.folder / f"{number}.json", (number, number))
    assert [cache.read(f"{number}") for number in range(5)] == [None, None, 2, 3, 4]


STATES = [
    ("drives", 1, {"red": "not yet", "amber": "not yet", "green": "luck", "skipped": "broken", "": "broken"}),
    ("drives", 2, {"red": "red", "green": "broken", "amber": "broken"}),
    ("drives", 3, {"green": "green", "red": "broken"}),
    ("drives", 4, {"": "broken"}),
    ("guards", 1, {"red": "not yet"}),
    ("guards", 2, {"green": "luck", "red": "broken"}),
    ("guards", 3, {"green": "green"}),
]
"""How a cell of a test of step 3 is shown, by its colour; without one it did not run."""


def test_a_cell_is_shown_in_the_light_of_what_it_had_to_be(bare):
    for kind, number, shown in STATES:
        step, test = bare.story.step(number), SuiteTest("id", "a rule", Mark(kind), 3)
        for colour, state in shown.items():
            cells = {(test.id, number): Result(test.id, test.rule, colour)} if colour else {}
            told = (kind, number, colour)
            assert Matrix(bare.story, [step], [test], cells).state(test, step) == state, told
