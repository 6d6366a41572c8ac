"""What `make bench` runs, counts and writes: nothing is timed here."""

import os
from dataclasses import asdict, replace
from types import SimpleNamespace

import pytest
from helpers import TOP, story_outside, typed_copy

from dojo.bench import bench, rounds, verbs, watch
from dojo.bench.bench import describe_machine
from dojo.bench.rounds import Task, slices, time_tasks
from dojo.bench.timings import Figures, Measured, Target, Work, read_figures, speed_file
from dojo.bench.verbs import (
    OPENED,
    SAVES,
    TARGETS,
    Timed,
    copied_folder,
    copied_workspace,
    long_ones,
    measure_verbs,
    short_ones,
)
from dojo.errors import EnvironmentProblem
from dojo.gate.checks import FILES, find
from dojo.gate.evidence import Evidence
from dojo.story.story import Own
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


def test_everything_that_is_asked_of_the_verbs_is_measured_and_check_is_given_the_browser():
    found = [*short_ones(TOP, Workspace(TOP).story()), *long_ones(TOP, "chromium")]
    told = [*SAVES, OPENED, *(one.name for one in found)]
    asked = {name for target in TARGETS for name in (target.ours, target.theirs) if name}
    assert asked - set(told) == set()
    assert len(set(told)) == len(told)
    assert [one.commands for one in long_ones(TOP, "/opt/chromium")] == [
        [["make", "--no-print-directory", "test"]],
        [["make", "--no-print-directory", "check", "BROWSER=/opt/chromium"]],
    ]


# What fails


@pytest.fixture
def commands(tmp_path, monkeypatch):
    """Some verbs that can be run, of which the second and the last fail; nothing watches, nothing opens."""
    say = Timed("say", [["true"]], tmp_path)
    monkeypatch.setattr(verbs, "short_ones", lambda *_: [say, Timed("fail", [["false", "it"]], tmp_path)])
    monkeypatch.setattr(verbs, "long_ones", lambda *_: [Timed("make check", [["false"]], tmp_path)])
    monkeypatch.setattr(verbs, "time_saves", lambda *_: [[1.0], [2.0], [3.0]])
    monkeypatch.setattr(verbs, "time_opening", lambda *_: [0.5])
    return say


FAULTS = {"fail": "false it fails: run it alone", "make check": "false fails: run it alone"}


@pytest.mark.usefixtures("commands")
def test_what_fails_is_said_and_all_others_are_measured(tmp_path):
    workspace, figures = typed_copy(tmp_path).workspace, Figures()
    measure_verbs(workspace, workspace.story(), TOP, "/opt/chromium", figures)
    assert figures.missing == FAULTS
    assert [one.name for one in figures.measured] == ["say", *SAVES, OPENED]


def test_a_watch_that_ends_is_said_as_well(tmp_path, monkeypatch, commands):
    def ends(*_how):
        raise EnvironmentProblem("a watch ended before it said passed")

    monkeypatch.setattr(verbs, "time_saves", ends)
    workspace, figures = typed_copy(tmp_path).workspace, Figures()
    measure_verbs(workspace, workspace.story(), TOP, "", figures)
    assert figures.missing == {"fail": FAULTS["fail"]} | dict.fromkeys(
        SAVES, "a watch ended before it said passed"
    )
    assert [(one.name, len(one.rounds)) for one in figures.measured] == [("say", verbs.ROUNDS)]
    assert len(commands.seconds) == verbs.ROUNDS


# The copy


def test_verbs_are_timed_in_a_copy_with_attempts_at_other_steps(tmp_path):
    source = typed_copy(tmp_path)
    with copied_workspace(source.workspace, source.story) as copy:
        attempts = sorted(copy.top.glob("katas/fizz/kata/attempts/*/fizz.py"))
        assert [file.parent.name for file in attempts] == ["tables-1", "tables-2", "tables-3"]
        story = copy.story()
        assert [file.read_text() for file in attempts] == [story.step(n).code for n in (0, 2, 4)]
    assert not copy.top.exists()
    assert list(source.root.glob("katas/fizz/kata/attempts")) == []


def test_the_gate_is_open_in_that_copy_as_far_as_files_show(here):
    with copied_workspace(here.workspace, here.story) as copy:
        assert find(Evidence(copy.story()), [FILES]) == []


def test_a_story_from_another_repository_is_copied_and_named_there(tmp_path):
    folder = story_outside(tmp_path / "my katas" / "leap-years")
    before = files_of(folder)
    workspace = Workspace(typed_copy(tmp_path).root, (folder,))
    with copied_workspace(workspace, workspace.at(folder)) as copy:
        story = copy.at(copied_folder(copy.top, workspace, workspace.at(folder)))
        attempts = sorted(story.katas[0].attempts.glob("*/fizz.py"))
        assert [file.read_text() for file in attempts] == [story.step(n).code for n in (0, 2, 4)]
        last = [command[2:] for command in short_ones(copy.top, story)[-1].commands]
        assert last == [["where", f"NAME=tables-{n}", "STORY=elsewhere/leap-years"] for n in (1, 2, 3)]
    assert files_of(folder) == before


def files_of(folder):
    files = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    return sorted(file.relative_to(folder) for file in files)


def test_a_story_without_a_kata_is_timed_without_attempts(here):
    found = short_ones(here.root, here.workspace.story("tests/honest"))
    assert [one.name for one in found if "where" in one.name] == []


# What is written


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
    return replace(workspace.story(), own=Own(bench="timing"))


MEASURED = [Measured("verbs", "make watch", [1.0, 1.0]), Measured("verbs", "pytest-watch", [4.0, 4.0])]


@pytest.fixture
def measured(monkeypatch):
    """What the verbs are asked with, and what comes to them: of some nothing, if there are faults."""
    seen = SimpleNamespace(asked=[], missing={}, raises=None)

    def measure_verbs(*asked):
        *seen.asked, figures = asked
        figures.measured += MEASURED
        figures.missing |= seen.missing
        if seen.raises:
            raise seen.raises

    monkeypatch.setattr(bench, "measure_verbs", measure_verbs)
    return seen


def test_what_was_measured_is_shown_and_written(workspace, measured, capsys):
    story = own(workspace, OWN)
    assert bench.bench(workspace, story, "") == 0
    python = workspace.top / ".venv-check" / "bin" / "python"
    assert measured.asked == [workspace, story, python, "/opt/chromium"]
    figures = read_figures(story)
    assert (figures.work, figures.versions, figures.notes) == (WORK, {"another": "1.0"}, ["All of them."])
    assert figures.times("numbers", "step 2", "another") == 3
    assert figures.targets == [Target("numbers", "step 2", "another", "at least", 2), *TARGETS]
    said = capsys.readouterr().out
    assert "| 3.00 | 3.00–3.00 | at least 2 | held | times as fast as another: step 2 |\n" in said
    assert said.endswith("speed.json is written; make contents puts it into the pages.\n")


FAILED = [
    pytest.param({"make check": "make check fails: run it alone"}, None, "make check", id="a command"),
    pytest.param({}, OSError(28, "No space left on device"), "the rest", id="the disk"),
]


@pytest.mark.parametrize(("missing", "raises", "name"), FAILED)
def test_what_was_measured_before_something_failed_is_written_and_what_was_not_is_said(
    workspace, measured, capsys, missing, raises, name
):
    measured.missing, measured.raises = missing, raises
    story = own(workspace, OWN)
    assert bench.bench(workspace, story, "") == 1
    figures = read_figures(story)
    assert [one.name for one in figures.measured] == ["step 2", "another", "make watch", "pytest-watch"]
    assert [*figures.missing] == [name]
    assert f"\n{name} is missing here: {figures.missing[name]}\n" in capsys.readouterr().out


def test_for_a_story_without_a_part_of_its_own_nothing_is_written(workspace, measured, capsys):
    story = workspace.story()
    assert bench.bench(workspace, story, "") == 0
    assert measured.asked[-1] == ""  # no browser is needed
    assert "| 0.25 | 0.25–0.25 | at most 0.5 | held |" in capsys.readouterr().out
    assert not speed_file(story).exists()


def test_where_the_storys_own_part_stops_the_verbs_are_not_begun(workspace, measured, capfd):
    story = own(workspace, "raise SystemExit('nothing was timed: they differ')")
    with pytest.raises(EnvironmentProblem, match=r"^timing has stopped, so nothing was written$"):
        bench.bench(workspace, story, "")
    assert measured.asked == []
    assert capfd.readouterr().err == "nothing was timed: they differ\n"
    assert not speed_file(story).exists()
