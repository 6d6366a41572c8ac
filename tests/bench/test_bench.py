"""What `make bench` runs, counts and writes: nothing is timed here."""

import os
import subprocess
from dataclasses import asdict, replace
from types import SimpleNamespace
from typing import cast

import pytest
from helpers import TOP, story_outside, typed_copy

from dojo.attempt.attempt import Attempt
from dojo.bench import bench, timings
from dojo.bench import watched as watched_module
from dojo.bench.bench import TARGETS, copied_workspace, describe_machine, quick_tasks
from dojo.bench.commands import run_command
from dojo.bench.site import SITE_TARGETS
from dojo.bench.timings import Figures, Measured, Target, Work, read_figures, speed_file
from dojo.bench.watched import Watched
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.toml.tables import Own
from dojo.story.workspace import Workspace


def test_the_machine_is_named_and_there_are_as_many_rounds_as_the_page_says():
    assert all(describe_machine().values())
    assert (timings.ROUNDS, bench.ROUNDS) == (9, 5)


def test_a_watch_is_waited_for_until_it_ends_or_is_silent(bare, monkeypatch):
    reading, writing = os.pipe()
    process = SimpleNamespace(stdout=os.fdopen(reading, "rb", buffering=0))
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: process)
    monkeypatch.setattr(watched_module, "PAUSE_S", 0)
    monkeypatch.setattr(watched_module, "SILENCE_S", 0)
    attempt = SimpleNamespace(story=bare.story, folder=bare.root, module=bare.root / "fizz.py")
    watched = Watched(bare.root, cast(Attempt, attempt), [], "green", "red")
    assert "    assert fizz.NOTHING == 0\n" in bare.path("test_fizz.py").read_text()
    os.write(writing, b"1 green")
    for _ in range(2):  # a bar that was seen is not waited for
        watched.get_ready(0)
    os.write(writing, b"1 red")
    watched.save_and_wait(1)
    assert attempt.module.read_text() == "NOTHING = 1\n"
    for end in (lambda: None, lambda: os.close(writing)):
        end()
        with pytest.raises(EnvironmentProblem, match=r"^it does not say green: run it alone$"):
            watched.save_and_wait(0)


def test_a_command_of_the_shell_runs_in_its_folder_and_one_that_fails_is_named(tmp_path):
    task = bench.task("say", "echo one >> said && echo two >> said", tmp_path)
    assert task.before
    task.before(None)
    task.run(None)
    assert (tmp_path / "said").read_text() == "one\ntwo\n"
    with pytest.raises(EnvironmentProblem, match=r"^false it fails: run it alone$"):
        run_command("false it", tmp_path)


def test_of_a_command_that_fails_the_last_lines_are_shown(tmp_path, capfd):
    with pytest.raises(EnvironmentProblem):
        run_command("seq 100; echo wrong >&2; false", tmp_path)
    assert capfd.readouterr().err.split() == [*map(str, range(82, 101)), "wrong"]


# The copy


def test_a_story_is_timed_in_a_copy_with_attempts_at_other_steps(tmp_path, monkeypatch):
    """Also one from another repository: nothing is written there. tests/check times one of the workspace."""
    folder, asked = story_outside(tmp_path / "my katas" / "leap-years"), []
    before = sorted(folder.rglob("*"))
    monkeypatch.setattr(bench, "run_command", lambda command, _top: asked.append(command))
    workspace = Workspace(typed_copy(tmp_path).root, (folder,))
    with copied_workspace(workspace, workspace.at(folder)) as (copy, story):
        tasks = {task.name: task for task in quick_tasks(copy, story)}
        found = sorted(copy.top.rglob("attempts/tables-*/fizz.py"))
        assert [file.read_text() for file in found] == [story.step(n).code for n in (0, 2, 4)]
        module = story.step(4).module
        cache, board = copy.top / ".cache", copy.top / "board-leap-years.html"
        cache.mkdir(exist_ok=True)
        board.touch()
        for name in (bench.NOTHING, bench.AGAIN, bench.CHANGED):
            prepare = tasks[f"make progress, {name}"].before
            assert prepare
            prepare(None)
        assert [path for path in (cache, board) if path.exists()] == []
        assert module.read_text()[-2:] == "\n\n"
        typed_before = len(asked)
        tasks[bench.SINGLY].run(None)
        tasks[bench.PROVEN].run(None)
        tasks["make gate, small, from nothing"].run(None)
    assert asked[:typed_before] == ["make next NAME=proven STORY=elsewhere/leap-years"] * 60
    assert asked[typed_before:] == [
        " && ".join(f"make where NAME=tables-{n} STORY=elsewhere/leap-years" for n in (1, 2, 3)),
        "make prove NAME=proven STORY=elsewhere/leap-years",
        "make gate STORY=small",
    ]
    assert not copy.top.exists()
    assert sorted(folder.rglob("*")) == before
    others = {"make test", bench.CHECKED, bench.OURS, bench.THEIRS, bench.RECORDED, bench.OPENED}
    others |= {target.ours for target in SITE_TARGETS}
    assert {
        name for target in TARGETS for name in (target.ours, target.theirs) if name
    } <= tasks.keys() | others


def test_the_gate_that_is_timed_is_that_of_the_story_though_others_were_named_last(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(bench, "run_command", lambda command, _top: asked.append(command))
    copy = typed_copy(tmp_path)
    tasks = {task.name: task for task in quick_tasks(copy.workspace, copy.story)}
    asked.clear()
    tasks["make gate, from nothing"].run(None)
    assert asked == [f"make gate STORY={copy.story.name}"]


def test_the_copy_has_all_that_the_gate_reads(here):
    with copied_workspace(here.workspace, here.story) as (copy, story):
        names = {file.name for file in here.root.iterdir()} - {"__pycache__", "attempts"}
        there = {name for name in names if not name.startswith(".")}
        assert there | {".venv"} == {file.name for file in copy.top.iterdir()} - {".browser"}
        assert (story.folder, story.title) == (copy.top / "steps", here.story.title)


def test_a_story_without_a_kata_is_timed_without_attempts(here):
    found = quick_tasks(here.workspace, here.workspace.story("tests/honest"))
    assert [one.name for one in found if "where" in one.name] == []


# What is written

TARGET = Target("numbers", "step 2", "another", "at least", 2)
OWN = Figures(
    work=Work("How many a second", "number", "numbers", "numbers", "text", "from text", ["another"], []),
    versions={"another": "1.0"},
    notes=["All of them."],
    targets=[TARGET],
    measured=[Measured("numbers", "step 2", [1.0], 2), Measured("numbers", "another", [3.0], 2)],
)


@pytest.fixture
def measured(small, monkeypatch):
    """The small story with a bench of its own; of the verbs one is measured, and a fault is planted."""
    python = small.root / ".venv-bench" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(TOP / ".venv" / "bin" / "python")
    (small.root / "timing.py").write_text(f"import json\nprint(json.dumps({asdict(OWN)!r}))")
    seen = SimpleNamespace(workspace=small.workspace, asked=[], fault=None)

    def measure_verbs(*asked):
        *seen.asked, figures = asked
        figures.measured += [Measured("verbs", bench.OURS, [1, 1]), Measured("verbs", bench.THEIRS, [4, 4])]
        if isinstance(seen.fault, str):
            figures.missing[bench.CHECKED] = seen.fault
        elif seen.fault:
            raise seen.fault

    monkeypatch.setattr(bench, "measure_verbs", measure_verbs)
    monkeypatch.setattr(bench, "browser_for", lambda _python, _named: "/opt/chromium")
    seen.story = replace(small.story, own=Own(bench="timing"))
    return seen


WELL = [
    "| 3.00 | once | at least 2 | held | times as fast as another: step 2 |",
    "| 0.25 | 0.25–0.25 | at most 0.5 | held | of the time of pytest-watch: make watch, from a save to the"
    " bar |",
    "speed.json is written; make contents puts it into the pages.",
]
ENDS = [
    (None, []),
    ("it fails", ["make check, after make test is missing here: it fails"]),
    (OSError(28, "Full"), ["the rest is missing here: Full"]),
    (UsageError("No kata"), ["the rest is missing here: No kata"]),
]


@pytest.mark.parametrize(("fault", "said"), ENDS, ids=["all is well", "a command", "the disk", "no attempt"])
def test_what_was_measured_is_shown_and_written_and_what_failed_is_said(measured, capsys, fault, said):
    measured.fault = fault
    assert bench.bench(measured.workspace, measured.story, "") == len(said)
    python = measured.workspace.top / ".venv-dev" / "bin" / "python"
    assert measured.asked == [measured.workspace, measured.story, python, "/opt/chromium"]
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in WELL + said if line not in lines] == []
    figures = read_figures(measured.story)
    assert [one.name for one in figures.measured] == ["step 2", "another", "make watch", "pytest-watch"]
    assert (figures.work, figures.versions, figures.notes) == (OWN.work, OWN.versions, OWN.notes)
    assert figures.targets == [TARGET, *TARGETS]


def test_for_a_story_without_a_bench_of_its_own_nothing_is_written(measured, capfd):
    story = measured.workspace.story()
    assert bench.bench(measured.workspace, story, "") == 0
    assert measured.asked.pop() == ""  # no browser is needed
    assert WELL[1] in capfd.readouterr().out
    measured.asked.clear()
    (measured.workspace.top / "timing.py").write_text("raise SystemExit('nothing was timed: they differ')")
    with pytest.raises(EnvironmentProblem, match=r"^timing has stopped, so nothing was written$"):
        bench.bench(measured.workspace, measured.story, "")
    assert (measured.asked, speed_file(story).exists()) == ([], False)
    assert capfd.readouterr().err == "nothing was timed: they differ\n"
