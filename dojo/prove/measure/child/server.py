"""Runs the tests of many versions with one start of Python and pytest: a fork for each run.

`python prove_server.py` imports pytest and the plugin, and says on a line of standard output which modules it
has. Then each line of standard input is one order, as JSON: to start a run under a number, or to kill it. A
line of standard output says that a run has ended, and how. At the end of standard input every run is killed:
nothing outlives the process that asked.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import json
import os
import random
import select
import signal
import sys
import time
from contextlib import suppress
from typing import Any

import prove_plugin  # type: ignore[import-not-found]
import prove_starting  # type: ignore[import-not-found]

READ_BYTES = 65536
# before a fork has begun, and after it has ended
DEFAULT_SIGNALS = (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM)
# the sizes of objects that Python keeps in pools
POOLED_BYTES = range(48, 513, 16)
MAX_SHIFT = 64
# what is alive in a fork, so that its other objects have other addresses
SHIFT: list[bytes] = []


class Server:
    """The forks that run, by their numbers.

    Attributes:
        out: where answers go: not standard output, for a fork has another one.
        wakeup: a pipe that can be read once a fork has ended.
        path: where Python looks for installed modules.
    """

    def __init__(self) -> None:
        self.out = os.dup(1)
        self.wakeup, writes = os.pipe()
        os.set_blocking(writes, False)
        os.set_blocking(self.wakeup, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
        self.path = sys.path[1:]
        self.running: dict[int, int] = {}

    def serve(self) -> None:
        """Take orders up to the end of standard input; in a fork, return with the run to make."""
        self.tell(ready=sorted({name.partition(".")[0] for name in sys.modules}))
        unread = b""
        while True:
            readable, _, _ = select.select([0, self.wakeup], [], [])
            if self.wakeup in readable:
                with suppress(BlockingIOError):
                    os.read(self.wakeup, READ_BYTES)
                self.reap()
            if 0 not in readable:
                continue
            received = os.read(0, READ_BYTES)
            if not received:
                break
            *lines, unread = (unread + received).split(b"\n")
            for line in lines:
                self.obey(json.loads(line))
        for process in self.running.values():
            kill(process)

    def obey(self, order: dict[str, Any]) -> None:
        """Start a run, or kill one."""
        number = order["number"]
        if "kill" in order:
            if number in self.running:
                kill(self.running[number])
            return
        process = os.fork()
        if process == 0:
            self.run(order)
        self.running[number] = process

    def reap(self) -> None:
        """Say which runs have ended, and end what they have started."""
        for number, process in list(self.running.items()):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                del self.running[number]
                kill(process)
                self.tell(number=number, status=os.waitstatus_to_exitcode(status))

    def tell(self, **message: Any) -> None:
        os.write(self.out, json.dumps(message).encode() + b"\n")

    def run(self, order: dict[str, Any]) -> None:
        """Become a `python -m pytest` of its own, in the folder and with the variables of an order."""
        os.setsid()
        signal.set_wakeup_fd(-1)
        for name in DEFAULT_SIGNALS:
            signal.signal(name, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        nothing = os.open(os.devnull, os.O_RDWR)
        for file in (0, 1, 2):
            os.dup2(nothing, file)
        for file in (nothing, self.out, self.wakeup):
            os.close(file)
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["environment"])
        time.tzset()
        # as `python -m` has it: the current folder, and then PYTHONPATH
        sys.path[:] = [order["folder"], *order["environment"]["PYTHONPATH"].split(os.pathsep), *self.path]
        sys.path_importer_cache.clear()
        sys.argv = ["pytest", *order["words"]]
        shift_addresses()
        prove_starting.run_pytest(order["environment"]["PROVE_REPORT"])
        sys.exit()


def shift_addresses() -> None:
    """Give the objects to come other addresses than those of the other forks.

    What depends on addresses, as the order of a set of objects does, has to differ from run to run: a test of
    that is unstable, and would look firm.
    """
    for size in POOLED_BYTES:
        for _ in range(random.randrange(MAX_SHIFT)):
            # an empty one has 33 bytes
            SHIFT.append(bytes(size - 33))


def kill(process: int) -> None:
    """Kill a run with all that it has started; it may not have a session of its own yet."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process, signal.SIGKILL)
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)


def import_plugins() -> None:
    """Import pytest, and the plugins that it always has: each session would import them again."""
    config = importlib.import_module("_pytest.config")
    for name in getattr(config, "default_plugins", ()):
        # what is not there any more in a newer pytest is imported, or not, by that
        with suppress(ImportError):
            importlib.import_module(f"_pytest.{name}")


def find_modules() -> None:
    """Have `inspect` find the file of each module, and remember it.

    Where a test fails, pytest asks for these files. To find them in each fork takes longer than most tests.
    """
    inspect.getmodule(compile("", "<no file>", "exec"))


if __name__ == "__main__":
    import_plugins()
    find_modules()
    prove_plugin.load_classify()
    server = Server()
    # what is alive now is the same in each fork: to look through it again takes longer than most tests
    gc.collect()
    gc.freeze()
    server.serve()
