"""Lights: each run is recorded, whatever happens meanwhile."""

import json
import os
import random
import resource
import select
import shutil
import signal
import subprocess
from contextlib import suppress

import pytest
from helpers import TOP

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import (
    Light,
    NotRecorded,
    all_files,
    all_lights,
    ancestors,
    last_green,
    last_recorded,
    read_light,
    record,
    snapshot_of,
)
from dojo.attempt.snapshot import take_snapshot
from dojo.attempt.store import Store, store
from dojo.story.story import read_story

STORY = read_story(TOP / "tests" / "small")


@pytest.fixture
def attempt(tmp_path):
    """An attempt with one file, and no light yet."""
    folder = tmp_path / "a dojo" / "kata" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "fizz.py").write_text("one")
    return Attempt(folder, STORY, STORY.katas[0])


def run(attempt, colour="green", **told):
    return record(attempt, verb="next", colour=colour, counts={colour: 1}, **told)


def test_a_light_says_only_what_it_knows_and_those_that_are_on_a_disk_already_stay_readable():
    known = {"number": 1, "when": 2.0, "verb": "next", "colour": "red", "counts": {}}
    assert Light(1, 2.0, "next", "red").to_json() == json.dumps(known)
    light = Light(1, 2.0, "judge", "red", {"red": 1}, "t", own={}, accepted=(1, 2), held=False, revealed=0)
    assert read_light(light.to_json(), "") == light
    # some fields were in a table of their own, and some are unknown now
    old = {"told": {"revealed": 3, "own": {"t::a": "red"}, "accepted": [1, 2], "wrote": 1}, "era": 2}
    light = Light(1, 2.0, "next", "red", commit="c", revealed=3, own={"t::a": "red"}, accepted=(1, 2))
    assert read_light(json.dumps(known | old), "c") == light


def test_the_way_here_leaves_out_what_make_back_went_back_behind():
    """After three runs and `make back` to some lights."""
    ways = {(): [3, 2, 1], (1,): [4, 1], (1, 2): [5, 2, 1], (2, 4): [5, 3, 2, 1], (2, 4, 5): [6, 4, 2, 1]}
    runs = [Light(n, 0, "next", "red") for n in (1, 2, 3)]
    for back_to, led_here in ways.items():
        backs = [Light(n, 0, "back", "amber", to=to) for n, to in enumerate(back_to, 4)]
        assert [light.number for light in ancestors([*runs, *backs])] == led_here


def test_the_last_green_light_is_a_run():
    lights = [Light(1, 0, "next", "green"), Light(2, 0, "back", "green"), Light(3, 0, "next", "red")]
    assert last_green(lights) == lights[0]


def test_lights_are_numbered_in_their_order_and_each_has_the_files_of_its_time(attempt):
    """That there is a new one is seen without reading it."""
    assert (all_lights(attempt), last_recorded(attempt)) == ([], 0)
    first, was = run(attempt, "red", test="test_a[b]", revealed=3), last_recorded(attempt)
    assert first == Light(1, first.when, "next", "red", {"red": 1}, "test_a[b]", first.commit, revealed=3)
    (attempt.folder / "fizz.py").rename(attempt.folder / "more.py").write_text("two")
    second = run(attempt)
    assert (second.number, all_lights(attempt)) == (2, [first, second])
    assert 0 < was < last_recorded(attempt)
    kept = [snapshot_of(attempt, one).files for one in (first, second)]
    texts = [{name: file.content for name, file in files.items()} for files in kept]
    assert texts == [{b"fizz.py": b"one"}, {b"more.py": b"two"}]


def test_a_file_of_any_name_is_kept_and_what_is_left_out_is_listed_and_the_list_is_no_file(attempt):
    """Some disks would take the first names for git's own."""
    odd = ["git~1", ".gi\u200ct", 'two\nlines "quoted" \\101\ttab', "naïve ♣/a b", os.fsdecode(b"\xff\x07")]
    for name in odd:
        (attempt.folder / name).parent.mkdir(exist_ok=True)
        (attempt.folder / name).write_text(f"M 100644 :1 {name!r}\n")
    for name in ("film.bin", os.fsdecode(b"\xff")):
        (attempt.folder / name).write_bytes(b"x" * 1_000_001)
    kept = snapshot_of(attempt, run(attempt))
    assert kept == take_snapshot(attempt.folder)
    assert (len(kept.files), len(kept.left_out)) == (6, 2)


def test_a_clock_that_is_put_back_does_not_turn_time_round(attempt, monkeypatch):
    for now in (1000.0, 900.0):
        monkeypatch.setattr("time.time", lambda now=now: now)
        assert run(attempt).when == 1000.0


def test_the_participants_own_git_changes_nothing(attempt, tmp_path, monkeypatch):
    hook = tmp_path / "hooks" / "reference-transaction"
    hook.parent.mkdir()
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    (tmp_path / ".gitconfig").write_text(f"[core]\n    autocrlf = true\n    hooksPath = {hook.parent}\n")
    (attempt.folder / ".gitignore").write_text("*\n")
    (attempt.folder / ".gitattributes").write_text("* text eol=crlf export-ignore\n")
    (attempt.folder / "fizz.py").write_bytes(b"a\r\nb\n")
    theirs = {"GIT_DIR": "/elsewhere", "GIT_COMMITTER_NAME": "", "GIT_DEFAULT_HASH": "sha256"}
    for name, value in (theirs | {"HOME": str(tmp_path)}).items():
        monkeypatch.setenv(name, value)
    kept = snapshot_of(attempt, run(attempt)).files
    assert sorted(kept) == [b".gitattributes", b".gitignore", b"fizz.py"]
    assert kept[b"fizz.py"].content == b"a\r\nb\n"


class Recorder:
    """A process that writes a file and records it, time and again, and tells what it knows to be kept."""

    def __init__(self, attempt, file, lights):
        self.heard, told = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                os.setpgid(0, 0)
                for n in range(lights):
                    (attempt.folder / file).write_text(f"{n} " * 9)
                    light = record(attempt, verb="watch", colour="green", said=n)
                    os.write(told, f"{light.number} {n}\n".encode())
            finally:
                os._exit(0)
        with suppress(PermissionError, ProcessLookupError):  # as soon as one of the two has done it
            os.setpgid(self.pid, self.pid)
        os.close(told)

    def acknowledged(self):
        """The lights that were told of until it ended, by number, with what it wrote before each."""
        with os.fdopen(self.heard) as told:
            lines = told.read().splitlines()
        os.waitpid(self.pid, 0)
        return {int(number): int(value) for number, value in map(str.split, lines)}


def test_no_kill_loses_a_light_or_stops_the_next_one(attempt):
    """Killed 20 times, at random moments: the recorder alone, or with the git that it runs."""
    chance = random.Random(1)
    plain_git = ["git", "--git-dir", attempt.folder.parent / ".lights" / "tables-3.git"]
    kept: dict[int, int] = {}
    for _ in range(20):
        if chance.random() < 0.1:
            shutil.rmtree(attempt.folder.parent / ".lights", ignore_errors=True)
            kept.clear()
        recorder = Recorder(attempt, "mine.txt", 999)
        select.select([recorder.heard], [], [], chance.choice([0, 60]))
        select.select([], [], [], chance.uniform(0, 0.02))
        chance.choice([os.kill, os.killpg])(recorder.pid, signal.SIGKILL)
        new = recorder.acknowledged()
        kept |= new
        kept[run(attempt, said=-1).number] = -1
        lights = all_lights(attempt)
        assert [light.number for light in lights] == [*range(1, len(lights) + 1)]
        assert {light.number: light.said for light in lights if light.number in kept} == kept
        last = lights[-len(new) - 2 :]
        trees = all_files(attempt, last)
        for light in last:
            wrote = light.said
            assert wrote < 0 or trees[light.commit][b"mine.txt"].content == f"{wrote} ".encode() * 9
        assert subprocess.check_output([*plain_git, "fsck", "--strict", "--no-dangling"]) == b""


def test_a_lock_that_a_killed_git_left_stops_nobody(attempt):
    run(attempt)
    for lock in ("refs/heads/lights.lock", "HEAD.lock", "config.lock"):
        (attempt.folder.parent / ".lights" / "tables-3.git" / lock).touch()
    assert run(attempt).number == 2


def test_what_a_kill_cut_short_is_no_light(attempt, monkeypatch):
    light = run(attempt)
    whole = Store.git

    def cut_short(self, *words, stdin=b""):
        return whole(self, *words, stdin=stdin.split(b"M 100644")[0])

    monkeypatch.setattr(Store, "git", cut_short)
    with pytest.raises(NotRecorded):
        run(attempt)
    assert all_lights(attempt) == [light]


def test_two_recorders_at_once_lose_nothing(attempt):
    first, second = (Recorder(attempt, file, 10) for file in ("first.txt", "second.txt"))
    numbers = [*first.acknowledged(), *second.acknowledged()]
    assert sorted(numbers) == [light.number for light in all_lights(attempt)] == [*range(1, 21)]


def test_no_room_for_another_byte(attempt):
    """A full disk, as far as that goes: a process and its git may write no file at all."""
    before = [run(attempt), run(attempt, "red")]
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
    try:
        with pytest.raises(NotRecorded, match=r"^this run of tables-3 is not recorded: "):
            run(attempt)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert all_lights(attempt) == before
    assert run(attempt).number == 3


def test_without_git_or_its_files_or_room_it_is_said_in_a_line_what_is_missing(
    attempt, tmp_path, monkeypatch
):
    full = "fatal: sha1 file '/a dojo/.lights/tables-3.git/objects/pack/tmp_x' write error. Out of diskspace"
    with monkeypatch.context() as nowhere:
        nowhere.setenv("PATH", str(tmp_path))
        with pytest.raises(NotRecorded, match=r"^this run of tables-3 is not recorded: git does not start"):
            run(attempt)
        (tmp_path / "git").write_text(f'#!/bin/sh\necho "{full}" >&2\nexit 1\n')
        (tmp_path / "git").chmod(0o755)
        with pytest.raises(NotRecorded, match=r": sha1 file write error\. Out of diskspace$"):
            run(attempt)
    run(attempt)
    (attempt.folder.parent / ".lights" / "tables-3.git" / "HEAD").write_text("nonsense")
    with pytest.raises(NotRecorded, match=r"^the lights of tables-3 cannot be read: not a git repo[^\n]*$"):
        all_lights(attempt)


def test_a_disk_without_locks_and_a_recorder_that_was_stopped_are_told_of(attempt, monkeypatch):
    def refuse(_lock, _how):
        raise OSError(95, "Operation not supported")

    with monkeypatch.context() as nowhere:
        nowhere.setattr("fcntl.flock", refuse)
        with pytest.raises(NotRecorded, match=r": Operation not supported: the disk has no locks$"):
            run(attempt)
    monkeypatch.setattr("dojo.attempt.store.LOCK_TIMEOUT_S", 0.05)
    run(attempt)
    with store(attempt).writing(), pytest.raises(NotRecorded, match="another run holds the lights"):
        run(attempt)
    assert run(attempt).number == 2
