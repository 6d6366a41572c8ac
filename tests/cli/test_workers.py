"""The pytest plugin that runs our tests on all cores: its workers lose no result, and have one thread."""

import os
import re
import select
import signal
import subprocess
import sys
import textwrap

import pytest
from helpers import FOR_EVER, HIDING, TOP

from dojo.cli.workers import SHARE, hand_out
from dojo.runner.programs.command import kill_group

TESTS = {
    "test_outcomes.py": """
        import pytest

        @pytest.fixture
        def broken():
            raise ValueError("no fixture")

        @pytest.mark.parametrize("number", range(30))
        def test_passes(number):
            pass

        def test_fails():
            print("printed by the first")
            assert 1 == 2

        def test_fails_too():
            print("printed by the second")
            assert 1 == 3

        def test_has_no_fixture(broken):
            pass

        @pytest.mark.skip
        def test_is_left_out():
            pass

        @pytest.mark.xfail(strict=True)
        def test_is_expected_to_fail():
            assert 1 == 4
    """,
    "test_places.py": """
        import os
        import threading

        def test_it_has_one_thread():
            assert threading.active_count() == 1
            if os.path.exists("/proc/self/task"):
                assert len(os.listdir("/proc/self/task")) == 1

        def test_its_folder_is_its_own(tmp_path):
            assert list(tmp_path.iterdir()) == []
            assert tmp_path.parent.name.startswith("pytest-")
    """,
}
DIES = """
    import os
    import signal

    def test_before():
        pass

    def test_it_dies():
        os.kill(os.getpid(), signal.SIGKILL)
"""
WAITS = """
    import os
    import signal

    def test_it_waits():
        print(os.getpid(), file=open("begun", "w"), flush=True)
        signal.pause()
"""


@pytest.fixture
def pytest_of(tmp_path):
    """Starts a pytest with the plugin on tests in a folder of their own."""
    started = []

    def start(tests, *words):
        for name, text in tests.items():
            (tmp_path / name).write_text(textwrap.dedent(text))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "dojo.cli.workers", "-c", os.devnull]
        process = subprocess.Popen(
            [*command, "--rootdir=.", *words, *tests],
            cwd=tmp_path,
            env={k: v for k, v in os.environ.items() if k not in HIDING} | {"PYTHONPATH": str(TOP)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            # a background job has it ignored, and so would pytest
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        started.append(process)
        return process

    yield start
    for process in started:
        kill_group(process)


def test_every_outcome_arrives_with_what_its_test_has_printed(pytest_of):
    process = pytest_of(TESTS)
    shown, _ = process.communicate()
    assert process.returncode == 1
    summary = shown.splitlines()[-1]
    assert re.fullmatch("2 failed, 32 passed, 1 skipped, 1 xfailed, 1 error in .*", summary), shown
    for printed, failure in (("first", "1 == 2"), ("second", "1 == 3")):
        failures = shown.partition("short test summary")[0]
        (section,) = [part for part in re.split(r"\n_{3,} ", failures) if f"assert {failure}" in part]
        assert re.findall("printed by the (.*)", section)[-1:] == [printed]


def test_a_worker_has_one_thread_and_folders_of_its_own(pytest_of):
    process = pytest_of({"test_places.py": TESTS["test_places.py"]})
    shown, _ = process.communicate()
    assert "2 passed" in shown
    assert process.returncode == 0


def test_slow_neighbours_are_spread_over_the_workers():
    """All of tests/check, where a test takes seconds, are fewer than a sixth of the tests."""
    pipe = hand_out(tests=5900, workers=2)
    shares = list(SHARE.iter_unpack(os.read(pipe, 65536)))
    os.close(pipe)
    assert [number for share in shares for number in range(*share)] == list(range(5900))
    assert max(end - start for start, end in shares) == 32


def test_where_a_worker_dies_its_test_has_failed(pytest_of):
    process = pytest_of({"test_dies.py": DIES})
    shown, _ = process.communicate()
    assert "the worker that ran this test has ended: Killed" in shown
    assert "FAILED test_dies.py::test_it_dies" in shown
    assert process.returncode == 1


def test_it_stops_at_the_first_failure_if_it_is_asked_to(pytest_of):
    shown, _ = pytest_of({"test_outcomes.py": TESTS["test_outcomes.py"]}, "-x").communicate()
    assert "stopping after 1 failures" in shown


DEAF = """
    import os
    import signal

    import pytest

    def test_it_takes_no_notice_of_a_signal():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with open("ignored", "wb", buffering=0) as pipe:
            pipe.write(b"1")

    @pytest.mark.parametrize("number", range(400))
    def test_it_prints(number):
        if number == 100:
            with open("ignored", "rb", buffering=0) as pipe:
                assert pipe.read(1) == b"0"
        print("0123456789" * 100)
"""


def test_a_worker_that_takes_no_notice_of_a_signal_ends_at_its_next_report(pytest_of, tmp_path):
    """Its pipe is full by then, and nobody reads it any more."""
    os.mkfifo(tmp_path / "ignored")
    pipe = os.open(tmp_path / "ignored", os.O_RDWR)
    shown, _ = pytest_of({"test_deaf.py": DEAF}, "-x").communicate(timeout=FOR_EVER)
    os.close(pipe)
    assert "stopping after 1 failures" in shown


def test_ctrl_c_ends_the_workers_too(pytest_of, tmp_path):
    os.mkfifo(tmp_path / "begun")
    pipe = os.open(tmp_path / "begun", os.O_RDWR)
    process = pytest_of({"test_waits.py": WAITS})
    assert select.select([pipe], [], [], FOR_EVER)[0]
    worker = int(os.read(pipe, 100))
    os.close(pipe)
    os.killpg(process.pid, signal.SIGINT)
    shown, _ = process.communicate()
    assert "KeyboardInterrupt" in shown
    assert process.returncode == 2
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
