"""A lock on a file: one process has it, and it ends with that process, however that ends."""

import fcntl
import subprocess
import sys

import pytest
from helpers import TOP

from dojo.attempt.locks import NoLocks, taken

ANOTHER = """\
import sys
from pathlib import Path
from dojo.attempt.locks import taken
lock = taken(Path(sys.argv[1]), alone={alone})
print("taken" if lock else "not to be had", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=[False, True], ids=["with its children", "alone"])
def alone(request):
    """Does only the process have the lock, and not what it starts?"""
    return request.param


def another(file, alone):
    """Another process that tries to take the lock; if it gets it, it keeps it until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", ANOTHER.format(alone=alone), str(file)],
        cwd=TOP,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def says(file, alone):
    """What another process says of the lock."""
    with another(file, alone) as process:
        return process.communicate("", timeout=60)[0].strip()


def test_one_process_has_it_and_once_released_another_one_gets_it(alone, tmp_path):
    lock = taken(tmp_path / "lock", alone=alone)
    assert says(tmp_path / "lock", alone) == "not to be had"
    lock.release()
    assert says(tmp_path / "lock", alone) == "taken"


def test_it_ends_with_its_process_however_that_ends(alone, tmp_path):
    with another(tmp_path / "lock", alone) as process:
        assert process.stdout.readline() == "taken\n"
        assert taken(tmp_path / "lock", alone=alone) is None
        process.kill()
    assert taken(tmp_path / "lock", alone=alone)


def test_where_nothing_can_be_written_there_is_none(alone, tmp_path):
    with pytest.raises(OSError, match="No such"):
        taken(tmp_path / "no folder" / "lock", alone=alone)


def test_a_disk_that_knows_no_locks_says_so(alone, tmp_path, monkeypatch):
    def refuse(_lock, _how):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "lockf" if alone else "flock", refuse)
    with pytest.raises(NoLocks, match="Operation not supported: the disk knows no locks"):
        taken(tmp_path / "lock", alone=alone)
