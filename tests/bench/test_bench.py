"""What `make bench` runs, counts and writes: nothing is timed here."""

import os
import subprocess
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import TOP, story_outside, typed_copy

from dojo.bench import bench, rounds, verbs, watch
from dojo.bench.bench import describe_machine
from dojo.bench.rounds import Task, slices, time_tasks
from dojo.bench.timings import Measured, Target, Work, read_figures, speed_file
from dojo.bench.verbs import (
    CHANGED,
    TARGETS,
    Timed,
    copied_folder,
    copied_workspace,
    long_ones,
    loop,
    short_ones,
)
from dojo.cli.ending import exit_status
from dojo.errors import EnvironmentProblem
from dojo.gate.checks import FILES, find
from dojo.gate.evidence import Evidence
from dojo.story.workspace import Workspace


def test_the_machine_is_named_and_there_are_at_least_five_rounds():
    assert sorted(describe_machine()) == ["cpu", "python", "system"]
    assert all(describe_machine().values())
    assert min(rounds.ROUNDS, verbs.ROUNDS) >= 5


def test_work_is_cut_into_parts():
    assert slices(list("vwxyzVWXY"), 3) == [list("vwx"), list("yzV"), list("WXY")]
    assert slices([1, 2, 3], 3) == [[1, 2, 3]]


def test_each_round_times_everything_once_in_turn_and_before_that_runs_it_on_another_part(monkeypatch):
    ran = []

    def seconds(run, part):
        run(part + "!")
        return 8.0

    monkeypatch.setattr(rounds, "seconds", seconds)
    tasks = [
        Task("prepared", name, lambda part, name=name: ran.append(f"{name} {part}"), parts, 2)
        for name, parts in [("one", ["a"]), ("other", ["v", "w", "x"])]
    ]
    found = time_tasks(tasks, "told")
    assert ran[:4] == ["one a", "one a!", "other w", "other v!"]
    assert ran[4:8] == ["one a", "one a!", "other x", "other w!"]
    assert [(one.name, one.rounds, one.size) for one in found] == [
        ("one", [4.0] * rounds.ROUNDS, 2),
        ("other", [4.0] * rounds.ROUNDS, 2),
    ]


def test_a_save_that_nobody_has_heard_is_made_again(monkeypatch):
    """A watch that begins late would be waited for without end."""
    ours, theirs = os.pipe()
    saved = []

    def save(_attempt, number):
        saved.append(number)
        if len(saved) == 2:
            os.write(theirs, b"1 failed")

    monkeypatch.setattr(watch, "save", save)
    monkeypatch.setattr(watch, "PAUSE", 0)
    monkeypatch.setattr(watch, "PATIENCE", 0.01)
    watched = watch.Watched.__new__(watch.Watched)
    watched.said, watched.seconds = (b"passed", b"failed"), []
    with os.fdopen(ours, "rb", buffering=0) as stdout:
        watched.process = SimpleNamespace(stdout=stdout)
        watched.time(None, 1)
    os.close(theirs)
    assert (saved, len(watched.seconds)) == ([1, 1], 1)


def test_commands_are_run_one_after_the_other_in_their_folder(tmp_path):
    say = [["sh", "-c", f"echo {word} >> said"] for word in ("one", "two")]
    timed = Timed("say", say, tmp_path, prepare=(tmp_path / "said").touch)
    timed.run()
    timed.run()
    assert (tmp_path / "said").read_text().split() == ["one", "two"] * 2
    assert len(timed.seconds) == 2


def test_a_command_that_fails_stops_it(tmp_path):
    timed = Timed("fail", [["false"]], tmp_path)
    with pytest.raises(subprocess.CalledProcessError):
        timed.run()
    assert timed.seconds == []


def test_everything_that_is_asked_of_the_verbs_is_measured_and_check_is_given_the_browser():
    told = ["make watch", "pytest-watch", "a light recorded", "make board"]
    told += [one.name for one in [*short_ones(Workspace(TOP)), *long_ones(TOP, "chromium")]]
    asked = {name for target in TARGETS for name in (target.ours, target.theirs) if name}
    assert asked - set(told) == set()
    assert len(set(told)) == len(told)
    assert [one.commands for one in long_ones(TOP, "/opt/chromium")] == [
        [["make", "--no-print-directory", "test"]],
        [["make", "--no-print-directory", "check", "BROWSER=/opt/chromium"]],
    ]


def test_verbs_are_timed_in_a_copy_with_attempts_at_other_steps(tmp_path):
    source = typed_copy(tmp_path)
    with copied_workspace(source.workspace) as copy:
        attempts = sorted(copy.top.glob("katas/fizz/kata/attempts/*/fizz.py"))
        assert [file.parent.name for file in attempts] == ["tables-1", "tables-2", "tables-3"]
        story = copy.story()
        assert [file.read_text() for file in attempts] == [story.step(n).code for n in (0, 2, 4)]
    assert not copy.top.exists()
    assert list(source.root.glob("katas/fizz/kata/attempts")) == []


def test_the_gate_is_open_in_that_copy_as_far_as_files_show(here):
    with copied_workspace(here.workspace) as copy:
        assert find(Evidence(copy.story()), [FILES]) == []


@pytest.fixture
def workspace(small, monkeypatch):
    """That of the small story, whose own part of the bench is a module; nothing looks for a browser."""
    python = small.root / ".venv-bench" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(TOP / ".venv" / "bin" / "python")
    monkeypatch.setattr(bench, "browser_for", lambda _python, _named: "/opt/chromium")
    return small.workspace


WORK = Work("How many a second", "number", "numbers", "numbers", "text", "from text", ["another"], [])
OWN = f"""\
import json, sys
print(json.dumps({{
    "work": {asdict(WORK)!r},
    "versions": {{"another": "1.0"}},
    "missing": {{}},
    "notes": ["All of them."],
    "targets": [{asdict(Target("numbers", "step 2", "another", "at least", 2))!r}],
    "measured": [
        {{"group": "numbers", "name": "step 2", "rounds": [1.0], "size": 2, "unit": "s"}},
        {{"group": "numbers", "name": "another", "rounds": [3.0], "size": 2, "unit": "s"}},
    ],
}}))
"""


def own(workspace, code):
    """The story, with this module as its own part."""
    (workspace.top / "timing.py").write_text(code, encoding="utf-8")
    return replace(workspace.story(), bench="timing")


def test_what_was_measured_is_shown_and_written(workspace, monkeypatch, capsys):
    asked = []

    def measure_verbs(*how):
        asked.append(how)
        return [Measured("verbs", "make watch", [1.0, 1.0]), Measured("verbs", "pytest-watch", [4.0, 4.0])]

    monkeypatch.setattr(bench, "measure_verbs", measure_verbs)
    story = own(workspace, OWN)
    assert bench.bench(workspace, story, "") == 0
    assert asked == [(workspace, workspace.top / ".venv-check" / "bin" / "python", "/opt/chromium")]
    figures = read_figures(story)
    assert (figures.work, figures.versions, figures.notes) == (WORK, {"another": "1.0"}, ["All of them."])
    assert figures.times("numbers", "step 2", "another") == 3
    assert figures.targets == [Target("numbers", "step 2", "another", "at least", 2), *TARGETS]
    said = " ".join(capsys.readouterr().out.split())
    assert "3.00 3.00–3.00 at least 2 held times as fast as another: step 2" in said
    assert "0.25 0.25–0.25 at most 0.5 held" in said
    assert said.endswith("speed.json is written; make contents puts it into the pages.")


def test_a_story_without_a_part_of_its_own_has_the_loop_alone_and_nothing_is_written(
    workspace, monkeypatch, capsys
):
    measured = [Measured("loop", "make where", [0.5, 0.7]), Measured("loop", f"make gate, {CHANGED}", [4.0])]
    monkeypatch.setattr(bench, "measure_loop", lambda *_: measured)
    story = workspace.story()
    assert bench.bench(workspace, story, "") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "0.60 0.50–0.70 at most 1 held seconds: make where 4.00 4.00–4.00 at most 5 held" in said
    assert not speed_file(story).exists()


def test_the_loop_is_timed_in_a_copy_of_a_story_from_another_repository(tmp_path):
    folder = story_outside(tmp_path / "my katas" / "leap-years")
    before = files_of(folder)
    workspace = Workspace(typed_copy(tmp_path).root, (folder,))
    with copied_workspace(workspace, workspace.at(folder)) as copy:
        story = copy.at(copied_folder(copy.top, workspace, workspace.at(folder)))
        attempts = sorted(story.katas[0].attempts.glob("*/fizz.py"))
        assert [file.read_text() for file in attempts] == [story.step(n).code for n in (0, 2, 4)]
        word = "STORY=elsewhere/leap-years"
        assert [one.commands[0][2:] for one in loop(copy.top, story)][-3:] == [
            ["step-4", "diff", word],
            ["where", word],
            ["where", "NAME=all", word],
        ]
    assert files_of(folder) == before


def files_of(folder):
    files = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return sorted(file.relative_to(folder) for file in files)


def test_a_story_without_a_kata_is_timed_without_attempts(here):
    story = here.workspace.story("tests/honest")
    changes = [
        f"make {verb}, {what} changed" for verb in ("progress", "gate") for what in ("one step", "nothing")
    ]
    on_a_step = ["make step-6 test", "make step-6 red", "make step-6 diff"]
    assert [one.name for one in loop(here.root, story)] == changes + on_a_step


def test_where_the_storys_own_part_stops_the_verbs_are_not_begun(workspace, monkeypatch, capfd):
    monkeypatch.setattr(bench, "measure_verbs", None)
    story = own(workspace, "raise SystemExit('nothing was timed: they differ')")
    with pytest.raises(EnvironmentProblem, match=r"^timing has stopped, so nothing was written$"):
        bench.bench(workspace, story, "")
    assert capfd.readouterr().err == "nothing was timed: they differ\n"
    assert not speed_file(story).exists()


def test_a_verb_that_fails_is_named_and_nothing_is_written(workspace, monkeypatch, capsys):
    def fails(*_how):
        raise subprocess.CalledProcessError(2, ["make", Path("board")])

    monkeypatch.setattr(bench, "measure_loop", fails)
    story = workspace.story()
    assert exit_status(lambda: bench.bench(workspace, story, "")) == 1
    assert capsys.readouterr() == ("", "make board fails, so nothing was written: run it alone\n")
    assert not speed_file(story).exists()
