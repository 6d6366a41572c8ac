"""What `make bench` runs, counts and writes: nothing is timed here."""

import os
from dataclasses import asdict, replace
from itertools import count
from types import SimpleNamespace

import pytest
from helpers import TOP, story_outside, typed_copy

from dojo.bench import bench, rounds, watch
from dojo.bench.bench import TARGETS, copied_workspace, describe_machine, quick_tasks, slow_tasks
from dojo.bench.rounds import Task, time_tasks
from dojo.bench.timings import Figures, Measured, Target, Work, read_figures, speed_file
from dojo.errors import EnvironmentProblem, UsageError
from dojo.gate.checks import FILES, find
from dojo.gate.evidence import Evidence
from dojo.story.story import Own
from dojo.story.workspace import Workspace


def test_the_machine_is_named_and_there_are_at_least_five_rounds():
    assert sorted(describe_machine()) == ["cpu", "python", "system"]
    assert all(describe_machine().values())
    assert min(rounds.ROUNDS, bench.ROUNDS) >= 5


def test_each_round_times_everything_once_in_turn_and_what_fails_is_said():
    """Before it is timed, a task runs on another part, or what it brings runs."""
    ran, figures = [], Figures()

    def run(part):
        ran.append(part)
        if part == "!":
            raise EnvironmentProblem("it stops")

    tasks = [
        Task("group", "one", run, ["a"]),
        Task("group", "other", run, ["v", "w", "x"], 2),
        Task("group", "prepared", run, before=lambda _part: ran.append("ready")),
        Task("group", "fails", run, ["b", "b", "!"]),
    ]
    time_tasks(tasks, "told", figures, 3, count(step=8).__next__)
    ready = ["ready", None]
    assert ran == [*"aawv", *ready, *"bb", *"aaxw", *ready, "!", *"aavx", *ready]
    assert figures.measured == [
        Measured("group", "one", [8] * 3),
        Measured("group", "other", [4] * 3, 2),
        Measured("group", "prepared", [8] * 3),
    ]
    assert figures.missing == {"fails": "it stops"}


def test_a_watch_is_waited_for_until_it_ends_or_is_silent(bare, monkeypatch):
    reading, writing = os.pipe()
    process = SimpleNamespace(stdout=os.fdopen(reading, "rb", buffering=0))
    monkeypatch.setattr(watch.subprocess, "Popen", lambda *_, **__: process)
    monkeypatch.setattr(watch, "PAUSE", 0)
    monkeypatch.setattr(watch, "PATIENCE", 0)
    attempt = SimpleNamespace(story=bare.story, folder=bare.root, module=bare.root / "fizz.py")
    watched = watch.Watched(bare.root, attempt, [], ("green", "red"))
    os.write(writing, b"1 green")
    watched.get_ready(0)
    monkeypatch.setattr(watched, "save", lambda number: os.write(writing, [b"1 green", b"1 red"][number]))
    watched.save_and_wait(1)
    for end in (lambda: None, lambda: os.close(writing)):
        end()
        with pytest.raises(EnvironmentProblem, match=r"^it does not say green: run it alone$"):
            watched.wait_for("green")


def test_a_command_of_the_shell_runs_in_its_folder_and_one_that_fails_is_named(tmp_path):
    task = bench.task("say", "echo one >> said && echo two >> said", tmp_path)
    task.before(None)
    task.run(None)
    assert (tmp_path / "said").read_text() == "one\ntwo\n"
    with pytest.raises(EnvironmentProblem, match=r"^false it fails: run it alone$"):
        bench.run_command("false it", tmp_path)


# The copy


def test_verbs_are_timed_in_a_copy_with_attempts_at_other_steps(tmp_path):
    source = typed_copy(tmp_path)
    with copied_workspace(source.workspace, source.story) as (copy, story):
        commands = {task.name for task in quick_tasks(copy, story)}
        attempts = sorted(copy.top.glob("katas/fizz/kata/attempts/*/fizz.py"))
        assert [file.parent.name for file in attempts] == ["tables-1", "tables-2", "tables-3"]
        assert [file.read_text() for file in attempts] == [story.step(n).code for n in (0, 2, 4)]
    assert not copy.top.exists()
    assert list(source.root.glob("katas/fizz/kata/attempts")) == []
    slow = {task.name for task in slow_tasks(source.root, "/opt/chromium")}
    measured = commands | slow | {watch.OURS, watch.THEIRS, watch.RECORDED, bench.OPENED}
    assert {name for target in TARGETS for name in (target.ours, target.theirs) if name} <= measured


def test_the_gate_is_open_in_that_copy_as_far_as_files_show(here):
    with copied_workspace(here.workspace, here.story) as (_, story):
        assert find(Evidence(story), [FILES]) == []


def test_a_story_from_another_repository_is_copied_and_named_there(tmp_path, monkeypatch):
    folder = story_outside(tmp_path / "my katas" / "leap-years")
    before = files_of(folder)
    workspace = Workspace(typed_copy(tmp_path).root, (folder,))
    asked = []
    monkeypatch.setattr(bench, "run_command", lambda command, _top: asked.append(command))
    with copied_workspace(workspace, workspace.at(folder)) as (copy, story):
        quick_tasks(copy, story)[-1].run(None)
    assert asked == [" && ".join(f"make where NAME=tables-{n} STORY=elsewhere/leap-years" for n in (1, 2, 3))]
    assert files_of(folder) == before


def files_of(folder):
    files = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return sorted(file.relative_to(folder) for file in files)


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
    """The small story with a bench of its own; of the verbs one is measured, and what else is planted."""
    python = small.root / ".venv-bench" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(TOP / ".venv" / "bin" / "python")
    (small.root / "timing.py").write_text(f"import json\nprint(json.dumps({asdict(OWN)!r}))")
    seen = SimpleNamespace(workspace=small.workspace, asked=[], missing={}, raises=None)

    def measure_verbs(*asked):
        *seen.asked, figures = asked
        figures.measured += [
            Measured("verbs", name, [n, n]) for name, n in [("make watch", 1.0), (watch.THEIRS, 4.0)]
        ]
        figures.missing |= seen.missing
        if seen.raises:
            raise seen.raises

    monkeypatch.setattr(bench, "measure_verbs", measure_verbs)
    monkeypatch.setattr(bench, "browser_for", lambda _python, _named: "/opt/chromium")
    seen.story = replace(small.story, own=Own(bench="timing"))
    return seen


WELL = [
    "| 3.00 | 3.00–3.00 | at least 2 | held | times as fast as another: step 2 |",
    "| 0.25 | 0.25–0.25 | at most 0.5 | held | of the time of pytest-watch: make watch, from a save to the"
    " bar |",
    "speed.json is written; make contents puts it into the pages.",
]
ENDS = [
    pytest.param({}, None, 0, WELL, id="all is well"),
    pytest.param(
        {"make check": "it fails"}, None, 1, [*WELL, "make check is missing here: it fails"], id="a command"
    ),
    pytest.param({}, OSError(28, "Full"), 1, [*WELL, "the rest is missing here: Full"], id="the disk"),
    pytest.param({}, UsageError("No kata"), 1, [*WELL, "the rest is missing here: No kata"], id="no attempt"),
]


@pytest.mark.parametrize(("missing", "raises", "status", "said"), ENDS)
def test_what_was_measured_is_shown_and_written_and_what_failed_is_said(
    measured, capsys, missing, raises, status, said
):
    measured.missing, measured.raises = missing, raises
    assert bench.bench(measured.workspace, measured.story, "") == status
    python = measured.workspace.top / ".venv-check" / "bin" / "python"
    assert measured.asked == [measured.workspace, measured.story, python, "/opt/chromium"]
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in said if line not in lines] == []
    figures = read_figures(measured.story)
    assert [one.name for one in figures.measured] == ["step 2", "another", "make watch", "pytest-watch"]
    assert (figures.work, figures.versions, figures.notes) == (OWN.work, OWN.versions, OWN.notes)
    assert figures.targets == [TARGET, *TARGETS]


def test_for_a_story_without_a_part_of_its_own_nothing_is_written(measured, capsys):
    story = measured.workspace.story()
    assert bench.bench(measured.workspace, story, "") == 0
    assert measured.asked[-1] == ""  # no browser is needed
    assert WELL[1] in capsys.readouterr().out
    assert not speed_file(story).exists()


def test_where_the_storys_own_part_stops_the_verbs_are_not_begun(measured, capfd):
    (measured.workspace.top / "timing.py").write_text("raise SystemExit('nothing was timed: they differ')")
    with pytest.raises(EnvironmentProblem, match=r"^timing has stopped, so nothing was written$"):
        bench.bench(measured.workspace, measured.story, "")
    assert measured.asked == []
    assert capfd.readouterr().err == "nothing was timed: they differ\n"
    assert not speed_file(measured.story).exists()
