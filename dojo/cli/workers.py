"""A pytest plugin: one process collects the tests, and forks of it run them, one for each core.

pytest-xdist runs tests on all cores too, but each of its workers has a second thread, which listens to the
first process. Most of our tests fork, and a child that is forked while another thread holds a lock may wait
for that lock forever; Python 3.12 and newer warn of it. A worker of this plugin has one thread.
"""

import json
import os
import select
import signal
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from _pytest.capture import CaptureManager

READ_BYTES = 65536
# After this time we look whether a worker has died: what it has forked may still hold its pipe open.
POLL_S = 1.0
# A share of the tests: the numbers of its first test, and of the first one that is not in it.
SHARE = struct.Struct("II")
# No share has more tests: slow ones are neighbours, and one worker would run them while another has no more.
MAX_SHARE = 32


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Workers(config), "workers")


class Workers:
    """The process that has collected the tests: it hands them out, and shows the reports of the workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run the tests in workers; in a worker, run its shares. Leave a run without tests to pytest."""
        if session.testsfailed or session.config.option.collectonly or not session.items:
            return None
        shares = hand_out(len(session.items), count_cores())
        workers: list[Worker] = []
        try:
            for _ in range(min(count_cores(), len(session.items))):
                worker = Worker()
                if worker.pid == 0:
                    # else the first process could not close them: there would be another reader
                    for earlier in workers:
                        os.close(earlier.pipe)
                    run_shares(session, shares, worker.pipe)
                    return True
                workers.append(worker)
            os.close(shares)
            self.show_reports(session, workers)
        except BaseException:
            # after Ctrl-C at a terminal they have been interrupted already, and twice does no harm
            for worker in workers:
                worker.interrupt()
            raise
        return True

    def show_reports(self, session: pytest.Session, workers: list["Worker"]) -> None:
        """Hand on what the workers report until each has ended."""
        hook = self.config.hook
        running = workers
        while running:
            for worker in wait_for_workers(running):
                for name, data in worker.read():
                    if name == "report":
                        report = hook.pytest_report_from_serializable(config=self.config, data=data)
                        hook.pytest_runtest_logreport(report=report)
                        stop_if_asked(session)
                    elif name == "finish":
                        hook.pytest_runtest_logfinish(**data)
                if worker.is_over and not worker.is_done:
                    hook.pytest_runtest_logreport(report=worker.describe_death())
                    stop_if_asked(session)
            running = [worker for worker in running if not worker.is_over]


def stop_if_asked(session: pytest.Session) -> None:
    """Raise what ends a session after a report, `-x` for example; more reports may be waiting already."""
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)


class Worker:
    """A fork of this process, as its parent sees it.

    Attributes:
        pid: its number; in the fork itself 0
        pipe: where its reports are read; in the fork itself, where they are written
        running: the test that runs now, by its id and its location
        is_done: True if it has run all of its tests
        is_over: True if it has ended
    """

    def __init__(self) -> None:
        self.rest = b""
        self.running: tuple[str, tuple[str, int | None, str]] = ("a worker", ("", None, ""))
        self.is_done = self.is_over = False
        self.status = 0
        sys.stdout.flush()
        sys.stderr.flush()
        reports, written = os.pipe()
        self.pid = os.fork()
        self.pipe = reports if self.pid else written
        os.close(written if self.pid else reports)

    def read(self) -> Iterator[tuple[str, Any]]:
        """Yield what it has sent since the last time, and note whether it has ended."""
        ended, status = os.waitpid(self.pid, os.WNOHANG)
        while select.select([self.pipe], [], [], 0)[0]:
            part = os.read(self.pipe, READ_BYTES)
            if not part:
                if not ended:
                    ended, status = os.waitpid(self.pid, 0)
                break
            *lines, self.rest = (self.rest + part).split(b"\n")
            for line in lines:
                name, data = json.loads(line)
                if name == "start":
                    self.running = data["nodeid"], data["location"]
                elif name == "done":
                    self.is_done = True
                else:
                    yield name, data
        if ended:
            self.is_over = True
            self.status = os.waitstatus_to_exitcode(status)
            os.close(self.pipe)

    def describe_death(self) -> pytest.TestReport:
        """Return a failure of the test during which it ended."""
        why = f"status {self.status}" if self.status >= 0 else signal.strsignal(-self.status)
        nodeid, location = self.running
        text = f"the worker that ran this test has ended: {why}"
        return pytest.TestReport(nodeid, location, {}, "failed", text, "call")

    def interrupt(self) -> None:
        """Interrupt it as Ctrl-C does, and wait until it has cleaned up."""
        if self.is_over:
            return
        # it may have ended already
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.pid, signal.SIGINT)
            # if a test ignores the signal, the worker goes on: its next report fails, and waits for no reader
            os.close(self.pipe)
            os.waitpid(self.pid, 0)


def wait_for_workers(workers: list[Worker]) -> list[Worker]:
    """Wait until some workers have sent something, and return those; after a while, return all of them."""
    workers_by_pipe = {worker.pipe: worker for worker in workers}
    ready = select.select(workers_by_pipe, [], [], POLL_S)[0]
    return [workers_by_pipe[pipe] for pipe in ready] or workers


def count_cores() -> int:
    """Return how many cores this process may use."""
    # on Linux; it knows of containers that have a part of the machine
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def hand_out(tests: int, workers: int) -> int:
    """Return a pipe from which each worker reads its next share of the tests.

    The shares get smaller, so that no worker has much left to do when another finds no more. Neighbours stay
    together as far as possible: they use the same fixtures.
    """
    shares, written = os.pipe()
    start = 0
    while start < tests:
        fair = (tests - start) // (3 * workers)
        end = start + min(max(1, fair), MAX_SHARE)
        os.write(written, SHARE.pack(start, end))
        start = end
    os.close(written)
    return shares


def read_shares(shares: int) -> Iterator[int]:
    """Yield the numbers of the tests that this worker has to run."""
    share = os.read(shares, SHARE.size)
    while share:
        yield from range(*SHARE.unpack(share))
        share = os.read(shares, SHARE.size)


def run_shares(session: pytest.Session, shares: int, pipe: int) -> None:
    """In a worker: run tests, and send their reports. Then the session ends as any other, but silently."""
    config = session.config
    reporter = WorkerReporter(config, pipe)
    config.pluginmanager.unregister(name="workers")
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(reporter)
    # what is printed is captured in a file, and forks would share it
    capture = config.pluginmanager.getplugin("capturemanager")
    assert isinstance(capture, CaptureManager)
    capture.stop_global_capturing()
    capture.start_global_capturing()
    numbers = read_shares(shares)
    number = next(numbers, None)
    while number is not None:
        # pytest keeps the fixtures that the next test takes too
        following = next(numbers, None)
        config.hook.pytest_runtest_protocol(
            item=session.items[number],
            nextitem=None if following is None else session.items[following],
        )
        number = following
    reporter.send("done", {})


class WorkerReporter:
    """What a worker registers in place of pytest's terminal: it sends each event to the first process."""

    def __init__(self, config: pytest.Config, pipe: int) -> None:
        self.config = config
        self.pipe = pipe

    def send(self, name: str, data: Mapping[str, object]) -> None:
        line = json.dumps([name, data], default=str).encode() + b"\n"
        while line:
            line = line[os.write(self.pipe, line) :]

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self.send("start", {"nodeid": nodeid, "location": location})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        self.send("report", data)

    def pytest_runtest_logfinish(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self.send("finish", {"nodeid": nodeid, "location": location})
