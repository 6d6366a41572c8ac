"""A lock on a file: one process has it, and it ends with that process, whatever the system."""

import subprocess
import sys
from functools import partial

import pytest
from helpers import TOP

from dojo.system.locks import NoLocks, by_sqlite, by_the_system

WAYS = {
    "with its children": "partial(by_the_system, alone=False)",
    "alone": "partial(by_the_system, alone=True)",
    "by SQLite": "by_sqlite",
}
ANOTHER = """\
import sys
from functools import partial
from pathlib import Path
from dojo.system.locks import by_sqlite, by_the_system
lock = {way}(Path(sys.argv[1]))
print("taken" if lock else "not to be had", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def way(request):
    """How the lock is taken here, and how another process says that."""
    ours = {"partial": partial, "by_the_system": by_the_system, "by_sqlite": by_sqlite}
    return eval(request.param, ours), request.param


def another(way, file):
    """Another process that tries to take the lock; if it gets it, it keeps it until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", ANOTHER.format(way=way[1]), str(file)],
        cwd=TOP,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def says(way, file):
    """What another process says of the lock."""
    with another(way, file) as process:
        return process.communicate("", timeout=60)[0].strip()


def test_one_process_has_it_and_once_released_another_one_gets_it(way, tmp_path):
    lock = way[0](tmp_path / "lock")
    assert says(way, tmp_path / "lock") == "not to be had"
    lock.release()
    assert says(way, tmp_path / "lock") == "taken"


def test_it_ends_with_its_process_however_that_ends(way, tmp_path):
    with another(way, tmp_path / "lock") as process:
        assert process.stdout.readline() == "taken\n"
        assert way[0](tmp_path / "lock") is None
        process.kill()
    assert way[0](tmp_path / "lock")


def test_what_another_way_has_left_there_is_a_file_to_lock(tmp_path):
    by_the_system(tmp_path / "lock", alone=True).release()
    assert by_sqlite(tmp_path / "lock")


def test_where_nothing_can_be_written_there_is_none(way, tmp_path):
    with pytest.raises(OSError, match=r"No such|unable to open"):
        way[0](tmp_path / "no folder" / "lock")


def test_a_disk_that_knows_no_locks_says_so(tmp_path):
    (tmp_path / "lock").write_text("no database, and longer than the head of one: " * 30)
    with pytest.raises(NoLocks, match="the disk knows no locks"):
        by_sqlite(tmp_path / "lock")
