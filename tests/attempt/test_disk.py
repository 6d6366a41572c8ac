"""The store on the disk: each light is recorded, whatever happens meanwhile; earlier ones are taken over."""

import json
import os
import random
import resource
import select
import shutil
import signal
import sqlite3
from contextlib import closing, suppress

import pytest
from as_a_user import locked
from helpers import TOP

from attempt.test_light import EARLIER
from dojo.attempt.attempt import Attempt
from dojo.attempt.light import RunLight, runs_of
from dojo.attempt.recording import NotRecorded, all_files, all_lights, last_recorded, record, snapshot_of
from dojo.attempt.snapshot import File, Snapshot, take_snapshot
from dojo.attempt.storage import disk
from dojo.attempt.storage.earlier import read_earlier
from dojo.attempt.storage.git import BareRepository, commit_command
from dojo.attempt.store import StoreError
from dojo.model.outcome import Colour
from dojo.story.story import read_story

STORY = read_story(TOP / "tests" / "small")


@pytest.fixture
def attempt(tmp_path):
    """An attempt with one file, and no light yet."""
    folder = tmp_path / "a dojo" / "kata" / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "fizz.py").write_text("one")
    return Attempt(folder, STORY, STORY.katas[0])


@pytest.fixture
def file(attempt):
    """The file with its lights."""
    return attempt.record(".db")


def run(attempt, colour="green", **fields):
    return record(attempt, RunLight(verb="next", colour=Colour(colour), **fields))


def test_lights_are_numbered_in_their_order_and_each_has_the_files_of_its_time(attempt):
    """That there is a new one is seen without reading it."""
    assert (all_lights(attempt), last_recorded(attempt)) == ([], 0)
    first, was = run(attempt, "red", test="test_a[b]", revealed=3), last_recorded(attempt)
    assert first == RunLight(
        number=1, when=first.when, id=first.id, verb="next", colour=Colour.RED, test="test_a[b]", revealed=3
    )
    (attempt.folder / "fizz.py").rename(attempt.folder / "more.py").write_text("two")
    second = run(attempt)
    assert (second.number, all_lights(attempt)) == (2, [first, second])
    assert 0 < was < last_recorded(attempt)
    kept = [snapshot_of(attempt, one).files for one in (first, second)]
    texts = [{name: file.content for name, file in files.items()} for files in kept]
    assert texts == [{b"fizz.py": b"one"}, {b"more.py": b"two"}]


def test_a_file_of_any_name_is_kept_and_what_is_left_out_is_listed(attempt):
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


def test_two_histories_have_different_ids_from_their_first_light_on(attempt, file):
    first = run(attempt)
    file.unlink()
    assert run(attempt).id != first.id


def test_a_content_that_stays_is_kept_once(attempt, file):
    for _ in range(3):
        run(attempt)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT content FROM contents").fetchall() == [(b"one",)]


class Recorder:
    """A process that writes a file and records it, time and again, and tells what it knows to be kept."""

    def __init__(self, attempt, file, lights):
        self.heard, told = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                for n in range(lights):
                    (attempt.folder / file).write_text(f"{n} " * 9)
                    light = record(attempt, RunLight(verb="watch", colour=Colour.GREEN, of=n))
                    os.write(told, f"{light.number} {n}\n".encode())
            finally:
                os._exit(0)
        os.close(told)

    def acknowledged(self):
        """The lights that were told of until it ended, by number, with what it wrote before each."""
        with os.fdopen(self.heard) as told:
            lines = told.read().splitlines()
        os.waitpid(self.pid, 0)
        return {int(number): int(value) for number, value in map(str.split, lines)}


def test_no_kill_loses_a_light_or_stops_the_next_one(attempt, file):
    """Killed 20 times, at random moments, the first ones among them."""
    chance = random.Random(1)
    kept: dict[int, int] = {}
    for _ in range(20):
        if chance.random() < 0.1:
            shutil.rmtree(file.parent, ignore_errors=True)
            kept.clear()
        recorder = Recorder(attempt, "mine.txt", 999)
        select.select([recorder.heard], [], [], chance.choice([0, 60]))
        select.select([], [], [], chance.uniform(0, 0.02))
        os.kill(recorder.pid, signal.SIGKILL)
        new = recorder.acknowledged()
        kept |= new
        kept[run(attempt, of=9999).number] = 9999
        lights = runs_of(all_lights(attempt))
        assert [light.number for light in lights] == [*range(1, len(lights) + 1)]
        assert {light.number: light.of for light in lights if light.number in kept} == kept
        last = lights[-len(new) - 2 :]
        trees = all_files(attempt, last)
        for light in last:
            wrote = light.of
            assert wrote == 9999 or trees[light.id][b"mine.txt"].content == f"{wrote} ".encode() * 9
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_what_a_kill_cut_short_is_no_light(attempt, file):
    """A transaction that was written in part, with its journal, as a kill leaves it."""
    light = run(attempt)
    if not (child := os.fork()):
        # a small cache: it writes into the file before the transaction ends
        database = sqlite3.connect(file, isolation_level=None)
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO contents (hash, content) VALUES (x'00', zeroblob(100000))")
        database.execute("UPDATE lights SET light = 'half a light'")
        database.execute("INSERT INTO contents (hash, content) VALUES (x'01', zeroblob(100000))")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert file.with_name("tables-3.db-journal").stat().st_size > 0
    assert all_lights(attempt) == [light]
    assert run(attempt).number == 2


def test_two_recorders_at_once_lose_nothing(attempt):
    first, second = (Recorder(attempt, file, 10) for file in ("first.txt", "second.txt"))
    numbers = [*first.acknowledged(), *second.acknowledged()]
    assert sorted(numbers) == [light.number for light in all_lights(attempt)] == [*range(1, 21)]


def test_no_room_for_another_byte(attempt):
    """A full disk, as far as that goes: a process may write no file at all."""
    before = [run(attempt), run(attempt, "red")]
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
    try:
        with pytest.raises(NotRecorded, match=r"^this run of tables-3 is not recorded: [^\n]+$"):
            run(attempt)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert all_lights(attempt) == before
    assert run(attempt).number == 3


def test_in_a_folder_that_nobody_may_write_the_lights_are_read_and_none_is_recorded(attempt, file):
    light = run(attempt)
    file.chmod(0o400)
    with locked(file.parent, 0o555):
        assert all_lights(attempt) == [light]
        assert snapshot_of(attempt, light).files == {b"fizz.py": File("100644", b"one")}
        with pytest.raises(NotRecorded, match=r"^this run of tables-3 is not recorded: [^\n]+$"):
            run(attempt)


FAULTS = {
    "no database": (b"nonsense", "the lights of tables-3 cannot be read: file is not a database"),
    "of a later edition": (
        None,
        "the lights of tables-3 cannot be read: they were recorded by a later ",
    ),
}


def test_where_no_folder_for_the_lights_can_be_made_a_run_says_why(attempt, file):
    with locked(file.parent.parent, 0o555), pytest.raises(NotRecorded) as stop:
        run(attempt)
    assert str(stop.value) == "this run of tables-3 is not recorded: Permission denied"


@pytest.mark.parametrize(("content", "says"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_read_is_said_in_a_line(attempt, file, content, says):
    run(attempt)
    if content:
        file.write_bytes(content)
    else:
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA user_version = 2")
    with pytest.raises(NotRecorded, match=f"^{says}[^\n]*$"):
        all_lights(attempt)


def test_a_recorder_that_was_stopped_is_told_of(attempt, file, monkeypatch):
    run(attempt)
    monkeypatch.setattr(disk, "LOCK_TIMEOUT_S", 0.05)
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotRecorded, match="another run holds the lights; is one stopped with Ctrl-Z"):
            run(attempt)
    assert run(attempt).number == 2


def test_a_disk_without_locks_is_told_of():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_LOCK"
    with pytest.raises(StoreError, match=r"^the disk has no locks$"), disk.errors_as_store_errors():
        raise error


def test_no_git_is_needed(attempt, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    light = run(attempt)
    assert all_lights(attempt) == [light]


# Taking over


OLD = [line["light"] for line in EARLIER if (line["edition"], line["attempt"]) == ("reasons", "tables-3")]
LISTED = File("100644", b'{"film.bin": "larger than a megabyte"}')


@pytest.fixture
def earlier(attempt):
    """The store of an earlier edition, in which each light is a commit: nine, and files in each."""
    repository = BareRepository(attempt.record(".git"))
    repository.folder.parent.mkdir()
    repository.git("init", "--quiet", "--bare", "--template=", "--initial-branch=lights")
    stream = []
    for light in OLD:
        files = {b"fizz.py": File("100644", b"%d" % light["number"]), b".left_out_cache": LISTED}
        stream.append(commit_command("lights", "dojo <dojo>", json.dumps(light), 60, files))
    repository.git("fast-import", "--quiet", "--done", stdin=b"".join([*stream, b"done\n"]))
    return repository


def contents_of(repository):
    """All files of a repository."""
    return {path: path.read_bytes() for path in repository.folder.rglob("*") if path.is_file()}


def assert_taken_over(attempt, repository):
    """All lights of the earlier edition are there, with the names that they had and their files."""
    lights = all_lights(attempt)
    commits = [commit for commit, _ in repository.log()]
    assert lights[: len(OLD)] == [read_earlier(light, commit) for light, commit in zip(OLD, commits)]
    for light in lights[: len(OLD)]:
        files = {b"fizz.py": File("100644", b"%d" % light.number)}
        assert snapshot_of(attempt, light) == Snapshot(files, {"film.bin": "larger than a megabyte"})


def test_the_lights_of_an_earlier_edition_are_read_and_its_store_stays(attempt, earlier, monkeypatch):
    before = contents_of(earlier)
    assert last_recorded(attempt) > 0
    assert_taken_over(attempt, earlier)
    assert contents_of(earlier) == before
    # once: now no git is needed, and the earlier store is not asked
    log = earlier.log()
    monkeypatch.setattr(BareRepository, "log", lambda _: pytest.fail("it is taken over"))
    assert [light.id for light in all_lights(attempt)] == [commit for commit, _ in log]


def test_the_first_touch_may_be_a_new_light(attempt, earlier):
    light = run(attempt)
    assert light.number == 10
    assert_taken_over(attempt, earlier)
    assert all_lights(attempt)[9:] == [light]


@pytest.mark.parametrize("light", [1, 5, 9], ids="killed before light {}".format)
def test_a_kill_while_lights_are_taken_over_leaves_the_earlier_store_whole(
    attempt, earlier, monkeypatch, light
):
    before = contents_of(earlier)
    if not (child := os.fork()):
        whole = disk.insert

        def insert(database, light_of_now, snapshot):
            if light_of_now.number == light:
                os.kill(os.getpid(), signal.SIGKILL)
            whole(database, light_of_now, snapshot)

        monkeypatch.setattr(disk, "insert", insert)
        with suppress(BaseException):
            all_lights(attempt)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert contents_of(earlier) == before
    assert_taken_over(attempt, earlier)


def test_two_that_take_over_at_once_do_it_once(attempt, earlier):
    first, second = (Recorder(attempt, file, 3) for file in ("first.txt", "second.txt"))
    assert sorted([*first.acknowledged(), *second.acknowledged()]) == [10, 11, 12, 13, 14, 15]
    assert_taken_over(attempt, earlier)


def test_where_nothing_can_be_written_an_earlier_store_is_read_as_it_is(attempt, earlier):
    with locked(earlier.folder.parent, 0o555):
        assert_taken_over(attempt, earlier)
        with pytest.raises(NotRecorded):
            run(attempt)


def test_lights_of_an_earlier_edition_need_git_once_and_say_so(attempt, earlier, tmp_path, monkeypatch):
    with monkeypatch.context() as nowhere:
        nowhere.setenv("PATH", str(tmp_path))
        with pytest.raises(NotRecorded) as stop:
            all_lights(attempt)
    assert str(stop.value) == (
        "the lights of tables-3 cannot be read: they are of an earlier edition, and git reads them once:"
        " git does not start: No such file or directory"
    )
    assert_taken_over(attempt, earlier)
